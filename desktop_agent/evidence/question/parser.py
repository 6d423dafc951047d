"""Parsing of a question into language, intent, entity, answer type and time dependence."""

import re
from datetime import date
from functools import cache

from desktop_agent.core.language import latin_language_of, script_of
from desktop_agent.evidence.pack import Intent, Reading
from desktop_agent.evidence.question.answer_type import Cues, shows, type_of
from desktop_agent.evidence.question.context import resolved
from desktop_agent.evidence.question.entity import first_question, name_in
from desktop_agent.evidence.question.event_date import event_date
from desktop_agent.evidence.question.focus import Focus, focus_of
from desktop_agent.evidence.question.music import latest_album, performer
from desktop_agent.evidence.question.patterns import Asked
from desktop_agent.evidence.question.title_holder import title_holder
from desktop_agent.evidence.question.version import latest_version

# --- Language


@cache
def _openings() -> tuple[tuple[str, re.Pattern[str]], ...]:
    """Return first words that are unique to one language.

    In short questions, they are more reliable than word counts.
    """
    words = (
        ("nl", "wie (?:is|was|zingt|zong|schreef|heeft|won|speelt|werd)|wat is|hoe heet"),
        (
            "en",
            "who|who's|what|what's|which|when|where|why|how|is|are|does|did|tell|name|list|latest|newest",
        ),
        ("de", "wer|wie|wann|wo|warum|wieso|welche[rsmn]?|ist|sind|wurde|hat|nenne|gibt"),
        ("fr", "qui|quel|quelle|quels|quelles|quand|où|pourquoi|combien|est-ce|comment|qu'est-ce"),
        ("es", "quién|quien|cuál|cual|cuándo|cuando|dónde|donde|cuánt[oa]s?|cómo|qué"),
        (
            "pt",
            (
                "quantos|quantas|quanto|onde|quem|qual|quais|em que|de quem|quando (?:nasceu|morreu|"
                "faleceu|foi|saiu|abriu|estreou)"
            ),
        ),
        (
            "it",
            "quando|in (?:che|quale)|di chi|che|come|chi|quanti|quante|quanto|perché|dove|qual|quale|cosa",
        ),
        (
            "nl",
            "in welk|op welke|van wie|wat is (?:de|het)|wie|waarom|hoeveel|waar|wanneer|welke|hoe",
        ),
    )
    return tuple(
        (language, re.compile(rf"(?:{line})\b", re.IGNORECASE)) for language, line in words
    )


def language_of(text: str) -> str:
    """Return a language code like `latin_language_of`, or ``en`` if the language is undetermined.

    An opening question word decides the language, unless the text contains clearly more function
    words of another language.
    """
    if script_of(text) != "LATIN":
        return "en"
    opened = [language for language, pattern in _openings() if pattern.match(text)]
    sure = latin_language_of(text)
    if opened and (not sure or sure in opened or len(opened) == 1):
        return sure if sure in opened else opened[0]
    return sure or latin_language_of(text, enough=1) or "en"


# --- Intent: the first one whose patterns match, else a general fact

_MOST_CHARACTERS = 250
"""Maximum length for intent matching. A single value would not answer a longer question."""


def match_intent(focus: Focus, year: int, language: str) -> Asked:
    """Return the intent, entity and detail of a question. ``year`` is the current year.

    A text with several questions is general because a single extracted value would answer only one
    of them.
    """
    text = resolved(focus.text)
    if not focus.several and len(text) <= _MOST_CHARACTERS:
        found = (
            latest_album(text)
            or latest_version(text)
            or event_date(text)
            or title_holder(text, year)
            or performer(text)
        )
        if found:
            return found
    return Asked(Intent.GENERAL, name_in(focus.text, language))


