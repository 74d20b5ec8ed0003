"""JSON of the CRAC shared tasks; the example is the one of their converter (Spanish, CorefUD), shortened."""

import json
from pathlib import Path

import pytest

from anaphora import corpora
from anaphora.corpora import crac_json, jsonlines
from anaphora.workbench.document import FIRST_NODE, Document, EmptyNode, Span
from anaphora.workbench.key import Attributes, Key
from tests.corpora import samples
from tests.corpora.samples import DEEP, Sample, document_of, written
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
    long_word=('[{"doc_id": "d", "tokens": ["{}"], "clusters_token_offsets": []}]', ""),
    same_id=text_of() * 2,
    crossing=text_of([[0, 1], [1, 2]]),
    crossing_chains=None,
    outside=(text_of([[0, 3]]), "bad-span"),
    across=text_of([[0, 0]]) + text_of([[0, 0]], id="e"),
)


def read_one(tmp_path: Path, **fields: object) -> tuple[Document, Key]:
    return samples.read_one("crac_json", tmp_path, json.dumps({**EXAMPLE, **fields}))


def test_tokens_that_begin_with_two_hashes_are_empty_nodes_and_ends_are_included(tmp_path: Path) -> None:
    document, key = read_one(tmp_path)

    assert document.id == "CESS"
    assert document.words == ("Los", "jugadores", "de", "el", "Espanyol", "aseguraron", "que", "prefieren")
    assert document.nodes == (EmptyNode(7, 0, 1),)
    assert key.chains == ((Span(0, 5), ZERO), (Span(4, 5),))
    assert key.attributes == {ZERO: Attributes(head=FIRST_NODE)}


def test_a_mention_may_have_words_and_empty_nodes(tmp_path: Path) -> None:
    _, key = read_one(tmp_path, clusters_token_offsets=[[[6, 8]]])

    assert key.chains == ((Span.over([6, 7, FIRST_NODE]),),)
    assert key.attributes == {}, "which of its tokens is the head is not known"


def test_nodes_at_one_place_are_numbered_and_keep_their_forms(tmp_path: Path) -> None:
    document, _ = read_one(tmp_path, tokens=["##", "##él", "come", "##_"], clusters_token_offsets=[])

    assert document.nodes == (EmptyNode(0, 0, 1), EmptyNode(0, 0, 2, form="él"), EmptyNode(1, 0, 1))


@pytest.mark.parametrize("text", ["{0}", "[{0}]", "{0}\n{1}\n", "[{0},\n {1}]"])
def test_objects_stand_in_an_array_or_one_after_the_other(tmp_path: Path, text: str) -> None:
    objects = [json.dumps({**EXAMPLE, "doc_id": id}) for id in ("a", "b")]
    path = written(tmp_path, text.replace("{0}", objects[0]).replace("{1}", objects[1]))

    assert [document.id for document, _ in crac_json.read(path)] == ["a", "b"][: text.count("{")]
    assert corpora.recognise(path) == "crac_json"


def test_a_blind_text_has_no_chains_and_an_empty_one_no_words(tmp_path: Path) -> None:
    assert read_one(tmp_path, clusters_token_offsets=None)[1].chains == ()
    assert read_one(tmp_path, tokens=[], clusters_token_offsets=[])[0].words == ()


def test_a_long_document_is_recognised_by_its_first_fields(tmp_path: Path) -> None:
    path = written(tmp_path, json.dumps({**EXAMPLE, "tokens": ["word"] * 20_000}))

    assert corpora.recognise(path) == "crac_json"


def test_output_of_maverick_stays_that(tmp_path: Path) -> None:
    fields = {"doc_key": "m", **{name: EXAMPLE[name] for name in ("tokens", "clusters_token_offsets")}}
    path = written(tmp_path, json.dumps(fields))

    assert corpora.recognise(path) == "jsonlines"
    assert "##" in next(jsonlines.read(path))[0].words


@pytest.mark.parametrize(
    ("fields", "code"),
    [
        ({"clusters_token_offsets": [[[0, 9]]]}, "bad-span"),
        ({"clusters_token_offsets": [[[4, 3]]]}, "bad-span"),
        ({"clusters_token_offsets": [[[-1, 0]]]}, "bad-span"),
        ({"clusters_token_offsets": [[0, 1]]}, "malformed"),
        ({"tokens": "Los jugadores"}, "malformed"),
        ({"tokens": [None]}, "malformed"),
    ],
)
def test_what_is_wrong_is_refused_with_its_line(tmp_path: Path, fields: dict[str, object], code: str) -> None:
    right = json.dumps({**EXAMPLE, "doc_id": "first"})
    path = written(tmp_path, f"[{right},\n{json.dumps({**EXAMPLE, **fields})}]")

    with refused(code, path, 2):
        list(crac_json.read(path))


def test_two_documents_of_one_id_are_refused(tmp_path: Path) -> None:
    path = written(tmp_path, f"[{json.dumps(EXAMPLE)},\n{json.dumps(EXAMPLE)}]")

    with refused("duplicate-id", path, 2):
        list(crac_json.read(path))


def test_what_is_written_is_the_tasks_array(tmp_path: Path) -> None:
    pair = read_one(tmp_path)

    assert json.loads("".join(crac_json.write([pair, pair]))) == [EXAMPLE, EXAMPLE]
    assert json.loads("".join(crac_json.write([]))) == []


def test_crossing_mentions_are_written_and_discontinuous_ones_are_not() -> None:
    document = document_of("a", "b", "c")
    crossing, split = Key("d", ((Span(0, 2), Span(1, 3)),)), Key("d", ((Span(0, 3, ((1, 2),)),),))

    assert json.loads("".join(crac_json.write([(document, crossing)])))[0]["clusters_token_offsets"] == [
        [[0, 1], [1, 2]]
    ]
    assert corpora.inexpressible(crac_json.FORMAT, document, split) == [(0, Span(0, 3, ((1, 2),)))]
    with refused("inexpressible", "d"):
        "".join(crac_json.write([(document, split)]))


def test_a_mention_around_an_empty_node_that_is_not_its_own_is_not_written() -> None:
    document = Document("d", ("a", "b"), (" ", ""), nodes=(EmptyNode(1, 0, 1),))
    around, whole = Key("d", ((Span(0, 2),),)), Key("d", ((Span.over([0, 1, FIRST_NODE]),),))

    assert corpora.inexpressible(crac_json.FORMAT, document, around) == [(0, Span(0, 2))]
    assert corpora.inexpressible(crac_json.FORMAT, document, whole) == []


def test_a_word_that_begins_like_an_empty_node_is_not_written() -> None:
    with refused("inexpressible", "d"):
        "".join(crac_json.write([(Document("d", ("##1",), ("",)), Key("d", ()))]))
