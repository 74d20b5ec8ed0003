"""Small valid files of weights, studies, parameters, predictions and so on: what is read beside corpora."""

import json
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from anaphora.preprocess.english.it_filter import evans
from anaphora.resolvers import chains
from anaphora.workbench.external.files import line_of
from anaphora.workbench.external.schema import Answer, Link
from tests.workbench.external.novel import NOVEL, predicted


def _json(value: object) -> Sequence[object]:
    return [json.dumps(value)]


def _instances() -> list[object]:
    header = "\t".join(("source", "class", *evans.NAMES))
    rows = ("\t".join(("x", kind, *"a" * len(evans.NAMES))) for kind in ("anaphoric", "pleonastic"))
    return ["# a comment\n" + "\n".join((header, *rows)) + "\n"]


def _tables() -> Sequence[object]:
    from anaphora.resolvers._ge_hale_charniak.tables import Tables

    tables = Tables()
    tables.add_words(0, [["man"], ["he"]])
    return _json(tables.written())


def _pair_parameters() -> Sequence[object]:
    tree = {"feature": [0, -1, -1], "threshold": [0.5, 0, 0], "left": [1, 0, 0], "right": [2, 0, 0]}
    bundled = json.loads((Path(chains.load("mention_pair").__file__ or "").with_suffix(".json")).read_text())
    return _json({**bundled, "tree": {**tree, "confidence": [0, 0.2, 0.9]}})


def _predictions() -> Sequence[object]:
    spans = {"unit": "token", "end": "exclusive"}
    ways: list[dict[str, Any]] = [
        {**spans, "clusters": (((0, 1), (8, 9)), ((4, 7),)), "raw": {"a": [1, None]}},
        {"unit": "character", "end": "inclusive", "clusters": (((0, 2), (30, 31)),), "mentions": "heads"},
        {**spans, "links": (Link((8, 9), (0, 1), 0.5), Link((10, 11), None))},
        {"rewritten": "[Tom](#cluster_0) didn't see the old park. [He](#cluster_0) likes it."},
        {"answers": (Answer(0, "[Tom]"), Answer(1, "the old park"))},
        {"dropped": "too long"},
    ]
    return [line_of(predicted(**way)) for way in ways]


FIXTURE = {
    "kind": "anaphora-fixture",
    "question": {"text": "Ann ran. She won.", "resolvers": ["most_recent"], "seed": 0, "window": 3,
                 "anaphors": "third-person", "it_filter": "none", "it_classes": "pleonastic"},
    "expected": [{"pronoun": {"text": "She", "start": 9, "end": 12}, "antecedents": [
        {"text": "Ann", "start": 0, "end": 3},
    ]}],
    "answers": {"most_recent": [{"pronoun": {"text": "She", "start": 9, "end": 12}, "antecedent": None}]},
}  # fmt: skip
ANNOTATION = {
    "pos": ["PROPN", "VERB"], "tag": ["NNP", "VBD"], "lemma": ["Ann", "run"], "morphology": ["", "Tense=Past"],
    "head": [1, 1], "relation": ["nsubj", "root"], "entity": ["", ""], "sentence_starts": [0],
}  # fmt: skip
WEIGHTS = "[weights]\ndefiniteness = 0.5\n'lexical_reiteration' = 2\n[scores]\nnon_prepositional = {}\n"
STUDY = (
    'title = "T"\ndescription = "x"\nseed = 3\n[corpora]\nmanuals = "bundled"\n'
    'gum = { path = "p", format = "corefud" }\n'
    '[comparisons.one]\nresolvers = ["mars"]\nwindow = 2\n[tables.t]\ncaption = "c"\nrows = "documents"\n'
    'columns = [ { comparison = "one", resolver = "mars", heading = "h" } ]\n'
)
QUESTION = {"text": "Ann ran. She won.", "resolvers": ["mars"], "window": 3, "anaphors": "third-person"}
COUNTS = {"format": "dagan_itai", "version": 1, "occurrences": {"a": 3}, "tuples": {"obj": {"see": {"a": 2}}}}
IT_FILTER = {
    "steps": {name: {"threshold": 0.5, "intercept": -1, "weights": {"x": 1.5}} for name in ("pleonastic", "clausal")}
}

OTHERS: Mapping[str, Callable[[], Sequence[object]]] = {
    "cache": lambda: _packed(ANNOTATION),
    "dagan_itai": lambda: _json(COUNTS),
    "fixture": lambda: _json(FIXTURE),
    "gap_answers": lambda: ["a\tTRUE\tFALSE\nb\tfalse\t\n"],
    "ge_hale_charniak": _tables,
    "input": lambda: [line_of(NOVEL)],
    "it_filter": lambda: _json(IT_FILTER),
    "it_memory": _instances,
    "mention_pair": _pair_parameters,
    "predictions": _predictions,
    "question": lambda: _json(QUESTION),
    "study": lambda: [STUDY],
    "weights": lambda: [WEIGHTS],
}


def _packed(value: object) -> Sequence[object]:
    import srsly

    return [srsly.msgpack_dumps(value)]
