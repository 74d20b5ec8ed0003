"""The pages that the tests look at, made as a user makes them: by the commands, and by the server of the live page."""

import socket
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from threading import Thread
from time import monotonic, sleep

from starlette.applications import Starlette
from typer.testing import CliRunner

from anaphora.corpora import corefud
from anaphora.experiments.cli.main import app
from anaphora.experiments.comparison.documents import BUNDLED
from anaphora.experiments.comparison.settings import Settings
from anaphora.experiments.live import serving
from anaphora.experiments.live.analysis import analyst
from anaphora.experiments.live.app import application
from anaphora.workbench.document import Document, Span
from anaphora.workbench.key import Key

TEXTS = tuple(BUNDLED / f"{name}.conllu" for name in ("dialogue", "printer", "news"))
RESOLVERS = ("mars", "mitkov", "cogniac", "lappin_leass", "hobbs")
CLOSING, BOLD, IMAGE = "</script><script>alert(1)</script>", "<b>&\"'</b>", "<img/src=x/onerror=alert(2)>"
HOSTILE_TEXT = f"The driver of {BOLD} reads the {CLOSING} page. It prints it. The {IMAGE} key is new. Press it."
HOSTILE_FILE = 'it\'s <b>&"x"<\u2215script>.conllu'


def command(*arguments: str | Path) -> None:
    """Run `anaphora` with these arguments."""
    result = CliRunner().invoke(app, list(map(str, arguments)), catch_exceptions=False)
    assert result.exit_code == 0, result.output


def report(folder: Path) -> Path:
    return compared(folder / "report.html", RESOLVERS, TEXTS)


def short_report(folder: Path) -> Path:
    return compared(folder / "short.html", RESOLVERS[:3], excerpts(folder))


def ablation_report(folder: Path) -> Path:
    command("ablate", "--resolver", "mars", "--report", folder / "ablation.html", *excerpts(folder))
    return folder / "ablation.html"


def score_report(folder: Path) -> Path:
    """The chains of two resolvers held against the key."""
    key, responses = excerpts(folder)[0], folder / "responses"
    command("compare", "--resolvers", "mars,cogniac", "--responses", responses, key)
    files = sorted(responses.iterdir())
    assert len(files) == 2
    command("score", key, *files, "--report", folder / "score.html")
    return folder / "score.html"


def compared(file: Path, resolvers: Sequence[str], corpus: Sequence[Path]) -> Path:
    command("compare", "--resolvers", ",".join(resolvers), "--report", file, *corpus)
    return file


def excerpts(folder: Path, sentences: int = 5) -> list[Path]:
    """The beginnings of the texts."""
    found = [folder / "excerpts" / text.name for text in TEXTS]
    for text, file in zip(TEXTS, found, strict=True):
        file.parent.mkdir(exist_ok=True)
        file.write_text("\n\n".join(text.read_text("utf-8").split("\n\n")[:sentences]) + "\n\n", "utf-8")
    return found


def hostile_report(folder: Path) -> Path:
    """Markup in the words, in the name of the document and in that of its file; a resolver with an option."""
    corpus = folder / "hostile" / HOSTILE_FILE
    corpus.parent.mkdir()
    corpus.write_text(corefud.write([hostile()]), "utf-8")
    return compared(folder / "hostile.html", ("mars(scope=window)", "most_recent"), [corpus])


def hostile() -> tuple[Document, Key]:
    """Two sentences of two pronouns, whose antecedents hold markup."""
    lines = (("The", BOLD, "driver", "reads", "the", CLOSING, "page", "."), ("It", "prints", "it", "."))
    words = lines[0] + lines[1]
    document = Document(f"{CLOSING}{BOLD}", words, (" ",) * len(words), sentence_starts=(0, len(lines[0])))
    chains = ((Span(0, 3), Span(8, 9)), (Span(4, 7), Span(10, 11)))
    return document, Key(document.id, chains)


@dataclass(frozen=True)
class Live:
    """A running live page."""

    url: str
    server: Starlette


@contextmanager
def live(resolvers: tuple[str, ...] = RESOLVERS, seconds: float = 60) -> Iterator[Live]:
    """Serve the live page with these resolvers (all if none is named) on a free port of 127.0.0.1; warm at entry."""
    page = application(analyst(Settings(resolvers)))
    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        port = listening.getsockname()[1]
        server = serving.make_server(page, "127.0.0.1", port)
        thread = Thread(target=server.run, args=([listening],))
        thread.start()
        try:
            _wait(lambda: page.state.ready, monotonic() + seconds)
            yield Live(f"http://127.0.0.1:{port}/", page)
        finally:
            server.should_exit = True
            thread.join()


def _wait(ready: Callable[[], bool], until: float) -> None:
    while not ready():
        assert monotonic() < until, "the live page did not start"
        sleep(0.05)
