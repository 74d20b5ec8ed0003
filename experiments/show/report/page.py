"""A page: one HTML file that needs no network, no server and no script to be read; and the report, a page in sections.

Templates escape, and styles and scripts stand inside the file; its Content-Security-Policy names them by their hashes
and forbids the rest. Whoever makes a result fills a `Page` with sections of words, charts and tables: nothing here
knows which results there are.
"""

import base64
import gzip
import hashlib
import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Any

from markupsafe import Markup

from anaphora.experiments.show.charts.chart import Chart, Figures
from anaphora.experiments.show.charts.draw import minus, page_styles, page_svg
from anaphora.workbench.files import read_toml
from anaphora.workbench.results import vocabulary
from anaphora.workbench.results.vocabulary import clean, counted

if TYPE_CHECKING:
    from jinja2 import Environment, Template

    from anaphora.workbench.results.gates import Gate

FRAME = ("page.js",)
"""The script of every page: elements, theme, contents, tables that sort."""
ANSWERS = ("page.js", "answers.js", "candidates.js")
"""The scripts of answers and candidates, which the report and the live page share; each builds on those before it."""
STYLES = ("palette.css", "charts.css", "report.css")
_REPORT_STYLES = (*STYLES, "candidates.css", "reading.css", "errors.css")
_REPORT_SCRIPTS = (
    *ANSWERS, "outcomes.js", "filters.js", "chains.js", "text.js", "reading.js", "table.js", "visits.js", "report.js",
    "errors.js",
)  # fmt: skip
PROSE: Mapping[str, Any] = read_toml(Path(__file__).with_name("prose.toml"))[1]
"""Paragraphs of reports, by name."""
NARROW = 312.0
"""Units of width of a chart on a telephone; one that is wider is drawn for it once more."""


@dataclass(frozen=True, slots=True)
class Piece:
    """Consecutive words that are shown alike: `look` is empty, `anaphor` or `key`."""

    text: str
    look: str


@dataclass(frozen=True, slots=True)
class Words:
    """A paragraph, or with several lines a list; `look`: `lead`, `note`, `warning`, `heading`, `signature` or empty."""

    lines: tuple[str, ...]
    look: str = ""


@dataclass(frozen=True, slots=True)
class Sheet:
    """A table under a title of its own; `folded`: a click opens it (on paper it is open)."""

    title: str
    figures: Figures
    note: str = ""
    folded: bool = False
    ahead: frozenset[str] = field(default_factory=frozenset)


@dataclass(frozen=True, slots=True)
class ChartRow:
    """Charts side by side; those that are `small` and many keep their tables folded on paper."""

    charts: tuple[Chart, ...]
    small: bool = False


@dataclass(frozen=True, slots=True)
class Beside:
    """Words or a table with a chart on their right, or on a narrow screen below them."""

    blocks: tuple[Words | Sheet, ...]
    chart: Chart


@dataclass(frozen=True, slots=True)
class Definitions:
    """Terms with what they mean."""

    terms: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Method:
    """Explanation of how figures of one kind were made; a click opens it."""

    title: str
    blocks: tuple[Words | Definitions, ...]


Block = Words | Sheet | Chart | ChartRow | Beside | Definitions | Method | Markup


@dataclass(frozen=True, slots=True)
class Section:
    """A section of a report, left out if it has no blocks: `short` is its name in the contents, `anchor` its id."""

    title: str
    blocks: tuple[Block, ...]
    short: str = ""
    anchor: str = ""

    @property
    def name(self) -> str:
        """Its name in the contents."""
        return self.short or self.title

    @property
    def id(self) -> str:
        """Its id on the page."""
        return self.anchor or self.name.lower()


@dataclass(frozen=True, slots=True)
class Page:
    """A report: its title, the signature of its figures, how much there is (by noun), and its sections.

    `methods` say how the figures were made, besides the signature. `lists` are sections that only a page of its own
    has, with a script that filters them; they are no part of the page of a study.
    """

    title: str
    signature: str
    counts: Mapping[str, int]
    sections: Sequence[Section]
    methods: Sequence[Method] = ()
    lists: Sequence[Section] = ()

    @property
    def facts(self) -> str:
        """Return the size of what is reported, in a line."""
        return clean(" · ".join(counted(number, noun) for noun, number in self.counts.items()))

    @property
    def method_section(self) -> Section:
        """The section on how the figures were made."""
        about = Words(("Everything that shaped the figures; cite it with them.",), "note")
        signature = Words((self.signature,), "signature")
        return Section("Methods", (Words(("Signature",), "heading"), about, signature, *self.methods))


def report(page: Page, gates: "Sequence[Gate]" = ()) -> str:
    """The report as HTML, with the gates on top. The same page gives the same text."""
    if gates:
        first, *others = page.sections
        held = (Words((gate.text,), "warning" if gate.missed else "") for gate in gates)
        page = replace(page, sections=(replace(first, blocks=(*held, *first.blocks)), *others))
    sections = [section for section in (*page.sections, *page.lists, page.method_section) if section.blocks]
    return html_page(
        "report.html.j2",
        styles=_REPORT_STYLES,
        scripts=_REPORT_SCRIPTS,
        title=page.title,
        facts=page.facts,
        contents=sections,
        body=written(sections, linked=any(section.id == "anaphors" for section in sections)),
    )


