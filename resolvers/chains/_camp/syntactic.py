"""Highly syntactic coreference: appositions and predicate nominals.

- Apposition: an NP in apposition to another, of the same number and kind, in no list and no date or place ("Paris,
  France"); not both are without determiner. MUC-7 accepts indefinite ones, MUC-6 only definite ones (Soon, Ng & Lim
  2001); the option `indefinite` says which.
- Predicate nominal: a subject linked with an NP by be, become or remain, without negation, modal or question.
"""

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence, Set

from anaphora.resolvers._syntax.disjoint import children_of
from anaphora.resolvers.chains._camp.markup import CampOptions, Markup
from anaphora.resolvers.chains._camp.word_lists import words
from anaphora.workbench.document import Mention

COMPONENT = "syntactic"
_NO_SUBJECTS = frozenset({"there", "what", "who", "which"})


def run(markup: Markup, options: CampOptions) -> None:
    """Link appositions and predicate nominals with what they stand with."""
    by_head: dict[int, list[int]] = defaultdict(list)
    coordinations = {mention.coordination for mention in markup.mentions if mention.coordination}
    for number, mention in enumerate(markup.mentions):
        if mention.span not in coordinations:
            by_head[mention.head].append(number)
    _appositions(markup, by_head, options.indefinite)
    _predicates(markup, by_head)


def _appositions(markup: Markup, by_head: Mapping[int, Sequence[int]], indefinite: bool) -> None:
    annotation, mentions = markup.prepared.annotation, markup.mentions
    beside = Counter(
        annotation.head[token] for token, relation in enumerate(annotation.relation) if relation.startswith("appos")
    )
    for number, mention in enumerate(mentions):
        if mention.function != "apposition" or mention.coordination or number not in by_head[mention.head]:
            continue
        above = annotation.head[mention.head]
        for other in by_head.get(above, ())[:1]:
            if beside[above] == 1 and _may_be_apposition(markup, other, number, indefinite):
                markup.link(other, number, COMPONENT, "apposition")


def _may_be_apposition(markup: Markup, number: int, apposition: int, indefinite: bool) -> bool:
    first, second = markup.mentions[number], markup.mentions[apposition]
    if first.coordination or "pronoun" in (first.kind, second.kind):
        return False
    if first.number != second.number and "unknown" not in (first.number, second.number):
        return False
    entity = markup.prepared.annotation.entity
    if first.kind == second.kind == "name" and entity[second.head] in ("PLACE", "TIME"):
        return False
    if second.span.encloses(first.span) or markup.sureness(number, apposition) == 0:
        return False
    if not indefinite and "indefinite" in (first.definiteness, second.definiteness):
        return False
    return {first.definiteness, second.definiteness} != {"bare"}


def _predicates(markup: Markup, by_head: Mapping[int, Sequence[int]]) -> None:
    for number, mention in enumerate(markup.mentions):
        if mention.function != "predicate" or mention.coordination or mention.kind == "pronoun":
            continue
        for subject in _subjects(markup, mention):
            for other in by_head.get(subject, ())[:1]:
                nested = mention.span.encloses(markup.mentions[other].span)
                if not nested and _agree(markup.mentions[other], mention):
                    markup.link(other, number, COMPONENT, "predicate nominal")


def _agree(subject: Mention, predicate: Mention) -> bool:
    return not subject.coordination and (
        subject.number == predicate.number or "unknown" in (subject.number, predicate.number)
    )


def _subjects(markup: Markup, predicate: Mention) -> list[int]:
    """The subject that a predicate nominal is said of, a token; none if that is denied, possible or asked."""
    annotation, lists = markup.prepared.annotation, words()
    children = children_of(markup.prepared)
    verb = predicate.head
    if annotation.relation[verb] == "xcomp":
        verb = annotation.head[verb]
        copulas = [verb]
    else:
        copulas = [child for child in children.get(verb, ()) if annotation.relation[child] == "cop"]
    linking = any(annotation.lemma[copula].lower() in lists.copulas for copula in copulas)
    if (
        not linking
        or predicate.preposition >= 0
        or _is_hedged(markup, {verb, predicate.head})
        or _is_question(markup, verb)
    ):
        return []
    return [
        child
        for child in children.get(verb, ())
        if annotation.relation[child].startswith("nsubj")
        and child < min(copulas)
        and annotation.lemma[child].lower() not in _NO_SUBJECTS
    ][:1]


def _is_hedged(markup: Markup, heads: Set[int]) -> bool:
    """Whether what these tokens head is denied or only possible."""
    annotation, children = markup.prepared.annotation, children_of(markup.prepared)
    return any(
        annotation.tag[child] == "MD" or markup.prepared.document.words[child].lower() in words().negations
        for head in heads
        for child in children.get(head, ())
    )


def _is_question(markup: Markup, token: int) -> bool:
    annotation, text = markup.prepared.annotation, markup.prepared.document.words
    sentence = annotation.sentence_of(token)
    end = (*annotation.sentence_starts, len(text))[sentence + 1]
    return "?" in text[max(token, end - 2) : end]
