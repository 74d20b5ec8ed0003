from pathlib import Path

import pytest

from anaphora.experiments.preprocessing import train_it
from anaphora.workbench.errors import WorkbenchError


def test_missing_treebanks_are_named(tmp_path: Path) -> None:
    with pytest.raises(WorkbenchError):
        train_it.training(tmp_path)
    with pytest.raises(SystemExit, match="name the folder of gum/ and ewt/ with --data"):
        train_it.main(["--data", str(tmp_path)])
