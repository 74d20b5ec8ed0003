"""Responses scored on a key: files of any format in, figures with everything that shaped them out."""

import json
import subprocess
import sys
from collections.abc import Mapping, Sequence
from dataclasses import fields, replace
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from anaphora.corpora import conll2012, corefud, jsonlines
from anaphora.experiments.scoring import pairing
from anaphora.experiments.scoring.memory import score_chains
from anaphora.experiments.scoring.score import named_responses, score
from anaphora.experiments.setup.configuration import Configuration, Judging, configure
from anaphora.workbench.coreference import alignment
from anaphora.workbench.document import Document, Span
from anaphora.workbench.errors import CrowdedError, FormatError
from anaphora.workbench.key import Attributes, Key
from anaphora.workbench.measures import STANDARD
from anaphora.workbench.results.scores import Scores
from anaphora.workbench.results.table import to_json
from anaphora.workbench.statistics.defaults import BLOCKS
from tests.experiments.conftest import Run
from tests.experiments.scoring.test_pairing import brat, conll, json_lines
from tests.refused import raises
from tests.workbench.measures.test_scorer_cases import CASES, expected

Values = dict[str, float | None]

ANN = "Ann/(1) saw Eve/(2) ./- She/(1) left"
ANN_MIXED_UP = "Ann/(1) saw Eve/(2) . She/(2) left"
BOB = "Bob/(3) slept"
PERFECT = {"recall": 1.0, "precision": 1.0, "f1": 1.0}

DOCUMENT = Document("d", ("Ann", "saw", "Eve", ".", "She", "left"), (" ",) * 5 + ("",), (0, 4))
KEY = Key("d", ((Span(0, 1), Span(4, 5)), (Span(2, 3),)))


def values(key: Path, response: Path, measure: str = "conll", **settings: Any) -> Values:
    """The values of one measure."""
    found = score(key, {"r": response}, configure(measures=(measure,), resamples=0, **settings))
    return found.values("r", found.measures[0])


def written(path: Path, text: str) -> Path:
    path.write_text(text, "utf8")
    return path


def conllu(path: Path, document: Document = DOCUMENT, key: Key = KEY) -> Path:
    return written(path, "".join(corefud.write([(document, key)])))


@pytest.fixture
def key(tmp_path: Path) -> Path:
    return conll(tmp_path / "key.conll", a=ANN, b=BOB)


@pytest.fixture
def mixed_up(tmp_path: Path) -> Path:
    return conll(tmp_path / "mixed_up.conll", a=ANN_MIXED_UP, b=BOB)


# ---- figures


@pytest.mark.parametrize(("case", "measure"), CASES, ids=str)
def test_score_is_that_of_the_reference_scorer(data: Path, case: str, measure: str) -> None:
    """Duplicates included; it prints 0 for what is undefined."""
    folder = data / "conll_scorer_cases"
    response = folder / f"TC-{case[0]}-{case[1:]}.response"

    found = score(folder / f"TC-{case[0]}.key", {"r": response}, configure(measures=(measure,)))

    of_measure = found.values("r", found.measures[0])
    assert [value or 0 for value in of_measure.values()] == pytest.approx(expected(case, measure), abs=1e-9)


def test_score_adds_documents_and_divides_once(key: Path, mixed_up: Path) -> None:
    """MUC of a alone is 0 of 1 link in either direction, and b has none; with a link in b it would be 1 of 2.

    B-cubed: Ann 1/2, Eve 1, She 1/2 and Bob 1, that is 3 of 4 mentions in recall, and the same in precision.
    """
    assert values(key, mixed_up, "b_cubed") == pytest.approx({"recall": 0.75, "precision": 0.75, "f1": 0.75})
    assert values(key, mixed_up, "muc") == {"recall": 0, "precision": 0, "f1": 0}


def test_measures_are_all_of_them_by_default_and_else_those_named_in_their_order(key: Path) -> None:
    every = score(key, {"r": key}, configure(resamples=0))
    some = score(key, {"r": key}, configure(measures=("muc", "b_cubed"), resamples=0))

    assert len(every.measures) >= 25
    assert [measure.name for measure in some.measures] == ["muc", "b_cubed"]


MET = "Clinton met Mandela . He said he liked his speech , and he wrote it for him ."
HIS = [[4, 4], [6, 6], [8, 8], [12, 12], [15, 15]]


