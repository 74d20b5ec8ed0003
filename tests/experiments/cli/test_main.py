import json
from pathlib import Path

import pytest

from anaphora.experiments.setup.documents import BUNDLED
from tests.experiments.conftest import Run

PRINTER, FICTION = str(BUNDLED / "printer.conllu"), str(BUNDLED / "fiction.conllu")
QUICK = ("--input", "perfect", "--resolvers", "most_recent")


@pytest.fixture
def bad(tmp_path: Path) -> Path:
    path = tmp_path / "bad.conllu"
    path.write_text("1\tword\n\n", "utf8")
    return path


def test_compare_writes_json_to_a_file_and_prints_the_table(anaphora: Run, tmp_path: Path) -> None:
    result = anaphora("compare", PRINTER, *QUICK, "--json", tmp_path / "figures.json")

    assert "most_recent" in result.out
    assert json.loads((tmp_path / "figures.json").read_text("utf8"))["documents"] == 1
    assert [path.name for path in tmp_path.iterdir()] == ["figures.json"]


def test_compare_writes_a_report(anaphora: Run, tmp_path: Path) -> None:
    result = anaphora("compare", PRINTER, *QUICK, "--report", tmp_path / "report.html")

    assert result.code == 0
    assert (tmp_path / "report.html").read_text("utf8").lower().startswith("<!doctype html>")


def test_options_shape_the_signature(anaphora: Run) -> None:
    options = [
        "--match",
        "partial",
        "--antecedent",
        "nominal",
        "--window",
        "1",
        "--seed",
        "7",
        "--anaphors",
        "personal",
    ]
    found = anaphora("compare", PRINTER, *QUICK, *options, "--json", "-").json["signature"]

    shaped = "match:partial antecedent:nominal window:1 seed:7 anaphors:personal resolvers:most_recent"
    assert [part for part in shaped.split() if f"|{part}|" not in found] == []


def test_single_layers_can_be_perfect(anaphora: Run) -> None:
    found = anaphora(
        "compare", PRINTER, "--perfect", "annotation,mentions", "--resolvers", "mitkov", "--json", "-"
    ).json

    assert "|perfect:annotation+mentions|" in found["signature"]


def test_bad_file_is_an_error_with_its_line(anaphora: Run, bad: Path) -> None:
    result = anaphora("compare", bad, *QUICK)

    assert (result.code, result.out) == (1, "")
    assert f"error: {bad}:1: " in result.err


def test_message_shows_brackets_as_they_are(anaphora: Run, tmp_path: Path) -> None:
    result = anaphora("compare", tmp_path / "[bold]x[/]", *QUICK)

    assert "/[bold]x[/]: " in result.err


def test_nothing_is_written_if_the_input_is_bad(anaphora: Run, bad: Path) -> None:
    folder = bad.parent
    result = anaphora(
        "compare", PRINTER, bad, *QUICK, "--json", folder / "figures.json", "--report", folder / "report.html"
    )

    assert result.code == 1
    assert [path.name for path in folder.iterdir()] == ["bad.conllu"]


def test_bad_files_are_passed_over_on_demand(anaphora: Run, bad: Path) -> None:
    result = anaphora("compare", bad, PRINTER, *QUICK, "--skip-bad", "--json", "-")

    assert result.code == 0
    assert result.json["documents"] == 1
    assert result.json["skipped"][0].startswith(f"{bad}:1: ")


def test_resolvers_may_stand_with_blanks_between(anaphora: Run) -> None:
    names = "most_recent  hobbs(agreement=no; reflexives=clause), most_recent + head_match"
    result = anaphora("compare", PRINTER, "--input", "perfect", "--resolvers", names, "--json", "-")

    assert list(result.json["resolvers"]) == [
        "most_recent", "hobbs(agreement=no;reflexives=clause)", "most_recent+head_match",
    ]  # fmt: skip


@pytest.mark.parametrize(
    "arguments", [("compare", "--nonsense"), ("compare", "--window", "-1"), ("nonsense",), ("check",)]
)
def test_wrong_usage_ends_with_two(anaphora: Run, arguments: tuple[str, ...]) -> None:
    result = anaphora(*arguments)

    assert (result.code, result.out) == (2, "")
    assert "Usage" in result.err


def test_resolve_reads_standard_input(anaphora: Run) -> None:
    text = "The printer stopped. It is out of paper."
    result = anaphora("resolve", "--resolvers", "most_recent", "--json", "-", given=text.encode())

    assert result.code == 0
    assert result.json["text"] == text
    assert [row["antecedents"]["most_recent"]["text"] for row in result.json["pronouns"]] == ["The printer"]


