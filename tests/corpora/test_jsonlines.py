import json
from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path

from anaphora.corpora import Pair, check, recognise
from anaphora.corpora.jsonlines import FORMAT, read, read_response, token_lines, write
from anaphora.workbench.document import Document, Span
from anaphora.workbench.key import Key
from tests.corpora import samples
from tests.corpora.samples import DEEP, Sample, chains_of, read_all, written
from tests.refused import refused

DIALECTS: Sequence[Mapping[str, object]] = (
    {"doc_key": "a", "sentences": [["Ann", "ran"], ["her", ""]], "clusters": [[[0, 0], [2, 2]]], "x": []},
    {"id": 7, "document": ["Ann", "ran"], "clusters": [[[0, 0], [0, 1]]]},
    {"tokens": ["Ann", "ran"], "clusters_token_offsets": [[[0, 0], [1, 1]]]},
    {"doc_id": "c", "sentences": [{"tokens": [{"text": "Ann"}, {"form": "ran"}]}], "coref_chains": [[[0, 0, 0]]]},
    {"id": "q", "sentences": [["Ann", "ran"], [" "], ["She"]], "mention_clusters": [[[0, 0, 1], [2, 0, 1]]]},
    {"text": "Title\n\nAnn ran.", "clusters": [[[7, 10], [11, 14]]]},
    {"cased_words": ["Ann", "ran"], "span_clusters": [[[0, 1], [1, 2]]]},
    {"doc_key": "p", "sentences": [["Ann", "ran"]], "clusters": [], "predicted_clusters": [[[0, 0], [1, 1]]]},
)


def line(*clusters: object, id: str = "d") -> str:
    return json.dumps({"doc_key": id, "sentences": [["a", "b", "c"]], "clusters": clusters}) + "\n"


ODD = (
    "null", "[null]", "[[0, 0]]", "[[[0, true]]]", "[[[0, 0.0]]]", "[[[0, NaN]]]", "[[[0, null]]]", "[[[[0], 0]]]",
    "[[[0, 0, 0]]]",
)  # fmt: skip
SAMPLE = Sample(
    valid='{"doc_key": "d", "sentences": [["Ann", "ran"], ["Her", "son"]], "clusters": [[[0, 0], [2, 2]], [[2, 3]]]}\n',
    more=["".join(json.dumps(fields) + "\n" for fields in DIALECTS), *(json.dumps([fields]) for fields in DIALECTS)],
    deep=('{"clusters": ' + "[" * DEEP + "]" * DEEP + "}", "malformed"),
    long_word=('{"sentences": [["{}"]], "clusters": [[[0, 0]]]}', ""), same_id=line() * 2,
    crossing=line([[0, 1], [1, 2]]), outside=(line([[0, 3]]), "bad-span"),
    across=line([[0, 0]]) + line([[0, 0]], id="e"),
    malformed=[
        *((f'{{"tokens": ["a"], "clusters": {clusters}}}', 1, "malformed") for clusters in ODD),
        (" \n", None, "no-words"), ('\n{"tokens": [}', 2, "malformed"),
        ('{"tokens": [],\n"clusters": []', 2, "malformed"), ("[{}", 1, "unknown-format"),
        ('[{"tokens": [], "clusters": []}', 1, "malformed"), ('[{"tokens": [], "clusters": []},', 1, "malformed"),
        ("[]\n[]", 2, "malformed"), ("\n3", 2, "malformed"), ("[" * 100_000, 1, "malformed"),
        ('{"clusters": [[[0, ' + "9" * 5000 + "]]]}", 1, "malformed"), ('{"sentences": [["a"]]}', 1, "unknown-format"),
        ('{"text": "a", "tokens": ["a"], "clusters": []}', 1, "unknown-format"),
        ('{"tokens": ["a"], "sentences": [["b"]], "clusters": []}', 1, "unknown-format"),
        ('{"sentences": [["a"]], "clusters": [], "subtoken_map": [0]}', 1, "inconsistent"),
        ('{"doc_key": "d", "tokens": [], "clusters": []}\n' * 2, 2, "duplicate-id"),
        ('{"sentences": null, "clusters": []}', 1, "malformed"),
        ('{"sentences": ["a b"], "clusters": []}', 1, "malformed"), ('{"tokens": [1], "clusters": []}', 1, "malformed"),
        ('{"text": {}, "clusters": []}', 1, "malformed"), ('{"text": "\\ud800", "clusters": []}', 1, "malformed"),
        ('{"text": " ", "clusters": []}', 1, "no-words"),
        ('{"tokens": ["a"], "predicted_clusters": null}', 1, "malformed"),
        ('{"text": "a b", "clusters": [[[2, 1]]]}', 1, "bad-span"),
        ('{"tokens": ["a"], "clusters": [[[0, 1]]]}', 1, "bad-span"),
        ('{"tokens": ["a"], "clusters": [[[-1, 0]]]}', 1, "bad-span"),
        ('{"tokens": ["a", "b"], "clusters": [[[1, 0]]]}', 1, "bad-span"),
        ('{"text": "a", "clusters": [[[0, 0]]]}', 1, "bad-span"),
        ('{"sentences": [{"tokens": [{"text": "a"}]}], "coref_chains": [[[1, 0, 0]]]}', 1, "bad-span"),
        ('{"sentences": [{}], "coref_chains": []}', 1, "malformed"),
        ('{"sentences": [["a"]], "mention_clusters": [[[0, 0, 2]]]}', 1, "bad-span"),
        ('{"tokens": ["a"], "clusters": [[[0, 0]]], "cluster_ids": []}', 1, "malformed"),
        ('{"tokens": ["a"], "clusters": [[[0, 0]]], "cluster_ids": [null]}', 1, "malformed"),
        ('{"tokens": ["a"], "clusters": [[[0, 0]], [[0, 0]]], "cluster_ids": ["x", "x"]}', 1, "duplicate-id"),
    ],
)  # fmt: skip
read_text = partial(read_all, "jsonlines")


