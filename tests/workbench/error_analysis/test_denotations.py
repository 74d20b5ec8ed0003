"""The list behind the measure of denotation assignments, on the example of its paper."""

from collections.abc import Sequence

from anaphora.workbench.error_analysis.analysis import Correspondence, Denotations, denotations
from anaphora.workbench.error_analysis.mentions import DocumentText
from tests.workbench.clusters import evidence, score

WORDS = ("African_Americans", "Africans", "Clinton", "Mandela", "he", "his", "it", "slavery")
KEY = [["Clinton", "he", "his"], ["it", "slavery"]]
RESPONSE = [["Mandela", "he", "his"], ["African_Americans", "Africans"]]
KINDS = dict.fromkeys(WORDS, "name") | {"he": "pronoun", "his": "pronoun", "it": "pronoun", "slavery": "nominal"}


def example() -> Denotations:
    return denotations(evidence([(KEY, RESPONSE)], KINDS), [DocumentText("d", WORDS)])


def test_verdicts_are_those_of_the_paper_and_as_many_as_the_measure_counts() -> None:
    """Trouilleux et al. 2000: two pronouns denote Mandela instead of Clinton."""
    assignments, rates = example().assignments, score("denotation", [(KEY, RESPONSE)], KINDS)
    verdicts = [it.verdict for it in assignments]

    assert {(it.expression.text, it.key and it.key.text, it.response and it.response.text) for it in assignments} == {
        ("he", "Clinton", "Mandela"),
        ("his", "Clinton", "Mandela"),
        ("it", "slavery", None),
        ("Africans", None, "African_Americans"),
    }
    assert sorted(verdicts) == ["incorrect", "incorrect", "missing", "spurious"]
    assert (rates["substitution"], rates["overgeneration"], rates["undergeneration"]) == (2 / 4, 1 / 4, 1 / 4)


def sides(pairs: Sequence[Correspondence]) -> set[tuple[str, str]]:
    """Both chains of each pair, in words."""
    key = [" ".join(mention.text for mention in pair.key) for pair in pairs]
    response = [" ".join(mention.text for mention in pair.response) for pair in pairs]
    return set(zip(key, response, strict=True))


def test_correspondence_pairs_clinton_with_himself_and_mandela_with_the_chain_that_has_his_name() -> None:
    """Figure 3 has six rows; Africans of the completed key and "it" of the completed response are left over.

    Each side has been completed with the expressions of the other; a name weighs 0.6, a pronoun 0.1.
    """
    chains = example().chains
    similarities = {pair.response[0].text: round(pair.similarity, 3) for pair in chains if pair.response}

    assert sides(chains) == {
        ("Clinton he his", "Clinton"),
        ("it slavery", "slavery"),
        ("Mandela", "Mandela he his"),
        ("African_Americans", "African_Americans Africans"),
        ("Africans", ""),
        ("", "it"),
    }
    assert similarities["Clinton"] == similarities["Mandela"] == round(0.6 / 0.7, 3)


def test_exclusive_cores_pair_clinton_with_mandela_whose_pronouns_he_has() -> None:
    """Figure 4: what is shared counts, however little it says. The names of both are left over."""
    found = example().cores

    assert sides(found) == {
        ("Clinton he his", "Mandela he his"),
        ("Mandela", ""),
        ("", "Clinton"),
        ("it slavery", "it"),
        ("", "slavery"),
        ("African_Americans", "African_Americans Africans"),
        ("Africans", ""),
    }
    assert sum(pair.shared for pair in found) / len(WORDS) == score("exclusive_core_mr", [(KEY, RESPONSE)])["recall"]