def test_resolve_reads_a_file(anaphora: Run, tmp_path: Path) -> None:
    path = tmp_path / "text.txt"
    path.write_text("The printer stopped. It is out of paper.\n", "utf8")
    result = anaphora("resolve", path, "--resolvers", "most_recent")

    assert result.code == 0
    assert "The printer" in result.out


def test_resolve_refuses_an_empty_text(anaphora: Run) -> None:
    result = anaphora("resolve", given=b"\n \n")

    assert (result.code, result.out) == (1, "")


@pytest.mark.parametrize(("output", "sign"), [("conll2012", "#begin document"), ("corefud", "# global.Entity")])
def test_resolve_writes_corpus_formats(anaphora: Run, output: str, sign: str) -> None:
    text = b"The printer stopped. It is out of paper."
    result = anaphora("resolve", "--resolvers", "most_recent", "--to", output, given=text)

    assert result.code == 0
    assert sign in result.out


def test_profile_by_document_gives_each_its_figures(anaphora: Run) -> None:
    result = anaphora("profile", PRINTER, FICTION, "--input", "perfect", "--by", "document", "--json", "-")

    assert list(result.json["by"]["document"]) == ["fiction", "printer"]


def test_compare_tells_the_figures_of_each_document(anaphora: Run) -> None:
    arguments = ("compare", PRINTER, *QUICK, "--per-document")

    shown, figures = anaphora(*arguments), anaphora(*arguments, "--to", "json").json

    assert "Success rates by document" in shown.out
    printer = figures["per_document"]["printer"]
    assert (printer["anaphors"], printer["non_anaphoric"]) == (42, {"clausal": 1, "pleonastic": 2})
    whole = figures["resolvers"]["most_recent"]["all_pronouns"]
    assert printer["resolvers"]["most_recent"]["all_pronouns"] == [whole["right"], whole["of"]]


def test_compare_shows_coverage_and_calibration_only_where_asked(anaphora: Run) -> None:
    arguments = ("compare", PRINTER, "--input", "perfect", "--resolvers", "ranker,cogniac")

    alone, shown = anaphora(*arguments), anaphora(*arguments, "--coverage")
    figures = anaphora(*arguments, "--coverage", "--per-document", "--to", "json").json

    assert "Coverage" not in alone.out
    assert "\nCoverage\n" in shown.out
    assert "\nCalibration\n" in shown.out
    assert set(figures) >= {"coverage", "per_document"}
    assert set(figures["coverage"]) == {"ranker", "cogniac"}
    assert "coverage" not in anaphora(*arguments, "--to", "json").json


def test_compare_draws_samples_of_anaphors_that_stand_apart(anaphora: Run) -> None:
    result = anaphora("compare", PRINTER, *QUICK, "--sample", "gap=1000", "--repeats", "7", "--json", "-")

    assert {name: result.json["sampled"][name] for name in ("gap", "repeats", "anaphors")} == {
        "gap": 1000, "repeats": 7, "anaphors": 1.0,
    }  # fmt: skip
    assert result.json["signature"].endswith("|sample:gap=1000,repeats=7,seed=0")


def test_check_of_a_good_file_ends_with_zero(anaphora: Run) -> None:
    assert anaphora("check", PRINTER).code == 0


def test_check_of_several_paths_tells_the_findings_of_all(anaphora: Run, bad: Path, tmp_path: Path) -> None:
    result = anaphora("check", bad, PRINTER, tmp_path / "absent", "--json", "-")
    errors = [(row["path"], row["line"]) for row in result.json["findings"] if row["severity"] == "error"]

    assert (result.code, result.json["errors"]) == (1, 2)
    assert errors == [(str(bad), 1), (str(tmp_path / "absent"), None)]


def test_list_names_what_there_is(anaphora: Run) -> None:
    found = anaphora("list", "--json", "-").json

    assert list(found) == ["resolvers", "chains", "measures", "formats", "indicators", "corpora", "pipelines", "cards"]
    assert "mitkov" in found["resolvers"]
    assert all(source for entries in found.values() for source in entries.values())


def test_resolvers_are_listed_with_chain_resolvers_under_their_own_heading(anaphora: Run) -> None:
    found = anaphora("list", "resolvers", "--json", "-").json

    assert list(found) == ["resolvers", "chains"]
    assert "mars" in found["resolvers"]
    assert "mention_pair" in found["chains"]
    assert list(anaphora("list", "chains", "--json", "-").json) == ["chains"]


def test_narrow_terminal_cuts_no_figure(anaphora: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "40")
    narrow = anaphora("compare", PRINTER, "--input", "perfect").out
    monkeypatch.setenv("COLUMNS", "200")
    wide = anaphora("compare", PRINTER, "--input", "perfect").out
    lines = [line for line in wide.splitlines() if line.startswith(("mitkov", "recent_subject"))]
    figures = [word for line in lines for word in line.split()[-7:]]

    assert len(figures) > 10
    assert set(figures) <= set(narrow.split())


