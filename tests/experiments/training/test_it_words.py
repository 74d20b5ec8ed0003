"""The verbs and nouns that rules for "it" ask about, made of a WordNet of a few words and of three sentences."""

from pathlib import Path

import pytest

from anaphora.experiments.training import it_words
from anaphora.experiments.training.treebanks import Sentence
from anaphora.preprocess.lexicon import read_table
from tests.experiments.training.sentences import sentence

LICENCE = "  1 This software and database is being provided to you\n"
VERBS = """00000001 35 v 01 carry 0 000 02 + 08 00 + 11 00 | move something
00000002 35 v 02 climb 0 sleep 0 000 02 + 02 00 + 08 01 | go upwards
00000003 31 v 01 believe 0 000 02 + 26 00 + 08 00 | hold true
"""
NOUNS = """00000004 03 n 01 matter 0 000 | that which has mass
00000005 13 n 01 soup 0 001 @ 00000004 n 0000 | liquid food
00000006 10 n 01 joke 0 000 | a funny story
"""


@pytest.fixture
def wordnet(tmp_path: Path) -> Path:
    for name, text in {
        "data.verb": VERBS,
        "index.verb": "believe v 1 0 1 0 00000003\ncarry v 1 0 1 0 00000001\n"
        "climb v 1 0 1 0 00000002\nsleep v 1 0 1 0 00000002\n",
        "data.noun": NOUNS,
        "index.noun": "joke n 1 0 1 0 00000006\nmatter n 1 0 1 0 00000004\nsoup n 1 0 1 0 00000005\n",
        "cntlist.rev": "soup%1:13:00:: 1 1\n",
    }.items():
        (tmp_path / name).write_text(LICENCE + text, "latin-1")
    return tmp_path


def use(verb: str, tag: str, relation: str, *below: str) -> Sentence:
    """A verb with words below it, of which only the relations matter."""
    return sentence(verb, *below, relations=(relation, *below), pos=("VERB", *("_",) * len(below)), tags=(tag, *below))


def test_verbs_are_classed_by_frames_and_uses(wordnet: Path) -> None:
    """Frames may hold for one word of a sense, and count half beside one without object; passives are no uses."""
    shares = {verb: weights["object"] / weights["all"] for verb, weights in it_words.frames(wordnet).items()}
    assert shares == {"carry": 1.0, "climb": 0.5, "sleep": 0.0, "believe": 1.0}

    others = (use("carry", "VBN", "ROOT", "aux:pass"), use("carry", "VB", "acl:relcl"))
    assert it_words.uses([(use("carry", "VB", "ROOT", "obj"), *others)]) == {"carry": {"all": 1, "object": 1}}

    uses = it_words.uses([tuple(use("believe", "VB", "ROOT", "ccomp") for _ in range(9))])
    classes = it_words.verb_classes(it_words.frames(wordnet), uses, frozenset({"carry", "climb", "sleep"}))
    assert classes == {"object": ["carry"], "none": ["sleep"], "clause": ["believe"]}


def test_nouns_below_a_kind_with_a_temperature_are_listed(wordnet: Path) -> None:
    table = read_table("it_filter/wordnet.toml")

    assert it_words.tempered(wordnet) == {"matter", "soup"}
    assert "carry" in table["verbs"]["object"].split()
    assert "soup" in table["nouns"]["tempered"].split()
