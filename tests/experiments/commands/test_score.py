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
from anaphora.experiments.commands.score import pairing
from anaphora.experiments.commands.score.counting import named_responses, score_files
from anaphora.experiments.commands.score.memory import score_chains
from anaphora.experiments.run.configuration import Configuration, Judging, configure
from anaphora.workbench.chains import alignment
from anaphora.workbench.document import Document, Span
from anaphora.workbench.errors import CrowdedError
from anaphora.workbench.key import Attributes, Key
from anaphora.workbench.measures import STANDARD
from anaphora.workbench.results.table import plain
from anaphora.workbench.statistics import BLOCKS
from tests.conftest import required
from tests.experiments.commands.test_pairing import brat, conll, json_lines
from tests.experiments.conftest import Run
from tests.refused import raises, refused
from tests.workbench.measures.test_scorer_cases import CASES, score_of_case

Values = dict[str, float | None]

ANN = "Ann/(1) saw Eve/(2) ./- She/(1) left"
ANN_MIXED_UP = "Ann/(1) saw Eve/(2) . She/(2) left"
BOB = "Bob/(3) slept"
PERFECT: Values = {"recall": 1.0, "precision": 1.0, "f1": 1.0}

DOCUMENT = Document("d", ("Ann", "saw", "Eve", ".", "She", "left"), (" ",) * 5 + ("",), (0, 4))
KEY = Key("d", ((Span(0, 1), Span(4, 5)), (Span(2, 3),)))


def values(key: Path, response: Path, measure: str = "conll", **settings: Any) -> Values:
    """The values of one measure."""
    found = score_files(key, {"r": response}, configure(measures=(measure,), resamples=0, **settings))
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


def test_score_is_that_of_the_reference_scorer(data: Path) -> None:
    """Duplicates included; it prints 0 for what is undefined."""
    folder = required(data / "conll_scorer_cases")
    for case in dict.fromkeys(case for case, _ in CASES):
        measures = tuple(measure for name, measure in CASES if name == case)
        response = folder / f"TC-{case[0]}-{case[1:]}.response"

        found = score_files(folder / f"TC-{case[0]}.key", {"r": response}, configure(measures=measures, resamples=0))

        for measure in found.measures:
            rounded = [value or 0 for value in found.values("r", measure).values()]
            assert rounded == pytest.approx(score_of_case(case, measure.name), abs=1e-9), (case, measure.name)


BOTH = {"a": ANN, "b": BOB}
LONE = {"a": "Ann/(1) saw Eve/(2)", "b": BOB}
UNDEFINED: Values = dict.fromkeys(("recall", "precision", "f1"))
# key, response, measure and settings
FIGURES: list[tuple[dict[str, str], dict[str, str], str, dict[str, Any], Values]] = [
    # documents are added, then divided: MUC of a is 0 of 1 link, b has none; with a link in b it would be 1 of 2
    (BOTH, {"a": ANN_MIXED_UP, "b": BOB}, "muc", {}, {"recall": 0, "precision": 0, "f1": 0}),
    # Ann 1/2, Eve 1, She 1/2 and Bob 1, that is 3 of 4 mentions
    (BOTH, {"a": ANN_MIXED_UP, "b": BOB}, "b_cubed", {}, {"recall": 0.75, "precision": 0.75, "f1": 0.75}),
    # alpha 1 counts coreference links only, 0 the others, of two of which one is right
    (BOTH, {"a": ANN_MIXED_UP, "b": BOB}, "blanc(alpha=1)", {}, {"f1": 0}),
    (BOTH, {"a": ANN_MIXED_UP, "b": BOB}, "blanc(alpha=0)", {}, {"f1": 1 / 2}),
    # a missing document costs recall: Bob is one of four mentions
    (BOTH, {"a": ANN}, "mentions", {}, {"recall": 0.75, "precision": 1, "f1": 6 / 7}),
    # without singletons both sides keep one chain, which is the same
    (BOTH, {"a": "Ann/(1) saw/(4) Eve . She/(1) left", "b": "Bob slept/(3)"}, "b_cubed", {}, {"f1": 0.5}),
    (BOTH, {"a": "Ann/(1) saw/(4) Eve . She/(1) left", "b": BOB}, "b_cubed", {"singletons": "drop"}, PERFECT),
    (BOTH, {"a": ANN.replace("She/(1)", "She/(1)|(1)|(2)"), "b": BOB}, "conll", {}, PERFECT),  # duplicates count once
    (BOTH, {"a": ANN.replace("She/(1)", "She/(1)|(1)|(2)"), "b": BOB}, "mentions", {}, PERFECT),
    ({"a": ANN, "b": "Bob/(3)|(4) slept"}, BOTH, "conll", {}, PERFECT),
    # texts of nothing but singletons have no links
    (LONE, LONE, "muc", {}, UNDEFINED),
    (LONE, LONE, "b_cubed", {}, PERFECT),
    (LONE, LONE, "mentions", {"singletons": "drop"}, {"f1": None}),
    ({"a": "Ann/(1) saw Eve"}, {"a": "Ann saw Eve"}, "b_cubed", {}, {"recall": 0, "precision": None, "f1": 0}),
]


