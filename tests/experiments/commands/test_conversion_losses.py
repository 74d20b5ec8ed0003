"""Nothing is lost in silence: what differs behind a format is in the losses, for every pair of formats."""

from collections.abc import Sequence
from dataclasses import fields, replace
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from anaphora import corpora
from anaphora.corpora import Pair, corefud
from anaphora.experiments.commands.convert.convert import convert
from anaphora.experiments.commands.convert.round_trip import difference, losses
from anaphora.workbench.document import FIRST_NODE, Annotation, Document, EmptyNode, Span
from anaphora.workbench.key import Attributes, Key
from tests.corpora.samples import any_document, chains_of, documents, expressible, through

NAMES = {
    "id": {"id"}, "words": {"tokens"}, "spaces": {"spaces", "tokens"}, "prefix": {"spaces"},
    "sentence_starts": {"sentences", "tokens"}, "paragraph_starts": {"paragraphs", "tokens"},
    "headings": {"headings", "tokens"}, "genre": {"genre"}, "parse": {"parse"}, "language": {"language"},
    "nodes": {"empty_nodes"}, "speakers": {"speakers", "tokens"}, "labels": {"labels", "tokens"},
    "annotation": {f"annotation.{field.name}" for field in fields(Annotation)} | {"sentences"},
    "tagged": {f"annotation.{field.name}" for field in fields(Annotation)} | {"sentences"},
    "attributes": {f"attributes.{name}" for name in Attributes._fields} | {"tokens"},
    "split": {"split", "tokens"}, "non_anaphoric": {"non_anaphoric", "tokens"}, "zeros": {"zeros"},
    "links": {"links", "tokens"}, "ids": {"entity_ids"}, "bridges": {"bridges", "tokens"},
    "non_referring": {"non_referring", "tokens"}, "deixis": {"deixis", "tokens"},
}  # fmt: skip
"""By field of documents and keys what a difference is called; where tokens are others, all positions are."""


def test_every_field_of_documents_and_keys_has_a_name_for_its_loss() -> None:
    known = {field.name for kind in (Document, Key) for field in fields(kind)}

    assert set(NAMES) == known - {"document_id", "chains", "mended", "quotes", "in_characters"}, (
        "only responses have these"
    )


@st.composite
def described(draw: st.DrawFn, pair: Pair) -> Pair:
    """The document with everything that any format can hold but empty nodes."""
    document, key = pair
    total, starts = len(document.words), document.sentence_starts
    mentions = sorted({span for spans in key.chains for span in spans})
    attributes = {
        span: Attributes(
            head=draw(st.sampled_from([None, span.start])),
            minimum=draw(st.sampled_from([None, Span(span.start, span.start + 1)])),
            type=draw(st.sampled_from(["", "PERSON"])),
            optional=draw(st.booleans()),
            kind=draw(st.sampled_from([None, "name", "pronoun"])),
        )
        for span in mentions
    }
    head = tuple(max(start for start in starts if start <= token) for token in range(total))
    relation = tuple("root" if at == token else "dep" for token, at in enumerate(head))
    column = ("X",) * total
    tree = Annotation(column, column, column, ("Number=Sing",) * total, head, relation, ("",) * total, starts)
    document = replace(
        document, genre=draw(st.sampled_from(["", "news"])), language=draw(st.sampled_from(["", "cs"])),
        annotation=draw(st.sampled_from([None, tree])), headings=draw(st.sampled_from([(), (Span(0, total),)])),
        speakers=draw(st.sampled_from([(), ("Ann",) * total, ("Ann Lee", *[""] * (total - 1))])),
        labels=draw(st.sampled_from([(), (Span(0, 1),)])),
    )  # fmt: skip
    several = len(key.chains) > 1
    return document, replace(
        key, attributes=attributes, non_anaphoric=draw(st.sampled_from([{}, {0: "clausal"}])),
        split=draw(st.sampled_from([{}, {key.chains[1][0]: (0,)}])) if several else {},
        links=draw(st.sampled_from([(), ((mentions[0], mentions[-1]),)])) if several else (),
        ids=draw(st.sampled_from([(), tuple(f"id {number}" for number in range(len(key.chains)))])),
    )  # fmt: skip


