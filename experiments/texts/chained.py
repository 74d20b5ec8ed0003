"""Plain text in, entities out: who and what a text is about, and where each is mentioned."""

from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from itertools import accumulate, pairwise

from anaphora.experiments.run.configuration import Configuration, default_entity_resolver
from anaphora.experiments.run.responses import with_chains
from anaphora.experiments.texts.entities import entities_of, listed_chains, proper_name
from anaphora.experiments.texts.resolution import TOO_SHORT, Phrase, Resolution, phrases_of, resolve_each, texts_json
from anaphora.experiments.texts.sentence_index import is_called, plain_name
from anaphora.preprocess.language import can_tell, in_its_language
from anaphora.resolvers.specs import find
from anaphora.workbench.adapters import links_all
from anaphora.workbench.decision import Chains, Entity
from anaphora.workbench.document import Document, Kind, Prepared, Span
from anaphora.workbench.errors import unknown_name
from anaphora.workbench.files import JsonObject
from anaphora.workbench.key import Attributes, Clusters
from anaphora.workbench.language.packs import language_of
from anaphora.workbench.linking import clash
from anaphora.workbench.preparation import PRONOUNS
from anaphora.workbench.results.table import Cell, Column, Table
from anaphora.workbench.results.vocabulary import counted, short

ROWS = 18
"""Rows of the printed tables together, so that they fit a terminal."""
_FEWEST_ROWS, _NAME = 3, 20
_SHORT = {"masculine": "masc.", "feminine": "fem.", "neuter": "neut."}
_KINDS: tuple[Kind, ...] = ("name", "nominal", "pronoun")


@dataclass(frozen=True)
class ChainedText:
    """A text with its entities, the most frequent first; `singletons` counts the chains of one mention left out.

    `probabilities` says how sure the resolver is of the links of mentions, from 0 to 1, if it says it of them.
    If it links `pronouns_only`, names and noun phrases are linked to nothing but pronouns.
    """

    prepared: Prepared
    entities: tuple[Entity, ...]
    singletons: int = 0
    probabilities: Mapping[int, float] = field(default_factory=dict)
    pronouns_only: bool = False

    @property
    def document(self) -> Document:
        """The text as it was read."""
        return self.prepared.document

    @cached_property
    def phrases(self) -> Sequence[Phrase]:
        """The mentions with their places in the text, in the order of `prepared.mentions`."""
        return [*map(phrases_of(self.document), (mention.span for mention in self.prepared.mentions))]

    @cached_property
    def sentences(self) -> Sequence[Phrase]:
        """The sentences with their places in the text."""
        bounds = (*self.prepared.annotation.sentence_starts, len(self.document.words))
        return [*map(phrases_of(self.document), (Span(start, end) for start, end in pairwise(bounds)))]

    @cached_property
    def _line_ends(self) -> list[int]:
        return list(accumulate(map(len, self.document.text.splitlines(keepends=True))))

    def line_of(self, character: int) -> int:
        """The number of the line of the text, from 1, that a character stands in."""
        return bisect_right(self._line_ends, character) + 1

    def counts(self, entity: Entity) -> dict[Kind, int]:
        """Count the names, nominals and pronouns of an entity."""
        kinds = Counter(self.prepared.mentions[mention].kind for mention in entity.mentions)
        return {kind: kinds[kind] for kind in _KINDS}

    def as_json(self) -> JsonObject:
        """The text and all its entities."""
        entities = [
            {
                **{name: getattr(entity, name) for name in ("id", "name", "kind", "gender", "number")},
                "aliases": self.aliases(entity),
                "mentions": [
                    {
                        **{name: getattr(self.phrases[index], name) for name in ("text", "start", "end")},
                        "type": self.prepared.mentions[index].kind,
                        "sentence": self.prepared.mentions[index].sentence + 1,
                        "probability": self.probabilities.get(index),
                    }
                    for index in entity.mentions
                ],
            }
            for entity in self.entities
        ]
        return {"text": self.document.text, "entities": entities, "singletons": self.singletons}

    def clusters(self) -> tuple[Document, Clusters]:
        """The entities as chains with heads and types, with the analysed document: for corpus writers."""
        mentions = self.prepared.mentions
        spans = tuple(tuple(mentions[index].span for index in entity.mentions) for entity in self.entities)
        attributes = {
            mentions[index].span: Attributes(mentions[index].head, type=(entity.kind or "").upper())
            for entity in self.entities
            for index in entity.mentions
        }
        document, clusters = with_chains(self.prepared, spans, singletons=True)
        return document, replace(clusters, attributes=attributes)

    def called(self, name: str) -> tuple[Entity, ...]:
        """The entities with this name or id; if there are none, those with the name, in whole words, in one of theirs.

        Noun phrases are names as a whole: "her sister", but not "sister".
        """
        asked = plain_name(name)
        names = {entity.id: {plain_name(entity.name), *self._called(entity, "name")} for entity in self.entities}
        exact = tuple(
            entity
            for entity in self.entities
            if name == entity.id or asked in names[entity.id] | self._called(entity, "nominal")
        )
        return exact or tuple(entity for entity in self.entities if is_called(name, names[entity.id]))

    def _called(self, entity: Entity, kind: Kind) -> set[str]:
        """Return what the mentions of a kind call an entity, in the form in which names are compared."""
        mentions = ((index, self.prepared.mentions[index]) for index in entity.mentions)
        return {
            plain_name(proper_name(self.prepared, mention) if kind == "name" else self.phrases[index].text)
            for index, mention in mentions
            if mention.kind == kind
        }

    def aliases(self, entity: Entity) -> list[str]:
        """The names by which an entity is mentioned beside its own, the most frequent first."""
        mentions = ((index, self.prepared.mentions[index]) for index in entity.mentions)
        names = Counter(proper_name(self.prepared, mention) for _, mention in mentions if mention.kind == "name")
        first = {plain_name(entity.name): entity.name}
        for name, _ in names.most_common():
            first.setdefault(plain_name(name), name)
        return [*first.values()][1:]

    def size(self) -> tuple[str, str]:
        """Say how many words and entities it has."""
        return counted(len(self.document.words), "word"), counted(len(self.entities), "entity")

    def left_out(self) -> str:
        """Say how many mentions are in no entity, and why."""
        return f"{counted(self.singletons, 'mention')} left out, since nothing else was linked to them"

    def clashes(self) -> int:
        """Count the entities whose names and pronouns cannot mean the same: he and she, "Mr. Bennet" and her."""
        return sum(clash(self.prepared.mentions[mention] for mention in entity.mentions) for entity in self.entities)


