"""Check that a written answer states the extracted value, and does not deny or replace it.

The text must contain the value, and the first statement that contains a name or date must give the
value as the answer. Names are first replaced with placeholders, so that a few patterns are enough
for all questions. The words in these patterns are in ``resources/evidence/grounding.toml``.
Doubtful texts are rejected, because a rejected text is merely repaired or replaced by the extracted
answer.
"""

import re
import unicodedata
from dataclasses import dataclass
from functools import cache, lru_cache

from desktop_agent.core.language import STOP_WORDS
from desktop_agent.evidence.records import EvidencePack, Intent, Reading
from desktop_agent.evidence.text.dates import When, date_of, dates, dates_in, months, shown
from desktop_agent.evidence.text.fold import BREAK, MARKS, marked_words, without_article, words
from desktop_agent.evidence.text.sentences import cut, statements
from desktop_agent.evidence.text.wordings import table

_END = "¶"
_VERSION = re.compile(r"\d+(?:\.\d+){1,5}[a-z\d]{0,12}")
_FUNCTION_WORDS = frozenset().union(*STOP_WORDS.values())
_MOST_SENTENCES = 400
_QUOTED = 120
"""Maximum length in characters of a sentence quoted in a reason."""

# --- Values in a text


def contains(text: str, value: str) -> bool:
    """Return whether a text contains a value as whole words, after folding both.

    A date matches the same date in any notation and any more precise date, but never a less precise
    one. A value that consists only of symbols must occur verbatim.
    """
    wanted, date = value_words(value)
    if not wanted:
        return _holds_signs(text, value)
    present = words(text)
    if f" {' '.join(wanted)} " in f" {' '.join(present)} ":
        return True
    return date is not None and any(date.holds(found.when) for found in dates(text))


@lru_cache(maxsize=512)
def value_words(value: str) -> tuple[tuple[str, ...], When | None]:
    """Return a value's folded words without leading articles, and its date, or None."""
    every = words(value)
    return tuple(without_article(every)), date_of(value)


def _holds_signs(text: str, value: str) -> bool:
    signs = "".join(unicodedata.normalize("NFKC", value).split())
    if not signs:
        return False
    pattern = rf"(?<!\w){re.escape(signs)}(?!\w)"
    return re.search(pattern, unicodedata.normalize("NFKC", text)) is not None


# --- Masking


def _masked(text: str, pack: EvidencePack) -> list[str]:
    """Return the statements of a text as folded words, with placeholders for names.

    VALUE stands for the extracted value, OTHER for another candidate, date or version, and NAME for
    any other capitalised name. Each returned string starts and ends with a space.
    """
    value, date = value_words(pack.answer)
    phrases = [(value, "VALUE")]
    for candidate in pack.candidates:
        other = value_words(candidate.value)[0]
        if other and f" {' '.join(other)} " not in f" {' '.join(value)} ":
            phrases.append((other, "OTHER"))
    phrases.sort(key=lambda phrase: -len(phrase[0]))
    opening = {phrase[0] for phrase, _ in phrases}
    stream = marked_words(BREAK.join(statements(text)[:_MOST_SENTENCES]))
    lower = "\n".join(stream).casefold().split("\n")
    dates = {span.start: span for span in dates_in(lower)}
    asked = frozenset(words(f"{pack.reading.text} {pack.reading.entity}"))
    lines: list[list[str]] = [[]]
    at = 0
    while at < len(stream):
        end, mark = at + 1, lower[at]
        phrase = None
        if mark in opening:
            phrase = next(((e, m) for p, m in phrases if (e := _end_of(p, lower, at))), None)
        if at in dates:
            end, mark = dates[at].end, _date_mark(date, dates[at].when)
        elif phrase is not None:
            end, mark = phrase
        elif mark not in asked:
            mark = _word_mark(stream[at], mark, value, first=not lines[-1])
        if mark == _END:
            lines.append([])
        elif mark != "NAME" or lines[-1][-1:] != ["NAME"]:
            lines[-1].append(mark)
        at = end
    return [f" {' '.join(line)} " for line in lines]


def _end_of(phrase: tuple[str, ...], lower: list[str], at: int) -> int:
    """Return the end index of a phrase if it starts at ``at``, otherwise 0.

    Punctuation within the phrase is ignored.
    """
    for word in phrase:
        while at < len(lower) and lower[at] in MARKS and word != phrase[0]:
            at += 1
        if at >= len(lower) or lower[at] != word:
            return 0
        at += 1
    return at


def _date_mark(value: When | None, date: When) -> str:
    if value is None or (date.holds(value) and not value.holds(date)):
        return "DATE"
    return "VALUE" if value.holds(date) else "OTHER"


