"""What the key says of a text on the page: right answers, chains, and why some pronouns are not judged."""

from anaphora.workbench.document import Prepared, Span
from anaphora.workbench.files.json import JsonObject
from anaphora.workbench.key import Key
from anaphora.workbench.trace import Criteria, is_key_pronoun, mention_chains, right_candidates

_CRITERIA = Criteria(anaphors="all")
"""The page shows what it was asked for; all of it is judged."""


def add(data: JsonObject, prepared: Prepared, key: Key) -> None:
    """Add the key to the payload of one document.

    The document gets "chains", for each mention the number of its key chain (-1: none); an anaphor gets "right", its
    candidates that are right answers, and "expected", the words of an antecedent in the key, or why it has none. Those
    that have none are not judged and have no "right".
    """
    right = right_candidates(prepared.document, key, prepared, _CRITERIA)
    data["documents"][0]["chains"] = list(mention_chains(prepared.document, key, prepared, _CRITERIA.match))
    for number, (case, row) in enumerate(zip(prepared.cases, data["anaphors"], strict=True)):
        row["expected"] = _expected(prepared, key, prepared.mentions[case.anaphor].span)
        if number in right:
            row["right"] = right[number]


def is_in(key: Key, token: int) -> bool:
    """Whether a word alone is a mention in the key."""
    return any(Span(token, token + 1) in chain for chain in key.chains)


def _expected(prepared: Prepared, key: Key, anaphor: Span) -> dict[str, str]:
    """The nearest antecedent that is no pronoun, or else any; without one, what follows."""
    chain = next((sorted(chain) for chain in key.chains if anaphor in chain), [])
    nominal = [span for span in chain if not is_key_pronoun(prepared.document, span, "all")]
    before = [span for span in chain if span < anaphor]
    if not chain:
        return {"words": "", "why": "not in the key"}
    if before:
        nearest = max((span for span in nominal if span < anaphor), default=before[-1])
        return {"words": prepared.document.words_of(nearest), "why": ""}
    if nominal:
        return {"words": prepared.document.words_of(nominal[0]), "why": "cataphoric: the antecedent follows"}
    return {"words": "", "why": "without an antecedent in the key"}