def test_figures_by_hand(tmp_path: Path) -> None:
    for key, response, measure, settings, figures in FIGURES:
        sides = conll(tmp_path / "key.conll", **key), conll(tmp_path / "r.conll", **response)
        found = values(*sides, measure, **settings)
        assert {part: found[part] for part in figures} == pytest.approx(figures), (response, measure)


MET = "Clinton met Mandela . He said he liked his speech , and he wrote it for him ."
HIS = [[4, 4], [6, 6], [8, 8], [12, 12], [15, 15]]


def test_denotation_does_not_depend_on_the_format(tmp_path: Path) -> None:
    """All pronouns went from one name to the other, so that each is assigned to the wrong referent.

    Types of chains in memory are not known.
    """
    key, response = [[[0, 0], *HIS], [[2, 2]]], [[[0, 0]], [[2, 2], *HIS]]
    files = [json_lines(tmp_path / f"{name}.jsonl", d=(MET, chains)) for name, chains in (("k", key), ("r", response))]
    for form, write in ((".jsonl", jsonlines.write), (".conll", conll2012.write), (".conllu", corefud.write)):
        sides = [path.with_suffix(form) for path in files]
        for side, path in zip(sides, files, strict=True):
            written(side, "".join(write(list(jsonlines.read(path)))))

        of = values(sides[0], sides[1], "denotation")

        assert (of["recall"], of["precision"], of["substitution"], of["typed"]) == (0, 0, 1, 1), form
    in_memory = score_chains([{"a", "b"}], {"r": [{"a", "b"}]}, configure(measures=("denotation",)))
    assert in_memory.values("r", in_memory.measures[0])["typed"] == 0
    assert any("types" in note for note in in_memory.notes())


def test_response_can_be_simulated_from_the_key(tmp_path: Path) -> None:
    """Ann and she corefer, Eve is alone: cut into three, as they are, or merged into one, one of two links right."""
    figures = {"key(links=0)": (0, 3), "key(links=1)": (1, 2), "key(merged=0)": (1, 2), "key(merged=1)": (2 / 3, 1)}
    key, settings = conll(tmp_path / "key.conll", a=ANN), configure(measures=("muc",), resamples=0, links=True)

    found = score_files(key, named_responses([*figures]), settings)

    entities = plain(found.as_json())["links"]["systems"]
    muc: dict[str, Any] = {
        name: (found.values(name, found.measures[0])["f1"], entities[name]["entities"]) for name in found.systems
    }
    assert muc == {name: (pytest.approx(f1), number) for name, (f1, number) in figures.items()}
    assert named_responses(["half=key(links=0.5)"]) == {"half": Path("key(links=0.5)")}
    responses = (named_responses([f"now=key(links={share})"]) for share in ("0", "1"))
    assert len({score_files(key, each, settings).signature for each in responses}) == 2, "of one name"


