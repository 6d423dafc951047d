"""Where the text of a chat stands: one column in the middle, in pixels."""

COLUMN = 660
"""Widest column, margins included: about 80 characters, for longer lines are hard to read."""
SIDE = 28
"""Free room at the left and at the right of the text."""
TOP = 28
BOTTOM = 36
GAP = 22
"""Room below each turn."""


def text_width(room: int) -> int:
    """Gives how wide the text is where ``room`` is there for the column."""
    return max(1, min(COLUMN, room) - 2 * SIDE)
