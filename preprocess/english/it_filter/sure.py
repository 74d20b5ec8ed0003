"""Rules that are nearly always right, whatever the parse: they overrule the scores of the learned filter.

They read the frame of an "it" (`context.Frame`): words and tags, and whether something before it may be taken up. The
constructions are those of Quirk et al. 1985: extraposition (18.33-36), cleft sentences (18.25-28), adjectives whose
infinitive lacks the object that "it" is (16.83), verbs and adjectives whose subject belongs to their infinitive
(3.40-49, 16.35), and "it" of weather, light, time and distance (6.17, 10.26); besides, identification. The word lists
are our own (`sure.toml`, `features.toml`), but for verbs with objects and nouns that may be cold or dark
(`wordnet.toml`).
"""

from collections.abc import Callable, Iterator, Set
from functools import cache, partial
from itertools import pairwise

from anaphora.preprocess.english.it_filter.context import DAYS, ENDS, STOPS, It, idioms
from anaphora.preprocess.lexicon import nouns, words_of
from anaphora.workbench.document import ItClass

_SURE = "it_filter/sure.toml"
_listed = partial(words_of, _SURE)
_classes = partial(words_of, "it_filter/features.toml")
_wordnet = partial(words_of, "it_filter/wordnet.toml")
_JUDGEMENT = tuple(f"adjectives.{name}" for name in ("ease", "value", "need", "likelihood", "emotion", "frequency"))
_SEEMING = frozenset({"appear", "feel", "look", "seem", "sound"})
_CONSIDERING = frozenset({"consider", "find", "make", "think"})
_MEASURES = frozenset({"too", "so", "enough", "as"})
_OBJECTS = frozenset({"DET", "NOUN", "PROPN", "PRON", "NUM", "ADJ"})
_RELATIVES = frozenset({"that", "which", "who", "whom"})
_PICKED = frozenset({"first", "last", "next", "only", "same", "second", "third"})
_WHEN = frozenset({"here", "now", "then", "there", "today", "yesterday"})
_OUTSIDE = frozenset({"behind", "below", "beneath", "beyond", "near", "outside", "under"})
_GOALS = frozenset({"away", "back", "here", "home", "there"})
_FREE = frozenset({"after", "at", "before", "by", "during", "in", "under", "while", "with", "without"})
_CLEFT = 12  # words between "be" and the clause of a cleft sentence
_ANIMALS = frozenset({"cat", "dog"})
_CHANGING = ("be", "become", "get", "grow", "turn")
_LIMITS = frozenset({"since", "before", "until", "till"})
_SPAN = 40  # words before "it" in which something may have been late
_NEAR, _FAR = 8, 12
_PLACES = frozenset({"ADJ", "ADV", "DET", "NOUN", "PRON", "PROPN"})
_BEFORE_SPAN = frozenset({"AUX", "ADV", "DET", "ADJ", "NUM", "PART", "PUNCT"})


# ---- infinitives and what is missing from them


def task(it: It) -> tuple[str, str]:
    """The verb of the infinitive or the -ing form that the frame opens, and what follows it.

    That is a "complement", a "gap" (nothing), a "preposition", one that is "stranded" (nothing follows it), a "clause",
    or something "else".
    """
    verb = _verb(it)
    behind = verb + 1
    while (it.pos(behind) == "ADV" and it.tag(behind)[:1] != "W") or it.tag(behind) == "RP" or it.word(behind) in DAYS:
        behind += 1
    if it.word(behind) in ENDS:
        return it.lemma(verb), "else" if it.word(verb + 1) in _GOALS else "gap"
    if it.word(behind) in ("that", "whether", "if") or it.tag(behind).startswith("W"):
        return it.lemma(verb), "clause"
    if it.tag(behind) in ("IN", "TO"):
        return it.lemma(verb), "stranded" if it.word(behind + 1) in ENDS else "preposition"
    return it.lemma(verb), "complement" if it.pos(behind) in _OBJECTS else "else"


