"""CoNLL-UA: markables in columns of their own, what refers to nothing, split antecedents, bridging, deixis."""

from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings

from anaphora.corpora import Pair, check, conllua, corefud, inexpressible, recognise
from anaphora.experiments.conversion.convert import convert
from anaphora.experiments.conversion.round_trip import losses
from anaphora.workbench.document import FIRST_NODE, Span
from anaphora.workbench.key import Attributes, Bridge, Clusters
from tests.corpora.samples import DEEP, Sample, again, chains_of, document_of, documents, read_all, read_one
from tests.refused import refused

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
    long_word=(HEADER + "1\t{}" + "\t_" * 13 + "\n", "too-large"),
    same_id=rows("a") * 2,
    crossing=rows("a (EntityID=1|MarkableID=m", "b m)(EntityID=1|MarkableID=n", "c n)"),
    crossing_chains=None,
    outside=(rows("a (EntityID=1|MarkableID=m"), "unclosed"),
    across=rows("a (EntityID=1|MarkableID=m)", id="a") + rows("b (EntityID=1|MarkableID=m)", id="b"),
)  # fmt: skip


def read_rows(folder: Path, *given: str, blank: str = "\t") -> Pair:
    return read_one("conllua", folder, rows(*given, blank=blank))


def test_chains_are_those_of_entities_and_min_is_the_least_part(tmp_path: Path) -> None:
    document, key = read_rows(
        tmp_path,
        "New (EntityID=7|MarkableID=a|Min=1,2",
        "York _",
        "City )",
        "is _",
        "it (EntityID=7|MarkableID=b|Min=5)",
    )

    assert chains_of(document, key) == [["New York City", "it"]]
    assert key.attributes[Span(0, 3)] == Attributes(minimum=Span(0, 2))


def test_columns_are_divided_by_blanks_too_and_brackets_follow_without_a_sign(tmp_path: Path) -> None:
    document, key = read_rows(
        tmp_path,
        "a (EntityID=1|MarkableID=m(EntityID=2|MarkableID=n",
        "b )",
        "c )(EntityID=2|MarkableID=o)",
        blank="  ",
    )

    assert chains_of(document, key) == [["a b", "c"], ["a b c"]]


def test_the_header_says_where_the_columns_are(tmp_path: Path) -> None:
    text = "# global.columns = ID FORM IDENTITY\n1 a (EntityID=1|MarkableID=m)\n2 b (EntityID=1|MarkableID=n)\n"

    assert read_one("conllua", tmp_path, text)[1].chains == ((Span(0, 1), Span(1, 2)),)


def test_pseudo_entities_do_not_refer(tmp_path: Path) -> None:
    _, key = read_rows(tmp_path, "It (EntityID=1-Pseudo|MarkableID=a|SemType=expletive)", "rains _")

    assert key.chains == ()
    assert key.non_referring == {Span(0, 1): "expletive"}


def test_elements_make_the_split_antecedent_of_an_entity(tmp_path: Path) -> None:
    """They is called 5, Ann and Bob are elements of it; Bob also of 6, which no markable is."""
    _, key = read_rows(
        tmp_path, "Ann (EntityID=1|MarkableID=a|ElementOf=5)", "met _", "Bob (EntityID=2|MarkableID=b|ElementOf=5,6)",
        "They (EntityID=5|MarkableID=c)",
    )  # fmt: skip

    assert key.split == {Span(3, 4): (0, 1)}


def test_version_1_1_has_a_column_for_split_antecedents(tmp_path: Path) -> None:
    text = (
        "# global.columns = ID FORM IDENTITY SPLIT\n"
        "1\tAnn\t(EntityID=1|MarkableID=a)\tEntityID=1|ElementOf=3\n2\tBob\t(EntityId=2|MarkableId=b)\tEntityID=2|ElementOf=3\n"
        "3\tThey\t(EntityID=3|MarkableID=c)\t_\n"
    )

    assert read_one("conllua", tmp_path, text)[1].split == {Span(2, 3): (0, 1)}


def test_bridging_is_to_a_mention_or_to_the_last_of_an_entity_before(tmp_path: Path) -> None:
    _, key = read_rows(
        tmp_path,
        "car (EntityID=1|MarkableID=a)", "it (EntityID=1|MarkableID=b)",
        "door (EntityID=2|MarkableID=c) (MarkableID=c|Rel=poss|MentionAnchor=a)",
        "seat (EntityID=3|MarkableID=d) MarkableID=d|EntityAnchor=1",
    )  # fmt: skip

    assert key.bridges == (Bridge(Span(2, 3), Span(0, 1), "poss"), Bridge(Span(3, 4), Span(1, 2)))


def test_discourse_deixis_has_chains_of_its_own(tmp_path: Path) -> None:
    document, key = read_one("conllua", tmp_path, SAMPLE.more[1])

    assert key.deixis
    assert chains_of(document, key.deixis) == [["He ran", "That"]]
    assert chains_of(document, key) == [["That"]]


def test_parts_with_one_id_are_a_discontinuous_markable(tmp_path: Path) -> None:
    _, key = read_rows(
        tmp_path, "the (EntityID=1|MarkableID=a", "man )", "I _", "saw (EntityID=1|MarkableID=a", "there )"
    )

    assert key.chains == ((Span(0, 5, ((2, 3),)),),)


def test_rows_of_empty_nodes_may_be_markables(tmp_path: Path) -> None:
    document, key = read_one("conllua", tmp_path, SAMPLE.more[2])

    assert document.words == ("a", "b")
    assert (document.nodes[0].place, document.speakers) == (1, ("A", "A"))
    assert key.chains == ((Span(FIRST_NODE, FIRST_NODE + 1),),)


