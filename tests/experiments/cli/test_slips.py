"""Slips of newcomers: none is silent, and none shows a traceback."""

import shlex
from pathlib import Path
from typing import NoReturn

import pytest

from anaphora.experiments.cli import main
from anaphora.workbench.errors import WorkbenchError
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
    "u16.conll": KEY.encode("utf-16"),
    "bom.conll": b"\xef\xbb\xbf" + KEY.encode(),
    "crlf.conll": KEY.replace("\n", "\r\n"),
    "empty.conll": "",
    "table.csv": "a,b\n1,2\n",
    "list.json": "[1, 2]",
    "cut.conll": KEY[:60],
    "bracket.conll": KEY.replace("(1)", "(1"),
    "one.conll": KEY.replace("She (0)", "She (1)"),
    "two.conll": KEY + KEY.replace("(d)", "(e)").replace("d 0", "e 0"),
    "blank.txt": "\n \n",
}
DONE, BAD, USAGE, MISSED = 0, 1, 2, 3
SLIPS = [
    ("compar", USAGE, "usage"),
    ("compare nosuch.conll", BAD, "missing-file"),
    ("compare empty", BAD, "empty"),
    ("compare text.txt --resolvers mars", BAD, "no-key"),
    ("compare key.conll --resolvers MARS", USAGE, "unknown-name"),
    ("compare key.conll --resolvers mitkow", USAGE, "unknown-name"),
    ("compare key.conll --resolvers most_recent mars", USAGE, "resolver-as-corpus"),
    ("compare key.conll --resolvers xyz", USAGE, "unknown-name"),
    ("compare key.conll --resolvers 'mars(nope=1)'", USAGE, "bad-option"),
    ("compare key.conll --resolvers ./mine.py", USAGE, "unknown-name"),
    ("compare key.conll --resolvers nosuch:Class", USAGE, "own-resolver"),
    ("compare key.conll --resolvers mars,mars", USAGE, "named-twice"),
    ("compare key.conll --match exact", USAGE, "usage"),
    ("compare key.conll --window -1", USAGE, "usage"),
    ("compare key.conll --window three", USAGE, "usage"),
    ("compare key.conll --input gold", USAGE, "usage"),
    ("compare key.conll --format conll", USAGE, "unknown-name"),
    ("compare key.conll --pipeline en_nosuch", USAGE, "unknown-name"),
    ("compare key.conll --report no/such/report.html", BAD, "bad-input"),
    ("compare key.conll --to xml", USAGE, "usage"),
    ("resolve 'He said she left.'", USAGE, "text-for-file"),
    ("resolve german.txt", BAD, "not-english"),
    ("resolve key.conll", BAD, "corpus-for-text"),
    ("resolve latin1.txt", BAD, "not-utf8"),
    ("resolve binary.dat", BAD, "unknown-format"),
    ("ablate key.conll --resolver hobs", USAGE, "unknown-name"),
    ("ablate key.conll --resolver most_recent", USAGE, "no-parts"),
    ("list mrs", USAGE, "unknown-name"),
    ("score", USAGE, "no-response"),
    ("score key.conll", USAGE, "no-response"),
    ("score key.conll nosuch.conll", BAD, "missing-file"),
    ("score key.conll other_text.conll", BAD, "other-text"),
    ("score key.conll other_document.conll --duplicates none", USAGE, "usage"),
    ("score key.conll key.conll --measures muk", USAGE, "unknown-name"),
    ("score key.conll key.conll --preset crac2028", USAGE, "unknown-name"),
    ("coref key.conll --preset conll", USAGE, "unknown-name"),
    ("score key.conll key.conll --by chain-lenght", USAGE, "unknown-name"),
    ("score key.conll key.conll --by window=0", USAGE, "bad-part"),
    ("score key.conll key.conll --show figures", USAGE, "unknown-name"),
    ("score key.conll broken.jsonl", BAD, "unknown-format"),
    ("score key.conll unknown.json", BAD, "unknown-format"),
    ("score key.conll a=key.conll a=key.conll", USAGE, "duplicate-name"),
    ("resolve text.txt --explain --to html", USAGE, "explain-form"),
    ("convert key.conll --to nosuch out.conll", USAGE, "unknown-name"),
    ("check nosuch.conll", BAD, "said"),
    ("run nosuch", BAD, "malformed"),
    ("run broken.toml", BAD, "not-toml"),
    ("ablate key.conll --resolvers mars,hobbs", USAGE, "usage"),
    ("compare links", BAD, "empty"),
    ("compare text.conll.gz", BAD, "compressed"),
    ("compare nokey.conllu", BAD, "no-key"),
    ("compare key.conll --resolvers ./empty.py", USAGE, "no-resolver"),
    ("compare key.conll --resolvers ./syntax.py", USAGE, "own-resolver"),
    ("compare key.conll --resolvers 'mars(scope=here)'", USAGE, "unknown-value"),
    ("compare key.conll --resolvers 'mars(scope=window'", USAGE, "bad-option"),
    ("compare key.conll --perfect trees", USAGE, "perfect"),
    ("compare key.conll --sample 100", USAGE, "unknown-sample"),
    ("compare key.conll --antecedent any", USAGE, "usage"),
    ("compare key.conll --anaphors some", USAGE, "usage"),
    ("compare key.conll --it-filter best", USAGE, "usage"),
    ("compare key.conll --executor threads", USAGE, "usage"),
    ("score key.conll key.conll --resamples -1", USAGE, "usage"),
    ("score key.conll key.conll --format word", USAGE, "unknown-name"),
    ("score key.conll key.conll key=twice.conll", USAGE, "duplicate-name"),
    ("compare key.conll --journal no/dir/j.jsonl", BAD, "bad-input"),
    ("compare key.conll --executor serial --jobs 2", USAGE, "executor"),
    ("compare key.conll --seed -3", USAGE, "usage"),
    ("compare --report", USAGE, "no-value"),
    ("resolve text.txt --resolvers oracle", USAGE, "bad-option"),
    ("serve --port 99999", USAGE, "usage"),
    ("score key.conll key.conll --resamples lots", USAGE, "usage"),
    ("convert key.conll key.conll", USAGE, "exists"),
    ("convert key.conll out", USAGE, "ambiguous-format"),
    ("train mars key.conll -o x.json", USAGE, "bad-option"),
    ("train ge_hale_charniak key.conll", USAGE, "usage"),
    ("optimise key.conll --resolvers hobbs", USAGE, "no-scores"),
    ("export key.conll --for gpt", USAGE, "bad-option"),
    ("agree key.conll", USAGE, "not-two-annotators"),
    ("losses key.conll --figures no/x", BAD, "bad-input"),
    ("comparre --help", USAGE, "usage"),
    ("compare --no-cach", USAGE, "usage"),
    ("score key.conll key.conll --measures conl", USAGE, "unknown-name"),
    ("score key.conll key.conll --measures conll,lea,foo", USAGE, "unknown-name"),
    ("score key.conll u16.conll", BAD, "not-utf8"),
    ("score key.conll latin1.txt", BAD, "not-utf8"),
    ("score bom.conll key.conll", DONE, "fine"),
    ("score key.conll crlf.conll", DONE, "fine"),
    ("score key.conll empty.conll", BAD, "empty"),
    ("score empty.conll key.conll", BAD, "empty"),
    ("score key.conll empty", BAD, "empty"),
    ("score key.conll binary.dat", BAD, "unknown-format"),
    ("score key.conll table.csv", BAD, "unknown-format"),
    ("score key.conll list.json", BAD, "unknown-format"),
    ("score key.conll cut.conll", BAD, "unclosed"),
    ("score key.conll bracket.conll", BAD, "unclosed"),
    ("score two.conll key.conll", DONE, "said"),
    ("score key.conll two.conll", BAD, "extra-document"),
    ("score key.conll x=one.conll x=key.conll", USAGE, "duplicate-name"),
    ("compare key.conll --resolvers 'most_recent, random_any'", DONE, "fine"),
    ("compare key.conll --resolvers most_recent --resolvers random_any", USAGE, "given-twice"),
    ("score key.conll one.conll --window abc", USAGE, "usage"),
    ("score key.conll one.conll --fail-under 70", USAGE, "bad-gate"),
    ("score key.conll one.conll --fail-under conll=0.7", USAGE, "gate-in-percent"),
    ("score key.conll one.conll --fail-under conll=70 --measures muc", USAGE, "unknown-name"),
    ("score key.conll one.conll --fail-under conll=99", MISSED, "gate-missed"),
    ("score key.conll one.conll --report r.pdf", USAGE, "report-name"),
    ("score key.conll one.conll --report empty", BAD, "bad-input"),
    ("score key.conll one.conll --json no/x.json", BAD, "bad-input"),
    ("convert key.conll text.txt", USAGE, "ambiguous-format"),
    ("score key.conll -", BAD, "not-a-file"),
    ("score key.conll /dev/null", BAD, "not-a-file"),
    ("resolve blank.txt", BAD, "no-words"),
    ("resolve text.txt --anaphors nominal", USAGE, "usage"),
    ("chains text.txt --anaphors names", USAGE, "usage"),
    ("rewrite text.txt --anaphors all-mentions", USAGE, "usage"),
    ("score key.conll links/key.conll", DONE, "said"),
    ("score key.conll a=one.conll b=links/../one.conll", DONE, "said"),
    ("score key.conll one.conll --match strict --match head", USAGE, "given-twice"),
    ("serve --open --no-open", USAGE, "given-twice"),
    ("compare nokey.conllu --resolvers most_recent", BAD, "no-key"),
    ("rewrite text.txt --min-probability 2", USAGE, "no-probability"),
    ("rewrite text.txt --each word", USAGE, "each"),
    ("list --json no/x.json", BAD, "bad-input"),
    ("score key.conll one.conll --figures no/x", BAD, "bad-input"),
    ("score key.conll one.conll --to table --to json", USAGE, "given-twice"),
    ("score key.conll one.conll --no-worse-than nobody", BAD, "missing-file"),
    ("coref key.conll --across-documents 0.5", USAGE, "no-folder"),
    ("import key.conll key.conll", BAD, "malformed"),
    ("new resolver Bad-Name", USAGE, "name"),
    ("score key.conll one.conll --singletons maybe", USAGE, "usage"),
    ("check key.conll --repair", USAGE, "no-value"),
    ("score key.conll one.conll --seed", USAGE, "no-value"),
    ("compare key.conll --resolvers random_any --no-worse-than mars", DONE, "said"),
]
"""What was typed, the exit code, and the code of the error; `usage` if it is what the parser of options refuses.

Where nothing is refused it is `said` what is odd, or nothing is (`fine`).
"""


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for name, content in FILES.items():
        (tmp_path / name).write_bytes(content if isinstance(content, bytes) else content.encode())
    (tmp_path / "empty").mkdir()
    (tmp_path / "links").mkdir()
    (tmp_path / "links" / "key.conll").symlink_to(tmp_path / "key.conll")
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def refused(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The codes of the errors that end a command."""
    codes, refuse = list[str](), main.refuse

    def noted(error: WorkbenchError) -> NoReturn:
        codes.append(error.code)
        refuse(error)

    monkeypatch.setattr(main, "refuse", noted)
    return codes


@pytest.mark.usefixtures("place")
@pytest.mark.parametrize(("typed", "exit_code", "code"), SLIPS, ids=[typed for typed, *_ in SLIPS])
def test_a_slip_is_refused_or_said(anaphora: Run, refused: list[str], typed: str, exit_code: int, code: str) -> None:
    result = anaphora(*shlex.split(typed))

    assert result.code == exit_code
    assert refused == ([] if code in ("usage", "said", "fine") else [code])
    assert "Traceback" not in result.err
    assert bool(result.err) == (code != "fine" and not (code == "said" and result.code))
    assert bool(result.out) == (code in ("said", "fine", "gate-missed"))
