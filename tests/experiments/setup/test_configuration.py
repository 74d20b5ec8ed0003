"""The one configuration: options that functions take are its fields, and what is no option is refused everywhere."""

import inspect
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, get_args, get_type_hints

import pytest

import anaphora
from anaphora.experiments.setup import configuration
from anaphora.experiments.setup.configuration import OPTIONS, PARTS, AnyOptions, configure
from anaphora.workbench.errors import OptionError
from anaphora.workbench.options import about_of

TYPED = [kind for name, kind in vars(configuration).items() if name.endswith("Options")]
FUNCTIONS: list[Callable[..., object]] = [
    anaphora.ablate, anaphora.agree, anaphora.compare, anaphora.coref, anaphora.errors, anaphora.evaluate,
    anaphora.export, anaphora.losses, anaphora.optimise, anaphora.profile, anaphora.resolve, anaphora.run,
    anaphora.score, anaphora.train,
]  # fmt: skip


def parts_of(hint: object) -> set[object]:
    """The types and values that a type is made of."""
    return {deeper for part in get_args(hint) for deeper in parts_of(part)} if get_args(hint) else {hint}


@pytest.mark.parametrize("kind", TYPED)
def test_options_are_fields_of_the_configuration_with_their_types(kind: type) -> None:
    for name, hint in get_type_hints(kind).items():
        part, field = OPTIONS[name]
        if isinstance(field.default, tuple):  # one name or several
            assert str in get_args(hint)
        else:
            assert parts_of(hint) <= parts_of(get_type_hints(PARTS[part])[name])


def test_every_field_can_be_given() -> None:
    assert set(get_type_hints(AnyOptions)) == set(OPTIONS)


@pytest.mark.parametrize("function", FUNCTIONS)
def test_a_keyword_that_is_no_option_is_refused_with_the_nearest(function: Callable[..., object]) -> None:
    needed = [entry for entry in inspect.signature(function).parameters.values() if entry.default is entry.empty]
    name = "jobs" if function is anaphora.run else "seed" if function is anaphora.resolve else "format"

    with pytest.raises(TypeError, match=f"Did you mean '{name}'"):
        function(*(None for _ in needed), **{f"{name}s": 3})


@pytest.mark.parametrize("function", FUNCTIONS)
def test_help_and_completion_show_each_option(function: Callable[..., object]) -> None:
    parameters = inspect.signature(function).parameters

    assert [entry for entry in parameters.values() if entry.kind is entry.VAR_KEYWORD] == []
    assert set(parameters) & set(OPTIONS)


def test_mypy_refuses_a_misspelt_option(tmp_path: Path) -> None:
    """The right call below has no error."""
    calls = tmp_path / "calls.py"
    calls.write_text(
        "import anaphora\n"
        'anaphora.compare(None, ["mars"], windwo=3)\n'
        'anaphora.compare(None, ["mars"], window="3")\n'
        'anaphora.compare(None, ["mars"], window=3, match="head", perfect=["mentions"])\n',
        "utf8",
    )
    config = Path(anaphora.__file__).parents[1] / "pyproject.toml"
    command = [sys.executable, "-m", "mypy", "--config-file", str(config), str(calls)]

    found = subprocess.run(command, capture_output=True, text=True, check=False, cwd=config.parent)

    assert [line.split(":")[1] for line in found.stdout.splitlines() if ": error:" in line] == ["2", "3"]


@pytest.mark.parametrize(
    ("options", "code"),
    [
        ({"window": -1}, "window"),
        ({"seed": -1}, "seed"),
        ({"match": "exact"}, "match"),
        ({"antecedent": "any"}, "antecedent"),
        ({"anaphors": "some"}, "anaphors"),
        ({"perfect": ["mention"]}, "perfect"),
        ({"it_filter": "best"}, "it_filter"),
        ({"it_classes": "all"}, "it_classes"),
        ({"it_filter": "rules", "it_classes": "non-nominal"}, "it_classes"),
        ({"singletons": "lose"}, "singletons"),
        ({"duplicates": "last"}, "duplicates"),
        ({"resamples": -1}, "resamples"),
        ({"resamples": 100_001}, "resamples"),
        ({"executor": "serial", "jobs": 2}, "executor"),
        ({"executor": "processes", "scheduler": "tcp://host:8786"}, "scheduler"),
    ],
)
def test_values_that_there_are_not_are_refused_with_the_name_of_the_option(options: Any, code: str) -> None:
    with pytest.raises(OptionError) as caught:
        configure(**options)
    assert caught.value.code == code


def test_a_preset_gives_what_is_not_given() -> None:
    judging = configure(preset="crac2022", match="strict").judging

    assert (judging.match, judging.zeros) == ("strict", "position")


def test_every_option_that_people_give_says_what_it_is() -> None:
    without = {name for name, (_, field) in OPTIONS.items() if about_of(field) is None}

    assert without == {"per_document", "links", "variants", "usual"}
