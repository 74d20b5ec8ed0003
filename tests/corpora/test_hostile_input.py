"""Files that somebody made to do harm, or that a broken program wrote: each format reads or refuses them, and soon."""

import re
import zlib
from collections.abc import Mapping
from pathlib import Path

import pytest
import srsly

from anaphora import corpora
from anaphora.corpora import docbin
from anaphora.workbench.document import Document, Span
from anaphora.workbench.errors import FormatError
from anaphora.workbench.key import Key
from tests.corpora.test_contract import BINARY, FORMATS, SAMPLES, XML, write_sample
from tests.fuzz.targets import refusing
from tests.patience import soon
from tests.refused import refused

DEEP = 100_000
LONG = 50_000_000


def written(folder: Path, content: str | bytes | Mapping[str, str]) -> Path:
    """The file "sample" with this content, or with others beside it."""
    for name, it in content.items() if isinstance(content, Mapping) else [("sample", content)]:
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_bytes(it if isinstance(it, bytes) else it.encode())
    return folder / "sample"


def read(format: str, path: Path) -> list[tuple[Document, Key]]:
    return list(corpora.load(format).read(path))


def suffix(format: str) -> str:
    """How names of files of a format end, where that matters."""
    return corpora.load(format).suffix


def of(format: str, name: str = "sample") -> str:
    files = SAMPLES[format]
    text = files[name] if isinstance(files, dict) else files
    assert isinstance(text, str)
    return text


def row(word: str = "a", cell: str = "-", parse: str = "*") -> str:
    return "\t".join(("d", "0", "0", word, "X", parse, "-", "-", "-", "-", "*", cell)) + "\n"


def conll(*rows: str) -> str:
    return f"#begin document (d); part 000\n{''.join(rows)}\n#end document\n"


def conllu(word: str = "a", entity: str = "_") -> str:
    return f"# newdoc id = d\n# global.Entity = eid-etype\n1\t{word}\t_\t_\t_\t_\t_\t_\t_\t{entity}\n\n"


def packed(depth: int) -> bytes:
    message = srsly.msgpack_loads(
        zlib.decompress(b"".join(docbin.write([(Document("d", ("a",), ("",)), Key("d", ()))])))
    )
    head = srsly.msgpack_dumps({**message, "cats": 0})
    at = head.index(b"\xa4cats") + 5
    return zlib.compress(head[:at] + b"\x91" * depth + head[at:])


DEEPLY_NESTED: Mapping[str, tuple[str | bytes | Mapping[str, str], str]] = {
    "conll2012": (conll(row(cell="(1" * DEEP), row(cell="1)" * DEEP)), ""),
    "corefud": (conllu(entity=f"Entity={'(e1-x' * DEEP}"), "unclosed"),
    "crac_json": ('[{"doc_id": "d", "tokens": ' + "[" * DEEP + "]" * DEEP + "}]", "malformed"),
    "crac_text": (f"a|{','.join(['[e1'] * DEEP)} b|{','.join(['e1]'] * DEEP)}", ""),
    "docbin": (packed(DEEP), "malformed"),
    "jsonlines": ('{"clusters": ' + "[" * DEEP + "]" * DEEP + "}", "malformed"),
    "mmax2": ("<mmax_project>" + "<words>" * DEEP + "</words>" * DEEP + "</mmax_project>", "malformed"),
    "muc": ("".join(f'<COREF ID="{at}">' for at in range(DEEP)) + "a" + "</COREF>" * DEEP, "too-large"),
    "plain": ("[" * DEEP, ""),
    "webanno": (of("webanno").replace("PER[1]|PER[2]", "|".join(f"P[{at}]" for at in range(DEEP))), ""),
    "winobias": ("1 " + "[" * DEEP + "a" + "]" * DEEP + " b\n", "malformed"),
}
FLAT = {"gap", "winogender"}
"""Formats whose mentions are columns of numbers, or known by their sentence."""
STANDING_OFF = {"brat", "litbank"}
"""Formats whose mentions are lines: see the next test but one."""


