# /// script
# requires-python = ">=3.10"
# dependencies = ["fastcoref==2.1.6", "transformers==4.57.6", "datasets==3.6.0", "torch==2.13.0"]
# ///
"""Predictions of fastcoref: F-coref, or LingMess with --architecture lingmess.

Tested with Python 3.11, fastcoref 2.1.6, transformers 4.57.6, datasets 3.6.0, torch 2.13.0, spaCy 3.8.18. With
transformers 5 fastcoref 2.1.6 does not load any weights (no attribute 'all_tied_weights_keys'), and datasets 4 and
later do not go with the huggingface-hub of transformers 4.

Code: MIT (Otmazgin, Cattan and Goldberg 2022). Weights: biu-nlp/f-coref and biu-nlp/lingmess-coref, MIT; LingMess was
trained on OntoNotes 5.0, F-coref on OntoNotes 5.0 and on what LingMess found in Multi-News.

Output: `CorefResult.get_clusters(as_strings=False)`, pairs of token ids, end exclusive, since the tokens go in as they
are.

Traps:
- A document longer than the model's `max_doc_len` is skipped without an error, and the list of results is shorter. They
  are put beside their documents by `text_idx`, and the skipped ones are written as dropped.
- `nlp="en_core_web_sm"`, the default, downloads; None is given, for tokens need no spaCy.
- A mention on the special tokens of the encoder gives None for its span; two mentions inside one word give the same
  span.
- LingMess asks for an attention that its Longformer does not have in transformers 4.57; it is told not to.
- A document of a batch is padded to the longest; one at a time (--batch 1) nothing depends on the neighbours.
"""

import argparse
import math
from collections.abc import Iterable, Iterator
from itertools import islice

from _predictions import Document, Fields, Foreign, failure, ids_of, parser, run

KNOWN = {
    "biu-nlp/f-coref": {
        "licence": "MIT",
        "training_data": ["OntoNotes 5.0", "Multi-News (labelled by LingMess)"],
        "source": "Otmazgin et al. 2022",
    },
    "biu-nlp/lingmess-coref": {
        "licence": "MIT",
        "training_data": ["OntoNotes 5.0"],
        "source": "Otmazgin et al. 2023",
    },
}
MODELS = {"fcoref": "biu-nlp/f-coref", "lingmess": "biu-nlp/lingmess-coref"}
ALTERNATIVES = 3


def predictions(documents: Iterable[Document], arguments: argparse.Namespace) -> Iterator[tuple[Document, Fields]]:
    """Yield each document with the model's predictions, which are made `--batch` at a time."""
    from fastcoref import FCoref, LingMessCoref
    from fastcoref.coref_models.modeling_lingmess import LingMessModel

    LingMessModel._supports_sdpa = False  # the Bert class that it is made from does, its Longformer does not
    system = {"fcoref": FCoref, "lingmess": LingMessCoref}[arguments.architecture]
    model = system(arguments.model, device=arguments.device, nlp=None, enable_progress_bar=False)
    waiting = iter(documents)
    while batch := list(islice(waiting, arguments.batch)):
        yield from predict(model, batch)


def predict(model: Foreign, batch: list[Document]) -> list[tuple[Document, Fields]]:
    """The documents of a batch with their fields; if it fails, each is tried alone."""
    try:
        texts = [document["tokens"] for document in batch]
        return list(align(batch, model.predict(texts=texts, is_split_into_words=True)))
    except Exception as error:  # noqa: BLE001 - whatever a foreign system raises must not lose the other documents
        if len(batch) == 1:
            return [(batch[0], failure(error))]
    return [pair for document in batch for pair in predict(model, [document])]


def align(batch: list[Document], results: Iterable[Foreign]) -> Iterator[tuple[Document, Fields]]:
    """Each document of a batch with its own result, whatever the order of the results and however many there are."""
    by_place = {int(result.text_idx): result for result in results}
    for number, document in enumerate(batch):
        if number in by_place:
            yield document, fields_of(by_place[number])
        else:
            yield document, {"dropped": "fastcoref gave no result: longer than the model's max_doc_len"}


def fields_of(result: Foreign) -> Fields:
    """The clusters of a CorefResult, and for each mention in one the antecedent that it chose."""
    clusters = [spans for cluster in result.get_clusters(as_strings=False) if (spans := ids_of(cluster))]
    clustered = {span for cluster in clusters for span in cluster}
    links = [link_of(result, span) for span in sorted(clustered)]
    return {"unit": "token", "end": "exclusive", "clusters": clusters, "links": links}


def link_of(result: Foreign, anaphor: tuple[int, int]) -> Fields:
    """The most probable antecedent of a mention, None if it is most probably new, and the next ones.

    The last column of `coref_logit` is that of no antecedent.
    """
    this = result.reverse_char_map[anaphor][0]
    earlier = {index: span for span, (index, _) in result.reverse_char_map.items() if index < this}
    row = [float(value) for value in result.coref_logit[this]]
    top = max(row)
    total = sum(math.exp(value - top) for value in row)
    places = sorted([*earlier, len(row) - 1], key=lambda column: -row[column])
    chosen, *others = [
        {"antecedent": earlier.get(column), "score": round(math.exp(row[column] - top) / total, 4)}
        for column in places[: ALTERNATIVES + 1]
    ]
    return {"anaphor": anaphor, **chosen, "alternatives": others}


def main() -> None:
    """The command."""
    options = parser(__doc__, model="")
    options.add_argument("--device", default="cpu", help="cpu, cuda, cuda:0, ... (default: %(default)s)")
    options.add_argument("--architecture", choices=list(MODELS), default="fcoref", help="(default: %(default)s)")
    options.add_argument("--batch", type=int, default=1, help="documents at once (default: %(default)s)")
    arguments = options.parse_args()
    arguments.model = arguments.model or MODELS[arguments.architecture]
    name = {"fcoref": "fastcoref", "lingmess": "fastcoref-lingmess"}[arguments.architecture]
    run(arguments, lambda documents: predictions(documents, arguments), name, "fastcoref", KNOWN)


if __name__ == "__main__":
    main()
