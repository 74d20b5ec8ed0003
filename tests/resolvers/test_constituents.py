import pytest

from anaphora.resolvers._syntax.constituents import Constituents, assemble, project
from tests.annotated import annotated, prepared

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
    trees = project(document.annotation, document.clauses, nominals=nominals, split_conjuncts=split_conjuncts)
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
    trees = project(document.annotation, document.clauses)
    phrase = trees.above(3, "NP")

    assert (trees.head[phrase], trees.start[phrase], trees.end[phrase]) == (3, 2, 4)
    assert trees.label[trees.above(phrase, "NP", "S")] == "S"
    assert trees.above(trees.tops[0], "S") == -1


def test_the_children_of_a_tree_with_crossing_branches_stand_by_their_first_words() -> None:
    text = "A/DT/2/det man/NN/3/nsubj came/VBD/0/root who/WP/5/nsubj slept/VBD/2/acl:relcl here/RB/3/advmod"
    document, annotation = annotated(text)

    assert drawn(project(annotation, prepared(text).clauses), document.words) == (
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
    trees = project(annotation, (0,) * len(annotation.head))

    assert trees.label.count("NP") == 3000
    assert trees.end[trees.tops[0]] == len(annotation.head) == 5999
