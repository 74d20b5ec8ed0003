"""Every registered resolver and measure says whose it is, and the bibliography has the paper."""

import re

import pytest

from anaphora import corpora, resolvers
from anaphora.experiments.bibliography import cited
from anaphora.experiments.docs.facts import measures
from anaphora.resolvers import chains

LINES = {
    **{f"resolver {name}": str(entry) for name, entry in resolvers.entries().items()},
    **{f"chain resolver {name}": str(entry) for name, entry in chains.entries().items()},
    **{f"measure {name}": measure.source for name, (_, measure) in measures().items()},
}
FORMATS = {f"format {name}": form.source for name, form in corpora.formats().items()}
OF_OTHERS = {"chain resolver recorded", "chain resolver spacy_pipeline"}
"""They give the answers of whatever system one names."""


@pytest.mark.parametrize("what", sorted(LINES.keys() - OF_OTHERS))
def test_a_resolver_or_measure_has_an_entry_or_is_of_this_project(what: str) -> None:
    own = "of this project" in LINES[what] or "Author year" in LINES[what]  # what `anaphora new` writes

    assert own == (cited(LINES[what]) == ["anaphora_workbench"])


@pytest.mark.parametrize("what", sorted(LINES.keys() | FORMATS.keys()))
def test_every_year_of_a_source_has_an_entry(what: str) -> None:
    """Years behind "tasks" are of shared tasks, not of papers."""
    line = re.sub(r"tasks? (\d{4}( and )?)+", "", (LINES | FORMATS)[what])
    years = set(re.findall(r"(?<!-)\b(?:19|20)\d\d\b(?!/)", line))

    assert years == {year for key in cited(line) for year in re.findall(r"\d{4}", key)}
