"""Which wall a page is, if it is one.

A page that says much is never a wall, whatever its markup; an article about walls is not one
either. So a rule wants little text and, beside it, a sign of its own: a title that says nothing
else, a form, an address. A miss costs a reader a useless page, a false alarm costs a good one.
"""

from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property

from desktop_agent.core.errors import Unreadable
from desktop_agent.web.extract.facts.access import Access
from desktop_agent.web.extract.walls.paywall import is_preview
from desktop_agent.web.extract.walls.phrases import pattern
from desktop_agent.web.extract.walls.signs import Signs, weight

# weights of the text that was read, in letters of Latin script
_NO_TEXT = 200
_A_PARAGRAPH = 700
_LITTLE = 1500
_LONG_QUESTION = 4000  # what a list of partners takes
_CUES_OF_CONSENT = 3


class Wall(StrEnum):
    """What stands between a reader and a page."""

    SCRIPTS = "scripts"
    PAYWALL = "paywall"
    CONSENT = "consent"
    MISSING = "missing"
    LOGIN = "login"
    BOT_CHECK = "bot_check"
    REGION = "region"
    PARKED = "parked"


@dataclass(frozen=True)
class Served:
    """A page as it came: its ``markup``, and ``text``, the words of what was read of it."""

    url: str
    markup: str
    text: str
    access: Access

    @cached_property
    def weight(self) -> int:
        """The size of the text in letters of Latin script."""
        return weight(self.text)

    @cached_property
    def signs(self) -> Signs:
        """What the markup and the first words show."""
        return Signs.of(self.url, self.markup, self.text)


def find_wall(page: Served) -> Wall | None:
    """Gives the wall that a page is, or the one that it is a preview before; mostly none."""
    if page.weight < _LITTLE:
        for wall, stands in _RULES:
            if stands(page):
                return wall
    if page.weight < _LONG_QUESTION and _is_consent(page):
        return Wall.CONSENT
    return Wall.PAYWALL if is_preview(page.markup, page.text, page.access) else None


def refusal(wall: Wall, url: str) -> Unreadable:
    """Gives the error that names a wall which leaves nothing to read."""
    match wall:
        case Wall.CONSENT:
            said = f"The page {url} shows only a question about cookies and privacy."
        case Wall.MISSING:
            said = f"The page {url} says that it does not exist."
        case Wall.LOGIN:
            said = f"The page {url} asks for a login."
        case Wall.BOT_CHECK:
            said = f"The page {url} shows a check for robots instead of its text."
        case Wall.REGION:
            said = f"The page {url} says that it is not shown in this region."
        case Wall.PARKED:
            said = f"The page {url} is a placeholder of a domain that holds no site."
        case _:
            said = f"The page {url} holds no readable text without JavaScript."
    return Unreadable(said, "Look for another page that says the same.")


def _is_bot_check(page: Served) -> bool:
    signs = page.signs
    titled = any(map(pattern("bot_title").fullmatch, signs.names))
    said = pattern("bot_text")
    if signs.challenged:
        return page.weight < _A_PARAGRAPH or titled
    if signs.captcha:
        return titled or said.search(signs.opening[:_A_PARAGRAPH]) is not None
    return page.weight < 2 * _NO_TEXT and (titled or said.match(signs.opening) is not None)


def _is_login(page: Served) -> bool:
    signs = page.signs
    if page.weight < _A_PARAGRAPH and pattern("login_text").match(signs.opening):
        return True
    named = any(map(pattern("login").fullmatch, signs.names))
    if page.weight < _A_PARAGRAPH and signs.password:
        return named or signs.login_address
    return named and signs.login_address and page.weight < _A_PARAGRAPH


def _is_missing(page: Served) -> bool:
    if page.weight >= _A_PARAGRAPH or page.signs.technical:
        return False
    return any(map(pattern("missing").fullmatch, page.signs.names))


def _is_elsewhere(page: Served) -> bool:
    opening = page.signs.opening[:_A_PARAGRAPH]
    return page.weight < _A_PARAGRAPH and pattern("region").match(opening) is not None


def _is_parked(page: Served) -> bool:
    if page.signs.parked and page.weight < _A_PARAGRAPH:
        return True
    said = any(map(pattern("parked").match, (page.signs.opening, *page.signs.names)))
    return said and page.weight < _A_PARAGRAPH


def _needs_scripts(page: Served) -> bool:
    if page.weight >= _NO_TEXT or "<script" not in page.markup.lower():
        return False
    if not page.text or pattern("scripts").match(page.signs.opening):
        return True
    return page.signs.empty_app and page.signs.script_note


def _is_consent(page: Served) -> bool:
    if page.signs.consent_address:
        return True
    opening = page.signs.opening
    starts = pattern("consent_start").search(opening[:200])
    if starts is None and not any(map(pattern("consent_start").match, page.signs.names[:2])):
        return False
    said = {match[0] for match in pattern("consent").finditer(opening)}
    # a short question says less; a text that goes on and on about something else is no question
    return len(said) >= _CUES_OF_CONSENT and page.weight < 500 * len(said)


_RULES = (
    (Wall.BOT_CHECK, _is_bot_check),
    (Wall.PARKED, _is_parked),
    (Wall.MISSING, _is_missing),
    (Wall.LOGIN, _is_login),
    (Wall.REGION, _is_elsewhere),
    (Wall.SCRIPTS, _needs_scripts),
)
