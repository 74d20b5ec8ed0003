"""Alignment of response mentions with key mentions whose spans need not be the same (Žabokrtský et al. 2022).

At the end two annotations of a corpus become an `Overlap`, the evidence of every coreference measure.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

import numpy as np

from anaphora.workbench.arrays import Flags, Integers, Numbers, flagged, inverted
from anaphora.workbench.chains.assignment import best, best_of_table, settle
from anaphora.workbench.chains.overlap import (
    DEIXIS,
    Lookup,
    MentionColumns,
    Overlap,
    Side,
    duplicates,
    equal_spans,
    in_order,
    overlap,
    select,
    stack,
)
from anaphora.workbench.chains.texts import pair_by_relations
from anaphora.workbench.errors import CrowdedError
from anaphora.workbench.key import Match

Pairs = tuple[Integers, Integers]
MOST_PAIRS = 250_000
"""Pairs of overlapping mentions up to which any document is aligned: the best pairing takes a quarter of a second."""
MOST_PAIRS_EACH = 50
"""As many pairs for each mention are aligned too, since long documents have more of both."""
_AT_ONCE = 500_000  # pairs that are looked at together, which bounds memory


def align(key: Side, response: Side, match: Match) -> Integers:
    """Align mentions one to one: return for each response mention its key mention, -1 where there is none.

    `strict`: the same tokens. `head`: the same head token. `partial`: the response has the key's head (or all of its
    MIN, where the key gives one) and no token beyond the key. Equal spans go first (for `head` unless their heads
    differ); the others are paired so that the sum of shared tokens over the key's tokens is greatest. Mentions of which
    no head is known stand for equal spans only. Zeros whose relations are known go before all of these, by relations.

    These are the steps of the CorefUD scorer, and of several best pairings this is the one that it finds. Stricter than
    there: a head that no side knows is not taken to be the first word, MIN goes before the head, and no mention is in
    two pairs.

    Raises:
        CrowdedError: for `head` or `partial`, the mentions of a document overlap in too many pairs.
    """
    twin, crowded = align_uncrowded(key, response, match)
    if crowded.any():
        raise CrowdedError(int(np.argmax(crowded)), MOST_PAIRS)
    return twin


def align_uncrowded(key: Side, response: Side, match: Match) -> tuple[Integers, Flags]:
    """Align as `align` does, but in crowded documents equal spans only; return also which documents are crowded."""
    equal = _equal(key, response, match)
    twin = closest(key, response, equal)
    if match == "strict":
        return twin, np.zeros(key.documents, dtype=np.bool_)
    alone = unaligned(key, equal)
    missed, spurious = (np.intersect1d(*both) for both in zip(alone, unaligned(key, twin), strict=True))
    missed, spurious, crowded = _leave_out_crowded(key, response, missed, spurious)
    in_key, in_response = _alike(key, response, match, missed, spurious, alone)
    twin[in_response] = in_key
    return twin, crowded


def look_up(key: Side, response: Side, match: Match) -> Lookup:
    """Look up each mention on the other side as the CorefUD scorer 1.2 does.

    It pairs zeros by relations, of the others those that are the same, of the rest those with the same head or words.
    One dictionary of both sides then says what stands for what. It knows mentions by their tokens (for `head` match
    also by their heads), and a mention stands for itself; then each key mention stands for the response mention that it
    is paired with, and last each response mention for its key mention. The last replace what was written for the key
    mention in the same place, so that a mention may be found from two sides, or found and not find.

    Raises:
        CrowdedError: as `align`.
    """
    equal = _equal(key, response, match)
    number = np.where(equal >= 0, equal, len(key.span_id) + np.arange(len(response.span_id)))
    twin = with_zeros(equal, pair_by_relations(key, response))
    if match != "strict":
        alone = unaligned(key, twin)
        require_few_pairs(key, response, *alone)
        in_key, in_response = _alike(key, response, match, *alone, alone)
        twin[in_response] = in_key
    moved = np.flatnonzero((twin >= 0) & (twin != number))
    stands_for = np.arange(len(key.span_id) + len(response.span_id))
    stands_for[twin[moved]] = number[moved]
    stands_for[number[moved]] = twin[moved]
    mention = inverted(number, len(stands_for))
    stand_in = stands_for[number]
    return Lookup(
        counterpart=mention[stands_for[: len(key.span_id)]],
        twin=np.where(stand_in < len(key.span_id), stand_in, -1),
        equal=inverted(equal, len(key.span_id)),
    )


def _equal(key: Side, response: Side, match: Match) -> Integers:
    """Return for each response mention the key mention of the same tokens, for `head` unless their heads differ."""
    equal = equal_spans(key, response)
    if match != "head" or not len(key.head):
        return equal
    heads = key.head[equal], response.head
    return np.where((heads[0] != heads[1]) & (heads[0] >= 0) & (heads[1] >= 0), -1, equal)


def _alike(
    key: Side, response: Side, match: Match, in_key: Integers, in_response: Integers, alone: Pairs
) -> tuple[Integers, Integers]:
    """The best pairs of these mentions by heads or words; `alone` are all of each side that have no equal."""
    of_mentions = with_same_head if match == "head" else _inside
    pairs, shared = of_mentions(key, response, in_key, in_response)
    chosen = _best(key, response, pairs, shared / key.lengths()[pairs[0]], alone)
    return pairs[0][chosen], pairs[1][chosen]


def _best(key: Side, response: Side, pairs: Pairs, weight: Numbers, alone: Pairs) -> Flags:
    """Choose the pairs of greatest total weight; of several such pairings the one that the CorefUD scorer finds.

    It puts all mentions that have no equal, `alone` of each side, into the table of their document.
    """
    chosen, tied = settle(*pairs, weight)
    for document in np.unique(key.document[pairs[0][tied]]).tolist():
        edges = slice(*np.searchsorted(key.document[pairs[0]], (document, document + 1)))
        rows, columns = (
            in_order(side, mentions[side.document[mentions] == document])
            for side, mentions in zip((key, response), alone, strict=True)
        )
        row, column = (
            np.argsort(ordered)[np.searchsorted(np.sort(ordered), mentions[edges])]
            for ordered, mentions in zip((rows, columns), pairs, strict=True)
        )
        chosen[edges] = best_of_table(row, column, weight[edges], len(rows), len(columns))
    return chosen


def closest(key: Side, response: Side, equal: Integers) -> Integers:
    """Return for each response mention its zero by relations, else its equal span (`equal`), -1 without either.

    The CorefUD scorer looks mentions up by place. Where it pairs two zeros, it also pairs the key mention in the place
    of the response zero with the response mention in the place of the key zero, unless either is paired. So does this.
    """
    in_key, in_response = pair_by_relations(key, response)
    twin = with_zeros(equal, (in_key, in_response))
    crosswise = equal[in_response], inverted(equal, len(key.span_id))[in_key]
    both = (crosswise[0] >= 0) & (crosswise[1] >= 0) & (twin[crosswise[1]] < 0) & ~np.isin(crosswise[0], twin)
    twin[crosswise[1][both]] = crosswise[0][both]
    return twin


def with_zeros(equal: Integers, zeros: Pairs) -> Integers:
    """Put pairs of zeros in place of the equal spans of their mentions: the key mention of each response mention."""
    in_key, in_response = zeros
    twin = np.where(np.isin(equal, in_key), -1, equal)
    twin[in_response] = in_key
    return twin


def overlapping_tokens(key: Side, response: Side) -> Numbers:
    """The tokens of each document that mentions share, if each is paired with one of the other side at most.

    The pairing is the one with the greatest sum; some such pairing has all equal spans, so that only the others are
    searched. NaN for a document that is crowded.
    """
    twin = equal_spans(key, response)
    lengths = response.lengths()
    missed, spurious, crowded = _leave_out_crowded(key, response, *unaligned(key, twin))
    pairs, shared = sharing(key, response, missed, spurious)
    chosen = best(pairs[0], pairs[1], shared.astype(float))
    tokens = np.where(twin >= 0, lengths, 0)
    tokens[pairs[1][chosen]] = shared[chosen]
    return np.where(crowded, np.nan, response.of_mentions(tokens))


def require_few_pairs(key: Side, response: Side, in_key: Integers, in_response: Integers) -> None:
    """Raise `CrowdedError` if these mentions overlap in too many pairs in a document."""
    *_, crowded = _leave_out_crowded(key, response, in_key, in_response)
    if crowded.any():
        raise CrowdedError(int(np.argmax(crowded)), MOST_PAIRS)


def _leave_out_crowded(
    key: Side, response: Side, in_key: Integers, in_response: Integers
) -> tuple[Integers, Integers, Flags]:
    """These mentions without those of crowded documents; and which documents are crowded.

    In those the mentions overlap in too many pairs to look for the best pairing: mentions that are all nested in one
    another make as many pairs as the square of their number, and time grows with its third power.
    """
    _, count, _, opposite = _overlapping(key, response, in_key, in_response)
    pairs = key.of_mentions(count, in_key) + response.of_mentions(opposite, in_response)
    both = ((key, in_key), (response, in_response))
    mentions = sum(side.of_mentions(np.ones(len(chosen)), chosen) for side, chosen in both)
    crowded = pairs > np.maximum(MOST_PAIRS, MOST_PAIRS_EACH * mentions)
    return in_key[~crowded[key.document[in_key]]], in_response[~crowded[response.document[in_response]]], crowded


def unaligned(key: Side, twin: Integers) -> tuple[Integers, Integers]:
    """The key mentions and the response mentions that are not aligned yet."""
    return np.flatnonzero(~flagged(twin[twin >= 0], len(key.span_id))), np.flatnonzero(twin < 0)


def shared_tokens(key: Side, response: Side, in_key: Integers, in_response: Integers) -> Integers:
    """Count the tokens that each key mention of `in_key` shares with the response mention beside it."""
    start = np.maximum(key.start[in_key], response.start[in_response])
    shared: Integers = np.maximum(0, np.minimum(key.end[in_key], response.end[in_response]) - start)
    if key.gaps or response.gaps:
        gapped = np.flatnonzero(np.isin(in_key, list(key.gaps)) | np.isin(in_response, list(response.gaps)))
        starts, ends, owner = key.pieces
        first = np.searchsorted(owner, in_key[gapped])
        count = np.searchsorted(owner, in_key[gapped], side="right") - first
        shared[gapped] = 0
        for row, piece in _runs(first, count):
            mention = in_response[gapped[row]]
            inside = response.before(mention, ends[piece]) - response.before(mention, starts[piece])
            np.add.at(shared, gapped[row], inside)
    return shared


def sharing(key: Side, response: Side, in_key: Integers, in_response: Integers) -> tuple[Pairs, Integers]:
    """Return all pairs of these mentions (of each side in text order) that share tokens, and how many they share."""
    first, count, opposite_first, opposite_count = _overlapping(key, response, in_key, in_response)

    def candidates() -> Iterator[Pairs]:
        for row, column in _runs(first, count):
            yield in_key[row], in_response[column]
        for row, column in _runs(opposite_first, opposite_count):
            yield in_key[column], in_response[row]

    return _with_shared(key, response, candidates())


def _overlapping(
    key: Side, response: Side, in_key: Integers, in_response: Integers
) -> tuple[Integers, Integers, Integers, Integers]:
    """Find for each mention those of the other side that begin inside it: the first one, and how many they are.

    The key's mentions come first, then the response's. Two that begin together are found from the key only.
    """
    start, end = key.start[in_key], key.end[in_key]
    response_start, response_end = response.start[in_response], response.end[in_response]
    first = np.searchsorted(response_start, start)
    opposite = np.searchsorted(start, response_start, side="right")
    return (
        first,
        np.maximum(np.searchsorted(response_start, end) - first, 0),
        opposite,
        np.maximum(np.searchsorted(start, response_end) - opposite, 0),
    )


def with_same_head(key: Side, response: Side, in_key: Integers, in_response: Integers) -> tuple[Pairs, Integers]:
    """Return the pairs of these mentions with the same known head, and how many tokens each pair shares."""
    in_key = in_key[key.head[in_key] >= 0]
    in_response = in_response[np.argsort(response.head[in_response], kind="stable")]
    head, response_head = key.head[in_key], response.head[in_response]
    first = np.searchsorted(response_head, head)
    runs = _runs(first, np.searchsorted(response_head, head, side="right") - first)
    return _with_shared(key, response, ((in_key[row], in_response[column]) for row, column in runs))


def _inside(key: Side, response: Side, in_key: Integers, in_response: Integers) -> tuple[Pairs, Integers]:
    """The pairs whose response mention has no token beyond the key mention, but its MIN, or else its head."""
    minimum = key.minimum_start[in_key] >= 0
    start = np.where(minimum, key.minimum_start[in_key], key.head[in_key])
    end = np.where(minimum, key.minimum_end[in_key], key.head[in_key] + 1)
    needed = key.before(in_key, end) - key.before(in_key, start)
    response_start = response.start[in_response]
    first = np.searchsorted(response_start, key.start[in_key])
    count = np.searchsorted(response_start, start, side="right") - first

    def candidates() -> Iterator[Pairs]:
        for row, column in _runs(first, np.where(needed > 0, count, 0)):
            mention = in_response[column]
            fits = (response.end[mention] >= end[row]) & (response.end[mention] <= key.end[in_key[row]])
            row, mention = row[fits], mention[fits]
            held = response.before(mention, end[row]) - response.before(mention, start[row])
            has_all = held == needed[row]
            yield in_key[row[has_all]], mention[has_all]

    pairs, shared = _with_shared(key, response, candidates())
    inside = shared == response.lengths()[pairs[1]]
    return (pairs[0][inside], pairs[1][inside]), shared[inside]


def _with_shared(key: Side, response: Side, candidates: Iterable[Pairs]) -> tuple[Pairs, Integers]:
    """Keep those of the pairs that share tokens, sorted by key mention and response mention, and count the tokens."""
    width = len(response.span_id) + 1
    nothing = np.zeros(0, dtype=np.int64)
    codes, counts = [nothing], [nothing]
    for in_key, in_response in candidates:
        shared = shared_tokens(key, response, in_key, in_response)
        codes.append((in_key * width + in_response)[shared > 0])
        counts.append(shared[shared > 0])
    code, count = np.concatenate(codes), np.concatenate(counts)
    order = np.argsort(code)
    return (code[order] // width, code[order] % width), count[order]


def _runs(first: Integers, count: Integers) -> Iterator[Pairs]:
    """Yield rows, each repeated beside its `count` (0 if less) numbers from `first` on, some rows at a time."""
    count = np.maximum(count, 0)
    total = np.cumsum(count)
    cuts = np.searchsorted(total, np.arange(_AT_ONCE, total.max(initial=0), _AT_ONCE))
    for rows in np.split(np.arange(len(count)), cuts):
        row = np.repeat(rows, count[rows])
        skipped = np.cumsum(count[rows]) - count[rows]
        yield row, np.arange(len(row)) + np.repeat(first[rows] - skipped, count[rows])


def compare_chains(
    key: Sequence[MentionColumns],
    response: Sequence[MentionColumns],
    match: Match = "strict",
    *,
    singletons: bool = True,
    split: bool = False,
) -> Overlap:
    """The overlap of chains over the same documents, in the same order, by the mentions that `match` pairs.

    Of duplicate spans on a side the first counts. Without `singletons` those of each side are left out first.
    """
    sides = (select(side, ~duplicates(side)) for side in stack(key, response, split=split))
    key_side, response_side = (side if singletons else without_singletons(side) for side in sides)
    return overlap_of(key_side, response_side, match)


def simulate(key: MentionColumns, links: float = 1.0, merged: float = 0.0) -> MentionColumns:
    """The chains of a key with this share of the links between neighbours; then this share of them merged.

    From no links (all singletons) to 1 right links increase, from none merged to 1 (one entity) wrong ones do; what is
    linked or merged at a share is so at each larger one. Recasens & Hovy 2011 draw BLANC over links (figures 6 and 7).
    """
    random = np.random.default_rng(0)
    order = np.lexsort((key.end, key.start, key.chain))
    begins = np.diff(key.chain[order], prepend=-1) != 0
    begins |= random.random(len(order)) >= links
    number = np.cumsum(begins) - 1
    stays = random.random(int(begins.sum())) >= merged
    chain = np.empty_like(key.chain)
    chain[order] = np.maximum(np.cumsum(stays) - 1, 0)[number] if len(order) else number
    return key._replace(chain=chain, links=(), ids=(), split={})


def without_singletons(side: Side) -> Side:
    """A side without the mentions that are alone in their chains, in discourse deixis too."""
    left = select(side, side.size[side.chain] > 1)
    deixis = {name: without_singletons(layer) for name, layer in side.layers.items() if name == DEIXIS}
    return replace(left, layers={**side.layers, **deixis}) if deixis else left


def merge_documents(side: Side, ids: Sequence[str]) -> Side:
    """Make a corpus one document, in which chains of the same id are one entity (Baldwin et al. 1998).

    `ids` has the id of each chain, empty for one that is an entity of its own. Links that were given go, since they
    connect mentions of one document only, as do layers.
    """
    number: dict[str | int, int] = {}
    entity = np.array([number.setdefault(id or chain, len(number)) for chain, id in enumerate(ids)], dtype=np.int64)
    return replace(
        side,
        documents=1,
        document=np.zeros_like(side.document),
        position=side.start,
        chain=entity[side.chain],
        chain_document=np.zeros(len(number), dtype=np.int64),
        given_links=side.given_links[:0],
        units=np.array([side.units.sum()]),
        split={int(entity[chain]): tuple({int(entity[part]) for part in parts}) for chain, parts in side.split.items()},
        layers={},
    )


def overlap_of(key: Side, response: Side, match: Match, *, official: bool = False) -> Overlap:
    """The overlap of two sides without duplicates; optional key mentions that the response lacks are left out.

    If `official`, measures of the CRAC shared tasks count by what the tasks' scorer looks up, to which no mention is
    optional. Chains whose split antecedents are the same are one. Of layers only discourse deixis is matched by
    anything but the same tokens.
    """
    layers = {
        name: overlap_of(layer, response.layers[name], match if name == DEIXIS else "strict")
        for name, layer in key.layers.items()
    }
    if key.split or response.split:
        key, response = _merge_equal(key), _merge_equal(response)
    shared = _without_layers(key, response, match, official)
    return replace(shared, layers=layers) if layers else shared


def _without_layers(key: Side, response: Side, match: Match, official: bool) -> Overlap:
    twin = align(key, response, match)
    if official:
        return Overlap(key, response, twin, look_up(key, response, match))
    lacking = key.optional.copy()
    if not lacking.any():
        return overlap(key, response, twin)
    # what a measure finds by a matching of its own, such as mentions_head, is not lacking
    for pairing in (twin, align(key, response, "strict"), align_uncrowded(key, response, "partial")[0]):
        lacking[pairing[pairing >= 0]] = False
    number = np.append(np.cumsum(~lacking) - 1, -1)
    return overlap(select(key, ~lacking), response, number[twin])


def _merge_equal(side: Side) -> Side:
    """Merge the chains that have the same set, after sets are reduced to single entities (Yu et al. 2022).

    A set whose member has a set itself holds the members of that set instead.
    """
    if not side.split:
        return side
    sets = {chain: entities for chain in sorted(side.split) if (entities := _entities(chain, side.split))}
    first: dict[tuple[int, ...], int] = {}
    into = {chain: first.setdefault(entities, chain) for chain, entities in sets.items()}
    chain = np.arange(len(side.chain_document))
    chain[list(into)] = list(into.values())
    merged = replace(side, chain=chain[side.chain], split={kept: entities for entities, kept in first.items()})
    return select(merged, np.ones(len(side.chain), dtype=np.bool_))


def _entities(chain: int, split: Mapping[int, tuple[int, ...]]) -> tuple[int, ...]:
    """The entities of a chain's set, without itself."""
    seen = {chain}
    waiting = list(split[chain])
    entities: set[int] = set()
    while waiting:
        member = waiting.pop()
        if member in seen:
            continue
        seen.add(member)
        if split.get(member):
            waiting += split[member]
        else:
            entities.add(member)
    return tuple(sorted(entities))
