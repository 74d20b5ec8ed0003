import json
import os
import signal
from functools import cache
from math import nan
from pathlib import Path
from typing import Any

import pytest

from anaphora import corpora
from anaphora.corpora import corefud, jsonlines
from anaphora.experiments.comparison.compare import compare
from anaphora.experiments.running import execution
from anaphora.experiments.running.worker import DocumentHook, decide
from anaphora.experiments.setup.analysis import analyser
from anaphora.experiments.setup.configuration import Configuration, ExecutorName, configure
from anaphora.experiments.setup.documents import BUNDLED
from anaphora.preprocess import Preparation, pipeline
from anaphora.preprocess.english.it_filter import FILTERS
from anaphora.resolvers.chains.noun_phrase_clustering import NounPhraseClustering
from anaphora.resolvers.specs import ORACLE
from anaphora.workbench.decision import Decision, Explanation
from anaphora.workbench.document import Prepared
from anaphora.workbench.errors import FormatError, OptionError
from anaphora.workbench.language.pronouns import AnaphorKind
from anaphora.workbench.linking import ChainAsPronounResolver, CombinedResolver
from anaphora.workbench.matching import Antecedent
from anaphora.workbench.preparation import ABOUT_FILTERS, IT_FILTERS, LAYERS
from anaphora.workbench.results.comparison import Comparison
from anaphora.workbench.results.table import to_json
from anaphora.workbench.trace import Criteria, trace
from tests.annotated import prepared
from tests.refused import raises

PRINTER, FICTION = BUNDLED / "printer.conllu", BUNDLED / "fiction.conllu"
TWO = (PRINTER, FICTION)
AUTOMATIC, PERFECT = configure(), configure(perfect=LAYERS)
BASELINES = ("most_recent", "random_agreeing")
WITHOUT_TREES = configure(perfect=("mentions", "pleonastic", "agreement"))
MODES = pytest.mark.parametrize("settings", [AUTOMATIC, PERFECT], ids=["automatic", "perfect"])


@cache
def run(paths: tuple[Path, ...], settings: Configuration) -> Comparison:
    return compare(paths, settings)


def check_laws(found: Comparison) -> None:
    """What holds for every comparison: MAX bounds every resolver that keeps to agreement, and losses add up."""
    strict, partial = found.upper_bound("strict"), found.upper_bound("partial")
    assert strict is not None
    assert partial is not None
    assert found.anaphors > 0
    assert strict <= partial
    for name in found.resolvers:
        losses = found.losses(name)
        assert sum(losses.values()) == found.anaphors
        if name != "random_any":
            assert losses["right"] / found.anaphors <= strict


@MODES
def test_comparison_keeps_the_laws(settings: Configuration) -> None:
    check_laws(run(TWO, settings))


def test_comparison_of_the_bundled_corpus_is_the_default() -> None:
    found = run((), PERFECT)

    check_laws(found)
    assert found.corpus == "manuals"
    assert len(found.documents) == len(list(BUNDLED.glob("*.conllu")))


@MODES
@pytest.mark.parametrize("antecedent", ["chain", "nearest"])
def test_oracle_reaches_the_upper_bound(settings: Configuration, antecedent: Antecedent) -> None:
    asked = configure((ORACLE,), perfect=settings.preparation.perfect, antecedent=antecedent)
    found = compare(TWO, asked)

    assert found.losses(ORACLE)["right"] == sum(anaphor.strict for one in found.documents for anaphor in one.anaphors)


@MODES
def test_oracle_stays_below_the_upper_bound_where_pronouns_must_lead_on(settings: Configuration) -> None:
    """MAX asks for a right candidate; under `nominal` that may be a pronoun whose own antecedents are out of reach."""
    asked = configure((ORACLE,), perfect=settings.preparation.perfect, antecedent="nominal")
    found = compare(TWO, asked)
    reached = sum(anaphor.strict for one in found.documents for anaphor in one.anaphors)

    assert 0.9 * reached < found.losses(ORACLE)["right"] <= reached


