"""Contents of a key: its mentions one by one, and how many they are, how long, with which heads, in which chains.

The counts are those of udapi's `corefud.Stats` and `corefud.PrintMentions` (Popel et al.), with an interval over
documents for all that is a mean or a share. No mean hides its denominator: what leaves singletons out says so.
"""

from bisect import bisect_left, bisect_right, insort
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from anaphora.workbench.document import FIRST_NODE, ZERO, Document, Span
from anaphora.workbench.files import JsonObject
from anaphora.workbench.key import OTHER_REFERENCE, Attributes, Clusters, other_reference, overt_span
from anaphora.workbench.measures.blanc import LARGEST, SIZES
from anaphora.workbench.results.figures import Figure, figure
from anaphora.workbench.results.table import Cell, Column, Table
from anaphora.workbench.results.values import Interval
from anaphora.workbench.results.vocabulary import counted, short, wording
from anaphora.workbench.statistics.resampling import Ratios, ratio_intervals, ratio_value

MENTION_COLUMNS = (
    Column("document"), Column("sentence", "plain"), Column("start", "plain", detail=True),
    Column("end", "plain", detail=True), Column("text"), Column("length", "count"), Column("head", detail=True),
    Column("upos"), Column("relation", detail=True), Column("type", detail=True), Column("chain", "plain"),
    Column("size", "count"), Column("order", "count", detail=True), Column("distance", "count", detail=True),
    Column("antecedent", detail=True), Column("zero", "flag", detail=True),
    Column("nodes", "count", detail=True), Column("discontinuous", "flag", detail=True),
    Column("nested", "flag", detail=True), Column("crossing", "flag", detail=True),
    Column("treelet", "flag", detail=True),
)  # fmt: skip
"""The columns of a mention: see `mention_rows`."""
_AT = {column.name: number for number, column in enumerate(MENTION_COLUMNS)}
_LENGTHS = ("0", *SIZES)
_SHOWN = 10
_LONGEST_TEXT = 32
Row = tuple[Cell, ...]


def mention_rows(document: Document, key: Clusters) -> list[Row]:
    """A row for each mention, in the order of the chains, with the `MENTION_COLUMNS`.

    `sentence` and `chain` count from 1 in the document; `start` (inclusive) and `end` (exclusive) are words, and the
    place of a zero, whose `length`, that counts words too, is 0. `head` is the word that the corpus or its tree has as
    head, with its `upos` and `relation`. `size` counts the mentions of the chain, and this is number `order` of them.
    Its `antecedent` is the mention of the chain before it in the text, `distance` sentences back; the first has none.
    A `zero` has an empty node as its head, `nodes` counts all that it holds. A `discontinuous` mention leaves out what
    stands between its words, a `nested` one lies in another, `crossing` ones share words while both have others, and a
    `treelet` has but one word that depends on none of the others. What is not known is undefined.
    """
    starts = _sentence_starts(document)
    relations = _relations(document, {span for chain in key.chains for span in chain})
    rows: list[Row] = []
    for number, chain in enumerate(key.chains, start=1):
        begins = {span: _begin(document, starts, span) for span in chain}
        in_text = sorted(begins, key=lambda span: (begins[span], span))
        before = dict(zip(in_text[1:], in_text, strict=False))
        for order, span in enumerate(chain, start=1):
            about = key.attributes.get(span) or Attributes()
            head, *of_head = _head(document, span, about)
            words = overt_span(span)
            antecedent = before.get(span)
            (sentence, first, _), length = begins[span], len(words) if words else 0
            rows.append((
                document.id, sentence or None, first,
                words.end if words else first, document.words_of(span), length, *of_head, about.type or None, number,
                len(chain), order, sentence - begins[antecedent][0] if antecedent and sentence else None,
                document.words_of(antecedent) if antecedent else None,
                head is not None and head >= FIRST_NODE, len(span) - length,
                *(span in related for related in relations), _is_treelet(document, span),
            ))  # fmt: skip
    return rows


def _begin(document: Document, starts: Sequence[int], span: Span) -> tuple[int, int, bool]:
    """The sentence (0: unknown) and word where a mention begins, and whether with it: a zero stands before it."""
    if words := overt_span(span):
        return bisect_right(starts, words.start), words.start, True
    node = document.nodes[span.start - FIRST_NODE]
    return node.sentence + 1 if starts else 0, node.place, False


