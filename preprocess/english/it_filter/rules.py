"""Rules for non-anaphoric "it": Paice & Husk 1987, Lappin & Leass 1994 and our additions to them, by source."""

from collections.abc import Iterable, Iterator

from anaphora.preprocess.english.it_filter import lappin_leass, paice_husk
from anaphora.preprocess.english.it_filter.context import It, Judgement

SOURCES = {
    "paice_husk": {"Paice & Husk": paice_husk.RULES},
    "lappin_leass": {"Lappin & Leass": lappin_leass.RULES},
    "rules": {"Lappin & Leass": lappin_leass.RULES, "ours": lappin_leass.MORE, "Paice & Husk": paice_husk.RULES},
}
"""For each filter the rules it asks, in order; they tell pleonastic "it" only, not clausal."""


def classify(its: Iterable[It], which: str) -> Iterator[Judgement]:
    """Each "it" with the first rule of the filter `which` that fires, or as anaphoric."""
    for it in its:
        rule = next(firing_rules(it, which), None)
        yield Judgement(it.token, "pleonastic" if rule else "anaphoric", rule or "no rule fires")


def firing_rules(it: It, which: str = "rules") -> Iterator[str]:
    """Every rule that holds, as `source: rule`."""
    for source, rules in SOURCES[which].items():
        for name, holds in rules.items():
            if holds(it):
                yield f"{source}: {name}"
