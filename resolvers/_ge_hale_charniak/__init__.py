"""What statistical resolvers count and read: the walk of Hobbs, words, governing heads, how often a referent came."""
