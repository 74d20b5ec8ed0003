"""Lists of names from packages of other projects: first names of the world, and firms of several words.

`... training first-names --from FOLDER --to FILE` reads nomquamgender, `... training firms` pytickersymbols, from where
`pip install --no-deps --target FOLDER` puts them; nothing of them is run. The version and the licence of the package
stand at the top of the file.
"""

import ast
import json
from collections import defaultdict
from collections.abc import Iterable, Mapping
from importlib import metadata
from pathlib import Path

from anaphora.preprocess.lexicon import word_lists

_SOURCES, _BEARERS = 3, 10  # a name that fewer have may be a misprint
_FORMS = frozenset({
    "ab", "bancorp", "company", "group", "holding", "holdings", "kgaa", "limited", "n.a.", "n.v.", "nv", "s.a.",
    "s.a.f.", "sa", "se", "trust",
})  # fmt: skip
_MARKS = str.maketrans("’–", "'-")

_FIRST_NAMES = """\
First names of the world, in small letters without diacritics, by how many bearers are known and how many percent of
them are women. Columns: the digits of the number of bearers less one (2: 100 to 999), percent, names. Listed are names
that three sources and ten bearers or more have.

How people were registered or named in the sources is all that the percentages tell, and only of two genders. They are
evidence of how a text will speak of somebody; they are not the gender of a person.

"""

_FIRMS = """\
Firms of several words, in small letters and as the pipeline splits them, without the legal form: members of stock
indices of Europe, Japan and the United States. Persons and things may have the same names.

"""

_SOURCE = """\
Made by `python -m anaphora.experiments.training {recipe}` from the Python package {name} {version}.
Its licence (MIT) holds for this file:

"""


def table_of_first_names(folder: Path) -> str:
    """The text of `first_names.tsv`. Raises `OSError`, `ValueError`."""
    data = json.loads((folder / "nomquamgender/name_data.json").read_text("utf-8"))
    rows = (f"{digits}\t{women}\t{' '.join(sorted(names))}" for (digits, women), names in group_names(data).items())
    return _under_header(_FIRST_NAMES + _source(folder, "nomquamgender", "first-names"), rows)


def table_of_firms(folder: Path) -> str:
    """The text of `firms.txt`. Raises `OSError`, `ValueError`."""
    module = ast.parse((folder / "pytickersymbols/indices_data.py").read_text("utf-8"))
    indices = next(ast.literal_eval(node.value) for node in module.body if isinstance(node, ast.Assign))
    names = {firm["name"] for index in indices.values() for firm in index["companies"]}
    return _under_header(_FIRMS + _source(folder, "pytickersymbols", "firms"), firms_of_several_words(names))


def group_names(known: Mapping[str, tuple[int, int, float, object]]) -> dict[tuple[int, int], list[str]]:
    """First names by the digits of the number of their bearers less one, and the percent of women.

    `known` has for each name the number of sources and of bearers, the share of women, and a class. Initials, names of
    several words and such with letters other than a to z are left out.
    """
    groups: dict[tuple[int, int], list[str]] = defaultdict(list)
    for name, (sources, bearers, women, _) in known.items():
        letters = name.replace("-", "").replace("'", "")
        if sources >= _SOURCES and bearers >= _BEARERS and letters.isalpha() and name.isascii() and len(name) > 1:
            groups[len(str(bearers)) - 1, round(100 * women)].append(name)
    return dict(sorted(groups.items()))


def firms_of_several_words(names: Iterable[str]) -> list[str]:
    """The words of firms, without notes in brackets, articles and legal forms, where two words are left or more."""
    from spacy.lang.en import English

    tokenizer = English().tokenizer
    forms = word_lists()["names"]["designators"] | _FORMS
    firms = set()
    for name in names:
        words = [token.lower_ for token in tokenizer(name.partition("(")[0].strip().translate(_MARKS))]
        while words and (words[-1] in forms or words[-1] in ("&", "and", ",")):
            words.pop()
        words = words[words[:1] == ["the"] :]
        if sum(word[0].isalpha() for word in words) > 1:
            firms.add(" ".join(words))
    return sorted(firms)


def _source(folder: Path, name: str, recipe: str) -> str:
    """From which version of a package a file is made, and its licence."""
    for installed in metadata.distributions(name=name, path=[str(folder)]):
        for file in installed.files or ():
            if file.name == "LICENSE":
                return _SOURCE.format(recipe=recipe, name=name, version=installed.version) + file.read_text()
    raise ValueError(f"{folder} has no {name}-*.dist-info, which tells the version and brings the licence.")


def _under_header(header: str, lines: Iterable[str]) -> str:
    comment = [f"# {line}".rstrip() for line in header.splitlines()]
    return "\n".join([*comment, *lines]) + "\n"
