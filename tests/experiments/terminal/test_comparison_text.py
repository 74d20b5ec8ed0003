"""The sentences around the figures that stand in the terminal and in the report alike."""

from dataclasses import replace

import pytest

from anaphora.experiments.report.contents import Findings
from anaphora.experiments.report.report import report
from anaphora.experiments.terminal.comparison_text import notes, ranking, verdict
from anaphora.workbench.results.comparison import Comparison
from anaphora.workbench.statistics.spaced_sampling import Sample
from tests.workbench.rights import comparison, document

BOTH, FIRST, NONE = (True, True, False), (True, False, False), (False, False, False)


def repeated(*rights: tuple[bool, bool, bool], documents: int = 6) -> Comparison:
    """Documents that are alike but for their names."""
    return comparison(*(document(str(number), *rights) for number in range(documents)))


def plain(lines: list[str]) -> str:
    return " ".join(lines).replace("\N{NO-BREAK SPACE}", " ")


def test_the_verdict_says_that_the_leader_and_the_next_are_equal_though_the_difference_holds() -> None:
    """One anaphor more of 100 in each of eight documents: 1 point, p = 2/256, times three pairs."""
    found = repeated(*[BOTH] * 99, FIRST, documents=8)

    said = plain(verdict(found))
    assert "1.0 points, 95 % interval 1.0 to 1.0, and holds (p = 0.023 after Holm's correction), though the two" in said
    assert "though the two are equal within 2 points." in said


def test_the_verdict_says_that_a_difference_that_may_be_chance_is_small() -> None:
    """One anaphor more of 100 in one of six documents: p = 1."""
    documents = [document("0", *[BOTH] * 99, FIRST), *repeated(*[BOTH] * 100, documents=5).documents]

    assert "may be chance (p = 1 before any correction); the two are equal within 2 points" in plain(
        verdict(comparison(*documents))
    )


@pytest.mark.parametrize("documents", [5, 6])
def test_the_verdict_does_not_call_equal_what_differs_or_is_not_testable(documents: int) -> None:
    assert "equal within" not in plain(verdict(repeated(*[BOTH] * 9, FIRST, documents=documents)))


def test_the_ranking_names_who_comes_first_in_bootstrap_samples() -> None:
    """The first two are level, so that each is first half the time; the third never is."""
    line = "Best if the documents are drawn anew (10,000 bootstrap samples, no test): one 50.0 %, other 50.0 %"

    assert plain(ranking(repeated(BOTH))) == f"{line}; every other less than 1 %."
    assert plain(ranking(replace(repeated(BOTH), read_key=frozenset({"third"})))) == f"{line}."


def test_the_ranking_says_nothing_of_few_documents_or_of_one_resolver() -> None:
    assert ranking(repeated(BOTH, documents=5)) == []
    assert ranking(replace(repeated(BOTH), resolvers=("one",))) == []


def test_the_notes_give_the_rates_on_anaphors_that_stand_far_apart() -> None:
    """In one of two documents "one" has both anaphors: 50 % with an interval from 0 to 100."""
    found = comparison(document("a", FIRST, FIRST), document("b", NONE)).with_sample(Sample(100, 20))

    drawn = "Without two anaphors within 100 sentences (20 samples of 2 anaphors each; 95 % interval)"
    assert f"{drawn}: one 50.0 % (0.0–100.0), other 0.0 % (–), third 0.0 % (–)." in plain(notes(found))
    assert "Without two" not in plain(notes(replace(found, sample=None)))


def test_the_report_holds_the_ranking_and_the_samples() -> None:
    sampled = repeated(BOTH).with_sample(Sample(100, 20))
    page = report(Findings("sampled", sampled.signature, sampled))

    assert "Best if the documents are drawn anew" in page
    assert "Without two anaphors within 100 sentences" in page
