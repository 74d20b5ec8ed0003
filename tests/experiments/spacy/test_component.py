"""The component `anaphora` of spaCy pipelines."""

import subprocess
import sys
from collections.abc import Sequence
from dataclasses import FrozenInstanceError, replace
from pathlib import Path
from typing import Any

import pytest
import spacy
from spacy.lang.en import English
from spacy.language import Language
from spacy.tokens import Doc, DocBin

from anaphora import corpora
from anaphora.corpora import docbin, plain
from anaphora.experiments.setup.analysis import analyser
from anaphora.experiments.setup.configuration import configure
from anaphora.experiments.setup.documents import BUNDLED
from anaphora.experiments.spacy.component import bundled
from anaphora.experiments.spacy.resolving import Answer, answers
from anaphora.experiments.texts.resolve import Resolution, resolve
from anaphora.resolvers.specs import build_resolvers, default_resolvers
from anaphora.workbench.document import Prepared
from anaphora.workbench.errors import OptionError, UnknownNameError
from anaphora.workbench.key import Key
from tests.refused import raises

VCR = "Insert the cassette into the VCR making sure it is suitable for the length of recording."
COUPLE = "The cook saw his wife. She waved to him."
SHARED = bundled()


def pipeline_with(resolver: str = "mars", **config: Any) -> Language:
    """The bundled pipeline, loaded once, with the component at its end."""
    if "anaphora" in SHARED.pipe_names:
        SHARED.remove_pipe("anaphora")
    SHARED.add_pipe("anaphora", config={"resolver": resolver, **config})
    return SHARED


def chains(doc: Doc) -> dict[str, list[str]]:
    return {name: [span.text for span in group] for name, group in doc.spans.items()}


def said(doc: Doc) -> list[Answer]:
    found = answers(doc)
    assert found is not None
    return found


def pairs(doc: Doc) -> list[tuple[str, str | None]]:
    return [(answer.pronoun.text, answer.antecedent.text if answer.antecedent else None) for answer in said(doc)]


def test_component_needs_no_import() -> None:
    """spaCy finds the factory among the entry points, as an installed distribution declares them."""
    folder = Path(bundled().path or "")
    code = f"""
import spacy
nlp = spacy.load({str(folder)!r})
nlp.add_pipe("anaphora", config={{"resolver": "mars"}})
doc = nlp({VCR!r})
print(*doc.spans["coref_clusters_1"], sep="|")
"""
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert (run.stdout, run.stderr) == ("the cassette|it\n", "")


def test_links_become_span_groups_numbered_from_one_in_text_order() -> None:
    doc = pipeline_with("most_recent")("The cook saw his wife. The lid fell. It broke, so he took it.")

    assert chains(doc) == {"coref_clusters_1": ["The cook", "his", "he"], "coref_clusters_2": ["The lid", "It", "it"]}


def test_a_resolver_that_makes_chains_gives_the_chains_of_all_mentions() -> None:
    doc = pipeline_with("most_recent+head_match")("The cook slept. The cook saw his wife. Then he left.")

    assert chains(doc) == {"coref_clusters_1": ["The cook", "The cook", "his", "he"]}


def test_the_text_with_names_in_place_of_pronouns_is_an_extension() -> None:
    text = "Bob met Mary.  He gave her his book."
    doc = pipeline_with("ranker+head_match")(text)

    assert doc._.resolved_text == "Bob met Mary.  Bob gave Mary his book."
    assert Doc(doc.vocab).from_bytes(doc.to_bytes())._.resolved_text == doc._.resolved_text
    assert pipeline_with("ranker+head_match", min_probability=1.0)(text)._.resolved_text == text
    assert pipeline_with("ranker+head_match", each=20)(text)._.resolved_text == text  # one chunk, which names both
    assert pipeline_with("mars")(text)._.resolved_text == text  # it does not say how sure it is
    assert pipeline_with("mars", min_probability=0.0)(text)._.resolved_text != text


