import re
from pathlib import Path

import pytest

from anaphora.corpora.corefud import read, token_lines
from anaphora.workbench.document import FIRST_NODE, Document, Span
from anaphora.workbench.key import Attributes, Key, overt
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


def read_text(tmp_path: Path, text: str) -> list[tuple[Document, Key]]:
    path = tmp_path / "sample.conllu"
    path.write_text(text, encoding="utf-8")
    return list(read(path))


def read_one(tmp_path: Path, text: str) -> tuple[Document, Key]:
    [pair] = read_text(tmp_path, text)
    return pair


def test_corefud_reads_the_fields_that_its_header_names(tmp_path: Path) -> None:
    text = COREFUD + rows("the Entity=(e1-person-2-name:x", "cook Entity=e1)", "she Entity=(e1-person-1)")
    _, key = read_one(tmp_path, text)

    assert key.chains == ((Span(0, 2), Span(2, 3)),)
    assert key.attributes[Span(0, 2)] == Attributes(head=1, type="PERSON")


def test_gum_reads_minspan_and_numbers_groups_per_document(tmp_path: Path) -> None:
    mention = "(7-person-new-nnnnn-cf1-1,3-coref-Ann%2C_Jo"
    text = (
        GUM + rows(f"Ann Entity={mention}", "of", "York Entity=7)") + GUM.replace("= d", "= e") + rows("a Entity=(7)")
    )
    [(_, key), (_, other)] = read_text(tmp_path, text)

    assert key.attributes == {Span(0, 3): Attributes(minimum=Span(0, 3, gaps=((1, 2),)), type="PERSON")}
    assert other.chains == ((Span(0, 1),),)


def test_entity_ids_are_kept_where_they_hold_for_more_than_a_document(tmp_path: Path) -> None:
    """CorefUD's `eid` does, GUM's `GRP` does not."""
    words = rows("Ann Entity=(e9)", "saw", "Eve Entity=(e3)")

    assert read_one(tmp_path, COREFUD + words)[1].ids == ("e9", "e3")
    assert read_one(tmp_path, GUM + words)[1].ids == ()


def test_corefud_mentions_nest_and_cross(tmp_path: Path) -> None:
    text = COREFUD + rows("a Entity=(e1(e2", "b Entity=(e3)(e4", "c Entity=e1)", "d Entity=e4)e2)")
    _, key = read_one(tmp_path, text)

    assert key.chains == ((Span(0, 3),), (Span(0, 4),), (Span(1, 2),), (Span(1, 4),))


def test_corefud_discontinuous_mentions_keep_their_gaps(tmp_path: Path) -> None:
    text = COREFUD + rows(
        "neither Entity=(e5[1/2]-person-3",
        "he Entity=e5[1/2])",
        "went",
        "nor Entity=(e5[2/2]-person-3",
        "she Entity=e5[2/2])",
    )
    _, key = read_one(tmp_path, text)

    assert key.chains == ((Span(0, 5, gaps=((2, 3),)),),)
    assert key.attributes[key.chains[0][0]].head == 3


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


def test_overt_leaves_out_empty_nodes_and_counts_zeros(tmp_path: Path) -> None:
    text = (
        COREFUD + row("1", "a", "Entity=(e1-person-3") + row("1.1", "he", "Entity=(e2)") + row("2", "b", "Entity=e1)")
    )
    document, key = overt(*read_one(tmp_path, text + row("2.1", "she", "Entity=(e1-person-1)") + "\n"))

    assert (document.nodes, key.chains, key.zeros) == ((), ((Span(0, 2),),), 2)
    assert key.attributes[Span(0, 2)].head == 1


def test_overt_does_not_know_a_head_that_is_an_empty_node(tmp_path: Path) -> None:
    text = COREFUD + row("1", "a", "Entity=(e1-person-2") + row("1.1", "he", "Entity=e1)") + "\n"
    _, key = overt(*read_one(tmp_path, text))

    assert key.attributes == {Span(0, 1): Attributes(type="PERSON")}


