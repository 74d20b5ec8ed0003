"""What cannot be one entity, for all that make chains, and what a text says outright."""

from collections.abc import Callable

import pytest

from anaphora.corpora.plain import document as plain
from anaphora.experiments.run.analysis import Analysis
from anaphora.experiments.run.configuration import configure
from anaphora.resolvers.discourse.contrasts import are_kin, modifiers
from anaphora.resolvers.discourse.quotations import turns
from anaphora.resolvers.specs import build_resolver
from anaphora.workbench.adapters import chains_of
from anaphora.workbench.document import Prepared
from anaphora.workbench.key import Clusters

LEARNED = ("neural_ranker", "ranker", "ranker+mention_pair")


@pytest.fixture(scope="module")
def read() -> Callable[[str], Prepared]:
    analysis = Analysis(configure())
    return lambda text: analysis.prepare(plain(text, "example"), Clusters("example", ()))


def phrases(prepared: Prepared) -> list[str]:
    return [" ".join(prepared.document.words[token] for token in mention.span) for mention in prepared.mentions]


def chains(prepared: Prepared, name: str) -> set[tuple[str, ...]]:
    """The chains of several mentions."""
    resolver, words = build_resolver(name, 0), phrases(prepared)
    made = chains_of(resolver, prepared, resolver.resolve(prepared))
    return {tuple(words[mention] for mention in sorted(chain)) for chain in made if len(chain) > 1}


ONE_TURN = "I am Rosa. You are Lena. I trust you."


@pytest.mark.parametrize(
    ("text", "left", "right"),
    [
        (ONE_TURN, "Rosa", "Lena"),
        ("If you call me, I will help you.", "you", "me"),
        ('"You lied to me," Irene told Walter.', "Irene", "Walter"),
        ('"I saw him," Bruno said.', "Bruno", "him"),
        ("The blue car turned left. The white car stopped.", "The blue car", "The white car"),
        ("The third guest left. The fourth guest stayed.", "The third guest", "The fourth guest"),
        ("The inner ring is thin. The outer ring is thick.", "The inner ring", "The outer ring"),
        ("The young actor laughed. The elderly actor left.", "The young actor", "The elderly actor"),
        ("Room 12 is free. Room 14 is taken.", "Room 12", "Room 14"),
        ("The Berlin office closed. The Madrid office opened.", "The Berlin office", "The Madrid office"),
        ("His boss smokes. Her boss drinks.", "His boss", "Her boss"),
        ("Tom's bike is red. Nina's bike is new.", "Tom 's bike", "Nina 's bike"),
        ("The queen smiled. The duchess frowned.", "The queen", "The duchess"),
        ("The knife fell. The fork stayed on the table.", "The knife", "The fork"),
    ],
)
def test_two_are_not_one(read: Callable[[str], Prepared], text: str, left: str, right: str) -> None:
    prepared = read(text)

    assert {left, right} <= {*phrases(prepared)}
    assert [name for name in LEARNED for chain in chains(prepared, name) if {left, right} <= {*chain}] == []


@pytest.mark.parametrize(
    ("text", "chain"),
    [
        ('"I lost my wallet," Simon said.', ("I", "my", "Simon")),
        ('The teacher smiled. "I like your drawing," she told Emil.', ("your", "Emil")),
        ('"Are you hungry?" Carla asked Peter.', ("you", "Peter")),
        ("The upper shelf is full. Do not touch the upper shelf.", ("The upper shelf", "the upper shelf")),
        ("A violinist played. The musician bowed.", ("A violinist", "The musician")),
    ],
)
def test_one_is_one(read: Callable[[str], Prepared], text: str, chain: tuple[str, ...]) -> None:
    prepared = read(text)

    assert [name for name in LEARNED[:2] if chain not in chains(prepared, name)] == []


def test_modifiers_say_what_a_noun_phrase_is_of_those_of_its_head(read: Callable[[str], Prepared]) -> None:
    text = "The two fuel pumps failed. The grey pump works. The 2 gray pumps are old."
    prepared = read(text)
    said = {phrases(prepared)[number]: dict(traits) for number, traits in modifiers(prepared).items()}

    number, colour = {("pump", "cardinal"): {"two"}}, {("pump", "colour"): {"gray"}}
    assert said == {
        "The two fuel pumps": {**number, ("pump", "compound"): {"fuel"}},
        "The grey pump": colour,
        "The 2 gray pumps": {**number, **colour},
    }


def test_nouns_of_two_heads_may_be_one_if_one_is_above_the_other_or_where_they_stand_together(
    read: Callable[[str], Prepared],
) -> None:
    prepared = read("The sparrow saw a bird, a cat and a king. A cook is a king.")
    words = phrases(prepared)

    def kin(left: str, right: str) -> bool:
        return are_kin(prepared, words.index(left), len(words) - 1 - words[::-1].index(right))

    pairs = (("The sparrow", "a bird"), ("a bird", "The sparrow"), ("A cook", "a king"))
    assert [kin(*pair) for pair in pairs] == [True] * 3
    assert not kin("The sparrow", "a cat")


def test_turns_are_quotations_with_their_speakers_and_what_is_outside(read: Callable[[str], Prepared]) -> None:
    prepared = read('"I saw you," Ann told Bob. "Stay here!" The door closed.')
    words = phrases(prepared)
    made = [([words[number] for number in turn.mentions], turn.speaker, turn.addressee) for turn in turns(prepared)]

    ann, bob = words.index("Ann"), words.index("Bob")
    assert made == [(["I", "you"], ann, bob), ([], ann, bob), (["Ann", "Bob", "The door"], -1, -1)]
