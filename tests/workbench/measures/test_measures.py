"""Measures by name, with settings of their own, and the arithmetic that they share."""

from dataclasses import replace
from types import SimpleNamespace

import numpy as np
import pytest

from anaphora.workbench import measures
from anaphora.workbench.document import Kind, Span
from anaphora.workbench.errors import OptionError, UnknownNameError
from anaphora.workbench.key import Attributes, Key, Response
from anaphora.workbench.measures import chain_measures, divide, f1, lea, muc, numbers
from anaphora.workbench.measures.ace_value import ace_value
from anaphora.workbench.measures.blanc import blanc
from anaphora.workbench.measures.choosing import choose_measure
from anaphora.workbench.measures.denotation import WEIGHTS, _similarity, complete, denotation
from tests.refused import raises
from tests.workbench.clusters import MEASURES, overlapping, score


def test_measures_that_others_installed_come_last_if_there_is_a_tuple_of_them(monkeypatch: pytest.MonkeyPatch) -> None:
    mine = SimpleNamespace(MEASURES=(replace(muc.MEASURES[0], name="a_new_one"),))
    monkeypatch.setattr(measures, "modules", lambda: {"a_new_one": mine, "lea": lea, "muc": muc})

    assert list(chain_measures()) == ["muc", "lea", "a_new_one"]
    for module in (SimpleNamespace(), SimpleNamespace(MEASURES=muc.MEASURES[0])):
        monkeypatch.setattr(measures, "modules", lambda module=module: {"a_new_one": module})
        with raises("no-measures"):
            chain_measures()


def test_measure_is_chosen_by_its_name_or_that_of_another_scorer_and_called_as_it_was_asked_for() -> None:
    names = {
        "muc": "muc", "LEA": "lea", "bcub": "b_cubed", "BCUB": "b_cubed", "B3": "b_cubed", "ceafe": "ceaf_e",
        "ceafm": "ceaf_m", "mor": "mention_overlap", "blanc(alpha=0.2)": "blanc(alpha=0.2)",
    }  # fmt: skip

    assert {asked: choose_measure(asked).name for asked in names} == names


# a and b corefer, c stands alone; the response links a and c
TEXT = [([["a", "b"], ["c"]], [["a", "c"], ["b"]])]


def test_alpha_weighs_coreference_links() -> None:
    """Of the two links apart, a-c and b-c, the response has b-c; it lacks the coreference link a-b."""
    expected = {
        "blanc(alpha=0)": 1 / 2, "blanc(alpha=1)": 0, "blanc(alpha=0.5)": 1 / 4, "blanc(alpha=0.2)": 4 / 10,
        "BLANC_2011(alpha=0.2)": 4 / 10, "blanc_luo(alpha=0.2)": 4 / 10, "blanc": 1 / 4,
    }  # fmt: skip

    assert {name: score(choose_measure(name), TEXT)["f1"] for name in expected} == pytest.approx(expected)


VARIANTS = ("blanc", "blanc_2011", "blanc_luo")
# each word is a chain of one-letter mentions
LACKING = {
    ("ab", "ab"): (1, 1, 1),  # no link apart on either side: the others alone
    ("a b", "a b"): (1, 1, 1),  # links apart only
    ("abc d", "abc d"): (1, 1, 1),  # three of each kind
    ("ab", "a b"): (0, 0, 0),
    # coreference links 1 of 3, F1 1/2; of the two links apart none: alone where the key has none, else half each
    ("ab c", "abc"): (1 / 4, 1 / 4, 1 / 4),
    # the other way round the key has no link apart; only Luo et al. look at the response too
    ("abc", "ab c"): (1 / 2, 1 / 2, 1 / 4),
    # no link of any kind
    ("a", "a"): (0, None, 1),
    ("a", "b"): (0, None, 0),
    ("a", ""): (0, None, 0),
    ("", "a"): (0, None, 0),
}


def test_variants_of_blanc_differ_where_a_kind_of_link_is_missing() -> None:
    for sides, expected in LACKING.items():
        key, response = ([list(word) for word in side.split()] for side in sides)
        values = {name: score(name, [(key, response)])["f1"] for name in VARIANTS}

        assert values == pytest.approx(dict(zip(VARIANTS, expected, strict=True))), sides


@pytest.mark.parametrize(
    "asked",
    [
        "muk", "muc(alpha=1)", "blanc(beta=1)", "denotation(name=x)", "blanc(alpha=1.01)", "blanc(alpha=-0.1)",
        "blanc(alpha=x)", "blanc(alpha=1/2)", "denotation(method=any)", "denotation(empty=1)", "denotation(weights=1)",
        "denotation(weights=all)", "denotation(weights=1/2)", "denotation(weights=0.6/0.3)",
        "denotation(weights=0.5/0.3/0.2)", "denotation(weights=0.6/0.2/0.2)", "denotation(weights=0.6/0.4/0)",
        "ace_value(costs=2)", "blanc()", "blanc(alpha)", "blanc(alpha=1", "muc(", "blanc(alpha=1)x",
    ],
)  # fmt: skip
def test_measure_or_setting_that_there_is_not_is_refused(asked: str) -> None:
    with pytest.raises((OptionError, UnknownNameError)) as caught:
        choose_measure(asked)
    assert (caught.value.code == "unknown-name") == (asked in ("muk", "ace_value(costs=2)"))


