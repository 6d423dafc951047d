"""Parse the names of offices, posts and titles, and find them in text.

Texts are masked before they are searched: the office in question is replaced with `OFFICE`
characters, whether it is written ``CEO of Nvidia``, ``Nvidia's chief executive`` or ``Nvidia
president and CEO``.
"""

import re
from dataclasses import dataclass
from functools import cache, lru_cache

from desktop_agent.evidence.records import Reading
from desktop_agent.evidence.text.fold import flat, folded_name, name_words
from desktop_agent.evidence.text.names import mask_match, name_pattern
from desktop_agent.evidence.text.wordings import Patterns, expression, table

_FILE = "extraction/offices"
_PATTERNS = Patterns(_FILE)

# --- Countries and cities: their names and adjectives, flattened, in all languages


@cache
def _places() -> dict[str, str]:
    return {
        folded_name(name): key
        for key, names in table(_FILE)["places"].items()
        for name in expression(_FILE, names).split("|")
    }


def place_of(name: str) -> str:
    """Return the English key of a country or city, given any of its names.

    Return "" if the place is unknown.
    """
    return _places().get(folded_name(name), "")


@cache
def place_pattern(key: str) -> re.Pattern[str]:
    """Return a pattern that matches the known names of a place in flattened text."""
    names = expression(_FILE, table(_FILE)["places"][key]).split("|")
    spelt = "|".join(re.escape(name) for name in sorted(names, key=len, reverse=True))
    return re.compile(rf"(?<![^\W_])(?:{spelt})(?!\w)")


ROLE = "\ue001"
"""Mask character for a role alone (``CEO``)."""

OFFICE = "\ue003"
"""Mask character for a role with its body (``CEO of Nvidia``)."""

LONE = "\ue004"
"""Mask character for a role whose body is implied by the page (``the current chief conductor``)."""


@dataclass(frozen=True, slots=True)
class Office:
    """A role in an organisation; a title such as ``world chess champion`` has no organisation.

    ``place`` is the country that the question mentions, as a key in the table of places, or "".
    """

    role: str
    of: str = ""
    place: str = ""


def office_of(reading: Reading) -> Office:
    """Return the role, organisation and country of the office that a question asks about."""
    entity, role = " ".join(reading.entity.split()), reading.detail
    at = entity.casefold().find(role.casefold()) if role else -1
    before, after = entity[:at], entity[at + len(role) :]
    of = _PATTERNS.around_body.sub("", f"{before} {after}".strip()) if at >= 0 else ""
    if not of or (_PATTERNS.title.search(role) and not _PATTERNS.linked.match(after)):
        return Office(entity)
    found = _PATTERNS.place_behind.fullmatch(of)
    place = place_of(found["place"]) if found else ""
    return Office(role, found["of"], place) if found and place else Office(role, of)


@lru_cache(maxsize=32)
def role_names(role: str) -> tuple[str, ...]:
    """Return the flattened lower-case names of a role, longest first."""
    key = flat(role).casefold().strip()
    groups = (expression(_FILE, names).split("|") for names in table(_FILE)["same_role"])
    names = next((group for group in groups if key in group), [key])
    return tuple(sorted(names, key=len, reverse=True))


@lru_cache(maxsize=32)
def role_pattern(role: str) -> re.Pattern[str]:
    """Return a pattern that matches a role and its synonyms in flattened text."""
    key = flat(role).casefold().strip()
    alternatives = "|".join(re.escape(name).replace(r"\ ", r"[\s-]") for name in role_names(role))
    more = r"(?:s|ship)?" if key.endswith("champion") else ""
    return re.compile(rf"\b(?:{alternatives}){more}(?!-elect|-designate)(?!\w)", re.IGNORECASE)


def _masked_role(match: re.Match[str]) -> str:
    """Mask a role, unless it is part of a deputy's title (``vice president``)."""
    before = match.string[max(0, match.start() - 12) : match.start()]
    return match.group() if _PATTERNS.lesser.search(before) else ROLE * len(match.group())


@lru_cache(maxsize=32)
def body_pattern(of: str) -> re.Pattern[str]:
    """Return a pattern for an organisation's name or, for a country, its names and adjectives."""
    key = place_of(of)
    return place_pattern(key) if key else name_pattern(of)


def names_office(title: str, office: Office) -> bool:
    """Return whether a page title contains every word of the office, ignoring word endings."""
    told = {word[:5] for word in name_words(title)}
    wanted = {word[:5] for word in name_words(f"{office.role} {office.of}") if len(word) > 2}
    return bool(wanted) and wanted <= told


def speaks_of(text: str, office: Office) -> bool:
    """Return whether text mentions the organisation, or the office if it has no organisation."""
    named = body_pattern(office.of) if office.of else role_pattern(office.role)
    return named.search(flat(text)) is not None or names_office(text, office)


def _alone(match: re.Match[str]) -> str:
    text, (start, end) = match.string, match.span()
    opens = _PATTERNS.before_lone.search(text, max(0, start - 14), start)
    lone = opens and not _PATTERNS.after_lone.match(text, end)
    return LONE * (end - start) if lone else match.group()


@lru_cache(maxsize=256)
def masked_office(text: str, office: Office, *, topic: bool = False) -> str:
    """Return the flattened text, with the office masked and the length unchanged.

    If the role and the organisation occur apart, each is masked separately. On a page about the
    organisation (``topic``), a role not attributed to another organisation is masked as `LONE`.
    """
    plain = flat(text)
    if office.of:
        plain = body_pattern(office.of).sub(mask_match, plain)
    plain = role_pattern(office.role).sub(_masked_role, plain)
    if ROLE not in plain:
        return plain
    whole = _PATTERNS.office_with_body if office.of else _PATTERNS.lone_office
    plain = whole.sub(lambda match: OFFICE * len(match.group()), plain)
    return re.sub(f"{ROLE}+", _alone, plain) if topic else plain
