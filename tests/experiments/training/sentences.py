"""Sentences of treebanks in which little matters."""

from collections.abc import Sequence

from anaphora.experiments.training.treebanks import Sentence, TypedPhrase


def sentence(
    *words: str,
    relations: Sequence[str] = (),
    head: int = 0,
    pos: Sequence[str] = (),
    tags: Sequence[str] = (),
    phrases: tuple[TypedPhrase, ...] | None = None,
) -> Sentence:
    """All words depend on that which is the root, which is the first if nothing else is asked for."""
    size = len(words)
    related = relations or ["ROOT" if at == head else "dep" for at in range(size)]
    return Sentence(
        words, (True,) * size, words, tuple(pos or ("NOUN",) * size), tuple(tags or ("NN",) * size), ("_",) * size,
        (head,) * size, tuple(related), phrases,
    )  # fmt: skip
