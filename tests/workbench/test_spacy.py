"""spaCy without its command line."""

import subprocess
import sys


def test_the_command_line_of_spacy_comes_when_somebody_asks_for_it() -> None:
    code = (
        "import sys; from anaphora.workbench.spacy import start_spacy; start_spacy(); import spacy\n"
        "print('weasel' in sys.modules, spacy.info(silent=True)['spacy_version'] == spacy.__version__)\n"
        "print(spacy.cli.info is not None, callable(spacy.cli.app))"
    )

    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.split() == [
        "False", "True", "True", "True",
    ]  # fmt: skip
