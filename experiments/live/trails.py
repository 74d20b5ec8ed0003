"""How decisions came about, as the page draws it: walks on trees, rules that were tried, lists of centres."""

from collections.abc import Callable, Sequence
from dataclasses import asdict

from anaphora.workbench.decision import Centering, Decision, Ladder, PhraseStructure, Trail, Walk
from anaphora.workbench.files.json import JsonObject


def add(data: JsonObject, decisions: Sequence[Sequence[Decision]]) -> None:
    """Add to each answer in the payload of one document its "trail"; `decisions` are those of each resolver.

    What many answers share stands once: "trees" have the labels of the phrases and, for words and phrases, the parent;
    "discourses" have the utterances of centering. Answers name them by their number.
    """
    shared: dict[str, list[object]] = {"trees": [], "discourses": []}
    known: dict[int, int] = {}

    def number_of(kind: str, thing: object, content: Callable[[], object]) -> int:
        if id(thing) not in known:
            known[id(thing)] = len(shared[kind])
            shared[kind].append(content())
        return known[id(thing)]

    def as_json(trail: Trail) -> JsonObject:
        match trail:
            case Walk(trees, start, visits):
                return {"tree": number_of("trees", trees, lambda: _tree(trees)), "start": start, "visits": visits}
            case Ladder(rules, objections):
                return {"rules": rules, "objections": objections}
            case Centering(utterances, place):
                number = number_of("discourses", utterances, lambda: [asdict(each) for each in utterances])
                return {"discourse": number, "place": place}

    for place, made in enumerate(decisions):
        for decision, row in zip(made, data["anaphors"], strict=True):
            if decision.explanation.trail is not None:
                row["answers"][place]["trail"] = as_json(decision.explanation.trail)
    data |= shared


def _tree(trees: PhraseStructure) -> JsonObject:
    return {"labels": [label for label in trees.label if label], "parents": list(trees.parent)}