def test_weights_of_specificity_classes_may_be_one_or_none_too_many() -> None:
    assert denotation(weights=(1.0,)).name == "denotation"
    assert denotation(weights=(0.7, 0.2, 0.05, 0.05 - 1e-12)).name == "denotation"
    with raises("bad-weights"):
        denotation(weights=())


def test_weight_of_a_class_that_neither_chain_has_goes_to_the_others_or_is_lost() -> None:
    """N are names, n other nominals, p pronouns; they weigh 0.6, 0.3 and 0.1.

    The second key chain corresponds to N2 N3 N4 either way. The first is 0.1 like p1 p2, that is 0.1 / 0.4 without the
    names that neither has, and 0.3 * 2/3 like n1 n2 N1, between which no class is missing. Of the six assignments of
    the key and five of the response, p2, N3 and N4 are right, or only the last two.
    """
    key = [["n1", "p1", "p2"], ["N1", "N2", "N3", "N4", "n2"]]
    response = [["p1", "p2"], ["n1", "n2", "N1"], ["N2", "N3", "N4"]]
    of = {"N": "name", "n": "nominal", "p": "pronoun"}
    kinds = {mention: of[mention[0]] for chain in key for mention in chain}

    for measure, recall, precision in (("denotation", 3 / 6, 3 / 5), ("denotation(empty=zero)", 2 / 6, 2 / 5)):
        found = score(choose_measure(measure), [(key, response)], kinds)
        assert [found["recall"], found["precision"]] == pytest.approx([recall, precision])


def test_weights_must_do_for_the_classes_of_the_corpus() -> None:
    """Where no class is known there is one."""
    two, one = denotation(weights=(0.7, 0.3)), denotation(weights=(1.0,))

    assert score(one, TEXT) == score("denotation", TEXT)
    assert score(two, TEXT, {"a": "name", "b": "nominal", "c": "name"})["f1"] is not None
    with raises("too-few-weights"):
        score(two, TEXT, {"a": "name", "b": "nominal", "c": "pronoun"})


def test_settings_left_out_are_the_default_ones() -> None:
    assert score(blanc("blanc"), TEXT) == score("blanc", TEXT)
    assert score(ace_value("ace_2007"), TEXT) == score("ace_value", TEXT)


def test_a_quotient_by_0_is_undefined_and_f1_takes_it_for_0_unless_both_are() -> None:
    quotients = divide(np.array([1.0, 0.0, 3.0]), np.array([0.0, 0.0, 4.0]))
    recall, precision = np.array([0.5, np.nan, 0.5, 0.0, np.nan]), np.array([1.0, 1.0, np.nan, 0.0, np.nan])

    assert quotients.tolist() == pytest.approx([np.nan, np.nan, 0.75], nan_ok=True)
    assert f1(recall, precision).tolist() == pytest.approx([2 / 3, 0.0, 0.0, 0.0, np.nan], nan_ok=True)


def mentions_head(*documents: tuple[Key, Key]) -> dict[str, float | None]:
    return numbers(MEASURES["mentions_head"], overlapping(documents))


FIRST, FIRST_TWO = Span(0, 1), Span(0, 2)
SHORT = Key("d", ((FIRST,),))


def test_document_whose_key_tells_neither_heads_nor_minima_does_not_count_with_mentions_head() -> None:
    """Though its mentions are the same; beside it, one of the two mentions that another response has is found.

    Where the key has no mention there is no head that it could tell.
    """
    with_head, with_minimum = (
        Key("e", ((FIRST_TWO,),), {FIRST_TWO: known}) for known in (Attributes(head=0), Attributes(minimum=FIRST))
    )
    beside = mentions_head((SHORT, SHORT), (with_head, Key("e", ((FIRST, Span(5, 6)),))))

    assert mentions_head((with_head, SHORT))["f1"] == mentions_head((with_minimum, SHORT))["f1"] == 1
    assert mentions_head((SHORT, SHORT)) == {"recall": None, "precision": None, "f1": None}
    assert beside == {"recall": 1, "precision": 0.5, "f1": pytest.approx(2 / 3)}
    assert mentions_head((Key("d", ()), SHORT)) == {"recall": None, "precision": 0, "f1": 0}


def test_document_with_a_mention_of_unknown_kind_does_not_count_with_pronouns() -> None:
    """Whichever side has it; the other document has one pronoun, which is right."""
    kinds, other = {"Ann": "name", "it": "pronoun"}, ([["Ann", "it"]], [["Ann", "it"]])
    for document in (
        ([["x", "it"]], [["x", "it"]]),
        ([["Ann", "it"]], [["Ann", "it", "x"]]),
        ([["Ann", "it"]], [["x"]]),
    ):
        assert score("pronouns", [document], kinds)["recall"] is None
        assert score("pronouns", [document, other], kinds) == {"recall": 1, "precision": 1, "f1": 1}


