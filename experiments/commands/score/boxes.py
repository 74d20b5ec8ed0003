"""Two boxes, key and response: the figures of `anaphora score`, and the links that measures count, on the words."""

import re
from collections.abc import Mapping
from dataclasses import astuple
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Unpack

import numpy as np

from anaphora import corpora
from anaphora.experiments.commands.score.chain_errors import texts_in_units, texts_to_read
from anaphora.experiments.commands.score.counting import evidence_of, own_measure, score_files
from anaphora.experiments.commands.score.pairing import read
from anaphora.experiments.commands.score.response_warnings import ResponseWarnings
from anaphora.experiments.run.configuration import Configuration, Options, Singletons, configure, takes
from anaphora.experiments.show.render import cells
from anaphora.experiments.show.report.errors import showing_zeros
from anaphora.workbench.error_analysis.measured_links import MEASURED, OF_PAIRS, aligned_chains, measured_links
from anaphora.workbench.error_analysis.mentions import ends, unite
from anaphora.workbench.errors import FormatError, OptionError, WorkbenchError
from anaphora.workbench.files import JsonObject
from anaphora.workbench.measures import STANDARD
from anaphora.workbench.results.scores import fractions_table

MOST_PAIRS = 20_000
"""Pairs of mentions in one chain; if there are more, measures that link all of them are not drawn."""
_NAME = re.compile(r"(?!\.)[^/\\\0]{1,60}")


@takes("match", "singletons", choices={"singletons": Singletons})
def score_boxes(key: Mapping[str, bytes], response: Mapping[str, bytes], **options: Unpack[Options]) -> JsonObject:
    """The figures of all measures, and on the words the links of those that have some.

    Boxes hold files by name; what was typed has none, and is read like a file without an extension.

    "documents" have "id" and "tokens"; "mentions" are document, start, end, chain of the key and of the response (-1:
    none). By measure "links" are those of `measured_links`, and "aligned" two chains with their similarity.

    Raises:
        WorkbenchError: as for `anaphora score`; the message calls files by the names of their boxes.
    """
    settings = configure(**options).changed(resamples=0)
    shown: JsonObject = {"documents": [], "mentions": [], "links": {}, "aligned": {}}
    with TemporaryDirectory() as place:
        folder = f"{place}/"
        try:
            paths = _placed(folder, "key", key), _placed(folder, "response", response)
            scores = score_files(paths[0], {"response": paths[1]}, settings)
            formats = [{form.name for _, form in corpora.files(path, None, path == paths[1])} for path in paths]
            if not own_measure(paths[0], None):
                shown = _shown(*paths, settings)
        except WorkbenchError as error:
            message = str(error).replace(folder, "")
            if isinstance(error, FormatError) and error.code == "unknown-format":
                message = message.removesuffix(error.cure) + "Drop the file itself: its name may tell."
            raise WorkbenchError(message, code=error.code) from error
    return shown | {
        "formats": [", ".join(sorted(names)) for names in formats],
        "figures": [row[:4] for row in cells(scores.system_table("response"))],
        "fractions": {row[0]: row[1:3] for row in fractions_table(scores, "response").rows},
        "usual": [*STANDARD, *MEASURED],
        "warnings": [warning.replace(folder, "") for warning in scores.warnings],
    }


def _placed(folder: str, box: str, files: Mapping[str, bytes]) -> Path:
    """Write what a box holds, several files into a folder; what was typed has the name of its box."""
    if not b"".join(files.values()).strip():
        raise OptionError(f"The box of the {box} is empty. Type or drop it there.", code="empty-box")
    inside = Path(folder, box if any(files) else "")
    inside.mkdir(exist_ok=True)
    for name, content in files.items():
        if name and not _NAME.fullmatch(name):
            raise OptionError(f"'{name}' cannot be the name of a file. Rename it.", code="bad-name")
        (inside / (name or box)).write_bytes(content)
    return inside / (next(iter(files)) or box) if len(files) == 1 else inside


def _shown(key: Path, response: Path, settings: Configuration) -> JsonObject:
    in_key, answer = read(key, None), read(response, None, response=True)
    evidence = evidence_of(in_key, answer, settings, ResponseWarnings(response))
    sides = evidence.key, evidence.response
    mentions = unite(evidence, *(np.full(len(side.span_id), -1) for side in sides))
    units = list(texts_in_units(in_key, answer, settings))
    rows = zip(mentions.document.tolist(), mentions.in_key.tolist(), mentions.in_response.tolist(), strict=True)
    spans = [(at, ends(*((sides[0], row) if row >= 0 else (sides[1], other)), units)) for at, row, other in rows]
    zeros = {(at, start) for at, (start, end) in spans if start == end}
    read_texts = enumerate(texts_to_read(in_key, None))
    texts = [showing_zeros(text, {start for at, start in zeros if at == number}) for number, text in read_texts]
    chains = zip(mentions.key_chain.tolist(), mentions.response_chain.tolist(), strict=True)
    few = sum(int((side.size * (side.size - 1)).sum()) // 2 for side in sides) <= MOST_PAIRS
    drawn = [name for name in MEASURED if few or name not in OF_PAIRS]
    return {
        "documents": [{"id": shown.text.id, "tokens": shown.tokens} for shown in texts],
        "mentions": [[at, *texts[at].ends(*span), *both] for (at, span), both in zip(spans, chains, strict=True)],
        "links": {name: [astuple(link) for link in measured_links(name, evidence, mentions)] for name in drawn},
        "aligned": {name: [(*pair, value) for pair, value in aligned_chains(name, evidence).items()] for name in drawn},
    }
