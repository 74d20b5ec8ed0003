"""Baldwin 1997, high-precision CogNIAC: six rules answer where one antecedent is left, others stay open.

Where this departs from the paper, or decides what it does not specify:

- Third-person pronouns of both numbers are resolved; the paper's first experiment has the singular only.
- What is unique is an entity: pronouns resolved so far belong to their antecedents, and repeated names are one entity.
  Other noun phrases, appositions and predicates among them, are entities of their own each time, and so is a pronoun
  that was left unresolved: it blocks uniqueness rather than be passed over.
- "Unique in discourse" reads the whole text, but the answer is among the candidates of the comparison.
- The coreference restrictions are those of Lappin & Leass 1994 on what stands before a pronoun (conditions 2, 3 and 5:
  arguments of the same verb or noun), and hold for all mentions of an entity. None are put on reflexives.
- The rule for possessives wants one occurrence of the same form in the prior sentence; its entity is the answer.
- The subject of a sentence is that of its main clause; of the prior sentence, where nothing in that is possible, that
  of an adverbial clause, too, as in the paper's example ("if he provoked Malek, uncertainties were introduced").
- The finite clause before another is the one that starts last before it, so that a relative clause comes between its
  noun phrase's clause and the next.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, get_args

from anaphora.resolvers.discourse.entities import Discourse, by_sentence, discourse
from anaphora.resolvers.discourse.utterances import finite_clauses
from anaphora.resolvers.parameters import check_choice
from anaphora.workbench.decision import Decision, Explanation, Ladder
from anaphora.workbench.document import Case, Mention, Prepared, once
from anaphora.workbench.resolver_entry import Part, ResolverEntry


@dataclass(frozen=True, slots=True)
class Clauses:
    """The finite clauses of a document, each with its mentions in text order.

    `finite` gives for each token the token that heads its finite clause, `previous` for such a head the one before.
    """

    prepared: Prepared
    by_clause: Mapping[int, Sequence[int]]
    finite: Sequence[int]
    previous: Mapping[int, int]


@dataclass(frozen=True, slots=True)
class Context:
    """An anaphor with the text before it; `possible` are its possible antecedents in text order."""

    clauses: Clauses
    entities: Discourse
    case: Case
    anaphor: Mention
    possible: tuple[int, ...]
    whole_text: bool

    def in_sentences(self, *numbers: int) -> list[int]:
        """The possible antecedents that stand in these sentences."""
        mentions = self.clauses.prepared.mentions
        return [candidate for candidate in self.possible if mentions[candidate].sentence in numbers]

    def latest(self, candidates: Iterable[int]) -> int:
        """The mention whose head stands last, of nested ones the inner; there must be one."""
        mentions = self.clauses.prepared.mentions
        return max(candidates, key=lambda index: (mentions[index].head, index))

    def single(self, candidates: Sequence[int]) -> int | str:
        """The most recent mention, if all are of one entity; else how many entities they are."""
        count = len({self.entities.entity_of[index] for index in candidates})
        if count == 1:
            return self.latest(candidates)
        return f"{count} entities possible" if count else "no entity possible"


Rule = Callable[[Context], int | str]
"""Answers with the antecedent, or says in words why it leaves the anaphor open."""


def unique_in_discourse(context: Context) -> int | str:
    """There is a single possible antecedent in the whole text read so far."""
    answer = context.single(context.possible)
    if isinstance(answer, str) or not context.whole_text:
        return answer
    others = context.entities.other_before_scope(context.case, answer)
    return "others are possible before the window" if others else answer


def reflexive(context: Context) -> int | str:
    """The anaphor is reflexive: the nearest possible antecedent in its sentence."""
    if context.anaphor.pronoun != "reflexive":
        return "not reflexive"
    candidates = context.in_sentences(context.anaphor.sentence)
    return context.latest(candidates) if candidates else "no entity possible"


def unique_in_current_and_prior(context: Context) -> int | str:
    """There is a single possible antecedent in the prior sentence and the current one so far."""
    return context.single(context.in_sentences(context.anaphor.sentence - 1, context.anaphor.sentence))


def possessive(context: Context) -> int | str:
    """The anaphor is a possessive pronoun, and the prior sentence has just one of the same form."""
    if not _is_possessive(context.anaphor):
        return "not possessive"
    mentions, words = context.clauses.prepared.mentions, context.clauses.prepared.document.words
    form = words[context.anaphor.head].lower()
    same = [
        index
        for index in by_sentence(context.clauses.prepared).get(context.anaphor.sentence - 1, ())
        if _is_possessive(mentions[index]) and words[mentions[index].head].lower() == form
    ]
    if len(same) != 1:
        return f"{len(same)} of the same form"
    return same[0] if same[0] in context.possible else "the one of the same form is not possible"


def unique_in_current(context: Context) -> int | str:
    """There is a single possible antecedent in the current sentence so far."""
    return context.single(context.in_sentences(context.anaphor.sentence))


def unique_subject(context: Context) -> int | str:
    """The anaphor is the subject of its sentence, and that of the prior one contains a single possible antecedent.

    Where the subject of the prior main clause contains none, the one of its first adverbial clause is asked: "Besides,
    if he provoked Malek, uncertainties were introduced ... He noticed" (Baldwin's example).
    """
    clauses, sentence = context.clauses, context.anaphor.sentence
    mentions = clauses.prepared.mentions
    if not _is_main_subject(clauses, context.anaphor):
        return "not the subject"
    prior = [mentions[index] for index in by_sentence(context.clauses.prepared).get(sentence - 1, ())]
    answer: int | str = "no prior subject"
    for is_subject in (_is_main_subject, _is_adverbial_subject):
        within = next((mention.span for mention in prior if is_subject(clauses, mention)), None)
        candidates = context.in_sentences(sentence - 1) if within else []
        if inside := [index for index in candidates if within and within.encloses(mentions[index].span)]:
            return context.single(inside)
        answer = context.single([]) if within else answer
    return answer


def cb(context: Context) -> int | str:
    """The backward-looking centre of the current finite clause is a possible antecedent.

    It is the highest-ranked entity of the prior finite clause (the subject before all others, which tie) that the
    current one has mentioned so far.
    """
    clauses, entity = context.clauses, context.entities.entity_of
    mentions = clauses.prepared.mentions
    clause = clauses.finite[context.anaphor.head]
    start = context.anaphor.span.start
    mentioned = {entity[index] for index in clauses.by_clause[clause] if mentions[index].span.end <= start}
    realised = [
        index for index in clauses.by_clause.get(clauses.previous.get(clause, -1), ()) if entity[index] in mentioned
    ]
    subjects = {entity[index] for index in realised if mentions[index].function == "subject"}
    centres = subjects or {entity[index] for index in realised}
    if len(centres) != 1:
        return f"{len(centres)} backward-looking centres" if centres else "no backward-looking centre"
    candidates = [index for index in context.possible if entity[index] in centres]
    return context.latest(candidates) if candidates else "the backward-looking centre is not possible"


def pick_most_recent(context: Context) -> int | str:
    """The most recent possible antecedent."""
    return context.latest(context.possible)


RULES: Mapping[str, Rule] = {
    "unique in discourse": unique_in_discourse,
    "reflexive": reflexive,
    "unique in current and prior": unique_in_current_and_prior,
    "possessive": possessive,
    "unique in current": unique_in_current,
    "unique subject": unique_subject,
    "cb": cb,
    "most recent": pick_most_recent,
}
"""All rules in the order of the paper; the last two are those that resolve all."""


def first_answer(context: Context, rules: Sequence[str]) -> tuple[int | None, str, tuple[str, ...]]:
    """The answer of the first rule that has one, its name, and why those before it have none."""
    objections: list[str] = []
    for rule in rules:
        answer = RULES[rule](context)
        if not isinstance(answer, str):
            return answer, rule, tuple(objections)
        objections.append(answer)
    return None, "no rule decides", tuple(objections)


def _is_possessive(mention: Mention) -> bool:
    return mention.kind == "pronoun" and mention.function == "possessor"


def _is_main_subject(clauses: Clauses, mention: Mention) -> bool:
    return mention.function == "subject" and clauses.prepared.annotation.head[mention.governor] == mention.governor


def _is_adverbial_subject(clauses: Clauses, mention: Mention) -> bool:
    """Return whether a mention is the subject of an adverbial clause of the main clause."""
    annotation, verb = clauses.prepared.annotation, mention.governor
    if mention.function != "subject" or annotation.relation[verb].partition(":")[0] != "advcl":
        return False
    above = annotation.head[verb]
    return annotation.head[above] == above


@once
def clauses_of(prepared: Prepared) -> Clauses:
    """The finite clauses of a document."""
    finite = finite_clauses(prepared)
    by_clause: dict[int, list[int]] = defaultdict(list)
    for index, mention in enumerate(prepared.mentions):
        by_clause[finite[mention.head]].append(index)
    order = list(dict.fromkeys(finite))  # by the first token of each
    return Clauses(prepared, dict(by_clause), finite, dict(zip(order[1:], order, strict=False)))


Scope = Literal["text", "candidates"]
HIGH_PRECISION = tuple(RULES)[:6]
"""Baldwin 1997, section 3: the rules of the high-precision system."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Cogniac:
    """CogNIAC, by default with its first six rules.

    `rules` names the rules and their order, such as `("unique in discourse", "reflexive")`. `merge_names` takes
    repeated names for one entity. `scope` is what "unique in discourse" looks at: the whole "text" read so far, or
    just the "candidates", as re-implementations with a window of three sentences do.
    Raises `OptionError` for an unknown rule or scope.
    """

    rules: Sequence[str] = HIGH_PRECISION
    merge_names: bool = True
    scope: Scope = "text"

    def __post_init__(self) -> None:
        for rule in self.rules:
            check_choice("rule", rule, RULES)
        check_choice("scope", self.scope, get_args(Scope))

    def resolve(self, prepared: Prepared) -> list[Decision]:
        """Decide pronouns from left to right by the first rule that answers (Baldwin 1997, section 3).

        Each answer is known to the next ones. The steps of a decision are the rules that left it open before, each with
        its reason.
        """
        clauses = clauses_of(prepared)
        entities = discourse(prepared, merge_names=self.merge_names)
        rules = tuple(self.rules)
        answers = []
        for number, case in enumerate(prepared.cases):
            possible = entities.possible(case)
            anaphor = prepared.mentions[case.anaphor]
            context = Context(clauses, entities, case, anaphor, possible, self.scope == "text")
            antecedent, rule, objections = first_answer(context, rules) if possible else (None, "no candidate", ())
            if antecedent is not None:
                entities.link(case.anaphor, antecedent)
            steps = tuple([f"{tried}: {reason}" for tried, reason in zip(rules, objections, strict=False)])
            trail = Ladder(rules, objections) if possible else None
            explanation = Explanation("ladder", possible, rule, steps=steps, trail=trail)
            answers.append(Decision(number, antecedent, explanation))
        return answers


def parts() -> dict[str, Part]:
    """The rules, each with the option that leaves it out."""
    rest = {rule: "/".join(other for other in HIGH_PRECISION if other != rule) for rule in HIGH_PRECISION}
    return {rule: Part({"rules": others}) for rule, others in rest.items()}


RESOLVER = ResolverEntry(
    Cogniac,
    title="Baldwin 1997, high-precision CogNIAC",
    summary="six rules answer where one antecedent is left, others stay open",
    parts=parts,
)
