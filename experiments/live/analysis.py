"""Analysis of a text for the live page: the answers of all resolvers, how they came about, what the key says."""

import re
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, field, replace
from itertools import pairwise

from anaphora.corpora import plain
from anaphora.experiments.live.examples import LiveExample, example_of
from anaphora.experiments.run.configuration import Configuration
from anaphora.experiments.run.documents import in_own_words
from anaphora.experiments.run.plan import Plan, plan_without_key
from anaphora.experiments.run.worker import decide
from anaphora.experiments.show.report.anaphors import payload
from anaphora.preprocess import Preparation, pipeline, prepare
from anaphora.preprocess.english import it_filter
from anaphora.preprocess.language import in_its_language, installed_pipelines
from anaphora.preprocess.trees import trees_of
from anaphora.workbench import __version__
from anaphora.workbench.decision import Centering, Decision, Ladder, PhraseStructure, Trail, Walk
from anaphora.workbench.document import Document, Prepared, Span
from anaphora.workbench.errors import OptionError, WorkbenchError
from anaphora.workbench.files import JsonObject
from anaphora.workbench.key import Key
from anaphora.workbench.language.packs import language, language_of
from anaphora.workbench.results.comparison import Evidence
from anaphora.workbench.trace.build import Criteria, mention_chains, right_candidates
from anaphora.workbench.trace.key_anaphors import is_key_pronoun

MOST_PAIRS = 50_000
"""Pronouns times candidates that one question may have; no usual text of the page's length comes near."""
LONGEST_SENTENCE = 500  # tokens; what lists of candidates cost grows with the square of it
LONGEST_STRETCH = 2 * LONGEST_SENTENCE  # tokens without a sign that ends a sentence; known before the text is parsed
_END = re.compile(r"[.!?:;]")
NAME = "pasted text"
"""The name of every text: resolvers that draw at random draw by it."""
WARMING = "The lamp is new. It flickers, and it is likely that she will replace it herself."
_CRITERIA = Criteria(anaphors="all")
"""The page shows what it was asked for; all of it is judged."""


@dataclass(frozen=True, slots=True)
class LiveQuestion:
    """A text with the resolvers to ask (all that are offered if none is named) and the options of the preprocessing."""

    text: str
    resolvers: tuple[str, ...] = ()
    options: Preparation = field(default_factory=Preparation)


@dataclass(frozen=True, slots=True)
class Analyst:
    """The resolvers that are offered, ready to run, with pipeline and seed; nothing of a text is kept or stored.

    `specs` are the resolvers as they were asked for.
    """

    plan: Plan
    settings: Configuration

    @property
    def offered(self) -> tuple[str, ...]:
        """The names of the resolvers that may be asked."""
        return tuple(self.plan.resolvers)

    def analyse(self, question: LiveQuestion) -> JsonObject:
        """Answer a question; see `as_json` for the shape.

        Raises:
            WorkbenchError: the text holds no word, is in a language without an installed pipeline or that a resolver
                does not know, has a sentence without end or too many candidates, or a resolver is not among those
                offered.
        """
        for name in question.resolvers:
            if name not in self.plan.resolvers:
                raise OptionError(f"There is no resolver {name!r} here; choose from {', '.join(self.offered)}.")
        if len(set(question.resolvers)) < len(question.resolvers):
            raise OptionError("A resolver is named twice; name each once.")
        example = example_of(question.text)
        code = self.settings.preparation.language or (example.language if example else "")
        raw = replace(in_own_words(plain.document(question.text, NAME), code), language=code)
        _require_ends(raw)
        document = in_its_language(raw)
        unread = {spec.label for spec in self.plan.unread(document)}
        names = question.resolvers or tuple(name for name in self.offered if name not in unread)
        self.plan.require_language(document, names)
        loaded = _pipeline_for(document, self.settings.preparation.pipeline)
        annotation = loaded.annotate(document)
        _require_short(annotation.sentence_starts, len(annotation.pos), LONGEST_SENTENCE)
        options = replace(question.options, most_pairs=MOST_PAIRS)
        prepared = prepare(document, annotation, options=options, signature=loaded.signature)
        evidence = Evidence(prepared, decide({name: self.plan.resolvers[name] for name in names}, prepared))
        return as_json(evidence, question, names, self.settings.execution.seed, example)

    def warm(self) -> None:
        """Load everything that the first question would wait for; raises `WorkbenchError` if the pipeline is bad."""
        self.analyse(LiveQuestion(WARMING))


def _pipeline_for(document: Document, named: str) -> pipeline.Pipeline:
    """The pipeline of the settings or, if it reads another language, one that is installed for the document's."""
    loaded = pipeline.load(named)
    pack = language_of(document)
    if language(loaded.code) is pack:
        return loaded
    others = [pipeline.BUNDLED] if pack.code == "en" else installed_pipelines(pack.code)
    return pipeline.load(others[0]) if others else loaded


def _require_ends(document: Document) -> None:
    """Refuse a text that can only have too long a sentence: parsing it takes seconds."""
    words = document.words
    new = set(document.paragraph_starts)
    ends = [
        token
        for token in range(1, len(words))
        if token in new or (_END.match(words[token - 1]) and not _END.match(words[token - 2] if token > 1 else "."))
    ]
    _require_short((0, *ends), len(words), LONGEST_STRETCH)


def _require_short(starts: Sequence[int], end: int, most: int) -> None:
    longest = max(after - start for start, after in pairwise((*starts, end)))
    if longest > most:
        raise WorkbenchError(
            f"The text has a sentence of {longest:,} words and signs, more than the live page takes "
            f"({LONGEST_SENTENCE}). Divide it by full stops or empty lines."
        )