SGML = "<COREF ID='1'>Ann</COREF> saw {eve} . <COREF ID='3' REF='{ref}'>She</COREF> left ."
OPTIONAL, ASKED_FOR = "<COREF ID='2' STATUS='OPT'>Eve</COREF>", "<COREF ID='2'>Eve</COREF>"


def test_optional_mention_may_be_missing(tmp_path: Path) -> None:
    """Precision is 1 in any case: the response has two or three mentions, and all are in the key."""
    recalls = {
        (OPTIONAL, "Eve"): 1, (OPTIONAL, ASKED_FOR): 1, (ASKED_FOR, "Eve"): 2 / 3, (ASKED_FOR, OPTIONAL): 1,
    }  # fmt: skip
    for (eve, answer), recall in recalls.items():
        key = written(tmp_path / "key.sgm", SGML.format(eve=eve, ref=1))
        response = written(tmp_path / "r.sgm", SGML.format(eve=answer, ref=1))
        mentions = values(key, response, "mentions")
        assert [mentions["recall"], mentions["precision"]] == pytest.approx([recall, 1]), (eve, answer)


def test_optional_mention_that_is_missing_is_missing_in_its_chain_too(tmp_path: Path) -> None:
    """She is linked to Eve, who need not be there: what remains of their chain is She alone.

    A mention that is in the response only, here `saw`, stands for no optional one.
    """
    key = written(tmp_path / "key.sgm", SGML.format(eve=OPTIONAL, ref=2))
    alone = written(tmp_path / "r.sgm", SGML.format(eve="Eve", ref=9))
    short = written(tmp_path / "short.sgm", f"<COREF ID='1'>Ann</COREF> saw {OPTIONAL}")
    other = written(tmp_path / "other.sgm", "<COREF ID='1'>Ann</COREF> <COREF ID='2'>saw</COREF> Eve")

    assert values(key, alone, "muc")["recall"] is None
    assert values(key, alone, "b_cubed") == PERFECT
    assert values(short, other, "mentions") == pytest.approx({"recall": 1, "precision": 0.5, "f1": 2 / 3})


def test_what_cannot_be_scored_is_refused(tmp_path: Path) -> None:
    """The file is one of CoNLL by its name, and holds nothing but a comment."""
    key = written(tmp_path / "key.conll", "# nothing yet\n")
    with refused("empty", key):
        score_files(key, {"r": conll(tmp_path / "r.conll", a=ANN)}, configure())
    with raises("no-response"):
        score_files(conll(key, a=ANN), {}, configure())
    twice = conll(tmp_path / "twice.conll", a=ANN, b="Bob/(3)|(4) slept")
    with raises("duplicate-span"):
        score_files(twice, {"r": twice}, configure(duplicates="response"))


def test_response_may_have_another_format_than_the_key(tmp_path: Path) -> None:
    key = conllu(tmp_path / "key.conllu")
    responses = {
        "conll": written(tmp_path / "r.conll", "".join(conll2012.write([(DOCUMENT, KEY)]))),
        "json": written(tmp_path / "r.jsonlines", "".join(jsonlines.write([(DOCUMENT, KEY)]))),
        "brat": brat(tmp_path / "text.ann", "Ann saw Eve. She left", ["Ann", "She"], ["Eve"]),
        "muc": written(tmp_path / "r.sgm", SGML.format(eve=ASKED_FOR, ref=1).replace(" left .", " left")),
    }
    found = score_files(key, responses, configure(measures=("conll", "blanc", "lea", "mention_overlap"), resamples=0))

    for system in responses:
        assert [found.values(system, measure)["f1"] for measure in found.measures] == [1, 1, 1, 1], system
    assert found.warnings == ()


