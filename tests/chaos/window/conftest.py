"""The window system and the loop of the window's tests."""

from tests.ui.conftest import *  # noqa: F403 - fixtures and the hook of the loop
