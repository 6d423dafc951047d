"""What whoever receives an address can read out of it: its parts, joined, decoded, turned round."""

import base64
import binascii
import codecs
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from urllib.parse import SplitResult, parse_qsl, unquote_plus, urlsplit

_DEEPEST = 2
_MOST_VIEWS = 400
_NOT_CODED = re.compile(r"[^A-Za-z0-9+_-]")
_HEX = re.compile(r"(?:[0-9a-f]{2}[-:._%\\x ]{0,2}){4,}", re.IGNORECASE)
_BASE64 = re.compile(r"[A-Za-z0-9+/_-]{6,}")
_BASE32 = re.compile(r"[A-Za-z2-7]{8,}")
_CODES = re.compile(r"(?:\d{2,3}[-.,_/+ ]){3,}\d{2,3}")
_LEAST = 4
"""Letters and digits; less tells nothing."""


@dataclass(frozen=True, slots=True)
class Reading:
    """A text that someone could read out of a part of an address."""

    place: str
    text: str
    written: str = ""


def host_of(url: str) -> str:
    """Gives the host of an address in lower case, or ""."""
    parts = _split(url)
    return (parts.hostname or "").lower() if parts is not None else ""


def _split(url: str) -> SplitResult | None:
    try:
        parts = urlsplit(url.strip())
        return parts if parts.hostname is not None else None
    except ValueError:
        return None


def readings(url: str) -> Iterator[Reading]:
    """Yields what can be read out of an address, at most `_MOST_VIEWS` times."""
    seen: set[str] = set()
    waiting = [(view, 0) for view in _plain_views(url)]
    while waiting and len(seen) < _MOST_VIEWS:
        view, depth = waiting.pop(0)
        if view.text in seen:
            continue
        seen.add(view.text)
        yield view
        if depth < _DEEPEST:
            waiting += [(each, depth + 1) for each in _decoded(view)]


def _plain_views(url: str) -> Iterator[Reading]:
    parts = _split(url)
    if parts is None:
        yield Reading("text", _unquoted(url))
        return
    user, _, _ = parts.netloc.rpartition("@")
    host = parts.hostname or ""
    yield Reading("user part", _unquoted(user))
    yield Reading("host name", _unicode_host(host))
    yield Reading("path", _unquoted(parts.path))
    yield Reading("query", _unquoted(parts.query))
    pairs = parse_qsl(parts.query.replace(";", "&"), keep_blank_values=True)
    yield Reading("query", "".join(value for _, value in pairs), "in pieces")
    yield Reading("query", "".join(value for _, value in sorted(pairs)), "in pieces")
    yield Reading("query", "".join(name for name, _ in pairs), "in pieces")
    yield Reading("fragment", _unquoted(parts.fragment))
    yield Reading("path", _NOT_CODED.sub("", _unquoted(parts.path)), "in pieces")
    yield Reading("host name", host.replace(".", ""), "in pieces")
    yield Reading("parts", _unquoted(f"{user} {host} {parts.path} {parts.query} {parts.fragment}"))


def _unquoted(text: str) -> str:
    for _ in range(3):
        plain = unquote_plus(text)
        if plain == text:
            break
        text = plain
    return text


def _unicode_host(host: str) -> str:
    labels = []
    for label in host.split("."):
        try:
            decoded = label[4:].encode().decode("punycode") if label.startswith("xn--") else label
        except UnicodeError:
            decoded = label
        labels.append(decoded)
    return ".".join(labels)


def _decoded(view: Reading) -> Iterator[Reading]:
    """Yields what a text says in the usual encodings."""
    for name, read in _DECODERS:
        for text in read(view.text):
            if sum(each.isalnum() for each in text) >= _LEAST:
                yield Reading(view.place, text, f"{view.written} {name}".strip())


def _rot13(text: str) -> Iterator[str]:
    yield codecs.decode(text, "rot13")


def _base64(text: str) -> Iterator[str]:
    for run in (*_BASE64.findall(text), *_BASE64.findall(text[::-1])):
        for offset in range(4):
            yield from _text(base64.urlsafe_b64decode, run[offset:].translate(_URL_SAFE), 4)


def _base32(text: str) -> Iterator[str]:
    for run in _BASE32.findall(text):
        yield from _text(base64.b32decode, run.upper(), 8)


def _hex(text: str) -> Iterator[str]:
    for run in _HEX.findall(text):
        digits = re.sub(r"[^0-9a-fA-F]", "", run)
        for offset in range(2):
            yield from _text(bytes.fromhex, digits[offset:], 2)


def _codes(text: str) -> Iterator[str]:
    for run in _CODES.findall(text):
        numbers = [int(number) for number in re.findall(r"\d+", run)]
        if all(32 <= number < 127 for number in numbers):
            yield "".join(map(chr, numbers))


def _text(decode: Callable[[str], bytes], run: str, group: int) -> Iterator[str]:
    """Yields what a run of characters says, if that is text; ``group`` is how many belong together."""
    if decode is bytes.fromhex:
        run = run[: len(run) // group * group]
    else:
        run = run.rstrip("=")
        run += "=" * (-len(run) % group)
    try:
        text = decode(run).decode("utf-8")
    except (binascii.Error, ValueError):
        return
    if text.isprintable():
        yield text


_URL_SAFE = str.maketrans("+/", "-_")
_DECODERS: tuple[tuple[str, Callable[[str], Iterator[str]]], ...] = (
    ("in base64", _base64),
    ("in base32", _base32),
    ("in hexadecimal", _hex),
    ("as character codes", _codes),
    ("in ROT13", _rot13),
)
