"""From treebanks and raw text to the bundled pipeline.

Run ``python -m anaphora.experiments.preprocessing.training STAGE --work FOLDER``. The stages, in order:

``raw``       free running text from Debian's packages
``teacher``   an encoder is fine-tuned on the treebanks
``silver``    the teacher parses the raw text
``student``   the words' vectors of the pipeline learn from teacher and treebanks
``pipeline``  spaCy trains the whole pipeline
``package``   the pipeline with clean metadata

``all`` runs them all. A stage that is done is not run again; one that was broken off goes on from its last file or
epoch, except ``pipeline``, which starts again.
"""

import argparse
import logging
import random
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path

from spacy.cli.train import train as spacy_train

from anaphora.experiments.preprocessing.training.data import (
    Document,
    data_folder,
    development_documents,
    other_documents,
    recut,
    training_documents,
    write,
)
from anaphora.experiments.preprocessing.training.imperatives import imperatives
from anaphora.experiments.preprocessing.training.package import package
from anaphora.experiments.preprocessing.training.raw.collect import collect
from anaphora.workbench.errors import WorkbenchError

SHORTEST, LONGEST = 5, 15
"""Sentences in a chunk that spaCy sees."""

COPIES = {"other": 2, "gum": 4, "imperatives": 4}
"""How often a treebank is cut anew; GUM counts double, its scheme and genres are those we meet."""

ORDERS = 8
"""Sentences in a chunk of made-up imperatives."""

SILVER = 2_000_000
"""Words of silver trees that spaCy sees."""

VECTORS, NUMBERS = 20_000, 96
"""Words with a vector, and its width."""


def teach(data: Path, work: Path, encoder: Path) -> None:
    """Fine-tune the teacher in ``work/teacher``."""
    from anaphora.experiments.preprocessing.training import teacher

    teacher.train(encoder, gold(data), work / "teacher")


def gold(data: Path) -> list[Document]:
    """The treebanks as teacher and student see them, GUM twice."""
    ewt, gum = training_documents(data)
    return [*ewt, *gum, *gum, *other_documents(data), *imperatives([*ewt, *gum], ORDERS, random.Random(0))]


def parse(work: Path, encoder: Path) -> None:
    """Parse the raw text to ``work/silver``."""
    from anaphora.experiments.preprocessing.training import silver, teacher

    silver.make(teacher.load(encoder, work / "teacher"), work / "raw", work / "silver")


def learn(data: Path, work: Path) -> None:
    """Train the words' vectors and write a pipeline of them to ``work/student/pipeline``."""
    from anaphora.experiments.preprocessing.training import layers, silver, student

    documents = gold(data)
    pipeline = student.blank(*silver.read_vectors(work / "silver", VECTORS, NUMBERS))
    known = layers.labels(documents)
    student.train(pipeline, known, [*documents, *documents, *silver.read(work / "silver")], work / "student")
    pipeline.to_disk(work / "student" / "pipeline")


def finish(data: Path, work: Path) -> None:
    """Let spaCy train the pipeline in ``work/pipeline``."""
    from anaphora.experiments.preprocessing.training import silver

    rng = random.Random(0)
    ewt, gum = training_documents(data)
    parts = recut([*ewt, *other_documents(data)], COPIES["other"], SHORTEST, LONGEST, rng)
    parts += recut(gum, COPIES["gum"], SHORTEST, LONGEST, rng)
    parts += [part for _ in range(COPIES["imperatives"]) for part in imperatives([*ewt, *gum], ORDERS, rng)]
    parts += silver.read(work / "silver", SILVER)
    write(parts, work / "train.spacy")
    write(development_documents(data), work / "dev.spacy")
    files = {"start": work / "student" / "pipeline", "train": work / "train.spacy", "dev": work / "dev.spacy"}
    settings = {f"paths.{name}": str(path) for name, path in files.items()}
    spacy_train(Path(__file__).with_name("pipeline.cfg"), work / "pipeline", overrides=settings)


def main(arguments: Sequence[str] | None = None) -> None:
    """The command line."""
    parser = argparse.ArgumentParser(
        prog="python -m anaphora.experiments.preprocessing.training",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("stage", choices=("raw", "teacher", "silver", "student", "pipeline", "package", "all"))
    parser.add_argument("--work", type=Path, required=True, help="folder for training files and pipelines")
    parser.add_argument("--data", type=Path, default=data_folder(), help="folder of gum/, ewt/ and treebanks/")
    parser.add_argument(
        "--encoder", type=Path, help="folder of the weights of all-MiniLM-L6-v2 (default: WORK/encoder)"
    )
    parser.add_argument("--to", type=Path, help="new folder for the finished pipeline (default: WORK/packaged)")
    options = parser.parse_args(arguments)
    logging.basicConfig(format="%(message)s")
    work, data = options.work, options.data
    encoder, target = options.encoder or work / "encoder", options.to or work / "packaged"
    stages: dict[str, tuple[Path, Callable[[], None]]] = {
        "raw": (work / "raw" / "SOURCES.tsv", lambda: collect(work)),
        "teacher": (work / "teacher" / "done", lambda: teach(data, work, encoder)),
        "silver": (work / "silver" / "done", lambda: parse(work, encoder)),
        "student": (work / "student" / "pipeline", lambda: learn(data, work)),
        "pipeline": (work / "pipeline" / "model-last", lambda: finish(data, work)),
        "package": (target, lambda: package(work / "pipeline" / "model-best", target)),
    }
    try:
        for name in stages if options.stage == "all" else [options.stage]:
            made, run = stages[name]
            began = time.monotonic()
            if made.exists():
                print(f"{name}: done before ({made})")
            else:
                run()
                made.parent.mkdir(parents=True, exist_ok=True)
                if made.name == "done":
                    made.touch()
                print(f"{name}: {(time.monotonic() - began) / 60:.0f} minutes")
    except (OSError, ValueError, WorkbenchError) as error:
        sys.exit(f"{parser.prog}: {error}")


if __name__ == "__main__":
    main()
