"""CoNLL-UA: markables in columns of their own, what refers to nothing, split antecedents, bridging, deixis."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from anaphora.corpora import Pair, check, conllua, corefud
from anaphora.corpora.conllua import read
from anaphora.experiments.commands.convert.convert import convert
from anaphora.experiments.commands.convert.round_trip import losses
from anaphora.workbench.document import FIRST_NODE, Span
from anaphora.workbench.key import Attributes, Bridge, Clusters, overt
from tests.calls import growth
from tests.conftest import required
from tests.corpora.samples import DEEP, Sample, again, chains_of, document_of, expressible, read_one

HEADER = (
    "# global.columns = ID FORM LEMMA UPOS XPOS FEATS HEAD DEPREL DEPS MISC IDENTITY BRIDGING DISCOURSE_DEIXIS "
    "REFERENCE NOM_SEM\n"
)


def rows(*rows: str, id: str = "d", blank: str = "\t") -> str:
    """A document with a sentence: the form of each row, then as many of the columns from IDENTITY on as are given."""
    lines = []
    for number, row in enumerate(rows, start=1):
        form, *cells = row.split(" ")
        last = [*cells, *["_"] * (5 - len(cells))]
        lines.append(blank.join((str(number), form, *["_"] * 8, *last)))
    return f"{HEADER}# newdoc id = {id}\n" + "\n".join(lines) + "\n\n"


SAMPLE = Sample(
    valid=rows(
        "Ann (EntityID=1|MarkableID=markable_1|Min=1|SemType=dn|ElementOf=3)", "met _", "Bob (EntityID=2|MarkableID=m2",
        "Lee )", ". _", "Her (EntityID=1|MarkableID=m3)", "rest (EntityID=4-Pseudo|MarkableID=m4|SemType=predicate)",
    ),
    more=[
        rows(
            "the (EntityID=1|MarkableID=a", "car )",
            "the (EntityID=2|MarkableID=b (MarkableID=b|Rel=part|MentionAnchor=a)", "door )",
        ),
        rows(
            "He _ _ (EntityID=1-DD|MarkableID=dd_markable_1", "ran _ _ )",
            "That (EntityID=1|MarkableID=x) _ (EntityID=1-DD|MarkableID=dd_2)", blank="  ",
        ),
        HEADER + "# newdoc id = d\n# newpar\n# speaker = A\n1\ta" + "\t_" * 13 + "\n1.1\t_" + "\t_" * 8
        + "\t(EntityID=1|MarkableID=z)" + "\t_" * 4 + "\n2-3\tbc" + "\t_" * 13 + "\n2\tb" + "\t_" * 13 + "\n",
    ],
    deep=(rows(*["a (EntityID=1|MarkableID=m"] * DEEP), "unclosed"),
    long_word=(HEADER + "1\t{}" + "\t_" * 13 + "\n", "too-large"), same_id=rows("a") * 2,
    crossing=rows("a (EntityID=1|MarkableID=m", "b m)(EntityID=1|MarkableID=n", "c n)"),
    outside=(rows("a (EntityID=1|MarkableID=m"), "unclosed"),
    across=rows("a (EntityID=1|MarkableID=m)", id="a") + rows("b (EntityID=1|MarkableID=m)", id="b"),
    malformed=[
        (rows("a )"), 3, "unopened"), (rows("a (EntityID=1|MarkableID=m"), 3, "unclosed"),
        (rows("a (MarkableID=m)"), 3, "malformed"), (rows("a x"), 3, "malformed"),
        (HEADER + "1\ta\t_\n", 2, "malformed"),
    ],
)  # fmt: skip


def read_rows(folder: Path, *given: str, blank: str = "\t") -> Pair:
    return read_one("conllua", folder, rows(*given, blank=blank))


def test_chains_are_those_of_entities_and_min_is_the_least_part(tmp_path: Path) -> None:
    document, key = read_rows(
        tmp_path, "New (EntityID=7|MarkableID=a|Min=1,2", "York _", "City )", "is _", "it (EntityID=7|MarkableID=b)",
        "that (EntityID=8|MarkableID=c", "which )", "I _", "saw (EntityID=8|MarkableID=c", "there )",
        "It (EntityID=1-Pseudo|MarkableID=d|SemType=expletive)",
    )  # fmt: skip

    assert chains_of(document, key) == [["New York City", "it"], ["that which ... saw there"]]
    assert key.attributes[Span(0, 3)] == Attributes(minimum=Span(0, 2))
    assert key.non_referring == {Span(10, 11): "expletive"}


def test_columns_are_divided_by_blanks_too_and_brackets_follow_without_a_sign(tmp_path: Path) -> None:
    """The header says where the columns are; the numbers of words may begin anew in each sentence."""
    first, second = "a (EntityID=1|MarkableID=m(EntityID=2|MarkableID=n", "c )(EntityID=2|MarkableID=o)"
    sentences = "1 a (EntityID=1|MarkableID=m|Min=1)\n\n1 b _\n2 c (EntityID=1|MarkableID=n|Min=2)\n"
    document, key = read_one("conllua", tmp_path, f"# global.columns = ID FORM IDENTITY\n{sentences}")

    assert chains_of(*read_rows(tmp_path, first, "b )", second, blank="  ")) == [["a b", "c"], ["a b c"]]
    assert (document.sentence_starts, key.chains) == ((0, 1), ((Span(0, 1), Span(2, 3)),))
    assert key.attributes[Span(2, 3)].minimum == Span(2, 3)


def test_elements_make_the_split_antecedent_of_an_entity(tmp_path: Path) -> None:
    """They is called 5, Ann and Bob are elements of it; Bob also of 6, which no markable is."""
    _, key = read_rows(
        tmp_path, "Ann (EntityID=1|MarkableID=a|ElementOf=5)", "met _", "Bob (EntityID=2|MarkableID=b|ElementOf=5,6)",
        "They (EntityID=5|MarkableID=c)",
    )  # fmt: skip
    version_1_1 = (
        "# global.columns = ID FORM IDENTITY SPLIT\n1\tAnn\t(EntityID=1|MarkableID=a)\tEntityID=1|ElementOf=3\n"
        "2\tBob\t(EntityId=2|MarkableId=b)\tEntityID=2|ElementOf=3\n3\tThey\t(EntityID=3|MarkableID=c)\t_\n"
    )

    assert key.split == {Span(3, 4): (0, 1)}
    assert read_one("conllua", tmp_path, version_1_1)[1].split == {Span(2, 3): (0, 1)}


def test_links_to_what_is_not_there_are_told_with_their_lines(tmp_path: Path) -> None:
    """Entity 6 and 9, the antecedents m and 7, and the anaphor z are not there; 1 is."""
    path = tmp_path / "a.conllua"
    head = "# global.columns = ID FORM IDENTITY BRIDGING DISCOURSE_DEIXIS\n"
    cells = (
        "(EntityID=1|MarkableID=a|ElementOf=2,6) _ (EntityID=3-DD|MarkableID=d|ElementOf=9)",
        "(EntityID=2|MarkableID=b) (MarkableID=b|MentionAnchor=m)(MarkableID=a|EntityAnchor=1) _",
        "_ MarkableID=b|EntityAnchor=7@MarkableID=z|MentionAnchor=a _",
    )
    numbered = (f"{number} w {row}\n".replace(" ", "\t") for number, row in enumerate(cells, 1))
    path.write_text(head + "".join(numbered))

    assert [finding.line for finding in check(path) if finding.code == "unknown-reference"] == [2, 2, 3, 4, 4]


def test_work_on_bridges_and_crossing_markables_grows_with_the_text(tmp_path: Path) -> None:
    def work(mentions: int) -> Callable[[], object]:
        ids = range(1, mentions + 1)
        path = tmp_path / f"{mentions}.conllua"
        rows = (f"{n}\tw\t(EntityID=1|MarkableID={n})\t(MarkableID={n}|EntityAnchor=1)\n" for n in ids)
        opened = (f"{n}\tw\t(EntityID=1|MarkableID=x{n}\t_\n" for n in ids)
        closed = (f"{n}\tw\tx{n})\t_\n" for n in ids)
        path.write_text("# global.columns = ID FORM IDENTITY BRIDGING\n" + "".join((*rows, *opened, *closed)))
        return lambda: list(read(path))

    assert growth(work, 100) <= 2.2


def test_bridging_is_to_a_mention_or_to_the_last_of_an_entity_before(tmp_path: Path) -> None:
    _, key = read_rows(
        tmp_path,
        "car (EntityID=1|MarkableID=a)", "it (EntityID=1|MarkableID=b)",
        "door (EntityID=2|MarkableID=c) (MarkableID=c|Rel=poss|MentionAnchor=a)",
        "seat (EntityID=3|MarkableID=d) MarkableID=d|EntityAnchor=1",
    )  # fmt: skip

    assert key.bridges == (Bridge(Span(2, 3), Span(0, 1), "poss"), Bridge(Span(3, 4), Span(1, 2)))


def test_discourse_deixis_has_chains_of_its_own_and_rows_of_empty_nodes_may_be_markables(tmp_path: Path) -> None:
    document, key = read_one("conllua", tmp_path, SAMPLE.more[1])
    other, zeros = read_one("conllua", tmp_path, SAMPLE.more[2])

    assert key.deixis
    assert (chains_of(document, key.deixis), chains_of(document, key)) == ([["He ran", "That"]], [["That"]])
    assert (other.words, other.nodes[0].place, other.speakers) == (("a", "b"), 1, ("A", "A"))
    assert zeros.chains == ((Span(FIRST_NODE, FIRST_NODE + 1),),)


def whole() -> Pair:
    """Every kind of reference on one document."""
    words = "Ann met Bob . They saw the car ; the door , it said , was that"
    document = replace(document_of(*words.split(" ")), sentence_starts=(0,))
    chains = ((Span(0, 1),), (Span(2, 3),), (Span(4, 5),), (Span(6, 8),), (Span(9, 11),))
    key = Clusters(
        "d", chains, attributes={Span(6, 8): Attributes(minimum=Span(7, 8))}, split={Span(4, 5): (0, 1)},
        bridges=(Bridge(Span(9, 11), Span(6, 8), "part-of"),), non_referring={Span(12, 13): "expletive"},
        deixis=Clusters("d", ((Span(0, 3), Span(16, 17)),)),
    )  # fmt: skip
    return document, key


def test_everything_is_written_and_read_again_and_convert_says_what_others_cannot_express(tmp_path: Path) -> None:
    assert again(conllua.FORMAT, [whole()], tmp_path) == [whole()]
    [(_, key)] = again(corefud.FORMAT, [whole()], tmp_path)
    assert (key.split, key.bridges) == (whole()[1].split, whole()[1].bridges)

    path = tmp_path / "key.conllua"
    path.write_text("".join(conllua.write([whole()])), encoding="utf-8")
    assert "(EntityID=6-Pseudo|" in path.read_text("utf-8"), "numbered after the five chains"
    names = ("split", "bridges", "non_referring", "deixis")
    for to, lost in (("corefud", [0, 0, 1, 1]), ("conll2012", [1, 1, 1, 1])):
        result = convert(path, tmp_path / to, to=to)
        assert [result.lost[name] for name in names] == lost
    [note] = [finding for finding in check(path) if finding.severity == "note"]
    assert all(what in note.text for what in ("1 split antecedent", "1 bridging", "1 non-referring", "1 discourse"))


def test_gum_loses_nothing_of_reference(data: Path, tmp_path: Path) -> None:
    """Trees, genres and the like are not written."""
    names = ("split", "bridges", "non_anaphoric", "non_referring", "tokens", "sentences")
    paths = sorted((required(data / "gum") / "dev" / "corefud").glob("*.conllu"))
    for path in paths[:2]:
        pair = expressible(overt(*next(corefud.read(path))), "conllua")
        [after] = again(conllua.FORMAT, [pair], tmp_path)
        lost, _ = losses(pair, after)
        assert [lost[name] for name in names] == [0] * len(names), path.name
