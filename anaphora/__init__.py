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
    from anaphora.experiments.api.comparing import (
        ablate,
        chains,
        compare,
        coref,
        evaluate,
        losses,
        optimise,
        profile,
        resolve,
        rewrite,
        train,
    )
    from anaphora.experiments.api.corpus import Corpus, check, convert, export, import_, read
    from anaphora.experiments.api.results import Result
    from anaphora.experiments.api.scoring import agree, errors, score
    from anaphora.experiments.commands.list_.bibliography import bibtex
    from anaphora.experiments.commands.list_.list_ import formats, list_, measures
    from anaphora.experiments.commands.new import new
    from anaphora.experiments.commands.run.run import run
    from anaphora.workbench.decision import Decision, Explanation, Votes
    from anaphora.workbench.document import Case, Mention, Prepared, Span
    from anaphora.workbench.errors import WorkbenchError
    from anaphora.workbench.resolver_entry import ResolverEntry

_HOMES = {
    "anaphora.experiments.api.comparing": (
        "ablate",
        "chains",
        "compare",
        "coref",
        "evaluate",
        "losses",
        "optimise",
        "profile",
        "resolve",
        "rewrite",
        "train",
    ),
    "anaphora.experiments.api.corpus": ("Corpus", "check", "convert", "export", "import_", "read"),
    "anaphora.experiments.api.results": ("Result",),
    "anaphora.experiments.api.scoring": ("agree", "errors", "score"),
    "anaphora.experiments.commands.list_.bibliography": ("bibtex",),
    "anaphora.experiments.commands.list_.list_": ("formats", "list_", "measures"),
    "anaphora.experiments.commands.new": ("new",),
    "anaphora.experiments.commands.run.run": ("run",),
    "anaphora.workbench.decision": ("Decision", "Explanation", "Votes"),
    "anaphora.workbench.document": ("Case", "Mention", "Prepared", "Span"),
    "anaphora.workbench.errors": ("WorkbenchError",),
    "anaphora.workbench.resolver_entry": ("ResolverEntry",),
}
_HOME = {name: module for module, names in _HOMES.items() for name in names}
__all__ = [
    "Case", "Corpus", "Decision", "Explanation", "Mention", "Prepared", "ResolverEntry", "Result", "Span", "Votes",
    "WorkbenchError", "__version__", "ablate", "agree", "bibtex", "chains", "check", "compare", "convert", "coref",
    "errors", "evaluate", "export", "formats", "import_", "list_", "losses", "measures", "new", "optimise", "profile",
    "read", "resolve", "resolvers", "rewrite", "run", "score", "train",
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
