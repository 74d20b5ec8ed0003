# /// script
# requires-python = ">=3.10"
# dependencies = []
# ///
"""Predictions of a coreference system: `run_system.py SYSTEM INPUT OUTPUT [options]`.

INPUT is what `anaphora export` wrote, OUTPUT is for `anaphora import`. This file needs nothing but Python and the
packages of the system, which `run_system.py SYSTEM --help` names: copy it wherever the system lives.
"""

import argparse
import inspect
import json
import math
import os
import sys
from argparse import Namespace
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from importlib import metadata
from itertools import islice
from pathlib import Path
from typing import Any, NoReturn, SupportsInt, TypeAlias

INPUT = "anaphora-workbench/input/1"
PREDICTIONS = "anaphora-workbench/predictions/1"
Json = dict[str, Any]
Foreign: TypeAlias = Any  # an object of a system, which is not installed where types are checked
Document = Json
"""A line of the input: doc_id, text_sha256, text, tokens, starts, sentences, and if exported mentions and questions."""
Fields = Json
"""The prediction for a document: unit, end and clusters, or only `dropped`: a reason."""
Predictions = Iterator[tuple[Document, Fields]]
Span = tuple[int, int]


@dataclass(frozen=True)
class Adapter:
    """A system: its function, which loads it and gives each document with its fields, and what is known of it.

    `needs` are packages that work together, the first of which has the version of the system. `weights` have licence,
    training data and source of published weights, the default first.
    """

    predict: Callable[[Iterable[Document], Namespace], Predictions]
    needs: str
    weights: dict[str, tuple[str, str, str]]
    options: dict[str, Json] = field(default_factory=dict)


# The run: from the input to predictions that are whole or absent


def run(arguments: Namespace, system: Adapter) -> None:
    """Write a line for each document of the input, those that the system drops included.

    Lines are kept in `OUTPUT.part` as they come, and the file gets its name when it is whole; started again, an
    interrupted run goes on with the documents that are missing. Ends the program with 1 if no document came through.
    """
    os.environ.setdefault("HF_HUB_DISABLE_TELEMETRY", "1")  # most systems fetch their weights by that library
    documents = read(arguments.input)
    if arguments.output.exists():
        stop(f"{arguments.output} exists. Remove it, or name another file.")
    about = describe(arguments, system)
    part = arguments.output.with_name(f"{arguments.output.name}.part")
    lines = resume(part, documents, about)
    done = {line["doc_id"] for line in lines}
    left = {document["doc_id"]: document for document in documents if document["doc_id"] not in done}
    with part.open("a", encoding="utf-8") as file:
        for document, fields in complete(left, system, arguments):
            names = {name: document[name] for name in ("doc_id", "text_sha256")}
            line = {"schema": PREDICTIONS, **names, "system": about, **fields}
            file.write(json.dumps(line) + "\n")
            file.flush()
            lines.append(line)
            report(f"{len(lines)} of {len(documents)}: {line['doc_id']} {line.get('dropped', '')}")
    part.replace(arguments.output)
    dropped = [line["doc_id"] for line in lines if "dropped" in line]
    report(f"{arguments.output}: {len(lines) - len(dropped)} documents; dropped: {', '.join(dropped) or 'none'}")
    if len(dropped) == len(lines):
        raise SystemExit(1)


def read(path: Path) -> list[Document]:
    """The documents of an input file; ends the program with a message if it is none."""
    cure = f"Write one with `anaphora export CORPUS --output {path}`."
    try:
        lines = path.read_text(encoding="utf-8").split("\n")  # no other sign that a text may hold ends a line
    except (OSError, UnicodeDecodeError) as error:
        stop(f"{path}: cannot be read ({error}).")
    documents = []
    for number, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        try:
            document = json.loads(line)
        except ValueError as error:
            stop(f"{path}, line {number}: no JSON ({error}). {cure}")
        schema = document.get("schema") if isinstance(document, dict) else None
        if schema != INPUT:
            stop(
                f"{path}, line {number}: the schema is {schema!r}, expected {INPUT!r}, as `anaphora export` writes it."
            )
        documents.append(document)
    if not documents:
        stop(f"{path} has no document. {cure}")
    return documents


