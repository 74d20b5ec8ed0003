"""Anaphors of clauses are set apart from those of noun phrases and names."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from anaphora.preprocess import prepare
from anaphora.workbench.decision import Decision, Explanation
from anaphora.workbench.document import Span
from anaphora.workbench.key import Attributes, Key
from anaphora.workbench.measures.success import MEASURES, Answers
from anaphora.workbench.preparation import Preparation
from anaphora.workbench.trace.build import Criteria, trace
from anaphora.workbench.trace.document import DocumentTrace
from anaphora.workbench.trace.key_anaphors import is_clause, key_anaphors
from tests.annotated import annotated

DENTIST = (
    "Steven/NNP/2/nsubj wanted/VBD/0/root to/TO/6/mark be/VB/6/cop a/DT/6/det dentist/NN/2/xcomp ././2/punct\n"
    "It/PRP/8/nsubj was/VBD/8/cop hard/JJ/0/root ././8/punct\n"
    "The/DT/2/det plan/NN/3/nsubj failed/VBD/0/root ././3/punct\n"
    "It/PRP/2/nsubj hurt/VBD/0/root ././2/punct"
).replace("/8/", "/3/")
WANTED, TO_BE, A_DENTIST, IT, THE_PLAN, IT_AGAIN = (
    Span(0, 6), Span(2, 6), Span(4, 6), Span(7, 8), Span(11, 13), Span(15, 16),
)  # fmt: skip


def key(
    *chains: Sequence[Span],
    attributes: Mapping[Span, Attributes] | None = None,
    non_anaphoric: Mapping[int, str] | None = None,
) -> Key:
    return Key("test", tuple(map(tuple, chains)), attributes or {}, non_anaphoric=non_anaphoric or {})


def asked(found: Key, which: str = "third-person", *, clausal: bool = False) -> list[Span]:
    """The mentions of the text of the dentist that are asked for."""
    document, annotation = annotated(DENTIST)
    return [mention.span for mention in key_anaphors(document, found, which, annotation, clausal=clausal).asked]


def traced(found: Key, *answers: Span | None, clausal: bool = False) -> DocumentTrace:
    """The trace of a resolver "me" that gives the two "it" these answers."""
    document, annotation = annotated(DENTIST)
    prepared = prepare(document, annotation, options=Preparation(it_filter="none"))
    spans = [mention.span for mention in prepared.mentions]
    decisions = [
        Decision(number, None if answer is None else spans.index(answer), Explanation("opaque", case.compatible, ""))
        for number, (case, answer) in enumerate(zip(prepared.cases, answers, strict=True))
    ]
    return trace(document, found, prepared, {"me": decisions}, Criteria(clausal=clausal))


def test_clause_is_told_by_the_head_in_the_tree() -> None:
    """A verb with a determiner is a noun unless it has a subject."""
    expected = {WANTED: True, TO_BE: True, Span(1, 6): True, A_DENTIST: False, THE_PLAN: False, IT: False}
    phrases = {
        "the/DT/2/det accused/VBN/0/root": False,
        "swimming/VBG/0/root": True,
        "the/DT/2/det lid/NN/0/root that/WDT/4/nsubj broke/VBD/2/acl:relcl": False,
        "they/PRP/3/nsubj all/DT/3/det left/VBD/0/root": True,
    }
    document, annotation = annotated(DENTIST)

    def is_clausal(text: str) -> bool:
        phrase, tree = annotated(text)
        whole = Span(0, len(phrase.words))
        return is_clause(phrase, key((whole,)), whole, tree)

    assert {span: is_clause(document, key((span,)), span, annotation) for span in expected} == expected
    assert not any(is_clause(document, key((span,)), span) for span in expected), "without a tree"
    assert {text: is_clausal(text) for text in phrases} == phrases


def test_what_the_key_says_goes_before_the_tree() -> None:
    document, annotation = annotated(DENTIST)
    said = {
        WANTED: Attributes(kind="nominal"),
        THE_PLAN: Attributes(clause=True),
        Span(0, 2): Attributes(minimum=Span(0, 1)),
    }
    found = key((WANTED, IT), (THE_PLAN, IT_AGAIN), (Span(0, 2),), attributes=said)

    assert [is_clause(document, found, span, annotation) for span in said] == [False, True, False]
    assert asked(found) == [IT]


def test_anaphor_counts_if_a_nominal_stands_before_it() -> None:
    failed = Span(11, 14)
    rows: dict[str, tuple[tuple[Span, ...], list[Span]]] = {
        "a clause": ((WANTED, IT), []),
        "a clause and a pronoun of it": ((TO_BE, IT, IT_AGAIN), []),
        "a noun phrase": ((A_DENTIST, IT), [IT]),
        "a nominal after the clause": ((WANTED, IT, THE_PLAN, IT_AGAIN), [IT_AGAIN]),
        "a clause after the nominal": ((A_DENTIST, IT, failed, IT_AGAIN), [IT, IT_AGAIN]),
        "nothing but a pronoun": ((IT, IT_AGAIN), [IT_AGAIN]),
        "a nominal after a pronoun": ((IT, THE_PLAN, IT_AGAIN), [IT_AGAIN]),
        "a clause after a pronoun": ((IT, failed, IT_AGAIN), []),
    }

    assert {name: asked(key(chain)) for name, (chain, _) in rows.items()} == {
        name: counted for name, (_, counted) in rows.items()
    }
    for chain, _ in rows.values():
        assert asked(key(chain), clausal=True) == [span for span in (IT, IT_AGAIN) if span in chain[1:]]


def test_pronouns_alone_inherit_what_follows_them_and_what_the_corpus_marks() -> None:
    """ "It (a clause, says the corpus) was hard. It hurt." """
    assert asked(key((IT, IT_AGAIN), non_anaphoric={7: "clausal"})) == []
    assert asked(key((IT, IT_AGAIN), non_anaphoric={15: "clausal"})) == []
    assert asked(key((IT, IT_AGAIN), non_anaphoric={7: "pleonastic"})) == [IT_AGAIN]
    assert asked(key((THE_PLAN, IT_AGAIN), non_anaphoric={15: "clausal"})) == [IT_AGAIN]


def test_he_and_they_never_refer_to_clauses_whatever_the_tree_says() -> None:
    document, annotation = annotated(
        "Will/MD/2/aux left/VBD/0/root\nHe/PRP/2/nsubj and/CC/3/cc they/PRP/1/conj won/VB/0/root"
    )
    found = key((Span(0, 1), Span(2, 3)), (Span(0, 2), Span(4, 5)))

    assert [mention.span for mention in key_anaphors(document, found, "third-person", annotation).asked] == [
        Span(2, 3), Span(4, 5),
    ]  # fmt: skip


def test_pronoun_of_a_clause_stands_in_no_rate_but_that_of_all_pronouns_which_credits_leaving_it() -> None:
    found = key((WANTED, IT), (THE_PLAN, IT_AGAIN))
    left, answered = traced(found, None, THE_PLAN), traced(found, A_DENTIST, THE_PLAN)

    assert [anaphor.span for anaphor in left.anaphors] == [IT_AGAIN]
    assert left.not_counted["clausal"] == 1
    assert left.non_anaphoric == {"clausal": 1}
    assert not left.spurious
    rates = {
        measure.name: [measure.count(Answers([each], "me")).tolist() for each in (left, answered)]
        for measure in MEASURES
    }
    assert rates.pop("all_pronouns") == [[[2, 2]], [[1, 2]]]
    assert rates.pop("expected_all_pronouns") == [[[2, 2]], [[1, 2]]]
    assert all(first == other for first, other in rates.values())
    counted = traced(found, A_DENTIST, THE_PLAN, clausal=True)
    assert [outcome.stage for outcome in counted.outcomes["me"]] == ["np_missing", "right"]
    assert (counted.not_counted["clausal"], counted.non_anaphoric) == (0, {})


def test_noun_phrase_of_a_clause_is_set_apart_too() -> None:
    document, annotation = annotated(DENTIST)
    prepared = prepare(document, annotation, options=Preparation(anaphors="all-mentions"))
    found = trace(document, key((WANTED, THE_PLAN)), prepared, {}, Criteria(anaphors="all-mentions"))

    assert (len(found.anaphors), found.not_counted["clausal"]) == (0, 1)
    assert THE_PLAN not in found.spurious
    assert asked(key((WANTED, THE_PLAN, IT_AGAIN)), "all-mentions") == [IT_AGAIN]


def test_nearest_antecedent_is_no_clause() -> None:
    """ "A dentist ... the plan failed ... it": where clauses do not count, the dentist is the nearest nominal."""
    document, annotation = annotated(DENTIST)
    prepared = prepare(document, annotation)
    found = key((A_DENTIST, Span(11, 14), IT_AGAIN))
    nearest = {
        criteria: [anaphor.acceptable[0] for anaphor in trace(document, found, prepared, {}, criteria).anaphors]
        for criteria in (Criteria(antecedent="nearest"), replace(Criteria(antecedent="nearest"), clausal=True))
    }

    assert list(nearest.values()) == [[A_DENTIST], [Span(11, 14)]]
