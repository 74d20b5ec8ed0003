"""Every coreference measure straight from its definition, for texts of a few mentions: the oracle of the measures.

Pairs are listed and assignments tried one by one; nothing here knows a contingency table or a closed form. A function
has the name of its measure, and takes `kinds` of mentions where the measure knows them. A document is a pair
(key, response), a side a list of chains, a chain a list of mentions (hashable; sortable where order in the text or a
tie matters). Values are exact fractions, or floats where there are logarithms; `None` is 0/0.
"""

import itertools
from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence, Set
from fractions import Fraction
from functools import cache
from itertools import accumulate, combinations, permutations
from math import log2
from typing import Any

Mention = Any
Chain = Sequence[Mention]
Chains = Sequence[Chain]
Documents = Sequence[tuple[Chains, Chains]]
Value = Fraction | float | None
Scores = dict[str, Value]
Cells = dict[tuple[int, int], Any]
Recall = Callable[[Chains, Chains], tuple[Any, Any]]

DENOTATION_WEIGHTS = {"name": Fraction(6, 10), "nominal": Fraction(3, 10), "pronoun": Fraction(1, 10)}
ACE_WEIGHTS = {"name": Fraction(1), "nominal": Fraction(5, 10), "pronoun": Fraction(1, 10)}
FALSE_ALARM = Fraction(75, 100)


def ratio(numerator: Any, denominator: Any) -> Value:
    """A quotient, `None` for 0/0."""
    if not denominator:
        return None
    if isinstance(denominator, float):
        return float(numerator / denominator)
    return Fraction(numerator) / Fraction(denominator)


def f1(recall: Value, precision: Value) -> Value:
    """The harmonic mean; one undefined value counts as 0, two leave it undefined."""
    if recall is None and precision is None:
        return None
    one, other = recall or 0, precision or 0
    return 2 * one * other / (one + other) if one + other else Fraction(0)


def three(recall: Value, precision: Value) -> Scores:
    """Recall, precision and their F1."""
    return {"recall": recall, "precision": precision, "f1": f1(recall, precision)}


def both(documents: Documents, recall: Recall) -> Scores:
    """Recall as (part, whole) of a document, summed over documents; precision is recall with the roles swapped."""
    return three(
        ratio(*totals(recall(key, response) for key, response in documents)),
        ratio(*totals(recall(response, key) for key, response in documents)),
    )


def totals(counts: Iterable[Sequence[Any]]) -> tuple[Any, ...]:
    """Column sums; (0, 0) without any rows."""
    return tuple(sum(column) for column in zip(*counts, strict=True)) or (0, 0)


def mentions_of(chains: Chains) -> set[Mention]:
    return {mention for chain in chains for mention in chain}


def chain_of(chains: Chains, mention: Mention) -> set[Mention]:
    """The chain that holds a mention; empty if none does."""
    return next((set(chain) for chain in chains if mention in chain), set())


def pairs(mentions: Iterable[Mention]) -> set[frozenset[Mention]]:
    return {frozenset(pair) for pair in combinations(set(mentions), 2)}


def coreferent(chains: Chains) -> set[frozenset[Mention]]:
    """Pairs of mentions that share a chain."""
    return {pair for chain in chains for pair in pairs(chain)}


def completed(documents: Documents) -> list[tuple[Chains, Chains]]:
    """Both sides over the same mentions: what a side lacks becomes a chain of its own there."""
    return [
        (
            [*key, *([m] for m in sorted(mentions_of(response) - mentions_of(key)))],
            [*response, *([m] for m in sorted(mentions_of(key) - mentions_of(response)))],
        )
        for key, response in documents
    ]


def common(documents: Documents) -> list[tuple[Chains, Chains]]:
    """Both sides without the mentions that the other lacks, and without the chains that this empties."""

    def restricted(chains: Chains, mentions: set[Mention]) -> Chains:
        kept = [[mention for mention in chain if mention in mentions] for chain in chains]
        return [chain for chain in kept if chain]

    shared = [mentions_of(key) & mentions_of(response) for key, response in documents]
    return [(restricted(k, it), restricted(r, it)) for (k, r), it in zip(documents, shared, strict=True)]


# ---- links


def muc(documents: Documents) -> Scores:
    """Vilain et al. 1995: |S| - |p(S)| of |S| - 1 links, p(S) being the partition of a chain S by the other side."""

    def partition(chain: Chain, others: Chains) -> list[set[Mention]]:
        parts = [set(chain) & set(other) for other in others]
        return [part for part in parts if part] + [{m} for m in set(chain) - mentions_of(others)]

    def recall(key: Chains, response: Chains) -> tuple[int, int]:
        return sum(len(s) - len(partition(s, response)) for s in key), sum(len(s) - 1 for s in key)

    return both(documents, recall)


