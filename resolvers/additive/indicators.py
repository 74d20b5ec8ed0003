"""Mitkov's antecedent indicators: each votes on all anaphor-candidate pairs of a document at once.

An indicator takes the document's columns, the pairs and the settings, and returns one int8 score for each pair.
MIT98 is Mitkov 1998, MIT01 Mitkov 2001; the scores of the outcomes stand in the resolver's TOML file.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from anaphora.resolvers.additive.voting import VotingSettings
from anaphora.resolvers.columns import CODES, PRONOUN, CasePairs, Columns, Marks, columns_of
from anaphora.resolvers.syntax.binding import syntax_of
from anaphora.workbench.arrays import Flags, Integers, flagged
from anaphora.workbench.document import Annotation, Mention, Prepared, once
from anaphora.workbench.language.packs import language_of

Indicator = Callable[[Columns, CasePairs, VotingSettings], Marks]


def _words(columns: Columns, settings: VotingSettings, name: str) -> frozenset[str]:
    """A word list: the resolver's own for English, which papers give, or that of the pack of another language."""
    tables = language_of(columns.prepared.document)
    return settings.words[name] if tables.code == "en" else tables.of(f"indicators.{name}")


def definiteness(columns: Columns, pairs: CasePairs, settings: VotingSettings) -> Marks:
    """Indefinite noun phrases are less likely antecedents than definite ones (MIT98 2.1).

    Definite are article, demonstrative, possessor, names and pronouns; articleless common nouns are indefinite. The
    rule rests where no noun phrase in the anaphor's paragraph is definite: some manuals omit articles.
    """
    scores = settings.scores["definiteness"]
    indefinite = columns.is_a("definiteness", "indefinite", "bare")[pairs.candidate]
    vote = np.where(indefinite, scores["indefinite"], scores["definite"])
    definite = columns.paragraph[columns.is_a("definiteness", "definite")]
    with_articles = flagged(definite, columns.paragraph.max(initial=-1) + 1)
    return _marks(np.where(with_articles[columns.paragraph[pairs.anaphor]], vote, 0))


def givenness(columns: Columns, pairs: CasePairs, settings: VotingSettings) -> Marks:
    """The first noun phrase of a sentence is what it is about; in 1998 not of an imperative one (MIT98 2.1, MIT01 2.1).

    Of nested noun phrases the outermost counts. The anaphor's own sentence is treated like those before it.
    """
    sentences, first = np.unique(columns.sentence, return_index=True)
    given = flagged(first, len(columns.start)) & flagged(pairs.candidate, len(columns.start))
    if not settings.givenness_in_imperatives:
        for sentence, index in zip(sentences.tolist(), first.tolist(), strict=True):
            given[index] = given[index] and not is_imperative(columns, sentence)
    return _score(given[pairs.candidate], settings.scores["givenness"]["first"])


def indicating_verbs(columns: Columns, pairs: CasePairs, settings: VotingSettings) -> Marks:
    """The first noun phrase after a verb such as "discuss" or "illustrate" is what the text goes on about (MIT98 2.1).

    It stands in the verb's clause, with or without a preposition ("deal with X").
    """
    listed = _words(columns, settings, "indicating_verbs")
    marked = []
    for token, lemma in columns.verbs.items():
        if lemma in listed:
            index = int(np.searchsorted(columns.start, token, "right"))
            if index < len(columns.start) and columns.clause[index] == columns.prepared.clauses[token]:
                marked.append(index)
    return _score(
        flagged(marked, len(columns.start))[pairs.candidate], settings.scores["indicating_verbs"]["after_verb"]
    )


def lexical_reiteration(columns: Columns, pairs: CasePairs, settings: VotingSettings) -> Marks:
    """A phrase that is repeated in the anaphor's paragraph is its topic (MIT98 2.1); two repeats are three occurrences.

    The same head lemma is a repetition ("toner bottle", "bottle"). Synonyms are not known.
    """
    scores = settings.scores["lexical_reiteration"]
    in_paragraph = columns.paragraph * len(columns.nouns) + columns.noun
    occurrences, counts = np.unique(in_paragraph[columns.occurrences], return_counts=True)
    wanted = columns.paragraph[pairs.anaphor] * len(columns.nouns) + columns.noun[pairs.candidate]
    nearest = np.minimum(np.searchsorted(occurrences, wanted), len(occurrences) - 1)
    repeats = np.where(occurrences[nearest] == wanted, counts[nearest] - 1, 0)
    return _marks(np.where(repeats > 1, scores["twice"], np.where(repeats == 1, scores["once"], 0)))


