"""The spaCy pipeline behind automatic analysis: the bundled one, or any installed one by name or path.

spaCy itself is imported when a pipeline is loaded, the bundled one when it annotates: stored analyses need neither.
"""

import hashlib
import json
from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import cache, partial
from importlib.util import find_spec
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from anaphora.preprocess.encoder import FACTORY
from anaphora.preprocess.english import clearnlp
from anaphora.preprocess.english.mending import mended
from anaphora.preprocess.language import advice, require_language
from anaphora.workbench.document import Annotation, Document, Span, Vectors
from anaphora.workbench.errors import FormatError, OptionError, UnknownNameError
from anaphora.workbench.files import check_digests, require_regular, text
from anaphora.workbench.registry import is_installed_pipeline
from anaphora.workbench.spacy import start_spacy

if TYPE_CHECKING:
    from spacy.language import Language
    from spacy.tokens import Doc
    from thinc.model import Model

BUNDLED = "en_anaphora_ud"
ENGLISH = "en"
_MODELS = Path(__file__).parent / "models"
_ENTITY_TYPES = {"PER": "PERSON", "MISC": ""}
"""Those of WikiNER, on which pipelines of other languages were trained; LOC and ORG are OntoNotes', too."""
_TIGER = frozenset({"sb", "oa", "nk", "mo"})
"""Relations of the German scheme TIGER, which spaCy's own German pipelines have."""
FINGERPRINT = "fingerprint"
"""The file of a pipeline with digests that has its fingerprint, since to compute that takes as long as to check all."""
LAYERS: Mapping[str, str] = {
    "TAG": "fine-grained tags (component 'tagger')",
    "POS": "parts of speech ('morphologizer', or 'attribute_ruler' behind a tagger)",
    "MORPH": "morphology ('morphologizer', or 'attribute_ruler' behind a tagger)",
    "LEMMA": "lemmas ('lemmatizer' or 'trainable_lemmatizer')",
    "DEP": "dependency trees ('parser')",
}
"""Layers of an analysis, by spaCy's names, and the components that give them; entity types are welcome.

Fine-grained tags are needed for English alone: in other languages all is told by features.
"""


@dataclass(frozen=True, slots=True, eq=False)
class Pipeline:
    """A spaCy pipeline, which `start` gives.

    `meta` is what it says of itself, `signature` name@version:hash-of-weights, `clearnlp` says that its labels are
    those of ClearNLP. One that `completes` keeps the tags, lemmas, features and sentences that a corpus brings without
    trees (`Document.tagged`).
    """

    start: Callable[[], "Language"]
    meta: Mapping[str, Any]
    signature: str
    clearnlp: bool
    completes: bool = False

    @property
    def nlp(self) -> "Language":
        """The pipeline of spaCy; the first time raises `OptionError` (code "bad-pipeline") if it cannot be loaded."""
        return self.start()

    @property
    def code(self) -> str:
        """The code of its language."""
        return self.meta["lang"] or ENGLISH

    def completing(self) -> "Pipeline":
        """The pipeline that gives a corpus what it lacks."""
        return replace(self, signature=f"gold+{self.signature}", completes=True)

    def annotate(self, document: Document) -> Annotation:
        """Tag and parse the document's own tokens.

        Sentence boundaries are predicted; only those that the layout shows (paragraphs, headings) are given. Labels of
        turns are nobody's words: the text is analysed without them, and they count as punctuation.
        Raises `WorkbenchError` (code "not-english") for a text in another language than its own.
        """
        require_language(document, self.code, f"the pipeline {self.meta['name']}")
        if not document.words:
            return Annotation((), (), (), (), (), (), (), ())
        if document.labels:
            return _around_labels(document, self.annotate)
        if self.completes and document.tagged:
            starts = document.tagged.sentence_starts
            return _completed(document.tagged, columns(self.nlp(layout(self.nlp, document, starts))))
        if not self.clearnlp:
            annotation = columns(self.nlp(layout(self.nlp, document)))
            return mended(document, annotation) if self.code == ENGLISH else annotation
        plain = replace(document, words=tuple(word.translate(clearnlp.FAMILIAR) for word in document.words))
        return mended(document, clearnlp.to_universal(columns(self.nlp(layout(self.nlp, plain)))))


