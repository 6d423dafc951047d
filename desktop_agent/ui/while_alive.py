"""Callbacks for a widget that may be gone when they come."""

from collections.abc import Callable
from typing import TypeVar

import shiboken6
from PySide6.QtCore import QObject

T = TypeVar("T")


def while_alive(owner: QObject, call: Callable[[T], object]) -> Callable[[T], None]:
    """Gives a function that calls ``call`` as long as Qt has not deleted ``owner``."""

    def guarded(value: T) -> None:
        if shiboken6.isValid(owner):
            call(value)

    return guarded
