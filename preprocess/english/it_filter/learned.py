"""Our filter: rules that are sure, then two logistic regressions, pleonastic or not, and clausal or anaphoric.

`learned.json` holds the weight of every feature, the thresholds, and what they were learned from; `README.md` beside it
tells how good they are. A feature is the name of what holds for an "it", such as `predicate=seem` or `clause=csubj`.
"""

import json
import math
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from anaphora.preprocess.english.it_filter.context import FINITE, It, Judgement
from anaphora.preprocess.english.it_filter.rules import firing_rules
from anaphora.preprocess.english.it_filter.sure import decide, task
from anaphora.preprocess.lexicon import read_table, word_lists
from anaphora.workbench.document import IT_CLASSES, ItClass
from anaphora.workbench.errors import FormatError
from anaphora.workbench.files import text

BUNDLED = Path(__file__).with_name("learned.json")
STEPS: Sequence[ItClass] = ("pleonastic", "clausal")
_SHOWN = 3
_BEHIND = frozenset({"csubj", "ccomp", "xcomp", "advcl", "acl", "parataxis"})
_MORE = {"weather": "weather_verbs", "ambience": "ambient", "time": "time_nouns"}
_JUDGEMENT = ("ease", "value", "need", "likelihood", "emotion", "frequency")
_NEAR = {distance: f"{distance:+d}" for distance in (-2, -1, 1, 2, 3)}
_KINDS = {"NOUN": "N", "PROPN": "N", "PRON": "P", "VERB": "V", "ADJ": "A", "NUM": "#"}
_LINKS = ("none", "auxiliary", "be")
_ARTICLES = {"definite": frozenset({"the", "this", "these", "those"}), "indefinite": frozenset({"a", "an"})}


@dataclass(frozen=True, slots=True)
class Regression:
    """A logistic regression over features that hold or not; from `threshold` on, a probability means yes."""

    intercept: float
    threshold: float
    weights: Mapping[str, float]

    def probability(self, holding: Set[str]) -> float:
        """The probability of yes where these features hold."""
        weights = map(self.weights.__getitem__, self._weighted(holding))
        return 1 / (1 + math.exp(-self.intercept - sum(weights)))

    def says_yes(self, holding: Set[str]) -> bool:
        """The answer where these features hold."""
        return self.probability(holding) >= self.threshold

    def weightiest(self, holding: Set[str], *, yes: bool) -> list[tuple[str, float]]:
        """The features that speak most for the answer, and their weights."""
        sign = 1 if yes else -1
        speaking = [(name, self.weights[name]) for name in self._weighted(holding) if self.weights[name] * sign > 0]
        return sorted(speaking, key=lambda entry: (-entry[1] * sign, entry[0]))[:_SHOWN]

    def _weighted(self, holding: Set[str]) -> list[str]:
        """Return the features that have a weight, sorted, since the last digits of a sum depend on the order."""
        return sorted(self.weights.keys() & holding)


def classify(
    its: Iterable[It], kinds: Sequence[ItClass] = IT_CLASSES, steps: Mapping[str, Regression] | None = None
) -> Iterator[Judgement]:
    """Each "it" that is of one of `kinds`, with its class and the rule or the features that decided.

    Where a rule of `sure` holds, it decides. Else it is pleonastic if the first step says so, clausal if the second
    does, or anaphoric. `steps` defaults to the regressions of the package.
    """
    steps = steps or bundled()
    asked = STEPS if "clausal" in kinds or "anaphoric" in kinds else STEPS[:1]
    for it in its:
        if sure := next(decide(it), None):
            kind, why = sure[0], f"{sure[0]} by a sure rule: {sure[1]}"
        else:
            holding = features(it)
            kind = next((name for name in asked if steps[name].says_yes(holding)), "anaphoric")
            why = _explain(kind, holding, steps) if kind in kinds else ""
        if kind in kinds:
            yield Judgement(it.token, kind, why)


def _explain(kind: ItClass, holding: Set[str], steps: Mapping[str, Regression]) -> str:
    name: ItClass = "clausal" if kind == "clausal" else "pleonastic"
    reasons = steps[name].weightiest(holding, yes=kind == name)
    because = "; ".join(f"{describe(feature)} ({weight:+.2f})" for feature, weight in reasons)
    return f"{name} {steps[name].probability(holding):.2f}: {because or 'nothing speaks for it'}"


@cache
def bundled() -> Mapping[str, Regression]:
    """The regressions of the package, by step."""
    return read(BUNDLED)