def pairwise(documents: Documents) -> Scores:
    """Right pairs among all coreferent pairs."""
    return both(documents, lambda key, other: (len(coreferent(key) & coreferent(other)), len(coreferent(key))))


def syntactic_links(documents: Documents, links: Sequence[tuple[Chains, Chains]] | None = None) -> Scores:
    """The scorer before Vilain: annotated links whose ends the other side has in one chain.

    Without `links` each mention is linked to the one before it in its chain.
    """

    def neighbours(chains: Chains) -> Chains:
        return [pair for chain in chains for pair in itertools.pairwise(sorted(chain))]

    links = links or [(neighbours(key), neighbours(response)) for key, response in documents]

    def found(side: Chains, other: Chains) -> tuple[int, int]:
        return sum(frozenset(link) in coreferent(other) for link in side), len(side)

    return three(
        ratio(*totals(found(link[0], response) for link, (_, response) in zip(links, documents, strict=True))),
        ratio(*totals(found(link[1], key) for link, (key, _) in zip(links, documents, strict=True))),
    )


def lea(documents: Documents) -> Scores:
    """Moosavi & Strube 2016: resolved links of each chain, weighted by its size; a singleton links itself."""

    def links(chain: Chain) -> set[frozenset[Mention]]:
        return pairs(chain) if len(chain) > 1 else {frozenset(chain)}

    def recall(key: Chains, response: Chains) -> tuple[Any, int]:
        there = {link for chain in response for link in links(chain)}
        return (
            sum(len(chain) * Fraction(len(links(chain) & there), len(links(chain))) for chain in key),
            sum(len(chain) for chain in key),
        )

    return both(documents, recall)


def link_counts(key: Chains, response: Chains) -> dict[str, int]:
    """Links of each kind: c coreferent, n not; k in the key, r in the response, `right` in both. And the twinless."""
    ck, cr = coreferent(key), coreferent(response)
    nk, nr = pairs(mentions_of(key)) - ck, pairs(mentions_of(response)) - cr
    twinless = len(mentions_of(key) ^ mentions_of(response))
    return {
        "rc": len(ck & cr), "ck": len(ck), "cr": len(cr), "rn": len(nk & nr), "nk": len(nk), "nr": len(nr),
        "twinless": twinless,
    }  # fmt: skip


def corpus_links(documents: Documents) -> Counter[str]:
    """Link counts of all documents together."""
    return sum((Counter(link_counts(*document)) for document in documents), Counter())


def zeroed(right: int, key: int, response: int) -> Scores:
    """Recall, precision and F1 of one kind of link, 0/0 being 0."""
    return {part: value or Fraction(0) for part, value in three(ratio(right, key), ratio(right, response)).items()}


def mean_of(coreferent_links: Scores, other_links: Scores, alpha: Fraction = Fraction(1, 2)) -> Scores:
    return {it: alpha * (coreferent_links[it] or 0) + (1 - alpha) * (other_links[it] or 0) for it in coreferent_links}


def blanc_of(n: Mapping[str, int], alpha: Fraction = Fraction(1, 2)) -> Scores:
    """Recasens & Hovy 2011, 4.1.2 on link counts: the kind of link that the key lacks is left out."""
    c, other = zeroed(n["rc"], n["ck"], n["cr"]), zeroed(n["rn"], n["nk"], n["nr"])
    if not n["ck"] and not n["nk"]:
        return zeroed(0, 0, 0)
    if not n["ck"]:
        return other
    return mean_of(c, other, alpha) if n["nk"] else c


def blanc(documents: Documents, alpha: Fraction = Fraction(1, 2)) -> Scores:
    """Links of all mentions of either side, with the boundary rules of the 2011 paper as in the reference scorer."""
    return blanc_of(corpus_links(documents), alpha)


def blanc_2011(documents: Documents) -> Scores:
    """Links between common mentions only; undefined where there is none."""
    counts = corpus_links(common(documents))
    return blanc_of(counts) if counts["ck"] + counts["nk"] else three(None, None)


