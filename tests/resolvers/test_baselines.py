"""The baselines; and what all resolvers make of short texts that the bundled pipeline reads."""

from collections import Counter

import pytest

from anaphora.resolvers import most_recent, random_agreeing, random_any, recent_subject
from anaphora.resolvers.specs import build_resolver, default_resolvers
from anaphora.workbench.document import Prepared
from anaphora.workbench.language.pronouns import AnaphorKind
from tests.annotated import prepared
from tests.resolvers.answers import answer, told

THE_LID_COVERS_A_TRAY = (
    "The/DT/2/det lid/NN/6/nsubj of/IN/5/case the/DT/5/det copier/NN/2/nmod covers/VBZ/0/root a/DT/8/det tray/NN/6/obj"
)
PRESS_THE_KEY_AND_KNOB = "Press/VB/0/root the/DT/3/det key/NN/1/obj beside/IN/6/case the/DT/6/det knob/NN/3/nmod"
TWO_FANS = "The/DT/2/det fans/NNS/3/nsubj stop/VBP/0/root ././3/punct"
IT_STOPS = "It/PRP/2/nsubj stops/VBZ/0/root/stop ././2/punct"


def test_most_recent_takes_the_last_head() -> None:
    assert answer(most_recent.MostRecent(), THE_LID_COVERS_A_TRAY, IT_STOPS)[0] == "a tray"


def test_most_recent_takes_the_inner_of_nested_noun_phrases() -> None:
    assert answer(most_recent.MostRecent(), PRESS_THE_KEY_AND_KNOB, IT_STOPS)[0] == "the knob"


def test_most_recent_passes_over_what_does_not_agree() -> None:
    assert answer(most_recent.MostRecent(), THE_LID_COVERS_A_TRAY, TWO_FANS, IT_STOPS)[0] == "a tray"


def test_most_recent_without_agreement_takes_the_last_of_all() -> None:
    resolver = most_recent.MostRecent(agreement=False)

    assert answer(resolver, THE_LID_COVERS_A_TRAY, TWO_FANS, IT_STOPS)[0] == "The fans"


def test_recent_subject_takes_the_last_subject() -> None:
    antecedent, explanation = answer(recent_subject.RecentSubject(), THE_LID_COVERS_A_TRAY, IT_STOPS)

    assert (antecedent, explanation.rule) == ("The lid of the copier", "most recent subject")


def test_recent_subject_takes_a_single_candidate_whatever_its_function() -> None:
    line = "Press/VB/0/root the/DT/3/det key/NN/1/obj ././1/punct"

    for fallback in ("most_recent", "none"):
        antecedent, explanation = answer(recent_subject.RecentSubject(fallback=fallback), line, IT_STOPS)
        assert (antecedent, explanation.rule) == ("the key", "only candidate")


def test_recent_subject_without_a_subject_falls_back_or_stays_open() -> None:
    antecedent, explanation = answer(recent_subject.RecentSubject(), PRESS_THE_KEY_AND_KNOB, IT_STOPS)
    assert (antecedent, explanation.rule) == ("the knob", "no subject: most recent")

    antecedent, explanation = answer(recent_subject.RecentSubject(fallback="none"), PRESS_THE_KEY_AND_KNOB, IT_STOPS)
    assert (antecedent, explanation.rule) == (None, "no subject")


def with_name(name: str) -> Prepared:
    return prepared("\n".join([THE_LID_COVERS_A_TRAY, TWO_FANS, IT_STOPS]), name=name)


def test_random_agreeing_draws_among_the_compatible_only() -> None:
    decision = random_agreeing.build().resolve(with_name("a"))[0]

    assert len(decision.explanation.candidates) == 3  # lid, copier, tray; not the fans
    assert decision.explanation.chances == (1 / 3, 1 / 3, 1 / 3)


def test_random_any_draws_among_all_in_scope() -> None:
    decision = random_any.build().resolve(with_name("a"))[0]

    assert len(decision.explanation.candidates) == 4
    assert decision.explanation.chances == (0.25, 0.25, 0.25, 0.25)


