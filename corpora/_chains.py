"""Chains from the links between mentions, in formats that mark links rather than chains."""

from collections.abc import Iterable


def roots(ids: Iterable[str], links: Iterable[tuple[str, str]]) -> dict[str, str]:
    """For each id the one that stands for its chain: what links connect, in either direction, is one (union-find).

    Both ends of a link are among `ids`.
    """
    parent = {id: id for id in ids}

    def root(id: str) -> str:
        while parent[id] != id:
            parent[id] = parent[parent[id]]
            id = parent[id]
        return id

    for left, right in links:
        parent[root(left)] = root(right)
    return {id: root(id) for id in parent}
