from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any, get_args

from hypothesis import given, settings
from hypothesis import strategies as st

from anaphora.preprocess import Layers, Preparation, prepare
from anaphora.workbench.decision import Decision, Explanation
from anaphora.workbench.document import Document, Prepared, Span
from anaphora.workbench.key import MATCHES, Antecedent, Attributes, Key, Match
from anaphora.workbench.trace.build import Criteria, best_answers, mention_chains, right_candidates, trace
from anaphora.workbench.trace.document import (
    SHARED_STAGES,
    STAGES,
    Answered,
    DocumentTrace,
    KeyAnaphor,
    Outcome,
    Stretch,
)
from anaphora.workbench.trace.key_anaphors import Asked, key_anaphors
from tests.annotated import annotated

#                    0         1            2               3             4           5
LID_AND_TRAY = "The/DT/2/det lid/NN/3/nsubj covers/VBZ/0/root the/DT/5/det tray/NN/3/obj ././3/punct"
LID, TRAY = Span(0, 2), Span(3, 5)
IT_BREAKS = "It/PRP/2/nsubj breaks/VBZ/0/root ././2/punct"
THIS_WORKS = "This/DT/2/nsubj works/VBZ/0/root ././2/punct"
IT = Span(6, 7)
IT_AGAIN = Span(9, 10)
CHAIN, CLAUSAL = Criteria(), Criteria(clausal=True)
TWO = f"{LID_AND_TRAY}\n{IT_BREAKS}"
THREE = f"{TWO}\n{IT_BREAKS}"
FOUR = f"{THREE}\n{IT_BREAKS}"
LAST = Span(12, 13)


@dataclass(frozen=True)
class Scene:
    """A text, its key, and what preprocessing is told; `answers` makes the trace of one resolver called "me"."""

    text: str
    chains: Sequence[Sequence[Span]]
    window: int = 3
    layers: Layers = field(default_factory=lambda: Layers(non_anaphoric=frozenset()))
    attributes: dict[Span, Attributes] = field(default_factory=dict)
    split: dict[Span, tuple[int, ...]] = field(default_factory=dict)

    def document(self) -> Document:
        return annotated(self.text)[0]

    def key(self) -> Key:
        return Key("test", tuple(map(tuple, self.chains)), attributes=self.attributes, split=self.split)

    def prepared(self) -> Prepared:
        return prepare(*annotated(self.text), options=Preparation(window=self.window), layers=self.layers)

    def answers(
        self,
        *antecedents: Span | None,
        criteria: Criteria = CHAIN,
        scores: Sequence[float] = (),
        chances: Sequence[float] = (),
        only: Sequence[Span] | None = None,
    ) -> DocumentTrace:
        """One antecedent for each case; `only` limits the candidates the resolver chose among."""
        found = self.prepared()
        spans = [mention.span for mention in found.mentions]
        decisions = []
        for number, (case, antecedent) in enumerate(zip(found.cases, antecedents, strict=True)):
            pool = tuple(one for one in case.compatible if only is None or spans[one] in only)
            told = Explanation("opaque", pool, "by hand", scores=tuple(scores), chances=tuple(chances))
            decisions.append(Decision(number, None if antecedent is None else spans.index(antecedent), told))
        return trace(self.document(), self.key(), found, {"me": decisions}, criteria)


def only_outcome(traced: DocumentTrace) -> Outcome:
    (outcome,) = traced.outcomes["me"]
    return outcome


def only_anaphor(traced: DocumentTrace) -> KeyAnaphor:
    (anaphor,) = traced.anaphors
    return anaphor


SIMPLE = Scene(TWO, [(LID, IT)])


def test_outcome_holds_stage_answer_rule_and_chance() -> None:
    assert only_outcome(SIMPLE.answers(LID)) == Outcome("right", LID, "by hand", 1.0)
    assert only_outcome(SIMPLE.answers(TRAY, chances=(0.25, 0.75))) == Outcome("outranked", TRAY, "by hand", 0.25)
    assert only_outcome(SIMPLE.answers(None)) == Outcome("abstained", None, "by hand", 0.0)
    assert only_outcome(FILTERED.answers()) == Outcome("filtered", None, "", 0.0)


