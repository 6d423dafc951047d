"""Wordings that tell whether an answer changes with time."""

from desktop_agent.evidence.question.cues import Cues

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
"""Words of the present."""
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
"""Things that move: prices, scores, weather, who is alive, who plays where."""
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
"""Definitions and arithmetic: they hold whatever the day is."""
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
"""Contests that were held once: wars, elections and cups with a number."""
TO_COME = Cues(first=(r"(?:when|what (?:date|day|year)) (?:will|does|is .{1,80} coming)\b",))
