import pickle
import sys
from collections.abc import Sequence
from importlib.metadata import EntryPoint, EntryPoints
from pathlib import Path
from types import ModuleType

import pytest

from anaphora import resolvers
from anaphora.preprocess import Preparation, prepare
from anaphora.resolvers import hobbs, mitkov, most_recent, random_any, ranker
from anaphora.resolvers.chains import head_match
from anaphora.resolvers.chains import ranker as chain_ranker
from anaphora.resolvers.specs import (
    ORACLE,
    build_resolver,
    build_resolvers,
    default_resolvers,
    find,
    is_installed,
    require_installed,
    require_no_oracle,
    source_file,
)
from anaphora.workbench import registry
from anaphora.workbench.adapters import ChainAsPronounResolver, CombinedResolver
from anaphora.workbench.decision import Chains, Decision, Resolver
from anaphora.workbench.document import Prepared
from anaphora.workbench.errors import OptionError, UnknownNameError, WorkbenchError
from anaphora.workbench.provenance import card_of
from anaphora.workbench.registry import Registry
from anaphora.workbench.spec import ResolverSpec, parse_resolver, parse_resolvers
from tests.annotated import annotated
from tests.refused import raises
from tests.resolvers.answers import annotation

OWN = """
from anaphora.workbench.decision import ChainResolver, Decision, Resolver

class Own:
    def __init__(self, back: int = 1):
        self.back = back

    def resolve(self, prepared):
        return [Decision(number, max(case.compatible, default=None)) for number, case in enumerate(prepared.cases)]
"""


class Silent:
    """Leaves every case open."""

    def resolve(self, prepared: Prepared) -> list[Decision]:
        return [Decision(number, None) for number in range(len(prepared.cases))]


class Alone:
    """Every mention is a chain of its own."""

    def chains(self, prepared: Prepared) -> Chains:
        return tuple((mention,) for mention in range(len(prepared.mentions)))


@pytest.fixture
def own_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A file with a resolver of the user's own, which can be imported too."""
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.delitem(sys.modules, "my_resolver", raising=False)
    (tmp_path / "my_resolver.py").write_text(OWN, "utf8")
    return tmp_path / "my_resolver.py"


# Specs


def test_text_becomes_a_spec_with_a_label_for_tables() -> None:
    expected = {
        "mars": ("mars", "mars"),
        " mars ( scope = window ; preset=2001) ": ("mars(scope=window;preset=2001)", "mars(scope=window;preset=2001)"),
        "mars + head_match(pron=yes)": ("mars+head_match(pron=yes)", "mars+head_match(pron=yes)"),
        "Mine = mars(scope=window)": ("Mine", "mars(scope=window)"),
        "./a/mine.py": ("mine", "./a/mine.py"),
        "./a/mine.py(back=2)": ("mine(back=2)", "./a/mine.py(back=2)"),
        "package.module:Class": ("Class", "package.module:Class"),
    }
    specs = {text: parse_resolver(text) for text in expected}

    assert {text: (spec.label, str(spec)) for text, spec in specs.items()} == expected
    assert all(parse_resolver(spec) is spec for spec in specs.values())
    assert pickle.loads(pickle.dumps(specs)) == specs  # noqa: S301 (they go to workers)
    spec = parse_resolver("camp(window=3;without=genre)")
    assert spec.with_options({"without": "names", "window": "2"}).label == "camp(window=2;without=genre/names)"
    assert parse_resolver("Mine=camp").with_options({"without": "names"}).label == "Mine(without=names)"


def test_specs_that_are_none_or_have_one_label_are_refused() -> None:
    for wrong in ("hobbs(agreement)", "hobbs(agreement=no", "hobbs(agreement=no;agreement=yes)"):
        with pytest.raises(OptionError):
            parse_resolver(wrong)
    for twice in (("mitkov", "hobbs", "mitkov"), ("A=mars", "A=mitkov"), ("a/own.py", "b/own.py")):
        with raises("named-twice", OptionError):
            parse_resolvers(twice)
    with raises("no-resolver", OptionError):
        parse_resolver(3)