FILTERED = Scene(TWO, [(LID, IT)], layers=Layers(non_anaphoric=frozenset({6})))
NO_MENTION = Scene(TWO, [(LID, IT)], layers=Layers(mentions=(LID,), non_anaphoric=frozenset()))
SENTENCE, LONGER = Span(0, 6), Span(0, 3)
OTHER_ENDS = Scene(TWO, [(LONGER, IT)], attributes={LONGER: Attributes(head=1)})
PLURAL = Scene(f"The/DT/2/det lids/NNS/3/nsubj stick/VBP/0/root\n{IT_BREAKS}", [(LID, Span(3, 4))])
PLURAL_CHAIN = Scene(f"{PLURAL.text}\n{IT_BREAKS}", [(LID, Span(3, 4), IT)], window=1)
OWNER = "The/DT/2/det owner/NN/6/nsubj of/IN/5/case its/PRP$/5/nmod:poss lid/NN/2/nmod left/VBD/0/root"
TOO_LONG = Scene(TWO, [(Span(1, 2), IT)])
INSIDE = Scene(TWO, [(Span(0, 1), IT)])
OTHER_HEAD = Scene(TWO, [(LID, IT)], attributes={LID: Attributes(head=0)})
CONTAINED = Scene(OWNER, [(Span(0, 5), Span(3, 4))])
CONTAINED_WITH_OTHER_ENDS = Scene(OWNER, [(SENTENCE, Span(3, 4))], attributes={SENTENCE: Attributes(head=1)})
PARTIAL, HEAD = Criteria("partial"), Criteria("head")
NOMINAL, NEAREST = Criteria(antecedent="nominal"), Criteria(antecedent="nearest")
CHAIN_OF_THREE = Scene(THREE, [(LID, IT, IT_AGAIN)])
LONGER_CHAIN = Scene(THREE, [(LONGER, IT, IT_AGAIN)], attributes={LONGER: Attributes(head=1)})
TWO_LIDS = Scene(f"{LID_AND_TRAY}\n{LID_AND_TRAY}\n{IT_BREAKS}", [(LID, Span(6, 8), Span(12, 13))])
AFTER_THIS = Scene(f"{LID_AND_TRAY}\n{THIS_WORKS}\n{IT_BREAKS}", [(LID, IT, IT_AGAIN)])
THIS_ALONE = Scene(f"{THIS_WORKS}\n{IT_BREAKS}", [(Span(0, 1), Span(3, 4))])
PRONOUNS_ONLY = Scene(FOUR, [(IT, IT_AGAIN, LAST)])

