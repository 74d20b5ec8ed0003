import gc
import pickle
import zlib
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import srsly
from hypothesis import given, settings
from hypothesis import strategies as st
from spacy.attrs import HEAD
from spacy.tokens import Doc, DocBin
from spacy.tokens import Span as SpacySpan
from spacy.vocab import Vocab

from anaphora.corpora import Pair, docbin
from anaphora.corpora.docbin import FORMAT, read, write
from anaphora.workbench.document import Annotation, Document, Span
from anaphora.workbench.key import Attributes, Key
from tests.corpora.samples import DEEP, Sample, document_of
from tests.corpora.samples import again as all_again
from tests.refused import refused


def saved(folder: Path, *docs: Doc, store_user_data: bool = False) -> Path:
    path = folder / "corpus.spacy"
    DocBin(docs=docs, store_user_data=store_user_data).to_disk(path)
    return path


def again(folder: Path, *pairs: Pair) -> list[Pair]:
    return all_again(docbin.FORMAT, pairs, folder)


def doc_of(words: str, **columns: Any) -> Doc:
    return Doc(Vocab(), words=words.split(" "), **columns)


def packed(*pairs: Pair) -> bytes:
    return b"".join(write(pairs))


def nested() -> bytes:
    message = srsly.msgpack_loads(zlib.decompress(packed(ONE)))
    head = srsly.msgpack_dumps({**message, "cats": 0})
    place = head.index(b"\xa4cats") + 5
    return zlib.compress(head[:place] + b"\x91" * DEEP + head[place:])


ONE = (document_of("a"), Key("d", ((Span(0, 1),),)))
SAMPLE = Sample(
    valid=packed(
        (Document("d", ("Ann", "ran"), (" ", ""), sentence_starts=(0,)), Key("d", ((Span(0, 1),), (Span(0, 2),))))
    ),
    deep=(nested(), "malformed"),
    same_id=packed(ONE, ONE),
    crossing=packed((document_of("a", "b", "c"), Key("d", ((Span(0, 2), Span(1, 3)),)))),
    across=packed(ONE, (replace(ONE[0], id="e"), replace(ONE[1], document_id="e"))),
)


def test_docbin_reads_the_span_groups_of_spacy_experimental(tmp_path: Path) -> None:
    """A head that is outside of its mention is left out."""
    doc = doc_of("The dog saw Ann and it barked")
    doc.spans["coref_clusters_1"] = [doc[5:6], SpacySpan(doc, 0, 2, label="animal")]
    doc.spans["coref_head_clusters_1"] = [doc[5:6], doc[1:2]]
    doc.spans["coref_clusters_10"] = [doc[3:4]]
    doc.spans["coref_head_clusters_10"] = [doc[2:3]]
    doc.spans["coref_clusters_10_old"] = [doc[6:7]]
    doc.spans["sc"] = [doc[2:3]]
    [(document, key)] = read(saved(tmp_path, doc))

    assert document.words == ("The", "dog", "saw", "Ann", "and", "it", "barked")
    assert key.chains == ((Span(0, 2), Span(5, 6)), (Span(3, 4),))
    assert key.attributes[Span(0, 2)] == Attributes(head=1, type="animal")
    assert key.attributes[Span(3, 4)] == Attributes()


def test_docbin_white_space_tokens_become_white_space_and_mentions_of_nothing_else_zeros(tmp_path: Path) -> None:
    """Documents are called by their user data or after the file; heads and sentences pass over white space."""
    named, space, verb = doc_of("a"), "SPACE", "VERB"
    named.user_data["id"] = "letter"
    doc = Doc(Vocab(), words=["\n", "Ann", "ran", " \n", "She"], spaces=[False, True, False, False, False])
    doc.spans["coref_clusters_1"] = [doc[0:2], doc[3:4], doc[3:5]]
    tree = Doc(
        Vocab(), words=["\n", "Ann", " ", "ran", "\n", "Go"], pos=[space, "PROPN", space, verb, space, verb],
        heads=[1, 2, 3, 3, 5, 5], deps=["dep", "nsubj", "dep", "ROOT", "dep", "ROOT"],
    )  # fmt: skip
    pairs = list(read(saved(tmp_path, named, doc, tree, store_user_data=True)))
    (_, (document, key), (other, _)) = pairs

    assert [document.id for document, _ in pairs] == ["letter", "corpus-2", "corpus-3"]
    assert (document.prefix, document.words, document.spaces) == ("\n", ("Ann", "ran", "She"), (" ", " \n", ""))
    assert (key.chains, key.zeros) == (((Span(0, 1), Span(2, 3)),), 1)
    assert other.annotation
    assert (other.sentence_starts, other.annotation.head) == ((0, 2), (1, 1, 2))


