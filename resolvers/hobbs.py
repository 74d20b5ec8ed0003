"""Hobbs 1978, the naive algorithm: climb the parse tree from the pronoun, search it left to right, breadth first.

The nine steps, as Tetreault 2001 (section 2.1) restates them. The path is that of the last climb.

1. Start at the noun phrase over the pronoun. 2. Climb to the first NP or S, X.
3. Search below X to the left of the path; propose a noun phrase that has an NP or S between it and X.
4. If X is the topmost S, search the trees of the sentences before, the nearest first; propose every noun phrase.
5. Climb to the next NP or S, the new X. 6. If X is an NP and the path did not pass its nominal, propose X.
7. Search below X to the left of the path; propose every noun phrase.
8. If X is an S, search below X to the right of the path, not below any NP or S; propose every noun phrase. 9. Go to 4.

The first proposal that agrees is the answer. Where this departs from the paper, or decides what it leaves open:

- The trees are projected from dependency trees (see `resolvers._structure.constituents`), not written by hand. What
  heads a mention of the shared list heads a noun phrase, and nothing else can be answered.
- What is not on the shared candidate list is passed over: noun phrases after the pronoun (step 8), those that contain
  it but for an adnominal clause (some of step 6), and sentences before the window of the comparison (step 4).
- Of selectional constraints there is one: dates and times are not antecedents of personal pronouns.
- Reflexives, which the paper does not treat, are resolved as by Tetreault 2001.
- Quoted speech is searched like any other text. Conjoined verbs share one clause, so that step 3 excludes the object of
  the first for the object of the second ("take the key and turn it"), unless they are split.
"""

import re
from bisect import bisect_left
from collections import defaultdict, deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Literal, get_args

from resolvers._structure.constituents import Constituents, project
from resolvers._structure.disjoint import syntax_of
from workbench.decision import Decision, Resolver, Trace
from workbench.document import Case, Mention, Prepared
from workbench.errors import OptionError

Reflexives = Literal["right_to_left", "clause", "steps"]
Binding = Literal["step_3", "lappin_leass"]

_YEAR = re.compile(r"\d{3,4}")
_TEMPORAL = frozenset({"DATE", "TIME"})


@dataclass(frozen=True, slots=True)
class Proposal:
    """A noun phrase that a step proposes: its node, the number of the step (0: a reflexive), and the node X then."""

    node: int
    step: int
    at: int


def proposals(trees: Constituents, token: int, since: int = 0, *, binding: Binding = "step_3") -> Iterator[Proposal]:
    """All that the nine steps propose for the pronoun at `token`, in order (Hobbs 1978).

    Sentences that end before the token `since` are not searched. Only with the `binding` of step 3 does this ask for an
    NP or S in between.
    """
    bottom = top = _start(trees, token)  # step 1
    at = trees.above(bottom, "NP", "S")  # step 2
    if at >= 0:
        for node in _left(trees, at, bottom):
            if binding != "step_3" or trees.above(node, "NP", "S") != at:
                yield Proposal(node, 3, at)
    while at >= 0:
        bottom, top, at = at, at, trees.above(at, "NP", "S")  # step 5
        if at >= 0:
            yield from _higher(trees, at, bottom)
    for tree in _trees_before(trees, top, since):  # step 4
        yield from (Proposal(node, 4, top) for node in _breadth_first(trees, tree, trees.children.__getitem__))


def _start(trees: Constituents, token: int) -> int:
    """The noun phrase over a pronoun; the word itself where the tree has none."""
    phrase = trees.above(token, "NP")
    return phrase if phrase >= 0 and trees.head[phrase] == token else token


def _higher(trees: Constituents, at: int, bottom: int) -> Iterator[Proposal]:
    """Steps 6 to 8 at X, the node `at`, to which the path climbed from `bottom`."""
    path = _path(trees, at, bottom)
    if trees.label[at] == "NP" and not any(trees.label[node] == "NOM" and trees.parent[node] == at for node in path):
        yield Proposal(at, 6, at)
    yield from (Proposal(node, 7, at) for node in _left(trees, at, bottom))
    if trees.label[at] == "S":
        yield from (Proposal(node, 8, at) for node in _right(trees, at, bottom))


def _path(trees: Constituents, at: int, bottom: int) -> tuple[int, ...]:
    """The nodes from `bottom` up to `at`, both among them."""
    nodes = [bottom]
    while nodes[-1] != at:
        nodes.append(trees.parent[nodes[-1]])
    return tuple(nodes)


