"""What is said of documents that somebody has seen: two of GUM, one of LitBank."""

from typing import Any

from anaphora.workbench.provenance.cards import Card, Seen
from anaphora.workbench.provenance.contamination import corpora_named, gather_seen, recognise_corpus, warnings

BYRON, EMPEROR, BLEAK = "a" * 16, "b" * 16, "c" * 16
TEXTS = {"GUM_bio_byron": BYRON, "GUM_bio_emperor": EMPEROR, "1023_bleak_house_brat; part 0": BLEAK}


def card(*seen: Seen, name: str = "model") -> Card:
    return Card(name, seen=seen)


def seen(*documents: str, corpus: str = "GUM", part: str = "train", use: str = "trained on") -> Seen:
    return Seen(corpus, part, use, frozenset(documents))


def facts(*arguments: Any) -> tuple[str, ...]:
    """What the warnings say has been seen, without what follows from it."""
    return tuple(warning.partition(". ")[0] for warning in warnings(*arguments))


def test_documents_are_known_by_their_text() -> None:
    assert facts(TEXTS, {"model": card(seen(BYRON, EMPEROR, "d" * 16))}) == (
        "model was trained on 2 of the 3 documents (GUM train)",
    )


def test_nothing_is_said_of_texts_that_nobody_has_seen() -> None:
    """Where documents are listed, the name of the corpus alone says nothing."""
    others = {"model": card(seen("d" * 16)), "rules": card(), "neural": card(Seen("OntoNotes 5.0"), Seen("PreCo"))}

    assert warnings(TEXTS, others, [card(seen("d" * 16))]) == ()
    assert warnings({}, {"model": card(seen(BYRON))}) == ()
    assert warnings({"GUM_bio_byron": BYRON}, {"model": card(seen("d" * 16, part="dev"))}) == ()


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
