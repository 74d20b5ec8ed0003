"""Systems outside: exported, predicted, imported, and in one table with the resolvers."""

import json
from collections.abc import Callable, Iterable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from anaphora.experiments.comparison.coref import coreference
from anaphora.experiments.setup.configuration import configure
from anaphora.experiments.setup.documents import BUNDLED
from anaphora.experiments.systems.export import export
from anaphora.experiments.systems.import_ import import_
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
from anaphora.workbench.results.table import to_json
from tests.experiments.conftest import small_corpus
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
NEWS = BUNDLED / "news.conllu"
SYSTEM = System("s2e", "1.0", training_data=("OntoNotes 5.0",))


def inputs(file: Path) -> list[Input]:
    return [record for _, _, record in read_records(file, Input)]


def exported(folder: Path, **asked: Any) -> Path:
    export([NEWS], folder / "input.jsonl", configure(**asked), mentions=True, questions=True)
    return folder / "input.jsonl"


def predictions(folder: Path, lines: Iterable[Prediction]) -> Path:
    file = folder / "predictions.jsonl"
    file.write_text("".join(map(to_line, lines)))
    return file


def line_for(given: Input, **fields: Any) -> Prediction:
    return Prediction(PREDICTIONS, given.doc_id, given.text_sha256, SYSTEM, **fields)


def all_in_one(given: Input) -> Prediction:
    """All mentions of the input in one cluster: a bad system, but one."""
    return line_for(given, unit="token", end="exclusive", clusters=(given.mentions,))


def scored(*names: str, corpus: Path = NEWS, **asked: Any) -> Any:
    """The figures of resolvers of any kind on a corpus."""
    return to_json(coreference([corpus], configure(names, singletons="auto", resamples=0, **asked)).tables())


def test_an_export_has_text_tokens_sentences_and_no_key(tmp_path: Path) -> None:
    for document in inputs(exported(tmp_path)):
        cut = [document.text[at : at + len(word)] for at, word in zip(document.starts, document.tokens, strict=True)]
        assert cut == list(document.tokens)
        assert [at for start, end in document.sentences for at in range(start, end)] == list(
            range(len(document.tokens))
        )
        assert document.mentions
        for question in document.questions or ():
            assert question.anaphor in document.mentions
            assert set(question.candidates) <= set(document.mentions)
            assert all(candidate < question.anaphor for candidate in question.candidates)
        assert "cluster" not in to_line(document)
        assert "chain" not in to_line(document)


def test_texts_of_other_languages_have_the_sentences_of_their_corpus_and_no_mentions(tmp_path: Path) -> None:
    corpus = tmp_path / "fr.conll"
    corpus.write_text("#begin document (d)\nEve (1)\ndort -\n\nElle (1)\nrêve -\n#end document\n", "utf8")
    result = export([corpus], tmp_path / "input.jsonl", configure(language="fr"))
    [given] = inputs(tmp_path / "input.jsonl")

    assert (result.documents, result.tokens) == (1, 4)
    assert (given.tokens, given.sentences) == (("Eve", "dort", "Elle", "rêve"), ((0, 2), (2, 4)))
    with raises("not-english"):
        export([corpus], tmp_path / "input.jsonl", configure(language="fr"), mentions=True)


def test_mentions_and_questions_are_there_only_if_they_were_asked_for(tmp_path: Path) -> None:
    result = export([NEWS], tmp_path / "input.jsonl", configure())

    [document] = inputs(tmp_path / "input.jsonl")
    assert (document.mentions, document.questions) == (None, None)
    assert (result.documents, result.mentions) == (1, 0)
    assert result.tokens == len(document.tokens)


def test_a_mention_has_the_record_that_resolvers_read(tmp_path: Path) -> None:
    """Lemma, part of speech, function, sentence, and the verb above, of the three mentions of two sentences."""
    place = small_corpus(tmp_path, SEE_LIDS)
    export([place], tmp_path / "input.jsonl", configure(perfect=("annotation",)), mentions=True)

    (document,) = inputs(tmp_path / "input.jsonl")

    assert document.mentions == tuple(record.span for record in document.records or ())
    assert document.records == (
        CandidateRecord((0, 2), 1, "lid", "NOUN", "subject", 0, 2, "cover"),
        CandidateRecord((3, 5), 4, "tray", "NOUN", "object", 0, 2, "cover"),
        CandidateRecord((6, 7), 6, "it", "PRON", "subject", 1, 7, "break"),
    )


