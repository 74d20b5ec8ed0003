"""What commands cost on long and on unusual documents: `python -m tests.hostile [NAME ...]` prints tables in Markdown.

Each input is made in several sizes and given to a command as a process of its own, which may take `LIMIT` processor
seconds. Growth is the exponent between the last two sizes that were not refused, the start of the program taken off: 1
is linear, 2 quadratic. Two processes run at a time.
"""

import json
import math
import os
import re
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from itertools import count, cycle, groupby
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from tests.benchmarks import ROOT

LIMIT = 120
MEMORY = 4_000_000_000
PROGRAM = f"""
import atexit, os, sys
from resource import *
from tests.process_memory import process_memory
from anaphora.experiments.cli.main import main
sender = int(sys.argv.pop(1))
atexit.register(lambda: os.write(sender, str(process_memory("VmHWM")).encode()))
setrlimit(RLIMIT_CPU, ({LIMIT},) * 2)
setrlimit(RLIMIT_AS, ({MEMORY},) * 2)
main()
"""
Span = tuple[int, int]
Chains = Sequence[Sequence[Span]]
Shape = Callable[[int, Random], int]
"""The chain of a mention, by its number in the text."""
Make = Callable[[int, Path], Sequence[str]]
"""The words of a command on an input of a size, with files in a folder."""


@dataclass(frozen=True, slots=True)
class Usage:
    """What a process cost: its exit code, processor seconds, and largest resident memory in MB (0: it was stopped)."""

    code: int
    seconds: float
    memory: float


def measure(command: Sequence[str]) -> Usage:
    """What a command of the program costs; one that is stopped by the limit has the code of its signal."""
    receiver, sender = os.pipe()
    process = subprocess.Popen(
        [sys.executable, "-c", PROGRAM, str(sender), *command],
        env=os.environ | {"PYTHONPATH": str(ROOT)},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        pass_fds=(sender,),
    )
    os.close(sender)
    _, status, used = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    with os.fdopen(receiver) as told:
        memory = int(told.read() or 0)
    return Usage(process.returncode, used.ru_utime + used.ru_stime, memory / 1_000_000)


# Chains -------------------------------------------------------------------------------------------------------------


def nested(mentions: int, shift: int) -> Chains:
    """Pairs of mentions, each inside the one before; shifted ones are equal to none that is not."""
    spans = [(start, 2 * mentions + 2 - start - shift) for start in range(mentions)]
    return [spans[first : first + 2] for first in range(0, mentions, 2)]


def crossing(mentions: int, shift: int) -> Chains:
    """Mentions of one chain, each of which crosses all others."""
    return [[(start, start + mentions + shift) for start in range(mentions)]]


def same_start(mentions: int, shift: int) -> Chains:
    """Mentions that all begin with the first word."""
    return [[(0, 2 * end + shift + 1)] for end in range(mentions)]


def one_chain(number: int, random: Random) -> int:
    """Every mention is in one chain."""
    return 1


def singletons(number: int, random: Random) -> int:
    """Every mention has a chain of its own."""
    return number + 1


def pairs(number: int, random: Random) -> int:
    """Two mentions to a chain."""
    return number // 2 + 1


def zipf(number: int, random: Random) -> int:
    """Chains whose sizes fall as in texts; the other side's are others."""
    return int(random.paretovariate(0.6)) % 1_000_000


def shaped(shape: Shape, mentions: int, shift: int) -> Chains:
    """Every second word is a mention."""
    chains: dict[int, list[Span]] = {}
    random = Random(shift)
    for number, span in enumerate(_words(mentions, shift)):
        chains.setdefault(shape(number, random), []).append(span)
    return list(chains.values())


def _words(mentions: int, shift: int) -> list[Span]:
    # every tenth differs, so that both sides have mentions of their own
    return [(2 * number, 2 * number + 1 + (shift and number % 10 == 0)) for number in range(mentions)]


