"""The component `anaphora` of spaCy pipelines: answers, chains, configuration, and Docs as documents."""

import subprocess
import sys
from collections.abc import Callable
from dataclasses import FrozenInstanceError, replace
from functools import cache
from importlib import metadata
from pathlib import Path
from typing import Any

import pytest
import spacy
from hypothesis import given, settings
from hypothesis import strategies as st
from spacy.lang.en import English
from spacy.language import Language
from spacy.tokens import Doc, DocBin

from anaphora import corpora
from anaphora.corpora import docbin, plain
from anaphora.experiments.run.analysis import Analysis
from anaphora.experiments.run.configuration import configure
from anaphora.experiments.run.documents import BUNDLED
from anaphora.experiments.spacy import PronounAnswer, anaphora, answers, bundled, read
from anaphora.experiments.texts.resolution import Resolution
from anaphora.preprocess import pipeline
from anaphora.resolvers.specs import build_resolvers, default_resolvers
from anaphora.workbench.document import Prepared, Span
from anaphora.workbench.errors import OptionError, UnknownNameError
from anaphora.workbench.key import Key
from tests.refused import raises

VCR = "Insert the cassette into the VCR making sure it is suitable for the length of recording."
COUPLE = "The cook saw his wife. She waved to him."
SPACES = st.sampled_from([" ", "\n", "\n\n", "  ", " \n \n", "\t", "\r\n", "\n\n\n "])
PIECES = st.lists(
    st.tuples(SPACES, st.sampled_from(["Cook", "it", "lid.", "“don’t”", "a:", "naïve", "😀"])), min_size=1
)
With = Callable[..., Language]


@pytest.fixture(scope="module")
def shared() -> Language:
    return bundled()


@pytest.fixture
def with_resolver(shared: Language) -> With:
    """Gives the bundled pipeline, loaded once, with the component at its end."""

    def made(resolver: str = "mars", **config: Any) -> Language:
        if "anaphora" in shared.pipe_names:
            shared.remove_pipe("anaphora")
        shared.add_pipe("anaphora", config={"resolver": resolver, **config})
        return shared

    return made


def chains(doc: Doc) -> dict[str, list[str]]:
    return {name: [span.text for span in group] for name, group in doc.spans.items()}


def answered(doc: Doc) -> list[PronounAnswer]:
    found = answers(doc)
    assert found is not None
    return found


def pairs(doc: Doc) -> list[tuple[str, str | None]]:
    return [(answer.pronoun.text, answer.antecedent.text if answer.antecedent else None) for answer in answered(doc)]


def everything(doc: Doc) -> tuple[str, dict[str, list[str]]]:
    """What was written, in a form that can be compared between Docs."""
    return repr(answered(doc)), chains(doc)


def test_component_needs_no_import() -> None:
    """spaCy finds the factory among the entry points, and imports them with any pipeline: what resolves comes later."""
    [entry] = metadata.entry_points(group="spacy_factories", name="anaphora")
    code = (
        "import sys, anaphora.experiments.spacy\n"
        "print([name for name in sys.modules if name.startswith(('anaphora.preprocess.', 'anaphora.resolvers.'))])"
    )

    assert entry.load() is anaphora
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == "[]\n"


def test_links_become_span_groups_numbered_from_one_in_text_order(with_resolver: With) -> None:
    doc = with_resolver("most_recent")("The cook saw his wife. The lid fell. It broke, so he took it.")
    of_all = with_resolver("most_recent+head_match")("The cook slept. The cook saw his wife. Then he left.")

    assert chains(doc) == {"coref_clusters_1": ["The cook", "his", "he"], "coref_clusters_2": ["The lid", "It", "it"]}
    assert chains(of_all) == {"coref_clusters_1": ["The cook", "The cook", "his", "he"]}


