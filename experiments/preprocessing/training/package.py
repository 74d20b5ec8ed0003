"""The trained parser in 8 bits, as a spaCy pipeline that is ready to ship."""

import shutil
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

import spacy
from spacy.language import Language

from anaphora.preprocess.encoder.component import FACTORY, Encoder
from anaphora.preprocess.encoder.network import Network, Parse
from anaphora.workbench.english.encoding import Input

if TYPE_CHECKING:
    from anaphora.experiments.preprocessing.training.parser import Parser

LICENCE = Path(__file__).parents[3] / "preprocess" / "models" / "LICENSE"
"""Who made encoder and treebanks, and what the licence of the weights asks; it travels with them."""

META: dict[str, object] = {
    "name": "anaphora_ud",
    "version": "0.3.0",
    "description": "English parser: all-MiniLM-L6-v2 fine-tuned on free Universal Dependencies treebanks, "
    "with entity types of base noun phrases",
    "license": "CC BY-SA 4.0",
    "spacy_version": ">=3.8.18,<3.9.0",
    "sources": [
        {
            "name": "all-MiniLM-L6-v2",
            "url": "https://huggingface.co/sentence-transformers/all-MiniLM-L6-v2",
            "license": "Apache-2.0",
        },
        *(
            {
                "name": f"UD English {name}",
                "url": f"https://universaldependencies.org/treebanks/en_{name.lower()}/",
                "license": "CC BY-SA 3.0" if name == "PUD" else "CC BY-SA 4.0",
            }
            for name in ("EWT", "PUD", "CTeTex", "Pronouns", "Atis")
        ),
        {
            "name": "GUM, documents whose texts are CC BY or CC BY-SA",
            "url": "https://gucorpling.org/gum/",
            "license": "annotations CC BY 4.0, texts CC BY 2.5, CC BY 4.0 and CC BY-SA 3.0",
        },
    ],
}


def package(parser: "Parser", target: Path) -> None:
    """Write the pipeline to the new folder ``target``, whole or not at all.

    Raises ``FileExistsError`` where ``target`` exists, ``OSError``.
    """
    if target.exists():
        raise FileExistsError(target)
    target.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=target.parent) as folder:
        network = Network(export(parser, Path(folder)), parser.layers.known, parser.words.pieces)
        pipeline(network).to_disk(Path(folder) / target.name)
        shutil.copyfile(LICENCE, Path(folder) / target.name / "LICENSE")
        (Path(folder) / target.name).rename(target)


def pipeline(network: Network) -> Language:
    """A spaCy pipeline of English tokens and the network."""
    nlp = spacy.blank("en")
    component: Encoder = nlp.add_pipe(FACTORY)  # type: ignore[assignment]
    component.network = network
    nlp.meta = {**nlp.meta, **META}
    return nlp


def export(parser: "Parser", folder: Path) -> bytes:
    """The parser as an ONNX network with weights of 8 bits (7 of them used, which every processor multiplies alike)."""
    import torch  # an extra
    from onnxruntime.quantization import QuantType, quantize_dynamic

    whole, small = folder / "whole.onnx", folder / "small.onnx"
    inputs, outputs = list(Input.__slots__), list(Parse.__slots__)
    words, pieces = 30, 40
    example = (
        torch.zeros(1, pieces, dtype=torch.long),
        torch.rand(1, words, pieces),
        torch.zeros(1, words, dtype=torch.long),
    )
    with torch.inference_mode():
        torch.onnx.export(
            parser.eval(),
            example,
            str(whole),
            input_names=inputs,
            output_names=outputs,
            dynamic_axes={"pieces": {1: "pieces"}, "words": {1: "words", 2: "pieces"}, "shapes": {1: "words"}},
            opset_version=17,
            dynamo=False,
        )
    quantize_dynamic(whole, small, weight_type=QuantType.QInt8, per_channel=True, reduce_range=True)
    return small.read_bytes()
