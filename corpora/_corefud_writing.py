"""Documents and keys as CorefUD: what `anaphora.corpora.corefud` reads, back in the same notation."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise

from anaphora.corpora._conllu import escape
from anaphora.corpora._writing import bracket_cells, require_nesting_in_chains
from anaphora.workbench.document import FIRST_NODE, Annotation, Document, Span
from anaphora.workbench.key import Attributes, Clusters

FIELDS = "eid-etype-head-other-minspan"
"""CorefUD's, and behind them the `minspan` that its GUM has; those at the end that are empty are left out."""
COMPUTED = ("meta::heads", "computed")
"""The comment that says that no head is the corpus' own: other tools cannot do without them."""
NUMBERED = ("meta::eids", "numbered")
"""The comment that says that ids of chains only number them, and hold for their document."""
_RESERVED = re.compile(r"[%\-()|=,;:<>\s]")


def render(document: Document, key: Clusters) -> str:
    """The lines of one document.

    Raises:
        FormatError: two mentions of one chain cross.
    """
    place = {token: place for place, token in enumerate(document.in_text_order())} if document.nodes else {}
    if place:  # brackets nest if they do so among words and empty nodes
        key_in_order = replace(key, chains=tuple(tuple(_moved(span, place) for span in spans) for spans in key.chains))
        forms = tuple(document.words_of(Span(token, token + 1)) for token in place)
        in_order = replace(document, words=forms, spaces=(" ",) * len(forms), nodes=())
        require_nesting_in_chains(in_order, key_in_order, gaps=True)
    else:
        require_nesting_in_chains(document, key, gaps=True)
    tree = document.annotation
    # a paragraph ends a sentence, if nothing else says where sentences end
    marked = tree.sentence_starts if tree else document.sentence_starts or document.paragraph_starts
    starts = sorted({0, *marked})
    paragraphs = set(starts).intersection(document.paragraph_starts)
    headings = _headings(document, starts)
    values = _values(document, key, paragraphs, place)
    nodes = _rows_of_nodes(document, starts, values) if document.nodes else {}
    lines = [*_comments(document, key)]
    for number, (start, end) in enumerate(pairwise((*starts, len(document.words))), start=1):
        lines += ["# newpar"] * (start in paragraphs)
        if start in headings:
            lines.append(f"# newpar_block = head ({headings[start]} s)")
        lines += [f"# sent_id = {document.id}-{number}", f"# text = {document.words_of(Span(start, end))}"]
        lines += nodes.get((number - 1, start), ())
        for token in range(start, end):
            lines.append(_row(document, token, start, values.get(token, [])))
            lines += nodes.get((number - 1, token + 1), ())
        lines.append("")
    return "\n".join((*lines, ""))


def _comments(document: Document, key: Clusters) -> Iterator[str]:
    yield f"# newdoc id = {document.id}"
    yield f"# global.Entity = {FIELDS}"
    heads = [known.head for known in key.attributes.values() if known.head is not None]
    if key.chains and all(head >= FIRST_NODE for head in heads):  # a zero is its own head
        yield "# {} = {}".format(*COMPUTED)
    if key.chains and not key.ids:
        yield "# {} = {}".format(*NUMBERED)
    if document.language:
        yield f"# lang = {document.language}"
    if document.genre:
        yield f"# meta::genre = {document.genre}"


def _headings(document: Document, starts: list[int]) -> dict[int, int]:
    """Where headings begin that are whole sentences, and how many."""
    number = {start: number for number, start in enumerate((*starts, len(document.words)))}
    whole = (heading for heading in document.headings if heading.start in number and heading.end in number)
    return {heading.start: number[heading.end] - number[heading.start] for heading in whole}


def _moved(span: Span, place: Mapping[int, int]) -> Span:
    return Span.over(place[token] for token in span) if place else span


Rows = dict[tuple[int, int], list[str]]


def _rows_of_nodes(document: Document, starts: list[int], values: dict[int, list[str]]) -> Rows:
    """The lines of empty nodes by their sentence and the words before them."""
    bounds = pairwise((*starts, len(document.words)))
    ids = {token: str(token - start + 1) for start, end in bounds for token in range(start, end)} | {-1: "0"}
    for number, node in enumerate(document.nodes):
        ids[FIRST_NODE + number] = f"{node.place - starts[node.sentence]}.{node.rank}"
    rows: Rows = {}
    for number, node in enumerate(document.nodes):
        layers = (layer or "_" for layer in (node.form, node.lemma, node.pos, node.tag, node.morphology))
        relations = "|".join(f"{ids[governor]}:{relation}" for governor, relation in node.relations)
        misc = "|".join(values.get(FIRST_NODE + number, []))
        line = "\t".join((ids[FIRST_NODE + number], *layers, "_", "_", relations or "_", misc or "_"))
        rows.setdefault((node.sentence, node.place), []).append(line)
    return rows


