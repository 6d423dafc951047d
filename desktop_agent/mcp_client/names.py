"""What models call the tools of servers: ``server_tool``, told apart where two would be the same."""

import hashlib
import re
from collections import Counter
from collections.abc import Collection, Iterable, Mapping

LONGEST = 64
"""Characters: the most that providers take."""
_ODD = re.compile(r"[^A-Za-z0-9_-]+")
_TELLING = 8
"""Hexadecimal digits that tell two tools apart."""

Key = tuple[str, str]
"""A server and one of its tools, as they call themselves."""


def shown_names(tools: Iterable[Key], taken: Collection[str] = ()) -> Mapping[Key, str]:
    """Gives each tool a name of its own that is none of ``taken``.

    Where two would have the same, both get digits that come from their real names, so that neither
    takes the other's and the order of the servers says nothing.
    """
    keys = sorted(set(tools))
    plain = {key: _name(key) for key in keys}
    wanted = Counter(plain.values())
    unsafe = {*taken, *(name for name, times in wanted.items() if times > 1)}
    named: dict[Key, str] = {}
    for key in keys:
        digits = 0
        name = plain[key]
        while name in unsafe or (digits and (name in wanted or name in named.values())):
            digits += _TELLING
            name = _name(key, digits)
        named[key] = name
    return named


def _name(key: Key, digits: int = 0) -> str:
    name = "_".join(_ODD.sub("_", part).strip("_") or "tool" for part in key)
    if len(name) > LONGEST and not digits:
        digits = _TELLING  # what is cut off may be what tells it apart
    if not digits:
        return name
    mark = hashlib.sha256("\0".join(key).encode("utf-8", "replace")).hexdigest()[:digits]
    return f"{name[: LONGEST - 1 - len(mark)]}_{mark}"
