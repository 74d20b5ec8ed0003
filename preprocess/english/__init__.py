"""English: names, nouns, number, phrases, word lists, the labels of English pipelines, and pleonastic it.

The rest of preprocessing reads Universal Dependencies and asks this package for words; a language beside it would have
a package with the same modules.
"""
