"""Differences between a document with its key and the same after writing and reading again."""

from collections import Counter
from itertools import accumulate

from anaphora.corpora import Pair
from anaphora.workbench.document import FIRST_NODE, Annotation, Document, Span
from anaphora.workbench.key import Clusters

_COLUMNS = ("pos", "tag", "lemma", "morphology", "head", "relation", "entity")


def difference(before: Pair, after: Pair) -> str:
    """Say how words or chains differ; empty if they are the same.

    If tokens are divided differently, mentions are compared by their characters without white space.
    """
    offsets, offsets_after = _offsets(before[0], after[0])
    if offsets[-1] != offsets_after[-1] or _letters(before[0]) != _letters(after[0]):
        return "the words are not the same"
    chains, chains_after = (
        Counter(tuple(sorted(_place(span, places) for span in chain)) for chain in key.chains)
        for (_, key), places in ((before, offsets), (after, offsets_after))
    )
    for chain in before[1].chains if chains != chains_after else ():
        if chains[spans := tuple(sorted(_place(span, offsets) for span in chain))] != chains_after[spans]:
            return f"the chain of '{before[0].words_of(chain[0])}' is not the same"
    return "" if chains == chains_after else "there are chains that were not there"


def losses(before: Pair, after: Pair) -> tuple[Counter[str], Counter[str]]:
    """Counts by field of what was lost or changed, and of what is new where there was nothing; see `unit`.

    `tokens` is lost where words are divided differently; all else is then compared by characters as in `difference`.
    """
    offsets, offsets_after = _offsets(before[0], after[0])
    old, new = _facets(*before, offsets), _facets(*after, offsets_after)
    lost = Counter(facet[0] for facet, value in old.items() if value and new.get(facet) != value)
    added = Counter(facet[0] for facet, value in new.items() if value and not old.get(facet))
    return lost, added


def lost_nodes(document: Document, key: Clusters) -> Counter[str]:
    """Count what `workbench.key.overt` takes from a document, but for zeros, which it counts itself: see `unit`."""
    spans = {span for chain in key.chains for span in chain}
    cut = sum(span.start < FIRST_NODE < span.end for span in spans)
    return +Counter({"empty_nodes": len(document.nodes), "empty_nodes.in_mentions": cut})


def _facets(document: Document, key: Clusters, offsets: list[int]) -> dict[tuple[str, object], object]:
    """All information besides words and chains, by field and place (`None`: the whole document).

    A value is empty (false) where there is no information.
    """
    tree = document.annotation or document.tagged
    sentences = document.sentence_starts or (tree.sentence_starts if tree else ())
    voices = document.speakers
    changes = [(token, name) for token, name in enumerate(voices) if not token or name != voices[token - 1]]
    facets: dict[tuple[str, object], object] = {
        ("id", None): document.id,
        ("tokens", None): offsets,
        ("spaces", None): document.text,
        ("sentences", None): [offsets[token] for token in sentences],
        ("paragraphs", None): [offsets[token] for token in document.paragraph_starts],
        ("headings", None): [_place(heading, offsets) for heading in document.headings],
        ("speakers", None): [(offsets[token], name) for token, name in changes],
        ("labels", None): [_place(label, offsets) for label in document.labels],
        ("genre", None): document.genre,
        ("language", None): document.language,
        ("parse", None): document.parse,
    }
    facets |= {(f"annotation.{name}", None): _column(tree, name) for name in _COLUMNS}
    for span, attributes in key.attributes.items():
        words = _place(span, offsets)
        head = attributes.head
        facets["attributes.head", words] = None if head is None else _place(Span(head, head + 1), offsets)
        facets["attributes.minimum", words] = attributes.minimum and _place(attributes.minimum, offsets)
        for name in ("type", "optional", "kind", "clause", "gender", "number"):
            facets[f"attributes.{name}", words] = getattr(attributes, name)
    for span, antecedents in key.split.items():
        chains = {frozenset(_place(mention, offsets) for mention in key.chains[chain]) for chain in antecedents}
        facets["split", _place(span, offsets)] = chains
    of_span = {span: chain for chain in key.chains for span in chain}
    for bridge in key.bridges:  # formats may know the entity alone
        entity = frozenset(_place(span, offsets) for span in of_span.get(bridge.antecedent, (bridge.antecedent,)))
        facets["bridges", (_place(bridge.anaphor, offsets), entity)] = bridge.relation or True
    facets |= {("non_referring", _place(span, offsets)): type or True for span, type in key.non_referring.items()}
    deixis = key.deixis.chains if key.deixis else ()
    facets |= {("deixis", frozenset(_place(span, offsets) for span in chain)): True for chain in deixis}
    facets |= {("non_anaphoric", offsets[token]): reason for token, reason in key.non_anaphoric.items()}
    facets |= {("links", (_place(left, offsets), _place(right, offsets))): True for left, right in key.links}
    named = zip(key.chains, key.ids, strict=True) if key.ids else ()
    facets |= {("entity_ids", tuple(sorted(_place(span, offsets) for span in chain))): id for chain, id in named}
    facets |= {("empty_nodes", number): node for number, node in enumerate(document.nodes)}
    return facets | {("zeros", number): True for number in range(key.zeros)}


def _column(annotation: Annotation | None, name: str) -> tuple[object, ...]:
    column: tuple[object, ...] = getattr(annotation, name) if annotation else ()
    return column if any(value != "" for value in column) else ()


def _offsets(*documents: Document) -> list[list[int]]:
    """The starts of the tokens of each document, and its end: in tokens, or in characters if tokens differ."""
    same = len({document.words for document in documents}) == 1
    return [
        list(accumulate((1 if same else len("".join(word.split())) for word in document.words), initial=0))
        for document in documents
    ]


def _place(span: Span, offsets: list[int]) -> tuple[int, ...]:
    """The borders of a mention; empty nodes have numbers of their own."""
    borders = (span.start, *(end for gap in span.gaps for end in gap), span.end)
    return tuple(token if token >= FIRST_NODE else offsets[token] for token in borders)


def _letters(document: Document) -> str:
    return "".join("".join(document.words).split())
