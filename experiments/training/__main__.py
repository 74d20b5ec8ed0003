"""The command line of the recipes: `python -m anaphora.experiments.training RECIPE`."""

import json
import os
import sys
import time
from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

from anaphora.workbench.errors import WorkbenchError
from anaphora.workbench.files import write_text_atomically


def _pipeline(args: Namespace) -> None:
    from anaphora.experiments.training import parser  # torch is an extra
    from anaphora.experiments.training.treebanks import training_texts

    began = time.perf_counter()
    parser.train(args.encoder, training_texts(args.data), args.work)
    trained = time.perf_counter()
    parser.package(parser.load(args.encoder, args.work), args.to)
    print(f"training {trained - began:.0f} s, packaging {time.perf_counter() - trained:.0f} s")


def _evaluate(args: Namespace) -> None:
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


def _treebank_pipeline(args: Namespace) -> None:
    from anaphora.experiments.training.pipelines import make

    settings = {name: getattr(args, name) for name in ("featureless", "without", "licence", "epochs")}
    make(args.language, [*args.treebanks, *args.featureless], args.to, **settings)


def _it_filter(args: Namespace) -> None:
    from anaphora.experiments.training.it_filter import training
    from anaphora.preprocess.english.it_filter import learned, memory

    parameters, instances = training(args.data)
    folder = args.to or learned.BUNDLED.parent
    write_text_atomically(folder / learned.BUNDLED.name, json.dumps(parameters, ensure_ascii=False, indent=1) + "\n")
    write_text_atomically(folder / memory.BUNDLED.name, instances)


def _table(args: Namespace) -> None:
    from anaphora.experiments.training import it_words, lexicon, relations

    tables: dict[str, Callable[[], str]] = {
        "nouns": lambda: lexicon.table_of_nouns(args.what, args.dict, args.data),
        "names": lambda: lexicon.table_of_names(args.data),
        "it-words": lambda: it_words.table_of_words(args.dict, args.data),
        "relations": lambda: relations.table_of_relations(args.dict),
        "first-names": lambda: lexicon.table_of_first_names(args.folder),
        "firms": lambda: lexicon.table_of_firms(args.folder),
    }
    text = tables[args.recipe]()
    if args.to:
        args.to.write_text(text, encoding="utf-8")
    else:
        print(text, end="")


def _neural_ranker(args: Namespace) -> None:
    from anaphora.experiments.training.neural_ranker import Annotated, make, read  # torch is an extra

    def documents(corpora: Sequence[str]) -> list[Annotated]:
        parts = (corpus.partition("=") for corpus in corpora)
        read_parts = (read(Path(path), float(times or 1), path in args.partial) for path, _, times in parts)
        return [document for part in read_parts for document in part]

    began = time.perf_counter()
    lessons = documents(args.corpora)
    more = documents(args.calibrate)
    print(f"reading {time.perf_counter() - began:.0f} s", flush=True)
    make(lessons, more, args.work, args.to, args.epochs, args.licence)
    print(f"{len(lessons)} documents, {time.perf_counter() - began:.0f} s")


def _shared(argument: str, about: str, **settings: Any) -> ArgumentParser:
    """An argument that several recipes have, as argparse takes it."""
    parent = ArgumentParser(add_help=False)
    parent.add_argument(argument, help=about, **settings)
    return parent


_ENVIRONMENT = Path(os.environ.get("ANAPHORA_DATA", "../shared/data"))
_WEIGHTS = "folder for the weights after each epoch; a run that was broken off goes on from its last"
_DATA = _shared("--data", "folder with gum/, ewt/ and treebanks/", type=Path, default=_ENVIRONMENT)
_DICT = _shared("--dict", "folder of WordNet's files", type=Path, default=Path("/usr/share/wordnet"))
_WORK = _shared("--work", _WEIGHTS, type=Path, required=True)
_LICENCE = _shared("--licence", "licence note to store", default="")
_FOLDER = _shared("--to", "new folder for what is trained", type=Path, required=True)
_FILE = _shared("--to", "the file to write", type=Path, required=True)
_BY = "what the pipeline sees at a time; gold sentences one by one make the parser's work easier"


