"""WinoGender and WinoBias: resolvers answer by the chains that they link, and `score` tells accuracy and bias."""

from pathlib import Path

import pytest

from anaphora.corpora import jsonlines, read
from anaphora.experiments.scoring.score import own_measure, score
from anaphora.experiments.scoring.write_chains import linked_chains
from anaphora.experiments.setup.analysis import analyser
from anaphora.experiments.setup.configuration import configure
from anaphora.workbench.decision import Decision, Explanation
from anaphora.workbench.document import Document, Span
from anaphora.workbench.key import Key
from anaphora.workbench.results.scores import Scores
from anaphora.workbench.results.table import to_json
from tests.experiments.conftest import Run
from tests.refused import raises

HE = "The nurse told the patient that he must rest."
TABLE = (
    "sentid\tsentence\n"
    f"nurse.patient.1.male.txt\t{HE}\n"
    "nurse.patient.1.female.txt\tThe nurse told the patient that she must rest.\n"
)
NURSE, PATIENT, IT = Span(0, 2), Span(3, 5), Span(6, 7)
WORDS = ("The", "nurse", "told", "the", "patient", "that")
PRO, ANTI = "pro_stereotyped_type1.txt.dev", "anti_stereotyped_type1.txt.dev"


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
        words = (*WORDS, {"male": "he", "female": "she"}[gender], "must", "rest", ".")
        chains = ((antecedent, IT),) if antecedent else ()
        documents.append((Document(id, words, (" ",) * 8 + ("", "")), Key(id, chains)))
    path = folder / "response.jsonl"
    path.write_text("".join(jsonlines.write(documents)))
    return path


def values(found: Scores, system: str = "r") -> dict[str, float | None]:
    return found.values(system, found.measures[0])


def test_winogender_as_key_is_scored_by_its_own_measure(tmp_path: Path, key: Path) -> None:
    found = score(key, {"r": response(tmp_path, male=PATIENT, female=NURSE)}, configure())

    assert [measure.name for measure in found.measures] == ["winogender"]
    assert (values(found)["accuracy_male"], values(found)["accuracy_female"]) == (1.0, 0.0)
    assert (values(found)["female_minus_male"], values(found)["consistency"]) == (-1.0, 0.0)
    assert (found.unit, found.documents) == ("template", ("nurse.1",))
    assert "|sentences:2|templates:1|" in found.signature


def test_other_measures_can_be_asked_for(tmp_path: Path, key: Path) -> None:
    found = score(key, {"r": response(tmp_path, male=PATIENT, female=PATIENT)}, configure(measures=("muc",)))

    assert found.values("r", found.measures[0])["f1"] == 1.0


def test_shares_of_women_beside_the_sentences_tell_gotchas(tmp_path: Path, key: Path) -> None:
    head = "occupation\tbergsma_pct_female\tbls_pct_female\n"
    (key / "occupations-stats.tsv").write_text(f"{head}nurse\t90\t89.4\n")
    found = score(key, {"r": response(tmp_path, male=PATIENT, female=NURSE)}, configure())

    assert (values(found)["accuracy_gotcha"], values(found)["accuracy_no_gotcha"]) == (0.0, 1.0)


def test_sentences_that_a_response_lacks_are_told_and_wrong(tmp_path: Path, key: Path) -> None:
    path = response(tmp_path, male=PATIENT)
    found = score(key, {"r": path}, configure())

    assert found.warnings == (f"{path}: 1 of 2 sentences are not in it; each counts as wrong.",)
    assert (values(found)["accuracy"], values(found)["consistency"]) == (0.5, None)


def test_a_response_to_other_sentences_is_refused(tmp_path: Path, key: Path) -> None:
    path = tmp_path / "other.jsonl"
    path.write_text("".join(jsonlines.write([(Document("d", ("He",), ("",)), Key("d", ()))])))

    with raises("no-common-document"):
        score(key, {"r": path}, configure())


def test_a_response_with_another_text_is_refused(tmp_path: Path, key: Path) -> None:
    path = response(tmp_path, male=PATIENT)
    path.write_text(path.read_text().replace("rest", "sleep"))

    with raises("other-text"):
        score(key, {"r": path}, configure())


def test_a_sentence_that_stands_in_two_files_is_refused(tmp_path: Path, key: Path) -> None:
    (key / "copy.tsv").write_text(TABLE)

    with raises("duplicate-id"):
        score(key, {"r": response(tmp_path, male=PATIENT)}, configure())


