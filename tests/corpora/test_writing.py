"""What the writers of bracket formats write, their readers read again."""

from pathlib import Path

import pytest

from anaphora import corpora
from anaphora.corpora import Format, conll2012, corefud, muc
from anaphora.corpora._mentions import unnested
from anaphora.experiments.setup.documents import BUNDLED
from anaphora.workbench.document import Document, Span
from anaphora.workbench.key import Key
from tests.corpora.keys import again
from tests.refused import refused

Pair = tuple[Document, Key]

WRITERS = [conll2012.FORMAT, corefud.FORMAT]
WORDS = ("Ann", "'s", "dog", "bit", "itself", ".")
DOCUMENT = Document("d", WORDS, ("", " ", " ", " ", "", ""), sentence_starts=(0,))
DOG = Key("d", ((Span(0, 2),), (Span(0, 3), Span(4, 5))))


@pytest.mark.parametrize("writer", WRITERS)
def test_writer_of_the_bundled_corpus_keeps_every_chain(writer: Format, tmp_path: Path) -> None:
    manuals = list(corpora.read(BUNDLED, "corefud"))
    read = again(writer, manuals, tmp_path)

    assert [sorted(key.chains) for _, key in read] == [sorted(key.chains) for _, key in manuals]


def test_corefud_writer_keeps_trees_and_sentences(tmp_path: Path) -> None:
    ((document, _),) = corpora.read(BUNDLED / "printer.conllu")
    ((read, _),) = again(corefud.FORMAT, [(document, Key("printer", ()))], tmp_path)

    assert document.annotation
    assert read.annotation
    assert read.annotation.head == document.annotation.head
    assert read.sentence_starts == document.sentence_starts


def test_conll_writer_has_twelve_columns_and_joins_brackets_with_a_bar() -> None:
    first, *_ = "".join(conll2012.write([(DOCUMENT, DOG)])).splitlines()[1:]

    assert first.split("\t") == ["d", "0", "0", "Ann", "-", "*", "-", "-", "-", "-", "*", "(2|(1"]


@pytest.mark.parametrize(("part", "column"), [("003", "3"), ("000", "0"), ("1a", "1a"), ("12", "12")])
def test_conll_writer_takes_parts_that_are_no_numbers(part: str, column: str, tmp_path: Path) -> None:
    document = Document(f"d; part {part}", ("Ann",), ("",), (0,))
    ((read, _),) = again(conll2012.FORMAT, [(document, Key(document.id, ()))], tmp_path)

    assert read.id == document.id
    assert f"\nd\t{column}\t0\tAnn\t" in (tmp_path / "written").read_text("utf8")


@pytest.mark.parametrize("writer", WRITERS)
def test_writer_refuses_mentions_of_one_chain_that_cross(writer: Format) -> None:
    crossing = Key("d", ((Span(0, 3), Span(2, 5)),))

    with refused("inexpressible"):
        list(writer.pieces([(DOCUMENT, crossing)]))


@pytest.mark.parametrize("writer", WRITERS)
def test_writer_keeps_mentions_of_different_chains_that_cross_in_one_token(writer: Format, tmp_path: Path) -> None:
    key = Key("d", ((Span(0, 3),), (Span(2, 5), Span(2, 3))))
    ((_, read),) = again(writer, [(DOCUMENT, key)], tmp_path)

    assert sorted(read.chains) == [(Span(0, 3),), (Span(2, 3), Span(2, 5))]


def test_mentions_that_brackets_cannot_express_cross_one_of_their_chain_and_but_for_corefud_have_gaps() -> None:
    crossing, gap = Span(2, 5), Span(0, 3, ((1, 2),))
    key = Key("d", ((Span(0, 3), crossing), (crossing,), (gap,)))

    assert list(corefud.FORMAT.inexpressible(key)) == [(0, crossing)]
    assert list(conll2012.FORMAT.inexpressible(key)) == [(0, crossing), (2, gap)]
    assert list(muc.FORMAT.inexpressible(key)) == [(2, gap), (0, crossing), (1, crossing)]


def test_without_the_mentions_that_brackets_cannot_express_all_others_nest() -> None:
    chain = (Span(0, 3), Span(2, 5), Span(4, 6), Span(4, 5))

    assert list(unnested((0, span) for span in chain)) == [(0, Span(2, 5))]