def write_chains(folder: Path, name: str, chains: Chains, words: int, sentence: int) -> str:
    """A file in JSON lines with one document, in sentences of so many words."""
    clusters = [[[start, end - 1] for start, end in chain] for chain in chains]
    path = folder / f"{name}.jsonl"
    sentences = [["word"] * min(sentence, words - start) for start in range(0, words, sentence)]
    path.write_text(json.dumps({"doc_key": "d", "sentences": sentences, "clusters": clusters}))
    return str(path)


SENTENCE = 20


def both_sides(chains: Callable[[int, int], Chains], mentions: int, folder: Path, sentence: int) -> tuple[str, str]:
    """Key and response, with two words for each mention."""
    words = 2 * mentions + 3
    key, response = (write_chains(folder, name, chains(mentions, shift), words, sentence) for name, shift in SIDES)
    return key, response


SIDES = (("key", 0), ("response", 1))


def answer_in_words(mentions: int, folder: Path) -> Sequence[str]:
    """A command on an answer whose mentions are words, with ten words of the key for each."""
    words = [f"w{number % mentions if number % 7 == 0 else number % 6}" for number in range(10 * mentions)]
    chains = [[f"w{name}", "w3", "w4 w5", f"w{name}"] for name in range(mentions // 4)]
    (folder / "key.jsonl").write_text(json.dumps({"doc_key": "d", "tokens": words, "clusters": [[[0, 0], [7, 7]]]}))
    (folder / "answer.json").write_text(json.dumps({"doc_id": "d", "entities": chains}))
    return quietly("score", str(folder / "key.jsonl"), str(folder / "answer.json"))


# Annotated documents ----------------------------------------------------------------------------------------------

MANUALS = ROOT / "corpora" / "manuals"
_MARK = re.compile(r"\((e\d+)(-[^()|]*)(\)?)|(e\d+)\)")
_OF_DOCUMENTS = ("# newdoc", "# meta", "# global", "# sent_id")


def write_annotated(shape: Shape, words: int, folder: Path) -> str:
    """The bundled corpus as one document in CorefUD, cut or repeated to so many words, its mentions in other chains."""
    numbers, random = count(), Random(0)
    open_marks: dict[str, list[int]] = {}

    def mark(found: re.Match[str]) -> str:
        opened, attributes, closed_at_once, closed = found.groups()
        if closed:
            return f"e{open_marks[closed].pop()})"
        chain = shape(next(numbers), random)
        if not closed_at_once:
            open_marks.setdefault(opened, []).append(chain)
        return f"(e{chain}{attributes}{closed_at_once or ''}"

    path = folder / "d.conllu"
    with path.open("w", encoding="utf8") as file:
        file.write("# newdoc id = d\n# global.Entity = eid-etype-head-other\n")
        for sentence in cycle(_sentences()):
            file.write("".join(_MARK.sub(mark, line) if line[0] != "#" else line for line in sentence) + "\n")
            words -= sum(line[0] != "#" for line in sentence)
            if words <= 0:
                return str(path)
    raise AssertionError("the bundled corpus is empty")


def _sentences() -> list[list[str]]:
    texts = "\n\n".join(file.read_text("utf8").strip() for file in sorted(MANUALS.glob("*.conllu")))
    bare = re.sub(r"\|?SplitAnte=[^|\n]*", "", texts)
    return [
        [f"{line}\n" for line in sentence.split("\n") if not line.startswith(_OF_DOCUMENTS)]
        for sentence in bare.split("\n\n")
    ]


def write_deep(depth: int, words: int, folder: Path) -> str:
    """Sentences in which each word is the head of the next, up to a depth; nouns, and every tenth word is "it"."""
    rows = []
    for number in range(words):
        above = number % depth
        word, pos, tag = ("it", "PRON", "PRP") if number % 10 == 9 else ("lid", "NOUN", "NN")
        relation = ("nmod", "acl", "conj", "obl")[number // 10 % 4] if above else "root"
        cells = (str(above + 1), word, word, pos, tag, "_", str(above), relation, "_", "_")
        rows.append("\t".join(cells) + "\n" + "\n" * (above == depth - 1))
    path = folder / "d.conllu"
    entity = "# newdoc id = d\n# global.Entity = eid-etype-head-other\n"
    path.write_text(entity + "".join(rows).replace("\t_\n", "\tEntity=(e1)\n", 2) + "\n")
    return str(path)


def write_flat(words: int, every: int, folder: Path) -> str:
    """One sentence in which all depends on its verb, as subjects, objects and clauses; each so-manyth word is "it"."""
    rows = ["1\tsaid\tsay\tVERB\tVBD\t_\t0\troot\t_\t_\n"]
    for number in range(1, words):
        name = ("Lid", "PROPN", "NNP") if number % 2 else ("lid", "NOUN", "NN")
        word, pos, tag = ("it", "PRON", "PRP") if every and number % every == 0 else name
        relation = ("nsubj", "conj", "obl", "xcomp", "obj")[number % 5]
        rows.append("\t".join((str(number + 1), word, word, pos, tag, "_", "1", relation, "_", "_")) + "\n")
    path = folder / "d.conllu"
    entity = "# newdoc id = d\n# global.Entity = eid-etype-head-other\n"
    path.write_text(entity + "".join(rows).replace("\t_\n", "\tEntity=(e1)\n", 2) + "\n")
    return str(path)


def write_manuals(words: int, folder: Path) -> str:
    """The words of the bundled corpus as plain text, cut or repeated."""
    texts = [line.split(" = ", 1)[1] for sentence in _sentences() for line in sentence if line.startswith("# text = ")]
    lines = []
    for text in cycle(texts):
        lines.append(text)
        words -= len(text.split())
        if words <= 0:
            break
    return write_text(folder, "\n".join(lines))


# Texts --------------------------------------------------------------------------------------------------------------


def write_text(folder: Path, text: str) -> str:
    """A plain text."""
    path = folder / "d.txt"
    path.write_text(text)
    return str(path)


def brat_of_one_word(mentions: int, folder: Path) -> str:
    """Brat files in which one word is every mention."""
    (folder / "d.txt").write_text("word " * 10)
    (folder / "d.ann").write_text("".join(f"T{number}\tMention 0 4\tword\n" for number in range(1, mentions + 1)))
    return str(folder)


def brat_sharing_a_word(mentions: int, folder: Path) -> str:
    """Brat files in which every mention has two parts, the first of them the same word."""
    (folder / "d.txt").write_text("word " * (mentions + 1))
    lines = (f"T{n}\tMention 0 4;{5 * n} {5 * n + 4}\tword word\n" for n in range(1, mentions + 1))
    (folder / "d.ann").write_text("".join(lines))
    return str(folder)


# Commands -----------------------------------------------------------------------------------------------------------


def on_both(chains: Callable[[int, int], Chains], *words: str) -> Make:
    """A command on key and response, one sentence."""
    return lambda size, folder: quietly(words[0], *both_sides(chains, size, folder, 10**9), *words[1:])


def on_long(shape: Shape, words: Sequence[str], size: int, folder: Path) -> Sequence[str]:
    """A command on key and response of a shape, or on the key alone; half as many mentions as tokens."""
    sides = both_sides(partial(shaped, shape), size // 2, folder, SENTENCE)
    out = [str(folder / "out")] if words[0] == "convert" else []
    return quietly(words[0], *sides[: 1 if words[0] in ("check", "convert") else 2], *out, *words[1:])


def quietly(*words: str) -> Sequence[str]:
    """A command without a progress bar."""
    return [*words, "--quiet"] if words[0] == "score" else words


def on_key(chains: Callable[[int, int], Chains], *words: str) -> Make:
    """A command on the key."""
    return lambda size, folder: [words[0], both_sides(chains, size, folder, 10**9)[0], *words[1:]]


def on_annotated(shape: Shape, words: Sequence[str], size: int, folder: Path) -> Sequence[str]:
    """A command on an annotated document, whose tags and trees it takes."""
    output = ["--output", str(folder / "out")] if words[0] in ("export", "train") else []
    perfect = ["--input", "perfect"] if words[:2] == ["evaluate", "it"] else ["--perfect", "annotation"]
    return [*words, write_annotated(shape, size, folder), *perfect, *output, "--no-cache", "--quiet"]


def on_deep(depth: int, words: str) -> Make:
    """A command on deep trees; 0 is as deep as there are words."""
    return lambda size, folder: [*words.split(), write_deep(depth or size, size, folder), *_AS_ANNOTATED]


def on_flat(every: int, words: str) -> Make:
    """A command on one sentence with "it" every so many words; 0 is never."""
    return lambda size, folder: [*words.split(), write_flat(size, every, folder), *_AS_ANNOTATED]


_AS_ANNOTATED = ("--perfect", "annotation", "--language", "en", "--no-cache", "--quiet")


def converted(chains: Callable[[int, int], Chains], to: str) -> Make:
    """The key in another format."""
    return lambda size, folder: [*on_key(chains, "convert")(size, folder), str(folder / "out"), "--to", to]


def on_text(sentence: str, *words: str) -> Make:
    """A command on a text that repeats a sentence."""
    return lambda size, folder: [words[0], write_text(folder, sentence * size), *words[1:]]


SHAPES = (one_chain, singletons, pairs, zipf)
TOKENS = (1_000, 10_000, 100_000, 1_000_000)
DEEP = (1_000, 16_000, 64_000)
FORMATS = ("brat", "conll2012", "corefud", "crac_json", "crac_text", "docbin", "jsonlines", "litbank", "muc")
CHAIN_RESOLVERS = (
    "any_word", "camp", "head_match", "mention_pair", "neural_ranker", "noun_phrase_clustering", "ranker",
    "string_match",
)  # fmt: skip
CHAINS = (
    "score", "agree", "errors", "check", "convert --to conll2012", "convert --to corefud",
    "convert --to jsonlines",
)  # fmt: skip
ANALYSES = {
    "compare": "compare",
    "profile": "profile",
    "ablate": "ablate",
    "losses (mars)": "losses --resolvers mars",
}
OTHERS = {
    "coref": "coref",
    "coref, five resolvers": "coref --resolvers any_word,camp,head_match,mention_pair,string_match",
    "evaluate mentions": "evaluate mentions",
    "evaluate agreement": "evaluate agreement",
    "evaluate it": "evaluate it",
    "export": "export",
    "train": "train ge_hale_charniak",
    "optimise": "optimise --protocol self",
}
INPUTS: dict[str, tuple[Sequence[int], Make]] = {
    **{
        f"{shape.__name__.replace('_', ' ')}: {words}": (TOKENS, partial(on_long, shape, words.split()))
        for words in CHAINS
        for shape in SHAPES
    },
    **{
        f"{shape.__name__.replace('_', ' ')}: {name}": (TOKENS[:3], partial(on_annotated, shape, words.split()))
        for name, words in (ANALYSES | OTHERS).items()
        for shape in (SHAPES if name in ANALYSES else (zipf,))
    },
    **{
        f"zipf: coref ({name})": (TOKENS[:3], partial(on_annotated, zipf, ["coref", "--resolvers", name]))
        for name in CHAIN_RESOLVERS
    },
    **{
        f"trees 100 deep: {words}": ((1_000, 10_000, 30_000), on_deep(100, words))
        for words in ("compare", "coref --resolvers camp,mention_pair,string_match", "losses --resolvers mars")
    },
    "one deep tree: compare": ((600, 1_200, 9_600), on_deep(0, "compare")),
    **{
        f"one sentence: coref ({name})": ((600, 2_400, 9_600), on_flat(0, f"coref --resolvers {name}"))
        for name in CHAIN_RESOLVERS
    },
    "one sentence with 'it': compare": ((600, 1_200, 9_600), on_flat(10, "compare")),
    "plain text: resolve": ((*TOKENS[:3], 200_000), lambda size, folder: ["resolve", write_manuals(size, folder)]),
    "plain text: rewrite": ((*TOKENS[:3], 200_000), lambda size, folder: ["rewrite", write_manuals(size, folder)]),
    "plain text: chains": ((*TOKENS[:3], 200_000), lambda size, folder: ["chains", write_manuals(size, folder)]),
    "answer in words: score": ((1_000, 4_000, 16_000), answer_in_words),
    "nested mentions: score": (DEEP, on_both(nested, "score")),
    "nested mentions: score --match partial": (DEEP, on_both(nested, "score", "--match", "partial")),
    "nested mentions: agree": (DEEP, on_both(nested, "agree")),
    "nested mentions: errors": (DEEP, on_both(nested, "errors")),
    "nested mentions: check": (DEEP, on_key(nested, "check")),
    **{f"nested mentions: convert --to {to}": (DEEP, converted(nested, to)) for to in FORMATS},
    **{f"crossing mentions: convert --to {to}": (DEEP, converted(crossing, to)) for to in FORMATS},
    **{f"crossing mentions: {words}": (DEEP, on_both(crossing, words)) for words in ("score", "errors", "agree")},
    "crossing mentions: check": (DEEP, on_key(crossing, "check")),
    "mentions from the first word on: score": (DEEP, on_both(same_start, "score")),
    "one word is every mention (brat): check": (DEEP, lambda size, folder: ["check", brat_of_one_word(size, folder)]),
    "one word in every mention (brat): check": (
        DEEP,
        lambda size, folder: ["check", brat_sharing_a_word(size, folder)],
    ),
    "'it' without a sentence end: resolve": ((125, 1_000, 2_000), on_text("it ", "resolve")),
    "'It.': resolve": ((1_000, 4_000, 16_000), on_text("It. ", "resolve")),
}


@dataclass(frozen=True, slots=True)
class Cost:
    """What a command costs on an input of a size, of so many bytes."""

    size: int
    length: int
    used: Usage
    refused: bool

    def shown(self) -> str:
        """Seconds and MB."""
        if self.used.code < 0:
            return "stopped"
        return f"{self.used.seconds:.1f} / {self.used.memory:.0f}{' (refused)' if self.refused else ''}"


def costs(name: str, sizes: Sequence[int] | None = None) -> Iterator[Cost]:
    """The cost of each size; nothing larger is tried once one was stopped or refused."""
    usual, make = INPUTS[name]
    for size in sizes or usual:
        with TemporaryDirectory() as folder:
            command = make(size, Path(folder))
            length = sum(path.stat().st_size for path in Path(folder).iterdir())
            used = measure(command)
        refused = used.code > 1 or (used.code == 1 and command[0] != "check")
        yield Cost(size, length, used, refused)
        if used.code < 0 or refused:
            return


def growth(found: Sequence[Cost], start: float) -> float | None:
    """The exponent between the last two sizes that were not refused; the program starts in `start` seconds."""
    done = [cost for cost in found if cost.used.code >= 0 and not cost.refused][-2:]
    if len(done) < 2:
        return None
    before, after = (max(cost.used.seconds - start, 0.01) for cost in done)
    return math.log(after / before) / math.log(done[1].size / done[0].size)


def start_of_program() -> float:
    """Its processor seconds."""
    return min(measure(["--version"]).seconds for _ in range(3))


def main(names: Sequence[str]) -> None:
    """Print the tables, of the inputs whose names begin with one of these."""
    start = start_of_program()
    chosen = [name for name in INPUTS if not names or name.startswith(tuple(names))]
    with ThreadPoolExecutor(2) as threads:
        found = zip(chosen, threads.map(lambda name: list(costs(name)), chosen), strict=True)
        for sizes, group in groupby(found, key=lambda entry: INPUTS[entry[0]][0]):
            heads = " | ".join(f"{size:,}" for size in sizes)
            print(f"\n| input: command | {heads} | kB | growth |\n|---|{'--:|' * (len(sizes) + 2)}")
            for name, each in group:
                exponent = growth(each, start)
                cells = [cost.shown() for cost in each] + [""] * (len(sizes) - len(each))
                last = f"{exponent:.2f}" if exponent is not None else ""
                print(f"| {name} | {' | '.join(cells)} | {each[-1].length / 1000:,.0f} | {last} |", flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