def read(path: Path) -> Mapping[str, Regression]:
    """The regressions of a file.

    Raises:
        FormatError: it is no JSON, or lacks a step, a number, or has numbers that are not finite.
    """
    try:
        steps = json.loads(text(path))["steps"]
        return {
            name: Regression(
                _number(steps[name]["intercept"]),
                _number(steps[name]["threshold"]),
                {str(feature): _number(weight) for feature, weight in steps[name]["weights"].items()},
            )
            for name in STEPS
        }
    except (OSError, ValueError, OverflowError, TypeError, KeyError, AttributeError, RecursionError) as error:
        problem = f"these are not parameters of the filter of it ({type(error).__name__}: {error})"
        raise FormatError(
            path, None, problem, "Train it again: python -m anaphora.experiments.training it-filter"
        ) from error


def _number(value: object) -> float:
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not math.isfinite(value):
        raise ValueError(f"{value!r} is not a number")
    return float(value)


# ---- the features


_WORDS = "it_filter/words.toml"
_PLACE = re.compile(r"\{(\d)((?: \w+)*)\}")


def describe(feature: str) -> str:
    """A feature in words; one without any, of other parameters, as it is."""
    group, _, value = feature.partition("=")
    values = value.split(":" if group.startswith("clause of") else "+")
    template = read_table(_WORDS)["groups"].get(f"{group} {len(values)}", f"{group}: {value}")
    return _PLACE.sub(lambda place: _in_words(values[int(place[1])], place[2].split()), template)


def _in_words(value: str, vocabularies: Sequence[str]) -> str:
    """A value of a feature, as the first of some vocabularies has it."""
    value = value.removeprefix("list=")
    if value.startswith("-") and vocabularies:
        return f"word in {value}"
    named = (read_table(_WORDS)["values"][name] for name in vocabularies)
    return next((words[value] for words in named if value in words), value or "nothing")


@cache
def _kinds_of_listed() -> Mapping[str, Sequence[str]]:
    """The classes of each word that has one."""
    kinds_of: dict[str, list[str]] = defaultdict(list)
    classes = [entry for lists in word_lists("it_filter/features.toml").values() for entry in lists.items()]
    more = word_lists("it_filter/lappin_leass.toml")["more"]
    for name, words in (*classes, *((name, more[place]) for name, place in _MORE.items())):
        for word in words:
            kinds_of[word].append(name)
    for kinds in kinds_of.values():
        if kinds[0] in _JUDGEMENT:
            kinds.append("any of judgement")
    return dict(kinds_of)


def features(it: It) -> set[str]:
    """Return all features that hold of an "it"."""
    return {
        *_tree(it),
        *_clauses(it),
        *_near(it),
        *_surface(it),
        *_before(it),
        *(f"rule={rule}" for rule in firing_rules(it)),
    }


def _tree(it: It) -> Iterator[str]:
    """The predicate, and how "it" hangs on it."""
    predicate = it.predicate if it.predicate != it.token else it.token + 1
    lemma, pos = it.lemma(predicate), it.pos(predicate)
    copula = _copula(it)
    yield f"relation={it.relation}"
    yield f"relation={it.relation}+{pos}+{copula}"
    yield f"predicate={lemma}+{'subject' if it.is_subject else it.relation}"
    yield f"predicate form={it.tag(predicate)}+{copula}"
    yield f"predicate relation={it.trees.base[predicate] if predicate < it.end else ''}"
    for name in _kinds(lemma):
        yield f"list={name}+{it.is_subject}+{copula}"
    for child in it.below:
        relation = it.trees.relation[child]
        if relation in ("det", "nmod:poss", "amod", "nummod", "advmod", "case", "compound:prt", "aux"):
            yield f"predicate has={relation}:{it.lemma(child)}"
        elif relation in ("obj", "iobj", "obl", "obl:unmarked", "expl", "nsubj", "conj") and child > it.token:
            yield f"predicate has={relation}"


def _copula(it: It) -> str:
    if it.has_copula:
        return "copula"
    return "passive" if it.is_passive else "plain"


def _kinds(lemma: str) -> Sequence[str]:
    return _kinds_of_listed().get(lemma, ())


def _clauses(it: It) -> Iterator[str]:
    """Clauses behind the predicate: each with its relation and the word that opens it."""
    copula = _copula(it)
    clauses = list(it.clauses_after(_BEHIND))
    lemma = it.lemma(it.predicate)
    for clause in clauses:
        relation = it.trees.relation[clause]
        opener = it.marker(clause)
        yield f"clause={relation}"
        yield f"clause={relation}:{opener}"
        yield f"clause={relation}:{opener}+{it.pos(it.predicate)}+{copula}+{it.relation}"
        yield f"clause of={lemma}:{opener}"
        for name in _kinds(lemma):
            yield f"clause of list={name}:{opener}"
    if not clauses:
        yield f"clause=none+{copula}+{it.relation}"


