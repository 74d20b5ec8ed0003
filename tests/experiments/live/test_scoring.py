"""Key and response in two boxes: the figures of `anaphora score`, links that add up to them, and what is refused."""

from base64 import b64encode
from collections.abc import Iterator, Mapping
from typing import Any

import pytest
from lxml import html
from starlette.testclient import TestClient

from anaphora.experiments.commands.score.boxes import score_boxes
from anaphora.experiments.live.analysis import analyst
from anaphora.experiments.live.app import MOST_SCORED, application
from anaphora.experiments.run.configuration import configure
from tests.experiments.live.test_app import ADDRESS, Slow

KEY = '{"doc_key": "a", "sentences": [["Ann", "met", "Eve", ".", "She", "left", "her", "."]], "clusters": [%s]}'
RIGHT = KEY % "[[0, 0], [4, 4]], [[2, 2], [6, 6]]"
WRONG = KEY % "[[2, 2], [4, 4]]"
UNCLOSED = "#begin document (a); part 000\na 0 0 Ann (0\n#end document\n"
Files = str | Mapping[str, str]


@pytest.fixture(scope="module")
def page() -> Iterator[TestClient]:
    with TestClient(application(Slow(), score_boxes), ADDRESS) as client:  # type: ignore[arg-type]
        yield client


def ask(page: TestClient, key: Files, response: Files, **options: Any) -> Any:
    return page.post("/score", json={"key": encoded(key), "response": encoded(response)} | options)


def encoded(files: Files) -> dict[str, str]:
    by_name = {"": files} if isinstance(files, str) else files
    return {name: b64encode(text.encode()).decode() for name, text in by_name.items()}


def test_the_example_has_the_figures_of_score_and_links_that_add_up_to_them() -> None:
    """Ann, Ann, her | Eve, She | a bicycle, it against Ann, She, Ann | a bicycle, it, her bus.

    LEA's recall: 3 x 1/3, 2 x 0 and 2 x 1 of 7; B-CUBED's: 2/3 + 2/3 + 0, 0 + 1/2, 1 + 1 of 7.
    """
    with TestClient(application(analyst(configure(("mars",))), score_boxes), ADDRESS) as client:
        root = html.document_fromstring(client.get("/").text)
        boxes = [root.get_element_by_id(f"box-{name}").text for name in ("key", "response")]
        found = ask(client, *boxes).json()
    figures = {name: values for name, *values in found["figures"]}
    words = ["".join(found["documents"][at]["tokens"][start:end]).strip() for at, start, end, *_ in found["mentions"]]

    assert found["formats"] == ["muc", "jsonlines"]
    assert words == ["Ann", "Eve", "a bicycle", "She", "it", "Ann", "her", "her bus"]
    assert [both for *_, both in found["aligned"]["ceaf_e"]] == pytest.approx([2 / 3, 4 / 5])
    assert figures["muc"] == ["50.00", "50.00", "50.00"]
    assert figures["lea"] == ["42.86", "33.33", "37.50"]
    assert figures["conll"][2] == "53.65"
    assert found["fractions"]["b_cubed"] == ["3.83/7", "3/6"]
    for name, links in found["links"].items():
        for side, fraction in enumerate(found["fractions"][name]):
            sums = [sum(link[3 + side][part] for link in links) for part in (0, 1)]
            assert sums == pytest.approx([float(part) for part in fraction.split("/")], abs=0.005), name


def test_several_files_are_one_text_and_singletons_may_be_left_out(page: TestClient) -> None:
    brat = {"a.txt": "Ann met Eve. She left.", "a.ann": "T1\tCoref 0 3\tAnn\nT2\tCoref 13 16\tShe\n*\tCoref T1 T2\n"}
    found = ask(page, brat, brat).json()
    singleton = KEY % "[[0, 0]], [[2, 2], [6, 6]]"
    kept, dropped = (ask(page, singleton, RIGHT, singletons=how).json()["fractions"] for how in ("keep", "drop"))

    assert found["formats"] == ["brat", "brat"]
    assert (kept["mentions"], dropped["mentions"]) == (["3/3", "3/4"], ["2/2", "2/4"])


def test_what_has_too_many_links_to_draw_has_its_figures(page: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("anaphora.experiments.commands.score.boxes.MOST_PAIRS", 1)
    found = ask(page, RIGHT, WRONG).json()

    assert [*found["links"]] == ["mentions", "muc", "ceaf_m", "ceaf_e"]
    assert found["fractions"]["lea"] == ["0/4", "0/2"]


@pytest.mark.parametrize(
    ("key", "response", "options", "status", "where"),
    [
        ("", RIGHT, {}, 422, "key"),
        (RIGHT, " \n", {}, 422, "response"),
        ("Ann met Eve.", RIGHT, {}, 422, "key: "),
        ("<DOC>\nAnn <COREF ID='1'>met</DOC>", RIGHT, {}, 422, "key:2: "),
        (RIGHT, {"b.conll": UNCLOSED}, {}, 422, "response/b.conll:2: "),
        (RIGHT, {"../b": RIGHT}, {}, 422, "../b"),
        (RIGHT, RIGHT, {"match": "loose"}, 422, "match"),
        (RIGHT, RIGHT, {"singletons": 7}, 422, "singletons"),
        (RIGHT, RIGHT, {"text": "it"}, 422, "text"),
        (RIGHT, " " * (2 * MOST_SCORED), {}, 413, f"{MOST_SCORED:,}"),
    ],
)  # fmt: skip
def test_boxes_that_cannot_be_scored_are_refused_by_their_names(
    page: TestClient, key: Files, response: Files, options: dict[str, Any], status: int, where: str
) -> None:
    answer = ask(page, key, response, **options)

    assert answer.status_code == status, answer.text
    assert where in answer.json()["error"]


def test_what_is_no_base_64_is_refused(page: TestClient) -> None:
    for content in ("%%", "QQ", 7, None, ["QUFB"]):
        body = {"key": {"": content}, "response": encoded(RIGHT)}

        assert page.post("/score", json=body).status_code == 422, content


def test_another_page_cannot_have_its_boxes_scored(page: TestClient) -> None:
    other = page.post("/score", json={}, headers={"origin": "http://example.org"})
    form = page.post("/score", content=b"{}", headers={"content-type": "text/plain"})

    assert (other.status_code, form.status_code, page.get("/score").status_code) == (403, 415, 405)
