"""Names in the place of pronouns: which are replaced, by what, and why others are left."""

from collections.abc import Sequence
from dataclasses import replace

import pytest

from anaphora.experiments.texts.entities import entities_of
from anaphora.experiments.texts.manner import Each, Manner
from anaphora.experiments.texts.replacing import Links, Rewriting, links_of, replace_pronouns
from anaphora.workbench.decision import Decision
from anaphora.workbench.document import Prepared
from anaphora.workbench.language.anaphors import pronoun
from tests.annotated import prepared
from tests.refused import raises

CLOSE = (".", ",", "'s", "'ll", "'d", "'re", "’s", "-man", "/her")
"""What no blank stands before."""
TAGS = {
    **dict.fromkeys(("a", "the", "every", "any"), "DT"),
    **dict.fromkeys(("his", "their", "its", "my"), "PRP$"),
    **dict.fromkeys(("he", "she", "it", "they", "him", "them", "himself", "i"), "PRP"),
    **dict.fromkeys(("slept", "left", "woke", "ate", "barked", "saw", "said", "fell"), "VBD"),
    **dict.fromkeys(("cooks", "geese"), "NNS"),
    "sleep": "VBP", "then": "RB", ".": ".",
}  # fmt: skip


def parsed(sentence: str) -> str:
    """The notation of `tests.annotated` for a sentence of a subject, a verb and maybe an object, if it is not in it."""
    if "/" in sentence:
        return sentence
    words = sentence.split()
    tags = [TAGS.get(word.lower(), "NN" if word.islower() else "NNP") for word in words]
    for place, word in enumerate(words):
        if word.lower() == "her":
            tags[place] = "PRP$" if tags[place + 1 : place + 2] in (["NN"], ["NNS"]) else "PRP"
    verb = next(place for place, tag in enumerate(tags) if tag.startswith("VB"))
    entries = []
    for place, (word, tag) in enumerate(zip(words, tags, strict=True)):
        if tag in ("DT", "PRP$") or word == "Mr.":
            head, relation = place + 2, {"DT": "det", "PRP$": "nmod:poss"}.get(tag, "nmod:desc")
        else:
            others = {"RB": "advmod", ".": "punct"}
            relation = "root" if place == verb else others.get(tag, "nsubj" if place < verb else "obj")
            head = 0 if place == verb else verb + 1
        entries.append(f"{word}/{tag}/{head}/{relation}")
    return " ".join(entries)


def written(text: str) -> Prepared:
    """A prepared document of sentences, a line each."""
    found = prepared("\n".join(parsed(line) if line.strip() else line for line in text.strip().splitlines()))
    spaces = ["" if after in CLOSE else " " for after in found.document.words[1:]] + [""]
    return replace(found, document=replace(found.document, spaces=tuple(spaces)))


def rewrite(
    text: str, chains: str = "", sure: float | None = 1.0, each: Each = "sentence", least: float = 0.5
) -> Rewriting:
    """Rewrite a text with chains such as "Bob=He; Ann=her", the words of mentions in text order; others are alone."""
    found, taken = written(text), set[int]()

    def take(words: str) -> int:
        spans = enumerate(found.document.words_of(mention.span) for mention in found.mentions)
        number = next(number for number, shown in spans if shown == words and number not in taken)
        taken.add(number)
        return number

    made = tuple(tuple(map(take, chain.split("="))) for chain in chains.split("; ") if chain)
    alone = tuple((number,) for number in range(len(found.mentions)) if number not in taken)
    tokens = [
        token for token, word in enumerate(found.document.words) if (entry := pronoun(word.lower())) and entry.person
    ]
    probability = dict.fromkeys(range(len(found.mentions)), sure)
    return replace_pronouns(found, entities_of(found, made + alone), Links(probability), Manner(least, each), tokens)


def reasons(made: Rewriting) -> list[tuple[str, str]]:
    return [(left.text, left.reason) for left in made.left]


