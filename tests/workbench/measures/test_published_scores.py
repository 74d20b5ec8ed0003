"""The figures that papers print for small examples: what follows from the definitions, and what does not."""

import json
import re
from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from anaphora.workbench.chains.overlap import Overlap
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
    chains: list[list[str]] = []
    for line in lines:
        mentions = [mention for word in line.removeprefix("each: ").split() for mention in spread(word)]
        chains += [[mention] for mention in mentions] if line.startswith("each: ") else [mentions]
    return chains


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


def expected(*sections: str) -> Iterator[tuple[str, Text, str, dict[str, Any], float]]:
    """Each example of the file with each measure and what the paper says of it, and how far that may be off."""
    for entry, section in product(PUBLISHED["texts"], sections):
        rows = entry.get(section, {})
        if section == "differs":
            rows = {row["measure"]: row["printed"] for row in rows}
        for measure, values in rows.items():
            within = EXACT if section == "derived" else entry.get("within", EXACT)
            yield f"{entry['paper']} {entry['locus']} {measure}", example(entry), measure, values, within


def agree(values: Mapping[str, Any], printed: Mapping[str, Any], within: float) -> bool:
    """Whether all printed values are there; a dash stands for what is undefined or, in recall over links, 0."""
    return all(abs((values[part] or 0) - Fraction(value or 0)) <= within for part, value in printed.items())


def test_measures_and_their_definitions_give_the_published_figures() -> None:
    wrong = {}
    rows = 0
    for place, text, measure, printed, within in expected("printed", "derived"):
        rows += 1
        results = [text.measured(measure), *text.defined(measure)]
        if not all(agree(values, printed, within) for values in results):
            wrong[place] = (results, printed)

    assert wrong == {}
    assert rows > 150


def test_measures_follow_the_definition_where_the_published_figure_does_not() -> None:
    wrong = {}
    for place, text, measure, printed, within in expected("differs"):
        (defined,) = text.defined(measure)
        values = text.measured(measure)
        if not agree(values, defined, EXACT) or agree(values, printed, within):
            wrong[place] = (values, defined, printed)

    assert wrong == {}


def test_fractions_are_those_that_the_paper_prints() -> None:
    printed = {entry["locus"]: entry["fractions"] for entry in PUBLISHED["texts"] if "fractions" in entry}
    values: dict[str, Any] = {}
    for entry in PUBLISHED["texts"]:
        for name, parts in entry.get("fractions", {}).items():
            fractions = MEASURES[name].fractions(MEASURES[name].count(evidence(example(entry).documents)).sum(axis=0))
            values.setdefault(entry["locus"], {})[name] = {part: list(fractions[part]) for part in parts}

    assert values == printed != {}


def test_blanc_follows_from_the_links_of_all_documents_together() -> None:
    """The paper's figures over 33 documents are those of the summed link counts: documents are not averaged."""
    for row in PUBLISHED["link_counts"]:
        right, wrong, right_not, wrong_not = (row[name] for name in ("rc", "wc", "rn", "wn"))
        sums = [right, right + wrong_not, right + wrong, right_not, right_not + wrong, right_not + wrong_not]

        assert blanc_of(sums)["f1"] == pytest.approx(row["blanc"]["f1"], abs=row["within"]), row["locus"]


def test_a_response_of_singletons_has_the_published_relation_of_b_cubed_to_ceaf() -> None:
    """CEAF-m is then chains / mentions, which is the recall of B-cubed, whose precision is 1."""
    for row in PUBLISHED["all_singletons"]:
        count = round(5_000 * row["ceaf_m"])
        key = [[chain, *range(count, 5_000)] if not chain else [chain] for chain in range(count)]
        documents = [(key, [[mention] for mention in range(5_000)])]

        assert score("ceaf_m", documents)["f1"] == pytest.approx(row["ceaf_m"]), row["locus"]
        assert score("b_cubed", documents)["f1"] == pytest.approx(row["b_cubed"], abs=row["within"]), row["locus"]


def test_the_published_baselines_of_blanc_tell_one_share_of_coreferent_links() -> None:
    """With a share q, singletons score (1 - q) / (2 - q), one chain q / (1 + q)."""
    for row in PUBLISHED["baselines"]:
        share = (1 - 2 * row["all_singletons"]) / (1 - row["all_singletons"])

        singletons = blanc_of([0, share, 0, 1 - share, 1 - share, 1])
        one_chain = blanc_of([share, share, 1, 0, 1 - share, 0])

        assert singletons["f1"] == pytest.approx(row["all_singletons"]), row["locus"]
        assert one_chain["f1"] == pytest.approx(row["one_chain"], abs=row["within"]), row["locus"]


def blanc_of(sums: Sequence[float]) -> dict[str, float | None]:
    """BLANC of summed counts: coreferent links right, of key, of response, and the same of the others."""
    width = MEASURES["blanc"].count(evidence([([["a"]], [["a"]])])).shape[1]
    return named(MEASURES["blanc"], MEASURES["blanc"].score(np.array([*sums, *[0] * (width - len(sums))], dtype=float)))


def test_blanc_prefers_the_response_that_the_paper_prefers() -> None:
    for row in PUBLISHED["preferences"]:
        first, second = (score("blanc", [(chains(row["key"]), chains(lines))])["f1"] or 0 for lines in row["responses"])

        assert first == pytest.approx(second) if row["equal"] else first > second, row["locus"]


def rate(measure: str, right: float, of: float) -> float:
    value = named(by_name(SUCCESS)[measure], by_name(SUCCESS)[measure].score(np.array([right, of], dtype=float)))
    (rate,) = value.values()
    assert rate is not None
    return rate


def test_success_rates_are_the_published_ones_where_there_are_counts_that_give_them() -> None:
    """One rate, or one for each file; counts that are inferred show which denominators the paper has."""
    for row in PUBLISHED["rates"]:
        right, of, printed = (
            row[name] if isinstance(row[name], list) else [row[name]] for name in ("right", "of", "printed")
        )
        rates = [rate(row["measure"], *counts) for counts in zip(right, of, strict=True)]

        assert rates == pytest.approx(printed, abs=row["within"]), row["locus"]
    for row in PUBLISHED["impossible_rates"]:
        possible = [rate("success_rate", right, row["of"]) for right in range(row["of"] + 1)]

        assert min(abs(value - row["printed"]) for value in possible) > row["within"], row["locus"]
    for row in PUBLISHED["inconsistent_totals"]:
        total = sum(part * of for part, of in zip(row["rates"], row["of"], strict=True))

        assert rate("success_rate", total, sum(row["of"])) == pytest.approx(row["follows"], abs=row["within"])
        assert row["follows"] != pytest.approx(row["printed"], abs=row["within"])
