"""Heights of many things below each other: where each begins, and which one is at a place."""

from collections.abc import Iterable


class Heights:
    """A Fenwick tree over heights in pixels (P. Fenwick, 1994): every question costs O(log n).

    Building it costs O(n), so that a conversation of any length opens at once.
    """

    def __init__(self, heights: Iterable[int] = ()) -> None:
        self._heights = list(heights)
        self._tree = [0, *self._heights]
        for index in range(1, len(self._tree)):
            parent = index + (index & -index)
            if parent < len(self._tree):
                self._tree[parent] += self._tree[index]

    def __len__(self) -> int:
        return len(self._heights)

    def __getitem__(self, index: int) -> int:
        return self._heights[index]

    @property
    def total(self) -> int:
        """The height of all of them."""
        return self.top(len(self._heights))

    def append(self, height: int) -> None:
        """Adds one at the end."""
        index = len(self._tree)
        begins = index - (index & -index)
        self._tree.append(self.top(index - 1) - self.top(begins) + height)
        self._heights.append(height)

    def change(self, index: int, height: int) -> None:
        """Gives one another height."""
        grown = height - self._heights[index]
        self._heights[index] = height
        node = index + 1
        while node < len(self._tree):
            self._tree[node] += grown
            node += node & -node

    def top(self, index: int) -> int:
        """Gives where one begins; for the number of them, where the last one ends."""
        place = 0
        while index:
            place += self._tree[index]
            index &= index - 1
        return place

    def at(self, place: int) -> int:
        """Gives which one is at a place; the first or the last for a place before or behind."""
        node, step = 0, 1 << len(self._heights).bit_length()
        while step:
            ahead = node + step
            if ahead < len(self._tree) and self._tree[ahead] <= place:
                node = ahead
                place -= self._tree[ahead]
            step >>= 1
        return max(0, min(node, len(self._heights) - 1))
