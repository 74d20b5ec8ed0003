"""Uses of the key before resolution: zeros as words, perfect input, and the oracle that reaches MAX.

Zeros are for languages that drop their pronouns: empty nodes become tokens that can be resolved.
"""

from bisect import bisect_left
from collections.abc import Sequence, Set
from dataclasses import dataclass, replace
from typing import Literal, TypeVar

from anaphora.preprocess import Features, Layers
from anaphora.preprocess.mentions import features_by
from anaphora.preprocess.noun_phrases import NounPhrase, noun_phrases
from anaphora.preprocess.trees import trees_of
from anaphora.workbench.decision import Decision, Explanation
from anaphora.workbench.document import (
    FIRST_NODE,
    ZERO,
    Animacy,
    Annotation,
    Document,
    EmptyNode,
    Gender,
    Number,
    Prepared,
    Span,
)
from anaphora.workbench.errors import OptionError
from anaphora.workbench.key import Attributes, Clusters, Key, gold_head
from anaphora.workbench.language.anaphors import pronoun_at
from anaphora.workbench.language.packs import PronounEntry, language_of
from anaphora.workbench.preparation import LAYERS
from anaphora.workbench.trace.build import Criteria, answerable, best_answers
from anaphora.workbench.trace.key_anaphors import key_anaphors

Value = TypeVar("Value")
_UNKNOWN = Attributes()
_THINGS = frozenset({"abstract", "event", "object", "place", "plant", "substance", "time"})


def perfect_layers(
    document: Document, key: Key, annotation: Annotation, names: Sequence[str], *, clausal: bool = False
) -> Layers:
    """The layers of `names` read off the key, to be handed to `anaphora.preprocess.prepare`.

    `mentions` are the key's; `pleonastic` takes out each "it", or its like, that is no key mention, or refers to a
    clause (unless these are to count, as `clausal` says: `workbench.trace.key_anaphors`); `agreement` is described at
    `gold_features`, `constituents` at `gold_constituents`, which raises `OptionError`. `annotation` is not among them:
    it is the annotation that the caller passes on.
    """
    mentions = tuple(dict.fromkeys(span for chain in key.chains for span in chain))
    single = {span.start for span in mentions if len(span) == 1}
    forms = language_of(document).of("expletives.forms")
    expletives = {
        token
        for token, word in enumerate(document.words)
        if word.lower() in forms and pronoun_at(document, token, annotation)
    }
    apart = key_anaphors(document, key, "third-person", annotation, clausal=clausal).apart
    of_clauses = {mention.span.start for mention in apart["clausal"]}
    return Layers(
        mentions=mentions if "mentions" in names else None,
        non_anaphoric=frozenset((expletives - single) | set(key.non_anaphoric) | (expletives & of_clauses))
        if "pleonastic" in names
        else None,
        agreement=gold_features(document, key, annotation) if "agreement" in names else {},
        constituents=gold_constituents(document, names) if "constituents" in names else (),
    )


def gold_annotation(document: Document) -> Annotation:
    """The annotation that came with the corpus; raises `OptionError` where there is none, or one without trees."""
    if document.annotation is None and document.tagged:
        raise OptionError(
            f"Document {document.id} brings tags and features, but no trees of dependencies. Name a pipeline of its "
            "language with --pipeline: it gives the trees, and the corpus the rest.",
            code="no-gold-trees",
        )
    if document.annotation is None:
        raise OptionError(
            f"Document {document.id} has no gold tags and trees, so the layer 'annotation' cannot be perfect. "
            "Use a CoNLL-U corpus, or --input perfect, which takes the layers that the corpus has.",
            code="no-gold-trees",
        )
    return document.annotation


def gold_constituents(document: Document, names: Sequence[str]) -> tuple[str, ...]:
    """The phrase structure that came with the corpus, as parse bits; resolvers project it from `annotation` otherwise.

    Few corpora have it, so that with all layers (perfect input) it may be absent. Raises `OptionError` where it is
    absent although this layer was chosen among others.
    """
    if not document.parse and not set(LAYERS) <= set(names):
        raise OptionError(
            f"Document {document.id} has no constituents that could be perfect: only CoNLL-2012 files have them, in "
            "their parse column (where 'anaphora check' reports what is wrong). Leave 'constituents' out of --perfect.",
            code="no-constituents",
        )
    return document.parse