def describe(arguments: Namespace, system: Adapter) -> Json:
    """The `system` of each predictions line; of weights that lie in a folder only its name is told."""
    try:
        version = metadata.version(arguments.package) if arguments.package else ""
    except metadata.PackageNotFoundError:
        stop(f"{arguments.package} is not installed in this environment. --help says what the system needs.")
    model = arguments.model
    licence, corpora, source = system.weights.get(model, ("", "", ""))
    corpora = arguments.training_data or corpora
    return {
        "name": arguments.name,
        "version": version,
        "model": Path(model).resolve().name if model and Path(model).exists() else model,
        "model_revision": arguments.model_revision,
        "licence": arguments.licence or licence,
        "training_data": [corpus.strip() for corpus in corpora.split(";")] if corpora else [],
        "source": source,
    }


def resume(part: Path, documents: list[Document], about: Json) -> list[Json]:
    """The lines of an interrupted run."""
    lines = repair(part)
    asked = {(document["doc_id"], document["text_sha256"]) for document in documents}
    for line in lines:
        if line["system"] != about or (line["doc_id"], line["text_sha256"]) not in asked:
            stop(f"{part} was begun with another model or input. Remove it, or name another output.")
    return lines


def repair(path: Path) -> list[Json]:
    """The lines of a file of ours, if there is one; a last line that was cut off in writing is removed from it."""
    if not path.exists():
        return []
    lines, newline, _ = path.read_bytes().rpartition(b"\n")
    path.write_bytes(lines + newline)
    return [json.loads(line) for line in lines.splitlines()]


def complete(left: dict[str, Document], system: Adapter, arguments: Namespace) -> Predictions:
    """Yield what a system says of each document, once, and then those that it said nothing of."""
    missing = dict(left)
    for document, fields in system.predict(left.values(), arguments) if left else ():  # else it is not loaded
        if missing.pop(document["doc_id"], None):
            yield document, fields
    for document in missing.values():
        yield document, {"dropped": "the system gave no result"}


def each(documents: Iterable[Document], predict: Callable[[Document], Fields]) -> Predictions:
    """One document after the other; one that the system fails on is dropped with the error as the reason."""
    for document in documents:
        try:
            fields = predict(document)
        except Exception as error:  # noqa: BLE001 - whatever a foreign system raises must not lose the other documents
            fields = {"dropped": f"{type(error).__name__}: {error}"}
        yield document, fields


def report(message: str) -> None:
    """Print a message on standard error."""
    print(message.rstrip(), file=sys.stderr, flush=True)


def stop(message: str) -> NoReturn:
    """End the program with exit code 1 and a message."""
    raise SystemExit(message)


# Documents and spans, as most systems take and give them


def sentences_of(document: Document) -> list[list[str]]:
    """The tokens of each sentence."""
    return [document["tokens"][start:end] for start, end in document["sentences"]]


def doc_of(vocab: Foreign, document: Document) -> Foreign:
    """A spaCy Doc of the document's tokens, white space and sentences, so that no other tokenizer has a say."""
    from spacy.tokens import Doc

    ends = [start + len(token) for start, token in zip(document["starts"], document["tokens"], strict=True)]
    following = [*document["starts"][1:], len(document["text"])]
    spaces = [end < start for end, start in zip(ends, following, strict=True)]
    starts = {start for start, _ in document["sentences"]}
    sentences: list[bool | int | None] = [token in starts for token in range(len(document["tokens"]))]
    return Doc(vocab, words=document["tokens"], spaces=spaces, sent_starts=sentences)


def fields_of(clusters: Iterable[Iterable[Foreign]], end: str = "exclusive", **more: Foreign) -> Fields:
    """The fields of a document with these clusters of token ids, without empty ones."""
    spans = [ids_of(cluster) for cluster in clusters]
    return {"unit": "token", "end": end, "clusters": [cluster for cluster in spans if cluster], **more}


def ids_of(spans: Iterable[Foreign]) -> list[Span]:
    """The spans among `spans` that are pairs of numbers, each once: systems also give None, NaN and doubles."""
    pairs = [tuple(span) for span in spans if span is not None and len(span) == 2]
    return list(dict.fromkeys((int(start), int(end)) for start, end in pairs if is_id(start) and is_id(end)))


