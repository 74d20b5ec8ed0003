"""What of a document and its key is lost, or comes as new, when it is written in a format and read again."""

from collections import Counter
from itertools import accumulate

from anaphora.workbench.document import Annotation, Document, Span
from anaphora.workbench.key import Clusters

Pair = tuple[Document, Clusters]
_COLUMNS = ("pos", "tag", "lemma", "morphology", "head", "relation", "entity")
_UNITS = {"split": "mentions", "non_anaphoric": "pronouns", "zeros": "mentions", "links": "pairs of mentions"}


def unit(field: str) -> str:
    """What the figures of a field count."""
    return "mentions" if field.startswith("attributes.") else _UNITS.get(field, "documents")


def difference(before: Pair, after: Pair) -> str:
    """How words or chains differ, empty if they do not.

    Words may be divided otherwise: what counts then is which characters, blanks left out, a mention has.
    """
    at, at_after = _places(before[0], after[0])
    if at[-1] != at_after[-1] or _letters(before[0]) != _letters(after[0]):
        return "the words are not the same"
    chains, chains_after = (
        Counter(tuple(sorted(_place(span, offsets) for span in chain)) for chain in key.chains)
        for (_, key), offsets in ((before, at), (after, at_after))
    )
    for chain in before[1].chains if chains != chains_after else ():
        if chains[place := tuple(sorted(_place(span, at) for span in chain))] != chains_after[place]:
            return f"the chain of '{before[0].words_of(chain[0])}' is not the same"
    return "" if chains == chains_after else "there are chains that were not there"


def losses(before: Pair, after: Pair) -> tuple[Counter[str], Counter[str]]:
    """By field, how much was lost or changed, and how much is new where nothing was said: see `unit`.

    `tokens` is lost where words are divided otherwise; all else is then compared by characters as in `difference`.
    """
    at, at_after = _places(before[0], after[0])
    old, new = _facets(*before, at), _facets(*after, at_after)
    lost = Counter(facet[0] for facet, value in old.items() if value and new.get(facet) != value)
    added = Counter(facet[0] for facet, value in new.items() if value and not old.get(facet))
    return lost, added


def _facets(document: Document, key: Clusters, at: list[int]) -> dict[tuple[str, object], object]:
    """All that documents and keys say beside words and chains: the field, whose it is (`None`: the document's), value.

    A value is empty (false) where nothing is said.
    """
    tree = document.annotation
    sentences = document.sentence_starts or (tree.sentence_starts if tree else ())
    facets: dict[tuple[str, object], object] = {
        ("id", None): document.id,
        ("tokens", None): at,
        ("spaces", None): document.text,
        ("sentences", None): [at[token] for token in sentences],
        ("paragraphs", None): [at[token] for token in document.paragraph_starts],
        ("headings", None): [_place(heading, at) for heading in document.headings],
        ("genre", None): document.genre,
        ("parse", None): document.parse,
    }
    facets |= {(f"annotation.{name}", None): _column(tree, name) for name in _COLUMNS}
    for span, attributes in key.attributes.items():
        whose, head, minimum = _place(span, at), attributes.head, attributes.minimum
        facets["attributes.head", whose] = None if head is None else (at[head], at[head + 1])
        facets["attributes.minimum", whose] = minimum and _place(minimum, at)
        facets["attributes.type", whose] = attributes.type
        facets["attributes.optional", whose] = attributes.optional
        facets["attributes.kind", whose] = attributes.kind
    for span, antecedents in key.split.items():
        chains = {frozenset(_place(mention, at) for mention in key.chains[chain]) for chain in antecedents}
        facets["split", _place(span, at)] = chains
    facets |= {("non_anaphoric", at[token]): reason for token, reason in key.non_anaphoric.items()}
    facets |= {("links", (_place(left, at), _place(right, at))): True for left, right in key.links}
    return facets | {("zeros", number): True for number in range(key.zeros)}


def _column(annotation: Annotation | None, name: str) -> tuple[object, ...]:
    column: tuple[object, ...] = getattr(annotation, name) if annotation else ()
    return column if any(value != "" for value in column) else ()


def _places(*documents: Document) -> list[list[int]]:
    """For each document where its tokens begin, and its end: in tokens, or in characters if these are not the same."""
    same = len({document.words for document in documents}) == 1
    return [
        list(accumulate((1 if same else len("".join(word.split())) for word in document.words), initial=0))
        for document in documents
    ]


def _place(span: Span, at: list[int]) -> tuple[int, ...]:
    return tuple(at[token] for token in (span.start, *(end for gap in span.gaps for end in gap), span.end))


def _letters(document: Document) -> str:
    return "".join("".join(document.words).split())
