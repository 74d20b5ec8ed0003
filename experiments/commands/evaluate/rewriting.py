"""`anaphora evaluate rewriting`: what names in place of pronouns help an index to find, and how often they are wrong.

An index of sentences is asked for entities by their names (`index`). It is to find the sentences that mention them by
the key: in the texts as they are, rewritten by each resolver, and rewritten by the key. A naming is wrong if no mention
of the pronoun's chain in the key is called so. Wrong namings are given as a share of the replacements that the key
makes, so that a resolver that replaces little does little harm.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Unpack

from anaphora.experiments.commands.rewrite import EachUnit, MinProbability
from anaphora.experiments.run.analysis import Analysis
from anaphora.experiments.run.arguments import Corpora, Resolvers, configuration, paths_of, words_of_corpus
from anaphora.experiments.run.command import FIGURES, JSON, REPORT, TO, Command, Progress, details
from anaphora.experiments.run.configuration import OF_TEXTS, Configuration, Options, takes
from anaphora.experiments.run.documents import Fingerprint, documents, require_key
from anaphora.experiments.run.gold import perfect_layers
from anaphora.experiments.show.charts.scores import charts_of_rewriting
from anaphora.experiments.show.report.scores import rewriting_page
from anaphora.experiments.show.result import Result
from anaphora.experiments.texts.entities import entities_of
from anaphora.experiments.texts.manner import MIN_PROBABILITY, Manner
from anaphora.experiments.texts.replacing import Links, Replacement, Rewriting, replace_pronouns
from anaphora.experiments.texts.resolution import Resolution, pronouns_of, resolving
from anaphora.experiments.texts.rewritten import rewritten
from anaphora.experiments.texts.sentence_index import Query, called_by_chain, find, is_called, queries, sentences_of
from anaphora.preprocess import prepare
from anaphora.workbench import provenance
from anaphora.workbench.document import Document, Prepared
from anaphora.workbench.key import Key
from anaphora.workbench.preparation import PronounKind
from anaphora.workbench.provenance import Card, card_of, text_digest
from anaphora.workbench.results.help_and_harm import AS_IT_IS, KEY, MEASURES, THRESHOLDS, HelpAndHarm, Tally, on_curve
from anaphora.workbench.results.scores import Scores
from anaphora.workbench.trace.build import mention_chains

# counting


class _Taken:
    """The tallies of the documents so far, by system; those of resolvers at each threshold."""

    def __init__(self, settings: Configuration, manner: Manner) -> None:
        self.settings = settings
        self.manner = manner
        self.resolvers = tuple(spec.label for spec in settings.resolvers)
        self.thresholds = tuple(sorted({*THRESHOLDS, manner.min_probability}))
        self.ids: list[str] = []
        self.texts: dict[str, str] = {}
        self.cards: dict[str, Card] = {}
        self.tallies: dict[str, list[Tally]] = {}
        self.sure: set[str] = set()
        self.its = Counter[bool]()

    def take(self, document: Document, key: Key, resolution: Resolution) -> None:
        """Count one document."""
        self.ids.append(document.id)
        self.texts[document.id] = text_digest(document.words)
        self.cards = {name: card for name, built in resolution.resolvers.items() if (card := card_of(built))}
        judge = _judge(document, key, resolution.prepared, self.settings, self.manner)
        self.its.update(judge.its())
        self._add(AS_IT_IS, judge.tally(resolution.prepared, None))
        for resolver in self.resolvers:
            if any(decision.probability is not None for decision in resolution.decisions[resolver]):
                self.sure.add(resolver)
            for threshold in self.thresholds:
                manner = replace(self.manner, min_probability=threshold)
                outcome = rewritten(resolution, resolver, self.settings, manner).rewriting
                self._add(on_curve(resolver, threshold), judge.tally(resolution.prepared, outcome))
        self._add(KEY, judge.tally(resolution.prepared, judge.best))

    def _add(self, system: str, tally: Tally) -> None:
        self.tallies.setdefault(system, []).append(tally)

    def figures(self, corpus: str, skipped: Sequence[str]) -> HelpAndHarm:
        """Compute the figures; resolvers that do not say how sure they are replace whatever they resolve."""
        notes = [f"Skipped: {message}" for message in skipped]
        least = {name: self.manner.min_probability if name in self.sure else 0.0 for name in self.resolvers}
        if unsure := [name for name in self.resolvers if name not in self.sure]:
            notes.append(f"Replaces all, since it does not say how sure it is: {', '.join(unsure)}.")
        notes.append(self._judge_others())
        chosen = {name: on_curve(name, threshold) for name, threshold in least.items()}
        systems = {AS_IT_IS: AS_IT_IS, **chosen, KEY: KEY}
        points = [on_curve(name, threshold) for name in sorted(self.sure) for threshold in THRESHOLDS]
        curve = dict(zip(points, points, strict=True))
        signed = f"{Analysis(self.settings).sign(corpus, len(self.ids))}|{self.manner.signature}"
        scores = self._scores(corpus, signed, systems)
        sums = {name: sum(self.tallies[system], Tally()) for name, system in systems.items()}
        return HelpAndHarm(scores, self._scores(corpus, signed, curve), sums, least, tuple(filter(None, notes)))

    def _judge_others(self) -> str:
        """Judge replacements of pronouns that the key does not mention: wrong if the key has most "it", so is whole."""
        others = sum(tally["others"] for tallies in self.tallies.values() for tally in tallies)
        whole = self.its[True] >= self.its[False]
        for tally in (tally for tallies in self.tallies.values() for tally in tallies if whole):
            tally.update({"wrong": tally["others"], "judged": tally["others"]})
        verdict = "count as wrong, since it has most" if whole else "are not judged, since it has few"
        return f'Namings of pronouns that the key does not mention {verdict} "it".' if others else ""

    def _scores(self, corpus: str, signed: str, systems: Mapping[str, str]) -> Scores:
        return Scores(
            key=corpus,
            signature=signed,
            documents=tuple(self.ids),
            systems=tuple(systems),
            measures=MEASURES,
            counts={
                name: {measure.name: measure.count(self.tallies[system]) for measure in MEASURES}
                for name, system in systems.items()
            },
            warnings=provenance.contamination_warnings(self.texts, self.cards, Analysis(self.settings).cards),
            resamples=self.settings.judging.resamples,
            seed=self.settings.execution.seed,
        )


@dataclass(frozen=True)
class _Judge:
    """The questions asked of one document, and the meaning of its pronouns by the key.

    `chain_at` has the chain of each pronoun, `called` what mentions of each chain call it, `best` the text as the key
    rewrites it.
    """

    document: Document
    asked: Sequence[Query]
    chain_at: Mapping[int, int]
    called: Mapping[int, set[str]]
    best: Rewriting
    known: dict[tuple[int, str], bool] = field(default_factory=dict)

    def its(self) -> Iterable[bool]:
        """For each "it" whether the key has it."""
        return [token in self.chain_at for token, word in enumerate(self.document.words) if word.lower() == "it"]

    def tally(self, prepared: Prepared, outcome: Rewriting | None) -> Tally:
        """Count what is found, right and wrong in a text as it is (`None`), or as somebody rewrote it."""
        replacements = outcome.replacements if outcome else ()
        hits = find(self.asked, sentences_of(prepared, replacements))
        tally = Tally(replaced=len(replacements))
        for query, sentences in zip(self.asked, hits, strict=True):
            right = len(query.sentences & sentences)
            tally.update(relevant=len(query.sentences), found=len(sentences), right=right)
        tally.update(possible=len(self.best.replacements))
        for replacement in replacements:
            tally.update([self._verdict(replacement)])
        tally["judged"] = tally["wrong"] + tally["named"]
        return tally

    def _verdict(self, replacement: Replacement) -> str:
        """Judge the names that a replacement gives; `others`: it is of a pronoun that the key does not mention."""
        chains = [(self.chain_at.get(token), name) for token, name in replacement.claims]
        if any(chain is None for chain, _ in chains):
            return "others"
        return "named" if all(self._is_called(chain or 0, name) for chain, name in chains) else "wrong"

    def _is_called(self, chain: int, name: str) -> bool:
        if (chain, name) not in self.known:  # chains may be long, and names recur
            self.known[chain, name] = is_called(name, self.called.get(chain, set()))
        return self.known[chain, name]


def _judge(document: Document, key: Key, prepared: Prepared, settings: Configuration, manner: Manner) -> _Judge:
    by_key = _by_key(document, key, prepared, settings)
    chain_of_span = {span: number for number, chain in enumerate(key.chains) for span in chain}
    chain_of = [chain_of_span.get(mention.span, -1) for mention in by_key.mentions]
    chains: dict[int, list[int]] = {}
    for mention, chain in enumerate(chain_of):
        chains.setdefault(chain, []).append(mention)
    chains.pop(-1, None)
    called = called_by_chain(by_key, chain_of)
    ours = mention_chains(document, key, prepared, "head")  # what it is called does not depend on where it ends
    for chain, names in called_by_chain(prepared, ours).items():
        called.setdefault(chain, set()).update(names)
    entities = entities_of(by_key, tuple(map(tuple, chains.values())))
    links = Links(dict.fromkeys(range(len(by_key.mentions)), 1.0))
    return _Judge(
        document,
        queries(by_key, list(chains.values())),
        {span.start: chain for span, chain in chain_of_span.items() if len(span) == 1},
        called,
        replace_pronouns(by_key, entities, links, manner, pronouns_of(by_key, settings.preparation.anaphors)),
    )


def _by_key(document: Document, key: Key, prepared: Prepared, settings: Configuration) -> Prepared:
    """The document with the mentions of its key, analysed as it was."""
    layers = perfect_layers(document, key, prepared.annotation, ("mentions", "pleonastic"), clausal=False)
    return prepare(prepared.document, prepared.annotation, options=settings.preparation, layers=layers)


REWRITERS = ("neural_ranker", "ranker")
"""Resolvers that say how sure they are."""


@takes(*OF_TEXTS, "format", "skip_bad", "name", "resamples", choices={"anaphors": PronounKind})
def rewriting(
    corpus: Corpora = None,
    resolvers: Resolvers = REWRITERS,
    *,
    min_probability: MinProbability = MIN_PROBABILITY,
    each: EachUnit = "sentence",
    progress: Progress = None,
    **options: Unpack[Options],
) -> Result[HelpAndHarm]:
    """Evaluate names in place of pronouns: what they help to find, and how many are wrong.

    `min_probability` and `each` are those of `rewrite`, and the key is a corpus of chains. Other arguments and errors
    are those of `compare`.
    """
    settings = configuration(resolvers, corpus, options)
    paths = paths_of(corpus)
    taken = _Taken(settings, Manner(min_probability, each))
    resolve = resolving(settings, chains=True)
    skipped: list[str] = []
    read = Fingerprint(paths, settings.preparation.name)
    for document, key in read.watch(documents(paths, settings, skipped), progress):
        taken.take(document, key, resolve(document))
    require_key(read.documents, read.chains)
    figures = taken.figures(str(read), skipped)
    return Result(
        figures,
        figures.signature,
        lambda details=False, **_: figures.tables(details),
        {"table": figures.table, "curve": figures.curve_table},
        figures=figures.figures,
        json=figures.as_json,
        charts=partial(charts_of_rewriting, figures),
        page=partial(rewriting_page, figures),
        warnings=figures.scores.warnings,
    )


COMMAND = Command(
    rewriting,
    example="anaphora evaluate rewriting my_corpus/ --resolvers neural_ranker,ranker --figures figures",
    offers=(TO, JSON, REPORT, FIGURES, details("Print every figure, and those over the probability.")),
    work="Rewriting",
    words=words_of_corpus,
)
