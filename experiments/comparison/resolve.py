"""Plain text in, antecedents out."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from anaphora.experiments.comparison.analysis import analyser
from anaphora.experiments.comparison.settings import Settings
from anaphora.experiments.running.worker import decide
from anaphora.experiments.scoring import write_chains
from anaphora.experiments.terminal.explanation import Explainer, in_context
from anaphora.preprocess.english.features import is_abbreviation
from anaphora.resolvers.specs import build_resolvers, default_resolvers, require_no_oracle
from anaphora.workbench.decision import Decision, Resolver
from anaphora.workbench.document import Document, Prepared, Span
from anaphora.workbench.english.pronouns import is_anaphoric, pronoun
from anaphora.workbench.key import Clusters, Key
from anaphora.workbench.linking import chains_of, spans_of
from anaphora.workbench.results.table import Column, Table
from anaphora.workbench.results.vocabulary import clean
from anaphora.workbench.spec import parse_resolvers

OUTPUTS = ("text", "json", "conll2012", "corefud", "html")


@dataclass(frozen=True, slots=True)
class Resolution:
    """A prepared text, the resolvers and what each decided."""

    prepared: Prepared
    resolvers: Mapping[str, Resolver]
    decisions: Mapping[str, Sequence[Decision]]
    which: str

    def _repr_html_(self) -> str:
        """What a notebook shows."""
        from anaphora.experiments.terminal.render import to_html

        return to_html([answers_table(as_json(self))])


def resolve(document: Document, settings: Settings) -> Resolution:
    """Run the resolvers (all by default) on a text without a key; raises `OptionError` for the oracle."""
    specs = settings.specs or parse_resolvers(default_resolvers())
    require_no_oracle(specs)
    resolvers = build_resolvers(specs, settings.seed)
    prepared = analyser(settings)(document, Key(document.id, ()))
    return Resolution(prepared, resolvers, decide(resolvers, prepared), settings.anaphors)


def as_json(resolution: Resolution, explain: bool = False) -> dict[str, Any]:
    """The antecedent of each pronoun by each resolver, in the shape that `anaphora resolve --json` writes.

    Offsets are characters of the text, end exclusive. A pronoun that the filter takes for pleonastic has no
    antecedents. With `explain` each pronoun has an "explanation" in words: what all resolvers were "given", and for
    each of them the lines that say why it decided so.
    """
    prepared = resolution.prepared
    cases = {prepared.mentions[case.anaphor].head: number for number, case in enumerate(prepared.cases)}
    filtered = {entry.token for entry in prepared.non_anaphoric}
    place = _Placer(prepared.document)
    rows = []
    for token in _pronouns(prepared, resolution.which):
        antecedents: dict[str, Any] = {}
        for name, decisions in resolution.decisions.items():
            found = decisions[cases[token]].antecedent if token in cases else None
            antecedents[name] = None if found is None else place(prepared.mentions[found].span)
        row = {**place(Span(token, token + 1)), "pleonastic": token in filtered, "antecedents": antecedents}
        rows.append(row | ({"explanation": _explanation(resolution, token, cases.get(token))} if explain else {}))
    return {"text": prepared.document.text, "pronouns": rows}


def _explanation(resolution: Resolution, token: int, number: int | None) -> dict[str, Any]:
    prepared = resolution.prepared
    if number is None:
        rules = [entry.rule for entry in prepared.non_anaphoric if entry.token == token]
        return {"given": [f"taken out as not anaphoric: {rule}" for rule in rules], "resolvers": {}}
    explainer = Explainer(prepared)
    return {
        "given": explainer.given(prepared.cases[number]),
        "resolvers": {name: explainer.decided(made[number]) for name, made in resolution.decisions.items()},
    }


def as_clusters(resolution: Resolution, resolver: str) -> tuple[Document, Clusters]:
    """The chains of one resolver (of a pronoun resolver: its links), with the analysed document: for corpus writers."""
    chains = chains_of(resolution.resolvers[resolver], resolution.prepared, resolution.decisions[resolver])
    return write_chains.with_chains(resolution.prepared, spans_of(resolution.prepared, chains))


def _pronouns(prepared: Prepared, which: str) -> list[int]:
    """The tokens that are pronouns to be resolved, those included that preprocessing filtered out or missed."""
    heads = {prepared.mentions[case.anaphor].head for case in prepared.cases}
    annotation, words = prepared.annotation, prepared.document.words
    forms = (
        (token, pronoun(word.lower()))
        for token, word in enumerate(words)
        if not is_abbreviation(annotation, words, token)
    )
    personal = "third-person" if which == "third-person" else "personal"
    return sorted(
        heads | {token for token, entry in forms if entry and is_anaphoric(entry.person, entry.type, personal)}
    )


class _Placer:
    """Spans of tokens as text with character offsets."""

    __slots__ = ("document", "starts", "text")

    def __init__(self, document: Document) -> None:
        self.document, self.text, self.starts = document, document.text, document.character_starts()

    def __call__(self, span: Span) -> dict[str, Any]:
        start = self.starts[span.start]
        end = self.starts[span.end - 1] + len(self.document.words[span.end - 1])
        return {"text": self.text[start:end], "start": start, "end": end}


def as_table(result: dict[str, Any]) -> Table:
    """Each pronoun in its context, and who answers what."""
    rows = [
        (row["text"], in_context(result["text"], row), answer, ", ".join(names))
        for row in result["pronouns"]
        for answer, names in _grouped(row).items()
    ]
    if not rows:
        return Table("The text has no third-person pronoun.", (), ())
    return Table("", (Column("pronoun"), Column("in"), Column("antecedent"), Column("says")), tuple(rows))


def answers_table(result: dict[str, Any]) -> Table:
    """A row a pronoun, and a column a resolver."""
    names = list(result["pronouns"][0]["antecedents"]) if result["pronouns"] else []
    rows = tuple((in_context(result["text"], row), *_answers(row)) for row in result["pronouns"])
    notes = () if rows else ("The text has no third-person pronoun.",)
    return Table("", (Column("pronoun"), *(Column(name, heading=name) for name in names)), rows, notes)


def _answers(row: Mapping[str, Any]) -> list[str | None]:
    if row["pleonastic"]:
        return ["pleonastic" for _ in row["antecedents"]]
    return [answer["text"] if answer else None for answer in row["antecedents"].values()]


def _grouped(row: dict[str, Any]) -> dict[str, list[str]]:
    """The resolvers by their answer."""
    grouped: dict[str, list[str]] = {}
    for name, answer in row["antecedents"].items():
        grouped.setdefault(answer["text"] if answer else "no answer", []).append(name)
    return {"none: pleonastic": ["the filter"]} if row["pleonastic"] else grouped


def as_explanation(result: dict[str, Any]) -> str:
    """The answers and their reasons, from the figures that `as_json` explained."""
    lines: list[str] = []
    for row in result["pronouns"]:
        lines += [in_context(result["text"], row), *(f"  {line}" for line in row["explanation"]["given"])]
        for name, reasons in row["explanation"]["resolvers"].items():
            answer = row["antecedents"][name]
            shown = f'"{answer["text"]}"' if answer else "no answer"
            lines += [f"  {name}: {shown}, {reasons[0]}", *(f"      {line}" for line in reasons[1:])]
        lines.append("")
    return clean("\n".join(lines[:-1] or ["The text has no third-person pronoun."])) + "\n"
