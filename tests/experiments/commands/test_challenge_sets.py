"""GAP, WinoGender and WinoBias: resolvers answer by the chains that they link, and `score` tells accuracy and bias."""

from collections.abc import Iterable
from pathlib import Path

import pytest

from anaphora.corpora import gap, jsonlines, read
from anaphora.experiments.commands.score.challenge_sets import examples, gap_answers, over_words_of
from anaphora.experiments.commands.score.counting import own_measure, score_files
from anaphora.experiments.run.analysis import Analysis
from anaphora.experiments.run.configuration import configure
from anaphora.experiments.run.responses import linked_chains
from anaphora.workbench.decision import Decision, Explanation
from anaphora.workbench.document import Document, Prepared, Span
from anaphora.workbench.key import Clusters, Key
from anaphora.workbench.results.scores import Scores
from anaphora.workbench.results.table import plain
from tests.experiments.conftest import Run
from tests.refused import raises


def values(scores: Scores, system: str = "r") -> dict[str, float | None]:
    return scores.values(system, scores.measures[0])


def written(path: Path, pairs: Iterable[tuple[Document, Clusters]]) -> Path:
    path.write_text("".join(jsonlines.write(list(pairs))))
    return path


def answer(antecedent: int | None) -> list[Decision]:
    return [Decision(0, antecedent, Explanation("opaque", ()))]


# ---- GAP

LABELS = [("TRUE", "FALSE"), ("FALSE", "TRUE"), ("FALSE", "FALSE")]


def gap_key(folder: Path, labels: tuple[str, str] = LABELS[0]) -> Path:
    """Two names of either sex, and a pronoun that may be either; the third name is of no interest to GAP."""
    path = folder / "gap-key.tsv"
    a, b = labels
    path.write_text(
        "ID\tText\tPronoun\tPronoun-offset\tA\tA-offset\tA-coref\tB\tB-offset\tB-coref\tURL\n"
        f"e1\tKerry met Jessie. Later Linda saw her.\ther\t34\tKerry\t0\t{a}\tJessie\t10\t{b}\t\n"
    )
    return path


def seen(path: Path, *perfect: str) -> Prepared:
    """What resolvers see of the example."""
    [pair] = gap.read(path)
    return Analysis(configure(perfect=perfect, cached=False)).prepare(*pair)


def test_perfect_mentions_are_the_pronoun_and_both_names_and_do_not_tell_which_is_right(tmp_path: Path) -> None:
    first, *others = (seen(gap_key(tmp_path, labels), "mentions") for labels in LABELS)

    assert [first.document.words_of(mention.span) for mention in first.mentions] == ["Kerry", "Jessie", "her"]
    assert [case.candidates for case in first.cases] == [(0, 1)]
    assert others == [first, first]


def test_perfect_agreement_tells_which_name_is_right(tmp_path: Path) -> None:
    """A chain with "her" is feminine, so that this layer is none for GAP; alone, a name may be a man's."""
    texts = [seen(gap_key(tmp_path, labels), "mentions", "agreement") for labels in LABELS]

    assert [[mention.gender for mention in text.mentions] for text in texts] == [
        ["feminine", "unknown", "feminine"],
        ["unknown", "feminine", "feminine"],
        ["unknown", "unknown", "feminine"],
    ]


def test_the_link_of_the_pronoun_answers_both_labels(tmp_path: Path) -> None:
    path = gap_key(tmp_path)
    expected = {0: (True, False), 1: (False, True), None: (False, False)}
    answers = {}
    for antecedent in expected:
        response = written(tmp_path / "r.jsonl", [linked_chains(seen(path, "mentions"), answer(antecedent))])
        answers[antecedent] = gap_answers(response, examples(path, None))["e1"]

    assert answers == expected


def test_chains_over_other_words_are_those_of_the_same_characters(tmp_path: Path) -> None:
    """The system takes "Linda saw" for one word; what ends within a word of the key is left out."""
    path = gap_key(tmp_path)
    [(_, text)] = examples(path, None).values()
    words, spaces = ("Ker", "ry", "met", "Jessie", ".", "Later", "Linda", "saw", "her", "."), (
        "", " ", " ", "", " ", " ", " ", " ", "", "",
    )  # fmt: skip
    key = Key("e1", ((Span(0, 2), Span(8, 9)), (Span(1, 2), Span(3, 4))))

    over = over_words_of(text, Document("e1", words, spaces), key, path)
    assert over.chains == ((Span(0, 1), Span(7, 8)), (Span(2, 3),))
    with raises("other-text"):
        over_words_of(text, Document("e1", ("Kerry", "left"), (" ", "")), Key("e1", ((Span(0, 1),),)), path)


