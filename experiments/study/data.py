"""Tidy tables of all results of a study: a row for each observation, a column for each variable."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

from anaphora.experiments.study.parts import ANAPHORS, COLUMNS, Figures, Part
from anaphora.workbench.files.atomic import replacing, write_text_atomically

if TYPE_CHECKING:
    from pandas import DataFrame

Row: TypeAlias = dict[str, object]
Results: TypeAlias = Sequence[tuple[Part, Figures]]


def write(results: Results, folder: Path, place: Path) -> bool:
    """Write every table as CSV and, where pyarrow is installed, as Parquet; returns whether it is.

    `folder` has the results, `place` receives the tables.
    """
    frames = figure_tables(results) | anaphor_table([part for part, _ in results if part.kind == "comparisons"], folder)
    parquet = _has_pyarrow()
    for name, frame in frames.items():
        write_text_atomically(place / f"{name}.csv", frame.to_csv(index=False, lineterminator="\n"))
        if parquet:
            with replacing(place / f"{name}.parquet") as file:
                frame.to_parquet(file, engine="pyarrow", index=False)
    for old in sorted(place.iterdir()):
        if old.stem not in frames or (old.suffix == ".parquet" and not parquet):
            old.unlink()  # of an earlier run
    return parquet


def figure_tables(results: Results) -> dict[str, "DataFrame"]:
    """The figures of all parts by the name of the table."""
    from pandas import DataFrame

    rows: dict[str, list[Row]] = defaultdict(list)
    for part, figures in results:
        first = {"part": part.name} | ({"corpus": part.corpus} if part.corpus else {})
        for table, row in _KINDS[part.kind](figures):
            rows[table].append(first | _flat(row))
    return {name: DataFrame(entries) for name, entries in sorted(rows.items())}


def anaphor_table(comparisons: list[Part], folder: Path) -> dict[str, "DataFrame"]:
    """A row for each key anaphor and resolver of each comparison."""
    import pandas as pd

    frames = []
    for part in comparisons:
        empty = {name: [""] for name, kind in COLUMNS.items() if kind == "Int64"}
        path = folder / part.title / ANAPHORS
        frame = pd.read_csv(path, dtype=COLUMNS, keep_default_na=False, na_values=empty)
        frame.insert(0, "corpus", part.corpus)
        frame.insert(0, "part", part.name)
        frames.append(frame)
    return {"anaphors": pd.concat(frames, ignore_index=True)} if frames else {}


def _has_pyarrow() -> bool:
    from importlib.util import find_spec

    return find_spec("pyarrow") is not None


def _flat(row: Row) -> Row:
    """A row with the ends of its interval as two columns, and without what is itself a table."""
    flat = {name: value for name, value in row.items() if not isinstance(value, dict | list)}
    if "interval" in row:
        flat.pop("interval", None)
        interval = row["interval"]
        flat["low"], flat["high"] = interval if isinstance(interval, list) else (None, None)
    return flat


def _comparison(figures: Figures) -> Iterator[tuple[str, Row]]:
    for match, value in figures["upper_bound"].items():
        yield "upper_bounds", {"match": match, "value": value}
    for resolver, measures in figures["resolvers"].items():
        for measure, values in measures.items():
            if isinstance(values, dict) and "value" in values:
                yield "resolvers", {"resolver": resolver, "measure": measure, **values}
        for rank, probability in enumerate(measures.get("ranks") or (), 1):
            yield "ranks", {"resolver": resolver, "rank": rank, "probability": probability}
        for stage, anaphors in measures["losses"].items():
            yield "stages", {"resolver": resolver, "stage": stage, "anaphors": anaphors}
    for pair in figures["comparisons"]:
        independent = {f"p_if_independent_{kind}": p for kind, p in pair["p_if_independent"].items()}
        yield "differences", {**pair, **independent}


def _ablation(figures: Figures) -> Iterator[tuple[str, Row]]:
    for indicator, values in figures["indicators"].items():
        yield "indicators", {"resolver": figures["resolver"], "indicator": indicator, **values}
        if "curve" in values:
            yield from _curve(figures["resolver"], indicator, values["curve"])
    for rule, counts in figures.get("rules", {}).items():
        yield "rules", {"resolver": figures["resolver"], "rule": rule, **counts}


def _curve(resolver: str, indicator: str, curve: Figures) -> Iterator[tuple[str, Row]]:
    """The steps of the success rate in the weight of an indicator."""
    between = curve["between"]
    for weight, at, below, above in zip(curve["points"], curve["at"], between[:-1], between[1:], strict=True):
        row = {"resolver": resolver, "indicator": indicator, "weight": weight, "below": below, "at": at, "above": above}
        yield "curves", row


def _losses(figures: Figures) -> Iterator[tuple[str, Row]]:
    for stage, values in figures["stages"].items():
        yield "charges", {"stage": stage, **values}
    for cure, bounds in figures["upper_bound"].items():
        yield "cured_upper_bounds", {"cure": cure, **bounds}
    for resolver, values in figures["resolvers"].items():
        for cure, rate in values["success_rate"].items():
            yield "cured", {"resolver": resolver, "cure": cure, "success_rate": rate}


def _score(figures: Figures) -> Iterator[tuple[str, Row]]:
    for system, entry in figures["systems"].items():
        for measure, values in entry["measures"].items():
            intervals = values["intervals"]
            for part in (name for name in values if name != "intervals"):
                row = {"system": system, "measure": measure, "value_of": part, "value": values[part]}
                yield "scores", {**row, "interval": intervals.get(part)}
    for pair in figures["comparisons"]:
        yield "score_differences", pair


_KINDS = {"comparisons": _comparison, "ablations": _ablation, "losses": _losses, "scores": _score}