MEN = "Tom/NNP/3/nsubj Lee/NNP/1/flat woke/VBD/0/root"
COURT = "The/DT/2/det Court/NNP/5/nsubj of/IN/4/case Appeals/NNS/2/nmod agreed/VBD/0/root ././5/punct"
SANG = "A/DT/2/det man/NN/7/nsubj with/IN/4/case hats/NNS/2/nmod who/WP/6/nsubj sang/VBD/2/acl:relcl slept/VBD/0/root"
BOTH = "Ann/NNP/4/nsubj and/CC/3/cc Bob/NNP/1/conj met/VBD/0/root ././4/punct"
LATE = "They/PRP/3/nsubj 're/VBP/3/cop late/JJ/0/root"
HUSBAND = "Ann slept .\nHer husband woke .\n"
GONE = "Bob slept .\nHe/PRP/3/nsubj {} gone/VBN/0/root"
REWRITTEN = (
    # the best name is taken and not the nearest mention
    ("Mr. Darcy slept\nDarcy woke\nHe left", "Mr. Darcy=Darcy=He", "Mr. Darcy slept Darcy woke Mr. Darcy left"),
    # of two persons that were linked to one entity, each sentence has the last one before the pronoun
    (f"Bob slept\nBob slept\nHe left\n{MEN}\nHe left", "Bob=Bob=He=Tom Lee=He",
     "Bob slept Bob slept Bob left Tom Lee woke Tom Lee left"),
    # possessives: Chicago Manual of Style 7.17
    ("Mary slept .\nHer dog left", "Mary=Her", "Mary slept. Mary's dog left"),
    ("James slept .\nHis dog left", "James=His", "James slept. James's dog left"),
    ("Macy's slept .\nHer dog left", "Macy's=Her", "Macy's slept. Macy's dog left"),
    ("Cooks sleep .\nTheir dog left", "Cooks=Their", "Cooks sleep. Cooks' dog left"),
    ("Geese sleep .\nTheir dog left", "Geese=Their", "Geese sleep. Geese's dog left"),
    (f"{COURT}\nIts dog left", "The Court of Appeals=Its",
     "The Court of Appeals agreed. The Court of Appeals' dog left"),
    ("Bob slept .\nThis/DT/3/nsubj is/VBZ/3/cop his/PRP/0/root ././3/punct", "Bob=his", "Bob slept. This is Bob's."),
    # noun phrases become definite, bare plurals in the past only
    ("A dog slept .\nThen it left", "A dog=it", "A dog slept. Then the dog left"),
    ("One/CD/2/nummod dog/NN/3/nsubj slept/VBD/0/root\nThen it left", "One dog=it",
     "One dog slept Then the dog left"),
    ("Cooks slept .\nThen they left", "Cooks=they", "Cooks slept. Then the cooks left"),
    ("Cooks sleep .\nThen they left", "Cooks=they", "Cooks sleep. Then cooks left"),
    ("A/DT/3/det young/JJ/3/amod American/NNP/4/nsubj slept/VBD/0/root\nHe left", "A young American=He",
     "A young American slept The young American left"),
    # a title with a name stays as it is
    ("So/RB/4/advmod Aunt/NN/4/nsubj Polly/NNP/2/flat slept/VBD/0/root\nHer dog barked", "Aunt Polly=Her",
     "So Aunt Polly slept Aunt Polly's dog barked"),
    # relative clauses are no part of a name, and what owns ends with its noun
    (f"{SANG}\nHe left\nHis dog barked", "A man with hats who sang=He=His",
     "A man with hats who sang slept The man with hats left The man's dog barked"),
    # the owner in a noun phrase is named unless a name stands before
    (f"{HUSBAND}He left", "Ann=Her; Her husband=He", "Ann slept. Ann's husband woke. Ann's husband left"),
    (f"{HUSBAND}She saw him", "Ann=Her=She; Her husband=him", "Ann slept. Ann's husband woke. Ann saw her husband"),
    (f"{HUSBAND}He saw her", "Ann=Her=her; Her husband=He", "Ann slept. Ann's husband woke. Ann's husband saw her"),
    # capitals are those of the pronoun
    ("The cooks slept .\nTHEY left .\nBob saw them", "The cooks=THEY=them",
     "The cooks slept. THE COOKS left. Bob saw the cooks"),
    # contractions are written out
    (GONE.format("'s/VBZ/3/aux/be"), "Bob=He", "Bob slept. Bob is gone"),
    (GONE.format("'s/VBZ/3/aux/have"), "Bob=He", "Bob slept. Bob has gone"),
    (GONE.replace("Bob", "James").format("'s/VBZ/3/aux/be"), "James=He", "James slept. James is gone"),
    (GONE.format("'ll/MD/3/aux"), "Bob=He", "Bob slept. Bob will gone"),
    (GONE.format("'d/VBD/3/aux/have"), "Bob=He", "Bob slept. Bob had gone"),
    (GONE.format("'d/MD/3/aux/would"), "Bob=He", "Bob slept. Bob would gone"),
    ("Bob slept\nHe/PRP/4/nsubj 'd/MD/4/aux better/RB/4/advmod go/VB/0/root", "Bob=He",
     "Bob slept Bob had better go"),
    ("Bob slept\nHe/PRP/3/nsubj 's/VBZ/3/aux/be called/VBN/0/root me/PRP/3/obj", "Bob=He",
     "Bob slept Bob has called me"),
    # a coordination is named as a whole
    (f"{BOTH}\n{LATE}\nTheir dog left", "Ann and Bob=They=Their",
     "Ann and Bob met. Ann and Bob are late Ann and Bob's dog left"),
)  # fmt: skip
"""A text, its chains, and what comes of it."""