def _completed(tagged: Annotation, parsed: Annotation) -> Annotation:
    """Return the corpus' tags of its words, with those of the pipeline where the corpus has none."""

    def filled(values: Sequence[str], defaults: Sequence[str]) -> tuple[str, ...]:
        return tuple(value or default for value, default in zip(values, defaults, strict=True))

    return replace(
        parsed,
        pos=filled(tagged.pos, parsed.pos),
        tag=filled(tagged.tag, parsed.tag),
        lemma=filled(tagged.lemma, parsed.lemma),
        morphology=filled(tagged.morphology, parsed.morphology),
    )


def _around_labels(document: Document, annotate: Callable[[Document], Annotation]) -> Annotation:
    """The analysis of what is said, with each label as punctuation at the beginning of the sentence behind it."""
    labels = {token for label in document.labels for token in label}
    words = range(len(document.words))
    spoken = [token for token in words if token not in labels]
    behind = [bisect_left(spoken, token) for token in words]
    starts_shown = {*document.paragraph_starts, *(label.start for label in document.labels)}
    alone = replace(
        document,
        words=tuple(document.words[token] for token in spoken),
        spaces=tuple(document.spaces[token] for token in spoken),
        paragraph_starts=tuple(sorted({behind[start] for start in starts_shown} - {len(spoken)})),
        headings=tuple(Span(behind[heading.start], behind[heading.end - 1] + 1) for heading in document.headings),
        speakers=(),
        labels=(),
    )
    analysed = annotate(alone)
    starts: list[int] = []
    heads = list(words)
    for token, above in zip(spoken, analysed.head, strict=True):
        heads[token] = spoken[above]
    for start in (spoken[start] for start in analysed.sentence_starts):
        root, first = start, start
        while heads[root] != root:
            root = heads[root]
        while first - 1 in labels:
            first -= 1
        heads[first:start] = [root] * (start - first)
        starts.append(first)

    def column(values: Sequence[str], of_label: str) -> tuple[str, ...]:
        return tuple(of_label if token in labels else values[behind[token]] for token in words)

    vectors = analysed.vectors
    if vectors:
        values = np.zeros((len(words), vectors.values.shape[1]), vectors.values.dtype)
        values[spoken] = vectors.values
        vectors = replace(vectors, values=values)
    return Annotation(
        pos=column(analysed.pos, "PUNCT"),
        tag=column(analysed.tag, ":"),
        lemma=column(analysed.lemma, ":"),
        morphology=column(analysed.morphology, ""),
        head=tuple(heads),
        relation=column(analysed.relation, "punct"),
        entity=column(analysed.entity, ""),
        sentence_starts=tuple(starts),
        vectors=vectors,
    )


def names() -> list[str]:
    """The bundled pipeline and the spaCy pipelines that are installed as packages, English ones first."""
    from spacy.util import get_installed_models

    installed = sorted(get_installed_models(), key=lambda name: (not name.startswith(f"{ENGLISH}_"), name))
    return [BUNDLED, *(name for name in installed if name != BUNDLED)]


def require_installed(name: str, cure: str) -> None:
    """Raise `OptionError` (code "untrusted") for a pipeline that is not installed: loading it may run code.

    Raises `UnknownNameError` if there is none of this name.
    """
    if name != BUNDLED and not is_installed_pipeline(name):
        _place(name)
        raise OptionError(f"The pipeline {name!r} may run code that is not installed. {cure}", code="untrusted")


def _place(name: str) -> Path:
    """The folder of a pipeline, or of a package a path that is none; raises `UnknownNameError` if there is neither."""
    path = _MODELS / name if name == BUNDLED else Path(name)
    if not path.is_dir() and find_spec(name.replace("-", "_") if name.isidentifier() else "_no_such_module") is None:
        raise UnknownNameError(
            f"There is no pipeline {name!r}: neither a folder nor an installed package. "
            f"Known: {', '.join(names())}. Other spaCy pipelines can be installed with pip and named here."
        )
    return path


