"""spaCy as this project imports it: without the packages of its command line, a third of the time that it takes."""

import sys
from importlib import import_module
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
        import spacy
    finally:
        del sys.modules[_COMMAND_LINE], sys.modules[_INFO]
    vars(spacy)["__getattr__"] = _late


def _late(name: str) -> Any:
    if name != "cli":
        raise AttributeError(f"module 'spacy' has no attribute {name!r}")
    return import_module(_COMMAND_LINE)


def _info(*args: Any, **options: Any) -> Any:
    from spacy.cli.info import info

    return info(*args, **options)
