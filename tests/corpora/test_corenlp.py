"""CoreNLP's JSON, fields as its JSONOutputter writes them; the text is made up."""

import json
from pathlib import Path

from anaphora import corpora
from anaphora.workbench.document import Span
from anaphora.workbench.key import Attributes
from tests.corpora.samples import DEEP, Content, Sample, chains_of, read_all, read_one, written


def mention(sentence: object, start: object, end: object, type: str = "NOMINAL", head: object = None) -> object:
    known = {"sentNum": sentence, "startIndex": start, "endIndex": end, "type": type, "headIndex": head}
    return {"id": 1, "text": "x", **known, "isRepresentativeMention": False}


def text_of(text: str, *chains: list[object], **more: object) -> str:
    """One object; sentences end with a full stop."""
    sentences = [
        {"index": number, "tokens": [{"index": at, "word": word} for at, word in enumerate(sentence.split(), 1)]}
        for number, sentence in enumerate(text.split("/"))
    ]
    corefs = {str(number): chain for number, chain in enumerate(chains)}
    return json.dumps({**more, "sentences": sentences, "corefs": corefs}) + "\n"


VALID = text_of(
    "Ann lost Her old dog . / It barked .",
    [mention(1, 1, 2, "PROPER", 1), mention(1, 3, 4, "PRONOMINAL", 3)],
    [mention(1, 3, 6, head=5), mention(2, 1, 2, "PRONOMINAL")],
)
WRONG: list[tuple[Content, int | None, str]] = [
    (text_of("a b", [mention(*place)]), 1, "bad-span")
    for place in ((1, 1, 4), (1, 0, 1), (1, 2, 2), (0, 1, 2), (2, 1, 2), (-1, 1, 2), (1, True, 2))
]
SAMPLE = Sample(
    valid=VALID,
    more=[
        json.dumps({
            "docId": "d", "sentences": [{"tokens": [
                {"word": "-LRB-", "originalText": "(", "before": "", "after": ""}, {"word": "a", "after": "\n"},
            ]}],
        })
    ],
    deep=('{"corefs": ' + "[" * DEEP + "]" * DEEP + "}", "malformed"), long_word=(text_of("{}"), ""),
    same_id=text_of("a", docId="d") * 2, crossing=text_of("a b c", [mention(1, 1, 3), mention(1, 2, 4)]),
    outside=(text_of("a", [mention(1, 2, 3)]), "bad-span"),
    across=text_of("a", [mention(1, 1, 2)]) * 2,
    malformed=[
        *WRONG,
        *((text, 1, "malformed") for text in (
            "[1]", '{"corefs": {}}', '{"sentences": 1}', '{"sentences": [[]]}', '{"sentences": [{"tokens": [{}]}]}',
            '{"sentences": [{"tokens": [{"word": 1}]}]}', '{"sentences": [], "docId": 1}',
            '{"sentences": [], "corefs": []}', '{"sentences": [], "corefs": {"1": [1]}}',
            text_of("a", [mention("1", 1, 2)]), text_of("a", [mention(1.0, 1, 2)]), text_of("\ud800"),
        )),
    ],
)  # fmt: skip


def test_corenlp_counts_sentences_and_tokens_from_1_and_ends_are_not_included(tmp_path: Path) -> None:
    document, key = read_one("corenlp", tmp_path, VALID)

    assert (document.id, document.sentence_starts) == ("sample", (0, 6))
    assert chains_of(document, key) == [["Ann", "Her"], ["Her old dog", "It"]]
    assert key.attributes[Span(2, 5)] == Attributes(head=4, kind="nominal")
    assert key.attributes[Span(6, 7)] == Attributes(kind="pronoun")


def test_corenlp_words_and_spaces_are_those_of_the_text_and_objects_may_stand_in_an_array(tmp_path: Path) -> None:
    [text] = SAMPLE.more
    document, _ = read_one("corenlp", tmp_path, text)
    several = read_all("corenlp", tmp_path, f"[{VALID}, {VALID}]")

    assert (document.id, document.text) == ("d", "(a")
    assert [document.id for document, _ in several] == ["sample", "sample-2"]
    for content in (VALID, f"[{VALID}]", str(text)):
        assert corpora.recognise(written(tmp_path, content)) == "corenlp"
