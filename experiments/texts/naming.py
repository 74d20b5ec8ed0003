"""English: what an entity is called in the place of one of its pronouns.

**Names** stay as they are. **Noun phrases** become definite, since the entity is known by then: "a dog", "this dog" and
"some dogs" are "the dog" and "the dogs"; "water" and "dogs" stay. Those that name nobody in particular ("every user"),
those without a noun and those of somebody who speaks ("my mother") are no names: nobody would know them again. "His
mother" is one if it is known whose: "Bob's mother".

**Possessives** follow the Chicago Manual of Style (17th edition, 7.16 to 7.23): "James's", "the cooks'", "the United
States'", and for a coordination one "'s" at its end, "Ann and Bob's".
"""

from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from types import MappingProxyType

from anaphora.experiments.texts.entities import best_name, conjuncts, decapitalised, noun_phrase_span, proper_name
from anaphora.preprocess.lexicon import word_lists
from anaphora.workbench.decision import Entity
from anaphora.workbench.document import Gender, Mention, Number, Prepared, Span
from anaphora.workbench.language.anaphors import pronoun

_MOST_WORDS = 6
"""A longer noun phrase is cut behind its noun."""
_DEFINITE: Mapping[str, str] = MappingProxyType(
    dict.fromkeys(("a", "an", "some", "the", "this", "that", "these", "those"), "the")
    | {"another": "the other", "one": "the"}
)


@dataclass(frozen=True, slots=True)
class Name:
    """The name of an entity inside a sentence, with its number as a subject, and its gender.

    `owner` takes the "'s": of "the man with a hat" it is "the man". `is_proper`: it is a name, not a noun phrase.
    `possessor` is the token of a pronoun that belongs before the text (-1: none), as "his" before "mother".
    """

    text: str
    owner: str
    number: Number
    gender: Gender
    is_proper: bool
    plural_form: bool = False
    possessor: int = -1

    def of(self, possessor: str) -> "Name":
        """The name with its possessor before it."""
        return replace(self, text=f"{possessor} {self.text}", owner=f"{possessor} {self.owner}", possessor=-1)

    def possessive(self, mark: str = "'") -> str:
        """The genitive, with this apostrophe: "James's", "the cooks'", "Macy's"."""
        if self.owner.lower().endswith(("'s", "’s", "s'", "s’")):
            return self.owner
        return self.owner + mark + ("" if self.plural_form and self.owner.lower().endswith("s") else "s")


@dataclass(frozen=True, slots=True)
class Calling:
    """The names of an entity in a text: its proper names with their mentions in text order, else a noun phrase.

    `best` is the best of the names, `nominals` are its noun phrases by their heads.
    """

    names: tuple[tuple[str, Mention], ...]
    best: str
    nominal: Name | None
    nominals: Mapping[int, Mention]
    prepared: Prepared
    known: dict[str, Name] = field(default_factory=dict, compare=False, repr=False)

    def at(self, token: int) -> Name | None:
        """Return the name to put in place of a pronoun that is linked to the mention at a token, or is that token.

        For a noun phrase it is the name beside it ("her lawyer, Mr. Reyes"), or else the phrase made definite. (Other
        names that are linked to it are often those of others.) For a name it is the best one that goes with the last
        name there or before: "Mr. Bingley" does not go with "Bennet", even if both were linked to one entity. `None`:
        there is no name, and no noun phrase that may be one.
        """
        nominal = self.nominals.get(token)
        if not self.names:
            return _definite_name(self.prepared, nominal) if nominal else self.nominal
        after = bisect_right(self.names, token, key=lambda named: named[1].head)
        last, _ = self.names[max(after - 1, 0)]
        if nominal:
            following = self.names[after : after + 1]
            beside = [name for name, mention in following if self._stand_together(nominal, mention)]
            if not beside:
                return _definite_name(self.prepared, nominal)
            (last,) = beside
        if last not in self.known:  # names recur
            self.known[last] = self._going_with(last)
        return self.known[last]

    def _stand_together(self, nominal: Mention, name: Mention) -> bool:
        """Return whether a name follows a noun phrase, with or without a comma, or is in it: "a man called Bob"."""
        annotation, words = self.prepared.annotation, self.prepared.document.words
        if name.head in nominal.span:
            return annotation.relation[annotation.head[name.head]].partition(":")[0] == "acl"
        return set(words[nominal.span.end : name.span.start]) <= {","} and name.span.start <= nominal.span.end + 1

    def _going_with(self, last: str) -> Name:
        fitting = [name for name, _ in self.names if goes_with(name, last)]
        chosen = self.best if goes_with(self.best, last) else best_name(fitting)
        bearers = [mention for name, mention in self.names if name == chosen]
        several = bool(conjuncts(self.prepared, bearers[0]))
        words = self.prepared.document.words
        end = chosen.rpartition(" ")[2]
        ends = [(mention, token) for mention in bearers for token in mention.span if words[token] == end]
        plural_form = not several and any(_is_plural_form(self.prepared, mention, token) for mention, token in ends)
        return Name(chosen, chosen, _number(bearers), _gender(bearers), True, plural_form)


