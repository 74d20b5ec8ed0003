from functools import partial
from itertools import islice
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from anaphora.corpora.gap import read, read_answers, write
from anaphora.workbench.document import Document, Kind, Span
from anaphora.workbench.key import Attributes, Key
from tests.conftest import required
from tests.corpora.samples import Sample, read_all
from tests.refused import refused

HEADER = "ID\tText\tPronoun\tPronoun-offset\tA\tA-offset\tA-coref\tB\tB-offset\tB-coref\tURL\n"
ROW = "d-1\tAnn met Eve; she won.\tshe\t13\tAnn\t0\tTRUE\tEve\t8\tFALSE\thttp://x\n"
ANN, EVE, SHE = Span(0, 1), Span(2, 3), Span(4, 5)


SAMPLE = Sample(
    valid=HEADER + ROW,
    more=["ID\tText\tPronoun\tPronoun-offset\tA\tA-offset\tB\tB-offset\nt\tAl met Bo; he.\the\t11\tAl\t0\tBo\t7\n"],
    needs_first_line=True, long_word=(HEADER + ROW.replace("Ann met", "{} met"), "too-large"),
    same_id=HEADER + ROW + ROW, outside=(HEADER + ROW.replace("\t13\t", "\t999999999\t"), "bad-span"),
    malformed=[
        ("ID\tText\n", 1, "wrong-columns"),
        (HEADER.replace("\tA-coref", "") + ROW.replace("\tTRUE", ""), 2, "bad-value"),
        (HEADER + "d-1\tAnn\n", 2, "wrong-columns"), (HEADER + ROW + ROW, 3, "duplicate-id"),
        (HEADER + ROW.removeprefix("d-1"), 2, "malformed"), (HEADER + ROW.replace("\t13", "\t12"), 2, "bad-span"),
        (HEADER + ROW.replace("\t13", "\t-9"), 2, "bad-span"),
        (HEADER + ROW.replace("\t13", "\t" + "9" * 5000), 2, "bad-span"),
        (HEADER + ROW.replace("\tAnn\t", "\t\t"), 2, "bad-span"), (HEADER + ROW.replace("TRUE", "yes"), 2, "bad-value"),
        (HEADER + ROW.replace("TRUE", ""), 2, "bad-value"),
    ],
)  # fmt: skip
read_text = partial(read_all, "gap")


def test_gap_pronoun_is_in_a_chain_with_the_name_it_refers_to_and_the_other_is_a_singleton(tmp_path: Path) -> None:
    [(document, key)] = read_text(tmp_path, HEADER + ROW)

    assert (document.id, document.text) == ("d-1", "Ann met Eve; she won.")
    assert key.chains == ((ANN, SHE), (EVE,))
    assert {span: attributes.kind for span, attributes in key.attributes.items()} == {
        ANN: "name", EVE: "name", SHE: "pronoun",
    }  # fmt: skip


def test_gap_chains_follow_the_labels_and_without_labels_there_is_no_key(tmp_path: Path) -> None:
    labels = {
        ("TRUE", "TRUE"): ((ANN, EVE, SHE),), ("False", "false"): ((ANN,), (EVE,), (SHE,)),
        ("FALSE", "TRUE"): ((ANN,), (EVE, SHE)), ("", ""): (),
    }  # fmt: skip
    for (a, b), chains in labels.items():
        row = ROW.replace("\t0\tTRUE", f"\t0\t{a}").replace("\t8\tFALSE", f"\t8\t{b}")
        assert read_text(tmp_path, HEADER + row)[0][1].chains == chains
    header = "ID\tText\tPronoun\tPronoun-offset\tA\tA-offset\tB\tB-offset\tURL\n"
    [(document, key)] = read_text(tmp_path, header + "t-1\tAnn met Eve; she won.\tshe\t13\tAnn\t0\tEve\t8\tu\n")
    assert (document.words[4], key.chains) == ("she", ())


