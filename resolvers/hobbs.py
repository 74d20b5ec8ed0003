"""Hobbs 1978, the naive algorithm: climb the parse tree from the pronoun, search it left to right, breadth first.

The nine steps, as Tetreault 2001 (section 2.1) restates them. The path is that of the last climb.

1. Start at the noun phrase over the pronoun. 2. Climb to the first NP or S, X.
3. Search below X to the left of the path; propose a noun phrase that has an NP or S between it and X.
4. If X is the topmost S, search the trees of the sentences before, the nearest first; propose every noun phrase.
5. Climb to the next NP or S, the new X. 6. If X is an NP and the path did not pass its nominal, propose X.
7. Search below X to the left of the path; propose every noun phrase.
8. If X is an S, search below X to the right of the path, not below any NP or S; propose every noun phrase. 9. Go to 4.

The first proposal that agrees is the answer. Where this departs from the paper, or decides what it does not specify:

- The trees are those of the corpus where the input has them, adapted as `resolvers.syntax.constituents` says, else
  projected from dependency trees, not written by hand. What heads a mention of
  the shared list heads a noun phrase, and nothing else can be answered.
- What is not on the shared candidate list is passed over: noun phrases after the pronoun (step 8), those that contain
  it (some of step 6) but for an adnominal clause or, of possessives, an adjunct ("a driver in his truck"), and
  sentences before the window of the comparison (step 4). With `cataphora` step 8 proposes what follows in the sentence
  and agrees; such an answer is counted apart.
- The paper lets "they" collect compatible entities ("John sat on the sofa. Mary sat by the fire. They ..."). With
  `split` it does so here, among singular persons, as nothing else tells what is compatible: where one search after the
  other proposes no plural, the persons named so far are the antecedent as soon as there are two.
- Of selectional constraints there is one: dates and times are not antecedents of personal pronouns.
- Reflexives, which the paper does not treat, are resolved as by Tetreault 2001.
- As in the paper each pronoun is resolved by itself, so that two of one verb may be given one antecedent; `consistent`
  keeps to earlier answers.
- Quoted speech is searched like any other text. Conjoined verbs share one clause, so that step 3 excludes the object of
  the first for the object of the second ("take the key and turn it"), unless they are split.
"""

import re
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, get_args

from anaphora.resolvers.discourse.entities import Discourse, repeating
from anaphora.resolvers.discourse.salience import later_in_sentence
from anaphora.resolvers.parameters import check_choice
from anaphora.resolvers.syntax.binding import syntax_of
from anaphora.resolvers.syntax.constituents import Constituents, phrase_structure, trees
from anaphora.workbench.decision import Decision, Explanation, Visit, Walk
from anaphora.workbench.document import Case, Mention, Prepared, once
from anaphora.workbench.resolver_entry import ResolverEntry

Reflexives = Literal["right_to_left", "clause", "steps"]
Binding = Literal["step_3", "lappin_leass"]
COUNT = 15


@dataclass(frozen=True, slots=True)
class Search:
    """One search of a step: the number of the step (0: a reflexive), the node X, and the noun phrases it proposes."""

    step: int
    node: int
    nodes: Iterable[int]


def searches(trees: Constituents, start: int, since: int = 0, *, binding: Binding = "step_3") -> Iterator[Search]:
    """All that the nine steps search from the node of a pronoun, `start_of`, in order (Hobbs 1978).

    Sentences that end before the token `since` are not searched. Only with the `binding` of step 3 does this ask for an
    NP or S in between.
    """
    bottom = top = start  # step 1
    node = trees.above(bottom, "NP", "S")  # step 2
    if node >= 0:
        near = _beside(trees, node, _path(trees, node, bottom))
        beyond = (phrase for phrase in near if trees.above(phrase, "NP", "S") != node)
        yield Search(3, node, beyond if binding == "step_3" else near)
    while node >= 0:
        bottom, top, node = node, node, trees.above(node, "NP", "S")  # step 5
        if node >= 0:
            yield from _higher(trees, node, _path(trees, node, bottom))
    for tree in _trees_before(trees, top, since):  # step 4
        yield Search(4, top, trees.noun_phrases(tree))


def start_of(trees: Constituents, pronoun: Mention) -> int:
    """The noun phrase over a pronoun; the word itself where the tree has none.

    Over a possessive without a noun ("Tom lost his") stands the noun phrase that it is the determiner of.
    """
    token = pronoun.head
    phrase = trees.above(pronoun.head, "NP")
    has_phrase = phrase >= 0 and trees.head[phrase] == token
    return phrase if has_phrase and not pronoun.stands_for_what_is_owned else token