def test_the_text_with_names_in_place_of_pronouns_is_an_extension(with_resolver: With) -> None:
    text = "Bob met Mary.  He gave her his book."
    doc = with_resolver("ranker+head_match")(text)

    assert doc._.resolved_text == "Bob met Mary.  Bob gave Mary his book."
    assert Doc(doc.vocab).from_bytes(doc.to_bytes())._.resolved_text == doc._.resolved_text
    assert with_resolver("ranker+head_match", min_probability=1.0)(text)._.resolved_text == text
    assert with_resolver("ranker+head_match", each=20)(text)._.resolved_text == text  # one chunk, which names both
    assert with_resolver("mars")(text)._.resolved_text == text  # it does not say how sure it is
    assert with_resolver("mars", min_probability=0.0)(text)._.resolved_text != text


def test_earlier_groups_of_the_same_prefix_are_replaced_and_all_others_stay(with_resolver: With) -> None:
    nlp = with_resolver()
    doc = nlp.make_doc(VCR)
    for name in ("coref_clusters_1", "coref_clusters_7", "coref_clusters_x", "my_coref_clusters_2"):
        doc.spans[name] = [doc[0:1]]

    assert sorted(nlp(doc).spans) == ["coref_clusters_1", "coref_clusters_x", "my_coref_clusters_2"]
    assert chains(doc)["coref_clusters_1"] == ["the cassette", "it"]


def test_each_pronoun_is_explained_unless_that_is_not_wanted(with_resolver: With) -> None:
    (answer,) = answered(with_resolver()(VCR))
    brief = with_resolver(explain=False)(f"{VCR} It is raining.")

    assert (answer.resolver, answer.pronoun.text, answer.filtered) == ("mars", "it", "")
    assert answer.antecedent is not None
    assert answer.antecedent.text == "the cassette"
    assert [span.text for span in answer.candidates] == ["the cassette", "the VCR"]
    assert answer.why[0] == 'candidates: "the cassette", "the VCR"'
    assert answer.why[2].startswith('"the cassette" ')
    with pytest.raises(FrozenInstanceError):
        answer.antecedent = None  # type: ignore[misc]
    assert [answer.why for answer in answered(brief)] == [(), ()]
    assert pairs(brief)[0] == ("it", "the cassette")


def test_a_pronoun_that_is_filtered_or_left_open_stands_in_its_place_and_in_no_chain(with_resolver: With) -> None:
    doc = with_resolver("most_recent")("The cook waited. It was raining. He left.")
    rain, _ = answered(doc)
    left_open = with_resolver("most_recent")("It stopped.")

    assert pairs(doc) == [("It", None), ("He", "The cook")]
    assert rain.filtered.startswith("pleonastic")
    assert (rain.candidates, rain.why) == ((), (f"filtered as not anaphoric: {rain.filtered}",))
    assert pairs(left_open) == [("It", None)]
    assert answered(left_open)[0].filtered == ""
    assert chains(left_open) == {}


def test_options_mean_what_they_mean_on_the_command_line(with_resolver: With) -> None:
    before, rain = "The cook came. He waved.", "The lid fell. It was raining."
    drawn = {tuple(pairs(with_resolver("random_any", seed=seed)(VCR))) for seed in range(8)}

    assert pairs(with_resolver("most_recent", window=1)(before)) == [("He", "The cook")]
    assert pairs(with_resolver("most_recent", window=0)(before)) == [("He", None)]
    assert pairs(with_resolver("most_recent", it_filter="rules")(rain)) == [("It", None)]
    assert pairs(with_resolver("most_recent", it_filter="none")(rain)) == [("It", "The lid")]
    assert pairs(with_resolver("most_recent", anaphors="personal")("I saw the cook.")) == [("I", None)]
    assert answered(with_resolver("mitkov(preset=2001)")(VCR))[0].resolver == "mitkov(preset=2001)"
    assert drawn == {(("it", "the cassette"),), (("it", "the VCR"),)}


