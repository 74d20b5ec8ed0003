"""BookNLP's `.entities` and `.tokens`, columns as github.com/booknlp/booknlp gives them; the text is made up."""

from pathlib import Path

from anaphora import corpora
from anaphora.corpora import booknlp
from anaphora.workbench.document import Span
from anaphora.workbench.key import Attributes
from tests.corpora.samples import Sample, chains_of, read_one, written
from tests.refused import refused

HEADER = "COREF\tstart_token\tend_token\tprop\tcat\ttext\n"
TOKENS = (
    "paragraph_ID\tsentence_ID\ttoken_ID_within_sentence\ttoken_ID_within_document\tword\tlemma\tbyte_onset\t"
    "byte_offset\tPOS_tag\tfine_POS_tag\tdependency_relation\tsyntactic_head_ID\tevent\n"
)


def tokens(*sentences: str, first: int = 0) -> str:
    """The rows of sentences, each a paragraph; a word that begins with + stands close to that before."""
    rows, place, id = [], 0, first
    for number, sentence in enumerate(sentences):
        for at, word in enumerate(sentence.split(" ")):
            place += not word.startswith("+")
            form = word.removeprefix("+")
            cells = (number, number, at, id, form, form, place, place + len(form), "X", "X", "x", 0, "O")
            rows.append("\t".join(map(str, cells)) + "\n")
            place += len(form)
            id += 1
    return TOKENS + "".join(rows)


def entities(*rows: str) -> str:
    """The rows of mentions, words last."""
    return HEADER + "".join("\t".join(row.split(" ", 5)) + "\n" for row in rows)


def pair(text: str, *rows: str) -> dict[str, str]:
    return {"sample": entities(*rows), "sample.tokens": tokens(text)}


VALID = pair("Ann lost Her dog +.", "7 0 0 PROP PER Ann", "7 2 2 PRON PER Her", "8 2 3 NOM VEH Her dog")
SAMPLE = Sample(
    valid=VALID,
    more=[{"sample": entities("-1 5 6 NOM PER a b", "-1 7 7 PROP X c"), "sample.tokens": tokens("a b", "c", first=5)}],
    needs_first_line=True,
    deep=(pair(" ".join("a" * 1000), *(f"{at} 0 {at} NOM PER {' '.join('a' * (at + 1))}" for at in range(1000))), ""),
    long_word=({"sample": HEADER, "sample.tokens": TOKENS + "0\t0\t0\t0\t{}" + "\t0" * 8 + "\n"}, "too-large"),
    same_id={"sample": HEADER, "sample.tokens": tokens("a") + tokens("b").removeprefix(TOKENS)},
    crossing=pair("a b c", "1 0 1 NOM PER a b", "1 1 2 NOM PER b c"),
    outside=(pair("a b", "1 1 2 NOM PER b c"), "bad-span"),
    malformed=[
        (pair("a b", "1 0 0 NOM PER a", "1 1 0 NOM PER b"), 3, "bad-span"),
        (pair("a b", "1 0 0 NOM PER b"), 2, "other-words"), (pair("a b", "1 0 0 NOM PER a b"), 2, "other-words"),
        (pair("a", "1 0 0 NOM"), 2, "wrong-columns"), ({**VALID, "sample.tokens": "word\na\n"}, 1, "wrong-columns"),
        ({"sample": HEADER.replace("prop", "kind"), "sample.tokens": tokens("a")}, 1, "wrong-columns"),
    ],
)  # fmt: skip


def test_booknlp_ends_are_included_and_chains_without_number_are_alone(tmp_path: Path) -> None:
    document, key = read_one("booknlp", tmp_path, VALID)

    assert (document.id, document.text) == ("sample", "Ann lost Her dog.")
    assert chains_of(document, key) == [["Ann", "Her"], ["Her dog"]]
    assert key.attributes[Span(2, 4)] == Attributes(type="VEH", kind="nominal")
    [other] = SAMPLE.more
    document, key = read_one("booknlp", tmp_path, other)
    assert key.chains == ((Span(0, 2),), (Span(2, 3),))
    assert (document.sentence_starts, document.paragraph_starts, document.text) == ((0, 2), (0, 2), "a b\n\nc")


def test_booknlp_needs_its_tokens_and_tells_lines(tmp_path: Path) -> None:
    path = written(tmp_path, VALID)

    assert corpora.recognise(path) == "booknlp"
    assert booknlp.mention_lines(path) == {Span(0, 1): 2, Span(2, 3): 3, Span(2, 4): 4}
    (tmp_path / "sample.tokens").unlink()
    with refused("missing-file", path):
        list(booknlp.read(path))