@pytest.mark.parametrize("form", ["conll", "conllu", "json"])
def test_denotation_does_not_depend_on_the_format(form: str, tmp_path: Path) -> None:
    """All pronouns went from one name to the other, so that each is assigned to the wrong referent."""
    key, response = [[[0, 0], *HIS], [[2, 2]]], [[[0, 0]], [[2, 2], *HIS]]
    files = [json_lines(tmp_path / f"{name}.jsonl", d=(MET, chains)) for name, chains in (("k", key), ("r", response))]
    if form == "conll":
        files = [written(path.with_suffix(".conll"), "".join(conll2012.write(jsonlines.read(path)))) for path in files]
    if form == "conllu":
        files = [written(path.with_suffix(".conllu"), "".join(corefud.write(jsonlines.read(path)))) for path in files]

    found = values(files[0], files[1], "denotation")

    assert (found["recall"], found["precision"], found["substitution"], found["typed"]) == (0, 0, 1, 1)


def test_score_says_that_types_of_chains_in_memory_are_not_known() -> None:
    found = score_chains([{"a", "b"}], {"r": [{"a", "b"}]}, configure(measures=("denotation",)))

    assert found.values("r", found.measures[0])["typed"] == 0
    assert any("types" in note for note in found.notes())


@pytest.mark.parametrize(
    ("response", "muc", "entities"),
    [("key(links=0)", 0, 3), ("key(links=1)", 1, 2), ("key(merged=0)", 1, 2), ("key(merged=1)", 2 / 3, 1)],
)
def test_response_can_be_simulated_from_the_key(response: str, muc: float, entities: int, tmp_path: Path) -> None:
    """Ann and she corefer, Eve is alone: cut into three, as they are, or merged into one, one of two links right."""
    found = score(
        conll(tmp_path / "key.conll", a=ANN),
        named_responses([response]),
        configure(measures=("muc",), resamples=0, links=True),
    )

    assert found.systems == (response,)
    assert found.values(response, found.measures[0])["f1"] == pytest.approx(muc)
    assert to_json(found.tables())["links"]["systems"][response]["entities"] == entities


def test_the_signature_tells_simulated_responses_of_one_name_from_each_other(tmp_path: Path) -> None:
    key, settings = conll(tmp_path / "key.conll", a=ANN), configure(measures=("muc",), resamples=0)
    responses = (named_responses([f"now=key(links={share})"]) for share in ("0", "1"))

    assert len({score(key, each, settings).signature for each in responses}) == 2


def test_simulated_response_has_a_name_if_it_is_given_one() -> None:
    assert named_responses(["half=key(links=0.5)"]) == {"half": Path("key(links=0.5)")}


def test_missing_document_costs_recall(key: Path, tmp_path: Path) -> None:
    """Bob is one of four mentions."""
    response = conll(tmp_path / "r.conll", a=ANN)

    assert values(key, response, "mentions") == pytest.approx({"recall": 0.75, "precision": 1, "f1": 6 / 7})


def test_singletons_can_be_dropped(key: Path, tmp_path: Path) -> None:
    """Both sides keep one chain, which is the same."""
    response = conll(tmp_path / "r.conll", a="Ann/(1) saw/(4) Eve . She/(1) left", b="Bob slept/(3)")

    assert values(key, response, "b_cubed")["f1"] == pytest.approx(0.5)
    assert values(key, response, "b_cubed", singletons="drop") == PERFECT


def test_duplicates_count_once(key: Path, tmp_path: Path) -> None:
    response = conll(tmp_path / "r.conll", a=ANN.replace("She/(1)", "She/(1)|(1)|(2)"), b=BOB)
    found = score(key, {"r": response}, configure(measures=("conll", "mentions"), resamples=0))

    assert [found.values("r", measure) for measure in found.measures] == [PERFECT, PERFECT]
    assert [warning.partition(": ")[2] for warning in found.warnings] == [
        "duplicate spans in the response: 2, the first in a; only the first of each counts."
    ]


def test_key_with_duplicates_is_refused_on_demand_only(key: Path, tmp_path: Path) -> None:
    twice = conll(tmp_path / "twice.conll", a=ANN, b="Bob/(3)|(4) slept")

    with raises("duplicate-span"):
        score(twice, {"r": key}, configure(duplicates="response"))
    assert values(twice, key) == PERFECT


def test_texts_of_nothing_but_singletons_have_no_links(tmp_path: Path) -> None:
    key = conll(tmp_path / "key.conll", a="Ann/(1) saw Eve/(2)", b=BOB)

    assert values(key, key, "muc") == {"recall": None, "precision": None, "f1": None}
    assert values(key, key, "b_cubed") == PERFECT
    assert values(key, key, "mentions", singletons="drop")["f1"] is None


