"""`anaphora rewrite`: names in place of the pronouns of plain texts, where that is sure."""

import re
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import Annotated, Unpack, get_args

from anaphora.experiments.run.arguments import OneResolver, Texts, configuration, documents_of, words_of_texts
from anaphora.experiments.run.command import FOLDER, JSON, TO, Command, Progress, details
from anaphora.experiments.run.configuration import OF_TEXTS, Options, takes
from anaphora.experiments.show.result import Result
from anaphora.experiments.texts.manner import MIN_PROBABILITY, Each, Manner, Unit
from anaphora.experiments.texts.rewritten import Rewritten, rewrite_documents
from anaphora.workbench.options import COMPARED, About
from anaphora.workbench.preparation import PronounKind


def _unit(text: str) -> Each:
    """Read a unit, or a number of words."""
    return int(text) if re.fullmatch(r"\d{1,18}", text) else text  # type: ignore[return-value]


MinProbability = Annotated[
    float, About("Replace a pronoun if its name is at least so probable, from 0 to 1.", COMPARED, "P")
]
EachUnit = Annotated[
    Each,
    About(
        "Name an entity once in each of these; N: chunks of whole sentences, of N words at most.",
        COMPARED,
        f"<{'|'.join(get_args(Unit))}|N>",
        read=_unit,
    ),
]


@takes(*OF_TEXTS, choices={"anaphors": PronounKind})
def rewrite(
    texts: Texts,
    resolver: OneResolver = "neural_ranker",
    *,
    min_probability: MinProbability = MIN_PROBABILITY,
    each: EachUnit = "sentence",
    progress: Progress = None,
    **options: Unpack[Options],
) -> Result[Rewritten]:
    """Replace the pronouns of plain texts with the names they stand for, where that is sure; all others stay.

    Replacements are at least as probable as `min_probability`; resolvers that do not say how sure they are need 0. An
    entity is named once in `each` sentence, paragraph or text, or chunk of so many words at most. The result's
    `data.texts` have `rewritten`, the replacements, and the pronouns that were left with their reasons; its main table
    has a row for each replacement, `left()` one for each other pronoun. Other arguments and errors are those of
    `chains`.
    """
    manner = Manner(min_probability, each)
    settings = configuration([resolver], None, options)
    return rewriting_result(rewrite_documents(documents_of(texts), settings, manner, progress))


def rewriting_result(rewritten: Rewritten) -> Result[Rewritten]:
    """Rewritten texts: a row a replacement, and `left` with a row for each pronoun that was left."""

    def parts() -> Sequence[tuple[str, Result[Rewritten]]]:
        return [(text.document.id, rewriting_result(replace(rewritten, texts=(text,)))) for text in rewritten.texts]

    return Result(
        rewritten,
        rewritten.signature,
        lambda **_: [rewritten.replacements_table().brief()],
        {"table": rewritten.replacements_table, "left": rewritten.left_table},
        figures=rewritten.figures,
        json=rewritten.as_json,
        forms={"diff": rewritten.changes, "text": partial(_text, rewritten)},
        parts=parts,
    )


def _text(rewritten: Rewritten, **_: object) -> str:
    texts = [text.rewritten for text in rewritten.texts]
    return "".join(text if text.endswith("\n") else f"{text}\n" for text in texts)


COMMAND = Command(
    rewrite,
    example="anaphora rewrite report.txt --to text > resolved.txt",
    offers=(TO, JSON, FOLDER, details("Print all changed sentences.")),
    forms=("diff", "text", "csv", "json"),
    forms_help="The changed sentences (diff), the whole text, or the replacements (csv, json).",
    work="Reading",
    words=words_of_texts,
)