_NO_ELECTRICITY = r"(?<!electric )(?<!electrical )(?<!alternating )(?<!direct )(?<!ocean )"
_OFFICE = (
    r"(?:ceo|president|prime minister|mayor|governor|king|queen|pope|chancellor|chair|head coach|"
    r"world champion|champion)"
)
NOW = Cues(
    anywhere=(
        # the adjective alone: an electric current flows at any time
        rf"{_NO_ELECTRICITY}\bcurrent (?!of\b|in\b|flow|density|is\b|through|and\b)\w",
        (
            r"\b(?:currently|presently|latest|newest|most recent|recently|nowadays|these days|right now|"
            r"at (?:the moment|present)|today|tonight|yesterday|tomorrow|up[- ]to[- ]date|so far|as of now|"
            r"this (?:year|week|month|season|weekend|morning)|reigning|incumbent|upcoming|breaking|ongoing|"
            r"(?:last|past|next) (?:year|week|month|season|weekend|night|election|game|match)|still)\b"
        ),
        r"\bnow$",
        r"\b(?:the|'s) next\b(?! to\b)",
        r"\bthe last (?:world cup|election|super bowl|olympics|final)\b",
        r"\b(?:aktuell\w{0,2}|derzeit\w{0,4}|momentan|heute|gestern|morgen|neueste[nrsm]?|zurzeit)\b",
        r"\b(?:actuel(?:le)?(?:ment)?|aujourd'hui|en ce moment|hier|demain|dernière? (?:version|album))\b",
        r"\b(?:actualmente|hoy|ayer|mañana|últim[oa]s?|attuale|attualmente|oggi|atual(?:mente)?|hoje)\b",
        r"\b(?:huidige|vandaag|nieuwste)\b",
    ),
)
"""Words for the present."""
MOVING = Cues(
    first=(
        r"is (?!an? |the ).{1,80}\b(?:alive|dead|living)\b",
        (
            r"(?:is|are) .{1,80}\b(?:married|retired|open|closed|available|legal|illegal|banned|in stock|down|"
            r"released yet)\b"
        ),
        rf"is .{{1,60}} the {_OFFICE}\b",
        r"did .{1,60} die$",
        (
            r"who(?:'s| is) .{0,40}(?:singer|drummer|guitarist|bassist|wife|husband|girlfriend|boyfriend|"
            r"partner|dating|married to|in charge of)\b"
        ),
        (
            r"who are the .{0,40}(?:senators|ministers|judges|justices|leaders|governors|champions|owners|"
            r"members)\b"
        ),
        r"who (?:owns|runs|leads|heads|coaches|manages|governs|rules|hosts)\b",
        r"what (?:time|day|date) is it\b",
        r"where does .{1,50} (?:play|live|work)\b",
        r"when (?:will|does|is the next)\b(?!.{0,60}\bmean\b)",
        r"ist .{1,60} am leben\b",
    ),
    anywhere=(
        (
            r"\b(?:weather|forecast|news|headlines?|stock price|share price|exchange rate|interest rates?|"
            r"net worth|market cap\w*|standings|league table|live score|box office|trending|price of|prices?$|"
            r"cost of living|gdp|population|inhabitants|subscribers|followers|users|employees|active players)\b"
        ),
        r"\bhow much (?:(?:does|do|is|are) .{1,60} cost|is an?|is the)\b",
        r"\bhas .{1,60} (?:died|retired|been released|an? new)\b",
        r"\bhow many (?:people live|.{1,50} (?:has|have) .{0,50}(?:\w{2}ed|won|had|made|written|sold))\b",
        r"\b(?:which|what) (?:team|club|band|company) does\b",
        (
            r"\b(?:richest|wealthiest|tallest building|highest[- ]paid|oldest living|fastest supercomputer|"
            r"most (?:popular|followed|subscribed|streamed|valuable|populous|expensive)|world record)\b"
        ),
        r"\b(?:who will|coming out|going to be)\b",
        r"\b(?:einwohner|habitantes|habitants|abitanti|wetter|nachrichten|météo|noticias|el tiempo en)\b",
    ),
)
"""Subjects that change, such as prices, scores, the weather, who is alive, and who plays where."""
SETTLED = Cues(
    first=(
        r"(?:define|calculate|compute|convert|solve)\b",
        r"what (?:does|do) .{1,80} (?:mean|stand for|do)$",
        r"what(?:'s| is| are) an? (?!.{0,60}\b(?:of|price|worth|news)\b)",
        r"was (?:ist|bedeutet) eine?\b",
        r"qu'est-ce qu'une?\b",
        r"qu[eé] es una?\b",
        r"[\d\s.,+*/()%-]{3,}$",
    ),
    anywhere=(r"\b(?:meaning|definition) of\b", r"\bprice elasticity\b"),
)
"""Definitions and arithmetic, neither of which depends on the date."""
WON = Cues(
    anywhere=(
        r"\bwho (?:has )?won\b",
        r"\bwinners? of\b",
        r"\bwer (?:gewann\b|hat .{0,60}\bgew)",
        r"\bqui a gagné\b",
        r"\bqui[eé]n gan[oó]\b",
    ),
)
HISTORY = Cues(
    anywhere=(
        (
            r"\b(?:battle|siege|war|wars|revolution|uprising|duel|crusades?|first|second|third|inaugural|"
            r"\d{1,3}(?:st|nd|rd|th)|season \d+|between)\b"
        ),
    ),
)
"""Contests that took place once, such as numbered wars, elections and cups."""
TO_COME = Cues(first=(r"(?:when|what (?:date|day|year)) (?:will|does|is .{1,80} coming)\b",))


