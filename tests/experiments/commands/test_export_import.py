"""Systems outside: exported, predicted, imported, and in one table with the resolvers."""

import json
from collections import Counter
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from anaphora.experiments.commands.coref import run_coreference
from anaphora.experiments.commands.export.export import export_corpus
from anaphora.experiments.commands.import_ import import_
from anaphora.experiments.run.configuration import configure
from anaphora.experiments.run.documents import BUNDLED
from anaphora.resolvers.chains import recorded
from anaphora.resolvers.specs import build_resolvers
from anaphora.workbench.errors import FormatError, OptionError, WorkbenchError
from anaphora.workbench.external.records import (
    PREDICTIONS,
    Answer,
    CandidateRecord,
    Input,
    Prediction,
    System,
    read_records,
    to_line,
)
from anaphora.workbench.results.table import plain
from tests.experiments.commands.conftest import RECORDED
from tests.experiments.conftest import Run, small_corpus
from tests.refused import raises

SEE_LIDS = """# newdoc id = d
# global.Entity = eid-etype-head-other
1 The the DET DT _ 2 det _ Entity=(e1-object-2-
2 lids lid NOUN NNS Number=Plur 3 nsubj _ Entity=e1)
3 covered cover VERB VBD _ 0 root _ _
4 the the DET DT _ 5 det _ _
5 trays tray NOUN NNS Number=Plur 3 obj _ _
6 . . PUNCT . _ 3 punct _ _

1 It it PRON PRP _ 2 nsubj _ _
2 broke break VERB VBD _ 0 root _ _
3 . . PUNCT . _ 2 punct _ _
"""
NEWS, HOW_TO = BUNDLED / "news.conllu", BUNDLED / "how_to.conllu"
SYSTEM = System("s2e", "1.0", training_data=("OntoNotes 5.0",))
GOLD = ("annotation",)


def exported(file: Path, *corpus: Path, perfect: tuple[str, ...] = GOLD) -> Path:
    """The input of a system: mentions and questions on the key's trees."""
    export_corpus(corpus or (NEWS,), file, configure(perfect=perfect), mentions=True, questions=True)
    return file


