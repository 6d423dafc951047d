"""Answer formats by question type: prompts, format checks, and comparison of short answers."""

import json
import re

from desktop_agent.agents.answers.quantities import (
    final_number,
    parse_quantity,
    plain_notation,
    same_quantity,
    same_value,
)
from desktop_agent.core.language import STOP_WORDS
from desktop_agent.core.research import QuestionType
from desktop_agent.evidence.grounding.evidence_answer import INSUFFICIENT
from desktop_agent.evidence.records import Reading
from desktop_agent.evidence.text.dates import date_of
from desktop_agent.evidence.text.fold import words
from desktop_agent.evidence.text.numbers import Number, numbers
from desktop_agent.evidence.text.sentences import inline_text, plain_text, statements
from desktop_agent.evidence.text.wordings import Patterns, Words, table

_FILE = "answer_form"
_WORDS = Words(_FILE)
_PATTERNS = Patterns(_FILE)


_BARE_REST = "No explanation, no citation, no Markdown."
_BARE_LONGEST = 300
_REFUSAL_LONGEST = 300

_BOLD = re.compile(r"\*\*([^*\n]{1,200})\*\*|__([^_\n]{1,200})__")
_ITEM = re.compile(r"^\s{0,8}(?:[-*+•]|\d{1,3}[.)])\s+(.{1,500})$", re.MULTILINE)
_ITEM_END = re.compile(r"\s[-\u2013\u2014]\s|:\s|\s\(")
_FENCE = re.compile(r"^\s{0,3}(?:```|~~~)", re.MULTILINE)
_FENCED = re.compile(r"^\s{0,3}(?:```|~~~)[^\n]{0,40}\n(.*?)\n\s{0,3}(?:```|~~~)\s*$", re.DOTALL)
_HEADING = re.compile(r"^\s{0,3}#{1,6}(?:\s|$)")
_FIRST_WORDS = re.compile(r"\W{0,4}([^\W\d_]{1,8})(?: (\w{1,30}))?")
_FUNCTION_WORDS = frozenset().union(*STOP_WORDS.values())


def policy(question_type: QuestionType, *, bare: bool, worked: bool = False) -> str:
    """Return the instructions on the answer's format, which stand last in a prompt.

    If ``worked``, the answer is a number to be worked out: the model reasons first, and the program
    takes the value out of its last line (`lift_value`, `bare_value`).
    """
    if worked:
        return str(table(_FILE)["worked_policy"])
    told: str = table(_FILE)["bare_policies" if bare else "policies"][question_type]
    return f"{told} {_BARE_REST}" if bare else told


def policy_of(reading: Reading, *, bare: bool) -> str:
    """Return the instructions on the answer's format for a question."""
    return policy(reading.question_type, bare=bare, worked=is_worked_out(reading))


def is_worked_out(reading: Reading) -> bool:
    """Return whether a question gives the numbers from which its own answer is to be worked out.

    It gives at least two numbers besides years, in sentences before its last or as a supposition
    ("If 3 pens cost 6 euros, …"). Nothing has to be looked up for such a question.
    """
    if reading.question_type is not QuestionType.NUMERIC:
        return False
    before = _PATTERNS.sentence_end.split(reading.text.strip())
    supposed = _PATTERNS.supposition.search(reading.text) is not None
    given = reading.text if supposed else " ".join(before[:-1])
    found = [each for each in numbers(given[:_LONGEST]) if each.kind in ("number", "fraction")]
    plain = [each for each in found if each.unit or not (_is_year(each) or each.text == "one")]
    return len(plain) >= 2


def _is_year(number: Number) -> bool:
    return number.text.isdigit() and 1500 <= number.amount <= 2100


def lift_value(text: str, question_type: QuestionType) -> str:
    """Move the value of a worked-out number from the last line or box to the top, in bold.

    A text that states no value in this way, or of another question type, is returned unchanged.
    """
    if question_type is not QuestionType.NUMERIC:
        return text
    stated = _PATTERNS.stated_value.search(text)
    if stated is None and "boxed{" not in text:
        return text
    value = final_number(text)
    working = (text[: stated.start()] if stated is not None else text).rstrip()
    if not value or working.startswith(f"**{value}"):
        return working or text
    return f"**{value}**\n\n{working}".rstrip()