STAGE_CASES: dict[str, tuple[Scene, tuple[Span | None, ...], dict[str, Any], tuple[str, ...]]] = {
    "right candidate not chosen": (SIMPLE, (TRAY,), {}, ("outranked",)),
    "right candidate scored lower": (SIMPLE, (TRAY,), {"scores": (1, 2)}, ("outranked",)),
    "right candidate scored the same": (SIMPLE, (TRAY,), {"scores": (2, 2)}, ("tie_lost",)),
    "right candidate taken off by the resolver": (SIMPLE, (TRAY,), {"only": [TRAY]}, ("syntax",)),
    "every candidate taken off by the resolver": (SIMPLE, (None,), {"only": []}, ("syntax",)),
    "anaphor that is no mention": (NO_MENTION, (), {}, ("anaphor_missed",)),
    "antecedent before the scope": (Scene(TWO, [(LID, IT)], window=0), (None,), {}, ("out_of_window",)),
    "antecedent ends where the scope begins": (
        Scene(TWO, [(SENTENCE, IT)], 0), (None,), {"criteria": CLAUSAL}, ("out_of_window",),
    ),
    "a later antecedent in scope": (replace(CHAIN_OF_THREE, window=1), (LID, IT), {}, ("right", "right")),
    "antecedent that is no noun phrase": (Scene(TWO, [(SENTENCE, IT)]), (LID,), {"criteria": CLAUSAL}, ("np_missing",)),
    "other ends, strict": (OTHER_ENDS, (LID,), {}, ("np_boundary",)),
    "other ends, partial": (OTHER_ENDS, (LID,), {"criteria": PARTIAL}, ("right",)),
    "other ends, head": (OTHER_ENDS, (LID,), {"criteria": HEAD}, ("right",)),
    "too long a noun phrase, strict": (TOO_LONG, (TRAY,), {}, ("np_boundary",)),
    "too long a noun phrase, partial": (TOO_LONG, (TRAY,), {"criteria": PARTIAL}, ("np_boundary",)),
    "too long a noun phrase, head": (TOO_LONG, (LID,), {"criteria": HEAD}, ("right",)),
    "part of a noun phrase with another head": (INSIDE, (LID,), {}, ("np_missing",)),
    "same span with another head, head": (OTHER_HEAD, (LID,), {"criteria": HEAD}, ("np_boundary",)),
    "no agreement": (PLURAL, (None,), {}, ("agreement",)),
    "antecedent contains the anaphor": (CONTAINED, (None,), {}, ("containment",)),
    "it does with other ends, strict": (CONTAINED_WITH_OTHER_ENDS, (None,), {}, ("np_boundary",)),
    "it does with other ends, partial": (CONTAINED_WITH_OTHER_ENDS, (None,), {"criteria": PARTIAL}, ("containment",)),
    "chain: any earlier mention": (CHAIN_OF_THREE, (TRAY, IT), {}, ("outranked", "right")),
    "nominal: pronoun resolved wrongly": (
        CHAIN_OF_THREE, (TRAY, IT), {"criteria": NOMINAL}, ("outranked", "propagated"),
    ),
    "nominal: pronoun resolved rightly": (CHAIN_OF_THREE, (LID, IT), {"criteria": NOMINAL}, ("right", "right")),
    "nominal: pronoun left open": (CHAIN_OF_THREE, (None, IT), {"criteria": NOMINAL}, ("abstained", "propagated")),
    "nominal: pronoun that nobody resolves": (THIS_ALONE, (Span(0, 1),), {"criteria": NOMINAL}, ("right",)),
    "nominal: the end must match, strict": (
        LONGER_CHAIN, (LID, IT), {"criteria": Criteria("strict", "nominal")}, ("np_boundary", "np_boundary"),
    ),
    "nominal: the end must match, partial": (
        LONGER_CHAIN, (LID, IT), {"criteria": Criteria("partial", "nominal")}, ("right", "right"),
    ),
    "nominal: a wrong answer that leads back to the chain": (
        Scene(THREE, [(LID, IT_AGAIN), (TRAY, IT)]), (LID, IT), {"criteria": NOMINAL}, ("outranked", "outranked"),
    ),
    "nominal: an answer that leaves the chain and comes back": (
        Scene(FOUR, [(LID, IT_AGAIN, LAST), (TRAY, IT)]), (LID, IT, IT_AGAIN), {"criteria": NOMINAL},
        ("outranked", "outranked", "propagated"),
    ),
    "nominal: pronouns alone": (PRONOUNS_ONLY, (None, IT, IT_AGAIN), {"criteria": NOMINAL}, ("np_missing",) * 2),
    "nominal: the noun phrase is out of reach of all": (
        PLURAL_CHAIN, (None, Span(3, 4)), {"criteria": NOMINAL}, ("agreement", "out_of_window"),
    ),
    "nearest: the last mention that is no pronoun": (TWO_LIDS, (Span(6, 8),), {"criteria": NEAREST}, ("right",)),
    "nearest: an earlier one": (TWO_LIDS, (LID,), {"criteria": NEAREST}, ("outranked",)),
    "nearest: passes over pronouns": (CHAIN_OF_THREE, (LID, IT), {"criteria": NEAREST}, ("right", "outranked")),
    "nearest: a pronoun where there is nothing else": (
        Scene(THREE, [(IT, IT_AGAIN)]), (None, IT), {"criteria": NEAREST}, ("right",),
    ),
    "nearest: a demonstrative is no noun": (AFTER_THIS, (IT,), {"criteria": NEAREST}, ("outranked",)),
    "nearest: passes over demonstratives": (AFTER_THIS, (LID,), {"criteria": NEAREST}, ("right",)),
    "nearest: of pronouns only the last": (
        PRONOUNS_ONLY, (None, IT, IT), {"criteria": NEAREST}, ("right", "outranked"),
    ),
}  # fmt: skip


def test_stage_of_an_anaphor() -> None:
    stages = {
        name: tuple(outcome.stage for outcome in scene.answers(*answers, **options).outcomes["me"])
        for name, (scene, answers, options, _) in STAGE_CASES.items()
    }

    assert stages == {name: expected for name, (*_, expected) in STAGE_CASES.items()}


