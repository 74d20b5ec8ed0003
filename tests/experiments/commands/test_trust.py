"""A study is data: without trust it runs nothing but what is installed."""

import subprocess
import sys
from collections.abc import Iterator
from contextlib import suppress
from inspect import signature
from pathlib import Path

import pytest
import spacy

import anaphora as door
from anaphora import resolvers
from anaphora.experiments.run.documents import BUNDLED
from anaphora.resolvers import chains
from anaphora.workbench.errors import FormatError
from anaphora.workbench.resolver_entry import ResolverEntry
from tests.experiments.conftest import Run
from tests.refused import raises, refused

HERS = """
from anaphora import Decision

open("RAN", "w").close()

class Own:
    def resolve(self, prepared):
        return [Decision(number, None) for number in range(len(prepared.cases))]

def build():
    return Own()
"""
FOREIGN = ("./hers.py", "./hers.py:Own", "hers:Own", "L=hers:build", "os:system(command=touch RAN)")


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Where a study of hers lies, with code beside it that leaves a file RAN."""
    (tmp_path / "hers.py").write_text(HERS, "utf8")
    monkeypatch.syspath_prepend(tmp_path)
    yield tmp_path
    sys.modules.pop("hers", None)


def study(folder: Path, *named: str, of_part: str = "", corpus: str = f"{BUNDLED}/printer.conllu") -> Path:
    """A comparison of these resolvers with the mentions and trees of the key."""
    path = folder / "study.toml"
    text = f"title = 'Hers'\n[corpora]\ntexts = {corpus!r}\n[[part]]\nname = 'one'\ncommand = 'compare'\n"
    path.write_text(f"{text}resolvers = {list(named)!r}\nperfect = ['annotation', 'mentions']\n{of_part}", "utf8")
    return path


def test_a_resolver_that_is_not_installed_is_refused_and_not_imported(folder: Path) -> None:
    """In parts of every command, alone or as one of two resolvers; nor does a study say where it runs or writes."""
    for named in [*FOREIGN, *(f"mars+{foreign}" for foreign in FOREIGN if foreign[0] != "L")]:
        with refused("untrusted", "study.toml", 7):
            door.run(study(folder, "mars", named), folder / "out")
    labelled = study(folder, "mars").read_text("utf8").replace("['mars']", "{ mars = './hers.py' }")
    (folder / "study.toml").write_text(labelled, "utf8")
    with refused("untrusted", "study.toml", 7):
        door.run(folder / "study.toml", folder / "out")
    for command in ("ablate", "chains", "coref", "losses", "optimise", "resolve", "rewrite"):
        takes = "resolver" if "resolver" in signature(getattr(door, command)).parameters else "resolvers"
        part = f"[[part]]\nname = 'two'\ncommand = '{command}'\n{takes} = './hers.py'\n"
        with refused("untrusted", "study.toml", 12):
            door.run(study(folder, "mars", of_part=part), folder / "out")
    for option in ("cached", "executor", "jobs", "scheduler", "keep", "journal", "responses", "progress"):
        with raises("unknown-name", FormatError):  # a Dask scheduler could send what is run here
            door.run(study(folder, "mars", of_part=f"{option} = 'tcp://127.0.0.1:1'\n"), folder / "out")
    assert not (folder / "RAN").exists()
    assert not (folder / "out").exists()


def test_no_option_of_any_resolver_runs_code(folder: Path) -> None:
    """A value that is code for any option of any resolver; the corpus is absent, so that nothing else is done."""
    entries: dict[str, ResolverEntry] = {**chains.entries(), **resolvers.entries()}
    for name, entry in entries.items():
        for option in [*entry.options, "without"]:
            for value in FOREIGN[::4]:
                needed = dict.fromkeys(entry.required, "x") | {option: value}
                brackets = ";".join(f"{key}={text}" for key, text in needed.items())
                with suppress(FormatError):
                    door.run(study(folder, f"{name}({brackets})", corpus="absent"), folder / "out")
                assert not (folder / "RAN").exists(), (name, brackets)


def test_a_trusted_study_runs_its_own_resolvers(folder: Path, anaphora: Run) -> None:
    written = study(folder, "most_recent", "./hers.py")

    assert anaphora("run", written, "--to", folder / "out").code == 1
    assert not (folder / "RAN").exists()
    assert anaphora("run", written, "--to", folder / "out", "--trust").code == 0
    assert (folder / "RAN").exists()
    assert "hers" in (folder / "out" / "figures.csv").read_text("utf8")
    with refused("untrusted"):
        door.run(folder / "out" / "study.toml", folder / "again")
    assert door.run(folder / "study.toml", folder / "again", trust=True).data.parts == ("one.texts",)


def test_the_folder_of_a_pipeline_needs_trust(folder: Path) -> None:
    """Trusted, it is loaded: here there is nothing in it."""
    spacy.blank("en").to_disk(folder / "hers")

    for named, option in (("mars", "pipeline = 'hers'"), ("spacy_pipeline(pipeline=hers)", "")):
        with refused("untrusted", "study.toml"):
            door.run(study(folder, named, of_part=option), folder / "out")
    with raises("incomplete-pipeline", FormatError):
        door.run(study(folder, "mars", of_part="pipeline = 'hers'"), folder / "out", trust=True)


@pytest.mark.slow
def test_modules_beside_a_study_are_not_imported(folder: Path) -> None:
    """Python looks in the current folder first where it is typed in; the study's becomes the current one."""
    for name in ("pandas", "matplotlib", "tomli_w"):
        (folder / f"{name}.py").write_text("open('RAN', 'w')", "utf8")
    program = f"""import sys
sys.path.insert(0, '')
import anaphora
anaphora.run({str(study(folder, "mars"))!r}, {str(folder / "out")!r})
assert sys.path[0] == ''
"""
    subprocess.run([sys.executable, "-c", program], cwd=BUNDLED.parents[1], check=True)
    assert not list(folder.rglob("RAN"))


def test_the_commands_of_the_overview_run_nothing_that_a_path_says(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HERE", str(folder))
    path = folder / 'a \\ " $(touch RAN) `touch RAN` $HERE' / "printer.conllu"
    path.parent.mkdir()
    path.symlink_to(BUNDLED / "printer.conllu")
    written = study(folder, "mars").read_text("utf8").replace(f"'{BUNDLED}/", f"'''${{HERE}}/{path.parent.name}/")
    (folder / "study.toml").write_text(written.replace(".conllu'", ".conllu'''"), "utf8")
    ran = door.run(folder / "study.toml", folder / "out")

    rows = (ran.data.folder / "README.md").read_text("utf8").splitlines()
    (command,) = [row.removeprefix("anaphora") for row in rows if row.startswith("anaphora ")]
    words = subprocess.check_output(f"printf '%s\\n' {command}", shell=True, cwd=folder, text=True)  # noqa: S602
    assert str(path) in words.splitlines()
    assert not (folder / "RAN").exists()
