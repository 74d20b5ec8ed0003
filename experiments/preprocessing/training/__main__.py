"""From the treebanks to the bundled pipeline, and to the parser that may follow it.

Run ``python -m anaphora.experiments.preprocessing.training COMMAND --work FOLDER``.

``prepare`` writes the training files, ``train 1`` trains the starting pipeline (about two hours on one core),
``train 2`` goes on from it (about 75 minutes for 4,000 steps), ``package`` writes the pipeline with clean metadata.
``teacher`` fine-tunes an encoder (about 35 minutes on two cores) and prints its figures; a run that was broken off goes
on from its last epoch, and one that is done only prints them.
"""

import argparse
import random
import sys
from collections.abc import Callable, Sequence
from dataclasses import asdict
from pathlib import Path

from spacy.cli.train import train as spacy_train
from spacy.language import Language
from spacy.pipeline.edit_tree_lemmatizer import EditTreeLemmatizer
from spacy.util import registry

from anaphora.experiments.preprocessing.training.data import (
    data_folder,
    development_documents,
    other_documents,
    read,
    recut,
    training_documents,
    write,
)
from anaphora.experiments.preprocessing.training.evaluate import table
from anaphora.experiments.preprocessing.training.imperatives import imperatives
from anaphora.experiments.preprocessing.training.package import package
from anaphora.workbench.errors import WorkbenchError

SHORTEST, LONGEST = 5, 15
"""Sentences in a chunk of stage 2."""

COPIES = {"ewt": 2, "gum": 4, "imperatives": 4}
"""How often stage 2 cuts a treebank anew; GUM counts double, its scheme and genres are those we meet."""

ORDERS = 8
"""Sentences in a chunk of made-up imperatives."""


def restore_lemma_labels() -> Callable[[Language], Language]:
    """A loaded trainable lemmatizer does not know which edit tree has which label; without this it unlearns."""

    def restore(pipeline: Language) -> Language:
        lemmatizer = pipeline.get_pipe("trainable_lemmatizer")
        if isinstance(lemmatizer, EditTreeLemmatizer):
            lemmatizer.tree2label = {tree: label for label, tree in enumerate(lemmatizer.labels)}
        return pipeline

    return restore


registry.callbacks.register("anaphora.restore_lemma_labels.v1", func=restore_lemma_labels)


def prepare(data: Path, work: Path, seed: int = 0) -> None:
    """Write ``whole.spacy`` (stage 1), ``chunks.spacy`` (stage 2) and ``dev.spacy``. Raises ``OSError``.

    The chunks hold imperatives made of the treebanks' infinitives beside their sentences.
    """
    rng = random.Random(seed)
    ewt, gum = training_documents(data)
    write([*ewt, *gum], work / "whole.spacy")
    parts = [
        part
        for documents, copies in ((ewt, COPIES["ewt"]), (gum, COPIES["gum"]))
        for part in recut(documents, copies, SHORTEST, LONGEST, rng)
    ]
    parts += [part for _ in range(COPIES["imperatives"]) for part in imperatives([*ewt, *gum], ORDERS, rng)]
    write(parts, work / "chunks.spacy")
    write(development_documents(data), work / "dev.spacy")


def train(stage: int, work: Path, start: Path, steps: int | None = None) -> None:
    """Train one stage on the files of ``prepare``; the pipelines go to ``work/stage1`` or ``work/stage2``."""
    overrides: dict[str, str | int] = {
        "paths.train": str(work / ("whole.spacy" if stage == 1 else "chunks.spacy")),
        "paths.dev": str(work / "dev.spacy"),
    }
    if stage == 2:
        overrides["paths.start"] = str(start)
    if steps is not None:
        overrides["training.max_steps"] = steps
    spacy_train(Path(__file__).with_name(f"stage{stage}.cfg"), work / f"stage{stage}", overrides=overrides)


def teach(data: Path, work: Path, encoder: Path) -> None:
    """Fine-tune the teacher in ``work/teacher`` and print its figures on GUM dev and EWT test. Raises ``OSError``."""
    from anaphora.experiments.preprocessing.training import teacher  # torch is an extra

    ewt, gum = training_documents(data)
    orders = imperatives([*ewt, *gum], ORDERS, random.Random(0))
    teacher.train(encoder, [*ewt, *gum, *gum, *other_documents(data), *orders], work / "teacher")
    trained = teacher.load(encoder, work / "teacher")
    for documents in (development_documents(data), read(data / "ewt" / "en_ewt-ud-test.conllu")):
        print(table(asdict(teacher.evaluate(trained, documents))))


def main(arguments: Sequence[str] | None = None) -> None:
    """The command line."""
    parser = argparse.ArgumentParser(
        prog="python -m anaphora.experiments.preprocessing.training",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    common = argparse.ArgumentParser(add_help=False)
    common.add_argument("--work", type=Path, required=True, help="folder for training files and pipelines")
    commands = parser.add_subparsers(dest="command", required=True)
    one = commands.add_parser("prepare", parents=[common], help="treebanks to training files")
    one.add_argument("--data", type=Path, default=data_folder(), help="folder that holds gum/ and ewt/")
    two = commands.add_parser("train", parents=[common], help="train a stage")
    two.add_argument("stage", type=int, choices=(1, 2))
    two.add_argument("--start", type=Path, help="pipeline that stage 2 goes on from (default: the best of stage 1)")
    two.add_argument("--steps", type=int, help="train this many steps instead of the recipe's")
    three = commands.add_parser("package", parents=[common], help="the best pipeline of stage 2, ready to ship")
    three.add_argument("--to", type=Path, required=True, help="new folder for the pipeline")
    four = commands.add_parser("teacher", parents=[common], help="fine-tune an encoder; needs the extra teacher")
    four.add_argument("--data", type=Path, default=data_folder(), help="folder that holds gum/, ewt/ and treebanks/")
    four.add_argument("--encoder", type=Path, required=True, help="folder with the weights of all-MiniLM-L6-v2")
    options = parser.parse_args(arguments)
    try:
        if options.command == "prepare":
            prepare(options.data, options.work)
        elif options.command == "train":
            train(options.stage, options.work, options.start or options.work / "stage1" / "model-best", options.steps)
        elif options.command == "teacher":
            teach(options.data, options.work, options.encoder)
        else:
            package(options.work / "stage2" / "model-best", options.to)
    except (OSError, ValueError, WorkbenchError) as error:
        sys.exit(f"{parser.prog}: {error}")


if __name__ == "__main__":
    main()
