"""Directives in pages: `<!-- include: README.md#formats -->` and others, each alone on its line."""

import re
from collections.abc import Callable

from anaphora.experiments.docs import catalogued, repository
from anaphora.workbench.errors import unknown_name

_DIRECTIVE = re.compile(r"^<!-- ([a-z]+): (.*?) -->$", re.MULTILINE)

_MEANING: dict[str, Callable[[str, str], str]] = {
    "code": repository.code,
    "include": repository.included,
    "list": lambda kind, _: catalogued.table(kind),
    "measure": lambda name, _: catalogued.measure(name),
    "resolver": lambda name, _: catalogued.resolver(name),
    "weights": lambda name, _: catalogued.weights(name),
}


def carried_out(text: str, page: str) -> str:
    """The Markdown of a page with what its directives ask for.

    Raises:
        UnknownNameError: there is no such directive.
        WorkbenchError: a directive names what does not exist.
    """

    def meant(match: re.Match[str]) -> str:
        if match[1] not in _MEANING:
            raise unknown_name("directive", match[1], _MEANING)
        return _MEANING[match[1]](match[2], page)

    return _DIRECTIVE.sub(meant, text)
