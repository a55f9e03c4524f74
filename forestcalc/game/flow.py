"""Flow: a network with limited room, filled unit by unit; tells who competes where a unit finds no way."""

from __future__ import annotations

from collections.abc import Sequence


class Network:
    """Nodes numbered from 0, joined by edges with room for a number of units; all units end in node 0.

    Edge `2k` has its way back as `2k + 1`: what went one way can be taken back by the other.
    """

    def __init__(self) -> None:
        self.edges: list[list[int]] = [[]]
        self.target: list[int] = []
        self.room: list[int] = []

    def copy(self) -> Network:
        """Return the same network, to be filled on its own."""
        other = Network()
        other.edges = [list(edges) for edges in self.edges]
        other.target = list(self.target)
        other.room = list(self.room)
        return other

    def node(self) -> int:
        """Add a node and return its number."""
        self.edges.append([])
        return len(self.edges) - 1

    def edge(self, start: int, end: int, room: int) -> None:
        """Join two nodes, with room for so many units from *start* to *end*."""
        self.edges[start].append(len(self.target))
        self.edges[end].append(len(self.target) + 1)
        self.target += (end, start)
        self.room += (room, 0)

    def send(self, start: int) -> Sequence[int] | None:
        """Send one unit from *start* to node 0, moving others if need be; None if it went.

        If there is no way, nothing changes, and the nodes that could be reached are returned. They are what has no
        room left: a unit that was sent from any of them takes a place that the new one could have had instead.
        """
        target, room = self.target, self.room
        came: dict[int, int] = {start: -1}
        queue = [start]
        for node in queue:
            for edge in self.edges[node]:
                end = target[edge]
                if room[edge] and end not in came:
                    came[end] = edge
                    if end == 0:
                        self._shift(came, start)
                        return None
                    queue.append(end)
        return queue

    def _shift(self, came: dict[int, int], start: int) -> None:
        node = 0
        while node != start:
            edge = came[node]
            self.room[edge] -= 1
            self.room[edge ^ 1] += 1
            node = self.target[edge ^ 1]
