"""Cards of what preprocessing is made of; `cards.toml` has the facts, each with its source."""

from collections.abc import Mapping
from functools import cache
from importlib.resources import as_file, files

from anaphora.preprocess.pipeline import Pipeline
from anaphora.workbench import provenance
from anaphora.workbench.preparation import Preparation
from anaphora.workbench.provenance import Card, read_cards


@cache
def bundled() -> Mapping[str, Card]:
    """The cards of the package, by name."""
    with as_file(files("anaphora.preprocess").joinpath("cards.toml")) as path:
        return read_cards(path)


def cards_used(pipeline: Pipeline | None, options: Preparation) -> list[Card]:
    """The cards of all that shapes the input of resolvers, less what the perfect layers replace.

    `pipeline` is `None` where the annotation is that of the corpus.
    """
    wanted = [f"{options.it_filter} it filter"] if "pleonastic" not in options.perfect else []
    wanted += ["agreement tables"] if not {"agreement", "mentions"} <= set(options.perfect) else []
    shipped = [bundled()[name] for name in wanted if name in bundled()]
    return [of_pipeline(pipeline), *shipped] if pipeline else shipped


def of_pipeline(pipeline: Pipeline) -> Card:
    """The card of a pipeline: the bundled one's, or one made of what its package says of its sources."""
    card = provenance.card_of_pipeline(pipeline.meta)
    return bundled().get(card.name, card)
