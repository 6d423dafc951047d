"""What the options of the terminal are read as. Nothing but the standard library is needed."""

from argparse import ArgumentTypeError
from collections.abc import Callable


def positive(kind: type[int] | type[float]) -> Callable[[str], float]:
    """Gives what reads a number above 0 of that kind from the command line."""

    def positive(text: str) -> float:
        try:
            number = kind(text)
        except ValueError:
            number = kind(0)
        if not 0 < number < 1e9:  # which refuses "nan" and "inf" too
            raise ArgumentTypeError(f"{text!r} is no number above 0")
        return number

    return positive
