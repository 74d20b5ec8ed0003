"""The one configuration: options that functions take are its fields, and what is no option is refused; presets."""

import inspect
import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any, get_args, get_type_hints

import pytest

import anaphora
from anaphora import score as score_in_python
from anaphora.experiments.commands.evaluate import choices, it
from anaphora.experiments.commands.score.counting import score_files
from anaphora.experiments.run.configuration import OPTIONS, PARTS, Options, configure, default_entity_resolver, presets
from anaphora.experiments.run.documents import BUNDLED
from anaphora.experiments.run.plan import Plan
from anaphora.workbench.document import Document
from anaphora.workbench.errors import OptionError, UnknownNameError
from anaphora.workbench.options import about_of
from anaphora.workbench.results.table import plain
from anaphora.workbench.spec import parse_resolvers
from tests.experiments.conftest import Run
from tests.refused import raises

FUNCTIONS: list[Callable[..., object]] = [
    anaphora.ablate, anaphora.agree, anaphora.compare, anaphora.coref, anaphora.errors, anaphora.export,
    anaphora.losses, anaphora.optimise, anaphora.profile, anaphora.resolve, anaphora.run, anaphora.score,
    anaphora.train, it.it, choices.choices,
]  # fmt: skip


def parts_of(hint: object) -> set[object]:
    """The types and values that a type is made of."""
    return {deeper for part in get_args(hint) for deeper in parts_of(part)} if get_args(hint) else {hint}


def test_options_are_fields_of_the_configuration_with_their_types_and_say_what_they_are() -> None:
    typed = get_type_hints(Options)
    without = {name for name, (_, field) in OPTIONS.items() if about_of(field) is None}

    assert set(typed) == set(OPTIONS), "a field of the configuration needs its name in Options, for mypy and editors"
    assert without == {"per_document", "links", "variants", "usual"}
    for name, hint in typed.items():
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


HEADER = "# newdoc id = d\n# global.Entity = eid-etype-head-other\n"
KEY = ("(e1--2", "e1)", "(e2--1)", "(e1--1)")
"""The cat saw it: "the cat", whose head is the second word, and "it" are e1; "saw" is alone."""
RESPONSE = ("_", "(e1--1)", "(e2--1)", "(e1--1)")
"""The same with "cat" for "the cat"."""


def conllu(path: Path, brackets: tuple[str, ...]) -> Path:
    rows = (
        f"{number}\tw\t_\tX\t_\t_\t{number - 1}\tdep\t_\t{'_' if entity == '_' else f'Entity={entity}'}"
        for number, entity in enumerate(brackets, start=1)
    )
    path.write_text(HEADER + "\n".join(rows) + "\n\n", encoding="utf-8")
    return path


@pytest.fixture
def key(tmp_path: Path) -> Path:
    return conllu(tmp_path / "key.conllu", KEY)


@pytest.fixture
def response(tmp_path: Path) -> Path:
    return conllu(tmp_path / "mine.conllu", RESPONSE)


def figures(key: Path, response: Path, **settings: Any) -> Any:
    made = configure(resamples=0, **settings)
    return plain(score_files(key, {"mine": response}, made).as_json())


def test_a_preset_matches_and_keeps_singletons_as_its_task_does(key: Path, response: Path) -> None:
    """One link, between "the cat" and "it"; only without exact spans is "cat" one end of it. "Saw" is alone."""
    exact = {"codi2021", "codi2022", "conll2012", "litbank", "ontogum"}
    entities = {"litbank": 2, "conll2012": 2, "ontogum": 1, "crac2024": 1}
    recall = {
        name: figures(key, response, preset=name)["systems"]["mine"]["measures"]["muc"]["recall"] for name in presets()
    }
    kept = {
        name: figures(key, key, preset=name)["systems"]["mine"]["fractions"]["ceaf_e"]["recall"][1] for name in entities
    }

    assert recall == {**{f"crac{year}": 1 for year in range(2022, 2027)}, **dict.fromkeys(exact, 0)}
    assert kept == entities