def section_heading(columns: Columns, pairs: CasePairs, settings: VotingSettings) -> Marks:
    """A phrase in the heading of the anaphor's section is likely to be meant in it (MIT98 2.1): the same head lemma.

    The section's heading is the last one before the anaphor; without headings all score 0.
    """
    headings = sorted(columns.prepared.document.headings)
    if not headings:
        return np.zeros(len(pairs.candidate), np.int8)
    starts = np.array([heading.start for heading in headings], np.int64)
    section = np.searchsorted(starts, columns.start, "right") - 1
    ends = np.array([*(heading.end for heading in headings), 0], np.int64)  # the last entry: before any heading
    inside = columns.head < ends[section]
    named = section[inside] * len(columns.nouns) + columns.noun[inside]
    wanted = section[pairs.anaphor] * len(columns.nouns) + columns.noun[pairs.candidate]
    return _score(np.isin(wanted, named), settings.scores["section_heading"]["in_heading"])


def non_prepositional(columns: Columns, pairs: CasePairs, settings: VotingSettings) -> Marks:
    """Complements of a preposition are less likely antecedents than other noun phrases (MIT98 2.1)."""
    return _score(columns.preposition[pairs.candidate] >= 0, settings.scores["non_prepositional"]["prepositional"])


def collocation(columns: Columns, pairs: CasePairs, settings: VotingSettings) -> Marks:
    """Antecedent and pronoun occur with the same verb in the same place: "press the key ... press it" (MIT98 2.1).

    Any noun phrase before the anaphor with the candidate's head lemma counts, wherever in the text. The place is the
    side of the verb and the preposition. "Be" is no collocate in 1998; in 2001 what is predicated is ("it is full"),
    and gerunds count ("hear it moving").
    """
    patterns = patterns_of(columns, pairs, settings)
    number, verb = patterns.number.ravel(), patterns.verb.ravel()
    mention = np.repeat(np.arange(len(patterns.number)), patterns.number.shape[1])
    occurring = np.flatnonzero(number < patterns.count)
    if not len(occurring):
        return np.zeros(len(pairs.candidate), np.int8)
    with_lemma = number[occurring] * len(columns.nouns) + columns.noun[mention[occurring]]
    occurrences, first = np.unique(with_lemma, return_index=True)
    same = np.zeros(len(pairs.candidate), bool)
    for pattern, token in zip(patterns.number.T, patterns.verb.T, strict=True):
        wanted = pattern[pairs.anaphor] * len(columns.nouns) + columns.noun[pairs.candidate]
        nearest = np.minimum(np.searchsorted(occurrences, wanted), len(occurrences) - 1)
        earliest = occurring[first[nearest]]
        before = columns.head[mention[earliest]] < columns.start[pairs.anaphor]
        same |= (occurrences[nearest] == wanted) & before & (verb[earliest] != token[pairs.anaphor])
    return _score(same, settings.scores["collocation"]["same_pattern"])


def immediate_reference(columns: Columns, pairs: CasePairs, settings: VotingSettings) -> Marks:
    """In "(you) V1 NP and (you) V2 it" the pronoun takes up the noun phrase after V1 (MIT98 2.1)."""
    return _by_pattern(
        columns,
        pairs,
        lambda anaphor: immediate_antecedent(columns, anaphor, settings),
        settings.scores["immediate_reference"]["in_pattern"],
    )


def referential_distance(columns: Columns, pairs: CasePairs, settings: VotingSettings) -> Marks:
    """Nearer noun phrases are better candidates, by sentences (MIT98 2.1).

    The paper gives 2 to a previous clause of a complex sentence and nothing to the anaphor's own clause or a simple
    sentence; the whole sentence scores 2 here, as Tanev & Mitkov 2002 restate it.
    """
    names = ("same_sentence", "previous_sentence", "two_before", "farther")
    by_distance = np.array([settings.scores["referential_distance"][name] for name in names])
    distance = columns.sentence[pairs.anaphor] - columns.sentence[pairs.candidate]
    return _marks(by_distance[np.clip(distance, 0, 3)])


