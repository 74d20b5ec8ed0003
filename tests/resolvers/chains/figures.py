"""The tables of results on chain resolvers: `python -m tests.resolvers.chains.figures` writes them.

A table that has marks on a page is written there, any other as CSV beside the pages of the appendix.

With names of tables behind it only those are written. `test_page.py` compares those of GUM dev with key mentions
with these functions.
"""

import os
import sys
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from anaphora.experiments.commands.ablate import run_component_ablation
from anaphora.experiments.commands.compare.compare import run_comparison
from anaphora.experiments.commands.coref import run_coreference
from anaphora.experiments.run.configuration import configure
from anaphora.workbench.measures import COMPARED
from anaphora.workbench.preparation import LAYERS, AnaphorKind
from anaphora.workbench.results.scores import Scores
from anaphora.workbench.results.table import plain
from anaphora.workbench.results.vocabulary import interval, percent, share, stage
from anaphora.workbench.trace.document import STAGES
from tests.csv_tables import FOLDER, as_csv

ROOT = Path(__file__).resolve().parents[3]
PAGE = ROOT / "resolvers" / "chains" / "README.md"
DOCS = ROOT / "experiments" / "docs"
PAGES = (PAGE, DOCS / "pages" / "results" / "appendix" / "measures.md", DOCS / "notes" / "noun-phrases-and-camp.md")
DATA = Path(os.environ.get("ANAPHORA_DATA", ROOT.parent / "shared" / "data"))
CORPORA = {"GUM dev": DATA / "gum/dev/corefud", "LitBank": DATA / "litbank/conll"}
MODELS = {
    "A all singletons": "singletons",
    "B head match": "head_match",
    "C strong match": "mention_pair(decoding=strong)",
    "D best match": "mention_pair(decoding=best)",
    "E weak match": "mention_pair(decoding=weak)",
}
LIBERAL = {
    name: model.replace(")", ";threshold=0.1)") if "decoding" in model else model for name, model in MODELS.items()
}
SYSTEMS = {
    name: name
    for name in (
        "singletons", "one_entity", "any_word", "string_match", "head_match", "head_match(pron=yes)",
        "noun_phrase_clustering", "camp", "mention_pair", "mention_pair(decoding=best)", "mars+head_match",
        "lappin_leass+head_match", "mars_optimised+mention_pair", "ranker",
    )
}  # fmt: skip
KEY_MENTIONS, AUTOMATIC = ("mentions",), ()
TABLES: Mapping[str, tuple[str, tuple[str, ...], Mapping[str, str]]] = {
    "models-gum": ("GUM dev", KEY_MENTIONS, MODELS),
    "models-gum-liberal": ("GUM dev", KEY_MENTIONS, LIBERAL),
    "models-litbank": ("LitBank", KEY_MENTIONS, MODELS),
    "models-litbank-liberal": ("LitBank", KEY_MENTIONS, LIBERAL),
    "systems-gum": ("GUM dev", KEY_MENTIONS, SYSTEMS),
    "systems-gum-automatic": ("GUM dev", AUTOMATIC, SYSTEMS),
    "systems-litbank": ("LitBank", KEY_MENTIONS, SYSTEMS),
}
COMPONENT_TABLES: Mapping[str, tuple[str, tuple[str, ...]]] = {
    "camp-gum": ("GUM dev", KEY_MENTIONS),
    "camp-gum-automatic": ("GUM dev", AUTOMATIC),
    "camp-litbank": ("LitBank", KEY_MENTIONS),
    "camp-litbank-automatic": ("LitBank", AUTOMATIC),
}
NOUN_PHRASES = (
    "head_match", "string_match", "any_word", "camp", "mention_pair", "noun_phrase_clustering", "most_recent"
)  # fmt: skip
NOUN_TABLES: Mapping[str, tuple[str, AnaphorKind, tuple[str, ...]]] = {
    f"{which}-{corpus}{'' if perfect else '-automatic'}": (name, which, perfect)
    for corpus, name, layers in (("gum", "GUM dev", LAYERS), ("litbank", "LitBank", KEY_MENTIONS))
    for which in ("nominal", "names")
    for perfect in (layers, AUTOMATIC)
}
"""Perfect input: every layer, and of LitBank, which has no trees, the mentions."""
_PAPER = {
    "genre": ("4.2", "67.5"), "proper_names": ("24.0", "80.0"), "syntactic": ("3.3", "64.0"),
    "quotations": ("2.6", "86.8"), "cogniac_names": ("1.2", "65.2"), "common_nouns": ("7.1", "90.7"),
    "pronouns": ("4.5", "70.0"), "all": ("45.0", "81.0"),
}  # fmt: skip
"""Recall and precision (MUC) on the documents of MUC-7, Baldwin et al. 1998; of two they are exchanged there."""
_HEADINGS = {"muc": "MUC", "b_cubed": "B³", "ceaf_m": "CEAF-m", "ceaf_e": "CEAF-e", "blanc": "BLANC", "lea": "LEA"}