def changed(before: Pair, after: Pair) -> set[str]:
    """The fields that differ, read from the data types; what says nothing is as good as nothing."""
    return {
        field.name
        for kind, one, other in zip((Document, Key), before, after, strict=True)
        for field in fields(kind)
        if field.name not in {"document_id", "chains"}
        and _said(getattr(one, field.name)) != _said(getattr(other, field.name))
    }


def _said(value: object) -> object:
    return {span: known for span, known in value.items() if known != Attributes()} if isinstance(value, dict) else value


@pytest.mark.parametrize("examples", [10, pytest.param(60, marks=pytest.mark.slow)])
def test_chains_come_back_through_two_formats_and_what_differs_was_told(examples: int, tmp_path: Path) -> None:
    """A document goes to each format, to one that was drawn for it, and back to the first."""

    @settings(max_examples=examples, suppress_health_check=[HealthCheck.too_slow])
    @given(pair=documents(), seconds=st.permutations(any_document()), data=st.data())
    def check(pair: Pair, seconds: Sequence[str], data: st.DataObject) -> None:
        for first, second in zip(any_document(), seconds, strict=True):
            stages = [data.draw(described(expressible(pair, first, second)))]
            for name in (first, second, first):
                stages.append(through(stages[-1], name, tmp_path))
                assert difference(stages[0], stages[-1]) == ""
            told = {name for before, after in pairwise(stages) for count in losses(before, after) for name in count}
            assert [field for field in sorted(changed(stages[0], stages[-1])) if not NAMES[field] & told] == []

    check()


WITH_NODES = (
    Document(
        "d", ("Ann", "sleeps", "dreams"), (" ", " ", ""), (0,),
        nodes=(EmptyNode(1, 0, 1, ((1, "nsubj"),)), EmptyNode(2, 0, 1), EmptyNode(3, 0, 1)),
    ),
    Key(
        "d",
        ((Span(0, 1), Span(FIRST_NODE, FIRST_NODE + 1)), (Span.over((1, 2, FIRST_NODE + 1)),)),
        {Span(FIRST_NODE, FIRST_NODE + 1): Attributes(head=FIRST_NODE)},
    ),
)  # fmt: skip
"""Ann and a zero are one entity; "sleeps _ dreams" has an empty node inside, and a third is in no mention."""


def test_formats_without_empty_nodes_tell_what_becomes_of_them(tmp_path: Path) -> None:
    (tmp_path / "in.conllu").write_text("".join(corefud.write([WITH_NODES])), "utf8")
    for to in (name for name in any_document() if not corpora.load(name).keeps_zeros):
        lost = convert(tmp_path / "in.conllu", tmp_path / to, to).lost
        [(document, key)] = corpora.read(tmp_path / to)
        assert chains_of(document, key) == [["Ann"], ["sleeps dreams"]], to
        assert (lost["empty_nodes"], lost["empty_nodes.in_mentions"], lost["zeros"]) == (3, 1, 1), to


def test_chains_that_no_corpus_names_are_not_named_by_corefud(tmp_path: Path) -> None:
    """CorefUD must call chains something; what the writer makes up would hold for a whole corpus if it was read."""
    document, key = Document("d", ("Ann",), ("",)), Key("d", ((Span(0, 1),),))

    assert through((document, key), "corefud", tmp_path)[1].ids == ()
    assert through((document, replace(key, ids=("ann smith",))), "corefud", tmp_path)[1].ids == ("ann smith",)


def test_tags_without_trees_and_what_entities_are_is_lost_where_a_format_has_no_place_for_it() -> None:
    """German tags and an entity's gender, as CoNLL files bring them: CorefUD has neither."""
    tags = Annotation(("PRON",), ("PPER",), ("er",), ("Gender=Masc",), (), (), ("",), (0,))
    document = Document("d", ("Er",), ("",), (0,), tagged=tags)
    key = Key("d", ((Span(0, 1),),), {Span(0, 1): Attributes(gender="masculine", number="singular")})
    lost, new = losses((document, key), (replace(document, tagged=None), Key("d", key.chains)))

    assert set(lost) == {
        "annotation.pos", "annotation.tag", "annotation.lemma", "annotation.morphology",
        "attributes.gender", "attributes.number",
    }  # fmt: skip
    assert not new