@pytest.mark.parametrize("module", [random_agreeing, random_any])
def test_random_draws_follow_their_chances(module: object) -> None:
    build = module.build  # type: ignore[attr-defined]
    document = with_name("a")
    decisions = [build(seed=seed).resolve(document)[0] for seed in range(2000)]
    counts = Counter(decision.antecedent for decision in decisions)
    explanation = decisions[0].explanation

    assert set(counts) == set(explanation.candidates)
    for candidate, chance in zip(explanation.candidates, explanation.chances, strict=True):
        deviation = (2000 * chance * (1 - chance)) ** 0.5
        assert abs(counts[candidate] - 2000 * chance) < 4 * deviation


@pytest.mark.parametrize("module", [random_agreeing, random_any])
def test_random_draws_differ_between_documents_but_not_between_runs(module: object) -> None:
    build = module.build  # type: ignore[attr-defined]
    names = [f"document {number}" for number in range(50)]
    forwards = [build().resolve(with_name(name))[0].antecedent for name in names]
    backwards = [build().resolve(with_name(name))[0].antecedent for name in reversed(names)]

    assert forwards == backwards[::-1]
    assert len(set(forwards)) > 1


@pytest.mark.parametrize("name", default_resolvers())
def test_every_resolver_leaves_a_pronoun_without_candidates_open(name: str) -> None:
    antecedent, explanation = answer(build_resolver(name, seed=0), IT_STOPS)

    assert antecedent is None
    assert explanation.rule.startswith("no ")


ALL = [name for name in default_resolvers() if not name.startswith("random")]
ANSWER_ALL = [name for name in ALL if name != "cogniac"]


@pytest.mark.parametrize("resolver", default_resolvers())
def test_a_reflexive_has_its_antecedent_in_its_sentence(resolver: str) -> None:
    assert told(resolver, "Bill called Tom. Bill was happy. Then John hurt himself.") == "himself = John"


@pytest.mark.parametrize("resolver", ALL)
def test_the_subject_is_nearer_to_a_reflexive_than_who_possesses_it(resolver: str) -> None:
    assert told(resolver, "Mary's sister hurt herself.") == "herself = Mary's sister"


@pytest.mark.parametrize("resolver", ALL)
@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Each user must change his or her password.", "his = Each user; her = Each user"),
        ("The user lost his or her password.", "his = The user; her = The user"),
    ],
)
def test_his_or_her_is_one_person(resolver: str, text: str, expected: str) -> None:
    assert told(resolver, text) == expected


@pytest.mark.parametrize("resolver", ALL)
@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("The boys and the girls played. They were happy.", "They = The boys and the girls"),
        ("IBM and Microsoft said they would cooperate.", "they = IBM and Microsoft"),
    ],
)
def test_they_are_a_coordination_rather_than_its_last_conjunct(resolver: str, text: str, expected: str) -> None:
    assert told(resolver, text) == expected


@pytest.mark.parametrize("resolver", ["kennedy_boguraev", "lappin_leass"])
@pytest.mark.parametrize("anaphors", ["personal", "all"])
def test_pronouns_of_the_first_person_may_be_antecedents(resolver: str, anaphors: AnaphorKind) -> None:
    text = "I bought a printer. I like it."

    assert told(resolver, text, anaphors) == "I = –; I = I; it = a printer"


@pytest.mark.parametrize("resolver", ALL)
@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("The dog wagged his tail when he saw Ann.", "he = his tail"),
        ("The cat licked its paw, and then she slept.", "she = its paw"),
    ],
)
def test_he_and_she_are_no_parts_of_animals(resolver: str, text: str, wrong: str) -> None:
    assert wrong not in told(resolver, text)


@pytest.mark.parametrize("resolver", ["mitkov", "mitkov(preset=2001)", "mars"])
def test_the_cassette_is_suitable_and_not_the_vcr(resolver: str) -> None:
    """The example of Mitkov 1998, section 2.1."""
    text = "Insert the cassette into the VCR making sure it is suitable for the length of recording."

    assert told(resolver, text) == "it = the cassette"
