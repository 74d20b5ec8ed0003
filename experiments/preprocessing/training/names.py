"""Weights of what speaks for and against a name being a person's: a logistic regression on the names of GUM train.

`python -m anaphora.experiments.preprocessing.training.names --to FILE` parses the documents with the bundled pipeline
and writes what `anaphora.preprocess.english.name_evidence` reads. In the texts that the pipeline learned from, its
entity types are better than elsewhere and are left out; these texts weigh less, since there are many of them. A second
regression is for texts without entity types.
"""

import argparse
import sys
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TypeAlias

from anaphora.corpora import corefud
from anaphora.experiments.preprocessing.training.data import FREE_GENRES, data_folder
from anaphora.preprocess import cache, pipeline
from anaphora.preprocess.english import names
from anaphora.preprocess.english.word_lists import read_table
from anaphora.preprocess.noun_phrases import noun_phrases
from anaphora.preprocess.trees import trees_of
from anaphora.workbench.errors import WorkbenchError

_FREE_WEIGHT = 0.3
_LEAST = 5  # names that a piece of evidence needs to be listed
_WORTH = 0.2  # the least weight that is listed
_UNTYPED = "type left out"

Example: TypeAlias = tuple[Mapping[str, float], bool, float]
"""The evidence of a name, whether it is a person's, and its weight."""

_HEADER = """\
# Evidence that a name is a person's, as log-odds: the weights of a logistic regression on the names of GUM train,
# parsed by the bundled pipeline. Made by training/names.py. "base" is what is added for any name. "untyped" is for
# texts without entity types.
#
# Licence: CC BY-SA 4.0. They rest on GUM's annotations (CC BY 4.0) of all genres, also of texts that may not be sold;
# no text can be read from them.

"""


def examples(folder: Path) -> Iterator[tuple[Example, Example]]:
    """Each name of the key, with entity types and without. Raises `WorkbenchError`."""
    loaded = pipeline.load()
    for path in sorted(folder.rglob("*.conllu")):
        for document, key in corefud.read(path):
            annotation = cache.annotate(loaded, document)
            trees = trees_of(annotation, document.words)
            spans = ((span, attributes.type.lower()) for span, attributes in key.attributes.items() if not span.gaps)
            types = {(annotation.head_of(span), type) for span, type in spans}
            phrases = [phrase for phrase in noun_phrases(trees) if not phrase.members]
            known = names.known_names(trees, phrases)
            free = document.id.split("_")[1] in FREE_GENRES
            heads = {head for head, _ in types}
            for phrase in phrases:
                if phrase.head in heads and names.is_name(trees, phrase.head):
                    found = names.evidence_of(trees, phrase.head, names.parts_of(trees, phrase), known)
                    person = (phrase.head, "person") in types
                    untyped = _without_types(found), person, 1.0
                    yield (*untyped[:2], _FREE_WEIGHT) if free else (found, person, 1.0), untyped


def _without_types(evidence: Mapping[str, float]) -> dict[str, float]:
    return {piece: amount for piece, amount in evidence.items() if not piece.startswith("type:")} | {_UNTYPED: 1.0}


def fit(names: Sequence[Example]) -> dict[str, float]:
    """The weight of each piece of evidence, by its name."""
    from sklearn.feature_extraction import DictVectorizer
    from sklearn.linear_model import LogisticRegression

    evidence, persons, weights = zip(*names, strict=True)
    columns = DictVectorizer()
    model = LogisticRegression(max_iter=3000).fit(columns.fit_transform(evidence), persons, sample_weight=weights)
    counts = Counter(piece for found in evidence for piece in found)
    fitted = zip(columns.get_feature_names_out(), model.coef_[0].tolist(), strict=True)
    listed = {
        piece: round(weight, 1)
        for piece, weight in fitted
        if counts[piece] >= _LEAST and abs(round(weight, 1)) >= _WORTH and piece != _UNTYPED
    }
    return {"base": round(float(model.intercept_[0]), 1)} | dict(sorted(listed.items()))


def main() -> None:
    """Write the table."""
    parser = argparse.ArgumentParser(prog="python -m anaphora.experiments.preprocessing.training.names")
    parser.add_argument("--to", type=Path, required=True, help="the file to write")
    options = parser.parse_args()
    try:
        typed, untyped = map(fit, zip(*examples(data_folder() / "gum/train/corefud"), strict=True))
    except (OSError, WorkbenchError) as error:
        sys.exit(f"{parser.prog}: {error}")
    things = "".join(f'    "{piece}",\n' for piece in read_table("name_evidence.toml")["knowledge"]["things"])
    knowledge = (
        f"# What is known of things; all else is only their place in sentences.\n[knowledge]\nthings = [\n{things}]\n"
    )
    options.to.write_text(
        f"{_HEADER}{knowledge}\n[weights]\n{_rows(typed)}\n[untyped]\n{_rows(untyped)}", encoding="utf-8"
    )


def _rows(weights: Mapping[str, float]) -> str:
    return "".join(f'"{piece}" = {weight}\n' for piece, weight in weights.items())


if __name__ == "__main__":
    main()
