import json
from pathlib import Path

import pytest

from anaphora.preprocess.english.it_filter import classify, learned
from anaphora.preprocess.english.it_filter.context import occurrences
from anaphora.preprocess.english.it_filter.features import describe
from anaphora.preprocess.trees import trees_of
from anaphora.workbench.errors import FormatError
from tests.annotated import annotated

EASY = "It/PRP/3/expl is/VBZ/3/cop hard/JJ/0/root to/TO/5/mark find/VB/3/csubj jobs/NNS/5/obj ././3/punct"
VAGUE = "It/PRP/3/expl is/VBZ/3/cop hard/JJ/0/root ././3/punct"
LID = "The/DT/2/det lid/NN/3/nsubj broke/VBD/0/root/break because/IN/6/mark it/PRP/6/nsubj fell/VBD/3/advcl/fall"
STEP = {"intercept": -1, "threshold": 0.5, "weights": {"begins=True": 2, "content=hard+be": 1, "relation=expl": -0.5}}
NEVER = {"intercept": -9, "threshold": 0.5, "weights": {}}


def stored(tmp_path: Path, **steps: object) -> Path:
    path = tmp_path / "learned.json"
    path.write_text(json.dumps({"steps": steps}), "utf8")
    return path


def test_bundled_parameters_tell_pleonastic_from_anaphoric() -> None:
    for text, kind in ((EASY, "pleonastic"), (LID, "anaphoric")):
        document, annotation = annotated(text)
        assert [it.kind for it in classify(trees_of(annotation, document.words), "learned")] == [kind]


def test_a_rule_is_named_without_its_list() -> None:
    assert describe("rule=ours: more verbs") == "rule that fires: more verbs"


def test_probability_is_the_logistic_of_the_sum(tmp_path: Path) -> None:
    """-1 + 2 + 1 - 0.5 = 1.5, of which the logistic is 0.82."""
    steps = learned.read(stored(tmp_path, pleonastic=STEP, clausal=NEVER))
    document, annotation = annotated(VAGUE)

    (it,) = learned.classify(occurrences(trees_of(annotation, document.words)), steps=steps)
    assert it.kind == "pleonastic"
    assert it.explanation == (
        "pleonastic 0.82: it begins its sentence: True (+2.00); "
        "word of content, and what links it or opens a clause: hard, be (+1.00)"
    )


def test_sure_rule_overrules_the_scores(tmp_path: Path) -> None:
    steps = learned.read(stored(tmp_path, pleonastic=NEVER, clausal=NEVER))
    document, annotation = annotated(EASY)

    (it,) = learned.classify(occurrences(trees_of(annotation, document.words)), steps=steps)
    assert (it.kind, it.explanation) == ("pleonastic", "pleonastic by a sure rule: complete infinitive")


def test_second_step_is_asked_where_the_first_says_no(tmp_path: Path) -> None:
    clausal = {"intercept": 0, "threshold": 0.5, "weights": {"nouns before=1": 0.25}}
    steps = learned.read(stored(tmp_path, pleonastic=STEP, clausal=clausal))
    document, annotation = annotated(LID)

    (it,) = learned.classify(occurrences(trees_of(annotation, document.words)), steps=steps)
    assert (it.kind, it.explanation) == ("clausal", "clausal 0.56: nouns before: 1 (+0.25)")


def test_anaphoric_is_explained_by_what_speaks_against_pleonastic(tmp_path: Path) -> None:
    step = {"intercept": -1, "threshold": 0.5, "weights": {"begins=False": -1}}
    steps = learned.read(stored(tmp_path, pleonastic=step, clausal=NEVER))
    document, annotation = annotated(LID)

    (it,) = learned.classify(occurrences(trees_of(annotation, document.words)), steps=steps)
    assert (it.kind, it.explanation) == ("anaphoric", "pleonastic 0.12: it begins its sentence: False (-1.00)")


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[]",
        '{"steps": {"pleonastic": {}}}',
        '{"steps": {"pleonastic": {"intercept": "0", "threshold": 0.5, "weights": {}}}}',
        '{"steps": {"pleonastic": {"intercept": NaN, "threshold": 0.5, "weights": {}}}}',
        '{"steps": {"pleonastic": {"intercept": true, "threshold": 0.5, "weights": {}}}}',
        '{"steps": {"pleonastic": {"intercept": 0, "threshold": 0.5, "weights": ["a"]}}}',
        "[" * 100_000,
    ],
)
def test_malformed_parameters_are_refused(tmp_path: Path, text: str) -> None:
    path = tmp_path / "learned.json"
    path.write_text(text, "utf8")

    with pytest.raises(FormatError):
        learned.read(path)
