"""What a person may be told: sentences, and nothing that only a programmer can read."""

import re

_INNARDS = {
    "a traceback": re.compile(r"Traceback \(most recent|File \"[^\"]+\", line \d"),
    "the name of an exception": re.compile(
        r"\b[A-Z]\w*(?:Error|Exception|Timeout|Interrupt|Reset|Refused|Warning)\b"
    ),
    "a number of the system": re.compile(r"(?i:\berrno\b)|\b0x[0-9a-f]{4,}"),
    "the words of a parser": re.compile(r"\(char \d+\)|codec can't"),
    "an object": re.compile(r"<class |<[\w.]+ object|\bNoneType\b|\bNone\b"),
    "a fault of our own": re.compile(r"Something went wrong: "),
}
_SENTENCE = re.compile(r"(?:https?://|[A-Z0-9“‘'\"/~{\[(]).*[.!?…)”:]", re.DOTALL)


def unclear(text: str, *, sentence: bool = True) -> str:
    """Says what is wrong with a message; empty when it can be shown to anybody."""
    if not text.strip():
        return "it is empty"
    for what, pattern in _INNARDS.items():
        if pattern.search(text):
            return f"it shows {what}"
    if sentence and not _SENTENCE.fullmatch(text.strip()):
        return "it is no sentence"
    return ""


def plain(text: str, home: str) -> str:
    """Gives a message as the table shows it: without the folder and the ports of one test."""
    text = text.replace(home, "~")
    text = re.sub(r"/tmp/[^\s:;,'\"]+/", "…/", text)
    text = re.sub(r"\d{8}T\d{6}[.\d]*Z", "TIME", text)
    text = re.sub(r"(127\.0\.0\.\d+|localhost):\d+", r"\1:PORT", text)
    return re.sub(r"\b[0-9a-f]{12,}\b", "ID", text)
