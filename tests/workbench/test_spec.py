"""Resolvers as they were asked for: an object is told apart by its fields."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

import numpy as np
import pytest

from anaphora.workbench.decision import Decision
from anaphora.workbench.document import Prepared
from anaphora.workbench.spec import parse_resolver, parse_resolvers
from tests.refused import raises


class Silent:
    def resolve(self, prepared: Prepared) -> list[Decision]:
        return [Decision(number, None) for number, _ in enumerate(prepared.cases)]


@dataclass(frozen=True)
class Salient(Silent):
    parallel: float = 1.0
    weights: dict[str, float] = field(default_factory=dict)


class Near(Silent):
    reach = 3

    def __init__(self, size: int, *, deep: bool = True, words: Sequence[str] = ("it",)) -> None:
        self._size = size
        self.deep = deep
        self.words = words
        self.cache = {"computed": size}

    @cached_property
    def doubled(self) -> int:
        return 2 * self._size


def test_spec_of_an_object_has_the_fields_that_differ_from_their_defaults() -> None:
    far = Near(2)
    far.reach = 9
    assert far.doubled == 4, "kept in the object, and no field of it"
    texts = {
        "Salient": Salient(),
        "Salient(parallel=0)": Salient(0),
        "Near(size=2)": Near(2),
        "Near(size=2;deep=no;words=he/she)": Near(2, deep=False, words=["he", "she"]),
        "Near(reach=9;size=2)": far,
        "Near": Near,
    }

    assert {str(parse_resolver(resolver)): resolver for resolver in texts.values()} == texts


def test_spec_of_an_object_tells_values_without_a_short_text_apart_and_is_the_same_in_every_process() -> None:
    arrays = [np.zeros(5_000), np.zeros(5_000)]
    arrays[1][2_500] = 1
    long = {str(number): number for number in range(20)}
    texts = [str(parse_resolver(Near(2, words=words))) for words in (*arrays, long, {**long, "19": 0})]  # type: ignore[arg-type]

    assert len(set(texts)) == 4
    assert texts[2] == "Near(size=2;words=238dc6c5)", "b2sum -l 32 of 0:0/1:1/ ... 19:19"
    assert str(parse_resolver(Salient(weights={"a": 1, "b": 0.5}))) == "Salient(weights=a:1/b:0.5)"
    assert str(parse_resolver(Near(2, words={"she", "he", "it"}))) == "Near(size=2;words=he/it/she)"  # type: ignore[arg-type]


def test_specs_refuse_two_objects_that_are_the_same_without_a_label() -> None:
    assert len(parse_resolvers([Salient(), Salient(0)])) == 2
    with raises("named-twice"):
        parse_resolvers([Salient(), Salient(1.0)])


@pytest.mark.parametrize("value", [Path("a.toml"), "a.toml"])
def test_spec_names_the_file_of_an_option(value: object) -> None:
    assert str(parse_resolver(Near(2, words=value))) == "Near(size=2;words=a.toml)"  # type: ignore[arg-type]


@pytest.mark.parametrize("text", ["mars(scope=window,agreement=no)", "Mine=./mine.py(a=1, b = 2)", "x+y(a=1;b=2,c=3)"])
def test_a_comma_between_options_is_refused(text: str) -> None:
    with raises("comma"):
        parse_resolver(text)