def test_gap_offsets_count_code_points_and_words_are_divided_where_a_mention_ends(tmp_path: Path) -> None:
    """Quotation marks are characters."""
    row = 'd-1\t"😀 Ann met Eve\'s "she won.\t"she\t17\tAnn\t3\tTRUE\tEve\t11\tFALSE\t\n'
    divided = "d-2\tAnn1 met Eve, shewolf\tshe\t14\tAnn\t0\tTRUE\tEve\t9\tFALSE\t\n"
    [(document, key), (other, _)] = read_text(tmp_path, HEADER + row + divided)

    assert [document.words_of(span) for span in key.chains[0]] == ["Ann", '"she']
    assert document.text == '"😀 Ann met Eve\'s "she won.'
    assert other.words == ("Ann", "1", "met", "Eve", ",", "she", "wolf")


def test_gap_answers_are_read_as_given(tmp_path: Path) -> None:
    path = tmp_path / "system"
    path.write_text("d-1\tTRUE\tfalse\nd-2\t\tmaybe\n", encoding="utf-8")
    assert read_answers(path) == {"d-1": (True, False), "d-2": (None, None)}

    for text, code in (("d-1\tTRUE\n", "wrong-columns"), ("d\tTRUE\tTRUE\nd\tTRUE\tTRUE\n", "duplicate-id")):
        path.write_text(text, encoding="utf-8")
        with refused(code, path, text.count("\n")):
            read_answers(path)


def test_gap_writer_writes_what_it_read_but_for_the_address_and_keeps_b_before_a(tmp_path: Path) -> None:
    turned = "d\tAnn met Eve; she won.\tshe\t13\tEve\t8\tTRUE\tAnn\t0\tFALSE\t\n"
    for row in (ROW.replace("http://x", ""), turned):
        assert "".join(write(read_text(tmp_path, HEADER + row))) == HEADER + row


def test_gap_writer_makes_tabs_and_line_ends_blanks_so_that_offsets_stay(tmp_path: Path) -> None:
    words, spaces = ("Ann", "saw", "Eve", "she"), (" ", "\n\t", " ", "")
    kinds: dict[Span, Kind] = {Span(0, 1): "name", Span(2, 3): "name", Span(3, 4): "pronoun"}
    key = Key("d", tuple((span,) for span in kinds), {span: Attributes(kind=kind) for span, kind in kinds.items()})

    [(again, key_again)] = read_text(tmp_path, "".join(write([(Document("d", words, spaces), key)])))
    assert (again.text, key_again.chains) == ("Ann saw  Eve she", key.chains)


def test_gap_writer_refuses_what_is_no_pronoun_and_two_names() -> None:
    document = Document("d", ("Ann", "met", "Eve", ";", "she"), (" ", " ", "", " ", ""))
    kinds = {ANN: Attributes(kind="name"), SHE: Attributes(kind="pronoun")}
    for key in (Key("d", ()), Key("d", ((ANN, SHE), (EVE,))), Key("d", ((ANN, SHE),), kinds)):
        with refused("inexpressible", "d"):
            "".join(write([(document, key)]))


@settings(max_examples=30)
@given(
    st.lists(st.text("aZ é😀.,'-", min_size=1, max_size=8).filter(str.strip), min_size=3, max_size=3),
    st.lists(st.text("a 😀!", max_size=4), min_size=4, max_size=4),
    st.tuples(st.sampled_from(("TRUE", "FALSE")), st.sampled_from(("TRUE", "FALSE"))),
)
def test_gap_writer_and_reader_are_inverse(
    tmp_path_factory: pytest.TempPathFactory, words: list[str], between: list[str], labels: tuple[str, str]
) -> None:
    text, offsets = between[0], []
    for word, after in zip(words, between[1:], strict=True):
        offsets.append(str(len(text)))
        text += word + after
    cells = ("d", text, words[2], offsets[2], words[0], offsets[0], labels[0], words[1], offsets[1], labels[1], "")
    folder = tmp_path_factory.mktemp("gap")

    pairs = read_text(folder, HEADER + "\t".join(cells) + "\n")
    assert read_text(folder, "".join(write(pairs))) == pairs


@pytest.mark.parametrize("examples", [40, pytest.param(454, marks=pytest.mark.slow)])
def test_gap_validation_is_read_and_written_alike(data: Path, tmp_path: Path, examples: int) -> None:
    pairs = list(islice(read(required(data / "gap" / "gap-validation.tsv")), examples))

    assert len(pairs) == examples
    assert read_text(tmp_path, "".join(write(pairs))) == pairs
