"""The API keys that the program knows of, and the servers that they are for."""

from collections.abc import Mapping
from typing import NamedTuple
from urllib.parse import urlsplit

from desktop_agent.core.settings import LlmSettings, SearchSettings, Settings

KEY_VARIABLES: Mapping[str, str] = {
    "tavily": "TAVILY_API_KEY",
    "brave": "BRAVE_API_KEY",
    "openai": "OPENAI_API_KEY",
    "anthropic": "ANTHROPIC_API_KEY",
}
"""The keys by name, and the environment variable that wins over what is stored."""

KEY_ADDRESSES: Mapping[str, str] = {
    "tavily": "search.tavily_url",
    "brave": "search.brave_url",
    "openai": "llm.openai_url",
    "anthropic": "llm.anthropic_url",
}
"""The keys by name, and the setting with the address that each is sent to."""


class KeyDestination(NamedTuple):
    """A key and the server that it would be sent to: ``origin`` is scheme, host and port."""

    name: str
    setting: str
    origin: str


def destination(settings: Settings, name: str) -> KeyDestination:
    """Return where a key goes by the settings."""
    section, _, field = KEY_ADDRESSES[name].partition(".")
    url = getattr(getattr(settings, section), field)
    return KeyDestination(name, KEY_ADDRESSES[name], origin(url))


def official_origin(name: str) -> str:
    """Return the server of the service that a key is named after."""
    section, _, field = KEY_ADDRESSES[name].partition(".")
    table = LlmSettings if section == "llm" else SearchSettings
    return origin(table.model_fields[field].default)


def origin(url: str) -> str:
    """Return scheme, host and port of an address in one spelling; the address itself if it is none."""
    try:
        parts = urlsplit(url.strip())
        host, port = (parts.hostname or "").rstrip("."), parts.port
    except ValueError:
        return url
    scheme = parts.scheme.lower()
    usual = {"http": 80, "https": 443}.get(scheme)
    shown = f"[{host}]" if ":" in host else host
    return f"{scheme}://{shown}" + (f":{port}" if port not in (None, usual) else "")
