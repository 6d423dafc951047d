"""The JSON-LD of a page: objects in ``<script type="application/ld+json">`` (JSON-LD 1.1, W3C)."""

import json
from collections.abc import Iterator
from html import unescape
from itertools import islice
from typing import Any, Final, TypeAlias

from desktop_agent.web.extract.tree.html_tree import Element

JsonObject: TypeAlias = dict[str, Any]

MAX_CHARACTERS: Final = 400_000
"""Of all scripts of a page together; one that would go beyond is left out whole."""

MAX_OBJECTS: Final = 200

_MEDIA_TYPE = "application/ld+json"
_REPAIRED_MOST = 10_000  # characters; mending takes quadratic time
_REPAIRED_DEPTH = 24  # brackets; nor can it be nested deeply
_GRAPH_DEPTH = 6  # lists and graphs within each other


def json_ld_objects(root: Element) -> list[JsonObject]:
    """Gives the objects in page order, those of arrays and of ``@graph`` one by one.

    Numbers are left as the page writes them, in strings. A script that cannot be read is left out.
    """
    found: list[JsonObject] = []
    left = MAX_CHARACTERS
    mended = False
    for script in root.iter("script"):
        if (script.get("type") or "").partition(";")[0].strip().lower() != _MEDIA_TYPE:
            continue
        text = script.text or ""
        if len(text) > left:
            continue
        left -= len(text)
        text = _bare(text)
        try:
            data = _parse(text)
        except RecursionError:
            continue
        except ValueError:
            data = None if mended else _mend(text)  # one a page, for the sake of time
            mended = True
        found.extend(islice(_objects(data, _GRAPH_DEPTH), MAX_OBJECTS - len(found)))
    return found


def _bare(text: str) -> str:
    """Takes off what stands around the JSON: comments of HTML and scripts, CDATA, a semicolon."""
    if "<![CDATA[" in text[:100]:
        text = text.replace("<![CDATA[", "", 1)
        before, mark, after = text.rpartition("]]>")
        text = before if mark and len(after) < 20 else text
    starts = [at for at in (text.find("{"), text.find("[")) if at >= 0]
    end = max(text.rfind("}"), text.rfind("]"))
    return text[min(starts) : end + 1] if starts else ""


def _parse(text: str) -> Any:
    return json.loads(text, strict=False, parse_int=str, parse_float=str, parse_constant=str)


def _mend(text: str) -> Any:
    """Reads JSON with a mistake or two; gives None for what is past mending."""
    import json_repair

    if not text or len(text) > _REPAIRED_MOST:
        return None
    if "&quot;" in text:
        text = unescape(text)
    if _bracket_depth(text) > _REPAIRED_DEPTH:
        return None
    try:
        return json_repair.loads(text)
    except (ValueError, RecursionError):
        return None


def _bracket_depth(text: str) -> int:
    depth = deepest = 0
    for character in text:
        if character in "{[":
            depth += 1
            deepest = max(deepest, depth)
        elif character in "}]":
            depth -= 1
    return deepest


def _objects(data: Any, depth: int) -> Iterator[JsonObject]:
    if depth == 0:
        return
    if isinstance(data, list):
        for item in data:
            yield from _objects(item, depth - 1)
    elif isinstance(data, dict):
        if any(not name.startswith("@") for name in data):
            yield data
        yield from _objects(data.get("@graph"), depth - 1)