def blanc_luo(documents: Documents) -> Scores:
    """Luo et al. 2014: a kind of link is left out only where both sides lack it."""
    n = corpus_links(documents)
    c, other = zeroed(n["rc"], n["ck"], n["cr"]), zeroed(n["rn"], n["nk"], n["nr"])
    if not n["ck"] + n["cr"] + n["nk"] + n["nr"]:
        return zeroed(int(not n["twinless"]), 1, 1)
    if not n["ck"] + n["cr"]:
        return other
    return mean_of(c, other) if n["nk"] + n["nr"] else c


def rand(documents: Documents) -> Scores:
    """The share of pairs of common mentions on which both sides agree."""
    n = corpus_links(common(documents))
    return {"value": ratio(n["rc"] + n["rn"], n["ck"] + n["nk"])}


def adjusted_rand(documents: Documents) -> Scores:
    """Hubert & Arabie 1985, the index less its expectation; the two differences are summed over documents."""
    above: Any = 0
    room: Any = 0
    any_pair = False
    for key, response in common(documents):
        n = link_counts(key, response)
        if total := n["ck"] + n["nk"]:
            any_pair = True
            expected = Fraction(n["ck"] * n["cr"], total)
            above += n["rc"] - expected
            room += Fraction(n["ck"] + n["cr"], 2) - expected
    return {"value": ratio(above, room) if room else (Fraction(1) if any_pair else None)}


# ---- mentions and chains


def b_cubed(documents: Documents) -> Scores:
    """Bagga & Baldwin 1998: for each mention the share of its chain that the other side has with it."""

    def recall(key: Chains, response: Chains) -> tuple[Any, int]:
        shares = [Fraction(len(set(c) & chain_of(response, m)), len(c)) for c in key for m in c]
        return sum(shares), len(shares)

    return both(documents, recall)


def b_cubed_class(documents: Documents) -> Scores:
    """The same with equal weights for chains: the mean over chains of the mean over their mentions."""

    def recall(key: Chains, response: Chains) -> tuple[Any, int]:
        means = [sum(Fraction(len(set(c) & chain_of(response, m)), len(c)) for m in c) / len(c) for c in key]
        return sum(means), len(means)

    return both(documents, recall)


def ceaf_m(documents: Documents) -> Scores:
    """Luo 2005 with similarity phi3, the number of shared mentions."""
    return _ceaf(documents, lambda one, other: len(one & other))


def ceaf_e(documents: Documents) -> Scores:
    """Luo 2005 with similarity phi4, Dice's coefficient."""
    return _ceaf(documents, dice)


def _ceaf(documents: Documents, similarity: Callable[[set[Mention], set[Mention]], Any]) -> Scores:
    def recall(key: Chains, response: Chains) -> tuple[Any, Any]:
        best = optimum({at: similarity(set(key[at[0]]), set(response[at[1]])) for at in meeting(key, response)})
        return best, sum(similarity(set(chain), set(chain)) for chain in key)

    return both(documents, recall)


def dice(one: set[Mention], other: set[Mention]) -> Fraction:
    return Fraction(2 * len(one & other), len(one) + len(other))


def conll(documents: Documents) -> Scores:
    """The mean of three F1 (recalls, precisions); what is undefined counts as 0, unless all three are."""
    averaged = [measure(documents) for measure in (muc, b_cubed, ceaf_e)]

    def mean(values: list[Value]) -> Value:
        return None if values == [None] * 3 else sum((value or 0 for value in values), Fraction(0)) / 3

    return {part: mean([scores[part] for scores in averaged]) for part in averaged[0]}


def exact_entities(documents: Documents) -> Scores:
    """Chains that both sides have with the same mentions."""
    return both(documents, lambda key, other: (sum(set(c) in [set(o) for o in other] for c in key), len(key)))


def mentions(documents: Documents) -> Scores:
    """Mentions that both sides have."""
    return both(documents, lambda key, other: (len(mentions_of(key) & mentions_of(other)), len(mentions_of(key))))


def mention_overlap(documents: Documents) -> Scores:
    """Zabokrtsky et al. 2022: tokens shared under the best one-to-one assignment of mentions, of all their tokens.

    A mention is a pair of its ends.
    """

    def recall(key: Chains, response: Chains) -> tuple[int, int]:
        ours = [set(range(*m)) for m in sorted(mentions_of(key))]
        theirs = [set(range(*m)) for m in sorted(mentions_of(response))]
        shared = {(i, j): len(a & b) for i, a in enumerate(ours) for j, b in enumerate(theirs) if a & b}
        return optimum(shared), sum(map(len, ours))

    return both(documents, recall)