def test_with_perfect_mentions_the_mentions_of_the_key_are_given(tmp_path: Path) -> None:
    (tmp_path / "perfect").mkdir()
    [automatic], [perfect] = inputs(exported(tmp_path)), inputs(exported(tmp_path / "perfect", perfect=("mentions",)))

    assert automatic.mentions != perfect.mentions
    assert automatic.text_sha256 == perfect.text_sha256


def test_a_chain_resolver_recorded_scores_as_it_does_itself(tmp_path: Path) -> None:
    given = exported(tmp_path)
    made: dict[str, Any] = {}

    def keep(prepared: Any, chains: Any) -> None:
        made[prepared.document.id] = chains["mention_pair"]

    direct = to_json(
        coreference([NEWS], configure(("mention_pair",), singletons="auto", resamples=0), observe=keep).tables()
    )
    lines = [
        line_for(
            document,
            unit="token",
            end="inclusive",
            clusters=tuple(
                tuple((span.start, span.end - 1) for span in chain) for chain in made[document.doc_id] if len(chain) > 1
            ),
        )
        for document in inputs(given)
    ]
    recorded = tmp_path / "recorded.jsonl"
    import_(given, predictions(tmp_path, lines), recorded)

    [ours], [theirs] = (found["resolvers"].values() for found in (direct, scored(f"recorded(file={recorded})")))
    assert ours["success_rate"] == theirs["success_rate"]
    assert ours["measures"] == theirs["measures"]


def test_recorded_output_stands_in_one_table_with_resolvers_of_every_kind(
    anaphora: Callable[..., Any], tmp_path: Path
) -> None:
    given, recorded = exported(tmp_path), tmp_path / "recorded.jsonl"
    predicted = predictions(tmp_path, map(all_in_one, inputs(given)))
    assert anaphora("import", given, predicted, "--output", recorded).code == 0

    names = f"mars,cogniac,mention_pair,recorded(file={recorded})"
    table = anaphora("coref", NEWS, "--resolvers", names, "--resamples", "0", "--json", "-")
    assert table.code == 0, table.err
    assert list(table.json["resolvers"]) == names.split(",")
    last = table.json["resolvers"][f"recorded(file={recorded})"]
    assert last["entities"] == 1
    assert last["success_rate"]["right"] > 0
    compared = anaphora("compare", NEWS, "--resolvers", names, "--json", "-")
    assert compared.json["resolvers"][f"recorded(file={recorded})"]["success_rate"] == last["success_rate"]


def test_on_the_keys_mentions_a_system_outside_is_scored_on_these(tmp_path: Path) -> None:
    given, recorded = exported(tmp_path), tmp_path / "recorded.jsonl"
    import_(given, predictions(tmp_path, map(all_in_one, inputs(given))), recorded)
    name = f"recorded(file={recorded})"

    own, on_given = (scored(name, "one_entity", perfect=perfect)["resolvers"] for perfect in ((), ("mentions",)))
    assert own[name]["measures"] == own["one_entity"]["measures"]
    assert on_given[name]["measures"]["ceaf_m"]["recall"] == on_given[name]["measures"]["ceaf_m"]["precision"]


def test_answers_of_a_language_model_are_decisions(tmp_path: Path) -> None:
    given, recorded = exported(tmp_path), tmp_path / "recorded.jsonl"
    [document] = inputs(given)
    questions = document.questions or ()
    ends = [start + len(token) for start, token in zip(document.starts, document.tokens, strict=True)]
    words = {it: document.text[document.starts[it[0]] : ends[it[1] - 1]] for it in document.mentions or ()}
    said = [Answer(at, words[it.candidates[-1]] if it.candidates else "none") for at, it in enumerate(questions)]
    result = import_(given, predictions(tmp_path, [line_for(document, answers=tuple(said))]), recorded)

    assert result.found["links"] == len(questions) > 0
    assert result.found["none"] == sum(not it.candidates for it in questions)
    found = scored(f"recorded(file={recorded})", "most_recent")
    answered, recent = (it["success_rate"] for it in found["resolvers"].values())
    assert answered == recent, "it named the most recent each time"


