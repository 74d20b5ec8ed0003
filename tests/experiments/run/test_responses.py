"""What resolvers linked, as files that `anaphora score` reads."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from anaphora.corpora import jsonlines
from anaphora.experiments.commands.score.counting import named_responses, score_files
from anaphora.experiments.run.configuration import configure
from anaphora.experiments.run.responses import linked_chains, write_responses
from anaphora.preprocess import Layers, prepare
from anaphora.workbench.adapters import spans_of
from anaphora.workbench.decision import Decision, Explanation
from anaphora.workbench.document import Span
from anaphora.workbench.errors import FormatError
from anaphora.workbench.linking import link
from tests.annotated import annotated
from tests.annotated import prepared as analysed
from tests.refused import raises

COOK = "The/DT/2/det cook/NN/3/nsubj saw/VBD/0/root his/PRP$/5/nmod:poss wife/NN/3/obj ././3/punct"
HE_WAVED = "He/PRP/2/nsubj waved/VBD/0/root ././2/punct"
THE_COOK, HIS_WIFE, HIS, HE = 0, 1, 2, 3
"""The mentions of these two sentences, of which "his" and "He" are the cases."""
TEXT = analysed(f"{COOK}\n{HE_WAVED}")


def answers(*antecedents: int | None) -> list[Decision]:
    return [Decision(case, antecedent, Explanation("opaque", ())) for case, antecedent in enumerate(antecedents)]


def chains(path: Path) -> list[list[str]]:
    """The chains of the only document of a file."""
    [(document, key)] = jsonlines.read(path)
    return [[document.words_of(span) for span in chain] for chain in key.chains]


def write(folder: Path, **decisions: Sequence[Decision]) -> None:
    with write_responses(folder) as each:
        each(TEXT, {name: spans_of(TEXT, link(TEXT, its)) for name, its in decisions.items()})


def listed(folder: Path) -> list[str]:
    return sorted(file.name for file in folder.iterdir())


def test_links_over_other_pronouns_make_one_chain_and_one_left_open_is_in_none() -> None:
    document, key = linked_chains(TEXT, answers(THE_COOK, HIS))

    assert [[document.words_of(span) for span in chain] for chain in key.chains] == [["The cook", "his", "He"]]
    assert linked_chains(TEXT, answers(None, HIS_WIFE))[1].chains == ((Span(3, 5), Span(6, 7)),)


def test_each_resolver_gets_a_file(tmp_path: Path) -> None:
    write(tmp_path / "out", cautious=answers(THE_COOK, None), bold=answers(THE_COOK, HIS_WIFE))

    assert listed(tmp_path) == ["out"]
    assert listed(tmp_path / "out") == ["bold.jsonl", "cautious.jsonl"]
    assert chains(tmp_path / "out" / "cautious.jsonl") == [["The cook", "his"]]
    assert chains(tmp_path / "out" / "bold.jsonl") == [["The cook", "his"], ["his wife", "He"]]
    with write_responses(tmp_path / "out") as each:
        for name in ("one", "two"):
            text = replace(TEXT, document=replace(TEXT.document, id=name))
            each(text, {"a": spans_of(TEXT, link(TEXT, answers(None, None)))})
    documents = [(document.id, document.sentence_starts) for document, _ in jsonlines.read(tmp_path / "out/a.jsonl")]
    assert documents == [("one", (0, 6)), ("two", (0, 6))], "in turn, with the sentences of the analysis"
    write(tmp_path / "out", bold=answers(None, None))
    assert chains(tmp_path / "out" / "bold.jsonl") == [], "files of the same names are replaced"
    assert chains(tmp_path / "out" / "cautious.jsonl") == [["The cook", "his"]], "others stay"


def test_responses_are_scored_under_the_names_of_their_files(tmp_path: Path) -> None:
    """Of two right links (cook - his - He) the resolver finds one and makes no other."""
    key = tmp_path / "key.jsonlines"
    key.write_text("".join(jsonlines.write([linked_chains(TEXT, answers(THE_COOK, HIS))])))
    write(tmp_path / "out", cautious=answers(THE_COOK, None))

    found = score_files(key, named_responses([str(tmp_path / "out" / "cautious.jsonl")]), configure(measures=("muc",)))
    assert found.values("cautious", found.measures[0]) == {"recall": 1 / 2, "precision": 1.0, "f1": 2 / 3}


def test_options_of_a_resolver_become_part_of_the_name_and_those_that_become_the_same_stay_apart(
    tmp_path: Path,
) -> None:
    unsolved, right = answers(None, None), answers(THE_COOK, HIS)
    names = ("mitkov(preset=2001)", "mitkov(preset=1998;terms=a b/c)", "a(b=1)", "a(b=1/)")
    write(tmp_path / "out", **dict(zip(names, (unsolved, right, unsolved, right), strict=True)))

    mitkov = ["mitkov-preset-1998-terms-a-b-c.jsonl", "mitkov-preset-2001.jsonl"]
    assert listed(tmp_path / "out") == ["a-b-1-2.jsonl", "a-b-1.jsonl", *mitkov]
    assert chains(tmp_path / "out" / "a-b-1.jsonl") == []


def test_when_a_later_document_fails_nothing_is_left(tmp_path: Path) -> None:
    with pytest.raises(FormatError, match="broken"), write_responses(tmp_path / "out") as each:  # noqa: PT012
        each(TEXT, {"a": spans_of(TEXT, link(TEXT, answers(None, None)))})
        raise FormatError("corpus", 1, "broken", "Mend it.")

    assert listed(tmp_path) == []


def test_a_place_that_can_be_no_folder_is_told_before_the_work(tmp_path: Path) -> None:
    (tmp_path / "out").write_text("")
    for place, code in ((tmp_path / "out", "not-a-folder"), (tmp_path / "absent" / "out", "bad-input")):
        with raises(code):
            write(place, a=answers(None, None))


def test_a_discontinuous_mention_cannot_be_written(tmp_path: Path) -> None:
    """The perfect mentions "The ... saw", which only a corpus can give, and "his"."""
    layers = Layers(mentions=(Span(0, 3, ((1, 2),)), Span(3, 4)), non_anaphoric=frozenset())
    text = prepare(*annotated(COOK), layers=layers)
    with raises("inexpressible"), write_responses(tmp_path / "out") as each:
        each(text, {"a": spans_of(text, link(text, answers(0)))})

    assert listed(tmp_path) == []
