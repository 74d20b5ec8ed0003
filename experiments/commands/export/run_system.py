# /// script
# requires-python = ">=3.10"
# dependencies = []
# ///
"""Predictions of a coreference system or a language model: `run_system.py SYSTEM INPUT OUTPUT [options]`.

INPUT is what `anaphora export` wrote, OUTPUT is for `anaphora import`. This file needs nothing but Python and the
packages of the system, which `run_system.py SYSTEM --help` names: copy it wherever the system lives.
"""

import argparse
import hashlib
import http.client
import inspect
import json
import math
import os
import sys
import time
import urllib.error
import urllib.request
from argparse import Namespace
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from importlib import metadata
from itertools import islice
from pathlib import Path
from typing import Any, NoReturn, SupportsInt, TypeAlias

INPUT = "anaphora-workbench/input/1"
PREDICTIONS = "anaphora-workbench/predictions/1"
FAILED = "failed: "
"""The beginning of the reason for which a document was dropped that the next run shall try again."""
Json = dict[str, Any]
Foreign: TypeAlias = Any  # an object of a system, which is not installed where types are checked
Document = Json
"""A line of the input: doc_id, text_sha256, text, tokens, starts, sentences, and if exported mentions and questions."""
Fields = Json
"""The prediction for a document: unit, end and clusters (or rewritten, or answers), or only `dropped`: a reason."""
Predictions = Iterator[tuple[Document, Fields]]
Span = tuple[int, int]
Messages = list[dict[str, str]]
Prompts = Callable[[Document], list[tuple[int, Messages]]]
"""The requests for a document, with their numbers."""


@dataclass(frozen=True)
class Adapter:
    """A system: its function, which loads it and gives each document with its fields, and what is known of it.

    `needs` are packages that work together, the first of which has the version of the system. `weights` have licence,
    training data and source of published weights, the default first; "" stands for all others. A language model has
    `prompts`.
    """

    predict: Callable[[Iterable[Document], Namespace], Predictions]
    needs: str
    weights: dict[str, tuple[str, str, str]]
    options: dict[str, Json] = field(default_factory=dict)
    prompts: Prompts | None = None


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
    licence, corpora, source = system.weights.get(model) or system.weights.get("", ("", "", ""))
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
    """The lines of an interrupted run, without those of documents that are to be tried again."""
    repaired = repair(part)
    lines = [line for line in repaired if not line.get("dropped", "").startswith(FAILED)]
    if len(lines) < len(repaired):
        part.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
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


# Language models: two templates for prompts, after ideas of Le and Ritter 2023 and Gan et al. 2025, in our own words

MARKING = "You mark coreference in English texts. You never change a text otherwise."
MARKED = """In the text below, mentions of persons, things, places, times, events and ideas stand in marks like \
this: [mention](#). Write the text again, exactly as it is, and complete each mark with the name of what the mention \
refers to: #cluster_0, #cluster_1 and so on. Mentions of the same get the same name; what is mentioned once gets a \
name of its own. Marks may stand inside one another. Add no marks, take none away, and write nothing but the text.

For example,
[Anna](#) lost [[her](#) hat](#). [It](#) was new.
becomes
[Anna](#cluster_0) lost [[her](#cluster_0) hat](#cluster_1). [It](#cluster_1) was new.

The text:
"""
UNMARKED = """Write the text below again, exactly as it is, but mark every mention of a person, thing, place, time, \
event or idea that is mentioned more than once, pronouns included: [mention](#cluster_0), where mentions of the same \
get the same name, #cluster_0, #cluster_1 and so on. Marks may stand inside one another. Write nothing but the text.

For example,
Anna lost her hat. It was new.
becomes
[Anna](#cluster_0) lost [[her](#cluster_0) hat](#cluster_1). [It](#cluster_1) was new.

The text:
"""
ANSWERING = "You tell what pronouns and other anaphors in English texts refer to."
QUESTION = """Passage:
{passage}

In this passage, what does *{anaphor}*, between asterisks, refer to? Choose one of the phrases in square brackets, and \
write it alone, word for word, in square brackets. If it refers to none of them, write [none]."""


def run_llm_document(documents: Iterable[Document], arguments: Namespace) -> Predictions:
    """A language model that writes the text again, with the entity of each mention: the document template.

    Where the input has mentions (`anaphora export --mentions`), these are marked as [mention](#) and the model fills in
    the entities; otherwise it finds the mentions too. Marks that cross cannot be nested: of two such mentions the one
    that begins later stays unmarked, and `raw.unmarked` counts them.
    """

    def fields(document: Document, answers: dict[int, Json], _: int) -> Fields:
        mentions = {tuple(span) for span in document.get("mentions", ())}
        unmarked = len(mentions) - len(keep_nested(mentions))
        raw = {"finish_reason": answers[0].get("finish_reason"), "unmarked": unmarked}
        return {"rewritten": answers[0]["text"], "raw": raw}

    return ask_all(documents, arguments, document_prompts, fields)


