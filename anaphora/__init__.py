"""Evaluate anaphora and coreference resolution: compare resolvers, score chains, and see why.

Everything public is here; what lies below may change. Nothing heavy is imported before it is used.
"""

from importlib import import_module
from typing import TYPE_CHECKING

try:
    from anaphora.workbench import __version__ as __version__
except ModuleNotFoundError as error:
    if error.name != "anaphora.workbench":
        raise
    raise ImportError(
        "anaphora/workbench is no folder: this checkout was made without symbolic links. "
        "Clone again with `git -c core.symlinks=true clone` (on Windows in developer mode)."
    ) from None

if TYPE_CHECKING:
    from anaphora._comparing import ablate, compare, losses, profile, resolve
    from anaphora._corpus import Corpus, read
    from anaphora._listing import formats, measures
    from anaphora._results import Result
    from anaphora._scoring import agree, errors, score
    from anaphora.workbench.decision import Decision, Explanation, Votes
    from anaphora.workbench.document import Case, Mention, Prepared, Span
    from anaphora.workbench.errors import WorkbenchError
    from anaphora.workbench.resolver_entry import ResolverEntry

_HOMES = {
    "anaphora._corpus": ("Corpus", "read"),
    "anaphora._comparing": ("ablate", "compare", "losses", "profile", "resolve"),
    "anaphora._scoring": ("agree", "errors", "score"),
    "anaphora._listing": ("formats", "measures"),
    "anaphora._results": ("Result",),
    "anaphora.workbench.decision": ("Decision", "Explanation", "Votes"),
    "anaphora.workbench.document": ("Case", "Mention", "Prepared", "Span"),
    "anaphora.workbench.errors": ("WorkbenchError",),
    "anaphora.workbench.resolver_entry": ("ResolverEntry",),
}
_HOME = {name: module for module, names in _HOMES.items() for name in names}
__all__ = [
    "Case", "Corpus", "Decision", "Explanation", "Mention", "Prepared", "ResolverEntry", "Result", "Span", "Votes",
    "WorkbenchError", "__version__", "ablate", "agree", "compare", "errors", "formats", "losses", "measures",
    "profile", "read", "resolve", "resolvers", "score",
]  # fmt: skip


def __getattr__(name: str) -> object:
    if name == "resolvers":
        return import_module("anaphora.resolvers")  # a module that can be called
    if name not in _HOME:
        raise AttributeError(f"module 'anaphora' has no attribute {name!r}")
    value = getattr(import_module(_HOME[name]), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted(__all__)
