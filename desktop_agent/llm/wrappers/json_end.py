"""Finds where a JSON object or list ends in a text that is still growing."""


class JsonEnd:
    """Counts brackets outside of strings, each character once, however often it is asked."""

    def __init__(self) -> None:
        self._place = -1
        self._depth = 0
        self._in_string = False
        self._escaped = False

    def find(self, text: str, start: int) -> int | None:
        """Gives the place after the closing bracket of what begins at ``start``, or None.

        From one call to the next the text may only grow, and ``start`` stays.
        """
        place = max(self._place, start)
        while place < len(text):
            self._take(text[place])
            place += 1
            if self._depth == 0:
                self._place = place
                return place
        self._place = place
        return None

    def _take(self, character: str) -> None:
        if self._in_string:
            if self._escaped:
                self._escaped = False
            elif character == "\\":
                self._escaped = True
            elif character == '"':
                self._in_string = False
        elif character == '"':
            self._in_string = True
        elif character in "{[":
            self._depth += 1
        elif character in "}]":
            self._depth -= 1