def anaphors(documents: Documents) -> Scores:
    """Tuggener 2014, as in CorefUD: each mention but the first of its chain is right, wrongly linked or missed."""
    return _one_by_one(documents, lambda _: True)


def pronouns(documents: Documents, kinds: Mapping[Hashable, str] | None = None) -> Scores:
    """The same of pronouns only; nothing is known of any where kinds are not."""
    return _one_by_one(documents, lambda mention: bool(kinds and kinds[mention] == "pronoun"))


def zero(documents: Documents, empty: Set[Hashable] = frozenset()) -> Scores:
    """The same of mentions whose head is an empty node."""
    return _one_by_one(documents, empty.__contains__)


def _one_by_one(documents: Documents, counts: Callable[[Any], bool]) -> Scores:
    n: Counter[str] = Counter()
    for key, response in documents:
        ours = {m for chain in key for m in sorted(chain)[1:] if counts(m)}
        theirs = {m for chain in response for m in sorted(chain)[1:] if counts(m)}
        for anaphor in ours & theirs:
            before = {m for m in chain_of(key, anaphor) if m < anaphor}
            n["right" if before & chain_of(response, anaphor) else "wrong"] += 1
        n["missed"] += len(ours - theirs)
        n["spurious"] += len(theirs - ours)
    return three(
        ratio(n["right"], n["right"] + n["missed"] + n["wrong"]),
        ratio(n["right"], n["right"] + n["spurious"] + n["wrong"]),
    )


# ---- information


def mutual_information(documents: Documents) -> Scores:
    """What each side tells of the other, in bits over common mentions, documents weighted by their common mentions."""
    shared = [0.0, 0.0, 0.0]
    any_mention = False
    for key, response in common(documents):
        size = sum(map(len, key))
        any_mention |= size > 0
        cells = [len(set(c) & set(o)) for c in key for o in response]
        of_key, of_response, of_both = (entropy(it) for it in (map(len, key), map(len, response), cells))
        for at, bits in enumerate((of_key + of_response - of_both, of_key, of_response)):
            shared[at] += size * bits
    if not any_mention:
        return three(None, None)
    information, *whole = (0.0 if bits < 1e-12 else bits for bits in shared)
    return three(*(information / bits if bits else 1.0 for bits in whole))


def entropy(sizes: Iterable[int]) -> float:
    """In bits, of a distribution that is proportional to `sizes`."""
    counts = [size for size in sizes if size]
    return -sum(size / sum(counts) * log2(size / sum(counts)) for size in counts)


# ---- one to one


def meeting(key: Chains, response: Chains) -> list[tuple[int, int]]:
    """The pairs of chains that share a mention, by their indices."""
    return [(i, j) for i, one in enumerate(key) for j, other in enumerate(response) if set(one) & set(other)]


def components(cells: Cells) -> list[Cells]:
    """Cells that are connected by rows or columns: what is assigned in one has no effect on another."""
    groups: list[set[tuple[int, int]]] = []
    for cell in cells:
        touching = [group for group in groups if any(cell[0] == i or cell[1] == j for i, j in group)]
        groups = [group for group in groups if group not in touching] + [set().union({cell}, *touching)]
    return [{cell: cells[cell] for cell in sorted(group)} for group in groups]


def optimum(gains: Cells) -> Any:
    """The largest total of a one-to-one assignment."""
    return sum(_best(component) for component in components(gains))


def _best(gains: Cells) -> Any:
    rows = sorted({i for i, _ in gains})

    @cache
    def best(at: int, taken: frozenset[int]) -> Any:
        if at == len(rows):
            return 0
        free = [(j, gain) for (i, j), gain in gains.items() if i == rows[at] and j not in taken]
        return max([best(at + 1, taken), *(gain + best(at + 1, taken | {j}) for j, gain in free)])

    return best(0, frozenset())


def optimal_assignments(gains: Cells) -> list[frozenset[tuple[int, int]]]:
    """All one-to-one assignments with the largest total; there may be several."""

    def assignments(cells: list[tuple[int, int]]) -> Iterator[frozenset[tuple[int, int]]]:
        if not cells:
            yield frozenset()
            return
        (i, j), rest = cells[0], cells[1:]
        yield from assignments(rest)
        for others in assignments([cell for cell in rest if cell[0] != i and cell[1] != j]):
            yield others | {(i, j)}

    every = list(assignments(list(gains)))
    best = max(sum(gains[cell] for cell in it) for it in every)
    return [it for it in every if sum(gains[cell] for cell in it) == best]


