"""Answers of language models as they come: what is mended, what is counted, and that all commands read them alike."""

import json
from collections.abc import Sequence
from itertools import count
from pathlib import Path
from typing import Any

import pytest

import anaphora as workbench
from anaphora import corpora
from anaphora.experiments.commands.import_ import import_
from anaphora.experiments.commands.score.counting import score_files
from anaphora.experiments.run.configuration import configure
from anaphora.experiments.run.documents import BUNDLED
from anaphora.workbench.errors import FormatError, WorkbenchError
from anaphora.workbench.external.records import INPUT, Input, text_hash, to_line
from anaphora.workbench.measures.choosing import choose_measure
from anaphora.workbench.results.scores import Scores
from tests.experiments.conftest import Run
from tests.refused import raises, refused

TEXT = "Ann Lee met Eve in the old park. She gave her the keys. Eve thanked Ann's brother, and he smiled at her."
WORDS = (
    "Ann", "Lee", "met", "Eve", "in", "the", "old", "park", ".", "She", "gave", "her", "the", "keys", ".",
    "Eve", "thanked", "Ann", "'s", "brother", ",", "and", "he", "smiled", "at", "her", ".",
)  # fmt: skip
ANN = [(0, 2), (9, 10), (17, 19)]  # Ann Lee, She, Ann's
EVE = [(3, 4), (11, 12), (15, 16), (25, 26)]  # Eve, her, Eve, her
BROTHER = [(17, 20), (22, 23)]  # Ann's brother, he
PARK, KEYS = [(5, 8)], [(12, 14)]

Chains = list[list[tuple[int, int]]]


@pytest.fixture
def key(tmp_path: Path) -> Path:
    clusters = [[(start, end - 1) for start, end in chain] for chain in (ANN, EVE, BROTHER, PARK, KEYS)]
    return written(tmp_path / "key.jsonl", {"doc_key": "park", "tokens": WORDS, "clusters": clusters})


def written(path: Path, answer: object) -> Path:
    path.parent.mkdir(exist_ok=True)
    path.write_text(answer if isinstance(answer, str) else json.dumps(answer) + "\n", "utf8")
    return path


def characters(words: str, nth: int = 1, text: str = TEXT) -> list[int]:
    """Where words stand in the text for the nth time, end exclusive."""
    start = -1
    for _ in range(nth):
        start = text.index(words, start + 1)
    return [start, start + len(words)]


def scored(key: Path, response: Path) -> Scores:
    return score_files(key, {"r": response}, configure(measures=("mentions",), resamples=0))


def read_by_import(key: Path, response: Path) -> Chains:
    """The chains of a response as `import` places them on the words of the key."""
    given = key.with_name("input.jsonl")
    [(document, _)] = corpora.read(key)
    sentences = ((0, len(WORDS)),)
    text, places = document.text, tuple(document.character_starts())
    given.write_text(to_line(Input(INPUT, "park", text_hash(text), text, WORDS, places, sentences)))
    import_(given, response, key.with_name("recorded.jsonl"))
    return read(key.with_name("recorded.jsonl"))


def read(path: Path) -> Chains:
    """The chains of a response that has words."""
    [document] = corpora.read_annotated(path, response=True)
    mentions = document.mentions
    rows = zip(mentions.chain.tolist(), mentions.start.tolist(), mentions.end.tolist(), strict=True)
    chains: dict[int, list[tuple[int, int]]] = {}
    for chain, start, end in rows:
        chains.setdefault(chain, []).append((start, end))
    return sorted(chains.values())


FENCED = """Sure! Here are the entities [as you asked]:

```json
{"doc_id": "park", "entities": [
  {"name": "Ann", "mentions": ["Ann Lee", "She", "Ann's"]},
  {"name": "Eve", "mentions": ["Eve", "her", "Eve", "her"]},
  {"name": "brother", "mentions": ["Ann’s brother", "he"]},
  {"name": "park", "mentions": ["the old park", "the new park"]}
]}
```
Let me know if you need more."""
SHORT = TEXT.replace("old park", "park").replace("gave her", "handed her")


def offsets(*chains: list[object], text: str = TEXT) -> dict[str, object]:
    """An answer of chains of words, whose offsets are looked up, or of offsets as they are."""
    clusters = [[characters(it, text=text) if isinstance(it, str) else it for it in chain] for chain in chains]
    return {"id": "park", "text": text, "clusters": clusters}


