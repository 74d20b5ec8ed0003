"""Every page under names that would run, close or break it: nothing fires, and they are shown as they are."""

import re
from pathlib import Path

import pytest

import anaphora
from anaphora.workbench.results.vocabulary import clean
from tests.browser.conftest import GOLD, Visit, command, injected

pytestmark = pytest.mark.slow

MARKUP = (
    "</script><script>fired=1</script><!--<script>'\"><img/src=x/onerror=fired=1><svg/onload=fired=1></style></textarea>"
    "\"onmouseover=fired=1/x='javascript:fired=1;url(http://evil.example)&lt;{{7*7}}\u202eev\u2066il"
)
LABEL = "<script>'\"><img&lt;{{7*7}}\u202e#?%41"
"""Markup without the signs that end a label."""
NAMES = {"markup": (MARKUP, LABEL, f"{LABEL}B"), "inherited": ("__proto__", "constructor", "toString")}
"""A name in texts and two of systems; an object of JavaScript has the inherited ones already."""
ROWS = (
    ("Ann{name}", "Ann{name}", "PROPN", "NNP{name}", "2", "nsubj", "Entity=({id}-{id}-1-)"),
    ("left", "leave", "VERB", "VBD", "0", "root", "_"),
    ("box{name}", "box", "NOUN", "NN", "2", "obj", "Entity=(e2--1-)"),
    ("", "", "", "", "", "", ""),
    ("She", "she", "PRON", "PRP", "2", "nsubj", "Entity=({id}-{id}-1-)"),
    ("saw", "see", "VERB", "VBD", "0", "root", "_"),
    ("it", "it", "PRON", "PRP", "2", "obj", "Entity=({last}--1-)"),
)
HEAD = "# newdoc id = {name}\n# global.Entity = eid-etype-head-other\n# speaker = {name}\n"
PAGES = {
    "ablate": ("ablate", "{key}", "--resolvers", "mars", *GOLD),
    "agree": ("agree", "{first}={key}", "{second}={response}"),
    "agree of three": ("agree", "{first}={key}", "{second}={response}", "{key}"),
    "compare": ("compare", "{key}", "--resolvers", "{first}=mars,{second}=hobbs,mitkov", "--name", "{name}", *GOLD),
    "coref": ("coref", "{key}", "--resolvers", "{first}=mars,{second}=head_match", *GOLD),
    "errors": ("errors", "{key}", "{first}={response}", "{response}"),
    "rewriting": ("evaluate", "rewriting", "{key}", "--resolvers", "ranker"),
    "score": ("score", "{key}", "{first}={response}", "{second}={key}", "--per-document"),
}
PRESS = """() => {
  const open = () => document.querySelectorAll('details').forEach((details) => { details.open = true; });
  open();
  for (const part of document.querySelectorAll('button, a[href^="#"], th, [tabindex], [data-a], option')) {
    part.dispatchEvent(new MouseEvent('mouseover', { bubbles: true }));
    part.focus?.();
    part.click?.();
  }
  open();
  const shown = document.body.cloneNode(true);
  for (const hidden of shown.querySelectorAll('script, style')) hidden.remove();
  return [window.fired ?? null, shown.textContent];
}"""
"""Presses all that can be pressed; gives what fired, and all words of the page."""


def write(path: Path, name: str, last: str) -> Path:
    """A corpus with the name in each of its fields, whose last mention is in the chain `last`."""
    chain = "e1" + re.sub(r"[-()|;=\s,%]", "", name)
    values = {"name": name, "id": chain, "last": last or chain}
    lines = [HEAD.format(name=name)]
    for number, row in enumerate(ROWS):
        word, lemma, universal, tag, head, relation, entity = (cell.format(**values) for cell in row)
        columns = (str(number % 4 + 1), word, lemma, universal, tag, "_", head, relation, "_", entity)
        lines.append("\t".join(columns) + "\n" if word else "\n")
    path.write_text("".join(lines) + "\n", "utf-8")
    return path


@pytest.mark.parametrize("kind", NAMES)
def test_no_page_runs_a_name_and_all_show_it(visit: Visit, kind: str, tmp_path: Path) -> None:
    name, first, second = NAMES[kind]
    values = {
        "name": name, "first": first, "second": second,
        "key": write(tmp_path / f"{first}.conllu", name, "e2"),
        "response": write(tmp_path / f"{second}.conllu", name, ""),
    }  # fmt: skip
    pages = []
    for stem, words in PAGES.items():
        pages.append(tmp_path / f"{stem}.html")
        command(*(word.format(**values) for word in words), "--report", pages[-1])
    text = tmp_path / f"{first}.txt"
    text.write_text(f"Ann {name} left the house of Bob {name}. She saw it. Bob {name} saw her.", "utf-8")
    pages.append(anaphora.chains(text, "mention_pair").report(tmp_path / "chains.html"))
    pages.append(tmp_path / "resolve.html")
    pages[-1].write_text(anaphora.resolve(text, "mars,hobbs,cogniac,centering_bfp").to("html"), "utf-8")

    for place in pages:
        page = visit(place)
        fired, shown = page.evaluate(PRESS)
        assert (fired, injected(page)) == (None, 0), place.name
        assert clean(name if place.stem != "rewriting" else first) in shown, place.name
