import re
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from itertools import islice
from pathlib import Path
from typing import get_args

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from anaphora.corpora import Pair, corefud
from anaphora.corpora.corefud import read, token_lines
from anaphora.experiments.commands.convert.round_trip import difference, losses
from anaphora.workbench.document import FIRST_NODE, Document, EmptyNode, Kind, Span
from anaphora.workbench.key import Attributes, Bridge, Key, overt
from tests.calls import growth
from tests.conftest import required
from tests.corpora import samples
from tests.corpora.samples import DEEP, Sample, chains_of, documents, expressible
from tests.refused import refused

COREFUD = "# newdoc id = d\n# global.Entity = eid-etype-head-other\n"
GUM = "# newdoc id = d\n# global.Entity = GRP-etype-infstat-salience-centering-minspan-link-identity\n"


def row(id: str, word: str, misc: str = "_", head: str | None = None) -> str:
    """One line; the first word is the root and the others hang on it, unless a head is given."""
    if not id.isdecimal():
        return "\t".join((id, word, *"_______", misc)) + "\n"
    head = head or ("0" if id == "1" else "1")
    return "\t".join((id, word, word.lower(), "NOUN", "NN", "Number=Sing", head, "dep", "_", misc)) + "\n"


def rows(*words: str) -> str:
    """A sentence of words, each with its MISC after a blank: `Ann Entity=(e1)`."""
    lines = (row(str(at), *word.split(" ")) for at, word in enumerate(words, start=1))
    return "".join(lines) + "\n"


