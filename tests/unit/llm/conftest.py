import importlib

import pytest


@pytest.fixture(scope="session", autouse=True)
def _imported() -> None:
    """The clients take seconds to import on a busy machine; the limits in tests are shorter."""
    for client in ("anthropic.resources.messages", "ollama", "openai.resources.chat"):
        importlib.import_module(client)