@cache
def figures_of(name: str) -> dict[str, Any]:
    """The figures of a table, as `anaphora coref --json` has them, but for the comparisons, which take longest."""
    corpus, perfect, systems = TABLES[name]
    found = run_coreference([CORPORA[corpus]], configure(tuple(systems.values()), perfect=perfect, singletons="auto"))
    return {"key": found.key.figures()} | {
        "resolvers": {
            system: {
                "success_rate": {"value": found.comparison.rate("success_rate", system).value},
                "measures": _measures(found.scores, system),
                **found.sizes[system].figures(),
            }
            for system in found.scores.systems
        }
    }


def _measures(scores: Scores, system: str) -> dict[str, Any]:
    intervals = scores.intervals[system]
    return {it.name: {**scores.values(system, it), "intervals": intervals[it.name]} for it in scores.measures}


def table(name: str) -> str:
    """The table between its marks, as it stands on the page."""
    _, _, systems = TABLES[name]
    figures = figures_of(name)
    models = name.startswith("models")
    headings = ["model" if models else "resolver", *([] if models else ["pronouns"]), *_HEADINGS.values(), "CoNLL"]
    headings += ["95% CI", "entities", "single", "right links", "wrong links"] if models else ["95% CI"]
    rows = [_cells(headings), "|---|" + "--:|" * (len(headings) - 1)]
    key = figures["key"]
    if models:
        sizes = [key["entities"], key["singletons"], key["links"]]
        rows.append(_cells(["key", *[""] * (len(COMPARED) + 1), *(f"{size:,}" for size in sizes), ""]))
    rows += [_cells(_row(label, figures["resolvers"][system], models)) for label, system in systems.items()]
    return "\n".join((f"<!-- {name} -->", *rows, f"<!-- end of {name} -->"))


@cache
def components_of(name: str) -> Any:
    """The figures of a component table."""
    corpus, perfect = COMPONENT_TABLES[name]
    settings = configure(perfect=perfect, singletons="auto")
    return plain(run_component_ablation([CORPORA[corpus]], "camp", settings).as_json())


def component_table(name: str) -> str:
    """The component table between its marks, as it stands on the page."""
    figures = components_of(name)
    headings = (
        "component", "paper: MUC R", "MUC P", "links", "right", "alone: MUC R", "MUC P", "B³ R", "B³ P",
        "up to it: MUC R", "MUC P", "B³ R", "B³ P", "without it: MUC F", "p", "B³ F", "p",
    )  # fmt: skip
    rows = [_cells(headings), "|---|" + "--:|" * (len(headings) - 1)]
    for component, its in figures["components"].items():
        links = its["alone"]["links"]
        share = f"{100 * its['alone']['right'] / links:.1f}" if links else "–"
        change = [cell for it in its["without"]["change"].values() for cell in _changed(it)]
        rows.append(
            _cells(
                [
                    component,
                    *_PAPER[component],
                    f"{links:,}",
                    share,
                    *_rates(its["alone"]),
                    *_rates(its["until"]),
                    *change,
                ]
            )
        )
    rows.append(_cells(["all", *_PAPER["all"], *[""] * 6, *_rates(figures["measures"]), *[""] * 4]))
    return "\n".join((f"<!-- {name} -->", *rows, f"<!-- end of {name} -->"))


