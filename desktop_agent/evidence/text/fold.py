"""Text folding, stemming, function words, synonyms and language detection."""

import re
import unicodedata
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import pairwise

from desktop_agent.core.language import STOP_WORDS, function_words_in, latin_language_of, script_of
from desktop_agent.evidence.text.wordings import Patterns, Words, table

_WORDS = Words("text/fold")
_PATTERNS = Patterns("text/fold")
_FORMS = Words("text/word_forms")
_FORM_PATTERNS = Patterns("text/word_forms")

MARKS = frozenset(",;:()-/?")
"""Punctuation marks that `marked_words` keeps."""


def marked_words(text: str) -> list[str]:
    """Split text into words in their original case, with the `MARKS` as separate words.

    Accents are removed. Versions and decimals keep their dots (``3.12``), thousands lose their
    separators, and a pre-release suffix is joined to its version (``3.14.0rc1``). In scripts
    without spaces, each character is a word. Dashes count as marks only between clauses.
    """
    text = _PATTERNS.invisible.sub("", text)
    text = _PATTERNS.thousands.sub(lambda match: re.sub("[^0-9]", "", match[0]), text)
    text = without_accents(flat(_PATTERNS.dash.sub(" - ", text)))
    text = _PATTERNS.possessive.sub(" s", _PATTERNS.elided.sub(" ", text))
    text = _PATTERNS.version_prefix.sub("", _PATTERNS.decimal_comma.sub(".", text))
    text = _PATTERNS.pre_release.sub(lambda match: "".join(filter(None, match.groups())), text)
    return _PATTERNS.marked_word.findall(text.replace("&", " and ").replace("'", ""))


def words(text: str) -> list[str]:
    """Return the `marked_words` without the marks, case-folded."""
    return [word.casefold() for word in marked_words(text) if word not in MARKS]


def without_article(every: list[str]) -> list[str]:
    """Drop a leading article unless the rest is too short, as in "The Who"."""
    drop = every[:1] and every[0] in _WORDS.articles and len("".join(every[1:])) > 5
    return every[1:] if drop else every


def without_accents(text: str) -> str:
    """Remove accents, and replace compatibility characters with plain ones."""
    if text.isascii():
        return text
    apart = unicodedata.normalize("NFKD", text)
    return unicodedata.normalize("NFKC", _PATTERNS.accents.sub("", apart))


# --- Single words


@lru_cache(maxsize=50_000)
def folded_word(word: str) -> str:
    """Return a word in lower case, without accents or a possessive ending."""
    low = word.casefold().replace("\u2019", "'")
    if low in _WORDS.born:  # without its accent it would be the French "not"
        return "nee"
    if not low.isascii():
        low = without_accents(flat(low)).replace("æ", "ae").replace("œ", "oe")
    head, mark, tail = low.partition("'")
    return head if mark and tail in ("", "s") else low


# --- Names: folded to words, and flattened without a change in length

ARTICLES = frozenset(("the", "a", "an"))
"""English articles, which names can omit; foreign ones are ordinary words in English names."""

_NOT_ASCII = re.compile(r"[^\x00-\x7f]{1,1000}")


@cache
def _plain_letters() -> dict[int, str]:
    signs = table("text/fold")["flat"].items()
    letters = {ord(sign): plain for plain, each in signs for sign in each.split(" ")}
    for code in (*range(0xC0, 0x250), *range(0x1E00, 0x1F00)):
        base = unicodedata.normalize("NFKD", chr(code))[0]
        if base.isascii() and base.isalpha():
            letters.setdefault(code, base)
    return letters


def flat(text: str) -> str:
    """Replace accented letters, typographic quotes and dashes with plain ones.

    Case and length are preserved, so offsets in the result also apply to the original.
    """
    return _NOT_ASCII.sub(lambda match: match[0].translate(_plain_letters()), text)


def name_words(text: str) -> list[str]:
    """Split text into case-folded words without accents, punctuation or possessive endings."""
    plain = flat(text).casefold()
    plain = _PATTERNS.inside.sub(lambda match: {"$": "s", "!": "i"}[match.group()], plain)
    plain = without_accents(plain)
    plain = plain.replace("'s ", " ").removesuffix("'s").replace("'", "")
    return _PATTERNS.name_word.findall(plain)


@lru_cache(maxsize=4096)
def folded_name(text: str) -> str:
    """Return the `name_words` without a leading article, joined by spaces."""
    words = name_words(text)
    return " ".join(words[1:] if len(words) > 1 and words[0] in ARTICLES else words)


# --- Words with their places, stems and languages