def read_one(tmp_path: Path, **fields: object) -> Pair:
    return samples.read_one("jsonlines", tmp_path, json.dumps(fields))


def test_jsonlines_of_e2e_count_tokens_of_the_document_and_include_the_end(tmp_path: Path) -> None:
    sentences = [["Ann", "Lee", "ran"], [], ["She", "won"]]
    document, key = read_one(
        tmp_path, doc_key="nw/x_0", sentences=sentences, speakers=[], clusters=[[[3, 3], [0, 1]], [[4, 4]]]
    )

    assert (document.id, document.sentence_starts) == ("nw/x_0", (0, 3))
    assert document.words == ("Ann", "Lee", "ran", "She", "won")
    assert key.chains == ((Span(0, 2), Span(3, 4)), (Span(4, 5),))


def test_jsonlines_fields_tell_what_spans_count(tmp_path: Path) -> None:
    words, inclusive, exclusive = ["Ann", "Lee", "ran"], [[[0, 1], [2, 2]]], [[[0, 2], [2, 3]]]
    dialects: Sequence[dict[str, object]] = (
        {"tokens": words, "clusters": inclusive},
        {"tokens": words, "sentences": [["Ann", "Lee"], ["ran"]], "clusters": inclusive},
        {"document": words, "top_spans": [[0, 1]], "clusters": inclusive},
        {"tokens": words, "clusters_token_offsets": inclusive, "clusters_char_offsets": [[[0, 6], [8, 10]]]},
        {"cased_words": words, "sent_id": [0, 0, 0], "clusters": exclusive},
        {"cased_words": words, "span_clusters": exclusive, "word_clusters": [[0, 2]]},
        {"text": words, "clusters": exclusive},
        {"text": "Ann Lee ran", "clusters": [[[0, 7], [8, 11]]], "clusters_strings": [["Ann Lee", "ran"]]},
    )
    for fields in dialects:
        assert chains_of(*read_one(tmp_path, **fields)) == [["Ann Lee", "ran"]], fields


def test_jsonlines_of_coref_data_count_tokens_of_a_sentence(tmp_path: Path) -> None:
    sentences = [{"tokens": [{"text": "Ann"}, {"text": "ran"}]}, {"tokens": [{"text": "Her"}, {"form": "son"}]}]
    chains = [[[1, 0, 0], [0, 0, 0]], [[1, 0, 1]]]
    document, key = read_one(tmp_path, id="wsc/1", text="Ann ran Her son", sentences=sentences, coref_chains=chains)

    assert (document.id, document.sentence_starts) == ("wsc/1", (0, 2))
    assert chains_of(document, key) == [["Ann", "Her"], ["Her son"]]


def test_jsonlines_of_preco_end_behind_their_last_word_and_a_blank_sentence_ends_a_paragraph(tmp_path: Path) -> None:
    """Chen et al. 2018."""
    rows = [["Ann", "Lee", "ran", "."], [" "], ["She", "fell", "."]]
    document, key = read_one(tmp_path, id="p", sentences=rows, mention_clusters=[[[0, 0, 2], [2, 0, 1]]])

    assert (document.sentence_starts, document.paragraph_starts, len(document.words)) == ((0, 4), (0, 4), 7)
    assert chains_of(document, key) == [["Ann Lee", "She"]]


def test_jsonlines_characters_are_code_points_and_divide_words(tmp_path: Path) -> None:
    document, key = read_one(tmp_path, text="😀 Annbased.\n\nIt", clusters=[[[2, 5]], [[1, 2]]])

    assert document.words == ("😀", "Ann", "based", ".", "It")
    assert document.paragraph_starts == (0, 4)
    assert (chains_of(document, key), key.zeros) == ([["Ann"]], 1)


