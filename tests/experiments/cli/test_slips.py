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
    "text.txt": "The cat sat down. It slept.\n",
    "german.txt": "Der Hund bellt laut. Er ist ein schönes Tier.\n",
    "latin1.txt": b"caf\xe9 au lait\n",
    "binary.dat": b"\xff\xfe\x00\x01",
    "broken.jsonl": '{"tokens": ["a"\n',
    "unknown.json": '{"a": 1}',
    "text.conll.gz": b"\x1f\x8b\x08\x00",
    "nokey.conllu": "# newdoc id = a\n1\tHi\thi\tINTJ\t_\t_\t0\troot\t_\t_\n\n",
    "empty.py": "",
    "syntax.py": "def x(:\n",
    "u16.conll": KEY.encode("utf-16"),
    "bom.conll": b"\xef\xbb\xbf" + KEY.encode(),
    "crlf.conll": KEY.replace("\n", "\r\n"),
    "empty.conll": "",
    "table.csv": "a,b\n1,2\n",
    "one.conll": KEY.replace("She (0)", "She (1)"),
    "two.conll": KEY + KEY.replace("(d)", "(e)").replace("d 0", "e 0"),
}
DONE, BAD, USAGE, MISSED = 0, 1, 2, 3
SLIPS = {
    (USAGE, "usage"): (
        "compar", "compare key.conll --match exact", "compare key.conll --window -1",
        "compare key.conll --window three", "compare key.conll --to xml",
        "serve --port 99999", "train ge_hale_charniak key.conll", "comparre --help",
        "resolve text.txt --anaphors nominal",
    ),
    (BAD, "missing-file"): (
        "compare nosuch.conll", "score key.conll nosuch.conll", "score key.conll one.conll --no-worse-than nobody",
    ),
    (BAD, "no-key"): ("compare text.txt --resolvers mars", "compare nokey.conllu",),
    (USAGE, "unknown-name"): (
        "compare key.conll --resolvers MARS", "compare key.conll --resolvers ./mine.py",
        "compare key.conll --format conll", "compare key.conll --pipeline en_nosuch",
        "ablate key.conll --resolver hobs", "list mrs", "score key.conll key.conll --measures muk",
        "score key.conll key.conll --preset crac2028", "score key.conll key.conll --by chain-lenght",
        "score key.conll key.conll --show figures", "convert key.conll --to nosuch out.conll",
        "score key.conll key.conll --measures conll,lea,foo", "score key.conll key.conll --fail-under muk=50",
    ),
    (USAGE, "resolver-as-corpus"): ("compare key.conll --resolvers most_recent mars",),
    (USAGE, "bad-option"): (
        "compare key.conll --resolvers 'mars(nope=1)'", "train mars key.conll -o x.json",
        "export key.conll --for gpt",
    ),
    (USAGE, "own-resolver"): (
        "compare key.conll --resolvers nosuch:Class", "compare key.conll --resolvers ./syntax.py",
    ),
    (USAGE, "named-twice"): ("compare key.conll --resolvers mars,mars",),
    (USAGE, "text-for-file"): ("resolve 'He said she left.'",),
    (BAD, "not-english"): ("resolve german.txt",),
    (BAD, "corpus-for-text"): ("resolve key.conll",),
    (BAD, "not-utf8"): ("resolve latin1.txt", "score key.conll u16.conll",),
    (BAD, "unknown-format"): (
        "resolve binary.dat", "score key.conll broken.jsonl", "score key.conll unknown.json",
    ),
    (USAGE, "no-parts"): ("ablate key.conll --resolver most_recent",),
    (USAGE, "no-response"): ("score key.conll",),
    (USAGE, "bad-part"): ("score key.conll key.conll --by window=0",),
    (USAGE, "duplicate-name"): ("score key.conll a=key.conll a=key.conll",),
    (USAGE, "explain-form"): ("resolve text.txt --explain --to html",),
    (BAD, "said"): ("check nosuch.conll",),
    (BAD, "malformed"): ("run nosuch", "import key.conll key.conll",),
    (BAD, "empty"): ("compare links", "score key.conll empty.conll", "score key.conll empty",),
    (BAD, "not-read"): ("score key.conll table.csv",),
    (BAD, "compressed"): ("compare text.conll.gz",),
    (USAGE, "no-resolver"): ("compare key.conll --resolvers ./empty.py",),
    (USAGE, "unknown-value"): ("compare key.conll --resolvers 'mars(scope=here)'",),
    (USAGE, "unknown-sample"): ("compare key.conll --sample 100",),
    (BAD, "bad-input"): (
        "compare key.conll --journal no/dir/j.jsonl", "losses key.conll --figures no/x",
        "score key.conll one.conll --report empty", "score key.conll one.conll --json empty", "list --json no/x.json",
    ),
    (USAGE, "executor"): ("compare key.conll --executor serial --jobs 2",),
    (USAGE, "no-value"): ("compare --report", "score key.conll one.conll --seed",),
    (USAGE, "exists"): ("convert key.conll key.conll",),
    (USAGE, "ambiguous-format"): ("convert key.conll out",),
    (USAGE, "no-scores"): ("optimise key.conll --resolvers hobbs",),
    (USAGE, "not-two-annotators"): ("agree key.conll",),
    (DONE, "fine"): (
        "score bom.conll key.conll", "score key.conll crlf.conll",
        "compare key.conll --resolvers 'most_recent, random_any'",
    ),
    (DONE, "said"): (
        "score two.conll key.conll", "score key.conll links/key.conll",
        "score key.conll a=one.conll b=links/../one.conll",
        "compare key.conll --resolvers random_any --no-worse-than mars",
    ),
    (USAGE, "given-twice"): ("compare key.conll --resolvers most_recent --resolvers random_any",),
    (USAGE, "bad-gate"): ("score key.conll one.conll --fail-under 70",),
    (USAGE, "gate-in-percent"): ("score key.conll one.conll --fail-under conll=0.7",),
    (MISSED, "gate-missed"): ("score key.conll one.conll --fail-under conll=99",),
    (USAGE, "report-name"): ("score key.conll one.conll --report r.pdf",),
    (BAD, "not-a-file"): ("score key.conll -", "score key.conll /dev/null",),
    (USAGE, "not-a-folder"): ("compare key.conll --figures text.txt", "chains text.txt --folder key.conll"),
    (USAGE, "no-folder"): ("coref key.conll --across-documents 0.5",),
    (USAGE, "name"): ("new resolver Bad-Name",),
}  # fmt: skip
"""The exit code and the code of the error, and what was typed; `usage` is what the parser of options refuses.

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
def test_a_slip_is_refused_or_said(anaphora: Run, refused: list[str]) -> None:
    failures = []
    for (exit_code, code), lines in SLIPS.items():
        for typed in lines:
            refused.clear()
            result = anaphora(*shlex.split(typed))
            expected = [] if code in ("usage", "said", "fine") else [code]
            is_told = code != "fine" and not (code == "said" and result.code)
            is_printed = code in ("said", "fine", "gate-missed")
            found = (result.code, refused, bool(result.err), bool(result.out))
            if found != (exit_code, expected, is_told, is_printed) or "Traceback" in result.err:
                failures.append((typed, code, found, result.err))

    assert failures == []