def _verb(it: It) -> int:
    opens = it.frame.opens
    if it.frame.opener == "ing":
        return opens
    return opens + 1 if it.tag(opens + 1) == "VB" else opens + 2


def _lacks_object(it: It) -> bool:
    """An object is missing from the infinitive: always missed, or one that "it" may be.

    "Carry" wants an object, "sleep" has none, and "run" may have one, which is missed where something was named.
    """
    verb, follows = task(it)
    wanted = verb in _wordnet("verbs.object")
    if follows == "stranded":
        return it.has_topic
    if follows == "preposition":
        return wanted and (_has_subject(it) or (bool(it.topics) and it.word(_verb(it) + 1) in _FREE))
    return follows == "gap" and (wanted or (_may_have_object(verb) and it.has_topic))


def _has_subject(it: It) -> bool:
    """Return whether something that "it" may take up was a subject."""
    return any(it.trees.base[token] == "nsubj" for token in it.topics)


def _may_have_object(verb: str) -> bool:
    return verb not in _wordnet("verbs.none") and verb not in _wordnet("verbs.clause")


def _is_complete(it: It) -> bool:
    """Return whether the task lacks nothing: "to carry bags", "to sleep in trains", "to see that S"."""
    verb, follows = task(it)
    if follows == "preposition":
        return not _lacks_object(it)
    return follows in ("complement", "clause") or (follows == "gap" and verb in _wordnet("verbs.none"))


def _missing_object(it: It) -> bool:
    """It was hard to carry; it is easy to work with; it is worth reading; it took years to build."""
    head, frame = it.frame.head, it.frame
    if head is None or head != frame.first or it.lemma(it.token - 1) in _CONSIDERING:
        return False
    if it.lemma(head) in ("cost", "take") and frame.link != "be":
        verb, follows = task(it) if frame.opener == "to" else ("", "")
        wanted = verb in _wordnet("verbs.object") and it.has_topic
        missed = wanted or (_may_have_object(verb) and _has_subject(it))
        return missed and (follows == "gap" or _takes_persons_for_it(it))
    if it.word(head) == "worth":
        return frame.opener == "ing" and frame.opens == head + 1 and _lacks_object(it)
    if frame.opener != "to" or not (frame.opens == head + 1 or it.word(head + 1) == "for"):
        return False
    word = it.word(head)
    tough = word in _classes("adjectives.ease") or word in _listed("tough.adjectives")
    return tough and word not in _listed("tough.none") and _lacks_object(it)


def _takes_persons_for_it(it: It) -> bool:
    """The box is large; it takes two men to lift it: a pronoun stands where the object would be missed."""
    behind = _verb(it) + 1
    if it.word(behind) != "it" or it.word(behind + 1) not in ENDS or not _has_subject(it):
        return False
    taken = [child for child in it.trees.children[it.frame.first or it.token] if it.trees.base[child] == "obj"]
    persons = (
        nouns().verdict(it.lemma(token))[0] == "person" or it.trees.annotation.entity[token] == "PERSON"
        for token in taken
    )
    return any(persons) or any(it.pos(token) == "NUM" for token in taken)


def _complete_infinitive(it: It) -> bool:
    """It is hard to carry bags; it is a pleasure to meet you; it is kind of you to come."""
    if not _judgement(it, "to"):
        return False
    return it.word((it.frame.head or 0) + 1) == "of" or _is_complete(it)


def _complete_gerund(it: It) -> bool:
    """It is no use crying; it was nice meeting you; it is worth visiting Rome."""
    head, frame = it.frame.head, it.frame
    if head is None or frame.link != "be" or frame.opener != "ing" or frame.opens != head + 1:
        return False
    if it.lemma(head) in _listed("nouns.futile") and it.word(head - 1) in ("no", "any", "little", "much"):
        return True
    judged = it.lemma(head) in _classes("nouns.value", *_JUDGEMENT)
    return judged and task(it)[1] in ("complement", "preposition") and _is_complete(it)