def test_jsonlines_of_e2e_hold_what_it_found_beside_the_key(tmp_path: Path) -> None:
    """Without predictions a response is what else there is; those have ids of their own."""
    ann, run = [["Ann", "She"]], [["Ann ran"]]
    found = {"predicted_clusters": [[[0, 1]]], "predicted_cluster_ids": ["x"]}
    key = {"clusters": [[[0, 0], [2, 2]]], "cluster_ids": ["y"]}
    for words in ({"sentences": [["Ann", "ran"], ["She"]]}, {"tokens": ["Ann", "ran", "She"]}):
        for fields, expected in (
            ({**words, **key, **found}, [(ann, ("y",)), (run, ("x",))]),
            ({**words, **found}, [(run, ("x",))] * 2),
            ({**words, **key}, [(ann, ("y",))] * 2),
            ({**words, **key, "predicted_clusters": []}, [(ann, ("y",)), ([], ())]),
        ):
            path = written(tmp_path, json.dumps(fields))
            assert recognise(path) == "jsonlines"
            pairs = (*read(path), *read_response(path))
            assert [(chains_of(document, chains), chains.ids) for document, chains in pairs] == expected


def test_ends_of_a_response_are_of_the_other_kind_where_only_that_is_possible(tmp_path: Path) -> None:
    """As they are, spans lie beyond the text or end within a word."""
    for fields in (
        {"tokens": ["Ann", "ran"], "clusters": [[[0, 1], [1, 2]]]},
        {"text": "Ann ran", "clusters": [[[0, 2], [4, 6]]]},
    ):
        [(document, key)] = read_response(written(tmp_path, json.dumps(fields)))
        assert chains_of(document, key) == [["Ann", "ran"]], fields


def test_jsonlines_may_be_lines_or_an_array_or_one_object_over_several_lines(tmp_path: Path) -> None:
    one = '{"tokens": ["a"],\n "clusters": []}'
    path = tmp_path / "sample"

    assert [document.id for document, _ in read_text(tmp_path, f"{one}\n\n{one}")] == ["sample", "sample-2"]
    assert token_lines(path) == [1, 4]
    assert [document.id for document, _ in read_text(tmp_path, f"[{one}, \n{one}]\n")] == ["sample", "sample-2"]
    assert token_lines(path) == [1, 3]
    assert read_text(tmp_path, "[ ]") == []


def test_jsonlines_keep_spans_that_are_given_twice_and_drop_empty_clusters(tmp_path: Path) -> None:
    """A word without characters is a low line. Of chains that begin with the same span the first stays first."""
    document, key = read_one(tmp_path, tokens=["", "a"], clusters=[[[0, 0], [0, 0]], [], [[0, 0]]])

    assert document.words == ("_", "a")
    assert key.chains == ((Span(0, 1), Span(0, 1)), (Span(0, 1),))


def test_jsonlines_ids_of_clusters_follow_the_order_of_chains_also_when_they_are_written(tmp_path: Path) -> None:
    fields = {"tokens": ["Ann", "saw", "Eve"], "clusters": [[[2, 2]], [], [[0, 0]]], "cluster_ids": ["eve", "bob", 7]}
    pair = read_one(tmp_path, **fields)
    [(_, again)] = read_text(tmp_path, "".join(write([pair])))

    assert pair[1].chains == ((Span(0, 1),), (Span(2, 3),))
    assert pair[1].ids == again.ids == ("7", "eve")


def test_jsonlines_have_one_speaker_for_each_token_or_none(tmp_path: Path) -> None:
    for name, speakers, expected in (
        ("speakers", [["Ann", "Ann"], ["-"]], ("Ann", "Ann", "")),
        ("speaker", ["Ann", "Ann", "Tom"], ("Ann", "Ann", "Tom")),  # wl-coref
        ("speakers", [["-", "-"], ["-"]], ()),
        ("speakers", [["Ann"]], ()),
        ("speakers", [["Ann", 7], [None]], ()),
        ("speakers", "Ann", ()),
    ):
        document, _ = read_one(tmp_path, sentences=[["I", "ran"], ["You"]], clusters=[], **{name: speakers})
        assert document.speakers == expected, speakers


def test_jsonlines_are_written_in_the_shape_of_e2e_but_not_where_mentions_have_gaps() -> None:
    document = Document("d; part 0", ("é", '"', "c"), (" ", " ", ""), sentence_starts=(0, 2))
    gap = Span(0, 3, gaps=((1, 2),))
    key = Key("d; part 0", ((Span(1, 2), gap),))

    assert "".join(write([(document, Key(document.id, ((Span(0, 2), Span(2, 3)),)))])) == (
        '{"doc_key": "d; part 0", "sentences": [["é", "\\""], ["c"]], "speakers": [["-", "-"], ["-"]], '
        '"clusters": [[[0, 1], [2, 2]]]}\n'
    )
    assert list(FORMAT.inexpressible(key)) == [(0, gap)]
    with refused("inexpressible", "d; part 0"):
        "".join(write([(document, key)]))


def test_mentions_that_all_cross_one_another_are_told_up_to_a_number(tmp_path: Path) -> None:
    size = 3_000
    record = {"sentences": [["a"] * 2 * size], "clusters": [[[at, at + size] for at in range(size - 1)]]}
    path = written(tmp_path, json.dumps(record))

    assert sum("overlap" in finding.text for finding in check(path, "jsonlines")) == 1_000
