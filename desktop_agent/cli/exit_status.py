"""What the program says to the shell when it ends."""

from enum import IntEnum


class Exit(IntEnum):
    """The exit statuses; 2 (wrong usage) is given by the parser."""

    ANSWERED = 0
    FAILED = 1
    INSUFFICIENT = 3
    INTERRUPTED = 130