def _near(it: It) -> list[str]:
    """Words and tags beside "it"."""
    tokens = [it.token + distance for distance in _NEAR]
    word = dict(zip(_NEAR, map(it.lemma, tokens), strict=True))
    tag = dict(zip(_NEAR, map(it.tag, tokens), strict=True))
    return [
        *[f"word {shown}={word[distance]}" for distance, shown in _NEAR.items()],
        *[f"tag {shown}={tag[distance]}" for distance, shown in _NEAR.items()],
        f"words +1+2={word[1]} {word[2]}",
        f"words -1+1={word[-1]} {word[1]}",
        f"shape={''.join(_KINDS.get(it.pos(token), '') for token in range(it.token + 1, it.token + 7))[:4]}",
        f"tags -1+1={tag[-1]} {tag[1]}",
        f"tags +1+2+3={tag[1]} {tag[2]} {tag[3]}",
    ]


def _surface(it: It) -> Iterator[str]:
    """The frame: what links "it" to its predicate, the class of that, and what opens a clause behind."""
    frame = it.frame
    head, first = frame.head, frame.first
    if head is None or first is None:
        yield f"content=none+{frame.link}"
        return
    link = frame.link if frame.link in _LINKS else "seem"
    kind = it.tag(head) if it.tag(head) in ("VBN", "VBG") else it.tag(head)[:2]
    distance = min(frame.opens - head, 5) // 2
    names = list(_kinds(it.lemma(head)))
    if it.pos(head) in ("ADJ", "VERB"):
        names.append(f"-{it.word(head)[-3:]}")
    yield f"content={it.lemma(head)}+{link}"
    yield f"content={it.lemma(head)}+{frame.opener}"
    yield f"content kind={kind}+{link}"
    yield f"linking={frame.link}+{kind}+{frame.opener}"
    yield f"opener={frame.opener}+{kind}+{link}"
    yield f"opener near={frame.opener}+{distance}+{kind}+{link}"
    for name in names:
        yield f"content list={name}+{link}"
        yield f"opener={frame.opener}+list={name}+{link}"
    named = [name for token in (head, *range(first, head)) for name in _kinds(it.lemma(token))]
    judged = [name for name in named if name in _JUDGEMENT][:1]  # of the head, or of an adjective before it
    for name in judged:
        yield f"judgement={name}+{frame.opener}+{kind}+{link}"
        yield f"judgement near={frame.opener}+{distance}+{link}"
    if it.pos(it.token - 1) == "VERB" and frame.link == "none":
        yield f"making={it.lemma(it.token - 1)}+{kind}+{frame.opener}"
        yield f"making={bool(judged)}+{frame.opener}"
    if frame.opener == "to":
        verb, follows = task(it)
        yield f"task={verb}"
        yield f"task is followed by={follows}+{kind}"
        for name in judged or ["none"]:
            yield f"task is followed by={follows}+list={name}+{link}"
    yield from _cleft(it, kind, link)


def _cleft(it: It, kind: str, link: str) -> Iterator[str]:
    """It is the noise that matters; it was not until noon that ..."""
    frame = it.frame
    if frame.head is None or frame.opener not in ("that", "wh", "clause"):
        return
    before = [it.word(token) for token in range(it.token + 1, frame.head)]
    article = next((name for name, words in _ARTICLES.items() if not words.isdisjoint(before)), "bare")
    follows = "verb" if it.tag(frame.opens + 1).startswith(("V", "M", "R")) else "noun"
    yield f"cleft={article}+{kind}+{frame.opener}+{link}"
    yield f"cleft={article}+{frame.opener}+{follows}+{link}"


def _before(it: It) -> Iterator[str]:
    """Yield features of what stands before "it": words of its sentence, and pronouns there or shortly before it."""
    ahead = it.trees.tag[it.start : it.token]
    yield f"nouns before={min(ahead.count('NN') + ahead.count('NNP'), 3)}"
    yield f"verbs before={min(len([tag for tag in ahead if tag in FINITE]), 2)}"
    yield f"begins={it.token == it.start}"
    earlier = it.trees.lower[max(0, it.start - 30) : it.token]
    yield f"it before={not {'it', 'its'}.isdisjoint(earlier)}"
    yield f"this or that before={not {'this', 'that'}.isdisjoint(earlier)}"
    if it.token > it.start and it.predicate < it.token:
        yield f"governed by={it.lemma(it.predicate)}"
