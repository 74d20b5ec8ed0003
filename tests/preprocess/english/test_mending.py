"""Lemmas of nouns and verbs by their tags, types that agree, dislocated phrases, names in apposition."""

from collections.abc import Iterable

from spacy.tokens import Token
from spacy.tokens.underscore import Underscore

from anaphora.corpora import plain
from anaphora.preprocess.english.mending import lemmas_of
from anaphora.preprocess.pipeline import load

VERBS = """
adds adding added = add, attaches attaching attached = attach, bends bending bent = bend, blows blowing blew = blow,
boils boiling boiled = boil, bolts bolting bolted = bolt, breaks breaking broke = break, brushes brushing brushed =
brush, burns burning burnt = burn, carries carrying carried = carry, changes changing changed = change, charges
charging charged = charge, cleans cleaning cleaned = clean, clicks clicking clicked = click, closes closing closed =
close, connects connecting connected = connect, cools cooling cooled = cool, copies copying copied = copy, covers
covering covered = cover, cuts cutting cut = cut, defrosts defrosting defrosted = defrost, descales descaling descaled
= descale, dries drying dried = dry, drains draining drained = drain, draws drawing drew = draw, drips dripping
dripped = drip, ejects ejecting ejected = eject, empties emptying emptied = empty, feeds feeding fed = feed, fills
filling filled = fill, fits fitting fitted = fit, fixes fixing fixed = fix, flashes flashing flashed = flash, folds
folding folded = fold, greases greasing greased = grease, grinds grinding ground = grind, hangs hanging hung = hang,
heats heating heated = heat, holds holding held = hold, inserts inserting inserted = insert, installs installing
installed = install, keeps keeping kept = keep, latches latching latched = latch, leaves leaving left = leave, lifts
lifting lifted = lift, loads loading loaded = load, loosens loosening loosened = loosen, matches matching matched =
match, mixes mixing mixed = mix, mounts mounting mounted = mount, opens opening opened = open, passes passing passed =
pass, plugs plugging plugged = plug, pours pouring poured = pour, presses pressing pressed = press, pulls pulling
pulled = pull, pushes pushing pushed = push, releases releasing released = release, removes removing removed = remove,
replaces replacing replaced = replace, rinses rinsing rinsed = rinse, rotates rotating rotated = rotate, screws
screwing screwed = screw, sets setting set = set, sews sewing sewed = sew, shakes shaking shook = shake, shines
shining shone = shine, shrinks shrinking shrank = shrink, shuts shutting shut = shut, sinks sinking sank = sink,
slides sliding slid = slide, spins spinning spun = spin, squeezes squeezing squeezed = squeeze, stops stopping stopped
= stop, supplies supplying supplied = supply, switches switching switched = switch, tears tearing tore = tear, ties
tying tied = tie, touches touching touched = touch, turns turning turned = turn, unplugs unplugging unplugged =
unplug, unloads unloading unloaded = unload, varies varying varied = vary, washes washing washed = wash, wears wearing
wore = wear, winds winding wound = wind, wipes wiping wiped = wipe
"""  # in manuals
PLURALS = """
batteries battery, boxes box, switches switch, brushes brush, lenses lens, knives knife, shelves shelf, feet foot,
children child, women woman, mice mouse, criteria criterion, keys key, valves valve, photos photo, tomatoes tomato,
hard-boxes hard-box, touchscreens touchscreen, tweezers tweezers,
people person
"""


def lemmas(rows: Iterable[tuple[str, str, str]], pos: str = "VERB") -> list[str]:
    """The lemmas of rows of word, tag, and what was learned."""
    words, tags, learned = zip(*rows, strict=True)
    return list(lemmas_of(words, tags, [pos] * len(words), learned))


def test_forms_of_a_verb_have_one_lemma_whatever_was_learned() -> None:
    """By the rules of spelling, or as the verb is irregular (Quirk et al. 1985, 3.5 to 3.19)."""
    verbs = [entry.split(" = ") for entry in " ".join(VERBS.split()).split(", ")]
    assert len(verbs) == 87
    for forms, verb in verbs:
        rows = [(form, tag, form[:-2]) for form, tag in zip(forms.split(), ("VBZ", "VBG", "VBD"), strict=True)]
        assert lemmas(rows) == [verb] * 3


