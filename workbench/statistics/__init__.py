"""Statistics over documents: intervals, significance, ranks; here the constants that all tests and intervals share."""

ALPHA = 0.05
"""The level of significance, of each family of tests together."""
LEVEL = 1 - ALPHA
"""The confidence level of intervals."""
RESAMPLES = 10_000
"""Bootstrap samples of documents, and random changes of sign where not all are tried."""
MIN_DOCUMENTS = 6
"""With fewer documents no two-sided randomisation test can reach `ALPHA`: 2 / 2 ** 5 is 0.0625."""
FEW_DOCUMENTS = 10
"""With fewer documents the spread between them is hardly known, and intervals are mostly too narrow."""
BLOCKS = 1_000
"""With more documents neighbours are added up to so many blocks, which are then the unit."""
