"""A `Table` as text, Markdown, LaTeX, CSV, HTML or DataFrame: one small function per form, one style for all."""

import io
import os
import re
import shutil
import textwrap
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Literal, TypeAlias, get_args

from anaphora.workbench.results.table import Cell, Column, Table
from anaphora.workbench.results.values import Interval, Marked, Rate
from anaphora.workbench.results.vocabulary import DASH, clean, probability, short

if TYPE_CHECKING:
    from pandas import DataFrame

Form: TypeAlias = Literal["table", "markdown", "latex", "csv", "html"]
FORMS: tuple[Form, ...] = get_args(Form)
_SIGNS = {"percent": "", "points": "+", "signed": "+", "decimal": ""}
_BREAKS = frozenset("\t\n\r\u0085\u2028\u2029")
_FORMULA = r"[\s\0-\x1f]*(?:[=@＝＠]|[+\-＋－](?=.)(?![\d.,]+(?:e[+-]?\d+)?$))"
_OBEYED = r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069]"
_PICTURES = 0x2400  # where Unicode has signs for the controls of ASCII
STRONG, STRUCK, ADDED, WARNING, ERROR = CODES = ("1", "31;9", "32", "33", "1;31")
"""Styles of the terminal that outputs have."""
_LATEX = {
    "\\": r"\textbackslash{}", "&": r"\&", "%": r"\%", "$": r"\$", "#": r"\#", "_": r"\_", "{": r"\{", "}": r"\}",
    "~": r"\textasciitilde{}", "^": r"\textasciicircum{}", "<": "$<$", ">": "$>$", "|": "$|$", "–": "--",
    "[": "{[}", "*": "{*}", "\N{REPLACEMENT CHARACTER}": "?",
}  # fmt: skip
"""LaTeX for special characters; a "[" or "*" that begins a line would be an argument of the line end before it."""
_LATEX_FIGURES = _LATEX | {"-": "$-$"}
_POINTS, _GAP_POINTS = 4.5, 4  # of a small character, and on either side of a column
_COLUMN_POINTS, _PAGE_POINTS = 215, 455  # the widths of a column and a page in ACL's style
_LOOK = rf"\small\setlength{{\tabcolsep}}{{{_GAP_POINTS}pt}}"
_GAP = "  "
_SHORTEST = 6  # of the lines of a heading that has several
_WIDE = 110  # columns of a terminal that shows labels
_LABEL = 30  # columns that they have at least
_NARROWEST = 16  # columns of the terminal that a text has at least before it is broken into lines


def can_style(stream: Any) -> bool:
    """Return whether a stream is a terminal that takes colours and bold face, and whose cursor moves."""
    return bool(stream.isatty()) and "NO_COLOR" not in os.environ and os.environ.get("TERM") != "dumb"


def styled(text: str, code: str) -> str:
    """A text in a colour or weight of the terminal; `visible` shows sequences of any other code."""
    return f"\x1b[{code}m{text}\x1b[0m"


def visible(text: str, codes: Sequence[str] = ()) -> str:
    """A text with signs that are seen for all that a terminal would obey, but line ends, tabs and styles of `codes`."""
    style = rf"\x1b\[(?:{'|'.join(codes)}|0)m" if codes else "(?!)"
    return re.sub(f"({style})|{_OBEYED}", lambda found: found[1] or _sign(found[0]), text)


def _sign(control: str) -> str:
    code = ord(control)
    return chr(_PICTURES + code) if code < ord(" ") else f"<U+{code:04X}>"


def terminal_width() -> int:
    """The columns of the terminal, 80 without one."""
    return shutil.get_terminal_size((80, 24)).columns


def line(text: str) -> str:
    """A text, such as a name, as one line without control characters; a blank stands for a break and blanks by it."""
    return clean(_unbroken(text))


def _unbroken(text: str) -> str:
    return text if _BREAKS.isdisjoint(text) else " ".join(text.split())


