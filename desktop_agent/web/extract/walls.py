"""Detect pages that show an obstacle (a "wall") instead of their content.

Walls are bot checks, consent forms, logins, paywalls, error pages and empty apps. The phrases that
identify them, in many languages, are in ``resources/reader/walls.toml``.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property, partial
from itertools import chain, islice
from typing import Final
from urllib.parse import urlsplit

from desktop_agent.core.errors import Unreadable
from desktop_agent.system.resources import resource_pattern, toml_resource
from desktop_agent.web.extract import html_tree
from desktop_agent.web.extract.facts.linked_data import Access
from desktop_agent.web.extract.facts.title_author import head_title, parts_of_title
from desktop_agent.web.extract.html_tree import Element, tag

pattern = partial(resource_pattern, ("reader", "walls.toml"), flags=re.DOTALL)
"""Return the compiled pattern for a cue in ``resources/reader/walls.toml``."""

# --- Signs in the URL, the markup and the first words

_OPENING = 4000  # characters of text that are looked at
_LONGEST_NAME = 200
_ENDS = " .!?\u2026:;,\u3002\uff01\"'()[]-\u2013\u2014"
_CJK = re.compile("[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")
_CJK_LETTERS = 3  # Latin letters equivalent to a character of these scripts

_CONSENT_HOSTS: Final = ("consent.", "guce.")  # of video, search and news sites
_LOGIN_HOSTS = ("login.", "accounts.", "auth.", "sso.", "signin.", "id.")
_TECHNICAL = ("pre", "code", "table", "dl")
_FRAMES = frozenset(("header", "nav", "aside", "footer", "dialog"))
_ELEMENTS_ABOVE = 40


def weight(text: str) -> int:
    """Return the length of the text.

    CJK characters near the start count as several Latin letters.
    """
    start = text[:_OPENING]
    return len(text) + (_CJK_LETTERS - 1) * len(_CJK.findall(start))


@dataclass(frozen=True)
class ServedPage:
    """A page as it was served, with indicators of a wall; ``text`` was extracted from ``markup``.

    They are computed on demand, because they require parsing the markup a second time.
    """

    url: str
    markup: str
    text: str
    access: Access

    @cached_property
    def weight(self) -> int:
        """The length of the text, as computed by the `weight` function."""
        return weight(self.text)

    @cached_property
    def opening(self) -> str:
        """The start of the text, casefolded and with straight apostrophes."""
        return _folded(self.text[:_OPENING])

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The short headings and title parts, casefolded and with straight apostrophes."""
        headings = [html_tree.text_of(element) for element in self.tree.iter("h1", "h2")][:3]
        titles = (head_title(self.tree), *headings)
        parts = (part for title in titles for part in parts_of_title(title))
        short = (_folded(part).strip(_ENDS) for part in parts if len(part) < _LONGEST_NAME)
        return tuple(filter(None, dict.fromkeys(short)))

    @cached_property
    def address(self) -> tuple[str, str]:
        """The host and the path, in lower case."""
        try:
            parts = urlsplit(self.url)
            return (parts.hostname or "").lower(), parts.path.lower()
        except ValueError:
            return "", ""

    @cached_property
    def tree(self) -> Element:
        """The page before anything was removed."""
        return html_tree.parse(self.markup)


def _folded(text: str) -> str:
    return " ".join(text.casefold().replace("\u2019", "'").split())


def _is_password(field: Element) -> bool:
    """Return whether this is a password field outside headers, footers, sidebars and dialogs."""
    above = islice(field.iterancestors(), _ELEMENTS_ABOVE)
    is_password = (field.get("type") or "").strip().lower() == "password"
    return is_password and not any(tag(each) in _FRAMES for each in above)


# --- Previews of paid texts

