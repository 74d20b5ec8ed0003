"""The one configuration: options that functions take are its fields, and what is no option is refused everywhere."""

import inspect
from collections.abc import Callable
from dataclasses import replace
from typing import Any, get_args, get_type_hints

import pytest

import anaphora
from anaphora.experiments.commands.evaluate import choices, it
from anaphora.experiments.run import configuration
from anaphora.experiments.run.configuration import OPTIONS, PARTS, Options, configure, default_entity_resolver
from anaphora.experiments.run.plan import Plan
from anaphora.workbench.document import Document
from anaphora.workbench.errors import OptionError
from anaphora.workbench.options import about_of
from anaphora.workbench.spec import parse_resolvers
from tests.refused import raises

FUNCTIONS: list[Callable[..., object]] = [
    anaphora.ablate, anaphora.agree, anaphora.compare, anaphora.coref, anaphora.errors, anaphora.export, anaphora.losses, anaphora.optimise, anaphora.profile, anaphora.resolve, anaphora.run,
    anaphora.score, anaphora.train, it.it, choices.choices,
]  # fmt: skip


def parts_of(hint: object) -> set[object]:
    """The types and values that a type is made of."""
    return {deeper for part in get_args(hint) for deeper in parts_of(part)} if get_args(hint) else {hint}


def test_options_are_fields_of_the_configuration_with_their_types_and_say_what_they_are() -> None:
    typed = [kind for name, kind in vars(configuration).items() if name.endswith("Options")]
    without = {name for name, (_, field) in OPTIONS.items() if about_of(field) is None}

    assert set(get_type_hints(Options)) == set(OPTIONS)
    assert without == {"per_document", "links", "variants", "usual"}
    for kind in typed:
        for name, hint in get_type_hints(kind).items():
            part, field = OPTIONS[name]
            if isinstance(field.default, tuple):  # one name or several
                assert str in get_args(hint), name
            else:
                assert parts_of(hint) <= parts_of(get_type_hints(PARTS[part])[name]), name


@pytest.mark.parametrize("function", FUNCTIONS)
def test_a_keyword_that_is_no_option_is_refused_with_the_nearest(function: Callable[..., object]) -> None:
    """Help and completion show each option, since none is taken by **."""
    parameters = inspect.signature(function).parameters
    needed = [entry for entry in parameters.values() if entry.default is entry.empty]
    name = "jobs" if function is anaphora.run else "seed" if function is anaphora.resolve else "format"

    assert [entry for entry in parameters.values() if entry.kind is entry.VAR_KEYWORD] == []
    assert set(parameters) & set(OPTIONS)
    with pytest.raises(TypeError, match=f"'{name}'"):
        function(*(None for _ in needed), **{f"{name}s": 3})


def test_values_that_there_are_not_are_refused_with_the_name_of_the_option() -> None:
    wrong: list[tuple[str, dict[str, Any]]] = [
        ("window", {"window": -1}),
        ("seed", {"seed": -1}),
        ("match", {"match": "exact"}),
        ("antecedent", {"antecedent": "any"}),
        ("anaphors", {"anaphors": "some"}),
        ("perfect", {"perfect": ["mention"]}),
        ("it_filter", {"it_filter": "best"}),
        ("it_classes", {"it_classes": "all"}),
        ("it_classes", {"it_filter": "rules", "it_classes": "non-nominal"}),
        ("singletons", {"singletons": "lose"}),
        ("duplicates", {"duplicates": "last"}),
        ("resamples", {"resamples": -1}),
        ("resamples", {"resamples": 100_001}),
        ("executor", {"executor": "serial", "jobs": 2}),
        ("scheduler", {"executor": "processes", "scheduler": "tcp://host:8786"}),
    ]
    for code, options in wrong:
        with raises(code, OptionError):
            configure(**options)
    assert configure(resamples=100_000, window=0, seed=0).judging.resamples == 100_000


def test_a_preset_gives_what_is_not_given() -> None:
    judging = configure(preset="crac2022", match="strict").judging

    assert (judging.match, judging.zeros) == ("strict", "position")


def test_resolvers_that_learned_from_english_refuse_other_languages_unless_they_are_given_what_to_read() -> None:
    """Entities are found by default by what reads the language."""
    french = Document("d", ("Elle", "dort", "."), (" ", "", ""), language="fr")

    def planned(*names: str) -> Plan:
        return Plan(parse_resolvers(names), {}, "third-person")

    planned("mars", "ranker(parameters=french.json)", default_entity_resolver("fr")).require_language(french)
    planned("ranker").require_language(replace(french, language="en"))
    with raises("not-english"):
        planned("mars+mention_pair").require_language(french)
    assert default_entity_resolver("en") == "neural_ranker"


def test_a_misspelt_option_is_an_error_for_mypy_too() -> None:
    """Which would say that the comment is not used, were it none."""
    with pytest.raises(TypeError):
        anaphora.compare(None, ["mars"], windwo=3)  # type: ignore[call-arg]