def goes_with(name: str, other: str) -> bool:
    """Return whether one of two names has all words of the other: "Mr. Darcy" and "Darcy"."""
    words, others = set(name.casefold().split()) - {"the"}, set(other.casefold().split()) - {"the"}
    return words <= others or others <= words


def calling(prepared: Prepared, entity: Entity) -> Calling:
    """Collect the names of an entity."""
    members = [prepared.mentions[index] for index in entity.mentions]
    names = tuple((proper_name(prepared, mention), mention) for mention in members if mention.kind == "name")
    if _is_common(entity.name, [mention for name, mention in names if name == entity.name]):
        names = ()
    others = (mention for mention in members if mention.kind != "pronoun")
    nominals = [] if names else [name for mention in others if (name := _definite_name(prepared, mention))]
    counts = Counter((name.possessor < 0, name.text.casefold()) for name in nominals)
    best = max(counts, key=lambda form: (form[0], counts[form]), default=None)  # of equal ones the first
    nominal = next((name for name in nominals if (name.possessor < 0, name.text.casefold()) == best), None)
    by_head = {mention.head: mention for mention in members if mention.kind == "nominal"}
    return Calling(names, entity.name, nominal, by_head, prepared)


def _is_common(name: str, bearers: Sequence[Mention]) -> bool:
    """Return whether a word is called a name by its capital letter alone: "a young American"."""
    return bool(bearers) and " " not in name and all(mention.definiteness == "indefinite" for mention in bearers)


def called(prepared: Prepared, mention: Mention) -> str | None:
    """Return the name in a mention, as `calling` finds it; `None` for a pronoun, and for what may be no name."""
    if mention.kind == "name":
        return proper_name(prepared, mention)
    name = _definite_name(prepared, mention) if mention.kind == "nominal" else None
    return name.text if name else None


def joined_name(names: Iterable[Name]) -> Name:
    """The name of several together: "Ann, Bob and the cook"."""
    *first, last = names
    if not first:
        return last
    before = f"{', '.join(name.text for name in first)} and "
    is_proper = all(name.is_proper for name in (*first, last))
    return Name(before + last.text, before + last.owner, "plural", "unknown", is_proper, last.plural_form)


def _gender(bearers: Iterable[Mention]) -> Gender:
    genders = {mention.gender for mention in bearers} - {"unknown"}
    return genders.pop() if len(genders) == 1 else "unknown"


def _number(bearers: Iterable[Mention]) -> Number:
    numbers = Counter(mention.number for mention in bearers if mention.number != "unknown").most_common(1)
    return numbers[0][0] if numbers else "unknown"


def _is_plural_form(prepared: Prepared, mention: Mention, end: int) -> bool:
    """Return whether its last word is a plural: "the cooks", "the Court of Appeals", "the Wolfes", not "Simmons"."""
    plural = prepared.annotation.tag[end] in ("NNS", "NNPS")
    before = prepared.document.words[end - 1].lower() if end else ""
    return plural and (mention.animacy != "animate" or mention.kind == "nominal" or before == "the")