NAMELESS = row("1", "a", "Entity=(person-1-") + row("2", "b", "Entity=person)") + "\n"
STANZA = rows(
    "Ann coref_chains=start-repr-id0", "Poe coref_chains=end-repr-id0,unit-id12", "met", "the coref_chains=start-id3",
    "old coref_chains=middle-id3", "king coref_chains=end-id3",
) + rows("She coref_chains=unit-id0", "bowed")  # fmt: skip
OLD = "# newdoc id = d-1\n" + rows(
    "the", "king ClusterId=d-1-c1|ClusterType=Spec.person|MentionSpan=1-2,5|ClusterId[1]=d-1-c2|MentionSpan[1]=2",
    "and", "Eve ClusterId[1]=d-1-c3|MentionSpan[1]=4", "alone",
) + rows(
    "They ClusterId=d-1-c4|SplitAnte=d-1-c1+d-1-c3", "sat ClusterId=d-1-c5|Bridging=d-1-c3:part,d-1-c9:x",
)  # fmt: skip
SAMPLE = Sample(
    valid="# newdoc\n# global.Entity = eid-etype-head-other\n"
    "1\tAnn\tAnn\tPROPN\tNNP\t_\t2\tnsubj\t_\tEntity=(e1-person-1)\n2\tran\trun\tVERB\tVBD\t_\t0\troot\t_\t_\n\n"
    "1\tHer\tshe\tPRON\tPRP$\t_\t2\tnmod\t_\tEntity=(e2-person-2(e1-person-1)\n"
    "2\tson\tson\tNOUN\tNN\t_\t0\troot\t_\tEntity=e2)\n",
    more=[
        (
            "# newdoc id = n\n# global.Entity = eid-etype-head-minspan-other\n# newpar\n# newpar_block = head (1 s)\n"
            "# text = Don't go\n1-2\tDon't\t_\t_\t_\t_\t_\t_\t_\tSpaceAfter=No\n1\tDo\tdo\tAUX\tVB\t_\t3\taux\t_\t_\n"
            "2\tn't\tnot\tPART\tRB\t_\t3\tadvmod\t_\tEntity=(e1[1/2]-x-1-1-)\n"
            "3\tgo\tgo\tVERB\tVB\tMood=Imp\t0\troot\t_\tSpacesAfter=\\s\\n|It=Pleonastic\n"
            "3.1\t_\t_\tPRON\t_\t_\t_\t_\t3:x\tEntity=(e2-p-1--kind:pronoun)\n"
            "4\tup\tup\tADV\tRB\t_\t3\tadvmod\t_\tSplitAnte=e2<e1,e3<e1|Entity=(e1[2/2])(e3-place-1-1-optional:yes)\n\n"
        ),
        STANZA,
        OLD,
    ],
    deep=(COREFUD + rows(f"a Entity={'(e1-x' * DEEP}"), "unclosed"), long_word=(COREFUD + rows("{}"), "too-large"),
    same_id=(COREFUD + rows("a")) * 2,
    crossing_chains=COREFUD + rows("a Entity=(e1-x", "b Entity=e1)(e2-x", "c Entity=e2)"),
    outside=(COREFUD + rows("a Entity=e1)"), "unopened"),
    across=COREFUD + rows("a Entity=(e1-x)") + COREFUD.replace("= d", "= e") + rows("a Entity=(e1-x)"),
    malformed=[
        (COREFUD + rows("a Entity=(e1-x-1"), 3, "unclosed"), (COREFUD + rows("a", "b Entity=e1)"), 4, "unopened"),
        (COREFUD + rows("a Entity=(e1-x-2)"), 3, "bad-span"), (GUM + rows("a Entity=(1-x-n-n-c-2-sgl)"), 3, "bad-span"),
        (rows("a Entity=(1-x)"), 1, "malformed"), (COREFUD + rows("a Entity=(e1[1/2]-x-1)"), 3, "unclosed"),
        (COREFUD + rows("a Entity=(e1[2/2]-x-1)"), 3, "unclosed"), ("1\ta\t_\n", 1, "wrong-columns"),
        ("# newdoc\n", None, "no-words"), (row("1", "a") + "# newpar\n", 2, "malformed"),
        (row("1", "a") + row("3", "b"), 2, "inconsistent"), (row("1", "a") + row("x", "b"), 2, "malformed"),
        (row("1-999999999", "ab") + row("1", "a"), 1, "malformed"), (row("1", "a", head="7"), 1, "inconsistent"),
        (row("1", "a", head="1"), 1, "inconsistent"),
        (row("1", "a", head="2") + row("2", "b", head="1"), 1, "inconsistent"),
        (row("1", "a") + "\n" + row("1.1", "_"), 3, "no-words"),
        (COREFUD + rows("a") + COREFUD + rows("b"), 7, "duplicate-id"),
        ("# text = Ann left early.\n1\tAnn\tAnn\tPROPN\tNNP\t_\t2\tnsubj\t_\t_\n", 2, "unclosed"),
        ("# text = Ann left early.\n" + row("1", "Ann") + row("2", "left"), 3, "unclosed"),
        (COREFUD.replace("eid-", "") + NAMELESS, 3, "no-entity-ids"),
        (COREFUD.replace("eid-etype", "etype-eid") + NAMELESS, 3, "no-entity-ids"), (rows(""), 1, "malformed"),
        (rows("a coref_chains=whole-id0"), 1, "malformed"), (rows("a coref_chains=start-id0"), 1, "unclosed"),
        (rows("a", "b ClusterId=x|MentionSpan=2-3"), 2, "bad-span"),
        (rows("a", "b ClusterId=x|MentionSpan=2-1"), 2, "bad-span"),
    ],
)  # fmt: skip
read_text, read_one = partial(samples.read_all, "corefud"), partial(samples.read_one, "corefud")


def test_corefud_reads_the_fields_that_its_header_names_and_mentions_that_nest_and_cross(tmp_path: Path) -> None:
    text = COREFUD + rows("the Entity=(e1-person-2-name:x", "cook Entity=e1)", "she Entity=(e1-person-1)")
    _, key = read_one(tmp_path, text)
    crossing = COREFUD + rows("a Entity=(e1(e2", "b Entity=(e3)(e4", "c Entity=e1)", "d Entity=e4)e2)")

    assert (key.chains, key.ids) == (((Span(0, 2), Span(2, 3)),), ("e1",))
    assert key.attributes[Span(0, 2)] == Attributes(head=1, type="PERSON")
    assert read_one(tmp_path, crossing)[1].chains == ((Span(0, 3),), (Span(0, 4),), (Span(1, 2),), (Span(1, 4),))


def test_gum_reads_minspan_and_numbers_groups_per_document(tmp_path: Path) -> None:
    first = rows("Ann Entity=(7-person-new-nnnnn-cf1-1,3-coref-Ann%2C_Jo", "of", "York Entity=7)")
    [(_, key), (_, other)] = read_text(tmp_path, GUM + first + GUM.replace("= d", "= e") + rows("a Entity=(7)"))

    assert key.attributes == {Span(0, 3): Attributes(minimum=Span(0, 3, gaps=((1, 2),)), type="PERSON")}
    assert (other.chains, other.ids) == (((Span(0, 1),),), ())


