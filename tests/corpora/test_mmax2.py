from pathlib import Path

import pytest

from anaphora.corpora import Pair, check, files
from anaphora.corpora.mmax2 import read, remarks
from anaphora.workbench.document import Span
from anaphora.workbench.errors import FormatError
from anaphora.workbench.key import Attributes
from tests.corpora.samples import DEEP, Sample, chains_of, written
from tests.refused import refused

ENTRY = (
    '<?xml version="1.0" encoding="UTF-8"?>\n'
    "<mmax_project>\n<words>talk_words.xml</words>\n<keyactions></keyactions>\n<gestures></gestures>\n</mmax_project>\n"
)

COMMON_PATHS = (
    '<?xml version="1.0"?>\n<!DOCTYPE common_paths>\n<common_paths><basedata_path>Basedata/</basedata_path>\n'
    "<markable_path>markables/</markable_path>\n<annotations>"
    '<level name="coref" schemefile="coref_scheme.xml">$_coref_level.xml</level>'
    '<level name="sentence" schemefile="sentence_scheme.xml">$_sentence_level.xml</level>'
    '<level name="checks">$_checks_level.xml</level></annotations></common_paths>\n'
)  # fmt: skip


def words_file(*words: str) -> str:
    rows = "".join(f'<word id="word_{number}">{word}</word>\n' for number, word in enumerate(words, start=1))
    return f'<?xml version="1.0" encoding="UTF-8"?>\n<!DOCTYPE words SYSTEM "words.dtd">\n<words>\n{rows}</words>\n'


def level_file(level: str, *markables: str) -> str:
    rows = "".join(f'<markable id="m_{at}" mmax_level="{level}" {text}/>\n' for at, text in enumerate(markables))
    head = '<?xml version="1.0" encoding="UTF-8"?>\n<!DOCTYPE markables SYSTEM "markables.dtd">\n'
    return f'{head}<markables xmlns="www.eml.org/NameSpaces/{level}">\n{rows}</markables>\n'


def project(folder: Path, words: str, *markables: str, **replaced: str) -> Path:
    """A project of these words and coreference markables; `replaced` gives the text of other files."""
    texts = {
        "talk.mmax": ENTRY,
        "common_paths.xml": COMMON_PATHS,
        "Basedata/talk_words.xml": words_file(*words.split()),
        "Markables/talk_coref_level.xml": level_file("coref", *markables),
        **{name.replace("__", "/") + ".xml": text for name, text in replaced.items()},
    }
    for name, text in texts.items():
        path = folder / name
        path.parent.mkdir(exist_ok=True, parents=True)
        path.write_text(text, encoding="utf-8")
    return folder / "talk.mmax"


def read_one(path: Path) -> Pair:
    [pair] = read(path)
    return pair


VALID = {
    "sample": "<mmax_project>\n<words>sample_words.xml</words>\n</mmax_project>\n",
    "Basedata/sample_words.xml": '<words><word id="word_1">Her</word>\n<word id="word_2">son</word></words>\n',
    "Markables/sample_coref_level.xml": '<markables xmlns="www.eml.org/NameSpaces/coref">\n'
    '<markable span="word_1" coref_class="set_1"/><markable span="word_1..word_2" coref_class="empty"/>\n'
    "</markables>\n",
}
SAMPLE = Sample(
    valid=VALID,
    more=[
        {
            "sample": VALID["sample"],
            "common_paths.xml": "<common_paths><basedata_path>Base</basedata_path><annotations>"
            '<level name="coref">$_coref_level.xml</level><level name="sentence">s.xml</level>'
            "</annotations></common_paths>\n",
            "Base/sample_words.xml": '<?xml version="1.0" encoding="UTF-8"?>\n<!DOCTYPE words SYSTEM "words.dtd">\n'
            '<words><word id="word_1">Her</word><word id="word_2">old</word><word id="word_3">son &amp; it</word>'
            "</words>\n",
            "Markables/sample_coref_level.xml": '<markables><markable span="word_1,word_3" coref_set="s" '
            'min_words="son" category="person" mention="pronoun"/>\n<markable span="word_1..word_3" coref_class="s" '
            'min_ids="word_2" antetype="event" mention="pronoun"/>\n<markable span="word_2" type="pleonastic"/>'
            '<markable span="word_2" reference="non_referring"/></markables>\n',
            "Markables/s.xml": '<markables><markable span="word_1..word_2"/><markable span="word_3"/></markables>\n',
        }
    ],
    deep=("<mmax_project>" + "<words>" * DEEP + "</words>" * DEEP + "</mmax_project>", "malformed"),
    long_word=("<mmax_project><words>{}</words></mmax_project>", "malformed"),
    same_id={**VALID, "Basedata/sample_words.xml": '<words><word id="w1">a</word><word id="w1">b</word></words>'},
    crossing={
        **VALID,
        "Basedata/sample_words.xml": "<words>" + "".join(f'<word id="w{at}">{at}</word>' for at in "123") + "</words>",
        "Markables/sample_coref_level.xml": '<m><markable span="w1..w2" coref_class="x"/>'
        '<markable span="w2..w3" coref_class="x"/></m>',
    },
    outside=(
        {**VALID, "Markables/sample_coref_level.xml": '<m><markable span="word_1..word_9"/></m>'},
        "bad-span",
    ),
)


