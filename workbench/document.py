"""Documents and what preprocessing finds in them. No gold lives here: see `anaphora.workbench.key`.

Offsets count tokens, start inclusive, end exclusive; readers convert from their formats' own conventions.
"""

import re
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, fields, make_dataclass, replace
from functools import wraps
from itertools import accumulate, chain, pairwise
from operator import add
from typing import TYPE_CHECKING, Literal, NamedTuple, TypeVar, get_args

from anaphora.workbench.errors import WorkbenchError

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

Number = Literal["singular", "plural", "unknown"]
Gender = Literal["masculine", "feminine", "neuter", "common", "non-feminine", "non-masculine", "unknown"]
"""In some languages nouns of the common gender may name men, women and things; a pronoun may be any but feminine."""
Animacy = Literal["animate", "inanimate", "unknown"]
Kind = Literal["pronoun", "name", "nominal"]
Function = Literal[
    "subject", "object", "indirect_object", "oblique", "agent", "possessor", "predicate", "apposition", "existential",
    "other",
]  # fmt: skip
Definiteness = Literal["definite", "indefinite", "bare", "name", "pronoun"]
RUNS = re.compile(r"\w+|[^\w\s]")
"""Runs of letters and single signs, which are the same however a text is divided into words."""


@dataclass(frozen=True, slots=True, order=True)
class Span:
    """Tokens `start` (inclusive) to `end` (exclusive) less those of `gaps`, which only discontinuous mentions have."""

    start: int
    end: int
    gaps: tuple[tuple[int, int], ...] = ()

    def __reduce__(self) -> tuple[object, ...]:
        # what dataclasses do for slots takes four times as long, and documents go to other processes by the thousand
        return Span, (self.start, self.end, self.gaps)

    def __len__(self) -> int:
        length = self.end - self.start
        return length - sum(end - start for start, end in self.gaps) if self.gaps else length

    def __contains__(self, token: int) -> bool:
        if not self.start <= token < self.end:
            return False
        return not (self.gaps and any(start <= token < end for start, end in self.gaps))

    def __iter__(self) -> Iterator[int]:
        return chain.from_iterable(self.ranges()) if self.gaps else iter(range(self.start, self.end))

    def ranges(self) -> Iterator[range]:
        """The tokens between its gaps, part by part."""
        starts = (self.start, *(after for _, after in self.gaps))
        ends = (*(gap for gap, _ in self.gaps), self.end)
        return map(range, starts, ends)

    def index(self, token: int) -> int:
        """Count the span's tokens before `token`, which is one of them."""
        return token - self.start - sum(end - start for start, end in self.gaps if end <= token)

    @staticmethod
    def over(tokens: Iterable[int]) -> "Span":
        """The span of these tokens, in any order; there is one at least."""
        ordered = sorted(set(tokens))
        breaks = [(left + 1, right) for left, right in pairwise(ordered) if right > left + 1]
        return Span(ordered[0], ordered[-1] + 1, tuple(breaks))

    def encloses(self, other: "Span") -> bool:
        """Return whether every token of `other` lies between this span's ends."""
        return self.start <= other.start and other.end <= self.end


class QuotedMention(NamedTuple):
    """A mention as its words; `start` is where its first letter may be, blanks not counted, `around` its context."""

    words: str
    start: int | None = None
    around: str = ""


Quotes = Sequence[Sequence[QuotedMention]]
"""The chains of a document, each with its mentions in the order of the answer."""


@dataclass(frozen=True, slots=True, eq=False)
class Vectors:
    """Vectors that a network made of the words of a document in their context, a row of `values` for each word.

    `network` names it and its version: numbers of two networks have nothing to do with each other.
    """

    network: str
    values: "NDArray[np.float16]"


