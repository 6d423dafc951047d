"""Extract the question from a user's text, without greetings, thanks and background."""

import re
from dataclasses import dataclass

from desktop_agent.evidence.text.wordings import Patterns, Words, table

_WORDS = Words("question/main_question")
_PATTERNS = Patterns("question/main_question")

# --- Typos that would hide what a question asks
#
# Only question words are corrected, never names: an entity stays spelt as the user wrote it.


_WORD = re.compile(r"(?<![\w'-])[A-Za-z][a-z]{1,12}(?![\w'-])")


def mended(text: str) -> str:
    """Correct common typos in question words."""
    english = _PATTERNS.english.search(text) is not None

    def meant(match: re.Match[str]) -> str:
        word = match[0]
        slip = word if match.start() else word.casefold()  # a later capital makes it a name
        right: str | None = table("question/main_question")["meant"].get(slip)
        if right is None or (slip in _WORDS.foreign and not english):
            return word
        return right.capitalize() if word[0].isupper() else right

    return _WORD.sub(meant, text)


_EDGE = 1_000
"""Number of characters searched for a question at each end of a long text."""
_LONGEST = 300
_MOST_PEELS = 6
_MOST_SENTENCES = 12
_STRAIGHT = str.maketrans({
    "\u2018": "'", "\u2019": "'", "\u201b": "'", "\u00b4": "'", "`": "'", "\u201c": '"',
    "\u201d": '"', "\u201e": '"', "\u201f": '"', "\u00ab": '"', "\u00bb": '"', "\uff1f": "?",
    "\u00bf": " ", "\u00a1": " ", "\u00a0": " ", "\u202f": " ",
})  # fmt: skip


@dataclass(frozen=True, slots=True)
class Focus:
    """A question on one line, with straight quotes and without closing punctuation.

    ``several`` is true if the text asks more than one question.
    """

    text: str
    several: bool = False


def without_courtesies(sentence: str) -> str:
    """Strip greetings, polite requests, thanks and closing punctuation from a sentence."""
    for _ in range(_MOST_PEELS):
        found = _PATTERNS.address.match(sentence)
        if found is None or not sentence[found.end() :].strip(" ?!.,"):
            break
        sentence = sentence[found.end() :].lstrip(" ,:-")
    for _ in range(2):
        found = _PATTERNS.closing.search(sentence, max(len(sentence) - 60, 0))
        if found is None or not sentence[: found.start()].strip():
            break
        sentence = sentence[: found.start()]
    return sentence.strip()


def focus_of(text: str) -> Focus:
    """Return the first question in a text, or its first sentence if there is no question.

    Only the beginning and the end of a long text are searched, and the question is truncated to 300
    characters.
    """
    if len(text) > 2 * _EDGE:
        text = f"{text[:_EDGE]}\n{text[-_EDGE:]}"
    lines = _PATTERNS.sentence_end.split(text.translate(_STRAIGHT).strip())
    sentences = [line for line in (" ".join(line.split()) for line in lines if line) if line]
    marked = [line for line in sentences if line.endswith("?")]
    asked = [line for line in marked if " " in line] or marked
    if asked:
        return Focus(_bare(asked[0]), several=len(asked) > 1)
    bare = [line for line in map(_bare, sentences[:_MOST_SENTENCES]) if line]
    asking = [line for line in bare if _PATTERNS.asking.match(line)] or bare
    return Focus(asking[0] if asking else "")


def _bare(sentence: str) -> str:
    return without_courtesies(mended(sentence[:_LONGEST]))