def test_earlier_groups_of_the_same_prefix_are_replaced_and_all_others_stay() -> None:
    nlp = pipeline_with()
    doc = nlp.make_doc(VCR)
    for name in ("coref_clusters_1", "coref_clusters_7", "coref_clusters_x", "my_coref_clusters_2"):
        doc.spans[name] = [doc[0:1]]

    assert sorted(nlp(doc).spans) == ["coref_clusters_1", "coref_clusters_x", "my_coref_clusters_2"]
    assert chains(doc)["coref_clusters_1"] == ["the cassette", "it"]


def test_each_pronoun_is_explained() -> None:
    (answer,) = said(pipeline_with()(VCR))

    assert (answer.resolver, answer.pronoun.text, answer.filtered) == ("mars", "it", "")
    assert answer.antecedent is not None
    assert answer.antecedent.text == "the cassette"
    assert [span.text for span in answer.candidates] == ["the cassette", "the VCR"]
    assert answer.why[0] == 'candidates: "the cassette", "the VCR"'
    assert answer.why[2].startswith('"the cassette" ')
    with pytest.raises(FrozenInstanceError):
        answer.antecedent = None  # type: ignore[misc]


def test_reasons_are_left_out_on_demand() -> None:
    doc = pipeline_with(explain=False)(f"{VCR} It is raining.")

    assert [answer.why for answer in said(doc)] == [(), ()]
    assert pairs(doc)[0] == ("it", "the cassette")


def test_pleonastic_pronoun_stands_in_its_place_with_the_reason() -> None:
    doc = pipeline_with("most_recent")("The cook waited. It was raining. He left.")

    assert pairs(doc) == [("It", None), ("He", "The cook")]
    rain = said(doc)[0]
    assert rain.filtered.startswith("pleonastic")
    assert (rain.candidates, rain.why) == ((), (f"filtered as not anaphoric: {rain.filtered}",))


def test_pronoun_left_open_has_no_antecedent_and_is_in_no_chain() -> None:
    doc = pipeline_with("most_recent")("It stopped.")

    assert pairs(doc) == [("It", None)]
    assert said(doc)[0].filtered == ""
    assert chains(doc) == {}


def test_options_mean_what_they_mean_on_the_command_line() -> None:
    before = "The cook came. He waved."
    assert pairs(pipeline_with("most_recent", window=1)(before)) == [("He", "The cook")]
    assert pairs(pipeline_with("most_recent", window=0)(before)) == [("He", None)]

    rain = "The lid fell. It was raining."
    assert pairs(pipeline_with("most_recent", it_filter="rules")(rain)) == [("It", None)]
    assert pairs(pipeline_with("most_recent", it_filter="none")(rain)) == [("It", "The lid")]

    assert pairs(pipeline_with("most_recent", anaphors="personal")("I saw the cook.")) == [("I", None)]
    assert said(pipeline_with("mitkov(preset=2001)")(VCR))[0].resolver == "mitkov(preset=2001)"

    drawn = {tuple(pairs(pipeline_with("random_any", seed=seed)(VCR))) for seed in range(20)}
    assert drawn == {(("it", "the cassette"),), (("it", "the VCR"),)}


def test_two_components_stand_side_by_side() -> None:
    nlp = bundled()
    nlp.add_pipe("anaphora", name="recent", config={"resolver": "most_recent", "prefix": "recent"})
    nlp.add_pipe("anaphora", name="mars", config={"resolver": "mars", "prefix": "mars"})
    doc = nlp(VCR)

    assert chains(doc) == {"recent_1": ["the VCR", "it"], "mars_1": ["the cassette", "it"]}
    assert [answer.resolver for answer in said(doc)] == ["most_recent", "mars"]


