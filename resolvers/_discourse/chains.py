"""Chains as a resolver makes them while it reads: pronouns join what they were resolved to, names what they repeat."""

from anaphora.resolvers._syntax.phrases import Phrases


class Chains:
    """The chains that a resolver makes, mention by mention in text order; `chain` numbers that of each mention."""

    __slots__ = ("_last", "_phrases", "chain", "counts", "members")

    def __init__(self, phrases: Phrases) -> None:
        self._phrases = phrases
        self._last: dict[tuple[str, ...], int] = {}
        self.chain: list[int] = []
        self.members: list[list[int]] = []
        self.counts: list[int] = []

    def add(self, antecedent: int | None = None) -> None:
        """Read the next mention; it joins the chain of its antecedent, or else of the phrase that it repeats."""
        mention = len(self.counts)
        wording = self._phrases.wording(mention)
        chain = self.chain[antecedent] if antecedent is not None else -1
        if chain < 0 and wording and self._phrases.may_repeat(mention):
            chain = self._last.get(wording, -1)
        if chain < 0:
            chain = len(self.members)
            self.members.append([])
        if wording:
            self._last[wording] = chain
        self.chain.append(chain)
        self.members[chain].append(mention)
        self.counts.append(len(self.members[chain]))