def _word_mark(word: str, lower: str, value: tuple[str, ...], *, first: bool) -> str:
    if lower[0].isdigit() and _VERSION.fullmatch(lower) and _VERSION.fullmatch(value[0]):
        return "NUM" if value[0].startswith(f"{lower}.") else "OTHER"
    if word == lower or lower in months() or lower in MARKS or lower in _FUNCTION_WORDS:
        return lower
    return lower if first and lower in _starters() else "NAME"


# --- Cues


@cache
def _any(*names: str) -> str:
    """Return a pattern that matches any phrase in the named cue lists, in any language."""
    lists = (part for name in names for part in table("grounding")[name].values())
    return f"(?:{'|'.join(phrase for phrases in lists for phrase in phrases)})"


@cache
def _starters() -> frozenset[str]:
    """Return words that are often capitalised at the start of a sentence but are not names."""
    every = (p for name in table("grounding").values() for part in name.values() for p in part)
    return frozenset(word for phrase in every for word in re.findall(r"[^\W\d_]{2,}", phrase))


_WORD = r"[^\s,;:()—/?]+ "
_RIVAL = "(?:OTHER|NAME)"


@cache
def _near() -> str:
    """Return a pattern for up to six words of a clause that do not reverse its meaning."""
    return rf"(?:(?!{_any('turn')} |VALUE |OTHER ){_WORD}){{0,6}}"


@cache
def _denies() -> re.Pattern[str]:
    """Return a pattern for statements that deny the value or call it outdated or an opinion."""
    near, filler = _near(), rf"(?:{_any('filler')} ){{0,3}}"
    was, denied = "(?:is|was|are|were)", _any("negative_complement", "untrue")
    of_value = (
        rf" VALUE (?:[(,] [^(),;?]{{0,160}} [),] )?(?:{was} (?:{_WORD}){{0,2}}?{denied}"
        rf"|{_any('negative_predicate')})(?! {_any('harmless_predicate')} ) "
    )
    return re.compile(
        "|".join(
            (
                of_value,
                rf" {_any('negation')} (?:(?!{_any('turn', 'looks_back')} ){_WORD}){{0,6}}VALUE ",
                rf" VALUE (?:[^;:?]{{0,80}} )?{_any('negative_ending')} (?:[,;]|$)",
                rf" VALUE (?:[^;?]{{0,60}} )?{_any('until')} ",
                rf" VALUE (?:{_WORD}){{0,12}}(?:[;,] {_WORD})?(?:is|are) {_any('untrue')} ",
                rf" VALUE [:—(,] {_any('untrue')} ",
                rf" {_any('then', 'formerly')} ,? ?(?:{_WORD}){{0,3}}?VALUE ",
                rf" {_any('condition')} {near}VALUE ",
                rf" {_any('some')} (?:{_WORD}){{0,2}}{_any('believe')} {near}VALUE ",
                rf" {_any('believers')} {near}{_any('believe')} {near}VALUE .*{_any('but')} ",
                rf" {_any('until', 'earlier')} {filler}VALUE ",
                rf" (?:before|prior to|preceding) (?:{_WORD}){{0,4}}(?:is|was) VALUE ",
                r" VALUE s (?:successor|follow up|sequel|replacement|rival) ",
                rf"(?:^|[,;(—]) {_any('concession')} [^,;]{{0,120}}VALUE [^,;]{{0,120}},",
            )
        )
    )


@lru_cache(maxsize=64)
def _replaces(asked: tuple[str, ...], *, current: bool) -> re.Pattern[str]:
    """Return a pattern for statements that give another name as the answer.

    ``asked`` holds the words that describe what is asked for, such as "tallest" or "born". If
    ``current``, the pattern also matches statements that call the value a past answer.
    """
    is_, links = _any("is"), rf"(?:{_any('link')} ){{0,3}}"
    heads = "|".join((_any("latest", "right"), *map(re.escape, asked)))
    by = "(?:(?:by|on|in|von|am|par|le|por|el|da|the) ){0,2}"
    patterns = [
        rf" VALUE (?:or|oder|ou|vs|versus|/) {_RIVAL} | {_RIVAL} (?:or|oder|ou|vs|/) VALUE ",
        rf" (?:{heads}) (?:{_WORD}){{0,8}}{is_} {links}{_RIVAL} (?!VALUE )",
        rf"(?<! in)(?<! of)(?<! at) {_RIVAL} (?:{is_}|has|became|was named) {links}(?:her |his |its |their )?(?:{heads}) ",
        rf" {_any('soft_turn')} ,? ?(?:(?:it|that|this|he|she|es|c) {is_} )?{links}{_RIVAL} ",
        rf" {_RIVAL} (?:has |have )?(?:since |now )?(?:overtaken|replaced|beaten|ousted) ",
        rf" (?:newer|more recent|has since) (?!than )(?:{_WORD}){{0,4}},? ?OTHER ",
    ]
    if asked:
        patterns.append(rf" (?:{'|'.join(map(re.escape, asked))}) {by}OTHER ")
    if current:
        past = "(?:was|war|etait|fue) (?!appointed|named|elected|chosen|made|first)"
        patterns.append(rf" VALUE {past}(?:{_WORD}){{0,2}}(?:{heads}) ")
    return re.compile("|".join(patterns))


