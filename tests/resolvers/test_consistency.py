"""Answers that contradict each other: none where a paper keeps classes, nor with the option `consistent`."""

from collections.abc import Sequence

import pytest

from anaphora.corpora.plain import document as plain
from anaphora.experiments.run.analysis import Analysis
from anaphora.experiments.run.configuration import configure
from anaphora.experiments.run.documents import BUNDLED, documents
from anaphora.experiments.texts.chained import find_entities
from anaphora.resolvers.specs import build_resolver
from anaphora.resolvers.syntax.binding import are_alternatives, syntax_of
from anaphora.workbench.decision import Decision
from anaphora.workbench.document import Prepared
from anaphora.workbench.language.packs import language_of
from anaphora.workbench.preparation import LAYERS
from tests.resolvers.answers import names, others, read, replies, reply

ONE_MENTION = ("mitkov", "mars", "mars_optimised", "hobbs", "ge_hale_charniak")
"""Those whose papers test an answer against the candidate alone."""
CONSISTENT = tuple(f"{name}(consistent=yes)" for name in ONE_MENTION)
ENTITIES = (
    "lappin_leass", "cogniac", "cogniac_resolve_all", "centering_bfp", "left_right_centering", "ranker",
)  # fmt: skip
ANN_MET_SUE = "Ann met Sue. She told her a story."
MARY_GAVE = "Mary gave the book to Sue because she liked her."
THE_DOCTOR = "The doctor examined the patient. She prescribed a drug for him."
RESULTS = "The company announced its results. They were excellent."


def clashes(prepared: Prepared, decisions: Sequence[Decision], *, syntax: bool = True) -> list[int]:
    """The cases, in text order, whose answer contradicts what its chain holds so far.

    They have two values of number, gender or animacy, or are two arguments of a verb. Chains are those that the answers
    make, nothing else; "his or her" is no contradiction.
    """
    chain_of: dict[int, list[int]] = {}
    clashing = []
    for decision in decisions:
        anaphor = prepared.cases[decision.case].anaphor
        if decision.antecedent is not None:
            chain = chain_of.setdefault(decision.antecedent, [decision.antecedent])
            if any(
                _disagree(prepared, anaphor, other) or (syntax and _disjoint(prepared, anaphor, other))
                for other in chain
            ):
                clashing.append(decision.case)
            chain.append(anaphor)
            chain_of[anaphor] = chain
    return clashing


def _disagree(prepared: Prepared, anaphor: int, other: int) -> bool:
    first, second = prepared.mentions[anaphor], prepared.mentions[other]
    if are_alternatives(prepared.annotation, language_of(prepared.document), first, second):
        return False
    features = ("number", "gender", "animacy")
    return any(len({getattr(first, name), getattr(second, name)} - {"unknown"}) > 1 for name in features)


def _disjoint(prepared: Prepared, anaphor: int, other: int) -> bool:
    first, second = prepared.mentions[anaphor], prepared.mentions[other]
    near = first.sentence == second.sentence and "reflexive" not in (first.pronoun, second.pronoun)
    return near and bool(syntax_of(prepared).disjoint(anaphor, other))


@pytest.fixture(scope="module")
def texts() -> list[Prepared]:
    """Two bundled texts with gold annotation."""
    settings = configure(perfect=LAYERS)
    files = [BUNDLED / f"{name}.conllu" for name in ("disk_drive", "news")]
    return [Analysis(settings).prepare(document, key) for document, key in documents(files, settings)]


def test_no_answer_contradicts_an_earlier_one_unless_a_paper_tests_the_candidate_alone(texts: list[Prepared]) -> None:
    def count(resolver: str, *, syntax: bool = True) -> int:
        built = build_resolver(resolver, 0)
        return sum(len(clashes(text, built.resolve(text), syntax=syntax)) for text in texts)

    assert {name: count(name) for name in (*CONSISTENT, *ENTITIES)} == dict.fromkeys((*CONSISTENT, *ENTITIES), 0)
    assert [name for name in ONE_MENTION if count(name) == 0] == []
    # Kennedy & Boguraev keep to number and sex, and to syntax as far as order and function show it
    assert count("kennedy_boguraev", syntax=False) == 0


def test_the_count_sees_chains_not_pairs() -> None:
    """The doctor may be a man or a woman, but not both: "he" agrees with "The doctor" and clashes with "She"."""
    text = read("The doctor sleeps | She sleeps | He sleeps")
    doctor = names(text).index("The doctor")

    assert clashes(text, [Decision(0, doctor), Decision(1, doctor)]) == [1]
    assert clashes(text, [Decision(0, doctor), Decision(1, None)]) == []


