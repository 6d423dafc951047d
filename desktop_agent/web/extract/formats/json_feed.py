"""JSON Feed 1.x (jsonfeed.org)."""

import json
from collections.abc import Mapping
from typing import Any, Final

from desktop_agent.web.extract.facts.page_date import iso_date
from desktop_agent.web.extract.formats.feed import LISTED, Entry, Feed, as_html

JSON_FEED: Final = "jsonfeed.org/version/"
"""What a feed says at its top, in ``version``."""


def read_json_feed(text: str) -> Feed | None:
    """Gives the feed, or None where the text is no feed; what is not as it should be is left out."""
    try:
        data = json.loads(text)
    except (ValueError, RecursionError):
        return None
    if not isinstance(data, dict) or JSON_FEED not in _text(data, "version"):
        return None
    told = data.get("items")
    items = [each for each in told if isinstance(each, dict)] if isinstance(told, list) else []
    return Feed(
        _text(data, "title"),
        _text(data, "home_page_url"),
        as_html(_text(data, "description")),
        (),
        _text(data, "language"),
        list(map(_entry, items[:LISTED])),
        max(0, len(items) - LISTED),
    )


def _entry(item: Mapping[str, Any]) -> Entry:
    text = _text(item, "content_html") or as_html(
        _text(item, "content_text") or _text(item, "summary")
    )
    dates = (_text(item, "date_modified"), _text(item, "date_published"))
    return Entry(
        _text(item, "title"),
        _text(item, "url") or _text(item, "external_url"),
        tuple(map(iso_date, dates)),
        _authors(item),
        text,
    )


def _authors(item: Mapping[str, Any]) -> str:
    told = item.get("authors") or [item.get("author")]
    people = told if isinstance(told, list) else []
    return ", ".join(filter(None, (_text(one, "name") for one in people if isinstance(one, dict))))


def _text(data: Mapping[str, Any], name: str) -> str:
    value = data.get(name)
    return value.strip() if isinstance(value, str) else ""