def test_real_corpus_scores_perfectly_in_two_formats(data: Path) -> None:
    """A novel of LitBank, with the corpus' tokens and in brat, where words are found by rules."""
    litbank, name = required(data / "litbank"), "1342_pride_and_prejudice_brat"
    key, response = litbank / "conll" / f"{name}.conll", litbank / "brat" / f"{name}.ann"
    found = score_files(key, {"r": response}, configure(measures=("conll", "mentions", "blanc"), resamples=0))

    assert [found.values("r", measure) for measure in found.measures] == [PERFECT] * 3
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


def test_match_says_which_mentions_stand_for_each_other(tmp_path: Path) -> None:
    """A response without a tree has that of the key; without any heads nothing but equal spans is aligned."""
    key = written(tmp_path / "key.conllu", TREE)
    matches = {
        "the/(1 old dog/1) barked": {"strict", "partial", "head"},
        "the old/(1 dog/1) barked": {"partial", "head"},
        "the/(1 old/1) dog barked": set(),
        "the old dog/(1 barked/1)": set(),  # its head is `barked`
    }
    for text, fitting in matches.items():
        response = conll(tmp_path / "r.conll", d=text)
        f1 = {match: values(key, response, "mentions", match=match)["f1"] for match in ("strict", "partial", "head")}
        assert f1 == {match: match in fitting for match in f1}, text
    plain = score_files(response, {"r": response}, configure(measures=("mentions",), match="head"))
    assert "no head of a mention is known" in plain.warnings[0]


def test_several_responses_keep_their_order_share_warnings_and_score_the_same_again(
    key: Path, mixed_up: Path, tmp_path: Path
) -> None:
    short = conll(tmp_path / "short.conll", a=ANN)
    settings = configure(measures=("muc",), resamples=50)
    found, again = (score_files(key, {"z": short, "a": mixed_up, "again": short}, settings) for _ in range(2))

    assert found.systems == ("z", "a", "again")
    assert len(found.warnings) == 1
    assert [(pair.first, pair.second) for pair in found.pairs] == [("z", "a"), ("z", "again"), ("a", "again")]
    assert plain(found.as_json(per_document=True)) == plain(again.as_json(per_document=True))


def test_responses_are_named_after_their_files(tmp_path: Path) -> None:
    """Those of one name are told apart by their folders; a file whose name has an equals sign is that file."""
    found = named_responses(["out/mine.conll", "best=out/other.v2.conll", "a=b=c.conll"])
    places = [tmp_path / folder / "response.conll" for folder in ("one", "two")]
    odd = written(tmp_path / "alpha=1.conll", "")

    assert found == {"mine": Path("out/mine.conll"), "best": Path("out/other.v2.conll"), "a": Path("b=c.conll")}
    assert named_responses([str(place) for place in places]) == {"response": places[0], "two/response": places[1]}
    assert named_responses([str(odd), f"x={odd}"]) == {"alpha=1": odd, "x": odd}
    for names in (["x=a.conll", "x=b.conll"], ["a/r.conll", "b/r.conll", "other/b/r.conll"]):
        with raises("duplicate-name"):
            named_responses(names)
    with raises("unnamed-response"):
        named_responses(["x="])


# ---- more documents than memory holds


def many(path: Path, ids: Sequence[str]) -> Path:
    """A document for each id, half of them with chains that are mixed up in a file called response."""
    texts = (ANN, BOB) if path.stem == "key" else (ANN_MIXED_UP, BOB)
    return conll(path, **{id: texts[int(id[1:]) % 2] for id in ids})


IDS = [f"d{number}" for number in range(11)]