def test_lemma_of_a_plural_is_its_singular_if_it_has_one() -> None:
    plurals, singulars = zip(*(entry.split() for entry in PLURALS.split(",")), strict=True)
    assert lemmas([(plural, "NNS", plural[:-1]) for plural in plurals], "NOUN") == list(singulars)


def test_lemma_follows_the_tag() -> None:
    rows = [("found", "VBD", "found"), ("found", "VB", "find"), ("saw", "VBD", "saw"), ("lay", "VBP", "lie")]
    assert lemmas(rows) == ["find", "found", "see", "lay"]
    nouns = [("Heading", "NN", "head"), ("lens", "NN", "len"), ("DLC", "NN", "DLC")]
    assert lemmas(nouns, "NOUN") == ["heading", "lens", "DLC"]


def test_lemmas_of_words_in_no_lexicon_follow_rules_unless_the_learned_one_is_a_verb() -> None:
    rows = [("unfriended", "VBD", "unfriende"), ("retweets", "VBZ", "retweet"), ("gon", "VBG", "go")]
    assert lemmas(rows) == ["unfriend", "retweet", "go"]


def test_lemmas_of_other_words_stay() -> None:
    assert lemmas([("red", "JJ", "red"), ("Riding", "NNP", "Riding"), ("'s", "VBZ", "have")]) == [
        "red",
        "Riding",
        "have",
    ]
    assert lemmas([("'re", "VBP", "be"), ("were", "VBD", "be")], "AUX") == ["be", "be"]


def test_extension_of_a_user_stays() -> None:
    Token.set_extension("lemma", default="a user's", force=True)
    try:
        assert lemmas([("boxes", "NNS", "boxe")], "NOUN") == ["box"]
        assert Token.get_extension("lemma")[0] == "a user's"
    finally:
        Underscore.token_extensions.pop("lemma")


def test_words_of_a_noun_phrase_and_its_repetitions_have_one_entity_type() -> None:
    for noun, text in {
        "library": "She works for a library. The library is old.",
        "tavern": "I know a tavern. The tavern is cheap.",
        "kindergarten": "She runs a kindergarten. The kindergarten is popular.",
    }.items():
        document = plain.document(text, "text")
        entity = load().annotate(document).entity
        places = [place for place, word in enumerate(document.words) if word == noun]
        assert len({entity[token] for place in places for token in (place - 1, place)}) == 1


def relations(text: str) -> set[str]:
    """The relations of the words of a text, each with its word and that of its head."""
    document = plain.document(text, "text")
    found = load().annotate(document)
    words = document.words
    return {f"{word} {found.relation[token]} {words[found.head[token]]}" for token, word in enumerate(words)}


def test_of_two_subjects_a_pronoun_behind_a_comma_takes_the_first_up() -> None:
    for text, expected in {
        "The uncle of my friend, he never sleeps.": "uncle dislocated sleeps",
        "The coat that my aunt bought, it was sold.": "coat dislocated sold",
        "The cook came, he never sleeps.": "cook nsubj came",
        "The firm, she added, had known it.": "firm nsubj known",
    }.items():
        assert expected in relations(text)


def test_noun_behind_a_name_in_apposition_is_coordinated_with_its_noun() -> None:
    for text, expected in {
        "The painter Olga Roth and the sculptor Milan Novak left.": "sculptor conj painter",
        "They asked the painter Olga Roth and the sculptor Milan Novak.": "sculptor conj painter",
        "Captain Ann Roth and the sculptor Milan Novak left.": "sculptor conj Ann",
        "The goalkeeper Novak and the coach Roth quarrelled.": "coach conj goalkeeper",
        "The painters Olga Roth and Milan Novak left.": "Milan conj Olga",
    }.items():
        assert expected in relations(text)