@cache
def _takes_back() -> re.Pattern[str]:
    pointed = "(?:this|that|it|they|above|answer|information|claim|statement|das|dies|es|cela|esto)"
    return re.compile(
        rf" {_any('hard_turn')} | {pointed} (?:is|are|was|has|ist|war|est|es) (?:{_WORD}){{0,2}}"
        rf"{_any('retracted')} "
    )


@cache
def _harmless() -> re.Pattern[str]:
    return re.compile(rf" {_any('harmless_negation')} ")


@cache
def _excused() -> tuple[re.Pattern[str], re.Pattern[str]]:
    """Return patterns for the text around a rival that is mentioned but not given as the answer.

    The first is for the text before the rival, the second for the text after it.
    """
    behind = rf" {_any('excused_behind')} (?:(?!{_any('is')} )[^\s;?]+ ){{0,4}}$"
    return re.compile(behind), re.compile(rf" {_any('excused_before')} ")


def _unexcused(line: str) -> bool:
    behind, before = _excused()
    return any(
        not (behind.search(line[: found.end()]) or before.match(line[found.end() + 5 :]))
        for found in re.finditer(" (?=OTHER )", line)
    )


# --- The verdict


@dataclass(frozen=True, slots=True)
class Grounding:
    """The verdict on a text.

    ``reason`` is a readable sentence for the user, or "" if ``ok`` is true.
    """

    ok: bool
    reason: str = ""


def ground(text: str, pack: EvidencePack) -> Grounding:
    """Check that a text states ``pack.answer`` as its answer and does not retract it.

    Headings, block quotes and source lists are ignored because they are not statements by the
    author. If there is no extracted answer, every text passes.
    """
    if not pack.answer:
        return Grounding(ok=True)
    value = shown(pack.answer)
    if not value_words(pack.answer)[0]:  # symbols only: their role in a sentence cannot be judged
        named = contains(text, pack.answer)
        return Grounding(named, "" if named else f"The text does not name {value}.")
    lines = [_harmless().sub(" ", line) for line in _masked(text, pack)]
    raws = statements(text)[:_MOST_SENTENCES]
    raws = raws if len(raws) == len(lines) else [""] * len(lines)
    told = [(line, raw) for line, raw in zip(lines, raws, strict=True) if not line.endswith(" ? ")]
    if not any(" VALUE " in line for line, _ in told):
        return Grounding(ok=False, reason=f"The text does not name {value}.")
    named = False
    for line, raw in told:
        fault = ""
        if " VALUE " in line or named:
            fault = _fault(line, value, pack, first=not named)
        elif re.search(rf" (?:{_RIVAL}|DATE) ", line):
            fault = f"Its first statement does not name {value}"
        if fault:
            quoted = f": “{cut(' '.join(raw.split()), _QUOTED)}”" if raw else "."
            return Grounding(ok=False, reason=fault + quoted)
        named = named or " VALUE " in line
    return Grounding(ok=True)


def _fault(line: str, value: str, pack: EvidencePack, *, first: bool) -> str:
    held, rival = " VALUE " in line, re.search(f" {_RIVAL} ", line) is not None
    if held and _denies().search(line):
        return f"It denies {value}, or names it only in passing"
    asked, current = _asked(pack.reading)
    if (rival or (held and current)) and _replaces(asked, current=current).search(line):
        return f"It gives another name in the place of {value}"
    if _takes_back().search(line):
        return f"It takes {value} back"
    dated = pack.reading.intent is Intent.EVENT_DATE  # a biography has other dates as well
    if first and not dated and _unexcused(line):
        return f"It gives another name in the place of {value}"
    return ""


@lru_cache(maxsize=64)
def _asked(reading: Reading) -> tuple[tuple[str, ...], bool]:
    """Return the words that describe what is asked for, and whether a current answer is wanted."""
    known = set(words(reading.entity)) - set(words(reading.detail)) | _FUNCTION_WORDS
    asked = tuple(word for word in words(f"{reading.text} {reading.detail}") if word not in known)
    latest = reading.intent in (Intent.LATEST_ALBUM, Intent.LATEST_VERSION)
    return asked, reading.current or latest
