"""Translated texts that are looked up by name, read from ``labels.toml``."""

from functools import cache
from typing import Any

from PySide6.QtCore import QCoreApplication

from desktop_agent.system.resources import resource_path

_PRODUCTS = {
    "ollama": "Ollama",
    "openai": "OpenAI",
    "anthropic": "Anthropic",
    "duckduckgo": "DuckDuckGo",
    "tavily": "Tavily",
    "brave": "Brave",
    "searxng": "SearXNG",
    "sqlite": "SQLite",
    "lancedb": "LanceDB",
}


def product(name: str) -> str:
    """Return the spelling of a product that is the same in every language, or ``name`` itself."""
    return _PRODUCTS.get(name, name)


def translated(context: str, text: str) -> str:
    """Translate a text that may be in a table of the file; return others unchanged."""
    return QCoreApplication.translate(context, text)


def labels(context: str) -> dict[str, tuple[str, ...]]:
    """Return a table of the file, translated; its name is the context of the translation."""
    tables = _tables()[context]
    return {name: tuple(translated(context, each) for each in tables[name]) for name in tables}


def label(context: str, table: str, name: str, default: str | None = None) -> str:
    """Return one text of a table within a context, translated.

    If there is none, return ``default``, or raise `KeyError` if no default is given.
    """
    texts = _tables()[context][table]
    if default is not None and name not in texts:
        return default
    return translated(context, texts[name])


@cache
def _tables() -> dict[str, Any]:
    from tomllib import loads

    return loads(resource_path("labels.toml").read_text("utf-8"))
