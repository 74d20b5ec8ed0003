"""Words and names that a format has no way to write, and disks that fail: every writer keeps them or refuses all."""

import json
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from anaphora import corpora
from anaphora.experiments.conversion.convert import convert
from anaphora.workbench.document import Document
from anaphora.workbench.errors import WorkbenchError
from tests.corpora.test_contract import write_sample
from tests.corpora.test_round_trips import FORMATS, WRITABLE
from tests.experiments.failing_disk import NEVER, contents, failing, put_back

WORDS = (
    "a\0b", "a\nb", "a\rb", "a\tb", "a b", " ", "a\u2028b", "a\x85b", "a\x1fb", "a\x7fb", "\ufeff", "\u200b", "\u3000",
    "\ud800", "\U000e0001", "e\u0301",
    "<!ENTITY x>", "&x;", "]]>", "</COREF>", "\\", "(1)", "|", "#", "#end document",
    "_", "-", "*", "1-2", "T1\tX 0 1\ta", "[a]", "a" * 100_000,
)  # fmt: skip
IDS = (
    "", " ", ".", "..", "../../x", "/etc/x", "a/b", "a\\b", "a\nb", "a\tb", "a\0b", "CON", "#", "-", "*", "a;b",
    "\ud800", "x" * 300, "é" * 200, "d (part 1); part 2", "</DOC>", '"', "a|b",
)  # fmt: skip


def jsonl(folder: Path, id: str, word: str) -> Path:
    record = {"doc_key": id, "sentences": [["Ann", word, "it"]], "clusters": [[[0, 0], [2, 2]]]}
    (folder / "in.jsonl").write_text(json.dumps(record) + "\n")
    return folder / "in.jsonl"


def targets(folder: Path, format: str) -> list[Path]:
    """A folder, and a file where the format has several documents in one."""
    (folder / "out").mkdir()
    file = [folder / "out" / f"o{FORMATS[format].suffix}"] if FORMATS[format].write else []
    return [folder / "out" / "o", *file]


def accepted(source: Path, format: str) -> Iterator[Path]:
    """The targets that were written; of those that were refused nothing may be left."""
    for target in targets(source.parent, format):
        try:
            convert(source, target, format)
        except WorkbenchError:
            assert not target.exists()
        else:
            yield target


def characters(document: Document) -> str:
    return "".join("".join(document.words).split())


@pytest.mark.parametrize("word", WORDS, ids=[repr(word[:20]) for word in WORDS])
@pytest.mark.parametrize("format", WRITABLE)
def test_an_odd_word_is_kept_or_refused(format: str, word: str, tmp_path: Path) -> None:
    source = jsonl(tmp_path, "d", word)
    for target in accepted(source, format):
        [(before, _)], [(after, key)] = corpora.read(source), corpora.read(target, format)
        assert characters(after) == characters(before)
        assert [[after.words_of(span) for span in chain] for chain in key.chains] == [["Ann", "it"]]


@pytest.mark.parametrize("id", IDS, ids=[repr(id[:20]) for id in IDS])
@pytest.mark.parametrize("format", WRITABLE)
def test_no_name_of_a_document_leads_out_of_the_folder(format: str, id: str, tmp_path: Path) -> None:
    source = jsonl(tmp_path, id, "saw")
    for target in accepted(source, format):
        assert [document.words for document, _ in corpora.read(target, format)] == [("Ann", "saw", "it")]
    assert {path.name for path in tmp_path.iterdir()} == {"in.jsonl", "out"}
    assert {path.name.split(".")[0] for path in (tmp_path / "out").iterdir()} <= {"o"}


def test_most_odd_words_can_be_written(tmp_path: Path) -> None:
    """Without this, the tests above would pass if every writer refused everything."""
    refused = []
    for number, word in enumerate(WORDS):
        (tmp_path / str(number)).mkdir()
        try:
            convert(jsonl(tmp_path / str(number), "d", word), tmp_path / str(number) / "out.jsonl", "jsonlines")
        except WorkbenchError:
            refused.append(word)
    assert refused == ["\ud800"]  # half a character


@pytest.mark.parametrize("held", [False, True])
@pytest.mark.parametrize("format", WRITABLE)
def test_a_disk_that_fails_at_any_step_leaves_what_there_was(format: str, held: bool, tmp_path: Path) -> None:
    source = write_sample("gap", tmp_path)  # the one kind of document that all formats can hold
    for target in targets(tmp_path, format):
        out = target.parent
        put_back(out, {})
        convert(source, target, format)
        new = contents(out)
        old = dict.fromkeys(new, b"old") if held else {}
        with failing(out) as disk:
            for step in range(1, 100):
                disk.at = NEVER
                put_back(out, old)
                disk.at, disk.steps, disk.failed = step, 0, ""
                with suppress(WorkbenchError):
                    convert(source, target, format, force=True)
                refused = disk.failed and not disk.failed.startswith("link")
                assert contents(out) == (old if refused else new), disk.failed
                if not disk.failed:
                    break
        assert step > 3
