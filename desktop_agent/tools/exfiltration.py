"""Detect URLs composed by a model that leak text from the conversation.

A page can tell a model to open a URL that contains something that the user has said. With
``fetch.links = strict``, only known URLs may be read, which prevents this. Otherwise, every other
URL is searched for private text in any form that its recipient could read: decoded, joined or
reversed. Text that is encrypted or spread over several URLs cannot be detected.
"""

import base64
import binascii
import codecs
import re
import unicodedata
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from urllib.parse import SplitResult, parse_qsl, unquote_plus, urlsplit

from desktop_agent.core.language import latin_language_of
from desktop_agent.core.network import host_of

# --- Readings of an address: its parts, joined, decoded, reversed

_DEEPEST = 2
_MOST_VIEWS = 400
_NOT_CODED = re.compile(r"[^A-Za-z0-9+_-]")
_HEX = re.compile(r"(?:[0-9a-f]{2}[-:._%\\x ]{0,2}){4,}", re.IGNORECASE)
_BASE64 = re.compile(r"[A-Za-z0-9+/_-]{6,}")
_BASE32 = re.compile(r"[A-Za-z2-7]{8,}")
_CODES = re.compile(r"(?:\d{2,3}[-.,_/+ ]){3,}\d{2,3}")
_LEAST = 4
"""Minimum number of letters and digits in a checked text; shorter ones reveal nothing."""


@dataclass(frozen=True, slots=True)
class Reading:
    """A string that the recipient of a URL could read from one of its parts."""

    place: str
    text: str
    written: str = ""


def _split(url: str) -> SplitResult | None:
    try:
        parts = urlsplit(url.strip())
        return parts if parts.hostname is not None else None
    except ValueError:
        return None


def _readings(url: str) -> Iterator[Reading]:
    """Yield up to `_MOST_VIEWS` strings that a recipient could read from a URL."""
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
    """Decode a run of characters in groups of ``group``; yield the result if it is printable."""
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


_LEAST_WORDS = 3
_LEAST_WEIGHT = 12
"""Minimum length of a run of words; shorter ones ("is it a") occur by chance."""

_LEAST_TOKEN = 8
_LEAST_NAMED_SECRET = 4
_LONGEST = 4_000
"""Maximum length of a URL; longer ones are refused without a check."""

_TOKEN = re.compile(r"[^\s\"'<>()\[\]{},;]{4,200}")
_WORD = re.compile(r"[^\W_]+")
_CJK = re.compile("([\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af])")
_URL = re.compile(r"https?://[^\s<>\"'`]{1,2000}", re.IGNORECASE)
_SECRET_NAMED = re.compile(
    r"\b(?:pass(?:word|phrase|wort|code)?|passwd|kennwort|pwd|pin|token|secret|key|code|contrase\w{1,2}a"
    r"|mot de passe|login)\b(?:\s+(?:is|ist|est|es|was|lautet))?\s{0,3}[:=]?\s{0,3}[\"'`]?"
    r"([^\s\"'`,;]{4,200})",
    re.IGNORECASE,
)
_KEY = re.compile(
    r"\b(?:sk-(?:ant-|proj-)?[\w-]{16,}|gh[opsu]_\w{20,}|github_pat_\w{20,}|xox[abp]-[\w-]{10,}"
    r"|AKIA[A-Z0-9]{12,}|AIza[\w-]{20,}|tvly-[\w-]{10,}|BSA[\w-]{14,})"
)
_SENTENCE_OPENS = re.compile(r"[.!?\n]\s{0,2}$")
_LONG_NUMBER = re.compile(r"\d(?:[ ().\-]{0,3}\d){7,30}")
_DIGIT = re.compile(r"\d")


def carries(url: str, private: Sequence[str], public: Sequence[str] = ()) -> str:
    """Describe how a URL leaks ``private`` text, or return "" if it does not.

    ``private`` contains what the user wrote and text from the user's files. Three consecutive words
    of this text count as a leak, as does a single word that looks like a secret, a number or a
    name. Text does not count if it also occurs in ``public`` (titles and URLs of results), or if
    the user wrote it in a URL with the same host. The description does not quote the private text.
    """
    if len(url) > _LONGEST:
        return f"it is longer than {_LONGEST:,} characters"
    named = [found for text in private for found in _URL.findall(text)]
    if any(url == address.rstrip(".,;:!?)") for address in named):
        return ""
    found_in = tuple(_readings(url))
    for reading in found_in:
        if _KEY.search(reading.text):
            return _describe("a key", reading)
    known = (*public, *(address for address in named if host_of(address) == host_of(url)))
    secrets = _Secrets(tuple(private), known)
    for reading in found_in:
        what = secrets.within(reading.text)
        if what:
            return _describe(what, reading)
    return ""