# The registry


def test_default_resolvers_are_those_that_need_no_option_and_answer_what_is_asked_for() -> None:
    names, nominal, french = default_resolvers(), default_resolvers("nominal"), default_resolvers(code="fr")

    assert {"mitkov", "ranker", "mars_optimised"} <= set(names)
    assert not {ORACLE, "dagan_itai"} & set(names)
    assert "dagan_itai" in resolvers.names()
    # noun phrases are for chain resolvers, baselines and own ones
    assert {"head_match", "camp", "most_recent"} <= set(nominal)
    assert "mars" not in nominal
    assert len(build_resolvers([*nominal, Silent()], 0, "nominal")) == len(nominal) + 1
    for which in ("nominal", "names"):
        with raises("pronouns-only"):
            build_resolvers(["mars"], 0, which)
    # those that learned from English are left out in other languages
    assert set(names) - set(french) >= {"ranker", "mars_optimised"}
    assert "mars" in french


def test_a_resolver_takes_its_options_in_brackets() -> None:
    built = build_resolvers(("hobbs", "Other=hobbs(agreement=no; reflexives=clause)"), 0)

    assert built == {"hobbs": hobbs.Hobbs(), "Other": hobbs.Hobbs(agreement=False, reflexives="clause")}
    assert build_resolver("mitkov(preset=1998)", 0) != mitkov.build(preset="2001")


def test_options_are_read_in_the_type_that_the_resolver_asks_for(
    monkeypatch: pytest.MonkeyPatch, own_file: Path
) -> None:
    seen: dict[str, object] = {}

    def build(
        *, flag: bool = False, times: int = 1, size: float | None = None, words: Sequence[str] = (), name: str = ""
    ) -> Resolver:
        seen.update(flag=flag, times=times, size=size, words=words, name=name)
        return most_recent.MostRecent()

    # without an annotation an option takes the type of its default
    content = "def build(*, far=2.0, back=1, deep=True, names=(), label='x'):\n    own = Own(back)\n"
    content += "    own.options = far, back, deep, names, label\n    return own\n"
    own_file.write_text(f"{OWN}\n{content}", "utf8")
    built = build_resolver(f"{own_file}(far=0;back=3;deep=no;names=a/b;label=7)", 0)
    assert vars(built)["options"] == (0.0, 3, False, ("a", "b"), "7")
    assert isinstance(vars(built)["options"][0], float)
    with raises("bad-option"):
        build_resolver(f"{own_file}(back=near)", 0)

    module = ModuleType("own")
    module.__dict__["build"] = build
    monkeypatch.setattr(Registry, "load", lambda self, name: module)
    build_resolver("own(flag=yes;times=2;size=0.5;words=a/b;name=2001)", 0)
    assert seen == {"flag": True, "times": 2, "size": 0.5, "words": ("a", "b"), "name": "2001"}
    monkeypatch.setattr(Registry, "load", lambda self, name: ModuleType(name))
    with pytest.raises(OptionError):
        build_resolver("half", 0)


def test_wrong_options_names_and_combinations_are_refused() -> None:
    wrong = (
        "hobbs(agree=no)", "most_recent(agree=no)", "hobbs(agreement=perhaps)", "random_any(seed=x)",
        "hobbs(reflexives=never)", "dagan_itai", "hobbs(antecedent=nearest)", "head_match(antecedent=first)",
    )  # fmt: skip
    for text in wrong:
        with pytest.raises(WorkbenchError) as caught:
            build_resolver(text, 0)
        assert caught.value.code in ("bad-option", "unknown-name", "unknown-value")
    for text in ("head_match+hobbs", "hobbs+mitkov", "head_match+singletons"):
        with raises("not-combinable", OptionError):
            build_resolver(text, 0)
    for text in ("oracle(x=1)", "oracle+head_match"):
        with raises("bad-option"):
            find(text)


