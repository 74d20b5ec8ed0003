"""The command line of the recipes: `python -m anaphora.experiments.training RECIPE`."""

import argparse
import json
import os
import sys
import time
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import TypeAlias

from anaphora.workbench.errors import WorkbenchError
from anaphora.workbench.files import write_text_atomically

Recipes: TypeAlias = "argparse._SubParsersAction[argparse.ArgumentParser]"
DATA = Path(os.environ.get("ANAPHORA_DATA", "../shared/data"))
ENCODER = "folder with the weights of all-MiniLM-L6-v2"
WORK = "folder for the weights after each epoch; a run that was broken off goes on from its last"


def main(arguments: Sequence[str] | None = None) -> None:
    """Run a recipe."""
    program = argparse.ArgumentParser(prog="python -m anaphora.experiments.training")
    recipes = program.add_subparsers(dest="recipe", required=True)
    for add in (_add_pipelines, _add_filters_and_tables, _add_network):
        add(recipes)
    args = program.parse_args(arguments)
    try:
        args.run(args)
    except (ImportError, OSError, ValueError, WorkbenchError) as error:
        sys.exit(f"{program.prog} {args.recipe}: {error}")


def _add_pipelines(recipes: Recipes) -> None:
    recipe = recipes.add_parser("pipeline", help="the bundled pipeline; about an hour on two cores")
    recipe.set_defaults(run=_pipeline)
    recipe.add_argument("--data", type=Path, default=DATA, help="folder with gum/, ewt/ and treebanks/")
    recipe.add_argument("--encoder", type=Path, required=True, help=ENCODER)
    recipe.add_argument("--work", type=Path, required=True, help=WORK)
    recipe.add_argument("--to", type=Path, required=True, help="new folder for the pipeline")

    recipe = recipes.add_parser("evaluate", help="the accuracy of a pipeline on the words of treebanks")
    recipe.set_defaults(run=_evaluate)
    recipe.add_argument("pipeline", help="installed name or folder of a spaCy pipeline")
    recipe.add_argument("treebanks", nargs="+", type=Path, metavar="CONLLU", help="a file, or a folder of *.conllu")
    recipe.add_argument("--json", metavar="FILE", help="write the figures as JSON; - is standard output")
    recipe.add_argument(
        "--by",
        choices=("document", "sentence"),
        default="document",
        help="what the pipeline sees at a time; gold sentences one by one make the parser's work easier",
    )

    recipe = recipes.add_parser("treebank-pipeline", help="a pipeline of another language; ten minutes or more")
    recipe.set_defaults(run=_treebank_pipeline)
    recipe.add_argument("language", help="its code, as nl")
    recipe.add_argument("treebanks", nargs="+", type=Path, metavar="CONLLU")
    recipe.add_argument("--featureless", type=Path, action="append", default=[], help="one that lacks features")
    recipe.add_argument("--without", action="append", default=[], metavar="ID", help="a document not to learn from")
    recipe.add_argument("--epochs", type=int, help="how often the texts are seen")
    recipe.add_argument("--licence", default="", help="licence note to store")
    recipe.add_argument("--to", type=Path, required=True, help="new folder for the pipeline")


def _add_filters_and_tables(recipes: Recipes) -> None:
    recipe = recipes.add_parser("it-filter", help='the filters of "it"; two to four minutes')
    recipe.set_defaults(run=_it_filter)
    recipe.add_argument("--data", type=Path, default=DATA, help="folder with gum/ and ewt/")
    recipe.add_argument("--to", type=Path, help="folder for the two files; where they ship by default")

    recipe = recipes.add_parser("nouns", help="a table of nouns, or the cross-validation of two")
    recipe.set_defaults(run=_nouns)
    recipe.add_argument("what", choices=("wordnet", "instances", "gum", "check"))
    recipe.add_argument("--data", type=Path, default=DATA, help="folder with gum/ and ewt/")
    recipe.add_argument("--dict", type=Path, default=Path("/usr/share/wordnet"), help="folder of WordNet's files")
    recipe.add_argument("--to", type=Path, help="the file to write; standard output by default")

    recipe = recipes.add_parser("it-words", help='verbs and nouns that the rules for "it" ask about')
    recipe.set_defaults(run=_it_words)
    recipe.add_argument("--data", type=Path, default=DATA, help="folder with gum/ and ewt/")
    recipe.add_argument("--dict", type=Path, default=Path("/usr/share/wordnet"), help="folder of WordNet's files")
    recipe.add_argument("--to", type=Path, required=True, help="the file to write")

    recipe = recipes.add_parser("names", help="the table of evidence in names")
    recipe.set_defaults(run=_names)
    recipe.add_argument("--data", type=Path, default=DATA, help="folder with gum/")
    recipe.add_argument("--to", type=Path, required=True, help="the file to write")

    for name, what, package in (
        ("first-names", "the list of first names of the world", "nomquamgender"),
        ("firms", "the list of firms of several words", "pytickersymbols"),
    ):
        recipe = recipes.add_parser(name, help=what)
        recipe.set_defaults(run=_name_lists)
        recipe.add_argument(
            "--from", dest="folder", type=Path, required=True, help=f"folder with the package {package}"
        )
        recipe.add_argument("--to", type=Path, required=True, help="the file to write")


