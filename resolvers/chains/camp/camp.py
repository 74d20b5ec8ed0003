"""CAMP (Baldwin, Morton, Bagga et al. 1998, MUC-7): seven components in a fixed order, each to be scored alone.

Every component resolves a limited class of mentions well, and sees the chains that those before it have made:

1. genre: capitals of marked regions (off unless asked for)
2. proper_names: La Hack, names that are shortened, abbreviated or written in another way
3. syntactic: appositions and predicate nominals
4. quotations: "I", "you" and "we" in quoted speech
5. cogniac_names, 6. common_nouns, 7. pronouns: CogNIAC (Baldwin 1997), on names, nouns and third-person pronouns

Of 5 to 7 salience is a partial order: a tie at the top leaves the anaphor open. A mention has a set of things that it
may be, each with a confidence; a link leaves only what both ends may be.

The paper describes control and components in words and prints no rules, lists or numbers; those here are ours. Where
this departs from its description:

- Its names came from IBM's Textract. Here names of the tagger are compared; entity types, titles and the first names of
  the census are the evidence for what they name.
- It was developed on newspaper articles, to the most recall at a precision of 80 % (MUC). Here that was done on GUM
  train with the key's mentions. It is why nouns without a determiner count as anaphors where all words are repeated.
- Third-person pronouns are those of the shared cases, with their window and filter of "it". The rules read those
  antecedents first that are surest to agree; what they leave open goes to the only entity that is as sure, as recent
  and as much a subject as all others.
- The first and second person are resolved in quoted speech only, as in the paper. With `narrator` "I" outside
  quotations is one person.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, field, replace
from itertools import islice

from anaphora.resolvers.chains.camp.markup import (
    CampOptions,
    Markup,
    ProperName,
    Vector,
    initials,
    is_probably,
    markup,
    names,
    salient,
    same_first_name,
    words,
)
from anaphora.resolvers.chains.camp.quotations import link_quoted_speech
from anaphora.resolvers.cogniac import RULES, Context, clauses_of, first_answer
from anaphora.resolvers.columns import REMOVED, bare_words
from anaphora.resolvers.parameters import check_choice, check_range
from anaphora.resolvers.syntax.binding import children_of, coordinations_of
from anaphora.workbench.adapters import pronouns_of
from anaphora.workbench.decision import Chains, Link, LinkResolver
from anaphora.workbench.document import Case, Mention, Prepared, once
from anaphora.workbench.errors import OptionError
from anaphora.workbench.linking import UnionFind
from anaphora.workbench.resolver_entry import Part, ResolverEntry

REGIONS: Mapping[str, Callable[[Mention], bool]] = {
    "heading": lambda mention: mention.heading,
    "opening": lambda mention: mention.paragraph == 0,
}


def link_regions(markup: Markup, options: CampOptions) -> None:
    """Genre-specific coreference: what a marked region writes in capitals is what the text says elsewhere.

    In the paper's newspaper texts the SLUG and PREAMBLE of a message name its entities in capitals:
    "BC-HUGHES-FCC-BLOOM". A region is `heading` (which SLUG and PREAMBLE are in MUC's SGML) or `opening` (the first
    paragraph), a pattern one of `words.toml`; which go together the option `genre` says, such as `heading:capitals`.
    """
    if not options.genre:
        return
    texts = [bare_words(markup.prepared, mention) for mention in markup.mentions]
    elsewhere = defaultdict(list)
    for number, mention in enumerate(markup.mentions):
        if mention.kind != "pronoun":
            elsewhere[texts[number]].append(number)
    for region, pattern in options.genre:
        matches = re.compile(words().genre[pattern]).fullmatch
        for number, mention in enumerate(markup.mentions):
            if mention.kind == "pronoun" or not REGIONS[region](mention):
                continue
            if all(matches(markup.prepared.document.words[token]) for token in mention.base):
                for other in elsewhere[texts[number]]:
                    markup.link(number, other, "genre", f"{pattern} in {region}")


_MOST_ALIKE = 100
"""Entities that a name is compared with, of those whose names share its words: of more hardly one would stand out."""
Mark = tuple[str, str | tuple[str, ...]]
_Placed = dict[Mark, list[ProperName]]


def link_proper_names(markup: Markup, _: CampOptions) -> None:
    """La Hack: proper names that are shortened, abbreviated or written in another way (Baldwin et al. 1998).

    Names are taken longest first. One is linked if there is a single entity of longer or equal names that it matches:

    - any: the same words, if titles do not conflict;
    - person: the same last name, and no conflict of first names, initials, titles or "Jr.";
    - organisation: an acronym (of "General Motors" too), or the first words of a name with a corporate designator;
    - place: another name of it (`words.toml`).

    Two arguments of one verb are never linked.
    """
    placed: _Placed = defaultdict(list)
    longest_first = sorted(
        names(markup.prepared), key=lambda name: (-len(name.words), not name.titled, name.sex == "unknown")
    )
    for name in longest_first:
        matches = {
            markup.entities.entity_of[other.mention]: (other, rule)
            for other, rule in _matching_names(markup, placed, name)
        }
        equal = {
            entity: match for entity, match in matches.items() if match[1] == "same words" and match[0].sex == name.sex
        }
        chosen = matches if len(matches) == 1 or not equal else equal
        if len(chosen) == 1:
            [(other, rule)] = chosen.values()
            markup.link(other.mention, name.mention, "proper_names", rule)
        if len(chosen) < 2 and not equal:  # else one that is found in the same ways stands there already
            for mark in _marks(name):
                if len(placed[mark]) < _MOST_ALIKE:
                    placed[mark].append(name)


def _marks(name: ProperName) -> Iterator[Mark]:
    """Yield the marks under which shorter names find a name."""
    text = " ".join(name.words)
    yield "words", name.words
    yield "alias", words().aliases.get(text, text)
    if name.is_of_person:
        yield "last", name.words[-1]
    for letters in dict.fromkeys((initials(name.words), initials(name.whole))):
        yield "acronym", letters
    if name.designated:
        for length in range(1, len(name.words)):
            yield "first words", name.words[:length]


def _matching_names(
    markup: Markup, placed: dict[Mark, list[ProperName]], name: ProperName
) -> Iterator[tuple[ProperName, str]]:
    """The names among those placed that a name may be short for, each with the rule, the surest last."""
    span = markup.mentions[name.mention].span
    for other, rule in _longer_names(placed, name):
        other_span = markup.mentions[other.mention].span
        nested = span.encloses(other_span) or other_span.encloses(span)
        possible = not nested and markup.sureness(other.mention, name.mention) > 0
        if possible and markup.may_be_one(name.mention, other.mention):
            yield other, rule


def _longer_names(placed: _Placed, name: ProperName) -> Iterator[tuple[ProperName, str]]:
    text = " ".join(name.words)
    if name.is_of_person:
        for other in placed["last", name.words[-1]]:
            if "person" in (name.type, other.type) and same_first_name(name, other):
                yield other, "last name"
    if len(name.words) == 1 and len(text) > 1:
        letters = text.replace(".", "")
        for other in placed["acronym", letters]:
            if other.type != "person" or other.plural or initials(other.words) != letters:
                yield other, "acronym"
    if name.type in ("organization", ""):
        yield from ((other, "first words") for other in placed["first words", name.words])
    yield from (
        (other, "alias") for other in placed["alias", words().aliases.get(text, text)] if other.words != name.words
    )
    yield from ((other, "same words") for other in placed["words", name.words])


_NO_SUBJECTS = frozenset({"there", "what", "who", "which"})


def link_syntactic(markup: Markup, options: CampOptions) -> None:
    """Highly syntactic coreference: appositions and predicate nominals.

    - Apposition: an NP in apposition to another, of the same number and kind, in no list and no date or place ("Paris,
      France"); not both are without determiner. MUC-7 accepts indefinite ones, MUC-6 only definite ones (Soon, Ng & Lim
      2001); the option `indefinite` says which.
    - Predicate nominal: a subject linked with an NP by be, become or remain, without negation, modal or question.
    """
    by_head: dict[int, list[int]] = defaultdict(list)
    coordinations = coordinations_of(markup.prepared)
    for number, mention in enumerate(markup.mentions):
        if mention.span not in coordinations:
            by_head[mention.head].append(number)
    _appositions(markup, by_head, options.indefinite)
    _predicates(markup, by_head)


def _appositions(markup: Markup, by_head: Mapping[int, Sequence[int]], indefinite: bool) -> None:
    annotation, mentions = markup.prepared.annotation, markup.mentions
    beside = Counter(
        annotation.head[token] for token, relation in enumerate(annotation.relation) if relation.startswith("appos")
    )
    for number, mention in enumerate(mentions):
        if mention.function != "apposition" or mention.coordination or number not in by_head[mention.head]:
            continue
        above = annotation.head[mention.head]
        for modified in by_head.get(above, ())[:1]:
            if beside[above] == 1 and _may_be_apposition(markup, modified, number, indefinite):
                markup.link(modified, number, "syntactic", "apposition")


def _may_be_apposition(markup: Markup, number: int, apposition: int, indefinite: bool) -> bool:
    first, second = markup.mentions[number], markup.mentions[apposition]
    if first.coordination or "pronoun" in (first.kind, second.kind):
        return False
    if first.number != second.number and "unknown" not in (first.number, second.number):
        return False
    entity = markup.prepared.annotation.entity
    if first.kind == second.kind == "name" and entity[second.head] in ("PLACE", "TIME"):
        return False
    if second.span.encloses(first.span) or markup.sureness(number, apposition) == 0:
        return False
    if not indefinite and "indefinite" in (first.definiteness, second.definiteness):
        return False
    return {first.definiteness, second.definiteness} != {"bare"}


def _predicates(markup: Markup, by_head: Mapping[int, Sequence[int]]) -> None:
    for number, mention in enumerate(markup.mentions):
        if mention.function != "predicate" or mention.coordination or mention.kind == "pronoun":
            continue
        for subject in _subjects(markup, mention):
            for referent in by_head.get(subject, ())[:1]:
                said_of = markup.mentions[referent]
                agree = said_of.number == mention.number or "unknown" in (said_of.number, mention.number)
                if agree and not said_of.coordination and not mention.span.encloses(said_of.span):
                    markup.link(referent, number, "syntactic", "predicate nominal")


def _subjects(markup: Markup, predicate: Mention) -> list[int]:
    """The subject that a predicate nominal is said of, a token; none if that is denied, possible or asked."""
    annotation = markup.prepared.annotation
    lists = words()
    children = children_of(markup.prepared)
    verb = predicate.head
    if annotation.relation[verb] == "xcomp":
        verb = annotation.head[verb]
        copulas = [verb]
    else:
        copulas = [child for child in children.get(verb, ()) if annotation.relation[child] == "cop"]
    linking = any(annotation.lemma[copula].lower() in lists.copulas for copula in copulas)
    if (
        not linking
        or predicate.preposition >= 0
        or _is_hedged(markup, {verb, predicate.head})
        or _is_question(markup, verb)
    ):
        return []
    return [
        child
        for child in children.get(verb, ())
        if annotation.relation[child].startswith("nsubj")
        and child < min(copulas)
        and annotation.lemma[child].lower() not in _NO_SUBJECTS
    ][:1]


def _is_hedged(markup: Markup, heads: Set[int]) -> bool:
    """Return whether a statement with one of these heads is denied or only possible."""
    annotation = markup.prepared.annotation
    children = children_of(markup.prepared)
    return any(
        annotation.tag[child] == "MD" or markup.prepared.document.words[child].lower() in words().negations
        for head in heads
        for child in children.get(head, ())
    )


def _is_question(markup: Markup, token: int) -> bool:
    annotation, text = markup.prepared.annotation, markup.prepared.document.words
    sentence = annotation.sentence_of(token)
    end = (*annotation.sentence_starts, len(text))[sentence + 1]
    return "?" in text[max(token, end - 2) : end]


_Index = dict[tuple[str, ...], dict[int, ProperName]]
"""The latest name of each entity, by its words or by words that begin or end it."""


def link_remaining_names(markup: Markup, _: CampOptions) -> None:
    """CogNIAC on names: what La Hack left alone, by shared words and property confidence; ties stay open.

    A name is linked with an earlier one of the same type that it begins or ends ("John" with "John Smith"), or of a
    person with one that begins or ends it. Those that share more of their words, and are surer to be of one kind, stand
    above.
    """
    whole: _Index = defaultdict(dict)
    parts: _Index = defaultdict(dict)
    entity_of = markup.entities.entity_of
    members = defaultdict[int, int](int)
    for name in names(markup.prepared):
        members[entity_of[name.mention]] += 1
    for name in names(markup.prepared):
        if members[entity_of[name.mention]] == 1:
            _resolve_name(markup, name, whole, parts)
        whole[name.words][entity_of[name.mention]] = name
        for part in _ends(name):
            parts[part][entity_of[name.mention]] = name


def _ends(name: ProperName) -> Iterator[tuple[str, ...]]:
    """The words that begin or end a name, fewer than all."""
    for length in range(1, len(name.words)):
        yield name.words[:length]
        yield name.words[-length:]


def _resolve_name(markup: Markup, name: ProperName, whole: _Index, parts: _Index) -> None:
    vectors: dict[int, Vector] = {}
    latest: dict[int, int] = {}
    for other in _overlapping_names(name, whole, parts):
        sure = markup.sureness(other.mention, name.mention)
        nested = markup.mentions[other.mention].span.encloses(markup.mentions[name.mention].span)
        fits = sure > 0 and not nested and name.type == other.type
        if fits and markup.may_be_one(name.mention, other.mention):
            entity = markup.entities.entity_of[other.mention]
            fewer, more = sorted((len(name.words), len(other.words)))
            vectors[entity] = max(vectors.get(entity, (0.0, 0.0)), (fewer / more, sure))
            latest[entity] = max(latest.get(entity, 0), other.mention)
    chosen = salient(vectors)
    if chosen is not None:
        markup.link(latest[chosen], name.mention, "cogniac_names", "words of the name")


def _overlapping_names(name: ProperName, whole: _Index, parts: _Index) -> Iterator[ProperName]:
    """Earlier names that begin or end with this one or, of persons, with which it begins or ends."""
    yield from _latest(whole.get(name.words, {}))
    yield from _latest(parts.get(name.words, {}))
    if name.type == "person":
        for part in _ends(name):
            yield from _latest(whole.get(part, {}))


def _latest(names: dict[int, ProperName]) -> Iterator[ProperName]:
    """The names of the entities that came last."""
    return islice(reversed(names.values()), _MOST_ALIKE)


_MOST_OF_HEAD = 500
"""Mentions of one head that a noun is compared with; forty sentences of text have a tenth of that."""
_ANAPHORIC = frozenset({"definite", "bare"})


@dataclass(slots=True)
class _Read:
    """Mentions read so far: noun phrases by the lemma of their heads, and names, in text order."""

    by_head: dict[str, list[int]] = field(default_factory=lambda: defaultdict(list))
    names: list[int] = field(default_factory=list)


def link_common_nouns(markup: Markup, options: CampOptions) -> None:
    """CogNIAC on common nouns: the same head with modifiers that do not conflict, or the kind of thing that a name is.

    An anaphor is definite, demonstrative or without determiner. It is linked with the only entity within a window of
    sentences before it that has a mention of the same head and all its modifiers. Without a determiner, or with
    something behind its head ("the question of ..."), it wants the very same words. Else, if "the" and a noun that
    names a kind are all there is ("the company"), it is linked with the only name of that type in the prior sentence
    and before it in its own.
    """
    read = _Read()
    coordinations = coordinations_of(markup.prepared)
    for number, mention in enumerate(markup.mentions):
        if mention.span in coordinations or mention.kind == "pronoun":
            continue
        if mention.kind == "name":
            read.names.append(number)
            continue
        if mention.definiteness in _ANAPHORIC:
            _resolve_noun(markup, number, read, options.window)
        read.by_head[mention.lemma].append(number)


def _resolve_noun(markup: Markup, anaphor: int, read: _Read, window: int) -> None:
    mentions, entity_of = markup.mentions, markup.entities.entity_of
    mention = mentions[anaphor]
    alike: dict[int, int] = {}
    for number in islice(reversed(read.by_head[mention.lemma]), _MOST_OF_HEAD):
        if mention.sentence - mentions[number].sentence > window or len(alike) > 1:
            break
        if entity_of[number] not in alike and _has_same_head(markup, number, anaphor):
            alike[entity_of[number]] = number
    if len(alike) == 1:
        markup.link(alike.popitem()[1], anaphor, "common_nouns", "same head")
    elif not alike:
        _by_kind(markup, anaphor, read.names)


def _has_same_head(markup: Markup, antecedent: int, anaphor: int) -> bool:
    first, second = markup.mentions[antecedent], markup.mentions[anaphor]
    if first.span.encloses(second.span) or second.span.encloses(first.span) or not markup.sureness(antecedent, anaphor):
        return False
    if _is_plural(markup, first) != _is_plural(markup, second):
        return False
    whole = second.definiteness == "bare" or second.span.end > second.base.end
    if whole:
        texts = _wholes(markup.prepared)
        return texts[antecedent] == texts[anaphor]
    return set(bare_words(markup.prepared, second)[:-1]) <= set(bare_words(markup.prepared, first)[:-1])


def _is_plural(markup: Markup, mention: Mention) -> bool:
    """Return whether a mention is plural by its form: the record leaves open the number of what "they" may take up."""
    return "Number=Plur" in markup.prepared.annotation.morphology[mention.head]


@once
def _wholes(prepared: Prepared) -> Sequence[int]:
    """Number the mentions so that those with the same words, however they are written, have the same number."""
    small = [word.lower() for word in prepared.document.words]
    numbers: dict[tuple[str, ...], int] = {}
    texts = (tuple([small[token] for token in mention.span]) for mention in prepared.mentions)
    kept = (tuple([word for word in text if word not in REMOVED]) for text in texts)
    return [numbers.setdefault(text, len(numbers)) for text in kept]


def _by_kind(markup: Markup, anaphor: int, names: Sequence[int]) -> None:
    mentions, entity_of = markup.mentions, markup.entities.entity_of
    mention = mentions[anaphor]
    kind = words().kinds.get(mention.lemma)
    if kind is None or mention.number == "plural" or mention.definiteness != "definite" or len(mention.span) != 2:
        return
    near: dict[int, int] = {}
    for number in reversed(names):
        if mention.sentence - mentions[number].sentence > 1:
            break
        if is_probably(markup.may_be[entity_of[number]]) == kind and markup.sureness(number, anaphor):
            near.setdefault(entity_of[number], number)
    if len(near) == 1:
        markup.link(near.popitem()[1], anaphor, "common_nouns", f"kind: {kind}")


_RULES = (*tuple(RULES)[:6], "cb")
"""The rules of high precision, and the backward-looking centre."""
_LEAST = 0.05
"""The confidence below which a candidate is not possible."""
_NARROWED = frozenset({"gender", "animacy"})


def link_pronouns(markup: Markup, _: CampOptions) -> None:
    """CogNIAC on pronouns (Baldwin 1997), with what entities may be in place of agreement, so that recall is favoured.

    The possible antecedents are those that may be something that the pronoun may be, agreement's removals of gender and
    animacy included if confidence is left. The rules of high precision, and then the backward-looking centre, are tried
    on those that are as sure as the surest, and if they leave it open on all; what is open then is decided by a partial
    order of salience, or not at all.
    """
    clauses = clauses_of(markup.prepared)
    for case in pronouns_of(markup.prepared).cases:
        possible = _possible(markup, case)
        anaphor = markup.mentions[case.anaphor]
        answer = None
        rule = ""
        top = max(possible.values(), default=0.0)
        for pool in ((mention for mention, sure in possible.items() if sure >= top), possible):
            if possible and answer is None:
                context = Context(clauses, markup.entities, case, anaphor, tuple(pool), True)
                answer, rule = first_answer(context, _RULES)[:2]
        if answer is None and possible:
            answer = _most_salient(markup, possible)
            rule = "salience"
        if answer is not None:
            markup.link(answer, case.anaphor, "pronouns", rule)


def _possible(markup: Markup, case: Case) -> dict[int, float]:
    """Return, by mention in text order, how sure it is that each possible antecedent agrees."""
    again = [removal.mention for removal in case.removed if removal.reason in _NARROWED]
    pool = replace(case, compatible=tuple(sorted([*case.compatible, *again])))
    barred = markup.speakers.get(markup.mentions[case.anaphor].head, -1)
    speaker = markup.entities.entity_of[barred] if barred >= 0 else -1
    sure = {mention: markup.sureness(mention, case.anaphor) for mention in markup.entities.possible(pool)}
    return {
        mention: value
        for mention, value in sure.items()
        if value >= _LEAST and markup.entities.entity_of[mention] != speaker
    }


def _most_salient(markup: Markup, possible: dict[int, float]) -> int | None:
    """The entity that is as sure, as recent and as often a subject as all others, and more in something."""
    mentions, entity_of = markup.mentions, markup.entities.entity_of
    vectors: dict[int, Vector] = {}
    latest: dict[int, int] = {}
    for number, sure in possible.items():
        vector = (sure, float(mentions[number].sentence), float(mentions[number].function == "subject"))
        entity = entity_of[number]
        before = vectors.get(entity, vector)
        vectors[entity] = tuple(map(max, vector, before))
        latest[entity] = number
    chosen = salient(vectors)
    return None if chosen is None else latest[chosen]


_RUN: Mapping[str, Callable[[Markup, CampOptions], None]] = {
    "genre": link_regions,
    "proper_names": link_proper_names,
    "syntactic": link_syntactic,
    "quotations": link_quoted_speech,
    "cogniac_names": link_remaining_names,
    "common_nouns": link_common_nouns,
    "pronouns": link_pronouns,
}
COMPONENTS = tuple(_RUN)
"""The components in their order."""


@dataclass(frozen=True, slots=True)
class Camp:
    """The resolver: which components run, and their options; see `build`."""

    components: tuple[str, ...]
    options: CampOptions

    def chains(self, prepared: Prepared) -> Chains:
        """Return the chains that the links of all components form."""
        links = ((link.antecedent, link.anaphor) for link in self.links(prepared))
        return UnionFind(range(len(prepared.mentions)), links).chains()

    def links(self, prepared: Prepared) -> tuple[Link, ...]:
        """The links in the order in which they were made, each of two entities that were apart."""
        marked = markup(prepared)
        for component in self.components:
            _RUN[component](marked, self.options)
        return tuple(marked.links)


def build(
    *,
    components: Sequence[str] = COMPONENTS,
    without: Sequence[str] = (),
    until: str | None = None,
    genre: Sequence[str] = (),
    indefinite: bool = True,
    window: int = 40,
    narrator: bool = False,
) -> LinkResolver:
    """CAMP, by default with all components.

    `components` are those that run, always in the order of the paper, `without` those that do not; `until` blocks all
    after the one it names. `genre` has regions and patterns of tokens, such as `("heading:capitals",)`. `indefinite`
    links indefinite appositions too, as MUC-7 has it. `window` is how many sentences back common nouns look. `narrator`
    takes all "I" outside quotations for one person.
    Raises `OptionError` for another component or genre and for a window below 0.
    """
    for name in (*components, *without):
        check_choice("component", name, COMPONENTS)
    if until:
        check_choice("component", until, COMPONENTS)
    check_range("window", window, window >= 0, "0 or more sentences")
    last = COMPONENTS.index(until) if until else len(COMPONENTS)
    run = tuple(
        name for number, name in enumerate(COMPONENTS) if name in components and name not in without and number <= last
    )
    return Camp(run, CampOptions(tuple(map(_region, genre)), indefinite, window, narrator))


def parts() -> dict[str, Part]:
    """The components in their order, each with the options for all without it, for it alone, and for all up to it."""
    return {name: Part({"without": name}, {"components": name}, {"until": name}) for name in COMPONENTS}


def _region(text: str) -> tuple[str, str]:
    region, _, pattern = text.partition(":")
    if region not in REGIONS or pattern not in words().genre:
        raise OptionError(
            f"There is no genre '{text}'. Write REGION:PATTERN with a region of {', '.join(REGIONS)} "
            f"and a pattern of {', '.join(words().genre)}.",
            code="unknown-value",
        )
    return region, pattern


RESOLVER = ResolverEntry(
    build,
    title="CAMP (Baldwin, Morton, Bagga et al. 1998, MUC-7)",
    summary="seven components in a fixed order, each to be scored alone",
    parts=parts,
    english=True,
)
