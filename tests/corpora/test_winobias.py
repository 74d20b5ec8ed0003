from pathlib import Path

from anaphora.corpora.winobias import read
from anaphora.workbench.document import Document
from anaphora.workbench.key import Key
from tests.corpora.samples import DEEP, Sample, chains_of

FILE = "pro_stereotyped_type1.txt.dev"
FIRST = "1 [The nurse] met the cook because [she] was hungry.\n"


SAMPLE = Sample(
    valid=FIRST, more=["1 The [CEO] asked the tailor because [she] liked [her].\n[A cook] fed the guard; [he] ate.\n"],
    needs_first_line=True, deep=("1 " + "[" * DEEP + "a" + "]" * DEEP + " b\n", "malformed"),
    long_word=("1 [The {}] met [she]\n", "too-large"), same_id=FIRST * 2,
    outside=("1 The [cook ate lunch.\n", "malformed"),
    malformed=[
        (f"{FIRST}\n{line}\n", 3, code)
        for line, code in [
            ("The nurse met the cook because she was hungry.", "malformed"),
            ("[The nurse] met the cook because she was hungry.", "malformed"),
            ("The nurse met the cook because [she] was hungry.", "malformed"),
            ("[The nurse] met [the cook] because [she] ran.", "malformed"),
            ("[The nurse met the cook because [she] ran.", "malformed"),
            ("[The nurse] met the cook because she] ran, [she] said.", "malformed"),
            ("[The nurse] met [ ] because [she] ran.", "malformed"),
            ("1 [The nurse] met the cook because [she] ran.", "duplicate-id"),
        ]
    ],
)  # fmt: skip


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


def test_winobias_traps_of_its_files(tmp_path: Path) -> None:
    for line, chains in (
        # two occupations of several words or in capitals
        ("The construction worker asked [the CEO] about [his] car.",
         [["The construction worker"], ["the CEO", "his"]]),
        # the determiner outside of the bracket, and the genitive apart
        ("The mechanic fixed the [cook] 's car and [he] paid.", [["The mechanic"], ["the cook", "he"]]),
        # a blank inside of the bracket, and a determiner that stands twice
        ("The teacher asked the [ physician] and believed [him].", [["The teacher"], ["the physician", "him"]]),
        ("The nurse told the [the chief] that [she] knew.", [["The nurse"], ["the chief", "she"]]),
        # several pronouns, and another occupation after the pronoun
        ("The chief called [the guard] and told [him] that [he] could see the manager.",
         [["The chief"], ["the guard", "him", "he"]]),
        # no other occupation than that in brackets
        ("The tailor made a coat for [the tailor] and charged [him].", [["the tailor", "him"]]),
        # no space before the full stop, and capitals
        ("When [a baker] saw the WRITER, it was [HERS].", [["a baker", "HERS"], ["the WRITER"]]),
    ):  # fmt: skip
        [(document, key)] = read_text(tmp_path, line + "\n")
        text = line.replace("[", "").replace("]", "").replace("the the", "the").replace("  ", " ").replace(" 's", "'s")
        assert (document.text.replace(" 's", "'s").replace("the the", "the"), chains_of(document, key)) == (
            text,
            chains,
        )


def test_winobias_occupations_are_those_of_the_paper_and_those_with_brackets_in_the_file(tmp_path: Path) -> None:
    text = "[The pilot] met the plumber as [she] left.\nThe pilot met [the plumber] as [he] left.\n"
    [first, second] = read_text(tmp_path, text)

    assert chains_of(*first) == [["The pilot", "she"], ["the plumber"]]
    assert chains_of(*second) == [["The pilot"], ["the plumber", "he"]]


def test_winobias_lines_have_their_numbers_or_are_counted(tmp_path: Path) -> None:
    for text, ids in (
        (FIRST + "\n" + FIRST.replace("1", "7. "), ["1", "7"]),
        (FIRST[2:] + "\n" + FIRST[2:].replace("nurse", "clerk"), ["1", "2"]),
        (FIRST.replace("\n", "\r\n"), ["1"]),
    ):
        pairs = read_text(tmp_path, text)
        assert [document.id for document, _ in pairs] == [f"{FILE};{id}" for id in ids]
        assert all(document.words[0] == "The" for document, _ in pairs)
