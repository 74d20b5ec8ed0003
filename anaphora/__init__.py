"""Evaluate anaphora and coreference resolution: compare resolvers, score chains, and see why.

Everything public is here; what lies below may change. Nothing heavy is imported before it is used. A command that
another distribution has added is a function here, too.
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
    from anaphora.experiments.commands.ablate import ablate
    from anaphora.experiments.commands.agree.agree import agree
    from anaphora.experiments.commands.ask.ask import ask
    from anaphora.experiments.commands.chains import chains
    from anaphora.experiments.commands.check import check
    from anaphora.experiments.commands.compare.compare import compare
    from anaphora.experiments.commands.convert.convert import convert
    from anaphora.experiments.commands.coref import coref
    from anaphora.experiments.commands.errors import errors
    from anaphora.experiments.commands.evaluate.evaluate import evaluate
    from anaphora.experiments.commands.export.export import export
    from anaphora.experiments.commands.import_ import import_
    from anaphora.experiments.commands.list_.bibliography import bibtex
    from anaphora.experiments.commands.list_.list_ import formats, list_, measures
    from anaphora.experiments.commands.losses import losses
    from anaphora.experiments.commands.new import new
    from anaphora.experiments.commands.optimise import optimise
    from anaphora.experiments.commands.profile import profile
    from anaphora.experiments.commands.resolve import resolve
    from anaphora.experiments.commands.rewrite import rewrite
    from anaphora.experiments.commands.run.run import run
    from anaphora.experiments.commands.score.score import score
    from anaphora.experiments.commands.serve import serve
    from anaphora.experiments.commands.train import train
    from anaphora.experiments.run.arguments import Corpus, read
    from anaphora.experiments.show.result import Result
    from anaphora.workbench.decision import Decision, Explanation, Votes
    from anaphora.workbench.document import Case, Mention, Prepared, Span
    from anaphora.workbench.errors import WorkbenchError
    from anaphora.workbench.resolver_entry import ResolverEntry

_HOMES = {
    "anaphora.experiments.commands.list_.bibliography": ("bibtex",),
    "anaphora.experiments.commands.list_.list_": ("formats", "measures"),
    "anaphora.experiments.run.arguments": ("Corpus", "read"),
    "anaphora.experiments.show.result": ("Result",),
    "anaphora.workbench.decision": ("Decision", "Explanation", "Votes"),
    "anaphora.workbench.document": ("Case", "Mention", "Prepared", "Span"),
    "anaphora.workbench.errors": ("WorkbenchError",),
    "anaphora.workbench.resolver_entry": ("ResolverEntry",),
}
_HOME = {name: module for module, names in _HOMES.items() for name in names}
__all__ = [
    "Case", "Corpus", "Decision", "Explanation", "Mention", "Prepared", "ResolverEntry", "Result", "Span", "Votes",
    "WorkbenchError", "__version__", "ablate", "agree", "ask", "bibtex", "chains", "check", "compare", "convert",
    "coref", "errors", "evaluate", "export", "formats", "import_", "list_", "losses", "measures", "new", "optimise",
    "profile", "read", "resolve", "resolvers", "rewrite", "run", "score", "serve", "train",
]  # fmt: skip


def __getattr__(name: str) -> object:
    if name == "resolvers":
        return import_module("anaphora.resolvers")  # a module that can be called
    if name in _HOME:
        value: object = getattr(import_module(_HOME[name]), name)
    else:
        commands = import_module("anaphora.experiments.run.command")
        if name.startswith("__") or name not in commands.COMMANDS.names():
            raise AttributeError(f"module 'anaphora' has no attribute {name!r}")
        value = commands.load_command(name).function
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted(__all__)