def test_corefud_discontinuous_mentions_keep_their_gaps(tmp_path: Path) -> None:
    parts = ("neither Entity=(e5[1/2]-person-3", "he Entity=e5[1/2])", "went", "nor Entity=(e5[2/2]-person-3")
    _, key = read_one(tmp_path, COREFUD + rows(*parts, "she Entity=e5[2/2])"))
    span = Span(0, 5, gaps=((2, 3),))

    assert (key.chains, key.attributes[span].head) == (((span,),), 3)


def test_marks_of_stanza_are_read_and_those_of_a_response_before_those_of_the_key(tmp_path: Path) -> None:
    document, key = read_one(tmp_path, STANZA)
    both = COREFUD + rows("a Entity=(e1)|coref_chains=unit-id0", "b coref_chains=unit-id0", "c Entity=(e1)")
    path = samples.written(tmp_path, both)
    [(_, response)] = corefud.read_response(path)

    assert chains_of(document, key) == [["Ann Poe", "She"], ["Poe"], ["the old king"]]
    assert key.ids == ()
    assert read_one(tmp_path, both)[1].chains == ((Span(0, 1), Span(2, 3)),)
    assert response.chains == ((Span(0, 1), Span(1, 2)),)
    assert [remark.line for remark in corefud.remarks(path)] == [3]


def test_marks_of_corefud_0_have_spans_types_heads_and_links(tmp_path: Path) -> None:
    """Spans are of the sentence; the head has them (Nedoluzhko et al. 2021)."""
    document, key = read_one(tmp_path, OLD)
    king = Span(0, 5, gaps=((2, 4),))

    assert chains_of(document, key) == [["the king ... alone"], ["king"], ["Eve"], ["They"], ["sat"]]
    assert key.attributes[king] == Attributes(head=1, type="SPEC.PERSON")
    assert key.split == {Span(5, 6): (0, 2)}
    assert [(bridge.anaphor, bridge.antecedent, bridge.relation) for bridge in key.bridges] == [
        (Span(6, 7), Span(3, 4), "part")
    ]
    zero = (
        rows("runs").strip("\n") + "\n" + row("1.1", "_", "ClusterId=a") + row("2", "a", "ClusterId=a|MentionSpan=1-2")
    )
    nodes = read_one(tmp_path, zero + "\n")[1]
    assert nodes.chains == ((Span.over([0, 1, FIRST_NODE]), Span(FIRST_NODE, FIRST_NODE + 1)),)


def test_corefud_remarks_tell_links_that_lead_nowhere_or_to_themselves_and_marks_that_are_not_read(
    tmp_path: Path,
) -> None:
    links = "a Entity=(e1)|Bridge=e1<e1:x,e9<e1|SplitAnte=e2<e1", "b Entity=(e2)|Bridge=e1<e7", "c Bridge=e1<e2"
    for text, expected in (
        (COREFUD + rows(*links), [(3, "self-link"), (3, "unknown-reference"), (4, "unknown-reference")]),
        (OLD, [(9, "unknown-reference")]),
        (rows("a", "b Coref=c1", "c Coref=c1|MyCluster=2"), [(2, ""), (3, "")]),
        (STANZA, []),
    ):
        found = [(remark.line, remark.code) for remark in corefud.remarks(samples.written(tmp_path, text))]
        assert sorted(found) == expected
    assert read_one(tmp_path, COREFUD + rows(*links))[1].bridges == (Bridge(Span(1, 2), Span(0, 1)),)


def test_corefud_empty_nodes_are_tokens_behind_the_words(tmp_path: Path) -> None:
    text = (
        COREFUD + row("1", "a", "Entity=(e1-person-3") + row("1.1", "he", "Entity=(e2)") + row("2", "b", "Entity=e1)")
    )
    document, key = read_one(tmp_path, text + row("2.1", "she", "Entity=(e1-person-1)") + "\n")

    he, she = FIRST_NODE, FIRST_NODE + 1
    assert document.words == ("a", "b")
    assert [(node.place, node.rank, node.form) for node in document.nodes] == [(1, 1, "he"), (2, 1, "she")]
    assert [document.words_of(span) for chain in key.chains for span in chain] == ["a ∅ b", "∅", "∅"]
    assert key.chains == ((Span(0, he + 1, gaps=((2, he),)), Span(she, she + 1)), (Span(he, he + 1),))
    assert [key.attributes[span].head for span in key.chains[0]] == [1, she]


