"""What MkDocs calls while it builds the site: pages that are made, directives in pages, formulas."""

from pathlib import Path
from typing import Any

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page

from anaphora.experiments.docs import directives, generated, mathematics, notebook, repository

PAGES = Path(__file__).parent / "pages"


def on_config(config: MkDocsConfig) -> MkDocsConfig:
    """Fill the folders of the navigation."""
    config.nav = _filled(config.nav, _all_pages())
    return config


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add the pages that are made of docstrings, the command line, READMEs and the notebook, and what READMEs link."""
    for uri, text in {**generated.pages(), **repository.pages(), **notebook.pages(PAGES)}.items():
        files.append(File.generated(config, uri, content=text))
    for uri, path in repository.attachments().items():
        files.append(File.generated(config, uri, abs_src_path=str(path)))
    for source in [file for file in files if file.src_uri.endswith(".ipynb")]:
        files.remove(source)
    return files


def on_page_markdown(markdown: str, page: Page, config: MkDocsConfig, files: Files) -> str:  # noqa: ARG001 (MkDocs' names)
    """Carry out the directives of a page."""
    return directives.carried_out(markdown, page.file.src_uri)


def on_page_content(html: str, page: Page, config: MkDocsConfig, files: Files) -> str:  # noqa: ARG001
    """Make MathML of formulas."""
    return mathematics.with_mathml(html)


def _all_pages() -> list[str]:
    written = [path.relative_to(PAGES).as_posix() for path in sorted(PAGES.rglob("*.md"))]
    return [*sorted(written), *generated.pages(), *repository.PAGES.values(), *notebook.uris(PAGES)]


def _filled(entry: Any, pages: list[str]) -> Any:
    """The navigation with every `folder/*` replaced by the pages of the folder, its index first."""
    if isinstance(entry, dict):
        return {title: _filled(below, pages) for title, below in entry.items()}
    if not isinstance(entry, list):
        return entry
    found = []
    for each in entry:
        if isinstance(each, str) and each.endswith("/*"):
            folder = [page for page in pages if page.rpartition("/")[0] == each.removesuffix("/*")]
            found += sorted(folder, key=lambda page: not page.endswith("/index.md"))
        else:
            found.append(_filled(each, pages))
    return found
