"""Small valid files of every kind that is read, from which inputs are made."""

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

import srsly

from anaphora import corpora
from anaphora.corpora import Format, Pair, in_text_order
from anaphora.experiments.commands.evaluate.questions import PLAIN, Choice
from anaphora.experiments.commands.evaluate.questions import to_line as question_line
from anaphora.experiments.run.journal import Journal
from anaphora.preprocess.cache import _seal
from anaphora.preprocess.english.it_filter import memory
from anaphora.resolvers import chains
from anaphora.resolvers.ge_hale_charniak import no_counts
from anaphora.workbench.document import Document, Span
from anaphora.workbench.external.records import Answer, PredictedLink, to_line
from anaphora.workbench.key import Attributes, Key
from tests.corpora.samples import WORDS as ODD_WORDS
from tests.corpora.samples import expressible, sample_of
from tests.experiments.commands.test_answers import DIRTY
from tests.workbench.external.novel import NOVEL, predicted

Files = Mapping[str, bytes]
"""The content of files by their names; the first is the one that is read."""

GENERATED = 6
"""Documents of each format that is written."""
WORDS = [*ODD_WORDS, "the", "nurse", "she", "7", "[x]"]
TYPES = ("", "PERSON", "PLACE-OF X")


def of_format(format: str) -> tuple[Files, ...]:
    """The files of a corpus format: its samples, and what its writer makes."""
    sample = sample_of(format)
    made = [_files(content) for content in (sample.valid, *sample.more)]
    if corpora.load(format).is_written:
        made += list(_written(corpora.load(format), Random(format)))
    return tuple(made)


def _files(content: object) -> Files:
    files = content if isinstance(content, Mapping) else {"sample": content}
    return {name: it if isinstance(it, bytes) else str(it).encode() for name, it in files.items()}


def _written(form: Format, random: Random) -> Iterator[Files]:
    """What the writer makes of generated documents, one or two in a file."""
    for number in range(GENERATED):
        made = (document(f"d{number}; part 00{part}", random) for part in range(1 + number % 2))
        pairs = [expressible(pair, form.name) for pair in made]
        if form.write_files:
            first, beside = form.write_files(*pairs[0], "sample").items()
            yield {"sample": first[1], f"sample{Path(beside[0]).suffix}": beside[1]}
        elif form.name != "gap":
            yield _files(b"".join(form.pieces(pairs)))


def document(id: str, random: Random) -> Pair:
    """A document of up to 12 words with mentions that may cross."""
    total = random.randint(2, 12)
    spaces = [random.choice(("", " ", " ", "\n\n")) for _ in range(total)]
    starts = tuple(sorted({0, *random.choices(range(total), k=2)}))
    ends = [random.sample(range(total + 1), 2) for _ in range(6)]
    spans = {Span(min(pair), max(pair)) for pair in ends}
    chains = {chain: [span for span in spans if (span.start + span.end) % 3 == chain] for chain in range(3)}
    attributes = {
        span: Attributes(random.choice((None, span.start)), None, random.choice(TYPES), random.random() < 0.2, kind)
        for span in spans
        for kind in random.choices((None, "name", "pronoun"))
    }
    made = Document(id, tuple(random.choices(WORDS, k=total)), (*spaces[:-1], ""), starts)
    return made, Key(id, in_text_order(chains.values()), attributes)


def _entries() -> Sequence[object]:
    packed = srsly.msgpack_dumps({**ANNOTATION, "vectors": None})
    return [_seal(Path("sample"), packed) + packed]


def _journals() -> Sequence[object]:
    with TemporaryDirectory() as folder:
        with Journal(Path(folder, "sample"), RUN) as journal:
            for key, result in RESULTS.items():
                journal.add(key, result)
        return [Path(folder, "sample").read_bytes()]


def _json(value: object) -> Sequence[object]:
    return [json.dumps(value)]


def _instances() -> list[object]:
    header = "\t".join(("source", "class", *memory.FEATURES))
    rows = ("\t".join(("x", kind, *"a" * len(memory.FEATURES))) for kind in ("anaphoric", "pleonastic"))
    return ["# a comment\n" + "\n".join((header, *rows)) + "\n"]


def _tables() -> Sequence[object]:
    tables = no_counts()
    tables.words.update(man=[1, 0, 0, 0], he=[1, 0, 0, 0])
    return _json(tables.as_data())


def _pair_parameters() -> Sequence[object]:
    tree = {"feature": [0, -1, -1], "threshold": [0.5, 0, 0], "left": [1, 0, 0], "right": [2, 0, 0]}
    bundled = json.loads((Path(chains.load("mention_pair").__file__ or "").with_suffix(".json")).read_text())
    return _json({**bundled, "tree": {**tree, "confidence": [0, 0.2, 0.9]}})


def _predictions() -> Sequence[object]:
    spans = {"unit": "token", "end": "exclusive"}
    ways: list[dict[str, Any]] = [
        {**spans, "clusters": (((0, 1), (8, 9)), ((4, 7),)), "raw": {"a": [1, None]}},
        {"unit": "character", "end": "inclusive", "clusters": (((0, 2), (30, 31)),), "mentions": "heads"},
        {**spans, "links": (PredictedLink((8, 9), (0, 1), 0.5), PredictedLink((10, 11), None))},
        {"rewritten": "[Tom](#cluster_0) didn't see the old park. [He](#cluster_0) likes it."},
        {"rewritten": "Tom|[e1] didn't see the|[e2 old|[e3] park.|e2] He|[e1],e4] likes it|[e2 ."},
        {"answers": (Answer(0, "[Tom]"), Answer(1, "the old park"))},
        {"dropped": "too long"},
    ]
    return [to_line(predicted(**way)) for way in ways]