def sums(choices: Iterable[set[Any]]) -> set[tuple[Any, ...]]:
    """Every sum of one row from each set."""
    possible: set[tuple[Any, ...]] = {()}
    for rows in choices:
        possible = {totals((one, other)) if one else other for one in possible for other in rows}
    return possible


def core_mr(documents: Documents) -> Scores:
    """Popescu-Belis & Robba 1998: each chain counts what the chain of the other side closest to it shares with it."""

    def recall(key: Chains, response: Chains) -> tuple[int, int]:
        return sum(max(len(set(c) & set(o)) for o in response) for c in key), len(mentions_of(key))

    return both(completed(documents), recall)


def exclusive_core_mr(documents: Documents) -> list[Scores]:
    """The same, recall with one core for one chain, the largest overlap first: a result for each way to break ties."""

    @cache
    def greedy(cells: frozenset[tuple[tuple[int, int], int]]) -> frozenset[int]:
        if not cells:
            return frozenset((0,))
        most = max(n for _, n in cells)
        return frozenset(
            most + rest
            for (i, j), n in cells
            if n == most
            for rest in greedy(frozenset(cell for cell in cells if cell[0][0] != i and cell[0][1] != j))
        )

    precision = core_mr(documents)["precision"]
    whole = sum(len(mentions_of(key) | mentions_of(response)) for key, response in documents)
    choices = [
        {(shared,) for shared in greedy(frozenset(component.items()))}
        for key, response in completed(documents)
        for component in components({(i, j): len(set(key[i]) & set(response[j])) for i, j in meeting(key, response)})
    ]
    return [three(ratio(sum(shared), whole), precision) for shared in sums(choices)]


def similarity(one: set[Mention], other: set[Mention], kinds: Mapping[Hashable, str]) -> Fraction:
    """Trouilleux et al. 2000: Dice's coefficients of each kind, weighted; kinds that neither chain has are left out."""
    if not kinds:
        return dice(one, other)
    total = weights = Fraction(0)
    for kind, weight in DENOTATION_WEIGHTS.items():
        ours, theirs = ({m for m in chain if kinds[m] == kind} for chain in (one, other))
        if ours or theirs:
            total += weight * dice(ours, theirs)
            weights += weight
    return total / weights


def denotation(documents: Documents, kinds: Mapping[Hashable, str] | None = None) -> list[Scores]:
    """Denotation assignments (Trouilleux et al. 2000): a result for each optimal correspondence of chains."""
    choices = []
    for key, response in completed(documents):
        cells = meeting(key, response)
        alike = {(i, j): similarity(set(key[i]), set(response[j]), kinds or {}) for i, j in cells}
        for gains in components(alike):
            ours, theirs = ({i: list(key[i]) for i, _ in gains}, {j: list(response[j]) for _, j in gains})
            choices.append({_assigned(ours, theirs, it, kinds or {}) for it in optimal_assignments(gains)})
    return [_denotation_scores(*counts) for counts in sums([{(0, 0, 0, 0, 0, 0)}, *choices])]


def _assigned(
    key: Mapping[int, Chain],
    response: Mapping[int, Chain],
    matched: frozenset[tuple[int, int]],
    kinds: Mapping[Any, str],
) -> tuple[int, ...]:
    """Correct, possible, actual, incorrect, spurious and missing assignments; representatives are assigned nowhere."""

    def representative(chain: Iterable[Mention]) -> Mention:
        return min(chain, key=lambda m: (list(DENOTATION_WEIGHTS).index(kinds[m]) if kinds else 0, m))

    shared = [(i, j, representative(set(key[i]) & set(response[j]))) for i, j in matched]
    of_key = {i: representative(chain) for i, chain in key.items()} | {i: m for i, _, m in shared}
    of_response = {j: representative(chain) for j, chain in response.items()} | {j: m for _, j, m in shared}
    ours = {m: i for i, chain in key.items() for m in chain if m != of_key[i]}
    theirs = {m: j for j, chain in response.items() for m in chain if m != of_response[j]}
    twice = ours.keys() & theirs.keys()
    correct = sum((ours[m], theirs[m]) in matched for m in twice)
    return (
        correct, len(ours), len(theirs), len(twice) - correct, len(theirs.keys() - ours), len(ours.keys() - theirs),
    )  # fmt: skip


def _denotation_scores(correct: int, possible: int, actual: int, incorrect: int, spurious: int, missing: int) -> Scores:
    errors = incorrect + spurious + missing
    shares = {"substitution": incorrect, "overgeneration": spurious, "undergeneration": missing}
    return three(ratio(correct, possible), ratio(correct, actual)) | {
        part: ratio(count, errors) or Fraction(0) for part, count in shares.items()
    }


