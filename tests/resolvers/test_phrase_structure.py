"""Phrase structure: projected from dependency trees, and that of the corpus as it is adapted."""

from dataclasses import replace

import numpy as np

from anaphora.resolvers.syntax.constituents import Constituents, adapt, assemble, phrase_structure, project
from anaphora.workbench import document
from anaphora.workbench.document import Span
from tests.annotated import annotated, prepared
from tests.resolvers.answers import annotation, read

OF = frozenset({"of"})


def drawn(trees: Constituents, words: tuple[str, ...]) -> str:
    """The trees in brackets, one after the other."""

    def draw(node: int) -> str:
        if not trees.label[node]:
            return words[node]
        return f"[{' '.join((trees.label[node], *map(draw, trees.children[node])))}]"

    return " ".join(map(draw, trees.tops))


# Projected from dependencies


def projected(text: str, *, nominals: frozenset[int] = frozenset(), split_conjuncts: bool = False) -> str:
    """The projection of a text, drawn."""
    document = read(text)
    trees = project(
        document.annotation, document.clauses, complement=OF, nominals=nominals, split_conjuncts=split_conjuncts
    )
    return drawn(trees, document.document.words)


def test_the_projection_of_the_worked_example() -> None:
    assert projected(
        "The castle in Camelot remained the residence of the king until 536 when he moved it to London"
    ) == (
        "[S [NP The [NOM castle] [PP in [NP [NOM Camelot]]]] [VP remained [NP the [NOM residence [PP of [NP the "
        "[NOM king]]]]] [PP until [NP [NOM 536] [S when [NP [NOM he]] [VP moved [NP [NOM it]] [PP to [NP [NOM London]]"
        "]]]]] .]]"
    )


def test_a_noun_phrase_holds_complements_in_its_nominal_and_adjuncts_beside_it() -> None:
    expected = {
        "a driver in his truck": "[NP a [NOM driver] [PP in [NP [NP [NOM his]] [NOM truck]]]]",
        "a driver of his truck": "[NP a [NOM driver [PP of [NP [NP [NOM his]] [NOM truck]]]]]",
        "John 's truck": "[NP [NP [NOM John] 's] [NOM truck]]",
        "the three old trucks": "[NP the [NOM three old trucks]]",
        "the truck driver": "[NP the [NOM truck driver]]",
        "the plan to sell it": "[NP the [NOM plan [S to [VP sell [NP [NOM it]]]]]]",
        "the fact that he left": "[NP the [NOM fact [S that [NP [NOM he]] [VP left]]]]",
        "the man who left": "[NP the [NOM man] [S [NP [NOM who]] [VP left]]]",
        "the man driving it": "[NP the [NOM man] [S [VP driving [NP [NOM it]]]]]",
        "Camelot , his home": "[NP [NOM Camelot] [NP , [NP [NOM his]] [NOM home]]]",
        "the men and the truck here": "[NP [NP the [NOM men]] and [NP the [NOM truck] here]]",
        "Camelot drivers": "[NP [NOM Camelot drivers]]",
    }

    assert {text: projected(text) for text in expected} == {text: f"[S {tree}]" for text, tree in expected.items()}
    # a word known to head a noun phrase gets one
    assert projected("Camelot drivers", nominals=frozenset({0})) == "[S [NP [NOM [NP [NOM Camelot]] drivers]]]"


def test_a_clause_is_an_s_where_it_has_or_could_have_a_subject_of_its_own() -> None:
    john, he = "[NP [NOM John]]", "[NP [NOM he]]"
    expected = {
        "John told Bill to see him": f"[S {john} [VP told [NP [NOM Bill]] [S to [VP see [NP [NOM him]]]]]]",
        "John wanted to see him": f"[S {john} [VP wanted [VP to see [NP [NOM him]]]]]",
        "John knows that he left": f"[S {john} [VP knows [S that {he} [VP left]]]]",
        "After he left John slept": f"[S [S After {he} [VP left]] {john} [VP slept]]",
        "John slept after he left": f"[S {john} [VP slept [S after {he} [VP left]]]]",
        "John slept , although he left": f"[S {john} [VP slept] [S , although {he} [VP left]]]",
        "John came and Bill left": f"[S {john} [VP came] and [S [NP [NOM Bill]] [VP left]]]",
        "John came and left": f"[S {john} [VP [VP came] and [VP left]]]",
        "In town he slept": f"[S [PP In [NP [NOM town]]] {he} [VP slept]]",
        "He is a driver in town": "[S [NP [NOM He]] [VP is [NP a [NOM driver] [PP in [NP [NOM town]]]]]]",
        "He is afraid of it": "[S [NP [NOM He]] [VP is afraid [PP of [NP [NOM it]]]]]",
        "He fled far from it": "[S [NP [NOM He]] [VP fled [XP far [PP from [NP [NOM it]]]]]]",
        "Stop !": "[S [VP Stop !]]",
        "Splendid": "[S Splendid]",
        # each sentence is a tree, and no words are none
        "John came | He left": f"[S {john} [VP came]] [S [NP [NOM He]] [VP left]]",
        "": "",
        # children of a tree with crossing branches stand by their first words
        "A man came who slept here": "[S [NP A [NOM man] [S [NP [NOM who]] [VP slept]]] [VP came here]]",
    }

    assert {text: projected(text) for text in expected} == expected
    split = projected("John came and left", split_conjuncts=True)
    assert split == f"[S {john} [VP came] and [S [VP left]]]"


