"""Tasks of lm-evaluation-harness that `anaphora export` writes, and the samples that it logs of them.

The lines of the log have the fields, the strings for numbers, and the order that 0.4.13 writes with `--log_samples`;
texts and values are of our own.
"""

import json
from collections.abc import Callable
from itertools import count
from pathlib import Path
from typing import Any

import pytest

import anaphora
from anaphora.experiments.commands.evaluate.questions import read_choices
from anaphora.workbench.errors import OptionError
from anaphora.workbench.external.harness import IGNORED, bare
from tests.experiments.conftest import small_corpus

ROWS = """# newdoc id = {id}
# global.Entity = eid-etype-head-other
1 The the DET DT _ 2 det _ Entity=(e1-person-2-
2 nurse nurse NOUN NN _ 3 nsubj _ Entity=e1)
3 met meet VERB VBD _ 0 root _ _
4 Tom Tom PROPN NNP _ 3 obj _ Entity=(e2-person-1-)
5 . . PUNCT . _ 3 punct _ _

1 She she PRON PRP _ 2 nsubj _ Entity=(e1-person-1-)
2 thanked thank VERB VBD _ 0 root _ _
3 him he PRON PRP _ 2 obj _ Entity=(e2-person-1-)
4 . . PUNCT . _ 2 punct _ _

"""
Json = dict[str, Any]


@pytest.fixture
def corpus(tmp_path: Path) -> Path:
    return small_corpus(tmp_path, "".join(ROWS.format(id=id) for id in ("a", "b")))


@pytest.fixture
def questions(corpus: Path, tmp_path: Path) -> Path:
    """Whom She and him mean, in two documents: the nurse, or Tom, or none of these."""
    path = tmp_path / "who-is-it.jsonl"
    anaphora.export(corpus, path, choices=2, none=0.0, shuffles=1, swap=["Arabic"], system="lm_eval")
    return path


def records(questions: Path) -> list[Json]:
    return [json.loads(line) for line in questions.read_text("utf8").splitlines()]


def test_tasks_are_yaml_beside_json_lines_with_a_version_and_a_metric_of_each_item(questions: Path) -> None:
    yaml = pytest.importorskip("yaml")  # which mkdocs brings
    choices, free = (
        yaml.safe_load(questions.with_name(f"who_is_it_{kind}.yaml").read_text("utf8")) for kind in ("choices", "free")
    )
    record = records(questions)[0]

    for task, output, metric in ((choices, "multiple_choice", "acc"), (free, "generate_until", "exact_match")):
        assert task["dataset_path"] == "json"
        assert task["dataset_kwargs"] == {"data_files": {"test": questions.as_posix()}}
        assert (task["output_type"], task["metadata"]) == (output, {"version": 1.0})
        assert [(entry["metric"], entry["aggregation"]) for entry in task["metric_list"]] == [(metric, "mean")]
    assert free["metric_list"][0]["regexes_to_ignore"] == list(IGNORED)
    assert (choices["task"], free["task"]) == ("who_is_it_choices", "who_is_it_free")
    assert record["task"]["letters"] == ["A", "B", "C"]
    assert record["task"]["choices"][record["task"]["right"]] == "The nurse"
    assert record["task"]["phrases"] == ["The nurse"]
    assert "\nA. " not in record["task"]["free"]
    assert len(read_choices(questions)) == 8, "the same file has the questions for `evaluate choices`"


def test_without_a_harness_the_key_stays_at_home(corpus: Path, tmp_path: Path) -> None:
    path = tmp_path / "asked.jsonl"
    anaphora.export(corpus, path, choices=2, none=0.0)

    assert {*records(path)[0]} == {"id", "doc_id", "swap", "seed", "anaphor", "options", "prompt", "schema"}
    with pytest.raises(OptionError):
        anaphora.export(corpus, path, system="lm_evil")


