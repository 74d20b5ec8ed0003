"""The links in `anaphora/`: a checkout has them, a source distribution does not, so each build makes those missing."""

from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

FOLDERS = ("corpora", "experiments", "preprocess", "resolvers", "workbench")


class Links(BuildHookInterface):  # type: ignore[type-arg]
    """Puts the five top folders below the one importable name."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:  # noqa: ARG002 (hatchling's names)
        """Link each folder that is not linked; raise `OSError` where git wrote a file in place of a link."""
        for folder in FOLDERS:
            link = Path(self.root, "anaphora", folder)
            if not link.exists():
                link.symlink_to(Path("..", folder))
            if not link.is_dir():
                cure = "Clone again with `git -c core.symlinks=true clone` (on Windows in developer mode)."
                raise OSError(f"anaphora/{folder} is a file where git has a link to the folder {folder}. {cure}")