def test_ids_may_begin_anew_in_each_sentence(tmp_path: Path) -> None:
    first, second = "1 a (EntityID=1|MarkableID=m|Min=1)", "1 b _\n2 c (EntityID=1|MarkableID=n|Min=2)"
    text = f"# global.columns = ID FORM IDENTITY\n{first}\n\n{second}\n"

    document, key = read_one("conllua", tmp_path, text)

    assert document.sentence_starts == (0, 1)
    assert key.attributes[Span(2, 3)].minimum == Span(2, 3)


@pytest.mark.parametrize(
    ("given", "line", "code"),
    [
        (("a )",), 3, "unopened"),
        (("a (EntityID=1|MarkableID=m",), 3, "unclosed"),
        (("a (MarkableID=m)",), 3, "malformed"),
        (("a x",), 3, "malformed"),
    ],
)
def test_wrong_brackets_are_refused_with_their_line(
    tmp_path: Path, given: tuple[str, ...], line: int, code: str
) -> None:
    with refused(code, tmp_path / "sample", line):
        read_rows(tmp_path, *given)


def test_a_row_that_is_too_short_is_refused(tmp_path: Path) -> None:
    with refused("malformed", tmp_path / "sample", 2):
        read_one("conllua", tmp_path, HEADER + "1\ta\t_\n")


def test_files_are_recognised_by_their_columns_whatever_they_are_called(tmp_path: Path) -> None:
    path = tmp_path / "answers.conllu"
    path.write_text(SAMPLE.valid, encoding="utf-8")  # type: ignore[arg-type]

    assert recognise(path) == "conllua"


def whole() -> Pair:
    """Every kind of reference on one document."""
    words = "Ann met Bob . They saw the car ; the door , it said , was that"
    document = replace(document_of(*words.split(" ")), sentence_starts=(0,))
    chains = ((Span(0, 1),), (Span(2, 3),), (Span(4, 5),), (Span(6, 8),), (Span(9, 11),))
    key = Clusters(
        "d",
        chains,
        attributes={Span(6, 8): Attributes(minimum=Span(7, 8))},
        split={Span(4, 5): (0, 1)},
        bridges=(Bridge(Span(9, 11), Span(6, 8), "part-of"),),
        non_referring={Span(12, 13): "expletive"},
        deixis=Clusters("d", ((Span(0, 3), Span(16, 17)),)),
    )
    return document, key


def test_everything_is_written_and_read_again(tmp_path: Path) -> None:
    [(document, key)] = again(conllua.FORMAT, [whole()], tmp_path)

    assert (document, key) == whole()


def test_corefud_keeps_what_connects_entities(tmp_path: Path) -> None:
    [(_, key)] = again(corefud.FORMAT, [whole()], tmp_path)

    before = whole()[1]
    assert (key.split, key.bridges) == (before.split, before.bridges)


def test_convert_says_what_a_format_cannot_express(tmp_path: Path) -> None:
    path = tmp_path / "key.conllua"
    path.write_text("".join(conllua.write([whole()])), encoding="utf-8")

    to_corefud = convert(path, tmp_path / "key.conllu").lost
    to_conll = convert(path, tmp_path / "key.conll", to="conll2012").lost

    assert [to_corefud[name] for name in ("split", "bridges", "non_referring", "deixis")] == [0, 0, 1, 1]
    assert [to_conll[name] for name in ("split", "bridges", "non_referring", "deixis")] == [1, 1, 1, 1]


def test_check_counts_what_a_key_has_of_each(tmp_path: Path) -> None:
    path = tmp_path / "key.conllua"
    path.write_text("".join(conllua.write([whole()])), encoding="utf-8")

    [note] = [finding for finding in check(path) if finding.severity == "note"]

    assert all(what in note.text for what in ("1 split antecedent", "1 bridging", "1 non-referring", "1 discourse"))


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(pair=documents(gaps=True))
def test_chains_that_nest_come_back(tmp_path: Path, pair: Pair) -> None:
    document, key = pair
    refused_spans = {span for _, span in inexpressible(conllua.FORMAT, document, key)}
    chains = [tuple(dict.fromkeys(span for span in chain if span not in refused_spans)) for chain in key.chains]
    seen = set[Span]()
    kept = [tuple(span for span in chain if not (span in seen or seen.add(span))) for chain in chains]  # type: ignore[func-returns-value]
    key = Clusters("d", tuple(sorted(filter(None, kept))))

    [(_, read)] = again(conllua.FORMAT, [(document, key)], tmp_path)

    assert read.chains == key.chains


def test_gum_loses_nothing_of_reference(data: Path, tmp_path: Path) -> None:
    """Trees, genres and the like are not written."""
    lost = 0
    for path in sorted((data / "gum" / "dev" / "corefud").glob("*.conllu"))[:6]:
        [(document, key)] = corefud.read(path)
        odd = {span for _, span in inexpressible(conllua.FORMAT, document, key)}
        if odd or document.nodes:
            continue
        [after] = again(conllua.FORMAT, [(document, key)], tmp_path)
        counts, _ = losses((document, key), after)
        lost += sum(
            counts[name] for name in ("split", "bridges", "non_anaphoric", "non_referring", "tokens", "sentences")
        )
    assert lost == 0


def test_two_documents_are_two(tmp_path: Path) -> None:
    assert [document.id for document, _ in read_all("conllua", tmp_path, SAMPLE.across or "")] == ["a", "b"]
