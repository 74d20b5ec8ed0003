"""Train the filters of "it": `python -m anaphora.experiments.preprocessing.train_it --data FOLDER`.

Data: English Web Treebank train and the documents of GUM train in freely licensed genres (`FREE_GENRES`). The memory
holds those of GUM, which have classes, under the automatic parse of the bundled pipeline; the learned filter sees every
text under its automatic, its disturbed (see `preprocess.english.it_filter.parser_noise`) and its gold parse. The
result is deterministic; it stands under CC BY-SA 4.0 like its sources.
"""

import argparse
import json
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from anaphora.corpora import corefud
from anaphora.experiments.preprocessing.it_classes import it_classes
from anaphora.experiments.preprocessing.training.data import FREE_GENRES, data_folder
from anaphora.preprocess import cache, pipeline
from anaphora.preprocess.english.it_filter import evans, learned, memory
from anaphora.preprocess.english.it_filter.context import occurrences
from anaphora.preprocess.english.it_filter.features import features
from anaphora.preprocess.english.it_filter.parser_noise import parse_with_noise
from anaphora.preprocess.english.it_filter.sure import decide
from anaphora.preprocess.english.it_filter.training import Example, learn
from anaphora.preprocess.trees import trees_of
from anaphora.workbench.document import Annotation, Document
from anaphora.workbench.errors import WorkbenchError
from anaphora.workbench.files.atomic import write_text_atomically
from anaphora.workbench.key import Key, overt

SEED = 1
LICENCE = (
    "CC BY-SA 4.0; derived from UD English EWT (CC BY-SA 4.0) and GUM (annotations CC BY 4.0, texts as listed there)"
)


def free_gum(data: Path) -> list[Path]:
    """The files of GUM train whose texts may be passed on."""
    files = sorted((data / "gum" / "train" / "corefud").glob("*.conllu"))
    return [file for file in files if file.name.split("_")[1] in FREE_GENRES]


def training(data: Path) -> tuple[dict[str, object], str]:
    """The parameters of the learned filter, and the text of the memory. Raises `WorkbenchError` without treebanks."""
    ewt, gum = data / "ewt" / "en_ewt-ud-train.conllu", free_gum(data)
    if not ewt.is_file() or not gum:
        raise WorkbenchError(f"There are no treebanks under {data}; name the folder of gum/ and ewt/ with --data.")
    loaded = pipeline.load()
    examples: list[Example] = []
    instances: list[tuple[str, str, tuple[str, ...]]] = []
    for document, key in _documents([*gum, ewt]):
        parsed = cache.annotate(loaded, document)
        examples += _examples(document, key, parsed)
        if any(word.lower() == "it" for word in document.words):
            examples += _examples(document, key, parse_with_noise(loaded, document, parsed, SEED), validated=True)
        if document.annotation:
            examples += _examples(document, key, document.annotation)
        if key.chains:
            instances += _instances(document, key, parsed)
    about = {
        "licence": LICENCE,
        "corpora": ["UD English EWT train", f"GUM train, {len(gum)} documents of {', '.join(sorted(FREE_GENRES))}"],
        "pipeline": loaded.signature,
        "occurrences": sum(example.validated for example in examples),
    }
    comments = (f"Licence: {LICENCE}", f"GUM train, {len(gum)} documents, parsed by {loaded.signature}")
    return {**about, **learn(examples)}, memory.render(instances, comments)


def _documents(files: Sequence[Path]) -> Iterator[tuple[Document, Key]]:
    for file in files:
        yield from (overt(document, key) for document, key in corefud.read(file))


def _examples(document: Document, key: Key, annotation: Annotation, validated: bool = False) -> Iterator[Example]:
    kinds = it_classes(document, key, "constructions")
    for it in occurrences(trees_of(annotation, document.words)):
        sure = next((kind for kind, _ in decide(it)), None)
        yield Example(document.id, frozenset(features(it)), kinds[it.token], validated, sure)


def _instances(document: Document, key: Key, annotation: Annotation) -> Iterator[tuple[str, str, tuple[str, ...]]]:
    kinds = it_classes(document, key, "full")
    for it in occurrences(trees_of(annotation, document.words), document.paragraph_starts):
        yield f"{document.id}:{it.token + 1}", kinds[it.token], evans.features(it)


def main(arguments: Sequence[str] | None = None) -> None:
    """The command line."""
    parser = argparse.ArgumentParser(prog="python -m anaphora.experiments.preprocessing.train_it", description=__doc__)
    parser.add_argument("--data", type=Path, default=data_folder(), help="folder with gum/ and ewt/")
    parser.add_argument("--to", type=Path, default=learned.BUNDLED.parent, help="folder for the two files")
    options = parser.parse_args(arguments)
    try:
        parameters, instances = training(options.data)
    except WorkbenchError as error:
        sys.exit(f"{parser.prog}: {error}")
    text = json.dumps(parameters, ensure_ascii=False, indent=1) + "\n"
    write_text_atomically(options.to / learned.BUNDLED.name, text)
    write_text_atomically(options.to / memory.BUNDLED.name, instances)


if __name__ == "__main__":
    main()
