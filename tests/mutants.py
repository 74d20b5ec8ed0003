"""Mutation testing of the measures and success rates: `python -m tests.mutants` (`pip install 'mutmut>=3.8,<3.9'`).

Mutmut changes one place of the code at a time; its table in pyproject.toml says in which files, and which tests must
notice. What survives is tried again, alone: functions that are called while modules are imported had been called before
mutmut changed them. What then survives has to be judged in `tests/mutants.md`, by place and change; a survivor that is
not judged there, or a judgement of what does not survive any more, is told and fails.

    python -m tests.mutants                              # all, or what an interrupted run has left
    python -m tests.mutants 'anaphora.workbench.measures.muc.*'   # these again, whatever was found before
    python -m tests.mutants --told                       # only the figures and survivors of the last run
"""

import argparse
import os
import re
import subprocess
import sys
import tomllib
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
PAGE = Path(__file__).with_suffix(".md")
CONTEXT = 16
"""So many characters, and the rest of a word, are shown on each side of a change."""
ALONE = 600
"""Seconds for all tests on one mutant."""
STATES = ("killed", "timeout", "survived", "no tests", "not run")


@dataclass(frozen=True, slots=True)
class Mutant:
    """One change of one function: its module and name without `workbench.`, and how it fared."""

    module: str
    function: str
    change: str
    state: str
    name: str
    path: Path

    @property
    def judged_as(self) -> tuple[str, str]:
        return f"{self.module}.{self.function}", self.change

    @property
    def alive(self) -> bool:
        return self.state in {"survived", "no tests"}


def run(names: list[str], processes: int) -> None:
    """Runs mutmut; what an earlier run found for unchanged functions stays, but for the `names` that are given."""
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    command = [sys.executable, "-m", "mutmut", "run", "--max-children", str(processes), *names]
    subprocess.run(command, cwd=ROOT, env=environment, check=True)


def run_alone(mutant: Mutant) -> str:
    """Runs the tests on one mutant from the start, and notes what became of it."""
    from mutmut.mutation.data import SourceFileMutationData

    told = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["mutmut"]
    arguments = [*told["pytest_add_cli_args"], *told["pytest_add_cli_args_test_selection"]]
    copy = ROOT / "mutants"
    environment = {**os.environ, "PYTHONPATH": str(copy), "MUTANT_UNDER_TEST": mutant.name}
    try:
        found = subprocess.run(
            [sys.executable, "-m", "pytest", "-x", "-q", *arguments],
            cwd=copy, env=environment, capture_output=True, check=False, timeout=ALONE,
        )  # fmt: skip
        state, code = ("killed", 1) if found.returncode else ("survived", 0)
    except subprocess.TimeoutExpired:
        state, code = "timeout", 36
    record = SourceFileMutationData(path=mutant.path)
    record.load()
    record.exit_code_by_key[mutant.name] = code
    record.save()
    return state


def mutants() -> Iterator[Mutant]:
    """The mutants of the last run."""
    from mutmut.mutation.data import SourceFileMutationData
    from mutmut.mutation.diff_apply import get_diff_for_mutant
    from mutmut.stats import status_by_exit_code
    from mutmut.utils.file_utils import walk_mutatable_files

    for path in walk_mutatable_files():
        found = SourceFileMutationData(path=path)
        found.load()
        module = ".".join(Path(path).with_suffix("").parts[1:]).removesuffix(".__init__")
        for name, code in found.exit_code_by_key.items():
            status = status_by_exit_code[code]
            state = {"not checked": "not run", "segfault": "killed"}.get(status, status)
            function = name.rpartition(".x")[2].partition("__mutmut_")[0].removeprefix("_").strip("ǁ").replace("ǁ", ".")
            told = change(get_diff_for_mutant(name, path=path)) if state in {"survived", "no tests"} else ""
            yield Mutant(module, function, told, state, name, path)


def change(diff: str) -> str:
    """What a unified diff changes, with some characters around it: `old` → `new`."""
    lines = diff.splitlines()[2:]
    old, new = (
        re.findall(r"\w+|\s+|.", " ".join(line[1:].strip() for line in lines if line.startswith(sign)))
        for sign in ("-", "+")
    )
    before = _shared(old, new)
    after = _shared(old[before:][::-1], new[before:][::-1])
    left, right = _last(old[:before]), _last(old[len(old) - after :][::-1])
    return " → ".join(f"`{''.join(it[before - left : len(it) - after + right]).strip()}`" for it in (old, new))


def _shared(one: list[str], other: list[str]) -> int:
    """How many words two lists begin with alike."""
    return next((at for at, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))


def _last(words: list[str]) -> int:
    """How many words at the end hold the context."""
    return next(
        (count for count in range(len(words)) if len("".join(words[len(words) - count :])) >= CONTEXT), len(words)
    )


def judged() -> Iterator[tuple[str, str]]:
    """The places and changes that the page judges: items that begin with the place, changes after it."""
    for item in re.findall(r"^- .*(?:\n  .*)*", PAGE.read_text("utf-8"), re.MULTILINE):
        place, _, rest = item.removeprefix("- ").replace("\n  ", " ").partition(": ")
        for told in re.findall(r"`[^`]*` → `[^`]*`", rest):
            yield place.strip("`"), told


def figures(found: list[Mutant]) -> str:
    """Mutants of each module by what became of them."""
    counts = Counter((mutant.module, mutant.state) for mutant in found)
    modules = sorted({mutant.module for mutant in found})
    rows = {module: [counts[module, state] for state in STATES] for module in modules}
    rows["all"] = [sum(its[at] for its in rows.values()) for at in range(len(STATES))]
    table = [f"{'module':28}" + "".join(f"{head:>10}" for head in ("mutants", *STATES))]
    table += [f"{name:28}" + "".join(f"{it:>10,}" for it in (sum(its), *its)) for name, its in rows.items()]
    return "\n".join(table)


def main() -> int:
    """Prints the figures and the survivors; 1 if the page does not judge just those."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("names", nargs="*", help="mutants by mutmut's names, with * and ?")
    parser.add_argument("--told", action="store_true", help="run nothing")
    parser.add_argument("--jobs", type=int, default=1)
    asked = parser.parse_args()
    os.chdir(ROOT)
    if not asked.told:
        run(asked.names, asked.jobs)
    known, found = set(judged()), list(mutants())
    if not asked.told:
        new = [mutant for mutant in found if mutant.alive and mutant.judged_as not in known]
        states = {mutant.name: run_alone(mutant) for mutant in new}
        found = [replace(mutant, state=states.get(mutant.name, mutant.state)) for mutant in found]
    survivors = sorted((mutant for mutant in found if mutant.alive), key=lambda it: it.judged_as)
    alive = {mutant.judged_as for mutant in survivors}
    print(figures(found))
    for mutant in survivors:
        mark = "judged" if mutant.judged_as in known else "NOT JUDGED"
        print(f"{mark} ({mutant.state}): `{mutant.module}.{mutant.function}`: {mutant.change}")
    for place, told in sorted(known - alive):
        print(f"does not survive any more: `{place}`: {told}")
    return int(known != alive)


if __name__ == "__main__":
    sys.exit(main())
