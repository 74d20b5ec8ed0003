"""spaCy as this project imports it: without the packages of its command line, a third of the time that it takes."""

import sys
from types import ModuleType
from typing import Any

_COMMAND_LINE, _INFO = "spacy.cli", "spacy.cli.info"


def start_spacy() -> None:
    """Import spaCy; its command line, of which it wants one function at once, comes when somebody asks for that."""
    if "spacy" in sys.modules:
        return
    for name in (_COMMAND_LINE, _INFO):
        sys.modules[name] = ModuleType(name)
    vars(sys.modules[_INFO])["info"] = _info
    try:
        import spacy  # noqa: F401
    finally:
        del sys.modules[_COMMAND_LINE], sys.modules[_INFO]


def _info(*args: Any, **options: Any) -> Any:
    from spacy.cli.info import info

    return info(*args, **options)
