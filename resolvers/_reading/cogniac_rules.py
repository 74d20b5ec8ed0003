"""The rules of CogNIAC (Baldwin 1997, section 3); each answers only where it leaves a single antecedent."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from resolvers._reading.entities import Discourse, discourse
from resolvers._reading.utterances import finite_clauses
from resolvers.most_recent import most_recent
from workbench.decision import Decision, Trace
from workbench.document import Case, Mention, Prepared


@dataclass(frozen=True, slots=True)
class Text:
    """What the rules ask of a document: the mentions of each finite clause in text order.

    `finite` gives for each token the token that heads its finite clause, `previous` for such a head the one before.
    """

    prepared: Prepared
    by_clause: Mapping[int, Sequence[int]]
    finite: Sequence[int]
    previous: Mapping[int, int]


@dataclass(frozen=True, slots=True)
class Reading:
    """One anaphor where the text has been read up to it; `possible` are its possible antecedents in text order."""

    text: Text
    entities: Discourse
    case: Case
    possible: tuple[int, ...]
    whole_text: bool

    @property
    def anaphor(self) -> Mention:
        """The pronoun."""
        return self.text.prepared.mentions[self.case.anaphor]

    def in_sentences(self, *numbers: int) -> list[int]:
        """The possible antecedents that stand in these sentences."""
        mentions = self.text.prepared.mentions
        return [candidate for candidate in self.possible if mentions[candidate].sentence in numbers]

    def single(self, mentions: Iterable[int]) -> int | None:
        """The most recent mention, if all are of one entity."""
        found = list(mentions)
        return most_recent(self.text.prepared.mentions, found) if self.entities.single(found) else None


Rule = Callable[[Reading], int | None]


def unique_in_discourse(reading: Reading) -> int | None:
    """There is a single possible antecedent in the whole text read so far."""
    answer = reading.single(reading.possible)
    if answer is None or not reading.whole_text:
        return answer
    return None if reading.entities.other_before_scope(reading.case, answer) else answer


def reflexive(reading: Reading) -> int | None:
    """The anaphor is reflexive: the nearest possible antecedent in its sentence."""
    if reading.anaphor.pronoun != "reflexive":
        return None
    return most_recent(reading.text.prepared.mentions, reading.in_sentences(reading.anaphor.sentence))


def unique_in_current_and_prior(reading: Reading) -> int | None:
    """There is a single possible antecedent in the prior sentence and the current one so far."""
    return reading.single(reading.in_sentences(reading.anaphor.sentence - 1, reading.anaphor.sentence))


def possessive(reading: Reading) -> int | None:
    """The anaphor is a possessive pronoun, and the prior sentence has just one of the same form."""
    if not _is_possessive(reading.anaphor):
        return None
    mentions, words = reading.text.prepared.mentions, reading.text.prepared.document.words
    form = words[reading.anaphor.head].lower()
    same = [
        index
        for index in reading.entities.by_sentence[reading.anaphor.sentence - 1]
        if _is_possessive(mentions[index]) and words[mentions[index].head].lower() == form
    ]
    return same[0] if len(same) == 1 and same[0] in reading.possible else None


def unique_in_current(reading: Reading) -> int | None:
    """There is a single possible antecedent in the current sentence so far."""
    return reading.single(reading.in_sentences(reading.anaphor.sentence))


def unique_subject(reading: Reading) -> int | None:
    """The anaphor is the subject of its sentence, and that of the prior one contains a single possible antecedent."""
    text, sentence = reading.text, reading.anaphor.sentence
    mentions = text.prepared.mentions
    subject = next(
        (index for index in reading.entities.by_sentence[sentence - 1] if _is_main_subject(text, index)), None
    )
    if subject is None or not _is_main_subject(text, reading.case.anaphor):
        return None
    within = mentions[subject].span
    return reading.single(
        index for index in reading.in_sentences(sentence - 1) if within.encloses(mentions[index].span)
    )


def cb(reading: Reading) -> int | None:
    """The backward-looking centre of the current finite clause is a possible antecedent.

    It is the highest-ranked entity of the prior finite clause (the subject before all others, which tie) that the
    current one has mentioned so far.
    """
    text, entity = reading.text, reading.entities.entity
    mentions = text.prepared.mentions
    clause = text.finite[reading.anaphor.head]
    so_far = [index for index in text.by_clause[clause] if mentions[index].span.end <= reading.anaphor.span.start]
    mentioned = set(map(entity, so_far))
    realised = [index for index in text.by_clause[text.previous.get(clause, -1)] if entity(index) in mentioned]
    subjects = [index for index in realised if mentions[index].function == "subject"]
    centre = reading.single(subjects or realised)
    if centre is None:
        return None
    return reading.single(index for index in reading.possible if entity(index) == entity(centre))


def pick_most_recent(reading: Reading) -> int | None:
    """The most recent possible antecedent."""
    return most_recent(reading.text.prepared.mentions, reading.possible)


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


def decisions(prepared: Prepared, rules: Sequence[str], *, merge_names: bool, whole_text: bool) -> list[Decision]:
    """Decide the cases in text order by the first of `rules` that answers; each answer is known to the next ones."""
    text, entities = _text(prepared), discourse(prepared, merge_names=merge_names)
    made = []
    for number, case in enumerate(prepared.cases):
        reading = Reading(text, entities, case, entities.possible(case), whole_text)
        answers = ((rule, RULES[rule](reading)) for rule in rules)
        silent = ("no rule decides" if reading.possible else "no candidate", None)
        rule, antecedent = next((found for found in answers if found[1] is not None), silent)
        if antecedent is not None:
            entities.link(case.anaphor, antecedent)
        made.append(Decision(number, antecedent, Trace("ladder", reading.possible, rule)))
    return made


def _is_possessive(mention: Mention) -> bool:
    return mention.kind == "pronoun" and mention.function == "possessor"


def _is_main_subject(text: Text, index: int) -> bool:
    mention = text.prepared.mentions[index]
    return mention.function == "subject" and text.prepared.annotation.head[mention.governor] == mention.governor


def _text(prepared: Prepared) -> Text:
    finite = finite_clauses(prepared.annotation, prepared.clauses)
    by_clause: dict[int, list[int]] = defaultdict(list)
    for index, mention in enumerate(prepared.mentions):
        by_clause[finite[mention.head]].append(index)
    order = list(dict.fromkeys(finite))  # by the first token of each
    return Text(prepared, by_clause, finite, dict(zip(order[1:], order, strict=False)))
