"""Words that a language model wrote again, aligned with those it was given; models drop, repeat and change words."""

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate

from anaphora.workbench.errors import needs_extra
from anaphora.workbench.external.schema import Pair


@dataclass(frozen=True, slots=True)
class Copy:
    """A text written again, with the fewest edits.

    `words` are the copied words that stand for one of the text, `places` those that they stand for; of the first n of
    them `unchanged[n]` are the same but for case. `dropped` counts words of the text that no copied one stands for,
    `added` copied words that stand for none, `changed` those that stand for another.
    """

    words: Sequence[int]
    places: Sequence[int]
    unchanged: Sequence[int]
    dropped: int
    added: int
    changed: int

    def find(self, start: int, end: int) -> tuple[Pair, int] | None:
        """The words of the text that these copied words stand for, and how many are unchanged.

        `None` if it is less than half of them: then the model invented what it wrote there.
        """
        first, after = bisect_left(self.words, start), bisect_left(self.words, end)
        same = self.unchanged[after] - self.unchanged[first]
        if same < 1 or 2 * same < end - start:
            return None
        return (self.places[first], self.places[after - 1] + 1), same

    def gap(self, place: int) -> int:
        """How many words of the text stand before what has so many copied words before it: next to its neighbours."""
        after = bisect_left(self.words, place)
        follows = after > 0 and self.words[after - 1] == place - 1
        if not follows and after < len(self.words) and self.words[after] == place:
            return self.places[after]
        return self.places[after - 1] + 1 if after else 0


def align(text: Sequence[str], copied: Sequence[str]) -> Copy:
    """A text and what a model wrote when it copied it, word by word, but for case."""
    with needs_extra("systems"):
        from rapidfuzz.distance import Levenshtein

    pairs: list[tuple[int, int, bool]] = []
    for step in Levenshtein.opcodes([word.casefold() for word in text], [word.casefold() for word in copied]):
        if step.tag in ("equal", "replace"):
            both = zip(range(step.dest_start, step.dest_end), range(step.src_start, step.src_end), strict=True)
            pairs += [(word, place, step.tag == "equal") for word, place in both]
    unchanged = [0, *accumulate(same for _, _, same in pairs)]
    return Copy(
        words=[word for word, _, _ in pairs],
        places=[place for _, place, _ in pairs],
        unchanged=unchanged,
        dropped=len(text) - len(pairs),
        added=len(copied) - len(pairs),
        changed=len(pairs) - unchanged[-1],
    )