def show(cell: Cell, column: Column) -> str:
    """A cell as people read it: rounded, and a dash where it is undefined."""
    if cell is None:
        return DASH
    if isinstance(cell, Interval):
        between = " to " if column.format in ("points", "decimal") else "–"
        return between.join(show(end, column) for end in (cell.low, cell.high))
    if isinstance(cell, Rate):
        return show(cell.value, column)
    if isinstance(cell, Marked):
        return f"{show(cell.value, column)} {cell.marks}".rstrip()
    if isinstance(cell, bool):
        return "yes" if cell else "no"
    return line(cell) if isinstance(cell, str) else show_number(cell, column.format, column.digits)


def show_number(value: float, format: str, digits: int = 1) -> str:
    """A number in one of the formats of `Column`; no zero is negative."""
    if format in _SIGNS:
        scaled = 100 * value if format in ("percent", "points") else value
        return f"{round(scaled, digits) + 0.0:{_SIGNS[format]}.{digits}f}"
    if format == "p":
        return probability(value)
    if format == "number" and isinstance(value, float):
        return f"{round(value, 3) + 0.0:,.3f}"
    return f"{value:,.0f}" if format in ("count", "number") and value == int(value) else f"{value:g}"


def to_text(tables: Sequence[Table], width: int | None = None, bold: bool = False, details: bool = False) -> str:
    """Plain text: titles, columns side by side, notes. Columns that do not fit `width` follow in a block below.

    Columns that are details are left out unless asked for. `bold` sets headings and the best figures in bold face by
    the escape sequences of terminals.
    """
    width = width or terminal_width()
    return "\n\n".join(_text(table if details else table.brief(), width, bold) for table in tables) + "\n"


def to_markdown(tables: Sequence[Table], details: bool = False) -> str:
    """GitHub's tables, the best figures bold. Columns that are details are left out unless asked for."""
    return "\n".join(_markdown(table if details else table.brief()) for table in tables)


def to_latex(tables: Sequence[Table], details: bool = False, caption: str = "", label: str = "") -> str:
    """Floats for the package booktabs: the best figures bold, marks as superscripts, as wide as a column or the page.

    Columns that are details are left out unless asked for. `caption` and `label` replace those of the first table.
    """
    laid_out = enumerate(table.paper or table for table in tables)
    return "\n".join(
        _latex(table if details else table.brief(), *(("", "") if number else (caption, label)))
        for number, table in laid_out
    )


def to_csv(table: Table) -> str:
    """Comma-separated values in full precision, without notes: texts as they are, but those with breaks on one line.

    An apostrophe stands before a text that a spreadsheet would compute, as OWASP's "CSV injection" has it.
    """
    import csv  # a small score writes none

    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    names, rows = table.flat()
    writer.writerows([_text_cell(cell) if isinstance(cell, str) else cell for cell in row] for row in (names, *rows))
    return text.getvalue()


def _text_cell(text: str) -> str:
    text = _unbroken(text)
    return f"'{text}" if re.match(_FORMULA, text) else text


def to_html(tables: Sequence[Table]) -> str:
    """Tables with their titles and notes for a notebook, every text escaped."""
    return "\n".join(map(_html, tables))


def to_frame(table: Table) -> "DataFrame":
    """A tidy DataFrame of raw numbers; intervals stand in two columns, `low` and `high`."""
    from pandas import DataFrame

    names, rows = table.flat()
    return DataFrame(rows, columns=list(names))


def render(tables: Sequence[Table], form: Form, details: bool = False) -> str:
    """The tables in one of `FORMS`; CSV is the first, and like HTML always has the columns that are details."""
    if form == "csv":
        return to_csv(tables[0])
    if form == "html":
        return to_html(tables)
    if form == "table":
        return to_text(tables, details=details)
    return to_markdown(tables, details) if form == "markdown" else to_latex(tables, details)


