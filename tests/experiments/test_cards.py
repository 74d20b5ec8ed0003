"""Warnings where they are shown, and the cards themselves."""

import json
from pathlib import Path
from typing import Any

import pytest

from anaphora import corpora, resolvers, train
from anaphora.experiments.commands.compare.compare import run_comparison
from anaphora.experiments.commands.coref import run_coreference
from anaphora.experiments.commands.optimise import optimise
from anaphora.experiments.commands.run.run import run
from anaphora.experiments.run import plan
from anaphora.experiments.run.configuration import configure
from anaphora.experiments.run.documents import BUNDLED
from anaphora.experiments.training.treebanks import FREE_GENRES, other_documents
from anaphora.preprocess import cards
from anaphora.resolvers import chains
from anaphora.workbench.decision import Decision, Explanation
from anaphora.workbench.document import Prepared
from anaphora.workbench.errors import OptionError
from anaphora.workbench.preparation import LAYERS
from anaphora.workbench.provenance import Card, Seen, card_of, text_digest
from tests.experiments.conftest import Run

BARE = configure(("most_recent",), perfect=LAYERS)
LAST = "Its figures on these overestimate performance on unseen text."


class Stub:
    """A resolver that leaves everything open, and tells what it has seen."""

    card = Card("stub", seen=(Seen("LitBank"),))

    def resolve(self, prepared: Prepared) -> list[Decision]:
        return [Decision(case, None, Explanation("opaque", ())) for case in range(len(prepared.cases))]


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The first sentences of two texts, and what a mention-pair resolver has learned from the first."""
    folder = tmp_path_factory.mktemp("texts")
    for name in ("news", "fiction"):
        text = (BUNDLED / f"{name}.conllu").read_text("utf8").partition(f"# sent_id = {name}-12\n")[0]
        (folder / f"{name}.conllu").write_text(text, "utf8")
    (folder / "learned.json").write_text(
        train("mention_pair", folder / "news.conllu", perfect=LAYERS).data.as_text(), "utf8"
    )
    return folder


def test_comparisons_and_chains_of_what_a_resolver_was_trained_on_say_so(
    anaphora: Run, place: Path, tmp_path: Path
) -> None:
    """In the table, in the report, in JSON, and for the same text in another format."""
    news, fiction = place / "news.conllu", place / "fiction.conllu"
    name = f"mention_pair(parameters={place}/learned.json)"
    warning = f"{name} was trained on the only document (news.conllu). {LAST}"
    asked = ("--input", "perfect", "--resolvers", f"most_recent,{name}")
    assert anaphora("convert", news, tmp_path / "news.conll").code == 0

    both = anaphora("compare", news, fiction, *asked, "--json", "-").json["warnings"]
    assert both == [warning.replace("the only document", "1 of the 2 documents")]
    alone = anaphora("compare", news, *asked, "--report", tmp_path / "report.html").out
    assert ("Warning: mention_pair(parameters=" in alone, "overestimate" in alone) == (True, True)
    assert '<p class="warning">Warning: mention_pair(parameters=' in (tmp_path / "report.html").read_text("utf8")
    assert anaphora("compare", fiction, *asked, "--json", "-").json["warnings"] == []
    assert [*digests(tmp_path / "news.conll").values()] == [*digests(news).values()]

    result = run_coreference([news], BARE.changed(resolvers=(name,), resamples=0, singletons="auto"))
    assert [*result.as_json()["warnings"]] == [warning]
    assert f"Warning: {warning}" in result.tables()[0].notes


def test_optimised_scores_say_what_they_were_searched_on(place: Path, tmp_path: Path) -> None:
    """They are not reported on the same text, under another name either."""
    news = place / "news.conllu"
    found = optimise([news], "mars", protocol="self", perfect=LAYERS)
    file, again = tmp_path / "weights.toml", tmp_path / "again.conllu"
    file.write_text(found.as_toml(), "utf8")
    again.write_text(news.read_text("utf8").replace("newdoc id = news", "newdoc id = again"), "utf8")
    card = card_of(resolvers.load("mars").build(weights=file))

    assert card is not None
    assert card.seen == (Seen("news.conllu", documents=frozenset(found.trained.texts.values())),)
    (warning,) = run_comparison([news], BARE.changed(resolvers=(f"mars(weights={file})",))).warnings
    assert warning.startswith(f"mars(weights={file}) was trained on the only document (news.conllu)")
    with pytest.raises(OptionError, match=r"'again'.*'news'"):
        optimise([news], "mars", test=[again], perfect=LAYERS)


def test_a_resolver_s_own_card_is_held_against_what_the_documents_look_like(
    monkeypatch: pytest.MonkeyPatch, place: Path, tmp_path: Path
) -> None:
    news, novel = place / "news.conllu", tmp_path / "105_persuasion_brat.conllu"
    novel.write_text(news.read_text("utf8").replace("newdoc id = news", f"newdoc id = {novel.stem}"), "utf8")
    monkeypatch.setattr(plan, "build_resolvers", lambda names, seed, anaphors: {"most_recent": Stub()})

    (warning,) = run_comparison([novel], BARE).warnings
    assert warning.startswith("most_recent names LitBank as training data, and the only document looks like LitBank.")
    assert run_comparison([news], BARE).warnings == ()


def test_ablation_losses_and_studies_carry_warnings(
    monkeypatch: pytest.MonkeyPatch, anaphora: Run, place: Path, tmp_path: Path
) -> None:
    news = place / "news.conllu"
    seen = Seen("News", documents=frozenset(digests(news).values()))
    monkeypatch.setattr(cards, "cards_used", lambda *_: [Card("pipeline", seen=(seen,))])
    told = "The shared pipeline (pipeline) was trained on the only document (News)."
    study, json_file = tmp_path / "study.toml", tmp_path / "result.json"

    for command in (
        ("ablate", "--resolver", "mars"),
        ("ablate", "--resolver", "cogniac"),
        ("losses", "--resolvers", "mars"),
    ):
        shown = anaphora(command[0], news, *command[1:], "--perfect", "annotation", "--json", json_file)
        assert f"Warning: {told}" in " ".join(shown.out.split()), shown.err
        (warning,) = json.loads(json_file.read_text("utf8"))["warnings"]
        assert warning.startswith(told)
    part = "[[part]]\nname = 'main'\ncommand = 'compare'\nresolvers = ['most_recent']\nperfect = ['annotation']\n"
    study.write_text(f"title = 'One text'\n[corpora.news]\npath = '{news}'\n{part}", "utf8")
    ran = run(study, tmp_path / "results", report=tmp_path / "study.html").data
    assert f"\nWarning: {told}" in (ran.folder / "README.md").read_text("utf8")
    assert f"Warning: {told}" in (tmp_path / "study.html").read_text("utf8")
    result = ran.folder / "results" / "main.news" / "result.json"
    assert json.loads(result.read_text("utf8"))["warnings"][0].startswith(told)


def digests(path: Path) -> dict[str, str]:
    return {it.id: text_digest(it.words) for file, module in corpora.files(path, None) for it, _ in module.read(file)}


def treebank(*files: Path) -> dict[str, str]:
    """The digests of a treebank, read as plainly as can be: large ones take long otherwise."""
    words: dict[str, list[str]] = {}
    for file in files:
        for line in file.read_text("utf8").splitlines():
            if line.startswith("# newdoc id = "):
                words[line.removeprefix("# newdoc id = ")] = current = []
            elif line and line.partition("\t")[0].isdecimal():
                current.append(line.split("\t")[1])
    return {id: text_digest(its) for id, its in words.items()}


def documents(card: Any, use: str = "trained on") -> frozenset[str]:
    return frozenset[str]().union(*(it.documents for it in card.seen if it.use == use))


@pytest.mark.slow
def test_the_bundled_cards_have_the_documents_of_their_corpora_whatever_the_format(data: Path) -> None:
    gum, dev = treebank(*(data / "gum/train/corefud").glob("*")), treebank(*(data / "gum/dev/corefud").glob("*"))
    ewt = treebank(data / "ewt/en_ewt-ud-train.conllu")
    free = {its for id, its in gum.items() if id.split("_")[1] in FREE_GENRES}
    known = cards.bundled()

    others = {text_digest(word for its in document for word in its.words) for document in other_documents(data)}
    assert documents(known["learned it filter"]) == free | set(ewt.values())
    assert documents(known["en_anaphora_ud"]) == documents(known["learned it filter"]) | others
    assert documents(known["en_anaphora_ud"], "tuned on") == set(dev.values())
    assert documents(known["learned it filter"], "tuned on") == set(gum.values()) - free
    assert documents(known["memory it filter"]) == documents(known["agreement tables"]) == free
    assert documents(known["agreement tables"], "tuned on") == set(gum.values())
    assert documents(card_of(resolvers.load("mars_optimised").build())) == set(gum.values())
    assert documents(card_of(resolvers.load("ge_hale_charniak").build())) == free
    assert documents(card_of(resolvers.load("ranker").build())) == free
    assert documents(card_of(chains.load("mention_pair").build())) == free

    assert digests(data / "gum/dev/corefud") == digests(data / "gum/dev/ontogum_conll")
    columns, standoff = digests(data / "litbank/conll"), digests(data / "litbank/brat")
    assert sorted(columns.values()) == sorted(standoff.values())