def test_docbin_annotation_is_read_where_it_is_complete_and_universal(tmp_path: Path) -> None:
    columns = {"pos": ["PROPN", "VERB"], "heads": [1, 1], "tags": ["NNP", "VBD"], "lemmas": ["Ann", "run"]}
    whole = doc_of("Ann ran", deps=["nsubj", "ROOT"], ents=["B-PERSON", "O"], morphs=["Number=Sing", ""], **columns)
    clearnlp = doc_of("See Ann", pos=["VERB", "PROPN"], heads=[0, 0], deps=["ROOT", "dobj"])
    partial = doc_of("Ann ran", deps=["nsubj", "ROOT"], pos=["PROPN", ""], heads=[1, 1])
    found = [document for document, _ in read(saved(tmp_path, whole, clearnlp, partial))]

    assert found[0].annotation == Annotation(
        pos=("PROPN", "VERB"), tag=("NNP", "VBD"), lemma=("Ann", "run"), morphology=("Number=Sing", ""), head=(1, 1),
        relation=("nsubj", "root"), entity=("PERSON", ""), sentence_starts=(0,),
    )  # fmt: skip
    assert [document.annotation for document in found[1:]] == [None, None]


def repacked(path: Path, **changed: Any) -> Path:
    message = srsly.msgpack_loads(zlib.decompress(path.read_bytes()))
    path.write_bytes(zlib.compress(srsly.msgpack_dumps({**message, **changed})))
    return path


def with_values(folder: Path, doc: Doc, **values: object) -> Path:
    """A file in which our group of spans says such things of the document."""
    doc.spans["anaphora_document"] = []
    doc.spans["anaphora_document"].attrs.update(values)
    return saved(folder, doc)


def test_docbin_heads_that_are_no_trees_of_sentences_are_no_annotation(tmp_path: Path) -> None:
    for heads, starts in (([1, 0, 2], [0]), ([1, 2, 2], [0, 2])):
        doc = doc_of("a b c", pos=["X", "X", "X"], heads=[2, 2, 2], deps=["dep", "dep", "ROOT"])
        path = with_values(tmp_path, doc, sentence_starts=starts)
        message = srsly.msgpack_loads(zlib.decompress(path.read_bytes()))
        table = np.frombuffer(message["tokens"], dtype="int64").reshape(3, -1).copy()
        table[:, message["attrs"].index(int(HEAD))] = [head - at for at, head in enumerate(heads)]
        [(document, _)] = read(repacked(path, tokens=table.tobytes()))
        assert (document.words, document.annotation) == (("a", "b", "c"), None)


def test_docbin_writer_keeps_annotation_types_heads_and_ids(tmp_path: Path) -> None:
    annotation = Annotation(
        pos=("PROPN", "VERB", "PUNCT", "VERB"), tag=("NNP", "VBD", ".", "VB"), lemma=("Ann", "run", ".", "go"),
        morphology=("Number=Sing", "Tense=Past|VerbForm=Fin", "", ""), head=(1, 1, 1, 3),
        relation=("nsubj", "root", "punct", "root"), entity=("PERSON", "", "", "TIME"), sentence_starts=(0, 3),
    )  # fmt: skip
    words, spaces = ("Ann", "ran", ".", "Go"), (" ", "", "\n\n ", "")
    document = Document("letter; part 1", words, spaces, sentence_starts=(0, 3), annotation=annotation, prefix=" ")
    key = Key(document.id, ((Span(0, 1), Span(1, 4)),), {
        Span(0, 1): Attributes(head=0, type="PERSON"), Span(1, 4): Attributes(head=1),
    })  # fmt: skip

    assert again(tmp_path, (document, key)) == [(document, key)]


def test_docbin_writer_keeps_sentences_that_no_tree_tells_and_documents_without_words(tmp_path: Path) -> None:
    long = "a" * 1_000_000
    document = Document("d", (long, "b", "\u200b"), ("\u2003", "\n\t ", "\n"), sentence_starts=(0, 1), prefix="\t\n")
    pairs = [(Document("empty", (), ()), Key("empty", ())), (document, Key("d", ()))]

    assert again(tmp_path, *pairs) == pairs


def test_docbin_writer_refuses_gaps_words_of_white_space_and_parts_of_speech_that_spacy_does_not_know() -> None:
    gap = Span(0, 3, ((1, 2),))
    key = Key("d", ((Span(0, 1),), (gap,)))
    annotation = Annotation(("THING",), ("",), ("a",), ("",), (0,), ("root",), ("",), (0,))

    assert list(FORMAT.inexpressible(key)) == [(1, gap)]
    for pair in (
        (document_of("a", "b", "c"), key),
        (document_of("a", "\xa0"), Key("d", ())),
        (Document("d", ("a",), ("",), annotation=annotation), Key("d", ())),
    ):
        with refused("inexpressible", "d"):
            b"".join(write([pair]))


