"""Whether an address that a model composed carries text of the conversation out.

A page can ask a model to open an address that holds what the user said. Where only known addresses
may be read (``fetch.links = strict``) that cannot happen; this looks at the others. It reads an
address as whoever receives it could: decoded, joined, turned round. What is spread over several
addresses, or encrypted, it cannot see.
"""

import re
import unicodedata
from collections.abc import Iterator, Sequence
from functools import lru_cache
from urllib.parse import unquote_plus

from desktop_agent.tools.address_readings import Reading, host_of, readings
from desktop_agent.web.search.language import latin_language_of

_LEAST_WORDS = 3
_LEAST_WEIGHT = 12
"""Characters of consecutive words; fewer ("is it a") stand in any address by chance."""

_LEAST_TOKEN = 8
_LEAST_NAMED_SECRET = 4
_LONGEST = 4_000
"""Characters of an address that are looked at; a longer one is refused unread."""

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
    """Says in words how an address carries ``private`` text; "" when it does not.

    ``private`` is what the user wrote and what came from their files. What also stands in
    ``public`` (titles and addresses of results) is no secret, nor is what the user wrote as an
    address, sent to the host of that address. Three consecutive words count, and single ones that
    look like a secret, a number or a name; a single common word does not. The private text itself
    is not repeated.
    """
    if len(url) > _LONGEST:
        return f"it is longer than {_LONGEST:,} characters"
    named = [found for text in private for found in _URL.findall(text)]
    if any(url == address.rstrip(".,;:!?)") for address in named):
        return ""
    found_in = tuple(readings(url))
    for reading in found_in:
        if _KEY.search(reading.text):
            return _told("a key", reading)
    known = (*public, *(address for address in named if host_of(address) == host_of(url)))
    secrets = _secrets(tuple(private), known)
    for reading in found_in:
        what = secrets.within(reading.text)
        if what:
            return _told(what, reading)
    return ""


def _told(what: str, reading: Reading) -> str:
    return f"its {reading.place} carries {what}" + (
        f", written {reading.written}" if reading.written else ""
    )


@lru_cache(maxsize=2)  # several addresses of one run are asked about with the same texts
def _secrets(private: tuple[str, ...], public: tuple[str, ...]) -> "_Secrets":
    return _Secrets(private, public)


class _Secrets:
    """What must not be told: runs of words, and telling single words."""

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
        """Names what a text holds, or "" for nothing."""
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
    """Gives the letters and digits alone: separators hide nothing."""
    return "".join(_WORD.findall(_folded(text)))


def _folded(text: str) -> str:
    return text.lower() if text.isascii() else unicodedata.normalize("NFKC", text).casefold()


def _runs(text: str) -> Iterator[str]:
    """Yields the shortest runs of at least three words that are long enough to tell something."""
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
    """Yields words that look like a secret, a number or a name, and which of these."""
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
    """Gives the parts of an address that may be telling, apart from each other."""
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
    """Yields the word, and of a long one every stretch: half a key is a secret, too."""
    if len(word) <= 2 * _LEAST_TOKEN:
        yield word
        return
    for start in range(len(word) - _LEAST_TOKEN + 1):
        yield word[start : start + _LEAST_TOKEN]
