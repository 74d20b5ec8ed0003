# /// script
# requires-python = ">=3.10,<3.14"
# dependencies = ["coreferee==1.5.0", "spacy==3.8.18"]
# ///
"""Predictions of coreferee, which chains HEADS of mentions.

Tested with Python 3.11, coreferee 1.5.0, spaCy 3.8.18, numpy 2.4.6, on random weights. It needs one of spaCy's own
pipelines (en_core_web_sm, _md, _lg or _trf, 3.7.1 to 3.8.11; _trf needs _lg beside it) and its own weights for that,
which are installed with `python -m coreferee install en`.

Code: MIT (Hudson 2021). Weights: MIT; the English ones were trained on ParCor (whose texts are in ParCorFull too) and
LitBank, on parses of pipelines that were trained on OntoNotes 5.0.

Output: `doc._.coref_chains`, a ChainHolder of Chain(mentions) of Mention(token_indexes), token ids of the document. A
mention is its head token alone. A coordination ("Peter and Jane", then "they") has one token for each of its members:
it is written as the span from its first to its last head, the only mentions here of more than one token; `raw` keeps
the tokens.

Traps:
- The component swallows whatever goes wrong in a document and leaves its chains empty or half done; here its annotator
  is called itself, and such a document is dropped.
- A member of a coordination may be a mention of its own, in another chain, and so lie in two chains.
- Its weights are a pickle: install them from nowhere but their own place.
"""

import argparse
from collections.abc import Iterable, Iterator

from _predictions import Document, Fields, Foreign, doc_of, each, ids_of, parser, run

KNOWN = {
    f"en_core_web_{size}": {
        "licence": "MIT",
        "training_data": ["ParCor", "LitBank", "OntoNotes 5.0 (parser)"],
        "source": "Hudson 2021",
    }
    for size in ("sm", "md", "lg", "trf")
}


def predictions(documents: Iterable[Document], arguments: argparse.Namespace) -> Iterator[tuple[Document, Fields]]:
    """Yield each document with the component's predictions."""
    import spacy

    pipeline = spacy.load(arguments.model)
    pipeline.add_pipe("coreferee")
    component: Foreign = pipeline.get_pipe("coreferee")
    pipeline.disable_pipe("coreferee")

    def predict(document: Document) -> Fields:
        doc = pipeline(doc_of(pipeline.vocab, document))
        component.annotator.annotate(doc)
        return fields_of(doc)

    yield from each(documents, predict)


def fields_of(doc: Foreign) -> Fields:
    """The chains of a Doc; spans run from the first to the last head of a mention."""
    heads = [[sorted(map(int, mention.token_indexes)) for mention in chain.mentions] for chain in doc._.coref_chains]
    clusters = [ids_of((tokens[0], tokens[-1] + 1) for tokens in mentions) for mentions in heads]
    return {"unit": "token", "end": "exclusive", "mentions": "heads", "clusters": clusters, "raw": heads}


def main() -> None:
    """The command."""
    arguments = parser(__doc__, model="en_core_web_lg").parse_args()
    run(arguments, lambda documents: predictions(documents, arguments), "coreferee", "coreferee", KNOWN)


if __name__ == "__main__":
    main()
