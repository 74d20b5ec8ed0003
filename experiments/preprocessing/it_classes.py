"""Classes of each "it" of a corpus (pleonastic, clausal, anaphoric), read off its trees, chains and marks."""

from collections.abc import Sequence
from math import inf
from typing import TypeAlias

from anaphora.preprocess.english.it_filter.context import It, occurrences
from anaphora.preprocess.english.it_filter.rules import firing_rules
from anaphora.preprocess.trees import base, trees_of
from anaphora.workbench.document import Annotation, Document, Span
from anaphora.workbench.errors import OptionError
from anaphora.workbench.key import Key

LABEL_SETS = ("constructions", "expl", "full")

_PATTERNS = frozenset({
    "cognitive verb", "raising verb", "object of make", "time to", "thanks to", "more verbs", "more raising verbs",
    "more objects", "weather", "time",
})  # fmt: skip
_ADJECTIVES = frozenset({"modal adjective", "more adjectives and nouns"})
_COMPLEMENTS = frozenset({"obj", "obl", "ccomp", "xcomp"})
_CLAUSE = frozenset({"nsubj", "csubj", "expl", "cop", "mark", "aux"})  # what only the head of a clause has
_Beginnings: TypeAlias = tuple[float, ...]
_SUBORDINATE = frozenset({"csubj", "ccomp", "xcomp", "advcl", "acl", "parataxis", "root"})


def it_classes(document: Document, key: Key, labels: str = "constructions") -> dict[int, str]:
    """The class of each "it", by token; empty where the corpus has neither gold trees nor chains.

    Marks of the corpus (`It=`) hold for every set of labels but `expl`. Else an "it" is `pleonastic`

    - with `expl`, if the gold tree calls it an expletive; Universal Dependencies do so for most extraposed clauses and
      clefts, but keep `nsubj` for weather and time, and annotators vary;
    - with `constructions`, also if the gold tree shows weather, time, an object with its clause ("make it easy to"), a
      that-clause behind a verb of thinking or seeming (rules of `preprocess.english.it_filter`), or behind an
      adjective of judgement a that-clause or an infinitive with a complement of its own; but not if it is in a chain
      that says what it refers to;
    - with `full`, also if it is no mention, is alone in its chain, or begins a chain that goes on with a clause of the
      same sentence (so GUM links extraposition). Without chains this is the same as `constructions`.

    An "it" is `clausal` if a clause but nothing nominal stands before it in its chain, else `anaphoric`; where there
    are no chains, and with `expl`, these two are `other`. With `constructions`, what only `full` calls pleonastic is
    `other`, too: it does not refer, but nothing in the sentence tells.
    Raises `OptionError` for unknown labels.
    """
    if labels not in LABEL_SETS:
        raise OptionError(f"There are no labels {labels!r}; choose from {', '.join(LABEL_SETS)}.")
    tree = document.annotation
    if tree is None and (labels == "expl" or not key.chains):
        return {}
    chains = {span.start: chain for chain in key.chains for span in chain if len(span) == 1}
    shown = {it.token: _shown(it) for it in occurrences(trees_of(tree, document.words))} if tree else {}
    classes, beginnings = {}, dict[int, _Beginnings]()
    for token in (token for token, word in enumerate(document.words) if word.lower() == "it"):
        expletive = tree is not None and base(tree.relation[token]) == "expl"
        if labels == "expl":
            classes[token] = "pleonastic" if expletive else "other"
        elif token in key.non_anaphoric:
            classes[token] = key.non_anaphoric[token]
        elif expletive:
            classes[token] = "pleonastic"
        elif not key.chains:
            classes[token] = "pleonastic" if shown[token] else "other"
        else:
            by_chain = _by_chain(tree, key, chains.get(token, ()), token, beginnings)
            vague = by_chain == "pleonastic" and labels == "constructions" and not shown.get(token)
            classes[token] = "other" if vague else by_chain
    return classes


def _shown(it: It) -> bool:
    rules = {rule.partition(": ")[2] for rule in firing_rules(it)}
    extraposed = not _ADJECTIVES.isdisjoint(rules) and any(_is_complete(it, clause) for clause in it.clauses_after())
    return extraposed or not _PATTERNS.isdisjoint(rules)


def _is_complete(it: It, clause: int) -> bool:
    """Nothing is missing from the clause that "it" could be: unlike "to clean" in "it is easy to clean"."""
    below = {it.trees.base[child] for child in it.trees.children[clause]}
    return it.marker(clause) == "that" or not _COMPLEMENTS.isdisjoint(below)


def _expletive(tree: Annotation, it: int) -> bool:
    return base(tree.relation[it]) == "expl"


def _by_chain(
    tree: Annotation | None, key: Key, chain: Sequence[Span], token: int, beginnings: dict[int, _Beginnings]
) -> str:
    """The class of an "it" by its chain; `beginnings` keeps what is found of chains, by their identity."""
    split = Span(token, token + 1) in key.split
    if len(chain) < 2:
        return "anaphoric" if split else "pleonastic"
    if tree is None or split:
        return "anaphoric"
    if id(chain) not in beginnings:
        beginnings[id(chain)] = _beginnings(tree, chain)
    first, full, nominal = beginnings[id(chain)]
    if first >= token:
        after = min(span for span in chain if span.start > token)
        extraposed = tree.sentence_of(after.start) == tree.sentence_of(token) and _is_clause(tree, after)
        return "pleonastic" if extraposed else "anaphoric"
    return "clausal" if full < token <= nominal else "anaphoric"


def _beginnings(tree: Annotation, chain: Sequence[Span]) -> _Beginnings:
    """Where a chain begins, its first mention that is no pronoun, and the first that is no clause either."""
    full = [span for span in chain if tree.pos[tree.head_of(span)] not in ("PRON", "DET")]
    nominal = (span.start for span in full if not _is_clause(tree, span))
    starts = (span.start for span in chain), (span.start for span in full), nominal
    return tuple(min(places, default=inf) for places in starts)


def _is_clause(tree: Annotation, span: Span) -> bool:
    head = tree.head_of(span)
    if tree.pos[head] in ("VERB", "AUX"):
        return True
    below = {base(tree.relation[token]) for token in span if tree.head[token] == head and token != head}
    return base(tree.relation[head]) in _SUBORDINATE and not _CLAUSE.isdisjoint(below)