def _values(document: Document, key: Clusters, paragraphs: set[int], place: Mapping[int, int]) -> dict[int, list[str]]:
    """What MISC says of each token, if anything, in alphabetical order; `place` is that among words and nodes."""
    values: dict[int, list[str]] = {}
    tokens = document.in_text_order() if place else range(len(document.words))
    for position, brackets in bracket_cells(_pieces(document.annotation, key, place), "").items():
        values.setdefault(tokens[position], []).append(f"Entity={brackets}")
    for token, reason in key.non_anaphoric.items():
        values.setdefault(token, []).append(f"It={_percent_encode(reason.capitalize())}")
    for token, space in enumerate(document.spaces):
        if spacing := _space_value(space, token + 1, len(document.words), paragraphs):
            values.setdefault(token, []).append(spacing)
    if document.prefix:
        values.setdefault(0, []).append(f"SpacesBefore={escape(document.prefix)}")
    labels = _labels(key)
    label = {span: label for label, chain in zip(labels, key.chains, strict=True) for span in chain}
    links: dict[int, list[str]] = {}
    for span, antecedents in sorted(key.split.items()):
        first = tokens[_moved(span, place).start]
        links.setdefault(first, []).extend(f"{labels[antecedent]}<{label[span]}" for antecedent in antecedents)
    for token, pairs in links.items():
        values.setdefault(token, []).append(f"SplitAnte={','.join(pairs)}")
    return values


def _space_value(space: str, following: int, total: int, paragraphs: set[int]) -> str:
    """Nothing where readers take the space for granted: a blank between words, an empty line between paragraphs."""
    if following in paragraphs:
        granted = space == "\n\n" or "\n" not in space
    else:
        granted = space == " " or (not space and following == total)
    return "" if granted else f"SpacesAfter={escape(space)}" if space else "SpaceAfter=No"


def _pieces(tree: Annotation | None, key: Clusters, place: Mapping[int, int]) -> Iterator[tuple[Span, str]]:
    """Each mention, or each part of a discontinuous one, with the text of its opening bracket."""
    for chain_label, chain in zip(_labels(key), key.chains, strict=True):
        for mention in chain:
            fields = _fields(tree, mention, key.attributes.get(mention, Attributes()), place)
            span = _moved(mention, place)
            edges = (span.start, *(edge for gap in span.gaps for edge in gap), span.end)
            parts = list(zip(edges[::2], edges[1::2], strict=True))
            for part, (start, end) in enumerate(parts, start=1):
                label = f"{chain_label}[{part}/{len(parts)}]" if span.gaps else chain_label
                yield Span(start, end), f"{label}-{fields}".rstrip("-")


def _labels(key: Clusters) -> Sequence[str]:
    """What each chain is called: its id, or its number."""
    return [_percent_encode(id) for id in key.ids] or [f"e{number}" for number in range(1, len(key.chains) + 1)]


def _fields(tree: Annotation | None, span: Span, attributes: Attributes, place: Mapping[int, int]) -> str:
    tokens = sorted(span, key=place.__getitem__) if place else span
    number_of = {token: str(number) for number, token in enumerate(tokens, start=1)}
    head = attributes.head
    if head not in number_of:
        head = tree.head_of(span) if tree and span.end <= FIRST_NODE else span.start
    words = [token for token in span if token < FIRST_NODE] if attributes.minimum else []
    counted = {token: str(number) for number, token in enumerate(words, start=1)}  # `read` counts words for it
    minimum = [counted.get(token, "") for token in attributes.minimum or ()]
    other_field = [f"kind:{attributes.kind}"] * bool(attributes.kind) + ["optional:yes"] * attributes.optional
    minspan = ",".join(minimum) if all(minimum) else ""
    return "-".join((_percent_encode(attributes.type.lower()), number_of[head], ",".join(other_field), minspan))


def _percent_encode(text: str) -> str:
    return _RESERVED.sub(lambda found: "".join(f"%{byte:02X}" for byte in found[0].encode()), text)


def _row(document: Document, token: int, start: int, values: list[str]) -> str:
    tree = document.annotation
    layers = ["_"] * 6
    if tree:
        head = 0 if tree.head[token] == token else tree.head[token] - start + 1
        layers = [tree.lemma[token], tree.pos[token], tree.tag[token], tree.morphology[token], str(head)]
        layers = [*(layer or "_" for layer in layers), tree.relation[token]]
    return "\t".join((str(token - start + 1), document.words[token], *layers, "_", "|".join(values) or "_"))