def test_two_arguments_of_a_verb_are_two_persons_and_a_company_with_its_results_is_not_they() -> None:
    expected = {
        ANN_MET_SUE: "She = Ann; her = Sue",
        MARY_GAVE: "she = Mary; her = Sue",
        "Mr. Brown hired Mr. Green. He fired him a year later.": "He = Mr. Brown; him = Mr. Green",
        RESULTS: "its = The company; They = its results",
    }
    assert others((*CONSISTENT, "kennedy_boguraev", "lappin_leass", "left_right_centering"), expected) == {}
    # doctor and patient are two, whichever is she
    answers = set(replies((*CONSISTENT, "kennedy_boguraev"), THE_DOCTOR).values())
    assert answers <= {"She = The doctor; him = the patient", "She = the patient; him = The doctor"}
    # a dog that was it is not he
    dog = "John saw a dog. It barked at him. He gave it a bone."
    answers = set(replies((*CONSISTENT, "kennedy_boguraev", "lappin_leass"), dog).values())
    pairs = {tuple(row.split("; ")[-2:]) for row in answers}
    assert pairs <= {(f"He = {he}", f"it = {that}") for he in ("John", "him") for that in ("It", "a dog")}


def test_what_excludes_a_mention_excludes_what_is_the_same() -> None:
    expected = {
        "Edgar found Louis. Edgar comforted him.": "him = Louis",
        "The widow met the actress. The widow embraced her.": "her = the actress",
        "The lorry in the yard passed the bus. The lorry scratched it.": "it = the bus",
        "President Carter received President Ford. Carter thanked him.": "him = President Ford",
        "Ann Smith met Mary Smith. Ann Smith praised her.": "her = Mary Smith",
        "The boys and the girls met the teachers. The boys and the girls greeted them.": "them = the teachers",
        "Boris likes cards. He invited Igor. Boris beat him.": "He = Boris; him = Igor",  # who was Boris is Boris still
        "Lucy saw Nora. She said that Lucy was late.": "She = Nora",  # it excludes from behind, too
        "Lucy saw Nora. Lucy hurt herself.": "herself = Lucy",
        "Edgar found Louis. Edgar praised himself.": "himself = Edgar",
    }
    assert others((*CONSISTENT, "ranker", "neural_ranker", "centering_bfp"), expected) == {}
    # an indefinite noun phrase begins an entity, and what a coordinated clause says excludes nothing
    for text, answer in {
        "A guard saw a thief. A guard shot him.": "him = A guard",
        "Oscar met Felix. He slept and Oscar worked.": "He = Oscar",
        "Oscar met Felix. Oscar praised his wife.": "his = Oscar",
    }.items():
        assert answer in replies((*CONSISTENT, "ranker"), text).values(), text


def test_what_excludes_a_group_excludes_its_members_and_the_reverse() -> None:
    expected = {
        "Otto and Vera cooked. They invited him.": "They = Otto and Vera; him = –",
        "The countess and the duke came. They greeted her.": "They = The countess and the duke; her = –",
        "Otto and Vera cooked. They invited his sister.": "They = Otto and Vera; his = Otto",
        "Otto and Vera danced. She kissed them.": "She = Vera; them = –",
        "Otto and Vera danced. She hurt herself.": "She = Vera; herself = She",
        "Otto and Vera danced. They said that she slept.": "They = Otto and Vera; she = Vera",
    }
    assert others((*CONSISTENT, "ranker", "neural_ranker"), expected) == {}


def test_chains_have_no_two_arguments_of_a_verb() -> None:
    """Trees and network alone would make one entity of the robots and the drone."""

    def entities(resolver: str) -> set[tuple[str, ...]]:
        settings = configure(resolvers=[resolver])
        (text,) = find_entities([plain("The robot hit the drone. The robot damaged it.", "example")], settings).texts
        return {tuple(text.phrases[mention].text for mention in entity.mentions) for entity in text.entities}

    expected = {("The robot", "The robot"), ("the drone", "it")}
    assert {name: entities(name) for name in ("ranker", "neural_ranker")} == {
        "ranker": expected,
        "neural_ranker": expected,
    }


def test_without_the_option_a_resolver_does_as_its_paper_says() -> None:
    expected = {
        ("mars_optimised", ANN_MET_SUE): "She = Ann; her = Ann",
        ("mars", ANN_MET_SUE): "She = Ann; her = Ann",
        ("hobbs", THE_DOCTOR): "She = The doctor; him = The doctor",
        ("ge_hale_charniak", MARY_GAVE): "she = Mary; her = Mary",
        ("mars", RESULTS): "its = The company; They = The company",
        ("mitkov", "Edgar found Louis. Edgar comforted him."): "him = Edgar",
    }
    assert {row: reply(*row) for row in expected} == expected
