"""CogNIAC on pronouns (Baldwin 1997), with what entities may be in place of agreement, so that recall is favoured.

The possible antecedents are those that may be something that the pronoun may be, agreement's removals of gender and
animacy included if confidence is left. The rules of high precision, and then the backward-looking centre, are tried on
those that are as sure as the surest, and if they leave it open on all; what is open then is decided by a partial order
of salience, or not at all.
"""

from dataclasses import replace

from anaphora.resolvers._discourse.cogniac_rules import RULES, Context, clauses_of, first_answer
from anaphora.resolvers.chains._camp.markup import CampOptions, Markup, Vector, salient
from anaphora.workbench.document import Case
from anaphora.workbench.linking import pronouns_of

COMPONENT = "pronouns"
_RULES = (*tuple(RULES)[:6], "cb")
"""The rules of high precision, and the backward-looking centre."""
_LEAST = 0.05
"""The confidence below which a candidate is not possible."""
_NARROWED = frozenset({"gender", "animacy"})


def run(markup: Markup, _: CampOptions) -> None:
    """Resolve the cases of a document in text order; each answer is known to the next."""
    clauses = clauses_of(markup.prepared)
    for case in pronouns_of(markup.prepared).cases:
        possible = _possible(markup, case)
        anaphor = markup.mentions[case.anaphor]
        answer, rule = None, ""
        for pool in (_surest(possible), tuple(possible)):
            if pool and answer is None:
                context = Context(clauses, markup.entities, case, anaphor, pool, True)
                answer, rule = first_answer(context, _RULES)[:2]
        if answer is None and possible:
            answer, rule = _most_salient(markup, possible), "salience"
        if answer is not None:
            markup.link(answer, case.anaphor, COMPONENT, rule)


def _possible(markup: Markup, case: Case) -> dict[int, float]:
    """How sure it is of each possible antecedent that it agrees, by mention in text order."""
    again = [removal.mention for removal in case.removed if removal.reason in _NARROWED]
    pool = replace(case, compatible=tuple(sorted([*case.compatible, *again])))
    barred = markup.speakers.get(markup.mentions[case.anaphor].head, -1)
    speaker = markup.entities.entity_of[barred] if barred >= 0 else -1
    sure = {mention: markup.sureness(mention, case.anaphor) for mention in markup.entities.possible(pool)}
    return {
        mention: value
        for mention, value in sure.items()
        if value >= _LEAST and markup.entities.entity_of[mention] != speaker
    }


def _surest(possible: dict[int, float]) -> tuple[int, ...]:
    top = max(possible.values(), default=0.0)
    return tuple(mention for mention, value in possible.items() if value >= top)


def _most_salient(markup: Markup, possible: dict[int, float]) -> int | None:
    """The entity that is as sure, as recent and as often a subject as all others, and more in something."""
    mentions, entity_of = markup.mentions, markup.entities.entity_of
    vectors: dict[int, Vector] = {}
    latest: dict[int, int] = {}
    for number, sure in possible.items():
        vector = (sure, float(mentions[number].sentence), float(mentions[number].function == "subject"))
        entity = entity_of[number]
        before = vectors.get(entity, vector)
        vectors[entity] = tuple(map(max, vector, before))
        latest[entity] = number
    chosen = salient(vectors)
    return None if chosen is None else latest[chosen]