@cache
def load(name: str = BUNDLED) -> Pipeline:
    """Load a pipeline by package name or folder; the bundled one, whose files have digests, starts when it annotates.

    Raises `UnknownNameError` if there is none of this name, `OptionError` if it cannot be loaded, lacks one of
    `LAYERS`, or a file is not as its digest says (code "damaged").
    """
    path = _place(name)
    with _refused(name):
        recorded = _checked(path) if path.is_dir() else ""
    start = cache(partial(_started, name, path if path.is_dir() else name))
    if name == BUNDLED and recorded:
        return _signed(start, json.loads(text(path / "meta.json")), recorded, is_clearnlp=False)
    nlp = start()
    labels = set(chain.from_iterable(nlp.pipe_labels.values()))
    return _signed(start, nlp.meta, recorded or fingerprint(nlp), not clearnlp.RELATIONS.isdisjoint(labels))


def _signed(start: Callable[[], "Language"], meta: Mapping[str, Any], weights: str, is_clearnlp: bool) -> Pipeline:
    weights += f"+{clearnlp.version()}" if is_clearnlp else ""
    return Pipeline(start, meta, f"{meta['name']}@{meta['version']}:{weights}", is_clearnlp)


@contextmanager
def _refused(name: str) -> Iterator[None]:
    """Raise `OptionError` for whatever is wrong with a pipeline."""
    try:
        yield
    except (OSError, ValueError, TypeError, ImportError, AttributeError) as error:  # packages may be anything
        problem = str(error).partition("\n")[0]
        cure = "Copy or install it again, or name another."
        raise OptionError(
            f"{name!r} is not a spaCy pipeline that can be loaded: {problem.rstrip('.')}. {cure}", code="bad-pipeline"
        ) from error
    except FormatError as error:
        raise OptionError(f"The pipeline {name!r} cannot be used. {error}", code=error.code) from error


def _started(name: str, source: str | Path) -> "Language":
    with _refused(name):
        nlp = read(source, divides=name != BUNDLED)
        if name != BUNDLED:
            if _TIGER.issubset(chain.from_iterable(nlp.pipe_labels.values())):
                problem = "has trees in the German scheme TIGER, not in Universal Dependencies"
                raise OptionError(f"Pipeline {name!r} {problem}. {advice('de')}", code="other-labels")
            _require(nlp, name)
        return nlp


def _checked(folder: Path) -> str:
    """Check the files of a pipeline; the fingerprint that was written with them, or "" if one may have changed since.

    Raises `FormatError` for files that cannot be used.
    """
    files = [path for path in folder.rglob("*") if not path.is_dir()]
    for file in files:
        require_regular(file)  # spaCy would wait for a pipe
    parts = {file.relative_to(folder).as_posix() for file in files if file.parent != folder}
    whole = {FINGERPRINT, "config.cfg", *parts} <= check_digests(folder)
    return text(folder / FINGERPRINT).strip() if whole else ""


def read(pipeline: str | Path = _MODELS / BUNDLED, *, divides: bool = True) -> "Language":
    """A spaCy pipeline of its own, by package name or folder; one that only gets words needs no rules to divide texts.

    Raises what spaCy raises.
    """
    start_spacy()
    import spacy

    from anaphora.preprocess.encoder import component  # noqa: F401 (spaCy learns its name)

    if divides:
        return spacy.load(pipeline)
    from spacy.tokens import Doc
    from spacy.util import registry

    registry.tokenizers("anaphora_words", func=lambda: lambda nlp: partial(Doc, nlp.vocab))
    words = {"nlp": {"tokenizer": {"@tokenizers": "anaphora_words"}}}
    return spacy.load(pipeline, exclude=["tokenizer"], config=words)


def _require(nlp: "Language", name: str) -> None:
    """Try a pipeline on a sentence: the names of its components do not say what they give."""
    from spacy.tokens import Doc

    words = ("In", "New", "York", "Ann", "Lee", "opened", "her", "20", "boxes", ".")
    doc = nlp(Doc(nlp.vocab, list(words)))
    needed = LAYERS if nlp.lang == ENGLISH else {layer: what for layer, what in LAYERS.items() if layer != "TAG"}
    missing = [what for layer, what in needed.items() if not doc.has_annotation(layer)]
    if missing or len(doc) != len(words):
        problem = f"gives no {' and no '.join(missing)}" if missing else "does not keep the words of a text as they are"
        raise OptionError(
            f"Pipeline {name!r} {problem}; it has {', '.join(nlp.pipe_names) or 'nothing'}. "
            f"Name another one, or leave --pipeline out for the bundled {BUNDLED}.",
            code="incomplete-pipeline" if missing else "bad-pipeline",
        )


