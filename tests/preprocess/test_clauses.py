"""Which token heads the clause of another."""

from anaphora.preprocess.trees import clause_heads, trees_of
from tests.annotated import annotated
from tests.preprocess.table_files import rows


def test_clause_heads() -> None:
    wrong = {}
    for about, text, expected in rows("clauses"):
        document, annotation = annotated(text)
        heads = clause_heads(trees_of(annotation, document.words))
        pairs = {f"{word}={document.words[head]}" for word, head in zip(document.words, heads, strict=True)}
        if not pairs >= set(expected.split()):
            wrong[about] = pairs, expected
    assert wrong == {}
