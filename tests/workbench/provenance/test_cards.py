"""What was seen in training, as cards tell it."""

import json
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from anaphora.workbench.decision import Chains, Decision
from anaphora.workbench.document import Prepared
from anaphora.workbench.errors import OptionError
from anaphora.workbench.linking import ChainAsPronounResolver, CombinedResolver
from anaphora.workbench.provenance.cards import (
    Card,
    Seen,
    as_data,
    card_of,
    digest,
    merge,
    of_system,
    read,
    read_learned,
)

ONE, OTHER = digest(["One", "text", "."]), digest(["Another", "."])
CARD = Card("model", seen=(Seen("GUM", "train", documents=frozenset({ONE})),), licence="CC BY-SA 4.0")


@dataclass(frozen=True)
class Stub:
    """A resolver of either kind that knows what it has seen."""

    card: Card | None

    def resolve(self, prepared: Prepared) -> list[Decision]:
        return []

    def chains(self, prepared: Prepared) -> Chains:
        return ()


@settings(max_examples=30)
@given(st.text(), st.lists(st.integers(0, 40)))
def test_a_digest_does_not_depend_on_the_tokens(text: str, cuts: list[int]) -> None:
    ends = [0, *sorted(cuts), len(text)]
    words = [text[start:end] for start, end in pairwise(ends)]

    assert digest(words) == digest([text])


def test_a_digest_is_that_of_the_letters_however_a_format_writes_the_text() -> None:
    same = {
        "He said: “Don’t go (yet).”": "He said : `` Do n't go -LRB- yet -RRB- . ''",
        "Wait…  \n No": "Wait ... No",
        "caf\N{LATIN SMALL LETTER E WITH ACUTE}": "cafe\N{COMBINING ACUTE ACCENT}",
    }

    assert {digest(text.split()): text for text in same} == {digest(it.split()): text for text, it in same.items()}
    assert digest(["She", "waved", "."]) == "659892cdce73bc10"
    assert digest([]) == "e4a6a0577479b2b4"
    assert digest("____") != digest("___")
    assert digest(["She", "waves", "."]) != digest(["She", "waved", "."])


def test_what_was_seen_is_checked() -> None:
    entries: list[dict[str, Any]] = [
        {"corpus": ""},
        {"corpus": "GUM", "use": "read by"},
        {"corpus": "GUM", "documents": frozenset({"GUM_bio_byron"})},
        {"corpus": "GUM", "documents": frozenset({"A" * 16})},
    ]
    for entry in entries:
        with pytest.raises(OptionError):
            Seen(**entry)


def test_cards_are_read_from_tables_with_lists_of_documents_apart(tmp_path: Path) -> None:
    path = tmp_path / "cards.toml"
    path.write_text(
        f"""
        [model]
        what = "a tree"
        licence = "MIT"
        source = "its page"
        note = "two folds chose its depth"
        seen = [
            {{ corpus = "GUM", part = "train", documents = ["both", "{"0" * 16}"] }},
            {{ corpus = "LitBank", use = "tuned on" }},
        ]
        [baseline]
        [lists]
        both = '''
        {ONE}
        {OTHER}'''
        """,
        "utf8",
    )
    known = frozenset({ONE, OTHER, "0" * 16})
    seen = (Seen("GUM", "train", "trained on", known), Seen("LitBank", use="tuned on"))

    assert read(path) == {
        "model": Card("model", "a tree", seen, "MIT", "its page", "two folds chose its depth"),
        "baseline": Card("baseline"),
    }


def test_malformed_cards_are_told_with_their_file(tmp_path: Path) -> None:
    path = tmp_path / "cards.toml"
    seen = (
        "'GUM'", "[{ part = 'train' }]", "[{ corpus = 'GUM', year = '2017' }]", "[{ corpus = 'GUM', documents = 3 }]",
        "[{ corpus = 'GUM', documents = [[]] }]", "[{ corpus = 3 }]", "[{ corpus = 'GUM', documents = ['trian'] }]",
    )  # fmt: skip
    tables = ("[model", "model = 1", "[model]\nauthor = 'me'", "[model]\nwhat = 3", "[lists]\nall = ['GUM']")
    for text in (*tables, *(f"[model]\nseen = {entry}" for entry in seen)):
        path.write_text(text, "utf8")
        with pytest.raises(OptionError) as caught:
            read(path)
        assert str(path) in str(caught.value)


def test_a_file_that_was_learned_has_its_card_in_the_provenance(tmp_path: Path) -> None:
    file, scores = tmp_path / "model.json", tmp_path / "scores.toml"
    provenance = {"documents": 1, "seen": as_data(CARD.seen)}
    file.write_text(json.dumps({"provenance": provenance, "licence": "CC BY-SA 4.0"}), "utf8")
    scores.write_text(
        f"[[provenance.seen]]\ncorpus = 'GUM'\ndocuments = ['{ONE}']\n[scores]\ngivenness = {{ first = 1 }}", "utf8"
    )

    assert read_learned(file) == CARD
    assert read_learned(scores) == Card("scores", seen=(Seen("GUM", documents=frozenset({ONE})),))


def test_a_file_that_does_not_tell_what_it_was_learned_from_has_no_card_and_malformed_provenance_is_told(
    tmp_path: Path,
) -> None:
    file = tmp_path / "model.json"
    for text in ("{}", "[]", '{"provenance": {"documents": 3}}', '{"provenance": "GUM"}'):
        file.write_text(text, "utf8")
        assert read_learned(file) is None

    file.write_text('{"provenance": {"seen": [{"corpus": "GUM", "documents": ["GUM_bio_byron"]}]}}', "utf8")
    for path in (file, tmp_path / "absent.json"):
        with pytest.raises(OptionError):
            read_learned(path)


def test_a_system_from_elsewhere_names_its_training_data() -> None:
    system = {
        "name": "fastcoref", "version": "2.1.6", "model": "biu-nlp/f-coref", "model_revision": "", "licence": "MIT",
        "training_data": ["OntoNotes 5.0", "LitBank"], "source": "Otmazgin et al. 2022",
    }  # fmt: skip

    assert of_system(system) == Card(
        "fastcoref", "2.1.6 biu-nlp/f-coref", (Seen("OntoNotes 5.0"), Seen("LitBank")), "MIT", "Otmazgin et al. 2022"
    )
    assert of_system({"name": "rules"}) == Card("rules")
    for wrong in ("OntoNotes", [3], [" "]):
        with pytest.raises(OptionError):
            of_system({"training_data": wrong})


def test_the_card_of_a_resolver_is_its_attribute_or_of_those_that_it_is_made_of() -> None:
    below = Card("tree", seen=(Seen("LitBank"), *CARD.seen))

    assert [card_of(resolver) for resolver in (Stub(CARD), Stub(None), object())] == [CARD, None, None]
    with pytest.raises(OptionError):
        card_of(Stub("GUM"))  # type: ignore[arg-type]
    assert card_of(ChainAsPronounResolver(Stub(CARD))) == CARD
    assert card_of(CombinedResolver(Stub(None), Stub(CARD))) == CARD
    assert card_of(CombinedResolver(Stub(CARD), Stub(below))) == Card("model+tree", seen=(*CARD.seen, Seen("LitBank")))
    assert merge(None, None) is None
