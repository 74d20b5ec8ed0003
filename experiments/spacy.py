"""`nlp.add_pipe("anaphora", config={"resolver": "mars"})`: a resolver as a component of any English spaCy pipeline.

spaCy finds the factory by itself (entry-point group `spacy_factories`), and imports this module wherever any pipeline
is loaded, so that what reads and resolves is imported where it is needed. The component reads the tags and trees that
the pipeline has put on the Doc, writes chains as `doc.spans["coref_clusters_1"]`, ... (names of spacy-experimental),
says of each pronoun in `doc._.anaphora` how it was decided, and puts the text with names in place of pronouns into
`doc._.resolved_text` (the name of fastcoref and crosslingual-coreference). Its only state is its configuration, which
spaCy saves with the pipeline.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from inspect import Parameter, signature
from itertools import accumulate, pairwise
from typing import TYPE_CHECKING, Any, TypeAlias, TypedDict

import numpy as np
from numpy.typing import NDArray
from spacy import attrs
from spacy.language import Language
from spacy.tokens import Doc, SpanGroup
from spacy.tokens import Span as SpacySpan

from anaphora.experiments.run.configuration import OF_PRONOUNS, Configuration, configure, takes
from anaphora.experiments.texts.manner import MIN_PROBABILITY, Each, Manner
from anaphora.workbench.document import Annotation, Document, Prepared, Span
from anaphora.workbench.errors import OptionError
from anaphora.workbench.language.packs import language_of
from anaphora.workbench.preparation import PronounKind

if TYPE_CHECKING:
    from anaphora.experiments.run.plan import Plan
    from anaphora.experiments.texts.resolution import Explainer, Resolution
    from anaphora.workbench.decision import Decision, Spans

NAME, REWRITTEN = "anaphora", "resolved_text"
_Place: TypeAlias = tuple[int, int]
_Row: TypeAlias = tuple[_Place, _Place | None, list[_Place], list[str], str]
"""Pronoun, antecedent, candidates, why, filtered: an `Answer` as plain data."""


class _StoredAnswers(TypedDict):
    """Data that one component leaves in `doc.user_data`; `characters` is the length of the text."""

    resolver: str
    characters: int
    answers: list[_Row]


@dataclass(frozen=True, slots=True)
class PronounAnswer:
    """The answer of one component for one pronoun.

    `candidates` are the mentions that agree with it, in text order. `why` says in words what the resolver was given and
    how it decided (empty: without `explain`). `filtered` is the reason why the pronoun was filtered as not anaphoric,
    such as "it" in "it rains", and empty for all others. `antecedent` is `None` where the resolver left it open.
    """

    resolver: str
    pronoun: SpacySpan
    antecedent: SpacySpan | None
    candidates: tuple[SpacySpan, ...]
    why: tuple[str, ...]
    filtered: str


def answers(doc: Doc) -> list[PronounAnswer] | None:
    """The value of `doc._.anaphora`: all pronouns in text order, component by component; `None`: none has run.

    They are made anew from plain data in `doc.user_data["anaphora"]`, which `Doc.to_bytes` keeps, and `DocBin` with
    `store_user_data=True`. Places are characters, so that tokens may be merged or split afterwards.

    Raises:
        ValueError: the Doc has another length than the one that was resolved, as a part of it has.
    """
    stored: Mapping[str, _StoredAnswers] | None = doc.user_data.get(NAME)
    if stored is None:
        return None
    for entry in stored.values():
        if entry["characters"] != len(doc.text):
            raise ValueError(
                f"The answers of 'anaphora' are of a text of {entry['characters']} characters, and this Doc has "
                f"{len(doc.text)}. A part of a Doc has to be resolved by itself: nlp.get_pipe('anaphora')(doc)."
            )
    return [_answer(doc, entry["resolver"], row) for entry in stored.values() for row in entry["answers"]]


def _answer(doc: Doc, resolver: str, row: _Row) -> PronounAnswer:
    pronoun, antecedent, candidates, why, filtered = row

    def span(place: _Place) -> SpacySpan:
        span = doc.char_span(*place, alignment_mode="expand")
        if span is None:
            raise ValueError(f"doc.user_data['anaphora'] has characters {place}, which this Doc does not have.")
        return span

    chosen = span(antecedent) if antecedent else None
    return PronounAnswer(resolver, span(pronoun), chosen, tuple(map(span, candidates)), tuple(why), filtered)


if not Doc.has_extension(NAME):
    Doc.set_extension(NAME, getter=answers)


def bundled() -> Language:
    """A new copy of the bundled English pipeline, to add components to."""
    from anaphora.preprocess import pipeline

    return pipeline.read()


@takes(*OF_PRONOUNS, "seed", choices={"anaphors": PronounKind})
def anaphora(
    nlp: Language,  # noqa: ARG001 (spaCy hands it to every factory)
    name: str,  # noqa: ARG001
    resolver: str = "mars_optimised",
    prefix: str = "coref_clusters",
    explain: bool = True,
    min_probability: float = MIN_PROBABILITY,
    each: Each = "sentence",
    **options: Any,  # no `Options`, where `name` is another one
) -> "Anaphora":
    """Make the component; the options mean what they mean on the command line.

    `resolver` takes options in brackets, `mars(preset=2001)`. With several components each needs a `prefix` of its own.

    Raises:
        UnknownNameError: there is no such resolver.
        OptionError: an option has a wrong value, the resolver is the oracle, which needs a key, or (code "untrusted")
            it is not installed: whoever loads the pipeline would run its code.
    """
    from anaphora.experiments.run.plan import plan_without_key
    from anaphora.resolvers.specs import require_installed

    settings = configure(resolver, **options)
    require_installed(settings.resolvers, "A pipeline is saved and shared: name a resolver that a package installs.")
    if not prefix:
        raise OptionError(
            "The prefix is empty; span groups are called after it, 'coref_clusters' gives coref_clusters_1."
        )
    if not Doc.has_extension(REWRITTEN):  # not before: others may set one of this name without asking
        Doc.set_extension(REWRITTEN, default=None)
    return Anaphora(plan_without_key(settings), settings, prefix, explain, Manner(min_probability, each))


Language.factory(
    NAME,
    assigns=["doc.spans", f"doc._.{NAME}", f"doc._.{REWRITTEN}"],
    requires=["token.tag", "token.dep", "token.head", "doc.sents"],  # what gives token.pos often does not declare it
    default_config={
        name: entry.default
        for name, entry in signature(anaphora).parameters.items()
        if entry.default is not Parameter.empty
    },
    func=anaphora,
)


@dataclass(frozen=True, slots=True)
class Anaphora:
    """The component: a resolver, what shapes its candidate lists, and where its answers go.

    `plan` has the one resolver of the `settings`; `prefix` begins the names of the span groups.
    """

    plan: "Plan"
    settings: Configuration
    prefix: str
    explain: bool
    manner: Manner

    def __call__(self, doc: Doc) -> Doc:
        """Resolve a Doc by its own analysis; chains and answers under the same prefix are replaced.

        Raises:
            ValueError: the Doc has words but no tags, parts of speech or trees.
            WorkbenchError: it is in a language without a pack, or that the resolver does not know (code "not-english").
        """
        from anaphora.experiments.run.worker import resolve_checked
        from anaphora.experiments.texts.resolution import Explainer, Resolution
        from anaphora.preprocess import prepare
        from anaphora.preprocess.language import in_its_language
        from anaphora.workbench.adapters import spans_of

        reading = read(doc)
        language = "" if doc.lang_ == "xx" else doc.lang_  # what the pipeline says, but for those of many languages
        document = in_its_language(replace(reading.document, language=language))
        self.plan.require_language(document)
        options, seed = self.settings.preparation, self.settings.execution.seed
        prepared = prepare(document, reading.annotation, options=options)
        ((name, resolver),) = self.plan.resolvers.items()
        decisions = resolve_checked(name, prepared, resolver)
        resolution = Resolution(prepared, self.plan.resolvers, {name: decisions}, options, seed)
        self._write_chains(doc, reading, spans_of(prepared, resolution.linked(name)))
        doc._.resolved_text = self._rewritten(doc, name, resolution)
        rows = _plain_answers(reading, prepared, decisions, Explainer(prepared) if self.explain else None)
        stored = {"resolver": name, "characters": len(doc.text), "answers": rows}
        doc.user_data[NAME] = doc.user_data.get(NAME, {}) | {self.prefix: stored}
        return doc

    def _rewritten(self, doc: Doc, name: str, resolution: "Resolution") -> str:
        """The text with names in place of pronouns; as it is where nothing is sure enough, or in another language."""
        from anaphora.experiments.texts.rewritten import rewritten

        if language_of(resolution.prepared.document).code != "en":
            return doc.text
        decisions = resolution.decisions[name]
        if self.manner.min_probability and all(decision.probability is None for decision in decisions):
            return doc.text
        return rewritten(resolution, name, self.settings, self.manner).rewritten

    def _write_chains(self, doc: Doc, reading: "AnalysedDoc", chains: "Spans") -> None:
        written_before = re.compile(rf"{re.escape(self.prefix)}_[0-9]+")
        for name in [name for name in doc.spans if written_before.fullmatch(name)]:
            del doc.spans[name]
        for number, chain in enumerate((chain for chain in chains if len(chain) > 1), start=1):
            name = f"{self.prefix}_{number}"
            doc.spans[name] = SpanGroup(doc, name=name, spans=[doc[slice(*reading.tokens(span))] for span in chain])


def _plain_answers(
    reading: "AnalysedDoc", prepared: Prepared, decisions: "Sequence[Decision]", explainer: "Explainer | None"
) -> list[_Row]:
    """One row for each pronoun in text order, with places in characters; without an explainer no words why."""
    places = [reading.characters(mention.span) for mention in prepared.mentions]
    rows: dict[int, _Row] = {}
    for case, decision in zip(prepared.cases, decisions, strict=True):
        why = [*explainer.candidates(case), *explainer.reasons(decision)] if explainer else []
        antecedent = None if decision.antecedent is None else places[decision.antecedent]
        candidates = [places[index] for index in case.compatible]
        rows[prepared.mentions[case.anaphor].span.start] = places[case.anaphor], antecedent, candidates, why, ""
    for entry in prepared.non_anaphoric:
        why = [f"filtered as not anaphoric: {entry.rule}"] if explainer else []
        rows[entry.token] = reading.characters(Span(entry.token, entry.token + 1)), None, [], why, entry.rule
    return [rows[token] for token in sorted(rows)]


_COLUMNS = ("ORTH", "SPACY", "IS_SPACE", "SENT_START", "HEAD", "TAG", "POS", "LEMMA", "MORPH", "DEP", "ENT_TYPE")
_IDS = [attrs.IDS[column] for column in _COLUMNS]
_NEEDED = ("TAG", "POS", "DEP")
_CLEARNLP = frozenset(
    ("acomp", "agent", "attr", "auxpass", "csubjpass", "dative", "dobj", "nsubjpass", "oprd", "pcomp", "pobj", "poss",
     "preconj", "predet", "prep", "prt", "quantmod", "relcl")
)  # fmt: skip
"""Relations that Universal Dependencies do not have."""
_Columns: TypeAlias = Mapping[str, NDArray[np.uint64]]


@dataclass(frozen=True, slots=True)
class AnalysedDoc:
    """A Doc, analysed by its pipeline, as document and annotation; no word is tagged or parsed again.

    `kept` has for each word of the document its token in the Doc, where white space may be a token of its own.
    `starts` has the character of `doc.text` at which each word starts.
    """

    document: Document
    annotation: Annotation
    kept: tuple[int, ...]
    starts: tuple[int, ...]

    def tokens(self, span: Span) -> tuple[int, int]:
        """The tokens of the Doc from the first word of a span to its last, end exclusive."""
        return self.kept[span.start], self.kept[span.end - 1] + 1

    def characters(self, span: Span) -> tuple[int, int]:
        """The place of a span in `doc.text`, end exclusive."""
        return self.starts[span.start], self.starts[span.end - 1] + len(self.document.words[span.end - 1])


def read(doc: Doc) -> AnalysedDoc:
    """The words of a Doc with its analysis in Universal Dependencies; ClearNLP labels are converted.

    Words, paragraphs, headings and turns are those that plain text has (`corpora.plain`): tokens of white space go to
    the word before, an empty line divides paragraphs. No sentence goes beyond a paragraph: a tree that does is cut.
    The document is called as `doc.user_data["id"]` says.

    Raises:
        ValueError: there are words, but tags, parts of speech or trees are missing.
    """
    numbers: NDArray[np.uint64] = doc.to_array(_IDS).reshape(len(doc), len(_IDS)).view(np.uint64)
    columns = dict(zip(_COLUMNS, numbers.T, strict=True))
    kept = np.flatnonzero(columns["IS_SPACE"] == 0)
    document = _document(doc, columns, kept)
    if not len(kept):
        return AnalysedDoc(document, Annotation((), (), (), (), (), (), (), ()), (), ())
    annotation = _annotation(doc, columns, kept, document)
    return AnalysedDoc(document, annotation, tuple(kept.tolist()), tuple(document.character_starts()))


def _document(doc: Doc, columns: _Columns, kept: NDArray[np.int64]) -> Document:
    from anaphora.corpora import plain
    from anaphora.preprocess.pipeline import texts_of

    texts = list(texts_of(doc, columns["ORTH"]))
    blanks = columns["SPACY"].tolist()
    bounds = [*kept.tolist(), len(texts)]
    words = [texts[token] for token in bounds[:-1]]
    spaces = [
        " " * blanks[token] if after == token + 1 else _joined(texts, blanks, token, after)
        for token, after in pairwise(bounds)
    ]
    prefix = _joined(["", *texts], [0, *blanks], 0, bounds[0] + 1)
    lengths = (len(word) + len(space) for word, space in zip(words, spaces, strict=True))
    starts = tuple(accumulate(lengths, initial=len(prefix)))[:-1]
    name = doc.user_data.get("id")
    id = name if isinstance(name, str) and name else "doc"
    return plain.laid_out(id, doc.text, plain.Tokens(prefix, tuple(words), tuple(spaces), starts))


def _joined(texts: list[str], blanks: list[int], word: int, after: int) -> str:
    """Return the white space between a word and the token `after` it: its blank, and white-space tokens with theirs."""
    return " " * blanks[word] + "".join(texts[token] + " " * blanks[token] for token in range(word + 1, after))


def _annotation(doc: Doc, columns: _Columns, kept: NDArray[np.int64], document: Document) -> Annotation:
    """Return what `anaphora.preprocess.pipeline.columns` does, of words only, with trees within paragraphs."""
    from anaphora.preprocess import pipeline
    from anaphora.preprocess.english import clearnlp

    if missing := [pipeline.LAYERS[column] for column in _NEEDED if not columns[column][kept].any()]:
        raise ValueError(
            f"The component 'anaphora' got a Doc without {' and without '.join(missing)}. Put these components before "
            f"it, as the pipelines en_core_web_* and the bundled {pipeline.BUNDLED} have them, and do not disable them."
        )

    def texts(column: str, convert: Callable[[str], str] = str) -> Iterator[str]:
        return pipeline.texts_of(doc, columns[column][kept], convert)

    begins = np.searchsorted(kept, np.flatnonzero(columns["SENT_START"] == 1)).tolist()
    starts = sorted({*begins, *document.paragraph_starts} - {len(kept)})
    heads = _heads(np.arange(len(doc)) + columns["HEAD"].astype(np.int64), kept)
    words = np.arange(len(kept))
    sentence = np.searchsorted(starts, words, side="right")
    heads = np.where(sentence[heads] == sentence, heads, words).tolist()
    vectors = pipeline.vectors_in(doc)
    annotation = Annotation(
        pos=tuple(texts("POS", lambda name: name or "X")),
        tag=tuple(texts("TAG")),
        lemma=tuple(lemma or word.lower() for lemma, word in zip(texts("LEMMA"), document.words, strict=True)),
        morphology=tuple(texts("MORPH", pipeline.features_of)),
        head=tuple(heads),
        relation=tuple("root" if token == heads[token] else label for token, label in enumerate(texts("DEP"))),
        entity=tuple(texts("ENT_TYPE", clearnlp.entity_type)),
        sentence_starts=tuple(starts),
        vectors=vectors and replace(vectors, values=vectors.values[kept]),
    )
    return annotation if _CLEARNLP.isdisjoint(annotation.relation) else clearnlp.to_universal(annotation)


def _heads(heads: NDArray[np.int64], kept: NDArray[np.int64]) -> NDArray[np.int64]:
    """The word above each word, white space being passed over; below nothing but white space it is a root."""
    is_word = np.zeros(len(heads), bool)
    is_word[kept] = True
    upwards = np.where(is_word, np.arange(len(heads)), heads)
    for _ in range(len(heads).bit_length()):  # each turn doubles the steps
        upwards = upwards[upwards]
    above = upwards[heads[kept]]
    return np.where(is_word[above], np.searchsorted(kept, above), np.arange(len(kept)))