@dataclass(frozen=True, slots=True)
class Annotation:
    """Columns over the tokens of one document, in the Universal Dependencies scheme.

    `head` holds document-wide token indices; the root of a sentence is its own head, as in spaCy.
    `morphology` is the UD feature string (`Number=Sing|Person=3`, empty if none). `entity` is an entity type
    (`PERSON`, `PLACE`, ...) for each token inside an entity, else empty. `sentence_starts` are token indices.
    `vectors` are those of the network that found all this, where it gives any.
    """

    pos: tuple[str, ...]
    tag: tuple[str, ...]
    lemma: tuple[str, ...]
    morphology: tuple[str, ...]
    head: tuple[int, ...]
    relation: tuple[str, ...]
    entity: tuple[str, ...]
    sentence_starts: tuple[int, ...]
    vectors: Vectors | None = field(default=None, compare=False, repr=False)

    def sentence_of(self, token: int) -> int:
        """The index of the sentence that holds `token`."""
        return bisect_right(self.sentence_starts, token) - 1

    def children(self) -> dict[int, list[int]]:
        """The dependents of each token in text order; a token without any gives an empty list."""
        children: dict[int, list[int]] = defaultdict(list)
        for token, head in enumerate(self.head):
            if head != token:
                children[head].append(token)
        return children

    def head_of(self, span: Span) -> int:
        """The head of a mention: its first token whose own head lies outside; punctuation only for want of words."""
        outside = (token for token in span if self.head[token] not in span or self.head[token] == token)
        first = next(outside, span.start)
        return next((token for token in chain((first,), outside) if self.pos[token] != "PUNCT"), first)


FIRST_NODE = 1 << 30
"""Tokens from here on are empty nodes, in the order of `Document.nodes`; words keep their own numbers."""
ZERO = "∅"
"""The sign that stands for an empty node."""


class EmptyNode(NamedTuple):
    """A word that is not in the text, such as a dropped pronoun, as enhanced Universal Dependencies write it.

    It stands behind `place` words of the document, in `sentence` (an index), as number `rank` there: `8.1` is the first
    behind word 8. `relations` are its governors (tokens, -1 for the root) each with the relation to it (DEPS).
    """

    place: int
    sentence: int
    rank: int
    relations: tuple[tuple[int, str], ...] = ()
    form: str = ""
    lemma: str = ""
    pos: str = ""
    tag: str = ""
    morphology: str = ""

    @property
    def where(self) -> tuple[int, int, int]:
        """The place by which the nodes of a text are ordered; no two have the same."""
        return self.place, self.sentence, self.rank


@dataclass(frozen=True, slots=True)
class Document:
    """One text as a corpus gives it: `text` is `prefix` and then each word with the white space that follows it.

    `nodes` are its empty nodes in text order: token `FIRST_NODE` is the first. They are no words; resolvers and
    preprocessing get documents without them (`workbench.key.overt`).
    `sentence_starts` and `paragraph_starts` are token indices, empty where the format does not mark them; `headings`
    are spans of whole headings; `annotation` is what came with the corpus (gold tags and trees). `parse` is its phrase
    structure, a parse bit for each token, which form trees (`parse_fault`); it is empty where there is none.
    Only CoNLL-2012 files bring it: GUM has it in files apart (.ptb), and the `constituents` of e2e's JSON lines keep
    but one label of phrases that have the same words; neither is read. `language` is a code such as "en", empty where
    the corpus does not say. `tagged` has the tags, lemmas and features of a corpus without trees of dependencies: its
    heads and relations are empty, and so is each value that is not known. `speakers` names for each token who says it,
    empty where that is not known, and has no entries where nothing is known. `labels` are the spans of names and colons
    before turns, which nobody says: "Ann:".
    """

    id: str
    words: tuple[str, ...]
    spaces: tuple[str, ...]
    sentence_starts: tuple[int, ...] = ()
    paragraph_starts: tuple[int, ...] = ()
    headings: tuple[Span, ...] = ()
    genre: str = ""
    annotation: Annotation | None = None
    prefix: str = ""
    parse: tuple[str, ...] = ()
    language: str = ""
    nodes: tuple[EmptyNode, ...] = ()
    speakers: tuple[str, ...] = ()
    labels: tuple[Span, ...] = ()
    tagged: Annotation | None = None

    @property
    def text(self) -> str:
        """The text, character by character as it was read."""
        return self.prefix + "".join(word + space for word, space in zip(self.words, self.spaces, strict=True))

    def character_starts(self) -> list[int]:
        """The character offset in `text` at which each token starts."""
        lengths = (len(word) + len(space) for word, space in zip(self.words, self.spaces, strict=True))
        return list(accumulate(lengths, initial=len(self.prefix)))[:-1]

    def words_of(self, span: Span) -> str:
        """The words of a span as they stand in the text, gaps shown as an ellipsis."""
        if span.end > FIRST_NODE:
            shown = (token for token in self.in_text_order() if token in span)
            return " ".join(ZERO if token >= FIRST_NODE else self.words[token] for token in shown)
        if not span.gaps:
            bounds = slice(span.start, span.end)
            return " ".join("".join(map(add, self.words[bounds], self.spaces[bounds])).split())
        pieces = []
        for token in span:
            pieces.append(self.words[token])
            following = token + 1
            if following < span.end:
                pieces.append(self.spaces[token] if following in span else " ... ")
        return " ".join("".join(pieces).split())

    def in_text_order(self) -> list[int]:
        """List all tokens in text order, empty nodes among the words."""
        tokens = list(range(len(self.words)))
        for number, node in reversed(list(enumerate(self.nodes))):
            tokens.insert(node.place, FIRST_NODE + number)
        return tokens


