"""Overview page of a study: tables, parts with signatures and commands, skipped inputs."""

import shlex
from collections.abc import Iterator, Mapping, Sequence

from anaphora.experiments.study.data import Results
from anaphora.experiments.study.declaration import BUNDLED, Scoring, Study, Trial
from anaphora.experiments.study.parts import RESULT, Part
from anaphora.experiments.study.tables import StudyTable
from anaphora.experiments.terminal.render import line, render

_ABOUT = (
    "The study with all defaults: [study.toml](study.toml). Tidy tables for pandas, as CSV and Parquet: [data](data). "
    "Run the commands in the folder of the study."
)
_COMMANDS = {"comparisons": "compare", "ablations": "ablate", "losses": "losses"}


def render_index(study: Study, results: Results, tables: Sequence[StudyTable], skipped: Mapping[str, str]) -> str:
    """The page in Markdown."""
    lines = [f"# {line(study.title)}", ""]
    if study.description:
        lines += [study.description.strip(), ""]
    lines += [_ABOUT, ""]
    for table in tables:
        lines += [f"## {table.name}", "", render([table.table], "markdown").rstrip(), "", _links(table.name), ""]
    lines += ["## Parts", ""]
    for part, figures in results:
        lines += _part(study, part, figures["signature"])
        lines += [text for warning in figures.get("warnings", ()) for text in (f"Warning: {line(warning)}", "")]
    if skipped:
        lines += ["## Skipped", "", *(f"- {name}: {line(reason)}" for name, reason in skipped.items()), ""]
    return "\n".join(lines)


def _part(study: Study, part: Part, signature: str) -> Iterator[str]:
    result = f"[{part.title}/{RESULT}](results/{part.title}/{RESULT})"
    yield from (f"### {part.title}", "", f"{result}; table: {_links(part.title)}", "")
    yield from ("```sh", _command(study, part), "```", "", f"`{line(signature)}`", "")


def _links(name: str) -> str:
    return ", ".join(f"[{suffix}](tables/{name}.{suffix})" for suffix in ("csv", "md", "tex"))


def _command(study: Study, part: Part) -> str:
    """The command that computes the same result by itself."""
    if isinstance(part.declared, Scoring):
        responses = (f"{name}={path}" for name, path in part.declared.responses.items())
        words = ["anaphora", "score", part.declared.key, *responses]
        options = _options(part.declared, {"key", "responses", "optional"})
    else:
        corpus = study.corpora[part.corpus or ""]
        paths = [corpus.path] if corpus.path != BUNDLED else []
        words = ["anaphora", _COMMANDS[part.kind], *paths]
        options = _options(part.declared, {"corpora", "resolvers"})
        resolvers = ",".join(part.declared.resolvers)
        options += ["--resolver" if part.kind == "ablations" else "--resolvers", resolvers]
        options += ["--format", corpus.format] if corpus.format else []
    options += ["--seed", str(study.seed)] if study.seed else []
    return " ".join(map(_quoted, [*words, *options]))


def _options(declared: Trial | Scoring, left_out: set[str]) -> list[str]:
    """The options that are not at their defaults."""
    options = []
    for key, field in type(declared).model_fields.items():
        value = getattr(declared, key)
        if key not in left_out and value != field.default:
            name = f"--{key.replace('_', '-')}"
            options += [name] if value is True else [name, ",".join(value) if isinstance(value, tuple) else str(value)]
    return options


def _quoted(word: str) -> str:
    """A word of a command; variables are left to the shell."""
    return f'"{word}"' if "${" in word and '"' not in word else shlex.quote(word)
