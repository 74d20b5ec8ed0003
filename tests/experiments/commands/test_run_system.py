"""The script that runs systems: it stands alone, leaves no half predictions, and writes what each system gives.

The systems are stand-ins that give objects in the shapes of the installed packages.
"""

import ast
import json
import os
import re
import sys
from argparse import Namespace
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import numpy as np
import pytest
import spacy
from spacy.language import Language
from spacy.tokens import Doc

from anaphora.experiments.commands.export import run_system
from anaphora.experiments.commands.export.run_system import SYSTEMS, Adapter
from tests.experiments.commands.conftest import Line, Run, lines_of


def test_the_script_needs_nothing_but_the_packages_of_a_system_which_are_pinned() -> None:
    """The older Pythons of the systems can read the code, and the folder tells about every system."""
    brought = {"spacy", "spacy_experimental", "thinc"}  # by spacy-experimental
    script = Path(run_system.__file__)
    tree = ast.parse(script.read_bytes(), script, feature_version=(3, 10))
    plain = [alias.name for node in ast.walk(tree) if isinstance(node, ast.Import) for alias in node.names]
    sources = [node.module or "" for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)]
    imported = {name.partition(".")[0] for name in (*plain, *sources)} - sys.stdlib_module_names
    needs = [need for system in SYSTEMS.values() for need in system.needs.split()]
    about = (script.parent / "README.md").read_text(encoding="utf-8")

    assert imported - brought <= {need.partition("==")[0].removesuffix("-coref") for need in needs}
    assert [need for need in needs if "==" not in need] == []
    assert [name for name in SYSTEMS if f"| `{name}` |" not in about] == []


def test_an_input_of_another_schema_is_refused_in_one_line(tmp_path: Path, run: Run) -> None:
    for system in SYSTEMS:
        with pytest.raises(SystemExit) as end:
            run(system, [{"doc_key": "nw/1", "sentences": [["She", "left"]]}], "--model", "x")

        assert re.fullmatch(f"{tmp_path}/input.jsonl, line 1: .*'anaphora-workbench/input/1'.*", str(end.value.code))
        assert [path.name for path in tmp_path.iterdir()] == ["input.jsonl"]


def test_what_is_no_input_is_refused(tmp_path: Path) -> None:
    """A line separator inside a text ends no line."""
    path = tmp_path / "input.jsonl"
    for content in (b"", b"She left.\n", b"[]\n", b"\xff"):
        path.write_bytes(content)
        with pytest.raises(SystemExit):
            run_system.read(path)
    document = {"schema": run_system.INPUT, "doc_id": "a", "text": "One\u2028two"}
    path.write_text(json.dumps(document, ensure_ascii=False) + "\n", encoding="utf-8")

    assert run_system.read(path) == [document]


class Arguments(Namespace):
    """The arguments, as far as `run` reads them."""

    def __init__(self, folder: Path) -> None:
        self.input, self.output = folder / "input.jsonl", folder / "predictions.jsonl"
        self.part = folder / "predictions.jsonl.part"
        self.name, self.package = "fake", ""
        self.model, self.model_revision = "m", ""
        self.licence: str | None = None
        self.training_data: str | None = None


Answered = Iterator[tuple[Line, Line]]


def nothing_found(documents: Iterable[Line]) -> Answered:
    for document in documents:
        yield document, {"unit": "token", "end": "exclusive", "clusters": []}


@pytest.fixture
def arguments(tmp_path: Path, inputs: dict[str, Line]) -> Arguments:
    made = Arguments(tmp_path)
    made.input.write_text("".join(json.dumps(line) + "\n" for line in inputs.values()), encoding="utf-8")
    return made


def start(arguments: Arguments, predict: Any) -> list[Line]:
    run_system.run(arguments, Adapter(lambda documents, _: predict(documents), "", {"m": ("MIT", "LitBank", "")}))
    return lines_of(arguments.output)


