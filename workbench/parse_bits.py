"""Parse bits: phrase structure as a column over tokens, as CoNLL-2012 has it (Pradhan et al. 2012).

A bit is `*`, which stands for the token, behind what opens with it and before what closes with it. "He left" is

    (S(NP*)    (VP*))

Labels are those of the treebank. A bit that is just `*` outside of all brackets belongs to no tree.
"""

import re
from collections.abc import Sequence

_BIT = re.compile(r"((?:\([^()*\s]*)*)\*(\)*)")


def opened(bit: str) -> list[str]:
    """The labels of the phrases that begin with a token, the outermost first."""
    return bit.partition("*")[0].split("(")[1:]


def closed(bit: str) -> int:
    """Count the phrases that end with a token."""
    return bit.count(")")


def fault(bits: Sequence[str], sentence_starts: Sequence[int]) -> tuple[int, str] | None:
    """The first token at which bits are no trees, each within its sentence, and why; `None` if they are trees."""
    depth_of = {bit: bit.count("(") - bit.count(")") for bit in set(bits)}
    odd = {bit for bit in depth_of if not _BIT.fullmatch(bit)}
    borders = {*sentence_starts}
    depth = 0
    for token, bit in enumerate(bits):
        if depth and token in borders:
            return token - 1, "a phrase is still open where the sentence ends"
        if bit in odd:
            return token, f"'{bit}' is not a parse bit such as (NP*, * or *)"
        depth += depth_of[bit]
        if depth < 0:
            return token, f"'{bit}' closes a phrase that was not opened"
    return (len(bits) - 1, "a phrase is still open where the document ends") if depth else None