def test_mmax2_sets_are_chains_and_empty_or_none_is_a_singleton(tmp_path: Path) -> None:
    """Spans may be discontinuous and in any order, and the folders the usual ones."""
    path = project(
        tmp_path, "Ann lost her dog in Rome",
        'span="word_3..word_3" coref_class="set_1" mention="pronoun" type="anaphoric"',
        'span="word_1..word_1" coref_class="set_1" mention="np"', 'span="word_3..word_4" coref_class="empty"',
        'span="word_6"',
        Markables__talk_sentence_level=level_file("sentence", 'span="word_4..word_6"', 'span="word_1..word_3"'),
    )  # fmt: skip
    document, key = read_one(path)

    assert (document.id, document.text) == ("talk", "Ann lost her dog in Rome")
    assert (document.sentence_starts, document.paragraph_starts) == ((0, 3), ())
    assert chains_of(document, key) == [["Ann", "her"], ["her dog"], ["Rome"]]
    assert key.attributes[Span(2, 3)] == Attributes(kind="pronoun")
    path = project(tmp_path, "a b c d e f", 'span="word_4..word_5,word_1..word_2,word_2"')
    (tmp_path / "common_paths.xml").unlink()
    assert read_one(path)[1].chains == ((Span(0, 5, ((2, 3),)),),)


def test_mmax2_words_keep_entities_of_xml_and_are_never_empty_and_say_their_encoding(tmp_path: Path) -> None:
    """An entity that is only spoken of means nothing."""
    latin = '<?xml version="1.0" encoding="ISO-8859-1"?><words><word id="word_1">Müller</word></words>'
    entity = '<!DOCTYPE words [<!ELEMENT words ANY>]><words><word id="a"><![CDATA[<!ENTITY]]></word></words>'
    path = project(tmp_path, "")
    for words, expected in (
        ('<words><word id="a">R&amp;D</word><word id="b"/><word id="c"> 😀\n</word></words>', ("R&D", "_", "😀")),
        (latin, ("Müller",)),
        (entity, ("<!ENTITY",)),
    ):
        encoding = "latin-1" if words == latin else "utf-8"
        (tmp_path / "Basedata" / "talk_words.xml").write_text(words, encoding)
        assert read_one(path)[0].words == expected


def test_mmax2_pleonastic_pronouns_are_no_mentions(tmp_path: Path) -> None:
    path = project(
        tmp_path, "It rains and it hurts", 'span="word_1..word_1" mention="pronoun" type="pleonastic"',
        'span="word_2" mention="vp" coref_class="set_1"',
        'span="word_4" mention="pronoun" type="anaphoric" antetype="event" coref_class="set_1"',
    )  # fmt: skip
    document, key = read_one(path)

    assert key.non_anaphoric == {0: "pleonastic", 3: "clausal"}
    assert [span for span, known in key.attributes.items() if known.clause] == [Span(1, 2)]
    assert chains_of(document, key) == [["rains", "it"]]


def test_mmax2_reads_what_arrau_says(tmp_path: Path) -> None:
    path = project(
        tmp_path, "the old President of France knows",
        'span="word_1..word_5" coref_set="set_1" min_ids="word_3" category="person" reference="new"',
        'span="word_4..word_5" coref_set="set_2" min_words="france"',
        'span="word_5" coref_set="set_3" min_words="Paris"', 'span="word_6" reference="non_referring"',
    )  # fmt: skip
    _, key = read_one(path)

    assert key.chains == ((Span(0, 5),), (Span(3, 5),), (Span(4, 5),))
    assert key.attributes == {
        Span(0, 5): Attributes(minimum=Span(2, 3), type="PERSON"),
        Span(3, 5): Attributes(minimum=Span(4, 5)),
        Span(4, 5): Attributes(),
    }


