"""Warnings where they are shown, and the cards themselves."""

import json
from pathlib import Path
from typing import Any

import pytest

from anaphora import corpora, resolvers
from anaphora.experiments.comparison.compare import compare
from anaphora.experiments.comparison.coref import coreference
from anaphora.experiments.comparison.optimise import Plan, optimise
from anaphora.experiments.running import worker
from anaphora.experiments.setup.configuration import configure
from anaphora.experiments.setup.documents import BUNDLED
from anaphora.experiments.study.study import run
from anaphora.experiments.training.treebanks import FREE_GENRES, other_documents
from anaphora.preprocess import cards
from anaphora.resolvers import chains
from anaphora.workbench.decision import Decision, Explanation
from anaphora.workbench.document import Prepared
from anaphora.workbench.errors import OptionError
from anaphora.workbench.provenance.cards import Card, Seen, card_of, digest
from anaphora.workbench.results.table import to_json
from tests.experiments.conftest import Run

NEWS, FICTION = BUNDLED / "news.conllu", BUNDLED / "fiction.conllu"
BARE = configure(("most_recent",), perfect=("annotation", "mentions", "pleonastic", "agreement"))


class Stub:
    """A resolver that leaves everything open, and tells what it has seen."""

    card = Card("stub", seen=(Seen("LitBank"),))

    def resolve(self, prepared: Prepared) -> list[Decision]:
        return [Decision(case, None, Explanation("opaque", ())) for case in range(len(prepared.cases))]


def trained(anaphora: Run, file: Path, *more: str) -> Path:
    made = anaphora("train", "mention_pair", NEWS, "--output", file, "--input", "perfect", *more)
    assert made.code == 0, made.err
    return file


def said(file: Path, of: str = "the only document") -> str:
    who = f"mention_pair(parameters={file})"
    figures = "Its figures on these overestimate performance on unseen text."
    return f"{who} was trained on {of} (news.conllu). {figures}"


def test_a_comparison_on_what_a_resolver_was_trained_on_says_so(anaphora: Run, tmp_path: Path) -> None:
    file = trained(anaphora, tmp_path / "mine.json")
    asked = ("--input", "perfect", "--resolvers", f"most_recent,mention_pair(parameters={file})")

    both = anaphora("compare", NEWS, FICTION, *asked, "--json", "-").json
    assert both["warnings"] == [said(file, of="1 of the 2 documents")]
    alone = anaphora("compare", NEWS, *asked, "--report", tmp_path / "report.html")
    assert "Warning: mention_pair(parameters=" in alone.out
    assert "overestimate" in alone.out
    assert '<p class="warning">Warning: mention_pair(parameters=' in (tmp_path / "report.html").read_text("utf8")
    assert anaphora("compare", FICTION, *asked, "--json", "-").json["warnings"] == []


def test_the_same_text_in_another_format_is_recognised(anaphora: Run, tmp_path: Path) -> None:
    file, other = trained(anaphora, tmp_path / "mine.json"), tmp_path / "news.conll"
    assert anaphora("convert", NEWS, other).code == 0
    found = compare([other], configure((f"mention_pair(parameters={file})",), perfect=("mentions",)))

    assert found.warnings == (said(file),)


def test_chains_of_a_trained_resolver_carry_the_warning(anaphora: Run, tmp_path: Path) -> None:
    file = trained(anaphora, tmp_path / "mine.json")
    found = coreference(
        [NEWS], BARE.changed(resolvers=(f"mention_pair(parameters={file})",), resamples=0, singletons="auto")
    )

    assert to_json(found.tables())["warnings"] == [said(file)]
    assert f"Warning: {said(file)}" in found.tables()[0].notes


def test_optimised_scores_say_what_they_were_searched_on(tmp_path: Path) -> None:
    found = optimise([NEWS], "mars", BARE, Plan("self"))
    file = tmp_path / "mine.toml"
    file.write_text(found.as_toml(), "utf8")
    names = (f"mars(weights={file})", f"mitkov(weights={file})", "mars")
    card = card_of(resolvers.load("mars").build(weights=file))

    assert card is not None
    assert card.seen == (Seen("news.conllu", documents=frozenset(found.trained.texts.values())),)
    (warning,) = compare([NEWS], BARE.changed(resolvers=(names[0],))).warnings
    assert warning.startswith(f"{names[0]} was trained on the only document (news.conllu)")


