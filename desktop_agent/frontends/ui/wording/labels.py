"""Translated labels from ``labels.toml``."""

from collections.abc import Mapping
from functools import partial

from PySide6.QtCore import QCoreApplication

from desktop_agent.core.research import Mark
from desktop_agent.frontends.ui.widgets.theme import ColourName
from desktop_agent.system.resources import toml_resource

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
    """Return a product's display name, or ``name`` itself if unknown."""
    if name == "documents":  # what a search of the user's own documents is recorded as
        return translated("Pages", "Documents")
    return _PRODUCTS.get(name, name)


def translated(context: str, text: str) -> str:
    """Translate a string in a context, or return it unchanged if it has no translation."""
    return QCoreApplication.translate(context, text)


def labels(context: str, table: str = "") -> dict[str, tuple[str, ...]]:
    """Map each name in a context, or in one of its tables, to its translated strings."""
    lists = toml_resource("labels.toml")[context]
    lists = lists[table] if table else lists
    return {name: tuple(translated(context, each) for each in lists[name]) for name in lists}


def label(context: str, table: str, name: str, default: str | None = None) -> str:
    """Return a translated label. If it is missing, return ``default`` or raise `KeyError`."""
    texts = toml_resource("labels.toml")[context][table]
    if default is not None and name not in texts:
        return default
    return translated(context, texts[name])


strategies = partial(labels, "Reasoning", "strategy")
"""Map each selectable strategy to its title and a tip, in the order in which pickers list them.

The tip says what the strategy does and how many model calls it makes.
"""

# --- Citation marks

MARK_ICONS: Mapping[Mark, tuple[str, ColourName]] = {
    "supported": ("ok", "ok"),
    "partly": ("partly", "warn"),
    "contradicted": ("failed", "error"),
    "unconfirmed": ("unchecked", "muted"),
}

mark = partial(label, "Evidence", "mark")
"""Return the capitalized label of a mark."""

mark_meaning = partial(label, "Evidence", "mark_meaning")
"""Return a sentence that explains a mark."""


def counted(name: Mark, count: int) -> str:
    """Format the number of sentences with a mark, such as ``3 supported``."""
    return label("Evidence", "counted", name).format(count)


def struck() -> str:
    """Return the label for a statement struck from an answer."""
    return QCoreApplication.translate("Evidence", "Struck out")
