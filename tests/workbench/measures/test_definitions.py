"""Each definition has a number, and the figures that it gives are pinned to it: `definitions.tsv`.

Who changes a figure raises `Measure.version`, adds the line that the test shows, and names `lea@2` in CHANGELOG.md.
"""

import json
import random
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from anaphora.experiments.run.configuration import configure, presets, signature_of
from anaphora.workbench.chains.alignment import overlap_of
from anaphora.workbench.chains.overlap import MentionColumns, Overlap, columns, stack
from anaphora.workbench.document import FIRST_NODE, Span
from anaphora.workbench.files import digest
from anaphora.workbench.key import Attributes, Bridge, Key
from anaphora.workbench.measures import lea, muc, numbers, raised, registered_measures
from anaphora.workbench.measures.gap import GapAnswers, GapExample
from anaphora.workbench.measures.minimal_pairs import ItemAnswers
from anaphora.workbench.measures.success import Answers
from tests.workbench.measures.test_gap import given_example
from tests.workbench.measures.test_success import RIGHT, WRONG, traced
from tests.workbench.measures.test_wino import ANTI, FEMALE, MALE, OTHER, PRO, bias_task, gender_task
from tests.workbench.measures.test_wino import RIGHT as FIRST

PINNED = Path(__file__).with_name("definitions.tsv")
CHANGELOG = Path(__file__).parents[3] / "CHANGELOG.md"


def chains() -> Overlap:
    """Random documents with heads, kinds, zeros, bridging, expressions that refer to nothing, and links."""
    chance = random.Random(51)
    zeros = [Span(FIRST_NODE + number, FIRST_NODE + number + 1) for number in range(3)]
    spans = [*(Span(start, start + size) for start in range(0, 20, 2) for size in (1, 2)), *zeros]

    def side(id: str) -> MentionColumns:
        chain_of = {span: chance.randrange(7) for span in spans if chance.random() < 0.8}
        groups = sorted(tuple(span for span in chain_of if chain_of[span] == chain) for chain in {*chain_of.values()})
        known = {
            span: Attributes(head=span.end - 1, kind=chance.choice(("name", "nominal", "pronoun"))) for span in chain_of
        }
        bridges = tuple(Bridge(anaphor, chance.choice(spans)) for anaphor in chance.sample(spans, 4))
        types = {span: chance.choice(("expletive", "predicate", "idiom")) for span in chance.sample(spans[:20], 4)}
        links = tuple((chain[-1], chain[0]) for chain in groups if len(chain) > 1)
        made = columns(Key(id, tuple(groups), known, bridges=bridges, non_referring=types, links=links))
        return made._replace(
            zeros={row: ((0, "nsubj"),) for row, start in enumerate(made.start) if start >= FIRST_NODE}
        )

    sides = [[side(f"d{number}") for number in range(30)] for _ in range(2)]
    return overlap_of(*stack(*sides), "strict")


def trace() -> Answers:
    documents = (
        traced(RIGHT, (1, 1, True), WRONG, (0, 0, False), identified=3, others=3, left=2),
        traced((3, 1, True), (4, 2, False), RIGHT, attempted=2, chance=0.25),
    )
    return Answers(documents, "me")


def gap() -> GapAnswers:
    examples: list[GapExample] = [
        given_example("a", (True, False)), given_example("b", (False, True), "masculine"),
        given_example("c", (False, False)), given_example("d", (True, False), "masculine"),
    ]  # fmt: skip
    return GapAnswers(examples, {"a": (True, True), "b": (False, True), "c": (False, True), "d": (False, False)})


EVIDENCE: Mapping[str, Callable[[], Any]] = {
    "overlap": chains,
    "trace": trace,
    "gap": gap,
    "winogender": lambda: ItemAnswers(gender_task([MALE, FEMALE]), {MALE: FIRST, FEMALE: OTHER}),
    "winobias": lambda: ItemAnswers(bias_task((PRO, "he"), (ANTI, "she")), {PRO: FIRST, ANTI: OTHER}),
}


def pinned(figures: object) -> str:
    return digest(json.dumps(figures, sort_keys=True).encode())[:12]


def test_figures_are_pinned_to_the_version_of_the_definition() -> None:
    found = {}
    made: dict[str, Any] = {name: make() for name, make in EVIDENCE.items()}
    for measure in (entry for several in registered_measures().values() for entry in several):
        evidence = made[measure.name if measure.name in made else measure.evidence]
        values = numbers(evidence.task.measure if measure.evidence == "items" else measure, evidence)
        rounded = {part: None if value is None else round(value, 9) for part, value in values.items()}
        assert any(value is not None for value in values.values()), measure.name
        found[measure.name, measure.version] = pinned(rounded)
    for name, preset in presets().items():
        found[f"preset {name}", preset.version] = pinned([*map(list, preset.settings.items()), preset.scorer])
    lines = [f"{name}\t{version}\t{figures}" for (name, version), figures in found.items()]
    changed = [line for line in lines if line not in PINNED.read_text(encoding="utf-8").splitlines()]
    changelog = CHANGELOG.read_text(encoding="utf-8")

    assert changed == [], "raise the version, add these lines, and name them in CHANGELOG.md"
    assert [it for it in found if it[1] > 1 and f"{it[0]}@{it[1]}" not in changelog] == []


def test_signatures_name_the_definitions_that_were_raised() -> None:
    newer = replace(lea.MEASURES[0], version=3)
    signed = signature_of(configure(preset="crac2024"), key="k")

    assert signed.split("|")[-1] == "definitions:1"
    assert "preset:crac2024@1" in signed.split("|")
    assert raised([muc.MEASURES[0], newer]) == "+lea@3"
    assert {preset[-1] for preset in presets().values()} == {1}
