"""BibTeX of the sources: the entries, and what one-line sources cite."""

import re

import pytest

import anaphora
from anaphora.experiments.commands.list_.bibliography import bibtex, cited, entries
from anaphora.experiments.run.configuration import presets
from anaphora.workbench.errors import UnknownNameError

CITED = {
    "Ge, Hale & Charniak 1998, statistical: four probabilities": ["ge_1998"],
    "Baseline of Mitkov 1998 and 2001: the most recent candidate": ["mitkov_1998", "mitkov_2001"],
    "equal weight per mention; Bagga & Baldwin 1998": ["bagga_baldwin_1998"],
    "CAMP (Baldwin, Morton, Bagga et al. 1998, MUC-7)": ["baldwin_1998"],
    "as Soon, Ng & Lim 2001 and Ng & Cardie 2002": ["ng_cardie_2002", "soon_2001"],
    "H on common mentions; Popescu-Belis 2000": ["popescu_belis_2000"],
    "MOR, words of mentions; Žabokrtský et al. 2022": ["zabokrtsky_2022"],
    "Ranker, of this project: boosted trees": ["anaphora_workbench"],
}


def test_a_source_cites_entries_by_first_author_and_year() -> None:
    assert {line: cited(line) for line in CITED} == CITED


def test_every_entry_says_who_what_where_and_when() -> None:
    for key, entry in entries().items():
        fields = re.findall(r"^  (\w+) = ", entry.text, re.MULTILINE)
        assert {"author", "title", "year"} <= set(fields), key
        assert {"booktitle", "journal", "institution", "note"} & set(fields), key
        assert entry.text.count("{") == entry.text.count("}"), key
    assert list(entries())[1:] == sorted(list(entries())[1:])


def keys(text: str) -> list[str]:
    return re.findall(r"^@\w+\{(\w+),", text, re.MULTILINE)


def test_the_bibliography_has_the_workbench_and_what_was_used() -> None:
    used = bibtex(["mars(agreement=no)+head_match"], ["muc(adjusted=yes)"], ["brat"])

    assert keys(used) == ["anaphora_workbench", "mitkov_2002", "recasens_hovy_2011", "stenetorp_2012", "vilain_1995"]
    assert anaphora.__version__ in used
    tasks = bibtex(measures=["bridging_anaphors"], presets=["CRAC2025", "codi2022"])
    assert keys(tasks) == ["anaphora_workbench", "novak_2025", "yu_2022", "yu_2022b"]
    assert keys(bibtex()) == [*entries()]
    for unknown in ({"measures": ["conl"]}, {"presets": ["crac2205"]}):
        with pytest.raises(UnknownNameError):
            bibtex(**unknown)


def test_a_preset_has_the_papers_that_it_cites() -> None:
    """Its task is described, and scored, by papers of these titles, authors and years."""
    for name, preset in presets().items():
        papers = [entries()[key] for key in preset.entries]
        plain = [" ".join(entry.text.replace("{", "").replace("}", "").split()).lower() for entry in papers]

        assert any(preset.paper.rstrip("?").lower() in text for text in plain), name
        assert {entry.key.rstrip("b") for entry in papers} <= {*cited(preset.authors)}, name
        assert re.findall(r"\d{4}", preset.authors) == [entry.year.rstrip("b") for entry in papers], name