def _sentence_starts(document: Document) -> Sequence[int]:
    return document.sentence_starts or (document.annotation.sentence_starts if document.annotation else ())


def _head(document: Document, span: Span, about: Attributes) -> tuple[int | None, str | None, str | None, str | None]:
    """The head of a mention, its word, part of speech and relation."""
    tree, head = document.annotation, about.head
    if head is None and span.start >= FIRST_NODE:
        head = span.start
    elif head is None and tree:
        head = tree.head_of(overt_span(span) or span)
    if head is None:
        return None, None, None, None
    if head >= FIRST_NODE:
        node = document.nodes[head - FIRST_NODE]
        return head, node.form or ZERO, node.pos or None, node.relations[0][1] if node.relations else None
    return head, document.words[head], tree.pos[head] if tree else None, tree.relation[head] if tree else None


def _is_treelet(document: Document, span: Span) -> bool | None:
    tree = document.annotation
    if tree is None:
        return None

    def is_top(token: int) -> bool:
        if token >= FIRST_NODE:  # as udapi counts, which looks for a node that governs from outside
            return not any(governor in span for governor, _ in document.nodes[token - FIRST_NODE].relations)
        return tree.head[token] == token or tree.head[token] not in span

    return sum(map(is_top, span)) <= 1


_Bounds = Mapping[Span, tuple[int, int]]


def _relations(document: Document, spans: set[Span]) -> tuple[set[Span], set[Span], set[Span]]:
    """Return which spans are discontinuous, which lie within another, and which cross another."""
    position = {token: number for number, token in enumerate(document.in_text_order())} if document.nodes else {}
    tokens = {span: {position.get(token, token) for token in span} for span in spans if span.gaps or position}
    bounds = {
        span: (min(tokens[span]), max(tokens[span]) + 1) if span in tokens else (span.start, span.end) for span in spans
    }
    broken = {span for span in tokens if bounds[span][1] - bounds[span][0] > len(tokens[span])}
    nested: set[Span] = set()
    crossing: set[Span] = set()
    whole = {span: bounds[span] for span in spans if span not in broken}
    turned = {span: (-end, -start) for span, (start, end) in whole.items()}
    for ends in (whole, turned):  # what is crossed from the left, then from the right
        _sweep(ends, nested, crossing)
    for span in broken:
        _compare(span, bounds, tokens, nested, crossing)
    return broken, nested, crossing


def _sweep(ends: _Bounds, nested: set[Span], crossing: set[Span]) -> None:
    """Add to `nested` the spans that lie in one that begins no later, to `crossing` those that cross an earlier one."""
    around: list[int] = []  # the ends of those that begin before
    for span in sorted(ends, key=lambda span: (ends[span][0], -ends[span][1])):
        start, end = ends[span]
        del around[: bisect_right(around, start)]
        inner = bisect_left(around, end)
        nested |= {span} if inner < len(around) else set()
        crossing |= {span} if inner else set()
        insort(around, end)


def _compare(
    span: Span, bounds: _Bounds, tokens: Mapping[Span, set[int]], nested: set[Span], crossing: set[Span]
) -> None:
    """Add what a discontinuous mention lies in, has in it, or crosses."""
    left, (first, end) = tokens[span], bounds[span]
    for neighbour, (start, last) in bounds.items():
        if start < end and first < last and neighbour != span:
            right = tokens.get(neighbour) or set(range(start, last))
            if left < right or right < left:
                nested |= {span if left < right else neighbour}
            elif left & right:
                crossing |= {span, neighbour}


@dataclass(frozen=True, slots=True)
class KeyCounts:
    """The counts of one document, by name; `longest` are its largest values."""

    document_id: str
    genre: str
    counts: Counter[str]
    longest: Mapping[str, int]