_WORD = re.compile(r"[^\W_]{1,60}(?:['\u2019][^\W\d_]{1,12})?")
_PLAIN = re.compile(r"[^\W_]{1,60}")
_UNSPACED = re.compile(
    "[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff]"
)
_STEMMERS = {
    "en": "english", "de": "german", "fr": "french", "es": "spanish", "it": "italian",
    "pt": "portuguese", "nl": "dutch", "ru": "russian",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Word:
    """A word and its position in the text; ``folded`` is the form used for comparison."""

    folded: str
    start: int
    end: int
    capital: bool = False
    acronym: bool = False


def word_spans(text: str) -> tuple[Word, ...]:
    """Return the words in the text, including numbers.

    In scripts without spaces, each pair of adjacent characters is a word.
    """
    found: list[Word] = []
    for match in _WORD.finditer(text):
        raw, at = match.group(), match.start()
        if elided := _FORM_PATTERNS.elided.match(raw):
            at, raw = at + elided.end(), raw[elided.end() :]
        elif pairs := _pairs(raw):
            found += (Word(pair, at + i, at + i + len(pair)) for i, pair in enumerate(pairs))
            continue
        capital = raw[0].isupper()
        found.append(
            Word(folded_word(raw), at, match.end(), capital, capital and raw[1:2].isupper())
        )
    return tuple(found)


def folded_words(text: str) -> list[str]:
    """Split text into folded words for indexing; apostrophes separate words.

    In scripts without spaces, words are split into overlapping character pairs.
    """
    found = _PLAIN.findall(text.lower())
    if text.isascii():
        return found
    return [part for word in found for part in _pairs(word) or [folded_word(word)]]


def _pairs(word: str) -> list[str]:
    """Return the adjacent character pairs of a word in a script without spaces, or else []."""
    if word.isascii() or not _UNSPACED.search(word):
        return []
    return list(map("".join, pairwise(word))) or [word]


@lru_cache(maxsize=50_000)
def stem(word: str, language: str) -> str:
    """Return the Snowball stem of a folded word (Porter, 2001).

    Words of up to three letters, numbers, and words in languages without a stemmer are returned
    unchanged. Each call creates its own stemmer, because stemmers are not thread-safe.
    """
    if len(word) < 4 or word.isdigit() or language not in _STEMMERS:
        return word
    import snowballstemmer

    stemmed: str = snowballstemmer.stemmer(_STEMMERS[language]).stemWord(word)
    return stemmed


def language_of(text: str) -> str:
    """Return the language whose stems and number formats apply to the text.

    Latin script counts as English if the language is undetermined. Scripts other than Latin and
    Cyrillic give "".
    """
    script = script_of(text)
    if script == "LATIN":
        return latin_language_of(text) or "en"
    return {"CYRILLIC": "ru"}.get(script, "")


def other_language(text: str, language: str) -> str | None:
    """Return the language of the text if it clearly differs from ``language``, otherwise None.

    Scripts without spaces give "".
    """
    if len(_UNSPACED.findall(text)) > 1:
        return "" if language else None
    there = function_words_in(text)
    if language not in there or script_of(text) != "LATIN":
        spoken = language_of(text)
        return spoken if spoken != language else None
    mine = there[language]
    more = {other: len(words - mine) - len(mine - words) for other, words in there.items()}
    best = max(more, key=lambda other: more[other])
    return best if more[best] > 0 else None


@cache
def _openings() -> tuple[tuple[str, re.Pattern[str]], ...]:
    rows = table("text/word_forms")["openings"]
    return tuple((row["language"], re.compile(rf"(?i)(?:{row['words']})\b")) for row in rows)


def language_of_question(text: str) -> str:
    """Return the language code of a question, or ``en`` if the language is undetermined.

    If the question begins with a question word that exists in only one language, that language is
    returned.
    """
    if script_of(text) != "LATIN":
        return "en"
    opened = [language for language, pattern in _openings() if pattern.match(text)]
    sure = latin_language_of(text, enough=1)
    return opened[0] if opened and sure not in opened else sure or "en"


@cache
def function_words(language: str) -> frozenset[str]:
    """Return the folded function words of a language and of English."""
    own = STOP_WORDS.get(language, frozenset()) if language else frozenset()
    return frozenset(map(folded_word, own | STOP_WORDS["en"])) | _FORMS.more


@cache
def stop_words(language: str) -> frozenset[str]:
    """Return the function words that a claim may contain even if its source does not."""
    meaningful = table("text/word_forms")["meaningful"]
    return function_words(language).difference(
        meaningful.get(language, "").split(), meaningful["en"].split()
    )


# --- Synonyms, from ``resources/evidence/concepts.toml``, which describes its format


def _forms(word: str) -> list[str]:
    """Return the word, or all regular forms of an English verb marked with an asterisk."""
    if word[-1] != "*":
        return [word]
    word = word[:-1]
    base = word.removesuffix("e")
    return [word, f"{word}s", f"{word}es", f"{base}ed", f"{base}ing"]


@cache
def concepts(language: str) -> dict[str, str]:
    """Map folded words to concepts; for example, ``won`` and ``award`` share a concept.

    The degrees of an adjective (``large``, ``larger``, ``largest``) are different concepts.
    """
    lines = table("concepts").get(language, "").split("\n")
    found_in: dict[str, str] = {}
    for line in filter(None, map(str.strip, lines)):
        found = line.removeprefix("# ").split()
        name = f"{'~' if line[0] == '#' else '='}{found[0].rstrip('*')}"
        graded = any(word.endswith("est") for word in found)
        for word in found:
            degree = re.search("(?:est|er)$", word) if graded else None
            for form in _forms(word):
                found_in.setdefault(form, f"{name}+{degree[0]}" if degree else name)
    return found_in


@cache
def members(language: str) -> dict[str, tuple[str, ...]]:
    """Map each concept to the words that express it."""
    gathered: dict[str, list[str]] = {}
    for word, concept in concepts(language).items():
        gathered.setdefault(concept, []).append(word)
    return {concept: tuple(found) for concept, found in gathered.items()}
