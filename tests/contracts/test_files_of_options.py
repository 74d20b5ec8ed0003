"""Files that options of resolvers name, whichever they are: what is none of theirs is refused, soon and by name."""

import os
from pathlib import Path
from typing import get_args, get_type_hints

import pytest

from anaphora import resolvers
from anaphora.resolvers import chains
from anaphora.resolvers.specs import build_resolver
from anaphora.workbench.errors import WorkbenchError
from tests.patience import soon

ENTRIES = {**chains.entries(), **resolvers.entries()}
"""Of a name of both kinds the resolver of pronouns: an option of both goes to both."""
NAMING = [
    (name, option)
    for name, entry in ENTRIES.items()
    for option, kind in get_type_hints(entry.build).items()
    if option == "file" or Path in get_args(kind)
]


@pytest.mark.parametrize("place", ["pipe", "folder", "absent", "/dev/zero", "/proc/self/mem"])
@pytest.mark.parametrize(("name", "option"), NAMING)
def test_what_is_no_file_of_a_resolver_is_refused(name: str, option: str, place: str, tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "folder").mkdir()

    with soon(), pytest.raises(WorkbenchError) as caught:
        build_resolver(f"{name}({option}={tmp_path / place})", 0)
    assert str(tmp_path / place) in str(caught.value)
    assert str(caught.value.path).startswith(str(tmp_path / place))


def test_resolvers_that_read_files_are_known() -> None:
    assert {"mars", "mitkov", "recorded", "dagan_itai", "ge_hale_charniak", "mention_pair", "ranker"} <= dict(
        NAMING
    ).keys()