def test_corefud_empty_nodes_know_what_governs_them(tmp_path: Path) -> None:
    """He is the subject of a and, as 1.1 of sentence two, governs 1.2."""
    cells = "_\t" * 6
    second = f"1\tb\t{cells}_\t_\n1.1\the\t{cells}1:nsubj|0:root\t_\n1.2\t_\t{cells}1.1:det\t_\n\n"
    document, _ = read_one(tmp_path, COREFUD + row("1", "a") + "\n" + second)

    assert [node.relations for node in document.nodes] == [((1, "nsubj"), (-1, "root")), ((FIRST_NODE, "det"),)]
    assert [node.sentence for node in document.nodes] == [1, 1]


def test_overt_leaves_out_empty_nodes_counts_zeros_and_knows_no_head_that_is_one(tmp_path: Path) -> None:
    start, he = row("1", "a", "Entity=(e1-person-3"), row("1.1", "he", "Entity=(e2)")
    text = COREFUD + start + he + row("2", "b", "Entity=e1)") + row("2.1", "she", "Entity=(e1-person-1)") + "\n"
    document, key = overt(*read_one(tmp_path, text))
    headless = COREFUD + start.replace("-3", "-2") + he.replace("(e2)", "e1)") + "\n"

    assert (document.nodes, key.chains, key.zeros) == ((), ((Span(0, 2),),), 2)
    assert key.attributes[Span(0, 2)].head == 1
    assert overt(*read_one(tmp_path, headless))[1].attributes == {Span(0, 1): Attributes(type="PERSON")}


def test_conllu_spaces_are_what_misc_says_and_those_of_ranges_stand_after_their_words(tmp_path: Path) -> None:
    misc = ("SpaceAfter=No", r"SpacesAfter=\s\n", r"SpacesAfter=\u00A0", "CorrectSpaceAfter=No", "_")
    text = row("1-2", "Byron's", "SpaceAfter=No") + row("1", "Byron") + row("2", "'s") + row("3", ",") + row("4", "x")

    assert read_one(tmp_path, rows(*(f"w {value}" for value in misc)))[0].spaces == ("", " \n", "\u00a0", " ", "")
    assert read_one(tmp_path, f"# newdoc\n{text}\n{rows('c')}")[0].text == "Byron's, x c"
    assert token_lines(tmp_path / "sample") == [3, 4, 5, 6, 8]


def test_corefud_split_antecedents_are_chains_and_pronouns_may_refer_to_no_nominal(tmp_path: Path) -> None:
    split = GUM + rows("Ann Entity=(1)", "Bob Entity=(2)", "They Entity=(3)|SplitAnte=2<3,1<3,1<3,9<3")
    pronouns = COREFUD + rows("It It=Pleonastic", "rains", "it It=Clausal")

    assert read_one(tmp_path, split)[1].split == {Span(2, 3): (0, 1)}
    assert read_one(tmp_path, pronouns)[1].non_anaphoric == {0: "pleonastic", 2: "clausal"}


def test_conllu_sentences_have_speakers_and_documents_without_a_name_that_of_the_file(tmp_path: Path) -> None:
    text = "# speaker = Ann\n" + rows("Did", "you") + rows("Yes") + "# speaker = Tom\n" + rows("I")
    pairs = read_text(tmp_path, text + "# newdoc\n" + rows("b") + "# newdoc id = c\n" + rows("c"))

    assert [document.id for document, _ in pairs] == ["sample", "sample-2", "c"]
    assert pairs[0][0].speakers == ("Ann", "Ann", "", "Tom")


