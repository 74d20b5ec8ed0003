"""The bundled parser: a small pretrained encoder with a layer for each annotation, in 8 bits for the processor.

Its training is in ``experiments/training``, its card in ``preprocess/models``.
"""

FACTORY = "anaphora_encoder"
"""The name of the spaCy component, and what it leaves in `doc.user_data`: the name of the network."""