def noun_table(name: str) -> str:
    """The rates and losses of resolvers of noun phrases, below what is lost before any of them runs."""
    corpus, which, perfect = NOUN_TABLES[name]
    found = run_comparison([CORPORA[corpus]], configure(NOUN_PHRASES, anaphors=which, perfect=perfect))
    shared = {each: count for each, count in found.shared_losses().items() if count}
    lost = ", ".join(f"{stage(each)} {count:,}" for each, count in shared.items())
    strict, partial = (percent(found.upper_bound(match)) for match in ("strict", "partial"))
    left = f"Lost before: {lost}; left {found.reached:,}." if lost else "None is lost before."
    own = [each for each in STAGES if each not in shared and any(found.losses(one)[each] for one in found.ranking)]
    headings = ["resolver", "success", "95% CI", "non-trivial", "critical", "precision", "of MAX", *map(stage, own)]
    rows = [_cells(headings), "|---|" + "--:|" * (len(headings) - 1)]
    for resolver in found.ranking:
        rates = [percent(found.rates(resolver)[rate].value) for rate in ("non_trivial", "critical", "precision")]
        success, counts = found.rate("success_rate", resolver), found.losses(resolver)
        of_max = share(found.right(resolver), found.reached).removesuffix("%")
        row = [resolver, percent(success.value), interval(success.interval), *rates, of_max]
        rows.append(_cells([*row, *(f"{counts[each]:,}" for each in own)]))
    above = f"{found.anaphors:,} key anaphors; MAX {strict} strict, {partial} partial. {left}"
    return "\n".join((f"<!-- {name} -->", above, "", *rows, f"<!-- end of {name} -->"))


def _rates(its: Mapping[str, Any]) -> list[str]:
    values = [its[measure][part] for measure in ("muc", "b_cubed") for part in ("recall", "precision")]
    return ["–" if value is None else f"{100 * value:.1f}" for value in values]


def _changed(change: Mapping[str, Any]) -> tuple[str, str]:
    value = f"{100 * change['value']:+.1f}".replace("-0.0", "0.0").replace("+0.0", "0.0")
    return value, "<.001" if change["p_adjusted"] < 0.001 else f"{change['p_adjusted']:.3f}"


def _row(label: str, system: Mapping[str, Any], models: bool) -> list[str]:
    values = [f"{100 * system['measures'][measure]['f1']:.1f}" for measure in COMPARED]
    low, high = system["measures"]["conll"]["intervals"]["f1"]
    span = f"{100 * low:.1f}–{100 * high:.1f}"
    if not models:
        return [label, f"{100 * system['success_rate']['value']:.1f}", *values, span]
    sizes = (system[name] for name in ("entities", "singletons", "right_links", "wrong_links"))
    return [label, *values, span, *(f"{size:,}" for size in sizes)]


def _cells(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cells)} |"


def on_page(text: str, name: str) -> str:
    """The table as it stands in a text, with its marks."""
    start, end = f"<!-- {name} -->", f"<!-- end of {name} -->"
    return start + text.partition(start)[2].partition(end)[0] + end


def main() -> None:
    """Write the tables that are named, all if none is."""
    wanted = sys.argv[1:] or [*TABLES, *COMPONENT_TABLES, *NOUN_TABLES]
    makers = dict.fromkeys(TABLES, table) | dict.fromkeys(COMPONENT_TABLES, component_table)
    for name in wanted:
        found = makers.get(name, noun_table)(name)
        pages = {page: page.read_text("utf8") for page in PAGES}
        marked = [page for page, text in pages.items() if f"<!-- {name} -->" in text]
        for page in marked:
            page.write_text(pages[page].replace(on_page(pages[page], name), found), "utf8")
        if not marked:
            (FOLDER / f"{name}.csv").write_text(as_csv(found), "utf8")


if __name__ == "__main__":
    main()
