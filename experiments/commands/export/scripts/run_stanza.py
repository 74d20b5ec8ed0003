# /// script
# requires-python = ">=3.10"
# dependencies = ["stanza==1.15.0", "transformers==5.23.0", "peft==0.21.2", "torch==2.13.0"]
# ///
"""Predictions of Stanza's word-level coreference.

Tested with Python 3.11, stanza 1.15.0, transformers 5.23.0, peft 0.21.2, torch 2.13.0, on random weights. Get these
beforehand, `python -c "import stanza; stanza.download('en', processors='tokenize,coref')"`: the script itself downloads
nothing.

Code: Apache 2.0. Weights: udcoref_xlm-roberta-lora, Stanza's English default, trained on the languages of CorefUD
together (stanfordnlp/stanza issue 1450; its configuration names CorefUD 1.0, whose public English corpora are GUM and
ParCorFull, each under its own licence); ontonotes_* of releases before 1.9 on OntoNotes 5.0. Its word-level
coreference: Dobrovolskii 2021, D'Oosterlinck et al. 2023.

Output: `Document.coref`, a list of CorefChain(index, mentions, representative_text, representative_index) of
CorefMention(sentence, start_word, end_word): words of the SENTENCE, from 0, end exclusive.

Traps:
- A zero (dropped pronoun) has a tuple for start_word and end_word. There is no token for it: it is left out of the
  clusters and counted in `raw`.
- A span over two sentences makes Stanza stop with a ValueError: that document is dropped. So is one with a token of
  which its encoder makes nothing, such as a lone soft hyphen.
- Words stay ours only with `tokenize_pretokenized`; this is checked for each document.
"""

import argparse
from collections.abc import Iterable, Iterator
from pathlib import Path

from _predictions import Document, Fields, Foreign, each, ids_of, parser, run, sentences_of

MODEL = "udcoref_xlm-roberta-lora"
KNOWN = {
    MODEL: {
        "licence": "Apache 2.0 (code); weights from CorefUD corpora under several licences",
        "training_data": ["CorefUD 1.0", "GUM", "ParCorFull"],
        "source": "Dobrovolskii 2021",
    },
    **{
        f"ontonotes_{encoder}": {
            "licence": "Apache 2.0 (code)",
            "training_data": ["OntoNotes 5.0"],
            "source": "Dobrovolskii 2021",
        }
        for encoder in ("electra-large", "roberta-large", "roberta-large_finetune")
    },
}


def predictions(documents: Iterable[Document], arguments: argparse.Namespace) -> Iterator[tuple[Document, Fields]]:
    """Yield each document with the model's predictions."""
    import stanza

    model = {"coref_model_path": arguments.model} if Path(arguments.model).is_file() else {}
    package = {} if model else {"package": {"coref": arguments.model}}
    pipeline = stanza.Pipeline(
        "en",
        processors="tokenize,coref",
        tokenize_pretokenized=True,
        download_method=None,
        device=arguments.device,
        **model,
        **package,
    )
    yield from each(documents, lambda document: fields_of(pipeline(sentences_of(document)), document))


def fields_of(result: Foreign, document: Document) -> Fields:
    """The chains of a Stanza document, as token ids of the whole document."""
    words = [[word.text for word in sentence.words] for sentence in result.sentences]
    if list(map(len, words)) != list(map(len, sentences_of(document))):
        raise ValueError("Stanza's words are not the tokens that it was given")
    starts = [start for start, _ in document["sentences"]]
    chains = [chain.mentions for chain in result.coref]
    clusters = [ids_of(span_of(mention, starts) for mention in mentions) for mentions in chains]
    zeros = sum(isinstance(mention.start_word, tuple) for mentions in chains for mention in mentions)
    return {
        "unit": "token",
        "end": "exclusive",
        "clusters": [cluster for cluster in clusters if cluster],
        "raw": {"zeros": zeros},
    }


def span_of(mention: Foreign, starts: list[int]) -> tuple[int, int] | None:
    """The tokens of a mention; None for a zero."""
    if isinstance(mention.start_word, tuple) or isinstance(mention.end_word, tuple):
        return None
    start = starts[mention.sentence]
    return start + mention.start_word, start + mention.end_word


def main() -> None:
    """The command."""
    options = parser(__doc__, model=MODEL)
    options.add_argument("--device", default="cpu", help="cpu, cuda, cuda:0, ... (default: %(default)s)")
    arguments = options.parse_args()
    run(arguments, lambda documents: predictions(documents, arguments), "stanza", "stanza", KNOWN)


if __name__ == "__main__":
    main()