def _definite_name(prepared: Prepared, mention: Mention) -> Name | None:
    """A noun phrase made definite, unless it names nobody in particular or nobody would know it again."""
    span = noun_phrase_span(prepared, mention)
    head = mention.head
    span = mention.span if (members := conjuncts(prepared, mention)) else span
    possessor = -1 if members else _possessor(prepared, span, head)
    span = Span(span.start + 1, span.end) if possessor >= 0 else span
    if len(span) > _MOST_WORDS and not members:
        span = Span(span.start, head + 1)
    if not _may_name(prepared, span, (head, *members)):
        return None
    text = _definite(prepared, span, mention, (head, *members))
    base = Span(span.start, max((head, *_flat(prepared, span, head))) + 1)
    owner = text if members else _definite(prepared, base, mention, (head,))
    by_tag: Number = "plural" if prepared.annotation.tag[head] in ("NNS", "NNPS") else "singular"
    number = mention.number if mention.number != "unknown" else by_tag
    plural_form = not members and _is_plural_form(prepared, mention, head)
    return Name(text, owner, number, mention.gender, False, plural_form, possessor)


def _possessor(prepared: Prepared, span: Span, head: int) -> int:
    """The token of a possessive of the third person before a noun phrase, -1 if there is none."""
    entry = pronoun(prepared.document.words[span.start].lower())
    annotation, first = prepared.annotation, span.start
    owned = first < head and annotation.head[first] == head and annotation.relation[first] == "nmod:poss"
    return first if owned and entry and entry.person == 3 else -1


def _flat(prepared: Prepared, span: Span, head: int) -> list[int]:
    """The tokens of a name behind a noun that is its title: "Aunt Polly"."""
    relation, heads = prepared.annotation.relation, prepared.annotation.head
    return [token for token in span if heads[token] == head and relation[token].startswith("flat")]


def _may_name(prepared: Prepared, span: Span, heads: tuple[int, ...]) -> bool:
    words = prepared.document.words
    annotation = prepared.annotation
    lists = word_lists()["number"]
    if any(annotation.pos[head] not in ("NOUN", "PROPN") for head in heads):
        return False
    if any(_is_pronoun(prepared, token) for token in span):
        return False
    counts = lists["quantifier"] | lists["partitive"]
    if annotation.lemma[heads[0]] in counts and words[heads[0] + 1 : heads[0] + 2] == ("of",):
        return False
    determiners = (words[token].lower() for token in _determiners(prepared, span, heads))
    return all(word in _DEFINITE or word in ("both", "all", "half") for word in determiners)


def _is_pronoun(prepared: Prepared, token: int) -> bool:
    entry = pronoun(prepared.document.words[token].lower())
    return entry is not None and (entry.type != "demonstrative" or prepared.annotation.pos[token] == "PRON")


def _determiners(prepared: Prepared, span: Span, heads: tuple[int, ...]) -> Iterator[int]:
    annotation = prepared.annotation
    for token in span:
        relation = "det" if prepared.document.words[token].lower() == "one" else annotation.relation[token]
        if relation.partition(":")[0] == "det" and annotation.head[token] in heads:
            yield token


def _definite(prepared: Prepared, span: Span, mention: Mention, heads: tuple[int, ...]) -> str:
    """The words of a noun phrase with "the" for "a", "some" and "this", and before counted things and bare persons.

    Of bare plurals the past has certain ones, the present any: "We hired bikes: the bikes", "Bikes have brakes: bikes".
    """
    document, pos, tag = prepared.document, prepared.annotation.pos, prepared.annotation.tag
    determiners = set(_determiners(prepared, span, heads))
    pieces = []
    for token in span:
        word = document.words[token]
        word = _DEFINITE.get(word.lower(), word) if token in determiners else word
        pieces.append(word + document.spaces[token])
    text = " ".join("".join(pieces).split())
    titled = bool(_flat(prepared, span, mention.head))
    text = text if titled or pos[span.start] == "PROPN" else decapitalised(text)
    person = mention.number == "singular" and mention.animacy != "inanimate"
    certain = tag[mention.head] == "NNS" and "VBD" in tag[max(0, mention.clause - 1) : mention.clause + 1]
    bare, counted = mention.definiteness == "bare", mention.definiteness == "indefinite" and not determiners
    is_known = (bare and (person or certain)) or counted
    return f"the {text}" if is_known and not titled and len(heads) == 1 else text


# the words around a pronoun


def apostrophe(text: str) -> str:
    """The apostrophe that a text has: the typographic one if it has no other."""
    return "’" if "’" in text and "'" not in text else "'"


def in_place_of(word: str, name: str) -> str:
    """A name with the capitals of the pronoun whose place it takes."""
    if len(word) > 1 and word.isupper():
        return name.upper()
    return name[:1].upper() + name[1:] if word[:1].isupper() else name
