"""The bundled parser: a small pretrained encoder with a layer for each annotation, in 8 bits for the processor.

Its training is in ``experiments/training``, its card in ``preprocess/models``.
"""