def key_counts(document: Document, key: Clusters, rows: Sequence[Row]) -> KeyCounts:
    """The counts of a document, from the rows of its mentions."""
    starts = _sentence_starts(document)
    counts = Counter[str]()
    counts.update(words=len(document.words), sentences=len(starts), empty_nodes=len(document.nodes))
    counts.update(zeros_left_out=key.zeros, chains=len(key.chains), mentions=len(rows))
    for row in rows:
        counts["mention_words"] += (length := int(str(row[_AT["length"]])))
        counts[f"length {_bin(length)}"] += 1
        counts[f"head {row[_AT['upos']] or '-'}"] += 1
        counts["zeros"] += row[_AT["zero"]] is True
        counts["with_nodes"] += bool(row[_AT["nodes"]])
        counts["no_treelet"] += row[_AT["treelet"]] is False
        counts["with_tree"] += row[_AT["treelet"]] is not None
        counts.update({name: row[_AT[name]] is True for name in ("discontinuous", "nested", "crossing")})
    ranges = list(_ranges(rows)) if starts else []
    for chain in key.chains:
        counts[f"size {_bin(len(chain))}"] += 1
        counts["singletons"] += len(chain) == 1
        counts.update({"linked_chains": 1, "linked_mentions": len(chain)} if len(chain) > 1 else {})
    counts.update(other_reference(key), ranges=sum(ranges), ranged_chains=len(ranges))
    longest = {
        "longest_mention": max((int(str(row[_AT["length"]])) for row in rows), default=0),
        "longest_chain": max(map(len, key.chains), default=0),
        "longest_range": max(ranges, default=0),
    }
    return KeyCounts(document.id, document.genre, counts, longest)


def _bin(size: int) -> str:
    return "0" if not size else SIZES[bisect_left(LARGEST, size)]


def _ranges(rows: Sequence[Row]) -> Iterator[int]:
    """The sentences from the first mention of each chain of two or more to its last."""
    inside: dict[Cell, list[int]] = {}
    for row in rows:
        inside.setdefault(row[_AT["chain"]], []).append(int(str(row[_AT["sentence"]] or 0)))
    yield from (max(sentences) - min(sentences) for sentences in inside.values() if len(sentences) > 1)


COUNTS = (
    "words", "sentences", "empty_nodes", "mentions", "chains", "singletons", "zeros", "zeros_left_out", "nested",
    "crossing", "discontinuous", "with_nodes", "no_treelet",
)  # fmt: skip
RATIOS: Ratios = wording()["ratios"]
"""Means and shares: what is counted, of what, and for how many of these. A range is that of chains of two mentions or
more, from the sentence of the first to that of the last."""
_BY = (
    *COUNTS[:2],
    *COUNTS[3:7],
    *COUNTS[8:],
    "mentions_per_chain",
    "mentions_per_chain_of_two_or_more",
    "words_per_mention",
)