def test_batches_of_documents_give_the_figures_of_all_at_once(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """In the key's order, backwards, rotated; with documents missing, and with some too many."""
    key = many(tmp_path / "key.conll", IDS)
    for order in (IDS, IDS[::-1], IDS[5:] + IDS[:5], IDS[2:8], [*IDS[3:], "x1", "x2"]):
        response = many(tmp_path / "response.conll", order)
        settings = configure(measures=("conll", "lea", "blanc"), extra_documents="x1" in order, resamples=0)
        whole = score_files(key, {"r": response}, settings)
        with monkeypatch.context() as small:
            small.setattr(pairing, "BATCH", 2)
            batched = score_files(key, {"r": response}, settings)

        assert plain(batched.as_json(per_document=True)) == plain(whole.as_json(per_document=True)), order
        assert batched.documents == whole.documents


def test_the_documents_of_two_responses_stay_together_whatever_their_order(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    key, one = many(tmp_path / "key.conll", IDS), many(tmp_path / "one.conll", IDS)
    other = {id: ANN_MIXED_UP if int(id[1:]) % 2 == 0 else BOB for id in IDS}
    ordered = conll(tmp_path / "ordered.conll", **other)
    shuffled = conll(tmp_path / "shuffled.conll", **{id: other[id] for id in [*IDS[7:], *IDS[:7]]})
    settings = configure(measures=("muc", "b_cubed"), resamples=100, per_document=True)
    whole = score_files(key, {"a": one, "b": ordered}, settings)
    monkeypatch.setattr(pairing, "BATCH", 2)
    batched = score_files(key, {"a": one, "b": shuffled}, settings)

    assert batched.pairs == whole.pairs
    assert batched.signature.split("|")[0] == whole.signature.split("|")[0], "the key's digest"


def test_a_document_too_many_behind_whole_batches_is_refused_or_left_out(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(pairing, "BATCH", 2)
    ids = IDS[:4]
    key, response = many(tmp_path / "key.conll", ids), many(tmp_path / "response.conll", [*ids, "x1"])

    with raises("extra-document"):
        score_files(key, {"r": response}, configure(measures=("muc",), resamples=0))
    left_out = configure(measures=("muc",), extra_documents=True, resamples=0)
    for _ in range(2):  # the second time from the journal
        assert score_files(key, {"r": response}, left_out, tmp_path / "journal").documents == tuple(ids)


def test_over_a_thousand_documents_the_counts_of_blocks_are_kept_unless_all_are_asked_for(tmp_path: Path) -> None:
    ids = [f"d{number}" for number in range(1_003)]
    key, response = many(tmp_path / "key.conll", ids), many(tmp_path / "response.conll", ids)
    blocks, every = (
        score_files(key, {"r": response}, configure(measures=("muc",), resamples=20, per_document=asked))
        for asked in (False, True)
    )

    assert len(blocks.counts["r"]["muc"]) == BLOCKS
    assert len(every.counts["r"]["muc"]) == len(ids) == len(blocks.documents)
    assert blocks.signature == every.signature
    left, right = (plain(it.as_json())["systems"]["r"]["measures"]["muc"] for it in (blocks, every))
    for part in ("recall", "precision", "f1"):
        assert left[part] == pytest.approx(right[part], abs=1e-12)
        assert left["intervals"][part] == pytest.approx(right["intervals"][part], abs=1e-12)


# ---- signature

SHAPING: Mapping[str, Any] = {
    "match": "head", "resamples": 7, "seed": 7, "singletons": "drop", "duplicates": "refuse", "ignore_words": True,
    "extra_documents": True, "zeros": "position", "split_antecedents": "count",
}  # fmt: skip
# about pronouns, and in the signature of comparisons; across_documents is there where it is asked for
ELSEWHERE = {"antecedent", "clausal", "across_documents"}
# say what is shown or kept beside the figures; formats show in the digests, a preset in the settings that it names
BESIDE = {
    "links", "per_document", "measures", "by", "variants", "usual", "format", "response_format", "preset",
}  # fmt: skip


def test_signature_holds_every_setting_that_changes_a_figure(key: Path) -> None:
    """Whoever adds a setting says here whether it changes a figure, and then it has to be in the signature."""
    assert {field.name for field in fields(Judging)} | {"format", "seed"} == {*SHAPING} | ELSEWHERE | BESIDE
    usual = configure(measures=("muc",))
    shaped = {*signature(key, key, usual).split("|")}
    for name, value in SHAPING.items():
        other = {*signature(key, key, usual.changed(**{name: value})).split("|")}
        assert len({part.partition(":")[0] for part in shaped ^ other}) == 1, name


def signature(key: Path, response: Path, settings: Configuration | None = None) -> str:
    return score_files(key, {"r": response}, settings or configure(measures=("muc",))).signature


def test_signature_tells_keys_apart_that_may_score_differently(tmp_path: Path) -> None:
    """`denotation` weighs kinds, `ace_value` types, optional mentions may be missing, `partial` asks for heads."""
    first, path = Span(0, 1), tmp_path / "key.conllu"
    keys = {
        "usual": KEY,
        "span": replace(KEY, chains=((first, Span(4, 6)), (Span(2, 3),))),
        "chain": replace(KEY, chains=((first,), (Span(2, 3), Span(4, 5)))),
        "whole": replace(KEY, chains=((Span(0, 6),), (Span(2, 3),))),
        "gap": replace(KEY, chains=((Span(0, 6, ((2, 3),)),), (Span(2, 3),))),
        "head": replace(KEY, attributes={first: Attributes(head=0)}),
        "optional": replace(KEY, attributes={Span(2, 3): Attributes(optional=True)}),
        "kind": replace(KEY, attributes={first: Attributes(kind="name")}),
        "type": replace(KEY, attributes={first: Attributes(type="PERSON")}),
    }
    other_word = replace(DOCUMENT, words=("Ann", "saw", "Eve", ".", "He", "left"))

    files = [*((DOCUMENT, key) for key in keys.values()), (other_word, KEY)]
    assert len({signature(conllu(path, *side), path).split("|")[0] for side in files}) == len(files)


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


def test_a_command_does_not_load_what_other_commands_and_reports_need(key: Path) -> None:
    """Nor numpy.ma, which takes a tenth of a small score; numpy follows when the command has set its threads."""
    code = (
        "import sys; from anaphora.experiments.cli.main import main; print('numpy' in sys.modules)\n"
        "try: main()\nfinally: print(*sys.modules)"
    )
    words = [sys.executable, "-c", code, "score", str(key), str(key)]
    before, *loaded = subprocess.run(words, capture_output=True, text=True, check=True).stdout.split()

    assert before == "False"
    assert "anaphora.experiments.commands.score.score" in loaded
    others = {"anaphora.experiments.commands.compare.compare", "anaphora.experiments.show.report.page"}
    assert not {*others, "anaphora.resolvers", "numpy.ma", "scipy", "spacy"} & {*loaded}


def test_usual_counts_only_the_measures_that_papers_report(key: Path, mixed_up: Path) -> None:
    usual, every = (score_files(key, {"r": mixed_up}, configure(resamples=0, usual=wanted)) for wanted in (True, False))

    assert len(every.measures) >= 25
    assert score_files(key, {"r": mixed_up}, configure(resamples=0, measures="conll,all")).measures == every.measures
    assert tuple(measure.name for measure in usual.measures) == STANDARD
    assert usual == replace(every.standard(), counts=usual.counts)
    assert all((usual.counts["r"][name] == every.counts["r"][name]).all() for name in STANDARD)


def test_command_counts_a_measure_that_is_asked_for_though_it_is_not_usual(run: Run, key: Path) -> None:
    for asked in (("--measures", "anaphors"), ("--measures", "all"), ("--fail-under", "anaphors=0")):
        result = run(key, f"mine={key}", *asked, "--resamples", "0")
        assert (result.code, "anaphors" in result.out) == (0, asked[0] == "--measures")


def test_command_writes_json_to_standard_output_and_nothing_else_or_to_a_file(
    run: Run, key: Path, mixed_up: Path, tmp_path: Path
) -> None:
    before = {path.name for path in tmp_path.iterdir()}
    words = (key, f"mine={key}", mixed_up, "--measures", "muc", "--per-document", "--resamples", "100", "--json")
    result, filed = run(*words, "-"), run(*words, tmp_path / "scores.json")

    assert (result.code, list(result.json["systems"])) == (0, ["mine", "mixed_up"])
    assert result.json["systems"]["mine"]["measures"]["muc"]["f1"] == 1
    assert (result.json["documents"], len(result.json["comparisons"])) == (2, 1)
    assert "|resamples:100|" in result.json["signature"]
    assert result.json["per_document"]["b"]["mine"]["muc"]["f1"] is None
    assert "muc" in filed.out
    assert json.loads((tmp_path / "scores.json").read_text("utf8")) == result.json
    assert {path.name for path in tmp_path.iterdir()} == before | {"scores.json"}


def test_command_passes_every_option_on(run: Run, key: Path, tmp_path: Path) -> None:
    response = conll(tmp_path / "r.txt", a=ANN.replace("She", "Her"), b=BOB, c="Cy")
    key = key.rename(tmp_path / "key.txt")
    options = (
        "--match", "head", "--singletons", "drop", "--duplicates", "first", "--ignore-words", "--extra-documents",
        "--resamples", "40", "--seed", "3", "--format", "conll2012", "--measures", "muc,lea", "--json", "-",
    )  # fmt: skip

    found = json.loads(run(key, response, *options).out)

    shaped = "|match:head|singletons:drop|ignore-words:yes|extra-documents:yes|resamples:40|seed:3|"
    assert shaped in found["signature"]
    assert list(found["systems"]["r"]["measures"]) == ["muc", "lea"]
    alone = run(key, key, "--ignore-words", "--format", "conll2012", "--measures", "muc", "--json", "-").json
    assert "|ignore-words:yes|version:" in alone["signature"], "switches are not confused"


def test_command_warns_beside_the_figures_and_refuses_bad_input_with_1(run: Run, key: Path, tmp_path: Path) -> None:
    result = run(key, conll(tmp_path / "r.conll", b=BOB), "--measures", "muc", "--json", "-")
    bad = conll(tmp_path / "bad.conll", a="Ann 1)/1)")
    refusal = run(key, bad)

    assert (result.code, result.json["warnings"]) == (0, [result.err.removeprefix("warning: ").rstrip("\n")])
    assert "'a'" in result.err
    assert (refusal.code, refusal.out) == (1, "")
    assert refusal.err.startswith(f"error: {bad}:3: ")


def test_singletons_on_one_side_only_are_told(tmp_path: Path) -> None:
    one = conll(tmp_path / "one.conll", d="Ann/(1) saw Eve/(2) . She/(1) left")
    other = conll(tmp_path / "other.conll", d="Ann/(1) saw Eve . She/(1) left")

    [warning] = score_files(one, {"r": other}, configure(measures=("muc",))).warnings
    assert warning.startswith(f"{other}: only the key has singletons (1)")
    assert score_files(one, {"r": other}, configure(measures=("muc",), singletons="drop")).warnings == ()


def test_document_whose_mentions_overlap_too_often_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of the measures those that pair unequal spans are undefined; --match partial needs them, and is refused."""
    monkeypatch.setattr(alignment, "MOST_PAIRS", 0)
    monkeypatch.setattr(alignment, "MOST_PAIRS_EACH", 0)
    key = conllu(tmp_path / "key.conllu")
    other = conllu(tmp_path / "other.conllu", key=Key("d", ((Span(0, 1), Span(4, 6)), (Span(2, 3),))))

    found = score_files(key, {"r": other}, configure(measures=("muc", "mention_overlap"), resamples=0))
    by_name = {measure.name: found.values("r", measure)["f1"] for measure in found.measures}
    with pytest.raises(CrowdedError) as caught:
        score_files(key, {"r": other}, configure(measures=("muc",), match="partial", resamples=0))

    assert by_name == {"muc": 0.0, "mention_overlap": None}
    assert any("mention_overlap" in warning and " d" in warning for warning in found.warnings)
    assert caught.value.code == "too-many-pairs"