_PREVIEW = 3500  # weight; few previews are longer
_PAID_PART = 1500  # weight from which a paid part counts as served
_LONG_PREVIEW = 2 * _PREVIEW
_SHORT_PREVIEW = 2000
_MOST_OF_IT = 0.7  # of the declared number of words
_FEW = 20  # elements of one class
_LETTERS_A_WORD = 6
_LONGEST_NOTE = 240  # characters
_MOST_PARTS = 60  # texts within an element; a note has a few
_POP_UP = re.compile(r"modal|pop-?up|overlay|lightbox", re.IGNORECASE)
_ABOVE = 30  # elements around a note
_BLOCKS = ("p", "h2", "h3", "h4", "h5", "div", "section", "li", "strong", "span", "a")
_SELECTOR = re.compile(r"[\w-]{0,20}([.#])([\w-]{1,60})")


def _is_preview(page: ServedPage) -> bool:
    """Return whether the page contains only a short preview of paid content.

    It is not sufficient that the page is declared to be paid, because many such pages are served in
    full to some readers and to search engines.
    """
    size, access = page.weight, page.access
    if access.paid and access.words:
        # the second estimate is for scripts without spaces
        words = max(len(page.text.split()), size // _LETTERS_A_WORD)
        return 0 < words < _MOST_OF_IT * access.words
    if not 0 < size < (_LONG_PREVIEW if access.paid else _PREVIEW):
        return False
    if not access.paid and not any(
        stem in page.markup for stem in toml_resource("reader", "walls.toml")["paywall_stems"]
    ):
        return False
    seen = html_tree.parse(page.markup)  # again, because the note is not part of the text
    html_tree.remove_unseen(seen)
    if not access.paid:
        return _has_note(seen)
    paid = [element for selector in access.selectors for element in _selected(seen, selector)]
    if any(weight(html_tree.text_of(element)) >= _PAID_PART for element in paid[:_FEW]):
        return False  # it is served after all
    return size < _SHORT_PREVIEW or _has_note(seen)


def _selected(root: Element, selector: str) -> Iterator[Element]:
    """Yield the elements that match a class or id selector; other selectors match nothing."""
    match = _SELECTOR.fullmatch(selector)
    if match is None:
        return
    for element in root.iter():
        classes = (element.get("class") or "").split()
        if match[2] in ([element.get("id")] if match[1] == "#" else classes):
            yield element


def _has_note(seen: Element) -> bool:
    note = pattern("paywall")
    return any(
        note.match(_folded(_beginning(element))) and not _pops_up(element)
        for element in seen.iter(*_BLOCKS)
    )


def _pops_up(element: Element) -> bool:
    """Return whether an element is in an overlay, such as a newsletter popup."""
    around = chain((element,), islice(element.iterancestors(), _ABOVE))
    return any(_POP_UP.search((each.get("class") or "")[:300]) for each in around)


def _beginning(element: Element) -> str:
    """Return the text of a short element, or "" for a long element, which is not read in full."""
    parts: list[str] = []
    size = 0
    for part in element.itertext():
        parts.append(part)
        size += len(part.strip())
        if size > _LONGEST_NOTE or len(parts) == _MOST_PARTS:
            return ""
    return " ".join("".join(parts).split())


# --- Which wall a page shows, if any
#
# A page with much text is never a wall, whatever its markup, and neither is an article about walls.
# So a rule requires little text and another specific sign: a title that says nothing else, a form
# or an address. A missed wall wastes a page read; a false alarm loses a good page.

# lengths of the extracted text, in Latin letters
_NO_TEXT = 200
_A_PARAGRAPH = 700
_LITTLE = 1500
_LONG_QUESTION = 4000  # enough for a list of advertising partners
_CUES_OF_CONSENT = 3


class Wall(StrEnum):
    """A reason why a page does not show its content."""

    SCRIPTS = "scripts"
    PAYWALL = "paywall"
    CONSENT = "consent"
    MISSING = "missing"
    LOGIN = "login"
    BOT_CHECK = "bot_check"
    REGION = "region"
    PARKED = "parked"


def find_wall(page: ServedPage) -> Wall | None:
    """Return the wall that replaces or truncates the page's content, or None."""
    for wall, stands in _RULES if page.weight < _LITTLE else ():
        if stands(page):
            return wall
    if page.weight < _LONG_QUESTION and _is_consent(page):
        return Wall.CONSENT
    return Wall.PAYWALL if _is_preview(page) else None


_SAID = {
    Wall.CONSENT: "shows only a question about cookies and privacy",
    Wall.MISSING: "says that it does not exist",
    Wall.LOGIN: "asks for a login",
    Wall.BOT_CHECK: "shows a check for robots instead of its text",
    Wall.REGION: "says that it is not shown in this region",
    Wall.PARKED: "is a placeholder of a domain that holds no site",
}


def refusal(wall: Wall, url: str) -> Unreadable:
    """Return the error for a page that shows only a wall."""
    said = _SAID.get(wall, "holds no readable text without JavaScript")
    return Unreadable(f"The page {url} {said}.", "Look for another page that says the same thing.")


def _is_bot_check(page: ServedPage) -> bool:
    titled = any(map(pattern("bot_title").fullmatch, page.names))
    said = pattern("bot_text")
    if pattern("challenge_markup").search(page.markup):  # occurs only in bot checks
        return page.weight < _A_PARAGRAPH or titled
    if pattern("captcha_markup").search(page.markup):  # some contact forms have one, too
        return titled or said.search(page.opening[:_A_PARAGRAPH]) is not None
    return page.weight < 2 * _NO_TEXT and (titled or said.match(page.opening) is not None)


def _is_login(page: ServedPage) -> bool:
    if page.weight >= _A_PARAGRAPH:
        return False
    if pattern("login_text").match(page.opening):
        return True
    host, path = page.address
    addressed = host.startswith(_LOGIN_HOSTS) or pattern("login_path").search(path) is not None
    named = any(map(pattern("login").fullmatch, page.names))
    if any(map(_is_password, page.tree.iter("input"))):
        return named or addressed
    return named and addressed


def _is_missing(page: ServedPage) -> bool:
    # a manual about errors has code or tables
    if page.weight >= _A_PARAGRAPH or next(page.tree.iter(*_TECHNICAL), None) is not None:
        return False
    return any(map(pattern("missing").fullmatch, page.names))


def _is_elsewhere(page: ServedPage) -> bool:
    opening = page.opening[:_A_PARAGRAPH]
    return page.weight < _A_PARAGRAPH and pattern("region").match(opening) is not None


def _is_parked(page: ServedPage) -> bool:
    if page.weight >= _A_PARAGRAPH:
        return False
    said = any(map(pattern("parked").match, (page.opening, *page.names)))
    return said or pattern("parking_markup").search(page.markup) is not None


def _needs_scripts(page: ServedPage) -> bool:
    if page.weight >= _A_PARAGRAPH or "<script" not in page.markup.lower():
        return False
    if pattern("keyboard").match(page.opening):
        return True
    if page.weight >= _NO_TEXT:
        return False
    if not page.text or pattern("scripts").match(page.opening):
        return True
    # a container for scripts to fill, and a request to enable them
    apps = toml_resource("reader", "walls.toml")["apps"]
    empty = any(
        (element.get("id") or tag(element)) in apps and not html_tree.text_of(element)
        for element in page.tree.iter("div", "main", "app-root", "section")
    )
    notes = (_folded(html_tree.text_of(note))[:400] for note in page.tree.iter("noscript"))
    return empty and any(map(pattern("scripts").match, notes))


def _is_consent(page: ServedPage) -> bool:
    host, path = page.address
    if (host.startswith(_CONSENT_HOSTS) and host.count(".") > 1) or pattern("consent_path").search(
        path
    ):
        return True
    opening = page.opening
    starts = pattern("consent_start").search(opening[:200])
    if starts is None and not any(map(pattern("consent_start").match, page.names[:2])):
        return False
    said = {match[0] for match in pattern("consent").finditer(opening)}
    # a short form has fewer cues; a long text about something else is not a form
    return len(said) >= _CUES_OF_CONSENT and page.weight < 500 * len(said)


_RULES = (
    (Wall.BOT_CHECK, _is_bot_check),
    (Wall.PARKED, _is_parked),
    (Wall.MISSING, _is_missing),
    (Wall.LOGIN, _is_login),
    (Wall.REGION, _is_elsewhere),
    (Wall.SCRIPTS, _needs_scripts),
)
