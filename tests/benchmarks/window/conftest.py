"""The window's benchmarks run on the same loop and windows as its tests."""

from tests.ui.conftest import *  # noqa: F403 - fixtures and the hook of the loop
from tests.ui.conftest import _garbage_in_this_thread  # noqa: F401 - a fixture, too