@pytest.mark.slow
@pytest.mark.parametrize("format", DEEPLY_NESTED)
def test_a_hundred_thousand_brackets_in_one_another_are_read_or_refused(format: str, tmp_path: Path) -> None:
    content, code = DEEPLY_NESTED[format]
    path = written(tmp_path, content)
    with soon(10.0):
        if code:
            with refused(code):
                read(format, path)
        else:
            [(document, key)] = read(format, path)
            assert DEEP in {sum(map(len, key.chains)), len(document.words)}


def test_every_format_in_which_something_can_nest_is_given_it_very_deep() -> None:
    assert sorted({*DEEPLY_NESTED, *FLAT, *STANDING_OFF}) == FORMATS


@pytest.mark.parametrize("format", sorted(STANDING_OFF))
def test_very_many_lines_of_mentions_in_one_another_are_read(format: str, tmp_path: Path) -> None:
    size = 1_000
    words = " ".join("a" for _ in range(size))
    lines = {
        "brat": (f"T{at}\tX {2 * at} {2 * size - 1}\t{words[2 * at :]}\n" for at in range(size)),
        "litbank": (f"MENTION\tT{at}\t0\t{at}\t0\t{size - 1}\t{words[2 * at :]}\tX\tNOM\n" for at in range(size)),
    }
    path = written(tmp_path, {"sample": "".join(lines[format]), "sample.txt": words + "\n"})

    with soon():
        [(_, key)] = read(format, path)
    assert [span for chain in key.chains for span in chain] == [Span(at, size) for at in range(size)]


def test_deep_parse_bits_are_read_as_they_are(tmp_path: Path) -> None:
    text = conll(row(parse="(S" * DEEP + "*" + ")" * DEEP))
    with soon():
        [(document, _)] = read("conll2012", written(tmp_path, text))
    assert len(document.parse[0]) == 3 * DEEP + 1


TOKEN = "a" * LONG
LONG_TOKENS: Mapping[str, tuple[str, str]] = {
    "brat": ("T1\tX 0 3\t{}\n", "other-words"),
    "conll2012": (conll(row("{}")), "too-large"),
    "corefud": (conllu("{}"), "too-large"),
    "gap": (of("gap").replace("Ann met", "{} met"), "too-large"),
    "jsonlines": ('{"sentences": [["{}"]], "clusters": [[[0, 0]]]}', ""),
    "litbank": ("MENTION\tT1\t0\t0\t0\t0\t{}\tPER\tPROP\n", "other-words"),
    "mmax2": ("<mmax_project><words>{}</words></mmax_project>", "malformed"),
    "muc": ('<COREF ID="1">{}</COREF>', "too-large"),
    "plain": ("{}", "too-large"),
    "webanno": (of("webanno").replace("Her\t", "{}\t"), "too-large"),
    "winobias": ("1 [The {}] met [she]\n", "too-large"),
    "winogender": (of("winogender").replace("nurse told", "nurse {}"), "too-large"),
}


@pytest.mark.slow
@pytest.mark.parametrize("format", LONG_TOKENS)
def test_a_token_of_fifty_megabytes_is_read_or_refused(format: str, tmp_path: Path) -> None:
    text, code = LONG_TOKENS[format]
    content = text.replace("{}", TOKEN, 1)
    others = SAMPLES[format] if format in {"brat", "litbank"} else {}
    assert isinstance(others, dict)
    path = written(tmp_path, {**others, "sample": content})
    with soon(5.0):
        if code:
            with refused(code) as caught:
                read(format, path)
            assert len(str(caught.value)) < 2_000
        else:
            assert len(read(format, path)[0][0].words[0]) == LONG


def test_a_document_of_spacy_with_a_token_of_fifty_megabytes_is_read(tmp_path: Path) -> None:
    path = written(tmp_path, b"".join(docbin.write([(Document("d", (TOKEN,), ("",)), Key("d", ((Span(0, 1),),)))])))

    with soon(10.0):
        [(document, _)] = read("docbin", path)
    assert len(document.words[0]) == LONG


