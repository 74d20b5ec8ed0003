"""Entities of texts and rewritten texts in every form, together or a file for each text."""

import json
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Literal, TypeAlias, TypeVar

from anaphora.corpora import conll2012, corefud, file_name
from anaphora.experiments.commands.chains.chains import Chained
from anaphora.experiments.commands.rewrite.rewrite import Rewritten
from anaphora.experiments.show.render import render
from anaphora.workbench.errors import OptionError
from anaphora.workbench.files import replacing
from anaphora.workbench.results.table import Table, to_json

TableForm: TypeAlias = Literal["table", "markdown", "latex", "csv", "json"]
Form: TypeAlias = TableForm | Literal["corefud", "conll2012"]
SUFFIXES: Mapping[Form | Literal["html"], str] = {
    "table": ".txt", "markdown": ".md", "latex": ".tex", "csv": ".csv", "json": ".json",
    "html": ".html",
    "corefud": corefud.FORMAT.suffix, "conll2012": conll2012.FORMAT.suffix,
}  # fmt: skip


def tables_for(chained: Chained, form: TableForm, *, mentions: bool = False, details: bool = False) -> list[Table]:
    """The tables of a form: a row for each of the `mentions`, or for each entity, of all with `details` and in CSV."""
    if mentions:
        return [chained.mentions_table(), chained.whole()]
    return chained.tables(details=details or form == "csv")


def written(chained: Chained, form: Form, *, mentions: bool = False, details: bool = False) -> str:
    """The entities of all texts in one form."""
    if form == "corefud" or form == "conll2012":
        module = corefud if form == "corefud" else conll2012
        return "".join(module.write(text.clusters() for text in chained.texts))
    tables = tables_for(chained, form, mentions=mentions, details=details)
    if form == "json":
        return json.dumps(to_json(tables), ensure_ascii=False, indent=2) + "\n"
    return render(tables, form, details)


RewriteForm: TypeAlias = Literal["diff", "text", "csv", "json"]
REWRITE_SUFFIXES: Mapping[RewriteForm, str] = {"diff": ".diff", "text": ".txt", "csv": ".csv", "json": ".json"}


def written_texts(rewritten: Rewritten, form: RewriteForm, *, details: bool = False, colour: bool = False) -> str:
    """Rewritten texts in one form; several texts follow each other."""
    if form == "text":
        return "".join(
            text.rewritten if text.rewritten.endswith("\n") else f"{text.rewritten}\n" for text in rewritten.texts
        )
    if form == "json":
        return json.dumps(to_json(rewritten.tables()), ensure_ascii=False, indent=2) + "\n"
    if form == "csv":
        return render([rewritten.replacements_table()], "csv")
    return rewritten.changes(details=details, colour=colour)


Texts = TypeVar("Texts", Chained, Rewritten)


def write_folder(texts: Texts, folder: Path, suffix: str, write: Callable[[Texts], str]) -> None:
    """Write a file for each text, called after it, with what `write` makes of that text alone.

    Files of the same names are replaced, all others stay. Raises `OptionError` where `folder` is a file, and
    `WorkbenchError` if it cannot be written.
    """
    if folder.exists() and not folder.is_dir():
        problem = f"{folder} is a file, and each text has a file of its own"
        raise OptionError(f"{problem}. Name a folder.", code="not-a-folder")
    taken: set[str] = set()
    with replacing(folder) as temporary:
        temporary.mkdir()
        for text in texts.texts:
            alone = write(replace(texts, texts=(text,)))
            name = f"{file_name(text.document.id, taken)}{suffix}"
            (temporary / name).write_bytes(alone.encode("utf-8", "replace"))