def cells(table: Table) -> list[list[str]]:
    """Return the text that is shown in each cell."""
    return [[show(cell, column) for cell, column in zip(row, table.columns, strict=True)] for row in table.rows]


def _text(table: Table, width: int, bold: bool) -> str:
    table = _labelled(table, width)
    shown = _aligned(table)
    widest = [max((len(row[x]) for row in shown), default=0) for x in range(len(table.columns))]
    heads = [_folded(line(column.shown), least) for column, least in zip(table.columns, widest, strict=True)]
    widths = [max(least, *map(len, head)) for least, head in zip(widest, heads, strict=True)]
    longest = [max((_longest_word(row[x]) for row in shown), default=0) for x in range(len(table.columns))]
    widths = _narrowed(table.columns, widths, width, longest)
    # the columns of texts before the first figure; at least one is taken for names
    names = next((x for x, column in enumerate(table.columns) if column.format != "text"), len(table.columns)) or 1
    blocks = _blocks(widths, width, names) if widths else []
    best = table.best() if bold else frozenset()
    parts = []
    for block in blocks:
        tallest = max(len(heads[x]) for x in block)
        head = [[""] * (tallest - len(heads[x])) + heads[x] for x in block]
        lines = [_lines(table, block, head, widths, {*block} if bold else set())]
        for y, row in enumerate(shown):
            if y in table.references and all(table.rows[y][x] is None for x in block[names:]):
                continue  # a row beside the competing ones that has nothing in this block but its name
            if y in table.groups:
                lines.append("─" * (sum(widths[x] for x in block) + len(_GAP) * (len(block) - 1)))
            wrapped = [_wrapped(row[x], widths[x]) for x in block]
            lines.append(_lines(table, block, wrapped, widths, {x for x in block if (y, x) in best}))
        parts.append("\n".join(lines))
    notes = "\n".join(textwrap.fill(line(note), width, subsequent_indent="  ") for note in table.notes)
    apart = "\n" if table.groups else "\n\n"  # a comparison of all resolvers is to fit 25 lines
    below = apart.join(part for part in ("\n\n".join(parts), notes) if part)
    title = _strong(line(table.title), bold)
    return "\n".join(part for part in (title, below) if part)


def _lines(table: Table, block: list[int], row: list[list[str]], widths: list[int], strong: set[int]) -> str:
    """The lines of one row: texts stand left, figures right."""
    lines = []
    for level in range(max(map(len, row))):
        parts = []
        for x, cell in zip(block, row, strict=True):
            text = cell[level] if level < len(cell) else ""
            text = text.ljust(widths[x]) if table.columns[x].format == "text" else text.rjust(widths[x])
            parts.append(_strong(text, x in strong))
        lines.append(_GAP.join(parts).rstrip())
    return "\n".join(lines)


def _labelled(table: Table, width: int) -> Table:
    """The table with the labels of its rows in a second column, if the terminal has room for them."""
    if width < _WIDE or not any(table.labels):
        return table
    bare = _text(replace(table, labels=(), notes=(), title=""), 10_000, bold=False)
    used = max(map(len, bare.split("\n")))
    room = width - used - len(_GAP)
    if room < min(_LABEL, max(map(len, table.labels))):
        return table
    columns = (table.columns[0], Column("label", heading=" "), *table.columns[1:])
    rows = tuple((row[0], short(label, room), *row[1:]) for row, label in zip(table.rows, table.labels, strict=True))
    return replace(table, columns=columns, rows=rows, labels=())


def _aligned(table: Table) -> list[list[str]]:
    """The cells, with marks padded so that the figures before them stand under each other."""
    shown = cells(table)
    for x in range(len(table.columns)):
        marks = [cell.marks if isinstance(cell := row[x], Marked) else "" for row in table.rows]
        if longest := max(map(len, marks), default=0):
            for row, mark in zip(shown, marks, strict=True):
                row[x] += " " * (longest - len(mark) if mark else longest + 1)  # a blank parts figure and mark
    return shown