def logged(number: int, record: Json, replies: list[Any], metric: str, value: float) -> str:
    """A line of the log."""
    prompt = f"{record['prompt' if metric == 'acc' else 'task']}\nAnswer:"
    line = {
        "doc_id": number, "doc": record, "target": "1", "arguments": {"gen_args_0": {"arg_0": prompt, "arg_1": " A"}},
        "resps": [[reply] for reply in replies], "filtered_resps": replies, "filter": "none", "metrics": [metric],
        "doc_hash": "0", "prompt_hash": "1", "target_hash": "2", metric: value,
    }  # fmt: skip
    return json.dumps(line) + "\n"


def likelihoods(best: int, tied: int | None = None) -> list[list[str]]:
    """The log-likelihoods of three letters, of which one is the highest, or two are."""
    return [["-0.25" if letter in (best, tied) else "-2.5e+00", "False"] for letter in range(3)]


Logs = Callable[[Callable[[Json], list[Any]], str], Path]


@pytest.fixture
def log(questions: Path, tmp_path: Path) -> Logs:
    """Writes the log of a model that replies so to the questions in their order."""
    numbers = count()

    def write(reply: Callable[[Json], list[Any]], metric: str = "acc") -> Path:
        path = tmp_path / f"samples_{next(numbers)}.jsonl"
        asked = enumerate(records(questions))
        path.write_text("".join(logged(number, record, reply(record), metric, 0.0) for number, record in asked), "utf8")
        return path

    return write


def accuracy(corpus: Path, questions: Path, answers: Path) -> Json:
    found: Any = anaphora.evaluate("choices", corpus, questions=questions, answers={"m": answers}).as_json()
    return {name: found["systems"]["m"][name] for name in ("right", "answered", "not_understood")}


def test_the_likeliest_letter_is_the_answer_and_of_equals_the_first(corpus: Path, questions: Path, log: Logs) -> None:
    right = log(lambda record: likelihoods(record["task"]["right"]), "acc")
    assert accuracy(corpus, questions, right)["right"] == 8
    # A is right where the nurse, or Tom, stands first: what it says, and not the value of `acc`, counts
    tied = log(lambda record: likelihoods(0, 1), "acc")
    first = sum(record["task"]["right"] == 0 for record in records(questions))
    assert accuracy(corpus, questions, tied)["right"] == first


@pytest.mark.parametrize(
    ("reply", "right", "understood"),
    [
        ("The nurse", 4, 8),
        ("**nurse**.", 4, 8),
        ("the", 0, 0),
        ("A", 0, 0),  # no letter was asked for
        ("none of these", 0, 0),
        ("[invalid]", 0, 0),
    ],
)
def test_a_free_answer_is_right_as_exact_match_has_it(
    reply: str, right: int, understood: int, corpus: Path, questions: Path, log: Logs
) -> None:
    """Of the eight questions four are on the nurse, who has no name that could be another."""
    found = accuracy(corpus, questions, log(lambda record: [reply], "exact_match"))
    matches = sum(bare(reply) in map(bare, record["task"]["phrases"]) for record in records(questions))

    assert (found["right"], found["answered"]) == (right, understood)
    assert found["right"] == matches


@pytest.mark.parametrize(
    ("text", "left"), [("The nurse.", "nurse"), ("“An O'Neil”", "oneil"), ("Theo", "theo"), ("a", "a")]
)
def test_an_article_and_signs_do_not_count(text: str, left: str) -> None:
    assert bare(text) == left


def test_logged_answers_are_scored_as_links_at_their_places(corpus: Path, log: Logs) -> None:
    """Each pronoun is linked to the phrase that was chosen, at its very place; what has other names is told."""
    chosen = log(lambda record: likelihoods(record["task"]["right"]), "acc")
    said = log(lambda record: [f"**{record['task']['phrases'][0]}.**"], "exact_match")
    nothing = log(lambda record: ["I do not know"], "exact_match")

    for response, recall in ((chosen, 1), (said, 1), (nothing, 0)):
        result: Any = anaphora.score(corpus, {"m": response}, measures=["muc"], resamples=0)
        assert result.as_json()["systems"]["m"]["measures"]["muc"]["recall"] == recall
        assert result.data.mended["m"] == {"renamed": 4} | ({} if recall else {"absent": 4})
