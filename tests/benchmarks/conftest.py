import pytest


@pytest.fixture(autouse=True)
def _as_for_users(processes_anew) -> None:
    """What a process costs from its start is measured, too."""