def _measured(it: It) -> bool:
    """It is too late to call; it is warm enough to sit outside."""
    head, frame = it.frame.head, it.frame
    if head is None or frame.opener != "to" or not (it.word(head - 1) == "too" or it.word(head + 1) == "enough"):
        return False
    if it.lemma(head) in ("early", "late", "soon"):
        return not _has_something_late(it)
    ambient = it.lemma(head) in _listed("weather.adjectives") | {"light"}
    return ambient and not it.has_topic and task(it)[1] != "stranded"


def _duration(it: It) -> bool:
    """It takes an hour to VP."""
    verb = it.frame.first
    if verb is None or it.lemma(verb) != "take" or it.frame.link == "be" or it.frame.opener != "to":
        return False
    within = it.frame.opens > verb + 1 and all(it.word(token) != "," for token in range(verb, it.frame.opens))
    return within and not _lacks_object(it)


def _judgement(it: It, opener: str) -> bool:
    """A clause that opens so follows a word of judgement: "odd that", "wise of them to", "a pity that"."""
    head, frame = it.frame.head, it.frame
    if head is None or frame.opener != opener:
        return False
    adjacent = frame.opens == head + 1 or opener == "clause"
    if it.pos(head) == "NOUN":
        return frame.link != "none" and it.lemma(head) in _classes("nouns.value") and adjacent
    if it.word(head - 1) == "the":
        return False
    linked = frame.link not in ("none", "auxiliary") or it.lemma(it.token - 1) in _CONSIDERING
    if not linked or head != frame.first or it.lemma(head) not in _classes(*_JUDGEMENT):
        return False
    between = ("to",) if opener == "that" else ("for", "of")
    measured = not _MEASURES.isdisjoint((it.word(head - 1), it.word(head + 1)))
    return not measured and (adjacent or it.word(head + 1) in between)


# ---- other clauses behind


def _seeming(it: It) -> bool:
    """It seems that S; it looks as if S; it turns out that S; it looks like S, or rain."""
    verb = it.frame.first
    if verb is None or it.frame.link == "be":
        return False
    lemma = it.lemma(verb)
    behind = [it.word(verb + 1), it.word(verb + 2)]
    if lemma in _SEEMING and behind in (["as", "if"], ["as", "though"]):
        return True
    if lemma in _SEEMING - {"feel"} and behind[0] == "like":
        return behind[1] in _listed("weather.nouns") or _is_clause_behind(it, verb + 1)
    if lemma == "turn" and behind[0] == "out":
        return (behind[1] == "that" and it.tag(verb + 2) != "DT") or _is_bare_clause(it, verb + 1)
    complement = it.frame.opener == "that" and it.frame.opens - verb <= 3
    bare = lemma in ("appear", "seem") and _is_bare_clause(it, verb)
    return bare or (lemma in ("appear", "seem", "follow", "happen", "transpire") and complement)


def _is_bare_clause(it: It, token: int) -> bool:
    """A clause without "that" follows a word: it turns out [she has a brother]."""
    opener, opens = it.opener(token)
    subject = it.pos(token + 1) in ("DET", "PRON", "PROPN") and not it.tag(token + 1).startswith("W")
    return opener == "clause" and subject and all(it.pos(behind) != "PUNCT" for behind in range(token, opens))


def _is_clause_behind(it: It, token: int) -> bool:
    """A finite clause stands there: "like [they have gone]", but not "like a duck"."""
    opener, opens = it.opener(token)
    return opener == "clause" and all(it.pos(behind) not in ("PUNCT", "CCONJ") for behind in range(token, opens))


def _that_clause(it: It) -> bool:
    """It is odd that S; it is said that S; it surprised me that S; it annoys me when S."""
    head, frame = it.frame.head, it.frame
    if head is None or frame.opener not in ("that", "clause", "when", "to"):
        return False
    if frame.opener in ("when", "to"):
        affected = it.pos(head + 1) == "PRON" and frame.opens == head + 2 and not it.topics
        return affected and it.lemma(head) in _classes("verbs.effect") - {"help"}
    if frame.opener == "clause":
        return _judgement(it, "clause") and _is_bare_clause(it, head)
    near = frame.opens - head <= 4
    reported = frame.link == "be" and it.tag(head) == "VBN" and it.lemma(head) in _classes("verbs.report")
    affecting = frame.link != "be" and it.pos(head) == "VERB" and it.lemma(head) in _classes("verbs.effect")
    return (near and (reported or affecting)) or _judgement(it, "that")


