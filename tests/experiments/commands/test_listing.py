import pytest

from anaphora.experiments.commands.list_.list_ import list_inventory
from anaphora.workbench.errors import UnknownNameError


def test_a_resolver_is_listed_with_options_source_and_card() -> None:
    """A name of both kinds as both."""
    listed, both = list_inventory("mars_optimised"), list_inventory("ranker")

    assert "MARS" in listed["resolver"]["mars_optimised"]
    assert list_inventory("mars")["options"]["agreement"] == "default yes"
    assert listed["card"]
    for name in ("recorded", "mention_pair", "random_any"):
        assert list(list_inventory(name)) == ["resolver", "options", "card"]
    assert list(both) == ["resolver", "chain resolver", "options", "card"]
    assert both["resolver"]["ranker"] != both["chain resolver"]["ranker"]
    assert set(both["card"]) == {"ranker"}
    with pytest.raises(UnknownNameError):
        list_inventory("resolver")
