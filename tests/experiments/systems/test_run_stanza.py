"""Stanza 1.15: CorefChain and CorefMention with the attributes of the installed package."""

import sys
from collections.abc import Sequence
from dataclasses import dataclass
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest
import run_stanza

from tests.experiments.systems.conftest import Line, Run

Word = int | tuple[int, int]


@dataclass
class CorefMention:
    """Words of its sentence, from 0, end exclusive; a zero has the tuple of an empty word twice."""

    sentence: int
    start_word: Word
    end_word: Word


@dataclass
class CorefChain:
    index: int
    mentions: list[CorefMention]
    representative_text: str = ""
    representative_index: int | None = None


def found(document: Line, *chains: Sequence[tuple[int, Word, Word]]) -> Any:
    """What the pipeline gives: sentences of words, and chains."""
    sentences = [document["tokens"][start:end] for start, end in document["sentences"]]
    return SimpleNamespace(
        sentences=[SimpleNamespace(words=[SimpleNamespace(text=word) for word in words]) for words in sentences],
        coref=[CorefChain(i, [CorefMention(*mention) for mention in mentions]) for i, mentions in enumerate(chains)],
    )


def test_words_of_a_sentence_become_tokens_of_the_document(inputs: dict[str, Line]) -> None:
    emma = [(0, 0, 2), (1, 0, 1)]  # the second sentence begins at token 21

    fields = run_stanza.fields_of(found(inputs["austen"], emma), inputs["austen"])

    assert fields == {
        "unit": "token", "end": "exclusive", "clusters": [[(0, 2), (21, 22)]], "raw": {"zeros": 0},
    }  # fmt: skip


def test_zeros_are_left_out_and_counted(inputs: dict[str, Line]) -> None:
    document = inputs["austen"]
    chains: list[list[tuple[int, Word, Word]]] = [[(0, 0, 2), (1, (15, 1), (15, 1))], [(0, (3, 1), (3, 1))]]

    fields = run_stanza.fields_of(found(document, *chains), document)

    assert fields["clusters"] == [[(0, 2)]]
    assert fields["raw"] == {"zeros": 2}


def test_a_document_without_chains_has_no_clusters(inputs: dict[str, Line]) -> None:
    assert run_stanza.fields_of(found(inputs["doyle"]), inputs["doyle"])["clusters"] == []


def test_other_words_than_ours_are_an_error(inputs: dict[str, Line]) -> None:
    with pytest.raises(ValueError, match="not the tokens"):
        run_stanza.fields_of(found(inputs["doyle"]), inputs["carroll"])


def test_a_run_downloads_nothing_and_a_span_over_two_sentences_drops_one_document(
    inputs: dict[str, Line], run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    options: dict[str, Any] = {}

    def pipeline(language: str, **given: Any) -> Any:
        options.update(given, language=language)
        documents = {line["tokens"][0]: line for line in inputs.values()}

        def predict(sentences: list[list[str]]) -> Any:
            if sentences[0][0] == "Alice":
                raise ValueError("The coref model predicted a span that crossed two sentences!")
            return found(documents[sentences[0][0]], [(0, 1, 3), (1, 5, 6)])

        return predict

    stanza = ModuleType("stanza")
    stanza.Pipeline = pipeline  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "stanza", stanza)

    lines = run(run_stanza, list(inputs.values()))

    assert options["download_method"] is None
    assert options["tokenize_pretokenized"] is True
    assert options["package"] == {"coref": "udcoref_xlm-roberta-lora"}
    assert [line.get("clusters") for line in lines] == [[[[1, 3], [26, 27]]], None, [[[1, 3], [14, 15]]]]
    assert lines[1]["dropped"].startswith("ValueError: The coref model predicted a span")
    assert "GUM" in lines[0]["system"]["training_data"]