def test_key_anaphor_tells_its_form_chain_sentence_and_case() -> None:
    """The second "it", in the third sentence; the tray alone is the first chain."""
    scene = Scene(THREE.replace("It/", "IT/"), [(TRAY,), (LID, IT_AGAIN)])
    anaphor = only_anaphor(scene.answers(None, None))

    apart = Scene(f"{LID_AND_TRAY}\nStop/VB/0/root\n{IT_BREAKS}\n{IT_BREAKS}", [(LID, Span(7, 8), Span(10, 11))])
    spurious = Scene(THREE, [(LID, IT_AGAIN)]).answers(LID, LID)

    assert (anaphor.form, anaphor.chain, anaphor.sentence, anaphor.case) == ("it", 1, 2, 1)
    assert [following.distance for following in apart.answers(LID, LID).anaphors] == [2, 1]
    assert (spurious.spurious, spurious.identified, spurious.attempted) == ((IT,), 2, {"me": 2})


def test_key_anaphor_counts_its_candidates() -> None:
    text = f"The/DT/2/det lids/NNS/3/nsubj cover/VBP/0/root the/DT/5/det tray/NN/3/obj ././3/punct\n{IT_BREAKS}"
    anaphor = only_anaphor(Scene(text, [(TRAY, IT)]).answers(TRAY))

    chain = CHAIN_OF_THREE.answers(LID, None)
    filtered = only_anaphor(FILTERED.answers())

    assert (anaphor.candidates, anaphor.compatible, anaphor.reachable) == (2, 1, 1)
    assert [following.reachable for following in chain.anaphors] == [1, 2]
    assert (chain.identified, chain.attempted) == (2, {"me": 1})
    assert (filtered.case, filtered.candidates, filtered.compatible, filtered.reachable) == (None, 0, 0, 0)


def test_upper_bound_tells_strict_and_partial_apart_and_holds_the_minimum_of_the_key() -> None:
    """What is reachable follows the matching that was asked for.

    "The lid" holds the head of "The lid covers", and the minimum "lid", but not "lid covers". By the tree the head
    would be "covers", for which a minimum stands in.
    """

    def bounds(criteria: Criteria = CHAIN, **marked: Any) -> tuple[bool, bool, int]:
        attributes = {LONGER: Attributes(**marked)}
        anaphor = only_anaphor(Scene(TWO, [(LONGER, IT)], attributes=attributes).answers(LID, criteria=criteria))
        return anaphor.strict, anaphor.partial, anaphor.reachable

    assert bounds(head=1) == (False, True, 0)
    assert bounds(PARTIAL, head=1) == (False, True, 1)
    assert bounds(head=1, minimum=Span(1, 2)) == (False, True, 0)
    assert bounds(head=1, minimum=Span(1, 3)) == (False, False, 0)
    assert bounds(minimum=Span(1, 2)) == (False, True, 0)


def test_first_pronoun_of_a_chain_is_not_counted_nor_one_with_split_antecedents() -> None:
    first = Span(0, 1)
    rows: dict[str, tuple[str, list[tuple[Span, ...]], str]] = {
        "alone": (TWO, [(LID,), (IT,)], "first_mention"),
        "before its noun": (f"{IT_BREAKS}\n{LID_AND_TRAY}", [(first, Span(3, 5))], "cataphora"),
        "before pronouns only": (THREE, [(IT, IT_AGAIN)], "first_mention"),
        "before its noun and a pronoun": (
            f"{IT_BREAKS}\n{LID_AND_TRAY}\n{IT_BREAKS}", [(first, Span(3, 5), IT_AGAIN)], "cataphora",
        ),
        "before a demonstrative": (f"{IT_BREAKS}\n{THIS_WORKS}", [(first, Span(3, 4))], "first_mention"),
    }  # fmt: skip
    for name, (text, chains, reason) in rows.items():
        found = key_anaphors(annotated(text)[0], Key("test", tuple(chains)), "third-person")

        assert {kind: count for kind, count in found.not_counted.items() if count} == {reason: 1}, name
        assert chains[-1][0] not in [mention.span for mention in found.asked], name
    document = annotated("\n".join([IT_BREAKS] * 4))[0]
    its = [Span(start, start + 1) for start in (0, 3, 6, 9)]
    split = Key("test", tuple((it,) for it in its), split={its[2]: (0, 1), its[3]: (0, 1)})
    counts = key_anaphors(document, split, "third-person").not_counted
    assert counts == {"first_mention": 2, "cataphora": 0, "split_antecedent": 2, "clausal": 0}


