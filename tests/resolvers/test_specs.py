from collections.abc import Sequence
from types import ModuleType

import pytest

from anaphora import resolvers
from anaphora.resolvers import hobbs, mitkov, most_recent
from anaphora.resolvers.chains import head_match
from anaphora.resolvers.specs import ORACLE, build_resolvers, default_resolvers, is_random
from anaphora.workbench.decision import Resolver
from anaphora.workbench.errors import OptionError, UnknownNameError
from anaphora.workbench.linking import ChainAsPronounResolver, CombinedResolver
from anaphora.workbench.registry import Registry


def test_default_resolvers_are_all_but_the_oracle_and_those_that_need_an_option() -> None:
    assert "mitkov" in default_resolvers()
    assert ORACLE not in default_resolvers()
    assert "dagan_itai" not in default_resolvers()
    assert "dagan_itai" in resolvers.names()


def test_a_resolver_takes_its_options_in_brackets() -> None:
    built = build_resolvers(("hobbs", "hobbs(agreement=no; reflexives=clause)"), 0)
    with_options = built["hobbs(agreement=no;reflexives=clause)"]

    assert built["hobbs"] == hobbs.build()
    assert with_options == hobbs.build(agreement=False, reflexives="clause")


def test_options_are_read_in_the_type_that_the_resolver_asks_for(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: dict[str, object] = {}

    def build(
        *, flag: bool = False, times: int = 1, size: float | None = None, words: Sequence[str] = (), name: str = ""
    ) -> Resolver:
        seen.update(flag=flag, times=times, size=size, words=words, name=name)
        return most_recent.build()

    module = ModuleType("own")
    module.__dict__["build"] = build
    monkeypatch.setattr(Registry, "load", lambda self, name: module)
    build_resolvers(("own(flag=yes;times=2;size=0.5;words=a/b;name=2001)",), 0)

    assert seen == {"flag": True, "times": 2, "size": 0.5, "words": ("a", "b"), "name": "2001"}


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("hobbs(agreement)", r"'hobbs\(agreement\)' is no name with options. Write hobbs\(option=value\)"),
        ("hobbs(agreement=no", "is no name with options"),
        ("hobbs(agreement=no;agreement=yes)", "an option is given twice"),
        ("hobbs(agree=no)", "'hobbs' has no option 'agree'. It has: agreement, "),
        ("most_recent(agree=no)", "'most_recent' has no option 'agree'. It has none."),
        ("hobbs(agreement=perhaps)", "agreement is 'perhaps'; it must be yes or no"),
        ("random_any(seed=x)", "seed is 'x'; it must be a whole number"),
        ("dagan_itai", r"'dagan_itai' needs an option: write dagan_itai\(counts=...\)"),
    ],
)
def test_a_wrong_option_is_told_with_the_cure(name: str, message: str) -> None:
    with pytest.raises(OptionError, match=message):
        build_resolvers((name,), 0)


def test_an_unknown_resolver_is_told_with_the_likely_name() -> None:
    with pytest.raises(UnknownNameError, match="Did you mean 'hobbs'"):
        build_resolvers(("hobs(agreement=no)",), 0)


def test_a_resolver_is_named_once() -> None:
    with pytest.raises(OptionError, match="'mitkov' is named twice"):
        build_resolvers(("mitkov", "hobbs", "mitkov"), 0)
    assert build_resolvers(("mitkov", "mitkov(preset=1998)"), 0)["mitkov"] != mitkov.build(preset="2001")


def test_only_resolvers_that_draw_get_the_seed() -> None:
    assert [name for name in ("mitkov", "random_any", "oracle", "random_any(seed=3)") if is_random(name)] == [
        "random_any",
        "random_any(seed=3)",
    ]


def test_a_chain_resolver_answers_by_the_nearest_in_the_chain_or_as_asked() -> None:
    names = ("head_match(pron=yes)", "head_match(antecedent=nearest_nominal;pron=yes)")
    nearest, nominal = build_resolvers(names, 0).values()

    assert nearest == ChainAsPronounResolver(head_match.build(pron=True))
    assert nominal == ChainAsPronounResolver(head_match.build(pron=True), "nearest_nominal")
    with pytest.raises(UnknownNameError, match="There is no antecedent 'first'"):
        build_resolvers(("head_match(antecedent=first)",), 0)
    with pytest.raises(OptionError, match="'hobbs' has no option 'antecedent'"):
        build_resolvers(("hobbs(antecedent=nearest)",), 0)


def test_a_pronoun_resolver_may_stand_on_a_chain_resolver() -> None:
    names = ("hobbs+head_match", "hobbs(agreement=no)+head_match(pron=yes)")
    plain, with_options = build_resolvers(names, 0).values()

    assert plain == CombinedResolver(hobbs.build(), head_match.build())
    assert with_options == CombinedResolver(hobbs.build(agreement=False), head_match.build(pron=True))
    assert is_random("random_any+head_match")
    assert not is_random("hobbs+head_match")


@pytest.mark.parametrize("wrong", ["head_match+hobbs", "hobbs+mitkov", "head_match+singletons"])
def test_only_a_pronoun_resolver_stands_on_a_chain_resolver(wrong: str) -> None:
    with pytest.raises(OptionError, match=r"cannot be put together. Before the \+ stands a pronoun resolver"):
        build_resolvers((wrong,), 0)


def test_unknown_names_are_told_among_those_of_both_kinds() -> None:
    with pytest.raises(UnknownNameError, match=r"There is no resolver 'head_macth'\. Did you mean 'head_match'"):
        build_resolvers(("head_macth",), 0)


def test_resolver_without_build_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Registry, "load", lambda self, name: ModuleType(name))

    with pytest.raises(OptionError, match=r"The resolver 'half' has no function build"):
        build_resolvers(("half",), 0)