def similarities(key: Key, response: Key | Response, empty: str = "renormalised") -> dict[tuple[int, int], float]:
    """Of each key chain and response chain that share an expression; chains of one that a side lacks come last."""
    overlap = overlapping([(key, response)])
    table = complete(overlap)
    found = _similarity(overlap, table, np.array(WEIGHTS), renormalised=empty == "renormalised")
    return dict(zip(zip(table.cell_row.tolist(), table.cell_column.tolist(), strict=True), found.tolist(), strict=True))


def chain(*kinds: Kind | None) -> Key:
    """One chain of single words, one for each kind; a word whose kind is `None` is of unknown kind."""
    words = tuple(Span(at, at + 1) for at in range(len(kinds)))
    return Key("d", (words,), {word: Attributes(kind=kind) for word, kind in zip(words, kinds, strict=True) if kind})


def test_classes_of_the_key_are_compared_with_whole_chains_of_a_response_that_tells_none() -> None:
    """The key has a name and two pronouns; the response the name, one of these, and an expression of its own.

    Dice is 2 * 1 / (1 + 3) of the name, which weighs 0.6, and 2 * 1 / (2 + 3) of the pronouns, which weigh 0.1. The
    pronoun that was missed is alike in 2 * 1 / (2 + 1) of 0.1; what is spurious counts as the most specific.
    """
    key, response = chain("name", "pronoun", "pronoun"), Response("d", ((Span(0, 1), Span(1, 2), Span(3, 4)),))
    alike = {(0, 0): 0.6 / 2 + 0.1 * 2 / 5, (0, 1): 0.1 * 2 / 3, (1, 0): 0.6 / 2}

    assert similarities(key, response, empty="zero") == pytest.approx(alike)
    assert similarities(key, response) == pytest.approx({
        (0, 0): alike[0, 0] / 0.7, (0, 1): alike[0, 1] / 0.7, (1, 0): alike[1, 0] / 0.6,
    })  # fmt: skip


@pytest.mark.parametrize("kinds", [("pronoun", None), (None, "pronoun")])
def test_similarity_is_dices_where_the_key_does_not_tell_all_classes(kinds: tuple[Kind | None, ...]) -> None:
    """Of two expressions of the key one is of unknown class, and the response has only the one that is not."""
    place = kinds.index("pronoun")
    response = Response("d", ((Span(place, place + 1),),))

    for empty in ("renormalised", "zero"):
        assert similarities(chain(*kinds), response, empty) == pytest.approx({(0, 0): 2 / 3, (0, 1): 2 / 3})


def test_an_expression_that_only_the_response_has_is_of_the_class_that_this_tells() -> None:
    """The key has a name, the response a pronoun before it in the same chain.

    Names are alike in 0.6, and the pronoun has nobody, which makes 0.6 of 0.7; alone in a chain, it is like the other
    pronoun in 0.1, and the name has nobody.
    """
    name = Span(1, 2)
    key = Key("d", ((name,),), {name: Attributes(kind="name")})

    assert similarities(key, chain("pronoun", "name")) == pytest.approx({(0, 0): 0.6 / 0.7, (1, 0): 0.1 / 0.7})


def test_the_key_has_the_last_word_on_a_class_but_a_response_may_tell_one_that_it_does_not() -> None:
    """The response calls the name a pronoun; then it tells the class of a mention of which the key has none."""
    values = numbers(MEASURES["denotation"], overlapping([(chain(None, "name"), chain("pronoun", "name"))]))

    assert similarities(chain("name", "pronoun"), chain("pronoun", "pronoun")) == pytest.approx({(0, 0): 1})
    assert values == pytest.approx({
        "recall": 1, "precision": 1, "f1": 1, "substitution": 0, "overgeneration": 0, "undergeneration": 0, "typed": 1,
    })  # fmt: skip


@pytest.mark.parametrize("step", [1, -1])
def test_which_expression_represents_a_chain_changes_no_figure(step: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is looked for from the first or from the last expression.

    The key chain c d has no correspondent, since a b and e f are the likest to a b c and d e f. Both c and d are
    assigned by the response, as a, b, e and f stand for its chains; so whichever of them stands for c d is spurious
    and the other one is incorrect. Of a and b, and of e and f, the one that does not stand for its chains is right.
    """
    key = [["a", "b"], ["c", "d"], ["e", "f"]]
    response = [["a", "b", "c"], ["d", "e", "f"]]
    monkeypatch.setattr(measures.denotation, "_specificity", lambda overlap, table: np.arange(6)[::step])

    assert score("denotation", [(key, response)]) == pytest.approx({
        "recall": 2 / 3, "precision": 2 / 4, "f1": 4 / 7,
        "substitution": 1 / 2, "overgeneration": 1 / 2, "undergeneration": 0, "typed": 0,
    })  # fmt: skip
