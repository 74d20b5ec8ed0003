"""Parts that pages share: templates that escape, styles and scripts inside the file, a policy that allows nothing else.

A page is one file that needs no network and no server; its Content-Security-Policy names its own styles and scripts by
their hashes and forbids the rest.
"""

import base64
import hashlib
import json
from collections.abc import Callable, Iterable, Sequence
from functools import cache
from importlib.resources import files

from jinja2 import Environment, FunctionLoader, StrictUndefined, Template
from markupsafe import Markup

from anaphora.experiments.show.charts.draw import minus, page_styles
from anaphora.workbench.results import vocabulary

FRAME = ("page.js",)
"""The script of every page: elements, theme, contents, tables that sort."""
ANSWERS = ("page.js", "answers.js", "candidates.js")
"""The scripts of answers and candidates, which the report and the live page share; each builds on those before it."""
STYLES = ("palette.css", "charts.css", "report.css")


def page(name: str, *, styles: Sequence[str] = STYLES, scripts: Sequence[str] = (), **values: object) -> str:
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
    return vocabulary.clean(text)


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


def data(value: object) -> Markup:
    """A value as JSON for a script element: nothing in it can end the element or break a line of JavaScript."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    for character in "<>&\u2028\u2029":
        text = text.replace(character, f"\\u{ord(character):04x}")
    return Markup(text)  # noqa: S704 - see above


@cache
def asset(*names: str) -> str:
    """The text of some assets (scripts, styles, templates), one after the other."""
    folder = files("anaphora.experiments.show.report").joinpath("assets")
    return "".join(folder.joinpath(_folder(name), name).read_text("utf-8") for name in names)


def _folder(name: str) -> str:
    return {"js": "scripts", "css": "styles"}.get(name.rpartition(".")[2], "templates")


def template(name: str, text: Callable[[str], str] = asset) -> Template:
    """A template that escapes; `text` gives that of each by its name."""
    return _templates(text).get_template(name)


@cache
def _templates(text: Callable[[str], str]) -> Environment:
    environment = Environment(
        loader=FunctionLoader(text), autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True
    )
    environment.filters["minus"] = minus
    return environment


def _hash(text: str) -> str:
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"