def _describe(what: str, reading: Reading) -> str:
    return f"its {reading.place} carries {what}" + (
        f", written {reading.written}" if reading.written else ""
    )


@lru_cache(maxsize=2)  # a run checks several addresses against the same texts
class _Secrets:
    """Private text: sequences of words, and single words that are revealing on their own."""

    def __init__(self, private: Sequence[str], public: Sequence[str]) -> None:
        known = "\n".join(_joined(unquote_plus(text)) for text in public)
        self._tokens = {
            piece: what
            for text in private
            for token, what in _telling(text)
            for piece in _pieces(_joined(token))
            if piece not in known
        }
        self._runs = {run for text in private for run in _runs(text) if run not in known}
        self._lengths = sorted({len(run) for run in self._runs})

    def within(self, text: str) -> str:
        read = _joined(text)
        for each, written in ((read, ""), (read[::-1], " backwards")):
            for piece, what in self._tokens.items():
                if piece in each:
                    return f"{what}{written}"
            if self._has_run(each):
                return f"words of the conversation{written}"
        return ""

    def _has_run(self, read: str) -> bool:
        return any(
            read[start : start + length] in self._runs
            for length in self._lengths
            if length <= len(read)
            for start in range(len(read) - length + 1)
        )


def _joined(text: str) -> str:
    """Casefold text and keep only letters and digits, so that separators hide nothing."""
    return "".join(_WORD.findall(_folded(text)))


def _folded(text: str) -> str:
    return text.lower() if text.isascii() else unicodedata.normalize("NFKC", text).casefold()


def _runs(text: str) -> Iterator[str]:
    """Yield the shortest revealing sequences of at least three words."""
    words = _WORD.findall(_CJK.sub(r" \1 ", _folded(_URL.sub(" ", text))))
    for start in range(len(words)):
        run, weight = "", 0
        for count, word in enumerate(words[start : start + _LEAST_WEIGHT], 1):
            run += word
            weight += len(word) * (1 if word.isascii() else 2)
            if count >= _LEAST_WORDS and weight >= _LEAST_WEIGHT:
                yield run
                break


def _telling(text: str) -> Iterator[tuple[str, str]]:
    """Yield each word that looks like a secret, a number or a name, with its kind."""
    for found in _SECRET_NAMED.finditer(text):
        word = found[1].rstrip(".!?:")
        if len(word) >= _LEAST_NAMED_SECRET and (_DIGIT.search(word) or not word.islower()):
            yield word, "a secret"
    for found in _LONG_NUMBER.finditer(text):
        if len(_joined(found[0])) >= _LEAST_TOKEN:
            yield found[0], "a number"
    nouns_are_capital = latin_language_of(text) == "de"
    apart = "\n" + _URL.sub(_without_host, text).lstrip()
    for found in _TOKEN.finditer(apart):
        word = found[0].strip(".:!?")
        if len(_joined(word)) >= _LEAST_TOKEN:
            opens = bool(_SENTENCE_OPENS.search(apart[max(0, found.start() - 3) : found.start()]))
            what = _what_it_is(word, may_be_name=not (opens or nouns_are_capital))
            if what:
                yield word, what


def _without_host(address: re.Match[str]) -> str:
    return " ".join(re.split(r"[/?&#=]", address[0])[3:])


def _what_it_is(word: str, *, may_be_name: bool) -> str:
    if _DIGIT.search(word):
        return "a secret" if any(map(str.isalpha, word)) else "a number"
    if any(mark in word[1:-1] for mark in "@_$#%&*=+"):
        return "a secret"
    if word[1:].islower():
        return "a name" if word[0].isupper() and may_be_name else ""
    return "a name" if word.isascii() else ""


def _pieces(word: str) -> Iterator[str]:
    """Yield a short word, or all sections of a long one, since part of a key is secret too."""
    if len(word) <= 2 * _LEAST_TOKEN:
        yield word
        return
    for start in range(len(word) - _LEAST_TOKEN + 1):
        yield word[start : start + _LEAST_TOKEN]
