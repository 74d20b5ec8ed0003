"""Checks of predictions against the system's input: the same text, spans within it, each mention in one cluster."""

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import replace
from pathlib import Path

from anaphora.workbench.errors import FormatError
from anaphora.workbench.external.records import RECORDED, Alternative, Input, Link, Pair, Prediction, layout_of
from anaphora.workbench.external.written import link_answers, read_marks
from anaphora.workbench.union_find import UnionFind

Read = Callable[[Pair], Pair | None]


def reader(given: Input, prediction: Prediction, counts: Counter[str]) -> Read:
    """Make a function that turns spans of the prediction into our tokens (`None`: left out), and counts its mends."""
    beyond = 1 if prediction.end == "inclusive" else 0
    layout = layout_of(given)
    length = len(given.tokens) if prediction.unit == "token" else len(given.text)

    def read(pair: Pair) -> Pair | None:
        start, end = pair[0], pair[1] + beyond
        if not 0 <= start < end <= length:
            counts["outside"] += 1
            return None
        if prediction.unit == "token":
            return start, end
        tokens = layout.tokens(start, end)
        if tokens is None:
            counts["blank"] += 1
        elif layout.cuts(start, end, tokens):
            counts["cut"] += 1
        return tokens

    return read


FACTS = {
    "mentions": "mentions",
    "clusters": "clusters",
    "single": "clusters of one mention",
    "links": "links",
    "none": "anaphors said to have no antecedent",
    "unanswered": "questions without an answer",
    "forward": "antecedents behind their anaphor",
    "off_list": "mentions that were not among those given",
    "unmatched": "given mentions that are in no cluster",
    "unfilled": "marked mentions left without a cluster",
}
"""The other figures that are counted, by the names that they are counted under."""


def check_prediction(
    path: Path, line: int | None, given: Input, prediction: Prediction
) -> tuple[Prediction, Counter[str]]:
    """A prediction in our tokens, ends exclusive, and what was counted and mended on the way.

    Where there are only links, clusters are what they connect.

    Raises:
        FormatError: it was made from another text, the convention of spans is not named, or there are spans beside a
            rewritten text or answers.
    """
    _require_same_text(path, line, given, prediction)
    counts: Counter[str] = Counter()
    clusters, links = _predicted(path, line, given, prediction, counts)
    chains = disjoint(clusters, counts) if clusters else _connected(links)
    _count(given, chains, links, counts)
    kept = replace(
        prediction,
        schema=RECORDED,
        tokens=given.tokens,
        unit="token",
        end="exclusive",
        mentions=prediction.mentions if prediction.clusters or prediction.links else "spans",
        clusters=chains,
        links=links,
        rewritten=None,
        answers=None,
        raw=prediction.raw or prediction.rewritten or [answer.text for answer in prediction.answers or ()] or None,
    )
    return kept, counts


def _require_same_text(path: Path, line: int | None, given: Input, prediction: Prediction) -> None:
    if prediction.text_sha256 != given.text_sha256:
        problem = f"the text of document '{given.doc_id}' is another than the system was given (the hashes differ)"
        cure = "Name the input that the system read, or let it predict again."
        raise FormatError(path, line, problem, cure, code="other-text")
    ways = {
        "clusters or links": bool(prediction.clusters or prediction.links),
        "rewritten": prediction.rewritten is not None,
        "answers": prediction.answers is not None,
        "dropped": prediction.dropped is not None,
    }
    given_ways = [way for way, there in ways.items() if there]
    if len(given_ways) > 1:
        raise FormatError(path, line, f"there is {' and '.join(given_ways)} in one line", "A document has one of them.")
    if ways["clusters or links"] and (prediction.unit is None or prediction.end is None):
        cure = "Say what the system counts: unit token or character, end inclusive or exclusive."
        raise FormatError(path, line, "'unit' or 'end' is missing beside spans", cure)


def _predicted(
    path: Path, line: int | None, given: Input, prediction: Prediction, counts: Counter[str]
) -> tuple[list[list[Pair]], tuple[Link, ...]]:
    if prediction.rewritten is not None:
        return read_marks(given, prediction.rewritten, counts), ()
    if prediction.answers is not None:
        try:
            return [], link_answers(given, prediction.answers, counts)
        except LookupError as error:
            cure = "Name the input that the questions were read from."
            raise FormatError(path, line, str(error), cure, code="unknown-reference") from error
    read = reader(given, prediction, counts)
    clusters = [[span for pair in cluster if (span := read(pair))] for cluster in prediction.clusters]
    return clusters, _links(prediction.links, read, counts)


def _links(links: Iterable[Link], read: Read, counts: Counter[str]) -> tuple[Link, ...]:
    kept: dict[Pair, Link] = {}
    for link in links:
        anaphor = read(link.anaphor)
        antecedent = read(link.antecedent) if link.antecedent else None
        if anaphor is None or (antecedent is None and link.antecedent):
            continue
        if anaphor in kept:
            counts["repeated_links"] += 1
            continue
        if anaphor == antecedent:
            counts["to_itself"] += 1
            continue
        others = [
            (alternative.antecedent and read(alternative.antecedent), alternative) for alternative in link.alternatives
        ]
        left = tuple(
            Alternative(span, alternative.score)
            for span, alternative in others
            if span or alternative.antecedent is None
        )
        kept[anaphor] = Link(anaphor, antecedent, link.score, left)
    return tuple(kept.values())


def disjoint(clusters: Iterable[Iterable[Pair]], counts: Counter[str]) -> tuple[tuple[Pair, ...], ...]:
    """Remove repeated mentions from clusters, each of which is put into text order."""
    owner: dict[Pair, int] = {}
    kept = []
    for number, cluster in enumerate(clusters):
        spans: dict[Pair, None] = {}
        for span in cluster:
            if owner.setdefault(span, number) != number:
                counts["shared"] += 1
            elif span in spans:
                counts["repeated"] += 1
            else:
                spans[span] = None
        counts["empty"] += not spans
        kept.append(tuple(sorted(spans)))
    return tuple(sorted(filter(None, kept)))


def _connected(links: Iterable[Link]) -> tuple[tuple[Pair, ...], ...]:
    pairs = [(link.antecedent, link.anaphor) for link in links if link.antecedent]
    return UnionFind(sorted({span for pair in pairs for span in pair}), pairs).chains()


def _count(given: Input, clusters: tuple[tuple[Pair, ...], ...], links: tuple[Link, ...], counts: Counter[str]) -> None:
    mentions = {span for cluster in clusters for span in cluster}
    counts["mentions"] = len(mentions)
    counts["clusters"] = len(clusters)
    counts["single"] = sum(len(cluster) == 1 for cluster in clusters)
    counts["links"] = len(links)
    counts["none"] = sum(link.antecedent is None for link in links)
    counts["forward"] = sum(link.antecedent is not None and link.antecedent[0] > link.anaphor[0] for link in links)
    if given.mentions is not None and not links:
        counts["off_list"] = len(mentions - set(given.mentions))
        counts["unmatched"] = len(set(given.mentions) - mentions)
