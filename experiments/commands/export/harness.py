"""Questions as tasks of EleutherAI's lm-evaluation-harness (`anaphora export --for lm_eval`): YAML beside JSON lines.

The fields are those of its task configuration (docs/writing_tasks/task_config_reference.md there; run with 0.4.13).
"""

import json
import re
from collections.abc import Mapping
from pathlib import Path

from anaphora.workbench.external.harness import IGNORED
from anaphora.workbench.files import write_text_atomically

HARNESS = "lm_eval"
VERSION = 1.0
"""The version of the tasks, to be raised with every change of prompts or metrics."""
_MEAN = {"aggregation": "mean", "higher_is_better": True}
_FIRST_LINE = {"function": "regex", "regex_pattern": r"(\S[^\n]*)"}
_BARE = {"ignore_case": True, "ignore_punctuation": True, "regexes_to_ignore": list(IGNORED)}
"""Settings of `exact_match` by which it compares what `workbench.external.harness.bare` leaves."""
_KINDS: Mapping[str, Mapping[str, object]] = {
    "choices": {
        "output_type": "multiple_choice",
        "doc_to_text": "{{prompt}}\nAnswer:",
        "doc_to_choice": "{{task.letters}}",
        "doc_to_target": "{{task.right}}",
        "metric_list": [{"metric": "acc", **_MEAN}],
    },
    "free": {
        "output_type": "generate_until",
        "doc_to_text": "{{task.free}}\nAnswer:",
        "doc_to_target": "{{task.phrases}}",
        "generation_kwargs": {"until": ["\n\n"], "do_sample": False, "max_gen_toks": 32},
        "filter_list": [
            {
                "name": "first_line",
                "filter": [{"function": "regex", "regex_pattern": r"(\S[^\n]*)"}, {"function": "take_first"}],
            }
        ],
        "metric_list": [
            {
                "metric": "exact_match",
                **_MEAN,
                "ignore_case": True,
                "ignore_punctuation": True,
                "regexes_to_ignore": list(IGNORED),
            }
        ],
    },
}


def write_tasks(data: Path) -> list[str]:
    """Write the tasks on a file of questions beside it; return what is to be told.

    The harness looks for the data from the folder that it is started in, so they are named as here.

    Raises:
        WorkbenchError: the folder cannot be written to.
    """
    stem = re.sub(r"\W+", "_", data.stem)
    for kind, fields in _KINDS.items():
        name = f"{stem}_{kind}"
        task = {
            "task": name,
            "dataset_path": "json",
            "dataset_kwargs": {"data_files": {"test": data.as_posix()}},
            "test_split": "test",
            **fields,
            "metadata": {"version": VERSION},
        }
        lines = (f"{field}: {json.dumps(value, ensure_ascii=False)}\n" for field, value in task.items())
        write_text_atomically(data.with_name(f"{name}.yaml"), "".join(lines))
    names = ",".join(f"{stem}_{kind}" for kind in _KINDS)
    asked = f"--tasks {names} --include_path {data.parent} --log_samples --output_path logs"
    return [f"From this folder: lm_eval run --model hf --model_args pretrained=NAME {asked}"]
