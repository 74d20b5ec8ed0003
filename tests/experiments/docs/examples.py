"""The examples of the pages on measures: what they are written in, and what the measures say of them.

A block is of one language: `chains` (key and response), `bridging` (these, with `anaphor>antecedent` and, for what does
not refer, `expression/type`), `anaphors` (what a resolver did with each), `gap`, `sentences`
(WinoGender) or `bias` (WinoBias). Its last lines are figures: a measure and its values in percent.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, cast

from anaphora.workbench.chains.alignment import overlap_of
from anaphora.workbench.chains.overlap import Overlap, Side, columns, stack
from anaphora.workbench.document import Document, Kind, Span
from anaphora.workbench.key import Attributes, Bridge, Key
from anaphora.workbench.measures import chain_measures, gap, numbers
from anaphora.workbench.measures.choosing import choose_measure
from anaphora.workbench.measures.gap import Answer, GapExample
from anaphora.workbench.measures.minimal_pairs import ItemAnswers, winobias, winogender
from anaphora.workbench.measures.success import MEASURES, Answers
from anaphora.workbench.trace.document import DocumentTrace, KeyAnaphor, Outcome
from tests.workbench.clusters import overlapping

Values = Mapping[str, float | None]
_BLOCK = re.compile(r"^```(chains|bridging|anaphors|gap|sentences|bias)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_CHAIN = re.compile(r"\{([^}]*)\}")
_MENTION = re.compile(r"(\d+)-(\d+)(?:/(\d+))?")


@dataclass(frozen=True)
class Block:
    """An example: where it stands, its givens, and the figures that the page tells."""

    page: Path
    language: str
    givens: tuple[str, ...]
    figures: Mapping[str, Mapping[str, str]]

    def computed(self, name: str) -> Values:
        """What the measure says of it."""
        return _LANGUAGES[self.language](self.givens, name)


def blocks(page: Path) -> Iterator[Block]:
    """All examples of a page."""
    for language, text in _BLOCK.findall(page.read_text(encoding="utf-8")):
        lines = [line for line in text.splitlines() if line.strip()]
        figures = [line for line in lines if line.split()[0].partition("(")[0] in _NAMES]
        told = {line.split()[0]: dict(zip(line.split()[1::2], line.split()[2::2], strict=True)) for line in figures}
        yield Block(page, language, tuple(line for line in lines if line not in figures), told)


def percent(value: float | None) -> str:
    """As the pages write it."""
    return "–" if value is None else f"{100 * value + 0.0:.2f}"


def _chains(givens: tuple[str, ...], name: str) -> Values:
    return numbers(choose_measure(name), _overlap(givens))


def _overlap(givens: tuple[str, ...]) -> Overlap:
    lines = {line.split()[0]: line.partition(" ")[2] for line in givens}
    sides = [[it.split() for it in _CHAIN.findall(lines[side])] for side in ("key", "response")]
    order = lines.get("text", "").split() or list(dict.fromkeys(it for side in sides for chain in side for it in chain))
    key, response = (_side(chains, order) for chains in sides)
    found = overlapping([(key, response)])
    return replace(found, key=_with_zeros(found.key, order), response=_with_zeros(found.response, order))


def _with_zeros(side: Side, order: list[str]) -> Side:
    """Words such as `∅:zero` are empty nodes."""
    places = {place for place, word in enumerate(order) if word.endswith(":zero")}
    zeros = [row for row, place in enumerate(side.position.tolist()) if place in places]
    return replace(side, zeros=dict.fromkeys(zeros, ()))


def _side(chains: list[list[str]], order: list[str]) -> Key:
    """Chains of mentions such as `she`, `she:pronoun`, or the words `2-5` with the head `2-5/3`."""
    attributes: dict[Span, Attributes] = {}

    def span(label: str) -> Span:
        name, _, kind = label.partition(":")
        place = _MENTION.fullmatch(name)
        found = Span(int(place[1]) - 1, int(place[2])) if place else Span(order.index(label), order.index(label) + 1)
        known = Attributes(kind=cast(Kind, kind)) if kind and kind != "zero" else Attributes()
        attributes[found] = known._replace(head=int(place[3]) - 1) if place and place[3] else known
        return found

    return Key("d", tuple(tuple(sorted(map(span, chain))) for chain in chains), attributes)


def _anaphors(givens: tuple[str, ...], name: str) -> Values:
    found = next(it for it in MEASURES if it.name == name)
    return numbers(found, Answers([_trace(givens)], "me"))


def _trace(givens: tuple[str, ...]) -> DocumentTrace:
    keys, outcomes = [], []
    others = [line for line in givens if line.startswith("non-anaphoric")]
    givens = tuple(line for line in givens if line not in others)
    for at, line in enumerate(givens):
        candidates, agreeing = map(int, re.findall(r"(\d+) (?:candidate|agree)", line))
        keys.append(
            KeyAnaphor(
                span=Span(at, at + 1), form="it", chain=0, acceptable=(), distance=0, case=at, candidates=candidates,
                compatible=agreeing, reachable=1, loss="", strict=True, partial=True,
            )
        )  # fmt: skip
        chance = line.partition("chance ")[2]
        stage: Any = {"right": "right", "open": "abstained"}.get(line.split()[-1], "outranked")
        outcomes.append(Outcome(stage, None, "", float(chance or (stage == "right"))))
    identified = sum(not line.endswith("unidentified") for line in givens)
    attempted = sum(not line.endswith(("unidentified", "open")) for line in givens)
    return DocumentTrace(
        "d", "", tuple(keys), {"me": tuple(outcomes)}, identified, {"me": attempted}, (), {},
        non_anaphoric={"pleonastic": len(others)}, left={"me": sum(line.endswith("open") for line in others)},
    )  # fmt: skip


def _gap(givens: tuple[str, ...], name: str) -> Values:
    decisions: dict[str, Answer] = {
        "A": (True, False), "B": (False, True), "neither": (False, False), "nothing": (None, None),
    }  # fmt: skip
    examples, answers = [], {}
    for at, line in enumerate(givens):
        pronoun, _, gold, _, answer = line.split()
        a, b = decisions[gold]
        gender: Any = {"he": "masculine", "she": "feminine"}[pronoun]
        examples.append(GapExample(str(at), Span(0, 1), (Span(1, 2), Span(2, 3)), (bool(a), bool(b)), gender))
        answers[str(at)] = decisions[answer]
    return numbers(gap.MEASURE, gap.GapAnswers(examples, answers))


def _sentences(givens: tuple[str, ...], name: str) -> Values:
    """WinoGender's ids, each with the phrase that was answered."""
    rows = [line.split() for line in givens]
    task = winogender([_sentence(id, "they", int(id.split(".")[2])) for id, *_ in rows], {})
    answers = {id: (id.split(".")[0] == answer, id.split(".")[1] == answer) for id, _, answer in rows}
    return numbers(task.measure, ItemAnswers(task, answers))