def test_key_without_mentions_leaves_recall_undefined(tmp_path: Path) -> None:
    key = conll(tmp_path / "key.conll", a="Ann saw Eve")
    response = conll(tmp_path / "r.conll", a="Ann/(1) saw Eve")

    assert values(key, response, "b_cubed") == {"recall": None, "precision": 0, "f1": 0}


SGML = "<COREF ID='1'>Ann</COREF> saw {eve} . <COREF ID='3' REF='{ref}'>She</COREF> left ."
OPTIONAL, ASKED_FOR = "<COREF ID='2' STATUS='OPT'>Eve</COREF>", "<COREF ID='2'>Eve</COREF>"


@pytest.mark.parametrize(
    ("eve", "given", "recall"),
    [(OPTIONAL, "Eve", 1), (OPTIONAL, ASKED_FOR, 1), (ASKED_FOR, "Eve", 2 / 3), (ASKED_FOR, OPTIONAL, 1)],
    ids=["optional and missing", "optional and there", "missing", "optional in the response"],
)
def test_optional_mention_may_be_missing(tmp_path: Path, eve: str, given: str, recall: float) -> None:
    """Precision is 1 in any case: the response has two or three mentions, and all are in the key."""
    key = written(tmp_path / "key.sgm", SGML.format(eve=eve, ref=1))
    response = written(tmp_path / "r.sgm", SGML.format(eve=given, ref=1))

    assert values(key, response, "mentions")["recall"] == pytest.approx(recall)
    assert values(key, response, "mentions")["precision"] == 1


def test_optional_mention_that_is_missing_is_missing_in_its_chain_too(tmp_path: Path) -> None:
    """She is linked to Eve, who need not be there: what remains of their chain is She alone."""
    key = written(tmp_path / "key.sgm", SGML.format(eve=OPTIONAL, ref=2))
    alone = written(tmp_path / "r.sgm", SGML.format(eve="Eve", ref=9))

    assert values(key, alone, "muc")["recall"] is None
    assert values(key, alone, "b_cubed") == PERFECT


def test_mention_that_is_in_the_response_only_stands_for_no_optional_one(tmp_path: Path) -> None:
    """The key asks for Ann only; the response has her and `saw`."""
    key = written(tmp_path / "key.sgm", f"<COREF ID='1'>Ann</COREF> saw {OPTIONAL}")
    response = written(tmp_path / "r.sgm", "<COREF ID='1'>Ann</COREF> <COREF ID='2'>saw</COREF> Eve")

    assert values(key, response, "mentions") == pytest.approx({"recall": 1, "precision": 0.5, "f1": 2 / 3})


# ---- formats


def test_key_without_documents_is_refused(tmp_path: Path) -> None:
    """The file is one of CoNLL by its name, and holds nothing but a comment."""
    with pytest.raises(FormatError):
        score(
            written(tmp_path / "key.conll", "# nothing yet\n"), {"r": conll(tmp_path / "r.conll", a=ANN)}, configure()
        )


def test_response_may_have_another_format_than_the_key(tmp_path: Path) -> None:
    key = conllu(tmp_path / "key.conllu")
    responses = {
        "conll": written(tmp_path / "r.conll", "".join(conll2012.write([(DOCUMENT, KEY)]))),
        "json": written(tmp_path / "r.jsonlines", "".join(jsonlines.write([(DOCUMENT, KEY)]))),
        "brat": brat(tmp_path / "text.ann", "Ann saw Eve. She left", ["Ann", "She"], ["Eve"]),
        "muc": written(tmp_path / "r.sgm", SGML.format(eve=ASKED_FOR, ref=1).replace(" left .", " left")),
    }
    found = score(key, responses, configure(measures=("conll", "blanc", "lea", "mention_overlap"), resamples=0))

    for system in responses:
        assert [found.values(system, measure)["f1"] for measure in found.measures] == [1, 1, 1, 1], system
    assert found.warnings == ()


