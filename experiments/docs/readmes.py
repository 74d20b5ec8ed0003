"""READMEs of the repository as pages, whole or by section: facts stand once, beside the code."""

import os
import re
from functools import cache
from pathlib import Path, PurePosixPath

from markdown.extensions.toc import slugify

from anaphora.workbench.errors import WorkbenchError

ROOT = Path(__file__).resolve().parents[2]
PAGES = {  # in the order of the navigation
    "resolvers/README.md": "results/resolvers.md",
    "resolvers/chains/README.md": "results/chain-resolvers.md",
    "preprocess/README.md": "results/preprocessing.md",
    "preprocess/english/it_filter/README.md": "results/it-filter.md",
    "preprocess/models/README.md": "results/pipeline.md",
    "experiments/commands/export/README.md": "results/systems.md",
    "corpora/manuals/README.md": "results/bundled-corpus.md",
    "CHANGELOG.md": "project/changelog.md",
}
"""The page of the site for each README."""
BESIDE_THE_CODE = "<!-- not on the site -->"
"""The line of a README behind which all is for those who work on the code."""
NOTES = "experiments/docs/notes/"
"""Laboratory notes, which the site has as plain text."""
_OWN = "experiments/docs/pages/"
_LINK = re.compile(r"(!?\[(?:[^][]|\[[^]]*\])*\])\(([^()\s:]+)\)")


def included(reference: str, page: str) -> str:
    """The text of a README (`resolvers/README.md`), or of a section of it (`README.md#formats`) without its heading.

    A README ends for the site where it says so (`BESIDE_THE_CODE`); a section may stand anywhere.
    Links are as the page needs them; a link to a folder, or to a README without a page, is left out.

    Raises:
        WorkbenchError: there is no such file or section.
    """
    path, _, section = reference.partition("#")
    text = source(path, page)
    if not section:
        text = text.partition(BESIDE_THE_CODE)[0].rstrip()
    else:
        text = _section(text, section)
        if not text:
            raise WorkbenchError(f"{page} includes {reference}, but {path} has no such section.", code="no-section")
    folder = PurePosixPath(page).parent

    def link(match: re.Match[str]) -> str:
        target, anchor = _target(path, match[2])
        if not _on_site(target):
            return match[1].strip("[]")
        return f"{match[1]}({os.path.relpath(_page(target), folder)}{anchor})"

    return _LINK.sub(link, text)


def _section(text: str, name: str) -> str:
    """The text below a heading up to the next that is not deeper; headings in it begin at level 2."""
    headings = list(re.finditer(r"^(##+) +(.+)$", text, re.MULTILINE))
    for number, heading in enumerate(headings):
        if slugify(heading[2], "-") == name:
            level = len(heading[1])
            end = next((after.start() for after in headings[number + 1 :] if len(after[1]) <= level), len(text))
            return re.sub(rf"^#{{{level - 1}}}(?=##)", "", text[heading.end() : end], flags=re.MULTILINE)
    return ""


def source(path: str, page: str) -> str:
    """The text of a file of the repository. Raises `WorkbenchError` if there is none."""
    if not (ROOT / path).is_file():
        raise WorkbenchError(f"{page} includes {path}, which does not exist.", code="no-file")
    return (ROOT / path).read_text(encoding="utf-8").rstrip()


@cache
def attachments() -> dict[str, Path]:
    """Files that READMEs link and that are no pages (pictures, licences, data), by their places on the site."""
    links = ((path, match[2]) for path in PAGES for match in _LINK.finditer(source(path, path)))
    targets = {_target(path, link)[0] for path, link in links} - PAGES.keys()
    files = {target for target in targets if _on_site(target) and not target.startswith((_OWN, NOTES))}
    return {_page(target): ROOT / target for target in sorted(files)}


def _target(path: str, link: str) -> tuple[str, str]:
    """The file of the repository that a link in a README leads to, and the anchor with its `#`."""
    file, sign, anchor = link.partition("#")
    return os.path.normpath(PurePosixPath(path).parent / file) if file else path, sign + anchor


def _on_site(target: str) -> bool:
    wanted = target in PAGES or target.startswith((_OWN, NOTES)) or not target.endswith(".md")
    return wanted and (ROOT / target).is_file()


def _page(target: str) -> str:
    """The place on the site of a file of the repository."""
    if target.startswith(_OWN):
        return target.removeprefix(_OWN)
    if target.startswith(NOTES):
        return f"results/notes/{target.removeprefix(NOTES)}.txt"
    return PAGES.get(target, f"files/{target}".replace("/.", "/"))
