"""The work of the component: it reads a Doc, resolves its pronouns, and writes chains and answers on it."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias, TypedDict

from spacy.tokens import Doc, SpanGroup
from spacy.tokens import Span as SpacySpan

from anaphora.experiments.commands.resolve.resolution import Resolution
from anaphora.experiments.commands.rewrite.manner import Manner
from anaphora.experiments.commands.rewrite.rewritten import rewritten
from anaphora.experiments.run.configuration import Configuration
from anaphora.experiments.run.plan import Plan, plan_without_key
from anaphora.experiments.run.worker import resolve_checked
from anaphora.experiments.show.explanation import Explainer
from anaphora.experiments.spacy.reading import Reading, read
from anaphora.preprocess import prepare
from anaphora.preprocess.language import in_its_language
from anaphora.resolvers.specs import require_installed
from anaphora.workbench.adapters import spans_of
from anaphora.workbench.decision import Decision, Spans
from anaphora.workbench.document import Prepared, Span
from anaphora.workbench.errors import OptionError
from anaphora.workbench.language.packs import language_of

NAME = "anaphora"
_Place: TypeAlias = tuple[int, int]
_Row: TypeAlias = tuple[_Place, _Place | None, list[_Place], list[str], str]
"""Pronoun, antecedent, candidates, why, filtered: an `Answer` as plain data."""


class _Stored(TypedDict):
    """Data that one component leaves in `doc.user_data`; `characters` is the length of the text."""

    resolver: str
    characters: int
    answers: list[_Row]


@dataclass(frozen=True, slots=True)
class Answer:
    """The answer of one component for one pronoun.

    `candidates` are the mentions that agree with it, in text order. `why` says in words what the resolver was given and
    how it decided (empty: without `explain`). `filtered` is the reason why the pronoun was filtered as not anaphoric,
    such as "it" in "it rains", and empty for all others. `antecedent` is `None` where the resolver left it open.
    """

    resolver: str
    pronoun: SpacySpan
    antecedent: SpacySpan | None
    candidates: tuple[SpacySpan, ...]
    why: tuple[str, ...]
    filtered: str


def answers(doc: Doc) -> list[Answer] | None:
    """The value of `doc._.anaphora`: all pronouns in text order, component by component; `None`: none has run.

    They are made anew from plain data in `doc.user_data["anaphora"]`, which `Doc.to_bytes` keeps, and `DocBin` with
    `store_user_data=True`. Places are characters, so that tokens may be merged or split afterwards.

    Raises:
        ValueError: the Doc has another length than the one that was resolved, as a part of it has.
    """
    stored: Mapping[str, _Stored] | None = doc.user_data.get(NAME)
    if stored is None:
        return None
    for entry in stored.values():
        if entry["characters"] != len(doc.text):
            raise ValueError(
                f"The answers of 'anaphora' are of a text of {entry['characters']} characters, and this Doc has "
                f"{len(doc.text)}. A part of a Doc has to be resolved by itself: nlp.get_pipe('anaphora')(doc)."
            )
    return [_answer(doc, entry["resolver"], row) for entry in stored.values() for row in entry["answers"]]


def _answer(doc: Doc, resolver: str, row: _Row) -> Answer:
    pronoun, antecedent, candidates, why, filtered = row

    def span(place: _Place) -> SpacySpan:
        span = doc.char_span(*place, alignment_mode="expand")
        if span is None:
            raise ValueError(f"doc.user_data['anaphora'] has characters {place}, which this Doc does not have.")
        return span

    chosen = span(antecedent) if antecedent else None
    return Answer(resolver, span(pronoun), chosen, tuple(map(span, candidates)), tuple(why), filtered)


@dataclass(frozen=True, slots=True)
class Anaphora:
    """The component: a resolver, what shapes its candidate lists, and where its answers go.

    `resolver_name`, with its options, is the one of the `settings`; `prefix` begins the names of the span groups.
    """

    resolver_name: str
    plan: Plan
    settings: Configuration
    prefix: str
    explain: bool
    manner: Manner

    def __call__(self, doc: Doc) -> Doc:
        """Resolve a Doc by its own analysis; chains and answers under the same prefix are replaced.

        Raises:
            ValueError: the Doc has words but no tags, parts of speech or trees.
            WorkbenchError: it is in a language without a pack, or that the resolver does not know (code "not-english").
        """
        reading = read(doc)
        language = "" if doc.lang_ == "xx" else doc.lang_  # what the pipeline says, but for those of many languages
        document = in_its_language(replace(reading.document, language=language))
        self.plan.require_language(document)
        prepared = prepare(document, reading.annotation, options=self.settings.preparation)
        ((name, resolver),) = self.plan.resolvers.items()
        decisions = resolve_checked(name, prepared, resolver)
        resolution = Resolution(
            prepared,
            self.plan.resolvers,
            {name: decisions},
            self.settings.preparation,
            self.settings.execution.seed,
        )
        self._write_chains(doc, reading, spans_of(prepared, resolution.linked(name)))
        doc._.resolved_text = self._rewritten(doc, resolution)
        rows = _plain_answers(reading, prepared, decisions, Explainer(prepared) if self.explain else None)
        stored = {"resolver": self.resolver_name, "characters": len(doc.text), "answers": rows}
        doc.user_data[NAME] = doc.user_data.get(NAME, {}) | {self.prefix: stored}
        return doc

    def _rewritten(self, doc: Doc, resolution: Resolution) -> str:
        """The text with names in place of pronouns; as it is where nothing is sure enough, or in another language."""
        (decisions,) = resolution.decisions.values()
        if language_of(resolution.prepared.document).code != "en":
            return doc.text
        if self.manner.min_probability and all(decision.probability is None for decision in decisions):
            return doc.text
        return rewritten(resolution, self.resolver_name, self.settings, self.manner).rewritten

    def _write_chains(self, doc: Doc, reading: Reading, chains: Spans) -> None:
        written_before = re.compile(rf"{re.escape(self.prefix)}_[0-9]+")
        for name in [name for name in doc.spans if written_before.fullmatch(name)]:
            del doc.spans[name]
        for number, chain in enumerate((chain for chain in chains if len(chain) > 1), start=1):
            name = f"{self.prefix}_{number}"
            doc.spans[name] = SpanGroup(doc, name=name, spans=[doc[slice(*reading.tokens(span))] for span in chain])


def _plain_answers(
    reading: Reading, prepared: Prepared, decisions: Sequence[Decision], explainer: Explainer | None
) -> list[_Row]:
    """One row for each pronoun in text order, with places in characters; without an explainer no words why."""
    places = [reading.characters(mention.span) for mention in prepared.mentions]
    rows: dict[int, _Row] = {}
    for case, decision in zip(prepared.cases, decisions, strict=True):
        why = [*explainer.given(case), *explainer.decided(decision)] if explainer else []
        antecedent = None if decision.antecedent is None else places[decision.antecedent]
        candidates = [places[index] for index in case.compatible]
        rows[prepared.mentions[case.anaphor].span.start] = places[case.anaphor], antecedent, candidates, why, ""
    for entry in prepared.non_anaphoric:
        why = [f"filtered as not anaphoric: {entry.rule}"] if explainer else []
        rows[entry.token] = reading.characters(Span(entry.token, entry.token + 1)), None, [], why, entry.rule
    return [rows[token] for token in sorted(rows)]


def make(resolver: str, prefix: str, explain: bool, settings: Configuration, manner: Manner) -> Anaphora:
    """Make the component; the options mean what they mean on the command line.

    Raises:
        UnknownNameError: there is no such resolver.
        OptionError: an option has a wrong value, the resolver is the oracle, which needs a key, or (code "untrusted")
            it is not installed: whoever loads the pipeline would run its code.
    """
    settings = settings.changed(resolvers=resolver)
    require_installed(settings.resolvers, "A pipeline is saved and shared: name a resolver that a package installs.")
    if not prefix:
        raise OptionError(
            "The prefix is empty; span groups are called after it, 'coref_clusters' gives coref_clusters_1."
        )
    return Anaphora(settings.resolvers[0].label, plan_without_key(settings), settings, prefix, explain, manner)