def test_phrase_that_begins_with_a_pronoun_comes_before_it() -> None:
    """Of mentions that begin together the longer comes first."""
    document = annotated("He/PRP/3/nsubj alone/RB/1/advmod left/VBD/0/root")[0]
    he, he_alone = Span(0, 1), Span(0, 2)

    found = key_anaphors(document, Key("test", ((he, he_alone),)), "third-person").asked
    assert found == (Asked(he, 0, Stretch((he_alone,), 0, 1)),)
    document = annotated("The/DT/2/det lid/NN/3/nsubj lost/VBD/0/root its/PRP$/5/nmod:poss knob/NN/3/obj")[0]
    assert key_anaphors(document, Key("test", ((LID, Span(3, 5)),)), "third-person").asked == (), "it is no pronoun"
    crossed = key_anaphors(annotated(THREE)[0], Key("test", ((LID, IT_AGAIN), (TRAY, IT))), "third-person")
    assert [mention.span for mention in crossed.asked] == [IT, IT_AGAIN], "in the order of the text"


def test_pronoun_of_another_person_is_no_key_anaphor() -> None:
    document = annotated("I/PRP/2/nsubj saw/VBD/0/root myself/PRP/2/obj")[0]
    key = Key("test", ((Span(0, 1), Span(2, 3)),))

    assert key_anaphors(document, key, "third-person").asked == ()
    assert key_anaphors(document, key, "personal").asked == (Asked(Span(2, 3), 0, Stretch((Span(0, 1),), 0, 1)),)


def test_trace_follows_the_anaphors_that_were_asked_for() -> None:
    """Each "this" is identified. The first is alone in its chain, the second the lid, and both count if all do."""
    text = f"{THIS_WORKS}\n{LID_AND_TRAY}\n{THIS_WORKS}"
    document, annotation = annotated(text)
    found = prepare(document, annotation, options=Preparation(anaphors="all"), layers=Layers(non_anaphoric=frozenset()))
    key = Key("test", ((Span(0, 1),), (Span(3, 5), IT_AGAIN)))
    every, third = (trace(document, key, found, {}, Criteria(anaphors=which)) for which in ("all", "third-person"))

    assert ([anaphor.span for anaphor in every.anaphors], every.identified, every.spurious) == ([IT_AGAIN], 1, ())
    assert (tuple(third.anaphors), third.identified, third.spurious) == ((), 2, (Span(0, 1), IT_AGAIN))


def test_right_candidates_are_those_in_scope_that_would_be_right_as_was_asked() -> None:
    """ "This" is a case of preprocessing where all pronouns are, but a key anaphor only if they all count."""
    this = Scene(f"{LID_AND_TRAY}\n{THIS_WORKS}", [(LID, IT)])
    every = prepare(*annotated(this.text), options=Preparation(anaphors="all"), layers=this.layers)

    def right(scene: Scene, criteria: Criteria, found: Prepared | None = None) -> dict[int, list[int]]:
        candidates = right_candidates(scene.document(), scene.key(), found or scene.prepared(), criteria)
        return {number: list(places) for number, places in candidates.items()}

    assert right(CHAIN_OF_THREE, CHAIN) == {0: [0], 1: [0, 2]}
    assert right(OTHER_ENDS, Criteria("strict")) == {0: []}
    assert right(OTHER_ENDS, Criteria("partial")) == {0: [0]}
    assert right(this, Criteria(anaphors="third-person"), every) == {}
    assert list(right(this, Criteria(anaphors="all"), every)) == [0]


def test_mention_chains_number_the_mentions_that_the_key_has() -> None:
    """ "lid", "The lid" and the whole sentence have one head; "The lid" is the most like the mention in length.

    A mention that a file has in two chains is in the first.
    """
    alike = Scene(TWO, [(Span(1, 2),), (LID,), (SENTENCE,)], attributes={SENTENCE: Attributes(head=1)})

    def chains(scene: Scene, how: Match) -> tuple[int, ...]:
        return mention_chains(scene.document(), scene.key(), scene.prepared(), how)

    assert chains(Scene(TWO, [(TRAY,), (LID, IT)]), "strict") == (1, 0, 1)
    assert chains(Scene(TWO, [(Span(1, 2),)]), "strict") == (-1, -1, -1)
    assert chains(Scene(TWO, [(Span(1, 2),)]), "head") == (0, -1, -1)
    assert chains(alike, "head") == (1, -1, -1)
    assert chains(Scene(TWO, [(LID,), (LID, IT)]), "strict") == (0, -1, 1)