def test_perfect_input_leaves_only_the_window_between_an_anaphor_and_its_antecedent() -> None:
    lost = {stage for stage, count in run((PRINTER,), PERFECT).losses("mitkov").items() if count}

    assert lost <= {"out_of_window", "tie_lost", "outranked", "right"}


def test_wide_window_and_perfect_input_leave_nothing_out_of_reach() -> None:
    found = compare(TWO, configure(("most_recent",), perfect=LAYERS, window=1000))

    assert found.upper_bound("strict") == 1


@MODES
def test_order_of_documents_does_not_change_the_figures(settings: Configuration) -> None:
    one, other = to_json(run(TWO, settings).tables()), to_json(run(TWO[::-1], settings).tables())

    assert {**one, "signature": ""} == {**other, "signature": ""}


def test_partial_match_is_never_stricter() -> None:
    strict = run(TWO, AUTOMATIC).losses("most_recent")["right"]
    partial = run(TWO, configure(match="partial")).losses("most_recent")["right"]

    assert strict <= partial


def test_nominal_and_nearest_are_never_more_lenient_than_chain() -> None:
    chain = run(TWO, PERFECT).losses("mitkov")["right"]

    for antecedent in ("nominal", "nearest"):
        found = compare(TWO, configure(("mitkov",), perfect=LAYERS, antecedent=antecedent))
        assert found.losses("mitkov")["right"] <= chain


def test_random_resolver_depends_on_the_seed_but_its_expectation_does_not() -> None:
    seeds = [
        to_json(compare(TWO, configure(("random_any",), seed=seed)).tables())["resolvers"]["random_any"]
        for seed in (0, 1)
    ]

    assert seeds[0]["losses"] != seeds[1]["losses"]
    assert seeds[0]["expected"] == seeds[1]["expected"]


def test_random_resolvers_are_named() -> None:
    assert {"random_any", "random_agreeing"} <= run(TWO, AUTOMATIC).random
    assert "mitkov" not in run(TWO, AUTOMATIC).random


def test_analysed_documents_are_kept_on_demand() -> None:
    settings = configure(("most_recent",), perfect=LAYERS)

    assert [one.prepared.document.id for one in compare(TWO, settings, keep=True).evidence] == ["printer", "fiction"]
    assert compare(TWO, settings).evidence == ()


def test_resolvers_see_no_gold() -> None:
    for one in (evidence.prepared for evidence in compare(TWO, configure(("most_recent",)), keep=True).evidence):
        assert (one.document.annotation, one.document.sentence_starts) == (None, ())


def test_progress_is_told_of_each_document() -> None:
    told: list[str] = []
    compare(TWO, configure(("most_recent",), perfect=LAYERS), progress=lambda document: told.append(document.id))

    assert told == ["printer", "fiction"]


@pytest.fixture
def corpus(tmp_path: Path) -> Path:
    """A folder with a good file between two bad ones."""
    good = PRINTER.read_text("utf8")
    (tmp_path / "b.conllu").write_text(good, "utf8")
    (tmp_path / "a.conllu").write_text(good.replace("Entity=e1)", "Entity=e77)", 1), "utf8")
    (tmp_path / "c.conllu").write_text("1\tword\n\n", "utf8")
    return tmp_path


def test_bad_file_is_an_error(corpus: Path) -> None:
    with pytest.raises(FormatError) as caught:
        compare([corpus], configure(("most_recent",), perfect=LAYERS))
    assert (caught.value.path, bool(caught.value.line)) == (str(corpus / "a.conllu"), True)


def test_bad_files_are_passed_over_and_named_on_demand(corpus: Path) -> None:
    settings = configure(("most_recent",), perfect=LAYERS, skip_bad=True)
    found = compare([corpus], settings)

    assert [document.document_id for document in found.documents] == ["printer"]
    assert [Path(message.partition(":")[0]).name for message in found.skipped] == ["a.conllu", "c.conllu"]
    assert to_json(found.tables())["resolvers"] == to_json(compare([PRINTER], settings).tables())["resolvers"]