def _add_network(recipes: Recipes) -> None:
    recipe = recipes.add_parser("neural-ranker", help="the network of neural_ranker")
    recipe.set_defaults(run=_neural_ranker)
    recipe.add_argument("corpora", nargs="+", metavar="CORPUS[=TIMES]", help="and how often an epoch has its documents")
    recipe.add_argument("--partial", action="append", default=[], help="a corpus whose key leaves entities out")
    recipe.add_argument("--calibrate", action="append", default=[], help="a corpus for calibration and nothing else")
    recipe.add_argument("--work", type=Path, required=True, help=WORK)
    recipe.add_argument("--to", type=Path, required=True, help="new folder for the network")
    recipe.add_argument("--epochs", type=int, default=18)
    recipe.add_argument("--licence", default="", help="licence note to store")


def _pipeline(args: argparse.Namespace) -> None:
    from anaphora.experiments.training import parser  # torch is an extra
    from anaphora.experiments.training.treebanks import training_texts

    began = time.perf_counter()
    parser.train(args.encoder, training_texts(args.data), args.work)
    trained = time.perf_counter()
    parser.package(parser.load(args.encoder, args.work), args.to)
    print(f"training {trained - began:.0f} s, packaging {time.perf_counter() - trained:.0f} s")


def _treebank_pipeline(args: argparse.Namespace) -> None:
    from anaphora.experiments.training.treebank_pipeline import make

    make(
        args.language,
        [*args.treebanks, *args.featureless],
        args.to,
        featureless=args.featureless,
        without=args.without,
        licence=args.licence,
        epochs=args.epochs,
    )


def _evaluate(args: argparse.Namespace) -> None:
    from anaphora.experiments.training import pipelines
    from anaphora.experiments.training.treebanks import read, to_doc
    from anaphora.preprocess.pipeline import load

    files = [file for path in args.treebanks for file in (sorted(path.glob("*.conllu")) if path.is_dir() else [path])]
    documents = [document for file in files for document in read(file)]
    if args.by == "sentence":
        documents = [(sentence,) for document in documents for sentence in document]
    pipeline = load(args.pipeline)
    figures = asdict(pipelines.evaluate(pipeline, [to_doc(document, pipeline.nlp.vocab) for document in documents]))
    text = json.dumps(figures, indent=2) + "\n"
    if args.json and args.json != "-":
        Path(args.json).write_text(text, encoding="utf-8")
    print(text if args.json == "-" else pipelines.table(figures), end="")


def _it_filter(args: argparse.Namespace) -> None:
    from anaphora.experiments.training.it_filter import training
    from anaphora.preprocess.english.it_filter import learned, memory

    parameters, instances = training(args.data)
    folder = args.to or learned.BUNDLED.parent
    write_text_atomically(folder / learned.BUNDLED.name, json.dumps(parameters, ensure_ascii=False, indent=1) + "\n")
    write_text_atomically(folder / memory.BUNDLED.name, instances)


def _nouns(args: argparse.Namespace) -> None:
    from anaphora.experiments.training.lexicon import table_of_nouns

    text = table_of_nouns(args.what, args.dict, args.data)
    if args.to:
        args.to.write_text(text, encoding="utf-8")
    else:
        print(text, end="")


def _it_words(args: argparse.Namespace) -> None:
    from anaphora.experiments.training.it_words import table_of_words

    args.to.write_text(table_of_words(args.dict, args.data), encoding="utf-8")


def _names(args: argparse.Namespace) -> None:
    from anaphora.experiments.training.lexicon import table_of_names

    args.to.write_text(table_of_names(args.data), encoding="utf-8")


def _name_lists(args: argparse.Namespace) -> None:
    from anaphora.experiments.training.name_lists import table_of_firms, table_of_first_names

    table = table_of_firms if args.recipe == "firms" else table_of_first_names
    args.to.write_text(table(args.folder), encoding="utf-8")


def _neural_ranker(args: argparse.Namespace) -> None:
    from anaphora.experiments.training.lessons import Annotated, read

    def documents(corpora: Sequence[str]) -> list[Annotated]:
        parts = (corpus.partition("=") for corpus in corpora)
        read_parts = (read(Path(path), float(times or 1), path in args.partial) for path, _, times in parts)
        return [document for part in read_parts for document in part]

    from anaphora.experiments.training.neural_ranker import make  # torch is an extra

    began = time.perf_counter()
    lessons, more = documents(args.corpora), documents(args.calibrate)
    print(f"reading {time.perf_counter() - began:.0f} s", flush=True)
    make(lessons, more, args.work, args.to, args.epochs, args.licence)
    print(f"{len(lessons)} documents, {time.perf_counter() - began:.0f} s")


if __name__ == "__main__":
    main()