@pytest.fixture(scope="module")
def manuals() -> list[Prepared]:
    """The texts of the bundled corpus, read as plain text and prepared as `anaphora resolve` prepares them."""
    analyse = analyser(configure())
    read = (document for file, form in corpora.files(BUNDLED, "corefud") for document, _ in form.read(file))
    return [analyse(plain.document(document.text, "doc"), Key("doc", ())) for document in read]


def as_doc(prepared: Prepared) -> Doc:
    """The text with the same analysis as a Doc, in which white space is tokens of its own."""
    document = replace(prepared.document, annotation=prepared.annotation)
    (doc,) = DocBin().from_bytes(b"".join(docbin.write([(document, Key("doc", ()))]))).get_docs(SHARED.vocab)
    return doc


def by_component(doc: Doc) -> dict[int, Any]:
    """What was said of each pronoun: the characters of its antecedent."""
    return {
        answer.pronoun.start_char: (bool(answer.filtered), answer.antecedent and characters(answer.antecedent))
        for answer in said(doc)
    }


def characters(span: Any) -> tuple[int, int]:
    return span.start_char, span.end_char


def by_workbench(resolution: Resolution) -> dict[int, Any]:
    """The same of `anaphora resolve --json`."""
    (name,) = resolution.decisions
    found = ((row, row.antecedents[name]) for row in resolution.pronouns())
    return {row.phrase.start: (row.pleonastic, answer and (answer.start, answer.end)) for row, answer in found}


def differences(component: dict[int, Any], workbench: dict[int, Any]) -> dict[int, Any]:
    """Where they differ; pronouns that preprocessing missed are told by the workbench only, without an antecedent."""
    missed = dict.fromkeys(workbench.keys() - component.keys(), (False, None))
    return {at: answer for at, answer in (component | missed).items() if workbench.get(at) != answer}


@pytest.mark.slow
@pytest.mark.parametrize("resolver", default_resolvers())
def test_answers_are_those_of_anaphora_resolve_on_the_same_analysis(manuals: Sequence[Prepared], resolver: str) -> None:
    component = SHARED.create_pipe("anaphora", config={"resolver": resolver, "explain": False})
    decided = build_resolvers([resolver], 0)[resolver]
    answered = 0
    for prepared in manuals:
        found = by_component(component(as_doc(prepared)))
        decisions = {resolver: decided.resolve(prepared)}
        resolution = Resolution(prepared, {resolver: decided}, decisions, configure().preparation, seed=0)
        assert differences(found, by_workbench(resolution)) == {}
        answered += sum(antecedent is not None for _, antecedent in found.values())
    assert answered > 300


def test_answers_are_those_of_anaphora_resolve_on_each_paragraph(manuals: Sequence[Prepared]) -> None:
    """With the pipeline's own analysis; no white space but blanks stands within a paragraph."""
    nlp = pipeline_with("mars_optimised")
    paragraphs = [text for prepared in manuals[:4] for text in prepared.document.text.split("\n\n") if text.strip()]
    found = [by_component(doc) for doc in nlp.pipe(paragraphs)]

    settings = configure(("mars_optimised",))
    expected = [by_workbench(resolve(plain.document(text, "doc"), settings)) for text in paragraphs]
    assert [differences(*both) for both in zip(found, expected, strict=True)] == [{}] * len(paragraphs)
    assert sum(map(len, found)) > 100


@pytest.mark.parametrize("text", ["", " ", "\n\n", "Stop.", "\n\n Stop \n"])
def test_texts_without_pronouns_have_no_answers(text: str) -> None:
    doc = pipeline_with()(text)

    assert (answers(doc), chains(doc)) == ([], {})


def test_doc_that_no_component_has_seen_has_no_list_of_answers() -> None:
    assert spacy.blank("en")(VCR)._.anaphora is None