def test_pronouns_become_the_names_of_their_entities() -> None:
    found = {(text, chains): rewrite(text, chains).rewritten for text, chains, _ in REWRITTEN}

    assert found == {(text, chains): expected for text, chains, expected in REWRITTEN}


SINGULAR = "Alex slept\nThey/PRP/{}/nsubj {}"
QUOTED = (
    "\"/``/5/punct Go/VB/5/ccomp \"/''/2/punct Bob/NNP/5/nsubj said/VBD/0/root/say ././5/punct\n"
    "\"/``/2/punct He/PRP/3/nsubj left/VBD/0/root \"/''/3/punct"
)
CALLED = (
    "Bob slept .\n\"/``/2/punct Go/VB/6/ccomp Bob/NNP/2/vocative \"/''/2/punct he/PRP/6/nsubj said/VBD/0/root/say\n"
    "\"/``/2/punct Help/VB/0/root him/PRP/2/obj \"/''/2/punct"
)
LEFT: tuple[tuple[str, str, list[tuple[str, str]]], ...] = (
    ("Bob slept .\nHe/PRP/2/nsubj said/VBD/0/root he/PRP/4/nsubj left/VBD/2/ccomp", "Bob=He=he", [("he", "named")]),
    # where a name follows the pronoun a second one would mean somebody else
    ("In/IN/3/case his/PRP$/3/nmod:poss book/NN/5/obl Bob/NNP/5/nsubj writes/VBZ/0/root", "his=Bob",
     [("his", "beside_name")]),
    ("Bob slept\nHimself/PRP/3/obl he/PRP/3/nsubj left/VBD/0/root", "Bob=Himself=he",
     [("Himself", "reflexive"), ("he", "after_pronoun")]),
    (f"{HUSBAND}He left", "Her husband=He", [("Her", "unresolved"), ("He", "unnamed")]),
    ("He slept .\nHe left\nIt fell", "He=He", [("He", "unnamed"), ("He", "unnamed"), ("It", "unresolved")]),
    # what means nobody in particular, or has a pronoun, is no name
    ("Every man slept\nHe left", "Every man=He", [("He", "unnamed")]),
    ("Any man slept\nHe left", "Any man=He", [("He", "unnamed")]),
    ("My man slept\nHe left", "My man=He", [("My", "speaker"), ("He", "unnamed")]),
    ("Such/JJ/2/amod someone/PRP/3/nsubj slept/VBD/0/root\nHe left", "Such someone=He", [("He", "unnamed")]),
    # where no name can stand
    ("Bob slept\nHe/PRP/4/nsubj or/CC/3/cc she/PRP/1/conj left/VBD/0/root", "Bob=He",
     [("He", "alternative"), ("she", "alternative")]),
    ("Bob slept\nHe/PRP/4/nsubj who/WP/3/nsubj sang/VBD/1/acl:relcl left/VBD/0/root", "Bob=He", [("He", "modified")]),
    ("Bob slept\nAnn/NNP/2/nsubj saw/VBD/0/root him/PRP/2/obj all/DT/2/advmod", "Bob=him", [("him", "modified")]),
    ("Bob slept\nHe/PRP/2/compound -man/NN/3/nsubj left/VBD/0/root", "Bob=He", [("He", "inside")]),
    ("Bob slept\nHere/RB/3/advmod he/PRP/3/nsubj comes/VBZ/0/root/come", "Bob=he", [("he", "inside")]),
    ("Bob slept\nHis/PRP$/2/nmod:poss Grace/NNP/3/nsubj left/VBD/0/root", "Bob=His", [("His", "inside")]),
    ("Bob slept\nAnn/NNP/2/nsubj loves/VBZ/0/root Him/PRP/2/obj", "Bob=Him", [("Him", "inside")]),
    (f"{BOTH}\nBoth/DT/4/nsubj of/IN/3/case them/PRP/1/nmod left/VBD/0/root", "Ann and Bob=them",
     [("them", "modified")]),
    # I and you stay, also in quotations, where nobody is called by his name in his own words
    ("Bob slept\nI/PRP/2/nsubj see/VBP/0/root you/PRP/2/obj", "", [("I", "speaker"), ("you", "speaker")]),
    (QUOTED, "Bob=He", [("He", "own_name")]),
    (CALLED, "Bob=Bob=he=him", [("he", "own_name"), ("him", "own_name")]),
    # another gender or number, and they of one person where the verb is plural
    ("The girl slept\nHe left", "The girl=He", [("He", "agreement")]),
    ("The cooks slept\nHe left", "The cooks=He", [("He", "agreement")]),
    (SINGULAR.format(2, "left/VBD/0/root"), "Alex=They", []),
    (SINGULAR.format(3, "will/MD/3/aux go/VB/0/root"), "Alex=They", []),
    ("Alex slept\nBob saw them", "Alex=them", []),
    (SINGULAR.format(2, "go/VBP/0/root"), "Alex=They", [("They", "agreement")]),
    (SINGULAR.format(3, "were/VBD/3/cop late/JJ/0/root"), "Alex=They", [("They", "agreement")]),
    (SINGULAR.format(3, "are/VBP/3/cop late/JJ/0/root"), "Alex=They", [("They", "agreement")]),
    (SINGULAR.format(2, "left/VBD/0/root and/CC/4/cc are/VBP/2/conj"), "Alex=They", [("They", "agreement")]),
)  # fmt: skip
"""A text, its chains, and the pronouns that are left, each with the reason."""