def policies() -> tuple[str, ...]:
    """Return the instructions on the format for all question types."""
    every = table(_FILE)
    written, bare = every["policies"].values(), every["bare_policies"].values()
    return (*written, *bare, every["worked_policy"], _BARE_REST)


def form_fault(text: str, question_type: QuestionType, question: str, *, bare: bool) -> str:
    """Describe the first format error in an answer, or return "" if there is none.

    An answer that begins with `INSUFFICIENT` need not contain the number, yes or no that the
    question otherwise requires.
    """
    if not text.strip():
        return "The answer is empty."
    if len(_FENCE.findall(text)) % 2:
        return "The answer ends inside a code block."
    if "json" not in words(question) and is_json(text):
        return "The answer is JSON, which was not asked for."
    told = [line for line in text.splitlines() if line.strip()]
    if all(_HEADING.match(line) for line in told):
        return "The answer is only a heading."
    if not plain_text(text):
        return "The answer holds only citations or links."
    if is_refusal(text):
        return "The answer is only a refusal."
    if bare and (len(told) > 1 or len(told[0]) > _BARE_LONGEST):
        return "The answer is longer than a bare value."
    return _fault_of_type(text, question_type)


def bare_value(text: str, question_type: QuestionType) -> str:
    """Extract the value from an answer as a single line without citations or Markdown.

    Depending on the question type, the value is "Yes" or "No", the final number, the list items or
    the first bold text. If the answer has none of these, its first statement is returned.
    """
    told = plain_text(_first_told(text))
    if told.casefold().startswith(INSUFFICIENT.casefold()):
        return INSUFFICIENT
    bold = next((plain_text(match[1] or match[2]) for match in _BOLD.finditer(text)), "")
    bold = bold.rstrip(" .:;,")
    match question_type:
        case QuestionType.BOOLEAN:
            return (_yes_or_no(bold) or _yes_or_no(told)).capitalize() or told
        case QuestionType.NUMERIC:
            return final_number(text) or bold or told
        case QuestionType.LIST:
            items = (
                _ITEM_END.split(plain_text(item), maxsplit=1)[0] for item in _ITEM.findall(text)
            )
            return ", ".join(item.rstrip(" .;,") for item in items) or bold or told
        case QuestionType.EXPLANATORY:
            return told
    return bold if bold and not _is_label(bold) else _PATTERNS.label.sub("", told).rstrip(" .")


def is_json(text: str) -> bool:
    """Return whether an answer is a JSON object or array.

    It may be in a code fence, and it may be truncated.
    """
    fenced = _FENCED.match(text.strip())
    body = (fenced[1] if fenced else text).strip()
    if body.startswith(('{"', "[{")):
        return True
    if not body.startswith(("{", "[")) or not inline_text(body).strip():
        return False
    try:
        return isinstance(json.loads(body), dict | list)
    except (ValueError, RecursionError):
        return False


def is_refusal(text: str) -> bool:
    """Return whether the text is a short refusal to answer."""
    plain = plain_text(text).replace("\u2019", "'")
    return len(plain) <= _REFUSAL_LONGEST and _PATTERNS.refusal.match(plain) is not None


def _fault_of_type(text: str, question_type: QuestionType) -> str:
    told = plain_text(_first_told(text))
    if told.casefold().startswith(INSUFFICIENT.casefold()):
        return ""
    stated = _has_number(told) or _PATTERNS.stated_value.search(text)
    if question_type is QuestionType.NUMERIC and not stated:
        return "The first sentence holds no number."
    if question_type is QuestionType.BOOLEAN and not _yes_or_no(told):
        return "The first sentence says neither yes nor no."
    return ""


def _first_told(text: str) -> str:
    return next(iter(statements(text)), text)


def _has_number(sentence: str) -> bool:
    return any(map(str.isdigit, sentence)) or not _WORDS.number_words.isdisjoint(words(sentence))


def _yes_or_no(sentence: str) -> str:
    """Return "yes" or "no" if a sentence opens with it, possibly after a lead-in; otherwise ""."""
    for part in (sentence, *_PATTERNS.after_lead.split(sentence)[1:]):
        match = _FIRST_WORDS.match(part)
        if match and next(iter(words(match[1])), "") in _WORDS.yes_no:
            following = (match[2] or "").casefold()
            if not following or (part is sentence and following in _FUNCTION_WORDS):
                return match[1]
    return ""