def _question(it: It) -> bool:
    """It does not matter what S; it is not known whether S; it is a mystery how S; it makes no difference who S."""
    head, frame = it.frame.head, it.frame
    if head is None or frame.opener not in ("wh", "that", "if") or frame.opens - head > 4:
        return False
    if it.lemma(head) == "difference":
        return it.lemma(frame.first or head) in ("make", "difference") or it.lemma(head - 2) == "make"
    if it.lemma(head) in _listed("verbs.mattering"):
        return frame.link != "be" and (frame.opener != "if" or it.tag(head - 1) == "RB")
    if frame.opener != "wh" or frame.link in ("none", "auxiliary"):
        return False
    reported = it.tag(head) == "VBN" and it.lemma(head) in _classes("verbs.report")
    is_open = it.lemma(head) in _classes("adjectives.likelihood", "adjectives.emotion") | _listed("nouns.questions")
    return reported or is_open


def _result(it: It) -> bool:
    """It was so heavy that S: the clause says how heavy."""
    head, frame = it.frame.head, it.frame
    if head is None or frame.opener != "that" or frame.link in ("none", "auxiliary"):
        return False
    measured = it.word(head - 1) == "so" or it.word(it.frame.first or head) == "such"
    ambient = it.lemma(head) in _listed("weather.adjectives") | {"late", "early"}
    return measured and (not ambient or it.has_topic)


def _prepositional(it: It) -> bool:
    """It is of no use to VP; it is beyond doubt that S; it was in May that S; it is for you to decide."""
    first, frame = it.frame.first, it.frame
    if first is None or frame.link != "be" or it.pos(first) not in ("ADP", "SCONJ") or it.word(first) in ("as", "like"):
        return False
    until = it.word(first) in ("until", "because", "when", "after", "since")
    for token in range(first + 1, min(it.end, first + (2 * _CLEFT if until else _CLEFT))):
        if it.word(token) in (STOPS if until else ENDS):
            return False
        if it.word(token) == "that" and it.tag(token) != "DT" and it.word(token + 1) not in ENDS:
            place = it.has_topic and "the" in (it.word(before) for before in range(first, token))
            return token > first + 1 and not place and it.lemma(token - 1) not in _listed("nouns.contents")
        if it.word(token) == "to" and it.tag(token + 1) == "VB":
            if it.word(first) == "for":
                return frame.opens == token and not _lacks_object(it)
            return it.lemma(token - 1) in _listed("idioms.phrasal")
    return False


