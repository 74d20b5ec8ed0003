"""Evans' memory-based classifier: 35 features, three nearest neighbours in a memory that comes with the package.

`memory.tsv` holds one instance a line: where it is from, its class, and its values. It says its licence.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from pathlib import Path

from anaphora.preprocess.english.it_filter import evans
from anaphora.preprocess.english.it_filter.context import CLASSES, Class, It, Judgement
from anaphora.preprocess.english.it_filter.neighbours import Memory
from anaphora.workbench.errors import FormatError

BUNDLED = Path(__file__).with_name("memory.tsv")
_COLUMNS = ("source", "class", *evans.NAMES)
_SHOWN = 3


def classify(its: Iterable[It], kinds: Sequence[Class] = CLASSES) -> Iterator[Judgement]:
    """Each "it" of one of `kinds`: the class that its neighbours vote for, the votes, and what is like the nearest."""
    sources, memory = bundled()
    for it in its:
        row = evans.features(it)
        kind, neighbours = memory.vote(row)
        if kind in kinds:
            yield Judgement(it.token, _class(kind), _explain(row, sources, memory, neighbours))


@cache
def bundled() -> tuple[Sequence[str], Memory]:
    """The memory of the package: the source of each instance, and the instances."""
    return read(BUNDLED)


def read(path: Path) -> tuple[Sequence[str], Memory]:
    """A memory from a file: lines that begin with "#", the names of the columns, then instances, tabs between.

    Raises `FormatError` for other columns, lines of another length, unknown classes, or no instance.
    """
    sources, kinds, rows = [], [], []
    header: tuple[str, ...] | None = None
    try:
        text = path.read_text("utf8")
    except (OSError, UnicodeDecodeError) as error:
        raise FormatError(path, None, f"it cannot be read ({error})", "Train it again.") from error
    for number, line in enumerate(text.removesuffix("\n").split("\n"), 1):
        if line.startswith("#") and header is None:
            continue
        cells = tuple(line.split("\t"))
        if header is None:
            header = cells
            if header != _COLUMNS:
                raise FormatError(
                    path, number, "the columns are not those of this version", "Train it again.", code="wrong-columns"
                )
        elif len(cells) != len(_COLUMNS):
            cure = f"There should be {len(_COLUMNS)}."
            raise FormatError(path, number, f"there are {len(cells)} columns", cure, code="wrong-columns")
        elif cells[1] not in CLASSES:
            cure = f"There are {', '.join(CLASSES)}."
            raise FormatError(path, number, f"there is no class '{cells[1]}'", cure, code="bad-value")
        else:
            sources.append(cells[0])
            kinds.append(cells[1])
            rows.append(cells[2:])
    if not rows:
        raise FormatError(path, None, "it has no instance", "Train it again.", code="empty")
    return sources, Memory(rows, kinds)


def render(instances: Iterable[tuple[str, str, tuple[str, ...]]], comments: Sequence[str]) -> str:
    """The text of such a file from sources, classes and values."""
    lines = [*(f"# {comment}" for comment in comments), "\t".join(_COLUMNS)]
    return "\n".join([*lines, *("\t".join((source, kind, *row)) for source, kind, row in instances)]) + "\n"


def _class(kind: str) -> Class:
    return next(known for known in CLASSES if known == kind)


def _explain(row: tuple[str, ...], sources: Sequence[str], memory: Memory, neighbours: list[int]) -> str:
    votes = Counter(memory.kinds[at] for at in neighbours).most_common()
    nearest = neighbours[0]
    shared = [at for at, value in enumerate(row) if value == memory.rows[nearest][at]]
    shared.sort(key=lambda at: -memory.weights[at])
    alike = "; ".join(f"{evans.NAMES[at]}: {row[at] or 'none'}" for at in shared[:_SHOWN])
    counted = ", ".join(f"{count} {kind}" for kind, count in votes)
    return f"neighbours: {counted}; nearest: {sources[nearest]}, alike in {alike or 'nothing'}"