def test_options_override_a_preset_in_any_order_and_the_signature_says_so(
    anaphora: Run, key: Path, response: Path
) -> None:
    """The command and Python score alike; so do the settings that a preset stands for."""
    plain = figures(key, response, preset="crac2024")
    options = ("--preset", "crac2024"), ("--match", "strict"), ("--resamples", "0"), ("--json", "-")
    first, other = (
        anaphora("score", key, response, *(word for option in order for word in option)).json
        for order in (options, options[::-1])
    )
    fixed = presets()["crac2024"].settings

    assert "|preset:crac2024@1|" in plain["signature"]
    assert plain["preset"]["changed"] == {}
    assert plain["systems"] == figures(key, response, **fixed, preset=None)["systems"]
    assert first == other == score_in_python(key, response, preset="crac2024", match="strict", resamples=0).as_json()
    assert all(part in first["signature"] for part in ("|match:strict|", "|zeros:dependent|", "|preset:crac2024@1|"))
    assert first["preset"]["changed"] == {"match": "strict"}
    assert "zero" in plain["systems"]["mine"]["measures"]


def test_resolvers_are_scored_by_a_preset(anaphora: Run) -> None:
    """They see words only, so that zeros are ignored."""
    options = ("--resolvers", "head_match", "--perfect", "annotation", "--preset", "crac2024", "--resamples", "0")

    found = anaphora("coref", BUNDLED / "news.conllu", *options, "--json", "-").json

    assert found["preset"]["changed"] == {"zeros": "ignore"}
    assert "|match:head|" in found["signature"]
    assert "singletons:drop" in found["signature"]


def test_many_data_sets_are_scored_by_a_preset(anaphora: Run, key: Path, response: Path, tmp_path: Path) -> None:
    (tmp_path / "sets.toml").write_text('[datasets.one]\nkey = "key.conllu"\nmine = "mine.conllu"\n', encoding="utf-8")
    options = ("--datasets", tmp_path / "sets.toml", "--preset", "crac2024", "--resamples", "0")

    found = anaphora("score", *options, "--json", "-").json

    assert found["preset"]["name"] == found["datasets"]["one"]["preset"]["name"] == "crac2024"
    assert found["macro"]["mine"]["value"] == 1


def test_an_unknown_preset_is_refused(key: Path) -> None:
    with pytest.raises(UnknownNameError):
        configure(preset="crac2021")
    with pytest.raises(UnknownNameError):
        score_in_python(key, key, preset="crac2021")


def test_variants_are_the_other_ways_to_match(key: Path, response: Path) -> None:
    """Of e1 one mention of two is found strictly: 2 * 1 / (2 + 2). With "saw", which is alone, CEAF-e is the mean."""
    found = figures(key, response, measures=("ceaf_e",), singletons="drop", variants=True)

    assert {name: values["mine"] for name, values in found["variants"].items()} == {
        "strict match": 0.5,
        "partial match": 1,
        "head match": 1,
        "with singletons": 0.75,
    }


@pytest.mark.slow
@pytest.mark.parametrize(
    ("preset", "expected"),
    [("crac2022", "partial|linear"), ("crac2023", "head|linear"), ("crac2024", "head|dependent")],
)
def test_figures_are_those_of_the_official_scorer(data: Path, preset: str, expected: str) -> None:
    """`expected.json` has them from the CorefUD scorer 1.2."""
    folder = data / "zeros"
    wanted = json.loads((folder / "expected.json").read_text("utf8"))["figures"][f"mixed|{expected}|no singletons"]
    names = {"muc": "muc", "bcub": "b_cubed", "ceafe": "ceaf_e", "blanc": "blanc_luo", "lea": "lea", "zero": "zero"}

    found = figures(folder / "pdtc_ft.key.conllu", folder / "pdtc_ft.mixed.conllu", preset=preset)

    measures = found["systems"]["mine"]["measures"]
    for theirs, ours in names.items():
        assert 100 * measures[ours]["f1"] == pytest.approx(wanted[theirs]["f1"], abs=0.0101), theirs
    assert 100 * measures["conll"]["f1"] == pytest.approx(wanted["conll"], abs=0.0101)