def test_mmax2_pointers_of_identity_join_chains_and_other_ones_are_told(tmp_path: Path) -> None:
    """COREA (Bouma et al. 2007): `ref` has one type; several markables are split antecedents."""
    path = project(
        tmp_path, "Ann met Bob . They left his car , its door open",
        'span="word_1" ref="empty" head="Ann"', 'span="word_3"', 'span="word_5" ref="m_0;m_1" type="ident"',
        'span="word_7" ref="coref:m_1" type="ident"', 'span="word_7..word_8" head="car"',
        'span="word_10" ref="m_4" type="IDENT"', 'span="word_10..word_11" ref="m_4" type="bridge"',
        'span="word_2" ref="m_0" type="pred"', 'span="word_6" ref="m_8" type="ident"',
        'span="word_12" ref="m_99" type="ident"',
    )  # fmt: skip
    document, key = read_one(path)
    they = Span(4, 5)

    assert chains_of(document, key) == [
        ["Ann"], ["met"], ["Bob", "his"], ["They"], ["left"], ["his car", "its"], ["its door"], ["open"],
    ]  # fmt: skip
    assert [[document.words_of(key.chains[chain][0]) for chain in key.split[they]]] == [["Ann", "Bob"]]
    assert [bridge.anaphor for bridge in key.bridges] == [Span(9, 11)]
    assert key.attributes[Span(6, 8)].head == 7
    level = tmp_path / "Markables" / "talk_coref_level.xml"
    assert {(remark.line, remark.code, remark.path) for remark in remarks(path)} == {
        (12, "self-link", level), (13, "unknown-reference", level), (11, "", level),
    }  # fmt: skip
    path = project(tmp_path, "a b", 'span="word_1"', 'span="word_2" antecedent="markable_0"')
    assert [remark.line for remark in remarks(path)] == [5]


def test_mmax2_is_read_without_entry_file_and_whatever_the_level_of_mentions_is_called(tmp_path: Path) -> None:
    pair = 'span="word_1" coref_class="a"', 'span="word_2" coref_class="a"'
    for number, names in enumerate((["np"], ["np", "syntax"], ["np", "coref"], ["np", "entity"])):
        path = project(tmp_path / str(number), "a b")
        path.with_name("common_paths.xml").unlink()
        (path.parent / "Markables" / "talk_coref_level.xml").unlink()
        for name in names:
            chosen = ['span="word_1"'] if name == "syntax" else pair[:1] if number == 2 and name == "np" else pair
            (path.parent / "Markables" / f"talk_{name}_level.xml").write_text(level_file(name, *chosen))
        if number == 3:
            with refused("inconsistent", path):
                read_one(path)
            continue
        assert read_one(path)[1].chains == ((Span(0, 1), Span(1, 2)),)
        path.unlink()
        [(words, form)] = files(path.parent, None)
        [(document, key)] = form.read(words)
        assert (document.id, key.chains) == ("talk", ((Span(0, 1), Span(1, 2)),))
        assert not [found for found in check(path.parent) if found.severity == "note"]


def test_mmax2_files_may_stand_in_one_folder(tmp_path: Path) -> None:
    path = project(tmp_path, "a b", 'span="word_1"', 'span="word_2" ref="m_0"')
    for name in ("Basedata/talk_words.xml", "Markables/talk_coref_level.xml"):
        (tmp_path / name).rename(tmp_path / Path(name).name)
        (tmp_path / name).parent.rmdir()
    (tmp_path / "common_paths.xml").unlink()

    assert read_one(path)[1].chains == ((Span(0, 1), Span(1, 2)),)
    path.unlink()
    assert read_one(tmp_path / "talk_words.xml")[1].chains == ((Span(0, 1), Span(1, 2)),)


def test_mmax2_words_that_say_their_place_begin_sentences(tmp_path: Path) -> None:
    words = "".join(f'<word id="word_{at}" pos="{at % 2}">w</word>' for at in range(1, 5))
    path = project(tmp_path, "", Basedata__talk_words=f"<words>{words}</words>")

    assert read_one(path)[0].sentence_starts == (0, 1, 3)


