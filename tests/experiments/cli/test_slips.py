"""Slips of newcomers: what was typed, the exit code, and the words that the message must hold. None is silent."""

import shlex
from pathlib import Path

import pytest

from tests.experiments.conftest import Run

KEY = """#begin document (d); part 000
d 0 0 Ann (0)
d 0 1 saw -
d 0 2 Bob (1)
d 0 3 . -

d 0 0 She (0)
d 0 1 waved -
d 0 2 . -

#end document
"""
FILES: dict[str, str | bytes] = {
    "key.conll": KEY,
    "other_text.conll": KEY.replace("Ann", "Tom").replace("saw", "met").replace("Bob", "Eve").replace("She", "He"),
    "other_document.conll": KEY.replace("(d)", "(e)").replace("d 0", "e 0"),
    "text.txt": "The cat sat down. It slept.\n",
    "german.txt": "Der Hund bellt laut. Er ist ein schönes Tier.\n",
    "latin1.txt": b"caf\xe9 au lait\n",
    "binary.dat": b"\xff\xfe\x00\x01",
    "broken.jsonl": '{"tokens": ["a"\n',
    "unknown.json": '{"a": 1}',
    "broken.toml": "[x\n",
    "text.conll.gz": b"\x1f\x8b\x08\x00",
    "nokey.conllu": "# newdoc id = a\n1\tHi\thi\tINTJ\t_\t_\t0\troot\t_\t_\n\n",
    "empty.py": "",
    "syntax.py": "def x(:\n",
}
BAD, USAGE = 1, 2
SLIPS = [
    ("compar", USAGE, "compare"),
    ("compare nosuch.conll", BAD, "nosuch.conll"),
    ("compare empty", BAD, "known format"),
    ("compare text.txt --resolvers mars", BAD, "anaphora resolve"),
    ("compare key.conll --resolvers MARS", USAGE, "'mars'"),
    ("compare key.conll --resolvers mitkow", USAGE, "'mitkov'"),
    ("compare key.conll --resolvers most_recent mars", USAGE, "commas"),
    ("compare key.conll --resolvers xyz", USAGE, "lappin_leass"),
    ("compare key.conll --resolvers 'mars(nope=1)'", USAGE, "preset"),
    ("compare key.conll --resolvers ./mine.py", USAGE, "mine.py"),
    ("compare key.conll --resolvers nosuch:Class", USAGE, "nosuch"),
    ("compare key.conll --resolvers mars,mars", USAGE, "Label="),
    ("compare key.conll --match exact", USAGE, "strict"),
    ("compare key.conll --window -1", USAGE, "window"),
    ("compare key.conll --window three", USAGE, "window"),
    ("compare key.conll --input gold", USAGE, "perfect"),
    ("compare key.conll --format conll", USAGE, "conll2012"),
    ("compare key.conll --pipeline en_nosuch", USAGE, "en_nosuch"),
    ("compare key.conll --report no/such/report.html", BAD, "no/such"),
    ("compare key.conll --to xml", USAGE, "latex"),
    ("resolve 'He said she left.'", USAGE, "anaphora resolve"),
    ("resolve german.txt", BAD, "English"),
    ("resolve key.conll", BAD, "anaphora compare"),
    ("resolve latin1.txt", BAD, "UTF-8"),
    ("resolve binary.dat", BAD, "binary.dat"),
    ("ablate key.conll --resolver hobs", USAGE, "'hobbs'"),
    ("ablate key.conll --resolver most_recent", USAGE, "most_recent"),
    ("list mrs", USAGE, "'mars'"),
    ("score", USAGE, "key"),
    ("score key.conll", USAGE, "RESPONSE"),
    ("score key.conll nosuch.conll", BAD, "nosuch.conll"),
    ("score key.conll other_text.conll", BAD, "words"),
    ("score key.conll other_document.conll --duplicates none", USAGE, "refuse"),
    ("score key.conll key.conll --measures muk", USAGE, "'muc'"),
    ("score key.conll key.conll --preset crac2028", USAGE, "'crac2026'"),
    ("coref key.conll --preset conll", USAGE, "'conll2012'"),
    ("score key.conll key.conll --by chain-lenght", USAGE, "'chain-length'"),
    ("score key.conll key.conll --by window=0", USAGE, "window=1500"),
    ("score key.conll key.conll --show figures", USAGE, "fractions"),
    ("score key.conll broken.jsonl", BAD, "broken.jsonl"),
    ("score key.conll unknown.json", BAD, "unknown.json"),
    ("score key.conll a=key.conll a=key.conll", USAGE, "called 'a'"),
    ("resolve text.txt --explain --to html", USAGE, "json"),
    ("convert key.conll --to nosuch out.conll", USAGE, "nosuch"),
    ("check nosuch.conll", BAD, "nosuch.conll"),
    ("run nosuch", BAD, "literature"),
    ("run broken.toml", BAD, "broken.toml"),
    ("ablate key.conll --resolvers mars,hobbs", USAGE, "not one resolver"),
    ("compare links", BAD, "Symbolic links"),
    ("compare text.conll.gz", BAD, "Decompress"),
    ("compare nokey.conllu", BAD, "no key"),
    ("compare key.conll --resolvers ./empty.py", USAGE, "`resolve`"),
    ("compare key.conll --resolvers ./syntax.py", USAGE, "SyntaxError"),
    ("compare key.conll --resolvers 'mars(scope=here)'", USAGE, "paragraph"),
    ("compare key.conll --resolvers 'mars(scope=window'", USAGE, "expected mars("),
    ("compare key.conll --perfect trees", USAGE, "annotation"),
    ("compare key.conll --sample 100", USAGE, "gap=100"),
    ("compare key.conll --antecedent any", USAGE, "any"),
    ("compare key.conll --anaphors some", USAGE, "some"),
    ("compare key.conll --it-filter best", USAGE, "best"),
    ("compare key.conll --executor threads", USAGE, "threads"),
    ("score key.conll key.conll --resamples -1", USAGE, "--resamples"),
    ("score key.conll key.conll --format word", USAGE, "'word'"),
    ("score key.conll key.conll key=twice.conll", USAGE, "'key'"),
    ("compare key.conll --journal no/dir/j.jsonl", BAD, "no/dir"),
    ("compare key.conll --executor serial --jobs 2", USAGE, "Leave one"),
    ("compare key.conll --seed -3", USAGE, "0 or more"),
    ("compare --report", USAGE, "requires an argument"),
    ("resolve text.txt --resolvers oracle", USAGE, "anaphora compare"),
    ("serve --port 99999", USAGE, "65535"),
    ("score key.conll key.conll --resamples lots", USAGE, "whole number"),
    ("convert key.conll key.conll", USAGE, "--force"),
    ("convert key.conll out", USAGE, "--to"),
    ("train mars key.conll -o x.json", USAGE, "ge_hale_charniak"),
    ("train ge_hale_charniak key.conll", USAGE, "--output"),
    ("optimise key.conll --resolvers hobbs", USAGE, "mitkov"),
    ("export key.conll --for gpt", USAGE, "llm_document"),
    ("agree key.conll", USAGE, "two annotators"),
    ("losses key.conll --figures no/x", BAD, "no folder no"),
]


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for name, content in FILES.items():
        (tmp_path / name).write_bytes(content if isinstance(content, bytes) else content.encode())
    (tmp_path / "empty").mkdir()
    (tmp_path / "links").mkdir()
    (tmp_path / "links" / "key.conll").symlink_to(tmp_path / "key.conll")
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.usefixtures("place")
@pytest.mark.parametrize(("typed", "code", "word"), SLIPS, ids=[typed for typed, *_ in SLIPS])
def test_a_slip_is_named_with_its_cure(anaphora: Run, typed: str, code: int, word: str) -> None:
    result = anaphora(*shlex.split(typed))

    assert result.code == code
    assert word in " ".join((result.err + result.out).split())
    assert "Traceback" not in result.err
    assert not result.out or typed.startswith("check")