@dataclass(frozen=True, slots=True)
class Mention:
    """A noun phrase or pronoun that preprocessing found, with the record that resolvers read.

    `span` is maximal (with post-modifiers), `base` ends with the head; `head` is a token. `sentence` and `paragraph`
    are indices; `clause` is the token that heads the mention's clause. `governor` is the token of the predicate that
    the mention depends on (-1: none) and `preposition` the token of the preposition it is the complement of (-1: none;
    the head itself where a case of that form does what prepositions do elsewhere: Hungarian *házban*). `coordination`
    is the span of the coordination that the mention is a conjunct of. Features that are not known are "unknown", which
    agrees with everything; animate means a person, animals are "unknown". `participant` is which of the speakers of a
    document a pronoun of the first or second person means, empty where that is not known. A pronoun is `polite` if it
    may address somebody in the third person (German *Sie*, and its reflexive *sich*).
    """

    span: Span
    base: Span
    head: int
    lemma: str
    kind: Kind
    pronoun: str
    person: int
    number: Number
    gender: Gender
    animacy: Animacy
    function: Function
    definiteness: Definiteness
    sentence: int
    paragraph: int
    clause: int
    governor: int
    preposition: int
    heading: bool
    coordination: Span | None
    evidence: str
    participant: str = ""
    polite: bool = False

    @property
    def stands_for_what_is_owned(self) -> bool:
        """True for a possessive without a noun beside it: "Tom lost his." It means the owner, not what he lost."""
        return self.pronoun == "possessive" and self.function != "possessor"


@dataclass(frozen=True, slots=True)
class Removal:
    """A candidate that was taken off the list, and why.

    It disagrees in number, gender, animacy or person, means another speaker (speaker), contains the anaphor
    (containment), or is a conjunct where a plural pronoun takes the whole coordination (coordination).
    """

    mention: int
    reason: str


@dataclass(frozen=True, slots=True)
class Case:
    """One anaphor with its candidates; all mentions are indices into `Prepared.mentions`, in text order.

    `scope_start` is the first token of the search scope. `candidates` are the mentions in scope, `compatible` those
    that agreement leaves, `removed` the others, each with its reason.
    """

    anaphor: int
    scope_start: int
    candidates: tuple[int, ...]
    compatible: tuple[int, ...]
    removed: tuple[Removal, ...]


ItClass = Literal["pleonastic", "clausal", "anaphoric"]
"""The classes of "it": it refers to nothing, to a clause, or to what a nominal stands for."""
IT_CLASSES: tuple[ItClass, ...] = get_args(ItClass)


@dataclass(frozen=True, slots=True)
class NonAnaphoric:
    """A pronoun token that the filter took out before resolution, with the rule or the reason in words.

    `kind` is "pleonastic" (it refers to nothing) or "clausal" (to no nominal).
    """

    token: int
    rule: str
    kind: str = "pleonastic"


def _without_vectors() -> Vectors:
    problem = "This document was prepared by hand, without anything that gives the vectors of its words."
    raise WorkbenchError(f"{problem} Let anaphora.preprocess.prepare make it.", code="no-vectors")


