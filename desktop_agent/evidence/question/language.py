"""The language of a question, as far as its words tell."""

import re
from functools import cache

from desktop_agent.web.search.language import latin_language_of, script_of


@cache
def _openings() -> tuple[tuple[str, re.Pattern[str]], ...]:
    """First words that one language alone has; questions are short, so they tell more than counts."""
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
    """Gives a code as `latin_language_of` does; ``en`` where the language cannot be told.

    A first word that is a question word of one language decides, where no other language has clearly
    more of the function words.
    """
    if script_of(text) != "LATIN":
        return "en"
    opened = [language for language, pattern in _openings() if pattern.match(text)]
    sure = latin_language_of(text)
    if opened and (not sure or sure in opened or len(opened) == 1):
        return sure if sure in opened else opened[0]
    return sure or latin_language_of(text, enough=1) or "en"
