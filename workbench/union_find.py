"""Union-find: mentions that are linked, directly or through others, are one chain."""

from collections.abc import Hashable, Iterable
from typing import Generic, TypeVar

Id = TypeVar("Id", bound=Hashable)


class UnionFind(Generic[Id]):
    """Ids and links between them, which count in either direction and may be added one by one."""

    def __init__(self, ids: Iterable[Id], links: Iterable[tuple[Id, Id]] = ()) -> None:
        self._parent = {id: id for id in ids}
        for left, right in links:
            self.unite(left, right)

    def unite(self, left: Id, right: Id) -> None:
        """Link two ids; the root of the right one stands for both."""
        self._parent[self.root(left)] = self.root(right)

    def root(self, id: Id) -> Id:
        """Return the id that stands for the chain of an id."""
        parent = self._parent
        while parent[id] != id:
            parent[id] = id = parent[parent[id]]
        return id

    def roots(self) -> dict[Id, Id]:
        """Return for each id the one that stands for its chain."""
        return {id: self.root(id) for id in self._parent}

    def chains(self) -> tuple[tuple[Id, ...], ...]:
        """The chains (connected components) of all ids, by their first; those that nothing links are alone."""
        chains: dict[Id, list[Id]] = {}
        for id, root in self.roots().items():
            chains.setdefault(root, []).append(id)
        return tuple(map(tuple, chains.values()))
