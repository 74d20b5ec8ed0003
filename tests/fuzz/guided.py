"""Inputs that coverage guides (needs atheris): `python -m tests.fuzz.guided muc -runs=100000`.

The content of the first file of a valid input is what is changed, by our own edits and those of libFuzzer in turn; what
it finds of new paths is kept and changed further. Files beside it stay as they are. Further arguments are libFuzzer's;
it stops at the first failure and writes the input to `crash-...`.
"""

import sys
from contextlib import suppress
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from types import ModuleType

from tests.fuzz.mutations import edited
from tests.fuzz.running import put, remembered
from tests.fuzz.seeds import seeds
from tests.fuzz.targets import targets

_INSTRUMENTED = (
    "corpora",
    "anaphora.workbench.external",
    "anaphora.workbench.parse_bits",
    "anaphora.resolvers._additive.settings",
)


def main() -> int:
    """The command."""
    if len(sys.argv) < 2 or sys.argv[1] not in targets():
        sys.stderr.write(f"Name one of {', '.join(targets())}.\n")
        return 2
    if not find_spec("atheris"):
        sys.stderr.write("This needs atheris. Install it: pip install atheris\n")
        return 2
    atheris = import_module("atheris")
    name = sys.argv.pop(1)
    with atheris.instrument_imports(include=list(_INSTRUMENTED)), remembered(), TemporaryDirectory() as folder:
        _guided(atheris, name, Path(folder))
    return 0


def _guided(atheris: ModuleType, name: str, folder: Path) -> None:
    target, valid = targets()[name], seeds(name)
    beside = dict(valid[0])
    first = next(iter(beside))
    kept = folder / "corpus"
    kept.mkdir()
    for number, files in enumerate(valid):
        (kept / str(number)).write_bytes(files.get(first, b""))

    def read(content: bytes) -> None:
        path = put(name, {**beside, first: content}, folder)
        target(path, Random(0))

    def change(content: bytes, longest: int, seed: int) -> bytes:
        random = Random(seed)
        if random.random() < 0.5:
            with suppress(IndexError):
                return edited(content, random.choice(valid).get(first, b""), random)[:longest]
        return bytes(atheris.Mutate(content, longest))

    atheris.Setup([*sys.argv, str(kept), "-max_len=10000"], read, custom_mutator=change)
    atheris.Fuzz()


if __name__ == "__main__":
    sys.exit(main())
