from collections.abc import Sequence
from pathlib import Path
from typing import Any, Literal

import pytest

import anaphora
from anaphora.corpora import conllua
from anaphora.experiments.commands.compare.compare import run_comparison
from anaphora.experiments.run.configuration import configure
from anaphora.experiments.run.documents import BUNDLED
from anaphora.workbench.document import Span
from anaphora.workbench.errors import UnknownNameError
from anaphora.workbench.key import Bridge, Key
from anaphora.workbench.preparation import LAYERS
from anaphora.workbench.results.table import plain
from tests.corpora.samples import document_of
from tests.experiments.conftest import small_corpus
from tests.refused import raises

# The lid covers the tray. It sticks. It is easy to see that they like it.
ROWS = """# newdoc id = small
# global.Entity = eid-etype-head-other
1 The the DET DT _ 2 det _ Entity=(e1-object-2-x
2 lid lid NOUN NN Number=Sing 3 nsubj _ Entity=e1)
3 covers cover VERB VBZ _ 0 root _ _
4 the the DET DT _ 5 det _ Entity=(e2-object-2-x
5 tray tray NOUN NN Number=Sing 3 obj _ Entity=e2)
6 . . PUNCT . _ 3 punct _ _

1 It it PRON PRP _ 2 nsubj _ Entity=(e1-object-1-x)
2 sticks stick VERB VBZ _ 0 root _ _
3 . . PUNCT . _ 2 punct _ _

1 It it PRON PRP _ 3 expl _ It=Pleonastic
2 is be AUX VBZ _ 3 cop _ _
3 easy easy ADJ JJ _ 0 root _ _
4 to to PART TO _ 5 mark _ _
5 see see VERB VB _ 3 csubj _ _
6 that that SCONJ IN _ 8 mark _ _
7 they they PRON PRP _ 8 nsubj _ Entity=(e3-person-1-x)
8 like like VERB VBP _ 5 ccomp _ _
9 it it PRON PRP _ 8 obj _ Entity=(e1-object-1-x)
10 . . PUNCT . _ 3 punct _ _

"""


@pytest.fixture
def small(tmp_path: Path) -> Path:
    return small_corpus(tmp_path, ROWS)


def profiled(
    *paths: Path, perfect: Sequence[str] = LAYERS, by: Literal["genre", "document"] | None = None
) -> dict[str, Any]:
    return anaphora.profile(paths, perfect=perfect, by=by).as_json()


def test_profile_counts_what_the_corpus_holds(small: Path) -> None:
    found = profiled(small)

    assert {name: found[name] for name in ("documents", "words", "sentences", "key_mentions", "key_chains")} == {
        "documents": 1, "words": 19, "sentences": 3, "key_mentions": 5, "key_chains": 3,
    }  # fmt: skip
    assert (found["it"], found["it_filtered"], found["it_marked_pleonastic"], found["it_marked_clausal"]) == (
        3,
        1,
        1,
        0,
    )
    assert found["not_counted"] == {"first_mention": 1, "cataphora": 0, "split_antecedent": 0, "clausal": 0}
    assert found["mention_recall"] == found["mention_recall_without_singletons"] == {"strict": 1.0, "head": 1.0}


def test_profile_says_how_difficult_the_anaphors_are(small: Path) -> None:
    """The first "it" is one sentence behind the lid; the last is one behind that "it"; a third one is pleonastic.

    The first "it" has lid and tray, of which the lid is right; the last has these, "it" and "they". "They" disagrees in
    number with it, and of the other three the lid and "it" are right: chance is (1/2 + 2/3) / 2.
    """
    found = profiled(small)
    difficulty = found["difficulty"]

    assert (found["key_anaphors"], found["forms"], found["identified_anaphors"]) == (2, {"it": 2}, 2)
    assert (found["distance"], found["mean_distance"], found["intrasentential"]) == ({"1": 2}, 1.0, 0.0)
    assert (found["candidates_per_anaphor"], found["compatible_per_anaphor"]) == (3.0, 2.5)
    assert (found["more_than_one_candidate"], found["more_than_one_compatible"]) == (1.0, 1.0)
    assert found["chance"] == difficulty["chance"] == pytest.approx(7 / 12)
    assert difficulty["candidates"] == {"mean": 3.0, "median": 3.0}
    assert difficulty["distance_in_sentences"] == {"mean": 1.0, "median": 1.0}
    assert difficulty["distance_in_tokens"] == {"mean": 8.0, "median": 8.0}  # from 6 to 1 and from 17 to 6
    assert difficulty["pleonastic_it"] == pytest.approx(1 / 3)


def test_profile_counts_it_and_no_other_pronoun_that_refers_to_a_clause(tmp_path: Path) -> None:
    """It hurt. That hurt."""
    hurt = "1 {} {} PRON PRP _ 2 nsubj _ It=Clausal\n2 hurt hurt VERB VBD _ 0 root _ _\n\n"
    heading = "# newdoc id = small\n# global.Entity = eid-etype-head-other\n"
    rows = heading + hurt.format("It", "it") + hurt.format("That", "that")
    found = profiled(small_corpus(tmp_path, rows))

    assert (found["it"], found["it_marked_clausal"]) == (1, 1)


