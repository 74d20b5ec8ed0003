"""Words that the rules for "it" ask about: verbs by whether they take an object, nouns that are cold, wet or dark.

`... training it-words --to FILE` reads WordNet 3.0 (Debian's package wordnet-base) and the free treebanks. How often a
verb has an object is what the frames of its senses lead one to expect, corrected by its active uses in the treebanks.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from pathlib import Path

from anaphora.experiments.training.lexicon import (
    as_toml,
    frequent,
    header_of,
    licence,
    nouns_below,
    senses,
    synsets,
    wordnet_shares,
)
from anaphora.experiments.training.treebanks import Document, Sentence, training_documents
from anaphora.workbench.files import read_toml

_OBJECT = frozenset({5, 8, 11, 15, 16, 19, 21, 31})  # frames: wninput(5WN); 8 is "Somebody ----s something"
_NONE = frozenset({1, 2, 4, 22})  # "Somebody ----s"
_CLAUSE = frozenset({26, 29})  # "Somebody ----s that CLAUSE"
_PRIOR = 4  # how many uses in the treebanks the frames are worth
_MOSTLY, _RARELY, _CLAUSES = 0.6, 0.2, 0.75
_SYMBOL = 2  # letters: "o" is oxygen


def table_of_words(wordnet: Path, data: Path) -> str:
    """The text of the table. Raises `OSError`."""
    ewt, gum = training_documents(data)
    verbs = verb_classes(frames(wordnet), uses([*ewt, *gum]), frequent(wordnet, "verb"))
    seen = {
        lemma.lower()
        for document in (*ewt, *gum)
        for sentence in document
        for lemma, pos in zip(sentence.lemmas, sentence.pos, strict=True)
        if pos == "NOUN"
    }
    words = (frequent(wordnet, "noun") | seen) & wordnet_shares(wordnet).keys()  # without names and terms of abuse
    listed = {word for word in words if word.isalpha() and len(word) > _SYMBOL}
    kinds = {name: frozenset(synsets) for name, synsets in read_toml(Path(__file__).with_suffix(".toml"))[1].items()}
    tempered = nouns_below(wordnet, kinds["tempered"], kinds["untempered"]) & listed
    above = kinds["tempered"] | kinds["touched"], kinds["untempered"] | kinds["untouched"]
    touched = nouns_below(wordnet, *above) & listed - tempered
    sections = {
        "verbs": {name: " ".join(sorted(words)) for name, words in verbs.items()},
        "nouns": {"tempered": " ".join(sorted(tempered)), "touched": " ".join(sorted(touched))},
    }
    return as_toml(header_of("it-words") + licence(wordnet), sections)


def uses(documents: Iterable[Document]) -> dict[str, Counter[str]]:
    """The active uses of each verb ("all"), and those with an "object" or a "clause".

    Uses in adnominal clauses do not count, for there the noun may be the object.
    """
    counts: dict[str, Counter[str]] = defaultdict(Counter)
    for sentence in (sentence for document in documents for sentence in document):
        below: dict[int, set[str]] = defaultdict(set)
        for relation, head in zip(sentence.relations, sentence.heads, strict=True):
            below[head].add(relation)
        for token, lemma in enumerate(sentence.lemmas):
            if sentence.pos[token] == "VERB" and _is_active(sentence, token, below[token]):
                found = {"all": True, "object": "obj" in below[token], "clause": "ccomp" in below[token]}
                counts[lemma.lower()].update(name for name, holds in found.items() if holds)
    return counts


def _is_active(sentence: Sentence, token: int, below: set[str]) -> bool:
    passive = "aux:pass" in below or (sentence.tags[token] == "VBN" and "aux" not in below)
    return not passive and not sentence.relations[token].startswith("acl")


def verb_classes(
    expected: Mapping[str, Mapping[str, float]], counts: Mapping[str, Counter[str]], listed: frozenset[str]
) -> dict[str, list[str]]:
    """The verbs that have an "object", "none", or a "clause" instead; of the others an object may be missing."""
    classes: dict[str, list[str]] = {"object": [], "none": [], "clause": []}
    for verb in sorted(expected.keys() & (counts.keys() | listed)):
        share = {name: expected[verb][name] / expected[verb]["all"] for name in ("object", "clause")}
        seen = counts.get(verb, Counter[str]())
        objects, clauses = (
            (seen[name] + _PRIOR * share[name]) / (seen["all"] + _PRIOR) for name in ("object", "clause")
        )
        if clauses >= _CLAUSES * objects and clauses >= _RARELY:
            classes["clause"].append(verb)
        elif objects >= _MOSTLY:
            classes["object"].append(verb)
        elif objects < _RARELY:
            classes["none"].append(verb)
    return classes


def frames(folder: Path) -> dict[str, dict[str, float]]:
    """For each verb the weight of its senses ("all"), and of those with an "object" or a "clause".

    Senses that have both an object and none count half. Raises `OSError`.
    """
    by_sense: dict[tuple[str, str], set[int]] = defaultdict(set)
    for id, synset in synsets(folder, "verb").items():
        words = [word.lower() for word in synset.words]
        _, *marks = synset.rest  # their number, then "+ 08 00": the frame, and the word that it holds for
        for frame, which in zip(marks[1::3], marks[2::3], strict=True):
            for word in words if which == "00" else [words[int(which, 16) - 1]]:
                by_sense[id, word].add(int(frame))
    weights: dict[str, dict[str, float]] = {}
    for verb, weighted in senses(folder, "verb"):
        if verb.isalpha():
            total = weights[verb] = {"all": 0.0, "object": 0.0, "clause": 0.0}
            for id, weight in weighted:
                numbers = by_sense[id, verb]
                total["all"] += weight
                if numbers & _OBJECT:
                    total["object"] += weight / 2 if numbers & _NONE else weight
                if numbers & _CLAUSE:
                    total["clause"] += weight
    return weights
