"""One "it" in its sentence, tree and frame, which rules and features ask about, and its class by a filter."""

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property

from anaphora.preprocess.lexicon import nouns, words_of
from anaphora.preprocess.trees import Trees
from anaphora.workbench.document import ItClass

CLAUSES = frozenset({"csubj", "ccomp", "xcomp", "advcl"})
FINITE = frozenset({"VBD", "VBZ", "VBP", "MD"})
QUESTIONS = frozenset({"if", "whether", "how", "what", "who", "which", "where", "why"})
STOPS = frozenset({".", "?", "!", ";", ":", ""})
ENDS = STOPS | {",", ")", "-", "—", "–", "and", "but", "or", "because", "if", "so", "than", "when", "while"}

_OPENERS = QUESTIONS | {"that", "when", "because", "as"}
_LINKING = frozenset({
    "appear", "become", "feel", "get", "grow", "look", "prove", "remain", "seem", "sound", "stay", "turn",
})  # fmt: skip
_NOMINAL = frozenset({"ADJ", "NOUN", "NUM", "PROPN"})
_HEADS = _NOMINAL | {"VERB", "ADP", "SCONJ", "PRON"}
_PASSED = frozenset({"ADV", "AUX", "DET", "INTJ", "PART"})
_CHANGING = frozenset({"become", "get", "grow", "turn"})
DAYS = frozenset({"today", "tomorrow", "tonight", "yesterday"})
_REACH, _FAR, _BACK = 14, 20, 60
_PHRASES = frozenset({"nsubj", "obj", "conj", "root"})  # what may be taken up again, and places that one is in
_INSIDE = frozenset({"in", "into", "inside", "on"})
_PRONOUNS = frozenset({"it", "its", "itself", "this", "that", "which"})


@dataclass(frozen=True, slots=True)
class Judgement:
    """One "it" by a filter: `pleonastic` refers to nothing, `clausal` to no nominal; and why, in words."""

    token: int
    kind: ItClass
    explanation: str


@dataclass(frozen=True, slots=True)
class Frame:
    """Frame of "it" by words and tags alone, where a parse may be wrong: "it [is very] hard [for me] to ...".

    `link` is "be", "auxiliary" or "none", or the lemma of another linking verb; `first` and `head` are the first and
    the last word of the predicate behind it ("good", "idea"; one token but for noun phrases), `None` if there is none.
    `opener` opens a clause after that, at the token `opens`: "to", "that", "wh" and so on, "clause" for a bare one,
    "ing", or "end" for nothing. `raised` says that the predicate is that of an infinitive, whose subject "it" is by a
    verb or an adjective that has none of its own: "it [seems to be] hard", "it [is likely to] fail".
    """

    link: str
    first: int | None
    head: int | None
    opener: str = "end"
    opens: int = 0
    raised: bool = False


class _Column(dict[int, str]):
    """The values of the words of a sentence, by token; outside of it they are empty."""

    def __missing__(self, token: int) -> str:
        return ""


