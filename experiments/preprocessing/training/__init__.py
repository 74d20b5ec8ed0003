"""The recipe of the bundled English pipeline: treebanks in, pipeline and figures out.

``data`` reads sentences of CoNLL-U, ``parser`` and ``layers`` learn from them, ``package`` makes a pipeline of what was
learned, ``evaluate`` measures it; ``python -m anaphora.experiments.preprocessing.training`` goes the whole way.
Treebanks are read from the folder named by ``ANAPHORA_DATA`` (or ``../shared/data``) and are never copied into the
package.
"""
