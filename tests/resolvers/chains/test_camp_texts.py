"""What CAMP links in short texts that the bundled pipeline reads: slugs, firms and countries, nested quotations."""

from pathlib import Path

import pytest

from anaphora.corpora import muc, plain
from anaphora.experiments.setup.analysis import analyser
from anaphora.experiments.setup.configuration import configure
from anaphora.resolvers.chains.camp import build
from anaphora.workbench.document import Document
from anaphora.workbench.key import Key

Pairs = set[tuple[str, str]]


def linked(text: str | Document, **options: object) -> Pairs:
    """The linked mentions by their words, the earlier first."""
    document = plain.document(text, "example") if isinstance(text, str) else text
    prepared = analyser(configure())(document, Key(document.id, ()))
    words = [prepared.document.words_of(mention.base) for mention in prepared.mentions]
    return {(words[link.antecedent], words[link.anaphor]) for link in build(**options).links(prepared)}  # type: ignore[arg-type]


def entities(text: str) -> list[set[str]]:
    """The chains of several mentions, by their words."""
    prepared = analyser(configure())(plain.document(text, "example"), Key("example", ()))
    chains = build().chains(prepared)
    return [
        {prepared.document.words_of(prepared.mentions[mention].base) for mention in chain}
        for chain in chains
        if len(chain) > 1
    ]


def test_genre_links_the_words_of_slug_and_preamble(tmp_path: Path) -> None:
    """The example of Baldwin et al. 1998, as MUC marks it up."""
    file = tmp_path / "message.sgm"
    file.write_text(
        "<DOC><DOCID>1</DOCID><SLUG>BC-HUGHES-FCC-BLOOM</SLUG><PREAMBLE>BC-HUGHES-FCC-BLOOM</PREAMBLE><TEXT><p>"
        "Hughes Electronics Corp. asked the FCC for approval. The FCC will decide. Hughes waits.</p></TEXT></DOC>",
        encoding="utf-8",
    )
    ((document, _),) = muc.read(file)

    assert linked(document, components=("genre",)) == set(), "where nobody asks for it"
    assert linked(document, components=("genre",), genre=("heading:capitals",)) >= {
        ("HUGHES", "HUGHES"), ("HUGHES", "Hughes"), ("FCC", "FCC"), ("FCC", "the FCC"), ("BLOOM", "BLOOM"),
    }  # fmt: skip


@pytest.mark.parametrize(
    ("text", "pair"),
    [
        ("General Motors sold trucks. GM is rich.", ("General Motors", "GM")),
        ("He lives in the United States. The U.S. is rich.", ("the United States", "The U.S.")),
        ("General Smith arrived. Smith is old.", ("General Smith", "Smith")),
    ],
)
def test_firms_that_begin_like_a_title_and_countries_by_their_other_names(text: str, pair: tuple[str, str]) -> None:
    assert pair in linked(text)


@pytest.mark.parametrize(
    ("text", "one", "other"),
    [
        ("John Smith is a lawyer. John Smith Jr. is a doctor.", "John Smith", "John Smith Jr."),
        ("Ann Lee met Dr. Lee. Lee smiled.", "Ann Lee", "Dr. Lee"),
    ],
)
def test_father_and_son_and_two_arguments_of_a_verb_are_not_one(text: str, one: str, other: str) -> None:
    assert not any({one, other} <= chain for chain in entities(text))


@pytest.mark.parametrize(
    "text",
    [
        "Bob said, \"Ann told me, 'I am ill.'\"",
        "Bob said, “Ann told me, ‘I am ill.’”",
        "Bob said, “Ann told me, ‘I am ill.’ It is bad.”",
    ],
)
def test_who_speaks_in_a_quotation_within_a_quotation(text: str) -> None:
    assert {("Bob", "me"), ("Ann", "I")} <= linked(text, components=("quotations",))
