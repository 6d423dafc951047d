"""A real session for the pages of models and settings, against a scripted Ollama."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from desktop_agent.app.session import Session, open_session
from tests.servers.loopback import serve
from tests.servers.ollama import FakeOllama


@contextmanager
def desk(home: Path, fake: FakeOllama, **more: str) -> Iterator[Session]:
    """Gives a session whose Ollama is the scripted one; ``more`` are environment variables."""
    with serve(fake.app) as url:
        yield open_session(
            environ={"DESKTOP_AGENT_HOME": str(home), **more}, overrides={"llm.ollama_url": url}
        )