def test_optimised_scores_are_not_reported_on_the_same_text_under_another_name(tmp_path: Path) -> None:
    again = tmp_path / "again.conllu"
    again.write_text(NEWS.read_text("utf8").replace("newdoc id = news", "newdoc id = again"), "utf8")

    with pytest.raises(OptionError, match="'again', there as 'news', is in the training and in the test corpus"):
        optimise([NEWS], "mars", BARE, Plan(), test=[again])


def test_a_resolver_s_own_card_is_held_against_what_the_documents_look_like(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    novel = tmp_path / "105_persuasion_brat.conllu"
    novel.write_text(NEWS.read_text("utf8").replace("newdoc id = news", "newdoc id = 105_persuasion_brat"), "utf8")
    monkeypatch.setattr(worker, "build_resolvers", lambda names, seed, anaphors: {"most_recent": Stub()})

    assert compare([novel], BARE).warnings == (
        (
            "most_recent names LitBank as training data, and the only document looks like LitBank. "
            "Its figures on these may be of texts seen before."
        ),
    )
    assert compare([NEWS], BARE).warnings == ()


def test_ablation_losses_and_studies_carry_warnings(
    monkeypatch: pytest.MonkeyPatch, anaphora: Run, tmp_path: Path
) -> None:
    seen = Seen("News", documents=frozenset(digests(NEWS).values()))
    monkeypatch.setattr(cards, "cards_used", lambda *_: [Card("pipeline", seen=(seen,))])
    told = "The shared pipeline (pipeline) was trained on the only document (News)."

    for command in (
        ("ablate", NEWS, "--resolver", "mars"),
        ("ablate", NEWS, "--resolver", "cogniac"),
        ("losses", NEWS),
    ):
        found = anaphora(*command)
        assert f"Warning: {told}" in " ".join(found.out.split()), found.err
        (warning,) = anaphora(*command, "--json", "-").json["warnings"]
        assert warning.startswith(told)
    study = tmp_path / "study.toml"
    study.write_text(
        f"title = 'One text'\n[corpora.news]\npath = '{NEWS}'\n[comparisons.main]\nresolvers = ['most_recent']\n",
        "utf8",
    )
    ran = run(study, tmp_path / "results", report=tmp_path / "study.html")
    assert f"\nWarning: {told}" in (ran.folder / "README.md").read_text("utf8")
    assert f"Warning: {told}" in (tmp_path / "study.html").read_text("utf8")
    result = ran.folder / "results" / "main.news" / "result.json"
    assert json.loads(result.read_text("utf8"))["warnings"][0].startswith(told)


def test_cards_are_listed(anaphora: Run) -> None:
    found = anaphora("list", "cards", "--json", "-").json["cards"]

    assert found["mars_optimised"].startswith("trained on GUM train (177 documents)")
    assert {"ge_hale_charniak", "mention_pair", "ranker", "en_anaphora_ud"} <= found.keys()
    assert "tuned on GUM dev (30 documents)" in found["en_anaphora_ud"]
    assert "mitkov" not in found


def digests(path: Path) -> dict[str, str]:
    return {it.id: digest(it.words) for file, module in corpora.files(path, None) for it, _ in module.read(file)}


def treebank(*files: Path) -> dict[str, str]:
    """The digests of a treebank, read as plainly as can be: large ones take long otherwise."""
    words: dict[str, list[str]] = {}
    for file in files:
        for line in file.read_text("utf8").splitlines():
            if line.startswith("# newdoc id = "):
                words[line.removeprefix("# newdoc id = ")] = current = []
            elif line and line.partition("\t")[0].isdecimal():
                current.append(line.split("\t")[1])
    return {id: digest(its) for id, its in words.items()}


def documents(card: Any, use: str = "trained on") -> frozenset[str]:
    return frozenset[str]().union(*(it.documents for it in card.seen if it.use == use))


def test_the_bundled_cards_have_the_documents_of_their_corpora(data: Path) -> None:
    gum, dev = treebank(*(data / "gum/train/corefud").glob("*")), treebank(*(data / "gum/dev/corefud").glob("*"))
    ewt = treebank(data / "ewt/en_ewt-ud-train.conllu")
    free = {its for id, its in gum.items() if id.split("_")[1] in FREE_GENRES}
    known = cards.bundled()

    others = {digest(word for its in document for word in its.words) for document in other_documents(data)}
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


@pytest.mark.slow
def test_a_text_has_one_digest_in_all_formats_of_a_corpus(data: Path) -> None:
    assert digests(data / "gum/dev/corefud") == digests(data / "gum/dev/ontogum_conll")
    columns, standoff = digests(data / "litbank/conll"), digests(data / "litbank/brat")
    assert sorted(columns.values()) == sorted(standoff.values())
