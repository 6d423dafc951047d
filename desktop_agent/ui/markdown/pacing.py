"""How much of a text is written in one go, so that a long text holds nothing up."""

FRAME_S = 1 / 30
"""While the writing keeps up, the text on the screen grows this often."""
BUDGET_S = 0.004
"""CPU time of the GUI thread for one slice; as much again goes into painting it."""
_LEAST, _FIRST, _MOST = 48, 300, 6_000


class SliceSize:
    """The characters of one slice: as many as the last slices have shown to fit the budget."""

    def __init__(self) -> None:
        self.chars = _FIRST

    def learn(self, chars: int, cost_s: float) -> None:
        """Takes what a slice of ``chars`` cost. A small slice says nothing about larger ones."""
        if cost_s > BUDGET_S:
            shrunk = int(min(chars, self.chars) * max(BUDGET_S / cost_s, 0.5))
            self.chars = max(_LEAST, shrunk)
        elif chars >= self.chars // 2:
            grown = min(BUDGET_S / max(cost_s, 1e-6), 1.25)
            self.chars = min(_MOST, int(self.chars * grown) + 1)


class TextQueue:
    """Text that waits to be written."""

    def __init__(self) -> None:
        self._pieces: list[str] = []
        self._text = ""
        self._at = 0
        self._length = 0

    def __len__(self) -> int:
        return self._length

    def push(self, text: str) -> None:
        """Adds to the end."""
        if text:
            self._pieces.append(text)
            self._length += len(text)

    def take(self, most: int) -> str:
        """Takes up to ``most`` characters off the front, whole lines where there are some."""
        if len(self._text) - self._at < most and self._pieces:
            self._text = self._text[self._at :] + "".join(self._pieces)
            self._pieces.clear()
            self._at = 0
        end = self._at + most
        if end < len(self._text):
            end = (self._text.rfind("\n", self._at + most // 2, end) + 1) or end
        piece = self._text[self._at : end]
        self._at += len(piece)
        self._length -= len(piece)
        return piece

    def rest(self) -> str:
        """Gives all that waits, and leaves it there."""
        return self._text[self._at :] + "".join(self._pieces)