def test_real_corpus_scores_perfectly_in_two_formats(data: Path) -> None:
    """Novels of LitBank, with the corpus' tokens and in brat, where words are found by rules."""
    names = [f"{title}_brat" for title in ("1023_bleak_house", "1342_pride_and_prejudice")]
    for name in names:
        key, response = data / "litbank" / "conll" / f"{name}.conll", data / "litbank" / "brat" / f"{name}.ann"
        found = score(key, {"r": response}, configure(measures=("conll", "mentions", "blanc"), resamples=0))

        assert [found.values("r", measure) for measure in found.measures] == [PERFECT] * 3, name
        assert "divided differently" in found.warnings[0]


# ---- matches

TREE = """# newdoc id = d
# global.Entity = eid-etype-head-other
# sent_id = 1
1\tthe\tthe\tDET\tDT\t_\t3\tdet\t_\tEntity=(e1-animal-3-
2\told\told\tADJ\tJJ\t_\t3\tamod\t_\t_
3\tdog\tdog\tNOUN\tNN\t_\t4\tnsubj\t_\tEntity=e1)
4\tbarked\tbark\tVERB\tVBD\t_\t0\troot\t_\t_

"""


@pytest.mark.parametrize(
    ("response", "matches"),
    [
        ("the/(1 old dog/1) barked", {"strict", "partial", "head"}),
        ("the old/(1 dog/1) barked", {"partial", "head"}),
        ("the/(1 old/1) dog barked", set()),
        ("the old dog/(1 barked/1)", set()),  # its head is `barked`
    ],
)
@pytest.mark.parametrize("match", ["strict", "partial", "head"])
def test_match_says_which_mentions_stand_for_each_other(
    tmp_path: Path, response: str, matches: set[str], match: str
) -> None:
    """A response without a tree has that of the key."""
    key = written(tmp_path / "key.conllu", TREE)

    found = values(key, conll(tmp_path / "r.conll", d=response), "mentions", match=match)

    assert found["f1"] == (match in matches)


# ---- settings


def test_measure_with_settings_of_its_own_is_called_after_them(key: Path, mixed_up: Path) -> None:
    """Alpha 1 counts coreference links only, 0 the others. Ann, Eve and She make three links, one of them coreferent.

    The response has another one, so that of the two that are not coreferent one is right.
    """
    found = to_json(
        score(key, {"r": mixed_up}, configure(measures=("blanc(alpha=1)", "blanc(alpha=0)"), resamples=0)).tables()
    )
    measures = found["systems"]["r"]["measures"]

    assert list(measures) == ["blanc(alpha=1)", "blanc(alpha=0)"]
    assert [it["f1"] for it in measures.values()] == [0, pytest.approx(1 / 2)]


def test_scoring_nothing_is_refused(key: Path) -> None:
    with raises("no-response"):
        score(key, {}, configure())


def test_several_responses_keep_their_order_and_share_warnings(key: Path, mixed_up: Path, tmp_path: Path) -> None:
    short = conll(tmp_path / "short.conll", a=ANN)
    found = score(key, {"z": short, "a": mixed_up, "again": short}, configure(measures=("muc",), resamples=50))

    assert found.systems == ("z", "a", "again")
    assert len(found.warnings) == 1
    assert [(pair.first, pair.second) for pair in found.pairs] == [("z", "a"), ("z", "again"), ("a", "again")]


# ---- names


def test_responses_are_named_after_their_files(tmp_path: Path) -> None:
    found = named_responses(["out/mine.conll", "best=out/other.v2.conll", "a=b=c.conll"])

    assert found == {"mine": Path("out/mine.conll"), "best": Path("out/other.v2.conll"), "a": Path("b=c.conll")}


def test_responses_of_one_file_name_are_told_apart_by_their_folders(tmp_path: Path) -> None:
    places = [tmp_path / folder / "response.conll" for folder in ("one", "two")]

    assert named_responses([str(place) for place in places]) == {"response": places[0], "two/response": places[1]}


def test_a_file_whose_name_has_an_equals_sign_is_that_file(tmp_path: Path) -> None:
    path = written(tmp_path / "alpha=1.conll", "")

    assert named_responses([str(path), f"x={path}"]) == {"alpha=1": path, "x": path}


@pytest.mark.parametrize("given", [["x=a.conll", "x=b.conll"], ["a/r.conll", "b/r.conll", "other/b/r.conll"]])
def test_two_responses_of_one_name_are_refused(given: Sequence[str]) -> None:
    with raises("duplicate-name"):
        named_responses(given)


# ---- more documents than memory holds


def many(path: Path, ids: Sequence[str]) -> Path:
    """A document for each id, half of them with chains that are mixed up in a file called response."""
    texts = (ANN, BOB) if path.stem == "key" else (ANN_MIXED_UP, BOB)
    return conll(path, **{id: texts[int(id[1:]) % 2] for id in ids})