@dataclass(frozen=True, slots=True)
class Chained:
    """Texts with their entities: `resolver` made the chains, and `signature` says all that shaped them."""

    texts: tuple[ChainedText, ...]
    resolver: str
    signature: str

    def named(self, name: str) -> "Chained":
        """The entities of one name alone; see `ChainedText.called`. Raises `UnknownNameError` if there are none."""
        texts = tuple(replace(text, entities=text.called(name)) for text in self.texts)
        if not any(text.entities for text in texts):
            frequent = dict.fromkeys(entity.name for text in self.texts for entity in text.entities[:ROWS])
            raise unknown_name("entity", name, frequent)
        return replace(self, texts=texts, signature=f"{self.signature}|entity:{name}")

    def warning(self) -> str:
        """Warn in a sentence that the resolver links pronouns only; empty if it links all mentions."""
        if not any(text.pronouns_only for text in self.texts):
            return ""
        below = "ranker" if {language_of(text.document).code for text in self.texts} == {"en"} else "word_match"
        problem = f"{self.resolver} links pronouns only: each name and noun phrase is an entity of its own."
        return f"{problem} --resolvers {self.resolver}+{below} links them, too."

    def tables(self, mentions: bool = False, details: bool = False, **_: object) -> list[Table]:
        """All `mentions`, all entities with `details`, or of each text the most frequent ones."""
        return [self.figures(mentions)] if mentions or details else self.short_tables()

    def figures(self, mentions: bool = False, **_: object) -> Table:
        """A row an entity, or a mention."""
        return self.mentions_table() if mentions else self.entities_table()

    def short_tables(self) -> list[Table]:
        """For each text its most frequent entities, in 80 columns, and together in 25 lines if the texts are few."""
        rows = max(_FEWEST_ROWS, ROWS // max(1, len(self.texts)))
        return [self._short_table(text, rows) for text in self.texts]

    def _short_table(self, text: ChainedText, most: int) -> Table:
        table = Table("", _ENTITY, tuple(_entity_rows(text, most))).brief()
        rows = tuple(
            (short(str(name), _NAME), kind, _SHORT.get(str(gender)), *more) for name, kind, gender, *more in table.rows
        )
        columns = table.columns if rows else ()
        notes = tuple(self._notes(text, len(rows)))
        return Table(f"{text.document.id}: {', '.join(text.size())} by {self.resolver}", columns, rows, notes)

    def _notes(self, text: ChainedText, shown: int) -> Iterator[str]:
        if left := len(text.entities) - shown:
            yield f"{counted(left, 'entity')} more: --all shows them."
        if text.singletons:
            yield f"{text.left_out()}."
        if clashes := text.clashes():
            yield f"Entities with names and pronouns that cannot mean the same, such as he and she: {clashes}."
        if warning := self.warning():
            yield warning
        if not can_tell(text.document):
            yield TOO_SHORT

    def as_json(self, **_: object) -> JsonObject:
        """All texts with their entities, in the shape of `anaphora chains --json`."""
        texts = [(text.document.id, text.as_json()) for text in self.texts]
        return texts_json(texts, resolver=self.resolver, signature=self.signature)

    def entities_table(self) -> Table:
        """A row for each entity of every text, with its first and last place in characters and lines."""
        return Table("Entities", _ENTITY, tuple(row for text in self.texts for row in _entity_rows(text)))

    def mentions_table(self) -> Table:
        """A row for each mention of every entity, with its place in characters, its line and its sentence.

        Where the resolver says so, also with how probable it is that the link to the mention before is right.
        """
        return Table("Mentions", _MENTION, tuple(row for text in self.texts for row in _mention_rows(text)))


_ENTITY = (
    Column("entity", detail=True), Column("document", detail=True), Column("name"), Column("kind"), Column("gender"),
    Column("number", detail=True), Column("aliases", detail=True), *(Column(f"{kind}s", "count") for kind in _KINDS),
    Column("start", "count", detail=True), Column("end", "count", detail=True), Column("first_line", "count"),
    Column("last_line", "count"),
)  # fmt: skip
_MENTION = (
    Column("entity"), Column("document"), Column("name"), Column("text"), Column("type"),
    Column("start", "count", detail=True), Column("end", "count", detail=True), Column("line", "count"),
    Column("sentence_number", "plain", detail=True), Column("probability", "percent"), Column("sentence", detail=True),
)  # fmt: skip


def _entity_rows(text: ChainedText, most: int | None = None) -> Iterator[tuple[Cell, ...]]:
    for entity in text.entities[:most]:
        first, last = (text.phrases[entity.mentions[end]] for end in (0, -1))
        about = (entity.name, entity.kind, entity.gender, entity.number, "; ".join(text.aliases(entity)) or None)
        lines = text.line_of(first.start), text.line_of(last.start)
        yield (entity.id, text.document.id, *about, *text.counts(entity).values(), first.start, last.end, *lines)


def _mention_rows(text: ChainedText) -> Iterator[tuple[Cell, ...]]:
    for entity in text.entities:
        for index in entity.mentions:
            phrase, mention = text.phrases[index], text.prepared.mentions[index]
            ends = (phrase.start, phrase.end, text.line_of(phrase.start))
            context = mention.sentence + 1, text.probabilities.get(index), text.sentences[mention.sentence].text
            yield (entity.id, text.document.id, entity.name, phrase.text, mention.kind, *ends, *context)


def find_entities(
    documents: Sequence[Document], settings: Configuration, finished: Callable[[Document], None] | None = None
) -> Chained:
    """Find the entities of texts without a key, by the one resolver of the settings.

    Without one it is that for the language of the first text; see `default_entity_resolver`.

    Chains of one mention are left out unless the settings keep singletons. What links all mentions links "I" and "you",
    as in `coref`; a pronoun resolver above it answers the third person alone. See `resolve_each`.
    """
    if not settings.resolvers:
        language = settings.preparation.language or documents[0].language
        code = in_its_language(replace(documents[0], language=language)).language
        settings = settings.changed(resolvers=default_entity_resolver(code))
    (spec,) = settings.resolvers
    combined = find(spec).below and settings.preparation.anaphors in PRONOUNS
    asked = settings.changed(anaphors="third-person") if combined else settings
    work = partial(chained, resolver=spec.label, settings=settings)
    texts, shaped = resolve_each(documents, asked, work, finished)
    listed = f"listed:{settings.preparation.anaphors}|singletons:{settings.judging.singletons}"
    return Chained(texts, spec.label, f"{shaped}|{listed}")


def chained(resolution: Resolution, resolver: str, settings: Configuration) -> ChainedText:
    """The entities of a text that was resolved, by one of the resolvers."""
    prepared = resolution.prepared
    whole = resolution.linked(resolver)
    linked = listed_chains(prepared, whole, settings.preparation.anaphors)
    kept = linked if settings.judging.singletons == "keep" else tuple(chain for chain in linked if len(chain) > 1)
    return ChainedText(
        prepared,
        entities_of(prepared, kept),
        singletons=len(linked) - len(kept),
        probabilities=_sure(resolution, whole, resolver),
        pronouns_only=not links_all(resolution.resolvers[resolver]),
    )


def _sure(resolution: Resolution, chains: Chains, resolver: str) -> dict[int, float]:
    """Return how sure a resolver is of its links, by pronoun; links to other mentions than it answered are left out."""
    chain_of = {mention: number for number, chain in enumerate(chains) for mention in chain}
    cases = resolution.prepared.cases
    answers = ((cases[decision.case].anaphor, decision) for decision in resolution.decisions[resolver])
    return {
        anaphor: round(answer.probability, 4)
        for anaphor, answer in answers
        if answer.probability is not None and answer.antecedent is not None
        if chain_of[answer.antecedent] == chain_of[anaphor]
    }