def _folded(heading: str, width: int) -> list[str]:
    """A heading in lines, none longer than the cells below it if its words allow."""
    words = heading.replace("-", "- ").split(" ")
    lines = [words[0]]
    for word in words[1:]:
        glue = "" if lines[-1].endswith("-") else " "
        if len(lines[-1]) + len(glue) + len(word) <= max(width, _SHORTEST, *map(len, words)):
            lines[-1] += glue + word
        else:
            lines.append(word)
    return lines


def _wrapped(text: str, width: int) -> list[str]:
    return (
        [part for line in _folded(text, width) for part in textwrap.wrap(line, width)] if len(text) > width else [text]
    )


def _longest_word(text: str) -> int:
    """The length of the longest word that is not broken, as names are not."""
    return max((len(word) for word in text.split() if len(word) <= _LABEL), default=0)


def _narrowed(columns: Sequence[Column], widths: list[int], width: int, longest: list[int]) -> list[int]:
    """The widths of columns if texts are broken into lines where all columns side by side are too wide."""
    gaps = len(_GAP) * (len(widths) - 1)
    texts = [column.format == "text" for column in columns]
    narrowed = list(widths)
    most = max(widths, default=0)
    while sum(narrowed) + gaps > width and most > _NARROWEST:
        most -= 1
        narrowed = [
            min(column, max(most, word)) if text else column
            for column, word, text in zip(widths, longest, texts, strict=True)
        ]
    return narrowed if sum(narrowed) + gaps <= width or max(widths) > width / 2 else widths


def _blocks(widths: list[int], width: int, names: int) -> list[list[int]]:
    """The columns in groups that fit beside the first `names` columns, which every group repeats."""
    first = list(range(names))
    empty = width - sum(widths[:names]) - len(_GAP) * (names - 1)
    blocks, room = [[*first]], empty
    for x in range(names, len(widths)):
        needed = widths[x] + len(_GAP)
        if len(blocks[-1]) > names and needed > room:
            blocks.append([*first])
            room = empty
        blocks[-1].append(x)
        room -= needed
    return blocks


def _strong(text: str, bold: bool) -> str:
    return styled(text, STRONG) if bold and text else text


def _marked_up(table: Table, bold: str, cell: Callable[[str], str]) -> tuple[list[str], list[list[str]]]:
    """Headings and cells, escaped by `cell`, the best figures in the form of `bold`."""
    best = table.best()
    rows = [
        [bold.format(cell(text)) if (y, x) in best else cell(text) for x, text in enumerate(row)]
        for y, row in enumerate(cells(table))
    ]
    return [cell(line(column.shown)) for column in table.columns], rows


def _markdown(table: Table) -> str:
    def cell(text: str) -> str:
        return text.replace("\\", "\\\\").replace("|", "\\|").replace("*", "\\*").replace("<", "&lt;")

    headings, rows = _marked_up(table, "**{}**", cell)
    sides = [":--" if column.format == "text" else "--:" for column in table.columns]
    lines = ["| " + " | ".join(row) + " |" for row in (headings, sides, *rows)]
    title = [f"**{cell(line(table.title))}**\n"] if table.title else []
    notes = [f"\n{cell(line(note))}" for note in table.notes]
    return "\n".join([*title, *lines, *notes]) + "\n"