def test_two_components_stand_side_by_side(with_resolver: With) -> None:
    nlp = with_resolver("most_recent", prefix="recent")
    doc = nlp.create_pipe("anaphora", config={"resolver": "mars", "prefix": "mars"})(nlp(VCR))

    assert chains(doc) == {"recent_1": ["the VCR", "it"], "mars_1": ["the cassette", "it"]}
    assert [answer.resolver for answer in answered(doc)] == ["most_recent", "mars"]


def as_doc(prepared: Prepared, nlp: Language) -> Doc:
    """The text with the same analysis as a Doc, in which white space is tokens of its own."""
    document = replace(prepared.document, annotation=prepared.annotation)
    (doc,) = DocBin().from_bytes(b"".join(docbin.write([(document, Key("doc", ()))]))).get_docs(nlp.vocab)
    return doc


def by_component(doc: Doc) -> dict[int, Any]:
    """What was said of each pronoun: the characters of its antecedent."""
    found = {}
    for answer in answered(doc):
        span = answer.antecedent
        found[answer.pronoun.start_char] = bool(answer.filtered), span and (span.start_char, span.end_char)
    return found


def by_workbench(resolution: Resolution) -> dict[int, Any]:
    """The same of `anaphora resolve --json`."""
    (name,) = resolution.decisions
    rows = ((row, row.antecedents[name]) for row in resolution.pronouns())
    return {row.phrase.start: (row.pleonastic, answer and (answer.start, answer.end)) for row, answer in rows}


def differences(component: dict[int, Any], workbench: dict[int, Any]) -> dict[int, Any]:
    """Where they differ; pronouns that preprocessing missed are told by the workbench only, without an antecedent."""
    missed = dict.fromkeys(workbench.keys() - component.keys(), (False, None))
    return {at: answer for at, answer in (component | missed).items() if workbench.get(at) != answer}


@pytest.mark.parametrize("texts", [("printer",), pytest.param(("fiction", "news", "dialogue"), marks=pytest.mark.slow)])
def test_answers_are_those_of_anaphora_resolve_on_the_same_analysis(texts: tuple[str, ...], shared: Language) -> None:
    """The bundled texts are read as plain text and prepared as `anaphora resolve` prepares them."""
    analyse = Analysis(configure()).prepare
    resolvers = default_resolvers() if len(texts) > 1 else ("mars", "lappin_leass")
    for text in texts:
        [(document, _)] = corpora.read(BUNDLED / f"{text}.conllu")
        prepared = analyse(plain.document(document.text, "doc"), Key("doc", ()))
        doc = as_doc(prepared, shared)
        for resolver in resolvers:
            made = shared.create_pipe("anaphora", config={"resolver": resolver, "explain": False})
            found = by_component(made(doc.copy()))
            decided = build_resolvers([resolver], 0)
            decisions = {resolver: decided[resolver].resolve(prepared)}
            resolution = Resolution(prepared, decided, decisions, configure().preparation, seed=0)
            assert differences(found, by_workbench(resolution)) == {}, (text, resolver)
            assert sum(antecedent is not None for _, antecedent in found.values()) > 20


def test_texts_without_pronouns_have_no_answers_and_those_without_analysis_are_refused(with_resolver: With) -> None:
    nlp = with_resolver()
    for text in ("", " ", "\n\n", "Stop.", "\n\n Stop \n"):
        doc = nlp(text)
        assert (answers(doc), chains(doc)) == ([], {}), text

    bare = spacy.blank("en")
    assert bare(VCR)._.anaphora is None
    bare.add_pipe("anaphora")
    analysed = bare.analyze_pipes()
    assert bare("").text == ""
    with pytest.raises(ValueError, match="parser"):
        bare(VCR)
    assert analysed
    assert analysed["problems"]["anaphora"] == ["token.tag", "token.dep", "token.head", "doc.sents"]


