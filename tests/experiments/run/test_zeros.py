from dataclasses import replace

from anaphora.experiments.run.zeros import with_zeros
from anaphora.workbench.document import FIRST_NODE, ZERO, Annotation, Document, EmptyNode, Span
from anaphora.workbench.key import Attributes, Key

PETER, OWN_DOG = Span(0, 1), Span(5, 6)
SUBJECT, OWNER = Span(FIRST_NODE, FIRST_NODE + 1), Span(FIRST_NODE + 1, FIRST_NODE + 2)
DOCUMENT = Document(
    id="d",
    words=("Péter", "fut", ".", "Szereti", "a", "kutyáját", "."),
    spaces=(" ", "", " ", " ", " ", "", ""),
    sentence_starts=(0, 3),
    annotation=Annotation(
        pos=("PROPN", "VERB", "PUNCT", "VERB", "DET", "NOUN", "PUNCT"),
        tag=("",) * 7,
        lemma=("Péter", "fut", ".", "szeret", "a", "kutya", "."),
        morphology=("Number=Sing", "Number=Sing|Person=3", "", "Number=Sing|Person=3", "",
                    "Number=Sing|Number[psor]=Plur|Person[psor]=3", ""),
        head=(1, 1, 1, 3, 5, 3, 3),
        relation=("nsubj", "root", "punct", "root", "det", "obj", "punct"),
        entity=("",) * 7,
        sentence_starts=(0, 3),
    ),
    language="hu",
    nodes=(EmptyNode(4, 1, 1, ((3, "nsubj"),)), EmptyNode(6, 1, 1, ((5, "nmod:poss"),))),
)  # fmt: skip
KEY = Key("d", ((PETER, SUBJECT, OWNER), (OWN_DOG,)), attributes={OWN_DOG: Attributes(head=5)})


def test_zeros_become_words_behind_their_place_and_the_key_goes_with_them() -> None:
    document, key = with_zeros(DOCUMENT, KEY)

    assert document.words == ("Péter", "fut", ".", "Szereti", ZERO, "a", "kutyáját", ZERO, ".")
    assert not document.nodes
    assert document.text == f"Péter fut. Szereti {ZERO} a kutyáját {ZERO} ."
    assert key.chains == ((Span(0, 1), Span(4, 5), Span(7, 8)), (Span(6, 7),))
    assert key.attributes == {Span(6, 7): Attributes(head=6)}

    russian = replace(DOCUMENT, language="ru")
    assert with_zeros(russian, KEY) == (russian, KEY), "a language without zeros"
    first = replace(DOCUMENT, nodes=(EmptyNode(3, 1, 1, ((3, "nsubj"),)),))
    assert with_zeros(first, Key("d", ()))[0].sentence_starts == (0, 3), "one that begins a sentence belongs to it"


def test_a_zero_has_the_person_and_number_that_its_verb_or_its_noun_shows() -> None:
    tree = with_zeros(DOCUMENT, KEY)[0].annotation

    assert tree is not None
    assert [tree.relation[token] for token in (4, 7)] == ["nsubj", "nmod:poss"]
    assert [tree.head[token] for token in (4, 7)] == [3, 6]
    assert [tree.morphology[token] for token in (4, 7)] == ["Number=Sing|Person=3", "Number=Plur|Person=3"]


def test_empty_nodes_that_are_no_pronouns_of_the_language_stay_nodes() -> None:
    """*Ann came and ∅ thanked (whom?)*: Czech drops the subject, and the treebank adds the argument."""
    czech = replace(DOCUMENT, language="cs", nodes=(EmptyNode(3, 1, 1, ((3, "obl:arg:dat"),)), *DOCUMENT.nodes[:1]))
    argument, subject = (Span(FIRST_NODE + node, FIRST_NODE + node + 1) for node in (0, 1))

    document, key = with_zeros(czech, Key("d", ((PETER, argument, subject),)))

    assert document.words == ("Péter", "fut", ".", "Szereti", ZERO, "a", "kutyáját", ".")
    assert document.sentence_starts == (0, 3)
    assert document.nodes == (czech.nodes[0],)
    assert key.chains == ((PETER, Span(4, 5), Span(FIRST_NODE, FIRST_NODE + 1)),)
