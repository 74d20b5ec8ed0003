"""Every command on a text that is not in English: it works, or refuses in one sentence; none prints only dashes."""

from pathlib import Path

import pytest

from anaphora.corpora import corefud
from anaphora.workbench.document import Document, Span
from anaphora.workbench.key import Key
from tests.commands import commands
from tests.experiments.conftest import Run

TEXT = """Marie hat ihren Schlüssel im Garten verloren . Sie sucht ihn seit einer Stunde , aber es ist dunkel .
Paul kommt mit einer Lampe . Er gibt sie Marie , die ihm dankt ."""
CHAINS = (("Marie", "ihren", "Sie", "Marie", "die"), ("Schlüssel", "ihn"), ("Paul", "Er", "ihm"), ("Lampe", "sie"))
STUDY = """title = "German"
[corpora]
german = "KEY"
[[part]]
name = "automatic"
command = "compare"
resolvers = ["mars"]
"""

REFUSED = {
    "compare": "KEY",
    "resolve": "TEXT",
    "chains": "TEXT",
    "rewrite": "TEXT",
    "evaluate rewriting": "KEY",
    "ablate": "KEY",
    "losses": "KEY",
    "coref": "KEY",
    "ask": "KEY",
    "optimise": "KEY --resolvers mitkov",
    "train": "mention_pair KEY --output trained.json",
    "evaluate it": "KEY",
    "evaluate mentions": "KEY",
    "evaluate agreement": "KEY",
    "run": "study.toml --to results",
}
WORKS = {
    "profile": "KEY",
    "score": "KEY own=KEY",
    "errors": "KEY own=KEY",
    "agree": "KEY KEY",
    "check": "KEY",
    "convert": "KEY lampe.jsonl",
    "export": "KEY --output input.jsonl",
}
APART = ("new", "serve", "list", "import", "evaluate choices")
"""They read no corpus, or questions made of one; the live page is asked in its own tests."""


@pytest.fixture
def german(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A short German text with four chains, of which the file does not say the language."""
    monkeypatch.chdir(tmp_path)
    words = TEXT.split()
    places = {word: [token for token, other in enumerate(words) if other == word] for word in set(words)}
    found = [[places[word].pop(0) for word in chain] for chain in CHAINS]
    chains = tuple(sorted(tuple(Span(token, token + 1) for token in sorted(chain)) for chain in found))
    starts = (0, *(token + 1 for token, word in enumerate(words[:-1]) if word == "."))
    document = Document("lampe", tuple(words), (" ",) * len(words), sentence_starts=starts)
    path = tmp_path / "lampe.conllu"
    path.write_text("".join(corefud.write([(document, Key("lampe", chains))])), encoding="utf-8")
    (tmp_path / "text.txt").write_text(TEXT, encoding="utf-8")
    (tmp_path / "study.toml").write_text(STUDY.replace("KEY", "lampe.conllu"), encoding="utf-8")
    return path


def test_every_command_is_tried() -> None:
    assert commands().keys() == {*REFUSED, *WORKS, *APART}


def test_what_knows_english_alone_refuses_in_one_sentence(german: Path, anaphora: Run) -> None:
    for command, arguments in REFUSED.items():
        words = arguments.replace("KEY", german.name).replace("TEXT", "text.txt")
        result = anaphora(*command.split(), *words.split())

        assert (command, result.code, result.out) == (command, 1, "")
        assert "--language en" in result.err, command
        assert "Traceback" not in result.err, command


@pytest.mark.parametrize("command", WORKS)
def test_what_needs_no_language_works(command: str, german: Path, anaphora: Run) -> None:
    result = anaphora(command, *WORKS[command].replace("KEY", german.name).split())
    rows = [line.split() for line in result.out.splitlines()]

    assert result.code == 0
    assert any(cell[:1].isdigit() or cell == "nothing" for row in rows for cell in row)
    assert not any(len(row) > 2 and all(cell == "–" for cell in row[1:]) for row in rows)


def test_the_profile_of_other_languages_counts_chains(german: Path, anaphora: Run) -> None:
    figures = anaphora("profile", german, "--json", "-").json
    by_document = anaphora("profile", german, "--by", "document", "--json", "-").json["key"]["by"]["document"]

    assert (figures["documents"], figures["words"], figures["sentences"]) == (1, 35, 4)
    assert (figures["key_mentions"], figures["key_chains"], figures["key"]["singletons"]) == (12, 4, 0)
    assert (figures["key"]["mentions_per_chain"], figures["key"]["longest_chain"]) == (3.0, 5)
    assert figures["key"]["chain_sizes"] == {"1": 0, "2": 2, "3": 1, "4": 0, "5": 1, "6-10": 0, "11+": 0}
    assert by_document["lampe"]["words"] == 35
    assert anaphora("profile", "text.txt").code == 1, "it has no chains"


def test_the_user_says_otherwise(german: Path, anaphora: Run) -> None:
    result = anaphora("compare", german, "--resolvers", "most_recent", "--language", "en", "--json", "-")

    assert result.code == 0
    assert "language:en" in result.json["signature"]
    assert anaphora("evaluate", "it", "--language", "fr").code == 1


@pytest.mark.parametrize("language", ["fr", "fra"])
def test_a_corpus_that_names_another_language_is_believed(language: str, tmp_path: Path, anaphora: Run) -> None:
    document = Document("d", ("She", "saw", "it", "."), (" ",) * 4, language=language)
    path = tmp_path / "d.conllu"
    path.write_text("".join(corefud.write([(document, Key("d", ((Span(0, 1),),)))])), encoding="utf-8")

    assert anaphora("compare", path).code == 1
    assert anaphora("profile", path, "--json", "-").json["key_chains"] == 1