def main(arguments: Sequence[str] | None = None) -> None:
    """Run a recipe."""
    program = ArgumentParser(prog="python -m anaphora.experiments.training")
    recipes = program.add_subparsers(dest="recipe", required=True)

    def add(name: str, run: Callable[[Namespace], None], about: str, *parents: ArgumentParser) -> ArgumentParser:
        recipe = recipes.add_parser(name, help=about, parents=parents)
        recipe.set_defaults(run=run)
        return recipe

    recipe = add("pipeline", _pipeline, "the bundled pipeline; about an hour on two cores", _DATA, _WORK, _FOLDER)
    recipe.add_argument("--encoder", type=Path, required=True, help="folder with the weights of all-MiniLM-L6-v2")
    recipe = add("evaluate", _evaluate, "the accuracy of a pipeline on the words of treebanks")
    recipe.add_argument("pipeline", help="installed name or folder of a spaCy pipeline")
    recipe.add_argument("treebanks", nargs="+", type=Path, metavar="CONLLU", help="a file, or a folder of *.conllu")
    recipe.add_argument("--json", metavar="FILE", help="write the figures as JSON; - is standard output")
    recipe.add_argument("--by", choices=("document", "sentence"), default="document", help=_BY)
    about = "a pipeline of another language; ten minutes or more"
    recipe = add("treebank-pipeline", _treebank_pipeline, about, _LICENCE, _FOLDER)
    recipe.add_argument("language", help="its code, as nl")
    recipe.add_argument("treebanks", nargs="+", type=Path, metavar="CONLLU")
    recipe.add_argument("--featureless", type=Path, action="append", default=[], help="one that lacks features")
    recipe.add_argument("--without", action="append", default=[], metavar="ID", help="a document not to learn from")
    recipe.add_argument("--epochs", type=int, help="how often the texts are seen")
    recipe = add("it-filter", _it_filter, 'the filters of "it"; two to four minutes', _DATA)
    recipe.add_argument("--to", type=Path, help="folder for the two files; where they ship by default")
    add("it-words", _table, 'verbs and nouns that the rules for "it" ask about', _DATA, _DICT, _FILE)
    add("relations", _table, "adjectives that exclude each other, and nouns below nouns", _DICT, _FILE)
    recipe = add("nouns", _table, "a table of nouns, or the cross-validation of two", _DATA, _DICT)
    recipe.add_argument("what", choices=("wordnet", "instances", "gum", "check"))
    recipe.add_argument("--to", type=Path, help="the file to write; standard output by default")
    add("names", _table, "the table of evidence in names", _DATA, _FILE)
    for name, about in (("first-names", "first names of the world"), ("firms", "firms of several words")):
        recipe = add(name, _table, f"the list of {about}", _FILE)
        recipe.add_argument("--from", dest="folder", type=Path, required=True, help="folder with the package")
    recipe = add("neural-ranker", _neural_ranker, "the network of neural_ranker", _WORK, _LICENCE, _FOLDER)
    recipe.add_argument("corpora", nargs="+", metavar="CORPUS[=TIMES]", help="and how often an epoch has its documents")
    recipe.add_argument("--partial", action="append", default=[], help="a corpus whose key leaves entities out")
    recipe.add_argument("--calibrate", action="append", default=[], help="a corpus for calibration and nothing else")
    recipe.add_argument("--epochs", type=int, default=18)
    args = program.parse_args(arguments)
    try:
        args.run(args)
    except (ImportError, OSError, ValueError, WorkbenchError) as error:
        sys.exit(f"{program.prog} {args.recipe}: {error}")


if __name__ == "__main__":
    main()