def fragment(page: Page, prefix: str) -> Markup:
    """The sections and methods without the lists, to be put into a larger page; `prefix` goes before all ids."""
    return written([*page.sections, page.method_section], prefix, linked=False)


def collection(
    title: str,
    description: str,
    tables: Sequence[tuple[str, Figures, Sequence[str]]],
    parts: Sequence[tuple[str, str, str]],
    passed_over: Mapping[str, str],
) -> str:
    """The page of a study; `tables` have name, cells and notes, `parts` title, id and what `fragment` made of them.

    `passed_over` has the reasons why parts could not be run, by name.
    """
    blocks: list[Block] = [Words((description,))] if description else []
    for name, figures, notes in tables:
        blocks += [Sheet(name, figures), Words(tuple(notes), "note")]
    if passed_over:
        blocks.append(Words(("Passed over:", *(f"{name}: {why}" for name, why in passed_over.items())), "note"))
    return html_page(
        "collection.html.j2",
        scripts=FRAME,
        title=title,
        tables=written([Section("Tables", tuple(blocks))], linked=False) if blocks else "",
        parts=[(name, anchor, Markup(body)) for name, anchor, body in parts],  # noqa: S704 - made by our own templates
    )


def verdict_section(
    lines: Iterable[str], note: str, warnings: Sequence[str] = (), chart: Chart | None = None
) -> Section:
    """The section with the answer in plain words, of which the first line leads; a chart stands beside them."""
    first, *others = lines
    words = (
        Words((first,), "lead"),
        *(Words((line,)) for line in others),
        *(Words((f"Warning: {warning}",), "warning") for warning in warnings),
        Words((note,), "note"),
    )
    return Section("Verdict", (Beside(words, chart),) if chart else words)


def written(sections: Sequence[Section], prefix: str = "", linked: bool = True) -> Markup:
    """Sections as HTML; `prefix` goes before all ids, `linked`: figures open the anaphors behind them."""

    def picture(chart: Chart) -> Markup:
        wide = chart.plan.drawn()
        drawn = {"wide": wide, "narrow": chart.plan.drawn(NARROW)} if wide.width > NARROW else {"": wide}
        svgs = (
            page_svg(drawing, f"{prefix}{chart.name}-{look}", chart.title, chart.description, look)
            for look, drawing in drawn.items()
        )
        return Markup("".join(svgs))  # noqa: S704 - it escapes

    return part(
        "sections.html.j2",
        sections=[section for section in sections if section.blocks],
        kind_of=lambda block: type(block).__name__,
        prefix=prefix,
        linked=linked,
        picture=picture,
    )


def html_page(name: str, *, styles: Sequence[str] = STYLES, scripts: Sequence[str] = (), **values: object) -> str:
    """A page from the template of this name, with its styles and scripts (names of assets) put into it."""
    style = "".join(asset(name) + (page_styles() if name == "charts.css" else "") for name in styles)
    script = asset(*scripts)
    text = part(
        name,
        style=Markup(style),  # noqa: S704 - our own files
        script=Markup(script),  # noqa: S704
        policy=policy([style], [script] if script else []),
        **values,
    )
    return clean(text)


def part(name: str, **values: object) -> Markup:
    """A piece of a page, from the template of this name."""
    return Markup(template(name).render(words=vocabulary, **values))  # noqa: S704 - it escapes


def policy(styles: Iterable[str], scripts: Iterable[str], *more: str) -> str:
    """Allow these styles and scripts by their hashes, and nothing else from anywhere else; `more` adds directives."""
    allowed = [
        "default-src 'none'",
        " ".join(("style-src", *map(_hash, styles))),
        " ".join(("script-src", *map(_hash, scripts))) if scripts else "script-src 'none'",
        "img-src data:",
        "base-uri 'none'",
        "form-action 'none'",
    ]
    return "; ".join((*allowed, *more))


def _hash(text: str) -> str:
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"


def data(value: object) -> Markup:
    """A value as JSON for a script element: nothing in it can end the element or break a line of JavaScript."""
    text = _json(value)
    for character in "<>&\u2028\u2029":
        text = text.replace(character, f"\\u{ord(character):04x}")
    return Markup(text)  # noqa: S704 - see above


def compressed(value: object) -> Markup:
    """A large value for a script element as compressed JSON (gzip, base 64), which `inflated` in `page.js` reads."""
    held = gzip.compress(clean(_json(value)).encode(), compresslevel=6, mtime=0)
    return Markup(base64.b64encode(held).decode())  # noqa: S704 - letters and digits


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


@cache
def asset(*names: str) -> str:
    """The text of some assets (scripts, styles, templates), one after the other."""
    folder = files("anaphora.experiments.show.report").joinpath("assets")
    kinds = {"js": "scripts", "css": "styles"}
    return "".join(
        folder.joinpath(kinds.get(name.rpartition(".")[2], "templates"), name).read_text("utf-8") for name in names
    )


def template(name: str, text: Callable[[str], str] = asset) -> "Template":
    """A template that escapes; `text` gives that of each by its name."""
    return _templates(text).get_template(name)


@cache
def _templates(text: Callable[[str], str]) -> "Environment":
    from jinja2 import Environment, FunctionLoader, StrictUndefined  # slow to import: a command makes few pages

    environment = Environment(
        loader=FunctionLoader(text), autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True
    )
    environment.filters["minus"] = minus
    return environment
