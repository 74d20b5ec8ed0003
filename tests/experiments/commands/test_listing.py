import pytest

from anaphora.experiments.commands.list_.list_ import list_
from anaphora.workbench.errors import UnknownNameError


def test_a_resolver_is_listed_with_options_source_and_card() -> None:
    """A name of both kinds as both."""
    listed, both = list_("mars_optimised"), list_("ranker")

    assert "MARS" in listed["resolver"]["mars_optimised"]
    assert list_("mars")["options"]["agreement"] == "default yes"
    assert listed["card"]
    for name in ("recorded", "mention_pair", "random_any"):
        assert list(list_(name)) == ["resolver", "options", "card"]
    assert list(both) == ["resolver", "chain resolver", "options", "card"]
    assert both["resolver"]["ranker"] != both["chain resolver"]["ranker"]
    assert set(both["card"]) == {"ranker"}
    with pytest.raises(UnknownNameError):
        list_("resolver")
