"""What a page declares about who may read it (schema.org: ``isAccessibleForFree``)."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

from desktop_agent.web.extract.facts.json_ld import JsonObject
from desktop_agent.web.extract.facts.linked_data import is_page, value_text

MAX_SELECTORS: Final = 4
_LONGEST_SELECTOR = 80
_LONGEST_BODY = 400_000  # as much as all JSON-LD of a page


@dataclass(frozen=True, slots=True)
class Access:
    """``paid`` is true where a part is said not to be free; ``selectors`` are the CSS ones of it.

    ``words`` is the length that the page gives its own text, 0 where it gives none. ``body`` is the
    text itself where it stands in ``articleBody``; it may hold markup.
    """

    paid: bool = False
    selectors: tuple[str, ...] = ()
    words: int = 0
    body: str = ""


def access(objects: Sequence[JsonObject]) -> Access:
    """Gives what the objects of a page that are the page or its text say of it."""
    paid = False
    selectors: dict[str, None] = {}
    words = 0
    body = ""
    for item in objects:
        if not is_page(item):
            continue
        parts = list(_parts(item))
        paid = paid or any(_is_false(part.get("isAccessibleForFree")) for part in (item, *parts))
        for part in parts:
            if _is_false(part.get("isAccessibleForFree")):
                selectors.update(dict.fromkeys(_selectors(part.get("cssSelector"))))
        count = value_text(_first(item.get("wordCount")))
        words = max(words, int(count) if count.isdecimal() and len(count) < 8 else 0)
        text = _first(item.get("articleBody"))
        if isinstance(text, str) and len(body) < len(text) <= _LONGEST_BODY:
            body = text
    return Access(paid, tuple(selectors)[:MAX_SELECTORS], words, body)


def _parts(item: JsonObject) -> Iterator[JsonObject]:
    value = item.get("hasPart")
    for part in (value if isinstance(value, list) else [value])[:20]:
        if isinstance(part, dict):
            yield part


def _is_false(value: Any) -> bool:
    return value_text(_first(value)).lower() == "false"


def _selectors(value: Any) -> Iterator[str]:
    for one in (value if isinstance(value, list) else [value])[:MAX_SELECTORS]:
        if isinstance(one, str) and len(one) <= _LONGEST_SELECTOR:
            yield from (part.strip() for part in one.split(","))


def _first(value: Any) -> Any:
    if isinstance(value, list):
        return value[0] if value else None
    return value
