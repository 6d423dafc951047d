"""Offices of any name: ``who is the head gardener at Sissinghurst today``.

The wording tells them: who holds it *now* is asked, so that it must be something that one holds.
"""

import re
from functools import cache

from desktop_agent.evidence.pack import Intent
from desktop_agent.evidence.question.asked import Asked
from desktop_agent.evidence.question.entity import entity_of

_TODAY = (
    r"(?:(?:right |just )?now|today|these days|nowadays|at (?:the moment|present|this time)|currently|"
    r"presently|this (?:year|season)|as of (?:now|today))"
)
_OF = r"(?:of|at|for|in|to|on|with)"
_AGENT = (
    r"(?:\w{2,20}(?:er|or|ist|ian|ant|ent|man|woman|person|ess|ary|ate|ic|ef|rd|ar|eon|ee|al|ain|head)|"
    r"cook|monk|abbot|vicar|priest|nurse|pilot|scribe|bard|deputy|judge|coach|guide|piper)"
)
"""The endings that English gives to those who do a work: gardener, curator, librarian, chef."""


@cache
def _shapes() -> tuple[re.Pattern[str], ...]:
    who = r"(?:who(?: is|'s)|who (?:currently |now )?(?:serves|works|acts) as)"
    lines = (
        rf"{who} (?:currently |now |presently )?the (?P<role>\S.{{1,90}}?),? {_TODAY}",
        rf"{who} (?:the )?(?:current|present|incumbent|serving) (?P<role>\S.{{1,90}}?)(?:,? {_TODAY})?",
        rf"{who} (?P<role>(?-i:[a-z])[\w'-]*(?: [\w'-]+){{0,4}}? {_OF} .{{2,60}}?),? {_TODAY}",
        rf"{who} (?:currently |now )(?P<role>(?-i:[a-z])[\w'-]*(?: [\w'-]+){{0,4}}? {_OF} .{{2,60}})",
    )
    return tuple(re.compile(rf"{line}\Z", re.IGNORECASE) for line in lines)


@cache
def _owned() -> re.Pattern[str]:
    """``Kew's current head of arboretum``, ``Kew's head gardener now``."""
    return re.compile(
        rf"who(?: is|'s) (?P<of>\S.{{1,80}}?)(?:'s|(?<=s)') (?:(?P<now>current|present) )?"
        rf"(?P<role>\S.{{1,60}}?)(?P<today>,? {_TODAY})?\Z",
        re.IGNORECASE,
    )


@cache
def _no_role() -> re.Pattern[str]:
    """Words that make a person of it, or a judgement, and no office."""
    return re.compile(
        r"""\b(?:man|woman|guys?|girl|boy|lady|kid|child(?!ren's)|baby|person|people|ones?|someone|character|
        employer|advert|commercial|photo|picture|video|clip|girlfriend|boyfriend|wife|husband|partner|spouse|fianc\w+|lover|crush|father|mother|son|daughter|
        brother|sister|friend|rival|enemy|target|top|main|biggest|hottest|richest|strongest|tallest|
        \w+iest|most|least|better|winner|winning|guest|suspect|victim|killer|favou?rite|frontrunner|
        actor|actress|playing|dating|(?:the|a)\ voice|responsible|famous|popular|alive|living|here|there|(?-i:who)|that|which|
        whose|and|or|leading|trend|trending|love\ interest|album|song|artist|reason|story)\b""",
        re.IGNORECASE | re.VERBOSE,
    )


@cache
def _agent() -> re.Pattern[str]:
    return re.compile(rf"(?:[\w'-]+ ){{0,4}}?{_AGENT}\Z", re.IGNORECASE)


@cache
def _first_of() -> re.Pattern[str]:
    return re.compile(rf" {_OF} ")


def any_role(text: str) -> Asked | None:
    """Gives the office whose holder is asked for by ``now``, ``today`` or ``current``, or None."""
    for number, shape in enumerate(_shapes()):
        found = shape.match(text)
        if found and (asked := _asked(found["role"], bare=number > 1)):
            return asked
    found = _owned().match(text)
    if found is None or not (found["now"] or found["today"]):
        return None
    role, of = found["role"], entity_of(found["of"])
    if not of or not _agent_of(role) or _no_role().search(role):
        return None
    return Asked(Intent.TITLE_HOLDER, f"{role} of {of}", role)


def _agent_of(phrase: str) -> str:
    """Gives the part of a phrase that names who does a work, or "" where none does."""
    head = _first_of().split(phrase, maxsplit=1)[0]
    return head if _agent().match(head) or head.split()[-1] in {"head", "chief"} else ""


def _asked(phrase: str, *, bare: bool) -> Asked | None:
    name = entity_of(phrase)
    if not name or _no_role().search(name):
        return None
    head = _first_of().split(name, maxsplit=1)[0]
    titled = not bare and head[:1].isupper()  # the Astronomer Royal, the Black Rod
    if not titled and not _agent_of(name):
        return None
    return Asked(Intent.TITLE_HOLDER, name, head)
