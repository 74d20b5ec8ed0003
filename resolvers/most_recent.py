"""Baseline of Mitkov 1998 and 2001: the most recent candidate that agrees."""

from collections.abc import Sequence
from dataclasses import dataclass

from anaphora.workbench.decision import Decision, Explanation, Resolver
from anaphora.workbench.document import Mention, Prepared
from anaphora.workbench.resolver_entry import ResolverEntry


@dataclass(frozen=True, slots=True)
class MostRecent:
    """The baseline "most recent noun phrase", among those that agree or, without `agreement`, among all in scope."""

    agreement: bool = True

    def resolve(self, prepared: Prepared) -> list[Decision]:
        """Take the compatible candidate whose head stands last (Mitkov 2001, section 5.2.1)."""
        pools = [case.compatible if self.agreement else case.candidates for case in prepared.cases]
        return [
            Decision(
                number,
                most_recent(prepared.mentions, pool),
                Explanation("ladder", pool, "most recent" if pool else "no candidate"),
            )
            for number, pool in enumerate(pools)
        ]


def most_recent(mentions: Sequence[Mention], candidates: Sequence[int]) -> int | None:
    """The candidate whose head stands last, of nested ones the inner; `None` if there is none."""
    return max(candidates, key=lambda index: (mentions[index].head, index), default=None)


def build(*, agreement: bool = True) -> Resolver:
    """The baseline "most recent noun phrase". `agreement` leaves only those that agree."""
    return MostRecent(agreement)


RESOLVER = ResolverEntry(
    build,
    title="the most recent candidate that agrees",
    source="Mitkov 1998 and 2001",
    baseline=True,
    noun_phrases=True,
)