DIRTY: dict[str, tuple[object, Chains, dict[str, int]]] = {
    # every word of Eve's chain is named as often as the text has it; the typographic apostrophe is the text's
    "strings in a fence, with prose around": (FENCED, [ANN, EVE, PARK, BROTHER], {"absent": 1}),
    # "An" of Ann's, and a span that ends three characters behind the text; "mil" within a word
    "offsets within tokens and beyond the text": (
        offsets(
            ["Ann Lee", "She", characters("An", 2)],
            ["Eve", [len(TEXT) - 4, len(TEXT) + 3], "her", characters("Eve", 2)],
            ["Ann's brother", [characters("smiled")[0] - 3, characters("smiled")[0] - 1]],
        ),
        [[(0, 2), (9, 10), (17, 18)], EVE[:3], BROTHER],
        {"cut": 1, "outside": 1},
    ),
    # all would lack the last letter otherwise; no mention ends with a blank
    "ends that are included": (
        offsets([[0, 6], [33, 35]], [[12, 14], [42, 44]]), [ANN[:2], EVE[:2]], {"ends": 4},
    ),
    # "old" is missing, "gave" has become "handed": neither is a mention; "the park" is "the old park"
    "words changed and missing": (
        offsets(["Ann Lee", "She"], ["Eve", "her", characters("Eve", 2, SHORT)], ["the park"], text=SHORT),
        [ANN[:2], EVE[:3], PARK],
        {"edits": 2},
    ),
    # She begins at 33, not 30; Eve at 12 and 56: 50 is nearer to the second; "her" at 42 and 100
    "words with wrong offsets": (
        {
            "doc_id": "park",
            "text": TEXT,
            "entities": {
                "Ann": [{"text": "Ann Lee", "start": 0, "end": 7}, {"text": "She", "start": 30, "end": 33}],
                "Eve": [
                    {"text": "Eve", "start": 50, "end": 53},
                    {"mention": "her", "start": 95, "end": 99},
                    {"mention": "", "start": 1000, "end": 1003},
                ],
            },
        },
        [ANN[:2], [EVE[2], EVE[3]]],
        {"moved": 3, "outside": 1},
    ),
    # "he" and the end are gone; "Eve" and "her" are there twice, and each named once: the first places are taken
    "an answer cut off, in a string": (
        {
            "doc_id": "park",
            "response": 'Here:\n{"clusters": [["Ann Lee", "She"], ["Eve", "her"], ["Ann\'s brother", "h',
        },
        [ANN[:2], EVE[:2], BROTHER[:1]],
        {"cut_off": 1, "ambiguous": 2},
    ),
    # the fence is never closed; the first entity is whole JSON, but not the whole answer
    "an answer cut off in an open fence": (
        (
            'Here:\n\n```json\n{"doc_id": "park", "entities": [\n  {"name": "Ann", "mentions": ["Ann Lee", "She"]},\n'
            '  {"name": "brother", "mentions": ["Ann\'s brother", "h'
        ),
        [ANN[:2], BROTHER[:1]],
        {"cut_off": 1},
    ),
    "commas before closing brackets": (
        '```json\n{"doc_id": "park", "entities": [["Ann Lee", "She",], ["Ann\'s brother", "he"],],}\n```\n',
        [ANN[:2], BROTHER],
        {"commas": 3},
    ),
    "a list of chains with a comma behind the last": (
        '[["Ann Lee", "She"], ["Ann\'s brother", "he"],]', [ANN[:2], BROTHER], {"commas": 1},
    ),
    "prose behind the answer": (
        '{"doc_id": "park", "entities": [["Ann Lee", "She"]]}\n\nI left out "Eve": she is named once, as is Tom.\n',
        [ANN[:2]],
        {},
    ),
    # the second `her` is in `brother`
    "our own chains, with words and offsets": (
        {
            "text": TEXT,
            "entities": [
                {"id": f"{number}", "mentions": [
                    dict(zip(("start", "end"), characters(words, nth), strict=True)) | {"text": words, "type": "name"}
                    for words, nth in chain
                ]}
                for number, chain in enumerate((
                    (("Ann Lee", 1), ("She", 1), ("Ann's", 1)), (("Eve", 1), ("her", 1), ("Eve", 2), ("her", 3)),
                ))
            ],
        },
        [ANN, EVE],
        {},
    ),
    # `An` of *Ann Lee* is *Ann*; what ends behind the text is dropped, as is what is no span
    "entities with offsets alone": (
        {
            "text": TEXT,
            "entities": [[
                {"start": 0, "end": 2}, characters("She"), [len(TEXT) - 2, len(TEXT) + 1], {"start": 3},
            ]],
        },
        [[(0, 1), (9, 10)]],
        {"cut": 1, "outside": 1, "malformed": 1},
    ),
    # the 27th word, counted from 0, can only be the end that is not included
    "ends of tokens that are not included": (
        {"doc_key": "park", "tokens": WORDS, "clusters": [[[0, 2], [9, 10]], [[25, 27]]]},
        [ANN[:2], [(25, 27)]],
        {"ends": 3},
    ),
    # a mention of one word, [9, 9], says that ends are included
    "a token behind the text": (
        {"doc_key": "park", "tokens": WORDS, "clusters": [[[0, 1], [9, 9]], [[25, 27]]]}, [ANN[:2]], {"outside": 1},
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", DIRTY)
def test_a_dirty_answer_is_mended_and_what_is_not_certain_is_counted(key: Path, tmp_path: Path, name: str) -> None:
    answer, chains, counts = DIRTY[name]
    response = written(tmp_path / "park.json", answer)
    found = scored(key, response)

    assert found.mended["r"] == counts
    assert read_by_import(key, response) == sorted(chains)
    expected = {start for chain in chains for start in chain} & {span for chain in ALL for span in chain}
    assert found.values("r", found.measures[0])["recall"] == len(expected) / 11


ALL = (ANN, EVE, BROTHER, PARK, KEYS)
LAKE = {"doc_key": "lake", "tokens": ["Tom", "saw", "his", "lake", "."], "clusters": [[[0, 0], [2, 2]]]}
BEGUN = '```json\n{"doc_id": "park", "entities": [["Ann Lee", "She"], ["Eve'


def test_answers_that_are_cut_off_keep_the_names_of_their_documents(key: Path, tmp_path: Path) -> None:
    """The keys have eleven mentions and two; how many are found, and how many answers are cut off."""
    answers = {
        # each in its fence, of which the first is not closed
        f'{BEGUN}\n```json\n{{"doc_id": "lake", "entities": [{{"mentions": ["Tom", "his"\n```': (4, 2),
        # the second is cut off behind its name
        f'{BEGUN}\n```\n\n```json\n{{"doc_id": "lake", "entities": [{{"name": "To': (2, 2),
        # the same without fences, in an array that ends with it
        '[{"doc_id": "park", "entities": [["Ann Lee", "She"]]}, {"doc_id": "lake", "enti': (2, 1),
    }
    keys = written(tmp_path / "both" / "key.jsonl", key.read_text("utf8") + json.dumps(LAKE))
    for answer, (mentions, cut_off) in answers.items():
        found = scored(keys, written(tmp_path / "r.md", answer))
        assert found.mended["r"] == {"cut_off": cut_off}
        assert found.values("r", found.measures[0])["recall"] == mentions / 13
    # a comma is missing behind the first entity: the second alone would be half an answer
    text = 'So: {"doc_id": "park", "entities": [{"mentions": ["Ann", "She"]} {"mentions": ["Eve", "her"]}]}'
    assert scored(key, written(tmp_path / "park.md", text)).mended["r"] == {"unreadable": 1}


def test_coref_takes_a_dirty_answer_as_score_does(anaphora: Run, key: Path, tmp_path: Path) -> None:
    """Eve alone is mixed up, and "his" is not there."""
    answer = [["Ann Lee", "She", "Ann's"], ["Ann's brother", "he", "Eve", "his"]]
    response = written(tmp_path / "park.md", f"Here you are:\n```json\n{json.dumps({'chains': answer})}\n```\n")
    options = (f"recorded(file={response})", "--singletons", "drop", "--language", "en", "--resamples", "0")
    found = anaphora("coref", key, "--resolvers", *options, "--json", "-").json
    scored_alone = anaphora("score", key, response, "--singletons", "drop", "--json", "-").json

    ((_, figures),) = found["resolvers"].items()
    ((_, alone),) = scored_alone["systems"].items()
    assert 0 < figures["measures"]["conll"]["f1"] < 1
    assert figures["measures"]["conll"] == alone["measures"]["conll"]
    assert any("1 mention whose words are not in the text" in each for each in found["warnings"])
    assert anaphora("coref", key, "--resolvers", *options, "--strict").code == 1


def test_an_answer_that_lacks_documents_finds_nothing_in_them(key: Path, tmp_path: Path) -> None:
    written(tmp_path / "both" / "key.jsonl", key.read_text("utf8") + json.dumps(LAKE))
    response = written(tmp_path / "r.jsonl", {"doc_id": "lake", "chains": [["Tom", "his"]]})
    result: Any = workbench.coref(
        tmp_path / "both", [f"recorded(file={response})"], language="en", resamples=0
    ).as_json()

    assert any("no predictions of 'park'" in each for each in result["warnings"])
    assert result["resolvers"][f"recorded(file={response})"]["entities"] == 1


def test_a_dirty_answer_is_refused_if_strict(anaphora: Run, key: Path, tmp_path: Path) -> None:
    """By `errors`, too, and by `import`; a clean answer in words has no warning."""
    clean = {"entities": [{"mentions": ["Ann Lee", "She"]}, {"mentions": ["Ann's brother", "he"]}]}
    codes = {}
    for name, answer in {**{name: dirty[0] for name, dirty in DIRTY.items()}, "clean": clean}.items():
        words = (key, written(tmp_path / "park.json", answer), "--singletons", "drop", "--strict")
        codes[name] = anaphora("score", *words, "--measures", "muc", "--resamples", "0").code
    assert codes == {name: int(bool(counts)) for name, (_, _, counts) in DIRTY.items()} | {"clean": 0}

    response = written(tmp_path / "park.json", FENCED)
    found = [anaphora("errors", key, response, "--singletons", "drop", *strict).code for strict in ((), ("--strict",))]
    assert found == [0, 1]
    read_by_import(key, response)
    with raises("repaired", FormatError):
        import_(tmp_path / "input.jsonl", response, tmp_path / "out.jsonl", strict=True)


def test_the_signature_tells_answers_in_words_from_each_other(key: Path, tmp_path: Path) -> None:
    answers = ({"chains": [["Ann Lee", words]]} for words in ("She", "Eve"))

    assert len({scored(key, written(tmp_path / "park.json", answer)).signature for answer in answers}) == 2


def test_the_same_text_in_offsets_and_in_tokens_is_no_warning(anaphora: Run, tmp_path: Path) -> None:
    """The key's words are other than those that our rules find: `park.` is one. Nor is it the other way round."""
    text = "Ann saw the park. She left it."
    tokens = {"doc_key": "d", "tokens": text.split(), "clusters": [[[0, 0], [4, 4]], [[2, 3], [6, 6]]]}
    offsets = {"id": "d", "text": text, "clusters": [[[0, 3], [18, 21]], [[8, 17], [27, 30]]]}
    key_in_offsets = {**offsets, "clusters": [[[0, 3], [18, 21]], [[8, 16], [27, 29]]]}
    pieces = {
        "id": "d",
        "tokens": ["Ann", "saw", "the", "park", ".", "She", "le", "ft", "it", "."],
        "clusters": [[[0, 0], [5, 5]], [[2, 3], [8, 8]]],
    }
    for key, response in ((tokens, offsets), (key_in_offsets, pieces)):
        files = written(tmp_path / "key.jsonl", key), written(tmp_path / "r.jsonl", response)
        assert scored(*files).warnings == ()
        assert anaphora("score", *files, "--strict", "--resamples", "0", "--fail-under", "mentions=100").code == 0


def test_a_third_of_the_offsets_off_by_a_letter_costs_nothing(tmp_path: Path) -> None:
    """Each third mention of a bundled text loses its last letter, unless it has only one; whole tokens remain."""
    path = BUNDLED / "printer.conllu"
    [(document, key)] = corpora.read(path)
    starts, numbers, short = list(document.character_starts()), count(1), 0
    clusters: list[list[list[int]]] = []
    for chain in key.chains:
        clusters.append([])
        for span in chain:
            last = document.words[span.end - 1]
            off = next(numbers) % 3 == 0 and len(last) > 1
            short += off
            clusters[-1].append([starts[span.start], starts[span.end - 1] + len(last) - off])
    response = {"doc_key": document.id, "text": document.text, "clusters": clusters}
    found = score_files(
        path, {"r": written(tmp_path / "r.jsonl", response)}, configure(measures=("conll",), resamples=0)
    )

    assert short > 10
    assert found.mended["r"] == {"cut": short}
    assert found.values("r", found.primary)["f1"] == 1


def test_a_folder_of_answers_is_read_without_what_tells_about_it(key: Path, tmp_path: Path) -> None:
    folder = tmp_path / "answers"
    written(folder / "park.md", FENCED)
    written(folder / "README.md", FENCED.replace("park", "example"))

    assert scored(key, folder).mended["r"] == {"absent": 1}


NO_ANSWER = "I cannot help with that."
LISTS = {
    "an item each": "Here they are:\n\n- **Entity 1**: Ann Lee; She\n- **Entity 2**: Eve; her\n\nNote: more to come.",
    "quoted": '1. Ann (a person): "Ann Lee", "She"\n2. Eve: "Eve", "her"',
    "in brackets": "Chain 1: [Ann Lee, She]\nChain 2: [Eve, her]",
    "under titles": "### Ann Lee\n* Ann Lee\n* She\n\n### Eve\n* Eve\n* her",
}
LINKS = [
    {"pronoun": "She", "sentence": "She gave her the keys.", "refers_to": "Ann Lee"},
    {"pronoun": "her", "sentence": "She gave her the keys.", "refers_to": "Eve"},
]


@pytest.mark.parametrize("name", ["park.md", "park.txt", "folder"])
def test_an_answer_without_chains_counts_as_unreadable_in_a_file_as_in_a_folder(
    key: Path, tmp_path: Path, name: str
) -> None:
    response = written(tmp_path / name if name != "folder" else tmp_path / "folder" / "park.md", NO_ANSWER)

    assert scored(key, tmp_path / name).mended["r"] == {"unreadable": 1}
    assert scored(key, response).values("r", choose_measure("mentions"))["recall"] == 0


def test_answers_of_a_folder_are_read_beside_one_without_chains(key: Path, tmp_path: Path) -> None:
    keys = written(tmp_path / "both" / "key.jsonl", key.read_text("utf8") + json.dumps(LAKE))
    written(tmp_path / "answers" / "park.md", FENCED)
    written(tmp_path / "answers" / "lake.txt", NO_ANSWER)

    assert scored(keys, tmp_path / "answers").mended["r"] == {"absent": 1, "unreadable": 1}


@pytest.mark.parametrize("prose", [*LISTS.values(), json.dumps(LINKS), json.dumps({"doc_id": "park", "links": LINKS})])
def test_lists_in_prose_and_links_of_pronouns_are_chains(key: Path, tmp_path: Path, prose: str) -> None:
    response = written(tmp_path / "park.md", prose)

    assert read_by_import(key, response) == [[(0, 2), (9, 10)], [(3, 4), (11, 12)]]


def test_an_answer_that_failed_is_counted_and_predictions_that_were_not_imported_are_refused(
    key: Path, tmp_path: Path
) -> None:
    failed = scored(key, written(tmp_path / "r.jsonl", {"doc_id": "park", "answer": NO_ANSWER}))
    line = {"schema": "anaphora-workbench/predictions/1", "doc_id": "park", "clusters": [[[0, 1]]]}

    assert failed.mended["r"] == {"unreadable": 1}
    with refused("malformed", "r.jsonl", 1):
        scored(key, written(tmp_path / "r.jsonl", line))


@pytest.mark.parametrize(
    "clusters",
    [[[[0, 0], "x"]], [None, [[0, 0]]], [[[0, 0], [0, True], [5]]], [[[0, 0], [7, 3]]], [[[0, 0], [90, 91]]]],
)
def test_one_span_never_refuses_a_response_but_always_a_key(key: Path, tmp_path: Path, clusters: Sequence[Any]) -> None:
    response = written(tmp_path / "r.jsonl", {"doc_key": "park", "tokens": WORDS, "clusters": clusters})

    assert sum(scored(key, response).mended["r"].values()) >= 1
    with pytest.raises(WorkbenchError):
        score_files(response, {"r": key}, configure(resamples=0))