def _bias(givens: tuple[str, ...], name: str) -> Values:
    """WinoBias' ids, each with its pronoun and whether the answer is right (the first phrase)."""
    rows = [line.split() for line in givens]
    task = winobias([_sentence(id, pronoun, 0) for id, pronoun, _ in rows])
    answers = {id: (right == "right", right != "right") for id, _, right in rows}
    return numbers(task.measure, ItemAnswers(task, answers))


def _sentence(id: str, pronoun: str, right: int) -> tuple[Document, Key]:
    """`nurse patient they`, the pronoun being one of both."""
    one, other, asked = (Span(at, at + 1) for at in range(3))
    chains = ((one, asked), (other,)) if right == 0 else ((one,), (other, asked))
    kinds: dict[Span, Any] = {one: "nominal", other: "nominal", asked: "pronoun"}
    key = Key(id, chains, {span: Attributes(kind=kind) for span, kind in kinds.items()})
    return Document(id, ("nurse", "patient", pronoun), (" ",) * 3), key


def _bridging(givens: tuple[str, ...], name: str) -> Values:
    lines = {line.split()[0]: line.partition(" ")[2] for line in givens}
    chains = {side: [it.split() for it in _CHAIN.findall(lines[side])] for side in ("key", "response")}
    links = {side: [it.split(">") for it in lines.get(f"{side}-bridges", "").split()] for side in chains}
    given = {side: [it.split("/") for it in lines.get(f"{side}-expressions", "").split()] for side in chains}
    words = [word for side in chains for group in (*chains[side], *links[side], *given[side]) for word in group]
    place = {word: Span(number, number + 1) for number, word in enumerate(dict.fromkeys(words))}
    key, response = (
        Key(
            "d",
            tuple(tuple(sorted(place[word] for word in chain)) for chain in chains[side]),
            bridges=tuple(Bridge(place[one], place[other]) for one, other in links[side]),
            non_referring={place[word]: type for word, type in given[side]},
        )
        for side in chains
    )
    return numbers(choose_measure(name), overlap_of(*stack([columns(key)], [columns(response)]), "strict"))


_LANGUAGES: Mapping[str, Callable[[tuple[str, ...], str], Values]] = {
    "chains": _chains, "bridging": _bridging, "anaphors": _anaphors, "gap": _gap, "sentences": _sentences,
    "bias": _bias,
}  # fmt: skip
_NAMES = frozenset((*chain_measures(), *(it.name for it in MEASURES), "gap", "winogender", "winobias"))
