"""The patterns of Paice & Husk 1987, of Lappin & Leass 1994, and ours, where they fire and where they do not.

Their texts are those of `tables/it_rules.tsv`. The patterns of Paice & Husk look at words and tags alone.
"""

from collections.abc import Mapping

from anaphora.preprocess.english.it_filter.context import occurrences
from anaphora.preprocess.english.it_filter.rules import ALL, PAICE_HUSK, Rules, firing_rules
from anaphora.preprocess.trees import trees_of
from tests.annotated import annotated
from tests.preprocess.table_files import rows


def firing(text: str, sources: Mapping[str, Rules]) -> set[str]:
    document, annotation = annotated(text)
    rules = (rule for it in occurrences(trees_of(annotation, document.words)) for rule in firing_rules(it, sources))
    return {rule.partition(": ")[2] for rule in rules}


def test_rules_fire_on_their_texts_and_not_on_those_that_look_alike() -> None:
    ours = {source: rules for source, rules in ALL.items() if source not in PAICE_HUSK}
    of_words, of_trees = ({name for rules in kind.values() for name in rules} for kind in (PAICE_HUSK, ours))
    wrong, tried = {}, set()
    for rule, verdict, text in rows("it_rules"):
        tried.add((rule, verdict))
        fired = firing(text, PAICE_HUSK if rule in of_words else ours)
        only = {rule} if rule in of_words or rule == "more adjectives and nouns" else fired | {rule}
        if fired != (only if verdict == "fires" else set()):
            wrong[text] = rule, verdict, fired

    assert wrong == {}
    assert tried == {(rule, verdict) for rule in of_words | of_trees for verdict in ("fires", "does not")}
