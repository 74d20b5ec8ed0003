"""The report of names in place of pronouns: what they help to find, and how many are wrong."""

from collections.abc import Iterator

from anaphora.experiments.commands.evaluate.rewriting import AS_IT_IS, KEY
from anaphora.experiments.show.charts.chart import Chart, of_table
from anaphora.experiments.show.charts.rewriting import help_and_harm
from anaphora.experiments.show.report.section import Block, Section, Sheet, Words
from anaphora.workbench.results.help_and_harm import WRONG, HelpAndHarm
from anaphora.workbench.results.vocabulary import percent

_LIMITS = (
    "An index finds sentences by the words of names. A search by meaning finds more, in texts as they are, too. "
    "Noun phrases and other names stay as they are: what the key leaves unfound is no matter of pronouns."
)


def sections(result: HelpAndHarm) -> list[Section]:
    """The verdict, the chart with its figures at each probability, and the differences."""
    chart = Chart(
        "help-and-harm",
        "Help and harm as less sure pronouns are replaced",
        "Recall of sentences by names, against wrong names.",
        help_and_harm(result),
        of_table(result.curve_table() if result.sure else result.table()),
        "Each line begins with the surest replacements and ends with all. Points are texts that nobody rewrites, that "
        "the key rewrites, and that resolvers rewrite which do not say how sure they are.",
    )
    tested = [*result.differences()]
    blocks = (Sheet(table.title, of_table(table), folded=bool(number)) for number, table in enumerate(tested))
    parts = [
        Section("verdict", "Verdict", "Verdict", tuple(_verdict(result))),
        Section("help-and-harm-curve", "Help and harm", "Help and harm", (chart,)),
    ]
    return parts + ([Section("differences", "Differences", "Differences", tuple(blocks))] if tested else [])


def _verdict(result: HelpAndHarm) -> Iterator[Block]:
    recall = {name: result.scores.values(name, result.scores.measures[0])["recall"] for name in result.scores.systems}
    if result.least:
        best = max(result.least, key=lambda name: recall[name] or 0.0)
        most = f"; the key would bring {percent(recall[KEY])}%" if KEY in recall else ""
        gain = f"{best} brings the recall of names from {percent(recall[AS_IT_IS])}% to {percent(recall[best])}%{most}."
        wrong = percent(result.scores.values(best, WRONG)["wrong"])
        yield Words((f"{gain} {wrong}% of its names are wrong.",), "lead")
    yield from (Words((f"Warning: {warning}",), "warning") for warning in result.scores.warnings)
    table = result.table()
    yield Sheet("All systems", of_table(table))
    yield Words((*table.notes, _LIMITS), "note")
