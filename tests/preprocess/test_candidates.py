from dataclasses import replace

from anaphora.preprocess import Layers, Preparation, prepare
from anaphora.workbench.document import Prepared
from anaphora.workbench.preparation import AnaphorKind
from tests.annotated import annotated, prepared
from tests.preprocess.table_files import rows
from tests.refused import raises

STOP = "Stop/VB/0/root the/DT/3/det {}/NN/1/obj"
IT_STOPS = "It/PRP/2/nsubj stops/VBZ/0/root"


def words(found: Prepared, mentions: list[int]) -> list[str]:
    return [found.document.words_of(found.mentions[mention].span) for mention in mentions]


def candidates(found: Prepared, case: int = -1) -> list[str]:
    return words(found, list(found.cases[case].candidates))


def compatible(found: Prepared, case: int = -1) -> list[str]:
    return words(found, list(found.cases[case].compatible))


def removed(found: Prepared, case: int = -1) -> dict[str, str]:
    entries = found.cases[case].removed
    return dict(
        zip(words(found, [entry.mention for entry in entries]), (entry.reason for entry in entries), strict=True)
    )


def lines(*nouns: str) -> str:
    return "\n".join([*(STOP.format(noun) for noun in nouns), IT_STOPS])


def test_too_many_pairs_of_anaphor_and_candidate_are_refused() -> None:
    """What contains the anaphor counts, too: "the owner of the box of its lid" and "the box of its lid"."""
    three = lines("lid", "key", "fan")
    two = (
        "The/DT/2/det owner/NN/0/root of/IN/5/case the/DT/5/det box/NN/2/nmod of/IN/8/case its/PRP$/8/nmod:poss "
        "lid/NN/5/nmod"
    )

    assert len(candidates(prepared(three, most_pairs=3))) == 3
    assert removed(prepared(two, most_pairs=2)).keys() == {"The owner of the box of its lid", "the box of its lid"}
    for text, most in ((three, 2), (two, 1)):
        with raises("too-many-pairs"):
            prepared(text, most_pairs=most)


def test_candidates_and_those_removed() -> None:
    """Windows, sentences, containment, coordination and agreement: `tables/candidates.tsv`."""
    wrong = {}
    for about, window, text, *expected in rows("candidates"):
        found = prepared(text, window=int(window))
        reasons = [f"{words}: {reason}" for words, reason in removed(found).items()]
        columns = ["; ".join(column) for column in (candidates(found), compatible(found), reasons)]
        if columns != expected:
            wrong[about, window, text] = columns, expected
    assert wrong == {}


def test_each_anaphor_has_a_case_in_text_order_with_the_start_of_its_window() -> None:
    found = prepared("He/PRP/2/nsubj saw/VBD/0/root her/PRP/2/obj near/IN/5/case it/PRP/2/obl")

    assert words(found, [case.anaphor for case in found.cases]) == ["He", "her", "it"]
    assert prepared(lines("lid", "key", "fan"), window=2).cases[0].scope_start == 3


def test_i_and_you_are_resolved_to_who_is_meant() -> None:
    ask, answer = "I/PRP/2/nsubj saw/VBD/0/root you/PRP/2/obj", "I/PRP/2/nsubj saw/VBD/0/root you/PRP/2/obj"
    document, annotation = annotated(f"{ask}\n{answer}")
    document = replace(document, speakers=("Ann",) * 3 + ("Tom",) * 3)
    found = prepare(document, annotation, options=Preparation(anaphors="personal"))

    assert (compatible(found, 2), removed(found, 2)) == (["you"], {"I": "speaker"})
    assert (compatible(found, 3), removed(found, 3)) == (["I"], {"you": "speaker", "I": "speaker"})


def test_who_is_called_may_be_you_and_of_several_all_together() -> None:
    text = "Ann/NNP/7/vocative and/CC/3/cc Tom/NNP/1/conj ,/,/1/punct you/PRP/7/nsubj met/VBD/7/aux Sue/NNP/0/root"
    document, annotation = annotated(f"{text}\nI/PRP/2/nsubj saw/VBD/0/root you/PRP/2/obj")
    found = prepare(document, annotation, options=Preparation(anaphors="personal"))

    assert (compatible(found, 0), removed(found, 0)) == (["Ann and Tom"], {"Ann": "person", "Tom": "person"})
    assert compatible(found, 2) == ["Ann and Tom", "you"]


def anaphors(text: str, which: AnaphorKind) -> list[str]:
    document, annotation = annotated(text)
    found = prepare(document, annotation, options=Preparation(anaphors=which), layers=Layers(non_anaphoric=frozenset()))
    return words(found, [case.anaphor for case in found.cases])


def test_anaphors_are_those_asked_for() -> None:
    """Neither "who" nor the demonstrative before "lid"."""
    pronouns = (
        "I/PRP/2/nsubj know/VBP/0/root he/PRP/4/nsubj told/VBD/2/ccomp you/PRP/4/iobj that/DT/4/obj and/CC/8/cc "
        "who/WP/4/conj/who/PronType=Int\nThat/DT/2/det lid/NN/3/nsubj broke/VBD/0/root"
    )
    ann = "Ann/NNP/2/nsubj saw/VBD/0/root {}/DT/4/det cat/NN/2/obj"
    nouns = "\n".join([ann.format("a"), ann.format("the"), IT_STOPS])

    assert anaphors(pronouns, "third-person") == ["he"]
    assert anaphors(pronouns, "personal") == ["I", "he", "you"]
    assert anaphors(pronouns, "all") == ["I", "he", "you", "that"]
    assert anaphors(nouns, "nominal") == ["the cat"]
    assert anaphors(nouns, "names") == ["Ann", "Ann"]
    assert anaphors(nouns, "all-mentions") == ["Ann", "a cat", "Ann", "the cat", "It"]
    assert anaphors(nouns, "third-person") == ["It"]


def test_noun_phrases_look_back_over_the_whole_text_or_a_window_of_their_own() -> None:
    text = annotated(lines("lid", "key", "fan", "box"))
    windows = {None: ["the lid", "the key", "the fan"], 1: ["the fan"], 0: []}
    options = {window: Preparation(window=0, anaphors="nominal", noun_window=window) for window in windows}

    assert {window: candidates(prepare(*text, options=options[window])) for window in windows} == windows