def _left(trees: Constituents, at: int, bottom: int) -> Iterator[int]:
    """The noun phrases below `at` to the left of the path up from `bottom`, breadth first; not what is below that."""
    path = _path(trees, at, bottom)
    turns = dict(pairwise(reversed(path)))

    def branches(node: int) -> Sequence[int]:
        children = trees.children[node]
        return children[: children.index(turns[node]) + 1] if node in turns else () if node == bottom else children

    return (node for node in _breadth_first(trees, at, branches) if node not in path)


def _right(trees: Constituents, at: int, bottom: int) -> Iterator[int]:
    """The noun phrases below `at` to the right of the path up from `bottom`, breadth first, not below any NP or S."""
    path = _path(trees, at, bottom)
    turns = dict(pairwise(reversed(path)))

    def branches(node: int) -> Sequence[int]:
        children = trees.children[node]
        if node in turns:
            return children[children.index(turns[node]) :]
        return () if node == bottom or trees.label[node] in ("NP", "S") else children

    return (node for node in _breadth_first(trees, at, branches) if node not in path)


def _breadth_first(trees: Constituents, at: int, branches: Callable[[int], Sequence[int]]) -> Iterator[int]:
    """The noun phrases at and below a node, level by level and left to right, going on where `branches` leads."""
    waiting = deque([at])
    while waiting:
        node = waiting.popleft()
        if trees.label[node] == "NP":
            yield node
        waiting.extend(branches(node))


def _trees_before(trees: Constituents, node: int, since: int) -> Iterator[int]:
    """The trees before the one of `node`, the nearest first, as far as they reach beyond the token `since`."""
    while trees.parent[node] >= 0:
        node = trees.parent[node]
    number = bisect_left(trees.tops, trees.start[node], key=trees.start.__getitem__)
    for top in reversed(trees.tops[:number]):
        if trees.end[top] <= since:
            return
        yield top


def reflexive_proposals(trees: Constituents, token: int, how: Reflexives) -> Iterator[Proposal]:
    """What is proposed for a reflexive pronoun: noun phrases of its sentence, or of its clause, to the left of it.

    "right_to_left" goes back through the sentence (Tetreault 2001), by the heads of the noun phrases, of which some may
    contain the reflexive; "clause" searches the lowest S, breadth first.
    """
    bottom = _start(trees, token)
    at = trees.above(bottom, "S")
    if at < 0:
        return
    if how == "clause":
        found = list(_left(trees, at, bottom))
    else:
        while (higher := trees.above(at, "S")) >= 0:
            at = higher
        phrases = _breadth_first(trees, at, trees.children.__getitem__)
        before = (node for node in phrases if trees.head[node] < token)
        found = sorted(before, key=lambda node: (trees.head[node], node), reverse=True)
    yield from (Proposal(node, 0, at) for node in found)


@dataclass(frozen=True, slots=True)
class Hobbs:
    """The resolver with its options; see `build`."""

    agreement: bool
    temporal_filter: bool
    reflexives: Reflexives
    split_conjuncts: bool
    binding: Binding

    def resolve(self, prepared: Prepared) -> list[Decision]:
        """Answer every case with the first proposal among its candidates; where there is none it stays open."""
        if not prepared.cases:
            return []
        heads = frozenset(mention.head for mention in prepared.mentions)
        trees = project(prepared.annotation, prepared.clauses, nominals=heads, split_conjuncts=self.split_conjuncts)
        mentions = _by_node(trees, prepared.mentions)
        allowed = self._allowed(prepared)
        return [self._decide(prepared, trees, mentions, number, allowed) for number in range(len(prepared.cases))]

    def _decide(
        self,
        prepared: Prepared,
        trees: Constituents,
        mentions: Mapping[int, Sequence[int]],
        number: int,
        allowed: Callable[[Case, int], bool],
    ) -> Decision:
        case = prepared.cases[number]
        listed = case.compatible if self.agreement else case.candidates
        candidates = tuple(index for index in listed if allowed(case, index))
        if not candidates:
            return Decision(number, None, Trace("ladder", (), "no candidate"))
        anaphor = prepared.mentions[case.anaphor]
        for proposal in self._proposals(trees, anaphor, case.scope_start):
            for mention in mentions.get(proposal.node, ()):
                if mention in candidates:
                    rule = _told(prepared, trees, anaphor.head, proposal)
                    return Decision(number, mention, Trace("ladder", candidates, rule))
        return Decision(number, None, Trace("ladder", candidates, "no proposal among the candidates"))

    def _allowed(self, prepared: Prepared) -> Callable[[Case, int], bool]:
        """Whether a mention passes the resolver's own filters in a case: time and binding."""
        mentions = prepared.mentions
        syntax = syntax_of(prepared) if self.binding == "lappin_leass" else None

        def allowed(case: Case, index: int) -> bool:
            anaphor = mentions[case.anaphor]
            if self.temporal_filter and anaphor.pronoun != "demonstrative" and _is_time(prepared, mentions[index]):
                return False
            if not syntax or anaphor.pronoun == "reflexive" or mentions[index].sentence != anaphor.sentence:
                return True
            return not syntax.disjoint(case.anaphor, index)

        return allowed

    def _proposals(self, trees: Constituents, anaphor: Mention, since: int) -> Iterator[Proposal]:
        if anaphor.pronoun == "reflexive" and self.reflexives != "steps":
            return reflexive_proposals(trees, anaphor.head, self.reflexives)
        return proposals(trees, anaphor.head, since, binding=self.binding)


