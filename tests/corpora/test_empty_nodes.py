"""Empty nodes and zeros through the formats that hold them, and through one that does not."""

from pathlib import Path

import pytest

from anaphora import corpora
from anaphora.experiments.conversion.convert import convert
from anaphora.workbench.document import FIRST_NODE, Span
from anaphora.workbench.key import Clusters

FORMATS = ("crac_json", "crac_text")
ROWS = (
    "# newdoc id = d\n# global.Entity = eid-etype-head-other\n1\tAnn\t_\t_\t_\t_\t_\t_\t_\tEntity=(e1--1)\n"
    "2\tsaid\t_\t_\t_\t_\t_\t_\t_\t_\n2.1\tshe\t_\t_\t_\t_\t_\t_\t3:nsubj\tEntity=(e1--1)\n"
    "3\tslept\t_\t_\t_\t_\t_\t_\t_\t_\n\n"
)


def mentions(key: Clusters) -> set[frozenset[Span]]:
    return {frozenset(chain) for chain in key.chains}


@pytest.mark.parametrize("format", FORMATS)
def test_zeros_come_back_but_for_what_governs_them(tmp_path: Path, format: str) -> None:
    key, there, back = tmp_path / "key.conllu", tmp_path / "there.x", tmp_path / "back.conllu"
    key.write_text(ROWS)
    result = convert(key, there, format)
    convert(there, back, "corefud", format)
    [(document, chains)] = corpora.read(back)

    assert document.words == ("Ann", "said", "slept")
    assert [(node.place, node.form) for node in document.nodes] == [(2, "she")]
    assert chains.chains == ((Span(0, 1), Span(FIRST_NODE, FIRST_NODE + 1)),)
    assert result.lost["empty_nodes"] == 1, "the relation to its governor"


def test_conll_2012_loses_zeros_and_says_so(tmp_path: Path) -> None:
    key, there = tmp_path / "key.conllu", tmp_path / "there.conll"
    key.write_text(ROWS)
    convert(key, tmp_path / "key.json", "crac_json")
    result = convert(tmp_path / "key.json", there)

    assert (result.mentions, result.lost["zeros"]) == (1, 1)
    assert next(corpora.read(there))[1].chains == ((Span(0, 1),),)


@pytest.mark.parametrize("name", ["key", "drop", "move", "relabel", "spurious", "mixed"])
@pytest.mark.parametrize("format", FORMATS)
def test_a_czech_corpus_comes_back(data: Path, tmp_path: Path, format: str, name: str) -> None:
    source = data / "zeros" / f"pdtc_ft.{name}.conllu"
    if not source.is_file():
        pytest.skip("no zeros")
    there, back = tmp_path / f"there.{format}", tmp_path / "back.conllu"
    result = convert(source, there, format, drop=True)
    convert(there, back, "corefud", format)

    assert len(result.dropped) <= 6, "discontinuous mentions"
    assert {"empty_nodes", "attributes.head"} <= set(result.lost)
    gone = {(mention.document, mention.text) for mention in result.dropped}
    for (document, key), (again, chains) in zip(corpora.read(source), corpora.read(back), strict=True):
        kept = ({span for span in chain if (document.id, document.words_of(span)) not in gone} for chain in key.chains)
        assert again.words == document.words
        assert [(node.place, node.form) for node in again.nodes] == [(node.place, node.form) for node in document.nodes]
        assert mentions(chains) == {frozenset(chain) for chain in kept if chain}