def test_profile_has_the_same_baselines_as_a_comparison() -> None:
    resolvers = ("most_recent", "recent_subject")
    files = [BUNDLED / "printer.conllu", BUNDLED / "fiction.conllu"]
    found = profiled(*files)["difficulty"]
    compared = plain(run_comparison(files, configure(resolvers=resolvers, perfect=LAYERS)).as_json())
    pair = compared["comparisons"][0]

    assert found["most_recent_right"] == compared["resolvers"]["most_recent"]["success_rate"]["value"]
    assert found["discordant"] == (pair["only_first"] + pair["only_second"]) / compared["anaphors"]


def test_profile_of_documents_and_genres_adds_up(small: Path) -> None:
    printer = profiled(BUNDLED / "printer.conllu")
    result = anaphora.profile([small, BUNDLED / "printer.conllu"], perfect=LAYERS, by="document")
    together, by_document = result.as_json(), result.as_json()["by"]["document"]
    *_, by_genre = anaphora.profile([small, BUNDLED / "printer.conllu"], perfect=LAYERS, by="genre").tables()

    assert (together["documents"], together["words"]) == (2, printer["words"] + 19)
    assert together["key_anaphors"] == printer["key_anaphors"] + 2
    assert [(name, row["anaphors"]) for name, row in by_document.items()] == [("printer", 42), ("small", 2)]
    assert [row[:2] for row in by_genre.rows] == [("-", 2), ("manual", 42)]


def test_profile_refuses_what_there_is_not(small: Path) -> None:
    with raises("by"):
        anaphora.profile([small], by="author")  # type: ignore[arg-type]
    with pytest.raises(UnknownNameError):
        anaphora.profile(small, show=["mentoins"])  # type: ignore[list-item]


def test_profile_shows_the_parts_that_are_asked_for(small: Path) -> None:
    """Without the difficulty nothing is analysed; beside it, which counts mentions, they are listed apart."""
    without = anaphora.profile(small, show=["key", "mentions"], by="document")
    beside = anaphora.profile(small, show=["difficulty", "mentions"]).as_json()

    assert "pipeline:none" in without.signature
    assert len(without.as_json()["mentions"]) == 5
    assert without.as_json()["key"]["by"]["document"]["small"]["mentions_per_chain_of_two_or_more"] == 3
    assert (type(beside["mentions"]), len(beside["listed_mentions"])) == (int, 5)


def test_profile_says_whose_sentences_it_counts() -> None:
    """Where trees are those of the corpus, both count the same."""
    fiction = BUNDLED / "fiction.conllu"
    key, perfect, automatic = (
        anaphora.profile(fiction, show=["key"]), anaphora.profile(fiction, perfect=LAYERS), anaphora.profile(fiction),
    )  # fmt: skip

    assert [len(found.tables()[0].notes) for found in (key, perfect, automatic)] == [1, 0, 1]


def test_profile_without_anaphors_has_no_means(tmp_path: Path) -> None:
    path = tmp_path / "none.conll"
    path.write_text("#begin document (x); part 000\nPrinters\t-\nwork\t-\n#end document\n", "utf8")
    found = profiled(path, perfect=())

    assert found["key_anaphors"] == 0
    for name in ("candidates_per_anaphor", "intrasentential", "mean_distance", "chance"):
        assert found[name] is None
    assert found["mention_recall"] == {"strict": None, "head": None}


def test_profile_lists_the_mentions_of_the_key_and_analyses_nothing_for_it(small: Path) -> None:
    listed = anaphora.profile(small, show=["mentions"])
    mentions = listed.mentions()

    assert "pipeline:none" in listed.signature
    assert mentions.query("length > 1 and upos == 'NOUN'")[["head", "size"]].to_numpy().tolist() == [
        ["lid", 3],
        ["tray", 1],
    ]
    assert len(mentions) == 5


@pytest.mark.parametrize("language", ["en", "de"])
def test_what_a_key_has_of_reference_beyond_identity_is_counted_in_any_language(tmp_path: Path, language: str) -> None:
    ann, bob, they, door, rain = (Span(place, place + 1) for place in range(5))
    key = Key(
        "d",
        ((ann,), (bob,), (they,), (door,)),
        split={they: (0, 1)},
        bridges=(Bridge(door, ann), Bridge(door, bob)),
        non_referring={rain: "expletive"},
    )
    corpus = tmp_path / "key.conllua"
    corpus.write_text("".join(conllua.write([(document_of("Ann", "Bob", "they", "door", "it"), key)])), "utf8")

    found: Any = plain(anaphora.profile(corpus, language=language, show=["key"]).as_json())["key"]

    assert (found["split_antecedents"], found["bridging_anaphors"], found["non_referring"]) == (1, 1, 1)
    assert "deixis_chains" not in found


def test_profile_warns_of_mentions_with_the_same_words(tmp_path: Path) -> None:
    path = tmp_path / "a.conll"
    for cell, warned in (("(1)|(2)", 1), ("(1)", 0)):
        path.write_text(f"#begin document (d)\nAnn {cell}\nran -\nshe (1)\n#end document\n")
        assert len(anaphora.profile(path, show=["key"]).warnings) == warned