def test_pronouns_are_left_where_a_name_would_be_wrong() -> None:
    found = {(text, chains): reasons(rewrite(text, chains)) for text, chains, _ in LEFT}

    assert found == {(text, chains): expected for text, chains, expected in LEFT}


def test_a_replacement_has_its_place_and_probability() -> None:
    [he] = rewrite("Bob slept .\nHe left .", "Bob=He", sure=0.75).replacements
    *_, owned = rewrite(f"{HUSBAND}He left", "Ann=Her; Her husband=He", sure=0.9).replacements

    assert he.as_json() == {"start": 11, "end": 13, "text": "He", "by": "Bob", "entity": "e1", "probability": 0.75}
    assert owned.probability == pytest.approx(0.81)


def test_a_pronoun_is_left_unless_it_is_sure_enough() -> None:
    text, chain = "Bob slept\nHe left", "Bob=He"

    assert reasons(rewrite(text, chain, sure=0.5, least=0.6)) == [("He", "unsure")]
    assert rewrite(text, chain, sure=0.6, least=0.6).rewritten == "Bob slept Bob left"
    assert reasons(rewrite(text, chain, sure=None)) == [("He", "no_probability")]
    assert rewrite(text, chain, sure=None, least=0).replacements[0].probability is None


def test_once_in_a_paragraph_a_chunk_or_the_text_is_enough_if_asked_for() -> None:
    """A chunk has whole sentences, here of 3, 3, 5 and 3 words; a longer sentence is a chunk of its own."""
    paragraphs, chain = "Bob slept .\nHe ate .\n\nHe left\n\nHe left", "Bob=He=He=He"
    sentences = "Bob slept .\nHe ate .\nHe saw a park .\nHe left ."
    parts: tuple[Each, ...] = ("sentence", "paragraph", "text")
    sizes: tuple[Each, ...] = (6, 8, 1, "text")

    assert [rewrite(paragraphs, chain, each=part).rewritten for part in parts] == [
        "Bob slept. Bob ate. Bob left Bob left",
        "Bob slept. He ate. Bob left Bob left",
        "Bob slept. He ate. He left He left",
    ]
    assert [rewrite(sentences, chain, each=size).chunks() for size in sizes] == [
        ["Bob slept. He ate. ", "Bob saw a park. ", "Bob left."],
        ["Bob slept. He ate. ", "Bob saw a park. He left."],
        ["Bob slept. ", "Bob ate. ", "Bob saw a park. ", "Bob left."],
        ["Bob slept. He ate. He saw a park. He left."],
    ]