def test_a_phrase_has_a_head_bounds_and_what_stands_above_it() -> None:
    document = read("John saw a driver")
    trees = project(document.annotation, document.clauses, complement=OF)
    phrase = trees.above(3, "NP")

    assert (trees.head[phrase], trees.start[phrase], trees.end[phrase]) == (3, 2, 4)
    assert trees.label[trees.above(phrase, "NP", "S")] == "S"
    assert trees.above(trees.tops[0], "S") == -1


def test_trees_are_assembled_from_columns_in_any_order() -> None:
    """Words 0 and 1, then VP over the second, S over all, NP over the first."""
    trees = assemble(2, ["", "", "VP", "S", "NP"], [4, 2, 3, -1, 3], [0, 1, 1, 1, 0])

    assert drawn(trees, ("He", "left")) == "[S [NP He] [VP left]]"
    assert trees.tops == (3,)


def test_a_tree_of_any_depth_is_projected() -> None:
    links = (f"of/IN/{2 * number + 1}/case it/PRP/{2 * number - 1}/nmod" for number in range(1, 3000))
    _, syntax = annotated(" ".join(["it/PRP/0/root", *links]))
    trees = project(syntax, (0,) * len(syntax.head), complement=OF)

    assert trees.label.count("NP") == 3000
    assert trees.end[trees.tops[0]] == len(syntax.head) == 5999


# The corpus's own


def tree_of(text: str, bits: str, *, split_conjuncts: bool = False) -> str:
    """The trees made of a text and its parse bits, drawn in brackets."""
    made, parse = read(text), tuple(bits.split())
    assert document.parse_fault(parse, made.annotation.sentence_starts) is None
    made = replace(made, document=replace(made.document, parse=parse))
    return drawn(phrase_structure(made, split_conjuncts=split_conjuncts), made.document.words)


def test_a_noun_phrase_of_the_treebank_gets_a_nominal_that_holds_its_complements() -> None:
    expected = {
        ("a driver in his truck", "(NP(NP* *) (PP* (NP* *)))"):
            "[NP a [NOM driver] [PP in [NP [NP [NOM his]] [NOM truck]]]]",
        ("a driver of his truck", "(NP(NP* *) (PP* (NP* *)))"):
            "[NP a [NOM driver [PP of [NP [NP [NOM his]] [NOM truck]]]]]",
        ("John 's truck", "(NP(NP* *) *)"): "[NP [NP [NOM John] 's] [NOM truck]]",
        ("the three old trucks", "(NP* * * *)"): "[NP the [NOM three old trucks]]",
        ("the plan to sell it", "(NP* * (S(VP* (VP* (NP*)))))"): "[NP the [NOM plan [S [VP to sell [NP [NOM it]]]]]]",
        ("the fact that he left", "(NP* * (SBAR* (S(NP*) (VP*))))"):
            "[NP the [NOM fact [S that [NP [NOM he]] [VP left]]]]",
        ("the man who left", "(NP(NP* *) (SBAR(WHNP*) (S(VP*))))"): "[NP the [NOM man] [S [NP [NOM who]] [VP left]]]",
        ("the man driving it", "(NP(NP* *) (VP* (NP*)))"): "[NP the [NOM man] [S driving [NP [NOM it]]]]",
        ("Camelot , his home", "(NP(NP*) * (NP* *))"): "[NP [NOM Camelot] , [NP [NP [NOM his]] [NOM home]]]",
        ("the men and the truck", "(NP(NP* *) * (NP* *))"): "[NP [NP the [NOM men]] and [NP the [NOM truck]]]",
        ("John and Bill", "(NP* * *)"): "[NP [NP [NOM John]] and [NP [NOM Bill]]]",
        ("a red and green truck", "(NP* (ADJP* * *) *)"): "[NP a [NOM [XP red and green] truck]]",
        ("a red and green truck", "(NP* * * * *)"): "[NP a [NOM red and green truck]]",
        ("the truck driver", "(NP* (NML*) *)"): "[NP the [NOM [NOM truck] driver]]",
    }  # fmt: skip

    assert {row: tree_of(row[0], f"(TOP{row[1]})") for row in expected} == {
        row: f"[S {tree}]" for row, tree in expected.items()
    }


