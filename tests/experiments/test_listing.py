import subprocess
import sys

import pytest

from anaphora.experiments.listing import inventory
from anaphora.workbench.errors import UnknownNameError


def test_a_resolver_is_listed_with_options_source_and_card() -> None:
    listed = inventory("mars_optimised")

    assert "MARS" in listed["resolver"]["mars_optimised"]
    assert inventory("mars")["options"]["agreement"] == "default yes"
    assert listed["card"]


@pytest.mark.parametrize("name", ["recorded", "mention_pair", "random_any"])
def test_resolvers_of_every_kind_are_listed(name: str) -> None:
    assert list(inventory(name)) == ["resolver", "options", "card"]


def test_unknown_kinds_are_refused() -> None:
    with pytest.raises(UnknownNameError):
        inventory("resolver")


@pytest.mark.parametrize("module", ["conversion.convert", "listing", "comparison.profile", "comparison.resolve"])
def test_what_prints_tables_is_imported_without_rich(module: str) -> None:
    code = f"import sys, anaphora.experiments.{module} as _; print('rich' in sys.modules)"

    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == "False\n"