def _latex(table: Table, caption: str, label: str) -> str:
    widths = [
        max((len(show(row[x], column)) for row in table.rows), default=0) for x, column in enumerate(table.columns)
    ]
    heads = [_folded(line(column.shown), least) for column, least in zip(table.columns, widths, strict=True)]
    characters = sum(max(least, *map(len, head)) for least, head in zip(widths, heads, strict=True))
    points = _POINTS * characters + 2 * _GAP_POINTS * len(heads)
    environment = "table*" if points > _COLUMN_POINTS else "table"
    look = r"\scriptsize\setlength{\tabcolsep}{2pt}" if points > _PAGE_POINTS else _LOOK
    marked = [
        any(isinstance(cell := row[x], Marked) and cell.marks for row in table.rows) for x in range(len(table.columns))
    ]
    sides = ("r@{}l" if marks else _side(column) for column, marks in zip(table.columns, marked, strict=True))
    body = [" & ".join(cells) + r" \\" for cells in _latex_rows(table, marked)]
    for number in sorted(table.groups, reverse=True):
        body.insert(number, r"\midrule")
    name = table.label or re.sub(r"\W+", "-", table.title.partition(":")[0].lower()).strip("-") or "table"
    lines = [
        rf"\begin{{{environment}}}[t]", rf"\centering{look}", rf"\begin{{tabular}}{{{''.join(sides)}}}", r"\toprule",
        " & ".join(map(_latex_heading, table.columns, heads, marked)) + r" \\", r"\midrule", *body, r"\bottomrule",
        r"\end{tabular}", rf"\caption{{{_escaped(line(caption or table.caption or table.title))}}}",
        rf"\label{{{label or f'tab:{name}'}}}", rf"\end{{{environment}}}",
    ]  # fmt: skip
    comments = (f"% {line(text)}" for text in (table.title, *table.notes) if text)
    return "\n".join((*lines, *comments)) + "\n"


def _latex_heading(column: Column, lines: Sequence[str], marked: bool) -> str:
    text = r"\\".join(map(_escaped, lines))
    text = text if len(lines) == 1 else rf"\shortstack[{_side(column)}]{{{text}}}"
    return rf"\multicolumn{{2}}{{r}}{{{text}}}" if marked else text


def _latex_rows(table: Table, marked: Sequence[bool]) -> Iterator[list[str]]:
    """The cells in LaTeX; marks are superscripts in a column of their own, so that figures stand under each other."""
    best = table.best()
    for y, row in enumerate(table.rows):
        cells = []
        for x, (cell, column) in enumerate(zip(row, table.columns, strict=True)):
            value, marks = (cell.value, cell.marks) if isinstance(cell, Marked) else (cell, "")
            text = _escaped(show(value, column), _LATEX if column.format == "text" else _LATEX_FIGURES)
            text = rf"\textbf{{{text}}}" if (y, x) in best else text
            superscript = rf"\textsuperscript{{{_escaped(marks)}}}" if marks else ""
            cells.append(f"{text} & {superscript}".rstrip() if marked[x] else text)
        yield cells


def _side(column: Column) -> str:
    return "l" if column.format == "text" else "r"


def _escaped(text: str, signs: Mapping[str, str] = _LATEX) -> str:
    return "".join(signs.get(character, character) for character in text)


def _html(table: Table) -> str:
    from html import escape  # its table of names takes as long to load as a table to print

    headings, rows = _marked_up(table, "<strong>{}</strong>", escape)
    sides = ["left" if column.format == "text" else "right" for column in table.columns]

    def row(cells: list[str], first: str, further: str) -> str:
        parts = (
            f'<{tag} style="text-align: {side}">{text}</{tag.split()[0]}>'
            for tag, side, text in zip([first, *[further] * (len(cells) - 1)], sides, cells, strict=True)
        )
        return f"<tr>{''.join(parts)}</tr>"

    head = row(headings, 'th scope="col"', 'th scope="col"')
    body = "\n".join(row(cells, 'th scope="row"', "td") for cells in rows)
    title = f"<p><strong>{escape(line(table.title))}</strong></p>\n" if table.title else ""
    notes = "".join(f"\n<p>{escape(line(note))}</p>" for note in table.notes)
    return f"{title}<table><thead>{head}</thead>\n<tbody>{body}</tbody></table>{notes}"
