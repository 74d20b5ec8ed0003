"""The site builds without a warning and without a network, and what it promises is on it."""

import json
import re
from html.parser import HTMLParser
from pathlib import Path

import pytest

import anaphora
from anaphora import resolvers
from anaphora.experiments.docs import readmes
from anaphora.experiments.docs.facts import measures
from anaphora.resolvers import chains
from tests.commands import commands

pytestmark = pytest.mark.slow


class Sources(HTMLParser):
    """The addresses that a page loads by itself."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        wanted = {"script": "src", "img": "src", "iframe": "src", "link": "href", "source": "src"}
        given = dict(attributes)
        if tag in wanted and given.get("rel") not in ("canonical", "next", "prev"):
            self.found.append(given.get(wanted[tag]) or "")


def test_no_page_loads_anything_from_elsewhere(site: Path) -> None:
    found = {}
    for page in site.rglob("*.html"):
        parser = Sources()
        parser.feed(page.read_text(encoding="utf-8"))
        found[page] = [address for address in parser.found if re.match(r"(https?:)?//", address)]

    assert {str(page): addresses for page, addresses in found.items() if addresses} == {}


def test_every_public_name_is_in_the_reference(site: Path) -> None:
    text = (site / "reference" / "index.html").read_text(encoding="utf-8")
    types = "".join(path.read_text(encoding="utf-8") for path in (site / "reference" / "pydoc").glob("*.txt"))

    names = set(anaphora.__all__) - {"__version__", "resolvers"}
    assert [name for name in names if f'id="anaphora.{name}"' not in text and f"class {name}(" not in types] == []


def test_every_command_has_a_page_with_its_options(site: Path) -> None:
    text = "".join(page.read_text(encoding="utf-8") for page in site.rglob("*.html"))

    assert [name for name in commands() if f"All options of <code>anaphora {name}</code>" not in text] == []
    assert "<code>--across-documents</code>" in (site / "tasks" / "score.html").read_text(encoding="utf-8")
    assert "<code>--it-filter</code>" in (site / "tasks" / "index.html").read_text(encoding="utf-8")


def test_search_finds_what_newcomers_look_for_and_every_measure_and_resolver(site: Path) -> None:
    entries = json.loads((site / "search" / "search_index.json").read_text(encoding="utf-8"))["docs"]
    text = "\n".join(entry["title"] + entry["text"] for entry in entries)
    titles = {re.sub("<[^>]*>", "", entry["title"]) for entry in entries}
    wanted = (
        "significance", "p-value", "DataFrame", "Jupyter", "LaTeX", "gold", "docker", "CI", "pip", "confidence",
        "class", "exercise", "Votes", "annotations", "characters", "telemetry", "strings", "language model",
    )  # fmt: skip

    assert [word for word in wanted if not re.search(rf"\b{word}\b", text, re.IGNORECASE)] == []
    assert {*measures(), *resolvers.names(), *chains.names()} - titles == set()


def test_every_readme_is_a_page_with_its_pictures_and_formulas_are_drawn_without_a_script(site: Path) -> None:
    measures_pages = [page for page in (site / "science" / "measures").glob("*.html") if page.stem != "index"]
    texts = [page.read_text(encoding="utf-8") for page in measures_pages]
    assert all("<math" in text for text in texts)
    assert [text for text in texts if "$$" in text or "arithmatex" in text] == []

    assert [uri for uri in readmes.PAGES.values() if not (site / uri).with_suffix(".html").is_file()] == []
    text = (site / "results" / "resolvers.html").read_text(encoding="utf-8")
    assert 'src="../files/resolvers/figures/losses.svg"' in text
    assert (site / "files" / "resolvers" / "figures" / "losses.svg").is_file()
