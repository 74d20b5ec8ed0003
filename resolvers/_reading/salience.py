"""What the salience resolvers share: weights of factors, classes of coreferent mentions, the choice among classes."""

import tomllib
from bisect import insort
from collections.abc import Iterator, Mapping, Sequence
from importlib.resources import files
from typing import Any

from workbench.decision import Decision, Trace
from workbench.document import Annotation, Mention, Prepared
from workbench.errors import OptionError

_EQUAL = 1e-9
_IN_PHRASE = frozenset({"nmod", "appos", "amod", "compound", "det", "nummod", "flat"})


def weights(file: str, without: Sequence[str] = ()) -> tuple[dict[str, float], dict[str, float]]:
    """The weights of the salience factors and the local adjustments of a data file of this package.

    Factors and adjustments named in `without` weigh nothing. Raises `OptionError` for names that do not exist.
    """
    data: dict[str, Any] = tomllib.loads(files("resolvers").joinpath(file).read_text("utf8"))
    tables = [{name: entry["weight"] for name, entry in data[table].items()} for table in ("factors", "adjustments")]
    known = [name for table in tables for name in table]
    for name in without:
        if name not in known:
            raise OptionError(f"There is no salience factor {name!r} to leave out; choose from {', '.join(known)}.")
    factors, adjustments = ({name: value * (name not in without) for name, value in table.items()} for table in tables)
    return factors, adjustments


class Classes:
    """The equivalence classes of the mentions of a document, each at first alone; they change as pronouns resolve."""

    __slots__ = ("_of",)

    def __init__(self, mentions: Sequence[Mention]) -> None:
        self._of = [[index] for index in range(len(mentions))]

    def of(self, mention: int) -> Sequence[int]:
        """The class of a mention: its members, in text order."""
        return self._of[mention]

    def merge(self, one: int, other: int) -> None:
        """Make one class of those of two mentions."""
        small, large = sorted((self._of[one], self._of[other]), key=len)
        if small is not large:
            for member in small:
                insort(large, member)
                self._of[member] = large

    def in_sentence(self, mentions: Sequence[Mention], member: int, sentence: int) -> list[int]:
        """The members of a mention's class that stand in a sentence, which must be the last one read."""
        found = []
        for other in reversed(self._of[member]):
            if mentions[other].sentence < sentence:
                break
            found.append(other)
        return found


def later_in_sentence(prepared: Prepared, anaphor: int) -> Iterator[int]:
    """The candidates for cataphora: noun phrases, no pronouns, that follow in the sentence and agree."""
    mentions = prepared.mentions
    for index in range(anaphor + 1, len(mentions)):
        mention = mentions[index]
        if mention.sentence != mentions[anaphor].sentence:
            return
        follows = mention.span.start >= mentions[anaphor].span.end
        if follows and mention.kind != "pronoun" and _agree(mention, mentions[anaphor]):
            yield index


def _agree(one: Mention, other: Mention) -> bool:
    """As for the candidate lists: unknown agrees with everything."""
    pairs = ((one.number, other.number), (one.gender, other.gender), (one.animacy, other.animacy))
    return one.person == other.person and all(a == b or "unknown" in (a, b) for a, b in pairs)


def choose(prepared: Prepared, anaphor: int, scores: Mapping[int, float]) -> tuple[int | None, str]:
    """The mention with the highest score, of equal ones the nearest to the anaphor, and what decided.

    `None` where there are no scores.
    """
    if not scores:
        return None, "no candidate"
    top = max(scores.values()) - _EQUAL
    highest = [mention for mention, score in scores.items() if score >= top]
    mentions, place = prepared.mentions, prepared.mentions[anaphor].head
    best = min(highest, key=lambda index: (abs(mentions[index].head - place), -index))
    if len(scores) == 1:
        return best, "only candidate"
    return best, "highest salience" if len(highest) == 1 else "equal salience: nearest"


def decision(prepared: Prepared, number: int, scores: Mapping[int, float], chosen: int | None, rule: str) -> Decision:
    """The decision of a case with its trace; one for a mention that follows the anaphor leaves the case open."""
    case = prepared.cases[number]
    if chosen is not None and chosen > case.anaphor:
        rule = f"cataphora: {prepared.document.words_of(prepared.mentions[chosen].span)}"
        chosen = None
    pool = tuple(sorted(mention for mention in scores if mention < case.anaphor))
    return Decision(number, chosen, Trace("salience", pool, rule, tuple(float(scores[mention]) for mention in pool)))


def containers(annotation: Annotation, children: Mapping[int, Sequence[int]], token: int) -> Iterator[tuple[str, int]]:
    """What a noun phrase with this head lies in, from inside out.

    "genitive" and "phrase" come with the noun that it determines or modifies, "clause" (adnominal: relative clauses,
    participles, complements of nouns) and "adverbial" (clause) with the head of the clause.
    """
    while annotation.head[token] != token:
        governor, relation = annotation.head[token], annotation.relation[token]
        base = relation.partition(":")[0]
        if relation == "nmod:poss":
            yield "genitive", governor
        elif base in _IN_PHRASE:
            yield "phrase", governor
        elif base == "acl" or (base == "ccomp" and _is_noun(annotation, children, governor)):
            yield "clause", token
        elif base == "advcl":
            yield "adverbial", token
        token = governor


def _is_noun(annotation: Annotation, children: Mapping[int, Sequence[int]], token: int) -> bool:
    predicate = any(annotation.relation[child] == "cop" for child in children.get(token, ()))
    return annotation.pos[token] in ("NOUN", "PROPN") and not predicate


def in_demarcated_adverbial(
    annotation: Annotation, words: Sequence[str], children: Mapping[int, Sequence[int]], token: int
) -> bool:
    """Whether a noun phrase with this head lies in an adverbial prepositional phrase set off from its clause.

    It is set off if it stands before the subject, or has a comma before or after it.
    """
    while annotation.head[token] != token:
        below = children.get(token, ())
        oblique = annotation.relation[token].partition(":")[0] == "obl"
        if oblique and any(annotation.relation[child] == "case" for child in below):
            siblings = children.get(annotation.head[token], ())
            fronted = any(child > token and annotation.relation[child].startswith("nsubj") for child in siblings)
            if fronted or _beside_comma(words, children, token):
                return True
        token = annotation.head[token]
    return False


def _beside_comma(words: Sequence[str], children: Mapping[int, Sequence[int]], token: int) -> bool:
    first = last = token
    while children.get(first) and children[first][0] < first:
        first = children[first][0]
    while children.get(last) and children[last][-1] > last:
        last = children[last][-1]
    return "," in (*words[max(0, first - 1) : first + 1], *words[last : last + 2])  # it may hang on the phrase
