"""What preprocessing knows of English: names, nouns, number, word lists, and pleonastic it."""