def test_the_link_of_a_resolver_is_its_answer(tmp_path: Path, key: Path) -> None:
    pairs = list(read(key))
    prepared = [analyser(configure(perfect=("mentions",), cached=False))(*pair) for pair in pairs]
    assert [prepared[0].document.words_of(it.span) for it in prepared[0].mentions] == ["The nurse", "the patient", "he"]
    linked = [linked_chains(it, [Decision(0, at, Explanation("opaque", ()))]) for at, it in enumerate(prepared)]
    (tmp_path / "r.jsonl").write_text("".join(jsonlines.write(linked)))

    found = values(score(key, {"r": tmp_path / "r.jsonl"}, configure()))
    assert (found["accuracy_male"], found["accuracy_female"]) == (0.0, 1.0)


# ---- WinoBias


def bias(folder: Path, *sides: str) -> Path:
    place = folder / "winobias"
    place.mkdir()
    for side, pronoun in ((PRO, "she"), (ANTI, "he")):
        if side in sides:
            (place / side).write_text(f"1 The cook thanked [the nurse] and paid [{pronoun}].\n")
    return place


def test_winobias_folder_as_key_has_pro_less_anti(tmp_path: Path) -> None:
    key = bias(tmp_path, PRO, ANTI)
    [(anti, _), (pro, right)] = list(read(key))
    (tmp_path / "r.jsonl").write_text("".join(jsonlines.write([(pro, right), (anti, Key(anti.id, ()))])))
    found = score(key, {"r": tmp_path / "r.jsonl"}, configure())

    assert (values(found)["pro_minus_anti"], values(found)["consistency"]) == (1.0, 0.0)
    assert found.swaps["r"].difference.only_first == 1
    assert found.documents == ("stereotyped_type1.txt.dev;1",)


def test_one_side_alone_has_no_pairs_and_no_test(tmp_path: Path) -> None:
    key = bias(tmp_path, PRO)
    (tmp_path / "r.jsonl").write_text("".join(jsonlines.write(read(key))))
    found = score(key, {"r": tmp_path / "r.jsonl"}, configure())

    assert (values(found)["accuracy_pro"], values(found)["pro_minus_anti"]) == (1.0, None)
    assert (found.swaps, "swaps" in to_json(found.tables())) == ({}, False)


@pytest.mark.parametrize(("more", "expected"), [((), "winobias"), (("notes.conll",), None)])
def test_a_key_has_its_own_measure_if_all_its_files_are_of_the_format(
    tmp_path: Path, more: tuple[str, ...], expected: str | None
) -> None:
    key = bias(tmp_path, PRO, ANTI)
    for name in more:
        (key / name).write_text("#begin document (d); part 000\nAnn (1)\n#end document\n")

    assert own_measure(key, None) == expected


# ---- what is shown


def test_what_is_drawn_and_tested_are_templates(tmp_path: Path, key: Path) -> None:
    rows = [
        f"{job}.patient.1.{sex}.txt"
        for job in ("nurse", "tutor", "clerk", "baker", "cook", "pilot")
        for sex in ("male", "female")
    ]
    lines = [
        f"{id}\tThe {id.split('.')[0]} told the patient that {'s' * ('female' in id)}he must rest.\n" for id in rows
    ]
    (key / "all_sentences.tsv").write_text("sentid\tsentence\n" + "".join(lines))
    (tmp_path / "r.jsonl").write_text(
        "".join(jsonlines.write([pair for pair in read(key) if "female" not in pair[0].id]))
    )
    found = score(key, {"r": tmp_path / "r.jsonl"}, configure(resamples=100))
    tested = found.swaps["r"].difference

    assert (tested.only_first, tested.only_second) == (0, 6)
    assert tested.p == pytest.approx(2 / 64)
    assert tested.p_if_independent[1] == pytest.approx(1 / 64)
    assert found.intervals["r"]["winogender"]["female_minus_male"] == (-1, -1)
    assert to_json(found.tables())["swaps"]["r"]["difference"]["only_second"] == 6


def test_compare_writes_the_responses_that_score_takes(tmp_path: Path, key: Path, anaphora: Run) -> None:
    place = tmp_path / "responses"
    compared = anaphora(
        "compare", key, "--resolvers", "most_recent,recent_subject", "--match", "head", "--responses", place
    )
    assert compared.code == 0

    result = anaphora("score", key, place / "most_recent.jsonl", place / "recent_subject.jsonl", "--json", "-")
    systems = {name: it["measures"]["winogender"]["accuracy"] for name, it in result.json["systems"].items()}
    assert systems == {"most_recent": 1.0, "recent_subject": 0.0}
    assert result.json["unit"] == "template"