def test_an_unknown_resolver_is_reported_with_the_likely_name() -> None:
    likely = {
        "hobs(agreement=no)": "hobbs", "MARS": "mars", "Head_Macth": "head_match", "CogNIAC": "cogniac",
        "RAP": "lappin_leass", "bfp": "centering_bfp",
    }  # fmt: skip
    for wrong, meant in likely.items():
        with pytest.raises(UnknownNameError, match=f"'{meant}'"):
            build_resolver(wrong, 0)


def test_only_resolvers_that_draw_get_the_seed_and_the_oracle_needs_a_key() -> None:
    names = ("mitkov", "random_any", "oracle", "random_any(seed=3)", "random_any+head_match", "hobbs+head_match")

    assert [name for name in names if find(name).entry.random] == [
        "random_any", "random_any(seed=3)", "random_any+head_match",
    ]  # fmt: skip
    require_no_oracle(parse_resolvers(["mars"]))
    with pytest.raises(OptionError):
        require_no_oracle(parse_resolvers(["mars", "Best=oracle"]))
    assert build_resolvers(["oracle"], 0) == {}


def test_a_chain_resolver_answers_by_the_nearest_in_the_chain_or_as_asked_or_stands_below_another() -> None:
    chains = head_match.HeadMatch(pron=True)

    assert build_resolver("head_match(pron=yes)", 0) == ChainAsPronounResolver(chains)
    nominal = build_resolver("head_match(antecedent=nearest_nominal;pron=yes)", 0)
    assert nominal == ChainAsPronounResolver(chains, "nearest_nominal")
    below = build_resolver("hobbs(agreement=no)+head_match(pron=yes)", 0)
    assert below == CombinedResolver(hobbs.Hobbs(agreement=False), chains)


def test_a_name_of_both_kinds_stands_for_both_which_may_be_combined_with_others() -> None:
    alone, written_out = (build_resolver(name, 0) for name in ("ranker", "ranker+ranker"))

    for built in (alone, written_out):
        assert isinstance(built, CombinedResolver)
        assert isinstance(built.resolver, ranker.Ranker)
        assert isinstance(built.nominal, chain_ranker.ChainRanker)
    assert parse_resolver("ranker").label == "ranker"
    assert card_of(alone) == card_of(ranker.build())
    below, above = build_resolver("hobbs+ranker", 0), build_resolver("ranker+head_match", 0)
    assert isinstance(below, CombinedResolver)
    assert isinstance(below.nominal, chain_ranker.ChainRanker)
    assert isinstance(above, CombinedResolver)
    assert above.nominal == head_match.HeadMatch()
    assert not find("ranker").pronouns_only


def test_each_option_goes_to_those_of_both_kinds_that_have_it() -> None:
    """`parameters` is an option of both, `min_confidence` of the pronoun resolver."""
    file = Path(ranker.__file__).with_suffix(".json")
    built = build_resolver(f"ranker(min_confidence=0.8;parameters={file})", 0)

    assert isinstance(built, CombinedResolver)
    assert isinstance(built.resolver, ranker.Ranker)
    assert built.resolver.min_confidence == 0.8
    for wrong in ("ranker(pron=yes)", "hobbs+ranker(min_confidence=0.8)"):
        with pytest.raises(OptionError):
            build_resolver(wrong, 0)


def test_a_module_that_says_nothing_of_itself_has_the_defaults(monkeypatch: pytest.MonkeyPatch) -> None:
    module = ModuleType("plain", "Nearest noun.\n\nMore.")
    module.__dict__["build"] = random_any.build
    monkeypatch.setattr(Registry, "load", lambda self, name: module)
    monkeypatch.setattr(Registry, "names", lambda self: ["plain"] if self is resolvers.REGISTRY else [])
    entry = resolvers.entry("plain")

    assert (entry.baseline, entry.noun_phrases, entry.default, entry.random) == (False, False, True, True)
    assert str(entry) == "Nearest noun."


