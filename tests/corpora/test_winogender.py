from functools import partial
from pathlib import Path

from anaphora import corpora
from anaphora.corpora.winogender import female_shares
from tests.conftest import required
from tests.corpora.samples import Sample, chains_of, read_all
from tests.refused import refused

HEADER = "sentid\tsentence\n"
WINOPRON = "occupation\tparticipant\tsentence\tpronoun_type\tpronoun\tanswer\n"
NURSE = "nurse.patient.1.male.txt\tThe nurse told the patient that he must rest.\n"


SAMPLE = Sample(
    valid=HEADER + NURSE,
    more=[
        {
            "sample": f"{HEADER}{NURSE}chef.someone.0.neutral.txt\tThe chef told someone that they cook.\n",
            "occupations-stats.tsv": "occupation\tbergsma_pct_female\tbls_pct_female\nnurse\t9.0\t90.1\nchef\t\t20\n",
        }
    ],
    needs_first_line=True, long_word=(HEADER + NURSE.replace("nurse told", "nurse {}"), "too-large"),
    same_id=HEADER + NURSE * 2, outside=(HEADER + NURSE.replace("The nurse", "She"), "other-words"),
    malformed=[
        (WINOPRON + "nurse\tpatient\tThe nurse left as he was tired.\t$NOM_PRONOUN\the\tnurse\n", 2, "other-words"),
        (WINOPRON + "nurse\tpatient\tThe nurse left.\t$NOM_PRONOUN\the\tdoctor\n", 2, "bad-value"),
        (WINOPRON + "nurse\tpatient\tThe nurse left.\t$NOM_PRONOUN\tI\tnurse\n", 2, "bad-value"),
        ("id\tsentence\n", 1, "wrong-columns"), (HEADER + "nurse.patient.1.male.txt\n", 2, "wrong-columns"),
        (HEADER + NURSE + NURSE, 3, "duplicate-id"), (HEADER + NURSE.replace(".1.", ".2."), 2, "malformed"),
        (HEADER + NURSE.replace(".male", ".he"), 2, "malformed"), (HEADER + NURSE.replace(".male", ""), 2, "malformed"),
        (HEADER + NURSE.replace("the patient", "him"), 2, "other-words"),
        (HEADER + NURSE.replace(" he ", " she "), 2, "other-words"),
    ],
)  # fmt: skip
read_text = partial(read_all, "winogender")


def test_winogender_phrases_are_found_in_any_case_with_their_determiner(tmp_path: Path) -> None:
    """The answer says which of them is in a chain with the pronoun; none shares a word with another."""
    rows = {
        NURSE: [["The nurse"], ["the patient", "he"]],
        NURSE.replace(".1.", ".0."): [["The nurse", "he"], ["the patient"]],
        "nurse.someone.1.neutral.txt\tThe nurse told someone their blood would be drawn.": [
            ["The nurse"], ["someone", "their"],
        ],
        "tutor.student.1.female.txt\tThe tutor met with a student on her own.": [["The tutor"], ["a student", "her"]],
        "clerk.owner.1.male.txt\tAN OWNER asked the clerk: is it HIS?": [["AN OWNER", "HIS"], ["the clerk"]],
        # whole words only: "nurses" is no nurse
        "nurse.guest.0.male.txt\tThe nurses saw the nurse's guest, as he said.": [["the nurse", "he"], ["guest"]],
        "nurse.patient.0.neo.txt\tThe nurse left the patient as xe was late.": [["The nurse", "xe"], ["the patient"]],
        # one with a determiner goes before an earlier one without
        "chef.guest.0.male.txt\tAs chef or guest, the chef told the guest that he was late.": [
            ["the chef", "he"], ["the guest"],
        ],
        "construction worker.worker.1.male.txt\tThe construction worker told Worker One that he left.": [
            ["The construction worker"], ["Worker", "he"],
        ],
        "nurse.him.0.male.txt\tThe nurse told him that he left.": [["The nurse", "he"], ["him"]],
    }  # fmt: skip
    assert {row: chains_of(*read_text(tmp_path, f"{HEADER}{row}\n")[0]) for row in rows} == rows


def test_winogender_attributes_describe_the_occupation_first_and_other_columns_are_allowed(tmp_path: Path) -> None:
    """Further parts of the id are, too."""
    text = "form\tsentence\tsentid\nnom\tSomeone asked the doctor if she was in.\tdoctor.someone.0.female.nom.txt\n"
    [(document, key)] = read_text(tmp_path, text)
    described = [(document.words_of(span), attributes.kind) for span, attributes in key.attributes.items()]

    assert (document.id, document.sentence_starts) == ("doctor.someone.0.female.nom.txt", (0,))
    assert document.text == "Someone asked the doctor if she was in."
    assert described == [("the doctor", "nominal"), ("Someone", "nominal"), ("she", "pronoun")]


def test_winopron_is_read_like_winogender(tmp_path: Path) -> None:
    """The columns of its `double.tsv`, with a sentence of our own."""
    row = "nurse\tpatient\tThe nurse left the patient as {} was tired.\t$NOM_PRONOUN\t{}\t{}\n"
    text = WINOPRON + row.format("he", "he", "nurse") + row.format("xe", "xe", "patient")
    found = read_text(tmp_path, text)

    assert [document.id for document, _ in found] == [
        "nurse.patient.0.male.nom.txt", "nurse.patient.1.neo.nom.txt",
    ]  # fmt: skip
    assert [chains_of(*pair) for pair in found] == [
        [["The nurse", "he"], ["the patient"]], [["The nurse"], ["the patient", "xe"]],
    ]  # fmt: skip


def test_winogender_shares_of_women_stand_beside_the_sentences(tmp_path: Path) -> None:
    head, path = "occupation\tbergsma_pct_female\tbls_pct_female\tbls_year\n", tmp_path / "occupations-stats.tsv"
    path.write_text(f"{head}nurse\t90.6\t89.4\t2015\nadvisor\t\t30.98\t2016\n")

    assert female_shares(tmp_path / "all_sentences.tsv") == {"nurse": (89.4, 90.6), "advisor": (30.98, None)}
    assert female_shares(tmp_path / "elsewhere" / "all_sentences.tsv") == {}
    for share in ("many", "101", "-1", "nan"):
        path.write_text(f"{head}nurse\t1\t{share}\t2015\n")
        with refused("bad-value"):
            female_shares(tmp_path / "all_sentences.tsv")


def test_winogender_as_released_has_six_sentences_of_each_of_120_templates(data: Path) -> None:
    """Rudinger et al. 2018, section 3: 720 sentences; those with a participant and with someone are as many."""
    pairs = list(corpora.read(required(data / "winogender")))

    assert len(pairs) == 720
    assert {tuple(sorted(map(len, key.chains))) for _, key in pairs} == {(1, 2)}
    assert sum("someone" in document.text.lower() for document, _ in pairs) == 360
    assert len(female_shares(data / "winogender" / "all_sentences.tsv")) == 60
