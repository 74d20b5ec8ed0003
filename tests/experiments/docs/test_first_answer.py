"""The first answers that a newcomer sees are right where the page says so, and differ where it says that they do."""

import re

import anaphora
from tests.experiments.docs.commands import ROOT

PAGE = (ROOT / "experiments" / "docs" / "pages" / "start" / "index.md").read_text(encoding="utf-8")


def test_the_first_text_is_resolved_as_the_page_says() -> None:
    [(text, names)] = re.findall(r'echo "(Tom lent .*)" \\\n.*--resolvers (\S+)', PAGE)
    found = anaphora.resolve(text, names.split(",")).as_json()["pronouns"]
    assert isinstance(found, list)
    answers = [(each["text"], {name: it["text"] for name, it in each["antecedents"].items() if it}) for each in found]

    assert names == "hobbs,mars,most_recent"
    assert answers[:3] == [
        (pronoun, dict.fromkeys(names.split(","), antecedent))
        for pronoun, antecedent in (("his", "Tom"), ("She", "Mary"), ("it", "his book"))
    ]
    assert answers[-1] == ("it", {"hobbs": "it", "mars": "it", "most_recent": "a week"})