def fingerprint(nlp: "Language") -> str:
    """Eight hexadecimal digits over all weights and rules, so that a retrained pipeline of the same version differs."""
    digest = hashlib.blake2b(digest_size=4)
    for name, component in nlp.pipeline:
        digest.update(name.encode())
        model: Model[object, object] | None = getattr(component, "model", None)
        if model is None and (to_bytes := getattr(component, "to_bytes", None)):  # a component of rules
            digest.update(to_bytes(exclude=["vocab"]))
        nodes: Iterable[Model[object, object]] = model.walk() if model else ()
        for node in nodes:
            for parameter in node.param_names:
                if node.has_param(parameter):
                    digest.update(node.get_param(parameter).tobytes())
    return digest.hexdigest()


def layout(nlp: "Language", document: Document, sentences: Sequence[int] = ()) -> "Doc":
    """The document's own tokens for spaCy, with the sentence boundaries that the layout shows, or just `sentences`."""
    from spacy.tokens import Doc

    shown = {0, *document.paragraph_starts}
    for heading in document.headings:
        shown |= {heading.start, heading.end}
    shown, otherwise = ({0, *sentences}, False) if sentences else (shown, None)
    starts: list[bool | int | None] = [True if token in shown else otherwise for token in range(len(document.words))]
    return Doc(nlp.vocab, list(document.words), [bool(space) for space in document.spaces], sent_starts=starts)


def columns(doc: "Doc") -> Annotation:
    """Return what a pipeline found, as an annotation."""

    def named(attribute: str, convert: Callable[[str], str] = str) -> Iterator[str]:
        return texts_of(doc, doc.to_array(attribute), convert)

    distances = doc.to_array("HEAD").astype(np.int64)
    relations = zip(distances.tolist(), named("DEP"), strict=True)
    return Annotation(
        pos=tuple(named("POS", lambda name: name or "X")),
        tag=tuple(named("TAG")),
        lemma=tuple(lemma or lower for lemma, lower in zip(named("LEMMA"), named("LOWER"), strict=True)),
        morphology=tuple(named("MORPH", features_of)),
        head=tuple((np.arange(len(doc)) + distances).tolist()),
        relation=tuple(name if distance else "root" for distance, name in relations),
        entity=tuple(named("ENT_TYPE", lambda name: clearnlp.entity_type(_ENTITY_TYPES.get(name, name)))),
        sentence_starts=tuple(sentence.start for sentence in doc.sents),
        vectors=vectors_in(doc),
    )


def texts_of(doc: "Doc", column: NDArray[Any], convert: Callable[[str], str] = str) -> Iterator[str]:
    """The strings that a column's numbers stand for, converted; each is looked up once."""
    values = column.tolist()
    strings = {value: convert(doc.vocab.strings[value]) for value in set(values)}
    return map(strings.__getitem__, values)


def features_of(morphology: str) -> str:
    """Features as an annotation has them: of none spaCy keeps "_"."""
    return "" if morphology == "_" else morphology


def vectors_in(doc: "Doc") -> Vectors | None:
    """The vectors of a Doc's tokens, if the network of the bundled pipeline made them."""
    name = doc.user_data.get(FACTORY)
    if name is None or name != _network_name() or doc.tensor.shape[:1] != (len(doc),):
        return None
    return Vectors(name, np.asarray(doc.tensor, np.float16))


@cache
def _network_name() -> str:
    return text(_MODELS / BUNDLED / FACTORY / "name.txt")


def vectors_of(document: Document, annotation: Annotation) -> Vectors:
    """The vectors of a document's words from the network of the bundled pipeline, which runs if it has not yet.

    Those of the last document are kept here, not in a closure, since what is prepared goes to other processes.
    """
    if annotation.vectors:
        return annotation.vectors
    if not _last or _last[0][0] is not document:
        vectors = load().annotate(document).vectors  # None if the document has no words
        _last[:] = [(document, vectors or Vectors(_network_name(), np.zeros((0, 0), np.float16)))]
    return _last[0][1]


_last: list[tuple[Document, Vectors]] = []
