"""Questions as tasks of EleutherAI's lm-evaluation-harness (`anaphora export --for lm_eval`): YAML and JSON lines."""

import json
import re
from pathlib import Path
from shlex import quote

from anaphora.workbench.files import read_toml, write_text_atomically

HARNESS = "lm_eval"


def write_tasks(data: Path) -> list[str]:
    """Write the tasks on a file of questions beside it; return what is to be told.

    The harness looks for the data from the folder that it is started in, so they are named as here.

    Raises:
        WorkbenchError: the folder cannot be written to.
    """
    _, kinds = read_toml(Path(__file__).with_name("lm_eval.toml"))
    shared = kinds.pop("all")
    stem = re.sub(r"\W+", "_", data.stem)
    for kind, fields in kinds.items():
        files = {"data_files": {"test": data.as_posix()}}
        task = {"task": f"{stem}_{kind}", "dataset_kwargs": files, **shared, **fields}
        lines = (f"{field}: {json.dumps(value, ensure_ascii=False)}\n" for field, value in task.items())
        write_text_atomically(data.with_name(f"{stem}_{kind}.yaml"), "".join(lines))
    names = ",".join(f"{stem}_{kind}" for kind in kinds)
    asked = f"--tasks {names} --include_path {quote(str(data.parent))} --log_samples --output_path logs"
    return [f"From this folder: lm_eval run --model hf --model_args pretrained=NAME {asked}"]