def test_document_that_comes_twice_is_an_error() -> None:
    with pytest.raises(FormatError) as caught:
        compare([PRINTER, PRINTER], configure(("most_recent",), perfect=LAYERS))
    assert caught.value.code == "document-twice"


def test_document_in_two_formats_is_refused_before_anything_is_resolved(tmp_path: Path) -> None:
    resolved: list[str] = []

    class Counting:
        def resolve(self, prepared: Prepared) -> list[Decision]:
            resolved.append(prepared.document.id)
            return [Decision(number, None) for number in range(len(prepared.cases))]

    documents = list(corpora.read(PRINTER))
    (tmp_path / "a.conllu").write_text("".join(corefud.write(documents)), "utf8")
    (tmp_path / "b.jsonl").write_text("".join(jsonlines.write(documents)), "utf8")

    with pytest.raises(FormatError) as caught:
        compare([tmp_path], configure((Counting(),)))
    assert (caught.value.code, resolved) == ("document-twice", [])


def test_corpus_without_trees_cannot_have_perfect_annotation(tmp_path: Path) -> None:
    (tmp_path / "x.conll").write_text("#begin document (x); part 000\nIt\t(1)\nworks\t-\n#end document\n", "utf8")

    with pytest.raises(OptionError) as caught:
        compare([tmp_path], PERFECT)
    assert caught.value.code == "no-gold-trees"


def test_the_defaults_of_settings_are_those_of_their_parts() -> None:
    assert (Preparation().pipeline, configure().criteria) == (pipeline.BUNDLED, Criteria())
    assert (*FILTERS, "none") == IT_FILTERS == tuple(ABOUT_FILTERS)


def test_signature_names_the_classes_of_it_that_are_taken_out() -> None:
    found = run((PRINTER,), configure(("most_recent",), it_classes="non-nominal"))

    assert "|it-classes:non-nominal|" in found.signature
    assert "it-classes" not in run((PRINTER,), configure(("most_recent",))).signature


def test_signature_tells_whether_anaphors_of_clauses_count() -> None:
    assert "|clausal:counted|" in run((PRINTER,), configure(("most_recent",), clausal=True)).signature
    assert "clausal" not in run((PRINTER,), configure(("most_recent",))).signature


def test_all_pronouns_are_the_anaphors_and_the_marked_ones() -> None:
    """The printer's key has 42 anaphors, two pleonastic "it" and a clausal one; perfect input takes all three out."""
    found = run((PRINTER,), configure(("most_recent",), perfect=LAYERS))
    rates = found.rates("most_recent")

    assert found.non_anaphoric == {"clausal": 1, "pleonastic": 2}
    assert rates["all_pronouns"].total == rates["success_rate"].total + 3 == 45
    assert rates["all_pronouns"].right == rates["success_rate"].right + 3


def test_signature_names_what_shaped_the_figures() -> None:
    signature = run(TWO, PERFECT).signature

    assert signature.startswith("corpus:printer.conllu fiction.conllu@")
    for part in ("documents:2", "pipeline:gold", "perfect:annotation+mentions+", "match:strict", "window:3", "seed:0"):
        assert f"|{part}" in signature


def test_signature_depends_on_the_texts() -> None:
    settings = configure(("most_recent",), perfect=LAYERS)

    assert len({compare([path], settings).signature.partition("|")[0].partition("@")[2] for path in TWO}) == 2


