"""A trained pipeline, made ready to ship: honest metadata, no trace of the machine that trained it."""

import shutil
import tempfile
from pathlib import Path

import spacy
from spacy.language import Language

LICENCE = Path(__file__).parents[3] / "preprocess" / "models" / "LICENSE"
"""Who made the treebanks and what the licence of the weights asks; it travels with them."""

META: dict[str, object] = {
    "name": "anaphora_ud",
    "version": "0.2.0",
    "description": "Small English pipeline trained on UD English EWT and the freely licensed parts of GUM, "
    "with entity types of base noun phrases",
    "license": "CC BY-SA 4.0",
    "spacy_version": ">=3.8.18,<3.9.0",
    "sources": [
        {
            "name": "UD English EWT",
            "url": "https://universaldependencies.org/treebanks/en_ewt/",
            "license": "CC BY-SA 4.0",
        },
        {
            "name": "GUM, documents whose texts are CC BY or CC BY-SA",
            "url": "https://gucorpling.org/gum/",
            "license": "annotations CC BY 4.0, texts CC BY 2.5, CC BY 4.0 and CC BY-SA 3.0",
        },
    ],
}


def package(source: Path, target: Path) -> None:
    """Write the pipeline in ``source`` to the new folder ``target``, whole or not at all.

    Raises ``FileExistsError`` where ``target`` exists, ``OSError`` where ``source`` is no pipeline.
    """
    if target.exists():
        raise FileExistsError(target)
    pipeline = clean(spacy.load(source))
    target.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=target.parent) as folder:
        pipeline.to_disk(Path(folder) / target.name)
        shutil.copyfile(LICENCE, Path(folder) / target.name / "LICENSE")
        (Path(folder) / target.name).rename(target)


def clean(pipeline: Language) -> Language:
    """The same pipeline with ``META``, no training losses and no paths or callbacks of its training."""
    performance = {name: value for name, value in pipeline.meta["performance"].items() if not name.endswith("_loss")}
    pipeline.meta = {**pipeline.meta, **META, "performance": performance}
    config = pipeline.config.copy()
    config["paths"] = dict.fromkeys(config["paths"])
    config["initialize"] = {**config["initialize"], "after_init": None}
    pipeline.config = config
    return pipeline