class It:
    """One "it"; tokens are those of the document, `start` and `end` bound its sentence.

    `word` and `lemma` are those of a token, in small letters, `tag` and `pos` its parts of speech; outside of the
    sentence all are empty. `sentence_in_paragraph` counts from 0; without paragraphs the document is one. `after` are
    the words behind "it" to the end of the sentence, `below` the other dependents of its predicate. What the parser
    calls an expletive is a subject (`is_subject`), too.
    """

    def __init__(self, trees: Trees, token: int, paragraphs: tuple[int, ...] = (), before: "It | None" = None) -> None:
        self.trees, self.token = trees, token
        annotation = trees.annotation
        sentence = annotation.sentence_of(token)
        paragraph = paragraphs[bisect_right(paragraphs, token) - 1] if paragraphs and paragraphs[0] <= token else 0
        self.sentence_in_paragraph = sentence - annotation.sentence_of(paragraph)
        starts = annotation.sentence_starts
        self.start = starts[sentence]
        self.end = starts[sentence + 1] if sentence + 1 < len(starts) else len(trees.words)
        if before and before.start == self.start:
            self.columns: Sequence[Callable[[int], str]] = before.columns
        else:
            columns = (trees.lower, trees.lemma, trees.tag, trees.pos)
            own = [enumerate(column[self.start : self.end], self.start) for column in columns]
            self.columns = [_Column(words).__getitem__ for words in own]
        self.word, self.lemma, self.tag, self.pos = self.columns
        self.relation = trees.base[token]
        self.predicate = trees.head[token]
        self.below = [child for child in trees.children[self.predicate] if child != token]
        self.after = trees.lower[token + 1 : self.end]
        self.is_subject = self.relation in ("nsubj", "expl")
        relations = [trees.relation[child] for child in self.below]
        self.has_copula, self.is_passive = "cop" in relations, "aux:pass" in relations

    @cached_property
    def frame(self) -> Frame:
        """Its frame."""
        link, raised, behind = "none", False, self.token
        if self.pos(self.token - 1) == "AUX":  # "is it ...?"
            link = "be" if self._is_be(self.token - 1) else "auxiliary"
        for token in range(self.token + 1, min(self.end, self.token + _REACH)):
            if token < behind:
                continue
            aside = self.word(token) == "," and self.pos(token + 1) in ("ADV", "INTJ")
            if self.word(token) in STOPS or (self.pos(token) in ("PUNCT", "CCONJ") and not aside):
                break
            if self._is_be(token):
                link = "be"
            elif infinitive := self._raised_infinitive(token, link):
                link, raised, behind = "auxiliary", True, infinitive
            elif self._links(token, link) and self.pos(token + 1) in ("ADJ", "ADV", "DET", "AUX"):
                link = self.lemma(token)
            elif self.pos(token) == "AUX" and link == "none":
                link = "auxiliary"
            elif self.pos(token) in _HEADS and not self._is_passed(token):
                head = token
                while self.pos(head) in _NOMINAL and self._goes_on(head + 1):
                    head += 1
                return Frame(link, token, head, *self.opener(head), raised)
        return Frame(link, None, None, raised=raised)

    def _goes_on(self, token: int) -> bool:
        """Return whether a word belongs to the phrase before it: "cold water", but not "cold today"."""
        return self.pos(token) in ("ADJ", "NOUN", "PROPN") and self.word(token) not in DAYS

    def _links(self, token: int, link: str) -> bool:
        """Return whether a verb that may link does so here: "it was getting dark", but not "it is found"."""
        lemma = self.lemma(token)
        return lemma in _LINKING and (link != "be" or (lemma in _CHANGING and self.tag(token) == "VBG"))

    def _raised_infinitive(self, token: int, link: str) -> int | None:
        """The verb of the infinitive behind a word without a subject of its own (Quirk et al. 1985, 3.40-49, 16.35)."""
        to = token + 1
        while self.pos(to) == "ADV" or self.tag(to) == "RP":
            to += 1
        verb = to + 2 if self.tag(to + 1).startswith("RB") else to + 1
        if link != "be" or self.tag(token) == "VBG":
            raises = self.lemma(token) in words_of("it_filter/sure.toml", "raising.verbs")
        else:
            raises = self.word(token) in words_of("it_filter/sure.toml", "raising.predicates")
        bare = self.tag(verb) == "VB" or self.word(verb) in words_of("it_filter/sure.toml", "weather.verbs")
        return verb if raises and self.word(to) == "to" and bare else None

    @cached_property
    def topics(self) -> list[int]:
        """The heads of phrases before "it" that it may take up, as far as nouns tell: singular, common, no persons.

        They stand in its sentence or the one before, as subjects, objects or predicates, or name what something is in.
        """
        return [token for token in self.before if self._is_topic(token)]

    @property
    def has_topic(self) -> bool:
        """True if something before it may be taken up, be it a noun or another such pronoun."""
        return bool(self.topics) or any(self.trees.lower[token] in _PRONOUNS for token in self.before)

    @cached_property
    def before(self) -> range:
        """The tokens since the start of the sentence before, but not far back: a text may be one sentence."""
        starts = self.trees.annotation.sentence_starts
        first = starts[max(0, self.trees.annotation.sentence_of(self.token) - 1)]
        return range(max(first, self.token - _BACK), self.token)

    def _is_topic(self, token: int) -> bool:
        trees = self.trees
        if trees.tag[token] != "NN" or trees.relation[token].endswith(":unmarked"):
            return False
        inside = any(trees.base[child] == "case" and trees.lower[child] in _INSIDE for child in trees.children[token])
        place = trees.base[token] == "obl" and inside
        return (place or trees.base[token] in _PHRASES) and nouns().verdict(trees.lemma[token])[0] != "person"

    def _is_be(self, token: int) -> bool:
        return self.lemma(token) in ("be", "'s", "s", "’s")

    def _is_passed(self, token: int) -> bool:
        """Return whether a word before the head is passed over: "going to", "kind of", "ten" before a noun."""
        pair = (self.word(token - 1), self.word(token)), (self.word(token), self.word(token + 1))
        passed = {("going", "to"), ("gon", "na"), ("kind", "of"), ("sort", "of"), ("a", "bit"), ("a", "little")}
        return (
            self.pos(token) in _PASSED
            or self.tag(token) == "PRP$"
            or (not passed.isdisjoint(pair) and self.pos(token + 2) != "PRON")
            or (self.pos(token) == "NUM" and self.pos(token + 1) in ("NOUN", "ADJ"))
        )

    def opener(self, head: int) -> tuple[str, int]:
        """Return what opens a clause behind a word, and where; see `Frame`."""
        far = min(self.end, head + _FAR)
        for token in range(head + 1, far):
            word, tag = self.word(token), self.tag(token)
            if word in STOPS:
                return "end", token
            if word == "to" and "VB" in (self.tag(token + 1), self.tag(token + 2)):
                return "to", token
            if word in _OPENERS and tag != "DT":
                return "wh" if word in QUESTIONS else word, token
            if tag in FINITE:
                return "clause", token
            if tag == "VBG" and self.pos(token) == "VERB":
                return "ing", token
        return "end", far

    def clauses_after(self, relations: frozenset[str] = CLAUSES) -> Iterator[int]:
        """The heads of subordinate clauses behind the predicate."""
        return (child for child in self.below if child > self.predicate and self.trees.base[child] in relations)

    def marker(self, clause: int) -> str:
        """The word that opens a clause: "to", "that", "if", a wh-word, or "" for none."""
        for child in self.trees.children[clause]:
            if child < clause and (self.trees.relation[child] == "mark" or self.tag(child).startswith("W")):
                return self.word(child)
        return ""


