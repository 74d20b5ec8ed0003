"""MkDocs' hooks: pages made of READMEs and of the notebook, directives in pages, formulas that need no script.

A directive stands alone on its line: `<!-- include: README.md#formats -->`. Counts stand anywhere: `{count: formats}`.
"""

import re
from html import unescape
from pathlib import PurePosixPath

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.plugins import event_priority
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page

from anaphora.experiments.docs import facts, readmes

_DIRECTIVE = re.compile(r"^<!-- ([a-z]+): (.*?) -->$", re.MULTILINE)
_COUNT = re.compile(r"\{count: ([a-z ]+)\}")
_FORMULA = re.compile(r'<(span|div) class="arithmatex">\\([(\[])(.*?)\\[)\]]</\1>', re.DOTALL)
_SECONDS = 120
"""The most seconds that one cell of the notebook may take."""


@event_priority(100)  # before literate-nav, which lists folders
def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add the READMEs and the files that these link; replace notebooks by what they print."""
    for path, uri in readmes.PAGES.items():
        files.append(File.generated(config, uri, content=f"<!-- include: {path} -->\n"))
    for uri, attachment in readmes.attachments().items():
        files.append(File.generated(config, uri, abs_src_path=str(attachment)))
    for uri, text in (facts.departures() | facts.modules("reference/extending.md")).items():
        files.append(File.generated(config, uri, content=text))
    for note in sorted((readmes.ROOT / readmes.NOTES).iterdir()):
        text = note.read_text(encoding="utf-8")
        files.append(File.generated(config, f"results/notes/{note.name}.txt", content=text))
    for source in [file for file in files if file.src_uri.endswith(".ipynb")]:
        files.remove(source)
        files.append(File.generated(config, f"{source.src_uri[:-6]}.md", content=executed(str(source.abs_src_path))))
    return files


def on_page_markdown(markdown: str, page: Page, config: MkDocsConfig, files: Files) -> str:  # noqa: ARG001
    """Replace the directives of a page by what they name."""
    markdown = _COUNT.sub(lambda match: facts.count(match[1]), markdown)
    return _DIRECTIVE.sub(lambda match: directive(match[1], match[2], page.file.src_uri), markdown)


def on_page_content(html: str, page: Page, config: MkDocsConfig, files: Files) -> str:  # noqa: ARG001
    """Write formulas, which pymdownx.arithmatex has marked, as MathML, which browsers draw without a script."""
    from latex2mathml.converter import convert

    def formula(match: re.Match[str]) -> str:
        tex = unescape(match[3]).strip()
        return f'<div class="formula">{convert(tex, display="block")}</div>' if match[2] == "[" else convert(tex)

    return _FORMULA.sub(formula, html)


def directive(kind: str, name: str, page: str) -> str:
    """The Markdown that a directive stands for.

    Raises:
        WorkbenchError: it names what does not exist.
        KeyError: there is no such directive.
    """
    if kind == "include":
        return readmes.included(name, page)
    if kind == "code":
        language = {".py": "python"}.get(PurePosixPath(name).suffix, PurePosixPath(name).suffix[1:])
        return f'```{language} title="{PurePosixPath(name).name}"\n{readmes.source(name, page)}\n```'
    if kind == "options":
        return facts.of_command(name, page)
    texts = {
        "list": facts.table,
        "measure": facts.measure,
        "shared": facts.shared,
        "resolver": facts.resolver,
        "weights": facts.weights,
    }
    return texts[kind](name)


def executed(path: str) -> str:
    """A notebook as Markdown with the outputs of a fresh run; an error in a cell is raised."""
    from nbconvert import MarkdownExporter
    from traitlets.config import Config

    settings = {
        "MarkdownExporter": {"preprocessors": ["nbconvert.preprocessors.ExecutePreprocessor"]},
        "ExecutePreprocessor": {"timeout": _SECONDS, "extra_arguments": ["--log-level=ERROR"]},
    }
    exporter = MarkdownExporter(config=Config(settings))  # type: ignore[no-untyped-call]
    text, _ = exporter.from_filename(path)
    return re.sub(r"<table.*?</table>", r'<div class="output">\g<0></div>', str(text), flags=re.DOTALL)
