"""What was seen in training, as cards tell it, and what is said of documents that somebody has seen."""

import json
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from anaphora.resolvers.chains.recorded import card_of_system
from anaphora.workbench.adapters import ChainAsPronounResolver, CombinedResolver
from anaphora.workbench.decision import Chains, Decision
from anaphora.workbench.document import Prepared
from anaphora.workbench.errors import OptionError
from anaphora.workbench.external.records import System
from anaphora.workbench.provenance import (
    Card,
    Seen,
    card_of,
    contamination_warnings,
    corpora_named,
    gather_seen,
    merge_cards,
    read_cards,
    read_learned_card,
    recognise_corpus,
    seen_as_data,
    text_digest,
)

ONE, OTHER = text_digest(["One", "text", "."]), text_digest(["Another", "."])
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

    assert text_digest(words) == text_digest([text])


def test_a_digest_is_that_of_the_letters_however_a_format_writes_the_text() -> None:
    same = {
        "He said: “Don’t go (yet).”": "He said : `` Do n't go -LRB- yet -RRB- . ''",
        "Wait…  \n No": "Wait ... No",
        "caf\N{LATIN SMALL LETTER E WITH ACUTE}": "cafe\N{COMBINING ACUTE ACCENT}",
    }

    assert {text_digest(text.split()): text for text in same} == {
        text_digest(it.split()): text for text, it in same.items()
    }
    assert text_digest(["She", "waved", "."]) == "659892cdce73bc10"
    assert text_digest([]) == "e4a6a0577479b2b4"
    assert text_digest("____") != text_digest("___")
    assert text_digest(["She", "waves", "."]) != text_digest(["She", "waved", "."])


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

    assert read_cards(path) == {
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
            read_cards(path)
        assert str(path) in str(caught.value)


def test_a_file_that_was_learned_has_its_card_in_the_provenance(tmp_path: Path) -> None:
    file, scores = tmp_path / "model.json", tmp_path / "scores.toml"
    provenance = {"documents": 1, "seen": seen_as_data(CARD.seen)}
    file.write_text(json.dumps({"provenance": provenance, "licence": "CC BY-SA 4.0"}), "utf8")
    scores.write_text(
        f"[[provenance.seen]]\ncorpus = 'GUM'\ndocuments = ['{ONE}']\n[scores]\ngivenness = {{ first = 1 }}", "utf8"
    )

    assert read_learned_card(file) == CARD
    assert read_learned_card(scores) == Card("scores", seen=(Seen("GUM", documents=frozenset({ONE})),))


def test_a_file_that_does_not_tell_what_it_was_learned_from_has_no_card_and_malformed_provenance_is_told(
    tmp_path: Path,
) -> None:
    file = tmp_path / "model.json"
    for text in ("{}", "[]", '{"provenance": {"documents": 3}}', '{"provenance": "GUM"}'):
        file.write_text(text, "utf8")
        assert read_learned_card(file) is None

    file.write_text('{"provenance": {"seen": [{"corpus": "GUM", "documents": ["GUM_bio_byron"]}]}}', "utf8")
    for path in (file, tmp_path / "absent.json"):
        with pytest.raises(OptionError):
            read_learned_card(path)


def test_a_system_from_elsewhere_names_its_training_data() -> None:
    seen = ("OntoNotes 5.0", "LitBank")
    system = System("fastcoref", "2.1.6", "biu-nlp/f-coref", "", "MIT", seen, "Otmazgin et al. 2022")

    assert card_of_system(system) == Card(
        "fastcoref", "2.1.6 biu-nlp/f-coref", tuple(map(Seen, seen)), "MIT", "Otmazgin et al. 2022"
    )
    assert card_of_system(System("rules")) == Card("rules")
    with pytest.raises(OptionError):
        card_of_system(System("rules", training_data=(" ",)))


def test_the_card_of_a_resolver_is_its_attribute_or_of_those_that_it_is_made_of() -> None:
    below = Card("tree", seen=(Seen("LitBank"), *CARD.seen))

    assert [card_of(resolver) for resolver in (Stub(CARD), Stub(None), object())] == [CARD, None, None]
    with pytest.raises(OptionError):
        card_of(Stub("GUM"))  # type: ignore[arg-type]
    assert card_of(ChainAsPronounResolver(Stub(CARD))) == CARD
    assert card_of(CombinedResolver(Stub(None), Stub(CARD))) == CARD
    assert card_of(CombinedResolver(Stub(CARD), Stub(below))) == Card("model+tree", seen=(*CARD.seen, Seen("LitBank")))
    assert merge_cards(None, None) is None


BYRON, EMPEROR, BLEAK = "a" * 16, "b" * 16, "c" * 16
TEXTS = {"GUM_bio_byron": BYRON, "GUM_bio_emperor": EMPEROR, "1023_bleak_house_brat; part 0": BLEAK}


def card(*seen: Seen, name: str = "model") -> Card:
    return Card(name, seen=seen)


def seen(*documents: str, corpus: str = "GUM", part: str = "train", use: str = "trained on") -> Seen:
    return Seen(corpus, part, use, frozenset(documents))


def facts(*arguments: Any) -> tuple[str, ...]:
    """What the warnings say has been seen, without what follows from it."""
    return tuple(warning.partition(". ")[0] for warning in contamination_warnings(*arguments))


def test_documents_are_known_by_their_text() -> None:
    assert facts(TEXTS, {"model": card(seen(BYRON, EMPEROR, "d" * 16))}) == (
        "model was trained on 2 of the 3 documents (GUM train)",
    )


def test_nothing_is_said_of_texts_that_nobody_has_seen() -> None:
    """Where documents are listed, the name of the corpus alone says nothing."""
    others = {"model": card(seen("d" * 16)), "rules": card(), "neural": card(Seen("OntoNotes 5.0"), Seen("PreCo"))}

    assert contamination_warnings(TEXTS, others, [card(seen("d" * 16))]) == ()
    assert contamination_warnings({}, {"model": card(seen(BYRON))}) == ()
    assert contamination_warnings({"GUM_bio_byron": BYRON}, {"model": card(seen("d" * 16, part="dev"))}) == ()


def test_what_was_only_chosen_on_texts_is_said_more_mildly() -> None:
    assert facts(TEXTS, {"model": card(seen(BYRON, use="tuned on", part="dev"))}) == (
        "model was tuned on 1 of the 3 documents (GUM dev)",
    )
    assert facts(dict(list(TEXTS.items())[:2]), {"model": card(seen(*TEXTS.values()))}) == (
        "model was trained on all 2 documents (GUM train)",
    )
    both = card(seen(BYRON), seen(BYRON, EMPEROR, use="tuned on", part="dev"))
    assert facts(TEXTS, {"model": both}) == (
        ("model was trained on 1 of the 3 documents (GUM train) and tuned on 2 of the 3 documents (GUM dev)"),
    )


def test_documents_in_several_lists_count_once_and_a_part_goes_without_saying() -> None:
    some, every = seen(BYRON, part="train, free genres"), seen(BYRON, EMPEROR)
    novel = seen(BLEAK, corpus="LitBank", part="")

    assert facts(TEXTS, {"model": card(some, every, novel)}) == (
        ("model was trained on all 3 documents (GUM train; LitBank)"),
    )


def test_a_name_alone_is_held_against_what_documents_look_like() -> None:
    assert facts(TEXTS, {"fastcoref": card(Seen("OntoNotes 5.0"), Seen("LitBank"))}) == (
        ("fastcoref names LitBank as training data, and 1 of the 3 documents looks like LitBank"),
    )
    assert facts(TEXTS, {"stanza": card(Seen("CorefUD 1.3"), Seen("GUM", use="tuned on"))}) == (
        ("stanza names CorefUD 1.3 as training data, and all 3 documents look like GUM and LitBank"),
        ("stanza names GUM as tuning data, and 2 of the 3 documents look like GUM"),
    )


def test_systems_that_have_seen_the_same_are_told_together() -> None:
    same, other = card(seen(BYRON)), card(seen(BYRON, EMPEROR))
    systems = {"ge": same, "mars(weights=w.toml)": other, "tree(decoding=best)": same, "tree(decoding=weak)": same}

    assert facts(TEXTS, systems) == (
        ("ge and tree (2 variants) were trained on 1 of the 3 documents (GUM train)"),
        ("mars(weights=w.toml) was trained on 2 of the 3 documents (GUM train)"),
    )


def test_what_all_share_is_told_once_and_first() -> None:
    shared = [
        card(seen(BYRON), name="pipeline"),
        card(seen("d" * 16), name="filter"),
        card(seen(BYRON, EMPEROR), seen(BLEAK, corpus="LitBank", part="", use="tuned on"), name="tables"),
    ]

    assert facts({"GUM_bio_byron": BYRON}, {"model": card(seen(BYRON))}, shared) == (
        ("The shared pipeline (pipeline and tables) was trained on the only document (GUM train)"),
        "model was trained on the only document (GUM train)",
    )


def test_corpora_are_recognised_by_the_ids_of_their_documents() -> None:
    expected = {
        "GUM_academic_art": "GUM",
        "105_persuasion_brat": "LitBank",
        "1023_bleak_house_brat; part 0": "LitBank",
        "weblog-juancole.com_juancole_20051126063000_ENG_20051126_063000": "UD English EWT",
        "reviews-211797": "UD English EWT",
        "bc/cctv/00/cctv_0000; part 0": "OntoNotes",
        "(nw/wsj/00/wsj_0001); part 000": "OntoNotes",
        "development-2000": "GAP",
        "technician.customer.1.male.txt": "WinoGender",
        "pro_stereotyped_type1.txt.dev;3": "WinoBias",
    } | dict.fromkeys(("printer", "email", "a GUM_"), "")

    assert {id: recognise_corpus(id) for id in expected} == expected


def test_names_of_training_data_are_understood() -> None:
    expected = {
        "OntoNotes 5.0": ["OntoNotes"],
        "conll-2012 (English)": ["OntoNotes"],
        "GUM 10.1, train": ["GUM"],
        "OntoGUM": ["GUM"],
        "CorefUD 1.3": ["GUM", "LitBank"],
        "English Web Treebank": ["UD English EWT"],
        "AMALGUM": [],
        "PreCo": [],
        "": [],
    }

    assert {name: corpora_named(name) for name in expected} == expected


def test_what_is_learned_from_is_gathered_by_corpus() -> None:
    assert gather_seen(TEXTS | {"mine": "d" * 16}, "folder") == (
        Seen("GUM", "(folder)", documents=frozenset({BYRON, EMPEROR})),
        Seen("LitBank", "(folder)", documents=frozenset({BLEAK})),
        Seen("folder", documents=frozenset({"d" * 16})),
    )
    assert gather_seen({}, "folder") == ()