def _higher(trees: Constituents, node: int, path: Mapping[int, int]) -> Iterator[Search]:
    """Steps 6 to 8 at X, the `node` to which the path climbed."""
    below = path[node]
    if trees.label[node] == "NP" and trees.label[below] != "NOM":
        yield Search(6, node, (node,))
    yield Search(7, node, _beside(trees, node, path))
    if trees.label[node] == "S":
        yield Search(8, node, _beside(trees, node, path, right=True))


def _path(trees: Constituents, top: int, bottom: int) -> dict[int, int]:
    """Return for each node on the path from `top` down to `bottom` the next one; -1 for `bottom`."""
    below, node = {bottom: -1}, bottom
    while node != top:
        below[trees.parent[node]] = node
        node = trees.parent[node]
    return below


def _beside(trees: Constituents, top: int, path: Mapping[int, int], *, right: bool = False) -> Iterator[int]:
    """The noun phrases below `top` to the left of the path, breadth first; not what is below the path.

    Those to the `right` are not searched below any NP or S.
    """
    label, children = trees.label, trees.children
    waiting = [top]
    for node in waiting:
        turn = path.get(node)
        if turn is None:
            if label[node] == "NP":
                yield node
            if not right or label[node] not in ("NP", "S"):
                waiting += children[node]
        elif turn >= 0:
            index = children[node].index(turn)
            waiting += children[node][index:] if right else children[node][: index + 1]


def _trees_before(trees: Constituents, node: int, since: int) -> Iterator[int]:
    """The trees before the one of `node`, the nearest first, as far as they reach beyond the token `since`."""
    while trees.parent[node] >= 0:
        node = trees.parent[node]
    number = bisect_left(trees.tops, trees.start[node], key=trees.start.__getitem__)
    for top in reversed(trees.tops[:number]):
        if trees.end[top] <= since:
            return
        yield top


def reflexive_searches(trees: Constituents, pronoun: Mention, how: Reflexives) -> Iterator[Search]:
    """Yield the searches for a reflexive pronoun's antecedent: its sentence, or its clause, to the left of it.

    "right_to_left" goes back through the sentence (Tetreault 2001), by the heads of the noun phrases, of which some may
    contain the reflexive; "clause" searches the lowest S, breadth first.
    """
    bottom = start_of(trees, pronoun)
    clause = trees.above(bottom, "S")
    if clause < 0:
        return
    if how == "clause":
        yield Search(0, clause, _beside(trees, clause, _path(trees, clause, bottom)))
    else:
        while (higher := trees.above(clause, "S")) >= 0:
            clause = higher
        before = [node for node in trees.noun_phrases(clause) if trees.head[node] < pronoun.head]
        yield Search(0, clause, sorted(before, key=lambda node: (trees.head[node], node), reverse=True))


def searches_for(
    trees: Constituents,
    pronoun: Mention,
    since: int,
    *,
    reflexives: Reflexives = "right_to_left",
    binding: Binding = "step_3",
) -> Iterator[Search]:
    """All searches for the antecedent of a pronoun; see `searches` and `reflexive_searches`."""
    if pronoun.pronoun == "reflexive" and reflexives != "steps":
        return reflexive_searches(trees, pronoun, reflexives)
    return searches(trees, start_of(trees, pronoun), since, binding=binding)


@once
def standing_for(prepared: Prepared) -> Mapping[int, Sequence[int]]:
    """The mentions that each noun phrase of the trees of a document stands for."""
    return mentions_by_node(trees(prepared), prepared.mentions)


def mentions_by_node(trees: Constituents, mentions: Sequence[Mention]) -> dict[int, list[int]]:
    """The mentions that each noun phrase stands for; what the trees have no noun phrase for is never proposed."""
    mentions_of: dict[int, list[int]] = defaultdict(list)
    parent, head, label = trees.parent, trees.head, trees.label
    for index, mention in enumerate(mentions):
        node = trees.above(mention.head, "NP")
        if node < 0 or head[node] != mention.head:
            continue
        while (outer := parent[node]) >= 0 and head[outer] == mention.head and label[outer] == "NP":
            if not _has_conjunct_in(trees, outer, mention):
                break
            node = outer
        mentions_of[node].append(index)
    return mentions_of


def _has_conjunct_in(trees: Constituents, node: int, mention: Mention) -> bool:
    """Return whether a noun phrase with the mention's head has a child phrase with another head inside the mention."""
    heads = (trees.head[child] for child in trees.children[node] if trees.label[child])
    return any(head != mention.head and head in mention.span for head in heads)