def _by_node(trees: Constituents, mentions: Sequence[Mention]) -> dict[int, list[int]]:
    """The mentions that each noun phrase stands for; what the trees have no noun phrase for is never proposed."""
    found: dict[int, list[int]] = defaultdict(list)
    for index, mention in enumerate(mentions):
        node = trees.above(mention.head, "NP")
        if node < 0 or trees.head[node] != mention.head:
            continue
        while (outer := trees.parent[node]) >= 0 and _is_noun_phrase_of(trees, outer, mention):
            node = outer
        found[node].append(index)
    return found


def _is_noun_phrase_of(trees: Constituents, node: int, mention: Mention) -> bool:
    """Whether a noun phrase has the mention's head and another, conjoined phrase whose head is in the mention, too."""
    if trees.label[node] != "NP" or trees.head[node] != mention.head:
        return False
    heads = (trees.head[child] for child in trees.children[node] if trees.label[child])
    return any(head != mention.head and head in mention.span for head in heads)


def _is_time(prepared: Prepared, mention: Mention) -> bool:
    """Whether a mention is a date or a time by its entity type, or a bare year."""
    if mention.kind == "pronoun":
        return False
    year = len(mention.span) == 1 and _YEAR.fullmatch(prepared.document.words[mention.head])
    return bool(year) or prepared.annotation.entity[mention.head] in _TEMPORAL


def _told(prepared: Prepared, trees: Constituents, token: int, proposal: Proposal) -> str:
    """The step and the nodes X on the way: `step 7: it, S moved, NP 536, S remained`."""
    nodes = []
    node = _start(trees, token)
    while node != proposal.at:
        node = trees.above(node, "NP", "S")
        nodes.append(node)
    words = prepared.document.words
    way = ", ".join([words[token], *(f"{trees.label[node]} {words[trees.head[node]]}" for node in nodes)])
    return f"step {proposal.step}: {way}" if proposal.step else f"reflexive: {way}"


def build(
    *,
    agreement: bool = True,
    temporal_filter: bool = True,
    reflexives: Reflexives = "right_to_left",
    split_conjuncts: bool = False,
    binding: Binding = "step_3",
) -> Resolver:
    """The naive algorithm.

    Without `agreement`, proposals are held against all candidates, not only those that agree. Without
    `temporal_filter`, dates, times and bare years may be antecedents of personal pronouns, too. `reflexives` are
    searched for "right_to_left" in their sentence (Tetreault 2001), in their "clause" only, or by the nine "steps".
    `split_conjuncts` makes conjoined verbs that share a subject clauses of their own ("take the key and turn it"),
    after the splitting of utterances in Tetreault 2001; step 3 excludes such an antecedent otherwise.
    `binding` "lappin_leass" keeps the order of search, but replaces the exclusion of step 3 with the syntactic filter
    of Lappin & Leass 1994, as these did for their comparison.
    Raises `OptionError` for other values of `reflexives` and `binding`.
    """
    if reflexives not in get_args(Reflexives):
        raise OptionError(
            f"There is no way {reflexives!r} to resolve reflexives; choose {', '.join(get_args(Reflexives))}."
        )
    if binding not in get_args(Binding):
        raise OptionError(f"There is no binding {binding!r}; choose {', '.join(get_args(Binding))}.")
    return Hobbs(agreement, temporal_filter, reflexives, split_conjuncts, binding)
