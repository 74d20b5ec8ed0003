"""Responses that are off: the usual slips are named, with what would match and the score once they are repaired."""

from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest

from anaphora.experiments.commands.score.chain_errors import classify_errors
from anaphora.experiments.commands.score.counting import score_files
from anaphora.experiments.run.configuration import configure
from tests.experiments.commands.test_pairing import conll, json_lines
from tests.refused import refused

ANN = "Ann saw the cat . She fed it ."
BOB = "Old Bob slept . Then he woke the dog , and it barked ."
CHAINS = {"a": (ANN, [[[0, 0], [5, 5]], [[2, 3], [7, 7]]]), "b": (BOB, [[[0, 1], [5, 5]], [[7, 8], [11, 11]]])}


Chains = list[list[list[int]]]


def moved(documents: Mapping[str, tuple[str, Chains]], start: int, end: int) -> dict[str, tuple[str, Chains]]:
    return {
        name: (text, [[[first + start, last + end] for first, last in chain] for chain in chains])
        for name, (text, chains) in documents.items()
    }


@pytest.fixture
def key(tmp_path: Path) -> Path:
    return json_lines(tmp_path / "key.jsonl", **CHAINS)


def warnings(key: Path, response: Path, **options: object) -> Sequence[str]:
    return score_files(key, {"r": response}, configure(measures=("conll",), resamples=0, **options)).warnings  # type: ignore[arg-type]


def test_spans_that_are_off_are_named_with_what_would_match(tmp_path: Path) -> None:
    """All eight mentions match once they are moved, and every chain is right."""
    slips = {
        (0, 1): "exclusive", (1, 1): "from 1", (1, 2): "from 1 and its ends exclusive", (-1, -1): "too early",
    }  # fmt: skip
    padded = {name: (f"So {text} Yes .", chains) for name, (text, chains) in moved(CHAINS, 1, 1).items()}
    key = json_lines(tmp_path / "key.jsonl", **padded)
    for (start, end), slip in slips.items():
        [warning] = warnings(key, json_lines(tmp_path / "r.jsonl", **moved(padded, start, end)))
        assert [part for part in (slip, "8 of 8", "conll 100.00") if part not in warning] == []


def test_exclusive_ends_are_found_where_a_few_spans_match_by_chance(tmp_path: Path) -> None:
    """`Old` of the response's `Old [Bob`, read with its end, is the key's `Old Bob`."""
    text, chains = CHAINS["b"]
    nested = {"b": (text, [*chains, [[0, 0]]])}
    key = json_lines(tmp_path / "key.jsonl", **nested)
    [warning] = warnings(key, json_lines(tmp_path / "r.jsonl", **moved(nested, 0, 1)))

    assert "only 1 of 5" in warning
    assert "5 of 5" in warning


def test_a_response_that_is_merely_poor_is_not_explained(tmp_path: Path, key: Path) -> None:
    """Nor are documents called shuffled whose spans mostly match: exchanged, all six would, as they are, four do."""
    poor = {"a": (ANN, [[[0, 0], [1, 1]]]), "b": (BOB, [[[2, 2], [9, 9]]])}
    chains = CHAINS["a"][1], [[[2, 3], [5, 5]]]
    mixed, exchanged = ({"a": (ANN, chains[one]), "b": (ANN, chains[1 - one])} for one in (0, 1))

    [silent] = warnings(key, json_lines(tmp_path / "r.jsonl", a=(ANN, []), b=(BOB, [])))

    assert "no mention" in silent
    assert warnings(key, json_lines(tmp_path / "r.jsonl", **poor)) == ()
    assert warnings(json_lines(key, **mixed), json_lines(tmp_path / "r.jsonl", **exchanged)) == ()


def test_documents_in_another_order_are_named_with_the_score_of_the_right_order(tmp_path: Path) -> None:
    chains = {"a": [[[0, 0], [5, 5]]], "b": [[[1, 1], [3, 4]]], "c": [[[2, 2], [6, 7]]]}
    key = json_lines(tmp_path / "key.jsonl", **{name: (ANN, found) for name, found in chains.items()})
    mixed = {"a": chains["b"], "b": chains["c"], "c": chains["a"]}
    response = json_lines(tmp_path / "r.jsonl", **{name: (ANN, found) for name, found in mixed.items()})
    [warning] = warnings(key, response)

    assert "another order" in warning
    assert "6 of 6" in warning
    assert "conll 100.00" in warning


