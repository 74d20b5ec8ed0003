"""Built distributions, installed and run: `python -m tests.installed dist/*`, which `make dist` does.

A wheel is installed into an environment of its own outside of the checkout. There it finds only the distributions that
it asks for, and those that they ask for: links to what this interpreter has, so nothing is downloaded, and what is used
without being asked for is missing. The commands must then print what they print in the checkout, and only `anaphora`
can be imported. A source distribution must give the same wheel.
"""

import os
import subprocess
import sys
import venv
from collections.abc import Iterable, Sequence
from importlib.metadata import Distribution, PathDistribution, distribution
from pathlib import Path
from tempfile import TemporaryDirectory
from zipfile import ZipFile

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).resolve().parents[1]
CHECKOUT = (sys.executable, "-c", "from anaphora.experiments.cli.main import main; main()")
COMMANDS = (
    ("--version",),
    ("list", "resolvers", "--json", "-"),
    ("compare", "--resolvers", "mars,hobbs", "--perfect", "annotation", "--json", "-"),
    ("resolve", "TEXT"),
)
PIP = (sys.executable, "-m", "pip", "--disable-pip-version-check", "--quiet")
OFFLINE = ("--no-deps", "--no-index", "--no-build-isolation")


def output_of(*command: str | Path, folder: Path) -> str:
    """The output of a command, run in a folder in which its analyses are kept too.

    Raises:
        SystemExit: it failed.
    """
    hidden = ("PYTHONPATH", "PYTHONHOME", "VIRTUAL_ENV")
    environment = {name: value for name, value in os.environ.items() if name not in hidden}
    if command[0] == sys.executable:
        environment["PYTHONPATH"] = str(ROOT)
    environment["ANAPHORA_CACHE"] = str(folder / "analyses")
    ended = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)
    if ended.returncode:
        sys.exit(f"{' '.join(map(str, command))} failed:\n{ended.stdout}{ended.stderr}")
    return ended.stdout


def required(requirements: Iterable[str]) -> dict[str, Distribution]:
    """Distributions that satisfy requirements, and all that those require in turn."""
    found: dict[str, Distribution] = {}
    seen: set[tuple[str, str]] = set()
    open_ = [(Requirement(text), "") for text in requirements]
    while open_:
        requirement, extra = open_.pop()
        if requirement.marker and not requirement.marker.evaluate({"extra": extra}):
            continue
        name = canonicalize_name(requirement.name)
        found[name] = found.get(name) or distribution(name)
        for wanted in {"", *requirement.extras} - {extra for known, extra in seen if known == name}:
            seen.add((name, wanted))
            open_ += [(Requirement(text), wanted) for text in found[name].requires or ()]
    return found


def links(distributions: Iterable[Distribution], packages: Path) -> None:
    """Make distributions available in a folder of packages."""
    for each in distributions:
        for top in {file.parts[0] for file in each.files or ()} - {"..", "__pycache__", "bin"}:
            link = packages / top
            if not link.exists():
                link.symlink_to(Path(str(each.locate_file(top))))


def installed(wheel: Path, folder: Path) -> Path:
    """An environment in a folder that has what a wheel holds and asks for; its command."""
    place = folder / "environment"
    venv.create(place, symlinks=True)
    [packages] = place.glob("lib/python*/site-packages")
    output_of(*PIP, "--python", place, "install", *OFFLINE, wheel, folder=folder)
    [ours] = packages.glob("*.dist-info")
    names = {path.name for path in packages.iterdir()} - {ours.name, "__pycache__"}
    if names != {"anaphora"}:
        sys.exit(f"{wheel} adds the names {', '.join(sorted(names))}")
    links(required(PathDistribution(ours).requires or ()).values(), packages)
    return place / "bin" / "anaphora"


def contents(wheel: Path) -> dict[str, bytes]:
    """What a wheel holds."""
    with ZipFile(wheel) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def main(files: Sequence[str]) -> None:
    """Install the wheel and hold it to the checkout, and the wheel that each source distribution gives to it."""
    [wheel] = (Path(file).resolve() for file in files if file.endswith(".whl"))
    with TemporaryDirectory() as name:
        (checkout := Path(name, "checkout")).mkdir()
        (text := Path(name, "text.txt")).write_text("Sue lost her key. She found it.")
        command = installed(wheel, Path(name))
        for words in COMMANDS:
            arguments = [str(text) if word == "TEXT" else word for word in words]
            expected = output_of(*CHECKOUT, *arguments, folder=checkout)
            if output_of(command, *arguments, folder=Path(name)) != expected:
                sys.exit(f"{wheel}: 'anaphora {' '.join(arguments)}' prints something else than in the checkout")
    print(f"{wheel}: installed, and prints what the checkout prints")
    for archive in (Path(file).resolve() for file in files if file.endswith(".tar.gz")):
        with TemporaryDirectory() as name:
            output_of(*PIP, "wheel", *OFFLINE, "--wheel-dir", name, archive, folder=Path(name))
            [again] = Path(name).glob("*.whl")
            if contents(again) != contents(wheel):
                sys.exit(f"{archive}: its wheel is not {wheel}")
        print(f"{archive}: gives the same wheel")


if __name__ == "__main__":
    main(sys.argv[1:])
