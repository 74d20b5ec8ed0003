"""What resolvers read: languages, and which of them finds entities in which."""

from dataclasses import replace

from anaphora.experiments.setup.analysis import require_language
from anaphora.experiments.setup.configuration import default_entity_resolver
from anaphora.workbench.document import Document
from anaphora.workbench.spec import parse_resolvers
from tests.refused import raises


def test_resolvers_that_learned_from_english_refuse_other_languages_unless_they_are_given_what_to_read() -> None:
    french = Document("d", ("Elle", "dort", "."), (" ", "", ""), language="fr")

    require_language(parse_resolvers(["mars", "ranker(parameters=french.json)"]), french)
    require_language(parse_resolvers(["ranker"]), replace(french, language="en"))
    with raises("not-english"):
        require_language(parse_resolvers(["mars+mention_pair"]), french)


def test_entities_are_found_by_default_by_what_reads_the_language() -> None:
    french = Document("d", ("Elle", "dort", "."), (" ", "", ""), language="fr")

    require_language(parse_resolvers([default_entity_resolver("fr")]), french)
    assert default_entity_resolver("en") == "neural_ranker"
