"""Presets: how tasks score, as `presets.toml` has them, and what a result says of the one it was made with."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from anaphora.workbench.errors import unknown_name
from anaphora.workbench.key import MATCHES
from anaphora.workbench.results.values import AppliedPreset


@dataclass(frozen=True, slots=True)
class Preset:
    """The scoring of a task: the settings that it fixes, by name, and the paper that says so.

    `entries` are the keys of its papers in the bibliography. `scorer` names the scorer whose pairs of mentions its
    figures have, where mentions are not paired one to one.
    """

    task: str
    authors: str
    paper: str
    entries: tuple[str, ...]
    settings: Mapping[str, str | tuple[str, ...]]
    scorer: str = ""


@cache
def presets() -> Mapping[str, Preset]:
    """The presets by name, as `presets.toml` has them."""
    from anaphora.workbench.files import read_toml

    _, tables = read_toml(Path(__file__).with_name("presets.toml"))
    by_name = {}
    for name, table in tables.items():
        about = {part: table.pop(part) for part in ("task", "authors", "paper", "scorer") if part in table}
        entries = tuple(table.pop("entries"))
        fixed = {setting: tuple(value) if isinstance(value, list) else value for setting, value in table.items()}
        by_name[name] = Preset(**about, entries=entries, settings=fixed)
    return by_name


def find_preset(name: str) -> Preset:
    """The preset of that name; raises `UnknownNameError` if there is none."""
    if name.lower() not in presets():
        raise unknown_name("preset", name, presets())
    return presets()[name.lower()]


_IN_WORDS: Mapping[str, Mapping[str, str]] = {
    "match": {match: f"{match} match" for match in MATCHES},
    "singletons": {"keep": "with singletons", "drop": "without singletons"},
    "zeros": {
        "dependent": "zeros aligned by dependencies", "position": "zeros aligned by position",
        "ignore": "zeros ignored",
    },
    "split_antecedents": {"count": "with split antecedents", "ignore": "without split antecedents"},
}  # fmt: skip


def applied_preset(name: str | None, used: Mapping[str, str]) -> AppliedPreset | None:
    """Describe the preset of a result; `used` are the settings that the figures were made with."""
    if name is None:
        return None
    preset = find_preset(name)
    changed = {setting: value for setting, value in used.items() if preset.settings.get(setting, value) != value}
    words = ", ".join(_IN_WORDS[setting][used[setting]] for setting in preset.settings if setting in used)
    task = f"{preset.task} ({preset.authors})" + (f" but for {' and '.join(changed)}" if changed else "")
    cite = f"{preset.authors}. {preset.paper}{'' if preset.paper.endswith('?') else '.'}"
    return AppliedPreset(name.lower(), changed, f"Scored as in {task}: {words}.", cite)
