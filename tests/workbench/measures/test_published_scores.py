"""The figures that papers print for small examples: what follows from the definitions, and what does not."""

import json
import re
from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from anaphora.workbench.coreference.overlap import Overlap
from anaphora.workbench.measures import Measure, by_name, named
from anaphora.workbench.measures.blanc import blanc
from anaphora.workbench.measures.choosing import choose_measure
from anaphora.workbench.measures.denotation import denotation
from anaphora.workbench.measures.success import MEASURES as SUCCESS
from tests.workbench import by_definition
from tests.workbench.clusters import MEASURES, Documents, evidence, score

PUBLISHED = json.loads((Path(__file__).parent / "published_scores.json").read_text(encoding="utf-8"))
EXACT = 1e-9


def chains(lines: Sequence[str]) -> list[list[str]]:
    """Chains in the notation of the file, which it describes under "reading"."""
    found = []
    for line in lines:
        each = line.startswith("each: ")
        mentions = [mention for word in line.removeprefix("each: ").split() for mention in spread(word)]
        found += [[mention] for mention in mentions] if each else [mentions]
    return found


def spread(word: str) -> list[str]:
    """`k0..3` as k0, k1, k2, k3; zeros in front keep the order of numbers when labels are sorted."""
    stem, first, last = re.fullmatch(r"(.*?)(\d*)(?:\.\.(\d+))?", word).groups()  # type: ignore[union-attr]
    if not first:
        return [word]
    return [f"{stem}{number:03}" for number in range(int(first), int(last or first) + 1)]


@dataclass(frozen=True, slots=True)
class Text:
    """One example: its chains, the kinds of its mentions, the links of its annotators."""

    documents: Documents
    kinds: Mapping[Hashable, str]
    links: Documents | None

    def measured(self, name: str) -> dict[str, float | None]:
        if name == "link_counts":
            return link_counts(evidence(self.documents))
        measure, _, option = name.partition(" ")
        if "=" in option:
            return score(choose_measure(f"{measure}({option})"), self.documents)
        options: dict[str, Measure[Overlap]] = {"greedy": denotation(method="greedy")} if option == "greedy" else {}
        if measure == "blanc" and option:
            options[option] = blanc("blanc", alpha=float(option))
        return score(options.get(option, MEASURES[measure]), self.documents, self.kinds, self.links)

    def defined(self, name: str) -> list[Mapping[str, Any]]:
        """By definition; more than one result where a tie can be broken in several ways."""
        measure, _, option = name.partition(" ")
        if measure == "link_counts":
            n = by_definition.link_counts(*self.documents[0])
            return [{"rc": n["rc"], "wc": n["cr"] - n["rc"], "rn": n["rn"], "wn": n["nr"] - n["rn"]}]
        if measure == "denotation":
            return list(by_definition.denotation(self.documents, self.kinds))
        if measure == "exclusive_core_mr":
            return list(by_definition.exclusive_core_mr(self.documents))
        if measure == "syntactic_links":
            return [by_definition.syntactic_links(self.documents, self.links)]
        if "=" in option:
            return [by_definition.twinless(self.documents, option.partition("=")[2], getattr(by_definition, measure))]
        if option:
            return [by_definition.blanc(self.documents, Fraction(option))]
        return [getattr(by_definition, measure)(self.documents)]


def example(entry: Mapping[str, Any]) -> Text:
    """The example of an entry of the file."""
    kinds: dict[Hashable, str] = {
        mention: kind for kind, line in entry.get("kinds", {}).items() for mention in chains([line])[0]
    }
    linked = "key_links" in entry
    links = [(chains(entry["key_links"]), chains(entry["response_links"]))] if linked else None
    return Text([(chains(entry["key"]), chains(entry["response"]))], kinds, links)


def link_counts(overlap: Overlap) -> dict[str, float | None]:
    """Links that the response has, right and wrong, coreferent (c) and not (n)."""
    rc, _, cr, rn, _, nr = MEASURES["blanc"].count(overlap).sum(axis=0)[:6]
    return {"rc": rc, "wc": cr - rc, "rn": rn, "wn": nr - rn}


def expected(section: str) -> Iterator[Any]:
    """Each example of the file with each measure and what the paper says of it."""
    for entry in PUBLISHED["texts"]:
        rows = entry.get(section, {})
        if section == "differs":
            rows = {row["measure"]: row["printed"] for row in rows}
        for measure, values in rows.items():
            within = EXACT if section == "derived" else entry.get("within", EXACT)
            yield pytest.param(
                example(entry), measure, values, within, id=f"{entry['paper']} {entry['locus']} {measure}"
            )


def agree(found: Mapping[str, Any], printed: Mapping[str, Any], within: float) -> bool:
    """Whether all printed values were found; a dash stands for what is undefined or, in recall over links, 0."""
    return all(abs((found[part] or 0) - Fraction(value or 0)) <= within for part, value in printed.items())


FOLLOWING = [*expected("printed"), *expected("derived")]


@pytest.mark.parametrize(("text", "measure", "printed", "within"), FOLLOWING)
def test_measure_gives_the_published_figure(text: Text, measure: str, printed: dict[str, Any], within: float) -> None:
    assert agree(text.measured(measure), printed, within)


@pytest.mark.parametrize(("text", "measure", "printed", "within"), FOLLOWING)
def test_definition_gives_the_published_figure(
    text: Text, measure: str, printed: dict[str, Any], within: float
) -> None:
    assert [agree(found, printed, within) for found in text.defined(measure)] == [True] * len(text.defined(measure))


