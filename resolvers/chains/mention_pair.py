"""Mention-pair classifier (Soon, Ng & Lim 2001; Ng & Cardie 2002), decoded in five ways (Recasens & Hovy 2011).

A decision tree gives the probability that two mentions corefer; a decoding turns probabilities into chains.

- Features: the twelve of Soon et al., those of Ng & Cardie that need no unpublished resource, and ten of ours
  (`_features`).
- Pairs to learn from: those of either paper, or every pair (`_sampling`).
- Decodings: closest first, best first, and strong, best and weak match, the models C, D and E of the BLANC paper
  (`_decoding`).

Where this departs from the papers:

- The learner is scikit-learn's decision tree by entropy, with a least number of pairs in a leaf; the papers had C5,
  C4.5 and RIPPER. What it learned is kept as arrays in JSON, and read without scikit-learn.
- The features, where a paper's own are not known, are read off the shared record of a mention; semantic classes come
  from entity types, where the papers had WordNet's.
- Nested mentions are paired like others; a feature marks them.
- A pair with more than a thousand mentions between is never coreferent.
- Thresholds other than a half are the decodings' own, chosen by cross-validation when it was trained.

The parameters that come with the module were learned from the freely licensed genres of GUM, with the key's mentions;
`mention_pair.json` says more.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from anaphora.resolvers._options import check_choice, check_range
from anaphora.resolvers.chains._mention_pair.classifier import Classifier, read
from anaphora.resolvers.chains._mention_pair.decoding import DECODINGS, Decoding, decode
from anaphora.resolvers.chains._mention_pair.decoding import decoding as way
from anaphora.resolvers.chains._mention_pair.features import SETS, Pairs, matrix
from anaphora.resolvers.chains._mention_pair.learning import Lesson, learn
from anaphora.resolvers.chains._mention_pair.sampling import instances
from anaphora.resolvers.chains._mention_pair.table import KINDS, table
from anaphora.workbench.decision import ChainResolver, Chains
from anaphora.workbench.document import Prepared
from anaphora.workbench.errors import OptionError
from anaphora.workbench.provenance import cards
from anaphora.workbench.provenance.cards import Card
from anaphora.workbench.resolver_entry import Example, ResolverEntry

LEAF = 100


def train(
    examples: Iterable[Example], /, *, pairs: str = "every", features: str = "all", leaf: int = LEAF
) -> dict[str, object]:
    """The parameters that examples give, to be written to a JSON file.

    `pairs` says which pairs to learn from: every, ng_cardie or soon. `features` are soon, ng_cardie or all; `leaf` is
    the least number of pairs in a leaf of the tree.

    Raises `OptionError` if no two mentions corefer, or for an option that is unknown or out of range.
    """
    check_choice("set of features", features, SETS)
    check_range("least number of pairs in a leaf", leaf, leaf >= 1, "1 or more")
    lessons = [_lesson(example, pairs, SETS[features]) for example in examples]
    if not any(lesson.instances.coreferent.any() for lesson in lessons):
        problem = "No two mentions corefer, so there is nothing to learn. Train on a corpus with chains."
        raise OptionError(problem, code="nothing-to-learn")
    return {"pairs": pairs, "leaf": leaf, **learn(lessons, SETS[features], leaf).as_data()}


def _lesson(example: Example, pairs: str, features: tuple[str, ...]) -> Lesson:
    columns = table(example.prepared)
    pairs_to_learn = instances(example.chains, (columns.kind == KINDS.index("pronoun")).tolist(), pairs)
    return Lesson(
        columns, example.chains, pairs_to_learn, matrix(Pairs(columns, pairs_to_learn.i, pairs_to_learn.j), features)
    )


@dataclass(frozen=True, slots=True, eq=False)
class MentionPair:
    """The resolver with its classifier and options; see `build`."""

    classifier: Classifier
    decoding: Decoding
    threshold: float
    card: Card | None

    def chains(self, prepared: Prepared) -> Chains:
        """Classify all pairs of a document, and decode."""
        return decode(self.classifier.rows(table(prepared)), self.decoding, self.threshold)


@cache
def _read_shipped() -> tuple[Classifier, Card | None]:
    return _read(Path(__file__).with_suffix(".json"))


def _read(path: Path) -> tuple[Classifier, Card | None]:
    return read(path), cards.read_learned(path)


def build(
    *,
    decoding: str = "best_first",
    nearest_first: bool = False,
    threshold: float | None = None,
    parameters: str | Path | None = None,
) -> ChainResolver:
    """The mention-pair model.

    `decoding` is closest_first, best_first, strong, best or weak; `nearest_first` makes strong and weak begin at the
    anaphor rather than at the start of the text. From above `threshold` on a pair corefers (by default what training
    found for the decoding). `parameters` is a file that `train` has filled, by default the one that comes with the
    module.
    Raises `OptionError` for another decoding, and for a threshold or file that cannot be used.
    """
    check_choice("decoding", decoding, DECODINGS)
    check_range("threshold", threshold or 0, threshold is None or 0 <= threshold < 1, "from 0 to below 1")
    classifier, card = _read_shipped() if parameters is None else _read(Path(parameters))
    above = classifier.thresholds[decoding] if threshold is None else threshold
    return MentionPair(classifier, way(decoding, nearest_first), above, card)


RESOLVER = ResolverEntry(
    build,
    title="Mention-pair classifier (Soon, Ng & Lim 2001; Ng & Cardie 2002), decoded in five ways "
    "(Recasens & Hovy 2011)",
    train=train,
)
