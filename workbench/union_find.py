"""Union-find: mentions that are linked, directly or through others, are one chain."""

from collections.abc import Hashable, Iterable
from typing import TypeVar

Id = TypeVar("Id", bound=Hashable)


def roots(ids: Iterable[Id], links: Iterable[tuple[Id, Id]]) -> dict[Id, Id]:
    """For each id the one that stands for its chain; links count in either direction.

    Both ends of a link are among `ids`.
    """
    parent = {id: id for id in ids}

    def root(id: Id) -> Id:
        while parent[id] != id:
            parent[id] = parent[parent[id]]
            id = parent[id]
        return id

    for left, right in links:
        parent[root(left)] = root(right)
    return {id: root(id) for id in parent}