def analyst(settings: Configuration) -> Analyst:
    """The analyst of the resolvers named, of all by default; the pipeline is loaded with the first question.

    Raises:
        WorkbenchError: there is no such resolver, or it is the oracle, which needs a key.
    """
    return Analyst(plan_without_key(settings), settings)


def as_json(
    evidence: Evidence, question: LiveQuestion, names: tuple[str, ...], seed: int, example: LiveExample | None = None
) -> JsonObject:
    """The answers to one text, which may be that of an example.

    "data" is the payload of `experiments.show.report.anaphors` with trails and, where the text is an example with a
    key, what that says; "drawer" is what preprocessing found;
    "question" repeats what was asked, "analysis" tells pipeline and options, and "version" that of the workbench.
    """
    prepared = evidence.prepared
    data = payload([evidence], names)
    drawer = _drawer(prepared, question.options)
    add_trails(data, [evidence.decisions[name] for name in names])
    if example:
        add_key(data, prepared, example.key)
        for verdict in drawer["its"]:
            word = Span(verdict["token"], verdict["token"] + 1)
            verdict["in_key"] = any(word in chain for chain in example.key.chains)
    return {
        "data": data,
        "drawer": drawer,
        "question": {"text": question.text, "resolvers": list(names), "seed": seed, **asdict(question.options)},
        "example": example.as_json() if example else None,
        "analysis": prepared.signature,
        "version": __version__,
    }


_COLUMNS = ("pos", "tag", "lemma", "morphology", "head", "relation", "entity")
_FEATURES = (
    "kind", "number", "gender", "animacy", "person", "function", "definiteness", "evidence", "head", "heading",
)  # fmt: skip


def _drawer(prepared: Prepared, options: Preparation) -> JsonObject:
    """Collect what preprocessing found: columns over the tokens, features of the mentions, verdicts on each "it"."""
    annotation, document = prepared.annotation, prepared.document
    trees = trees_of(annotation, document.words, document.language)
    return {
        "tokens": {name: list(getattr(annotation, name)) for name in _COLUMNS} | {"clause": list(prepared.clauses)},
        "mentions": [{name: getattr(mention, name) for name in _FEATURES} for mention in prepared.mentions],
        "its": [
            {"token": judgement.token, "kind": judgement.kind, "reason": judgement.explanation}
            for judgement in it_filter.classify(trees, options.it_filter, document.paragraph_starts)
        ],
        "taken_out": [entry.token for entry in prepared.non_anaphoric],
    }


def add_trails(data: JsonObject, decisions: Sequence[Sequence[Decision]]) -> None:
    """Add to each answer in the payload of one document its "trail"; `decisions` are those of each resolver.

    What many answers share stands once: "trees" have the labels of the phrases and, for words and phrases, the parent;
    "discourses" have the utterances of centering. Answers name them by their number.
    """
    shared: dict[str, list[object]] = {"trees": [], "discourses": []}
    numbers: dict[int, int] = {}

    def number_of(kind: str, thing: object, content: Callable[[], object]) -> int:
        if id(thing) not in numbers:
            numbers[id(thing)] = len(shared[kind])
            shared[kind].append(content())
        return numbers[id(thing)]

    def as_json(trail: Trail) -> JsonObject:
        match trail:
            case Walk(trees, start, visits):
                return {"tree": number_of("trees", trees, lambda: _tree(trees)), "start": start, "visits": visits}
            case Ladder(rules, objections):
                return {"rules": rules, "objections": objections}
            case Centering(utterances, place):
                number = number_of("discourses", utterances, lambda: [asdict(entry) for entry in utterances])
                return {"discourse": number, "place": place}

    for place, answers in enumerate(decisions):
        for decision, row in zip(answers, data["anaphors"], strict=True):
            if decision.explanation.trail is not None:
                row["answers"][place]["trail"] = as_json(decision.explanation.trail)
    data |= shared


def _tree(trees: PhraseStructure) -> JsonObject:
    return {"labels": [label for label in trees.label if label], "parents": list(trees.parent)}


def add_key(data: JsonObject, prepared: Prepared, key: Key) -> None:
    """Add the key to the payload of one document.

    The document gets "chains", for each mention the number of its key chain (-1: none); an anaphor gets "right", its
    candidates that are right answers, and "expected", the words of an antecedent in the key, or why it has none. Those
    that have none are not judged and have no "right".
    """
    right = right_candidates(prepared.document, key, prepared, _CRITERIA)
    data["documents"][0]["chains"] = list(mention_chains(prepared.document, key, prepared, _CRITERIA.match))
    for number, (case, row) in enumerate(zip(prepared.cases, data["anaphors"], strict=True)):
        row["expected"] = _expected(prepared, key, prepared.mentions[case.anaphor].span, number in right)
        if number in right:
            row["right"] = right[number]


def _expected(prepared: Prepared, key: Key, anaphor: Span, judged: bool) -> dict[str, str]:
    """The nearest antecedent that is no pronoun, or else any; without one, what follows."""
    chain = next((sorted(chain) for chain in key.chains if anaphor in chain), [])
    nominal = [span for span in chain if not is_key_pronoun(prepared.document, span, "all")]
    before = [span for span in chain if span < anaphor]
    if not chain:
        return {"words": "", "why": "not in the key"}
    if before and not judged:
        return {"words": prepared.document.words_of(before[-1]), "why": "refers to a clause"}
    if before:
        nearest = max((span for span in nominal if span < anaphor), default=before[-1])
        return {"words": prepared.document.words_of(nearest), "why": ""}
    if nominal:
        return {"words": prepared.document.words_of(nominal[0]), "why": "cataphoric: the antecedent follows"}
    return {"words": "", "why": "without an antecedent in the key"}
