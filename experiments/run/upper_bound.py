"""Uses of the key before resolution: perfect input, and the oracle that reaches MAX."""

from collections.abc import Sequence, Set
from dataclasses import dataclass
from typing import Literal, TypeVar

from anaphora.preprocess import Features, Layers
from anaphora.preprocess.mentions import features_by
from anaphora.preprocess.noun_phrases import NounPhrase, noun_phrases
from anaphora.preprocess.trees import trees_of
from anaphora.workbench.decision import Decision, Explanation
from anaphora.workbench.document import Animacy, Annotation, Document, Gender, Number, Prepared, Span
from anaphora.workbench.errors import OptionError
from anaphora.workbench.key import Attributes, Key, gold_head
from anaphora.workbench.language.anaphors import pronoun_at
from anaphora.workbench.language.packs import PronounEntry, language_of
from anaphora.workbench.preparation import LAYERS
from anaphora.workbench.trace.build import Criteria, answerable, right_candidates
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
            f"Use a CoNLL-U corpus, or --perfect mentions,pleonastic,agreement"
            f"{',constituents' * bool(document.parse)}.",
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
    """Reads the key: answers with the most recent right candidate and leaves a case open if there is none."""

    document: Document
    key: Key
    criteria: Criteria

    def resolve(self, prepared: Prepared) -> list[Decision]:
        """The best that any resolver can do on these candidate lists."""
        right = right_candidates(self.document, self.key, prepared, self.criteria)
        pools = [answerable(prepared, case) for case in prepared.cases]
        return [
            Decision(
                number,
                max(set(pool).intersection(right.get(number, ())), default=None),
                Explanation("opaque", pool, "oracle"),
            )
            for number, pool in enumerate(pools)
        ]
