"""Gold. Resolvers and preprocessing may not import this module, which the import contract checks."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from anaphora.workbench.document import Kind, Span


@dataclass(frozen=True, slots=True)
class Attributes:
    """What a corpus says of a key mention beside its chain.

    `head` is a token, `minimum` the part that a response must contain at least (MUC's MIN), `type` the entity type in
    capitals, `kind` says whether it is a pronoun, name or nominal, `optional` is MUC's STATUS="OPT". Each is empty
    where the corpus does not say.
    """

    head: int | None = None
    minimum: Span | None = None
    type: str = ""
    optional: bool = False
    kind: Kind | None = None

    def __reduce__(self) -> tuple[Any, ...]:
        return Attributes, (self.head, self.minimum, self.type, self.optional, self.kind)  # quick, as for spans


@dataclass(frozen=True, slots=True)
class Key:
    """The key of one document: `chains` of coreferent mentions (singletons included), each in text order.

    `attributes` describes mentions; `split` maps a mention to the chains (indices) that are its split antecedents;
    `non_anaphoric` maps a pronoun token to why it refers to no nominal (`pleonastic`, `clausal`), where a corpus marks
    this. `zeros` counts mentions without any overt token, which are left out. `links` are the pairs that annotators
    connected, where a format tells (MUC's REF).
    """

    document_id: str
    chains: tuple[tuple[Span, ...], ...]
    attributes: Mapping[Span, Attributes] = field(default_factory=dict)
    split: Mapping[Span, tuple[int, ...]] = field(default_factory=dict)
    non_anaphoric: Mapping[int, str] = field(default_factory=dict)
    zeros: int = 0
    links: tuple[tuple[Span, Span], ...] = ()


@dataclass(frozen=True, slots=True)
class Response:
    """Chains that a system proposes for one document, each in text order."""

    document_id: str
    chains: tuple[tuple[Span, ...], ...]
