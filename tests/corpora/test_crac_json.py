"""JSON of the CRAC shared tasks; the example is the one of their converter (Spanish, CorefUD), shortened."""

import json
from collections.abc import Sequence
from pathlib import Path

from anaphora import corpora
from anaphora.corpora import crac_json, jsonlines
from anaphora.workbench.document import FIRST_NODE, Document, EmptyNode, Span
from anaphora.workbench.key import Attributes, Key
from tests.corpora import samples
from tests.corpora.samples import DEEP, Sample, document_of, of_chains, written
from tests.refused import refused

EXAMPLE = {
    "doc_id": "CESS",
    "tokens": ["Los", "jugadores", "de", "el", "Espanyol", "aseguraron", "que", "##", "prefieren"],
    "clusters_token_offsets": [[[0, 4], [7, 7]], [[4, 4]]],
    "clusters_text_mentions": [["Los jugadores de el Espanyol", "_"], ["Espanyol"]],
}
ZERO = Span(FIRST_NODE, FIRST_NODE + 1)


def text_of(*clusters: object, id: str = "d") -> str:
    return json.dumps({"doc_id": id, "tokens": ["a", "b", "c"], "clusters_token_offsets": clusters}) + "\n"


WRONG: Sequence[tuple[dict[str, object], str]] = [
    ({"clusters_token_offsets": [[[0, 9]]]}, "bad-span"), ({"clusters_token_offsets": [[[4, 3]]]}, "bad-span"),
    ({"clusters_token_offsets": [[[-1, 0]]]}, "bad-span"), ({"clusters_token_offsets": [[0, 1]]}, "malformed"),
    ({"tokens": "Los jugadores"}, "malformed"), ({"tokens": [None]}, "malformed"),
    ({"doc_id": "first"}, "duplicate-id"),
]  # fmt: skip
SAMPLE = Sample(
    valid='[{"doc_id": "d", "tokens": ["Ann", "ran", "Her", "son"], "clusters_token_offsets": '
    '[[[0, 0], [2, 2]], [[2, 3]]], "clusters_text_mentions": [["Ann", "Her"], ["Her son"]]}]\n',
    more=[
        (
            '[{"doc_id": "a", "tokens": ["Ann", "##", "ran", "##él", "##"], "clusters_text_mentions": [["_"]], '
            '"clusters_token_offsets": [[[0, 0], [1, 1]], [[1, 4]], [[3, 4], [2, 3]]]}]'
        ),
        '{"doc_id": "b", "tokens": ["##"], "clusters_token_offsets": null}',
    ],
    deep=('[{"doc_id": "d", "tokens": ' + "[" * DEEP + "]" * DEEP + "}]", "malformed"),
    long_word=('[{"doc_id": "d", "tokens": ["{}"], "clusters_token_offsets": []}]', ""), same_id=text_of() * 2,
    crossing=text_of([[0, 1], [1, 2]]), outside=(text_of([[0, 3]]), "bad-span"),
    across=text_of([[0, 0]]) + text_of([[0, 0]], id="e"),
    malformed=[
        (f"[{json.dumps({**EXAMPLE, 'doc_id': 'first'})},\n{json.dumps({**EXAMPLE, **fields})}]", 2, code)
        for fields, code in WRONG
    ],
)  # fmt: skip


def read_one(tmp_path: Path, **fields: object) -> tuple[Document, Key]:
    return samples.read_one("crac_json", tmp_path, json.dumps({**EXAMPLE, **fields}))


def test_tokens_that_begin_with_two_hashes_are_empty_nodes_and_ends_are_included(tmp_path: Path) -> None:
    document, key = read_one(tmp_path)
    _, mixed = read_one(tmp_path, clusters_token_offsets=[[[6, 8]]])
    several, _ = read_one(tmp_path, tokens=["##", "##él", "come", "##_"], clusters_token_offsets=[])

    assert document.id == "CESS"
    assert document.words == ("Los", "jugadores", "de", "el", "Espanyol", "aseguraron", "que", "prefieren")
    assert document.nodes == (EmptyNode(7, 0, 1),)
    assert key.chains == ((Span(0, 5), ZERO), (Span(4, 5),))
    assert key.attributes == {ZERO: Attributes(head=FIRST_NODE)}
    assert mixed.chains == ((Span.over([6, 7, FIRST_NODE]),),)
    assert mixed.attributes == {}, "which of its tokens is the head is not known"
    assert several.nodes == (EmptyNode(0, 0, 1), EmptyNode(0, 0, 2, form="él"), EmptyNode(1, 0, 1))


def test_objects_stand_in_an_array_or_one_after_the_other(tmp_path: Path) -> None:
    objects = [json.dumps({**EXAMPLE, "doc_id": id}) for id in ("a", "b")]
    for text in ("{0}", "[{0}]", "{0}\n{1}\n", "[{0},\n {1}]"):
        path = written(tmp_path, text.replace("{0}", objects[0]).replace("{1}", objects[1]))
        assert [document.id for document, _ in crac_json.read(path)] == ["a", "b"][: text.count("{")]
        assert corpora.recognise(path) == "crac_json"
    long = written(tmp_path, json.dumps({**EXAMPLE, "tokens": ["word"] * 20_000}))
    assert corpora.recognise(long) == "crac_json", "by its first fields"
    maverick = {"doc_key": "m", **{name: EXAMPLE[name] for name in ("tokens", "clusters_token_offsets")}}
    path = written(tmp_path, json.dumps(maverick))
    assert corpora.recognise(path) == "jsonlines"
    assert "##" in next(jsonlines.read(path))[0].words


def test_a_blind_text_has_no_chains_and_an_empty_one_no_words(tmp_path: Path) -> None:
    assert read_one(tmp_path, clusters_token_offsets=None)[1].chains == ()
    assert read_one(tmp_path, tokens=[], clusters_token_offsets=[])[0].words == ()


def test_what_is_written_is_the_tasks_array(tmp_path: Path) -> None:
    pair = read_one(tmp_path)

    assert json.loads("".join(crac_json.write([pair, pair]))) == [EXAMPLE, EXAMPLE]
    assert json.loads("".join(crac_json.write([]))) == []


def test_crossing_mentions_are_written_but_no_discontinuous_ones_and_no_word_like_an_empty_node() -> None:
    document, crossing, gap = document_of("a", "b", "c"), (Span(0, 2), Span(1, 3)), Span(0, 3, ((1, 2),))
    [record] = json.loads("".join(crac_json.write([(document, of_chains(crossing))])))
    with_node = Document("d", ("a", "b"), (" ", ""), nodes=(EmptyNode(1, 0, 1),))
    around, whole = Span(0, 2), Span.over([0, 1, FIRST_NODE])

    assert record["clusters_token_offsets"] == [[[0, 1], [1, 2]]]
    assert corpora.inexpressible(crac_json.FORMAT, document, of_chains((gap,))) == [(0, gap)]
    assert corpora.inexpressible(crac_json.FORMAT, with_node, of_chains((around,))) == [(0, around)]
    assert corpora.inexpressible(crac_json.FORMAT, with_node, of_chains((whole,))) == []
    for pair in ((document, of_chains((gap,))), (document_of("##1"), of_chains())):
        with refused("inexpressible", "d"):
            "".join(crac_json.write([pair]))
