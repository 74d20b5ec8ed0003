"""The network of entities: who is mentioned with whom, as a table and in the format of Gephi and networkx."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from itertools import combinations
from xml.sax.saxutils import quoteattr

from anaphora.experiments.texts.chained import Chained, ChainedText
from anaphora.workbench.decision import Entity
from anaphora.workbench.results.table import Cell, Column, Table
from anaphora.workbench.results.vocabulary import clean

Edge = tuple[Entity, Entity, int, int]
"""Two entities, the more frequent first, with the numbers of sentences and of paragraphs that mention both."""
_NODE = ("document", "kind", "gender", "mentions", "aliases")
_COLUMNS = (
    Column("document", detail=True), Column("source", detail=True), Column("target", detail=True),
    Column("source_name"), Column("target_name"),
    Column("sentences", "count"), Column("paragraphs", "count"),
)  # fmt: skip


def edges(text: ChainedText) -> Iterator[Edge]:
    """The pairs of entities that share a sentence, in the order of the entities."""
    mentions = text.prepared.mentions
    sentences, paragraphs = (defaultdict[int, set[int]](set) for _ in range(2))
    for number, entity in enumerate(text.entities):
        for index in entity.mentions:
            sentences[mentions[index].sentence].add(number)
            paragraphs[mentions[index].paragraph].add(number)
    together = _pairs(sentences.values())
    within = dict.fromkeys(together, 0)
    for members in paragraphs.values():
        for pair in combinations(sorted(members), 2):
            if pair in within:
                within[pair] += 1
    for first, second in sorted(together):
        yield text.entities[first], text.entities[second], together[first, second], within[first, second]


def _pairs(units: Iterable[set[int]]) -> Counter[tuple[int, int]]:
    return Counter(pair for members in units for pair in combinations(sorted(members), 2))


def edges_table(chained: Chained) -> Table:
    """A row for each two entities of a text that share a sentence."""
    rows: list[tuple[Cell, ...]] = [
        (text.document.id, first.id, second.id, first.name, second.name, *counts)
        for text in chained.texts
        for first, second, *counts in edges(text)
    ]
    return Table("Edges", _COLUMNS, tuple(rows))


def gexf(chained: Chained) -> str:
    """The network in GEXF 1.2 (gexf.net), weighted by shared sentences; of several texts each is a part of its own."""
    several = len(chained.texts) > 1
    nodes: list[str] = []
    links: list[str] = []
    for number, text in enumerate(chained.texts, start=1):
        prefix = f"t{number}-" if several else ""
        for entity in text.entities:
            aliases = "; ".join(text.aliases(entity))
            about = (text.document.id, entity.kind, entity.gender, len(entity.mentions), aliases)
            values = "".join(
                f"<attvalue for={quoteattr(name)} value={_quoted(value)}/>"
                for name, value in zip(_NODE, about, strict=True)
                if value
            )
            identity = f"id={_quoted(prefix + entity.id)} label={_quoted(entity.name)}"
            nodes.append(f"<node {identity}><attvalues>{values}</attvalues></node>")
        for first, second, sentences, paragraphs in edges(text):
            ends = f"source={_quoted(prefix + first.id)} target={_quoted(prefix + second.id)}"
            value = f'<attvalues><attvalue for="paragraphs" value="{paragraphs}"/></attvalues>'
            links.append(f'<edge id="{len(links)}" {ends} weight="{sentences}">{value}</edge>')
    types = {"mentions": "integer"}
    declared = "".join(f'<attribute id="{name}" title="{name}" type="{types.get(name, "string")}"/>' for name in _NODE)
    lines = (
        '<?xml version="1.0" encoding="UTF-8"?>',
        '<gexf xmlns="http://www.gexf.net/1.2draft" version="1.2">',
        '<graph defaultedgetype="undirected" mode="static">',
        f'<attributes class="node">{declared}</attributes>',
        '<attributes class="edge"><attribute id="paragraphs" title="paragraphs" type="integer"/></attributes>',
        "<nodes>", *nodes, "</nodes>",
        "<edges>", *links, "</edges>",
        "</graph>", "</gexf>", "",
    )  # fmt: skip
    return "\n".join(lines)


def _quoted(value: object) -> str:
    return quoteattr(clean(str(value)))
