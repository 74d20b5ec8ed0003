"""Each rule of Baldwin 1997, section 3, on a text where it is the first to leave one antecedent."""

from anaphora.resolvers import cogniac, cogniac_resolve_all
from anaphora.workbench.decision import Ladder, Resolver
from tests.resolvers.answers import answer, ruled


def decide(text: str, resolver: Resolver | None = None, which: int = -1) -> tuple[str | None, str]:
    """The answer to the last pronoun, or that number `which`, and the rule that gave it."""
    return ruled(resolver or cogniac.Cogniac(), text, which)


def steps(text: str, resolver: Resolver | None = None) -> tuple[str, ...]:
    """Why the rules that were tried first left the last pronoun open."""
    return answer(resolver or cogniac.Cogniac(), text)[1].steps


def test_the_first_rule_that_leaves_one_antecedent_answers() -> None:
    expected = {
        "John sleeps | He smiles": ("John", "unique in discourse"),
        "John sleeps | He smiles | Mary sleeps | He smiles": ("He", "unique in discourse"),  # an entity counts once
        "John says Bill likes himself": ("Bill", "reflexive"),
        "John knows Bill | Mary likes himself": (None, "no candidate"),  # does not leave the sentence
        "Bill sleeps | John sleeps | He smiles": ("John", "unique in current and prior"),
        # whose house it is stays open, but the next "his" is his who has the house
        "John meets Tom in his house": (None, "no rule decides"),
        "John meets Tom in his house | His dog sleeps": ("his", "possessive"),
        "John meets Tom in his house near his garden | His dog sleeps": (None, "no rule decides"),  # two such forms
        "John meets Tom in his house | Mary greets him": (None, "no rule decides"),  # no possessive
        "John knows Bill | Tom says that he smiles": ("Tom", "unique in current"),
        "John knows Bill | He smiles": ("John", "unique subject"),
        "John 's sister knows Bill | He smiles": ("John 's", "unique subject"),  # what the subject contains
        "John 's brother knows Bill | He smiles": (None, "no rule decides"),  # two of them
        # the subject of an adverbial clause; Baldwin 1997: "Besides, if he provoked Malek, uncertainties were ..."
        "If he provoked John , doubts grew | He smiles": ("he", "unique subject"),
        # the pronoun must be the subject of a main clause
        "John knows Bill | Mary greets him": (None, "no rule decides"),
        "John knows Bill | Mary says that he smiles": (None, "no rule decides"),
    }

    assert {text: decide(text) for text in expected} == expected


def test_the_trail_has_all_rules_and_what_the_first_ones_object() -> None:
    """John and Bill are two entities, "he" is not reflexive, and John is the only one in the prior sentence."""
    trail = answer(cogniac.Cogniac(), "Bill sleeps | Mary sleeps | John sleeps | He smiles")[1].trail
    stays_open = answer(cogniac.Cogniac(), "John knows Bill | Mary greets him")[1].trail

    assert trail == Ladder(cogniac.HIGH_PRECISION, ("2 entities possible", "not reflexive"))
    assert isinstance(stays_open, Ladder)
    assert len(stays_open.objections) == len(stays_open.rules) == 6


def test_unique_in_discourse_looks_at_what_stands_before_the_window_and_knows_it_again() -> None:
    bill_is_four_back = "Bill sleeps | Mary sleeps | Mary sleeps | John sleeps | He smiles"
    rest = "Mary sleeps | Mary sleeps | Mary sleeps | John sleeps | He smiles"

    assert decide(bill_is_four_back) == ("John", "unique in current and prior")
    assert decide(bill_is_four_back, cogniac.Cogniac(scope="candidates")) == ("John", "unique in discourse")
    assert decide(f"John sleeps | Bill sleeps | {rest}") == ("John", "unique in current and prior")
    assert decide(f"John sleeps | {rest}") == ("John", "unique in discourse"), "John twice, but no other"


def test_the_centre_and_the_most_recent_decide_where_all_pronouns_are_resolved() -> None:
    expected = {
        # "he" is John, the prior subject, so he is the centre, and his is the dog
        "John knows Bill | He tells Tom of his dog": ("He", "cb"),
        # one that is no subject, if the subject is not taken up
        "John sleeps | Mary knows Bill | He tells Tom of his dog": ("He", "cb"),
        # Bill and Tom both come up again, and neither was the subject: no centre
        "Mary shows Bill Tom | Bill tells Tom of his dog": ("Tom", "most recent"),
        # from a clause of the same sentence: "he" is Bill, who was told and is taken up: so the dog is his
        "John tells Bill that he likes his dog": ("he", "cb"),
        # "he" is John, the prior subject and now the centre; but "him" stands beside "he"
        "John shows Bill Tom | He likes him": ("Tom", "most recent"),
        "John knows Bill | Mary greets him": ("Bill", "most recent"),
    }
    resolver = cogniac_resolve_all.build()

    assert {text: decide(text, resolver) for text in expected} == expected
    assert decide("John tells Bill that he likes his dog", resolver, which=0) == ("Bill", "most recent")
    assert (
        steps("John shows Bill Tom | He likes him", resolver)[-1] == "cb: the backward-looking centre is not possible"
    )
    assert decide("John knows Bill | He tells Tom of his dog") == (None, "no rule decides")


def test_an_entity_is_barred_or_known_by_all_its_mentions() -> None:
    expected = {
        "John likes him": (None, "no candidate"),  # co-arguments
        "Bill sleeps | John likes him": ("Bill", "unique in discourse"),
        "John knows Bill | He likes him": ("Bill", "unique in discourse"),  # "he" is John, so that John is not "him"
        # a pronoun left open is an entity of its own
        "John knows Bill | Mary greets him | He smiles": ("him", "unique in current and prior"),
        # the doctor could be he or she, but once she is she, "he" can only be John
        "John sleeps | The doctor sleeps | He smiles": ("The doctor", "unique in current and prior"),
        "The doctor sleeps | She smiles": ("The doctor", "unique in discourse"),
        "John sleeps | The doctor sleeps | She smiles | He smiles": ("John", "unique in discourse"),
        "John Smith sleeps | Smith dreams | He smiles": ("Smith", "unique in discourse"),
        # names that do not agree are two
        "John Smith sleeps | Mary Smith dreams | He smiles": ("John Smith", "unique in discourse"),
    }

    assert {text: decide(text) for text in expected} == expected
    apart = cogniac.Cogniac(merge_names=False)
    assert decide("John Smith sleeps | Smith dreams | He smiles", apart) == ("Smith", "unique in current and prior")


def test_steps_tell_why_the_rules_before_left_a_pronoun_open() -> None:
    assert steps("John knows Bill | He smiles") == (
        "unique in discourse: 2 entities possible",
        "reflexive: not reflexive",
        "unique in current and prior: 2 entities possible",
        "possessive: not possessive",
        "unique in current: no entity possible",
    )
    assert steps("John sleeps | He smiles") == ()  # the first rule answers


def test_rules_can_be_chosen() -> None:
    chosen = cogniac.Cogniac(rules=("unique in discourse", "most recent"))

    assert decide("John knows Bill | He smiles", chosen) == ("Bill", "most recent")
