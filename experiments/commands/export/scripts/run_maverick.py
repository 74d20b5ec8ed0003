# /// script
# requires-python = ">=3.10"
# dependencies = ["maverick-coref==1.0.7", "torch==2.13.0"]
# ///
"""Predictions of maverick; where the input has mentions (`anaphora export --mentions`), it chooses among these only.

Tested with Python 3.11, maverick-coref 1.0.7 (from its source archive), transformers 5.23.0, torch 2.13.0, protobuf
3.20.0, nltk 3.8.1, on random weights. Under transformers 5 the published weights are reported to find empty clusters
(SapienzaNLP/maverick-coref issue 17): look at the first outputs.

Code and weights: CC BY-NC-SA 4.0 (Martinelli, Barba and Navigli 2024). Weights: sapienzanlp/maverick-mes-ontonotes,
-litbank, -preco, each trained on the corpus that it is named after.

Output: `clusters_token_offsets`, token ids of the document, end INCLUSIVE.

Traps:
- Its character offsets drift, one for each gap between sentences that is not a single blank: they are not used.
- A flat list of tokens is cut into sentences at every "." and downloads models; sentences of tokens do neither.
- Clusters may be empty or have one mention, since what lies on speaker marks is taken out of them afterwards.
- It cannot take a mention on a token of which its encoder makes nothing (a lone soft hyphen): the document is dropped.
"""

import argparse
from collections.abc import Iterable, Iterator

from _predictions import Document, Fields, Foreign, Json, each, ids_of, parser, run, sentences_of

MODEL = "sapienzanlp/maverick-mes-ontonotes"
KNOWN = {
    f"sapienzanlp/maverick-mes-{name}": {
        "licence": "CC BY-NC-SA 4.0",
        "training_data": [corpus],
        "source": "Martinelli et al. 2024",
    }
    for name, corpus in (("ontonotes", "OntoNotes 5.0"), ("litbank", "LitBank"), ("preco", "PreCo"))
}


def predictions(documents: Iterable[Document], arguments: argparse.Namespace) -> Iterator[tuple[Document, Fields]]:
    """Yield each document with the model's predictions."""
    from maverick import Maverick

    model = Maverick(arguments.model, device=arguments.device)
    yield from each(documents, lambda document: predict(model, document, arguments.singletons))


def predict(model: Foreign, document: Document, singletons: bool) -> Fields:
    """Clusters of one document, among its mentions if it has any."""
    if "mentions" in document and not document["mentions"]:
        return fields_of({"clusters_token_offsets": []})  # the model cannot take none
    mentions = [(start, end - 1) for start, end in document["mentions"]] if "mentions" in document else None
    return fields_of(
        model.predict(sentences_of(document), singletons=singletons, predefined_mentions=mentions, speakers=None)
    )


def fields_of(result: Json) -> Fields:
    """The clusters of maverick's dictionary."""
    clusters = [spans for cluster in result["clusters_token_offsets"] if (spans := ids_of(cluster))]
    return {"unit": "token", "end": "inclusive", "clusters": clusters}


def main() -> None:
    """The command."""
    options = parser(__doc__, model=MODEL)
    options.add_argument("--device", default="cpu", help="cpu, cuda, cuda:0, ... (default: %(default)s)")
    options.add_argument("--singletons", action="store_true", help="keep mentions that corefer with no other")
    arguments = options.parse_args()
    run(arguments, lambda documents: predictions(documents, arguments), "maverick", "maverick-coref", KNOWN)


if __name__ == "__main__":
    main()