def test_pipeline_without_tagger_and_parser_is_told_so() -> None:
    nlp = spacy.blank("en")
    nlp.add_pipe("anaphora")

    assert nlp("").text == ""
    with pytest.raises(ValueError, match=r"without dependency trees \('parser'\)"):
        nlp(VCR)
    analysed = nlp.analyze_pipes()
    assert analysed
    assert analysed["problems"]["anaphora"] == ["token.tag", "token.dep", "token.head", "doc.sents"]


@pytest.mark.parametrize(
    ("config", "error", "message"),
    [
        ({"resolver": "mras"}, UnknownNameError, "There is no resolver 'mras'. Did you mean 'mars'?"),
        ({"resolver": "mars(tempo=1)"}, OptionError, "The resolver 'mars' has no option 'tempo'"),
        ({"resolver": "oracle"}, OptionError, "The oracle needs a key"),
        ({"window": -1}, OptionError, "window is -1"),
        ({"it_filter": "sieve"}, ValueError, "it_filter"),
        ({"window": "wide"}, ValueError, "window"),
        ({"prefix": ""}, OptionError, "The prefix is empty"),
        ({"min_probability": 1.5}, OptionError, "--min-probability cannot be 1.5"),
        ({"each": 0}, OptionError, "--each cannot be 0"),
        ({"each": "page"}, ValueError, "each"),
        ({"resolver": "tests.resolvers.test_specs:Silent"}, OptionError, "not installed"),
    ],
)
def test_wrong_configuration_is_refused_when_the_component_is_added(
    config: dict[str, Any], error: type[Exception], message: str
) -> None:
    with pytest.raises(error) as raised:
        spacy.blank("en").add_pipe("anaphora", config=config)

    assert message in str(raised.value)


def test_pipeline_is_saved_and_loaded_with_its_component(tmp_path: Path) -> None:
    nlp = pipeline_with("mitkov(preset=2001)", window=1, prefix="mine")
    expected = said_plainly(nlp(COUPLE))
    nlp.to_disk(tmp_path / "pipeline")

    loaded = spacy.load(tmp_path / "pipeline")
    assert loaded.config["components"]["anaphora"]["resolver"] == "mitkov(preset=2001)"
    assert said_plainly(loaded(COUPLE)) == expected
    from_bytes = English.from_config(nlp.config).from_bytes(nlp.to_bytes())
    assert said_plainly(from_bytes(COUPLE)) == expected


def test_a_pipeline_of_somebody_else_runs_no_code_of_theirs_when_it_is_loaded(tmp_path: Path) -> None:
    folder = tmp_path / "theirs"
    pipeline_with("mars").to_disk(folder)
    (tmp_path / "theirs.py").write_text(f"open({str(tmp_path / 'RAN')!r}, 'w')", "utf8")
    config = (folder / "config.cfg").read_text("utf8")
    (folder / "config.cfg").write_text(config.replace('"mars"', f'"{tmp_path}/theirs.py"'), "utf8")

    with raises("untrusted"):
        spacy.load(folder)
    assert not (tmp_path / "RAN").exists()


def said_plainly(doc: Doc) -> tuple[str, dict[str, list[str]]]:
    """Everything that was written, in a form that can be compared between Docs."""
    return repr(said(doc)), chains(doc)


def test_streams_and_processes_give_the_same_answers() -> None:
    nlp = pipeline_with()
    texts = [VCR, "", COUPLE, " \n", "It is raining."]
    expected = [said_plainly(nlp(text)) for text in texts]

    assert [said_plainly(doc) for doc in nlp.pipe(texts)] == expected
    assert [said_plainly(doc) for doc in nlp.pipe(texts, n_process=2, batch_size=2)] == expected


def test_answers_are_kept_with_a_doc_and_chains_always() -> None:
    doc = pipeline_with()(COUPLE)

    assert said_plainly(Doc(doc.vocab).from_bytes(doc.to_bytes())) == said_plainly(doc)
    (kept,) = DocBin(docs=[doc], store_user_data=True).get_docs(doc.vocab)
    assert said_plainly(kept) == said_plainly(doc)
    (bare,) = DocBin(docs=[doc]).get_docs(doc.vocab)
    assert (chains(bare), answers(bare)) == (chains(doc), None)


