"""Resolvers on the same candidate lists."""