@pytest.fixture(scope="module")
def given(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return exported(tmp_path_factory.mktemp("exported") / "input.jsonl")


@pytest.fixture(scope="module")
def two(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return exported(tmp_path_factory.mktemp("two") / "input.jsonl", NEWS, HOW_TO)


def inputs(file: Path) -> list[Input]:
    return [record for _, _, record in read_records(file, Input)]


def predictions(folder: Path, lines: Iterable[Prediction]) -> Path:
    file = folder / "predictions.jsonl"
    file.write_text("".join(map(to_line, lines)))
    return file


def line_for(document: Input, **fields: Any) -> Prediction:
    return Prediction(PREDICTIONS, document.doc_id, document.text_sha256, SYSTEM, **fields)


def all_in_one(document: Input) -> Prediction:
    """All mentions of the input in one cluster: a bad system, but a complete one."""
    return line_for(document, unit="token", end="exclusive", clusters=(document.mentions,))


def repeated(document: Input) -> Prediction:
    """One mention, twice in its cluster."""
    return replace(all_in_one(document), clusters=((document.mentions or ())[:1] * 2,))


@pytest.fixture
def answers(given: Path, tmp_path: Path) -> Path:
    """The imported predictions of the bad system."""
    import_(given, predictions(tmp_path, map(all_in_one, inputs(given))), tmp_path / "recorded.jsonl")
    return tmp_path / "recorded.jsonl"


def scored(*names: str, corpus: Path = NEWS, perfect: tuple[str, ...] = GOLD) -> Any:
    """The figures of resolvers of any kind on a corpus."""
    settings = configure(names, singletons="auto", resamples=0, perfect=perfect)
    return plain(run_coreference([corpus], settings).as_json())


def test_an_export_has_text_tokens_sentences_and_no_key(given: Path) -> None:
    [document] = inputs(given)
    tokens = range(len(document.tokens))
    words = [document.text[at : at + len(word)] for at, word in zip(document.starts, document.tokens, strict=True)]

    assert words == list(document.tokens)
    assert [token for start, end in document.sentences for token in range(start, end)] == list(tokens)
    assert document.mentions
    assert document.questions
    for question in document.questions:
        assert {question.anaphor, *question.candidates} <= {*document.mentions}
        assert all(candidate < question.anaphor for candidate in question.candidates)
    assert "cluster" not in to_line(document)
    assert "chain" not in to_line(document)


def test_mentions_and_questions_are_there_only_if_they_were_asked_for(anaphora: Run, tmp_path: Path) -> None:
    file = tmp_path / "input.jsonl"
    arguments = ("export", NEWS, "--perfect", "annotation", "--output", file, "--json", "-")
    bare = anaphora(*arguments).json
    [without] = inputs(file)
    full = anaphora(*arguments, "--mentions").json
    [document] = inputs(file)

    assert (without.mentions, without.questions, document.questions) == (None, None, None)
    assert (bare["documents"], bare["tokens"], bare["mentions"]) == (1, len(without.tokens), 0)
    assert full["mentions"] == len(document.mentions or ()) > 0


def test_texts_of_other_languages_have_the_sentences_of_their_corpus_and_no_mentions(tmp_path: Path) -> None:
    """And a document without words is exported."""
    empty, corpus = tmp_path / "empty.jsonl", tmp_path / "fr.conll"
    empty.write_text('{"doc_key": "d", "tokens": [], "clusters": []}\n')
    corpus.write_text("#begin document (d)\nEve (1)\ndort -\n\nElle (1)\nrêve -\n#end document\n", "utf8")
    result = export_corpus([corpus], tmp_path / "input.jsonl", configure(language="fr"))
    [document] = inputs(tmp_path / "input.jsonl")

    assert (result.documents, result.tokens) == (1, 4)
    assert (document.tokens, document.sentences) == (("Eve", "dort", "Elle", "rêve"), ((0, 2), (2, 4)))
    with raises("not-english"):
        export_corpus([corpus], tmp_path / "input.jsonl", configure(language="fr"), mentions=True)
    [without] = inputs(exported(tmp_path / "input.jsonl", empty, perfect=()))
    assert (without.tokens, without.sentences, without.mentions) == ((), (), ())


def test_a_mention_has_the_record_that_resolvers_read(tmp_path: Path) -> None:
    """Lemma, part of speech, function, sentence, and the verb above, of the three mentions of two sentences."""
    corpus = small_corpus(tmp_path, SEE_LIDS)
    [document], [of_key] = (
        inputs(exported(tmp_path / "input.jsonl", corpus, perfect=layers)) for layers in (GOLD, (*GOLD, "mentions"))
    )

    assert document.records == (
        CandidateRecord((0, 2), 1, "lid", "NOUN", "subject", 0, 2, "cover"),
        CandidateRecord((3, 5), 4, "tray", "NOUN", "object", 0, 2, "cover"),
        CandidateRecord((6, 7), 6, "it", "PRON", "subject", 1, 7, "break"),
    )
    assert document.mentions == tuple(record.span for record in document.records)
    assert of_key.mentions == ((0, 2),)
    assert of_key.text_sha256 == document.text_sha256


def test_a_chain_resolver_recorded_scores_as_it_does_itself(given: Path, tmp_path: Path) -> None:
    made: dict[str, Any] = {}
    settings = configure(("mention_pair",), singletons="auto", resamples=0, perfect=GOLD)
    direct = run_coreference([NEWS], settings, write=lambda prepared, chains: made.update(chains))
    [document] = inputs(given)
    chains = (chain for chain in made["mention_pair"] if len(chain) > 1)
    clusters = tuple(tuple((span.start, span.end - 1) for span in chain) for chain in chains)
    answers = tmp_path / "recorded.jsonl"
    import_(
        given, predictions(tmp_path, [line_for(document, unit="token", end="inclusive", clusters=clusters)]), answers
    )

    [ours] = plain(direct.as_json())["resolvers"].values()
    [again] = scored(f"recorded(file={answers})")["resolvers"].values()
    assert ours["success_rate"] == again["success_rate"]
    assert ours["measures"] == again["measures"]


def test_recorded_output_stands_in_one_table_with_resolvers_of_every_kind(
    anaphora: Run, given: Path, tmp_path: Path
) -> None:
    answers = tmp_path / "recorded.jsonl"
    lines = predictions(tmp_path, map(all_in_one, inputs(given)))
    assert anaphora("import", given, lines, "--output", answers).code == 0

    name = f"recorded(file={answers})"
    common = (NEWS, "--perfect", "annotation", "--resolvers", f"mars,mention_pair,{name}", "--json", "-")
    table = anaphora("coref", *common, "--resamples", "0").json
    compared = anaphora("compare", *common).json
    system = table["resolvers"][name]
    assert list(table["resolvers"]) == ["mars", "mention_pair", name]
    assert system["entities"] == 1
    assert compared["resolvers"][name]["success_rate"]["right"] == system["success_rate"]["right"] > 0


def test_on_the_keys_mentions_a_system_outside_is_scored_on_these(answers: Path) -> None:
    name = f"recorded(file={answers})"
    own, on_key = (scored(name, "one_entity", perfect=(*GOLD, *more))["resolvers"] for more in ((), ("mentions",)))

    assert own[name]["measures"] == own["one_entity"]["measures"]
    assert on_key[name]["measures"]["ceaf_m"]["recall"] == on_key[name]["measures"]["ceaf_m"]["precision"]


def test_answers_of_a_language_model_are_decisions(given: Path, tmp_path: Path) -> None:
    """It names the most recent candidate each time."""
    [document] = inputs(given)
    asked = document.questions or ()
    ends = [start + len(token) for start, token in zip(document.starts, document.tokens, strict=True)]
    words = {span: document.text[document.starts[span[0]] : ends[span[1] - 1]] for span in document.mentions or ()}
    latest = [words[question.candidates[-1]] if question.candidates else "none" for question in asked]
    line = line_for(document, answers=tuple(Answer(number, text) for number, text in enumerate(latest)))
    result = import_(given, predictions(tmp_path, [line]), tmp_path / "recorded.jsonl")
    found = scored(f"recorded(file={tmp_path / 'recorded.jsonl'})", "most_recent")["resolvers"].values()
    answered, recent = (system["success_rate"] for system in found)

    assert result.found["links"] == len(asked) > 0
    assert result.found["none"] == latest.count("none")
    assert answered == recent


def test_dropped_documents_are_refused_by_name_or_count_as_empty(given: Path, two: Path, tmp_path: Path) -> None:
    answers = tmp_path / "recorded.jsonl"
    [document] = inputs(given)
    nothing = predictions(tmp_path, [line_for(document, dropped="4,200 subtokens, at most 4,096")])

    with raises("no-predictions"):
        import_(given, nothing, answers)
    assert not answers.exists()
    assert import_(given, nothing, answers, dropped="empty").dropped == {"news": "4,200 subtokens, at most 4,096"}
    found = scored(f"recorded(file={answers})")
    [system] = found["resolvers"].values()
    assert (system["entities"], system["success_rate"]["right"]) == (0, 0)
    assert "'news'" in found["warnings"][-1]
    with pytest.raises(OptionError):
        import_(given, nothing, answers, dropped="maybe")
    with raises("no-predictions"):  # a document without a line was dropped, too
        import_(two, predictions(tmp_path, map(all_in_one, inputs(two)[1:])), answers)
    import_(two, predictions(tmp_path, map(all_in_one, inputs(two)[::-1])), answers)  # in another order
    assert [json.loads(line)["doc_id"] for line in answers.read_text().splitlines()] == ["how_to", "news"]


def test_bad_predictions_leave_no_output(given: Path, two: Path, tmp_path: Path) -> None:
    [document] = inputs(given)
    first, second = map(all_in_one, inputs(two))
    answers = tmp_path / "recorded.jsonl"
    bad = (
        ("unknown-document", given, [replace(all_in_one(document), doc_id="weather")], 1),
        ("repaired", given, [repeated(document)], 1),
        ("other-system", two, [first, replace(second, system=System("coreferee"))], 2),
    )

    for code, made_from, lines, number in bad:
        file = predictions(tmp_path, lines)
        with pytest.raises(FormatError) as caught:
            import_(made_from, file, answers, strict=True)
        assert (caught.value.code, caught.value.path, caught.value.line) == (code, str(file), number)
    with pytest.raises(FormatError) as caught:  # the wrong order
        import_(file, given, answers)
    assert (caught.value.path, caught.value.line) == (str(file), 1)
    assert [path.name for path in tmp_path.iterdir()] == ["predictions.jsonl"]


def test_what_was_mended_is_told(anaphora: Run, given: Path, tmp_path: Path) -> None:
    [document] = inputs(given)
    arguments = ("import", given, predictions(tmp_path, [repeated(document)]), "--output", tmp_path / "out")
    figures = anaphora(*arguments, "--json", "-").json

    assert figures["repairs"]["repeated"] == 1
    assert figures["facts"]["single"] == figures["facts"]["mentions"] == 1
    assert figures["facts"]["unmatched"] == len(document.mentions or ()) - 1


def test_predictions_that_were_not_imported_or_are_of_another_text_are_refused(
    given: Path, answers: Path, tmp_path: Path
) -> None:
    other = tmp_path / "news.conllu"
    other.write_text(NEWS.read_text().replace("the", "teh"))
    lines = predictions(tmp_path, map(all_in_one, inputs(given)))

    for name in (f"recorded(file={lines})", "recorded", "recorded(file=)"):
        with pytest.raises(OptionError):
            build_resolvers([name], 0)
    for name in ("recorded(file=nowhere.jsonl)", f"recorded(file={given})"):
        with pytest.raises(FormatError):
            build_resolvers([name], 0)
    for corpus in (HOW_TO, other):
        with pytest.raises(WorkbenchError):
            scored(f"recorded(file={answers})", corpus=corpus)


def test_what_is_read_is_not_written_over(anaphora: Run, given: Path, tmp_path: Path) -> None:
    corpus = tmp_path / "news.conllu"
    corpus.write_bytes(NEWS.read_bytes())
    lines = predictions(tmp_path, map(all_in_one, inputs(given)))
    before = {file: file.read_bytes() for file in (corpus, given, lines)}

    for command in (
        ("export", corpus, "--output", corpus),
        ("export", corpus, "--output", corpus, "--choices", "4"),
        ("ask", corpus, "--output", corpus),
        ("import", given, lines, "--output", given),
        ("import", given, lines, "--output", lines),
    ):
        assert anaphora(*command).code == 2
    assert {file: file.read_bytes() for file in before} == before


def test_a_script_is_copied_beside_the_export_and_never_over_a_changed_one(anaphora: Run, tmp_path: Path) -> None:
    asked = ("export", NEWS, "--perfect", "annotation", "--output", tmp_path / "in.jsonl", "--for", "spacy")
    script = tmp_path / "run_system.py"

    assert anaphora("export", tmp_path / "nowhere", *asked[2:]).code == 1
    assert list(tmp_path.iterdir()) == [], "nothing is copied where nothing was exported"
    assert "run_system.py spacy" in anaphora(*asked).err
    assert script.read_text().startswith("# /// script")
    script.write_text("mine")
    assert "run_system.py differs" in anaphora(*asked).err
    assert script.read_text() == "mine"
    assert anaphora(*asked[:-1], "spacyy").code == 2


def test_a_system_that_names_the_corpus_among_its_training_data_is_warned_of(tmp_path: Path) -> None:
    corpus, answers = tmp_path / "gum.conllu", tmp_path / "recorded.jsonl"
    corpus.write_text(NEWS.read_text().replace("# newdoc id = news", "# newdoc id = GUM_news_flood"))
    file = exported(tmp_path / "input.jsonl", corpus)
    trained = replace(SYSTEM, training_data=("CorefUD 1.3",))
    import_(file, predictions(tmp_path, [replace(all_in_one(line), system=trained) for line in inputs(file)]), answers)
    warning = scored(f"recorded(file={answers})", corpus=corpus)["warnings"][-1]

    assert "CorefUD 1.3" in warning
    assert "GUM" in warning


FACTS = {
    "fastcoref": {"links": 26, "none": 4, "clusters": 4},
    "maverick": {"mentions": 20, "off_list": 0},
    "stanza": {"single": 4, "off_list": 1},
    "spacy": {"mentions": 10, "off_list": 2},
    "coreferee": {"shared": 1, "single": 1},
    "llm_document": {"edits": 21, "off_list": 1, "invented": 0},
    "llm_questions": {"links": 7, "none": 1, "unmatched_answers": 0, "unanswered": 0},
}
"""What is counted in the recorded output of each script; the README of the folder tells what was put there."""


def test_what_each_script_wrote_is_imported_with_what_is_odd_counted(tmp_path: Path) -> None:
    """An import is read by the resolver, and by the import again."""
    first, second, recording = tmp_path / "first.jsonl", tmp_path / "second.jsonl", RECORDED / "input.jsonl"
    outputs = {file.stem for file in RECORDED.glob("*.jsonl")} - {"input", "answers"}
    found: dict[str, Counter[str]] = {}
    for name in outputs:
        found[name] = Counter(import_(recording, RECORDED / f"{name}.jsonl", first).found)
        import_(recording, first, second)
        assert first.read_text() == second.read_text()
        assert recorded.build(file=str(first)).card is not None
        lines = [json.loads(line) for line in first.read_text().splitlines()]
        assert {line["doc_id"] for line in lines} == {document.doc_id for document in inputs(recording)}

    assert {name: {fact: found[name][fact] for fact in FACTS.get(name, ())} for name in outputs} == FACTS
