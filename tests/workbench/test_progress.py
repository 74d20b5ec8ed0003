"""How far work has come, told to whoever listens."""

from anaphora.workbench.progress import listening, part, tell


def test_parts_of_parts_are_told_as_shares_of_the_whole() -> None:
    told: list[float] = []

    with listening(told.append), part(0, 100):  # a text of 100 words
        with part(0.0, 0.5):
            tell(0.5)
        with part(0.5, 0.5):
            tell(0.5)

    assert told == [25, 50, 75, 100, 100]


def test_what_tells_nothing_is_done_at_its_end() -> None:
    told: list[float] = []

    with listening(told.append), part(0, 10):
        pass

    assert told == [10]


def test_nobody_has_to_listen() -> None:
    with part(0, 10):
        tell(0.5)


def test_another_listener_is_told_of_the_work_inside_alone() -> None:
    outer: list[float] = []
    inner: list[float] = []

    with listening(outer.append):
        with listening(inner.append):
            tell(0.5)
        tell(1)

    assert (outer, inner) == ([1], [0.5])
