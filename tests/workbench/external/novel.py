"""One document as a system outside is given it: `Tom didn't see the old park. He likes it.`"""

from anaphora.workbench.external.records import INPUT, PREDICTIONS, Input, Prediction, Question, System, text_hash

TEXT = "Tom didn't see  the old park. He likes it."
TOKENS = ("Tom", "did", "n't", "see", "the", "old", "park", ".", "He", "likes", "it", ".")
STARTS = (0, 4, 7, 11, 16, 20, 24, 28, 30, 33, 39, 41)
TOM, PARK, HE, IT = (0, 1), (4, 7), (8, 9), (10, 11)

NOVEL = Input(
    INPUT,
    "novel",
    text_hash(TEXT),
    TEXT,
    TOKENS,
    STARTS,
    ((0, 8), (8, 12)),
    mentions=(TOM, PARK, HE, IT),
    questions=(Question(HE, (TOM,)), Question(IT, (TOM, PARK))),
)


def predicted(**fields: object) -> Prediction:
    """A prediction of the novel."""
    return Prediction(PREDICTIONS, "novel", NOVEL.text_sha256, System("s2e", training_data=("LitBank",)), **fields)  # type: ignore[arg-type]