class _Bomb:
    """What creates a file when it is unpickled."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def __reduce__(self) -> Any:
        return Path.touch, (self.path,)


def test_docbin_of_other_bytes_is_refused_and_never_unpickled_and_the_garbage_collector_left_on(tmp_path: Path) -> None:
    trap = tmp_path / "unpickled"
    data = pickle.dumps(_Bomb(trap))
    array = {b"nd": True, b"type": "|O", b"kind": b"O", b"shape": (1,), b"data": data}
    path = repacked(saved(tmp_path, doc_of("a")), user_data=[srsly.msgpack_dumps(array)])
    others = (zlib.compress(content) for content in (b"\xc1", b"\x80", srsly.msgpack_dumps([1])))
    for content in (path.read_bytes(), data, b"no DocBin", *others):
        path.write_bytes(content)
        with refused("malformed", path, None):
            list(read(path))
        assert gc.isenabled()
        assert not trap.exists()


def test_docbin_that_says_what_cannot_be_is_refused(tmp_path: Path) -> None:
    """An attribute twice, mentions outside of their document, and impossible sentences and speakers."""
    path = saved(tmp_path, doc_of("a b"))
    attributes = srsly.msgpack_loads(zlib.decompress(path.read_bytes()))["attrs"]
    with refused("inconsistent"):
        list(read(repacked(path, attrs=[attributes[0], *attributes[:-1]])))
    long = doc_of("a b c d")
    long.spans["coref_clusters_1"] = [long[2:4]]
    groups = srsly.msgpack_loads(zlib.decompress(saved(tmp_path, long).read_bytes()))["span_groups"]
    with refused("malformed"):
        list(read(repacked(saved(tmp_path, doc_of("a b")), span_groups=groups)))
    for starts in ([0, 5], [1], [0, 0], [0, "a"], "ab", 7):
        with refused("inconsistent"):
            list(read(with_values(tmp_path, doc_of("a b c"), id="d", sentence_starts=starts)))
    for speakers in (["Ann"], ["Ann", "Ann", 7], "abc"):
        with refused("inconsistent"):
            list(read(with_values(tmp_path, doc_of("a b c"), id="d", sentence_starts=[0], speakers=speakers)))


def test_docbin_is_recognised_by_its_name() -> None:
    assert FORMAT.recognises("", Path("train.spacy"))
    assert not FORMAT.recognises("x\ufffd", Path())


EMPTY_LISTS = b"\xdd\x00\x00\x07\xd0" + b"\x90" * 2000


SIMPLE = st.none() | st.booleans() | st.integers(-(2**63), 2**64 - 1) | st.floats() | st.text() | st.binary()
LONG_LISTS = [[None] * 65_536, dict.fromkeys(range(65_536)), ["a" * 65_536, b"a" * 256, "a" * 31]]
MESSAGES = st.recursive(SIMPLE, lambda part: st.lists(part) | st.dictionaries(st.text(), part), max_leaves=40)


def test_docbin_of_very_many_values_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = saved(tmp_path, doc_of("a"))
    content = path.read_bytes()
    changes: list[dict[str, Any]] = [
        {"cats": [[]] * 2000}, {"lengths": b"\0" * 4000}, {"span_groups": [EMPTY_LISTS]},
        {"span_groups": [srsly.msgpack_dumps([EMPTY_LISTS])]}, {"span_groups": [b"\xdd\xff\xff\xff\xff"]},
        {"user_data": [EMPTY_LISTS]},
    ]  # fmt: skip
    monkeypatch.setattr(docbin, "MOST_VALUES", 1000)
    for changed in changes:
        path.write_bytes(content)
        assert [document.words for document, _ in read(path)] == [("a",)]
        with refused("too-large"):
            list(read(repacked(path, **changed)))
        assert gc.isenabled()
    monkeypatch.setattr(docbin, "LONGEST_UNPACKED", 1000)
    path.write_bytes(zlib.compress(b"\0" * 1001))
    with refused("too-large"):
        list(read(path))


@pytest.mark.parametrize("examples", [20, pytest.param(200, marks=pytest.mark.slow)])
def test_docbin_values_of_a_message_are_counted_as_they_are_unpacked(examples: int) -> None:
    def count(part: Any) -> int:
        inner = [value for pair in part.items() for value in pair] if isinstance(part, dict) else part
        return 1 + (sum(map(count, inner)) if isinstance(inner, list) else 0)

    @settings(max_examples=examples)
    @given(MESSAGES)
    def check(message: Any) -> None:
        assert docbin.count_values(srsly.msgpack_dumps(message), 1_000_000) == count(message)

    check()
    for message in LONG_LISTS:
        assert docbin.count_values(srsly.msgpack_dumps(message), 1_000_000) == count(message)