POOL = [LID, TRAY, IT, IT_AGAIN, Span(0, 6), Span(1, 2), Span(3, 6), Span(0, 5), Span(12, 13)]


@st.composite
def scenes(draw: st.DrawFn) -> tuple[Scene, list[Span | None], Criteria]:
    """A random key over four sentences with three "it", random windows and filters, and random answers."""
    spans = draw(st.lists(st.sampled_from(POOL), unique=True, min_size=1))
    labels = draw(st.lists(st.integers(0, 2), min_size=len(spans), max_size=len(spans)))
    chains = [sorted(span for span, at in zip(spans, labels, strict=True) if at == label) for label in set(labels)]
    filtered = draw(st.frozensets(st.sampled_from([6, 9, 12])))
    scene = Scene(f"{THREE}\n{IT_BREAKS}", chains, draw(st.integers(0, 3)), Layers(non_anaphoric=filtered))
    found = scene.prepared()
    answers = [
        None if choice is None else found.mentions[choice].span
        for choice in (draw(st.sampled_from([None, *case.compatible])) for case in found.cases)
    ]
    criteria = Criteria(draw(st.sampled_from(MATCHES)), draw(st.sampled_from(get_args(Antecedent))))
    return scene, answers, criteria


@settings(max_examples=40)
@given(scenes())
def test_every_key_anaphor_is_lost_once_or_right_and_the_rest_is_spurious(
    drawn: tuple[Scene, list[Span | None], Criteria],
) -> None:
    """Shared losses are those of the resolver, right answers stay below the upper bounds, and the best reach them."""
    scene, answers, criteria = drawn
    traced = scene.answers(*answers, criteria=criteria)
    spans = [mention.span for mention in scene.prepared().mentions]
    best = best_answers(scene.document(), scene.key(), scene.prepared(), criteria)
    reached = scene.answers(*(None if mention is None else spans[mention] for mention in best), criteria=criteria)

    assert [outcome.stage for outcome in reached.outcomes["me"]] == [
        anaphor.loss or "right" for anaphor in traced.anaphors
    ]
    assert traced.identified == len(traced.spurious) + sum(anaphor.case is not None for anaphor in traced.anaphors)
    for anaphor, outcome in zip(traced.anaphors, traced.outcomes["me"], strict=True):
        assert outcome.stage in STAGES
        assert anaphor.loss == (outcome.stage if outcome.stage in SHARED_STAGES else "")
        assert bool(anaphor.reachable) == (anaphor.loss == "")
        assert anaphor.strict <= anaphor.partial
        if criteria.match != "head":
            assert (anaphor.strict if criteria.match == "strict" else anaphor.partial) == (anaphor.loss == "")


#                     0              1            2           3
RAIN = f"{LID_AND_TRAY}\nIt/PRP/2/expl rained/VBD/0/root ././2/punct\n{IT_BREAKS}"


def others(key: Key, *answers: Span | None, which: str = "third-person", gold: bool = False) -> DocumentTrace:
    """The trace of two sentences after the lid's, each of which begins with "it": tokens 6 and 9."""
    document, annotation = annotated(RAIN)
    found = prepare(document, annotation, options=Preparation(it_filter="none"))
    spans = [mention.span for mention in found.mentions]
    decisions = [
        Decision(number, None if answer is None else spans.index(answer), Explanation("opaque", case.compatible, ""))
        for number, (case, answer) in enumerate(zip(found.cases, answers, strict=True))
    ]
    document = replace(document, annotation=annotation if gold else None)
    return trace(document, key, found, {"me": decisions}, Criteria(anaphors=which))  # type: ignore[arg-type]


def test_a_pronoun_outside_the_key_is_right_if_it_is_left_unresolved() -> None:
    key = Key("test", ((LID, IT_AGAIN),))

    left, answered = others(key, None, LID), others(key, TRAY, LID)

    assert (left.non_anaphoric, left.left) == ({"unmarked": 1}, {"me": 1})
    assert (answered.non_anaphoric, answered.left) == ({"unmarked": 1}, {"me": 0})


