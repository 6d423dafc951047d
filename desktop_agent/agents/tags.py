"""Replies in tags (``<verify>yes</verify>``), read as leniently as small models write them."""

import re


def tagged(text: str, name: str) -> str | None:
    """Gives what stands in the last ``<name>`` of a text, or None where there is no such tag.

    Case and spaces in the tag do not matter; a missing closing tag ends at the next tag or the end
    of the text, a missing opening one begins at its start. Thinking that was left in the text does
    not count.
    """
    said = re.sub(r"(?is)^.*</\s*think(?:ing)?\s*>", "", text)
    opened = list(re.finditer(rf"(?i)<\s*{name}\b[^<>]{{0,40}}>", said))
    if opened:
        rest = said[opened[-1].end() :]
        closing = re.search(rf"(?i)<\s*/\s*{name}\s*>?", rest)
        if closing is None and name != "answer":
            closing = re.search(r"<", rest)
        return (rest[: closing.start()] if closing else rest).strip()
    closed = re.search(rf"(?i)<\s*/\s*{name}\s*>", said)
    return said[: closed.start()].strip() if closed else None


class TagFilter:
    """Takes one pair of tags out of a text while it streams."""

    def __init__(self, name: str) -> None:
        tag = rf"(?i)<\s{{0,3}}/?\s{{0,3}}{name}\s{{0,3}}>"
        self._tag = re.compile(rf"{tag}\n?")
        self._tag_at_end = re.compile(rf"{tag}\Z")
        self._longest = len(name) + 12
        self._held = ""
        self._after_tag = False

    def feed(self, piece: str) -> str:
        """Gives what can be shown by now; what may become a tag is held back."""
        whole = self._held + piece
        if self._after_tag and whole:
            whole = whole.removeprefix("\n")  # the line break behind the tag came by itself
            self._after_tag = False
        text = self._tag.sub("", whole)
        self._after_tag |= bool(self._tag_at_end.search(whole))
        at = text.rfind("<")
        if at < 0 or len(text) - at > self._longest or ">" in text[at:]:
            at = len(text)
        self._held = text[at:]
        return text[:at]

    def rest(self) -> str:
        """Gives what was held back, at the end."""
        held, self._held = self._held, ""
        return held