Idiom = Sequence[tuple[int, str]]
"""The words of an idiom but "it", with their distances from it."""


def idioms(it: It, path: str) -> Iterator[Idiom]:
    """Those idioms of a file whose first word but "it", or its lemma, stands in its place."""
    for distance, by_word in _idioms(path).items():
        word, lemma = it.word(it.token + distance), it.lemma(it.token + distance)
        if word in by_word:
            yield from by_word[word]
        if lemma != word and lemma in by_word:
            yield from by_word[lemma]


@cache
def _idioms(path: str) -> Mapping[int, Mapping[str, Sequence[Idiom]]]:
    """The idioms of a file, by distance and form of their first word."""
    index: dict[int, dict[str, list[Idiom]]] = defaultdict(lambda: defaultdict(list))
    for phrase in map(str.split, sorted(words_of(path, "idioms.phrases"))):
        placed = ((place - phrase.index("it"), word) for place, word in enumerate(phrase))
        idiom = [(distance, word) for distance, word in placed if distance]
        index[idiom[0][0]][idiom[0][1]].append(idiom)
    return index


def occurrences(trees: Trees, paragraphs: tuple[int, ...] = ()) -> Iterator[It]:
    """Every "it" of a document, in text order; `paragraphs` are the tokens that begin one."""
    it = None
    for token in [token for token, word in enumerate(trees.lower) if word == "it"]:
        yield (it := It(trees, token, paragraphs, it))