def test_pronouns_are_non_anaphoric_by_their_mark_or_the_gold_tree() -> None:
    """A first mention is neither anaphor nor non-anaphoric, and a key anaphor is never non-anaphoric."""
    first = ((LID, IT_AGAIN), (IT,))
    marked, anaphor = Key("test", first, non_anaphoric={6: "clausal"}), Key("test", ((LID, IT, IT_AGAIN),))

    assert others(Key("test", first), None, LID).non_anaphoric == {}
    assert others(Key("test", first), None, LID, gold=True).non_anaphoric == {"pleonastic": 1}, "an expletive"
    assert others(marked, None, LID).non_anaphoric == {"clausal": 1}, "even if it is a mention"
    assert others(replace(anaphor, non_anaphoric={6: "pleonastic"}), LID, LID).non_anaphoric == {}


def test_words_of_the_pronoun_table_that_are_no_pronouns_are_not_counted() -> None:
    """The computer department IT, and "that" before a clause and a noun; the demonstrative counts."""
    text = (
        "IT/NNP/2/nsubj said/VBD/0/root that/IN/5/mark this/DT/5/nsubj works/VBZ/2/ccomp that/DT/7/det way/NN/5/obl\n"
        "This/PRP/2/nsubj helps/VBZ/0/root"
    )
    document, annotation = annotated(text)
    found = prepare(document, annotation, options=Preparation(it_filter="none"))

    traced = trace(document, Key("test", ()), found, {}, Criteria(anaphors="all"))

    assert (traced.words, traced.non_anaphoric) == (9, {"unmarked": 1})


#            0      1   2      3 4      5   6      7           8   9     10
ANN_BUYS = "Ann/NNP/2/nsubj bought/VBD/0/root a/DT/4/det car/NN/2/obj ././2/punct"
CAR_STOPS = "The/DT/3/det old/JJ/3/amod car/NN/4/nsubj stopped/VBD/0/root ././4/punct"
ANN, A_CAR, THE_CAR, OLD_CAR = Span(0, 1), Span(2, 4), Span(5, 8), Span(6, 8)
NOMINALS = Criteria(anaphors="nominal")


def noun_phrases(mentions: tuple[Span, ...], chains: Sequence[Sequence[Span]], criteria: Criteria) -> DocumentTrace:
    """ "Ann bought a car. The old car stopped." with these mentions; each noun phrase is answered by the last one."""
    document, annotation = annotated(f"{ANN_BUYS}\n{CAR_STOPS}")
    options = Preparation(window=0, anaphors=criteria.anaphors)
    found = prepare(document, annotation, options=options, layers=Layers(mentions=mentions))
    told = [
        Decision(number, max(case.candidates, default=None), Explanation("opaque", case.candidates))
        for number, case in enumerate(found.cases)
    ]
    return trace(document, Key("test", tuple(map(tuple, chains))), found, {"me": told}, criteria)


def test_noun_phrase_is_a_key_anaphor_if_it_has_an_earlier_mention_however_far_back_and_whether_it_agrees() -> None:
    """ "Ann ... the old car": no agreement; the resolver may still answer so, and MAX has it."""
    far = noun_phrases((ANN, A_CAR, THE_CAR), [(ANN,), (A_CAR, THE_CAR)], NOMINALS)
    new = noun_phrases((ANN, A_CAR, THE_CAR), [(ANN,), (A_CAR,), (THE_CAR,)], NOMINALS)
    other = noun_phrases((ANN, THE_CAR), [(ANN, THE_CAR)], NOMINALS)

    assert (only_anaphor(far).form, only_anaphor(far).distance) == ("the old car", 1)
    assert only_outcome(far).stage == only_outcome(other).stage == "right"
    assert (only_anaphor(other).compatible, only_anaphor(other).strict) == (0, True)
    assert (len(new.anaphors), new.spurious, new.attempted) == (0, (THE_CAR,), {"me": 1})
    assert not any(new.not_counted.values())


def test_resolver_that_keeps_to_agreement_loses_noun_phrases_by_it() -> None:
    document, annotation = annotated(f"{ANN_BUYS}\n{CAR_STOPS}")
    layers = Layers(mentions=(ANN, THE_CAR))
    found = prepare(document, annotation, options=Preparation(anaphors="nominal"), layers=layers)
    decision = Decision(0, None, Explanation("opaque", found.cases[0].compatible))
    traced = trace(document, Key("test", ((ANN, THE_CAR),)), found, {"me": [decision]}, NOMINALS)
    apposed = Key("test", ((Span(5, 9), THE_CAR),))

    assert only_outcome(traced).stage == "agreement"
    assert key_anaphors(document, apposed, "nominal", annotation).asked == (), "what lies around it is no antecedent"


