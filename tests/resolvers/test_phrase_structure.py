"""Phrase structure: projected from dependency trees, and that of the corpus as it is adapted."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from anaphora.resolvers._syntax.constituents import Constituents, assemble, project
from anaphora.resolvers._syntax.treebank import adapt, phrase_structure
from anaphora.workbench import parse_bits
from anaphora.workbench.document import Annotation, Span
from tests.annotated import annotated, prepared

OF = frozenset({"of"})
CASTLE = (
    "The/DT/2/det castle/NN/5/nsubj in/IN/4/case Camelot/NNP/2/nmod remained/VBD/0/root the/DT/7/det "
    "residence/NN/5/xcomp of/IN/10/case the/DT/10/det king/NN/7/nmod until/IN/12/case 536/CD/5/obl when/WRB/15/advmod "
    "he/PRP/15/nsubj moved/VBD/12/acl:relcl it/PRP/15/obj to/IN/18/case London/NNP/15/obl ././5/punct"
)


def drawn(trees: Constituents, words: tuple[str, ...]) -> str:
    """The trees in brackets, one after the other."""

    def draw(node: int) -> str:
        if not trees.label[node]:
            return words[node]
        return f"[{' '.join((trees.label[node], *map(draw, trees.children[node])))}]"

    return " ".join(map(draw, trees.tops))


def projected(text: str, *, nominals: frozenset[int] = frozenset(), split_conjuncts: bool = False) -> str:
    """The projection of an annotated text, drawn."""
    document = prepared(text)
    trees = project(
        document.annotation, document.clauses, complement=OF, nominals=nominals, split_conjuncts=split_conjuncts
    )
    return drawn(trees, document.document.words)


def test_the_projection_of_the_worked_example() -> None:
    assert projected(CASTLE) == (
        "[S [NP The [NOM castle] [PP in [NP [NOM Camelot]]]] [VP remained [NP the [NOM residence [PP of [NP the "
        "[NOM king]]]]] [PP until [NP [NOM 536] [S when [NP [NOM he]] [VP moved [NP [NOM it]] [PP to [NP [NOM London]]"
        "]]]]] .]]"
    )


@pytest.mark.parametrize(
    ("phrase", "tree"),
    [
        ("a/DT/2/det driver/NN/0/root in/IN/5/case his/PRP$/5/nmod:poss truck/NN/2/nmod",
         "[NP a [NOM driver] [PP in [NP [NP [NOM his]] [NOM truck]]]]"),
        ("a/DT/2/det driver/NN/0/root of/IN/5/case his/PRP$/5/nmod:poss truck/NN/2/nmod",
         "[NP a [NOM driver [PP of [NP [NP [NOM his]] [NOM truck]]]]]"),
        ("John/NNP/3/nmod:poss 's/POS/1/case truck/NN/0/root", "[NP [NP [NOM John] 's] [NOM truck]]"),
        ("the/DT/4/det three/CD/4/nummod old/JJ/4/amod trucks/NNS/0/root", "[NP the [NOM three old trucks]]"),
        ("the/DT/3/det truck/NN/3/compound driver/NN/0/root", "[NP the [NOM truck driver]]"),
        ("the/DT/2/det plan/NN/0/root to/TO/4/mark sell/VB/2/acl it/PRP/4/obj",
         "[NP the [NOM plan [S to [VP sell [NP [NOM it]]]]]]"),
        ("the/DT/2/det fact/NN/0/root that/IN/5/mark he/PRP/5/nsubj left/VBD/2/acl",
         "[NP the [NOM fact [S that [NP [NOM he]] [VP left]]]]"),
        ("the/DT/2/det man/NN/0/root who/WP/4/nsubj left/VBD/2/acl:relcl",
         "[NP the [NOM man] [S [NP [NOM who]] [VP left]]]"),
        ("the/DT/2/det man/NN/0/root driving/VBG/2/acl it/PRP/3/obj",
         "[NP the [NOM man] [S [VP driving [NP [NOM it]]]]]"),
        ("Camelot/NNP/0/root ,/,/4/punct his/PRP$/4/nmod:poss home/NN/1/appos",
         "[NP [NOM Camelot] [NP , [NP [NOM his]] [NOM home]]]"),
        ("the/DT/2/det men/NNS/0/root and/CC/5/cc the/DT/5/det truck/NN/2/conj here/RB/5/advmod",
         "[NP [NP the [NOM men]] and [NP the [NOM truck] here]]"),
    ],
)  # fmt: skip
def test_a_noun_phrase_holds_complements_in_its_nominal_and_adjuncts_beside_it(phrase: str, tree: str) -> None:
    assert projected(phrase) == f"[S {tree}]"


@pytest.mark.parametrize(
    ("clause", "tree"),
    [
        ("John/NNP/2/nsubj told/VBD/0/root Bill/NNP/2/obj to/TO/5/mark see/VB/2/xcomp him/PRP/5/obj",
         "[S [NP [NOM John]] [VP told [NP [NOM Bill]] [S to [VP see [NP [NOM him]]]]]]"),
        ("John/NNP/2/nsubj wanted/VBD/0/root to/TO/4/mark see/VB/2/xcomp him/PRP/4/obj",
         "[S [NP [NOM John]] [VP wanted [VP to see [NP [NOM him]]]]]"),
        ("John/NNP/2/nsubj knows/VBZ/0/root that/IN/5/mark he/PRP/5/nsubj left/VBD/2/ccomp",
         "[S [NP [NOM John]] [VP knows [S that [NP [NOM he]] [VP left]]]]"),
        ("After/IN/3/mark he/PRP/3/nsubj left/VBD/5/advcl John/NNP/5/nsubj slept/VBD/0/root",
         "[S [S After [NP [NOM he]] [VP left]] [NP [NOM John]] [VP slept]]"),
        ("John/NNP/2/nsubj slept/VBD/0/root after/IN/5/mark he/PRP/5/nsubj left/VBD/2/advcl",
         "[S [NP [NOM John]] [VP slept [S after [NP [NOM he]] [VP left]]]]"),
        ("John/NNP/2/nsubj slept/VBD/0/root ,/,/6/punct although/IN/6/mark he/PRP/6/nsubj left/VBD/2/advcl",
         "[S [NP [NOM John]] [VP slept] [S , although [NP [NOM he]] [VP left]]]"),
        ("John/NNP/2/nsubj came/VBD/0/root and/CC/5/cc Bill/NNP/5/nsubj left/VBD/2/conj",
         "[S [NP [NOM John]] [VP came] and [S [NP [NOM Bill]] [VP left]]]"),
        ("John/NNP/2/nsubj came/VBD/0/root and/CC/4/cc left/VBD/2/conj",
         "[S [NP [NOM John]] [VP [VP came] and [VP left]]]"),
        ("In/IN/2/case town/NN/4/obl he/PRP/4/nsubj slept/VBD/0/root",
         "[S [PP In [NP [NOM town]]] [NP [NOM he]] [VP slept]]"),
        ("He/PRP/4/nsubj is/VBZ/4/cop a/DT/4/det driver/NN/0/root in/IN/6/case town/NN/4/nmod",
         "[S [NP [NOM He]] [VP is [NP a [NOM driver] [PP in [NP [NOM town]]]]]]"),
        ("He/PRP/3/nsubj is/VBZ/3/cop afraid/JJ/0/root of/IN/5/case it/PRP/3/obl",
         "[S [NP [NOM He]] [VP is afraid [PP of [NP [NOM it]]]]]"),
        ("He/PRP/2/nsubj fled/VBD/0/root far/RB/2/advmod from/IN/5/case it/PRP/3/obl",
         "[S [NP [NOM He]] [VP fled [XP far [PP from [NP [NOM it]]]]]]"),
        ("Stop/VB/0/root !/./1/punct", "[S [VP Stop !]]"),
        ("Splendid/JJ/0/root", "[S Splendid]"),
    ],
)  # fmt: skip
def test_a_clause_is_an_s_where_it_has_or_could_have_a_subject_of_its_own(clause: str, tree: str) -> None:
    assert projected(clause) == tree


def test_conjoined_verbs_can_be_split_into_clauses() -> None:
    clause = "John/NNP/2/nsubj came/VBD/0/root and/CC/4/cc left/VBD/2/conj"

    assert projected(clause, split_conjuncts=True) == "[S [NP [NOM John]] [VP came] and [S [VP left]]]"


def test_a_word_known_to_head_a_noun_phrase_gets_one() -> None:
    phrase = "Camelot/NNP/2/compound drivers/NNS/0/root"

    assert projected(phrase) == "[S [NP [NOM Camelot drivers]]]"
    assert projected(phrase, nominals=frozenset({0})) == "[S [NP [NOM [NP [NOM Camelot]] drivers]]]"


def test_each_sentence_is_a_tree_and_no_words_are_none() -> None:
    assert projected("John/NNP/2/nsubj came/VBD/0/root\nHe/PRP/2/nsubj left/VBD/0/root") == (
        "[S [NP [NOM John]] [VP came]] [S [NP [NOM He]] [VP left]]"
    )
    assert projected("") == ""


def test_a_phrase_has_a_head_bounds_and_what_stands_above_it() -> None:
    document = prepared("John/NNP/2/nsubj saw/VBD/0/root a/DT/4/det driver/NN/2/obj")
    trees = project(document.annotation, document.clauses, complement=OF)
    phrase = trees.above(3, "NP")

    assert (trees.head[phrase], trees.start[phrase], trees.end[phrase]) == (3, 2, 4)
    assert trees.label[trees.above(phrase, "NP", "S")] == "S"
    assert trees.above(trees.tops[0], "S") == -1


def test_the_children_of_a_tree_with_crossing_branches_stand_by_their_first_words() -> None:
    text = "A/DT/2/det man/NN/3/nsubj came/VBD/0/root who/WP/5/nsubj slept/VBD/2/acl:relcl here/RB/3/advmod"
    document, annotation = annotated(text)

    assert drawn(project(annotation, prepared(text).clauses, complement=OF), document.words) == (
        "[S [NP A [NOM man] [S [NP [NOM who]] [VP slept]]] [VP came here]]"
    )


def test_trees_are_assembled_from_columns_in_any_order() -> None:
    # words 0 and 1, then VP over the second, S over all, NP over the first
    trees = assemble(2, ["", "", "VP", "S", "NP"], [4, 2, 3, -1, 3], [0, 1, 1, 1, 0])

    assert drawn(trees, ("He", "left")) == "[S [NP He] [VP left]]"
    assert trees.tops == (3,)


def test_a_tree_of_any_depth_is_projected() -> None:
    links = (f"of/IN/{2 * number + 1}/case it/PRP/{2 * number - 1}/nmod" for number in range(1, 3000))
    _, annotation = annotated(" ".join(["it/PRP/0/root", *links]))
    trees = project(annotation, (0,) * len(annotation.head), complement=OF)

    assert trees.label.count("NP") == 3000
    assert trees.end[trees.tops[0]] == len(annotation.head) == 5999


def tree_of(text: str, bits: str, *, split_conjuncts: bool = False) -> str:
    """The trees made of an annotated text and its parse bits, drawn in brackets."""
    made = prepared(text)
    parse = tuple(bits.split())
    assert parse_bits.fault(parse, made.annotation.sentence_starts) is None
    found = phrase_structure(
        replace(made, document=replace(made.document, parse=parse)), split_conjuncts=split_conjuncts
    )
    return drawn(found, made.document.words)


@pytest.mark.parametrize(
    ("phrase", "bits", "tree"),
    [
        ("a/DT/2/det driver/NN/0/root in/IN/5/case his/PRP$/5/nmod:poss truck/NN/2/nmod", "(NP(NP* *) (PP* (NP* *)))",
         "[NP a [NOM driver] [PP in [NP [NP [NOM his]] [NOM truck]]]]"),
        ("a/DT/2/det driver/NN/0/root of/IN/5/case his/PRP$/5/nmod:poss truck/NN/2/nmod", "(NP(NP* *) (PP* (NP* *)))",
         "[NP a [NOM driver [PP of [NP [NP [NOM his]] [NOM truck]]]]]"),
        ("John/NNP/3/nmod:poss 's/POS/1/case truck/NN/0/root", "(NP(NP* *) *)", "[NP [NP [NOM John] 's] [NOM truck]]"),
        ("the/DT/4/det three/CD/4/nummod old/JJ/4/amod trucks/NNS/0/root", "(NP* * * *)",
         "[NP the [NOM three old trucks]]"),
        ("the/DT/2/det plan/NN/0/root to/TO/4/mark sell/VB/2/acl it/PRP/4/obj", "(NP* * (S(VP* (VP* (NP*)))))",
         "[NP the [NOM plan [S [VP to sell [NP [NOM it]]]]]]"),
        ("the/DT/2/det fact/NN/0/root that/IN/5/mark he/PRP/5/nsubj left/VBD/2/acl", "(NP* * (SBAR* (S(NP*) (VP*))))",
         "[NP the [NOM fact [S that [NP [NOM he]] [VP left]]]]"),
        ("the/DT/2/det man/NN/0/root who/WP/4/nsubj left/VBD/2/acl:relcl", "(NP(NP* *) (SBAR(WHNP*) (S(VP*))))",
         "[NP the [NOM man] [S [NP [NOM who]] [VP left]]]"),
        ("the/DT/2/det man/NN/0/root driving/VBG/2/acl it/PRP/3/obj", "(NP(NP* *) (VP* (NP*)))",
         "[NP the [NOM man] [S driving [NP [NOM it]]]]"),
        ("Camelot/NNP/0/root ,/,/4/punct his/PRP$/4/nmod:poss home/NN/1/appos", "(NP(NP*) * (NP* *))",
         "[NP [NOM Camelot] , [NP [NP [NOM his]] [NOM home]]]"),
        ("the/DT/2/det men/NNS/0/root and/CC/5/cc the/DT/5/det truck/NN/2/conj", "(NP(NP* *) * (NP* *))",
         "[NP [NP the [NOM men]] and [NP the [NOM truck]]]"),
        ("John/NNP/0/root and/CC/3/cc Bill/NNP/1/conj", "(NP* * *)", "[NP [NP [NOM John]] and [NP [NOM Bill]]]"),
        ("a/DT/5/det red/JJ/5/amod and/CC/4/cc green/JJ/2/conj truck/NN/0/root", "(NP* (ADJP* * *) *)",
         "[NP a [NOM [XP red and green] truck]]"),
        ("a/DT/5/det red/JJ/5/amod and/CC/4/cc green/JJ/2/conj truck/NN/0/root", "(NP* * * * *)",
         "[NP a [NOM red and green truck]]"),
        ("the/DT/3/det truck/NN/3/compound driver/NN/0/root", "(NP* (NML*) *)", "[NP the [NOM [NOM truck] driver]]"),
    ],
)  # fmt: skip
def test_a_noun_phrase_of_the_treebank_gets_a_nominal_that_holds_its_complements(
    phrase: str, bits: str, tree: str
) -> None:
    assert tree_of(phrase, f"(TOP{bits})") == f"[S {tree}]"


TO_SEE = "[VP to see [NP [NOM him]]]"


@pytest.mark.parametrize(
    ("clause", "bits", "tree"),
    [
        ("John/NNP/2/nsubj told/VBD/0/root Bill/NNP/2/obj to/TO/5/mark see/VB/2/xcomp him/PRP/5/obj",
         "(TOP(S(NP-SBJ*) (VP* (NP*) (S(VP* (VP* (NP*)))))))",
         f"[S [NP [NOM John]] [VP told [NP [NOM Bill]] [S {TO_SEE}]]]"),
        ("John/NNP/2/nsubj wanted/VBD/0/root to/TO/4/mark see/VB/2/xcomp him/PRP/4/obj",
         "(TOP(S(NP-SBJ*) (VP* (S(VP* (VP* (NP*)))))))", f"[S [NP [NOM John]] [VP wanted {TO_SEE}]]"),
        ("John/NNP/2/nsubj wanted/VBD/0/root Bill/NNP/5/nsubj to/TO/5/mark see/VB/2/ccomp him/PRP/5/obj",
         "(TOP(S(NP-SBJ*) (VP* (S(NP*) (VP* (VP* (NP*)))))))",
         f"[S [NP [NOM John]] [VP wanted [S [NP [NOM Bill]] {TO_SEE}]]]"),
        ("John/NNP/4/nsubj has/VBZ/4/aux been/VBN/4/aux sleeping/VBG/0/root", "(TOP(S(NP*) (VP* (VP* (VP*)))))",
         "[S [NP [NOM John]] [VP has been sleeping]]"),
        ("Is/VBZ/3/cop he/PRP/3/nsubj home/RB/0/root ?/./3/punct", "(TOP(SQ* (NP*) (ADVP*) *))",
         "[S Is [NP [NOM he]] [XP home] ?]"),
        ("Down/RB/2/advmod came/VBD/0/root he/PRP/2/nsubj", "(TOP(SINV(ADVP*) (VP*) (NP*)))",
         "[S [XP Down] [VP came] [NP [NOM he]]]"),
        ("Who/WP/2/nsubj came/VBD/0/root", "(TOP(SBARQ(WHNP*) (SQ(VP*))))", "[S [NP [NOM Who]] [VP came]]"),
        ("John/NNP/2/nsubj came/VBD/0/root and/CC/5/cc he/PRP/5/nsubj left/VBD/2/conj",
         "(TOP(S(S(NP*) (VP*)) * (S(NP*) (VP*))))",
         "[S [S [NP [NOM John]] [VP came]] and [S [NP [NOM he]] [VP left]]]"),
        ("John/NNP/0/root", "(TOP(FRAG(NP*)))", "[S [XP [NP [NOM John]]]]"),
        ("He/PRP/2/nsubj left/VBD/0/root", "((S(NP*) (VP*)))", "[S [NP [NOM He]] [VP left]]"),
        ("He/PRP/2/nsubj left/VBD/0/root", "* *", "[NP [NOM He]] left"),
    ],
)  # fmt: skip
def test_clauses_of_the_treebank_are_those_that_the_search_stops_at(clause: str, bits: str, tree: str) -> None:
    assert tree_of(clause, bits) == tree


def test_conjoined_verbs_of_the_corpus_can_be_split_into_clauses() -> None:
    clause, bits = "John/NNP/2/nsubj came/VBD/0/root and/CC/4/cc left/VBD/2/conj", "(TOP(S(NP*) (VP(VP*) * (VP*))))"

    assert tree_of(clause, bits) == "[S [NP [NOM John]] [VP [VP came] and [VP left]]]"
    assert tree_of(clause, bits, split_conjuncts=True) == "[S [NP [NOM John]] [VP [VP came] and [S left]]]"


def test_a_noun_phrase_has_the_head_of_the_mention_that_has_its_words() -> None:
    """By the dependencies the head of the first is "John", which the second depends on."""
    text = "President/NNP/2/compound John/NNP/0/root"
    made = prepared(text)
    mention = replace(made.mentions[0], span=Span(0, 2), head=0)

    assert heads(adapt(["(NP*", "*)"], made.annotation, [mention])) == [0]
    assert heads(adapt(["(NP*", "*)"], made.annotation, [])) == [1]


def heads(trees: Constituents) -> list[int]:
    """The heads of all noun phrases."""
    return [head for label, head in zip(trees.label, trees.head, strict=True) if label == "NP"]


LABELS = st.sampled_from(["S", "NP", "VP", "SBAR", "PP", "NX", "TOP", "CONJP", "NP-SBJ", "WHNP", ""])


@st.composite
def parses(draw: st.DrawFn) -> list[str]:
    """Well-formed parse bits of one sentence, however unlikely."""
    count, bits, depth = draw(st.integers(1, 9)), list[str](), 0
    for token in range(count):
        opened = draw(st.lists(LABELS, max_size=3))
        depth += len(opened)
        closed = depth if token == count - 1 else draw(st.integers(0, depth))
        depth -= closed
        bits.append("".join(f"({label}" for label in opened) + "*" + ")" * closed)
    return bits


@given(bits=parses(), data=st.data())
def test_any_parse_makes_trees_of_all_words_whatever_the_dependencies_are(bits: list[str], data: st.DataObject) -> None:
    tokens = range(len(bits))
    tags = [data.draw(st.sampled_from(["NN", "CC", "VB", ",", "IN", "PRP$"])) for _ in tokens]
    above = [data.draw(st.integers(0, token)) for token in tokens]
    relations = [data.draw(st.sampled_from(["conj", "nmod", "det", "nsubj"])) for _ in tokens]
    line = " ".join(
        f"w/{tags[it]}/0/root" if above[it] == it else f"w/{tags[it]}/{above[it] + 1}/{relations[it]}" for it in tokens
    )
    made = prepared(line)
    found = adapt(bits, made.annotation, made.mentions)

    assert words_below(found) == list(tokens)
    assert {mention.head for mention in made.mentions} <= set(heads(found))
    assert all(found.start[node] < found.end[node] for node in range(len(found.label)))


def words_below(trees: Constituents) -> list[int]:
    """The words that are reached from the tops, sorted."""
    waiting, words = list(trees.tops), list[int]()
    for node in waiting:
        words += [] if trees.label[node] else [node]
        waiting += trees.children[node]
    return sorted(words)


def test_no_words_are_no_trees() -> None:
    _, nothing = annotated("")

    assert isinstance(nothing, Annotation)
    assert adapt([], nothing, []).tops == ()
