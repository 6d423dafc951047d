"""Names as questions spell them, without what grammar puts around them."""

import re
from functools import cache

_MOST_CHARACTERS = 120
_QUOTES = "\"'"
_ENDS = " \t,;:!?-."
_PRONOUN_WORDS = """he she it they him her them his hers its their theirs this that these those one you your me my
    we us our i there here who whom what which er sie es ihn ihr sein seine il elle lui ils elles ce
    cela ça él ella ellos ellas lo eso esto something someone somebody anyone everyone everything
    last first next second same other"""
_PRONOUNS = frozenset(_PRONOUN_WORDS.split())
_POSSESSIVES = frozenset({"his", "her", "its", "their", "my", "our", "your", "this", "these"})


@cache
def _article() -> re.Pattern[str]:
    # a capital article belongs to the name: The Cure, La Bamba
    return re.compile(
        r"(?:(?:the|a|an|der|die|das|den|dem|le|la|les|el|los|las|il|lo|gli|o|os|het|de)\s+|l')(?=\S)"
    )


@cache
def _time_at_end() -> re.Pattern[str]:
    return re.compile(
        r"""[\s,(]{1,3}(?:(?:right\ )?now|currently|presently|today|these\ days|nowadays|again|exactly
        |originally|first|at\ (?:the\ moment|present|this\ time)|as\ of\ (?:now|today|\d{4})
        |(?:in|for|as\ of)\ (?:19|20)\d\d|this\ (?:year|season|month)|aktuell|derzeit|momentan|heute
        |actuellement|aujourd'hui|en\ ce\ moment|actualmente|hoy|ahora|attualmente|oggi|adesso|atualmente
        |hoje|agora|nu|momenteel|vandaag|zurzeit|gerade|jetzt)\)?$""",
        re.IGNORECASE | re.VERBOSE,
    )


@cache
def _other_question() -> re.Pattern[str]:
    """The beginning of another question than the pattern means."""
    return re.compile(
        r"""(?:who|what|which|when|where|why|how|whose|is|are|was|were|does|do|did|can|could|should|
        will|would|has|have|buy|listen|reviews?|songs|tracks?|tracklist|about|because|if|that|lyrics|
        producer|covers?|in|on|at|for|with|from|name|list)(?:'s)?\b""",
        re.IGNORECASE | re.VERBOSE,
    )


@cache
def _second_question() -> re.Pattern[str]:
    return re.compile(
        r"""(?:\b(?:and|or|but|und|et|y)|,)\ (?:who|what|when|where|why|how|by\ whom|is|was|did|does|wer
        |wann|wo|warum|wie|qui|quand|où|pourquoi|combien|quién|cuándo|dónde|cuánto)\b|[;{}<>]|://""",
        re.IGNORECASE | re.VERBOSE,
    )


def first_question(text: str) -> str:
    """Gives a question up to the ``and how …`` that asks a second one."""
    found = _second_question().search(text)
    return text[: found.start()].rstrip(" ,") if found and found.start() else text


def _unquoted(text: str) -> str | None:
    """Gives what stands in the quotes that a text begins with, or None."""
    if text[:1] not in ("'", '"'):
        return None
    end = text.find(text[0], 1)
    while end != -1 and text[0] == "'" and text[end + 1 : end + 2].isalpha():
        end = text.find("'", end + 1)  # the apostrophe of a word
    return text[1:end].strip(" ,") if end > 1 else None


def without_article(text: str) -> str:
    """Gives the text without an article in lower case before it."""
    found = _article().match(text)
    return text[found.end() :] if found else text


def without_time(text: str) -> str:
    """Gives the text without the ``now``, ``currently``, ``in 2024`` at its end."""
    for _ in range(2):
        found = _time_at_end().search(text, max(len(text) - 30, 0))
        if found is None or not found.start():
            break
        text = text[: found.start()]
    return text


def _is_pronoun(name: str) -> bool:
    return name.casefold() in _PRONOUNS and not (name.isupper() and len(name) > 1)  # US, IT


def entity_of(raw: str, *, title: bool = False) -> str:
    """Gives the name that a pattern caught, bare, or "" where it is no name at all.

    A title in quotes is taken as it stands between them; else an article in lower case, a
    possessive, punctuation and a time at the end go. A ``title`` may begin as questions do, and end in ``now``.
    """
    raw = raw.strip(" ,:")
    between = _unquoted(raw)
    if between is not None:
        return between if len(between) <= _MOST_CHARACTERS else ""
    name = raw if raw.endswith(".") else raw.strip(_ENDS)
    name = without_article(name if title else without_time(name))
    name = name.strip(_QUOTES).strip(" ,;:?-")
    name = name[:-1] if name.endswith(".") and name.count(".") == 1 else name
    if not name or len(name) > _MOST_CHARACTERS or _is_pronoun(name):
        return ""
    if _second_question().search(name):
        return ""
    if title:
        return name
    own = name.split()[0].casefold() in _POSSESSIVES
    return "" if own or _other_question().match(name) else name