def test_a_resolver_of_pronouns_leaves_noun_phrases_open_where_all_mentions_are_asked_for() -> None:
    """Hobbs answers "her", and with head match below it "The cat" too."""
    document, syntax = annotated(annotation("Ann saw a cat | The cat saw her"))
    prepared = prepare(document, syntax, options=Preparation(anaphors="all-mentions"))
    built = build_resolvers(["hobbs", "hobbs+head_match"], 0, "all-mentions")
    answers = {name: [decision.antecedent for decision in entry.resolve(prepared)] for name, entry in built.items()}

    assert answers == {"hobbs": [None, None, None, 0], "hobbs+head_match": [None, None, 1, 0]}


# Resolvers of the user's own


def test_a_file_with_one_class_is_a_resolver_with_options_and_may_say_what_it_is(own_file: Path) -> None:
    built = build_resolvers((str(own_file), f"Far={own_file}(back=2)", "my_resolver:Own(back=3)"), 0)
    assert {label: vars(resolver)["back"] for label, resolver in built.items()} == {
        "my_resolver": 1, "Far": 2, "Own(back=3)": 3,
    }  # fmt: skip

    plain = find(str(own_file))
    says = "from anaphora import ResolverEntry\nRESOLVER = ResolverEntry(Own, title='Mine', baseline=True)\n"
    own_file.write_text(f"{OWN}\n{says}", "utf8")
    declared = find(str(own_file))
    assert (plain.baseline, plain.pronouns_only) == (False, False)
    assert (declared.baseline, declared.pronouns_only, str(declared.entry)) == (True, True, "Baseline: Mine.")
    assert vars(build_resolver(f"{own_file}(back=4)", 0)) == {"back": 4}
    # a file is read again when it changes
    own_file.write_text(f"{OWN}\ndef build(*, back: int = 7):\n    return Own(back)\n", "utf8")
    assert vars(build_resolver(str(own_file), 0)) == {"back": 7}
    assert source_file(parse_resolver(str(own_file))) == str(own_file)


def test_an_object_or_a_class_is_a_resolver_and_one_that_makes_chains_may_stand_below(own_file: Path) -> None:
    silent, place = Silent(), f"{__name__}:Alone"

    assert build_resolver(silent, 0) is silent
    assert isinstance(build_resolver(Silent, 0), Silent)
    assert isinstance(build_resolver(Alone(), 0), ChainAsPronounResolver)
    assert parse_resolver(silent).label == "Silent"
    assert build_resolvers([ResolverSpec("x", label="Mine", resolver=silent)], 0) == {"Mine": silent}
    assert isinstance(build_resolver(place, 0), ChainAsPronounResolver)
    assert isinstance(build_resolver(f"{own_file}+{place}", 0), CombinedResolver)


def test_a_function_that_says_that_it_makes_a_resolver_is_one_or_is_called_build_where_it_was_written(
    own_file: Path,
) -> None:
    for function in (
        "def make() -> Resolver: return Own()",
        "def make(): return Own()\nmake.__annotations__['return'] = Own",
        "def make() -> 'Resolver | ChainResolver': return Own()",
        "def make(*, back: int = 1) -> Own: return Own(back)",
        "make = type('Made', (Own,), {})",
    ):
        own_file.write_text(f"{OWN}\n{function}\n", "utf8")
        assert vars(build_resolver(f"{own_file}:make", 0)) == {"back": 1}

    own_file.write_text(f"{OWN}\ndef build(*, back=2): return Own(back)\n", "utf8")
    (own_file.parent / "other_module.py").write_text("from my_resolver import build\n", "utf8")
    assert vars(build_resolver("my_resolver:build", 0)) == {"back": 2}
    with raises("no-resolver", OptionError):
        build_resolver("other_module:build", 0)


