import pytest

from anaphora.experiments.listing import list_
from anaphora.workbench.errors import UnknownNameError


def test_a_resolver_is_listed_with_options_source_and_card() -> None:
    listed = list_("mars_optimised")

    assert "MARS" in listed["resolver"]["mars_optimised"]
    assert list_("mars")["options"]["agreement"] == "default yes"
    assert listed["card"]


@pytest.mark.parametrize("name", ["recorded", "mention_pair", "random_any"])
def test_resolvers_of_every_kind_are_listed(name: str) -> None:
    assert list(list_(name)) == ["resolver", "options", "card"]


def test_a_name_of_both_kinds_is_listed_as_both() -> None:
    listed = list_("ranker")

    assert list(listed) == ["resolver", "chain resolver", "options", "card"]
    assert listed["resolver"]["ranker"] != listed["chain resolver"]["ranker"]
    assert set(listed["card"]) == {"ranker"}


def test_unknown_kinds_are_refused() -> None:
    with pytest.raises(UnknownNameError):
        list_("resolver")
