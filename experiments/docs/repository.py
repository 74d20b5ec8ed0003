"""The READMEs of the repository as pages: whole or by section, with links that lead to the right place of the site.

Facts stand once, beside the code; a page includes them.
"""

import os
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path, PurePosixPath
from unicodedata import normalize

from anaphora.workbench.errors import WorkbenchError

ROOT = Path(__file__).resolve().parents[2]

_WHOLE = {  # in the order of the navigation
    "resolvers/README.md": "studies/resolvers.md",
    "resolvers/chains/README.md": "studies/chain-resolvers.md",
    "preprocess/README.md": "studies/preprocessing.md",
    "preprocess/english/it_filter/README.md": "studies/non-anaphoric-it.md",
    "preprocess/models/README.md": "studies/pipeline.md",
    "experiments/systems/README.md": "studies/systems.md",
    "corpora/README.md": "studies/formats.md",
    "corpora/manuals/README.md": "studies/bundled-corpus.md",
    "corpora/manuals/GUIDELINES.md": "studies/guidelines.md",
    "README.md": "project/overview.md",
    "CHANGELOG.md": "project/changelog.md",
    ".github/CONTRIBUTING.md": "project/contributing.md",
    "tests/README.md": "project/tests.md",
}
PAGES = {path: uri for path, uri in _WHOLE.items() if (ROOT / path).is_file()}
"""Which file of the repository is which page of the site."""

_LINK = re.compile(r"(!?\[(?:[^][]|\[[^]]*\])*\])\(([^()\s]+)\)")
_HEADING = re.compile(r"(#+) +(.*?) *#*$")
_FENCE = re.compile(r" *(```|~~~)")


def pages() -> dict[str, str]:
    """The pages that are whole READMEs."""
    return {uri: f"<!-- include: {path} -->\n" for path, uri in PAGES.items()}


def included(reference: str, page: str) -> str:
    """The text of a README (`resolvers/README.md`), or of a section (`README.md#formats`) without its heading.

    Raises:
        WorkbenchError: there is no such file or section.
    """
    path, _, wanted = reference.partition("#")
    if not (ROOT / path).is_file():
        raise WorkbenchError(f"{page} includes {path}, which does not exist.")
    lines = (ROOT / path).read_text(encoding="utf-8").splitlines()
    return _moved("\n".join(_section(lines, wanted, reference) if wanted else lines), path, page)


def code(path: str, page: str) -> str:
    """A source file of the repository as a block of code.

    Raises:
        WorkbenchError: there is no such file.
    """
    if not (ROOT / path).is_file():
        raise WorkbenchError(f"{page} shows {path}, which does not exist.")
    language = {".py": "python"}.get(PurePosixPath(path).suffix, PurePosixPath(path).suffix[1:])
    text = (ROOT / path).read_text(encoding="utf-8").rstrip()
    return f'```{language} title="{PurePosixPath(path).name}"\n{text}\n```'


def attachments() -> dict[str, Path]:
    """What READMEs link that is no page: pictures, licences, data; where on the site, and which file."""
    targets = (target for path in PAGES for target in _targets(path))
    return {f"files/{target}".replace("/.", "/"): ROOT / target for target in targets if target not in PAGES}


def slug(heading: str) -> str:
    """The anchor of a heading, as the site makes it."""
    words = re.sub(r"[*`]|\[|\]\([^)]*\)", "", heading)
    plain = normalize("NFKD", words).encode("ascii", "ignore").decode("ascii")
    return re.sub(r"[-\s]+", "-", re.sub(r"[^\w\s-]", "", plain).strip().lower())


@cache
def _targets(path: str) -> tuple[str, ...]:
    text = (ROOT / path).read_text(encoding="utf-8")
    inside = [_target(path, match[2])[0] for match in _LINK.finditer(text) if ":" not in match[2]]
    return tuple(target for target in inside if (ROOT / target).is_file())


def _target(path: str, link: str) -> tuple[str, str]:
    """What a link of a README leads to: the path in the repository, and the anchor."""
    file, _, anchor = link.partition("#")
    return os.path.normpath(PurePosixPath(path).parent / file) if file else path, anchor


def _moved(text: str, path: str, page: str) -> str:
    """The text with its links as they are seen from the page; a link to a folder is left out."""

    def link(match: re.Match[str]) -> str:
        shown, given = match.groups()
        if ":" in given:
            return match[0]
        target, anchor = _target(path, given)
        uri = PAGES.get(target, f"files/{target}".replace("/.", "/"))
        if not (ROOT / target).is_file():
            return shown.strip("[]")
        behind = f"#{anchor}" if anchor else ""
        return f"{shown}({os.path.relpath(uri, PurePosixPath(page).parent)}{behind})"

    return "\n".join(line if code else _LINK.sub(link, line) for line, code in _with_code(text.splitlines()))


def _section(lines: list[str], wanted: str, reference: str) -> list[str]:
    """The lines below the heading up to the next one that is not deeper; headings in it begin at level 2."""
    level, found = 0, []
    for line, code in _with_code(lines):
        heading = None if code else _HEADING.match(line)
        if heading and level and len(heading[1]) <= level:
            break
        if level:
            found.append("#" * (1 - level) + line[max(level - 1, 0) :] if heading else line)
        elif heading and slug(heading[2]) == wanted:
            level = len(heading[1])
    if not level:
        raise WorkbenchError(f"There is no section {reference}.")
    return found


def _with_code(lines: list[str]) -> Iterator[tuple[str, bool]]:
    """Each line, and whether it is code."""
    inside = False
    for line in lines:
        fence = bool(_FENCE.match(line))
        yield line, inside or fence
        inside ^= fence
