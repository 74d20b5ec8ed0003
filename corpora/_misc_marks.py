"""Marks of coreference in the MISC of CoNLL-U that are not CorefUD's `Entity`: those of Stanza, and of CorefUD 0.x.

Both are given as the brackets that `Entity` would have.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from itertools import count
from pathlib import Path
from typing import NamedTuple

from anaphora.corpora._brackets import MentionPiece
from anaphora.corpora._conllu import percent_encode
from anaphora.corpora._mentions import joined
from anaphora.workbench.errors import FormatError

ENTITY, STANZA, CLUSTERS = "Entity", "coref_chains", "ClusterId"
CLUSTER_FIELDS = ("eid", "etype", "head")
"""The fields of the brackets of `cluster_mentions`."""

encoded = partial(percent_encode, reserved=re.compile(r"[%\-()|=,;:<>\s]"))
"""Writes the reserved signs of brackets as `%` and hexadecimal digits."""

_STANZA = re.compile(r"(unit|start|middle|end)-(?:repr-)?(id\d+)")
_BRACKETS = {"unit": "({})", "start": "({}", "middle": "", "end": "{})"}
_SEVERAL = re.compile("[,+]")


class Node(NamedTuple):
    """A word or empty node of a sentence: its line, its id and its MISC."""

    line: int
    id: str
    values: Mapping[str, str]


class ClusterMention(NamedTuple):
    """A mention by its parts, the labels of its split antecedents, and those that it bridges to, with the relations."""

    parts: list[MentionPiece]
    split: tuple[str, ...]
    bridges: tuple[tuple[str, str], ...]


def stanza_cell(path: Path, line: int, value: str) -> str:
    """Brackets for Stanza's `start-repr-id0,unit-id3` (stanfordnlp.github.io/stanza/coref.html).

    Raises:
        FormatError: the value is written otherwise.
    """
    cell = ""
    for piece in value.split(","):
        mark = _STANZA.fullmatch(piece)
        if not mark:
            cure = "Stanza writes start-id0, end-id0, middle-id0 or unit-id0, with commas between."
            raise FormatError(path, line, f"'{STANZA}={value[:80]}' marks no mentions", cure)
        cell += _BRACKETS[mark[1]].format(mark[2])
    return cell


def cluster_mentions(path: Path, nodes: Sequence[Node], first: int) -> Iterator[ClusterMention]:
    """The mentions of a sentence by `ClusterId`, `MentionSpan`, `ClusterType`, `SplitAnte` and `Bridging`.

    The head has these, with `[1]`, `[2]` and so on where it is that of several (CorefUD 0.x: Nedoluzhko et al. 2021).
    `first` is the position of the first node.

    Raises:
        FormatError: a span is not one of nodes of the sentence.
    """
    places = {node.id: place for place, node in enumerate(nodes, start=first)}
    for place, node in enumerate(nodes, start=first):
        if CLUSTERS in node.values:
            yield _mention(path, node, "", place, places)
        for number in count(1):
            if f"{CLUSTERS}[{number}]" not in node.values:
                break
            yield _mention(path, node, f"[{number}]", place, places)


def _mention(path: Path, node: Node, suffix: str, place: int, places: Mapping[str, int]) -> ClusterMention:
    id, type, links, bridges = (
        node.values.get(name + suffix, "") for name in (CLUSTERS, "ClusterType", "SplitAnte", "Bridging")
    )
    label = encoded(id)
    runs = _runs(path, node, node.values.get(f"MentionSpan{suffix}") or node.id, places)
    before = sum(min(end, place) - start for start, end in runs if start < place)
    head = before + 1 if any(start <= place < end for start, end in runs) else ""
    opening = f"{label}-{encoded(type)}-{head}"
    return ClusterMention(
        [MentionPiece(label, opening, start, end, node.line) for start, end in runs],
        tuple(encoded(link) for link in _SEVERAL.split(links) if link),
        tuple((encoded(link.partition(":")[0]), link.partition(":")[2]) for link in bridges.split(",") if link),
    )


def _runs(path: Path, node: Node, span: str, places: Mapping[str, int]) -> list[tuple[int, int]]:
    """The runs of positions that `2-5,7.1` covers, in order; none touches the one behind it."""
    ranges = []
    for piece in span.split(","):
        low, _, high = piece.partition("-")
        start, last = places.get(low), places.get(high or low)
        if start is None or last is None or last < start:
            problem = f"the span '{span[:80]}' is not one of words of the sentence"
            cure = "MentionSpan has ids of words and empty nodes: 2-5,7."
            raise FormatError(path, node.line, problem, cure, code="bad-span")
        ranges.append((start, last + 1))
    return joined(sorted(ranges))
