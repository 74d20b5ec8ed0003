"""Disjoint reference and binding, and what noun phrases stand in."""

from anaphora.resolvers.syntax.binding import Setting, settings, syntax_of
from tests.resolvers.answers import names, read


def test_a_pronoun_is_disjoint_from_what_a_condition_names() -> None:
    argument, adjunct, noun_phrase = "argument domain", "adjunct domain", "noun-phrase domain"
    expected = {
        ("She likes her", "her", "She"): argument,
        ("John seems to want to see him", "him", "John"): argument,  # raising and control: John is to see him
        ("John told Bill to see him", "him", "Bill"): argument,  # Bill is to see him
        ("John told Bill to see him", "him", "John"): "",
        ("John came and saw him", "him", "John"): argument,
        ("John came and Bill saw him", "him", "John"): "",
        ("The man who saw him slept", "him", "The man who saw him"): argument,
        ("The man seeing him slept", "him", "The man seeing him"): argument,
        ("John and him met", "him", "John"): argument,
        ("She sat near her", "her", "She"): adjunct,
        ("He believes that the man is amusing", "He", "the man"): "in the pronoun's clause",
        ("After John left , he slept", "he", "John"): "",
        ("John 's mother likes him", "him", "John 's"): "",
        ("John 's mother likes him", "him", "John 's mother"): argument,
        ("John 's portrait of him hangs", "him", "John 's"): noun_phrase,
        ("His portrait of John hangs", "His", "John"): "in the pronoun's noun phrase",
        ("John likes his mother", "his", "John"): "",
        ("John is his father", "his", "John"): "",
        ("John lost his", "his", "John"): "",  # his key: the owner is no argument of the verb
        ("John gave his to Bill and left", "his", "Bill"): "",
        ("His bit him", "him", "His"): "",
        ("His friend who saw him slept", "His", "him"): "",  # a pronoun that follows is no candidate
        ("John was hit by him", "him", "John"): argument,
        ("John is him", "him", "John"): argument,
        ("John is tall and Bill is him", "him", "Bill"): argument,
        ("John is tall and Bill is him", "him", "John"): "",  # a conjoined clause has its own predicate
        ("John came and was proud of him", "him", "John"): adjunct,
        ("John was told to see him", "him", "John"): argument,  # no object: the subject is to see him
        ("After leaving him John slept", "him", "John"): argument,
        ("The hope is that it works", "it", "The hope"): "",
        ("It is that John left", "It", "John"): "in the pronoun's clause",
    }
    actual = {}
    for text, pronoun, other in expected:
        document = read(text)
        mentions = names(document)
        actual[text, pronoun, other] = syntax_of(document).disjoint(mentions.index(pronoun), mentions.index(other))

    assert actual == expected


def test_a_reflexive_is_bound_by_what_a_condition_names() -> None:
    expected = {
        # Bill stands in an adjunct, which is no argument
        "John talked to Bill about himself": {"John": "adjunct domain"},
        "John told Bill to shave himself": {"Bill": "argument domain"},
        "Bill showed John himself": {"Bill": "argument domain"},  # an indirect object is lower than the object
        "John was hit by himself": {"John": "argument domain"},  # an agent is lower than the subject
        "John is himself": {"John": "argument domain"},
        "John 's portrait of himself hangs": {"John 's": "noun-phrase domain"},
        "They read stories about themselves": {"They": "noun phrase without determiner"},
        "They read our stories about themselves": {"our": "noun-phrase domain"},
        "They are writers of stories about themselves": {},  # the stories are in no domain of "they"
        "The author herself spoke": {"The author": "emphatic"},
    }
    actual = {}
    for text in expected:
        document = read(text)
        (reflexive,) = (place for place, entry in enumerate(document.mentions) if entry.pronoun == "reflexive")
        others = (place for place in range(len(document.mentions)) if place != reflexive)
        binders = {names(document)[place]: syntax_of(document).binds(place, reflexive) for place in others}
        actual[text] = {name: condition for name, condition in binders.items() if condition}

    assert actual == expected


def test_the_setting_of_a_noun_phrase_is_what_it_stands_in() -> None:
    expected = {
        ("A man who met Bill", "A man who met Bill"): Setting(),
        ("A man who met Bill", "Bill"): Setting(embedded=True, subordinate=3),  # the clause of "met"
        ("The lid of John 's box fell", "John 's box"): Setting(embedded=True, subordinate=1),  # the lid
        ("The lid of John 's box fell", "John 's"): Setting(genitive=True, embedded=True, subordinate=1),
        ("The fact that John left hurts", "John"): Setting(embedded=True, subordinate=4),
        ("When John came we slept", "John"): Setting(adverbial=True, subordinate=2),
        ("When John came we slept", "we"): Setting(),
        ("In the box of John it rains", "the box of John"): Setting(set_off=True),
        ("In the box of John it rains", "John"): Setting(embedded=True, set_off=True, subordinate=2),
        ("We were hit , by the box", "the box"): Setting(),  # a passive agent is no adverbial
        ("We told John and Bill", "Bill"): Setting(),  # nor is a conjunct embedded
    }
    actual = {}
    for text, phrase in expected:
        document = read(text)
        actual[text, phrase] = settings(document)[names(document).index(phrase)]

    assert actual == expected


def test_of_very_many_subjects_of_a_verb_only_the_first_are_understood_in_its_clauses() -> None:
    text = " ".join(["said/VBD/0/root", *["Ann/NNP/1/nsubj"] * 50, *["see/VB/1/xcomp"] * 50])

    assert sum(map(len, syntax_of(read(text)).understood.values())) == 10 * 50
