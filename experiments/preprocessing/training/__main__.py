"""From the treebanks to the bundled pipeline.

``python -m anaphora.experiments.preprocessing.training --encoder FOLDER --work FOLDER --to FOLDER`` fine-tunes the
encoder (about an hour on two cores) and writes the pipeline. A run that was broken off goes on from its last epoch.
"""

import argparse
import random
import sys
import time
from collections.abc import Sequence
from pathlib import Path

from anaphora.experiments.preprocessing.training.data import (
    Document,
    data_folder,
    other_documents,
    training_documents,
)
from anaphora.experiments.preprocessing.training.imperatives import imperatives
from anaphora.workbench.errors import WorkbenchError

ORDERS = 8
"""Sentences in a document of made-up imperatives."""

COPIES = 4
"""How often imperatives are made of the treebanks, each time in another order."""


def training_texts(data: Path) -> list[Document]:
    """What the parser learns from: GUM twice, since its scheme and genres are those we meet. Raises ``OSError``."""
    ewt, gum = training_documents(data)
    orders = (part for seed in range(COPIES) for part in imperatives([*ewt, *gum], ORDERS, random.Random(seed)))
    return [*ewt, *gum, *gum, *other_documents(data), *orders]


def main(arguments: Sequence[str] | None = None) -> None:
    """The command line."""
    options = argparse.ArgumentParser(
        prog="python -m anaphora.experiments.preprocessing.training",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    options.add_argument("--data", type=Path, default=data_folder(), help="folder with gum/, ewt/ and treebanks/")
    options.add_argument("--encoder", type=Path, required=True, help="folder with the weights of all-MiniLM-L6-v2")
    options.add_argument("--work", type=Path, required=True, help="folder for the weights after each epoch")
    options.add_argument("--to", type=Path, required=True, help="new folder for the pipeline")
    given = options.parse_args(arguments)
    try:
        from anaphora.experiments.preprocessing.training import package, parser  # torch is an extra

        began = time.perf_counter()
        parser.train(given.encoder, training_texts(given.data), given.work)
        trained = time.perf_counter()
        package.package(parser.load(given.encoder, given.work), given.to)
    except (ImportError, OSError, WorkbenchError) as error:
        sys.exit(f"{options.prog}: {error}")
    print(f"training {trained - began:.0f} s, packaging {time.perf_counter() - trained:.0f} s")


if __name__ == "__main__":
    main()
