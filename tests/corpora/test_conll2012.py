from pathlib import Path

import pytest

from anaphora.corpora import check
from anaphora.corpora.conll2012 import columns, read, token_lines, write
from anaphora.workbench.document import Document, Span
from anaphora.workbench.key import Attributes, Key
from tests.refused import refused


def read_text(tmp_path: Path, text: str) -> list[tuple[Document, Key]]:
    path = tmp_path / "sample.conll"
    path.write_text(text, encoding="utf-8")
    return list(read(path))


def in_document(*rows: str) -> str:
    return "\n".join(("#begin document (d); part 000", *rows, "#end document", ""))


def test_conll_reads_the_last_column_however_many_predicates_a_sentence_has(tmp_path: Path) -> None:
    text = in_document(
        "bc/x  0  0  Ann   NNP  (S*   -  - -  Ann  *  (ARG0*) (0)",
        "bc/x  0  1  ran   VBD  *)    -  - -  Ann  *  (V*)    -",
        "",
        "bc/x  0  0  She   PRP  *     -  - -  Ann  *  (0",
        "bc/x  0  1  slept VBD  *     -  - -  Ann  *  0)",
    )
    [(document, key)] = read_text(tmp_path, text)

    assert document.words == ("Ann", "ran", "She", "slept")
    assert document.text == "Ann ran She slept"
    assert document.sentence_starts == (0, 2)
    assert document.annotation is None
    assert key.chains == ((Span(0, 1), Span(2, 4)),)


@pytest.mark.parametrize(
    ("rest", "id"),
    [
        ("(bc/cctv/00/cctv_0000); part 000", "bc/cctv/00/cctv_0000; part 000"),
        ("(541_brat); part 0", "541_brat; part 0"),
        ("(LuoTestCase); ", "LuoTestCase"),
        ("GUM_bio_byron", "GUM_bio_byron"),
        ("", "sample"),
    ],
)
def test_conll_documents_are_known_by_id_and_part(tmp_path: Path, rest: str, id: str) -> None:
    [(document, key)] = read_text(tmp_path, f"# begin document {rest}\n0\ta\t_\n# end document\n")

    assert (document.id, key.document_id) == (id, id)


def test_conll_with_an_empty_last_column_marks_no_mention(tmp_path: Path) -> None:
    empty = "n\t0\t0\tHe\t_\t_\t"
    [(document, key)] = read_text(tmp_path, in_document(empty, "n\t0\t1\tran\t_\t_\t(0)"))

    assert document.words == ("He", "ran")
    assert key.chains == ((Span(1, 2),),)


@pytest.mark.parametrize("none", ["-", "_", "*", ""])
def test_conll_reads_any_sign_for_no_mention(tmp_path: Path, none: str) -> None:
    [(_, key)] = read_text(tmp_path, in_document(f"d\t0\t0\ta\t{none}"))

    assert key.chains == ()


def test_conll_ignores_a_tab_at_the_end_of_a_line(tmp_path: Path) -> None:
    [(_, key)] = read_text(tmp_path, in_document("d\t0\t0\ta\t(1)\t", "d\t0\t1\tb\t-", "d\t0\t2\t.\t-\t"))

    assert key.chains == ((Span(0, 1),),)


def test_conll_of_three_columns_is_index_word_and_typed_chain(tmp_path: Path) -> None:
    rows = ("0\this\t(abstract-1(person-3-Lord_Byron)", "1\tschool\tabstract-1)", "2\tByron\t(person-3)")
    [(document, key)] = read_text(tmp_path, in_document(*rows))

    assert document.words == ("his", "school", "Byron")
    assert document.sentence_starts == ()
    assert key.chains == ((Span(0, 1), Span(2, 3)), (Span(0, 2),))
    assert key.attributes[Span(0, 2)] == Attributes(type="ABSTRACT")


def test_conll_whose_first_column_counts_words_has_the_word_in_the_second(tmp_path: Path) -> None:
    """The columns of SemEval-2010 and of Democrat; Spanish "al" is the words "a el" and stands before them."""
    rows = (
        "1\tEva\tEva\tPROPN\t_\t(1)", "2\tva\tir\tVERB\t_\t_", "3-4\tal\t_\t_\t_\t_", "3\ta\ta\tADP\t_\t_",
        "4\tel\tel\tDET\t_\t(2", "5\tmar\tmar\tNOUN\t_\t2)",
    )  # fmt: skip
    [(document, key)] = read_text(tmp_path, in_document(*rows))

    assert document.words == ("Eva", "va", "a", "el", "mar")
    assert key.chains == ((Span(0, 1),), (Span(3, 5),))
    assert token_lines(tmp_path / "sample.conll") == [2, 3, 5, 6, 7]
    assert columns(tmp_path / "sample.conll") is None


@pytest.mark.parametrize("row", ["1 Eva eva N - -", "1 0 0 Eva - -"])
def test_conll_of_one_word_counts_words_unless_its_third_column_does(tmp_path: Path, row: str) -> None:
    [(document, _)] = read_text(tmp_path, in_document(row))

    assert document.words == ("Eva",)


def test_conll_of_a_document_that_is_called_by_a_number_is_not_taken_to_count_words(tmp_path: Path) -> None:
    [(document, _)] = read_text(tmp_path, in_document("1 0 0 Eva N -", "1 0 1 va V -", "", "2 0 0 Ella P -"))

    assert document.words == ("Eva", "va", "Ella")


