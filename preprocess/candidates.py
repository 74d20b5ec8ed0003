"""Candidate lists: which mentions every resolver may choose among, and why others were taken off."""

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, field, replace
from typing import Self

from anaphora.preprocess.agreement import MentionAgreement, agrees
from anaphora.workbench.document import Animacy, Annotation, Case, Document, Mention, Removal
from anaphora.workbench.errors import WorkbenchError
from anaphora.workbench.language.anaphors import NOUN_PHRASES, is_anaphoric, is_asked_for
from anaphora.workbench.language.packs import Language, language

MOST_PAIRS = 200_000
"""Pairs of anaphor and candidate in a document that every resolver looks at in about a second."""
MOST_PAIRS_A_WORD = 50
"""Long documents have more; novels come to 20 a word where sentences are longest."""
_CONTAINS = "containment"
_SECOND = 2
_LABELS = 0.1
"""The share of sentences from which on those that look like a speaker's label are taken for that: it is a play."""
_LONGEST_LABEL = 4  # words


def is_anaphor(mention: Mention, which: str) -> bool:
    """Return whether a mention is to be resolved; `which` is one of `workbench.language.anaphors`.

    Of noun phrases nobody knows beforehand which are anaphors: a resolver that leaves one open takes it for new.
    """
    if mention.kind == "pronoun":
        return bool(mention.pronoun) and is_anaphoric(mention.person, mention.pronoun, which)
    return which in NOUN_PHRASES and is_asked_for(mention.kind, mention.definiteness == "definite", which)


def cases(
    annotation: Annotation,
    mentions: tuple[Mention, ...],
    window: int,
    which: str,
    noun_window: int | None = None,
    code: str = "",
    words: Sequence[str] = (),
) -> Iterator[Case]:
    """One case for each anaphor in text order: candidates from its own and the `window` sentences before.

    For noun phrases `noun_window` counts sentences, and by default there is no limit: definite descriptions and names
    refer back over whole texts (Soon, Ng & Lim 2001 pair an anaphor with every markable before it; Kameyama
    1997 searched ten sentences for definite noun phrases, all for names, and three for pronouns). The scope of a
    reflexive is its own sentence, since it is bound there. With `words`, labels of speakers do not count as sentences.

    A candidate stands wholly before the anaphor. One that contains it is kept only if the anaphor lies in an
    adnominal clause of it ("the man who lost his hat"), since there its base noun phrase stands before, or if it is a
    possessive in an adjunct of it ("a driver in his truck": Hobbs 1978);
    otherwise it is removed (i-within-i: "the owner of its cover"). A plural pronoun takes a coordination before its
    conjuncts ("Ann and the boys ... they"), which are then removed. Who is addressed by name or noun may be "you".
    """
    lists = _Lists.of(annotation, mentions, language(code))
    spoken = _spoken(words, annotation.sentence_starts)
    for index, anaphor in enumerate(mentions):
        if is_anaphor(anaphor, which):
            reach = window if anaphor.kind == "pronoun" else noun_window
            if anaphor.pronoun == "reflexive":
                reach = 0
            yield lists.case(index, annotation.sentence_starts[_first(spoken, anaphor.sentence, reach)])


def _first(spoken: Sequence[int], sentence: int, reach: int | None) -> int:
    """The first sentence in reach: the own one, or that after those that are too far back."""
    before = bisect_left(spoken, sentence)
    if reach == 0:
        return sentence
    return 0 if reach is None or reach >= before else spoken[before - reach - 1] + 1


def _spoken(words: Sequence[str], starts: Sequence[int]) -> Sequence[int]:
    """The sentences that a window counts: all, but in a play not the labels of speakers ("HAMLET .", "ZWEI BÜRGER .").

    Corpora of plays have them among their sentences: every fifth of GerDraCor is one.
    """
    ends = (*starts[1:], len(words)) if words else ()
    labels = {number for number, end in enumerate(ends) if _is_label(words, starts[number], end)}
    if len(labels) < max(2, _LABELS * len(ends)):
        return range(len(starts))
    return [number for number in range(len(starts)) if number not in labels]


def _is_label(words: Sequence[str], start: int, end: int) -> bool:
    is_short = 0 < end - 1 - start <= _LONGEST_LABEL
    return is_short and words[end - 1] == "." and all(map(str.isupper, words[start : end - 1]))


def limited(cases: Iterable[Case], document: Document, mentions: Sequence[Mention], most: int) -> Iterator[Case]:
    """The cases, as long as their candidates are not more than `most` in all (0: as `MOST_PAIRS` and the words allow).

    What contains an anaphor counts, too, and what follows in its sentence.

    Raises:
        WorkbenchError: there are more (code "too-many-pairs"). Their number grows with the square of the anaphors
            where the text has no sentence ends, or no window bounds it.
    """
    most = most or max(MOST_PAIRS, MOST_PAIRS_A_WORD * len(document.words))
    pairs = 0
    sentences = [mention.sentence for mention in mentions]
    for case in cases:
        containing = [removal.reason for removal in case.removed].count(_CONTAINS)
        following = bisect_right(sentences, sentences[case.anaphor]) - case.anaphor - 1
        pairs += len(case.candidates) + containing + following
        if pairs > most:
            problem = f"{document.id} has more than {most:,} pairs of anaphor and candidate"
            cure = "End its sentences or choose a smaller --window or --noun-window, or a higher --most-pairs."
            raise WorkbenchError(f"{problem}. {cure}", code="too-many-pairs")
        yield case


