"""Every error of a response in its sentence, and the texts with the chains of key and response side by side.

The first errors stand in the page itself. With a script all of them can be filtered and followed into the text.
"""

from anaphora.experiments.report.chain_payload import ROW_TYPES, payload, rows, sentence, shown_documents, shown_texts
from anaphora.experiments.report.contents import Findings
from anaphora.experiments.report.page import data, part
from anaphora.experiments.report.section import Section

STATIC = 25
"""Errors that stand in the page itself."""


def section(findings: Findings) -> Section | None:
    """The list, the filters, and all that a script needs to do more; `None` without errors or their texts."""
    found = findings.chained.errors if findings.chained else None
    if found is None or findings.comparison or not found.texts:
        return None
    listed = rows(found)
    documents = shown_documents(found, listed)
    texts = shown_texts(found, documents)
    inside = [row for row in listed if row.document < documents]
    body = part(
        "errors.html.j2",
        errors=found,
        names=list(found.systems),
        types=ROW_TYPES,
        rows=[(row, sentence(texts[row.document], row)) for row in inside[:STATIC]],
        total=len(inside),
        zeros=any(shown.zeros for shown in texts),
        left_out=len(listed) - len(inside),
        documents=documents,
        data=data(payload(found, texts, listed)),
    )
    return Section("errors", "Errors in the text", "Errors", (body,))
