"""fastcoref 2.1.6: results as `CorefModel.predict` gives them, shapes as found in the installed package."""

import sys
from dataclasses import dataclass, field
from types import ModuleType
from typing import Any

import numpy as np
import pytest
import run_fastcoref

from tests.experiments.systems.conftest import Line, Run

Pair = tuple[int, int]
MASKED = -10_000.0


@dataclass
class CorefResult:
    """`clusters` and `char_map` count pieces of words; `char_map` has None for what lies on the encoder's own signs."""

    clusters: list[tuple[Pair, ...]]
    char_map: dict[Pair, tuple[int | None, Pair | None]]
    coref_logit: np.ndarray
    text_idx: int = 0
    reverse_char_map: dict[Pair, tuple[int, Pair]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        known = {span: (index, pieces) for pieces, (index, span) in self.char_map.items() if span is not None}
        self.reverse_char_map = {span: (int(index or 0), pieces) for span, (index, pieces) in known.items()}

    def get_clusters(self, as_strings: bool) -> list[list[Pair | None]]:
        assert not as_strings
        return [[self.char_map[pieces][1] for pieces in cluster] for cluster in self.clusters]


def result(text_idx: int = 0) -> CorefResult:
    """Emma Woodhouse [0, 2], She [21, 22], his [42, 43]; row i holds the scores of i's antecedents, then of none."""
    logits = np.full((3, 4), MASKED, dtype=np.float32)
    logits[:, 3] = 0.0
    logits[1, 0] = 2.0
    logits[2, 0], logits[2, 1] = -1.0, 1.0
    spans = {(1, 2): (0, (0, 2)), (23, 23): (1, (21, 22)), (46, 46): (2, (42, 43))}
    return CorefResult([tuple(spans)], dict(spans), logits, text_idx)


def empty(text_idx: int) -> CorefResult:
    return CorefResult([], {}, np.zeros((1, 2), dtype=np.float32), text_idx)


def test_clusters_are_token_ids_with_an_exclusive_end() -> None:
    fields = run_fastcoref.fields_of(result())

    assert (fields["unit"], fields["end"]) == ("token", "exclusive")
    assert fields["clusters"] == [[(0, 2), (21, 22), (42, 43)]]


def test_each_clustered_mention_has_its_antecedent_with_its_probability_and_the_next_ones() -> None:
    first, second, third = run_fastcoref.fields_of(result())["links"]

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
        (
            [((1, 2), (23, 23)), ((23, 23), (46, 46))],
            [[(0, 2), (21, 22)], [(21, 22), (42, 43)]],
        ),  # for the import to judge
    ],
)
def test_clusters_are_spans_of_words(clusters: list[tuple[Pair, ...]], expected: list[list[Pair]]) -> None:
    predicted = result()
    predicted.char_map |= {(0, 0): (None, None), (23, 24): (3, (21, 22))}
    predicted.clusters = clusters

    assert run_fastcoref.fields_of(predicted)["clusters"] == expected


def test_results_are_put_beside_their_documents_by_text_idx(inputs: dict[str, Line]) -> None:
    batch = list(inputs.values())

    pairs = list(run_fastcoref.align(batch, [result(2), empty(0)]))

    assert [document["doc_id"] for document, _ in pairs] == ["austen", "carroll", "doyle"]
    assert [fields.get("clusters") for _, fields in pairs] == [[], None, [[(0, 2), (21, 22), (42, 43)]]]
    assert pairs[1][1] == {"dropped": "fastcoref gave no result: longer than the model's max_doc_len"}


def test_a_batch_that_fails_is_tried_one_by_one(inputs: dict[str, Line]) -> None:
    class Model:
        def predict(self, texts: list[list[str]], is_split_into_words: bool) -> list[CorefResult]:
            if any(text[0] == "Alice" for text in texts):
                raise RuntimeError("out of memory")
            return [result(place) for place in range(len(texts))]

    pairs = run_fastcoref.predict(Model(), list(inputs.values()))

    assert [document["doc_id"] for document, _ in pairs] == ["austen", "carroll", "doyle"]
    assert [fields.get("dropped") for _, fields in pairs] == [None, "RuntimeError: out of memory", None]


@pytest.mark.parametrize(
    ("arguments", "architecture", "model"),
    [([], "FCoref", "biu-nlp/f-coref"), (["--architecture", "lingmess"], "LingMessCoref", "biu-nlp/lingmess-coref")],
)
def test_a_run_gives_tokens_and_loads_no_spacy(
    arguments: list[str],
    architecture: str,
    model: str,
    inputs: dict[str, Line],
    run: Run,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    loaded: list[Any] = []
    asked: list[Any] = []

    class Model:
        def __init__(self, name: str, device: str, nlp: None, enable_progress_bar: bool) -> None:
            loaded.append((name, device, nlp, enable_progress_bar))

        def predict(self, texts: list[list[str]], is_split_into_words: bool) -> list[Any]:
            asked.append((len(texts), is_split_into_words))
            return [result(place) for place in reversed(range(len(texts)))]

    fastcoref = ModuleType("fastcoref")
    fastcoref.FCoref = fastcoref.LingMessCoref = None  # type: ignore[attr-defined]
    setattr(fastcoref, architecture, Model)
    modeling = ModuleType("modeling_lingmess")
    modeling.LingMessModel = type("LingMessModel", (), {"_supports_sdpa": True})  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "fastcoref", fastcoref)
    monkeypatch.setitem(sys.modules, "fastcoref.coref_models", ModuleType("coref_models"))
    monkeypatch.setitem(sys.modules, "fastcoref.coref_models.modeling_lingmess", modeling)

    lines = run(run_fastcoref, list(inputs.values()), "--batch", "2", *arguments)

    assert loaded == [(model, "cpu", None, False)]
    assert modeling.LingMessModel._supports_sdpa is False
    assert asked == [(2, True), (1, True)]
    assert [line["clusters"] for line in lines] == [[[[0, 2], [21, 22], [42, 43]]]] * 3
    assert lines[0]["system"]["licence"] == "MIT"
    assert "OntoNotes 5.0" in lines[0]["system"]["training_data"]