def test_names_are_told_from_other_noun_phrases_by_the_key_or_else_by_the_tag_of_the_head() -> None:
    document, annotation = annotated(f"{ANN_BUYS}\n{CAR_STOPS}")
    chains = ((ANN, THE_CAR),)
    said = Key("test", chains, attributes={THE_CAR: Attributes(kind="name")})

    for key, which in ((Key("test", chains), "nominal"), (said, "names"), (said, "all-mentions")):
        assert [mention.span for mention in key_anaphors(document, key, which, annotation).asked] == [THE_CAR]
    assert key_anaphors(document, said, "nominal", annotation).asked == ()


def test_noun_phrase_found_with_other_boundaries_is_missed_but_by_lenient_matching() -> None:
    mentions, chains = (ANN, A_CAR, OLD_CAR), [(A_CAR, THE_CAR)]
    every = {how: Criteria(how, anaphors="all-mentions") for how in MATCHES}
    stages = {how: only_outcome(noun_phrases(mentions, chains, asked)).stage for how, asked in every.items()}
    bounds = only_anaphor(noun_phrases(mentions, chains, every["strict"]))

    assert stages == {"strict": "anaphor_missed", "partial": "right", "head": "right"}
    assert (bounds.strict, bounds.partial) == (False, True)


IN_ITS_BOX = "In/IN/3/case its/PRP$/3/nmod:poss box/NN/6/obl ,/,/3/punct the/DT/5/det lid/NN/6/nsubj broke/VBD/0/root"
ITS, BOX, LATER_LID = Span(1, 2), Span(1, 3), Span(4, 6)
THEY_BREAK = f"{LID_AND_TRAY}\nThey/PRP/2/nsubj break/VBP/0/root"


def test_cataphoric_answer_is_right_if_it_names_a_later_mention_of_a_cataphors_chain() -> None:
    rows = [
        ((ITS, LATER_LID), LATER_LID, Answered(1, 1)),
        ((ITS, LATER_LID), BOX, Answered(1, 0)),
        ((ITS, LATER_LID), None, Answered(0, 0)),
        ((ITS,), LATER_LID, Answered(1, 0)),  # no cataphor in the key
    ]
    document, annotation = annotated(IN_ITS_BOX)
    found = prepare(document, annotation, layers=Layers(mentions=(ITS, BOX, LATER_LID)))
    spans = [mention.span for mention in found.mentions]
    for chain, answer, expected in rows:
        place = None if answer is None else spans.index(answer)
        decision = Decision(0, None, Explanation("opaque", ()), cataphoric=place)
        traced = trace(document, Key("test", (chain,)), found, {"me": [decision]}, CHAIN)

        assert traced.cataphoric == {"me": expected}
        assert (len(traced.anaphors), traced.attempted) == (0, {"me": 0})


def test_split_antecedent_is_right_if_its_entities_are_those_of_the_key() -> None:
    rows: list[tuple[tuple[int, ...], tuple[int, ...], Answered]] = [
        ((0, 1), (0, 1), Answered(1, 1)),
        ((0, 1), (0,), Answered(1, 0)),  # one entity too many
        ((0, 1), (), Answered(1, 0)),  # the key has no split antecedent
        ((0,), (0, 1), Answered(0, 0)),
    ]
    document, annotation = annotated(THEY_BREAK)
    found = prepare(document, annotation)
    for (first, *others), marked, expected in rows:
        decision = Decision(0, first, Explanation("opaque", found.cases[0].candidates), tuple(others))
        key = Key("test", ((LID,), (TRAY,), (IT,)), split={IT: marked} if marked else {})
        traced = trace(document, key, found, {"me": [decision]}, CHAIN)

        assert traced.split == {"me": expected}
        assert (len(traced.anaphors), traced.attempted) == (0, {"me": 0})
    both = Decision(0, 0, Explanation("opaque", found.cases[0].candidates), (1,))
    traced = trace(document, Key("test", ((LID, IT),)), found, {"me": [both]}, CHAIN)
    assert (only_outcome(traced).stage, traced.split) == ("outranked", {"me": Answered(1, 0)}), "the tray is not of it"
