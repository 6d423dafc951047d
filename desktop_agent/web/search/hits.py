"""Parse, deduplicate and rank search results."""

import re
from collections.abc import Iterable
from dataclasses import replace
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from html import unescape
from urllib.parse import parse_qsl, urlencode, urlsplit

from desktop_agent.core.language import differs
from desktop_agent.core.research import SearchHit

_TRACKING = re.compile(
    r"utm_\w+|gclid|fbclid|msclkid|dclid|yclid|igshid|mc_[ce]id|_hs\w+|ref_src|srsltid",
    re.IGNORECASE,
)
_TAG = re.compile(r"</?[a-zA-Z][^<>]*>")
_ISO = re.compile(r"(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}:\d{2}))?")
_PORTS = {"http": 80, "https": 443}


def normalised_url(url: str) -> str:
    """Return a normalized form of the URL for detecting duplicates.

    The scheme, ``www.``, the default port, a trailing slash, the fragment, tracking parameters and
    the order of parameters are ignored. URLs that cannot be parsed are returned unchanged.
    """
    try:
        parts = urlsplit(url)
        host, port = (parts.hostname or "").rstrip("."), parts.port
    except ValueError:
        return url
    if port is not None and port != _PORTS.get(parts.scheme):
        host = f"{host}:{port}"
    pairs = parse_qsl(parts.query, keep_blank_values=True)
    query = urlencode(sorted(pair for pair in pairs if not _TRACKING.fullmatch(pair[0])))
    path = parts.path.rstrip("/")
    return f"{host.removeprefix('www.')}{path}{'?' if query else ''}{query}"


def is_web_url(url: str) -> bool:
    """Return whether the URL has a host and the scheme http or https."""
    try:
        parts = urlsplit(url)
        return parts.scheme in ("http", "https") and bool(parts.hostname)
    except ValueError:
        return False


def rank_hits(question: str, hits: Iterable[SearchHit], count: int) -> tuple[SearchHit, ...]:
    """Return up to ``count`` distinct results, with those in the question's language first.

    Ranks are renumbered from 1.
    """
    different: dict[str, SearchHit] = {}
    for hit in hits:
        different.setdefault(normalised_url(hit.url), hit)
    ordered = sorted(
        different.values(), key=lambda hit: differs(question, f"{hit.title} {hit.snippet}")
    )
    return tuple(replace(hit, rank=rank) for rank, hit in enumerate(ordered[:count], 1))


def iso_time(text: object) -> str:
    """Convert an ISO 8601 or RFC 5322 date to ISO 8601, or return "" if it is invalid."""
    if not isinstance(text, str):
        return ""
    match = _ISO.match(text.strip())
    try:
        if match is None:
            return parsedate_to_datetime(text).astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
        date = "T".join(part for part in match.groups() if part)
        datetime.fromisoformat(date)
    except (ValueError, OverflowError, TypeError, IndexError):
        return ""
    return date


def plain(text: object) -> str:
    """Return text on one line with tags removed and entities decoded, or "" for a non-string."""
    return " ".join(unescape(_TAG.sub("", text)).split()) if isinstance(text, str) else ""


def hits_from(
    entries: object, engine: str, *, snippet: str, date: str, most: int
) -> list[SearchHit]:
    """Parse results from a JSON list of objects; ``snippet`` and ``date`` are field names.

    Entries without an HTTP(S) URL are skipped. Invalid JSON structures never raise.
    """
    hits: list[SearchHit] = []
    for entry in entries if isinstance(entries, list) else []:
        if not isinstance(entry, dict):
            continue
        url = entry.get("url")
        if isinstance(url, str) and is_web_url(url) and len(hits) < most:
            title = plain(entry.get("title")) or url
            text, day = plain(entry.get(snippet)), iso_time(entry.get(date))
            hits.append(SearchHit(title, url, text, engine, len(hits) + 1, day))
    return hits