def test_gap_table_as_key_is_scored_by_gap(tmp_path: Path) -> None:
    """Labels that are neither TRUE nor FALSE, examples without an answer and answers to no example are told."""
    key, answers = gap_key(tmp_path), tmp_path / "answers.tsv"
    answers.write_text("e1\tTRUE\tTRUE\n")
    scores = score_files(key, {"r": answers}, configure())

    assert [measure.name for measure in scores.measures] == ["gap"]
    rates = values(scores)
    assert (rates["recall"], rates["precision"], rates["accuracy_feminine"]) == (1.0, 0.5, 0.5)
    key.write_text(key.read_text() + key.read_text().partition("\n")[2].replace("e1", "e2"))
    answers.write_text("e1\tyes\tFALSE\nother\tTRUE\tFALSE\n")
    odd = sorted(
        warning.removeprefix(f"{answers}: ")[:7] for warning in score_files(key, {"r": answers}, configure()).warnings
    )
    assert odd == ["1 answe", "1 label", "1 of 2 "]
    answers.write_text("e3\tTRUE\tFALSE\n")
    with raises("no-common-document"):
        score_files(key, {"r": answers}, configure())


def test_a_key_that_asks_nothing_is_refused(tmp_path: Path, key: Path) -> None:
    for path in (gap_key(tmp_path), next(key.glob("*.tsv"))):
        path.write_text(path.read_text().splitlines()[0] + "\n")
        with raises("empty"):
            score_files(path, {"r": path}, configure())


# ---- WinoGender

TABLE = (
    "sentid\tsentence\n"
    "nurse.patient.1.male.txt\tThe nurse told the patient that he must rest.\n"
    "nurse.patient.1.female.txt\tThe nurse told the patient that she must rest.\n"
)
NURSE, PATIENT, IT = Span(0, 2), Span(3, 5), Span(6, 7)


@pytest.fixture
def key(tmp_path: Path) -> Path:
    folder = tmp_path / "winogender"
    folder.mkdir()
    (folder / "all_sentences.tsv").write_text(TABLE)
    (folder / "LICENSE").write_text("MIT\n")
    return folder


def response(folder: Path, **antecedents: Span | None) -> Path:
    """A system that links the pronoun of each gender to a phrase, with the full stop apart as it came."""
    documents = []
    for gender, antecedent in antecedents.items():
        id = f"nurse.patient.1.{gender}.txt"
        pronoun = {"male": "he", "female": "she"}[gender]
        words = ("The", "nurse", "told", "the", "patient", "that", pronoun, "must", "rest", ".")
        chains = ((antecedent, IT),) if antecedent else ()
        documents.append((Document(id, words, (" ",) * 8 + ("", "")), Key(id, chains)))
    return written(folder / "response.jsonl", documents)


def test_winogender_as_key_is_scored_by_its_own_measure(tmp_path: Path, key: Path) -> None:
    """Shares of women beside the sentences tell gotchas; other measures can be asked for."""
    path = response(tmp_path, male=PATIENT, female=NURSE)
    scores = score_files(key, {"r": path}, configure())
    rates = values(scores)

    assert [measure.name for measure in scores.measures] == ["winogender"]
    assert values(score_files(key, {"r": path}, configure(measures="all"))) == rates
    assert (rates["accuracy_male"], rates["accuracy_female"]) == (1.0, 0.0)
    assert (rates["female_minus_male"], rates["consistency"]) == (-1.0, 0.0)
    assert (scores.unit, scores.documents) == ("template", ("nurse.1",))
    assert "|sentences:2|templates:1|" in scores.signature
    (key / "occupations-stats.tsv").write_text("occupation\tbergsma_pct_female\tbls_pct_female\nnurse\t90\t89.4\n")
    gotchas = values(score_files(key, {"r": path}, configure()))
    assert (gotchas["accuracy_gotcha"], gotchas["accuracy_no_gotcha"]) == (0.0, 1.0)
    lacking = score_files(key, {"r": response(tmp_path, male=PATIENT)}, configure())
    assert (values(lacking)["accuracy"], values(lacking)["consistency"]) == (0.5, None)
    assert len(lacking.warnings) == 1
    right = response(tmp_path, male=PATIENT, female=PATIENT)
    assert values(score_files(key, {"r": right}, configure(measures=("muc",))))["f1"] == 1.0


