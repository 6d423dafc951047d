"""Windows that are closed and opened again, on the same folders."""

from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from desktop_agent.frontends.ui.window.main_window import MainWindow


@pytest.fixture
def reopen(open_window: Callable[..., MainWindow]) -> Callable[..., Awaitable[MainWindow]]:
    """Closes a window as the program does, and opens another on the same home."""

    async def again(window: MainWindow, *scenes: Any) -> MainWindow:
        window.close()
        await window.aclose()
        await window.stage.aclose()  # type: ignore[attr-defined]  # set by `open_window`
        fresh = open_window(*(scenes or [[]]))
        fresh.refresh()
        return fresh

    return again
