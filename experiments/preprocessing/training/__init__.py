"""The recipe of the bundled English pipeline: treebanks in, pipeline and figures out.

``data`` makes sentences of CoNLL-U and writes training files, ``evaluate`` measures a pipeline,
``python -m anaphora.experiments.preprocessing.training`` goes the whole way. Treebanks are read from the folder
named by ``ANAPHORA_DATA`` (or ``../shared/data``) and are never copied into the package.
"""