@pytest.mark.parametrize(("text", "measure", "printed", "within"), [*expected("differs")])
def test_measure_follows_the_definition_where_the_published_figure_does_not(
    text: Text, measure: str, printed: dict[str, Any], within: float
) -> None:
    (defined,) = text.defined(measure)

    assert text.measured(measure) == pytest.approx({part: float(value) for part, value in defined.items()}, abs=EXACT)
    assert not agree(text.measured(measure), printed, within)


@pytest.mark.parametrize(
    "entry", [entry for entry in PUBLISHED["texts"] if "fractions" in entry], ids=lambda entry: entry["locus"]
)
def test_fractions_are_those_that_the_paper_prints(entry: dict[str, Any]) -> None:
    overlap = evidence(example(entry).documents)
    for name, printed in entry["fractions"].items():
        found = MEASURES[name].fractions(MEASURES[name].count(overlap).sum(axis=0))
        assert {part: list(found[part]) for part in printed} == printed


@pytest.mark.parametrize("row", PUBLISHED["link_counts"], ids=lambda row: row["locus"])
def test_blanc_follows_from_the_links_of_all_documents_together(row: dict[str, Any]) -> None:
    """The paper's figures over 33 documents are those of the summed link counts: documents are not averaged."""
    right, wrong, right_not, wrong_not = (row[name] for name in ("rc", "wc", "rn", "wn"))
    sums = [right, right + wrong_not, right + wrong, right_not, right_not + wrong, right_not + wrong_not]

    assert blanc_of(sums)["f1"] == pytest.approx(row["blanc"]["f1"], abs=row["within"])


@pytest.mark.parametrize("row", PUBLISHED["all_singletons"], ids=lambda row: row["locus"])
def test_a_response_of_singletons_has_the_published_relation_of_b_cubed_to_ceaf(row: dict[str, Any]) -> None:
    """CEAF-m is then chains / mentions, which is the recall of B-cubed, whose precision is 1."""
    mentions = 10_000
    count = round(mentions * row["ceaf_m"])
    key = [[chain, *range(count, mentions)] if not chain else [chain] for chain in range(count)]
    documents = [(key, [[mention] for mention in range(mentions)])]

    assert score("ceaf_m", documents)["f1"] == pytest.approx(row["ceaf_m"])
    assert score("b_cubed", documents)["f1"] == pytest.approx(row["b_cubed"], abs=row["within"])


@pytest.mark.parametrize("row", PUBLISHED["baselines"], ids=lambda row: row["locus"])
def test_the_published_baselines_of_blanc_tell_one_share_of_coreferent_links(row: dict[str, Any]) -> None:
    """With a share q, singletons score (1 - q) / (2 - q), one chain q / (1 + q)."""
    share = (1 - 2 * row["all_singletons"]) / (1 - row["all_singletons"])

    singletons = blanc_of([0, share, 0, 1 - share, 1 - share, 1])
    one_chain = blanc_of([share, share, 1, 0, 1 - share, 0])

    assert singletons["f1"] == pytest.approx(row["all_singletons"])
    assert one_chain["f1"] == pytest.approx(row["one_chain"], abs=row["within"])


def blanc_of(sums: Sequence[float]) -> dict[str, float | None]:
    """BLANC of summed counts: coreferent links right, of key, of response, and the same of the others."""
    width = MEASURES["blanc"].count(evidence([([["a"]], [["a"]])])).shape[1]
    return named(MEASURES["blanc"], MEASURES["blanc"].score(np.array([*sums, *[0] * (width - len(sums))], dtype=float)))


@pytest.mark.parametrize("row", PUBLISHED["preferences"], ids=lambda row: row["locus"])
def test_blanc_prefers_the_response_that_the_paper_prefers(row: dict[str, Any]) -> None:
    first, second = (score("blanc", [(chains(row["key"]), chains(lines))])["f1"] for lines in row["responses"])

    assert first is not None
    assert second is not None
    assert first == pytest.approx(second) if row["equal"] else first > second


def rate(measure: str, right: float, of: float) -> float:
    value = named(by_name(SUCCESS)[measure], by_name(SUCCESS)[measure].score(np.array([right, of], dtype=float)))
    (rate,) = value.values()
    assert rate is not None
    return rate


@pytest.mark.parametrize("row", PUBLISHED["rates"], ids=lambda row: f"{row['locus']} {row['measure']}")
def test_success_rate_is_the_published_one(row: dict[str, Any]) -> None:
    """One rate, or one for each file; counts that are inferred show which denominators the paper has."""
    right, of, printed = (
        row[name] if isinstance(row[name], list) else [row[name]] for name in ("right", "of", "printed")
    )
    found = [rate(row["measure"], *counts) for counts in zip(right, of, strict=True)]

    assert found == pytest.approx(printed, abs=row["within"])


@pytest.mark.parametrize("row", PUBLISHED["impossible_rates"], ids=lambda row: row["locus"])
def test_some_published_success_rates_belong_to_no_whole_number_of_anaphors(row: dict[str, Any]) -> None:
    possible = [rate("success_rate", right, row["of"]) for right in range(row["of"] + 1)]

    assert min(abs(value - row["printed"]) for value in possible) > row["within"]


@pytest.mark.parametrize("row", PUBLISHED["inconsistent_totals"], ids=lambda row: row["locus"])
def test_a_published_total_is_not_the_mean_of_its_rows(row: dict[str, Any]) -> None:
    right = sum(part * of for part, of in zip(row["rates"], row["of"], strict=True))

    assert rate("success_rate", right, sum(row["of"])) == pytest.approx(row["follows"], abs=row["within"])
    assert row["follows"] != pytest.approx(row["printed"], abs=row["within"])