def test_conllu_annotation_has_document_wide_heads_and_the_innermost_type(tmp_path: Path) -> None:
    text = "# meta::genre = fiction\n" + rows("the Entity=(e1-place-2", "city", "York Entity=(e2-person-1)e1)", "fell")
    document, _ = read_one(tmp_path, "# newdoc\n# global.Entity = eid-etype-head-other\n" + text + rows("c", "d"))
    padded = "1\ta\ta\tX\tX\t_\t00\troot\t_\t_\n2\tb\tb\tX\tX\t_\t01\tdep\t_\t_\n\n"
    zeros, _ = read_one(tmp_path, padded * 2)

    assert (document.id, document.genre) == ("sample", "fiction")
    assert document.annotation is not None
    assert document.annotation.head == (0, 0, 0, 0, 4, 4)
    assert document.annotation.sentence_starts == (0, 4)
    assert document.annotation.tag == ("NN",) * 6
    assert document.annotation.entity == ("PLACE", "PLACE", "PERSON", "", "", "")
    assert zeros.annotation is not None
    assert zeros.annotation.head == (0, 0, 2, 2), "a head of several zeros is the root"
    assert read_one(tmp_path, row("1", "a") + row("2", "b", head="_") + "\n")[0].annotation is None


def test_conllu_paragraphs_and_headings_are_found(tmp_path: Path) -> None:
    text = (
        '# newpar\n# newpar_block = head rend:::"bold" (2 s) | hi (2 s)\n' + rows("One", "-") + rows("Two")
        + '# newpar = p1\n# newpar_block = figure rend:::"a head is shown" (0 s) | p (1 s)\n' + rows("Text")
        + "# newpar id = p2\n# newpar_block = head\n" + rows("Three") + "# newpar\n" + rows("More")
    )  # fmt: skip
    document, _ = read_one(tmp_path, text)

    assert (document.paragraph_starts, document.headings) == ((0, 3, 4, 5), (Span(0, 3), Span(4, 5)))
    assert read_one(tmp_path, rows("One") + "# newpar\n" + rows("Two"))[0].paragraph_starts == (0, 1)
    assert document.text == "One - Two\n\nText\n\nThree\n\nMore"


@pytest.mark.parametrize(("step", "words"), [(10, 3_093), pytest.param(1, 28_119, marks=pytest.mark.slow)])
def test_gum_reads_completely_and_comes_back_the_same(data: Path, tmp_path: Path, step: int, words: int) -> None:
    files = sorted((required(data / "gum") / "dev" / "corefud").glob("*.conllu"))
    assert len(files) == 30
    pairs = [pair for file in files[::step] for pair in read(file)]
    entities = (re.findall(r"\bEntity=([^|\s]*)", file.read_text(encoding="utf-8")) for file in files[::step])
    opened = sum(entity.count("(") for found in entities for entity in found)

    assert sum(len(document.words) for document, _ in pairs) == words
    assert sum(len(chain) for _, key in pairs for chain in key.chains) + sum(key.zeros for _, key in pairs) == opened
    assert all(document.annotation for document, _ in pairs)
    assert [pair[0].id for pair in pairs if again(pair, tmp_path) != pair] == []


def test_a_treebank_reads_with_empty_keys(data: Path) -> None:
    pairs = list(islice(read(required(data / "ewt" / "en_ewt-ud-dev.conllu")), 20))

    assert len({document.id for document, _ in pairs}) == 20
    assert not any(key.chains for _, key in pairs)


def test_conllu_language_is_what_comment_file_or_folder_say(tmp_path: Path) -> None:
    for name, comment, language in (
        ("a.conllu", "# lang = fr\n", "fr"), ("cs_pdtc-corefud-dev.conllu", "", "cs"),
        ("cs_pdtc-corefud-dev.conllu", "# lang = en\n", "en"), ("fr_democrat-ud/a.conllu", "", "fr"),
        ("my_corpus-1.conllu", "", ""),
    ):  # fmt: skip
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(f"# newdoc id = d\n{comment}{row('1', 'a')}\n", encoding="utf-8")
        assert next(read(tmp_path / name))[0].language == language, name


def test_conllu_headings_are_sentences_of_a_block(tmp_path: Path) -> None:
    blocks = {
        "head (1 s)": 1, "head (2 s) | p (3 s)": 2, 'p | head rend:::"bold" (1 s)': 1, "head": 3,
        "header (1 s)": None, "head-x (1 s)": None, f"head{' ' * 60_000}x": 3,
    }  # fmt: skip
    for block, end in blocks.items():
        document, _ = read_one(tmp_path, f"# newpar_block = {block}\n{rows('a')}{rows('b')}{rows('c')}")
        assert document.headings == (() if end is None else (Span(0, end),)), block