# ---- value


def ace_value(documents: Documents, kinds: Mapping[Hashable, str] | None = None) -> Scores:
    """NIST 2007, level weighting, entities of one type and class; mentions of unknown kind weigh as much as names."""
    earned: Any = 0
    whole: Any = 0
    weight = {m: ACE_WEIGHTS[kind] for m, kind in (kinds or {}).items()}

    def worth(chain: Iterable[Mention]) -> Fraction:
        return sum((weight.get(m, Fraction(1)) for m in chain), Fraction(0))

    def level(chain: Chain) -> Fraction:
        return max(weight.get(m, Fraction(1)) for m in chain)

    def value(ours: Chain, theirs: Chain) -> Fraction:
        right = level(ours) / worth(ours) * worth(set(ours) & set(theirs))
        return right - FALSE_ALARM * level(theirs) / worth(theirs) * worth(set(theirs) - set(ours))

    for key, response in documents:
        spurious = sum((-FALSE_ALARM * level(chain) for chain in response), Fraction(0))
        gains = {
            (i, j): value(key[i], response[j]) + FALSE_ALARM * level(response[j]) for i, j in meeting(key, response)
        }
        earned += spurious + optimum(gains)
        whole += sum(level(chain) for chain in key)
    return {"value": ratio(earned, whole)}


# ---- beyond identity


def beyond_identity(documents: Documents) -> Scores:
    """Chains have no bridging, and nothing that does not refer; the tests of those measures define them."""
    return three(None, None)


bridging_anaphors = bridging_mentions = bridging_entities = beyond_identity
non_referring = non_referring_types = beyond_identity


# ---- mentions that only one side has, and mentions that weigh


def under_policy(documents: Documents, policy: str) -> tuple[Documents, Documents]:
    """Key and response for recall and for precision: Bengtson & Roth 2008, Rahman & Ng 2009, Cai & Strube 2010."""

    def without(chains: Chains, left_out: set[Mention]) -> Chains:
        return [kept for chain in chains if (kept := [m for m in chain if m not in left_out])]

    for_recall, for_precision = [], []
    for key, response in documents:
        missed, spurious = mentions_of(key) - mentions_of(response), mentions_of(response) - mentions_of(key)
        lonely = {m for chain in response if len(chain) == 1 for m in chain} & spurious
        if policy == "discard":
            both = without(key, missed), without(response, spurious)
            for_recall.append(both)
            for_precision.append(both)
        elif policy == "rahman_ng":
            for_recall.append((key, without(response, lonely)))
            for_precision.append((key, without(response, lonely)))
        else:
            found = [[m] for m in missed]
            for_recall.append((key, [*without(response, spurious), *found]))
            kept = [*without(response, lonely), *found]
            for_precision.append(([*key, *([m] for m in spurious - lonely)], kept))
    return for_recall, for_precision


def twinless(documents: Documents, policy: str, measure: Callable[[Documents], Scores]) -> Scores:
    """Recall and precision of a measure, each of what the policy makes of key and response for it."""
    for_recall, for_precision = under_policy(documents, policy)
    return three(measure(for_recall)["recall"], measure(for_precision)["precision"])


def b_cubed_weighted(documents: Documents, weight: Callable[[Mention], Any]) -> Scores:
    """Bagga & Baldwin 1998 with weights of mentions."""

    def recall(key: Chains, response: Chains) -> tuple[Any, Any]:
        shares = [weight(m) * Fraction(len(set(c) & chain_of(response, m)), len(c)) for c in key for m in c]
        return sum(shares), sum(weight(m) for c in key for m in c)

    return both(documents, recall)


def expected_by_chance(documents: Documents, measure: Callable[[Documents], Scores], part: str) -> float:
    """The mean of a measure over all ways to deal the mentions of each response out to chains of the same sizes."""

    def ways(response: Chains) -> set[frozenset[frozenset[Mention]]]:
        cuts = [*itertools.pairwise(accumulate(map(len, response), initial=0))]
        orders = permutations(sorted(mentions_of(response)))
        return {frozenset(frozenset(order[start:end]) for start, end in cuts) for order in orders}

    found = [
        measure([(key, [*map(list, way)]) for (key, _), way in zip(documents, dealt, strict=True)])[part] or 0
        for dealt in itertools.product(*(ways(response) for _, response in documents))
    ]
    return float(sum(found) / len(found))
