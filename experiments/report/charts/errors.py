"""The errors of chains by type: a bar for each system and type, so that the systems' weaknesses can be told apart."""

from anaphora.experiments.report.drawing import Drawing, Figures, Shape, box, label, line, width_of
from anaphora.workbench.error_analysis import ERROR_TYPES, ChainErrors, ErrorType, ResponseErrors
from anaphora.workbench.results.vocabulary import DASH

ROW, BAR, TOP = 22, 76, 44


def errors(found: ChainErrors) -> Drawing | None:
    """The drawing; `None` if there is no error at all."""
    counts = {name: [each.count(type) for type in ERROR_TYPES] for name, each in best_first(found).items()}
    ranked = list(counts)
    most = max((max(row) for row in counts.values()), default=0)
    if not most:
        return None
    words = {type: _name(type).split(" ") for type in ERROR_TYPES}
    left, column = (
        width_of(ranked) + 14,
        max(BAR + 48, width_of([word for each in words.values() for word in each]) + 10),
    )
    shapes: list[Shape] = []
    for place, each in enumerate(words.values()):
        x = left + column * place
        shapes += [label(word, x, 14 * number, look="name") for number, word in enumerate(each, start=3 - len(each))]
        shapes.append(line("grid", x, TOP - 8, x, TOP + ROW * len(counts)))
    for number, (name, row) in enumerate(counts.items()):
        y = TOP + ROW * (number + 0.5)
        shapes.append(label(name, left - 14, y + 4, "end", "name"))
        for place, count in enumerate(row):
            x, width = left + column * place, BAR * count / most
            shapes += [box("outranked", x, y - 8, width, 15), label(f"{count:,}", x + width + 5, y + 4)]
    first = ranked[0]
    worst = max(ERROR_TYPES, key=lambda type: found.systems[first].gain(type) or 0.0)
    gain = found.systems[first].gain(worst)
    points = DASH if gain is None else f"{100 * gain:.1f}"
    return Drawing(
        name="chain-errors",
        title="Errors of the chains by type",
        description=f"{first} would gain most, {points} points of CoNLL F1{_without(found)}, if “{_name(worst)}” were "
        "corrected.",
        width=left + column * len(ERROR_TYPES),
        height=TOP + 6 + ROW * len(counts),
        shapes=tuple(shapes),
        figures=_figures(found),
        caption="The changes that turn the chains of a system into those of the key (Kummerfeld and Klein 2013). "
        "One wrong link that glues two entities is one conflated entity, however many mentions they have.",
    )


def best_first(found: ChainErrors) -> dict[str, ResponseErrors]:
    """The systems in the order of their CoNLL F1."""
    return dict(sorted(found.systems.items(), key=lambda pair: -(pair[1].scores["conll"]["f1"] or 0.0)))


def _without(found: ChainErrors) -> str:
    return "" if found.singletons else " without singletons"


def _name(type: str) -> str:
    return type.replace("_", " ")


def _figures(found: ChainErrors) -> Figures:
    rows = tuple((name, *(_cell(made, type) for type in ERROR_TYPES)) for name, made in best_first(found).items())
    return Figures((f"errors, and points of CoNLL F1{_without(found)} if corrected", *map(_name, ERROR_TYPES)), rows)


def _cell(found: ResponseErrors, type: ErrorType) -> str:
    alone, after = _points(found.gain(type)), _points(found.gain(type, in_sequence=True))
    return f"{found.count(type):,} ({alone} alone, {after} in sequence)"


def _points(value: float | None) -> str:
    return DASH if value is None else f"{100 * value:+.1f}"