def test_texts_under_each_others_ids_are_refused_with_the_score_under_their_own(tmp_path: Path, key: Path) -> None:
    """Of the key's four chains three are found whole: MUC 3/3 and 3/4, B-CUBED 6/6 and 6/8, CEAF-e 3/3 and 3/4."""
    with refused("other-text") as caught:
        warnings(key, json_lines(tmp_path / "r.jsonl", a=CHAINS["b"], b=(ANN, CHAINS["a"][1][:1])))
    assert [part for part in ("6 of 6", "85.71") if part not in caught.value.cure] == []


def test_other_tokens_with_the_same_letters_are_compared_and_others_refused_with_what_matches(tmp_path: Path) -> None:
    key = conll(tmp_path / "key.conll", a="Ann/(1) saw Eve/(2) . She/(1) left")
    [warning] = warnings(key, conll(tmp_path / "r.conll", a="Ann/(1) sa w/(2) Eve. She/(1) left"))
    key = conll(tmp_path / "key.conll", a="Ann/(1) -LRB- 30 -RRB- saw Eve/(2) . She/(1) left")

    assert [part for part in ("divided differently", "2 of 3") if part not in warning] == []
    with refused("other-text") as caught:
        warnings(key, conll(tmp_path / "r.conll", a="Ann/(1) (30) saw/(3) Eve/(2) . She/(1) left"))
    assert "3 of 4" in caught.value.cure


def test_key_with_fewer_documents_than_the_response_may_be_the_response(tmp_path: Path, key: Path) -> None:
    """The other way round the key's document `b` is missing: MUC 2/4 and 2/2, as are B-CUBED and CEAF-e."""
    with refused("extra-document") as caught:
        warnings(json_lines(tmp_path / "system.jsonl", a=CHAINS["a"]), key)
    assert [part for part in ("swap", "66.67") if part not in caught.value.cure] == []


def test_response_with_the_marks_of_a_key_may_be_swapped(tmp_path: Path) -> None:
    text = '<DOC><COREF ID="1" MIN="Bob">Old Bob</COREF> slept. <COREF ID="2" REF="1">He</COREF> woke.</DOC>'
    (tmp_path / "one.sgml").write_text(text)
    (tmp_path / "two.sgml").write_text(text.replace(' MIN="Bob"', ""))
    [warning] = warnings(tmp_path / "two.sgml", tmp_path / "one.sgml")

    assert "swapped" in warning
    assert "100.00 and 100.00" in warning
    assert warnings(tmp_path / "one.sgml", tmp_path / "two.sgml") == ()


def test_types_are_no_mark_of_a_key_and_a_format_may_always_have_minimal_spans(tmp_path: Path) -> None:
    key = conll(tmp_path / "key.conll", a="Ann/(1) ran")
    header = "# newdoc id = a; part 000\n# global.Entity = GRP-etype-minspan\n"
    row = "1\tAnn" + "\t_" * 7 + "\tEntity=(1-person-1)\n2\tran" + "\t_" * 8 + "\n\n"
    (tmp_path / "r.conllu").write_text(header + row)

    assert warnings(key, tmp_path / "r.conllu") == ()


def test_a_key_without_a_mention_is_refused_whatever_the_response(tmp_path: Path) -> None:
    key = json_lines(tmp_path / "key.jsonl", a=(ANN, []))
    for chains in ([], [[[0, 0]]]):
        response = json_lines(tmp_path / "r.jsonl", a=(ANN, chains))
        with refused("no-mentions", "key.jsonl"):
            warnings(key, response)
        with refused("no-mentions", "key.jsonl"):
            classify_errors(key, {"r": response}, configure())


def test_files_that_are_called_the_other_way_round_may_be_swapped(tmp_path: Path, key: Path) -> None:
    """Names alone say so only where both do."""
    for name in ("gold", "system", "mars_gold_mentions"):
        json_lines(tmp_path / f"{name}.jsonl", **CHAINS)

    assert "swapped" in warnings(tmp_path / "system.jsonl", tmp_path / "gold.jsonl")[0]
    assert warnings(tmp_path / "gold.jsonl", tmp_path / "system.jsonl") == ()
    assert warnings(key, tmp_path / "mars_gold_mentions.jsonl") == ()


def test_what_is_odd_about_many_documents_is_added_up(
    key: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In batches of one document, too."""
    response = json_lines(tmp_path / "r.jsonl", **moved(CHAINS, 0, 1))
    expected = warnings(key, response)
    monkeypatch.setattr("anaphora.experiments.commands.score.pairing.BATCH", 1)

    assert warnings(key, response) == expected