@dataclass(frozen=True)
class KeyStatistics:
    """The counts of documents, from which all figures of a key follow."""

    texts: tuple[KeyCounts, ...]

    @cached_property
    def total(self) -> Counter[str]:
        """All counts, summed over the documents."""
        return sum((text.counts for text in self.texts), Counter[str]())

    def figures(self) -> dict[str, float | None]:
        """Counts, means and shares, and the largest values; undefined of nothing."""
        names = dict.fromkeys(name for text in self.texts for name in text.longest)
        longest = {name: max(text.longest[name] for text in self.texts) or None for name in names}
        return {**_figures(self.texts), **longest}

    def _intervals(self, ratios: Ratios) -> dict[str, Interval | None]:
        ends = ratio_intervals([text.counts for text in self.texts], ratios)
        return {name: Interval.of(pair) for name, pair in ends.items()}

    def tables(self, by: str | None = None) -> tuple[Table, ...]:
        """Figures with intervals, lengths and sizes, heads, and a row for each genre or document if asked for."""
        figures = self.figures()
        ends = self._intervals(RATIOS)
        shown = {name: value for name, value in figures.items() if value is not None}
        rows = tuple((name.replace("_", " "), value, ends.get(name)) for name, value in shown.items())
        columns = (Column("figure"), Column("value", "number"), Column("interval", "number", "95% interval", ends=True))
        by_group = [self._by(by)] if by else []
        key = Table(f"Key: {counted(len(self.texts), 'document')}", columns, rows)
        heads = [self._heads_table()] if [*self._heads()] != ["-"] else []
        return key, self._lengths(), *heads, *by_group

    def long_figures(self, by: str | None = None) -> Iterator[Figure]:
        """All figures of the long table, of the whole and of each genre or document if asked for."""
        ends = self._intervals(RATIOS)
        for name, value in self.figures().items():
            yield figure("", "", name, "key", value, ends.get(name))
        for measure, counts in self._counts().items():
            for part, count in counts.items():
                yield figure("", "", measure, part, count)
        for group, texts in self._groups(by).items():
            for name, value in _figures(texts).items():
                yield figure(group if by == "document" else f"{by} {group}", "", name, "key", value)

    def as_json(self, by: str | None = None) -> JsonObject:
        """Every figure, in the shape of `anaphora profile --json`, where it stands under `key`."""
        intervals = {name: ends for name, ends in self._intervals(RATIOS).items() if ends}
        data: JsonObject = {**self.figures(), "intervals": intervals, **self._counts()}
        if by:
            groups = {name: _figures(texts) for name, texts in self._groups(by).items()}
            data["by"] = {by: {name: {key: cells[key] for key in _BY} for name, cells in groups.items()}}
        return data

    def _counts(self) -> dict[str, dict[str, int]]:
        return {
            "mention_lengths": {name: self.total[f"length {name}"] for name in _LENGTHS},
            "chain_sizes": {name: self.total[f"size {name}"] for name in SIZES},
            "heads": self._heads(),
        }

    def _heads(self) -> dict[str, int]:
        heads = {name.removeprefix("head "): count for name, count in self.total.items() if name.startswith("head ")}
        return dict(sorted(heads.items(), key=lambda pair: (-pair[1], pair[0])))

    def _lengths(self) -> Table:
        kinds = ("length", "size")
        totals = {kind: sum(self.total[f"{kind} {name}"] for name in _LENGTHS) for kind in kinds}

        def cells(name: str) -> Iterator[Cell]:
            for kind in kinds:
                count = self.total[f"{kind} {name}"]
                yield from (count, count / totals[kind] if totals[kind] else None)

        numbers = _LENGTHS if self.total["length 0"] else SIZES
        rows = tuple((name.replace("-", "–"), *cells(name)) for name in numbers)
        columns = (
            Column("number"), Column("mentions", "count", "mentions of so many words"),
            Column("mentions_share", "percent", "%"), Column("chains", "count", "chains of so many mentions"),
            Column("chains_share", "percent", "%"),
        )  # fmt: skip
        return Table("Lengths of mentions, sizes of chains", columns, rows)

    def _heads_table(self) -> Table:
        heads = self._heads()
        mentions = self.total["mentions"]
        ends = self._intervals({name: (f"head {name}", "mentions", 1) for name in heads})
        rows = tuple((name, count, count / mentions, ends[name]) for name, count in heads.items())
        columns = (
            Column("upos", heading="head"), Column("mentions", "count"), Column("share", "percent", "%"),
            Column("interval", "percent", "95% interval", ends=True),
        )  # fmt: skip
        return Table("Mentions by the part of speech of their head", columns, rows)

    def _groups(self, by: str | None) -> dict[str, list[KeyCounts]]:
        groups: dict[str, list[KeyCounts]] = {}
        for text in self.texts if by else ():
            groups.setdefault(text.document_id if by == "document" else text.genre or "-", []).append(text)
        return dict(sorted(groups.items()))

    def _by(self, by: str) -> Table:
        columns = (Column(by), *(Column(name, "decimal" if name in RATIOS else "count", digits=2) for name in _BY))
        groups = {name: _figures(texts) for name, texts in self._groups(by).items()}
        rows = tuple((name, *(cells[key] for key in _BY)) for name, cells in groups.items())
        return Table(f"Key by {by}", columns, rows)


def _figures(texts: Sequence[KeyCounts]) -> dict[str, float | None]:
    total = sum((text.counts for text in texts), Counter[str]())
    shares = {name: ratio_value(total, ratio) for name, ratio in RATIOS.items()}
    beyond = {name: total[name] for name in OTHER_REFERENCE if total[name]}
    figures = {**{name: total[name] for name in COUNTS}, **beyond, **shares}
    return figures if total["with_tree"] or not total["mentions"] else figures | {"no_treelet": None}


def mentions_table(rows: Sequence[Row], whole: bool) -> Table:
    """Return the mentions of a key; the first of them, shortened, if they are not wanted as a `whole`."""
    shown = rows if whole else [_shortened(row) for row in rows[:_SHOWN]]
    notes = (f"The first {_SHOWN}; --to csv and --json have all.",) if len(rows) > len(shown) else ()
    return Table(f"Mentions: {len(rows):,}", MENTION_COLUMNS, tuple(shown), notes)


def _shortened(row: Row) -> Row:
    texts = (_AT["text"], _AT["antecedent"])
    return tuple(
        short(str(cell), _LONGEST_TEXT) if number in texts and cell else cell for number, cell in enumerate(row)
    )
