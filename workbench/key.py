"""Chains of mentions as files and systems give them, in the roles of key and response, and how mentions match.

Resolvers and preprocessing may not import this module, which the import contract "gold cannot leak" checks.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal, NamedTuple, TypeAlias, get_args

from anaphora.workbench.document import FIRST_NODE, Annotation, Document, Gender, Kind, Number, Quotes, Span


class Attributes(NamedTuple):
    """The attributes of a mention beside its chain.

    `head` is a token, `minimum` the part that a response must contain at least (MUC's MIN), `type` the entity type in
    capitals, `kind` says whether it is a pronoun, name or nominal, `optional` is MUC's STATUS="OPT", `clause` says that
    it is a clause or verb phrase (ParCor's), none of these. `gender` and `number` are the entity's. Each is empty where
    the corpus does not say.
    """

    head: int | None = None
    minimum: Span | None = None
    type: str = ""
    optional: bool = False
    kind: Kind | None = None
    clause: bool = False
    gender: Gender | None = None
    number: Number | None = None


class Bridge(NamedTuple):
    """An anaphor understood through a mention of another entity ("a house ... the door"), and how they are related."""

    anaphor: Span
    antecedent: Span
    relation: str = ""


@dataclass(frozen=True, slots=True)
class Clusters:
    """Chains of coreferent mentions of one document (singletons included), each in text order.

    `attributes` describes mentions; `split` maps a mention to the chains (indices) that are its split antecedents;
    `bridges` are its bridging anaphors in text order; `non_referring` maps an expression that refers to nothing, and so
    is in no chain, to its type (`expletive`, `predicate`, ...); `deixis` are chains of clauses and what refers to them.
    `non_anaphoric` maps a pronoun token to why it refers to no nominal (`pleonastic`, `clausal`), where a corpus marks
    this. Mentions may hold empty nodes (tokens from `FIRST_NODE` on), and zeros consist of nothing else; text order is
    that of words, then of nodes. `zeros` counts mentions without any overt token that were left out. `links` are the
    pairs that annotators or a system connected, where a format has them (MUC's REF). `ids` name the entity of
    each chain, where a format has names that hold over documents; they are no part of what makes two keys equal.
    `in_characters` says that spans counted characters. Of a response, `mended` counts what was mended and dropped
    (`external.repairs`), and `quotes` are chains whose mentions are but words, to be found in those of the key.
    """

    document_id: str
    chains: tuple[tuple[Span, ...], ...]
    attributes: Mapping[Span, Attributes] = field(default_factory=dict)
    split: Mapping[Span, tuple[int, ...]] = field(default_factory=dict)
    non_anaphoric: Mapping[int, str] = field(default_factory=dict)
    zeros: int = 0
    links: tuple[tuple[Span, Span], ...] = ()
    ids: tuple[str, ...] = field(default=(), compare=False)
    mended: Mapping[str, int] = field(default_factory=dict, compare=False)
    quotes: Quotes = field(default=(), compare=False)
    in_characters: bool = field(default=False, compare=False)
    bridges: tuple[Bridge, ...] = ()
    non_referring: Mapping[Span, str] = field(default_factory=dict)
    deixis: "Clusters | None" = None


OTHER_REFERENCE = {
    "split_antecedents": "split antecedent",
    "bridging_anaphors": "bridging anaphor",
    "non_referring": "non-referring expression",
    "deixis_chains": "discourse-deixis chain",
}
"""The kinds of reference that is not identity, by their names in figures, each with what one of them is called."""


def other_reference(key: Clusters) -> dict[str, int]:
    """Count each kind of reference in a key that is not identity, but for kinds that it has none of."""
    anaphors = {bridge.anaphor for bridge in key.bridges}
    sizes = len(key.split), len(anaphors), len(key.non_referring), len(key.deixis.chains) if key.deixis else 0
    return {name: size for name, size in zip(OTHER_REFERENCE, sizes, strict=True) if size}


def overt(document: Document, key: Clusters) -> tuple[Document, Clusters]:
    """A document and its key without empty nodes: for resolvers, and for formats that cannot hold them.

    Mentions lose their nodes; zeros, which have nothing else, are counted instead.
    """
    if not document.nodes:
        return document, key
    spans = {span: overt_span(span) for chain in key.chains for span in chain}
    chains = [tuple(left for span in chain if (left := spans[span])) for chain in key.chains]
    order = sorted((number for number, chain in enumerate(chains) if chain), key=lambda number: sorted(chains[number]))
    number_of = {old: new for new, old in enumerate(order)}
    attributes = {
        left: described._replace(
            head=described.head if described.head is None or described.head < FIRST_NODE else None,
            minimum=described.minimum and overt_span(described.minimum),
        )
        for span, described in reversed(list(key.attributes.items()))
        if (left := spans.get(span))
    }
    split = {
        left: tuple(sorted(number_of[chain] for chain in antecedents if chain in number_of))
        for span, antecedents in key.split.items()
        if (left := spans.get(span))
    }
    return replace(document, nodes=()), replace(
        key,
        chains=tuple(tuple(sorted(chains[number])) for number in order),
        attributes=dict(reversed(attributes.items())),
        split={span: antecedents for span, antecedents in split.items() if antecedents},
        zeros=key.zeros + sum(spans[span] is None for chain in key.chains for span in chain),
        ids=tuple(key.ids[number] for number in order) if key.ids else (),
        links=tuple((first, other) for left, right in key.links if (first := spans[left]) and (other := spans[right])),
        bridges=tuple(
            bridge._replace(anaphor=first, antecedent=other)
            for bridge in key.bridges
            if (first := overt_span(bridge.anaphor)) and (other := overt_span(bridge.antecedent))
        ),
        non_referring={left: type for span, type in key.non_referring.items() if (left := overt_span(span))},
        deixis=key.deixis and overt(document, key.deixis)[1],
    )


def overt_span(span: Span) -> Span | None:
    """The span without its empty nodes, which stand behind its words; `None` if it has no words."""
    if span.end <= FIRST_NODE:
        return span
    if span.start >= FIRST_NODE:
        return None
    gaps = tuple(gap for gap in span.gaps if gap[1] < FIRST_NODE)
    end = min(start for start, end in span.gaps if end >= FIRST_NODE)
    return Span(span.start, end, gaps)


Key: TypeAlias = Clusters
"""The role of the right chains, which only evaluation sees."""
Response: TypeAlias = Clusters
"""The role of the chains that a system proposes."""


Match = Literal["strict", "partial", "head"]
MATCHES: tuple[Match, ...] = get_args(Match)
Antecedent = Literal["chain", "nominal", "nearest"]
"""The antecedents that are acceptable; see `anaphora.workbench.trace.build.Criteria`."""


def gold_head(span: Span, attributes: Attributes | None, annotation: Annotation) -> int:
    """The head of a key mention: as the corpus marks it, else by the tree at hand."""
    if attributes and attributes.head is not None:
        return attributes.head
    return annotation.head_of(span)


class GoldMention(NamedTuple):
    """A key mention as it is compared; `minimum` is the part that must be there, the head where there is none."""

    span: Span
    head: int
    minimum: Span | None = None


def matches(proposed: Span, proposed_head: int, gold: GoldMention, words: Sequence[str], how: Match) -> bool:
    """Return whether a proposed mention stands for a key mention.

    `strict`: the same tokens. `partial`: it holds the key's head (or all of its MIN) and reaches beyond the key's
    span by punctuation only. `head`: the same head token. Strict implies partial.
    """
    if how == "strict":
        return proposed == gold.span
    if how == "head":
        return proposed_head == gold.head
    if proposed == gold.span:
        return True
    core = gold.minimum if gold.minimum is not None else (gold.head,)
    if not all(token in proposed for token in core):
        return False
    beyond = (token for token in proposed if not gold.span.start <= token < gold.span.end)
    return not any(character.isalnum() for token in beyond for character in words[token])
