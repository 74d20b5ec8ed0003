"""A text as resolvers read it from left to right: utterances, segments, entities, salience, and rules on them."""