def test_other_sentences_or_texts_and_a_sentence_in_two_files_are_refused(tmp_path: Path, key: Path) -> None:
    other = written(tmp_path / "other.jsonl", [(Document("d", ("He",), ("",)), Key("d", ()))])
    path = response(tmp_path, male=PATIENT)
    text = tmp_path / "text.jsonl"
    text.write_text(path.read_text().replace("rest", "sleep"))

    for wrong, code in ((other, "no-common-document"), (text, "other-text")):
        with raises(code):
            score_files(key, {"r": wrong}, configure())
    (key / "copy.tsv").write_text(TABLE)
    with raises("duplicate-id"):
        score_files(key, {"r": path}, configure())


def test_the_link_of_a_resolver_is_its_answer(tmp_path: Path, key: Path) -> None:
    analysis = Analysis(configure(perfect=("mentions",), cached=False))
    prepared = [analysis.prepare(*pair) for pair in read(key)]
    assert [prepared[0].document.words_of(it.span) for it in prepared[0].mentions] == ["The nurse", "the patient", "he"]
    path = written(tmp_path / "r.jsonl", (linked_chains(it, answer(at)) for at, it in enumerate(prepared)))

    rates = values(score_files(key, {"r": path}, configure()))
    assert (rates["accuracy_male"], rates["accuracy_female"]) == (0.0, 1.0)


def test_what_is_drawn_and_tested_are_templates(tmp_path: Path, key: Path) -> None:
    lines = [
        f"{job}.patient.1.{sex}.txt\tThe {job} told the patient that {pronoun} must rest.\n"
        for job in ("nurse", "tutor", "clerk", "baker", "cook", "pilot")
        for sex, pronoun in (("male", "he"), ("female", "she"))
    ]
    (key / "all_sentences.tsv").write_text("sentid\tsentence\n" + "".join(lines))
    path = written(tmp_path / "r.jsonl", (pair for pair in read(key) if "female" not in pair[0].id))
    scores = score_files(key, {"r": path}, configure(resamples=100))
    tested = scores.swaps["r"].difference

    assert (tested.only_first, tested.only_second) == (0, 6)
    assert tested.p == pytest.approx(2 / 64)
    assert tested.p_if_independent[1] == pytest.approx(1 / 64)
    assert scores.intervals["r"]["winogender"]["female_minus_male"] == (-1, -1)
    assert plain(scores.as_json())["swaps"]["r"]["difference"]["only_second"] == 6


def test_compare_writes_the_responses_that_score_takes(tmp_path: Path, key: Path, anaphora: Run) -> None:
    place, resolvers = tmp_path / "responses", "most_recent,recent_subject"
    assert anaphora("compare", key, "--resolvers", resolvers, "--match", "head", "--responses", place).code == 0

    result = anaphora("score", key, place / "most_recent.jsonl", place / "recent_subject.jsonl", "--json", "-")
    systems = {name: it["measures"]["winogender"]["accuracy"] for name, it in result.json["systems"].items()}
    assert systems == {"most_recent": 1.0, "recent_subject": 0.0}
    assert result.json["unit"] == "template"


# ---- WinoBias

PRO, ANTI = "pro_stereotyped_type1.txt.dev", "anti_stereotyped_type1.txt.dev"


def bias(folder: Path, **pronouns: str) -> Path:
    place = folder / "winobias"
    place.mkdir()
    for side, pronoun in pronouns.items():
        name = {"pro": PRO, "anti": ANTI}[side]
        (place / name).write_text(f"1 The cook thanked [the nurse] and paid [{pronoun}].\n")
    return place


def test_winobias_folder_as_key_has_pro_less_anti(tmp_path: Path) -> None:
    """All files of a key with a measure of its own are of the format."""
    key = bias(tmp_path, pro="she", anti="he")
    [(anti, _), (pro, right)] = list(read(key))
    path = written(tmp_path / "r.jsonl", [(pro, right), (anti, Key(anti.id, ()))])
    scores = score_files(key, {"r": path}, configure())

    assert (values(scores)["pro_minus_anti"], values(scores)["consistency"]) == (1.0, 0.0)
    assert scores.swaps["r"].difference.only_first == 1
    assert scores.documents == ("stereotyped_type1.txt.dev;1",)
    assert own_measure(key, None) == "winobias"
    (key / ANTI).unlink()
    alone = score_files(key, {"r": written(path, read(key))}, configure())  # one side has no pairs and no test
    assert (values(alone)["accuracy_pro"], values(alone)["pro_minus_anti"]) == (1.0, None)
    assert (alone.swaps, "swaps" in plain(alone.as_json())) == ({}, False)
    (key / "notes.conll").write_text("#begin document (d); part 000\nAnn (1)\n#end document\n")
    assert own_measure(key, None) is None