def test_conllu_ranges_hold_the_space_after_their_words(tmp_path: Path) -> None:
    text = row("1-2", "Byron's", "SpaceAfter=No") + row("1", "Byron") + row("2", "'s") + row("3", ",") + row("4", "x")
    document, _ = read_one(tmp_path, text + "\n")

    assert document.text == "Byron's, x"


def test_conllu_spaces_are_what_misc_says(tmp_path: Path) -> None:
    misc = ("SpaceAfter=No", r"SpacesAfter=\s\n", r"SpacesAfter=\u00A0", "CorrectSpaceAfter=No", "_")
    document, _ = read_one(tmp_path, rows(*(f"w {value}" for value in misc)))

    assert document.spaces == ("", " \n", "\u00a0", " ", "")


def test_corefud_split_antecedents_are_chains_of_a_mention(tmp_path: Path) -> None:
    text = GUM + rows("Ann Entity=(1)", "Bob Entity=(2)", "They Entity=(3)|SplitAnte=2<3,1<3,1<3,9<3")
    _, key = read_one(tmp_path, text)

    assert key.split == {Span(2, 3): (0, 1)}


def test_corefud_marks_pronouns_that_refer_to_no_nominal(tmp_path: Path) -> None:
    _, key = read_one(tmp_path, COREFUD + rows("It It=Pleonastic", "rains", "it It=Clausal"))

    assert key.non_anaphoric == {0: "pleonastic", 2: "clausal"}


def test_conllu_annotation_has_document_wide_heads(tmp_path: Path) -> None:
    document, key = read_one(tmp_path, "# newdoc\n# meta::genre = fiction\n" + rows("a", "b") + rows("c", "d"))

    assert document.annotation is not None
    assert document.annotation.head == (0, 0, 2, 2)
    assert document.annotation.sentence_starts == (0, 2)
    assert document.annotation.tag == ("NN",) * 4
    assert (document.id, document.genre, key.chains) == ("sample", "fiction", ())


def test_conllu_without_complete_trees_has_no_annotation(tmp_path: Path) -> None:
    document, _ = read_one(tmp_path, row("1", "a") + row("2", "b", head="_") + "\n")

    assert document.annotation is None


def test_corefud_entity_column_holds_the_innermost_type(tmp_path: Path) -> None:
    text = COREFUD + rows("the Entity=(e1-place-2", "city", "of", "York Entity=(e2-person-1)e1)", "fell")
    document, _ = read_one(tmp_path, text)

    assert document.annotation is not None
    assert document.annotation.entity == ("PLACE", "PLACE", "PLACE", "PERSON", "")


def test_conllu_paragraphs_and_headings_are_found(tmp_path: Path) -> None:
    text = (
        '# newpar\n# newpar_block = head rend:::"bold" (2 s) | hi (2 s)\n' + rows("One", "-") + rows("Two")
        + '# newpar = p1\n# newpar_block = figure rend:::"a head is shown" (0 s) | p (1 s)\n' + rows("Text")
        + "# newpar id = p2\n# newpar_block = head\n" + rows("Three") + "# newpar\n" + rows("More")
    )  # fmt: skip
    document, _ = read_one(tmp_path, text)

    assert document.paragraph_starts == (0, 3, 4, 5)
    assert document.headings == (Span(0, 3), Span(4, 5))
    assert document.text == "One - Two\n\nText\n\nThree\n\nMore"


def test_conllu_documents_without_a_name_take_that_of_the_file(tmp_path: Path) -> None:
    pairs = read_text(tmp_path, rows("a") + "# newdoc\n" + rows("b") + "# newdoc id = c\n" + rows("c"))

    assert [document.id for document, _ in pairs] == ["sample", "sample-2", "c"]


def test_conllu_tells_the_line_of_each_token(tmp_path: Path) -> None:
    path = tmp_path / "sample.conllu"
    path.write_text(
        "# newdoc\n" + row("1-2", "ab") + row("1", "a") + row("2", "b") + "\n" + rows("c"), encoding="utf-8"
    )

    assert token_lines(path) == [3, 4, 6]