def document_prompts(document: Document) -> list[tuple[int, Messages]]:
    """Write the one prompt for a document, which has the number 0."""
    text = UNMARKED + document["text"]
    if "mentions" in document:
        marks = [(span, "[", "](#)") for span in keep_nested(document["mentions"])]
        text = MARKED + mark(document, marks, 0, len(document["text"]))
    return [(0, prompt(text, MARKING))]


def keep_nested(mentions: Iterable[Iterable[int]]) -> list[Span]:
    """The mentions in order, without those that begin inside an earlier one and end after it."""
    kept: list[Span] = []
    for start, end in sorted({(start, end) for start, end in mentions}, key=lambda span: (span[0], -span[1])):
        if not any(first < start < last < end for first, last in kept):
            kept.append((start, end))
    return kept


def mark(document: Document, marks: Iterable[tuple[Sequence[int], str, str]], start: int, end: int) -> str:
    """The text between two characters, with signs before and after spans of tokens; the first are innermost."""
    before: dict[int, str] = {}
    after: dict[int, str] = {}
    for span, opening, closing in marks:
        first, last = characters(document, span)
        before[first] = opening + before.get(first, "")
        after[last] = after.get(last, "") + closing
    pieces = []
    for place in sorted({*before, *after}):
        pieces += [document["text"][start:place], after.get(place, ""), before.get(place, "")]
        start = place
    return "".join([*pieces, document["text"][start:end]])


def characters(document: Document, span: Sequence[int]) -> Span:
    """The first character of a span of tokens, and the end of its last one."""
    first, last = span[0], span[1] - 1
    return document["starts"][first], document["starts"][last] + len(document["tokens"][last])


def run_llm_questions(documents: Iterable[Document], arguments: Namespace) -> Predictions:
    """A language model that is asked what each anaphor refers to: the question template.

    The input needs questions (`anaphora export --questions`). Each anaphor is asked about alone, in a passage from the
    sentence of the first candidate, or of the anaphor, to that of the last; the anaphor is marked as *it*, the
    candidates as [the park]. Questions without candidates are not asked; those whose answer failed or, with --replay,
    was not recorded are left out, and `raw.failed` counts them.
    """

    def fields(_: Document, answers: dict[int, Json], failed: int) -> Fields:
        texts = [{"question": number, "text": answer["text"]} for number, answer in answers.items()]
        return {"answers": texts, **({"raw": {"failed": failed}} if failed else {})}

    return ask_all(documents, arguments, question_prompts, fields)


def question_prompts(document: Document) -> list[tuple[int, Messages]]:
    """The number of each question that has candidates, and what is asked."""
    if "questions" not in document:
        stop(f"{document['doc_id']} has no questions. Write the input with `anaphora export --questions`.")
    asked = []
    for number, question in enumerate(document["questions"]):
        if question["candidates"]:
            start, end = characters(document, question["anaphor"])
            words = " ".join(document["text"][start:end].split())
            text = QUESTION.format(
                passage=passage(document, question["anaphor"], question["candidates"]), anaphor=words
            )
            asked.append((number, prompt(text, ANSWERING)))
    return asked


def passage(document: Document, anaphor: Sequence[int], candidates: Iterable[Sequence[int]]) -> str:
    """The sentences that hold the anaphor and its candidates, with their marks."""
    spans = [anaphor, *candidates]
    marks = [(anaphor, "*", "*"), *((span, "[", "]") for span in set(map(tuple, candidates)))]
    firsts = [start for start, _ in document["sentences"]]
    first = firsts[bisect_right(firsts, min(start for start, _ in spans)) - 1]
    last = document["sentences"][bisect_right(firsts, max(end for _, end in spans) - 1) - 1][1]
    return mark(document, marks, *characters(document, (first, last)))


def prompt(text: str, instructions: str) -> Messages:
    """The messages of one request."""
    return [{"role": "system", "content": instructions}, {"role": "user", "content": text}]


def ask_all(
    documents: Iterable[Document],
    arguments: Namespace,
    prompts: Prompts,
    fields: Callable[[Document, dict[int, Json], int], Fields],
) -> Predictions:
    """Yield each document with the fields that are made of it, its answers by number, and how many failed."""
    answerer = Answerer(arguments)
    for document in documents:
        answers = {}
        failures = []
        for number, messages in prompts(document):
            try:
                answers[number] = answerer.answer(messages)
            except Failed as failure:
                failures.append(str(failure))
        if failures and not answers:
            yield document, {"dropped": failures[0]}
        else:
            yield document, {"unit": "token", "end": "exclusive", **fields(document, answers, len(failures))}
    answerer.tell()