def test_docs_are_a_response_that_the_workbench_reads(tmp_path: Path) -> None:
    doc = pipeline_with("most_recent")(COUPLE)
    DocBin(docs=[doc]).to_disk(tmp_path / "answers.spacy")

    ((document, key),) = docbin.read(tmp_path / "answers.spacy")
    assert sorted([document.words_of(span) for span in chain] for chain in key.chains) == sorted(chains(doc).values())


def test_answers_survive_tokens_that_are_merged_afterwards() -> None:
    doc = pipeline_with("most_recent")("The oil filter leaks. Replace it.")
    with doc.retokenize() as retokenizer:
        retokenizer.merge(doc[1:3])

    assert pairs(doc) == [("it", "The oil filter")]
    assert said(doc)[0].antecedent == doc[0:2]


def test_part_of_a_doc_has_to_be_resolved_by_itself() -> None:
    nlp = pipeline_with("most_recent")
    part = nlp(COUPLE)[6:].as_doc(copy_user_data=True)

    with pytest.raises(ValueError, match="A part of a Doc has to be resolved by itself"):
        answers(part)
    assert pairs(nlp.get_pipe("anaphora")(part)) == [("She", None), ("him", None)]


def test_clearnlp_labels_are_understood() -> None:
    """As `en_core_web_*` parse it; of the two noun phrases only the subject's relation has the same name in both."""
    doc = Doc(
        SHARED.vocab,
        words=["The", "cook", "sat", "on", "the", "lid", ".", "It", "broke", "."],
        heads=[1, 2, 2, 2, 5, 3, 2, 8, 8, 8],
        deps=["det", "nsubj", "ROOT", "prep", "det", "pobj", "punct", "nsubj", "ROOT", "punct"],
        tags=["DT", "NN", "VBD", "IN", "DT", "NN", ".", "PRP", "VBD", "."],
        pos=["DET", "NOUN", "VERB", "ADP", "DET", "NOUN", "PUNCT", "PRON", "VERB", "PUNCT"],
    )
    component = SHARED.create_pipe("anaphora", config={"resolver": "lappin_leass"})

    (answer,) = said(component(doc))
    assert [span.text for span in answer.candidates] == ["the lid"]
    assert answer.antecedent == doc[4:6]


def test_a_pipeline_is_loaded_without_what_resolves() -> None:
    """spaCy imports all of its entry points with any pipeline."""
    code = (
        "import sys; from anaphora.preprocess import pipeline; pipeline.load()\n"
        "print([name for name in sys.modules if 'experiments.spacy.r' in name or 'running' in name])"
    )

    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == "[]\n"


def test_a_french_text_is_refused_by_what_has_learned_from_english_and_not_rewritten_by_others() -> None:
    french = spacy.blank("fr")
    doc = Doc(
        french.vocab,
        ["Marie", "dort", ".", "Elle", "rêve", "."],
        pos=["PROPN", "VERB", "PUNCT", "PRON", "VERB", "PUNCT"],
        tags=["x"] * 6,
        morphs=["Gender=Fem|Number=Sing", "", "", "Gender=Fem|Number=Sing|Person=3", "", ""],
        lemmas=["Marie", "dormir", ".", "il", "rêver", "."],
        heads=[1, 1, 1, 4, 4, 4],
        deps=["nsubj", "ROOT", "punct", "nsubj", "ROOT", "punct"],
    )
    ours = french.add_pipe("anaphora", config={"resolver": "mars", "min_probability": 0.0})

    assert chains(ours(doc)) == {"coref_clusters_1": ["Marie", "Elle"]}
    assert doc._.resolved_text == doc.text
    learned = french.add_pipe("anaphora", name="learned", config={"resolver": "mars_optimised"})
    with raises("not-english"):
        learned(doc)
