import json
import re
from collections.abc import Mapping
from pathlib import Path

import pytest

from anaphora.preprocess.english.it_filter import learned
from anaphora.preprocess.english.it_filter.context import occurrences
from anaphora.preprocess.trees import trees_of
from anaphora.workbench.errors import FormatError
from tests.annotated import annotated

EASY = "It/PRP/3/expl is/VBZ/3/cop hard/JJ/0/root to/TO/5/mark find/VB/3/csubj jobs/NNS/5/obj ././3/punct"
VAGUE = "It/PRP/3/expl is/VBZ/3/cop hard/JJ/0/root ././3/punct"
LID = "The/DT/2/det lid/NN/3/nsubj broke/VBD/0/root/break because/IN/6/mark it/PRP/6/nsubj fell/VBD/3/advcl/fall"
STEP = {"intercept": -1, "threshold": 0.5, "weights": {"begins=True": 2, "content=hard+be": 1, "relation=expl": -0.5}}
NEVER = {"intercept": -9, "threshold": 0.5, "weights": {}}
HARD = (
    "It/PRP/4/expl is/VBZ/4/cop very/RB/4/advmod hard/JJ/0/root for/IN/6/case us/PRP/8/nsubj to/TO/8/mark "
    "find/VB/4/csubj places/NNS/8/obj ././4/punct"
)
CLEAN = "It/PRP/3/nsubj is/VBZ/3/cop easy/JJ/0/root to/TO/5/mark clean/VB/3/advcl ././3/punct"
MAKE = "This/DT/2/nsubj makes/VBZ/0/root it/PRP/2/obj harder/JJR/2/xcomp to/TO/6/mark find/VB/4/csubj jobs/NNS/6/obj"
CLEAR = "It/PRP/2/nsubj became/VBD/0/root/become clear/JJ/2/xcomp that/IN/6/mark he/PRP/6/nsubj left/VBD/2/ccomp"
QUESTION = "Is/VBZ/3/cop it/PRP/3/expl hard/JJ/0/root to/TO/5/mark wait/VB/3/csubj ?/./3/punct"
CLEFT = "It/PRP/4/nsubj is/VBZ/4/cop the/DT/4/det noise/NN/0/root that/WDT/6/nsubj matters/VBZ/4/acl"


def stored(tmp_path: Path, **steps: object) -> Path:
    path = tmp_path / "learned.json"
    path.write_text(json.dumps({"steps": steps}), "utf8")
    return path


def judged(text: str, steps: Mapping[str, learned.Regression] | None = None) -> tuple[str, str]:
    document, annotation = annotated(text)
    (only,) = learned.classify(occurrences(trees_of(annotation, document.words)), steps=steps)
    return only.kind, only.explanation


def features_of(text: str) -> set[str]:
    document, annotation = annotated(text)
    (it,) = occurrences(trees_of(annotation, document.words))
    return learned.features(it)


def test_bundled_parameters_tell_pleonastic_from_anaphoric() -> None:
    assert [judged(text)[0] for text in (EASY, LID)] == ["pleonastic", "anaphoric"]


def test_every_feature_is_said_in_words() -> None:
    features = {name for step in learned.bundled().values() for name in step.weights}

    assert {name for name in features if learned.describe(name) == name.replace("=", ": ", 1)} == set()
    assert {
        name for name in features if re.search(r"[{}]|any of judg|\bours\b|word of content", learned.describe(name))
    } == set()
    assert learned.describe("opener=that+list=any of judgement+be") == (
        "predicate: adjective or noun of judgement (easy, good, likely, common ...) after a form of “be”, "
        "then a clause with “that”"
    )


def test_probability_is_the_logistic_of_the_sum(tmp_path: Path) -> None:
    """-1 + 2 + 1 - 0.5 = 1.5, of which the logistic is 0.82."""
    steps = learned.read(stored(tmp_path, pleonastic=STEP, clausal=NEVER))

    assert judged(VAGUE, steps) == (
        "pleonastic",
        ("pleonastic 0.82: “it” begins its sentence (+2.00); predicate: “hard” (after a form of “be”) (+1.00)"),
    )


def test_sure_rule_overrules_the_scores_and_what_speaks_against_is_told(tmp_path: Path) -> None:
    step = {"intercept": -1, "threshold": 0.5, "weights": {"begins=False": -1}}
    never = learned.read(stored(tmp_path, pleonastic=NEVER, clausal=NEVER))
    steps = learned.read(stored(tmp_path, pleonastic=step, clausal=NEVER))

    assert judged(EASY, never) == ("pleonastic", "pleonastic by a sure rule: complete infinitive")
    assert judged(LID, steps) == ("anaphoric", "pleonastic 0.12: “it” does not begin its sentence (-1.00)")


def test_second_step_is_asked_where_the_first_says_no(tmp_path: Path) -> None:
    clausal = {"intercept": 0, "threshold": 0.5, "weights": {"nouns before=1": 0.25}}
    steps = learned.read(stored(tmp_path, pleonastic=STEP, clausal=clausal))

    assert judged(LID, steps) == ("clausal", "clausal 0.56: nouns before it in its sentence (3: or more): 1 (+0.25)")


def test_malformed_parameters_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "learned.json"
    step = '{"steps": {"pleonastic": {"intercept": %s, "threshold": 0.5, "weights": %s}}}'
    malformed = [step % row for row in (('"0"', "{}"), ("NaN", "{}"), ("true", "{}"), ("0", '["a"]'))]
    for text in ("", "[]", '{"steps": {"pleonastic": {}}}', "[" * 100_000, *malformed):
        path.write_text(text, "utf8")
        with pytest.raises(FormatError):
            learned.read(path)


def test_features_tell_of_words_clauses_and_rules() -> None:
    """The clause behind with its opener, what is linked, gaps and complements, what is judged, made, cleft, before."""
    expected: dict[str, set[str]] = {
        HARD: {
            "clause=csubj:to", "clause of list=ease:to", "relation=expl+ADJ+copula", "content=hard+be",
            "content list=ease+be", "opener=to+list=ease+be", "task is followed by=complement+list=ease+be",
            "rule=Paice & Husk: it ... to",
        },
        CLEAN: {"task is followed by=gap+list=ease+be"},
        MAKE: {"making=make+JJ+to"},
        CLEAR: {"judgement=likelihood+that+JJ+seem"},
        QUESTION: {"content=hard+be", "judgement=ease+to+JJ+be"},
        CLEFT: {"cleft=definite+that+verb+be"},
        LID: {"nouns before=1", "verbs before=1", "begins=False"},
        "Wait/VB/2/dep it/PRP/0/root": {"predicate=+root", "predicate relation=", "word +1="},
    }  # fmt: skip

    assert {text: features & features_of(text) for text, features in expected.items()} == expected
    assert not any(feature.startswith("rule=") for feature in features_of(LID))
