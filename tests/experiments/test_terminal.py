"""Output of every command on a terminal: nothing that it obeys, whatever stands in texts and names of files."""

import re
import sys
from pathlib import Path

import pytest

from anaphora.experiments.cli.main import main
from tests.experiments.cli.test_main import Terminal
from tests.experiments.test_csv import LINES

pytestmark = pytest.mark.slow
OBEYED = "\x1b]0;x\x07\x1b[31mA\u202en\u2066n\x9b1m"
"""The title of the window, colours in seven and eight bits, and turned writing."""
REFUSED = tuple(
    (*words, OBEYED) for words in (("check",), ("score", "in.conll"), ("list",), ("compare", "in.conll", "--resolvers"))
)


@pytest.mark.parametrize("line", [*LINES, *REFUSED], ids=lambda line: ascii(" ".join(line)))
def test_nothing_that_a_terminal_obeys_reaches_it(
    line: tuple[str, ...], place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    corpus = (place / "in.conll").read_text().replace("Ann", OBEYED).replace("(d)", f"({OBEYED})")
    (place / f"{OBEYED}.conll").write_text(corpus)
    (place / f"{OBEYED}.other.conll").write_text(corpus.replace("(2)", "(1)"))
    (place / f"{OBEYED}.txt").write_text(f"{OBEYED} left the old house.\n\nShe saw it. Bob saw her.\n")
    (place / "datasets.toml").write_text('[datasets.one]\nkey = "in.conll"\nmine = "in.conll"\n')
    named = {"in.conll": f"{OBEYED}.conll", "other.conll": f"{OBEYED}.other.conll", "text.txt": f"{OBEYED}.txt"}
    shown = Terminal()
    monkeypatch.setenv("NO_COLOR", "1")
    monkeypatch.setattr(sys, "argv", ["anaphora", *(named.get(word, word) for word in line)])
    monkeypatch.setattr(sys, "stdout", shown)
    monkeypatch.setattr(sys, "stderr", shown)
    with pytest.raises(SystemExit):
        main()

    assert shown.getvalue()
    assert re.findall("[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069]", shown.getvalue()) == []
