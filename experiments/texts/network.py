"""The network of entities: who is mentioned with whom, as a table and in the format of Gephi and networkx."""

from collections import Counter, defaultdict
from itertools import combinations
from xml.etree import ElementTree as ET

from anaphora.experiments.texts.chained import Chained, ChainedText
from anaphora.workbench.decision import Entity
from anaphora.workbench.results.table import Column, Table
from anaphora.workbench.results.vocabulary import clean

_COLUMNS = (
    Column("document", detail=True), Column("source", detail=True), Column("target", detail=True),
    Column("source_name"), Column("target_name"), Column("sentences", "count"),
)  # fmt: skip
_ATTRIBUTES = {"document": "string", "kind": "string", "gender": "string", "mentions": "integer", "aliases": "string"}


def edges(text: ChainedText) -> list[tuple[Entity, Entity, int]]:
    """The pairs of entities that share sentences, the more frequent first, with the number of these."""
    sentences: dict[int, set[int]] = defaultdict(set)
    for number, entity in enumerate(text.entities):
        for mention in entity.mentions:
            sentences[text.prepared.mentions[mention].sentence].add(number)
    together = Counter(pair for members in sentences.values() for pair in combinations(sorted(members), 2))
    return [
        (text.entities[first], text.entities[second], together[first, second]) for first, second in sorted(together)
    ]


def edges_table(chained: Chained) -> Table:
    """A row for each two entities of a text that share a sentence."""
    rows = (
        (text.document.id, first.id, second.id, first.name, second.name, count)
        for text in chained.texts
        for first, second, count in edges(text)
    )
    return Table("Edges", _COLUMNS, tuple(rows))


def gexf(chained: Chained) -> str:
    """The network in GEXF 1.2 (gexf.net), weighted by shared sentences; each text is a part of its own."""
    root = ET.Element("gexf", xmlns="http://www.gexf.net/1.2draft", version="1.2")
    graph = ET.SubElement(root, "graph", defaultedgetype="undirected", mode="static")
    declared = ET.SubElement(graph, "attributes", {"class": "node"})
    for name, kind in _ATTRIBUTES.items():
        ET.SubElement(declared, "attribute", id=name, title=name, type=kind)
    nodes, links = (ET.SubElement(graph, name) for name in ("nodes", "edges"))
    for number, text in enumerate(chained.texts, start=1):
        prefix = f"t{number}-" if len(chained.texts) > 1 else ""
        for entity in text.entities:
            node = ET.SubElement(nodes, "node", id=prefix + entity.id, label=clean(entity.name))
            values = ET.SubElement(node, "attvalues")
            aliases = "; ".join(text.aliases(entity))
            about = (text.document.id, entity.kind, entity.gender, len(entity.mentions), aliases)
            for name, value in zip(_ATTRIBUTES, about, strict=True):
                if value:
                    ET.SubElement(values, "attvalue", {"for": name, "value": clean(str(value))})
        for first, second, count in edges(text):
            ends = {"source": prefix + first.id, "target": prefix + second.id}
            ET.SubElement(links, "edge", ends, id=str(len(links)), weight=str(count))
    ET.indent(root)
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{ET.tostring(root, encoding="unicode")}\n'
