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
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from itertools import count, cycle, groupby
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

ROOT = Path(__file__).resolve().parents[1]
LIMIT = 120
MEMORY = 4_000_000_000
PROGRAM = f"""
from resource import *
from anaphora.experiments.cli.main import main
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


def measure(command: Sequence[str]) -> tuple[int, float, float]:
    """What a command of the program costs: its exit code, processor seconds, and largest resident memory in MB.

    One that is stopped by the limit has the code of its signal, below 0.
    """
    process = subprocess.Popen(
        [sys.executable, "-c", PROGRAM, *command],
        env=os.environ | {"PYTHONPATH": str(ROOT)}, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
    )  # fmt: skip
    _, status, used = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    return process.returncode, used.ru_utime + used.ru_stime, used.ru_maxrss / 1_000


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
    return ["score", str(folder / "key.jsonl"), str(folder / "answer.json"), "--quiet"]


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
    return _write_rows(folder, (
        ("it" if number % 10 == 9 else "lid", number % depth + 1, number % depth,
         ("nmod", "acl", "conj", "obl")[number // 10 % 4] if number % depth else "root", number % depth == depth - 1)
        for number in range(words)
    ))  # fmt: skip


def write_flat(words: int, every: int, folder: Path) -> str:
    """One sentence in which all depends on its verb, as subjects, objects and clauses; each so-manyth word is "it"."""
    return _write_rows(folder, (
        ("it" if every and number % every == 0 else ("lid", "Lid")[number % 2], number + 1, 1,
         ("nsubj", "conj", "obl", "xcomp", "obj")[number % 5], False) if number else ("said", 1, 0, "root", False)
        for number in range(words)
    ))  # fmt: skip


_TAGS = {"said": ("VERB", "VBD"), "it": ("PRON", "PRP"), "lid": ("NOUN", "NN"), "Lid": ("PROPN", "NNP")}


def _write_rows(folder: Path, rows: Iterable[tuple[str, int, int, str, bool]]) -> str:
    # of each word its number, its head, its relation, and whether the sentence ends; the first two are mentions
    lines = [
        "\t".join((str(number), word, word, *_TAGS[word], "_", str(head), relation, "_", "_")) + "\n" + "\n" * ends
        for word, number, head, relation, ends in rows
    ]
    path = folder / "d.conllu"
    entity = "# newdoc id = d\n# global.Entity = eid-etype-head-other\n"
    path.write_text(entity + "".join(lines).replace("\t_\n", "\tEntity=(e1)\n", 2) + "\n")
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


def on_chains(chains: Callable[[int, int], Chains], words: str, sentence: int = 10**9, tokens: int = 1) -> Make:
    """A command on key and response, or on the key alone, whose size has so many tokens to a mention."""
    command, *options = words.split()

    def make(size: int, folder: Path) -> Sequence[str]:
        sides = both_sides(chains, size // tokens, folder, sentence)
        files = (
            [*sides[:1], str(folder / "out")] if command == "convert" else sides[:1] if command == "check" else sides
        )
        return [command, *files, *options, *(["--quiet"] if command == "score" else [])]

    return make


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


def on_text(sentence: str, *words: str) -> Make:
    """A command on a text that repeats a sentence."""
    return lambda size, folder: [words[0], write_text(folder, sentence * size), *words[1:]]


SHAPES = (one_chain, singletons, pairs, zipf)
TOKENS = (1_000, 10_000, 100_000, 1_000_000)
DEEP = (1_000, 16_000, 64_000)
FORMATS = ("brat", "conll2012", "corefud", "crac_json", "crac_text", "docbin", "jsonlines", "litbank", "muc")
TO_ALL = tuple(f"convert --to {name}" for name in FORMATS)
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
        f"{shape.__name__.replace('_', ' ')}: {words}": (TOKENS, on_chains(partial(shaped, shape), words, SENTENCE, 2))
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
    **{
        f"plain text: {name}": (
            (*TOKENS[:3], 200_000),
            lambda size, folder, name=name: [name, write_manuals(size, folder)],  # type: ignore[misc]
        )
        for name in ("resolve", "rewrite", "chains")
    },
    "answer in words: score": ((1_000, 4_000, 16_000), answer_in_words),
    **{
        f"nested mentions: {words}": (DEEP, on_chains(nested, words))
        for words in ("score", "score --match partial", "agree", "errors", "check", *TO_ALL)
    },
    **{
        f"crossing mentions: {words}": (DEEP, on_chains(crossing, words))
        for words in (*TO_ALL, "score", "errors", "agree", "check")
    },
    "mentions from the first word on: score": (DEEP, on_chains(same_start, "score")),
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
    code: int
    seconds: float
    memory: float
    refused: bool

    def shown(self) -> str:
        """Seconds and MB."""
        if self.code < 0:
            return "stopped"
        return f"{self.seconds:.1f} / {self.memory:.0f}{' (refused)' if self.refused else ''}"


def costs(name: str) -> Iterator[Cost]:
    """The cost of each size; nothing larger is tried once one was stopped or refused."""
    sizes, make = INPUTS[name]
    for size in sizes:
        with TemporaryDirectory() as folder:
            command = make(size, Path(folder))
            length = sum(path.stat().st_size for path in Path(folder).iterdir())
            code, seconds, memory = measure(command)
        refused = code > 1 or (code == 1 and command[0] != "check")
        yield Cost(size, length, code, seconds, memory, refused)
        if code < 0 or refused:
            return


def growth(measured: Sequence[Cost], start: float) -> str:
    """The exponent between the last two sizes that were not refused; the program starts in `start` seconds."""
    done = [cost for cost in measured if cost.code >= 0 and not cost.refused][-2:]
    if len(done) < 2:
        return ""
    before, after = (max(cost.seconds - start, 0.01) for cost in done)
    return f"{math.log(after / before) / math.log(done[1].size / done[0].size):.2f}"


def main(names: Sequence[str]) -> None:
    """Print the tables, of the inputs whose names begin with one of these."""
    start = min(measure(["--version"])[1] for _ in range(3))
    chosen = [name for name in INPUTS if not names or name.startswith(tuple(names))]
    with ThreadPoolExecutor(2) as threads:
        measured = zip(chosen, threads.map(lambda name: list(costs(name)), chosen), strict=True)
        for sizes, group in groupby(measured, key=lambda entry: INPUTS[entry[0]][0]):
            heads = " | ".join(f"{size:,}" for size in sizes)
            print(f"\n| input: command | {heads} | kB | growth |\n|---|{'--:|' * (len(sizes) + 2)}")
            for name, by_size in group:
                cells = [cost.shown() for cost in by_size] + [""] * (len(sizes) - len(by_size))
                last = f"{by_size[-1].length / 1000:,.0f} | {growth(by_size, start)}"
                print(f"| {name} | {' | '.join(cells)} | {last} |", flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
