"""Commands, Python and the notebook of the pages run as they are printed, and give what their pages say."""

import json
import re
from pathlib import Path

import pytest

import anaphora
from tests.experiments.docs.commands import DOCS, PAGES, ROOT, Step, follow, follow_python, run

NOTEBOOK = PAGES / "python" / "notebook.ipynb"


def names_with(block: str) -> list[str]:
    """The pages and notes that have a block of a language."""
    paths = sorted(path for folder in ("pages", "notes") for path in (DOCS / folder).rglob("*.md"))
    return [path.relative_to(DOCS).as_posix() for path in paths if f"```{block}\n" in path.read_text(encoding="utf-8")]


@pytest.mark.slow
@pytest.mark.parametrize("page", names_with("sh"))
def test_the_commands_of_a_page_run_as_printed(page: str, tmp_path: Path) -> None:
    follow((DOCS / page).read_text(encoding="utf-8"), tmp_path)


@pytest.mark.slow
@pytest.mark.parametrize("page", names_with("python"))
def test_the_python_of_a_page_runs_as_printed(page: str, tmp_path: Path) -> None:
    follow_python((DOCS / page).read_text(encoding="utf-8"), tmp_path)


def test_the_commands_of_recipes_for_continuous_integration_pass_where_all_is_well(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """On the beginnings of six texts: chains, pronouns, answers of a model that always says A.

    A hook of pre-commit gets the changed files, unless it asks for none.
    """
    monkeypatch.setenv("GITHUB_STEP_SUMMARY", str(tmp_path / "summary.md"))
    page = (PAGES / "start" / "ci.md").read_text(encoding="utf-8")
    recipes = re.findall(r"(run|entry): (anaphora .+)", page)
    for name in ("gold", "system", "baseline"):
        (tmp_path / name).mkdir()
        for path in sorted((ROOT / "corpora" / "manuals").glob("*.conllu"))[-6:]:
            beginning = path.read_text(encoding="utf-8").partition(f"# sent_id = {path.stem}-11\n")[0]
            (tmp_path / name / path.name).write_text(beginning, encoding="utf-8")
    (tmp_path / "mine.py").write_bytes((ROOT / "resolvers" / "mitkov.py").read_bytes())
    anaphora.convert(tmp_path / "gold", tmp_path / "chains.jsonl")
    anaphora.export(tmp_path / "gold", tmp_path / "questions.jsonl", choices=2)
    asked = (tmp_path / "questions.jsonl").read_text(encoding="utf-8").splitlines()
    answers = [json.dumps({"id": json.loads(line)["id"], "answer": "A"}) for line in asked]
    (tmp_path / "answers.jsonl").write_text("\n".join(answers), encoding="utf-8")
    ended = set()
    for kind, command in recipes:
        files = " gold/printer.conllu" if kind == "entry" and "gold/" not in command else ""
        code, *complaints = run(Step(command + files), tmp_path)
        ended.add((kind, command.split()[1], code, *(complaints if code else ())))
    summary = (tmp_path / "summary.md").read_text(encoding="utf-8")

    names = ("check", "score", "compare", "evaluate")
    assert ended == {*(("run", name, 0) for name in names), *(("entry", name, 0) for name in names[:2])}
    assert re.findall(r"^On (?:\d+ )?(gold|questions) \(6 documents\), (\w+)", summary, re.MULTILINE) == [
        ("gold", "system"), ("gold", "hobbs"), ("gold", "model"), ("questions", "model"),
    ]  # fmt: skip


def test_the_first_text_is_resolved_as_the_page_says() -> None:
    """Resolvers agree where the page says so, and differ where it says that they do."""
    page = (PAGES / "start" / "index.md").read_text(encoding="utf-8")
    [(text, names)] = re.findall(r'echo "(Tom lent .*)" \\\n.*--resolvers (\S+)', page)
    found = anaphora.resolve(text, names.split(",")).as_json()["pronouns"]
    assert isinstance(found, list)
    answers = [(each["text"], {name: it["text"] for name, it in each["antecedents"].items() if it}) for each in found]

    assert names == "hobbs,mars,most_recent"
    assert answers[:3] == [
        (pronoun, dict.fromkeys(names.split(","), antecedent))
        for pronoun, antecedent in (("his", "Tom"), ("She", "Mary"), ("it", "his book"))
    ]
    assert answers[-1] == ("it", {"hobbs": "it", "mars": "it", "most_recent": "a week"})


def code_cells() -> list[dict[str, object]]:
    cells = json.loads(NOTEBOOK.read_text(encoding="utf-8"))["cells"]
    return [cell for cell in cells if cell["cell_type"] == "code"]


@pytest.mark.slow
def test_every_cell_of_the_notebook_shows_its_result() -> None:
    pytest.importorskip("nbconvert")
    from anaphora.experiments.docs.hooks import executed

    text = executed(str(NOTEBOOK))

    assert text.count("<table") >= len(code_cells())  # each ends with a result
    assert "the cassette</td>" in text


def test_the_notebook_is_kept_without_outputs() -> None:
    assert [cell for cell in code_cells() if cell["outputs"] or cell["execution_count"]] == []
