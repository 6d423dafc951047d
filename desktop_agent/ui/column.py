"""Where the text of a chat stands: one column in the middle, in pixels."""

_WIDTH_A_POINT = 66
SIDE = 28
"""Free room at the left and at the right of the text."""
TOP = 28
BOTTOM = 36
GAP = 22
"""Room below each turn."""


def column_width(points: float) -> int:
    """Gives the widest column, margins included, for running text of a size.

    It holds about 80 characters: longer lines are hard to read.
    """
    return round(_WIDTH_A_POINT * points)


def text_width(room: int, points: float) -> int:
    """Gives how wide the text is where ``room`` is there for the column."""
    return max(1, min(column_width(points), room) - 2 * SIDE)
