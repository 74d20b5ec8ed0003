"""XML files as trees, read without network, files beside them or unbounded depth; none that declares entities."""

from pathlib import Path
from typing import Any

from anaphora.corpora._lines import content
from anaphora.workbench.errors import FormatError

LONGEST = 64_000_000
"""Bytes."""

_ENTITY = b"<!ENTITY"


def tree(path: Path) -> Any:
    """The root element of a file.

    Raises:
        FormatError: the file cannot be opened, is empty, larger than `LONGEST`, no XML, or declares entities.
    """
    from lxml import etree

    raw = content(path, LONGEST)
    parser = etree.XMLParser(
        resolve_entities=False, load_dtd=False, no_network=True, huge_tree=False, remove_comments=True, remove_pis=True
    )
    try:
        root = etree.fromstring(raw, parser)
    except etree.XMLSyntaxError as error:
        problem = f"this is not well-formed XML ({str(error.msg).rstrip('.')})"
        cure = "Repair it; if the file was cut, get it again."
        raise FormatError(path, error.lineno or None, problem, cure) from error
    definition = root.getroottree().docinfo.internalDTD
    # check the tree, not the bytes: they may be UTF-16, or say the same in CDATA, where it means nothing
    if definition is not None and next(definition.iterentities(), None) is not None:
        line = raw.count(b"\n", 0, raw.index(_ENTITY)) + 1 if _ENTITY in raw else None
        cure = "Write the characters that they mean."
        raise FormatError(path, line, "the file declares entities, which are not read", cure, code="xml-entities")
    return root