def gold_features(document: Document, key: Key, annotation: Annotation) -> dict[Span, Features]:
    """Agreement features of every key mention, as a reader who understands the text would give them.

    Number and gender are those of the third-person pronouns of the chain, if these agree with each other, and unknown
    if not; without such pronouns they come from the mention's own words. Animacy is the key's entity type. Where the
    key says number and gender of entities (OpenBoek), these count, and what is neuter there is no person. Person is
    always the mention's own.
    """
    features = {}
    trees = trees_of(annotation, document.words, document.language)
    phrases = noun_phrases(trees)
    phrase_at = {phrase.span: phrase for phrase in phrases}
    features_of = features_by(trees, phrases, true_types=annotation is document.annotation)
    for chain in key.chains:
        pronouns = tuple({entry for span in chain if (entry := _third_person(document, span))})
        for span in chain:
            phrase = phrase_at.get(span) or _phrase(key, annotation, span)
            computed = features_of(phrase)
            entity = key.attributes.get(span, _UNKNOWN)
            if entity.gender or entity.number:
                features[span] = _of_entity(computed, entity)
            else:
                features[span] = _with_chain(computed, pronouns, entity.type.lower())
    return features


def _third_person(document: Document, span: Span) -> PronounEntry | None:
    entry = pronoun_at(document, span.start) if len(span) == 1 else None
    return entry if entry and entry.person == 3 and entry.type != "demonstrative" else None


def _phrase(key: Key, annotation: Annotation, span: Span) -> NounPhrase:
    head = gold_head(span, key.attributes.get(span), annotation)
    return NounPhrase(span, Span(span.start, head + 1), head)


def _of_entity(computed: Features, entity: Attributes) -> Features:
    animacy: Animacy = "inanimate" if entity.gender == "neuter" or entity.type.lower() in _THINGS else "unknown"
    if entity.type == "PERSON":
        animacy = "animate"
    return Features(computed.person, entity.number or "unknown", entity.gender or "unknown", animacy, "key")


def _with_chain(computed: Features, pronouns: Sequence[PronounEntry], kind: str) -> Features:
    numbers = {entry.number for entry in pronouns}
    number: Number = _agreed(numbers) if numbers else computed.number
    genders = {entry.gender for entry in pronouns} - {"unknown"}
    gender: Gender = _agreed(genders) if genders else computed.gender
    animacies = {entry.animacy for entry in pronouns} - {"unknown"}
    animacy: Animacy = "inanimate" if kind in _THINGS else "unknown"
    if animacies:
        animacy = _agreed(animacies)
    elif kind == "person":
        animacy = "animate"
    if animacy == "animate" and gender == "neuter":
        gender = "unknown"
    return Features(computed.person, number, gender, animacy, "key")


def _agreed(values: Set[Value]) -> Value | Literal["unknown"]:
    """Return the only value, or "unknown" if there are several."""
    return next(iter(values)) if len(values) == 1 else "unknown"


@dataclass(frozen=True, slots=True)
class Oracle:
    """Reads the key: answers with the most recent right candidate, which reaches MAX."""

    document: Document
    key: Key
    criteria: Criteria

    def resolve(self, prepared: Prepared) -> list[Decision]:
        """The best that any resolver can do on these candidate lists."""
        best = best_answers(self.document, self.key, prepared, self.criteria)
        return [
            Decision(number, best[number], Explanation("opaque", answerable(prepared, case), "oracle"))
            for number, case in enumerate(prepared.cases)
        ]


_ROOT = -1
_BY_OWNER = "nmod:poss"
_DEFINITE_OBJECT = "Person=3"  # a verb of the definite conjugation has one


def with_zeros(document: Document, key: Clusters) -> tuple[Document, Clusters]:
    """A document and its key with each zero as a word, if its language has some and the corpus has trees.

    Other documents are returned as they are, and empty nodes whose relation is none of the language's zeros, as the
    arguments that nothing expresses in the treebanks of Prague, stay nodes. A zero depends on its first governor, by
    that relation without its case; a subject has the person and number of its verb where it does not say its own, an
    owner those that the noun shows of it (`Person[psor]`).
    """
    tree = document.annotation
    zeros = language_of(document).zeros
    if not document.nodes or tree is None or not zeros:
        return document, key
    others = [FIRST_NODE + number for number, node in enumerate(document.nodes) if _governor(node)[1] not in zeros]
    order = [token for token in document.in_text_order() if token not in set(others)]
    moved_to = {old: new for new, old in enumerate(order)}
    moved_to |= {old: FIRST_NODE + number for number, old in enumerate(others)}
    moved = _Moved(document, tree, order, moved_to)
    return moved.document(), moved.key(key)


def _governor(node: EmptyNode) -> tuple[int, str]:
    """The word that an empty node depends on; without one it is the word beside it."""
    above = ((head, relation) for head, relation in node.relations if head != _ROOT and head < FIRST_NODE)
    head, relation = next(above, (max(0, node.place - 1), "dep"))
    return head, relation if relation == _BY_OWNER else ":".join(relation.split(":")[:1])