def test_conll_of_two_columns_is_word_and_mention(tmp_path: Path) -> None:
    [(document, key)] = read_text(tmp_path, in_document("# a comment", "Ann (1)", "ran -", "", "#\t_", "She\t(1)"))

    assert document.words == ("Ann", "ran", "#", "She")
    assert document.sentence_starts == (0, 2)
    assert key.chains == ((Span(0, 1), Span(3, 4)),)


def test_conll_mentions_may_cross_sentences(tmp_path: Path) -> None:
    [(_, key)] = read_text(tmp_path, in_document("a (1", "", "b 1)"))

    assert key.chains == ((Span(0, 2),),)


def test_conll_keeps_two_mentions_of_the_same_words(tmp_path: Path) -> None:
    """Of two chains that begin with them, the one whose bracket comes first is the first (reference scorer)."""
    [(_, key)] = read_text(tmp_path, in_document("a (1)|(1)|(2)"))
    [(_, other)] = read_text(tmp_path, in_document("a (2)|(1)|(1)"))

    assert key.chains == ((Span(0, 1), Span(0, 1)), (Span(0, 1),))
    assert other.chains == ((Span(0, 1),), (Span(0, 1), Span(0, 1)))


def test_conll_keeps_the_place_of_a_token_without_a_word(tmp_path: Path) -> None:
    [(document, _)] = read_text(tmp_path, in_document("0\ta\t_", "1\t\t_", "2\tb\t(1)"))

    assert document.words == ("a", "_", "b")


def parsed(*bits: str, chain: str = "-") -> str:
    """A document with these parse bits, an empty one between sentences; its first word may be in a chain."""
    rows = [
        f"d\t0\t0\tw\tNN\t{bit}\t-\t-\t-\t-\t*\t{'-' if at else chain}" if bit else "" for at, bit in enumerate(bits)
    ]
    return in_document(*rows)


def test_conll_parse_bits_are_kept_and_written_again(tmp_path: Path) -> None:
    text = parsed("(TOP(S(NP-SBJ*)", "(VP*)))", "", "(TOP(NP*))", "", "-")
    [(document, key)] = read_text(tmp_path, text)
    [(again, _)] = read_text(tmp_path, "".join(write([(document, key)])))

    assert document.parse == ("(TOP(S(NP-SBJ*)", "(VP*)))", "(TOP(NP*))", "*")
    assert again == document


@pytest.mark.parametrize("placeholder", ["*", "-", "_"])
def test_conll_without_brackets_in_the_parse_column_has_no_constituents(tmp_path: Path, placeholder: str) -> None:
    [(document, _)] = read_text(tmp_path, parsed(placeholder, placeholder, chain="(1)"))

    assert document.parse == ()
    assert check(tmp_path / "sample.conll") == []


def test_conll_of_few_columns_has_no_constituents(tmp_path: Path) -> None:
    for row in ("w (1)", "0 w (1)", "d 0 0 w (1)", "d 0 0 w (S* (1)"):
        [(document, _)] = read_text(tmp_path, in_document(row))
        assert document.parse == ()


@pytest.mark.parametrize(
    ("bits", "line"), [(("(S*", "*"), 3), (("(S*", "", "*)"), 2), (("(S*)", "*)"), 3), (("(S*", "VP)"), 3)]
)
def test_conll_with_malformed_parse_bits_is_read_without_them_and_check_tells(
    tmp_path: Path, bits: tuple[str, ...], line: int
) -> None:
    """Scoring does not need them, so the fast reader and the other one take the file."""
    [(document, key)] = read_text(tmp_path, parsed(*bits, chain="(1)"))
    path = tmp_path / "sample.conll"
    [finding] = check(path)

    assert (document.parse, key.chains) == ((), ((Span(0, 1),),))
    assert columns(path) is not None
    assert (finding.line, finding.severity) == (line, "warning")


@pytest.mark.parametrize(
    ("text", "line", "code"),
    [
        (in_document("a (1"), 2, "unclosed"),
        (in_document("a -", "b 1)"), 3, "unopened"),
        *((in_document(f"a {cell}"), 2, "malformed") for cell in ("x", "1", "()", "((1)", "(1))", "abc|(1)")),
        ("#begin document (d)\na -\n", 2, "unclosed"),
        ("#begin document (d)\n#begin document (e)\n", 2, "unclosed"),
        ("a -\n", 1, "outside-document"),
        ("#end document\n", 1, "unopened"),
        (in_document("d 0 0 a -", "d 0 1 b"), 3, "wrong-columns"),
        (in_document("d 0 0 a -", "", "d 0 b"), 4, "wrong-columns"),
        (in_document("a b c d"), 2, "wrong-columns"),
        (in_document("a -") * 2, 4, "duplicate-id"),
    ],
)
def test_conll_that_is_malformed_is_refused(tmp_path: Path, text: str, line: int, code: str) -> None:
    with refused(code, line=line):
        read_text(tmp_path, text)


def test_every_case_of_the_reference_scorer_reads(data: Path) -> None:
    cases = sorted((data / "conll_scorer_cases").iterdir())

    assert [len(list(read(case))) for case in cases] == [1] * 50


def test_litbank_reads_completely(data: Path) -> None:
    files = sorted((data / "litbank" / "conll").glob("*.conll"))
    pairs = [pair for file in files for pair in read(file)]
    brackets = sum(file.read_text(encoding="utf-8").count("(") - 1 for file in files)  # one is in the first line
    words = sum("\t(\t" in line for file in files for line in file.read_text(encoding="utf-8").splitlines())

    assert len(pairs) == 80
    assert sum(len(chain) for _, key in pairs for chain in key.chains) == brackets - words
