"""Whether the answer to a question changes with time, so that memory will not do."""

import re
from datetime import date
from functools import cache

from desktop_agent.evidence.pack import Intent
from desktop_agent.evidence.question.asked import Asked
from desktop_agent.evidence.question.focus import Focus, focus_of
from desktop_agent.evidence.question.language import language_of
from desktop_agent.evidence.question.matchers import asked_by

_CHANGING = frozenset({Intent.LATEST_ALBUM, Intent.TITLE_HOLDER, Intent.LATEST_VERSION})
_RECENT_YEARS = 2


@cache
def _now() -> re.Pattern[str]:
    """Words of the present; ``current`` is one only before what it says is current."""
    return re.compile(
        r"""(?<!electric\ )(?<!electrical\ )(?<!alternating\ )(?<!direct\ )(?<!ocean\ )\bcurrent\ (?!of\b|in\b|
        flow|density|is\b|through|and\b)\w
        |\b(?:currently|presently|latest|newest|most\ recent|recently|nowadays|these\ days|right\ now
        |at\ (?:the\ moment|present)|today|tonight|yesterday|tomorrow|this\ (?:year|week|month|season|
        weekend|morning)|(?:last|past|next)\ (?:year|week|month|season|weekend|night|election|game|match)
        |up[- ]to[- ]date|so\ far|as\ of\ now|reigning|incumbent|upcoming|breaking|ongoing|still)\b
        |\bnow$|\b(?:the|'s)\ next\b(?!\ to\b)|\bthe\ last\ (?:world\ cup|election|super\ bowl|olympics|final)
        |\b(?:aktuell\w{0,2}|derzeit\w{0,4}|momentan|heute|gestern|morgen|neueste[nrsm]?|zurzeit
        |actuel(?:le)?(?:ment)?|aujourd'hui|en\ ce\ moment|hier|demain|dernière?\ (?:version|album)
        |actual(?:mente)?|hoy|ayer|mañana|últim[oa]s?|attuale|attualmente|oggi|ultim[oa]|atual(?:mente)?|hoje
        |huidige|vandaag|nieuwste)\b(?<!actual)""",
        re.IGNORECASE | re.VERBOSE,
    )


@cache
def _spanish_actual() -> re.Pattern[str]:
    return re.compile(r"\bactual\b", re.IGNORECASE)


@cache
def _moving() -> re.Pattern[str]:
    """Things that move: prices, scores, weather, who is alive, who plays where."""
    return re.compile(
        r"""\b(?:weather|forecast|news|headlines?|stock\ price|share\ price|exchange\ rate|interest\ rates?
        |net\ worth|market\ cap\w*|standings|league\ table|live\ score|box\ office|trending|price\ of|prices?$
        |how\ much\ (?:does|do|is|are)\ .{1,60}\ cost|how\ much\ is\ (?:a|an|the)\b|cost\ of\ living
        |population|inhabitants|einwohner|habitantes|habitants|abitanti
        |(?:subscribers|followers|users|employees|active\ players))\b
        |^(?:is|are)\ .{1,80}\b(?:alive|dead|living|married|retired|open|closed|available|legal|illegal
        |banned|in\ stock|released\ yet|down)\b|\bhas\ .{1,60}\ (?:died|retired|been\ released)\b
        |^did\ .{1,60}\ die$|\bhow\ many\ (?:people\ live|(?:\w+\ ){1,2}has\ .{1,50}\ (?:had|won|scored)
        |presidents|prime\ ministers|popes)\b
        |^what\ (?:time|day|date)\ is\ it\b|^who\ (?:owns|runs|leads|heads|coaches|manages|governs|rules|
        hosts)\b
        |\b(?:which|what)\ (?:team|club|band|company)\ does\b|^where\ does\ .{1,50}\ (?:play|live|work)\b
        |\b(?:richest|wealthiest|tallest\ building|highest[- ]paid|oldest\ living|fastest\ supercomputer
        |most\ (?:popular|followed|subscribed|streamed|valuable|populous|expensive)|world\ record|living)\b
        |\bwho\ will\b|^when\ (?:will|does|is\ the\ next)\b(?!.{0,60}\bmean\b)|\bcoming\ out\b|\bgoing\ to\ be\b
        |^ist\ .{1,60}\ am\ leben\b|\bwetter\b|\bnachrichten\b|\bmétéo\b|\bnoticias\b|\bel\ tiempo\ en\b""",
        re.IGNORECASE | re.VERBOSE,
    )


@cache
def _age_of_person() -> re.Pattern[str]:
    return re.compile(r"how old (?:is|are) (?!the\b|a\b|an\b|Mount\b)[A-Z][\w.'-]+ (?:[A-Z]|de\b|van\b|von\b)", re.A)


@cache
def _settled() -> re.Pattern[str]:
    """Definitions and arithmetic: they hold whatever the day is."""
    return re.compile(
        r"""^(?:define|calculate|compute|convert|solve)\b|\b(?:meaning|definition)\ of\b
        |^what\ (?:does|do)\ .{1,80}\ (?:mean|stand\ for|do)$|^what(?:'s|\ is|\ are)\ an?\ (?!.{0,40}\bof\b)(?!.{0,60}
        \b(?:price|worth|news)\b)|^was\ (?:ist|bedeutet)\ eine?\b|^qu'est-ce\ qu'une?\b|^qu[eé]\ es\ una?\b
        |^[\d\s.,+*/()%-]{3,}$|\bprice\ elasticity\b""",
        re.IGNORECASE | re.VERBOSE,
    )


@cache
def _won() -> re.Pattern[str]:
    return re.compile(
        r"\bwho (?:has )?won\b|\b(?:winner|winners) of\b|\bwer (?:hat|gewann)\b.{0,60}\bgew|\bwer gewann\b|"
        r"\bqui a gagné\b|\bquién ganó\b",
        re.IGNORECASE,
    )


@cache
def _history() -> re.Pattern[str]:
    """Contests that were held once: wars, elections and cups with a number."""
    return re.compile(
        r"\b(?:battle|siege|war|wars|revolution|uprising|duel|crusades?|first|second|third|inaugural|last time|"
        r"\d{1,3}(?:st|nd|rd|th)|season \d+)\b|\bfirst ever\b|\bbetween\b",
        re.IGNORECASE,
    )


@cache
def _year() -> re.Pattern[str]:
    return re.compile(r"(?<![\w.,$€£/-])(?:1[0-9]|20)\d\d(?![\w%]|[.,]\d|-\w)")


def needs_current_info(text: str, today: date) -> bool:
    """True where the answer changes with time: offices, latest things, prices, recent winners.

    False for definitions, arithmetic, static geography and what was settled in a year long past; the
    last two years, this one and the next count as recent.
    """
    focus = focus_of(text)
    return is_current(focus, asked_by(focus, today.year, language_of(focus.text)), today)


def is_current(focus: Focus, asked: Asked, today: date) -> bool:
    """The same for a question that was read already."""
    text = focus.text
    if asked.intent in _CHANGING:
        return True
    if _settled().search(text):
        return False
    if _now().search(text) or (_spanish_actual().search(text) and language_of(text) == "es"):
        return True
    years = [int(year) for year in _year().findall(text)]
    if years:
        return any(today.year - _RECENT_YEARS <= year <= today.year + 1 for year in years)
    if _won().search(text):
        return _history().search(text) is None
    return _moving().search(text) is not None or _age_of_person().search(text) is not None
