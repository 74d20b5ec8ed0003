"""Answers that contradict each other: none where a paper keeps classes, nor with the option `consistent`."""

from functools import cache

import pytest

from anaphora.experiments.setup.analysis import analyser
from anaphora.experiments.setup.configuration import configure
from anaphora.experiments.setup.documents import documents
from anaphora.resolvers.specs import build_resolver
from anaphora.workbench.decision import Decision
from anaphora.workbench.document import Prepared
from tests.annotated import prepared
from tests.resolvers.answers import told
from tests.resolvers.clashes import clashes

ONE_MENTION = ("mitkov", "mars", "mars_optimised", "hobbs", "ge_hale_charniak")
"""Those whose papers test an answer against the candidate alone."""
CONSISTENT = tuple(f"{name}(consistent=yes)" for name in ONE_MENTION)
ENTITIES = (
    "lappin_leass", "cogniac", "cogniac_resolve_all", "centering_bfp", "left_right_centering", "ranker",
)  # fmt: skip
ANN_MET_SUE = "Ann met Sue. She told her a story."
MARY_GAVE = "Mary gave the book to Sue because she liked her."
MR_BROWN = "Mr. Brown hired Mr. Green. He fired him a year later."
THE_DOCTOR = "The doctor examined the patient. She prescribed a drug for him."
JOHN_SAW = "John saw a dog. It barked at him. He gave it a bone."
RESULTS = "The company announced its results. They were excellent."


@cache
def manuals() -> tuple[Prepared, ...]:
    settings = configure()
    analyse = analyser(settings)
    return tuple(analyse(document, key) for document, key in documents([], settings))


def count(resolver: str, *, syntax: bool = True) -> int:
    """The clashing answers on the bundled corpus with automatic input."""
    built = build_resolver(resolver, 0)
    return sum(len(clashes(text, built.resolve(text), syntax=syntax)) for text in manuals())


@pytest.mark.parametrize("resolver", [*CONSISTENT, *ENTITIES])
def test_no_answer_contradicts_an_earlier_one(resolver: str) -> None:
    assert count(resolver) == 0


def test_kennedy_boguraev_keeps_to_number_and_sex_and_to_syntax_as_far_as_order_and_function_show_it() -> None:
    assert count("kennedy_boguraev", syntax=False) == 0
    assert count("kennedy_boguraev") <= 5


@pytest.mark.parametrize("resolver", ONE_MENTION)
def test_without_the_option_some_do(resolver: str) -> None:
    assert count(resolver) > 0


def test_the_count_sees_chains_not_pairs() -> None:
    """The doctor may be a man or a woman, but not both: "he" agrees with "The doctor" and clashes with "She"."""
    left = "{}/PRP/2/nsubj left/VBD/0/root"
    text = prepared(f"The/DT/2/det doctor/NN/3/nsubj left/VBD/0/root\n{left.format('She')}\n{left.format('He')}")
    doctor = next(index for index, mention in enumerate(text.mentions) if mention.lemma == "doctor")

    assert clashes(text, [Decision(0, doctor), Decision(1, doctor)]) == [1]
    assert clashes(text, [Decision(0, doctor), Decision(1, None)]) == []


@pytest.mark.parametrize("resolver", [*CONSISTENT, "kennedy_boguraev", "lappin_leass", "left_right_centering"])
@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (ANN_MET_SUE, "She = Ann; her = Sue"),
        (MARY_GAVE, "she = Mary; her = Sue"),
        (MR_BROWN, "He = Mr. Brown; him = Mr. Green"),
        (RESULTS, "its = The company; They = its results"),
    ],
)
def test_two_arguments_of_a_verb_are_two_persons_and_a_company_with_its_results_is_not_they(
    resolver: str, text: str, expected: str
) -> None:
    assert told(resolver, text) == expected


@pytest.mark.parametrize("resolver", [*CONSISTENT, "kennedy_boguraev"])
def test_doctor_and_patient_are_two_whichever_is_she(resolver: str) -> None:
    assert told(resolver, THE_DOCTOR) in {"She = The doctor; him = the patient", "She = the patient; him = The doctor"}


@pytest.mark.parametrize("resolver", [*CONSISTENT, "kennedy_boguraev", "lappin_leass"])
def test_a_dog_that_was_it_is_not_he(resolver: str) -> None:
    *_, he, it = told(resolver, JOHN_SAW).split("; ")

    assert he in {"He = John", "He = him"}
    assert it in {"it = It", "it = a dog"}


@pytest.mark.parametrize(
    ("resolver", "text", "expected"),
    [
        ("mars_optimised", ANN_MET_SUE, "She = Ann; her = Ann"),
        ("mars", ANN_MET_SUE, "She = Ann; her = Ann"),
        ("hobbs", THE_DOCTOR, "She = The doctor; him = The doctor"),
        ("ge_hale_charniak", MARY_GAVE, "she = Mary; her = Mary"),
        ("mars", RESULTS, "its = The company; They = The company"),
    ],
)
def test_without_the_option_a_resolver_does_as_its_paper_says(resolver: str, text: str, expected: str) -> None:
    assert told(resolver, text) == expected
