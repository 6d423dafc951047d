"""The window's benchmarks run on the same loop and windows as its tests."""

from tests.ui.conftest import (
    _garbage_in_this_thread,
    app,
    open_window,
    pytest_asyncio_loop_factories,
    theme,
)

__all__ = [
    "_garbage_in_this_thread",
    "app",
    "open_window",
    "pytest_asyncio_loop_factories",
    "theme",
]