def test_dropped_documents_are_refused_by_name_or_count_as_empty(tmp_path: Path) -> None:
    given, recorded = exported(tmp_path), tmp_path / "recorded.jsonl"
    [document] = inputs(given)
    nothing = predictions(tmp_path, [line_for(document, dropped="4,200 subtokens, at most 4,096")])

    with pytest.raises(WorkbenchError) as caught:
        import_(given, nothing, recorded)
    assert caught.value.code == "no-predictions"
    assert not recorded.exists()
    assert import_(given, nothing, recorded, dropped="empty").dropped == {"news": "4,200 subtokens, at most 4,096"}
    found = scored(f"recorded(file={recorded})")
    [system] = found["resolvers"].values()
    assert (system["entities"], system["success_rate"]["right"]) == (0, 0)
    assert found["warnings"][-1].endswith("no predictions of 'news', where every anaphor counts as unresolved.")
    with pytest.raises(OptionError):
        import_(given, nothing, recorded, dropped="maybe")


def test_a_document_without_a_line_was_dropped_too(tmp_path: Path) -> None:
    export([NEWS, BUNDLED / "how_to.conllu"], tmp_path / "input.jsonl", configure(), mentions=True)
    given = tmp_path / "input.jsonl"
    lines = predictions(tmp_path, map(all_in_one, inputs(given)[1:]))

    with pytest.raises(WorkbenchError) as caught:
        import_(given, lines, tmp_path / "recorded.jsonl")
    assert caught.value.code == "no-predictions"


def test_lines_in_another_order_find_their_documents(tmp_path: Path) -> None:
    export([NEWS, BUNDLED / "how_to.conllu"], tmp_path / "input.jsonl", configure(), mentions=True)
    given = tmp_path / "input.jsonl"
    for order in (1, -1):
        lines = predictions(tmp_path, [all_in_one(it) for it in inputs(given)[::order]])
        import_(given, lines, tmp_path / f"recorded{order}.jsonl")

    forwards, backwards = ((tmp_path / f"recorded{order}.jsonl").read_text().splitlines() for order in (1, -1))
    assert sorted(forwards) == sorted(backwards)
    assert forwards != backwards


def test_bad_predictions_leave_no_output(tmp_path: Path) -> None:
    given, recorded = exported(tmp_path), tmp_path / "recorded.jsonl"
    [document] = inputs(given)
    repeated = replace(all_in_one(document), clusters=((document.mentions or ())[:1] * 2,))
    unknown = replace(all_in_one(document), doc_id="weather")
    for line, code, strict in ((unknown, "unknown-document", False), (repeated, "repaired", True)):
        with pytest.raises(FormatError) as caught:
            import_(given, predictions(tmp_path, [line]), recorded, strict=strict)
        assert (caught.value.line, caught.value.code) == (1, code)
    assert {file.name for file in tmp_path.iterdir()} == {"input.jsonl", "predictions.jsonl"}


def test_what_was_mended_is_told(anaphora: Callable[..., Any], tmp_path: Path) -> None:
    given = exported(tmp_path)
    [document] = inputs(given)
    repeated = replace(all_in_one(document), clusters=((document.mentions or ())[:1] * 2,))
    told = anaphora("import", given, predictions(tmp_path, [repeated]), "--output", tmp_path / "out", "--json", "-")

    assert told.json["repairs"]["repeated"] == 1
    assert told.json["facts"]["single"] == told.json["facts"]["mentions"] == 1
    assert told.json["facts"]["unmatched"] == len(document.mentions or ()) - 1
    shown = anaphora("import", given, predictions(tmp_path, [repeated]), "--output", tmp_path / "out").out
    assert "mentions repeated in their cluster (the first counts)" in shown


def test_predictions_that_were_not_imported_are_refused(tmp_path: Path) -> None:
    lines = predictions(tmp_path, map(all_in_one, inputs(exported(tmp_path))))

    for name in (f"recorded(file={lines})", "recorded", "recorded(file=)"):
        with pytest.raises(OptionError):
            build_resolvers([name], 0)
    for name in ("recorded(file=nowhere.jsonl)", f"recorded(file={tmp_path / 'input.jsonl'})"):
        with pytest.raises(FormatError):
            build_resolvers([name], 0)


def test_predictions_of_other_documents_or_another_text_are_refused(tmp_path: Path) -> None:
    given, recorded = exported(tmp_path), tmp_path / "recorded.jsonl"
    import_(given, predictions(tmp_path, map(all_in_one, inputs(given))), recorded)
    settings = configure((f"recorded(file={recorded})",), singletons="auto", resamples=0)

    with pytest.raises(WorkbenchError):
        coreference([BUNDLED / "how_to.conllu"], settings)
    other = tmp_path / "news.conllu"
    other.write_text(NEWS.read_text().replace("the", "teh"))
    with pytest.raises(WorkbenchError):
        coreference([other], settings)


