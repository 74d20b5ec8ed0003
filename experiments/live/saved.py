"""A page of its own for the answers to one text, without server and network: it steps, asks and decides anew."""

import functools
from collections.abc import Sequence
from importlib.resources import files

from markupsafe import Markup

from anaphora.experiments.live.analysis import LiveQuestion, as_json
from anaphora.experiments.show.report import page
from anaphora.experiments.texts.resolution import Resolution
from anaphora.workbench import __version__
from anaphora.workbench.results.comparison import Evidence
from anaphora.workbench.results.vocabulary import clean

SCRIPTS = (
    *page.ANSWERS, "decide.js", "weights.js", "trails.js", "why.js", "parallel.js", "lesson.js", "pictures.js",
    "drawer.js", "answer.js", "score.js",
)  # fmt: skip
"""The scripts of the answers to one text and of the links of a response, which the live page and a saved one share."""
STYLES = ("palette.css", "report.css", "candidates.css", "live.css")


def answers_page(resolution: Resolution) -> str:
    """The page of a resolved text: arrows from its pronouns, all answers, and how they came about."""
    evidence = Evidence(resolution.prepared, resolution.decisions)
    question = LiveQuestion(resolution.prepared.document.text, tuple(resolution.decisions), resolution.options)
    held = {"answer": as_json(evidence, question, question.resolvers, resolution.seed), "state": {}}
    shell, end = saved_page().split('id="saved">null', 1)
    return clean(f'{shell}id="saved">{page.data(held)}{end}')


@functools.cache
def saved_page() -> str:
    """A page that shows one answer without a server; the live page puts the answer into its element "saved"."""
    style = joined(STYLES)
    script = joined(SCRIPTS)
    return page.template("page.html.j2", asset).render(
        served=False,
        style=Markup(style),  # noqa: S704 - our own files
        script=Markup(script),  # noqa: S704
        policy=page.policy([style], [script]),
        version=__version__,
    )


@functools.cache
def joined(names: Sequence[str]) -> str:
    """The text of assets, one after the other."""
    return "".join(asset(name) for name in names)


@functools.cache
def asset(name: str) -> str:
    """An asset of this page, or one that the report has, too."""
    file = files("anaphora.experiments.live").joinpath("assets", name)
    return file.read_text("utf-8") if file.is_file() else page.asset(name)