def term_preference(columns: Columns, pairs: CasePairs, settings: VotingSettings) -> Marks:
    """Terms of the field are better candidates than other noun phrases (MIT98 2.1): head or whole phrase is one.

    Without a list of terms (MARS: by TF.IDF; Tanev & Mitkov 2002, note 5) they are the head nouns most often repeated
    in the document, everyday nouns left out: one document has no document frequencies, so IDF is 0 or 1 by word list.
    """
    if settings.terms is None:
        terms = _frequent_lemmas(columns, settings)[columns.noun]
    else:
        terms = np.array([_is_listed(columns, index, settings.terms) for index in range(len(columns.start))], bool)
    return _score(terms[pairs.candidate], settings.scores["term_preference"]["term"])


def sequential_instructions(columns: Columns, pairs: CasePairs, settings: VotingSettings) -> Marks:
    """In "To V1 NP, V2 ... . To V3 it, V4 ..." the pronoun takes up the noun phrase after V1 (MIT01 2.1)."""
    return _by_pattern(
        columns,
        pairs,
        lambda anaphor: sequential_antecedent(columns, anaphor),
        settings.scores["sequential_instructions"]["in_pattern"],
    )


def obliqueness(columns: Columns, pairs: CasePairs, settings: VotingSettings) -> Marks:
    """Subjects before objects before indirect objects before all else (MARS).

    Subjects of passives are subjects; what is said to exist ("there is a key") is one, as in the analysis of MARS.
    """
    scores = settings.scores["obliqueness"]
    by_function = np.array([scores.get(name, scores["unknown"]) for name in CODES["function"]], np.int8)
    return by_function[columns.function[pairs.candidate]]


def boost_pronoun(columns: Columns, pairs: CasePairs, settings: VotingSettings) -> Marks:
    """Pronouns stand for what the text goes on about, and lead to noun phrases outside the scope (MARS)."""
    return _score(columns.kind[pairs.candidate] == PRONOUN, settings.scores["boost_pronoun"]["pronoun"])


def syntactic_parallelism(columns: Columns, pairs: CasePairs, settings: VotingSettings) -> Marks:
    """Anaphor and antecedent have the same grammatical function (MIT01, note 16); unknown ones are not the same."""
    same = columns.function[pairs.candidate] == columns.function[pairs.anaphor]
    return _score(
        same & ~columns.is_a("function", "other")[pairs.anaphor],
        settings.scores["syntactic_parallelism"]["same_function"],
    )


def frequent_candidates(columns: Columns, pairs: CasePairs, settings: VotingSettings) -> Marks:
    """The noun phrases that compete most often for the pronouns of the text, by their heads (MARS).

    Of those as frequent as the last one that counts, all do.
    """
    lemmas = columns.noun[pairs.candidate[columns.has_noun[pairs.candidate]]]
    counts = np.bincount(lemmas, minlength=len(columns.nouns))
    least = max(1, np.sort(counts)[-settings.frequent :].min())
    frequent = columns.has_noun & (counts[columns.noun] >= least)
    return _score(frequent[pairs.candidate], settings.scores["frequent_candidates"]["frequent"])


INDICATORS: Mapping[str, Indicator] = {
    indicator.__name__: indicator
    for indicator in (
        definiteness, givenness, indicating_verbs, lexical_reiteration, section_heading, non_prepositional, collocation,
        immediate_reference, referential_distance, term_preference, sequential_instructions,
        obliqueness, boost_pronoun, syntactic_parallelism, frequent_candidates,
    )
}  # fmt: skip


def vote(columns: Columns, pairs: CasePairs, settings: VotingSettings) -> Marks:
    """The votes of all indicators: pairs x indicators, read-only."""
    matrix = np.empty((len(pairs.candidate), len(settings.indicators)), np.int8)
    if len(matrix):
        for column, name in enumerate(settings.indicators):
            matrix[:, column] = INDICATORS[name](columns, pairs, settings)
    matrix.setflags(write=False)
    return matrix


def _marks(scores: NDArray[np.integer]) -> Marks:
    return scores.astype(np.int8)


def _score(holds: Flags, score: int) -> Marks:
    return holds * np.int8(score)


