"""`anaphora serve`: the live page on this machine."""

import sys
from signal import SIGINT
from typing import TYPE_CHECKING, Annotated, NoReturn, Unpack

from anaphora.experiments.run.arguments import Resolvers
from anaphora.experiments.run.command import Command
from anaphora.experiments.run.configuration import Options, configure, takes
from anaphora.experiments.run.process import Interrupted
from anaphora.workbench.errors import WorkbenchError, needs_extra
from anaphora.workbench.options import EXECUTION, About

if TYPE_CHECKING:
    from uvicorn import Server

HOST = "127.0.0.1"


@takes("pipeline", "language", "seed")
def serve(
    resolvers: Resolvers = (),
    port: Annotated[int, About("The port on 127.0.0.1.", EXECUTION, least=1, most=65535)] = 8765,
    open_page: Annotated[bool, About("Open the page in the browser.", EXECUTION, names=("--open/--no-open",))] = True,
    **options: Unpack[Options],
) -> NoReturn:
    """Serve the live page on this machine: paste a text, see each resolver's answers and why, change the weights.

    Nothing leaves the machine, nothing is stored. It needs the extra `live`.
    """
    from anaphora.experiments.commands.score.boxes import score_boxes
    from anaphora.experiments.live.analysis import analyst

    with needs_extra("live"):
        from anaphora.experiments.live.app import application, make_server
    from anaphora.preprocess import pipeline

    settings = configure(resolvers, **options)
    asked = analyst(settings)
    if settings.preparation.pipeline != pipeline.BUNDLED:
        pipeline.load(settings.preparation.pipeline)  # a wrong name is reported here; the bundled one loads later
    _require_free(port)
    address = f"http://{HOST}:{port}/"
    sys.stderr.write(f"The live page is at {address} (Ctrl-C ends it).\n")
    sys.stderr.flush()
    if open_page:
        _open_soon(address)
    _serve_until_interrupted(make_server(application(asked, score_boxes), HOST, port))


def _serve_until_interrupted(server: "Server") -> NoReturn:
    """Serve in another thread, since a thread that analyses a text cannot be told to stop; nothing is lost by it."""
    import os
    import threading

    serving = threading.Thread(target=server.run, daemon=True)
    serving.start()
    try:
        serving.join()
    except Interrupted as interrupted:
        server.should_exit = True
        serving.join(0.5)
        if interrupted.number == SIGINT:  # which is how a user ends it
            os._exit(0)
        raise
    raise SystemExit(1)  # it could not begin, and said why


def _require_free(port: int) -> None:
    import socket

    with socket.socket() as tried:
        tried.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            tried.bind((HOST, port))
        except OSError as error:
            raise WorkbenchError(
                f"Port {port} cannot be used ({error.strerror}). Name another: anaphora serve --port {port % 65535 + 1}"
            ) from error


def _open_soon(address: str) -> None:
    """Open the page in the browser, a moment later than the server starts."""
    import threading
    import webbrowser

    timer = threading.Timer(0.8, webbrowser.open, (address,))
    timer.daemon = True
    timer.start()


COMMAND = Command(
    serve,
    example="anaphora serve --resolvers mars,mitkov,lappin_leass",
    offers=(),
    note="Nothing leaves the machine, nothing is stored. It needs the extra live: pip install '.[live]'.",
    work="Serving",
)
