"""Repairs of responses that are read: kinds of what is mended and dropped, and a line that counts them."""

from collections.abc import Mapping

MENDED = {
    "cut": "spans extended to whole tokens",
    "ends": "spans read with the other end (inclusive for exclusive, or the reverse)",
    "moved": "mentions moved to where their words are",
    "ambiguous": "mentions whose words occur several times (taken in order)",
    "marks": "unpaired marks (read as mentions of one word)",
    "cut_off": "answers cut off in the middle (read as far as they go)",
    "commas": "commas before a closing bracket (passed over)",
    "edits": "words changed in the rewritten text",
    "altered": "marked mentions with changed words (kept)",
}
"""The kinds of what is mended, by the names that they are counted under."""
DROPPED = {
    "outside": "spans beyond the text",
    "malformed": "mentions without a span or words",
    "unreadable": "answers without chains in JSON",
    "absent": "mentions whose words are not in the text",
    "used_up": "mentions named more often than their words occur",
    "blank": "spans with no word in them",
    "invented": "mentions whose words were changed or are not in the text",
    "repeated": "mentions repeated in their cluster (the first counts)",
    "shared": "mentions in two clusters (the first counts)",
    "empty": "clusters without a mention",
    "repeated_links": "anaphors linked twice (the first counts)",
    "to_itself": "links of an anaphor to itself",
    "unbalanced": "marks without a beginning or an end",
    "unmatched_answers": "answers with none of the candidates (unresolved)",
    "ambiguous_answers": "answers fitting several candidates (unresolved)",
}
"""The kinds of what is dropped, by such names."""
REPAIRS = {**MENDED, **{name: text if "(" in text else f"{text} (left out)" for name, text in DROPPED.items()}}
"""All of this, each said so that it can stand alone."""


def say_repairs(counts: Mapping[str, int]) -> str:
    """Say in one line what was mended and what was dropped; empty if nothing was."""
    parts = []
    for what, names in (("mended", MENDED), ("dropped", DROPPED)):
        if kinds := [_said(counts[name], text) for name, text in names.items() if counts.get(name)]:
            parts.append(f"{what}: {', '.join(kinds)}")
    return "; ".join(parts)


def _said(count: int, text: str) -> str:
    noun, _, rest = text.partition(" ")
    return f"{count:,} {noun.removesuffix('s') if count == 1 else noun} {rest}"