def write_prompts(arguments: Namespace, prompts: Prompts) -> None:
    """Write what would be asked, a line each: doc_id, number of the prompt in its document, prompt_sha256, messages."""
    lines = []
    bare = 0
    for document in read(arguments.input):
        bare += sum(not question["candidates"] for question in document.get("questions", ()))
        lines += [
            {"doc_id": document["doc_id"], "number": number, "prompt_sha256": hash_of(messages), "messages": messages}
            for number, (_, messages) in enumerate(prompts(document))
        ]
    part = arguments.output.with_name(f"{arguments.output.name}.part")
    part.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    part.replace(arguments.output)
    left_out = f" ({bare} questions have no candidates, and are not asked)" if bare else ""
    report(f"{arguments.output}: {len(lines)} prompts{left_out}")


def hash_of(messages: Messages) -> str:
    """The name under which an answer is recorded."""
    return hashlib.sha256(json.dumps(messages, sort_keys=True).encode()).hexdigest()


# Answers: recorded ones, or those of an OpenAI-compatible endpoint

PASSING = {408, 429, 500, 502, 503, 504}  # HTTP errors that may be over at the next try
HOPELESS = {401, 403, 404}  # those that every other prompt would meet as well: a wrong key, address or model
LONGEST_WAIT = 60.0  # seconds
MOST_FAILURES = 10  # so many answers that fail in a row end the run
AGAIN = "Start again later: what was answered is kept."


class Failed(Exception):  # noqa: N818 - an answer that failed
    """An error that says why there is no answer to a prompt."""


class Answerer:
    """A source of answers to prompts: the recorded one, else that of the endpoint.

    Every answer is written to `OUTPUT.answers.jsonl` as it comes, so that an interrupted run does not ask again; such a
    file is what `--replay` takes, however its answers were got (a batch service, a chat window). An answer that fails
    is counted, and asked for again by the next run. `failed` counts these, `cut` those that the token limit cut off.
    """

    def __init__(self, arguments: Namespace) -> None:
        """Read the recorded answers; ends the program if there is neither an endpoint nor a recording."""
        if not arguments.replay and not (arguments.url and arguments.model):
            cure = "or recorded answers with --replay, or use --dry-run."
            stop(f"Name an endpoint with --url and a model with --model, {cure}")
        self.arguments = arguments
        self.record = arguments.output.with_name(f"{arguments.output.name}.answers.jsonl")
        answers = read_answers(arguments.replay) if arguments.replay else repair(self.record)
        of_model = (answer for answer in answers if answer.get("model", arguments.model) == arguments.model)
        self.recorded = {answer["prompt_sha256"]: answer for answer in of_model}
        self.failed = 0
        self.failed_in_a_row = 0
        self.cut = 0

    def answer(self, messages: Messages) -> Json:
        """The text of the answer to a prompt, with its `finish_reason`. Raises `Failed` if there is none."""
        name = hash_of(messages)
        if name not in self.recorded:
            if self.arguments.replay:
                raise Failed("no recorded answer")
            try:
                answer = ask(self.arguments, messages)
            except Failed as failure:
                self.failed += 1
                self.failed_in_a_row += 1
                if self.failed_in_a_row == MOST_FAILURES:
                    problem = f"{MOST_FAILURES} answers in a row failed, the last with: {failure}"
                    stop(f"{self.arguments.url}: {problem}. {AGAIN}")
                raise Failed(f"{FAILED}{failure}") from failure
            self.failed_in_a_row = 0
            self.recorded[name] = {"prompt_sha256": name, "model": self.arguments.model, **answer}
            with self.record.open("a", encoding="utf-8") as file:
                file.write(json.dumps(self.recorded[name]) + "\n")
        self.cut += self.recorded[name].get("finish_reason") == "length"
        return self.recorded[name]

    def tell(self) -> None:
        """Report the answers that failed or were cut off."""
        if self.failed:
            report(f"Failed answers: {self.failed}. Remove {self.arguments.output} and start again to ask for them.")
        if self.cut:
            report(f"Answers cut off at a limit of tokens (--max-tokens {self.arguments.max_tokens}): {self.cut}.")


