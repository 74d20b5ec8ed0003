"""XML files as trees, read without entities, document type definitions, network or unbounded depth."""

from pathlib import Path
from typing import Any

from corpora._lines import content
from workbench.errors import FormatError

LONGEST = 64_000_000
"""Bytes."""


def tree(path: Path) -> Any:
    """The root element of a file.

    Raises:
        FormatError: the file cannot be opened, is empty, larger than `LONGEST`, no XML, or declares entities.
    """
    from lxml import etree

    raw = content(path, LONGEST)
    if b"<!ENTITY" in raw:
        line = raw.count(b"\n", 0, raw.index(b"<!ENTITY")) + 1
        raise FormatError(path, line, "the file declares entities, which are not read", "Write what they stand for.")
    parser = etree.XMLParser(
        resolve_entities=False, load_dtd=False, no_network=True, huge_tree=False, remove_comments=True, remove_pis=True
    )
    try:
        return etree.fromstring(raw, parser)
    except etree.XMLSyntaxError as error:
        problem = f"this is no well-formed XML ({str(error.msg).rstrip('.')})"
        raise FormatError(
            path, error.lineno or None, problem, "Repair it; if the file was cut, get it again."
        ) from error