# What the writer keeps, and what its notation cannot say

WORDS = ("Ann", "and", "Bo", "met", ".", "They", "won", ".")
DOCUMENT = Document("d", WORDS, (" ", " ", " ", "", " ", " ", "", ""), sentence_starts=(0, 5))
ANN, BO, THEY = Span(0, 1), Span(2, 3), Span(5, 6)
BOTH_NAMES = Span(0, 3, gaps=((1, 2),))


def again(pair: Pair, folder: Path) -> Pair:
    [read] = samples.again(corefud.FORMAT, [pair], folder)
    return read


def entities(document: Document, key: Key) -> list[str]:
    """What MISC says of the words that it speaks of."""
    rows = (line.split("\t") for line in "".join(corefud.write([(document, key)])).splitlines() if "\t" in line)
    return [f"{cells[1]} {cells[9]}" for cells in rows if cells[9] != "_"]


def test_corefud_writes_comments_rows_and_mentions() -> None:
    document = Document(
        "d", ("Home", "It", "rains"), ("\n\n", " ", ""), (0, 1), (0, 1), headings=(Span(0, 1),), genre="song"
    )
    key = Key("d", ((Span(0, 1),),), {Span(0, 1): Attributes(head=0, type="PLACE")}, non_anaphoric={1: "pleonastic"})

    assert "".join(corefud.write([(document, key)])) == (
        "# newdoc id = d\n# global.Entity = eid-etype-head-other-minspan\n# meta::eids = numbered\n"
        "# meta::genre = song\n"
        "# newpar\n# newpar_block = head (1 s)\n# sent_id = d-1\n# text = Home\n"
        "1\tHome\t_\t_\t_\t_\t_\t_\t_\tEntity=(e1-place-1)\n\n"
        "# newpar\n# sent_id = d-2\n# text = It rains\n"
        "1\tIt\t_\t_\t_\t_\t_\t_\t_\tIt=Pleonastic\n2\trains\t_\t_\t_\t_\t_\t_\t_\t_\n\n"
    )


def test_corefud_joins_the_parts_of_nested_mentions_in_linear_work(tmp_path: Path) -> None:
    def work(mentions: int) -> Callable[[], object]:
        path = tmp_path / f"{mentions}.conllu"
        parts = [f"a Entity=(e1[{number}/3]-x)" for number in (1, 2, 3)]
        path.write_text(COREFUD + rows(*[part for part in parts for _ in range(mentions)]))
        return lambda: list(read(path))

    assert growth(work, 100) <= 2.2


def test_corefud_writes_attributes_parts_split_antecedents_and_ids_and_reads_them_again(tmp_path: Path) -> None:
    """A head that no corpus told is computed, and not read again; what is reserved in types is escaped."""
    parts = {BOTH_NAMES: Attributes(head=2, type="PERSON"), THEY: Attributes(head=5), Span(1, 2): Attributes(head=1)}
    heads, whole = {span: Attributes(head=span.start) for span in (ANN, BO, THEY)}, Span(0, 3)
    minimum = Attributes(head=0, minimum=BOTH_NAMES, type="PERSON", kind="name", optional=True)
    for key, written in (
        (Key("d", ((BOTH_NAMES, THEY), (Span(1, 2),)), parts),
         ["Ann Entity=(e1[1/2]-person-2)", "and Entity=(e2--1)", "Bo Entity=(e1[2/2]-person-2)"]),
        (Key("d", ((whole,),), {whole: minimum}), ["Ann Entity=(e1-person-1-kind:name,optional:yes-1,3"]),
        (Key("d", ((whole,),), {whole: Attributes(0, clause=True)}), []),
        (Key("d", ((ANN,), (BO,), (THEY,)), heads, split={THEY: (0, 1)}),
         ["Ann Entity=(e1--1)", "Bo Entity=(e2--1)", "met SpaceAfter=No", "They Entity=(e3--1)|SplitAnte=e1<e3,e2<e3"]),
        (Key("d", ((ANN, THEY), (BO,)), heads, split={THEY: (1,)}, ids=("Ann-1", "e(7)")), []),
        (Key("d", ((ANN,),), {ANN: Attributes(head=0, type="NON-HUMAN (50%|É)")}),
         ["Ann Entity=(e1-non%2Dhuman%20%2850%25%7Cé%29-1)"]),
        (Key("d", ((whole,),), {whole: Attributes(type="PERSON")}), ["Ann Entity=(e1-person-1"]),
    ):  # fmt: skip
        assert entities(DOCUMENT, key)[: len(written)] == written
        assert again((DOCUMENT, key), tmp_path)[1] == key
    assert "# meta::heads = computed\n" in "".join(corefud.write([(DOCUMENT, key)]))