def test_version_is_that_of_the_distribution(anaphora: Run) -> None:
    result = anaphora("--version")

    assert (result.code, result.out.split()[0]) == (0, "anaphora-workbench")


def test_resolve_refuses_json_beside_a_corpus_format(anaphora: Run, tmp_path: Path) -> None:
    result = anaphora("resolve", "--to", "corefud", "--json", tmp_path / "x.json", given=b"It is here.")

    assert result.code == 2
    assert not (tmp_path / "x.json").exists()


@pytest.mark.parametrize("option", ["--report", "--json"])
def test_place_in_a_missing_folder_is_an_error_before_the_work(anaphora: Run, tmp_path: Path, option: str) -> None:
    result = anaphora("compare", tmp_path / "no_such_corpus", option, tmp_path / "nowhere" / "x")

    assert (result.code, result.out) == (1, "")
    assert str(tmp_path / "nowhere") in result.err


@pytest.mark.parametrize(
    "command",
    [
        ("compare", "--resolvers", "most_recent"),
        ("profile",),
        ("ablate", "--resolver", "mitkov"),
        ("losses", "--resolvers", "most_recent"),
        ("evaluate agreement",),
        ("evaluate mentions",),
        ("optimise", "--protocol", "self"),
    ],
)
def test_a_bad_file_that_is_passed_over_is_named_beside_the_figures(
    anaphora: Run, tmp_path: Path, command: tuple[str, ...]
) -> None:
    name, *options = command
    good, bad, figures = tmp_path / "good.conllu", tmp_path / "bad.conllu", tmp_path / "figures.json"
    good.write_bytes((BUNDLED / "printer.conllu").read_bytes())
    bad.write_text("# newdoc id = bad\n1\tonly two\n\n", "utf8")
    result = anaphora(*name.split(), good, bad, *options, "--skip-bad", "--json", figures)

    assert result.code == 0, result.err
    assert "Skipped: " in result.out
    (message,) = json.loads(figures.read_text("utf8"))["skipped"]
    assert "bad.conllu" in message
    assert json.loads(figures.read_text("utf8"))["signature"].startswith("corpus:good.conllu bad.conllu@")


def test_options_of_help_are_in_groups_and_ranges_readable(anaphora: Run) -> None:
    shown = anaphora("compare", "--help").out
    places = [shown.index(group) for group in ("What is compared", "How it is judged", "Output", "Execution")]

    assert places == sorted(places)
    assert "range" not in shown
    assert "Usage: anaphora compare" in shown


def test_short_options(anaphora: Run, tmp_path: Path) -> None:
    quiet = anaphora("compare", PRINTER, *QUICK, "-q", "-o", tmp_path / "report.html")

    assert (quiet.code, quiet.err) == (0, "")
    assert (tmp_path / "report.html").exists()
    assert anaphora("-V").out == anaphora("--version").out


def test_an_error_is_printed_though_quiet(anaphora: Run) -> None:
    assert "mitkov" in anaphora("compare", PRINTER, "--resolvers", "mitkow", "-q").err


def test_tables_call_a_corpus_as_it_is_named(anaphora: Run) -> None:
    assert anaphora("compare", PRINTER, *QUICK, "--name", "Manual 1").out.startswith("Manual 1: 1 document")
    assert anaphora("score", PRINTER, PRINTER, "--name", "Manual 1").out.startswith("Manual 1: 1 document")


def test_a_short_signature_names_what_is_not_the_default(anaphora: Run) -> None:
    short = anaphora("compare", PRINTER, *QUICK, "--window", "2", "--match", "head").out
    whole = anaphora("compare", PRINTER, *QUICK, "--window", "2", "--signature").out

    assert "(match head, window 2, perfect input); --signature prints it whole." in short
    assert "|window:2|" in whole


def test_one_resolver_has_the_option_of_many_and_its_old_name(anaphora: Run) -> None:
    named = anaphora("ablate", PRINTER, "--input", "perfect", "--resolvers", "mitkov").out

    assert named == anaphora("ablate", PRINTER, "--input", "perfect", "--resolver=mitkov").out


@pytest.mark.parametrize("width", ["80", "120", "200"])
@pytest.mark.parametrize("command", ["compare", "losses", "profile", "ablate", "list"])
def test_no_line_is_wider_than_the_terminal(
    anaphora: Run, monkeypatch: pytest.MonkeyPatch, command: str, width: str
) -> None:
    monkeypatch.setenv("COLUMNS", width)
    corpus = (PRINTER,) if command != "list" else ()

    assert max(map(len, anaphora(command, *corpus).out.splitlines())) <= int(width)
