"""Parameters for a trainable resolver, learned from corpora."""

from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Annotated, Unpack

from anaphora import resolvers
from anaphora.experiments.run.analysis import Analysis
from anaphora.experiments.run.arguments import CorpusLike, ResolverLike, configuration, paths_of, words_of_corpus
from anaphora.experiments.run.command import Command, PathLike, Progress
from anaphora.experiments.run.configuration import OF_CORPORA, Options, takes
from anaphora.experiments.run.documents import Fingerprint, documents
from anaphora.experiments.show.result import Result
from anaphora.resolvers import chains
from anaphora.resolvers.specs import find, split_options, values
from anaphora.workbench import __version__
from anaphora.workbench.errors import OptionError, WorkbenchError
from anaphora.workbench.files import write_text_atomically
from anaphora.workbench.options import OUTPUT, About
from anaphora.workbench.preparation import LAYERS
from anaphora.workbench.provenance import gather_seen, seen_as_data, text_digest
from anaphora.workbench.resolver_entry import Example
from anaphora.workbench.results.vocabulary import counted
from anaphora.workbench.results.written import Trained
from anaphora.workbench.spec import parse_resolver
from anaphora.workbench.trace.build import mention_chains


@takes(*(name for name in OF_CORPORA if name != "name"), match="partial")
def train(
    resolver: Annotated[ResolverLike, About("A trainable resolver, such as ge_hale_charniak.")],
    corpus: Annotated[CorpusLike, About("Files or folders to learn from.")],
    *,
    output: Annotated[
        PathLike | None, About("The file of parameters to write (JSON).", OUTPUT, "FILE", needed=True)
    ] = None,
    licence: Annotated[str | None, About("Licence note to store in the file.", OUTPUT)] = None,
    also_perfect: Annotated[bool, About("Learn from perfect input, too.", OUTPUT)] = False,
    progress: Progress = None,
    **options: Unpack[Options],
) -> Result[Trained]:
    """Train a resolver, for use as "NAME(parameters=FILE)" or "dagan_itai(counts=FILE)".

    Options in brackets are those of training: `mention_pair(pairs=soon)`. If pronoun and chain resolver have the name,
    both learn, and the parameters of the latter stand under "chains". `output` is the file of parameters, whose text
    `data.as_text(licence)` is. `also_perfect` gives it each document a second time, with perfect input. Other arguments
    and errors are those of `compare`; `OptionError` says that it cannot be trained, or not with these options.
    """
    settings = configuration((), corpus, options)
    spec = parse_resolver(resolver)
    learners = [entry.train for entry in find(replace(spec, options={})).entries if entry.train]
    if not learners:
        problem = f"The resolver '{spec.name}' has nothing to learn."
        raise OptionError(f"{problem} Those that have: {', '.join(trainable())}.")
    divided = zip(learners, split_options(spec.options, *learners), strict=True)
    lessons = [partial(learner, **values(spec, learner, chosen)) for learner, chosen in divided]
    paths = paths_of(corpus)
    read = Fingerprint(paths)
    texts: dict[str, str] = {}
    skipped: list[str] = []

    def examples() -> Iterator[Example]:
        inputs = [settings, settings.changed(perfect=LAYERS)] if also_perfect else [settings]
        analyses = [Analysis(variant) for variant in inputs]
        for document, key in read.watch(documents(paths, settings, skipped), progress):
            texts[document.id] = text_digest(document.words)
            for analysis in analyses:
                prepared = analysis.prepare(document, key)
                yield Example(prepared, mention_chains(document, key, prepared, settings.judging.match))

    material = examples() if len(learners) == 1 else list(examples())  # which each learner reads anew
    parameters, *of_chains = (learn(material) for learn in lessons)
    if of_chains:
        parameters["chains"] = of_chains[0]
    if not texts:
        raise WorkbenchError("There is no document to learn from.")
    perfect = "+".join(settings.preparation.perfect) or "none"
    provenance = {
        "corpus": str(read),
        "documents": len(texts),
        "skipped": skipped,
        "pipeline": Analysis(settings).source,
        "perfect": f"{perfect}, then all" if also_perfect else perfect,
        "match": settings.judging.match,
        "it-filter": settings.preparation.it_filtered_by,
        "version": __version__,
        "seen": seen_as_data(gather_seen(texts, read.corpus)),
    }
    trained = Trained(spec.name, parameters, provenance, len(texts), tuple(skipped))
    messages = [f"Skipped: {message}" for message in skipped]
    if output:
        write_text_atomically(Path(output), trained.as_text(licence))
        messages.append(f"{counted(len(texts), 'document')}; parameters: {output}")
    return Result(trained, "", lambda **_: (), messages=messages)


def trainable() -> list[str]:
    """The resolvers that can be trained."""
    entries = (*resolvers.entries().items(), *chains.entries().items())
    return sorted({name for name, entry in entries if entry.train})


COMMAND = Command(
    train,
    example="anaphora train ge_hale_charniak my_corpus/ --output parameters.json",
    offers=(),
    written=("output",),
    work="Analysing",
    words=words_of_corpus,
)