# --- Time dependence: whether the answer must be looked up

_CHANGING = frozenset({Intent.LATEST_ALBUM, Intent.TITLE_HOLDER, Intent.LATEST_VERSION})
_FIXED = frozenset({Intent.PERFORMER, Intent.EVENT_DATE})
_RECENT_YEARS = 2


@cache
def _age_of_person() -> re.Pattern[str]:
    return re.compile(
        r"(?i:how old is) (?!the\b|a\b|an\b|Mount\b)[A-Z][\w.'-]+ (?:[A-Z]|de\b|van\b|von\b)",
        re.ASCII,
    )


@cache
def _year() -> re.Pattern[str]:
    return re.compile(r"(?<![\w.,$€£/-])(?:1[0-9]|20)\d\d(?![\w%]|[.,]\d|-\w)")


def needs_current_info(text: str, today: date) -> bool:
    """Return whether the answer changes with time.

    This applies to offices, latest releases, prices and recent winners, for example. It does not
    apply to definitions, arithmetic, unchanging geography, or events of a year long past. Years
    from two years ago through next year count as recent.
    """
    focus = focus_of(text)
    return is_current(focus, match_intent(focus, today.year, language_of(focus.text)), today)


def is_current(focus: Focus, asked: Asked, today: date) -> bool:
    """Apply `needs_current_info` to a question that has already been parsed."""
    text = focus.text
    if asked.intent in _CHANGING:
        return True
    if asked.intent in _FIXED:
        return asked.intent is Intent.EVENT_DATE and shows(TO_COME, text)
    if shows(SETTLED, text):
        return False
    first = first_question(text)
    if focus.several or first != text:
        half = match_intent(Focus(first), today.year, language_of(first))
        if half.intent in _CHANGING:
            return True
    if shows(NOW, text) or (re.search(r"\bactual\b", text) and language_of(text) == "es"):
        return True
    years = [int(year) for year in _year().findall(text)]
    if years:
        return any(today.year - _RECENT_YEARS <= year <= today.year + 1 for year in years)
    if shows(WON, text):
        return not shows(HISTORY, text)
    return shows(MOVING, text) or _age_of_person().search(text) is not None


# --- The complete reading


def read_question(text: str, today: date) -> Reading:
    """Parse a question by its wording, without a model. Parsing never fails.

    ``text`` of the result is the question as written, with surrounding whitespace stripped. For a
    general fact, ``entity`` is the most prominent quoted or capitalised name, or empty.
    """
    focus = focus_of(text)
    language = language_of(focus.text)
    asked = match_intent(focus, today.year, language)
    return Reading(
        text=text.strip(),
        intent=asked.intent,
        entity=asked.entity,
        detail=asked.detail,
        question_type=type_of(focus),
        current=is_current(focus, asked, today),
        language=language,
    )