def propose(prepared: Prepared, anaphor: int, listed: Collection[int], since: int) -> list[int]:
    """The first fifteen of the listed mentions in the order in which they are proposed for a pronoun.

    Pronouns are searched as far back as the token `since`, reflexives right to left in their sentence. Ge, Hale &
    Charniak 1998, section 3.0.1, take so many; the i-th stands at "Hobbs distance" i.
    """
    waiting = set(listed)
    proposals: list[int] = []
    by_node = standing_for(prepared)
    for search in searches_for(trees(prepared), prepared.mentions[anaphor], since) if waiting else ():
        for node in search.nodes:
            for candidate in by_node.get(node, ()):
                if candidate in waiting:
                    waiting.remove(candidate)
                    proposals.append(candidate)
        if not waiting or len(proposals) >= COUNT:
            break
    return proposals[:COUNT]


_YEAR = re.compile(r"\d{3,4}")
_TEMPORAL = frozenset({"DATE", "TIME"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Hobbs:
    """The naive algorithm.

    Without `agreement`, proposals are compared with all candidates, not only those that agree. Without
    `temporal_filter`, dates, times and bare years may be antecedents of personal pronouns, too. `reflexives` are
    searched for "right_to_left" in their sentence (Tetreault 2001), in their "clause" only, or by the nine "steps".
    `split_conjuncts` makes conjoined verbs that share a subject clauses of their own ("take the key and turn it"),
    after the splitting of utterances in Tetreault 2001; step 3 excludes such an antecedent otherwise.
    `binding` "lappin_leass" keeps the order of search, but replaces the exclusion of step 3 with the syntactic filter
    of Lappin & Leass 1994, as these did for their comparison. `cataphora` lets step 8 answer with a noun phrase after
    the pronoun, `split` lets "they" collect persons. With `consistent` a proposal that contradicts earlier answers in
    number, gender, animacy or syntax is passed over.
    Raises `OptionError` for other values of `reflexives` and `binding`.
    """

    agreement: bool = True
    temporal_filter: bool = True
    reflexives: Reflexives = "right_to_left"
    split_conjuncts: bool = False
    binding: Binding = "step_3"
    cataphora: bool = False
    split: bool = False
    consistent: bool = False

    def __post_init__(self) -> None:
        check_choice("way to resolve reflexives", self.reflexives, get_args(Reflexives))
        check_choice("binding", self.binding, get_args(Binding))

    def resolve(self, prepared: Prepared) -> list[Decision]:
        """Answer every case with the first proposal among its candidates; where there is none it stays open."""
        return [*self.answers(prepared, range(len(prepared.cases)))]

    def answers(self, prepared: Prepared, asked: Iterable[int]) -> Iterator[Decision]:
        """Answer some cases in text order, as `resolve` does; `consistent` with each other alone."""
        if not prepared.cases:
            return
        constituents, by_node = trees(prepared), standing_for(prepared)
        if self.split_conjuncts:
            constituents = phrase_structure(prepared, split_conjuncts=True)
            by_node = mentions_by_node(constituents, prepared.mentions)
        times = frozenset(_times(prepared)) if self.temporal_filter else frozenset()
        entities = repeating(prepared) if self.consistent else None
        text = _Walked(prepared, constituents, by_node, times, entities)
        for number in asked:
            yield (decision := self._decide(text, number))
            if entities and decision.antecedent is not None and not decision.others:
                entities.link(prepared.cases[number].anaphor, decision.antecedent)

    def _decide(self, text: "_Walked", number: int) -> Decision:
        case = text.prepared.cases[number]
        refused = self._refusals(text, case)
        candidates = tuple([index for index in case.candidates if index not in refused])
        persons = self._persons(text, case, refused)
        later = later_in_sentence(text.prepared, case.anaphor) if self.cataphora else ()
        following = dict.fromkeys((index for index in later if index not in text.times), "")
        if not (candidates or following or len(persons) > 1):
            return Decision(number, None, Explanation("ladder", (), "no candidate"))
        start = start_of(text.trees, text.prepared.mentions[case.anaphor])
        visits: list[Visit] = []
        reasons = dict.fromkeys(case.candidates, "") | refused | following
        antecedent, *others = self._walk(text, case, reasons, persons, visits) or (None,)
        rule = "no proposal among the candidates" if antecedent is None else visits[-1].rule
        if others:
            rule = "collected"
            candidates = tuple(sorted({*candidates, *persons}))
        cataphoric = antecedent if antecedent in following else None
        walk = Walk(text.trees, start, tuple(visits))
        steps = tuple([text.describe(visit) for visit in visits])
        explanation = Explanation("ladder", candidates, rule, steps=steps, trail=walk)
        if cataphoric is not None:
            return Decision(number, None, explanation, cataphoric=cataphoric)
        return Decision(number, antecedent, explanation, tuple(others))

    def _persons(self, text: "_Walked", case: Case, refused: Mapping[int, str]) -> dict[int, str]:
        """The singular persons that "they" may collect, pronouns passed over, and the names that tell them apart."""
        mentions = text.prepared.mentions
        if not self.split or mentions[case.anaphor].number != "plural" or mentions[case.anaphor].person != 3:
            return {}
        persons = [index for index, reason in refused.items() if reason == "disagrees (number)"]
        return {
            index: text.prepared.document.words_of(mentions[index].base).lower()
            for index in sorted(persons)
            if mentions[index].animacy == "animate" and mentions[index].kind != "pronoun"
        }

    def _walk(
        self, text: "_Walked", case: Case, reasons: Mapping[int, str], persons: Mapping[int, str], visits: list[Visit]
    ) -> tuple[int, ...]:
        """The first candidate that is proposed and not refused, or the persons collected before there is one.

        What is visited on the way is noted down. `reasons` say why a candidate is refused; empty for one that is not.
        """
        collected: dict[str, int] = {}
        anaphor = text.prepared.mentions[case.anaphor]
        reached = start_of(text.trees, anaphor)
        for search in searches_for(
            text.trees, anaphor, case.scope_start, reflexives=self.reflexives, binding=self.binding
        ):
            rule = f"step {search.step}" if search.step else "reflexive"
            for node in search.nodes:
                visits.extend(text.climb(reached, search.node))
                reached = search.node
                stands_for = text.by_node.get(node, ())
                taken = next((mention for mention in stands_for if reasons.get(mention) == ""), None)
                if taken is not None:
                    visits.append(Visit(node, rule, "is taken"))
                    return (taken,)
                collected |= {persons[mention]: mention for mention in stands_for if mention in persons}
                refused = [reasons[mention] for mention in stands_for if mention in reasons]
                visits.append(Visit(node, rule, refused[0] if refused else "is not a candidate"))
            if len(collected) > 1:
                return tuple(sorted(collected.values()))
        visits.extend(text.climb(reached, -1))
        return ()

    def _refusals(self, text: "_Walked", case: Case) -> dict[int, str]:
        """Return the candidates that are not to be proposed, and why: they disagree, are times, or bound."""
        refused = {removal.mention: f"disagrees ({removal.reason})" for removal in case.removed if self.agreement}
        mentions = text.prepared.mentions
        anaphor = mentions[case.anaphor]
        if anaphor.pronoun != "demonstrative":
            refused |= dict.fromkeys(text.times.intersection(case.candidates), "is a time")
        if self.binding == "lappin_leass" and anaphor.pronoun != "reflexive":
            syntax = syntax_of(text.prepared)
            near = (index for index in case.candidates if mentions[index].sentence == anaphor.sentence)
            refused |= {index: "is excluded" for index in near if syntax.disjoint(case.anaphor, index)}
        if text.entities:
            left = text.entities.consistent(case.anaphor, case.candidates)
            refused = dict.fromkeys(set(case.candidates).difference(left), "contradicts an earlier answer") | refused
        return refused


@dataclass(frozen=True, slots=True)
class _Walked:
    """A document with its trees; `by_node` has the mentions that each noun phrase stands for, `times` those of time.

    `entities` are those of the answers so far, where these are to be consistent.
    """

    prepared: Prepared
    trees: Constituents
    by_node: Mapping[int, Sequence[int]]
    times: frozenset[int]
    entities: Discourse | None = None

    def name(self, node: int) -> str:
        """A node by its label and head: `NP castle`."""
        return f"{self.trees.label[node]} {self.prepared.document.words[self.trees.head[node]]}"

    def describe(self, visit: Visit) -> str:
        """A visit in words."""
        return (
            f"{visit.rule}: {self.name(visit.node)} {visit.outcome}" if visit.rule else f"up to {self.name(visit.node)}"
        )

    def climb(self, node: int, to: int) -> Iterator[Visit]:
        """Each NP or S on the way from a node up to another (-1: to the top)."""
        while node != to and (node := self.trees.above(node, "NP", "S")) >= 0:
            yield Visit(node)


def _times(prepared: Prepared) -> Iterable[int]:
    """The mentions that are a date or a time by their entity type, or a bare year."""
    entity, words = prepared.annotation.entity, prepared.document.words
    for index, mention in enumerate(prepared.mentions):
        head = mention.head
        is_time = entity[head] in _TEMPORAL or (_YEAR.fullmatch(words[head]) and len(mention.span) == 1)
        if is_time and mention.kind != "pronoun":
            yield index


RESOLVER = ResolverEntry(
    Hobbs,
    title="Hobbs 1978, the naive algorithm",
    summary="climb the parse tree from the pronoun, search it left to right, breadth first",
)