def linked(text: str, decisions: Sequence[Decision], *chains: tuple[int, ...]) -> Rewriting:
    """Rewrite the third-person pronouns of a text by the decisions and chains of mentions."""
    found = written(text)
    tokens = [case.anaphor for case in found.cases]
    places = [found.mentions[anaphor].span.start for anaphor in tokens]
    return replace_pronouns(found, entities_of(found, chains), links_of(found, chains, decisions), Manner(), places)


def test_nobody_speaks_of_himself_by_his_name() -> None:
    found = written("Bob slept .\nHe left")
    spoken = replace(found, document=replace(found.document, speakers=("",) * 3 + ("BOB",) * 2))

    assert reasons(replace_pronouns(spoken, entities_of(found, ((0, 1),)), Links({1: 1.0}), Manner(), [3])) == [
        ("He", "own_name")
    ]


def test_split_antecedents_are_named_together() -> None:
    text = "John/NNP/2/nsubj met/VBD/0/root Mary/NNP/2/obj ././2/punct\nThey left ."
    made = linked(text, [Decision(0, 0, others=(1,), probability=0.9)], (0,), (1,), (2,))

    assert made.rewritten == "John met Mary. John and Mary left."
    assert made.replacements[0].entity == "e1+e2"


def test_a_probability_is_that_of_all_answers_on_the_way_to_a_noun_phrase() -> None:
    """An answer that was refused leaves the rest of its probability."""
    found = written("Bob slept .\nHe ate\nHe left")
    first, second = Decision(0, 0, probability=0.5), Decision(1, 1, probability=0.9)
    refused = Decision(0, None, probability=0.5)

    assert links_of(found, ((0, 1, 2),), [first, second]).sure == {1: 0.5, 2: 0.45}
    assert links_of(found, ((0, 1, 2),), [first, Decision(1, 0, probability=0.9)]).sure == {1: 0.5, 2: 0.9}
    assert links_of(found, ((0, 2), (1,)), [refused, second]).sure == {1: 0.5, 2: pytest.approx(0.1)}


def test_a_pronoun_has_the_name_or_noun_phrase_that_it_was_linked_to() -> None:
    """Bob and Tom were linked to one entity; the pronoun, whose sentence follows that of Tom, to Bob."""
    decisions = [Decision(0, 0, probability=0.99), Decision(1, 2, probability=0.99)]
    names = linked("Bob slept\nTom slept\nHe left\nHe ate", decisions, (0, 1, 2, 3))
    phrase = linked("Bob slept\nA man woke\nHe left", [Decision(0, 1, probability=0.9)], (0, 1, 2))

    assert [made.by for made in names.replacements] == ["Bob", "Bob"]
    assert [made.by for made in phrase.replacements] == ["The man"]


@pytest.mark.parametrize(
    ("noun_phrase", "by"),
    [
        ("My/PRP$/2/nmod:poss uncle/NN/5/nsubj ,/,/2/punct Bob/NNP/2/appos", ["Bob"]),
        ("My/PRP$/2/nmod:poss uncle/NN/5/nsubj Bob/NNP/2/appos ,/,/2/punct", ["Bob"]),
        ("A/DT/2/det man/NN/5/nsubj called/VBN/2/acl Bob/NNP/3/xcomp", ["Bob"]),
        # my father has no name, and is not called by another noun phrase
        ("My/PRP$/2/nmod:poss father/NN/5/nsubj slept/VBD/5/advcl ,/,/5/punct", []),
    ],
)
def test_a_noun_phrase_with_a_name_beside_it_is_called_by_the_name(noun_phrase: str, by: list[str]) -> None:
    end = "\nA man woke" if not by else ""
    found = written(f"{noun_phrase} slept/VBD/0/root ././5/punct{end}\nHe left")
    chain = tuple(number for number, mention in enumerate(found.mentions) if mention.person != 1)
    links = Links({chain[-1]: 1.0}, {chain[-1]: found.mentions[chain[0]].head})
    place = found.mentions[chain[-1]].span.start
    made = replace_pronouns(found, entities_of(found, (chain,)), links, Manner(), [place])

    assert [replacement.by for replacement in made.replacements] == by
    assert reasons(made) == ([] if by else [("He", "unnamed")])


def test_a_probability_beyond_one_and_an_unknown_unit_are_refused() -> None:
    with raises("no-probability"):
        Manner(1.5)
    with raises("each"):
        Manner(each="page")  # type: ignore[arg-type]
    with raises("each"):
        Manner(each=0)
