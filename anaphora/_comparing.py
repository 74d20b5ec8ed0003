"""Comparing, ablating and resolving: functions of the names of the commands."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias, Unpack

from anaphora._corpus import Corpus, PathLike, paths_of
from anaphora._results import Result, of_answers, of_comparison
from anaphora.experiments.setup.configuration import ComparisonOptions, Configuration, configure, takes
from anaphora.workbench.decision import Resolver
from anaphora.workbench.spec import parse_resolver

if TYPE_CHECKING:
    from anaphora.experiments.comparison.ablate import Ablated
    from anaphora.experiments.comparison.losses import Losses
    from anaphora.experiments.comparison.profile import ChainProfile, Profile
    from anaphora.experiments.comparison.resolve import Resolution
    from anaphora.workbench.document import Document
    from anaphora.workbench.results.comparison import Comparison

CorpusLike: TypeAlias = Corpus | PathLike | Iterable[PathLike] | None
ResolverLike: TypeAlias = str | Resolver
Resolvers: TypeAlias = ResolverLike | Iterable[ResolverLike] | Mapping[str, ResolverLike]


@takes(ComparisonOptions)
def compare(
    corpus: CorpusLike = None, resolvers: Resolvers = (), *, keep: bool = True, **settings: Unpack[ComparisonOptions]
) -> "Result[Comparison]":
    """Compare resolvers on the same candidate lists of the same documents.

    Args:
        corpus: A path, several paths or what `read` gives; the bundled corpus by default.
        resolvers: Names with options (`"mars"`, `"hobbs(agreement=no)"`, `"Mine=./mine.py"`) or objects with a method
            `resolve(prepared) -> list[Decision]`, or a mapping from the name to show to either; all by default.
        keep: Keep texts and candidates, which `report` needs; `False` saves memory on large corpora.
        settings: Everything else that shapes the figures, as in `anaphora compare --help`: `window=3`,
            `perfect=["mentions"]`, `match="head"`, ...

    Raises:
        WorkbenchError: bad input, an unknown name or a value out of range.
        TypeError: there is no such setting.
    """
    from anaphora.experiments.comparison import compare as work

    chosen = _settings(resolvers, corpus, settings)
    return of_comparison(work.compare(paths_of(corpus), chosen, keep=keep, confidences=True), chosen)


@takes(ComparisonOptions)
def ablate(
    corpus: CorpusLike = None, resolver: ResolverLike = "mars", **settings: Unpack[ComparisonOptions]
) -> "Result[Ablated]":
    """What each indicator, rule or salience factor of a resolver is worth: decision power, relative importance, ...

    Arguments and errors are those of `compare`.
    """
    from anaphora.experiments.comparison import ablate as work

    found = work.ablate(paths_of(corpus), resolver, _settings((), corpus, settings))
    return Result(found, found.signature, found.tables)


@takes(ComparisonOptions)
def losses(
    corpus: CorpusLike = None, resolvers: Resolvers = (), **settings: Unpack[ComparisonOptions]
) -> "Result[Losses]":
    """What each stage costs: anaphors lost there, and the success rates were it perfect.

    Arguments and errors are those of `compare`.
    """
    from anaphora.experiments.comparison import losses as work

    found = work.losses(paths_of(corpus), _settings(resolvers, corpus, settings))
    return Result(found, found.base.signature, found.tables)


@takes(ComparisonOptions)
def profile(
    corpus: CorpusLike = None, *, by: str | None = None, **settings: Unpack[ComparisonOptions]
) -> "Result[Profile | ChainProfile]":
    """How hard a corpus is: anaphors, candidates, distances, pleonastic "it", the rate of a random choice.

    `by` is "genre" or "document" for figures of each. Other arguments and errors are those of `compare`.
    """
    from anaphora.experiments.comparison import profile as work

    found = work.profile(paths_of(corpus), _settings((), corpus, settings), by=by)
    return Result(found, found.signature, found.tables)


@takes(ComparisonOptions)
def resolve(text: str | Path, resolvers: Resolvers = (), **settings: Unpack[ComparisonOptions]) -> "Result[Resolution]":
    """Resolve the pronouns of a plain text (a string, or the `Path` of a file), each answer with its explanation.

    Other arguments and errors are those of `compare`.
    """
    from anaphora.experiments.comparison import resolve as work

    return of_answers(work.resolve(_document(text), _settings(resolvers, None, settings)))


def _document(text: str | Path) -> "Document":
    from anaphora.corpora import plain

    return next(iter(plain.read(text)))[0] if isinstance(text, Path) else plain.document(text, "text")


def _settings(resolvers: Resolvers, corpus: CorpusLike, given: ComparisonOptions) -> Configuration:
    if isinstance(corpus, Corpus) and corpus.format:
        given = {"format": corpus.format, **given}
    several: tuple[object, ...]
    if isinstance(resolvers, Mapping):
        several = tuple(replace(parse_resolver(each), label=label) for label, each in resolvers.items())
    else:
        several = (resolvers,) if isinstance(resolvers, str) or hasattr(resolvers, "resolve") else tuple(resolvers)
    return configure(several, **given)