def _by_pattern(columns: Columns, pairs: CasePairs, antecedent: Callable[[int], int], score: int) -> Marks:
    """The score for the candidate that a pattern points at, for each anaphor; a pattern that fails gives -1."""
    cases = columns.prepared.cases
    pointed = np.array([antecedent(cases[number].anaphor) for number in pairs.cases], np.int64)
    return _score(pointed[pairs.owner] == pairs.candidate, score)


def _frequent_lemmas(columns: Columns, settings: VotingSettings) -> Flags:
    """True for the numbers of the most frequent head nouns; of equally frequent ones the earlier."""
    common = _words(columns, settings, "everyday_nouns")
    counts = np.bincount(columns.noun[columns.occurrences], minlength=len(columns.nouns))
    counts *= np.array([name is not None and name not in common for name in columns.nouns], bool)
    most = np.argsort(-counts, kind="stable")[: settings.term_count]
    return flagged(most[counts[most] > 1], len(columns.nouns))


def _is_listed(columns: Columns, index: int, terms: frozenset[str]) -> bool:
    mention = columns.prepared.mentions[index]
    words = columns.prepared.document.words[mention.base.start : mention.base.end]
    base = [word.lower() for word in words]
    phrases = {" ".join(base[start:]) for start in range(len(base))}
    return bool(columns.has_noun[index]) and (mention.lemma.lower() in terms or bool(phrases & terms))


@dataclass(frozen=True, slots=True, eq=False)
class Patterns:
    """The patterns that mentions occur in: a row for each mention, with its own and with that of a gerund.

    `number` has the number of the pattern, from 0 to `count`, which stands for none; `verb` is the token of the verb.
    """

    number: Integers
    verb: Integers
    count: int


def patterns_of(columns: Columns, pairs: CasePairs, settings: VotingSettings) -> Patterns:
    """The patterns of all mentions: (verb lemma, place, preposition); only verbs of anaphors count.

    The place is before or after the verb or, where functions are known (MARS), that of the subject or another; the
    subject of a passive stands where its object would. Wide patterns (Mitkov 2001) add predicate adjectives ("it is
    full") and the gerunds that a noun phrase is understood with ("you'll hear it moving"), and count "unload" as "load"
    where the text has both.
    """
    annotation, mentions = columns.annotation, columns.prepared.mentions
    wide = settings.wide_collocation
    governing = _predicates(columns.prepared) if wide else _verbs(columns.prepared)
    gerund = _gerunds(columns.prepared) if wide else np.full(len(mentions), -1, np.int64)
    tokens = np.column_stack([columns.governor, gerund])
    lemmas = [governing, [columns.verbs.get(token, "") for token in gerund.tolist()]]
    copulas = {annotation.lemma[token].lower() for token, name in enumerate(annotation.relation) if name == "cop"}
    wanted = {verbs[anaphor] for anaphor in set(pairs.anaphor.tolist()) for verbs in lemmas} - {"", "be", *copulas}
    numbers: dict[tuple[str, bool, str], int] = {}
    patterns = np.full(tokens.shape, -1, np.int64)
    for column, verbs in enumerate(lemmas):
        for index in [index for index, verb in enumerate(verbs) if verb in wanted]:
            mention = mentions[index]
            preposition = _preposition(annotation, mention) if column == 0 else ""
            pattern = verbs[index], column == 1 or _is_first(annotation, mention, settings), preposition
            patterns[index, column] = numbers.setdefault(pattern, len(numbers))
    patterns[patterns < 0] = len(numbers)
    return Patterns(patterns, tokens, len(numbers))


def _preposition(annotation: Annotation, mention: Mention) -> str:
    """The preposition of a mention by its lemma, or the case that does its work by the features; empty without both."""
    if mention.preposition == mention.head:
        features = annotation.morphology[mention.head].split("|")
        return next((feature for feature in features if feature.startswith("Case=")), "")
    return annotation.lemma[mention.preposition].lower() if mention.preposition >= 0 else ""


