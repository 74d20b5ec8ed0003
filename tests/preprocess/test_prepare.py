from dataclasses import replace

import pytest

from anaphora.preprocess import Features, Layers, Preparation, prepare, trees
from anaphora.workbench.document import NonAnaphoric, Span
from anaphora.workbench.errors import WorkbenchError
from tests.annotated import annotated
from tests.refused import raises

LID_AND_IT = """
The/DT/2/det lid/NN/3/nsubj broke/VBD/0/root
It/PRP/3/nsubj was/VBD/3/cop dark/JJ/0/root
It/PRP/2/nsubj stops/VBZ/0/root
"""


def test_filtered_it_is_neither_anaphor_nor_candidate() -> None:
    """Without a filter every "it" is an anaphor; a layer in place of the filter decides."""
    found = prepare(*annotated(LID_AND_IT), options=Preparation(it_filter="rules"))
    every = prepare(*annotated(LID_AND_IT), options=Preparation(it_filter="none"))
    layered = prepare(*annotated(LID_AND_IT), layers=Layers(non_anaphoric=frozenset({6})))
    anaphors = [[result.mentions[case.anaphor].span for case in result.cases] for result in (found, every, layered)]

    assert found.non_anaphoric == (NonAnaphoric(3, "ours: weather"),)
    assert [mention.span for mention in found.mentions] == [Span(0, 2), Span(6, 7)]
    assert [found.mentions[number].span for number in found.cases[0].candidates] == [Span(0, 2)]
    assert (every.non_anaphoric, layered.non_anaphoric) == ((), (NonAnaphoric(6, "given"),))
    assert anaphors == [[Span(6, 7)], [Span(3, 4), Span(6, 7)], [Span(3, 4)]]


def test_given_mentions_replace_the_computed_ones_in_text_order_each_once() -> None:
    """One that is no noun phrase has the head of its tree."""
    spans = (Span(6, 7), Span(0, 3), Span(0, 2), Span(6, 7))
    found = prepare(*annotated(LID_AND_IT), layers=Layers(mentions=spans)).mentions

    assert [mention.span for mention in found] == [Span(0, 3), Span(0, 2), Span(6, 7)]
    assert (found[0].head, found[0].base) == (2, Span(0, 3))


def test_given_features_decide_agreement_and_a_given_coordination_keeps_its_members() -> None:
    layers = Layers(agreement={Span(0, 2): Features(3, "plural", "unknown", "unknown", "key")})
    found = prepare(*annotated(LID_AND_IT), layers=layers)
    both = prepare(*annotated("lid/NN/0/root and/CC/3/cc tray/NN/1/conj"), layers=Layers(mentions=(Span(0, 3),)))

    assert [entry.reason for entry in found.cases[0].removed] == ["number"]
    assert both.mentions[0].number == "plural"


def test_result_comes_without_what_the_corpus_says_unless_it_is_handed_in() -> None:
    document, annotation = annotated("He/PRP/2/nsubj left/VBD/0/root")
    gold = replace(document, annotation=annotation, sentence_starts=(0,), parse=("(S(NP*)", "(VP*))"))
    other = replace(annotation, entity=("OBJECT",) * len(document.words))
    found = prepare(gold, other)

    assert found.document == document
    assert found.annotation is other
    assert prepare(gold, annotation, layers=Layers(constituents=gold.parse)).document.parse == gold.parse


def test_signature_names_the_options_also_of_an_empty_document() -> None:
    found = prepare(*annotated(""), options=Preparation(window=2, anaphors="all"), signature="pipeline@1")

    assert found.signature == "pipeline@1|window:2|anaphors:all"
    assert (found.mentions, found.cases, found.non_anaphoric) == ((), (), ())


def test_heads_from_which_no_search_would_come_back_are_refused() -> None:
    document, annotation = annotated("a/NN/0/root b/NN/1/conj c/NN/1/conj")
    for heads, relations in (
        ((1, 2, 0), ("dep", "dep", "dep")),
        ((0, 2, 1), ("root", "dep", "dep")),
        ((0, 1, 1), ("root", "conj", "dep")),
    ):
        with pytest.raises(WorkbenchError):
            prepare(document, replace(annotation, head=heads, relation=relations))


DEEP = "lids/NNS/0/root of/IN/3/case boxes/NNS/1/nmod of/IN/5/case pens/NNS/3/nmod"


@pytest.mark.parametrize(
    ("text", "spans", "steps"),
    [
        ("never/RB/0/root very/RB/1/advmod often/RB/2/advmod", None, 3),  # none, one and two words stand above these
        (DEEP, None, 9),  # phrases of five, three and one word
        (DEEP, (Span(0, 5), Span(0, 4), Span(0, 3)), 12),
    ],
)
def test_trees_and_mentions_that_are_too_deep_are_refused(
    text: str, spans: tuple[Span, ...] | None, steps: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    layers = Layers(mentions=spans)
    monkeypatch.setattr(trees, "MOST_STEPS_A_WORD", 0)
    monkeypatch.setattr(trees, "MOST_STEPS", steps)
    assert len(prepare(*annotated(text), layers=layers).mentions) == (3 if text == DEEP else 0)

    monkeypatch.setattr(trees, "MOST_STEPS", steps - 1)
    with raises("too-deep"):
        prepare(*annotated(text), layers=layers)


#                           0              1               2                 3             4              5
DO_IT_OFTEN = (
    "He/PRP/2/nsubj left/VBD/0/root\nThey/PRP/2/nsubj do/VBP/0/root it/PRP/2/obj often/RB/2/advmod ././2/punct"
)


def test_clausal_it_is_taken_out_only_if_asked_for() -> None:
    pleonastic = prepare(*annotated(DO_IT_OFTEN))
    non_nominal = prepare(*annotated(DO_IT_OFTEN), options=Preparation(it_classes="non-nominal"))

    assert pleonastic.non_anaphoric == ()
    assert [(entry.token, entry.kind) for entry in non_nominal.non_anaphoric] == [(4, "clausal")]
    assert pleonastic.signature != non_nominal.signature
