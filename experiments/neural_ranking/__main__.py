"""From annotated corpora to the networks of `neural_ranker`.

``python -m anaphora.experiments.neural_ranking CORPUS[=TIMES]... --encoder FOLDER --parser FOLDER --work FOLDER --to
FOLDER`` reads each corpus with automatic and with perfect input, fine-tunes the encoder and the scorer of mentions, and
writes the folder that ships. The encoder starts with the weights of the bundled parser. Every tenth document is held
out, to calibrate, with those of ``--calibrate``. TIMES says how often an epoch has the documents of a corpus.
"""

import argparse
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from anaphora.experiments.neural_ranking.lessons import Annotated, Rankers, read, text
from anaphora.resolvers._ranking.network import Network, Settings
from anaphora.workbench import __version__
from anaphora.workbench.errors import WorkbenchError
from anaphora.workbench.provenance.cards import Seen, as_data
from anaphora.workbench.provenance.contamination import gather_seen

HELD_OUT = 10
EPOCHS = 3


def main(arguments: Sequence[str] | None = None) -> None:
    """The command line."""
    options = argparse.ArgumentParser(
        prog="python -m anaphora.experiments.neural_ranking",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    options.add_argument("corpora", nargs="+", help="folder with documents, and how often an epoch has them")
    options.add_argument("--partial", action="append", default=[], help="a corpus whose key leaves entities out")
    options.add_argument(
        "--calibrate", action="append", default=[], help="a corpus to calibrate on, and for nothing else"
    )
    options.add_argument("--encoder", type=Path, required=True, help="folder with the weights of all-MiniLM-L6-v2")
    options.add_argument("--parser", type=Path, required=True, help="folder with the state of the pipeline's training")
    options.add_argument("--work", type=Path, required=True, help="folder for the weights after each epoch")
    options.add_argument("--to", type=Path, required=True, help="new folder for the networks")
    options.add_argument("--epochs", type=int, default=EPOCHS)
    options.add_argument("--licence", default="", help="licence note to store")
    given = options.parse_args(arguments)
    try:
        began = time.perf_counter()
        found = [each for corpus in given.corpora for each in _read(corpus, given.partial)]
        more = [each for corpus in given.calibrate for each in _read(corpus, given.partial)]
        make(found, more, given.encoder, given.parser, given.work, given.to, given.epochs, given.licence)
    except (ImportError, OSError, WorkbenchError) as error:
        sys.exit(f"{options.prog}: {error}")
    print(f"{len(found)} documents, {time.perf_counter() - began:.0f} s")


def _read(corpus: str, partial: Sequence[str]) -> list[Annotated]:
    path, _, times = corpus.partition("=")
    return list(read(Path(path), float(times or 1), path in partial))


def make(
    found: Sequence[Annotated],
    more: Sequence[Annotated],
    encoder: Path,
    parser: Path,
    work: Path,
    to: Path,
    epochs: int,
    licence: str,
) -> None:
    """Train on documents, calibrate on those held out and on `more`, and write the networks.

    See `training.train` and `package.write` for what is raised.
    """
    from anaphora.experiments.neural_ranking import calibration, package, training  # torch is an extra
    from anaphora.experiments.neural_ranking.network import load, start

    rankers = Rankers(found)
    held_out = [*found[::HELD_OUT], *more]
    texts = [text(each, rankers.of(each)) for number, each in enumerate(found) if number % HELD_OUT]
    training.train(texts, start(encoder, parser), work, epochs)
    ranker = load(encoder, work)
    data = package.networks(ranker)
    network = Network(data["encoder.onnx"], data["scorer.onnx"], ranker.words.pieces)
    settings = Settings(round(ranker.weight.item(), 4), 1.0, 1.0, 0.0, 0.0, package.digests(data))
    settings = calibration.calibrate(network, settings, held_out, rankers)
    package.write(to, data, settings, {"licence": licence, "provenance": _provenance(found, more)})


def _provenance(found: Sequence[Annotated], more: Sequence[Annotated]) -> dict[str, object]:
    """What was read, and by which version."""
    seen = [*_seen(found), *(replace(entry, use="tuned on") for entry in _seen(more))]
    return {"documents": len(found), "version": __version__, "seen": as_data(seen)}


def _seen(found: Sequence[Annotated]) -> Iterator[Seen]:
    for name in dict.fromkeys(each.corpus for each in found):
        yield from gather_seen({each.id: each.digest for each in found if each.corpus == name}, name)


if __name__ == "__main__":
    main()