def test_wrong_configuration_is_refused_when_the_component_is_added() -> None:
    wrong: tuple[tuple[dict[str, Any], type[Exception], str], ...] = (
        ({"resolver": "mras"}, UnknownNameError, "mars"),
        ({"resolver": "mars(tempo=1)"}, OptionError, "tempo"),
        ({"resolver": "oracle"}, OptionError, "key"),
        ({"window": -1}, OptionError, "window"),
        ({"it_filter": "sieve"}, ValueError, "it_filter"),
        ({"window": "wide"}, ValueError, "window"),
        ({"prefix": ""}, OptionError, "prefix"),
        ({"min_probability": 1.5}, OptionError, "1.5"),
        ({"each": 0}, OptionError, "0"),
        ({"each": "page"}, ValueError, "each"),
        ({"resolver": "tests.resolvers.test_specs:Silent"}, OptionError, "install"),
    )
    nlp = spacy.blank("en")
    for config, error, word in wrong:
        with pytest.raises(error, match=word):
            nlp.add_pipe("anaphora", config=config)
    assert nlp.pipe_names == []


def test_pipeline_is_saved_and_loaded_with_its_component(with_resolver: With, tmp_path: Path) -> None:
    """One of somebody else runs no code of theirs when it is loaded."""
    nlp, folder = with_resolver("mitkov(preset=2001)", window=1, prefix="mine"), tmp_path / "pipeline"
    expected = everything(nlp(COUPLE))
    nlp.to_disk(folder)
    loaded = spacy.load(folder)
    from_bytes = English.from_config(nlp.config).from_bytes(nlp.to_bytes())

    assert loaded.config["components"]["anaphora"]["resolver"] == "mitkov(preset=2001)"
    assert everything(loaded(COUPLE)) == everything(from_bytes(COUPLE)) == expected

    (tmp_path / "theirs.py").write_text(f"open({str(tmp_path / 'RAN')!r}, 'w')", "utf8")
    config = (folder / "config.cfg").read_text("utf8")
    (folder / "config.cfg").write_text(config.replace('"mitkov(preset=2001)"', f'"{tmp_path}/theirs.py"'), "utf8")
    with raises("untrusted"):
        spacy.load(folder)
    assert not (tmp_path / "RAN").exists()


def test_streams_and_processes_give_the_same_answers(with_resolver: With) -> None:
    nlp = with_resolver()
    texts = [VCR, "", COUPLE, " \n", "It is raining."]
    expected = [everything(nlp(text)) for text in texts]

    assert [everything(doc) for doc in nlp.pipe(texts)] == expected
    assert [everything(doc) for doc in nlp.pipe(texts, n_process=2, batch_size=2)] == expected


def test_answers_are_kept_with_a_doc_and_chains_always(with_resolver: With, tmp_path: Path) -> None:
    """Docs are a response that the workbench reads."""
    doc = with_resolver()(COUPLE)
    (kept,) = DocBin(docs=[doc], store_user_data=True).get_docs(doc.vocab)
    (bare,) = DocBin(docs=[doc]).get_docs(doc.vocab)
    DocBin(docs=[doc]).to_disk(tmp_path / "answers.spacy")
    ((document, key),) = docbin.read(tmp_path / "answers.spacy")

    assert everything(Doc(doc.vocab).from_bytes(doc.to_bytes())) == everything(kept) == everything(doc)
    assert (chains(bare), answers(bare)) == (chains(doc), None)
    assert sorted([document.words_of(span) for span in chain] for chain in key.chains) == sorted(chains(doc).values())


def test_answers_survive_tokens_that_are_merged_but_not_a_part_of_their_doc(with_resolver: With) -> None:
    nlp = with_resolver("most_recent")
    doc, part = nlp("The oil filter leaks. Replace it."), nlp(COUPLE)[6:].as_doc(copy_user_data=True)
    with doc.retokenize() as retokenizer:
        retokenizer.merge(doc[1:3])

    assert pairs(doc) == [("it", "The oil filter")]
    assert answered(doc)[0].antecedent == doc[0:2]
    with pytest.raises(ValueError, match="part of a Doc"):
        answers(part)
    assert pairs(nlp.get_pipe("anaphora")(part)) == [("She", None), ("him", None)]


