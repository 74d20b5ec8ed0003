"""What the terminal shows, at a fixed width."""

from dataclasses import replace
from io import StringIO

from rich.console import Console

from anaphora.experiments.terminal import terminal
from anaphora.workbench.results.comparison import Comparison
from tests.workbench.tiny_comparison import CAREFUL, empty_comparison, tiny_comparison


def shown(comparison: Comparison, width: int = 80) -> str:
    """The lines as printed, without the spaces at their ends."""
    console = Console(width=width, record=True, file=StringIO())
    console.print(terminal.comparison(comparison))
    lines = console.export_text().replace("\N{NO-BREAK SPACE}", " ").splitlines()
    return "\n".join(line.rstrip() for line in lines).strip()


def test_a_comparison_is_shown_from_the_results_to_the_signature() -> None:
    assert shown(tiny_comparison()) == (
        """\
tiny: 2 documents, 3 key anaphors

                   success     95 %    non-                        of
resolver     right    rate interval trivial critical precision    MAX
careful        1/3  33.3 % 0.2–99.2  50.0 %   50.0 %   100.0 % 50.0 %
<b>hasty</b>   0/3   0.0 % 0.0–98.2   0.0 %    0.0 %     0.0 %  0.0 %

MAX (what a resolver that never errs would reach): 66.7 % strict, 66.7 %
partial.
Expected of the random resolvers on average: <b>hasty</b> 33.3 %.

lost at         careful <b>hasty</b>
missed                1            1
left open             1            0
lost on a tie         0            1
outranked             0            1
right                 1            0

Not counted: 3 key pronouns (2 first mention of its chain, 1 split antecedent).
Spurious: 1 pronoun taken for anaphors that the key does not have.
Skipped: broken.conllu:3: seven columns instead of ten. Add the other three.

Differences are not testable at document level: 2 documents, at least 6 are
needed.

corpus:tiny|match:strict"""
    )


def test_an_empty_comparison_shows_dashes_and_no_losses() -> None:
    text = shown(empty_comparison())

    assert "careful    0/0       –        –       –        –         –   –" in text
    assert "MAX (what a resolver that never errs would reach): – strict, – partial." in text
    assert "lost at" not in text


def test_many_resolvers_are_shown_in_tables_that_fit_and_none_is_cut() -> None:
    names = tuple(f"some_resolver{number}" for number in range(9))
    documents = tuple(
        replace(document, outcomes=dict.fromkeys(names, document.outcomes[CAREFUL]), attempted=dict.fromkeys(names, 1))
        for document in tiny_comparison().documents
    )

    text = shown(replace(tiny_comparison(), resolvers=names, documents=documents, random=frozenset()))

    assert text.count("lost at") == 2
    assert all(text.count(name) == 1 for name in names)
    assert max(map(len, text.splitlines())) <= 80


def test_names_are_neither_markup_nor_commands_to_the_terminal() -> None:
    text = shown(replace(tiny_comparison(), corpus="[red]a\x1b[31mb"))

    assert text.startswith("[red]a\ufffd[31mb: 2 documents")


def test_a_single_document_is_said_to_have_too_narrow_an_interval() -> None:
    comparison = tiny_comparison()

    assert "One document: the intervals" in shown(replace(comparison, documents=comparison.documents[:1]))


def test_warnings_stand_below_the_figures_that_they_are_about() -> None:
    lines = shown(replace(tiny_comparison(), warnings=("[red]careful[/] was tuned on both.",))).splitlines()
    at = lines.index("Warning: [red]careful[/] was tuned on both.")

    assert lines.index("partial.") < at < next(place for place, line in enumerate(lines) if line.startswith("lost at"))
