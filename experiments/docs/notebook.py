"""Notebooks as pages: executed while the site is built, with what they show."""

from html import escape
from pathlib import Path
from typing import Any

SECONDS = 120  # for one cell


def uris(folder: Path) -> list[str]:
    """Where the notebooks of a folder stand on the site."""
    return [path.relative_to(folder).with_suffix(".md").as_posix() for path in sorted(folder.rglob("*.ipynb"))]


def pages(folder: Path) -> dict[str, str]:
    """The notebooks of a folder as Markdown."""
    return {uri: as_markdown(executed(folder / Path(uri).with_suffix(".ipynb"))) for uri in uris(folder)}


def executed(path: Path) -> Any:
    """The notebook with the outputs of a fresh run; an error in a cell is raised."""
    import nbformat
    from nbclient import NotebookClient
    from traitlets.config import Config

    found: Any = nbformat.reads(path.read_text(encoding="utf-8"), as_version=4)  # type: ignore[no-untyped-call]
    no_port = Config({"KernelManager": {"transport": "ipc"}})
    NotebookClient(found, timeout=SECONDS, kernel_name="python3", config=no_port).execute()
    return found


def as_markdown(notebook: Any) -> str:
    """The cells from top to bottom, each output as rich as it comes: HTML before text."""
    return "\n\n".join(part for cell in notebook.cells for part in _cell(cell)) + "\n"


def _cell(cell: Any) -> list[str]:
    if cell.cell_type != "code":
        return [cell.source]
    return [f"```python\n{cell.source}\n```", *filter(None, map(_output, cell.outputs))]


def _output(output: Any) -> str:
    data = output.get("data", {})
    if "text/html" in data:
        return f'<div class="output">\n{data["text/html"]}\n</div>'
    text = data.get("text/plain") or output.get("text", "")
    return f'<div class="output"><pre>{escape(text.rstrip())}</pre></div>' if text else ""
