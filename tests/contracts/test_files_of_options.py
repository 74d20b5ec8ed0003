"""Files that options of resolvers name, whichever they are: what is none of theirs is refused by name."""

import os
from pathlib import Path
from typing import get_args, get_type_hints

import pytest

from anaphora import resolvers
from anaphora.resolvers import chains
from anaphora.resolvers.specs import build_resolver
from anaphora.workbench.errors import WorkbenchError


def test_what_is_no_file_of_a_resolver_is_refused(tmp_path: Path) -> None:
    """Of a name of both kinds the resolver of pronouns is asked: an option of both goes to both."""
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "folder").mkdir()
    naming = [
        (name, option)
        for name, entry in {**chains.entries(), **resolvers.entries()}.items()
        for option, kind in get_type_hints(entry.build).items()
        if option == "file" or Path in get_args(kind)
    ]
    for name, option in naming:
        for place in (
            *map(str, (tmp_path / "pipe", tmp_path / "folder", tmp_path / "absent")),
            "/dev/zero",
            "/proc/self/mem",
        ):
            with pytest.raises(WorkbenchError) as caught:
                build_resolver(f"{name}({option}={place})", 0)
            assert place in str(caught.value), name
            assert str(caught.value.path).startswith(place), name
    assert {"mars", "mitkov", "recorded", "dagan_itai", "mention_pair", "ranker"} <= dict(naming).keys()