def test_corpus_is_named_after_its_folder_even_from_inside(corpus: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(corpus)
    found = compare([Path()], configure(("most_recent",), perfect=LAYERS, skip_bad=True))

    assert found.corpus == corpus.name


def whow(data: Path) -> tuple[Path, ...]:
    found = sorted((data / "gum").glob("*/corefud/GUM_whow_*"))
    if not found:
        pytest.skip("no documents of GUM's genre whow")
    return tuple(found)


def part(folder: Path, count: int) -> tuple[Path, ...]:
    if not folder.is_dir():
        pytest.skip(f"no corpus at {folder}")
    return tuple(sorted(path for path in folder.iterdir() if path.is_file())[:count])


@MODES
def test_gum_keeps_the_laws(data: Path, settings: Configuration) -> None:
    check_laws(run(part(data / "gum" / "dev" / "corefud", 100), settings))


@pytest.mark.slow
@pytest.mark.parametrize("settings", [AUTOMATIC, WITHOUT_TREES], ids=["automatic", "perfect"])
def test_ontogum_keeps_the_laws(data: Path, settings: Configuration) -> None:
    check_laws(run(part(data / "gum" / "dev" / "ontogum_conll", 10), settings))


@pytest.mark.slow
@pytest.mark.parametrize("settings", [AUTOMATIC, WITHOUT_TREES], ids=["automatic", "perfect"])
def test_litbank_keeps_the_laws(data: Path, settings: Configuration) -> None:
    check_laws(run(part(data / "litbank" / "conll", 4), settings))


@MODES
@pytest.mark.parametrize("baseline", BASELINES)
def test_mitkov_is_ahead_of_the_baselines_on_gum(data: Path, settings: Configuration, baseline: str) -> None:
    found = run(part(data / "gum" / "dev" / "corefud", 100), settings)

    assert found.losses("mitkov")["right"] > found.losses(baseline)["right"]


@MODES
@pytest.mark.parametrize("baseline", BASELINES)
def test_mitkov_is_ahead_of_the_baselines_on_how_to_guides(data: Path, settings: Configuration, baseline: str) -> None:
    found = run(whow(data), settings.changed(resolvers=("mitkov", *BASELINES)))

    assert found.losses("mitkov")["right"] > found.losses(baseline)["right"]


class Stubborn:
    """Answers every case with mention 0, be it a candidate or not, `times` times."""

    def __init__(self, times: int) -> None:
        self.times = times

    def resolve(self, prepared: Prepared) -> list[Decision]:
        one = [Decision(number, 0, Explanation("opaque", (0,))) for number in range(len(prepared.cases))]
        return one * self.times


@pytest.mark.parametrize(("times", "code"), [(2, "no-decision"), (1, "no-candidate")])
def test_resolver_that_breaks_the_contract_is_named(times: int, code: str) -> None:
    ((document, key),) = corpora.read(PRINTER)
    prepared = analyser(configure(perfect=LAYERS))(document, key)

    with pytest.raises(OptionError) as caught:
        decide({"stubborn": Stubborn(times)}, prepared)

    assert caught.value.code == code
    assert "'stubborn'" in str(caught.value)


@pytest.mark.parametrize(
    "change",
    [
        {"cataphoric": 0},  # stands before the anaphor
        {"antecedent": 0, "cataphoric": 2},  # two answers
        {"others": (0,)},  # of nothing
        {"antecedent": 0, "others": (1,)},  # the anaphor itself, no candidate
    ],
)
def test_answers_that_cannot_be_are_refused(change: dict[str, Any]) -> None:
    """ "Ann left. She saw Bob." """
    text = "Ann/NNP/2/nsubj left/VBD/0/root\nShe/PRP/2/nsubj saw/VBD/0/root Bob/NNP/2/obj"

    class Odd:
        def resolve(self, prepared: Prepared) -> list[Decision]:
            return [Decision(**{"case": 0, "antecedent": None} | change)]

    with raises("no-candidate"):
        decide({"odd": Odd()}, prepared(text))


@pytest.mark.parametrize(
    "change",
    [{"probability": 1.2}, {"probability": -0.1}, {"probability": nan}, {"no_antecedent": 2}, {"probability": "much"},
     {"probability": 0.7, "no_antecedent": 0.7}],
)  # fmt: skip
def test_probabilities_that_are_none_are_refused(change: dict[str, Any]) -> None:
    class Overconfident:
        def resolve(self, prepared: Prepared) -> list[Decision]:
            return [Decision(**{"case": 0, "antecedent": 0} | change)]

    with raises("no-probability", OptionError):
        decide(
            {"overconfident": Overconfident()},
            prepared("Ann/NNP/2/nsubj left/VBD/0/root\nShe/PRP/2/nsubj ate/VBD/0/root"),
        )


class Unexplained:
    """The most recent candidate that agrees, without a word why."""

    def resolve(self, prepared: Prepared) -> list[Decision]:
        return [Decision(number, max(case.compatible, default=None)) for number, case in enumerate(prepared.cases)]


def test_decisions_without_an_explanation_are_traced_over_the_candidates_that_agree() -> None:
    ((document, key),) = corpora.read(PRINTER)
    prepared = analyser(configure(perfect=LAYERS))(document, key)

    decisions = decide({"plain": Unexplained()}, prepared)

    for decision, case in zip(decisions["plain"], prepared.cases, strict=True):
        assert decision.explanation.candidates == case.compatible
    assert {outcome.stage for outcome in trace(document, key, prepared, decisions, Criteria()).outcomes["plain"]} == {
        "right",
        "outranked",
    }


def test_a_document_that_is_too_large_for_one_resolver_is_refused_before_another_works() -> None:
    class Working:
        def resolve(self, document: Prepared) -> list[Decision]:
            raise AssertionError("worked before the refusal")

    text = prepared("Gold/NN/2/nsubj replaced/VBD/0/root paper/NN/2/obj")
    bounded = NounPhraseClustering(most_mentions=1)
    for resolver in (ChainAsPronounResolver(bounded), CombinedResolver(Working(), bounded)):
        with raises("too-many-pairs"):
            decide({"works": Working(), "bounded": resolver}, text)


def test_pronouns_beside_the_key_anaphors_are_in_no_other_figure() -> None:
    """Cataphors and split antecedents are said apart; they are neither spurious nor attempts."""
    found = compare([], configure(("most_recent",), perfect=LAYERS))
    identified = sum(document.identified for document in found.documents)

    assert sum(found.not_counted.values()) == 18
    assert (identified, found.spurious) == (found.anaphors, 0)


def test_processes_give_the_figures_and_the_report_evidence_of_one() -> None:
    names = ("mars", "random_any", "oracle")
    alone, together = (
        compare([BUNDLED / "news.conllu", BUNDLED / "how_to.conllu"], configure(names, jobs=jobs), keep=True)
        for jobs in (1, 2)
    )

    assert to_json(together.tables()) == to_json(alone.tables())
    assert [it.prepared for it in together.evidence] == [it.prepared for it in alone.evidence]


def test_a_resolver_in_a_file_runs_in_workers_and_with_a_journal(tmp_path: Path) -> None:
    (file := tmp_path / "latest.py").write_text(LATEST, "utf8")
    settings = configure((str(file), f"Again={file}", "most_recent"), perfect=LAYERS)
    alone = compare(TWO, settings)
    with_workers = settings.changed(jobs=2)
    again, resumed = (compare(TWO, with_workers, journal=tmp_path / "journal") for _ in range(2))

    assert alone.resolvers == ("latest", "Again", "most_recent")
    assert len({json.dumps(to_json(found.tables())) for found in (alone, again, resumed)}) == 1
    assert f"|resolvers:latest={file}@" in alone.signature
    file.write_text(f"{LATEST}# changed", "utf8")
    with pytest.raises(OptionError):
        compare(TWO, settings, journal=tmp_path / "journal")


def test_how_sure_resolvers_are_is_the_same_from_workers_and_a_journal(tmp_path: Path) -> None:
    settings = configure(("ranker", "mars", "cogniac"), perfect=LAYERS)
    with_workers = settings.changed(jobs=2)
    place = tmp_path / "journal"
    alone = compare(TWO, settings, confidences=True)
    again, resumed = (compare(TWO, with_workers, confidences=True, journal=place) for _ in range(2))

    assert len({json.dumps(to_json(found.tables(coverage=True))) for found in (alone, again, resumed)}) == 1
    with pytest.raises(OptionError) as refused:
        compare(TWO, settings, journal=place)
    assert refused.value.code == "another-run"


def test_what_a_resolver_is_not_sure_of_is_charged_to_its_abstentions() -> None:
    """Nothing is certain, so that all pronouns are left open which had a right candidate."""
    never = "ranker(min_confidence=1)"
    losses = compare([PRINTER], configure(("ranker", never), perfect=LAYERS)).losses

    assert losses(never)["abstained"] >= losses("ranker")["right"] > 0
    assert losses(never)["right"] == losses(never)["outranked"] == losses(never)["tie_lost"] == 0


@MODES
def test_curves_end_where_the_comparison_is_and_cogniac_has_a_point(settings: Configuration) -> None:
    found = compare(TWO, settings.changed(resolvers=("ranker", "mars", "cogniac")), confidences=True)
    covered = found.coverage

    assert [each.kind for each in covered.values()] == ["probability", "margin", None]
    for name, each in covered.items():
        outcomes = [outcome for document in found.documents for outcome in document.outcomes[name]]
        assert each.answered == sum(outcome.antecedent is not None for outcome in outcomes) / found.anaphors
        assert each.precision == found.rate("precision", name).value


def test_an_object_is_compared_in_this_process_only(tmp_path: Path) -> None:
    settings = configure([Unexplained(), "most_recent"], perfect=LAYERS)

    assert compare(TWO, settings).resolvers == ("Unexplained", "most_recent")
    with pytest.raises(OptionError):
        compare(TWO, settings, journal=tmp_path / "journal")
    with pytest.raises(OptionError):
        compare(TWO, settings.changed(jobs=2))


LATEST = """
from anaphora.workbench.decision import Decision

class Latest:
    def resolve(self, prepared):
        return [Decision(number, max(case.compatible, default=None)) for number, case in enumerate(prepared.cases)]
"""


def worker(*_: object) -> int:
    return os.getpid()


@pytest.mark.slow
@pytest.mark.parametrize("executor", ["processes", "dask"])
def test_a_worker_that_is_killed_in_the_middle_changes_nothing(
    monkeypatch: pytest.MonkeyPatch, executor: ExecutorName
) -> None:
    monkeypatch.setattr(execution, "AHEAD", 1)
    texts = [BUNDLED / f"{name}.conllu" for name in ("how_to", "news", "printer", "fiction")]
    names, workers = ("most_recent", "random_any"), list[int]()

    def kill_the_first(pid: int) -> None:
        workers.append(pid)
        if len(workers) == 1:
            os.kill(pid, signal.SIGKILL)

    hook = DocumentHook("worker", worker, kill_the_first, int, int)
    found = compare(texts, configure(names, executor=executor, jobs=2), hooks=[hook])

    assert workers[0] not in {os.getpid(), workers[-1]}
    assert to_json(found.tables()) == to_json(compare(texts, configure(names)).tables())


@pytest.mark.parametrize("which", ["nominal", "names"])
@MODES
def test_noun_phrases_keep_the_laws_with_every_resolver_that_answers_them(
    settings: Configuration, which: AnaphorKind
) -> None:
    """All of their candidates count for MAX, so that it bounds chain resolvers too."""
    found = run(TWO, settings.changed(anaphors=which))

    check_laws(found)
    assert len(found.resolvers) >= 5
    assert f"anaphors:{which}" in found.signature


def test_all_mentions_are_pronouns_definite_noun_phrases_names_and_the_rest() -> None:
    counts = {
        which: run(TWO, PERFECT.changed(anaphors=which, resolvers=("head_match",))).anaphors
        for which in ("all", "nominal", "names", "all-mentions")
    }

    assert 0 < counts["all"] + counts["nominal"] + counts["names"] <= counts.pop("all-mentions")


def test_resolvers_of_pronouns_stand_in_the_table_of_all_mentions_with_a_note() -> None:
    found = run(TWO, PERFECT.changed(anaphors="all-mentions", resolvers=("mars", "mars+head_match")))

    check_laws(found)
    assert found.pronouns_only == {"mars"}
    assert found.right("mars") < found.right("mars+head_match")