@dataclass(frozen=True, slots=True)
class Prepared:
    """All that a resolver may see of a document; made once and shared by every resolver.

    `document` comes without the corpus' own annotation, and without its phrase structure (`parse`) unless that layer is
    perfect. `clauses` gives for each token the token that heads its
    clause. `signature` names the pipeline, the input mode and every option that shaped the lists; `perfect` has the
    layers that came from a key. `vectors()` gives the vectors of the words. They are always from the network of the
    bundled pipeline: it made them for its own analysis; where the corpus or another pipeline gave the analysis, it runs
    when they are first asked for.
    """

    document: Document
    annotation: Annotation
    mentions: tuple[Mention, ...]
    clauses: tuple[int, ...]
    cases: tuple[Case, ...]
    non_anaphoric: tuple[NonAnaphoric, ...]
    signature: str
    perfect: tuple[str, ...] = ()
    vectors: Callable[[], Vectors] = field(default=_without_vectors, compare=False, repr=False)

    def without_vectors(self) -> "Prepared":
        """The same without the vectors of its words, which are large: to be kept, or sent to another process."""
        return replace(self, annotation=replace(self.annotation, vectors=None), vectors=_without_vectors)


_BIT = re.compile(r"((?:\([^()*\s]*)*)\*(\)*)")
"""A parse bit: phrase structure as a column over tokens, as CoNLL-2012 has it (Pradhan et al. 2012).

It is `*`, which stands for the token, behind what opens with it and before what closes with it. "He left" is

    (S(NP*)    (VP*))

Labels are those of the treebank. A bit that is just `*` outside of all brackets belongs to no tree.
"""


def opened_phrases(bit: str) -> list[str]:
    """The labels of the phrases that begin with a token, the outermost first."""
    return bit.partition("*")[0].split("(")[1:]


def closed_phrases(bit: str) -> int:
    """Count the phrases that end with a token."""
    return bit.count(")")


def parse_fault(bits: Sequence[str], sentence_starts: Sequence[int]) -> tuple[int, str] | None:
    """The first token at which bits are no trees, each within its sentence, and why; `None` if they are trees."""
    depth_of = {bit: bit.count("(") - bit.count(")") for bit in set(bits)}
    odd = {bit for bit in depth_of if not _BIT.fullmatch(bit)}
    borders = {*sentence_starts}
    depth = 0
    for token, bit in enumerate(bits):
        if depth and token in borders:
            return token - 1, "a phrase is still open where the sentence ends"
        if bit in odd:
            return token, f"'{bit}' is not a parse bit such as (NP*, * or *)"
        depth += depth_of[bit]
        if depth < 0:
            return token, f"'{bit}' closes a phrase that was not opened"
    return (len(bits) - 1, "a phrase is still open where the document ends") if depth else None


Made = TypeVar("Made")


def maker_of(frozen: type[Made]) -> type[Made]:
    """A class that makes instances of a frozen dataclass in a tenth of the time, and freezes them when they are filled.

    The `__init__` of a frozen dataclass sets its fields one by one past its own `__setattr__`.
    """
    columns = [(column.name, column.type, column) for column in fields(frozen)]  # type: ignore[arg-type]
    filled = make_dataclass(frozen.__name__, columns, namespace={"__post_init__": None})
    body = {name: vars(object)[name] for name in ("__setattr__", "__delattr__")}
    body |= {"__init__": vars(filled)["__init__"], "__post_init__": lambda made: setattr(made, "__class__", frozen)}
    return type(frozen.__name__, (frozen,), body | {"__slots__": ()})


Asked = TypeVar("Asked")
Result = TypeVar("Result")


def once(work: Callable[[Asked], Result]) -> Callable[[Asked], Result]:
    """Keep the result for the last document asked for; it must not be changed afterwards.

    All resolvers run on one document before the next one is read, so one place is enough.
    """
    last: list[tuple[Asked, Result]] = []

    @wraps(work)
    def kept(asked: Asked) -> Result:
        latest = last[:1]  # a copy, since another thread may replace it meanwhile
        if not latest or latest[0][0] is not asked:
            latest = [(asked, work(asked))]
            last[:] = latest
        return latest[0][1]

    return kept