IDS = [f"d{number}" for number in range(11)]


@pytest.mark.parametrize(
    ("order", "extra"),
    [
        pytest.param(IDS, False, id="in the key's order"),
        pytest.param(IDS[::-1], False, id="backwards"),
        pytest.param(IDS[5:] + IDS[:5], False, id="rotated"),
        pytest.param(IDS[2:8], False, id="some missing"),
        pytest.param([*IDS[3:], "x1", "x2"], True, id="some missing, some too many"),
    ],
)
def test_batches_of_documents_give_the_figures_of_all_at_once(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, order: Sequence[str], extra: bool
) -> None:
    key, response = many(tmp_path / "key.conll", IDS), many(tmp_path / "response.conll", order)
    settings = configure(extra_documents=extra, resamples=0)
    whole = score(key, {"r": response}, settings)
    monkeypatch.setattr(pairing, "BATCH", 2)
    batched = score(key, {"r": response}, settings)

    assert to_json(batched.tables(per_document=True)) == to_json(whole.tables(per_document=True))
    assert batched.documents == whole.documents


def test_the_documents_of_two_responses_stay_together_whatever_their_order(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    key, one = many(tmp_path / "key.conll", IDS), many(tmp_path / "one.conll", IDS)
    other = {id: ANN_MIXED_UP if int(id[1:]) % 2 == 0 else BOB for id in IDS}
    ordered = conll(tmp_path / "ordered.conll", **other)
    shuffled = conll(tmp_path / "shuffled.conll", **{id: other[id] for id in [*IDS[7:], *IDS[:7]]})
    settings = configure(measures=("muc", "b_cubed"), resamples=100, per_document=True)
    whole = score(key, {"a": one, "b": ordered}, settings)
    monkeypatch.setattr(pairing, "BATCH", 2)
    batched = score(key, {"a": one, "b": shuffled}, settings)

    assert batched.pairs == whole.pairs
    assert batched.signature.split("|")[0] == whole.signature.split("|")[0], "the key's digest"


def test_a_document_too_many_behind_whole_batches_is_refused_or_left_out(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(pairing, "BATCH", 2)
    ids = IDS[:4]
    key, response = many(tmp_path / "key.conll", ids), many(tmp_path / "response.conll", [*ids, "x1"])

    with raises("extra-document"):
        score(key, {"r": response}, configure(measures=("muc",), resamples=0))
    left_out = configure(measures=("muc",), extra_documents=True, resamples=0)
    for _ in range(2):  # the second time from the journal
        assert score(key, {"r": response}, left_out, tmp_path / "journal").documents == tuple(ids)


def test_over_a_thousand_documents_the_counts_of_blocks_are_kept_unless_all_are_asked_for(tmp_path: Path) -> None:
    ids = [f"d{number}" for number in range(1_203)]
    key, response = many(tmp_path / "key.conll", ids), many(tmp_path / "response.conll", ids)
    blocks, every = (
        score(key, {"r": response}, configure(measures=("muc", "b_cubed"), resamples=20, per_document=asked))
        for asked in (False, True)
    )

    assert len(blocks.counts["r"]["muc"]) == BLOCKS
    assert len(every.counts["r"]["muc"]) == len(ids) == len(blocks.documents)
    assert blocks.signature == every.signature
    left, right = (to_json(it.tables())["systems"]["r"]["measures"] for it in (blocks, every))
    for measure in ("muc", "b_cubed"):
        for part in ("recall", "precision", "f1"):
            assert left[measure][part] == pytest.approx(right[measure][part], abs=1e-12)
            assert left[measure]["intervals"][part] == pytest.approx(right[measure]["intervals"][part], abs=1e-12)


# ---- signature

SHAPING: Mapping[str, Any] = {
    "match": "head", "resamples": 7, "seed": 7, "singletons": "drop", "duplicates": "refuse", "ignore_words": True,
    "extra_documents": True, "zeros": "position", "split_antecedents": "count",
}  # fmt: skip
NOT_SHAPING = {
    "antecedent": "is about pronouns, and in the signature of comparisons",
    "clausal": "is about pronouns, and in the signature of comparisons",
    "across_documents": "needs ids, and is in the signature only where it is asked for: see test_across_documents",
    "links": "says whether counts are shown beside the figures",
    "per_document": "says which counts are kept beside the figures",
    "measures": "stand beside their figures, with settings of their own",
    "format": "shows in what was read, which has a hash",
    "response_format": "shows in what was read, which has a hash",
    "preset": "names settings that are in the signature, and is itself there if one is given: see test_presets",
    "by": "asks for figures of parts beside the figures, which have their names",
    "variants": "says whether other figures are shown beside the figures",
    "usual": "says which measures are counted, which stand beside their figures",
}


def test_every_setting_is_known_to_shape_figures_or_not_to() -> None:
    """Whoever adds a setting says here whether it changes a figure, and then it has to be in the signature."""
    assert {field.name for field in fields(Judging)} | {"format", "seed"} == {*SHAPING, *NOT_SHAPING}


@pytest.mark.parametrize("name", SHAPING)
def test_signature_holds_every_setting_that_changes_a_figure(key: Path, name: str) -> None:
    usual = configure(measures=("muc",))
    other = usual.changed(**{name: SHAPING[name]})
    one, two = (signature(key, key, settings) for settings in (usual, other))

    assert len({part.partition(":")[0] for part in {*one.split("|")} ^ {*two.split("|")}}) == 1


def signature(key: Path, response: Path, settings: Configuration | None = None) -> str:
    return score(key, {"r": response}, settings or configure(measures=("muc",))).signature


OTHERWISE = {
    "word": (replace(DOCUMENT, words=("Ann", "saw", "Eve", ".", "He", "left")), KEY),
    "span": (DOCUMENT, replace(KEY, chains=((Span(0, 1), Span(4, 6)), (Span(2, 3),)))),
    "chain": (DOCUMENT, replace(KEY, chains=((Span(0, 1),), (Span(2, 3), Span(4, 5))))),
    "gap": (DOCUMENT, replace(KEY, chains=((Span(0, 6, ((2, 3),)),), (Span(2, 3),)))),
    "head": (DOCUMENT, replace(KEY, attributes={Span(0, 1): Attributes(head=0)})),
    "optional": (DOCUMENT, replace(KEY, attributes={Span(2, 3): Attributes(optional=True)})),
    "kind": (DOCUMENT, replace(KEY, attributes={Span(0, 1): Attributes(kind="name")})),
    "type": (DOCUMENT, replace(KEY, attributes={Span(0, 1): Attributes(type="PERSON")})),
}


@pytest.mark.parametrize("difference", OTHERWISE)
def test_signature_tells_keys_apart_that_may_score_differently(tmp_path: Path, difference: str) -> None:
    """`denotation` weighs kinds, `ace_value` types, optional mentions may be missing, `partial` asks for heads."""
    usual = (DOCUMENT, replace(KEY, chains=((Span(0, 6),), (Span(2, 3),)))) if difference == "gap" else (DOCUMENT, KEY)
    path = tmp_path / "key.conllu"

    one, two = (signature(conllu(path, *it), path).split("|")[0] for it in (usual, OTHERWISE[difference]))

    assert one != two


def test_signature_is_that_of_the_annotation_whatever_the_format(tmp_path: Path) -> None:
    """The same ids, words and chains, whose mentions alternate in the text."""
    text = "Ann/(1) saw Eve/(2) ./- She/(1) left/(2)"
    tabs = conll(tmp_path / "tabs.conll", a=text)
    spaces = written(tmp_path / "spaces.conll", tabs.read_text("utf8").replace("\t", "  "))
    lines = json_lines(tmp_path / "r.jsonlines", a=("Ann saw Eve . She left", [[[2, 2], [5, 5]], [[0, 0], [4, 4]]]))

    found = {signature(tabs, response).split("|")[1] for response in (tabs, spaces, lines)}

    assert len(found) == 1


# ---- the command


@pytest.fixture
def run(anaphora: Run) -> Run:
    """Run `anaphora score` with arguments."""
    return partial(anaphora, "score")


def test_numpy_is_imported_after_the_command_has_set_its_threads() -> None:
    """Else a small score takes twice the processor time."""
    code = "import sys; import anaphora.experiments.cli.main; print('numpy' in sys.modules)"

    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == "False\n"


def test_a_command_does_not_load_what_other_commands_and_reports_need(key: Path) -> None:
    """Nor numpy.ma, which takes a tenth of a small score."""
    code = "import sys; from anaphora.experiments.cli.main import main\ntry: main()\nfinally: print(*sys.modules)"
    words = [sys.executable, "-c", code, "score", str(key), str(key)]
    loaded = set(subprocess.run(words, capture_output=True, text=True, check=True).stdout.split())

    assert "anaphora.experiments.cli.scoring" in loaded
    assert not loaded & {"anaphora.experiments.cli.comparing", "anaphora.resolvers", "numpy.ma", "scipy", "spacy"}


def test_usual_counts_only_the_measures_that_papers_report(key: Path, mixed_up: Path) -> None:
    usual, every = (score(key, {"r": mixed_up}, configure(resamples=0, usual=wanted)) for wanted in (True, False))

    assert tuple(measure.name for measure in usual.measures) == STANDARD
    assert usual == replace(every.standard(), counts=usual.counts)
    assert all((usual.counts["r"][name] == every.counts["r"][name]).all() for name in STANDARD)


@pytest.mark.parametrize("asked", [("--measures", "anaphors"), ("--measures", "all"), ("--fail-under", "anaphors=0")])
def test_command_counts_a_measure_that_is_asked_for_though_it_is_not_usual(run: Run, key: Path, asked: Any) -> None:
    assert run(key, f"mine={key}", *asked).code == 0
    assert ("anaphors" in run(key, f"mine={key}", *asked).out) == (asked[0] == "--measures")


def test_command_writes_json_to_standard_output_and_nothing_else(run: Run, key: Path, mixed_up: Path) -> None:
    result = run(key, f"mine={key}", mixed_up, "--measures", "muc", "--json", "-", "--resamples", "100")
    found = json.loads(result.out)

    assert result.code == 0
    assert list(found["systems"]) == ["mine", "mixed_up"]
    assert found["systems"]["mine"]["measures"]["muc"]["f1"] == 1
    assert found["documents"] == 2
    assert len(found["comparisons"]) == 1
    assert "|resamples:100|" in found["signature"]


def test_command_writes_json_to_a_file_and_prints_the_table(run: Run, key: Path, tmp_path: Path) -> None:
    result = run(key, key, "--measures", "muc", "--json", tmp_path / "scores.json", "--per-document")

    assert "muc" in result.out
    found = json.loads((tmp_path / "scores.json").read_text("utf8"))
    assert found["per_document"]["b"]["key"]["muc"]["f1"] is None
    assert sorted(path.name for path in tmp_path.iterdir()) == ["key.conll", "scores.json"]


def test_command_passes_every_option_on(run: Run, key: Path, tmp_path: Path) -> None:
    response = conll(tmp_path / "r.txt", a=ANN.replace("She", "Her"), b=BOB, c="Cy")
    key = key.rename(tmp_path / "key.txt")
    options = (
        "--match", "head", "--singletons", "drop", "--duplicates", "first", "--ignore-words", "--extra-documents",
        "--resamples", "40", "--seed", "3", "--format", "conll2012", "--measures", "muc,lea", "--json", "-",
    )  # fmt: skip

    found = json.loads(run(key, response, *options).out)

    shaped = "|match:head|singletons:drop|duplicates:first|words:ignored|extra:left-out|resamples:40|seed:3|"
    assert shaped in found["signature"]
    assert list(found["systems"]["r"]["measures"]) == ["muc", "lea"]


@pytest.mark.parametrize(
    ("option", "shaped"),
    [("--ignore-words", "|words:ignored|extra:refused|"), ("--extra-documents", "|words:compared|extra:left-out|")],
)
def test_command_does_not_confuse_its_switches(run: Run, key: Path, option: str, shaped: str) -> None:
    assert shaped in run(key, key, option, "--measures", "muc", "--json", "-").json["signature"]


def test_command_warns_beside_the_figures(run: Run, key: Path, tmp_path: Path) -> None:
    result = run(key, conll(tmp_path / "r.conll", b=BOB), "--measures", "muc", "--json", "-")

    assert result.code == 0
    assert "warning: " in result.err
    assert "missing documents of the key count as empty: 1 document, the first 'a'." in result.err
    assert json.loads(result.out)["warnings"] == [result.err.removeprefix("warning: ").rstrip("\n")]


def test_command_refuses_bad_input_with_1(run: Run, key: Path, tmp_path: Path) -> None:
    bad = conll(tmp_path / "bad.conll", a="Ann 1)/1)")
    result = run(key, bad)

    assert (result.code, result.out) == (1, "")
    assert f"error: {bad}:3: the mention '1' is closed but was not opened." in result.err


@pytest.mark.parametrize("extra", [False, True], ids=["warning", "error"])
def test_command_shows_no_control_characters_of_names(run: Run, tmp_path: Path, extra: bool) -> None:
    """Terminals would obey them."""
    one = json_lines(tmp_path / "1.jsonlines", **{"a": ("Ann", []), "\x1b[31mred": ("Bob", [])})
    other = json_lines(tmp_path / "2.jsonlines", a=("Ann", []))

    result = run(*((other, one) if extra else (one, other)), "--measures", "muc", "--per-document")

    assert "[31mred" in result.err
    assert "\x1b" not in result.err + result.out


def test_scoring_twice_gives_the_same_figures(key: Path, mixed_up: Path) -> None:
    def found() -> Scores:
        return score(key, {"r": mixed_up, "s": key}, configure(measures=("muc", "conll", "ceaf_e"), resamples=100))

    assert to_json(found().tables(per_document=True)) == to_json(found().tables(per_document=True))


# ---- what a reader must be told


def test_matching_by_head_without_heads_is_told(key: Path) -> None:
    found = score(key, {"r": key}, configure(measures=("mentions",), match="head"))

    assert "no head of a mention is known, so only equal spans are aligned" in found.warnings[0]


def test_singletons_on_one_side_only_are_told(tmp_path: Path) -> None:
    one = conll(tmp_path / "one.conll", d="Ann/(1) saw Eve/(2) . She/(1) left")
    other = conll(tmp_path / "other.conll", d="Ann/(1) saw Eve . She/(1) left")

    [told] = score(one, {"r": other}, configure(measures=("muc",))).warnings
    assert told == f"{other}: only the key has singletons (1); --singletons drop compares without them."
    assert score(one, {"r": other}, configure(measures=("muc",), singletons="drop")).warnings == ()


# ---- GAP

GAP_HEAD = "ID\tText\tPronoun\tPronoun-offset\tA\tA-offset\tA-coref\tB\tB-offset\tB-coref\tURL\n"
GAP_ROW = "e1\tAnn met Eve; she left.\tshe\t13\tAnn\t0\tTRUE\tEve\t8\tFALSE\t\n"


def test_gap_table_as_key_is_scored_by_gap(tmp_path: Path) -> None:
    key = written(tmp_path / "gap-key.tsv", GAP_HEAD + GAP_ROW)
    answers = written(tmp_path / "answers.tsv", "e1\tTRUE\tTRUE\n")
    found = score(key, {"r": answers}, configure())

    assert [measure.name for measure in found.measures] == ["gap"]
    values = found.values("r", found.measures[0])
    assert (values["recall"], values["precision"], values["accuracy_feminine"]) == (1.0, 0.5, 0.5)


def test_gap_labels_that_are_neither_true_nor_false_are_told(tmp_path: Path) -> None:
    key = written(tmp_path / "gap-key.tsv", GAP_HEAD + GAP_ROW)
    answers = written(tmp_path / "answers.tsv", "e1\tyes\tFALSE\n")

    [told] = score(key, {"r": answers}, configure()).warnings
    assert told == f"{answers}: 1 labels are neither TRUE nor FALSE; each counts as a miss."


def test_gap_answers_to_other_examples_are_refused(tmp_path: Path) -> None:
    key = written(tmp_path / "gap-key.tsv", GAP_HEAD + GAP_ROW)
    answers = written(tmp_path / "answers.tsv", "e2\tTRUE\tFALSE\n")

    with raises("no-common-document"):
        score(key, {"r": answers}, configure())


def test_document_whose_mentions_overlap_too_often_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of the measures those that pair unequal spans are undefined; --match partial needs them, and is refused."""
    monkeypatch.setattr(alignment, "MOST_PAIRS", 0)
    monkeypatch.setattr(alignment, "MOST_PAIRS_EACH", 0)
    key = conllu(tmp_path / "key.conllu")
    other = conllu(tmp_path / "other.conllu", key=Key("d", ((Span(0, 1), Span(4, 6)), (Span(2, 3),))))

    found = score(key, {"r": other}, configure(measures=("muc", "mention_overlap"), resamples=0))
    by_name = {measure.name: found.values("r", measure)["f1"] for measure in found.measures}
    with pytest.raises(CrowdedError) as caught:
        score(key, {"r": other}, configure(measures=("muc",), match="partial", resamples=0))

    assert by_name == {"muc": 0.0, "mention_overlap": None}
    assert any("mention_overlap" in warning and " d" in warning for warning in found.warnings)
    assert caught.value.code == "too-many-pairs"