def is_id(value: object) -> bool:
    """Return whether a value is a whole number of any kind; NaN equals nothing, not even itself."""
    return isinstance(value, SupportsInt) and value == value and int(value) == value


# Coreference systems; the README of the folder tells with which versions each was tested


def run_coreferee(documents: Iterable[Document], arguments: Namespace) -> Predictions:
    """Coreferee, which chains HEADS of mentions.

    A coordination ("Peter and Jane", then "they") has a head for each of its members: it is written as the span from
    its first to its last head, the only mentions here of more than one token, and `raw` keeps the heads.
    """
    import spacy

    pipeline = spacy.load(arguments.model)
    pipeline.add_pipe("coreferee")
    component: Foreign = pipeline.get_pipe("coreferee")
    pipeline.disable_pipe("coreferee")  # it swallows whatever goes wrong, and leaves chains empty or half done

    def predict(document: Document) -> Fields:
        doc = pipeline(doc_of(pipeline.vocab, document))
        component.annotator.annotate(doc)
        return fields_of_coreferee(doc)

    yield from each(documents, predict)


def fields_of_coreferee(doc: Foreign) -> Fields:
    """The chains of a Doc; spans run from the first to the last head of a mention."""
    heads = [[sorted(map(int, mention.token_indexes)) for mention in chain.mentions] for chain in doc._.coref_chains]
    clusters = [ids_of((tokens[0], tokens[-1] + 1) for tokens in mentions) for mentions in heads]
    return {"unit": "token", "end": "exclusive", "mentions": "heads", "clusters": clusters, "raw": heads}


def run_fastcoref(documents: Iterable[Document], arguments: Namespace) -> Predictions:
    """F-coref, or LingMess with --architecture lingmess."""
    from fastcoref import FCoref, LingMessCoref
    from fastcoref.coref_models.modeling_lingmess import LingMessModel

    LingMessModel._supports_sdpa = False  # the Bert class that it is made from does, its Longformer does not
    system = {"fcoref": FCoref, "lingmess": LingMessCoref}[arguments.architecture]
    # its default for nlp downloads a pipeline; tokens need none
    model = system(arguments.model, device=arguments.device, nlp=None, enable_progress_bar=False)
    waiting = iter(documents)
    while batch := list(islice(waiting, arguments.batch)):
        yield from predict_batch(model, batch)


def predict_batch(model: Foreign, batch: list[Document]) -> list[tuple[Document, Fields]]:
    """The documents of a batch with their fields; if it fails, each is tried alone."""
    try:
        results = model.predict(texts=[document["tokens"] for document in batch], is_split_into_words=True)
        found = {int(result.text_idx): fields_of_fastcoref(result) for result in results}
    except Exception as error:  # noqa: BLE001 - as in `each`
        if len(batch) == 1:
            return [(batch[0], {"dropped": f"{type(error).__name__}: {error}"})]
        return [pair for document in batch for pair in predict_batch(model, [document])]
    skipped = {"dropped": "fastcoref gave no result: longer than the model's max_doc_len"}
    return [(document, found.get(number, skipped)) for number, document in enumerate(batch)]


def fields_of_fastcoref(result: Foreign) -> Fields:
    """The clusters of a CorefResult, and for each mention in one the antecedent that it chose.

    A mention on the special tokens of the encoder has None for its span; two mentions inside one word have the same.
    """
    fields = fields_of(result.get_clusters(as_strings=False))
    clustered = {span for cluster in fields["clusters"] for span in cluster}
    return {**fields, "links": [link_of(result, span) for span in sorted(clustered)]}


def link_of(result: Foreign, anaphor: Span) -> Json:
    """The most probable antecedent of a mention, None if it is most probably new, and the three next ones.

    The last column of `coref_logit` is that of no antecedent.
    """
    this = result.reverse_char_map[anaphor][0]
    earlier = {index: span for span, (index, _) in result.reverse_char_map.items() if index < this}
    row = [float(value) for value in result.coref_logit[this]]
    top = max(row)
    total = sum(math.exp(value - top) for value in row)
    columns = sorted([*earlier, len(row) - 1], key=lambda column: -row[column])
    chosen, *others = [
        {"antecedent": earlier.get(column), "score": round(math.exp(row[column] - top) / total, 4)}
        for column in columns[:4]
    ]
    return {"anaphor": anaphor, **chosen, "alternatives": others}