@pytest.mark.parametrize(
    "function",
    [
        "def act(): raise AssertionError",
        "def act() -> int: raise AssertionError",
        "def act() -> list[Own]: raise AssertionError",
        "def act() -> None: raise AssertionError",
        "class act:\n    def __init__(self): raise AssertionError",
        "class Action:\n    def __call__(self): raise AssertionError\nact = Action()",
        "act = exit",
    ],
)
def test_what_is_no_resolver_is_refused_without_calling_it(own_file: Path, function: str) -> None:
    own_file.write_text(f"{OWN}\n{function}\n", "utf8")

    with raises("no-resolver", OptionError):
        build_resolver(f"{own_file}:act", 0)


@pytest.mark.parametrize(
    "named",
    ["os:system(command=exit 1)", "time:sleep(secs=1)", "sys:exit", "builtins:print", "subprocess:Popen(args=true)"],
)
def test_functions_and_classes_of_python_are_no_resolvers(named: str) -> None:
    with raises("no-resolver", OptionError):
        build_resolver(named, 0)


@pytest.mark.parametrize(
    ("content", "named", "code"),
    [
        ("raise SystemExit(0)", "{own}", "own-resolver"),
        ("def build(): raise SystemExit(0)", "{own}", "own-resolver"),
        ("def build() -> 'Missing': pass", "{own}:build", "own-resolver"),
        ("def build(*, back: 'Missing' = 1): pass", "{own}:build", "own-resolver"),
        ("", "{own}", "no-resolver"),
        (f"{OWN}\nclass Other(Own): pass\n", "{own}", "no-resolver"),
        ("def build(): return 3\n", "{own}", "bad-option"),
        ("import no_such_module_at_all\n", "{own}", "own-resolver"),
        ("class Own:\n    resolve = 1\n    def __init__(self): raise ValueError('no')\n", "{own}", "own-resolver"),
        (OWN, "./no_such_file.py", "unknown-name"),
        (OWN, "no_such_module_at_all:Class", "own-resolver"),
        (OWN, "my_resolver:Nope", "no-resolver"),
        (OWN, "my_resolver:Own(far=1)", "bad-option"),
        (OWN, "my_resolver:Own(back=x)", "bad-option"),
    ],
)
def test_an_own_resolver_that_is_none_or_fails_is_refused(own_file: Path, content: str, named: str, code: str) -> None:
    own_file.write_text(content, "utf8")

    with raises(code):
        build_resolver(named.format(own=own_file), 0)


# What files of somebody else may name


def test_resolvers_of_the_registry_are_installed_and_what_runs_other_code_is_not() -> None:
    installed = ("mars", "mars(preset=2001)+head_match", "L=ranker", "oracle", "dagan_itai(base=mars)")
    others = (
        "./mine.py", "L=./mine.py:Own", "os:system", "mars+./mine.py", "./mine.py+head_match", "no_such_module:Own",
        "dagan_itai(base=./mine.py)", "dagan_itai(base=mars+os:system(command=true))",
        "dagan_itai(base=dagan_itai(base=os:system))", "mars+spacy_pipeline(pipeline=tests)",
        "spacy_pipeline(pipeline=/)",
    )  # fmt: skip

    assert [name for name in (*installed, *others) if is_installed(name)] == [*installed]
    for name in others:
        with raises("untrusted", OptionError):
            require_installed([parse_resolver(name)], "")


def test_an_installed_pipeline_is_none_where_a_folder_has_its_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    installed = EntryPoints([EntryPoint("en_some", "en_some", "spacy_models")])
    monkeypatch.setattr(registry, "_entry_points", lambda group, path: installed)
    monkeypatch.chdir(tmp_path)

    assert is_installed("spacy_pipeline(pipeline=en_some)")
    (tmp_path / "en_some").mkdir()
    assert not is_installed("spacy_pipeline(pipeline=en_some)")