@dataclass(frozen=True, slots=True)
class _Moved:
    """A document whose tokens move: `order` has the old token of each new word, `place` the new place of each token."""

    old: Document
    tree: Annotation
    order: Sequence[int]
    place: dict[int, int]

    def document(self) -> Document:
        """The document in the new order; it keeps the empty nodes that have become no words."""
        old = self.old
        starts = tuple(map(self._start, self.tree.sentence_starts))
        spaces = [space or self._space(token) for token, space in enumerate(old.spaces)]
        speakers = [old.speakers[max(0, node.place - 1)] for node in old.nodes] if old.speakers else []
        return replace(
            old,
            words=self._column(old.words, [ZERO] * len(old.nodes)),
            spaces=self._column(spaces, [" "] * len(old.nodes)),
            sentence_starts=starts if old.sentence_starts else (),
            paragraph_starts=tuple(map(self._start, old.paragraph_starts)),
            headings=tuple(map(self.span, old.headings)),
            labels=tuple(map(self.span, old.labels)),
            speakers=self._column(old.speakers, speakers) if old.speakers else (),
            annotation=self._annotation(starts),
            parse=(),
            nodes=tuple(map(self._node, sorted(set(self.place) - set(self.order)))),
        )

    def _column(self, of_words: Sequence[Value], of_nodes: Sequence[Value]) -> tuple[Value, ...]:
        """The values of words and empty nodes in the new order."""
        return tuple(of_nodes[token - FIRST_NODE] if token >= FIRST_NODE else of_words[token] for token in self.order)

    def _node(self, token: int) -> EmptyNode:
        node = self.old.nodes[token - FIRST_NODE]
        relations = tuple((self.place.get(head, head), relation) for head, relation in node.relations)
        return node._replace(place=self.place[node.place - 1] + 1 if node.place else 0, relations=relations)

    def _space(self, token: int) -> str:
        """A blank between a word and a zero behind it."""
        behind = self.place[token] + 1
        return " " if behind < len(self.order) and self.order[behind] >= FIRST_NODE else ""

    def _start(self, start: int) -> int:
        """The place of the first word of a sentence, or of the empty nodes of the sentence before it."""
        sentence = bisect_left(self.tree.sentence_starts, start)
        zeros = (self.old.nodes[token - FIRST_NODE] for token in self.order if token >= FIRST_NODE)
        return self.place[start] - sum(node.place == start and node.sentence == sentence for node in zeros)

    def span(self, span: Span) -> Span:
        """Return the new place of a span; what stands between its words now is inside, unless it was a gap."""
        if span.gaps or span.end > FIRST_NODE:
            return Span.over(self.place[token] for token in span)
        return Span(self.place[span.start], self.place[span.end - 1] + 1)

    def _annotation(self, starts: tuple[int, ...]) -> Annotation:
        tree = self.tree
        governors = list(map(_governor, self.old.nodes))
        features = [
            node.morphology or _features(tree.morphology[governor], relation)
            for node, (governor, relation) in zip(self.old.nodes, governors, strict=True)
        ]
        empty = [""] * len(governors)
        return Annotation(
            pos=self._column(tree.pos, ["PRON"] * len(governors)),
            tag=self._column(tree.tag, empty),
            lemma=self._column(tree.lemma, [ZERO] * len(governors)),
            morphology=self._column(tree.morphology, features),
            head=tuple(self.place[head] for head in self._column(tree.head, [governor for governor, _ in governors])),
            relation=self._column(tree.relation, [relation for _, relation in governors]),
            entity=self._column(tree.entity, empty),
            sentence_starts=starts,
        )

    def key(self, key: Clusters) -> Clusters:
        """A key of the old document with the places of the new."""
        return replace(
            key,
            chains=tuple(tuple(sorted(map(self.span, chain))) for chain in key.chains),
            attributes={
                self.span(span): attributes._replace(
                    head=None if attributes.head is None else self.place[attributes.head],
                    minimum=attributes.minimum and self.span(attributes.minimum),
                )
                for span, attributes in key.attributes.items()
            },
            split={self.span(span): chains for span, chains in key.split.items()},
            non_anaphoric={self.place[token]: why for token, why in key.non_anaphoric.items()},
            links=tuple((self.span(left), self.span(right)) for left, right in key.links),
        )


def _features(of_governor: str, relation: str) -> str:
    """The person and number of a zero, as the word that it depends on shows them."""
    values = dict(feature.split("=", 1) for feature in of_governor.split("|") if "=" in feature)
    if relation == "obj":
        return _DEFINITE_OBJECT
    shown = "[psor]" if relation == _BY_OWNER else ""
    return "|".join(f"{name}={values[name + shown]}" for name in ("Number", "Person") if name + shown in values)