@once
def _gerunds(prepared: Prepared) -> Integers:
    """Return for each mention the token of the gerund that it is the understood subject of, -1 without one."""
    annotation = prepared.annotation
    syntax = syntax_of(prepared)

    def gerund(mention: int) -> int:
        subject_of = (place.governor for place in syntax.places(mention) if place.slot == "subject")
        complements = (token for token in subject_of if annotation.relation[token] in ("xcomp", "acl"))
        return next((token for token in complements if annotation.tag[token] == "VBG"), -1)

    return np.array([gerund(mention) for mention in range(len(prepared.mentions))], np.int64)


@once
def _verbs(prepared: Prepared) -> list[str]:
    """The lemma of the verb that each mention occurs with, empty without one."""
    columns = columns_of(prepared)
    return [columns.verbs.get(governor, "") for governor in columns.governor.tolist()]


@once
def _predicates(prepared: Prepared) -> list[str]:
    """The same with adjectives, and with a verb for its opposite in "un-" where the text has both."""
    columns = columns_of(prepared)
    pos = prepared.annotation.pos
    lemma = prepared.annotation.lemma
    governors = columns.governor.tolist()
    words = {token: lemma[token].lower() for token in set(governors) if token >= 0 and pos[token] == "ADJ"}
    words |= columns.verbs
    verbs = set(columns.verbs.values())
    reversing = language_of(prepared.document).of("verbs.reversing")
    opposites = {
        verb: rest
        for verb in set(words.values())
        for prefix in reversing
        if (rest := verb.removeprefix(prefix)) != verb and rest in verbs
    }
    return [opposites.get(verb, verb) for verb in [words.get(governor, "") for governor in governors]]


def _is_first(annotation: Annotation, mention: Mention, settings: VotingSettings) -> bool:
    """Return whether a mention stands in the first place of its verb: before it, or by function as its subject."""
    if not settings.functions_known:
        return mention.head < mention.governor
    return mention.function == "subject" and annotation.relation[mention.head] != "nsubj:pass"


_ARGUMENTS = frozenset({"nsubj", "obj", "iobj", "obl", "expl"})
_OPENING = frozenset({"PUNCT", "NUM", "SYM", "X"})


def is_imperative(columns: Columns, sentence: int) -> bool:
    """Return whether the main verb of a sentence is an imperative: bare, without subject, auxiliary or "to".

    An opening purpose clause ("To print, press ...") changes nothing, nor does "do" ("Do not press ...").
    """
    tokens = range(columns.boundaries[sentence], columns.boundaries[sentence + 1])
    root = next((token for token in tokens if columns.annotation.head[token] == token), -1)
    return root >= 0 and _commands(columns, root)


def immediate_antecedent(columns: Columns, anaphor: int, settings: VotingSettings) -> int:
    """For a pronoun in "V1 NP and (you) V2 it" the noun phrase after V1, else -1 (as mention indices).

    V1 is an imperative or has the subject "you", V2 none or "you". Between V2 and the pronoun a particle, a noun
    phrase or a preposition may stand, since the paper's worked example counts "identify the drawer ... and add paper
    to it". Where V1 has a pronoun ("form it and align it, then load it") the verb before it is taken. A reflexive
    belongs to its own clause and is left out.
    """
    verb = _verb_over(columns, anaphor)
    if verb < 0 or verb > columns.start[anaphor] or not _is_for_reader(columns, _subject(columns, verb)):
        return -1
    for earlier in _verbs_before(columns, verb, settings):
        phrase = _phrase_after(columns, earlier)
        if phrase >= 0 and columns.head[phrase] < verb and _addresses(columns, earlier):
            return phrase
    return -1


def sequential_antecedent(columns: Columns, anaphor: int) -> int:
    """For a pronoun in "To V1 NP, V2 ... . To V3 it, V4 ..." the noun phrase after V1, else -1 (as mention indices).

    Both sentences are imperative; V1 is in one of the two sentences before that of V3, the nearer if both fit.
    """
    sentence = int(columns.sentence[anaphor])
    verb = int(columns.governor[anaphor])
    if verb < 0 or verb > columns.start[anaphor] or _purpose(columns, sentence) != verb:
        return -1
    for earlier in range(sentence - 1, max(-1, sentence - 3), -1):
        opening = _purpose(columns, earlier)
        phrase = _phrase_after(columns, opening) if opening >= 0 else -1
        if phrase >= 0:
            return phrase
    return -1