def test_what_is_read_is_not_written_over(anaphora: Callable[..., Any], tmp_path: Path) -> None:
    corpus, given = tmp_path / "news.conllu", exported(tmp_path)
    corpus.write_bytes(NEWS.read_bytes())
    lines = predictions(tmp_path, map(all_in_one, inputs(given)))
    before = {file: file.read_bytes() for file in (corpus, given, lines)}

    for command in (
        ("export", tmp_path / "news.conllu", "--output", corpus),
        ("import", given, lines, "--output", given),
        ("import", given, lines, "--output", lines),
    ):
        assert anaphora(*command).code == 2
    assert {file: file.read_bytes() for file in before} == before


def test_files_in_the_wrong_order_are_recognised(tmp_path: Path) -> None:
    given = exported(tmp_path)
    lines = predictions(tmp_path, map(all_in_one, inputs(given)))
    with pytest.raises(FormatError) as caught:
        import_(lines, given, tmp_path / "out")

    assert (caught.value.path, caught.value.line) == (str(lines), 1)


def test_predictions_of_two_systems_are_refused(tmp_path: Path) -> None:
    export([NEWS, BUNDLED / "how_to.conllu"], tmp_path / "input.jsonl", configure(), mentions=True)
    one, other = map(all_in_one, inputs(tmp_path / "input.jsonl"))
    mixed = predictions(tmp_path, [one, replace(other, system=System("coreferee"))])

    with pytest.raises(FormatError) as caught:
        import_(tmp_path / "input.jsonl", mixed, tmp_path / "recorded.jsonl")
    assert (caught.value.path, caught.value.line) == (str(mixed), 2)


def test_a_document_without_words_is_exported(tmp_path: Path) -> None:
    (tmp_path / "empty.jsonl").write_text('{"doc_key": "d", "tokens": [], "clusters": []}\n')
    export([tmp_path / "empty.jsonl"], tmp_path / "input.jsonl", configure(), mentions=True, questions=True)

    [document] = inputs(tmp_path / "input.jsonl")
    assert (document.tokens, document.sentences, document.mentions) == ((), (), ())


def test_a_script_is_copied_beside_the_export_and_never_over_a_changed_one(
    anaphora: Callable[..., Any], tmp_path: Path
) -> None:
    asked = ("export", NEWS, "--output", tmp_path / "in.jsonl", "--for", "spacy")
    assert anaphora("export", tmp_path / "nowhere", *asked[2:]).code == 1
    assert list(tmp_path.iterdir()) == [], "nothing is copied where nothing was exported"
    assert anaphora(*asked).code == 0
    assert (tmp_path / "run_spacy.py").read_text().startswith("# /// script")
    (tmp_path / "run_spacy.py").write_text("mine")
    assert "run_spacy.py" in anaphora(*asked).err
    assert (tmp_path / "run_spacy.py").read_text() == "mine"
    assert anaphora(*asked[:-1], "spacyy").code == 2


def test_a_system_that_names_the_corpus_among_its_training_data_is_warned_of(tmp_path: Path) -> None:
    text = NEWS.read_text().replace("# newdoc id = news", "# newdoc id = GUM_news_flood")
    (tmp_path / "gum.conllu").write_text(text)
    given, recorded = tmp_path / "input.jsonl", tmp_path / "recorded.jsonl"
    export([tmp_path / "gum.conllu"], given, configure(), mentions=True)
    lines = [replace(all_in_one(it), system=replace(SYSTEM, training_data=("CorefUD 1.3",))) for it in inputs(given)]
    import_(given, predictions(tmp_path, lines), recorded)
    warning = scored(f"recorded(file={recorded})", corpus=tmp_path / "gum.conllu")["warnings"][-1]

    assert "names CorefUD 1.3 as training data, and the only document looks like GUM" in warning


def test_json_lists_what_was_written(anaphora: Callable[..., Any], tmp_path: Path) -> None:
    made = anaphora("export", NEWS, "--output", tmp_path / "in.jsonl", "--mentions", "--json", "-")

    assert made.code == 0, made.err
    assert made.json["documents"] == 1
    assert made.json["mentions"] == len(inputs(tmp_path / "in.jsonl")[0].mentions or ())
    assert json.loads((tmp_path / "in.jsonl").read_text())["doc_id"] == "news"
