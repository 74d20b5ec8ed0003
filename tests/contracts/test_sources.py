"""Every registered resolver and measure says whose it is, and the bibliography has the paper."""

import re

from anaphora import corpora, resolvers
from anaphora.experiments.commands.list_.bibliography import cited
from anaphora.experiments.docs.facts import measures
from anaphora.resolvers import chains

OF_OTHERS = {"chain resolver recorded", "chain resolver spacy_pipeline"}
"""They give the answers of whatever system one names."""


def test_every_source_has_the_entries_that_it_cites_or_is_of_this_project() -> None:
    """Years behind "tasks" are of shared tasks, not of papers."""
    lines = {
        **{f"resolver {name}": str(entry) for name, entry in resolvers.entries().items()},
        **{f"chain resolver {name}": str(entry) for name, entry in chains.entries().items()},
        **{f"measure {name}": measure.source for name, (_, measure) in measures().items()},
    }
    for name in lines.keys() - OF_OTHERS:
        ours = "of this project" in lines[name] or "Author year" in lines[name]  # what `anaphora new` writes
        assert ours == (cited(lines[name]) == ["anaphora_workbench"]), name

    for name, line in (lines | {f"format {name}": form.source for name, form in corpora.formats().items()}).items():
        line = re.sub(r"tasks? (\d{4}( and )?)+", "", line)
        years = set(re.findall(r"(?<!-)\b(?:19|20)\d\d\b(?!/)", line))
        assert years == {year for key in cited(line) for year in re.findall(r"\d{4}", key)}, name