ANNOTATION: Mapping[str, Sequence[object]] = {
    "pos": ["PROPN", "VERB"], "tag": ["NNP", "VBD"], "lemma": ["Ann", "run"], "morphology": ["", "Tense=Past"],
    "head": [1, 1], "relation": ["nsubj", "root"], "entity": ["", ""], "sentence_starts": [0],
}  # fmt: skip
RUN = {"settings": "all", "version": "1"}
RESULTS: Mapping[str, object] = {
    Journal.key_of(1): {"counts": {"muc": [[1.0, 2.0, 0.5, float("nan")]]}, "notes": {"odd": {"a b": ["d", 1]}}},
    Journal.key_of(2): None,
    "ß": [[-1, "é", True], {}],
}
WEIGHTS = "[weights]\ndefiniteness = 0.5\n'lexical_reiteration' = 2\n[scores]\nnon_prepositional = {}\n"
STUDY = (
    'title = "T"\ndescription = "x"\nseed = 3\n[corpora]\nmanuals = "bundled"\n'
    'gum = { path = "p", format = "corefud" }\n'
    '[[part]]\nname = "one"\ncommand = "compare"\nresolvers = ["mars"]\nwindow = 2\n[tables.t]\ncaption = "c"\n'
    'rows = ["unit"]\ncolumns = [ "measure", { name = "one", system = "mars", heading = "h" } ]\n'
)
QUESTION = {"text": "Ann ran. She won.", "resolvers": ["mars"], "window": 3, "anaphors": "third-person"}
COUNTS = {"format": "dagan_itai", "version": 1, "occurrences": {"a": 3}, "tuples": {"obj": {"see": {"a": 2}}}}
IT_FILTER = {
    "steps": {name: {"threshold": 0.5, "intercept": -1, "weights": {"x": 1.5}} for name in ("pleonastic", "clausal")}
}

OTHERS: Mapping[str, Callable[[], Sequence[object]]] = {
    "answers": lambda: [answer if isinstance(answer, str) else json.dumps(answer) for answer, *_ in DIRTY.values()],
    "cache": _entries, "dagan_itai": lambda: _json(COUNTS), "gap_answers": lambda: ["a\tTRUE\tFALSE\nb\tfalse\t\n"],
    "ge_hale_charniak": _tables, "input": lambda: [to_line(NOVEL)], "journal": _journals,
    "it_filter": lambda: _json(IT_FILTER), "it_memory": _instances, "mention_pair": _pair_parameters,
    "predictions": _predictions, "question": lambda: _json(QUESTION), "study": lambda: [STUDY],
    "weights": lambda: [WEIGHTS],
}  # fmt: skip
TEXTS = (
    'Ann met Bob. "I like it," she said; he smiled at her.\n\nThe printers were new, and they worked. It rained.\n',
    "Mr. Darcy bowed to Elizabeth. He gave her the letter that his sister had written.\n",
)
CORPUS = """# newdoc id = d
# global.Entity = eid-etype-head-other
1\tAnn\tAnn\tPROPN\tNNP\t_\t2\tnsubj\t_\tEntity=(e1-person-1-)
2\tmet\tmeet\tVERB\tVBD\t_\t0\troot\t_\t_
3\tBob\tBob\tPROPN\tNNP\t_\t2\tobj\t_\tEntity=(e2-person-1-)
4\t.\t.\tPUNCT\t.\t_\t2\tpunct\t_\t_

1\tShe\tshe\tPRON\tPRP\t_\t2\tnsubj\t_\tEntity=(e1-person-1-)
2\twon\twin\tVERB\tVBD\t_\t0\troot\t_\t_

"""


def _examined() -> Sequence[object]:
    choices = (Choice(f"d/0/{order}", "d", PLAIN, 0, (4, 5), options, "Who?") for order, options in enumerate(ORDERS))
    answers = ('{"id": "d/0/0", "answer": "A"}\n{"id": "d/0/1", "answer": "Ann"}\n', "id,answer,student\nd/0/0,B,x\n")
    questions = "".join(map(question_line, choices))
    return [{"questions": questions, "answers": answer, "key.conllu": CORPUS} for answer in answers]


ORDERS = (((0, 1), (2, 3)), ((2, 3), (0, 1)))


def _of_all_formats() -> Sequence[object]:
    return [files for name in corpora.names() for files in of_format(name)]


_FORMATS = dict.fromkeys(("score", "errors", "agree", "check", "repair", "convert", "profile"), _of_all_formats)
_TEXTS = dict.fromkeys(("resolve", "chains", "rewrite"), lambda: [{"sample.txt": text} for text in TEXTS])
OF_COMMANDS: Mapping[str, Callable[[], Sequence[object]]] = {
    **_FORMATS, **_TEXTS, "choices": _examined,
    "import": lambda: [{"input": to_line(NOVEL), "predictions": line} for line in _predictions()],
}  # fmt: skip


@cache
def seeds(target: str) -> tuple[Files, ...]:
    """The valid files from which inputs for a reader are made."""
    made = {**OTHERS, **OF_COMMANDS}.get(target)
    return tuple(map(_files, made())) if made else of_format(target)