def test_mmax2_errors_tell_file_and_line(tmp_path: Path) -> None:
    words, level = "Basedata/talk_words.xml", "Markables/talk_coref_level.xml"
    spans = ('span="word_9"', 'span="word_2..word_1"', 'span=""', "", 'span="word_1" min_ids="word_x"')
    for number, (file, text, line, code) in enumerate((
        *((level, level_file("coref", 'span="word_1"', span), 5, "bad-span") for span in spans),
        ("talk.mmax", "<mmax_project/>", None, "malformed"), ("talk.mmax", "<mmax_project>\n<words>", 2, "malformed"),
        (words, "<words>\n<word>a</word></words>", 2, "malformed"),
        (words, '<words><word id="a"/>\n<word id="a"/></words>', 2, "duplicate-id"),
        (words, '<!DOCTYPE words [\n<!ENTITY a "b">]>\n<words/>', 2, "xml-entities"),
        (level, "<a>" * 300, 1, "malformed"), (level, "", None, "empty"), (level, None, None, "unreadable"),
    )):  # fmt: skip
        path = project(tmp_path / str(number), "a b")
        (path.parent / file).unlink()
        if text is not None:
            (path.parent / file).write_text(text)
        with refused(code, path.parent / file, line):
            read_one(path)


def test_mmax2_files_outside_the_project_are_not_read(tmp_path: Path) -> None:
    (tmp_path / "secret.xml").write_text(words_file("secret"))
    path = project(tmp_path / "project", "a")
    (tmp_path / "project" / "link.xml").symlink_to(tmp_path / "secret.xml")
    (tmp_path / "project" / "common_paths.xml").write_text(COMMON_PATHS.replace("Basedata/", "./"))
    for name in ("../secret.xml", "/etc/passwd", "..\\secret.xml", "link.xml"):
        path.write_text(ENTRY.replace("talk_words.xml", name))
        with refused("outside-folder"):
            read_one(path)


def test_mmax2_entry_files_alone_are_recognised(tmp_path: Path) -> None:
    path = project(tmp_path, "a", 'span="word_1"')

    assert [(file.name, form.name) for file, form in files(tmp_path, None)] == [(path.name, "mmax2")]


def test_mmax2_minimum_is_the_first_run_of_its_words_within_the_mention(tmp_path: Path) -> None:
    path = project(
        tmp_path, "the old Dog the old dog the cat", 'span="word_2..word_8" min_words="The  old DOG"',
        'span="word_1..word_5" min_words="old dog the old dog"', 'span="word_3..word_4" min_words="bird"',
    )  # fmt: skip
    _, key = read_one(path)

    minimums = {span: said.minimum for span, said in key.attributes.items()}
    assert minimums == {Span(1, 8): Span(3, 6), Span(0, 5): None, Span(2, 4): None}


BOMB = "<!DOCTYPE a [<!ENTITY a0 'ha'>{}]>".format(
    "".join(f"<!ENTITY a{at} '{f'&a{at - 1};' * 10}'>" for at in range(1, 12))
)
OUTSIDE = '<!DOCTYPE a [<!ENTITY x SYSTEM "{}">]>'


def test_mmax2_entities_are_refused_in_every_file_of_a_project(tmp_path: Path) -> None:
    (tmp_path / "secret.txt").write_text("secret")
    for file in ("sample", "Basedata/sample_words.xml", "Markables/sample_coref_level.xml"):
        for declared in (BOMB, OUTSIDE.format("secret.txt"), OUTSIDE.format("http://localhost/x")):
            path = written(tmp_path, VALID)
            name = "&a11;" if declared == BOMB else "&x;"
            text = (tmp_path / file).read_text().replace(">", f">{name}", 1)
            (tmp_path / file).write_text(declared + text)
            with pytest.raises(FormatError) as caught:
                read_one(path)
            assert caught.value.code in {"xml-entities", "malformed"}
            assert "secret" not in str(caught.value).replace("secret.txt", "")


def test_mmax2_entities_are_refused_whatever_their_kind_and_encoding(tmp_path: Path) -> None:
    path = written(tmp_path, VALID)
    for entity in ('b "c"', 'b SYSTEM "/etc/passwd"', '% b "c"', '% b SYSTEM "http://localhost/b"'):
        for encoding, line in (("utf-8", 2), ("utf-8-sig", 2), ("utf-16", None)):
            path.write_bytes(f"<!DOCTYPE a [\n<!ENTITY {entity}>]>\n<a/>".encode(encoding))
            with refused("xml-entities", path, line):
                read_one(path)
