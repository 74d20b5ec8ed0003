from pathlib import Path

import pytest

from anaphora.corpora._xml import tree
from tests.refused import refused

DEFINED = '<!DOCTYPE a [\n<!ENTITY b "c">]>\n<a d="&b;"/>'


def written(folder: Path, text: str, encoding: str = "utf-8") -> Path:
    path = folder / "a.xml"
    path.write_bytes(text.encode(encoding))
    return path


@pytest.mark.parametrize(("encoding", "line"), [("utf-8", 2), ("utf-8-sig", 2), ("utf-16", None)])
def test_entities_are_refused_in_whatever_encoding_they_are_declared(
    tmp_path: Path, encoding: str, line: int | None
) -> None:
    with refused("xml-entities") as caught:
        tree(written(tmp_path, DEFINED, encoding))

    assert caught.value.line == line


@pytest.mark.parametrize("entity", ['b SYSTEM "/etc/passwd"', '% b "c"', '% b SYSTEM "http://localhost/b"'])
def test_entities_of_other_files_and_parameters_are_refused(tmp_path: Path, entity: str) -> None:
    with refused("xml-entities"):
        tree(written(tmp_path, f"<!DOCTYPE a [<!ENTITY {entity}>]><a/>"))


def test_entities_that_are_only_spoken_of_mean_nothing(tmp_path: Path) -> None:
    assert tree(written(tmp_path, "<!DOCTYPE a [<!ELEMENT a ANY>]><a><![CDATA[<!ENTITY]]></a>")).text == "<!ENTITY"