def _is_label(bold: str) -> bool:
    return _PATTERNS.label.fullmatch(f"{bold}: ") is not None


# --- Agreement of two short answers, by question type

_LONGEST = 2000
_MOST_ITEMS = 100
_MARKUP = re.compile(r"[*_`]{1,3}|<[^<>\n]{1,40}>|\[\s?[A-Z]?\d{1,3}\s?\]")
_ANSWERS_BOLD = re.compile(r"\s{0,8}\*\*([^*\n]{1,200})\*\*")
_SENTENCE = re.compile(r"(?:(?<=[^\W\d_]{3})|(?<=\d[)%])|(?<=.\d))[.!?](?=\s|$)")
_BULLET = re.compile(r"^\s{0,8}(?:[-*•]|\(?\d{1,3}[.)])\s{1,4}", re.MULTILINE)


def normalise_answer(text: str) -> str:
    """Normalise a short answer for comparison.

    Case, accents, punctuation, markup, articles and lead-ins ("the answer is") are removed. A
    longer text is first reduced to its bold opening or its first sentence.
    """
    short = _head(text)
    told = _PATTERNS.lead.sub("", " ".join(words(short)))
    kept = [word for word in told.split() if word not in _WORDS.articles]
    return " ".join(kept) or told


def same_answer(a: str, b: str, kind: QuestionType) -> bool:
    """Return whether two answers to the same question agree.

    Numbers are compared by value, yes/no answers by the first yes or no, and lists regardless of
    order. Other answers are compared in the form returned by `normalise_answer`, except that dates
    and measures match in any notation.
    """
    if kind is QuestionType.NUMERIC:
        same = same_value(final_number(a), final_number(b))
        return normalise_answer(a) == normalise_answer(b) if same is None else same
    if kind is QuestionType.BOOLEAN:
        said = polarity(a), polarity(b)
        return (
            said[0] == said[1] if None not in said else normalise_answer(a) == normalise_answer(b)
        )
    if kind is QuestionType.LIST:
        return _same_items(answer_items(a), answer_items(b))
    return _same_text(a, b)


def polarity(text: str) -> bool | None:
    """Return True if the text begins with "yes", False if it begins with "no", otherwise None."""
    for word in words(_head(text))[:12]:
        if word in _WORDS.yes_words:
            return True
        if word in _WORDS.no_words:
            return False
    return None


def answer_items(text: str) -> tuple[str, ...]:
    """Return the normalised items of a list answer in order, without duplicates."""
    text = text[:_LONGEST]
    text = re.sub(r"^[^\n:]{0,120}:(?=\s)", "", text, count=1)
    text = re.sub(r"(?<=\d),(?=\d{3}(?!\d))", "", text)
    parts = _PATTERNS.answers_item.split(_MARKUP.sub(" ", _BULLET.sub("\n", text)))[:_MOST_ITEMS]
    items = dict.fromkeys(normalise_answer(part) for part in parts)
    return tuple(item for item in items if item and item != "and")


def _same_items(one: tuple[str, ...], other: tuple[str, ...]) -> bool:
    if len(one) != len(other):
        return False
    left = [item for item in other if item not in one]
    for item in one:
        if item in other:
            continue
        match = next((candidate for candidate in left if same_value(item, candidate)), None)
        if match is None:
            return False
        left.remove(match)
    return True


def _same_text(a: str, b: str) -> bool:
    one, other = normalise_answer(a), normalise_answer(b)
    if one == other:
        return bool(one) or a.strip() == b.strip()
    first, second = (date_of(_head(text)) for text in (a, b))
    if first is not None and second is not None:
        return first == second
    numbers = parse_quantity(_head(a)), parse_quantity(_head(b))
    if numbers[0] is None or numbers[1] is None or numbers[0].noun or numbers[1].noun:
        return False
    return same_quantity(numbers[0], numbers[1])


def _head(text: str) -> str:
    """Return the bold text that opens an answer, or else its first sentence."""
    text = text[:_LONGEST].strip()
    if bold := _ANSWERS_BOLD.match(text):
        return bold.group(1).strip(" .:")
    text = plain_notation(_MARKUP.sub("", text)).strip()
    text = text.split("\n", 1)[0]
    end = _SENTENCE.search(text)
    return text[: end.start()] if end else text