@dataclass(frozen=True, slots=True)
class _Lists:
    """Makes the lists of one document from columns over its mentions; `removals` are those made so far.

    `wholes` has for each conjunct the plural coordination that it is part of; `called` are those who are addressed by
    name or noun; `prepositions` and `animacies` are those of the mentions by their heads, predicates left out.
    """

    annotation: Annotation
    mentions: Sequence[Mention]
    starts: Sequence[int]
    ends: Sequence[int]
    heads: Sequence[int]
    agreement: MentionAgreement
    wholes: Mapping[int, int]
    called: Mapping[int, Mention]
    prepositions: Mapping[int, int]
    animacies: Mapping[int, Animacy]
    language: Language
    removals: dict[tuple[int, str], Removal] = field(default_factory=dict)

    @classmethod
    def of(cls, annotation: Annotation, mentions: Sequence[Mention], tables: Language) -> Self:
        """The lists of a document's mentions, which stand in text order."""
        spans = [mention.span for mention in mentions]
        starts, ends = [span.start for span in spans], [span.end for span in spans]
        heads = [mention.head for mention in mentions]
        agreement = MentionAgreement.of(mentions)
        parts = {number: mention.coordination for number, mention in enumerate(mentions) if mention.coordination}
        plural = {mention.span: number for number, mention in enumerate(mentions) if mention.number == "plural"}
        wholes = {number: plural[whole] for number, whole in parts.items() if whole in plural}
        called = {
            number: replace(mention, person=_SECOND)
            for number, mention in enumerate(mentions)
            if annotation.relation[mention.head] == "vocative" and mention.coordination is None
        }
        prepositions = {mention.head: mention.preposition for mention in mentions if mention.preposition >= 0}
        animacies = {mention.head: mention.animacy for mention in mentions if mention.function != "predicate"}
        return cls(
            annotation, mentions, starts, ends, heads, agreement, wholes, called, prepositions, animacies, tables
        )

    def case(self, anaphor: int, scope_start: int) -> Case:
        """The candidates of an anaphor from a token on, and those of them that were removed, with the reason."""
        start, heads, kinds = self.starts[anaphor], self.heads, self.agreement.kinds
        scope = range(bisect_left(self.starts, scope_start), bisect_left(self.starts, start + 1))
        before = [number for number in scope if heads[number] < start]
        holding = [number for number in before if self.ends[number] > start]
        disagrees = self.agreement.reasons(anaphor)
        reasons = {number: disagrees[kinds[number]] for number in before}
        around: Set[int] = frozenset()
        if holding:
            before_clause = _in_clauses(self.annotation, self.mentions[anaphor], {heads[number] for number in holding})
            host = self._host(self.mentions[anaphor])
            around = {number for number in holding if heads[number] not in before_clause and heads[number] != host}
            reasons |= dict.fromkeys(around, _CONTAINS)
        if self.mentions[anaphor].person == _SECOND:
            addressed = self.called.keys() & before
            reasons |= {number: agrees(self.called[number], self.mentions[anaphor]) for number in addressed}
        if self.wholes and self.mentions[anaphor].kind == "pronoun" and self.mentions[anaphor].number == "plural":
            parts = [number for number in before if reasons.get(self.wholes.get(number, -1), "") is None]
            reasons |= {number: reasons[number] or "coordination" for number in parts}
        removed = [(number, reason) for number, reason in reasons.items() if reason]
        made = self.removals
        return Case(
            anaphor,
            scope_start,
            candidates=tuple([number for number in before if number not in around] if around else before),
            compatible=tuple([number for number, reason in reasons.items() if not reason]),
            removed=tuple([made.get(item) or made.setdefault(item, Removal(*item)) for item in removed]),
        )

    def _host(self, anaphor: Mention) -> int:
        """The head of the phrase that a possessive may take up though it stands in it: "a driver in his truck".

        It stands in a prepositional adjunct, of a person or with "with"; "of" makes complements.
        """
        noun = self.annotation.head[anaphor.head]
        if anaphor.pronoun != "possessive" or not self.annotation.relation[noun].startswith("nmod"):
            return -1
        host = self.annotation.head[noun]
        preposition = self.annotation.lemma[self.prepositions.get(noun, noun)].lower()
        person = self.animacies.get(host) == "animate"
        person = person and preposition not in self.language.of("prepositions.complement")
        return host if person or preposition in self.language.of("prepositions.having") else -1


def _in_clauses(annotation: Annotation, anaphor: Mention, heads: Set[int]) -> Set[int]:
    """The heads of noun phrases to which, or else to the root, the path up from a token passes an adnominal clause.

    An infinitive is none for the pronouns that are its own: "two hours to watch it", but "the first to lose his hat".
    One walk for all of them: there may be as many as the tree is deep.
    """
    near: set[int] = set()
    token = anaphor.head
    own_clause = -1 if anaphor.pronoun == "possessive" else anaphor.clause
    while heads:
        near.add(token)
        if annotation.head[token] == token:
            return frozenset()
        if annotation.relation[token].startswith("acl") and (token != own_clause or annotation.tag[token] != "VB"):
            return heads - near
        token = annotation.head[token]
    return heads
