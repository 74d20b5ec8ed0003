"""Every command on a text that is not in English: it works, or refuses in one sentence; none prints only dashes."""

import json
from pathlib import Path

import pytest

from anaphora.corpora import corefud
from anaphora.workbench.document import Document, Span
from anaphora.workbench.key import Key
from tests.commands import commands
from tests.experiments.conftest import Run

TEXT = """Marie a perdu sa clef dans le jardin . Elle la cherche depuis une heure , mais il fait nuit .
Paul arrive avec une lampe . Il la donne à Marie , qui le remercie ."""
CHAINS = (("Marie", "sa", "Elle", "Marie", "qui"), ("clef", "la"), ("Paul", "Il", "le"), ("lampe", "la"))

REFUSED: dict[str, tuple[str, ...]] = {
    "compare": (),
    "resolve": (),
    "chains": (),
    "rewrite": (),
    "evaluate rewriting": (),
    "ablate": (),
    "losses": (),
    "coref": (),
    "optimise": ("--resolvers", "mitkov"),
    "train": (),
    "evaluate it": (),
    "evaluate mentions": (),
    "evaluate agreement": (),
    "run": (),
}
WORKS = ("profile", "score", "errors", "agree", "check", "convert", "export")
APART = ("new", "serve", "list", "import", "evaluate choices")
"""They read no corpus, or questions made of one; the live page is asked in its own tests."""


@pytest.fixture
def french(tmp_path: Path) -> Path:
    """A short French text with four chains, of which the file does not say the language."""
    words = TEXT.split()
    places = {word: [token for token, other in enumerate(words) if other == word] for word in set(words)}
    found = [[places[word].pop(0) for word in chain] for chain in CHAINS]
    chains = tuple(sorted(tuple(Span(token, token + 1) for token in sorted(chain)) for chain in found))
    starts = (0, *(token + 1 for token, word in enumerate(words[:-1]) if word == "."))
    document = Document("lampe", tuple(words), (" ",) * len(words), sentence_starts=starts)
    path = tmp_path / "lampe.conllu"
    path.write_text("".join(corefud.write([(document, Key("lampe", chains))])), encoding="utf-8")
    return path


def test_every_command_is_tried() -> None:
    assert commands().keys() == {*REFUSED, *WORKS, *APART}


@pytest.mark.parametrize("command", REFUSED)
def test_what_knows_english_alone_refuses_in_one_sentence(
    command: str, french: Path, anaphora: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = french.parent
    monkeypatch.chdir(folder)
    arguments: tuple[str | Path, ...] = (french, *REFUSED[command])
    if command in ("resolve", "chains", "rewrite"):
        (folder / "text.txt").write_text(TEXT, encoding="utf-8")
        arguments = (folder / "text.txt",)
    elif command == "train":
        arguments = ("mention_pair", french, "--output", folder / "trained.json")
    elif command == "run":
        study = 'title = "French"\n[corpora]\nfrench = "lampe.conllu"\n[comparisons.automatic]\nresolvers = ["mars"]\n'
        (folder / "study.toml").write_text(study, encoding="utf-8")
        arguments = (folder / "study.toml", "--to", folder / "results")

    result = anaphora(*command.split(), *arguments)

    assert result.code == 1
    assert result.out == ""
    assert "--language en" in result.err
    assert "Traceback" not in result.err


@pytest.mark.parametrize("command", WORKS)
def test_what_needs_no_language_works(command: str, french: Path, anaphora: Run) -> None:
    arguments = {
        "profile": (),
        "check": (),
        "score": (f"own={french}",),
        "errors": (f"own={french}",),
        "agree": (french,),
        "convert": (french.parent / "lampe.jsonl",),
        "export": ("--output", french.parent / "input.jsonl"),
    }[command]

    result = anaphora(command, french, *arguments)

    assert result.code == 0
    lines = [line.split() for line in result.out.splitlines()]
    assert any(cell[:1].isdigit() or cell == "nothing" for line in lines for cell in line)
    assert not any(len(line) > 2 and all(cell == "–" for cell in line[1:]) for line in lines)


def test_the_profile_of_other_languages_counts_chains(french: Path, anaphora: Run) -> None:
    figures = anaphora("profile", french, "--json", "-").json

    assert (figures["documents"], figures["words"], figures["sentences"]) == (1, 37, 4)
    assert (figures["key_mentions"], figures["key_chains"], figures["key"]["singletons"]) == (12, 4, 0)
    assert (figures["key"]["mentions_per_chain"], figures["key"]["longest_chain"]) == (3.0, 5)
    assert figures["key"]["chain_sizes"] == {"1": 0, "2": 2, "3": 1, "4": 0, "5": 1, "6-10": 0, "11+": 0}
    by_document = anaphora("profile", french, "--by", "document", "--json", "-").json["key"]["by"]["document"]
    assert by_document["lampe"]["words"] == 37


def test_the_profile_of_an_unmarked_text_in_another_language_is_refused(tmp_path: Path, anaphora: Run) -> None:
    path = tmp_path / "text.txt"
    path.write_text(TEXT, encoding="utf-8")

    assert anaphora("profile", path).code == 1


def test_the_user_says_otherwise(french: Path, anaphora: Run) -> None:
    result = anaphora("compare", french, "--resolvers", "most_recent", "--language", "en", "--json", "-")

    assert result.code == 0
    assert "language:en" in result.json["signature"]
    assert anaphora("evaluate", "it", "--language", "fr").code == 1


@pytest.mark.parametrize("language", ["fr", "fra"])
def test_a_corpus_that_names_another_language_is_believed(language: str, tmp_path: Path, anaphora: Run) -> None:
    document = Document("d", ("She", "saw", "it", "."), (" ",) * 4, language=language)
    path = tmp_path / "d.conllu"
    path.write_text("".join(corefud.write([(document, Key("d", ((Span(0, 1),),)))])), encoding="utf-8")

    assert anaphora("compare", path).code == 1
    assert json.loads(anaphora("profile", path, "--json", "-").out)["key_chains"] == 1