BOMB = "<!DOCTYPE a [<!ENTITY a0 'ha'>{}]>".format(
    "".join(f"<!ENTITY a{at} '{f'&a{at - 1};' * 10}'>" for at in range(1, 12))
)
OUTSIDE = '<!DOCTYPE a [<!ENTITY x SYSTEM "{}">]>'


@pytest.mark.parametrize("file", ["sample", "Basedata/sample_words.xml", "Markables/sample_coref_level.xml"])
@pytest.mark.parametrize("declared", [BOMB, OUTSIDE.format("secret.txt"), OUTSIDE.format("http://localhost/x")])
def test_entities_of_xml_are_refused_in_every_file_of_a_project(tmp_path: Path, file: str, declared: str) -> None:
    path = write_sample("mmax2", tmp_path)
    (tmp_path / "secret.txt").write_text("secret")
    name = "&a11;" if declared == BOMB else "&x;"
    text = (tmp_path / file).read_text().replace(">", f">{name}", 1)
    (tmp_path / file).write_text(declared + text)

    with soon(), pytest.raises(FormatError) as caught:
        read("mmax2", path)
    assert caught.value.code in {"xml-entities", "malformed"}
    assert "secret" not in str(caught.value).replace("secret.txt", "")


@pytest.mark.parametrize("declared", [BOMB, OUTSIDE.format("/etc/passwd")])
def test_entities_of_sgml_mean_nothing(tmp_path: Path, declared: str) -> None:
    with soon():
        [(document, _)] = read("muc", written(tmp_path, f"{declared}<COREF ID='1'>&a11;&x;</COREF>"))
    assert document.text.endswith("&a11;&x;")


@pytest.mark.parametrize("format", [name for name in FORMATS if name not in BINARY | XML])
def test_what_looks_like_an_entity_stands_for_itself(format: str, tmp_path: Path) -> None:
    path = write_sample(format, tmp_path)
    for file in tmp_path.iterdir():
        text = file.read_text("utf-8")
        file.write_text(re.sub(r"\b(Ann|Her|rest|hungry)\b", "&a;", text), "utf-8")
    [(document, _)] = read(format, path)

    assert "&a;" in document.text


TEXT_FORMATS = [name for name in FORMATS if name not in BINARY]


@pytest.mark.parametrize("format", TEXT_FORMATS)
@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "utf-32", "latin-1", "cp1252"])
def test_files_in_other_encodings_are_refused(format: str, encoding: str, tmp_path: Path) -> None:
    path = write_sample(format, tmp_path)
    text = path.read_text("utf-8").replace("Ann", "Zoë").replace("nurse", "nürse").replace("Her", "Hér")
    text = text if not text.isascii() else text.replace("words", "wörds")
    path.write_bytes(text.encode(encoding))
    if format in XML and encoding == "utf-16":
        pytest.skip("XML says its encoding itself")

    with pytest.raises(FormatError) as caught:
        read(format, path)
    assert caught.value.path == str(path)


@pytest.mark.parametrize("format", TEXT_FORMATS)
def test_a_nul_byte_is_refused_with_its_line(format: str, tmp_path: Path) -> None:
    path = write_sample(format, tmp_path)
    content = path.read_bytes()
    at = content.index(b"\n", 1) if content.count(b"\n") > 1 else len(content) - 1
    path.write_bytes(content[:at] + b"\0" + content[at:])

    with refused("malformed" if format in XML else "binary", path, 1):
        read(format, path)


@pytest.mark.parametrize("format", TEXT_FORMATS)
def test_windows_and_old_line_ends_are_read_or_refused_with_their_file(format: str, tmp_path: Path) -> None:
    path = write_sample(format, tmp_path)
    wanted = read(format, path)
    content = path.read_bytes()
    path.write_bytes(content.replace(b"\n", b"\r\n"))
    assert [(it.words, key.chains) for it, key in read(format, path)] == [(it.words, key.chains) for it, key in wanted]

    path.write_bytes(content.replace(b"\n", b"\r"))
    with refusing(path):
        read(format, path)
