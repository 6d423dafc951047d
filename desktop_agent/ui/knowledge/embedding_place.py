"""Whether the text of documents leaves this machine to be embedded."""

from urllib.parse import urlsplit

from desktop_agent.core.loopback import is_loopback
from desktop_agent.core.settings import Settings


def remote_host(settings: Settings) -> str:
    """Gives the host that gets the text of documents; empty where that stays on this machine."""
    wanted = settings.knowledge
    if wanted.embedding_provider == "none" or settings.network.offline:
        return ""
    ollama = wanted.embedding_provider == "ollama"
    address = settings.llm.ollama_url if ollama else settings.llm.openai_url
    host = urlsplit(address).hostname or ""
    return "" if is_loopback(host) else host or address
