"""A history of runs: a file with a line of JSON for each, to be listed, filtered and ranked.

A line says when and by which command, of which corpus (with a digest), at which commit of the folder one works in, what
shaped the figures, and the figures of each system as fractions. Runs compete only if all is the same that shaped them
but the systems: corpus, matching, singletons, and whatever else the signature names.
"""

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from datetime import UTC, datetime
from fnmatch import fnmatchcase
from functools import cached_property
from math import isfinite
from pathlib import Path

from anaphora.workbench import __version__
from anaphora.workbench.errors import FormatError, OptionError, unknown_name
from anaphora.workbench.files.atomic import append_whole
from anaphora.workbench.files.reading import opened, raw_lines, text
from anaphora.workbench.results.table import Cell, Column, Table, record
from anaphora.workbench.results.values import Interval
from anaphora.workbench.results.vocabulary import counted

SCHEMA = "anaphora-workbench/run/1"
MAIN = ("conll", "success_rate", "macro_average")
"""The figures by which runs are ranked and which short tables show: the first of them that a run has."""
_TEXTS = ("date", "command", "corpus", "signature", "version")
_FREE = frozenset(("corpus", "key", "responses", "resolvers", "documents", "datasets", "version"))
"""Parts of a signature that do not keep runs from competing, or that stand elsewhere."""
_ENDS = ("_low", "_high")
Figures = Mapping[str, Mapping[str, float]]


@dataclass(frozen=True, slots=True)
class Run:
    """What a line says of a run; `figures` has fractions by system and name, `commit` is `None` outside a repository.

    `corpus` is the name of what was read, with a digest of it. Of a run on many datasets `answered` says by system how
    many it answered, and of how many.
    """

    date: str
    command: str
    corpus: str
    signature: str
    figures: Figures
    commit: str | None = None
    version: str = __version__
    line: int = 0
    answered: Mapping[str, tuple[int, int]] = field(default_factory=dict)

    @property
    def shaped(self) -> str:
        """All that shaped the figures but the systems: runs with the same compete."""
        parts = (part for part in self.signature.split("|") if part.partition(":")[0] not in _FREE)
        return "|".join((self.command, self.corpus, *parts))

    def interval(self, system: str, name: str) -> Interval | None:
        """The interval of a figure."""
        low, high = (self.figures[system].get(f"{name}{end}") for end in _ENDS)
        return None if low is None or high is None else Interval(low, high)

    def coverage(self, system: str) -> str | None:
        """How many datasets the system answered, as "1 of 2"; `None` if the run is not on many datasets."""
        return "{} of {}".format(*self.answered[system]) if system in self.answered else None


def run_of(command: str, signature: str, table: Table) -> Run:
    """The run whose systems are the rows of a table, with its shares, but for the rows that compete with nobody."""
    first = table.columns[0]
    kept = table.only(lambda column: column is first or (column.printed and column.format == "percent"))
    pairs = zip(kept.columns, (first, *kept.columns), strict=False)
    columns = (
        replace(each, name=f"{figure.name}_interval") if each.name == "interval" else each for each, figure in pairs
    )
    names, rows = replace(kept, columns=tuple(columns)).flat()
    figures = {
        str(name): {
            key: float(cell)
            for key, cell in zip(names[1:], cells, strict=True)
            if isinstance(cell, (int, float)) and isfinite(cell)
        }
        for number, (name, *cells) in enumerate(rows)
        if number not in table.references
    }
    kind, _, corpus = signature.partition("|")[0].partition(":")
    if kind == "datasets":
        corpus = f"datasets {corpus}"
    now = datetime.now(UTC).isoformat(timespec="seconds")
    return Run(now, command, corpus, signature, figures, commit_of(Path.cwd()), answered=_answered(table))


def _answered(table: Table) -> dict[str, tuple[int, int]]:
    """What a table of many datasets says of them, in columns of these names."""
    counts = table.only(lambda column: column.name in ("answered", "datasets"))
    if len(counts.columns) < 2:
        return {}
    return {
        str(row[0]): (int(str(told)), int(str(total)))
        for row, (told, total) in zip(table.rows, counts.rows, strict=True)
    }


def append(path: Path, run: Run) -> None:
    """Add a line to a history, or begin one; the line is written whole or not at all.

    Raises:
        FormatError: the file is no history.
        WorkbenchError: it cannot be written.
    """
    if path.exists():
        next(_lines(path), None)
    left_out = {"figures", "line"} if run.answered else {"figures", "line", "answered"}
    said = {name: value for name, value in asdict(run).items() if name not in left_out}
    line = json.dumps({"schema": SCHEMA, **said, "systems": run.figures}, ensure_ascii=False)
    append_whole(path, line + "\n")