def _verb_over(columns: Columns, anaphor: int) -> int:
    """The verb that a pronoun is an argument or oblique of, even inside a phrase ("the plate inside it"), or -1."""
    if columns.prepared.mentions[anaphor].pronoun in ("reflexive", "possessive"):
        return -1
    annotation = columns.annotation
    token = int(columns.head[anaphor])
    while annotation.relation[token] in ("nmod", "conj"):
        token = annotation.head[token]
    return annotation.head[token] if annotation.relation[token].partition(":")[0] in _ARGUMENTS else -1


def _commands(columns: Columns, verb: int) -> bool:
    annotation = columns.annotation
    children = columns.children.get(verb, ())
    relations = {annotation.relation[child].partition(":")[0] for child in children}
    forms = [verb, *(child for child in children if annotation.relation[child] == "cop")]  # "Be careful"
    bare = any(annotation.tag[form] == "VB" or "Mood=Imp" in annotation.morphology[form] for form in forms)
    auxiliaries = {annotation.lemma[child].lower() for child in children if annotation.relation[child][:3] == "aux"}
    return bare and not relations & {"nsubj", "csubj", "expl", "mark"} and auxiliaries <= {"do"}


def _subject(columns: Columns, verb: int) -> str:
    annotation = columns.annotation
    for child in columns.children.get(verb, ()):
        if annotation.relation[child].startswith(("nsubj", "csubj")):
            return annotation.lemma[child].lower()
    return ""


def _is_for_reader(columns: Columns, subject: str) -> bool:
    """Return whether a verb with this subject (a lemma, empty without one) tells what the reader does."""
    return not subject or subject in language_of(columns.prepared.document).of("indicators.addressees")


def _addresses(columns: Columns, verb: int) -> bool:
    """Return whether a verb tells the reader what to do; conjoined verbs and complements ("you need to V") do, too."""
    while True:
        subject = _subject(columns, verb)
        if subject or _commands(columns, verb):
            return _is_for_reader(columns, subject)
        first = columns.annotation.head[verb]
        if columns.annotation.relation[verb] not in ("conj", "xcomp") or first >= verb:
            return False
        verb = first


def _verbs_before(columns: Columns, verb: int, settings: VotingSettings) -> Iterator[int]:
    """The verbs that a connective joins a verb to, nearest first; heads to the left only, so that this ends."""
    annotation = columns.annotation
    while (head := annotation.head[verb]) < verb:
        relation = annotation.relation[verb].partition(":")[0]
        links = {
            annotation.lemma[child].lower()
            for child in columns.children.get(verb, ())
            if child < verb and annotation.relation[child] in ("cc", "mark", "case", "advmod")
        }
        if relation == "conj" and not links & language_of(columns.prepared.document).of("coordinators.adversative"):
            siblings = columns.children.get(head, ())
            yield from (sibling for sibling in reversed(siblings) if sibling < verb and _is_conjunct(columns, sibling))
        elif not (relation == "advcl" and links & _words(columns, settings, "subordinators")) and not (
            relation == "parataxis" and links & _words(columns, settings, "coordinators")
        ):
            return
        yield head
        verb = head


def _is_conjunct(columns: Columns, token: int) -> bool:
    return columns.annotation.relation[token] == "conj" and columns.annotation.pos[token] in ("VERB", "AUX")


def _phrase_after(columns: Columns, verb: int) -> int:
    """The first mention after a verb, if it is an argument or oblique of it and no pronoun, else -1."""
    index = int(np.searchsorted(columns.start, verb, "right"))
    if index == len(columns.start) or columns.governor[index] != verb:
        return -1
    return -1 if columns.prepared.mentions[index].kind == "pronoun" else index


def _purpose(columns: Columns, sentence: int) -> int:
    """The verb of the "To V" that opens an imperative sentence, else -1; numbers and bullets may stand before."""
    annotation = columns.annotation
    first, end = columns.boundaries[sentence], columns.boundaries[sentence + 1]
    while first < end and annotation.pos[first] in _OPENING:
        first += 1
    purpose = language_of(columns.prepared.document).of("indicators.purpose")
    opens = first + 1 < end and columns.prepared.document.words[first].lower() in purpose
    if not opens or annotation.tag[first + 1] != "VB" or not is_imperative(columns, sentence):
        return -1
    return first + 1