def test_clearnlp_labels_are_understood(shared: Language) -> None:
    """As `en_core_web_*` parse it; of the two noun phrases only the subject's relation has the same name in both."""
    doc = Doc(
        shared.vocab,
        words=["The", "cook", "sat", "on", "the", "lid", ".", "It", "broke", "."],
        heads=[1, 2, 2, 2, 5, 3, 2, 8, 8, 8],
        deps=["det", "nsubj", "ROOT", "prep", "det", "pobj", "punct", "nsubj", "ROOT", "punct"],
        tags=["DT", "NN", "VBD", "IN", "DT", "NN", ".", "PRP", "VBD", "."],
        pos=["DET", "NOUN", "VERB", "ADP", "DET", "NOUN", "PUNCT", "PRON", "VERB", "PUNCT"],
    )
    (answer,) = answered(shared.create_pipe("anaphora", config={"resolver": "lappin_leass"})(doc))

    assert [span.text for span in answer.candidates] == ["the lid"]
    assert answer.antecedent == doc[4:6]


def test_a_pipeline_of_many_languages_leaves_the_language_to_the_words() -> None:
    many = spacy.blank("xx")
    doc = Doc(
        many.vocab,
        ["Ann", "left", ".", "She", "ran", "."],
        pos=["PROPN", "VERB", "PUNCT", "PRON", "VERB", "PUNCT"],
        tags=["NNP", "VBD", ".", "PRP", "VBD", "."],
        heads=[1, 1, 1, 4, 4, 4],
        deps=["nsubj", "ROOT", "punct"] * 2,
    )

    assert chains(many.add_pipe("anaphora", config={"resolver": "mars"})(doc)) == {"coref_clusters_1": ["Ann", "She"]}


def test_a_german_text_is_refused_by_what_has_learned_from_english_and_not_rewritten_by_others() -> None:
    german = spacy.blank("de")
    doc = Doc(
        german.vocab,
        ["Marie", "schläft", ".", "Sie", "träumt", "."],
        pos=["PROPN", "VERB", "PUNCT", "PRON", "VERB", "PUNCT"],
        tags=["x"] * 6,
        morphs=["Gender=Fem|Number=Sing", "", "", "Gender=Fem|Number=Sing|Person=3", "", ""],
        lemmas=["Marie", "schlafen", ".", "sie", "träumen", "."],
        heads=[1, 1, 1, 4, 4, 4],
        deps=["nsubj", "ROOT", "punct", "nsubj", "ROOT", "punct"],
    )
    untrained = german.add_pipe("anaphora", config={"resolver": "mars", "min_probability": 0.0})

    assert chains(untrained(doc)) == {"coref_clusters_1": ["Marie", "Sie"]}
    assert doc._.resolved_text == doc.text
    learned = german.add_pipe("anaphora", name="learned", config={"resolver": "mars_optimised"})
    with raises("not-english"):
        learned(doc)


@cache
def blank() -> Language:
    return spacy.blank("en")


def nouns(words: str, heads: list[int], relations: str, **columns: Any) -> Doc:
    """A Doc of nouns with these trees; `|` and `¶` stand for empty lines, `/` for the end of a line."""
    texts = [{"|": "\n\n", "/": "\n"}.get(word, word.replace("¶", "\n\n")) for word in words.split()]
    many = {"tags": ["NN"] * len(texts), "pos": ["NOUN"] * len(texts), **columns}
    return Doc(blank().vocab, texts, [False] * len(texts), heads=heads, deps=relations.split(), **many)


@settings(max_examples=25)
@given(PIECES, SPACES, st.booleans())
def test_documents_are_those_of_plain_text(pieces: list[tuple[str, str]], end: str, opens: bool) -> None:
    text = "".join(space + word for space, word in pieces)[0 if opens else len(pieces[0][0]) :] + end
    doc = blank()(text)
    for token in doc:
        token.tag_, token.pos_, token.dep_ = "NN", "NOUN", "dep"

    assert read(doc).document == plain.document(text, "doc")


