"""Between any two formats that can be written, the words and the chains stay the same."""

from itertools import permutations, product
from pathlib import Path

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from anaphora import corpora
from anaphora.corpora._mentions import unnested
from anaphora.experiments.conversion.convert import convert
from anaphora.experiments.conversion.round_trip import difference
from anaphora.workbench.document import Document, Span
from anaphora.workbench.key import Key
from tests.corpora.keys import again
from tests.refused import refused

FORMATS = corpora.formats()
WRITABLE = [name for name, form in FORMATS.items() if form.is_written]
ANY_DOCUMENT = [name for name in WRITABLE if name != "gap"]
"""GAP holds one pronoun and two names, nothing else."""

WORDS = [
    "Ann", "it", "can't", "U.S.", ".", "“", "#", "-", "_", "(1)", "1|2", "<b>", "&amp;", "T1", "*", '"', "\\", "🙂",
    "é",
]  # fmt: skip


@st.composite
def documents(draw: st.DrawFn) -> tuple[Document, Key]:
    """A document of up to 12 words in sentences and paragraphs; mentions of one chain nest, sometimes all do."""
    words = draw(st.lists(st.sampled_from(WORDS), min_size=1, max_size=12))
    total = len(words)
    spaces = draw(st.lists(st.sampled_from([" ", " ", ""]), min_size=total, max_size=total))
    starts = sorted({0, *draw(st.sets(st.integers(0, total - 1), max_size=3))})
    paragraphs = tuple(starts[: draw(st.integers(0, len(starts)))])
    for start in paragraphs[1:]:
        spaces[start - 1] = "\n\n"
    ends = st.tuples(st.integers(0, total - 1), st.integers(1, total)).filter(lambda pair: pair[0] < pair[1])
    mentions = [(chain, Span(*pair)) for pair in draw(st.sets(ends, max_size=6)) for chain in [draw(st.integers(0, 2))]]
    by_chain = [[(at, span) for at, span in mentions if at == chain] for chain in range(3)]
    crossing = {it for group in ([mentions] if draw(st.booleans()) else by_chain) for it in unnested(group)}
    chains = [tuple(sorted(span for at, span in group if (at, span) not in crossing)) for group in by_chain]
    document = Document("d; part 000", tuple(words), (*spaces[:-1], ""), tuple(starts), paragraphs)
    return document, Key(document.id, tuple(sorted(filter(None, chains))))


def through(pair: tuple[Document, Key], name: str, folder: Path) -> tuple[Document, Key]:
    """The document as it comes back from a format."""
    [read] = again(FORMATS[name], [pair], folder)
    return read


@pytest.mark.parametrize(("first", "second"), list(permutations(ANY_DOCUMENT, 2)))
@settings(max_examples=15, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])
@given(pair=documents())
def test_chains_come_back_through_two_formats(
    first: str, second: str, pair: tuple[Document, Key], tmp_path: Path
) -> None:
    assume(not any(any(FORMATS[name].inexpressible(pair[1])) for name in (first, second)))
    once = through(pair, first, tmp_path)
    twice = through(once, second, tmp_path)

    assert difference(pair, once) == ""
    assert difference(pair, twice) == ""


@pytest.mark.parametrize("to", ANY_DOCUMENT)
def test_several_documents_come_back_and_their_format_is_recognised(to: str, tmp_path: Path) -> None:
    texts = "".join(f"#begin document ({id})\nAnn (1)\nleft -\n{id} (2)\n#end document\n" for id in "bca")
    (tmp_path / "in.conll").write_text(texts, "utf8")
    files = [tmp_path / f"file{FORMATS[to].suffix}"] if FORMATS[to].write else []

    for target in (tmp_path / "folder", *files):
        convert(tmp_path / "in.conll", target, to)
        read = sorted((document.words[2], key.chains) for document, key in corpora.read(target))
        assert read == [(id, ((Span(0, 1),), (Span(2, 3),))) for id in "abc"]


SOURCES = ["gum/dev/corefud", "gum/dev/ontogum_conll", "litbank/conll", "litbank/brat", "litbank/tsv"]


@pytest.mark.parametrize(("source", "to"), list(product(SOURCES, ANY_DOCUMENT)))
def test_real_corpora_come_back_from_every_format(data: Path, tmp_path: Path, source: str, to: str) -> None:
    if not (data / source).is_dir():
        pytest.skip(f"no {source}")
    for file, _ in corpora.files(data / source, None)[:2]:
        target = tmp_path / file.stem
        result = convert(file, target, to, drop=True)

        assert result.documents == 1
        assert result.mentions > 0
        assert len(result.dropped) <= result.mentions / 100


@pytest.mark.parametrize("to", ANY_DOCUMENT)
def test_gap_comes_back_from_every_format_but_its_labels_only_where_kinds_are_kept(
    data: Path, tmp_path: Path, to: str
) -> None:
    if not (source := data / "gap" / "gap-validation.tsv").is_file():
        pytest.skip("no GAP")
    few = tmp_path / "gap-few.tsv"
    few.write_bytes(b"".join(source.read_bytes().splitlines(keepends=True)[:21]))
    result = convert(few, tmp_path / "there", to)

    assert (result.documents, result.mentions, result.dropped) == (20, 60, ())
    if result.lost["attributes.kind"]:
        with refused("inexpressible"):
            convert(tmp_path / "there", tmp_path / "back.tsv", "gap")
    else:
        assert convert(tmp_path / "there", tmp_path / "back.tsv", "gap").mentions == 60