@pytest.mark.parametrize(
    ("text", "line", "code"),
    [
        (COREFUD + rows("a Entity=(e1-x-1"), 3, "unclosed"),
        (COREFUD + rows("a", "b Entity=e1)"), 4, "unopened"),
        (COREFUD + rows("a Entity=(e1-x-2)"), 3, "bad-span"),
        (GUM + rows("a Entity=(1-x-n-n-c-2-sgl)"), 3, "bad-span"),
        (rows("a Entity=(1-x)"), 1, "malformed"),
        (COREFUD + rows("a Entity=(e1[1/2]-x-1)"), 3, "unclosed"),
        (COREFUD + rows("a Entity=(e1[2/2]-x-1)"), 3, "unclosed"),
        ("1\ta\t_\n", 1, "wrong-columns"),
        ("# newdoc\n", None, "no-words"),
        (row("1", "a") + "# newpar\n", 2, "malformed"),
        (row("1", "a") + row("3", "b"), 2, "inconsistent"),
        (row("1", "a") + row("x", "b"), 2, "malformed"),
        (row("1-999999999", "ab") + row("1", "a"), 1, "malformed"),
        (row("1", "a", head="7"), 1, "inconsistent"),
        (row("1", "a", head="1"), 1, "inconsistent"),
        (row("1", "a", head="2") + row("2", "b", head="1"), 1, "inconsistent"),
        (row("1", "a") + "\n" + row("1.1", "_"), 3, "no-words"),
        (COREFUD + rows("a") + COREFUD + rows("b"), 7, "duplicate-id"),
    ],
)
def test_corefud_that_is_malformed_is_refused(tmp_path: Path, text: str, line: int | None, code: str) -> None:
    with refused(code, line=line):
        read_text(tmp_path, text)


def test_gum_reads_completely(data: Path) -> None:
    files = sorted((data / "gum" / "dev" / "corefud").glob("*.conllu"))
    pairs = [pair for file in files for pair in read(file)]
    entities = (re.findall(r"\bEntity=([^|\s]*)", file.read_text(encoding="utf-8")) for file in files)
    opened = sum(entity.count("(") for found in entities for entity in found)

    assert len(pairs) == 30
    assert sum(len(document.words) for document, _ in pairs) == 28_119
    assert sum(len(chain) for _, key in pairs for chain in key.chains) + sum(key.zeros for _, key in pairs) == opened
    assert all(document.annotation for document, _ in pairs)


def test_a_treebank_reads_with_empty_keys(data: Path) -> None:
    pairs = list(read(data / "ewt" / "en_ewt-ud-dev.conllu"))

    assert len(pairs) > 100
    assert not any(key.chains for _, key in pairs)


def test_last_sentence_that_is_cut_at_a_line_is_an_error(tmp_path: Path) -> None:
    path = tmp_path / "cut.conllu"
    path.write_text("# text = Ann left early.\n1\tAnn\tAnn\tPROPN\tNNP\t_\t2\tnsubj\t_\t_\n", "utf8")

    with refused("unclosed"):
        list(read(path))


@pytest.mark.parametrize("fields", ["etype-head-other", "etype-eid-head"])
def test_corefud_mentions_without_entity_ids_are_named(fields: str, tmp_path: Path) -> None:
    path = tmp_path / "d.conllu"
    text = row("1", "a", "Entity=(person-1-") + row("2", "b", "Entity=person)") + "\n"
    path.write_text(f"# newdoc id = d\n# global.Entity = {fields}\n{text}", encoding="utf-8")

    with refused("no-entity-ids", line=3):
        list(read(path))


@pytest.mark.parametrize(
    ("name", "comment", "language"),
    [
        ("a.conllu", "# lang = fr\n", "fr"),
        ("cs_pdtc-corefud-dev.conllu", "", "cs"),
        ("cs_pdtc-corefud-dev.conllu", "# lang = en\n", "en"),
        ("fr_democrat-ud/a.conllu", "", "fr"),
        ("my_corpus-1.conllu", "", ""),
    ],
)
def test_conllu_language_is_what_comment_file_or_folder_say(
    name: str, comment: str, language: str, tmp_path: Path
) -> None:
    path = tmp_path / name
    path.parent.mkdir(exist_ok=True)
    path.write_text(f"# newdoc id = d\n{comment}{row('1', 'a')}\n", encoding="utf-8")

    [(document, _)] = read(path)

    assert document.language == language
