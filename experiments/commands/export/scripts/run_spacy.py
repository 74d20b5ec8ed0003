# /// script
# requires-python = ">=3.10,<3.13"
# dependencies = ["spacy-experimental==0.6.4", "click==8.1.8", "torch==2.13.0"]
# ///
"""Predictions of a spaCy pipeline that writes `doc.spans["coref_clusters_N"]`: spacy-experimental's or any other.

Tested with Python 3.11, spacy-experimental 0.6.4, spaCy 3.7.5, click 8.1.8 (which spaCy 3.7 imports and current typer
no longer brings), torch 2.13.0, on a pipeline trained on a few sentences. The only published weights,
en_coreference_web_trf 3.4.0a2, need an environment of their own: Python 3.10 or earlier, spaCy below 3.5 and
spacy-transformers below 1.2 (explosion/spaCy issue 13111).

Code: MIT. Weights: MIT, trained on OntoNotes 5.0 (Explosion 2022; word-level coreference after Dobrovolskii 2021).

Output: span groups of the Doc, token ids of the document, end exclusive; a group's key is the prefix, "_" and a number,
all else is something different (`coref_head_clusters_1` has heads, before the span resolver turns them into phrases).

Traps:
- The pipeline gets a Doc made of our tokens, white space and sentences, so that its own tokenizer has no say.
- Its span resolver takes in extra tokens at times (explosion/spaCy issue 11759): spans are left as they are.
- A component without weights ends in a KeyError (issue 11796), of which spaCy makes a ValueError that asks whether it
  was initialised: the documents are dropped, with the error.
"""

import argparse
from collections.abc import Iterable, Iterator

from _predictions import Document, Fields, Foreign, doc_of, each, ids_of, parser, run

MODEL = "en_coreference_web_trf"
KNOWN = {MODEL: {"licence": "MIT", "training_data": ["OntoNotes 5.0"], "source": "Explosion 2022"}}
PREFIX = "coref_clusters"


def predictions(documents: Iterable[Document], arguments: argparse.Namespace) -> Iterator[tuple[Document, Fields]]:
    """Yield each document with the pipeline's predictions."""
    import spacy

    if arguments.device != "cpu":
        from thinc.api import require_gpu

        require_gpu()
    pipeline = spacy.load(arguments.model)
    yield from each(documents, lambda document: fields_of(pipeline(doc_of(pipeline.vocab, document)), arguments.prefix))


def fields_of(doc: Foreign, prefix: str) -> Fields:
    """The clusters of a Doc, in the order of their numbers."""
    numbers = sorted(int(key.removeprefix(f"{prefix}_")) for key in doc.spans if is_cluster(key, prefix))
    groups = [doc.spans[f"{prefix}_{number}"] for number in numbers]
    clusters = [ids_of((span.start, span.end) for span in group) for group in groups]
    return {"unit": "token", "end": "exclusive", "clusters": [cluster for cluster in clusters if cluster]}


def is_cluster(key: str, prefix: str) -> bool:
    """Return whether a span group is a cluster: its key is the prefix, "_" and a number."""
    return key.startswith(f"{prefix}_") and key[len(prefix) + 1 :].isdecimal()


def main() -> None:
    """The command."""
    options = parser(__doc__, model=MODEL)
    options.add_argument("--device", choices=["cpu", "gpu"], default="cpu", help="(default: %(default)s)")
    options.add_argument("--prefix", default=PREFIX, help="of the span groups (default: %(default)s)")
    options.add_argument("--name", default="spacy-experimental", help="the system's, for the record: %(default)s")
    options.add_argument(
        "--package", default="spacy-experimental", help="the package that has its version: %(default)s"
    )
    arguments = options.parse_args()
    run(arguments, lambda documents: predictions(documents, arguments), arguments.name, arguments.package, KNOWN)


if __name__ == "__main__":
    main()
