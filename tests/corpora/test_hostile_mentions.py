"""Mentions and ids that contradict each other: every format that can say such a thing is given it."""

import json
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import pytest

from anaphora import corpora
from anaphora.corpora import docbin
from anaphora.workbench.document import Document, Span
from anaphora.workbench.key import Key
from tests.corpora.test_contract import FORMATS, SAMPLES, write_sample
from tests.corpora.test_hostile_input import STANDING_OFF, conll, conllu, of, read, row, suffix, written
from tests.refused import refused


def jsonl(**fields: object) -> str:
    return json.dumps({"doc_key": "d", "sentences": [["a", "b", "c"]], "clusters": [], **fields}) + "\n"


def crac_json(*clusters: object, id: str = "d") -> str:
    return json.dumps({"doc_id": id, "tokens": ["a", "b", "c"], "clusters_token_offsets": clusters}) + "\n"


WORDS = "Basedata/sample_words.xml"
MARKABLES = "Markables/sample_coref_level.xml"
TWICE: Mapping[str, str | bytes | Mapping[str, str]] = {
    "brat": "T1\tX 0 3\tAnn\nT1\tX 0 3\tAnn\n",
    "conll2012": conll(row()) * 2,
    "corefud": conllu() * 2,
    "crac_json": crac_json() * 2,
    "gap": of("gap") + of("gap").splitlines(keepends=True)[1],
    "jsonlines": jsonl() * 2,
    "litbank": "MENTION\tT1\t0\t0\t0\t0\tAnn\tPER\tPROP\n" * 2,
    "docbin": b"".join(docbin.write([(Document("d", ("a",), ("",)), Key("d", ()))] * 2)),
    "mmax2": {**SAMPLES["mmax2"], WORDS: '<words><word id="w1">a</word><word id="w1">b</word></words>'},  # type: ignore[dict-item]
    "muc": '<COREF ID="1">a</COREF> <COREF ID="1">b</COREF>',
    "webanno": of("webanno") + of("webanno").splitlines(keepends=True)[-1],
    "winobias": "1 [The cook] ate [her] lunch.\n" * 2,
    "winogender": of("winogender") + of("winogender").splitlines(keepends=True)[1],
}


@pytest.mark.parametrize("format", TWICE)
def test_an_id_that_is_given_twice_is_refused(format: str, tmp_path: Path) -> None:
    if format in STANDING_OFF:
        write_sample(format, tmp_path)
    with refused("duplicate-id"):
        read(format, written(tmp_path, TWICE[format]))


def test_every_format_with_ids_is_given_one_twice() -> None:
    assert sorted({*TWICE, "crac_text", "plain"}) == FORMATS


@pytest.mark.parametrize("format", FORMATS)
def test_an_id_that_two_files_of_a_folder_give_is_told(format: str, tmp_path: Path) -> None:
    for place in "ab":
        (tmp_path / place).mkdir()
        path = write_sample(format, tmp_path / place)
        path.rename(path.with_suffix(suffix(format) if format not in STANDING_OFF else ""))
    found = [it for it in corpora.check(tmp_path, format) if "has the same id" in it.text]

    assert [(Path(it.path).parent.name, it.severity) for it in found] == [("b", "error")]


CROSSING: Mapping[str, str | bytes | Mapping[str, str]] = {
    "brat": {"sample": "T1\tX 0 3\ta b\nT2\tX 2 5\tb c\nR1\tCoref Arg1:T1 Arg2:T2\n", "sample.txt": "a b c"},
    "crac_json": crac_json([[0, 1], [1, 2]]),
    "docbin": b"".join(
        docbin.write([(Document("d", ("a", "b", "c"), (" ", " ", "")), Key("d", ((Span(0, 2), Span(1, 3)),)))])
    ),
    "jsonlines": jsonl(clusters=[[[0, 1], [1, 2]]]),
    "litbank": {
        "sample": "MENTION\tT1\t0\t0\t0\t1\ta b\tX\tNOM\nMENTION\tT2\t0\t1\t0\t2\tb c\tX\tNOM\nCOREF\tT1\tx-1\n"
        "COREF\tT2\tx-1\n",
        "sample.txt": "a b c\n",
    },
    "mmax2": {
        **SAMPLES["mmax2"],  # type: ignore[dict-item]
        "Basedata/sample_words.xml": "<words>" + "".join(f'<word id="w{at}">{at}</word>' for at in "123") + "</words>",
        MARKABLES: '<m><markable span="w1..w2" coref_class="x"/><markable span="w2..w3" coref_class="x"/></m>',
    },
    "webanno": "#FORMAT=WebAnno TSV 3.3\n#T_CH=x.Coref|type|kind\n\n\n#Text=a b c\n1-1\t0-1\ta\t_\tx->1-1\t\n"
    "1-2\t2-3\tb\t_\tx->1-1|x->1-2\t\n1-3\t4-5\tc\t_\tx->1-2\t\n",
}  # fmt: skip


@pytest.mark.parametrize("format", CROSSING)
def test_crossing_mentions_of_a_chain_are_read_and_told(format: str, tmp_path: Path) -> None:
    path = written(tmp_path, CROSSING[format])
    [(_, key)] = read(format, path)
    found = [it.text for it in corpora.check(path, format) if it.severity == "warning"]

    assert key.chains == ((Span(0, 2), Span(1, 3)),)
    assert any("two mentions of one chain overlap" in text for text in found)


