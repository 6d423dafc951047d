"""Questions for the current holder of an office, title or record."""

import re

from desktop_agent.evidence.pack import Intent
from desktop_agent.evidence.question.entity import entity_of, without_article, without_time
from desktop_agent.evidence.question.patterns import Asked
from desktop_agent.evidence.text.wordings import Patterns

_PATTERNS = Patterns("question/title_holder")

# --- Offices, titles and records by name: pattern fragments
#
# ``ROLE`` is alone or before ``of``; ``PLAIN_ROLE`` may follow the name of its body (``Nvidia
# CEO``) without forming a person's name (``Stephen King``).


# --- Offices of any name: ``who is the head gardener at Sissinghurst today``
#
# Asking who holds it *now* implies that it is something that one holds.


def any_role(text: str) -> Asked | None:
    """Parse a question with ``now``, ``today`` or ``current`` for an office's holder, or None."""
    for number, shape in enumerate(_PATTERNS.all("shapes")):
        found = shape.match(text)
        if found and (asked := _asked(found["role"], bare=number > 1)):
            return asked
    found = _PATTERNS.owned.match(text)
    if found is None or not (found["now"] or found["today"]):
        return None
    role, of = found["role"], entity_of(found["of"])
    if not of or not _agent_of(role) or _PATTERNS.no_role.search(role):
        return None
    return Asked(Intent.TITLE_HOLDER, f"{role} of {of}", role)


def _agent_of(phrase: str) -> str:
    """Return the agent noun part of a phrase, or ""."""
    head = _PATTERNS.first_of.split(phrase, maxsplit=1)[0]
    return head if _PATTERNS.agent.match(head) or head.split()[-1] in {"head", "chief"} else ""


def _asked(phrase: str, *, bare: bool) -> Asked | None:
    name = entity_of(phrase)
    if not name or _PATTERNS.no_role.search(name):
        return None
    head = _PATTERNS.first_of.split(name, maxsplit=1)[0]
    titled = not bare and head[:1].isupper()  # the Astronomer Royal, the Black Rod
    if not titled and not _agent_of(name):
        return None
    return Asked(Intent.TITLE_HOLDER, name, head)


def _phrase(text: str) -> tuple[str, bool, bool]:
    """Return the text after the lead, and two flags.

    The flags are true if there was a lead, and if there was an article or ``current``.
    """
    led = False
    for lead in _PATTERNS.all("leads"):
        if found := lead.match(text):
            text, led = text[found.end() :], True
            break
    text = re.sub(r"(?<=\w) is(?: called| named)?\Z", "", text) if led else text
    marked = False
    for _ in range(3):
        found = _PATTERNS.trimmed.match(text)
        if found is None:
            break
        text, marked = text[found.end() :], True
    return text, led, marked


def title_holder(text: str, year: int) -> Asked | None:
    """Parse a question for the current holder of an office, title or record, or return None.

    ``year`` is the current year. A question that names this year is treated as current, but one
    that names another year is about history. Possessives are inverted (``Nvidia's CEO`` becomes
    ``CEO of Nvidia``); all other words stay as they are.
    """
    phrase, led, marked = _phrase(re.sub(rf"[\s,]+(?:in|for|as of) {year}\Z", "", text))
    phrase = without_time(phrase) if not re.search(r"\b(?:1\d|20)\d\d\Z", phrase) else phrase
    if _PATTERNS.not_now.search(phrase):
        return None
    for pattern in _PATTERNS.all("titles"):
        found = pattern.match(phrase)
        if found and (led or marked) and (name := entity_of(phrase)):
            return Asked(Intent.TITLE_HOLDER, name, found["role"])
    return _office(phrase, led=led, marked=marked) or any_role(text)


def _without_country(phrase: str) -> str:
    """Turn ``president in France`` into ``of France`` and shorten ``Commons Speaker in the UK``.

    ``Speaker of the House of Commons in Canada`` stays as it is because the country distinguishes
    it.
    """
    found = _PATTERNS.country.search(phrase)
    if found is None or re.search(r" (?:of|for|at) ", phrase[: found.start()], re.IGNORECASE):
        return phrase
    head = phrase[: found.start()]
    named = re.search(r"\b(?:commons|lords|senate|house|royal)\b", head, re.IGNORECASE)
    return head if named else f"{head} of {found['where']}"


def _office(phrase: str, *, led: bool, marked: bool) -> Asked | None:
    phrase = _without_country(phrase)
    for shape, pattern in enumerate(_PATTERNS.all("offices")):
        found = pattern.match(phrase)
        if found is None:
            continue
        role, body = found["role"], found["body"] or ""
        if not (led or marked or body) or not _is_office(role, body, marked=marked, led=led):
            continue
        of = without_article(body) if shape == 1 else body
        name = entity_of(f"{role} of {of}" if shape == 1 else phrase)
        if name and (not body or body == "us" or entity_of(body)):
            return Asked(Intent.TITLE_HOLDER, name, role)
    return None


def _is_office(role: str, body: str, *, marked: bool, led: bool) -> bool:
    """Return False if the words mean the director of a film, for example, or just a person."""
    if re.fullmatch(
        r"(?:director|editor|host|owner|head|conductor|producer|leader|manager)",
        role,
        re.IGNORECASE,
    ):
        return bool(body) and (
            _PATTERNS.institution.match(body) is not None or role.lower() == "manager"
        )
    if not body and re.fullmatch(
        r"(?:captain|coach|head coach|principal|dean|chair)", role, re.IGNORECASE
    ):
        return False
    return led or marked or bool(body)