def _cleft(it: It) -> bool:
    """It was me who told him; it is Anna that he loves; it was the cat that broke the vase."""
    head, first, frame = it.frame.head, it.frame.first, it.frame
    shown = [it.word(token) for token in range(it.token + 1, it.token + _CLEFT // 2)]
    if "that" in shown and any(adverb in _WHEN and behind == "that" for adverb, behind in pairwise(shown)):
        return True
    if head is None or first is None or frame.link != "be" or it.word(head + 1) not in _RELATIVES:
        return False
    if it.pos(head) == "PROPN" or it.tag(head) == "PRP":
        return first == head or it.pos(first) == "PROPN"
    before = [it.word(token) for token in range(it.token + 1, head)]
    definite = "the" in before or any(it.tag(token) in ("PRP$", "POS") for token in range(first, head))
    picked = any(it.tag(token) in ("JJS", "RBS") for token in range(it.token + 1, head)) or "only" in before
    person = nouns().verdict(it.lemma(head))[0] in ("person", "animal")
    return it.pos(head) == "NOUN" and definite and not picked and (person or not it.has_topic)


def _identification(it: It) -> bool:
    """Steps were heard; it was a lodger. Who barked? Was it your dog? "It" is a description, "the one who was heard".

    So it is in specificational clauses, also of persons (Mikkelsen 2005, chapter 5); not where "it" may be an animal,
    a child or a group, which are described so.
    """
    head, first, frame = it.frame.head, it.frame.first, it.frame
    if head is None or first is None or frame.link != "be":
        return False
    if it.tag(head + 1) == "POS":  # the neighbour's wife
        head = max(head, it.predicate)
    behind = it.word(head + 1)
    if it.tag(head) == "PRP":
        return head == first and behind in ENDS and it.word(head) in _listed("identification.persons")
    if behind not in ENDS and (it.pos(head + 1) not in ("ADP", "PROPN", "ADV") or behind in ("in", "of")):
        return False
    return _is_somebody(it, first, head) and not any(_may_be_somebody(it, token) for token in it.before)


def _is_somebody(it: It, first: int, head: int) -> bool:
    """Return whether a predicate names a person, describes one, or an animal or the like that is known: "my cat"."""
    before = [child for child in it.trees.children[head] if it.trees.relation[child] in ("det", "nmod:poss")]
    if it.pos(head) == "PROPN":
        return it.pos(first) == "PROPN" and not before and it.trees.annotation.entity[first] == "PERSON"
    if it.pos(head) != "NOUN" or it.lemma(head) == "one" or not (before or it.trees.words[head].istitle()):
        return False  # but "Mother"
    kind = nouns().verdict(it.lemma(head))[0]
    is_known = not any(it.word(child) in ("a", "an") for child in before)
    is_alive = kind == "animal" or (kind == "open" and it.trees.annotation.entity[head] == "PERSON")
    return kind == "person" or (is_known and is_alive)


def _may_be_somebody(it: It, token: int) -> bool:
    """Return whether "it" may take up a noun or name that can be described as a person is."""
    pos, lemma = it.trees.pos[token], it.trees.lemma[token]
    described = lemma in _listed("identification.described") or nouns().verdict(lemma)[0] == "animal"
    is_group = it.trees.annotation.entity[token] in ("ORGANIZATION", "ANIMAL")
    return pos in ("NOUN", "PROPN") and (is_group or (pos == "NOUN" and described))


def _object_with_clause(it: It) -> bool:
    """I hate it when S; we appreciate it if S; we owe it to them to VP."""
    verb = it.lemma(it.token - 1)
    if verb in _listed("verbs.liking") and it.pos(it.token - 1) == "VERB":
        return it.word(it.token + 1) in ("if", "that", "when") and it.tag(it.token + 1) != "DT"
    giving = verb in _listed("verbs.giving") and it.word(it.token + 1) == "to"
    return giving and it.tag(it.token + 2) != "VB" and it.opener(it.token + 2)[0] == "to"


def _raised(it: It) -> bool:
    """It seems to be broken; it is likely to fail; it seems fair; it looks like a duck."""
    verb, frame = it.frame.first, it.frame
    alike = verb is not None and it.lemma(verb) in _SEEMING and it.word(verb + 1) == "like"
    return (frame.raised or frame.link in _SEEMING or alike) and frame.opener == "end"


def _description(it: It) -> bool:
    """It is a book that I like; it is the same green that one sees on moss."""
    head, first, frame = it.frame.head, it.frame.first, it.frame
    if head is None or first is None or frame.link != "be" or it.pos(head) != "NOUN" or frame.opens != head + 1:
        return False
    excepted = _classes("nouns.value") | _listed("nouns.vague", "nouns.questions")
    if frame.opener not in ("that", "wh", "clause") or it.lemma(head) in excepted:
        return False
    before = [it.word(token) for token in range(it.token + 1, head)]
    picked = not _PICKED.isdisjoint(before) or any(it.tag(token) in ("JJS", "RBS") for token in range(first, head))
    return picked or not {"a", "an"}.isdisjoint(before)


# ---- weather and light


def _is_weather_verb(it: It) -> bool:
    """It rained all day; it will snow; they made it rain; it froze, where nothing before can freeze."""
    verb = it.frame.first
    if verb is None or (it.word(verb) == it.lemma(verb) and it.frame.link == "be" and it.word(verb - 1) != "to"):
        return False
    always = it.lemma(verb) in _listed("weather.verbs") or it.word(verb) in _weather_forms()
    return not _has_object(it, verb) and (always or (_is_of_things(it, verb) and not it.has_topic))


def _is_pouring(it: It) -> bool:
    """The wound was deep; it was pouring blood."""
    verb = it.frame.first
    return verb is not None and _is_of_things(it, verb) and _has_object(it, verb)


def _is_of_things(it: It, verb: int) -> bool:
    return it.pos(verb) == "VERB" and not _listed("weather.of_things").isdisjoint((it.lemma(verb), it.word(verb)))


def _has_object(it: It, verb: int) -> bool:
    return any(it.trees.base[child] == "obj" and it.lemma(child) not in _ANIMALS for child in it.trees.children[verb])


@cache
def _weather_forms() -> frozenset[str]:
    """The forms of verbs of weather, which a tagger may take for other words."""
    verbs = _listed("weather.verbs")
    stems = [verb.removesuffix("e") for verb in verbs]
    return verbs | {f"{verb}s" for verb in verbs} | {f"{stem}{ending}" for stem in stems for ending in ("ed", "ing")}


def _is_ambience(it: It) -> bool:
    """It is cold outside; it was getting dark, where nothing before is cold or dark itself."""
    return _is_ambient(it) and not _is_own_ambience(it) and (_is_here_or_now(it) or not it.has_topic)


def _is_own_ambience(it: It) -> bool:
    """The soup is ready; it is hot. Check the motor; it must be cool. The attic is large, but it gets hot in summer."""
    touched = _is_alone(it, _listed("touch.adjectives"))
    if not touched and not _is_ambient(it):
        return False
    kinds = _wordnet("nouns.tempered", "nouns.touched") if touched else _wordnet("nouns.tempered")
    parts, head = _listed("weather.parts"), it.frame.head or it.token
    topics = [
        token
        for token in it.topics
        if it.trees.lemma[token] in kinds or (it.trees.lemma[token] in parts and it.trees.base[token] != "obl")
    ]
    is_seasonal = it.word(head + 1) == "in" and it.word(head + 2) in _listed("weather.times")  # hot in summer
    beside = 0 if is_seasonal else it.start
    parallel = any(it.trees.base[token] == "nsubj" and token >= beside for token in topics)
    return parallel or (bool(topics) and not _is_here_or_now(it))


def _is_ambient(it: It) -> bool:
    """The predicate is an adjective that weather can have, and nothing else."""
    return _is_alone(it, _listed("weather.adjectives"))


def _is_alone(it: It, adjectives: Set[str]) -> bool:
    """The predicate is one of these adjectives, and nothing else."""
    head = it.frame.head
    if head is None or it.frame.link not in _CHANGING:
        return False
    alone = it.word(head + 1) in ENDS or it.word(head + 1) in _listed("weather.now", "weather.here")
    alone = alone or it.pos(head + 1) in ("ADV", "ADP", "SCONJ", "DET", "PART")  # and so no complement
    is_one = not adjectives.isdisjoint((it.lemma(head), it.word(head)))
    return is_one and it.frame.first == head and it.word(head - 1) != "as" and alone


def _is_here_or_now(it: It) -> bool:
    head = it.frame.head or it.token
    behind = [it.word(token) for token in range(head + 1, head + 4)]
    if not _listed("weather.here", "weather.now").isdisjoint(behind[:2]):
        return True
    times = _listed("weather.times", "weather.here")
    return (behind[0] in ("at", "in", "last", "this") and not times.isdisjoint(behind[1:])) or _is_in_place(it, head)


def _is_in_place(it: It, head: int) -> bool:
    """Return whether a place stands behind the adjective: "in the kitchen", "under the bridge", "in Rome"."""
    places = (token for token in it.trees.children[head] if token > head and it.trees.base[token] == "obl")
    place = next(places, None)
    if place is None or it.pos(head + 1) != "ADP":
        return False
    is_place = it.pos(place) == "PROPN" or it.trees.annotation.entity[place] == "PLACE"
    return is_place or it.word(head + 1) in _OUTSIDE


# ---- time and distance


def _is_time(it: It) -> bool:
    """It is ten o'clock; it is half past two; it was Sunday; it was the third of May; it is late."""
    head, frame = it.frame.head, it.frame
    if _is_late(it):
        return not _has_something_late(it)
    if head is None or frame.first is None or frame.link != "be":
        return False
    if it.pos(frame.first) == "ADP" and it.word(frame.first) not in ("past", "to"):
        return False
    if it.word(head) == "time" and head - it.token < _NEAR // 2:
        return it.word(head + 1) == "for" or (frame.opener in ("to", "that", "clause") and frame.opens - head < 3)
    shown = [it.word(token) for token in range(it.token + 1, head + 2)]
    number = any(it.pos(token) == "NUM" for token in range(it.token + 1, head + 2))
    past = "past" in [*shown, it.word(head + 2)] or it.word(head + 3) in _listed("time.parts")
    clock = not _listed("time.points").isdisjoint(shown) or (number and past)
    return clock or _is_date(it, head)


def _is_date(it: It, head: int) -> bool:
    if it.word(head - 1) in ("every", "last", "next"):
        return False
    ordinal = it.pos(head) in ("ADJ", "NUM")
    day = ordinal and it.word(head + 1) == "of" and it.word(head + 2) in _listed("time.months")
    hour = it.pos(head) == "NUM" and it.word(head - 1) in ("almost", "nearly") and not it.has_topic
    year = it.word(head).isdigit() and len(it.word(head)) == 4 and it.word(head + 1) in ENDS
    return day or hour or year or (it.lemma(head) in _listed("time.names") and not it.has_topic)


def _is_time_of_something(it: It) -> bool:
    """The concert was good; it was last year."""
    first, frame = it.frame.first, it.frame
    if first is None or frame.link != "be" or frame.opener == "that":
        return False
    return it.word(first) in ("last", "next") and it.lemma(first + 1) in _listed("time.spans", "time.names")


def _is_late(it: It) -> bool:
    """It is late; it was getting late."""
    token = it.token + 1
    while it.pos(token) in ("AUX", "ADV", "PART") or it.lemma(token) in ("be", "get"):
        if it.word(token) in ("late", "early"):
            break
        token += 1
    if it.word(token) not in ("late", "early") or it.word(token + 1) not in ENDS | {"at", "in"}:
        return False
    return any(it.lemma(index) in ("be", "'s", "get") for index in range(it.token - 1, token))


def _has_something_late(it: It) -> bool:
    """Return whether something before "it" may be late."""
    return not _listed("time.late").isdisjoint(it.trees.lemma[max(0, it.start - _SPAN) : it.token])


def _is_late_thing(it: It) -> bool:
    """The bus came; it was late."""
    return _is_late(it) and _has_something_late(it)


def _is_question_of_time(it: It) -> bool:
    """Return whether "it" is in a question such as "What time is it?" or "How far is it to Rome?"."""
    if it.tag(it.token - 1) not in ("VBZ", "VBD") or it.lemma(it.token - 1) != "be":
        return False
    before = (it.word(it.token - 3), it.word(it.token - 2))
    if before[0] == "what":
        return before[1] in _listed("time.asked")
    return before == ("how", "far") and it.word(it.token + 1) in ("to", "from", "till", "until")


def _is_time_since(it: It) -> bool:
    """It has been a year since we met; it was not long before she came."""
    if it.frame.link != "be":
        return False
    token = it.token + 1
    while it.pos(token) in _BEFORE_SPAN and it.lemma(token) not in _listed("time.spans"):
        token += 1
    limit = token + 2 if it.word(token + 1) in ("now", "already", "time") else token + 1
    return it.lemma(token) in _listed("time.spans") and it.word(limit) in _LIMITS


def _is_distance(it: It) -> bool:
    """It is five miles to Rome; it is a long way from here to the sea; it is not far to the bank."""
    if "be" not in (it.frame.link, it.lemma(it.token + 1)):
        return False
    measured = False
    for token in range(it.token + 1, min(it.end, it.token + _FAR)):
        measured |= it.word(token) == "far" or it.lemma(token) in _listed("distance.units")
        if it.word(token) == "to":
            return measured and it.pos(token + 1) in _PLACES
        if it.word(token) in STOPS or it.pos(token) == "VERB" or (it.pos(token) == "ADP" and not measured):
            return False
    return False


# ---- idioms


def _is_idiom(it: It) -> bool:
    """As it were; when it comes to spelling; we made it to the coast; how is it going?"""
    for idiom in idioms(it, _SURE):
        last, word = idiom[-1]
        goes_on = word == "to" and it.tag(it.token + last + 1) == "VB"  # "made it to sell"
        forms = [(it.token + distance, form) for distance, form in idiom]
        if not goes_on and all(
            it.word(token) == form or (it.pos(token) == "VERB" and it.lemma(token) == form) for token, form in forms
        ):
            return True
    return False


def _is_turn(it: It) -> bool:
    """It is my turn; whose turn is it? It is up to you; it is her birthday."""
    head, link = it.frame.head, it.frame.link
    if it.word(it.token - 3) == "whose" and it.word(it.token - 2) in _listed("idioms.turns"):
        return True
    if link != "be" or head is None:
        return False
    if it.word(head) == "up":
        return it.word(head + 1) == "to" and it.tag(head + 2) != "VB"
    if it.lemma(head) == "fault":
        return it.frame.opener == "that" and it.frame.opens == head + 1
    owned = any(it.tag(token) in ("PRP$", "POS") for token in range(it.token + 1, head))
    duty = it.lemma(head) in _listed("idioms.duties") and it.frame.opener == "to" and it.frame.opens == head + 1
    return owned and (it.lemma(head) in _listed("idioms.turns") or duty)


# ---- the rules


RULES: tuple[tuple[ItClass, str, Callable[[It], bool]], ...] = (
    ("pleonastic", "idiom", _is_idiom),
    ("pleonastic", "object with a clause", _object_with_clause),
    ("anaphoric", "missing object", _missing_object),
    ("anaphoric", "late thing", _is_late_thing),
    ("anaphoric", "warmth or light of its own", _is_own_ambience),
    ("anaphoric", "result", _result),
    ("anaphoric", "time of something", _is_time_of_something),
    ("anaphoric", "something that pours", _is_pouring),
    ("pleonastic", "weather", _is_weather_verb),
    ("pleonastic", "ambience", _is_ambience),
    ("pleonastic", "time", _is_time),
    ("pleonastic", "question of time", _is_question_of_time),
    ("pleonastic", "time since", _is_time_since),
    ("pleonastic", "distance", _is_distance),
    ("pleonastic", "turn", _is_turn),
    ("pleonastic", "seeming", _seeming),
    ("pleonastic", "duration", _duration),
    ("pleonastic", "that-clause", _that_clause),
    ("pleonastic", "question", _question),
    ("pleonastic", "complete infinitive", _complete_infinitive),
    ("pleonastic", "complete gerund", _complete_gerund),
    ("pleonastic", "too and enough", _measured),
    ("pleonastic", "prepositional phrase", _prepositional),
    ("pleonastic", "cleft", _cleft),
    ("pleonastic", "identification", _identification),
    ("anaphoric", "raised subject", _raised),
    ("anaphoric", "description", _description),
)
"""The rules with the class that they tell, in the order in which they decide."""


def decide(it: It) -> Iterator[tuple[ItClass, str]]:
    """The class and the rule, for each rule that holds, the deciding one first."""
    for kind, name, holds in RULES:
        if holds(it):
            yield kind, name
