from anaphora.preprocess.english.it_filter import evans
from anaphora.preprocess.english.it_filter.context import occurrences
from anaphora.preprocess.trees import trees_of
from tests.annotated import annotated

RAIN = "On/IN/2/case Monday/NNP/4/obl it/PRP/4/nsubj rained/VBD/0/root/rain ././4/punct"
KNOWN = (
    "Ann/NNP/2/nsubj slept/VBD/0/root/sleep\n"
    "In/IN/2/case fact/NN/3/obl says/VBZ/0/root Bob/NNP/3/nsubj it/PRP/7/expl is/VBZ/7/cop odd/JJ/3/ccomp "
    "that/IN/12/mark old/JJ/10/amod fans/NNS/11/nsubj stop/VBP/7/csubj to/TO/13/mark rest/VB/11/xcomp"
)


def values(text: str, **more: tuple[int, ...]) -> dict[str, str]:
    document, annotation = annotated(text)
    (it,) = occurrences(trees_of(annotation, document.words), **more)
    return dict(zip(evans.NAMES, evans.features(it), strict=True))


def test_position_and_size_are_counted_in_the_sentence() -> None:
    found = values(RAIN)

    assert [found[name] for name in evans.NAMES[:6]] == ["2", "5", "1", "1", "0", "True"]


def test_tags_of_four_words_on_each_side_end_with_the_sentence() -> None:
    found = values(RAIN)

    assert [found[f"tag {at:+d}"] for at in (-4, -3, -2, -1, 1, 2, 3, 4)] == ["", "", "IN", "NNP", "VBD", ".", "", ""]


def test_verb_of_weather_is_known() -> None:
    found = values(RAIN)

    assert (found["a weather verb after"], found["a verb of cognition after"], found["verb after"]) == (
        "True", "False", "rain",
    )  # fmt: skip


def test_clause_behind_is_measured_in_words() -> None:
    found = values(KNOWN)

    assert {name: found[name] for name in ("words to the next infinitive", "words to the next complementiser")} == {
        "words to the next infinitive": "7", "words to the next complementiser": "3",
    }  # fmt: skip
    assert (found["adjective after"], found["verb before"], found["relation"]) == ("odd", "say", "expl")
    assert (found["adjectives after"], found["a noun phrase after has an adjective"]) == ("2", "True")


def test_sentence_is_counted_from_the_paragraph() -> None:
    assert values(KNOWN)["sentence position in the paragraph"] == "1"
    assert values(KNOWN, paragraphs=(0, 2))["sentence position in the paragraph"] == "0"
