"""The signs of a wall in the address, the markup and the first words of a page."""

import re
from dataclasses import dataclass
from functools import cached_property
from typing import Final
from urllib.parse import urlsplit

from desktop_agent.web.extract.facts.page_title import head_title, parts_of_title
from desktop_agent.web.extract.tree import html_tree
from desktop_agent.web.extract.tree.html_tree import Element, tag
from desktop_agent.web.extract.walls.phrases import pattern

_OPENING = 4000  # characters of text that are looked at
_LONGEST_NAME = 200
_CJK = re.compile("[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")
_CJK_LETTERS = 3  # that a character of these scripts stands for

_CHALLENGES = re.compile(
    r"_cf_chl_opt|cf-browser-verification|id=[\"']?challenge-(?:form|running|error)"
    r"|/cdn-cgi/challenge-platform/h/\w{1,8}/orchestrate|captcha-delivery\.com|id=[\"']?px-captcha"
    r"|anubis_challenge|window\.gokuProps|/errors/validateCaptcha|errors\.edgesuite\.net"
    r"|_Incapsula_Resource\?[^\"'>]{0,80}incident_id|sucuri_cloudproxy|id=[\"']?ddg-captcha"
    r"|window\.KPSDK|/_vercel/security|smartcaptcha\.yandexcloud|/showcaptcha|action=[\"']/sorry/"
)
_CAPTCHAS = re.compile(
    r"g-recaptcha|h-captcha|hcaptcha\.com|cf-turnstile|challenges\.cloudflare\.com|geetest"
    r"|arkoselabs\.com|funcaptcha|recaptcha/(?:api|enterprise)|captcha[\"'-]|Incapsula"
)
_PARKING = re.compile(
    r"sedoparking\.com|parkingcrew\.net|bodis\.com|parklogic\.com|hugedomains\.com|afternic\.com/forsale"
    r"|dan\.com/buy-domain|d38psrni17bvxu\.cloudfront\.net|domainmarket\.com/buynow|/park\.js"
)
_CONSENT_HOSTS: Final = ("consent.", "guce.")  # of video, search and news sites
_CONSENT_PATH = re.compile(
    r"/(?:privacy-?(?:gate|wall)|cookie-?(?:wall|gate)|collectconsent)(?=[/.?]|$)"
)
_LOGIN_PATH = re.compile(
    r"/(?:log-?in|sign-?in|sign_in|signon|sso|authorize|wp-login|checkpoint|authwall|"
    r"anmelden|connexion|accedi|inloggen|servicelogin)(?=[/.?;]|$)"
)
_LOGIN_HOSTS = ("login.", "accounts.", "auth.", "sso.", "signin.", "id.")
_APPS = frozenset(
    ("root", "__next", "app", "__nuxt", "app-root", "react-root", "svelte", "main-app", "___gatsby")
)
_TECHNICAL = ("pre", "code", "table", "dl")
_FRAMES = frozenset(("header", "nav", "aside", "footer", "dialog"))
_ELEMENTS_ABOVE = 40


def weight(text: str) -> int:
    """Gives the size of a text in letters of Latin script; exact only for short ones."""
    start = text[:_OPENING]
    return len(text) + (_CJK_LETTERS - 1) * len(_CJK.findall(start))


@dataclass(frozen=True)
class Signs:
    """Of one page; what is not asked for is not looked for.

    ``names`` are the title, its parts and the headings, ``opening`` the first words; both are
    casefolded, with plain apostrophes.
    """

    url: str
    markup: str
    names: tuple[str, ...]
    opening: str
    served: Element

    @classmethod
    def of(cls, url: str, markup: str, text: str) -> "Signs":
        """Reads a page that has little text: its markup, which holds a tree, is parsed once more."""
        served: Element = html_tree.parse(markup)
        title = head_title(served)
        headings = [html_tree.text_of(element) for element in served.iter("h1", "h2")][:3]
        parts = (part for name in (title, *headings) for part in parts_of_title(name))
        names = dict.fromkeys(_plain(part) for part in parts if len(part) < _LONGEST_NAME)
        return cls(url, markup, tuple(filter(None, names)), _folded(text[:_OPENING]), served)

    @property
    def challenged(self) -> bool:
        """True for the scripts of a page that checks for robots, and of no other page."""
        return _CHALLENGES.search(self.markup) is not None

    @property
    def captcha(self) -> bool:
        """True for what shows a riddle for humans; contact forms have it too."""
        return self.challenged or _CAPTCHAS.search(self.markup) is not None

    @property
    def parked(self) -> bool:
        """True for the scripts of those who fill domains that are for sale."""
        return _PARKING.search(self.markup) is not None

    @property
    def technical(self) -> bool:
        """True for a page with code or tables: a manual may well be about an error or a login."""
        return next(self.served.iter(*_TECHNICAL), None) is not None

    @property
    def consent_address(self) -> bool:
        """True for an address that serves nothing but questions about consent."""
        host, path = self._address
        part = host.startswith(_CONSENT_HOSTS) and host.count(".") > 1
        return part or _CONSENT_PATH.search(path) is not None

    @property
    def login_address(self) -> bool:
        """True for an address that serves logins."""
        host, path = self._address
        return host.startswith(_LOGIN_HOSTS) or _LOGIN_PATH.search(path) is not None

    @property
    def password(self) -> bool:
        """True for a field for a password that is not in the frame around the page."""
        return any(
            (field.get("type") or "").strip().lower() == "password" and not _in_frame(field)
            for field in self.served.iter("input")
        )

    @property
    def empty_app(self) -> bool:
        """True for the element that a script is to fill, with nothing in it."""
        return any(
            (element.get("id") or tag(element)) in _APPS and not html_tree.text_of(element)
            for element in self.served.iter("div", "main", "app-root", "section")
        )

    @property
    def script_note(self) -> bool:
        """True for a note to switch scripts on in ``<noscript>``."""
        notes = (_folded(html_tree.text_of(note))[:400] for note in self.served.iter("noscript"))
        return any(map(pattern("scripts").match, notes))

    @cached_property
    def _address(self) -> tuple[str, str]:
        try:
            parts = urlsplit(self.url)
            return (parts.hostname or "").lower(), parts.path.lower()
        except ValueError:
            return "", ""


def _folded(text: str) -> str:
    return " ".join(text.casefold().replace("\u2019", "'").split())


def _plain(name: str) -> str:
    return _folded(name).strip(" .!?\u2026:;,\u3002\uff01\"'()[]-\u2013\u2014")


def _in_frame(element: Element) -> bool:
    return any(
        tag(above) in _FRAMES
        for above, _ in zip(element.iterancestors(), range(_ELEMENTS_ABOVE), strict=False)
    )
