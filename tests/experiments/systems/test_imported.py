"""What each script wrote, recorded, goes through the import and answers as a resolver."""

from pathlib import Path

import pytest

from anaphora.experiments.systems.import_ import import_
from anaphora.resolvers.chains import recorded
from anaphora.workbench.external.records import Input, Prediction, read_records

FOLDER = Path(__file__).resolve().parents[2] / "fixtures" / "recorded"
GIVEN = FOLDER / "input.jsonl"
FACTS = {
    "fastcoref": {"links": 26, "none": 4, "clusters": 4},
    "maverick": {"mentions": 20, "off_list": 0},
    "stanza": {"single": 4, "off_list": 1},
    "spacy": {"mentions": 10, "off_list": 2},
    "coreferee": {"shared": 1, "single": 1},
    "llm_document": {"edits": 21, "off_list": 1, "invented": 0},
    "llm_questions": {"links": 7, "none": 1, "unmatched_answers": 0, "unanswered": 0},
}
"""What is counted in each file; its README tells what was put there."""


@pytest.mark.parametrize("name", FACTS)
def test_what_a_script_wrote_is_imported_with_what_is_odd_counted(tmp_path: Path, name: str) -> None:
    found = import_(GIVEN, FOLDER / f"{name}.jsonl", tmp_path / "recorded.jsonl").found

    assert {fact: found[fact] for fact in FACTS[name]} == FACTS[name]


@pytest.mark.parametrize("name", FACTS)
def test_an_import_is_read_again_by_the_resolver_and_by_the_import_itself(tmp_path: Path, name: str) -> None:
    first, second = tmp_path / "first.jsonl", tmp_path / "second.jsonl"
    import_(GIVEN, FOLDER / f"{name}.jsonl", first)
    import_(GIVEN, first, second)

    assert first.read_text() == second.read_text()
    resolver = recorded.build(file=str(first))
    assert resolver.card is not None
    assert {it.doc_id for _, _, it in read_records(first, Prediction)} == {
        it.doc_id for _, _, it in read_records(GIVEN, Input)
    }


def test_every_recorded_output_is_looked_at() -> None:
    outputs = {file.stem for file in FOLDER.glob("*.jsonl")} - {"input", "answers"}

    assert outputs == FACTS.keys()
