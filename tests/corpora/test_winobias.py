from pathlib import Path

import pytest

from anaphora import corpora
from anaphora.corpora.winobias import read, recognises
from anaphora.workbench.document import Document
from anaphora.workbench.key import Key
from tests.corpora.samples import DEEP, Sample, chains_of
from tests.refused import refused

FILE = "pro_stereotyped_type1.txt.dev"
FIRST = "1 [The nurse] met the cook because [she] was hungry.\n"


SAMPLE = Sample(
    valid=FIRST,
    more=["1 The [CEO] asked the tailor because [she] liked [her].\n[A cook] fed the guard; [he] ate.\n"],
    needs_first_line=True,
    deep=("1 " + "[" * DEEP + "a" + "]" * DEEP + " b\n", "malformed"),
    long_word=("1 [The {}] met [she]\n", "too-large"),
    same_id=FIRST * 2,
    crossing=None,  # pairs of brackets nest or are refused
    crossing_chains=None,
    outside=("1 The [cook ate lunch.\n", "malformed"),
    across=None,  # chains have no names
)


def read_text(folder: Path, text: str) -> list[tuple[Document, Key]]:
    path = folder / FILE
    path.write_bytes(text.encode())
    return list(read(path))


def test_winobias_phrase_and_pronoun_in_brackets_are_a_chain_and_the_other_occupation_is_alone(tmp_path: Path) -> None:
    [(document, key)] = read_text(tmp_path, FIRST)

    assert (document.id, document.text) == (f"{FILE};1", "The nurse met the cook because she was hungry.")
    assert chains_of(document, key) == [["The nurse", "she"], ["the cook"]]
    described = [(document.words_of(span), attributes.kind) for span, attributes in key.attributes.items()]
    assert described == [("The nurse", "nominal"), ("the cook", "nominal"), ("she", "pronoun")]


@pytest.mark.parametrize(
    ("line", "text", "chains"),
    [
        # two occupations of several words or in capitals
        ("The construction worker asked [the CEO] about [his] car.", None,
         [["The construction worker"], ["the CEO", "his"]]),
        # the determiner outside of the bracket, and the genitive apart
        ("The mechanic fixed the [cook] 's car and [he] paid.", "The mechanic fixed the cook 's car and he paid.",
         [["The mechanic"], ["the cook", "he"]]),
        # a blank inside of the bracket, and a determiner that stands twice
        ("The teacher asked the [ physician] and believed [him].", "The teacher asked the physician and believed him.",
         [["The teacher"], ["the physician", "him"]]),
        ("The nurse told the [the chief] that [she] knew.", None, [["The nurse"], ["the chief", "she"]]),
        # several pronouns, and another occupation after the pronoun
        ("The chief called [the guard] and told [him] that [he] could see the manager.", None,
         [["The chief"], ["the guard", "him", "he"]]),
        # no other occupation than that in brackets
        ("The tailor made a coat for [the tailor] and charged [him].", None, [["the tailor", "him"]]),
        # no space before the full stop, and capitals
        ("When [a baker] saw the WRITER, it was [HERS].", None, [["a baker", "HERS"], ["the WRITER"]]),
    ],
)  # fmt: skip
def test_winobias_traps_of_its_files(tmp_path: Path, line: str, text: str | None, chains: list[list[str]]) -> None:
    [(document, key)] = read_text(tmp_path, line + "\n")

    assert document.text == (text or line.replace("[", "").replace("]", ""))
    assert chains_of(document, key) == chains


def test_winobias_occupations_are_those_of_the_paper_and_those_with_brackets_in_the_file(tmp_path: Path) -> None:
    text = "[The pilot] met the plumber as [she] left.\nThe pilot met [the plumber] as [he] left.\n"
    [first, second] = read_text(tmp_path, text)

    assert chains_of(*first) == [["The pilot", "she"], ["the plumber"]]
    assert chains_of(*second) == [["The pilot"], ["the plumber", "he"]]


@pytest.mark.parametrize(
    ("text", "ids"),
    [
        (FIRST + "\n" + FIRST.replace("1", "7. "), ["1", "7"]),
        (FIRST[2:] + "\n" + FIRST[2:].replace("nurse", "clerk"), ["1", "2"]),
        (FIRST.replace("\n", "\r\n"), ["1"]),
    ],
)
def test_winobias_lines_have_their_numbers_or_are_counted(tmp_path: Path, text: str, ids: list[str]) -> None:
    found = read_text(tmp_path, text)

    assert [document.id for document, _ in found] == [f"{FILE};{id}" for id in ids]
    assert all(document.words[0] == "The" for document, _ in found)


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("The nurse met the cook because she was hungry.", "malformed"),
        ("[The nurse] met the cook because she was hungry.", "malformed"),
        ("The nurse met the cook because [she] was hungry.", "malformed"),
        ("[The nurse] met [the cook] because [she] ran.", "malformed"),
        ("[The nurse met the cook because [she] ran.", "malformed"),
        ("[The nurse] met the cook because she] ran, [she] said.", "malformed"),
        ("[The nurse] met [ ] because [she] ran.", "malformed"),
        ("1 [The nurse] met the cook because [she] ran.", "duplicate-id"),
    ],
)
def test_winobias_that_is_malformed_is_refused(tmp_path: Path, line: str, code: str) -> None:
    with refused(code, FILE, 3):
        read_text(tmp_path, f"{FIRST}\n{line}\n")


def test_winobias_is_recognised_by_its_first_line_or_its_name(tmp_path: Path) -> None:
    assert recognises("\ufeff" + FIRST, Path())
    assert recognises("The cook thanked [the nurse] and paid [Her].\n", Path())
    assert recognises("", Path("Anti_stereotyped_type2.txt.test"))
    assert not recognises("Notes [of the nurse] that [nobody] read.\n" + FIRST, Path("stereotyped_type1.txt"))
    (tmp_path / "a.txt").write_text(FIRST)
    assert corpora.recognise(tmp_path / "a.txt") == "winobias"