def run_maverick(documents: Iterable[Document], arguments: Namespace) -> Predictions:
    """Maverick; where the input has mentions (`anaphora export --mentions`), it chooses among these only."""
    from maverick import Maverick

    model = Maverick(arguments.model, device=arguments.device)

    def predict(document: Document) -> Fields:
        mentions = None
        if "mentions" in document:
            mentions = [(start, end - 1) for start, end in document["mentions"]]
        if mentions == []:  # the model cannot take none
            return fields_of([], "inclusive")
        sentences = sentences_of(document)  # a flat list of tokens it would cut at every "."
        result = model.predict(sentences, singletons=arguments.singletons, predefined_mentions=mentions, speakers=None)
        # not its character offsets: they drift, one for each gap between sentences that is not a single blank
        return fields_of(result["clusters_token_offsets"], "inclusive")

    yield from each(documents, predict)


def run_spacy(documents: Iterable[Document], arguments: Namespace) -> Predictions:
    """A spaCy pipeline that writes `doc.spans["coref_clusters_N"]`: spacy-experimental's or any other."""
    import spacy

    if arguments.device != "cpu":
        from thinc.api import require_gpu

        require_gpu()
    pipeline = spacy.load(arguments.model)
    prefix = f"{arguments.prefix}_"

    def predict(document: Document) -> Fields:
        doc = pipeline(doc_of(pipeline.vocab, document))
        # a group whose key goes on otherwise is something different: coref_head_clusters_1 has heads
        keys = [key for key in doc.spans if key.startswith(prefix) and key[len(prefix) :].isdecimal()]
        groups = [doc.spans[f"{prefix}{number}"] for number in sorted(int(key[len(prefix) :]) for key in keys)]
        return fields_of([(span.start, span.end) for span in group] for group in groups)

    yield from each(documents, predict)


def run_stanza(documents: Iterable[Document], arguments: Namespace) -> Predictions:
    """Stanza's word-level coreference; zeros (dropped pronouns) have no token and are only counted, in `raw`."""
    import stanza

    model: Json = {"package": {"coref": arguments.model}}
    if Path(arguments.model).is_file():
        model = {"coref_model_path": arguments.model}
    pipeline = stanza.Pipeline(
        "en",
        processors="tokenize,coref",
        tokenize_pretokenized=True,
        download_method=None,
        device=arguments.device,
        **model,
    )
    yield from each(documents, lambda document: fields_of_stanza(pipeline(sentences_of(document)), document))


def fields_of_stanza(result: Foreign, document: Document) -> Fields:
    """The chains of a Stanza document, whose mentions count the words of their sentence, as ids of its tokens."""
    if [len(sentence.words) for sentence in result.sentences] != list(map(len, sentences_of(document))):
        raise ValueError("Stanza's words are not the tokens that it was given")
    zeros = 0
    clusters: list[list[Span]] = []
    for chain in result.coref:
        clusters.append([])
        for mention in chain.mentions:
            start = document["sentences"][mention.sentence][0]
            zeros += isinstance(mention.start_word, tuple)
            if not isinstance(mention.start_word, tuple) and not isinstance(mention.end_word, tuple):
                clusters[-1].append((start + mention.start_word, start + mention.end_word))
    return fields_of(clusters, raw={"zeros": zeros})


# The systems and their options