def test_each_document_gets_a_line_with_its_hash_and_the_system(
    arguments: Arguments, inputs: dict[str, Line], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A system is loaded without the telemetry of the library that fetches its weights."""
    monkeypatch.delenv("HF_HUB_DISABLE_TELEMETRY", raising=False)

    def predict(documents: Iterable[Line]) -> Answered:
        assert os.environ["HF_HUB_DISABLE_TELEMETRY"] == "1"
        return nothing_found(documents)

    lines = start(arguments, predict)

    assert [line["doc_id"] for line in lines] == ["austen", "carroll", "doyle"]
    assert [line["text_sha256"] for line in lines] == [line["text_sha256"] for line in inputs.values()]
    assert lines[0]["schema"] == "anaphora-workbench/predictions/1"
    assert lines[0]["system"] == {
        "name": "fake", "version": "", "model": "m", "model_revision": "", "licence": "MIT",
        "training_data": ["LitBank"], "source": "",
    }  # fmt: skip


def test_own_weights_are_named_by_their_folder_and_described(arguments: Arguments, tmp_path: Path) -> None:
    arguments.model, arguments.licence, arguments.training_data = str(tmp_path), "CC BY 4.0", "GUM ; my letters"

    system = start(arguments, nothing_found)[0]["system"]

    assert (system["model"], system["licence"]) == (tmp_path.name, "CC BY 4.0")
    assert system["training_data"] == ["GUM", "my letters"]


def test_a_document_on_which_a_system_fails_costs_no_other(arguments: Arguments) -> None:
    """Nor one of which it says nothing; a run in which every document is dropped has failed."""

    def predict(document: Line) -> Line:
        if document["doc_id"] == "carroll":
            raise KeyError("model")
        return {"clusters": []}

    lines = start(arguments, lambda documents: run_system.each([*documents][:2], predict))
    dropped = {line["doc_id"]: line.get("dropped") for line in lines}
    arguments.output.unlink()
    with pytest.raises(SystemExit) as end:
        start(arguments, lambda documents: iter([]))

    assert dropped == {"austen": None, "carroll": "KeyError: 'model'", "doyle": "the system gave no result"}
    assert end.value.code == 1
    assert len(lines_of(arguments.output)) == 3


def test_an_interrupted_run_goes_on_where_it_was(arguments: Arguments) -> None:
    asked: list[str] = []

    def predict(documents: Iterable[Line], last: str = "") -> Answered:
        for document, fields in nothing_found(documents):
            asked.append(document["doc_id"])
            if document["doc_id"] == last:
                raise KeyboardInterrupt
            yield document, fields

    with pytest.raises(KeyboardInterrupt):
        start(arguments, lambda documents: predict(documents, last="carroll"))
    assert not arguments.output.exists()
    arguments.part.write_bytes(arguments.part.read_bytes() + b'{"schema": "anaphora-workbench/pred')  # killed there

    lines = start(arguments, predict)

    assert asked == ["austen", "carroll", "carroll", "doyle"]
    assert [line["doc_id"] for line in lines] == ["austen", "carroll", "doyle"]
    assert not arguments.part.exists()


def test_predictions_are_not_overwritten_nor_mixed_with_those_of_another_model(arguments: Arguments) -> None:
    start(arguments, nothing_found)
    before = arguments.output.read_bytes()
    with pytest.raises(SystemExit):
        start(arguments, nothing_found)
    assert arguments.output.read_bytes() == before

    arguments.output.rename(arguments.part)
    arguments.model = "another"
    with pytest.raises(SystemExit):
        start(arguments, nothing_found)
    assert arguments.part.read_bytes() == before


def test_a_system_that_is_not_installed_is_named(arguments: Arguments) -> None:
    arguments.package = "no-such-system"
    with pytest.raises(SystemExit, match="no-such-system"):
        start(arguments, nothing_found)


@pytest.mark.parametrize(
    ("spans", "ids"),
    [
        ([(0, 2), (3, 4)], [(0, 2), (3, 4)]),
        ([None, (0, 2)], [(0, 2)]),
        ([(None, None), (float("nan"), 2.0), (0.0, 2.0)], [(0, 2)]),
        ([(0, 2), [0, 2]], [(0, 2)]),  # two mentions inside one word
        ([(1, (3, 1)), ((3, 1), (3, 1)), (1.5, 2), (1, 2, 3)], []),
    ],
)
def test_spans_that_are_no_pairs_of_numbers_are_left_out(spans: list[Any], ids: list[tuple[int, int]]) -> None:
    assert run_system.ids_of(spans) == ids


def test_a_spacy_doc_has_the_text_tokens_and_sentences_of_the_document(inputs: dict[str, Line]) -> None:
    from spacy.vocab import Vocab

    document = inputs["austen"]
    doc = run_system.doc_of(Vocab(), document)

    assert [token.text for token in doc] == document["tokens"]
    assert doc.text.strip() == document["text"].strip()
    assert [[sentence.start, sentence.end] for sentence in doc.sents] == document["sentences"]


Pair = tuple[int, int]
ALICE = "Alice"
"""The first word of the passage on which each stand-in for a system fails."""


def module(monkeypatch: pytest.MonkeyPatch, name: str, **attributes: Any) -> ModuleType:
    """A stand-in for an installed package."""
    made = ModuleType(name)
    vars(made).update(attributes)
    monkeypatch.setitem(sys.modules, name, made)
    return made


# coreferee 1.5.0: chains of mentions of token indexes, as its annotator leaves them on the Doc


def chained(*chains: list[list[int]]) -> Any:
    made = [SimpleNamespace(mentions=[SimpleNamespace(token_indexes=ids) for ids in chain]) for chain in chains]
    return SimpleNamespace(_=SimpleNamespace(coref_chains=made))


@pytest.mark.parametrize(
    ("chains", "clusters"),
    [
        ((), []),
        (([[1], [21]],), [[(1, 2), (21, 22)]]),
        # Peter and Jane came home. They saw the dog. It was happy: what the real annotator makes of it
        (([[0, 2], [6]], [[9], [11]]), [[(0, 3), (6, 7)], [(9, 10), (11, 12)]]),
        # a member of a coordination, in a chain of its own
        (([[2, 0], [6]], [[0], [8]]), [[(0, 3), (6, 7)], [(0, 1), (8, 9)]]),
    ],
)
def test_mentions_of_coreferee_are_heads_from_the_first_to_the_last(chains: Any, clusters: list[list[Pair]]) -> None:
    fields = run_system.fields_of_coreferee(chained(*chains))

    assert fields["clusters"] == clusters
    assert fields["raw"] == [[sorted(mention) for mention in chain] for chain in chains]
    assert (fields["unit"], fields["end"], fields["mentions"]) == ("token", "exclusive", "heads")


class Annotator:
    """In the place of coreferee's: it fails on Carroll, as the component itself would never tell."""

    def annotate(self, doc: Doc) -> None:
        if doc[0].text == ALICE:
            raise IndexError("list index out of range")
        doc._.coref_chains = chained([[1], [21]])._.coref_chains


class Broker:
    annotator = Annotator()

    def __call__(self, doc: Doc) -> Doc:
        raise AssertionError("the component swallows errors; only its annotator may be called")


def test_what_coreferee_would_swallow_drops_the_document(
    inputs: dict[str, Line], run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(spacy, "load", lambda name: spacy.blank("en"))
    Language.factory("coreferee", func=lambda nlp, name: Broker())
    Doc.set_extension("coref_chains", default=None, force=True)

    lines = run("coreferee", [inputs["carroll"], inputs["austen"]])
    Doc.remove_extension("coref_chains")

    assert lines[0]["dropped"] == "IndexError: list index out of range"
    assert lines[1]["clusters"] == [[[1, 2], [21, 22]]]
    assert "LitBank" in lines[1]["system"]["training_data"]


# fastcoref 2.1.6: results as `CorefModel.predict` gives them


def result(text_idx: int = 0, clusters: Sequence[Sequence[Pair]] = (((1, 2), (23, 23), (46, 46)),)) -> Any:
    """Emma Woodhouse [0, 2], She [21, 22], his [42, 43]; row i holds the scores of i's antecedents, then of none.

    Clusters count pieces of words; `char_map` has None for what lies on the encoder's own signs.
    """
    logits = np.full((3, 4), -10_000.0, dtype=np.float32)
    logits[:, 3] = 0.0
    logits[1, 0] = 2.0
    logits[2, 0], logits[2, 1] = -1.0, 1.0
    spans = {(1, 2): (0, 2), (23, 23): (21, 22), (46, 46): (42, 43)}
    char_map = {**spans, (0, 0): None, (23, 24): (21, 22)}
    return SimpleNamespace(
        get_clusters=lambda as_strings: [[char_map[pieces] for pieces in cluster] for cluster in clusters],
        reverse_char_map={span: (index, pieces) for index, (pieces, span) in enumerate(spans.items())},
        coref_logit=logits,
        text_idx=text_idx,
    )


def test_each_mention_of_fastcoref_has_its_antecedent_with_its_probability_and_the_next_ones() -> None:
    fields = run_system.fields_of_fastcoref(result())
    first, second, third = fields["links"]

    assert (fields["unit"], fields["end"]) == ("token", "exclusive")
    assert fields["clusters"] == [[(0, 2), (21, 22), (42, 43)]]
    assert first == {"anaphor": (0, 2), "antecedent": None, "score": 1.0, "alternatives": []}
    assert (second["antecedent"], second["score"]) == ((0, 2), 0.8808)  # e² / (e² + 1)
    assert (third["antecedent"], third["score"]) == ((21, 22), 0.6652)  # e / (e + 1 + 1/e)
    assert third["alternatives"] == [{"antecedent": None, "score": 0.2447}, {"antecedent": (0, 2), "score": 0.09}]


@pytest.mark.parametrize(
    ("clusters", "expected"),
    [
        ([], []),
        ([((0, 0), (1, 2)), ((0, 0),)], [[(0, 2)]]),  # [0, 0] is a sign of the encoder's own
        ([((1, 2), (23, 23), (23, 24))], [[(0, 2), (21, 22)]]),  # the last two are inside one word
        ([((1, 2), (23, 23)), ((23, 23), (46, 46))], [[(0, 2), (21, 22)], [(21, 22), (42, 43)]]),  # the import judges
    ],
)
def test_clusters_of_fastcoref_are_spans_of_words(clusters: list[tuple[Pair, ...]], expected: list[list[Pair]]) -> None:
    assert run_system.fields_of_fastcoref(result(clusters=clusters))["clusters"] == expected


def test_results_of_fastcoref_are_put_beside_their_documents(inputs: dict[str, Line]) -> None:
    """And a batch that fails is tried one by one."""

    class Model:
        def predict(self, texts: list[list[str]], is_split_into_words: bool) -> list[Any]:
            if any(text[0] == ALICE for text in texts):
                raise RuntimeError("out of memory")
            return [result(place) for place in range(len(texts))]

    class Unordered:
        def predict(self, **_: Any) -> list[Any]:
            return [result(2), result(0, ())]

    batch = list(inputs.values())
    aligned = run_system.predict_batch(Unordered(), batch)
    alone = run_system.predict_batch(Model(), batch)

    assert [document["doc_id"] for document, _ in aligned] == ["austen", "carroll", "doyle"]
    assert [document["doc_id"] for document, _ in alone] == ["austen", "carroll", "doyle"]
    assert [fields.get("clusters") for _, fields in aligned] == [[], None, [[(0, 2), (21, 22), (42, 43)]]]
    assert [fields.get("dropped") for _, fields in alone] == [None, "RuntimeError: out of memory", None]
    assert aligned[1][1]["dropped"]


@pytest.mark.parametrize("architecture", ["fcoref", "lingmess"])
def test_a_run_of_fastcoref_gives_tokens_and_loads_no_spacy(
    architecture: str, inputs: dict[str, Line], run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    calls: list[tuple[Any, ...]] = []

    class Model:
        def __init__(self, name: str, device: str, nlp: None, enable_progress_bar: bool) -> None:
            calls.append((name, device, nlp, enable_progress_bar))

        def predict(self, texts: list[list[str]], is_split_into_words: bool) -> list[Any]:
            calls.append((len(texts), is_split_into_words))
            return [result(place) for place in reversed(range(len(texts)))]

    attention = type("LingMessModel", (), {"_supports_sdpa": True})
    name = {"fcoref": "FCoref", "lingmess": "LingMessCoref"}[architecture]
    model = {"fcoref": "biu-nlp/f-coref", "lingmess": "biu-nlp/lingmess-coref"}[architecture]
    module(monkeypatch, "fastcoref", **{"FCoref": None, "LingMessCoref": None, name: Model})
    module(monkeypatch, "fastcoref.coref_models")
    module(monkeypatch, "fastcoref.coref_models.modeling_lingmess", LingMessModel=attention)

    lines = run("fastcoref", list(inputs.values()), "--batch", "2", "--architecture", architecture)

    assert calls == [(model, "cpu", None, False), (2, True), (1, True)]
    assert vars(attention)["_supports_sdpa"] is False
    assert [line["clusters"] for line in lines] == [[[[0, 2], [21, 22], [42, 43]]]] * 3
    assert lines[0]["system"]["licence"] == "MIT"
    assert "OntoNotes 5.0" in lines[0]["system"]["training_data"]


# maverick 1.0.7: the dictionary of `Maverick.predict`; offsets count tokens of the document, the end inclusive


@pytest.fixture
def maverick(monkeypatch: pytest.MonkeyPatch) -> list[tuple[Any, ...]]:
    """What a stand-in for the model is asked; it fails on Carroll."""
    calls: list[tuple[Any, ...]] = []

    class Maverick:
        def __init__(self, name: str, device: str) -> None:
            calls.append((name, device))

        def predict(self, sample: list[list[str]], **options: Any) -> dict[str, Any]:
            calls.append((sample, options))
            if sample[0][0] == ALICE:
                raise AttributeError("no start")
            return {"clusters_token_offsets": [((0, 1), (21, 21))], "clusters_char_offsets": None}

    module(monkeypatch, "maverick", Maverick=Maverick)
    return calls


@pytest.mark.parametrize(
    ("clusters", "expected"),
    [
        ([], []),
        ([()], []),  # all its mentions lay on speaker marks
        ([((0, 1),)], [[(0, 1)]]),  # with --singletons
        ([((0, 1), (4, 4)), ((4, 4), (7, 7))], [[(0, 1), (4, 4)], [(4, 4), (7, 7)]]),
    ],
)
def test_empty_clusters_of_maverick_are_left_out(clusters: list[Any], expected: list[Any]) -> None:
    assert run_system.fields_of(clusters, "inclusive") == {"unit": "token", "end": "inclusive", "clusters": expected}


def test_maverick_gets_sentences_of_tokens_and_the_mentions_with_inclusive_ends(
    maverick: list[tuple[Any, ...]], inputs: dict[str, Line], run: Run
) -> None:
    """A token that its encoder cannot see drops its document alone."""
    lines = run("maverick", list(inputs.values()))

    loaded, (sentences, options), *_ = maverick
    assert loaded == ("sapienzanlp/maverick-mes-ontonotes", "cpu")
    assert [sentence[0] for sentence in sentences] == ["Emma", "She"]
    assert options["predefined_mentions"][:2] == [(0, 1), (21, 21)]
    assert options["singletons"] is False
    assert [line.get("dropped") for line in lines] == [None, "AttributeError: no start", None]
    assert lines[0]["system"]["licence"] == "CC BY-NC-SA 4.0"
    assert (lines[0]["end"], lines[0]["clusters"]) == ("inclusive", [[[0, 1], [21, 21]]])


def test_maverick_finds_mentions_itself_and_is_not_asked_about_a_document_without_candidates(
    maverick: list[tuple[Any, ...]], inputs: dict[str, Line], run: Run
) -> None:
    del inputs["austen"]["mentions"]
    inputs["doyle"]["mentions"] = []

    lines = run("maverick", [inputs["austen"], inputs["doyle"]], "--singletons")

    [(_, options)] = maverick[1:]
    assert (options["predefined_mentions"], options["singletons"]) == (None, True)
    assert lines[1]["clusters"] == []


# pipelines that write coref_clusters_N: real Docs, span groups as spacy-experimental 0.6.4 writes them


@Language.component("recorded_coref")
def recorded_coref(doc: Doc) -> Doc:
    """Heads as the coreference component leaves them, phrases as the span resolver does; it fails on Carroll."""
    if doc[0].text == ALICE:
        raise KeyError("coref_head_clusters_1")
    doc.spans["coref_head_clusters_1"] = [doc[0:1], doc[21:22]]
    doc.spans["coref_clusters_10"] = [doc[9:10], doc[13:14]]
    doc.spans["coref_clusters_2"] = [doc[0:2], doc[21:22], doc[21:22]]
    doc.spans["coref_clusters_notes"] = [doc[5:6]]
    doc.spans["coref_clusters_3"] = []
    return doc


def test_clusters_of_spacy_are_the_groups_of_the_prefix_in_the_order_of_their_numbers(
    inputs: dict[str, Line], run: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """An error inside a component drops the document."""
    loaded: list[str] = []
    nlp = spacy.blank("en")
    nlp.add_pipe("recorded_coref")
    monkeypatch.setattr(spacy, "load", lambda name: loaded.append(name) or nlp)  # type: ignore[func-returns-value]
    heads = ("--prefix", "coref_head_clusters", "--name", "mine", "--model", "my/model")

    dropped, line = run("spacy", [inputs["carroll"], inputs["austen"]])
    (tmp_path / "predictions.jsonl").unlink()
    [other] = run("spacy", [inputs["austen"]], *heads)

    assert loaded == ["en_coreference_web_trf", "my/model"]
    assert (line["unit"], line["end"]) == ("token", "exclusive")
    assert line["clusters"] == [[[0, 2], [21, 22]], [[9, 10], [13, 14]]]
    assert line["system"]["training_data"] == ["OntoNotes 5.0"]
    assert "recorded_coref" in dropped["dropped"]
    assert other["clusters"] == [[[0, 1], [21, 22]]]
    assert (other["system"]["name"], other["system"]["training_data"]) == ("mine", [])


# Stanza 1.15: CorefChain and CorefMention with the attributes of the installed package

Word = int | tuple[int, int]


def by_stanza(document: Line, *chains: Sequence[tuple[int, Word, Word]]) -> Any:
    """What the pipeline gives: sentences of words, and chains of mentions.

    They have their sentence, first word and end, exclusive; a zero has the tuple of an empty word twice.
    """
    names = ("sentence", "start_word", "end_word")
    sentences = [document["tokens"][start:end] for start, end in document["sentences"]]
    mentions = [[SimpleNamespace(**dict(zip(names, mention, strict=True))) for mention in chain] for chain in chains]
    return SimpleNamespace(
        sentences=[SimpleNamespace(words=[SimpleNamespace(text=word) for word in words]) for words in sentences],
        coref=[SimpleNamespace(mentions=chain) for chain in mentions],
    )


def test_words_of_a_sentence_of_stanza_become_tokens_of_the_document(inputs: dict[str, Line]) -> None:
    """The second sentence begins at token 21; zeros are left out and counted, and other words than ours an error."""
    document = inputs["austen"]
    zero, only_zero = (1, (15, 1), (15, 1)), (0, (3, 1), (3, 1))

    assert run_system.fields_of_stanza(by_stanza(document), document)["clusters"] == []
    assert run_system.fields_of_stanza(by_stanza(document, [(0, 0, 2), (1, 0, 1)]), document) == {
        "unit": "token", "end": "exclusive", "clusters": [[(0, 2), (21, 22)]], "raw": {"zeros": 0},
    }  # fmt: skip
    with_zeros = run_system.fields_of_stanza(by_stanza(document, [(0, 0, 2), zero], [only_zero]), document)
    assert (with_zeros["clusters"], with_zeros["raw"]) == ([[(0, 2)]], {"zeros": 2})
    with pytest.raises(ValueError, match="not the tokens"):
        run_system.fields_of_stanza(by_stanza(inputs["doyle"]), inputs["carroll"])


def test_a_run_of_stanza_downloads_nothing_and_a_span_over_two_sentences_drops_one_document(
    inputs: dict[str, Line], run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    options: dict[str, Any] = {}

    def pipeline(language: str, **settings: Any) -> Any:
        options.update(settings, language=language)
        documents = {line["tokens"][0]: line for line in inputs.values()}

        def predict(sentences: list[list[str]]) -> Any:
            if sentences[0][0] == ALICE:
                raise ValueError("crossed")
            return by_stanza(documents[sentences[0][0]], [(0, 1, 3), (1, 5, 6)])

        return predict

    module(monkeypatch, "stanza", Pipeline=pipeline)

    lines = run("stanza", list(inputs.values()))

    assert options["download_method"] is None
    assert options["tokenize_pretokenized"] is True
    assert options["package"] == {"coref": "udcoref_xlm-roberta-lora"}
    assert [line.get("clusters") for line in lines] == [[[[1, 3], [26, 27]]], None, [[[1, 3], [14, 15]]]]
    assert lines[1]["dropped"] == "ValueError: crossed"
    assert "GUM" in lines[0]["system"]["training_data"]