def test_clauses_of_the_treebank_are_those_that_the_search_stops_at() -> None:
    john, he, see = "[NP [NOM John]]", "[NP [NOM he]]", "[VP to see [NP [NOM him]]]"
    expected = {
        ("John told Bill to see him", "(TOP(S(NP-SBJ*) (VP* (NP*) (S(VP* (VP* (NP*)))))))"):
            f"[S {john} [VP told [NP [NOM Bill]] [S {see}]]]",
        ("John wanted to see him", "(TOP(S(NP-SBJ*) (VP* (S(VP* (VP* (NP*)))))))"): f"[S {john} [VP wanted {see}]]",
        ("John wanted Bill to see him", "(TOP(S(NP-SBJ*) (VP* (S(NP*) (VP* (VP* (NP*)))))))"):
            f"[S {john} [VP wanted [S [NP [NOM Bill]] {see}]]]",
        ("John has been sleeping", "(TOP(S(NP*) (VP* (VP* (VP*)))))"): f"[S {john} [VP has been sleeping]]",
        ("Is he home ?", "(TOP(SQ* (NP*) (ADVP*) *))"): f"[S Is {he} [XP home] ?]",
        ("Down came he", "(TOP(SINV(ADVP*) (VP*) (NP*)))"): f"[S [XP Down] [VP came] {he}]",
        ("Who came", "(TOP(SBARQ(WHNP*) (SQ(VP*))))"): "[S [NP [NOM Who]] [VP came]]",
        ("John came and he left", "(TOP(S(S(NP*) (VP*)) * (S(NP*) (VP*))))"):
            f"[S [S {john} [VP came]] and [S {he} [VP left]]]",
        ("John came and left", "(TOP(S(NP*) (VP(VP*) * (VP*))))"): f"[S {john} [VP [VP came] and [VP left]]]",
        ("John", "(TOP(FRAG(NP*)))"): f"[S [XP {john}]]",
        ("He left", "((S(NP*) (VP*)))"): "[S [NP [NOM He]] [VP left]]",
        ("He left", "* *"): "[NP [NOM He]] left",
    }  # fmt: skip

    assert {row: tree_of(*row) for row in expected} == expected
    split = tree_of("John came and left", "(TOP(S(NP*) (VP(VP*) * (VP*))))", split_conjuncts=True)
    assert split == f"[S {john} [VP [VP came] and [S left]]]"


def heads(trees: Constituents) -> list[int]:
    """The heads of all noun phrases."""
    return [head for label, head in zip(trees.label, trees.head, strict=True) if label == "NP"]


def test_a_noun_phrase_has_the_head_of_the_mention_that_has_its_words() -> None:
    """By the dependencies the head of the first is "John", which the second depends on."""
    made = read("President John")
    mention = replace(made.mentions[0], span=Span(0, 2), head=0)

    assert heads(adapt(["(NP*", "*)"], made.annotation, [mention])) == [0]
    assert heads(adapt(["(NP*", "*)"], made.annotation, [])) == [1]


def test_any_parse_makes_trees_of_all_words_whatever_the_dependencies_are() -> None:
    """Well-formed parse bits of one sentence, however unlikely, by chance; and of none."""
    random = np.random.default_rng(0)
    labels = ("S", "NP", "VP", "SBAR", "PP", "NX", "TOP", "CONJP", "NP-SBJ", "WHNP", "")
    for _ in range(60):
        count, bits, tokens, depth = int(random.integers(1, 10)), list[str](), list[str](), 0
        for token in range(count):
            opened = random.choice(labels, random.integers(0, 4)).tolist()
            depth += len(opened)
            closed = depth if token == count - 1 else int(random.integers(0, depth + 1))
            depth -= closed
            bits.append("".join(f"({label}" for label in opened) + "*" + ")" * closed)
            tag, above = random.choice(["NN", "CC", "VB", ",", "IN", "PRP$"]), int(random.integers(0, token + 1))
            relation = random.choice(["conj", "nmod", "det", "nsubj"])
            tokens.append(f"w/{tag}/0/root" if above == token else f"w/{tag}/{above + 1}/{relation}")
        made = prepared(" ".join(tokens))
        trees = adapt(bits, made.annotation, made.mentions)
        waiting, reached = list(trees.tops), list[int]()
        for node in waiting:
            reached += [] if trees.label[node] else [node]
            waiting += trees.children[node]
        assert sorted(reached) == list(range(count)), (bits, tokens)
        assert {mention.head for mention in made.mentions} <= set(heads(trees)), (bits, tokens)
        assert all(trees.start[node] < trees.end[node] for node in range(len(trees.label))), (bits, tokens)
    assert adapt([], annotated(annotation(""))[1], []).tops == ()
