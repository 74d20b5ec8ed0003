"""Chains of mentions as files and systems give them, in the roles of key and response.

Resolvers and preprocessing may not import this module, which the import contract "gold cannot leak" checks.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TypeAlias

from anaphora.workbench.document import Kind, Span


@dataclass(frozen=True, slots=True)
class Attributes:
    """What is known of a mention beside its chain.

    `head` is a token, `minimum` the part that a response must contain at least (MUC's MIN), `type` the entity type in
    capitals, `kind` says whether it is a pronoun, name or nominal, `optional` is MUC's STATUS="OPT". Each is empty
    where the corpus does not say.
    """

    head: int | None = None
    minimum: Span | None = None
    type: str = ""
    optional: bool = False
    kind: Kind | None = None

    def __reduce__(self) -> tuple[object, ...]:
        return Attributes, (self.head, self.minimum, self.type, self.optional, self.kind)  # quick, as for spans


@dataclass(frozen=True, slots=True)
class Clusters:
    """Chains of coreferent mentions of one document (singletons included), each in text order.

    `attributes` describes mentions; `split` maps a mention to the chains (indices) that are its split antecedents;
    `non_anaphoric` maps a pronoun token to why it refers to no nominal (`pleonastic`, `clausal`), where a corpus marks
    this. `zeros` counts mentions without any overt token, which are left out. `links` are the pairs that annotators
    or a system connected, where a format has them (MUC's REF). `ids` name the entity of each chain, where a format has
    names that hold over documents; they are no part of what makes two keys equal.
    """

    document_id: str
    chains: tuple[tuple[Span, ...], ...]
    attributes: Mapping[Span, Attributes] = field(default_factory=dict)
    split: Mapping[Span, tuple[int, ...]] = field(default_factory=dict)
    non_anaphoric: Mapping[int, str] = field(default_factory=dict)
    zeros: int = 0
    links: tuple[tuple[Span, Span], ...] = ()
    ids: tuple[str, ...] = field(default=(), compare=False)


Key: TypeAlias = Clusters
"""The role of the right chains, which only evaluation sees."""
Response: TypeAlias = Clusters
"""The role of the chains that a system proposes."""
