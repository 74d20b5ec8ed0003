"""Filters of "it": what a corpus says of each "it", and how well filters tell the classes apart.

Classes (pleonastic, clausal, anaphoric) are read off the trees, chains and marks of the corpus; filters are judged on
automatic and on gold parses.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import islice
from math import inf
from pathlib import Path
from typing import Annotated, TypeAlias, Unpack

from anaphora.experiments.run.arguments import Corpora, configuration, paths_of, words_of_corpus
from anaphora.experiments.run.command import JSON, PER_DOCUMENT, TO, Command, Progress, split_typed
from anaphora.experiments.run.configuration import Configuration, Options, signature_of, takes
from anaphora.experiments.run.documents import Fingerprint, documents
from anaphora.experiments.show.result import Result, result_of
from anaphora.preprocess import cache, pipeline
from anaphora.preprocess.english import it_filter
from anaphora.preprocess.english.it_filter import FILTERS
from anaphora.preprocess.english.it_filter.context import It, occurrences
from anaphora.preprocess.english.it_filter.rules import firing_rules
from anaphora.preprocess.english.it_filter.sure import decide
from anaphora.preprocess.language import require_language
from anaphora.preprocess.trees import base, trees_of
from anaphora.workbench.document import Annotation, Document, Span
from anaphora.workbench.errors import OptionError, WorkbenchError
from anaphora.workbench.files import read_toml
from anaphora.workbench.key import Key
from anaphora.workbench.options import COMPARED, About
from anaphora.workbench.preparation import ItFilter
from anaphora.workbench.results.evaluated import FilterFigures, ItCounts, ItFigures
from anaphora.workbench.trace.key_anaphors import is_clause

LABEL_SETS = ("constructions", "expl", "full")

_RULES: Mapping[str, Sequence[str]] = read_toml(Path(__file__).with_name("it_rules.toml"))[1]
_COMPLEMENTS = frozenset({"obj", "obl", "ccomp", "xcomp"})
_Beginnings: TypeAlias = tuple[float, ...]
INPUTS = ("automatic", "perfect")


def it_classes(document: Document, key: Key, labels: str = "constructions") -> dict[int, str]:
    """The class of each "it", by token; empty where the corpus has neither gold trees nor chains.

    Marks of the corpus (`It=`) hold for every set of labels but `expl`. Else an "it" is `pleonastic`

    - with `expl`, if the gold tree calls it an expletive; Universal Dependencies do so for most extraposed clauses and
      clefts, but keep `nsubj` for weather and time, and annotators vary;
    - with `constructions`, also if the gold tree shows weather, time, an object with its clause ("make it easy to"), a
      that-clause behind a verb of thinking or seeming (rules of `preprocess.english.it_filter`), or behind an
      adjective of judgement a that-clause or an infinitive with a complement of its own, or if the words show distance,
      time since, an idiom, an object with its clause ("love it when"), or "it looks as if"; but not if it is in a
      chain that says what it refers to;
    - with `full`, also if it is no mention, is alone in its chain, or begins a chain that goes on with a clause of the
      same sentence (so GUM links extraposition). Without chains this is the same as `constructions`.

    An "it" is `clausal` if a clause but nothing nominal stands before it in its chain, else `anaphoric`; where there
    are no chains, and with `expl`, these two are `other`. With `constructions`, what only `full` calls pleonastic is
    `other`, too: it does not refer, but nothing in the sentence tells.
    Raises `OptionError` for unknown labels.
    """
    if labels not in LABEL_SETS:
        raise OptionError(f"There are no labels {labels!r}; choose from {', '.join(LABEL_SETS)}.")
    tree = document.annotation
    if tree is None and (labels == "expl" or not key.chains):
        return {}
    chains = {span.start: chain for chain in key.chains for span in chain if len(span) == 1}
    shown = {it.token: _shown(it) for it in occurrences(trees_of(tree, document.words))} if tree else {}
    classes = {}
    beginnings: dict[int, _Beginnings] = {}
    for token in (token for token, word in enumerate(document.words) if word.lower() == "it"):
        expletive = tree is not None and base(tree.relation[token]) == "expl"
        if labels == "expl":
            classes[token] = "pleonastic" if expletive else "other"
        elif token in key.non_anaphoric:
            classes[token] = key.non_anaphoric[token]
        elif expletive:
            classes[token] = "pleonastic"
        elif not key.chains:
            classes[token] = "pleonastic" if shown[token] else "other"
        else:
            by_chain = _by_chain(document, key, chains.get(token, ()), token, beginnings)
            vague = by_chain == "pleonastic" and labels == "constructions" and not shown.get(token)
            classes[token] = "other" if vague else by_chain
    return classes


def _shown(it: It) -> bool:
    rules = {rule.partition(": ")[2] for rule in firing_rules(it)}
    by_adjective = not rules.isdisjoint(_RULES["adjectives"])
    extraposed = by_adjective and any(_is_complete(it, clause) for clause in it.clauses_after())
    beyond = any(kind == "pleonastic" and rule in _RULES["beyond_trees"] for kind, rule in islice(decide(it), 1))
    return extraposed or beyond or not rules.isdisjoint(_RULES["patterns"])


def _is_complete(it: It, clause: int) -> bool:
    """Return whether the clause that "it" could be lacks nothing, unlike "to clean" in "it is easy to clean"."""
    below = {it.trees.base[child] for child in it.trees.children[clause]}
    return it.marker(clause) == "that" or not _COMPLEMENTS.isdisjoint(below)


def _by_chain(
    document: Document, key: Key, chain: Sequence[Span], token: int, beginnings: dict[int, _Beginnings]
) -> str:
    """The class of an "it" by its chain; `beginnings` keeps what is found of chains, by their identity."""
    tree = document.annotation
    split = Span(token, token + 1) in key.split
    if len(chain) < 2:
        return "anaphoric" if split else "pleonastic"
    if tree is None or split:
        return "anaphoric"
    if id(chain) not in beginnings:
        beginnings[id(chain)] = _beginnings(document, key, tree, chain)
    first, full, nominal = beginnings[id(chain)]
    if first >= token:
        after = min(span for span in chain if span.start > token)
        extraposed = tree.sentence_of(after.start) == tree.sentence_of(token) and is_clause(document, key, after)
        return "pleonastic" if extraposed else "anaphoric"
    return "clausal" if full < token <= nominal else "anaphoric"


def _beginnings(document: Document, key: Key, tree: Annotation, chain: Sequence[Span]) -> _Beginnings:
    """Find where a chain begins, its first mention that is no pronoun, and the first that is no clause either."""
    full = [span for span in chain if tree.pos[tree.head_of(span)] not in ("PRON", "DET")]
    nominal = (span.start for span in full if not is_clause(document, key, span))
    starts = (span.start for span in chain), (span.start for span in full), nominal
    return tuple(min(places, default=inf) for places in starts)


def _counts(document: Document, key: Key, annotations: Mapping[str, Annotation], names: Sequence[ItFilter]) -> ItCounts:
    classes = {labels: it_classes(document, key, labels) for labels in LABEL_SETS}
    results: dict[tuple[str, str, str], FilterFigures] = {}
    for source, annotation in annotations.items():
        for name in names:
            judged = it_filter.classify(trees_of(annotation, document.words), name, document.paragraph_starts)
            for labels, truth in classes.items():
                both = [(truth[entry.token], str(entry.kind)) for entry in judged if entry.token in truth]
                results[labels, source, name] = FilterFigures(Counter(both))
    return ItCounts(
        len(document.words), {labels: Counter(truth.values()) for labels, truth in classes.items()}, results
    )


def _together(documents: Sequence[ItCounts], names: Sequence[str]) -> ItCounts:
    """The counts of all documents; combinations that no "it" is known of are left out."""
    classes = {labels: Counter[str]() for labels in LABEL_SETS}
    places = [(labels, source, name) for labels in LABEL_SETS for source in INPUTS for name in names]
    pairs = {key: Counter[tuple[str, str]]() for key in places}
    for counted in documents:
        for labels, counts in counted.classes.items():
            classes[labels].update(counts)
        for key, figures in counted.results.items():
            pairs[key].update(figures.pairs)
    results = {key: FilterFigures(both) for key, both in pairs.items() if both}
    return ItCounts(sum(counted.words for counted in documents), classes, results)


def _annotations(document: Document, settings: Configuration, inputs: Sequence[str]) -> dict[str, Annotation]:
    annotations = {}
    if not inputs or "automatic" in inputs:
        loaded = pipeline.load(settings.preparation.pipeline)
        annotations["automatic"] = (
            cache.annotate(loaded, document) if settings.execution.cached else loaded.annotate(document)
        )
    if document.annotation and (not inputs or "perfect" in inputs):
        annotations["perfect"] = document.annotation
    elif inputs and "perfect" in inputs:
        raise OptionError(f"Document {document.id} has no gold trees. Use a CoNLL-U corpus, or --input automatic.")
    return annotations


@takes("pipeline", "language", "format", "skip_bad", "cached")
def it(
    corpus: Corpora = None,
    *,
    filters: Annotated[
        Iterable[str], About("Names, separated by commas; all by default.", COMPARED, read=split_typed)
    ] = (),
    inputs: Annotated[
        Iterable[str],
        About("The parse: automatic or perfect; both by default.", COMPARED, names=("--input",), read=split_typed),
    ] = (),
    progress: Progress = None,
    **options: Unpack[Options],
) -> Result[ItFigures]:
    """Evaluate filters of pleonastic and clausal "it": accuracy, precision, recall, F.

    They are compared with what the trees, chains and marks of the corpora say. `filters` (all by default), and `inputs`
    ("automatic", "perfect": by default both, the perfect one for the documents that have trees). Other arguments and
    errors are those of `compare`.

    Raises:
        UnknownNameError: there is no such filter.
        OptionError: there is no such input, or the parse is to be perfect where the corpus has none.
        WorkbenchError: a corpus is bad, or marks no "it".
    """
    settings = configuration((), corpus, options)
    paths = paths_of(corpus)
    sources = tuple(inputs)
    for name in sources:
        if name not in INPUTS:
            raise OptionError(f"There is no input {name!r}; choose automatic or perfect.")
    names = tuple(map(it_filter.named, filters)) or tuple(FILTERS)
    by_document: dict[str, ItCounts] = {}
    skipped: list[str] = []
    read = Fingerprint(paths)
    for document, key in read.watch(documents(paths, settings, skipped), progress):
        require_language(document, "en", "the filter of 'it'")
        by_document[document.id] = _counts(document, key, _annotations(document, settings, sources), names)
    total = _together(list(by_document.values()), names)
    if not any(total.classes.values()):
        raise WorkbenchError('No "it" of known class is in the corpora: they need gold trees, or chains with an "it".')
    automatic = any(source == "automatic" for _, source, _ in total.results)
    parsed = pipeline.load(settings.preparation.pipeline).signature if automatic else "gold"
    signature = signature_of(corpus=read, documents=len(by_document), pipeline=parsed)
    return result_of(ItFigures(signature, total, by_document, tuple(skipped)))


COMMAND = Command(
    it,
    example="anaphora evaluate it my_corpus/ --filters rules,memory,learned",
    offers=(TO, JSON, PER_DOCUMENT),
    work="Analysing",
    words=words_of_corpus,
)
