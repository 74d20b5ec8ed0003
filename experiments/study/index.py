"""The page that leads to all results of a study: parts with signatures and commands, tables, what was passed over."""

import shlex
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import fields

from anaphora.experiments.study.data import Results
from anaphora.experiments.study.declaration import BUNDLED, Scoring, Study, Trial
from anaphora.experiments.study.parts import RESULT, Job
from anaphora.experiments.study.tables import Table
from anaphora.experiments.terminal.table import line

_ABOUT = (
    "The study with all defaults: [study.toml](study.toml). Tidy tables for pandas, as CSV and Parquet: [data](data). "
    "Commands are to be given in the folder of the study."
)
_COMMANDS = {"comparisons": "compare", "ablations": "ablate", "losses": "losses"}


def markdown(study: Study, results: Results, tables: Sequence[Table], passed_over: Mapping[str, str]) -> str:
    """The page; commands are to be given in the folder of the study file."""
    lines = [f"# {line(study.title)}", ""]
    if study.description:
        lines += [study.description.strip(), ""]
    lines += [_ABOUT, ""]
    for found in tables:
        files = ", ".join(f"[{suffix}](tables/{found.name}.{suffix})" for suffix in ("csv", "md", "tex"))
        lines += [f"## {found.name}", "", found.text("markdown").rstrip(), "", files, ""]
    lines += ["## Parts", ""]
    for job, figures in results:
        lines += _part(study, job, figures["signature"])
        lines += [text for it in figures.get("warnings", ()) for text in (f"Warning: {line(it)}", "")]
    if passed_over:
        lines += ["## Passed over", "", *(f"- {name}: {line(reason)}" for name, reason in passed_over.items()), ""]
    return "\n".join(lines)


def _part(study: Study, job: Job, signature: str) -> Iterator[str]:
    yield from (f"### {job.title}", "", f"[{job.title}/{RESULT}](results/{job.title}/{RESULT})", "")
    yield from ("```sh", _command(study, job), "```", "", f"`{line(signature)}`", "")


def _command(study: Study, job: Job) -> str:
    """What gives the same result by itself."""
    if isinstance(job.declared, Scoring):
        responses = (f"{name}={path}" for name, path in job.declared.responses.items())
        words = ["anaphora", "score", job.declared.key, *responses]
        options = _options(job.declared, {"key", "responses", "optional"})
    else:
        corpus = study.corpora[job.corpus or ""]
        paths = [corpus.path] if corpus.path != BUNDLED else []
        words = ["anaphora", _COMMANDS[job.kind], *paths]
        options = _options(job.declared, {"corpora", "resolvers"})
        resolvers = ",".join(job.declared.resolvers)
        options += ["--resolver" if job.kind == "ablations" else "--resolvers", resolvers]
        options += ["--format", corpus.format] if corpus.format else []
    options += ["--seed", str(study.seed)] if study.seed else []
    return " ".join(map(_quoted, [*words, *options]))


def _options(declared: Trial | Scoring, left_out: set[str]) -> list[str]:
    """The options that are not at their defaults."""
    found = []
    for each in fields(declared):
        value = getattr(declared, each.name)
        if each.name not in left_out and value != each.default:
            name = f"--{each.name.replace('_', '-')}"
            found += [name] if value is True else [name, ",".join(value) if isinstance(value, tuple) else str(value)]
    return found


def _quoted(word: str) -> str:
    """A word of a command; the values of variables stay to be put in."""
    return f'"{word}"' if "${" in word and '"' not in word else shlex.quote(word)
