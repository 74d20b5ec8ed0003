"""The commands: each file or folder ends with `COMMAND`, which the command line, Python and studies call."""

from pathlib import Path


def summaries() -> dict[str, tuple[str, str]]:
    """Group and help of the commands by name, as `summaries.toml` has them; it says which it need not have."""
    from anaphora.workbench.files import read_toml  # only the help that lists all commands reads it

    _, groups = read_toml(Path(__file__).with_name("summaries.toml"))
    return {name: (group, text) for group, texts in groups.items() for name, text in texts.items()}