def test_corefud_heads_of_zeros_are_no_sign_that_others_are_known(tmp_path: Path) -> None:
    document, zero = replace(DOCUMENT, nodes=(EmptyNode(3, 0, 1),)), Span(FIRST_NODE, FIRST_NODE + 1)
    key = Key("d", ((Span(0, 3), zero),), {zero: Attributes(head=zero.start)})
    _, read = again((document, key), tmp_path)

    assert read.chains == key.chains
    assert {span: known.head for span, known in read.attributes.items()} == {Span(0, 3): None, zero: zero.start}


def test_corefud_keeps_all_white_space(tmp_path: Path) -> None:
    document = Document("d", ("a", "b", "c", "d"), ("\n\n", "\u00a0", "\t ", "\r\n"), (0, 1), (0, 1), prefix=" \n")
    key = Key("d", ())

    assert again((document, key), tmp_path) == (document, key)
    assert entities(document, key) == [
        r"a SpacesBefore=\s\n", r"b SpacesAfter=\u00A0", r"c SpacesAfter=\t\s", r"d SpacesAfter=\r\n",
    ]  # fmt: skip


def test_corefud_headings_are_whole_sentences_and_paragraphs_may_be(tmp_path: Path) -> None:
    document = replace(DOCUMENT, paragraph_starts=(0, 5), spaces=(" ",) * 7 + ("",))
    with_headings = replace(document, headings=(Span(0, 5), Span(5, 7)))

    assert again((with_headings, Key("d", ())), tmp_path)[0].headings == (Span(0, 5),)
    assert again((replace(document, sentence_starts=()), Key("d", ())), tmp_path)[0].paragraph_starts == (0, 5)


def test_corefud_mentions_lie_in_one_part_or_gap_of_a_discontinuous_one_of_their_chain(tmp_path: Path) -> None:
    outer = Span(0, 4, gaps=((1, 2),))
    crossing = {Span(2, 3): False, Span(1, 2): False, Span(0, 2): True, Span(2, 5): True, Span(0, 4): False}
    for inner, crosses in crossing.items():
        key = Key("d", (tuple(sorted((inner, outer))),))
        assert bool(list(corefud.FORMAT.inexpressible(key))) == crosses
        if crosses:
            with refused("inexpressible"):
                "".join(corefud.write([(DOCUMENT, key)]))
        else:
            assert again((DOCUMENT, key), tmp_path)[1].chains == key.chains


@settings(max_examples=30, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])
@given(pair=documents(), data=st.data())
def test_corefud_comes_back_without_loss(pair: Pair, data: st.DataObject, tmp_path: Path) -> None:
    document, key = expressible(pair, "corefud")
    tokens = range(len(document.words))
    attributes = {
        span: Attributes(
            type="PER",
            kind=data.draw(st.none() | st.sampled_from(get_args(Kind))),
            head=data.draw(st.none() | st.sampled_from(list(span))),
            minimum=data.draw(st.none() | st.sampled_from([Span(token, token + 1) for token in span])),
            optional=data.draw(st.booleans()),
        )
        for chain in key.chains
        for span in chain
    }
    reasons = data.draw(st.dictionaries(st.sampled_from(tokens), st.sampled_from(["pleonastic", "clausal"])))
    key = replace(key, attributes=attributes, non_anaphoric=reasons)
    spaces = (*document.spaces[:-1], document.spaces[-1].rstrip(" "))
    starts = tuple(sorted({0, *document.sentence_starts}))
    document = replace(document, spaces=spaces, sentence_starts=starts, genre="news", headings=(Span(0, len(tokens)),))
    read = again((document, key), tmp_path)

    assert difference((document, key), read) == ""
    assert losses((document, key), read)[0] == {}