CROSSING_CHAINS: Mapping[str, str] = {
    "conll2012": conll(row(cell="(1"), row(cell="(2|1)"), row(cell="2)")),
    "corefud": conllu(entity="Entity=(e1-x").rstrip("\n")
    + "\n2\tb\t_\t_\t_\t_\t_\t_\t_\tEntity=e1)(e2-x\n3\tc\t_\t_\t_\t_\t_\t_\t_\tEntity=e2)\n\n",
    "crac_text": "a|[e1 b|[e2,e1] c|e2]\n",
}
NEVER_CROSSING = {"gap", "muc", "plain", "winobias", "winogender"}
"""Elements of SGML and pairs of brackets nest or are refused; the rest cannot say it."""


@pytest.mark.parametrize("format", CROSSING_CHAINS)
def test_crossing_mentions_of_two_chains_are_read(format: str, tmp_path: Path) -> None:
    [(_, key)] = read(format, written(tmp_path, CROSSING_CHAINS[format]))

    assert key.chains == ((Span(0, 2),), (Span(1, 3),))


def test_every_format_in_which_mentions_can_cross_is_given_such() -> None:
    assert sorted({*CROSSING, *CROSSING_CHAINS, *NEVER_CROSSING}) == FORMATS


OUT_OF_THE_TEXT: Mapping[str, tuple[str | Mapping[str, str], str]] = {
    "brat": ({"sample": "T1\tX 0 99\ta\n", "sample.txt": "a b c"}, "bad-span"),
    "conll2012": (conll(row(cell="(1")), "unclosed"),
    "corefud": (conllu(entity="Entity=e1)"), "unopened"),
    "crac_json": (crac_json([[0, 3]]), "bad-span"),
    "crac_text": ("a b|e1]\n", "unopened"),
    "gap": (of("gap").replace("\t13\t", "\t999999999\t"), "bad-span"),
    "jsonlines": (jsonl(clusters=[[[0, 3]]]), "bad-span"),
    "litbank": ({"sample": "MENTION\tT1\t0\t0\t9\t0\ta\tX\tNOM\n", "sample.txt": "a\n"}, "bad-span"),
    "mmax2": (
        {**SAMPLES["mmax2"], MARKABLES: '<m><markable span="word_1..word_9"/></m>'},  # type: ignore[dict-item]
        "bad-span",
    ),
    "muc": ('a <COREF ID="1">b', "unclosed"),
    "winobias": ("1 The [cook ate lunch.\n", "malformed"),
    "winogender": (of("winogender").replace("The nurse", "She"), "other-words"),
    "webanno": (of("webanno") + "9-9.1\t0-3\tx\t_\t_\t_\t\n", "bad-span"),
}


@pytest.mark.parametrize("format", OUT_OF_THE_TEXT)
def test_a_mention_outside_its_text_is_refused(format: str, tmp_path: Path) -> None:
    content, code = OUT_OF_THE_TEXT[format]
    with refused(code):
        read(format, written(tmp_path, content))


def test_every_format_whose_mentions_could_be_outside_is_given_such() -> None:
    """For DocBin see `test_docbin_mentions_outside_their_document_are_refused`; plain text has none."""
    assert sorted({*OUT_OF_THE_TEXT, "docbin", "plain"}) == FORMATS


ONE = (Document("d", ("a",), ("",)), Key("d", ((Span(0, 1),),)))
ACROSS: Mapping[str, str | bytes] = {
    "docbin": b"".join(docbin.write([ONE, (replace(ONE[0], id="e"), replace(ONE[1], document_id="e"))])),
    "conll2012": conll(row(cell="(1)")) + conll(row(cell="(1)")).replace("(d)", "(e)"),
    "corefud": conllu(entity="Entity=(e1-x)") + conllu(entity="Entity=(e1-x)").replace("id = d", "id = e"),
    "crac_json": crac_json([[0, 0]]) + crac_json([[0, 0]], id="e"),
    "crac_text": "a|[e1]\n" * 2,
    "jsonlines": jsonl(clusters=[[[0, 0]]]) + jsonl(doc_key="e", clusters=[[[0, 0]]]),
    "muc": '<DOC><COREF ID="1">a</COREF></DOC><DOC><COREF ID="2" REF="1">a</COREF></DOC>',
}


@pytest.mark.parametrize("format", ACROSS)
def test_a_chain_ends_with_its_document(format: str, tmp_path: Path) -> None:
    keys = [key for _, key in read(format, written(tmp_path, ACROSS[format]))]

    assert [key.chains for key in keys] == [((Span(0, 1),),)] * 2


def test_every_format_whose_chains_have_names_beyond_a_document_is_given_such() -> None:
    of_one_document = {"brat", "litbank", "mmax2", "plain", "webanno"}
    without_names = {"gap", "winobias", "winogender"}

    assert sorted({*ACROSS, *of_one_document, *without_names}) == FORMATS


def test_a_reference_into_another_document_is_told(tmp_path: Path) -> None:
    found = corpora.check(written(tmp_path, ACROSS["muc"]), "muc")

    assert "REF='1' of COREF 2 is not an ID of the document" in [it.text for it in found]
