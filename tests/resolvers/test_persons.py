"""Names of persons that tell them apart or join them."""

from anaphora.corpora.plain import document as plain
from anaphora.experiments.run.analysis import Analysis
from anaphora.experiments.run.configuration import configure
from anaphora.resolvers.discourse.persons import full_names, spouses
from anaphora.workbench.document import Prepared
from anaphora.workbench.key import Clusters


def read(text: str) -> tuple[Prepared, list[str]]:
    """The text, prepared, and its phrases."""
    prepared = Analysis(configure()).prepare(plain(text, "example"), Clusters("example", ()))
    words = prepared.document.words
    return prepared, [" ".join(words[token] for token in mention.span) for mention in prepared.mentions]


def test_full_names_have_words_and_initials() -> None:
    prepared, phrases = read("Judge Ivar Moe met the Old Boys, Hugo Moe and Prime Minister Berg.")
    names = {phrases[number]: traits for number, traits in full_names(prepared).items()}

    assert names == {
        "Judge Ivar Moe": {"full name": {"ivar", "moe"}, ("initial", "moe"): {"i"}},
        "Hugo Moe": {"full name": {"hugo", "moe"}, ("initial", "moe"): {"h"}},
    }


def test_a_wife_has_the_name_of_her_husband() -> None:
    prepared, phrases = read("Mr. Dale met Mrs. Dale and Mrs. Holm. His wife smiled. Her husband left.")
    married = ("Mr. Dale", "His"), ("Mrs. Dale", "Her")
    chains = [tuple(map(phrases.index, pair)) for pair in married]
    alone = {*range(len(phrases))}.difference(*chains)

    pairs = spouses(prepared, (*chains, *((number,) for number in alone)))
    assert {(phrases[left], phrases[right]) for left, right in pairs} == {
        ("Mrs. Dale", "His wife"),
        ("Mr. Dale", "Her husband"),
    }