def test_annotation_is_that_of_the_pipeline_where_no_white_space_stands_between() -> None:
    doc = bundled()("The cook, who owns the old knife, didn't see Ann Lee in Paris. She's gone to it.")

    assert read(doc).annotation == pipeline.columns(doc)


def test_empty_line_divides_paragraphs_and_a_short_line_before_it_is_a_heading() -> None:
    reading = read(nouns("oil change | cook waits", [0, 0, 1, 4, 4], "ROOT dep dep nsubj ROOT"))
    inside = read(nouns("the¶lid fell¶off", [1, 1], "dep ROOT")).document

    assert reading.document.words == ("oil", "change", "cook", "waits")
    assert reading.document.paragraph_starts == (0, 2)
    assert reading.document.headings == (Span(0, 2),)
    assert reading.annotation.sentence_starts == (0, 2)
    assert reading.annotation.head == (0, 0, 3, 3)
    assert inside.words == ("the\n\nlid", "fell\n\noff"), "a word with an empty line in it stays whole"
    assert inside.paragraph_starts == (0,)


def test_words_below_white_space_belong_to_the_word_above_it_and_trees_end_with_the_paragraph() -> None:
    apart = read(nouns("cook | lid", [0, 0, 1], "ROOT dep dep")).annotation
    together = read(nouns("cook / lid", [0, 0, 1], "ROOT dep dep")).annotation
    cut = read(nouns("lid cook | pot pan", [0, 0, 1, 1, 3], "ROOT conj dep conj conj")).annotation

    assert (apart.head, apart.relation) == ((0, 1), ("root", "root"))
    assert together.head == (0, 0)
    assert (cut.head, cut.relation) == ((0, 0, 2, 2), ("root", "conj", "root", "conj"))
    assert cut.sentence_starts == (0, 2)


def test_white_space_before_the_first_word_is_no_sentence() -> None:
    doc = nouns("| cook", [0, 1], "ROOT ROOT")
    reading = read(doc)

    assert reading.document.id == "doc"
    doc.user_data["id"] = "manual"
    assert read(doc).document.id == "manual"
    assert reading.document.prefix == "\n\n"
    assert reading.annotation.sentence_starts == (0,)
    assert reading.tokens(Span(0, 1)) == (1, 2)
    assert reading.characters(Span(0, 1)) == (2, 6)


def test_clearnlp_trees_are_converted() -> None:
    """The prepositional phrase: `pobj` below `prep` there, `obl` with its `case` here."""
    columns = {"tags": ["PRP", "VBZ", "IN", "NNP"], "pos": ["PRON", "VERB", "ADP", "PROPN"]}
    annotation = read(nouns("He waits on Ann", [1, 1, 1, 2], "nsubj ROOT prep pobj", **columns)).annotation

    assert annotation.head == (1, 1, 3, 1)
    assert annotation.relation == ("nsubj", "root", "case", "obl")


def test_doc_without_analysis_is_told_which_component_is_missing_unless_it_has_no_words() -> None:
    tree: dict[str, Any] = {"deps": ["ROOT"], "heads": [0]}
    lacks: tuple[tuple[dict[str, Any], str], ...] = (
        ({}, "tagger.*morphologizer"),
        ({"tags": ["NN"], "pos": ["NOUN"]}, "parser"),
        ({**tree, "pos": ["NOUN"]}, "tagger"),
        ({**tree, "tags": ["NN"]}, "morphologizer"),
    )
    for columns, missing in lacks:
        with pytest.raises(ValueError, match=missing):
            read(Doc(blank().vocab, ["lid"], **columns))
    for text in ("", " ", "\n", " \n\n \t "):
        reading = read(blank()(text))
        assert (reading.document.words, reading.document.text, reading.annotation.head) == ((), text, ())
