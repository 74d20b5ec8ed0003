"""The command `serve`."""

from contextlib import suppress
from typing import Annotated

from anaphora.experiments.cli.options import at_least, running, with_settings
from anaphora.experiments.cli.output import messages
from anaphora.experiments.setup.configuration import Configuration
from anaphora.workbench.errors import WorkbenchError, needs_extra

HOST = "127.0.0.1"


@with_settings(only=("resolvers", "pipeline", "language", "seed"))
def command(
    port: Annotated[int, running(help="The port on 127.0.0.1.", **at_least(1, 65535))] = 8765,
    open_page: Annotated[bool, running("--open/--no-open", help="Open the page in the browser.")] = True,
    *,
    settings: Configuration,
) -> None:
    """Serve the live page on this machine: paste a text, see what each resolver answers and why, change the weights.

    Nothing leaves the machine, nothing is stored. Example: anaphora serve --resolvers mars,mitkov,lappin_leass
    """
    from anaphora.experiments.live.analysis import analyst

    with needs_extra("live"):
        from anaphora.experiments.live.app import application, make_server
    from anaphora.preprocess import pipeline

    asked = analyst(settings)
    if settings.preparation.pipeline != pipeline.BUNDLED:
        pipeline.load(
            settings.preparation.pipeline
        )  # a wrong name is reported here; the bundled one is loaded behind the page
    _require_free(port)
    address = f"http://{HOST}:{port}/"
    messages().print(f"The live page is at {address} (Ctrl-C ends it).", highlight=False)
    if open_page:
        _open_soon(address)
    with suppress(KeyboardInterrupt):
        make_server(application(asked), HOST, port).run()


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
    """The browser comes a moment later than the server."""
    import threading
    import webbrowser

    timer = threading.Timer(0.8, webbrowser.open, (address,))
    timer.daemon = True
    timer.start()