def read(path: Path) -> tuple[Run, ...]:
    """The runs of a history, in the order in which they were added. Raises `FormatError` for what is none."""
    return tuple(_lines(path))


def _lines(path: Path) -> Iterator[Run]:
    with opened(path) as file:
        for number, line in enumerate(raw_lines(path, file), start=1):
            if line.strip():
                yield _run(path, number, line)


def _run(path: Path, number: int, line: bytes) -> Run:
    try:
        said = json.loads(line)
        if said["schema"] != SCHEMA or not all(isinstance(said[name], str) for name in _TEXTS):
            raise ValueError(said["schema"])
        systems = {
            str(system): {str(name): float(value) for name, value in figures.items()}
            for system, figures in said["systems"].items()
        }
        commit = None if said["commit"] is None else str(said["commit"])
        date, command, corpus, signature, version = (said[name] for name in _TEXTS)
        answered = {str(system): (int(told), int(total)) for system, (told, total) in said.get("answered", {}).items()}
        return Run(date, command, corpus, signature, systems, commit, version, number, answered)
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError, OverflowError) as error:
        problem = f"this is no line of a history of runs ({SCHEMA})"
        raise FormatError(path, number, problem, "Name a file that --append has made, or remove the line.") from error


@dataclass(frozen=True)
class History:
    """The runs of a file as a table: a row a run and system, in their order or by one of the columns.

    `measures` are the figures that are shown, by default the main ones.
    """

    path: Path
    runs: tuple[Run, ...]
    measures: tuple[str, ...] = ()
    sort: str = ""
    where: Mapping[str, str] = field(default_factory=dict)

    @cached_property
    def rows(self) -> tuple[tuple[Run, str], ...]:
        """Each run with each of its systems that is asked for; sorted, best or first in the alphabet first."""
        asked = [(run, system) for run in self.runs for system in run.figures if self._is_asked(run, system)]
        if not self.sort:
            return tuple(asked)
        if self.sort in _ABOUT:
            return tuple(sorted(asked, key=lambda row: _ABOUT[self.sort](*row)))
        if self.sort not in self.names:
            raise unknown_name("column", self.sort, (*_ABOUT, *self.names))
        return tuple(sorted(asked, key=lambda row: -row[0].figures[row[1]].get(self.sort, -1.0)))

    def _is_asked(self, run: Run, system: str) -> bool:
        for name, wanted in self.where.items():
            if name not in _ABOUT:
                raise unknown_name("column", name, _ABOUT)
            value = _ABOUT[name](run, system)
            if not fnmatchcase(value, wanted) and not (name == "corpus" and value.rpartition("@")[0] == wanted):
                return False
        return True

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The names of all figures, without the ends of intervals."""
        known = dict.fromkeys(name for run in self.runs for figures in run.figures.values() for name in figures)
        return tuple(name for name in known if not name.endswith(_ENDS))

    def tables(self) -> tuple[Table, ...]:
        """A row a run and system; figures that are not asked for are details."""
        for name in self.measures:
            if name not in self.names:
                raise unknown_name("figure", name, self.names)
        shown = self.measures or tuple(name for name in MAIN if name in self.names) or self.names[:3]
        known = [name for name in self.names if any(name in run.figures[system] for run, system in self.rows)]
        figures = [*(name for name in shown if name in known), *(name for name in known if name not in shown)]
        answered = _coverage_column(self.rows)
        columns = (
            Column("date", heading="date (UTC)", key=None), Column("time", printed=False, key="date"),
            Column("system"), Column("corpus"), *answered, Column("command", detail=True),
            Column("commit", detail=True), Column("version", detail=True),
            *(Column(name, "percent", name, detail=name not in shown, optional=True) for name in figures),
            Column("signature", printed=False),
        )  # fmt: skip
        rows: list[tuple[Cell, ...]] = [
            (_minute(run), run.date, system, _short(run.corpus), *([run.coverage(system)] if answered else []),
             run.command, run.commit, run.version,
             *(run.figures[system].get(name) for name in figures), run.signature)
            for run, system in self.rows
        ]  # fmt: skip
        title = f"{self.path.name}: {counted(len({run.line for run, _ in self.rows}), 'run')}"
        return Table(title, columns, tuple(rows), path="runs[]"), record({"history": self.path.name})

    def boards(self) -> Iterator[tuple[Table, str]]:
        """For each kind of runs that compete a row a system, best first, with its last figures; and the main figure."""
        kinds: dict[str, list[tuple[Run, str]]] = {}
        for run, system in self.rows:
            kinds.setdefault(run.shaped, []).append((run, system))
        for several in kinds.values():
            yield _board(several, self.measures)


def _coverage_column(rows: Sequence[tuple[Run, str]]) -> tuple[Column, ...]:
    """A column of how many datasets were answered, if any run has many."""
    known = any(run.coverage(system) for run, system in rows)
    return (Column("answered", heading="datasets answered", optional=True),) if known else ()


def _board(rows: Sequence[tuple[Run, str]], measures: Sequence[str]) -> tuple[Table, str]:
    last = {system: run for run, system in rows}
    known = dict.fromkeys(name for run, system in rows for name in run.figures[system] if not name.endswith(_ENDS))
    main = next((name for name in (*measures, *MAIN, *known) if name in known), "")
    ranked = sorted(last, key=lambda system: -last[system].figures[system].get(main, -1.0))
    others = [name for name in measures if name in known and name != main]
    answered = _coverage_column(rows)
    columns = (
        Column("system"), Column(main, "percent", main, direction="higher"),
        Column(f"{main}_interval", "percent", "95% interval"),
        Column("change", "points", unit="points"), *answered,
        *(Column(name, "percent", name, direction="higher") for name in others),
        Column("runs", "count"), Column("date", heading="last run (UTC)"), Column("commit", detail=True),
    )  # fmt: skip
    table_rows: list[tuple[Cell, ...]] = []
    for system in ranked:
        figures = [run.figures[system] for run, name in rows if name == system]
        run, values = last[system], [each.get(main) for each in figures]
        before = values[-2] if len(values) > 1 else None
        change = None if before is None or values[-1] is None else values[-1] - before
        told = (figures[-1].get(name) for name in others)
        table_rows.append((
            system, values[-1], run.interval(system, main), change,
            *([run.coverage(system)] if answered else []), *told, len(figures), _minute(run), run.commit,
        ))  # fmt: skip
    run = rows[-1][0]
    settings = [part for part in run.shaped.split("|")[2:] if part]
    title = f"{_short(run.corpus)} ({run.command})"
    notes = (
        f"Change: since the run before. Settings: {', '.join(settings)}.",
        f"Differences are not tested, since runs keep no documents: {run.command} the systems together for that.",
    )
    return Table(title, columns, tuple(table_rows), notes if len(ranked) > 1 else notes[:1]), main


_ABOUT: Mapping[str, Callable[[Run, str], str]] = {
    "date": lambda run, _: run.date,
    "system": lambda _, system: system,
    "corpus": lambda run, _: run.corpus,
    "command": lambda run, _: run.command,
    "commit": lambda run, _: run.commit or "",
    "version": lambda run, _: run.version,
}


def _minute(run: Run) -> str:
    return run.date[:16].replace("T", " ")


def _short(corpus: str) -> str:
    """The name of a corpus without its digest."""
    return corpus.rpartition("@")[0] or corpus


def wanted(given: Sequence[str]) -> dict[str, str]:
    """What runs must be, from texts such as `system=mars` or `date=2026-11-*`. Raises `OptionError` for others."""
    conditions = {}
    for each in given:
        name, equals, value = each.partition("=")
        if not equals or name in conditions:
            cure = f"Write NAME=VALUE, each once, with NAME one of {', '.join(_ABOUT)}."
            raise OptionError(f"--where {each!r} says nothing. {cure}", code="bad-filter")
        conditions[name] = value
    return conditions


def commit_of(folder: Path) -> str | None:
    """The commit that is checked out where a folder is, without asking git, which a repository may have do anything."""
    for each in (folder, *folder.parents):
        try:
            git = each / ".git"
            if git.is_file():  # of a linked work tree
                git = each / text(git).partition("gitdir:")[2].strip()
            if (git / "HEAD").is_file():
                return _resolved(git)
        except (OSError, ValueError, FormatError):
            return None
    return None


def _resolved(folder: Path) -> str | None:
    head = text(folder / "HEAD").strip()
    name = head.partition("ref: ")[2]
    if not name:
        return head[:12] or None
    common = folder / "commondir"
    shared = folder / text(common).strip() if common.is_file() else folder
    if (shared / name).is_file():
        return text(shared / name).strip()[:12] or None
    packed = shared / "packed-refs"
    lines = text(packed).splitlines() if packed.is_file() else []
    return next((line.partition(" ")[0][:12] for line in lines if line.partition(" ")[2] == name), None)
