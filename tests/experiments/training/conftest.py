"""A folder of treebanks, as the recipes expect it: three texts of the workbench's own corpus."""

import re
from pathlib import Path

import pytest

MANUALS = Path(__file__).parents[3] / "corpora" / "manuals"


@pytest.fixture(scope="session")
def treebanks(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("treebanks")
    gum = folder / "gum" / "train" / "corefud"
    for path in (gum, folder / "ewt"):
        path.mkdir(parents=True)
    for name in ("news", "encyclopaedia"):
        text = (MANUALS / f"{name}.conllu").read_text("utf-8")
        named = re.sub(r"(?m)^# newdoc id = ", "# newdoc id = GUM_news_", text)
        (gum / f"GUM_news_{name}.conllu").write_text(named, "utf-8")
    (folder / "ewt" / "en_ewt-ud-train.conllu").write_bytes((MANUALS / "printer.conllu").read_bytes())
    return folder