DEVICE: dict[str, Json] = {"--device": {"default": "cpu", "help": "cpu, cuda, cuda:0, ... (default: %(default)s)"}}
SYSTEMS = {
    "coreferee": Adapter(
        run_coreferee,
        "coreferee==1.5.0 spacy==3.8.18",
        {
            f"en_core_web_{size}": ("MIT", "ParCor; LitBank; OntoNotes 5.0 (parser)", "Hudson 2021")
            for size in ("lg", "sm", "md", "trf")
        },
    ),
    "fastcoref": Adapter(
        run_fastcoref,
        "fastcoref==2.1.6 transformers==4.57.6 datasets==3.6.0 torch==2.13.0",
        {
            "biu-nlp/f-coref": ("MIT", "OntoNotes 5.0; Multi-News (labelled by LingMess)", "Otmazgin et al. 2022"),
            "biu-nlp/lingmess-coref": ("MIT", "OntoNotes 5.0", "Otmazgin et al. 2023"),
        },
        {
            **DEVICE,
            "--architecture": {"choices": ["fcoref", "lingmess"], "default": "fcoref"},
            "--batch": {"type": int, "default": 1, "help": "documents at once (default: %(default)s)"},
        },
    ),
    "maverick": Adapter(
        run_maverick,
        "maverick-coref==1.0.7 torch==2.13.0",
        {
            f"sapienzanlp/maverick-mes-{name}": ("CC BY-NC-SA 4.0", corpus, "Martinelli et al. 2024")
            for name, corpus in (("ontonotes", "OntoNotes 5.0"), ("litbank", "LitBank"), ("preco", "PreCo"))
        },
        {**DEVICE, "--singletons": {"action": "store_true", "help": "keep mentions that corefer with no other"}},
    ),
    "spacy": Adapter(
        run_spacy,
        "spacy-experimental==0.6.4 click==8.1.8 torch==2.13.0",
        {"en_coreference_web_trf": ("MIT", "OntoNotes 5.0", "Explosion 2022")},
        {
            "--device": {"choices": ["cpu", "gpu"], "default": "cpu", "help": "(default: %(default)s)"},
            "--prefix": {"default": "coref_clusters", "help": "of the span groups (default: %(default)s)"},
            "--name": {"default": "spacy-experimental", "help": "the system's, for the record: %(default)s"},
            "--package": {"default": "spacy-experimental", "help": "the package that has its version: %(default)s"},
        },
    ),
    "stanza": Adapter(
        run_stanza,
        "stanza==1.15.0 transformers==5.23.0 peft==0.21.2 torch==2.13.0",
        {
            "udcoref_xlm-roberta-lora": (
                "Apache 2.0 (code); weights from CorefUD corpora under several licences",
                "CorefUD 1.0; GUM; ParCorFull",
                "Dobrovolskii 2021",
            ),
            **{
                f"ontonotes_{encoder}": ("Apache 2.0 (code)", "OntoNotes 5.0", "Dobrovolskii 2021")
                for encoder in ("electra-large", "roberta-large", "roberta-large_finetune")
            },
        },
        DEVICE,
    ),
}


def main() -> None:
    """Run a system."""
    style = argparse.RawDescriptionHelpFormatter
    program = argparse.ArgumentParser(description=__doc__, formatter_class=style)
    commands = program.add_subparsers(dest="system", metavar="SYSTEM", required=True)
    for name, system in SYSTEMS.items():
        about = inspect.getdoc(system.predict) or ""
        needs = f"{about}\n\nNeeds {system.needs}"
        command = commands.add_parser(name, help=about.partition("\n")[0], description=needs, formatter_class=style)
        command.set_defaults(name=name.replace("_", "-"), package=system.needs.partition("==")[0])
        command.add_argument("input", type=Path, help="the file that `anaphora export` wrote")
        command.add_argument("output", type=Path, help="the predictions to write, for `anaphora import`")
        command.add_argument("--model", help=f"name or path of the weights (default: {next(iter(system.weights))})")
        command.add_argument("--model-revision", default="", help="commit or date of the weights, for the record")
        command.add_argument("--licence", help="of the weights, for the record, where it is not known here")
        command.add_argument("--training-data", help="what they were trained on, parted by ';', for the record")
        for option, settings in system.options.items():
            command.add_argument(option, **settings)
    arguments = program.parse_args()
    system = SYSTEMS[arguments.system]
    default = next(iter(system.weights))
    if arguments.system == "fastcoref" and arguments.architecture == "lingmess":
        arguments.name = "fastcoref-lingmess"
        default = "biu-nlp/lingmess-coref"
    arguments.model = arguments.model or default
    run(arguments, system)


if __name__ == "__main__":
    main()
