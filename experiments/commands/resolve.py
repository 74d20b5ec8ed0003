"""`anaphora resolve`: the antecedents of the pronouns of a plain text, each answer with its explanation."""

from collections.abc import Mapping
from dataclasses import astuple
from functools import partial
from typing import Unpack

from anaphora.corpora import conll2012, corefud
from anaphora.experiments.run.arguments import OneText, Resolvers, configuration, document_of, words_of_texts
from anaphora.experiments.run.command import JSON, TO, Command, details, flag
from anaphora.experiments.run.configuration import OF_TEXTS, Options, takes
from anaphora.experiments.show.render import terminal_width
from anaphora.experiments.show.result import Result
from anaphora.experiments.texts.answers import answers_table, as_text, explanation, summary_table
from anaphora.experiments.texts.resolution import Resolution, resolve_document
from anaphora.workbench.errors import OptionError
from anaphora.workbench.preparation import PronounKind
from anaphora.workbench.results.table import Column, Table


@takes(*OF_TEXTS, choices={"anaphors": PronounKind})
def resolve(text: OneText, resolvers: Resolvers = (), **options: Unpack[Options]) -> Result[Resolution]:
    """Resolve the pronouns of a plain text: whom or what each means, and how many resolvers say so.

    The text is a string, the `Path` of a file or a `Document`; each answer has its explanation. Corpus formats get the
    chains of the first resolver named (default: mitkov). Other arguments and errors are those of `compare`.
    """
    resolution = resolve_document(document_of(text, "text"), configuration(resolvers, None, options))

    def in_format(write: object, **wanted: object) -> str:
        _require_room(wanted)
        name = next(iter(resolution.decisions)) if resolvers else "mitkov"
        return "".join(write([resolution.chains(name)]))  # type: ignore[operator]

    def page(**wanted: object) -> str:
        _require_room(wanted)
        from anaphora.experiments.live.saved import answers_page

        return answers_page(resolution)

    return Result(
        resolution,
        resolution.prepared.signature,
        lambda **_: [summary_table(resolution, resolution.pronouns(), in_text=True)],
        {"table": partial(answers_table, resolution), "explanations": partial(_explanations, resolution)},
        figures=lambda **_: _explanations(resolution),
        json=resolution.as_json,
        forms={
            "text": partial(_in_words, resolution),
            "conll2012": partial(in_format, conll2012.write),
            "corefud": partial(in_format, corefud.write),
            "html": page,
        },
        page=page,
    )


def _require_room(wanted: Mapping[str, object]) -> None:
    if wanted.get("explain"):
        problem = "--explain needs --to text or --to json; others have no room for it."
        raise OptionError(problem, code="explain-form")


def _in_words(resolution: Resolution, *, details: bool = False, explain: bool = False, bold: bool = False) -> str:
    if explain:
        return explanation(resolution)
    return as_text(resolution, terminal_width(), details=details, bold=bold)


def _explanations(resolution: Resolution) -> Table:
    """A row for each pronoun and resolver: the answer (missing: none), where both are, and why it was given.

    Places are characters of the text, ends exclusive.
    """
    rows = []
    for pronoun in resolution.pronouns(explain=True):
        for resolver, answer in pronoun.antecedents.items():
            cells = astuple(answer) if answer else (None, None, None)
            why = pronoun.reasons.get(resolver, pronoun.given)
            rows.append((*astuple(pronoun.phrase), resolver, *cells, "; ".join(why)))
    names = "pronoun start end resolver antecedent antecedent_start antecedent_end explanation"
    return Table("Explanations", tuple(map(Column, names.split())), tuple(rows))


COMMAND = Command(
    resolve,
    example='echo "Press the key and hold it down." | anaphora resolve',
    offers=(
        TO, JSON,
        details("Print what each resolver answers."),
        flag("explain", "Explain each decision in words (text and JSON)."),
    ),
    note="Corpus formats get the chains of the first resolver named (default: mitkov).",
    forms=("text", "csv", "json", "conll2012", "corefud", "html"),
    work="Resolving",
    words=words_of_texts,
)  # fmt: skip
