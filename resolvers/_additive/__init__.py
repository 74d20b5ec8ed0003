"""What additive resolvers share: a document as arrays, the indicators that vote on it, and the count of the votes."""