def read_answers(path: Path) -> list[Json]:
    """The answers of a file; those that tell no model are of any."""
    try:
        answers = [json.loads(line) for line in path.read_text(encoding="utf-8").split("\n") if line.strip()]
    except (OSError, ValueError) as error:
        stop(f"{path}: cannot be read ({error}).")
    if not all(isinstance(answer, dict) and {"prompt_sha256", "text"} <= answer.keys() for answer in answers):
        stop(f"{path}: each line should have the prompt_sha256 of a prompt (--dry-run writes them) and the text.")
    return answers


def ask(arguments: Namespace, messages: Messages) -> Json:
    """The endpoint's answer at temperature 0; it is asked again after errors that pass. Raises `Failed`."""
    problem = "nobody was asked"
    for number in range(arguments.tries):
        wait = 2.0**number
        try:
            choice = json.loads(fetch(request(arguments, messages), arguments.timeout))["choices"][0]
            return {"text": choice["message"]["content"] or "", "finish_reason": choice.get("finish_reason")}
        except urllib.error.HTTPError as error:
            problem = f"{error.code} {error.reason}: {error.read(300).decode('utf-8', 'replace')}"
            if error.code in HOPELESS:
                stop(f"{arguments.url}: {problem}. {AGAIN}")
            if error.code not in PASSING:
                break
            retry_after = error.headers.get("Retry-After") or ""
            wait = float(retry_after) if retry_after.isdecimal() else wait
        except (LookupError, TypeError, ValueError) as error:
            problem = f"its answer has not the form of a chat completion ({type(error).__name__}: {error})"
            break
        except (OSError, http.client.HTTPException) as error:  # no connection, or one that breaks off
            problem = str(error)
        report(f"{arguments.url}: {problem}")
        time.sleep(min(wait, LONGEST_WAIT))
    raise Failed(problem)


def request(arguments: Namespace, messages: Messages) -> urllib.request.Request:
    """The request; entries of --body that are null take an entry of ours away."""
    if not arguments.url.startswith(("http://", "https://")):
        stop(f"{arguments.url} is not an address: it should begin with http:// or https://.")
    ours = {"model": arguments.model, "temperature": 0, "max_tokens": arguments.max_tokens, "messages": messages}
    body = {**ours, **arguments.body}
    headers = {"Content-Type": "application/json"}
    if key := os.environ.get(arguments.key_variable):
        headers["Authorization"] = f"Bearer {key}"
    data = json.dumps({name: value for name, value in body.items() if value is not None}).encode()
    return urllib.request.Request(f"{arguments.url.rstrip('/')}/chat/completions", data, headers)  # noqa: S310


def fetch(asked: urllib.request.Request, seconds: float) -> bytes:
    """Return what comes back; raises `TimeoutError` if it is not complete in time, even if it comes drop by drop."""
    deadline = time.monotonic() + seconds
    pieces = []
    with urllib.request.urlopen(asked, timeout=seconds) as response:  # noqa: S310
        while piece := response.read1(65_536):
            pieces.append(piece)
            if time.monotonic() > deadline:
                raise TimeoutError(f"no whole answer within {seconds:g} seconds")
        if response.length:  # of what was announced, so much is missing
            raise http.client.IncompleteRead(b"", response.length)
    return b"".join(pieces)


# The systems and their options

DEVICE: dict[str, Json] = {"--device": {"default": "cpu", "help": "cpu, cuda, cuda:0, ... (default: %(default)s)"}}
ASKING: dict[str, Json] = {
    "--url": {"help": "of the endpoint, up to /v1; /chat/completions is added"},
    "--key-variable": {"default": "OPENAI_API_KEY", "help": "the environment variable with the key"},
    "--body": {"type": json.loads, "default": {}, "help": "more JSON for each request, as '{\"seed\": 7}'"},
    "--max-tokens": {"type": int, "default": 16_384, "help": "of one answer (default: %(default)s)"},
    "--timeout": {"type": float, "default": 600.0, "help": "seconds for one answer (default: %(default)s)"},
    "--tries": {"type": int, "default": 6, "help": "for one answer (default: %(default)s)"},
    "--dry-run": {"action": "store_true", "help": "write the prompts to OUTPUT, and ask nobody"},
    "--replay": {"type": Path, "help": "a file of recorded answers; nobody is asked"},
}
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
    "llm_document": Adapter(
        run_llm_document, "", {"": ("", "", "the document template after Le and Ritter 2023")}, ASKING, document_prompts
    ),
    "llm_questions": Adapter(
        run_llm_questions,
        "",
        {"": ("", "", "the question template after Le and Ritter 2023")},
        ASKING,
        question_prompts,
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
        needs = f"{about}\n\nNeeds {system.needs or 'Python alone'}"
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
    if system.prompts and arguments.dry_run:
        write_prompts(arguments, system.prompts)
    else:
        run(arguments, system)


if __name__ == "__main__":
    main()
