"""Answer formats by question type, the displayable part of a reply, and answer comparison."""

import re
from collections import Counter
from collections.abc import Iterable

from desktop_agent.agents.answers.quantities import (
    final_number,
    parse_quantity,
    plain_notation,
    same_quantity,
    same_value,
)
from desktop_agent.agents.reply_parsing import (
    ANSWER_TAG,
    ARGUMENT_KEYS,
    NAME_KEYS,
    json_end,
    without_loop,
)
from desktop_agent.core.citations import CITATION, CODE
from desktop_agent.core.language import STOP_WORDS, script_of
from desktop_agent.core.research import QuestionType
from desktop_agent.evidence.grounding.evidence_answer import INSUFFICIENT
from desktop_agent.evidence.question.parser import request_kind
from desktop_agent.evidence.records import Reading
from desktop_agent.evidence.text.dates import date_of
from desktop_agent.evidence.text.fold import words
from desktop_agent.evidence.text.numbers import numbers
from desktop_agent.evidence.text.sentences import plain_text, sentences, statements
from desktop_agent.evidence.text.wordings import Patterns, Words, table

_FILE = "answer_form"
_WORDS = Words(_FILE)
_PATTERNS = Patterns(_FILE)

# --- What a prompt says on the format

_BARE_REST = "No explanation, no citation, no Markdown."
_LONGEST = 2000


def policy(question_type: QuestionType, *, bare: bool, worked: bool = False) -> str:
    """Return the format instructions for an answer of the given type.

    If ``worked`` is True, the answer is a number that must be worked out: the model reasons first,
    and the program takes the value from the last line (`lift_value`, `bare_value`).
    """
    if worked:
        return str(table(_FILE)["worked_policy"])
    told: str = table(_FILE)["bare_policies" if bare else "policies"][question_type]
    return f"{told} {_BARE_REST}" if bare else told


def policies() -> tuple[str, ...]:
    """Return the format instructions for all question types."""
    every = table(_FILE)
    written, bare = every["policies"].values(), every["bare_policies"].values()
    return (*written, *bare, every["worked_policy"], _BARE_REST)


def is_worked_out(reading: Reading) -> bool:
    """Return whether the answer can be calculated from the numbers in the question alone.

    The question must give at least two numbers besides years, before its last sentence or as a
    supposition ("If 3 pens cost 6 euros, …"). Relations such as "half" or "twice" count as numbers
    if there is at least one actual number.
    """
    if reading.question_type is not QuestionType.NUMERIC:
        return False
    given = reading.text
    if not _PATTERNS.supposition.search(given):
        given = " ".join(_PATTERNS.sentence_end.split(given.strip())[:-1])
    found = [
        number
        for number in numbers(given[:_LONGEST])
        if number.kind in ("number", "fraction")
        and (number.unit or not _PATTERNS.year_or_one.fullmatch(number.text))
    ]
    related = _PATTERNS.given_by_another.findall(given[:_LONGEST])
    return bool(found) and len(found) + len(related) >= 2


# --- Format checks, and the value of an answer

_BARE_LONGEST = 300
_REFUSAL_LONGEST = 300
_BOLD = re.compile(r"\*\*([^*\n]{1,200})\*\*|__([^_\n]{1,200})__")
_ITEM = re.compile(r"^\s{0,8}(?:[-*+•]|\d{1,3}[.)])\s+(.{1,500})$", re.MULTILINE)
_ITEM_END = re.compile(r"\s[-\u2013\u2014]\s|:\s|\s\(")
_FENCE = re.compile(r"^\s{0,3}(?:```|~~~)", re.MULTILINE)
_FENCED = re.compile(r"^\s{0,3}(?:```|~~~)[^\n]{0,40}\n(.*?)\n\s{0,3}(?:```|~~~)\s*$", re.DOTALL)
_JSON = re.compile(
    r"""\s*(?:\{"|\{\s*"[^"\n]{0,200}"\s*:|\[\s*(?:\{\s*"|"[^"\n]{0,200}"\s*[,\]](?!\()))"""
)
_HEADING = re.compile(r"^\s{0,3}#{1,6}(?:\s|$)")
_FIRST_WORDS = re.compile(r"\W{0,4}([^\W\d_]{1,8})(?: (\w{1,30}))?")
_FUNCTION_WORDS = frozenset().union(*STOP_WORDS.values())


def lift_value(text: str, question_type: QuestionType) -> str:
    """Move a calculated value from the last line or box to the top, in bold.

    The text is unchanged if it states no such value or the question is not numeric.
    """
    stated = _PATTERNS.stated_value.search(text)
    if question_type is not QuestionType.NUMERIC or not (stated or "boxed{" in text):
        return text
    value = final_number(text)
    working = (text[: stated.start()] if stated is not None else text).rstrip()
    if not value or working.startswith(f"**{value}"):
        return working or text
    return f"**{value}**\n\n{working}".rstrip()


def form_fault(text: str, question_type: QuestionType, question: str, *, bare: bool) -> str:
    """Describe the first format error in an answer, or return "" if there is none.

    An answer that begins with `INSUFFICIENT` may omit the required number, yes or no.
    """
    told = [line for line in text.splitlines() if line.strip()]
    first = plain_text(_first_told(text))
    typed = not first.casefold().startswith(INSUFFICIENT.casefold())
    numeric = typed and question_type is QuestionType.NUMERIC
    boolean = typed and question_type is QuestionType.BOOLEAN
    faults = {
        "The answer is empty.": not told,
        "The answer ends inside a code block.": len(_FENCE.findall(text)) % 2,
        "The answer is JSON, which was not asked for.": (
            "json" not in words(question) and is_json(text)
        ),
        "The answer is only a heading.": all(_HEADING.match(line) for line in told),
        "The answer holds only citations or links.": not plain_text(text),
        "The answer is only a refusal.": is_refusal(text),
        "The answer is longer than a bare value.": (
            bare and (len(told) > 1 or any(len(line) > _BARE_LONGEST for line in told))
        ),
        "The first sentence holds no number.": numeric and not _has_number(first, text),
        "The first sentence says neither yes nor no.": boolean and not _yes_or_no(first),
    }
    return next((fault for fault, found in faults.items() if found), "")


def _has_number(first: str, text: str) -> bool:
    worded = not _WORDS.number_words.isdisjoint(words(first))
    return worded or any(map(str.isdigit, first)) or bool(_PATTERNS.stated_value.search(text))


def bare_value(text: str, question_type: QuestionType) -> str:
    """Extract the value from an answer as a single line without citations or Markdown.

    Depending on the question type, this is "Yes" or "No", the final number, the list items or the
    first bold text; failing that, the first statement.
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
            items = (_ITEM_END.split(plain_text(item))[0] for item in _ITEM.findall(text))
            return ", ".join(item.rstrip(" .;,") for item in items) or bold or told
        case QuestionType.EXPLANATORY:
            return told
    labels = _PATTERNS.label.fullmatch(f"{bold}: ")
    return bold if bold and not labels else _PATTERNS.label.sub("", told).rstrip(" .")


def is_json(text: str) -> bool:
    """Return whether an answer is a JSON object or array, possibly fenced or truncated."""
    fenced = _FENCED.match(text.strip())
    return _JSON.match(fenced[1] if fenced else text) is not None


def is_refusal(text: str) -> bool:
    """Return whether the text is a short refusal to answer."""
    plain = plain_text(text).replace("\u2019", "'")
    return len(plain) <= _REFUSAL_LONGEST and _PATTERNS.refusal.match(plain) is not None


def _first_told(text: str) -> str:
    return next(iter(statements(text)), text)


def _yes_or_no(sentence: str) -> str:
    """Return "yes" or "no" if a sentence begins with it, perhaps after a lead-in; otherwise ""."""
    for part in (sentence, *_PATTERNS.after_lead.split(sentence)[1:]):
        match = _FIRST_WORDS.match(part)
        if match and next(iter(words(match[1])), "") in _WORDS.yes_no:
            following = (match[2] or "").casefold()
            if not following or (part is sentence and following in _FUNCTION_WORDS):
                return match[1]
    return ""


# --- Agreement of two short answers, by question type

_MOST_ITEMS = 100
_VERSION = re.compile(r"v?\d{1,6}(?:\.\d{1,6}){1,5}")
_MARKUP = re.compile(r"[*_`]{1,3}|<[^<>\n]{1,40}>|\[\s?[A-Z]?\d{1,3}\s?\]")
_OPENING_BOLD = re.compile(r"\s{0,8}\*\*([^*\n]{1,200})\*\*")
_SENTENCE = re.compile(r"(?:(?<=[^\W\d_]{3})|(?<=\d[)%])|(?<=.\d))[.!?](?=\s|$)")
_BULLET = re.compile(r"^\s{0,8}(?:[-*•]|\(?\d{1,3}[.)])\s{1,4}", re.MULTILINE)


def normalise_answer(text: str) -> str:
    """Normalise a short answer for comparison.

    Case, accents, punctuation, markup, articles and lead-ins ("the answer is") are removed. Longer
    text is first reduced to its opening bold text or its first sentence.
    """
    told = _PATTERNS.lead.sub("", " ".join(words(_head(text))))
    kept = [word for word in told.split() if word not in _WORDS.articles]
    return " ".join(kept) or told


def same_answer(a: str, b: str, kind: QuestionType) -> bool:
    """Return whether two answers to the same question agree.

    Numbers are compared by value, yes/no answers by the first yes or no, and lists regardless of
    order. Other answers agree if they are equal in the form returned by `normalise_answer`, if they
    are the same date or measure in any notation, or if one contains the other: "Jim Tressel", and
    "Jim Tressel is the lieutenant governor". Numbers that may be versions are compared as they are
    written, so 3.1 and 3.10 differ.
    """
    if kind is QuestionType.LIST:
        return _same_items(_items(a), _items(b))
    same: bool | None = None
    if kind is QuestionType.NUMERIC:
        same = same_value(final_number(a), final_number(b))
    elif kind is QuestionType.BOOLEAN:
        one, other = polarity(a), polarity(b)
        same = None if one is None or other is None else one is other
    elif _VERSION.fullmatch(a) and _VERSION.fullmatch(b):
        same = words(a) == words(b)
    elif _contains_other(a, b) or _same_measure(a, b):
        same = True
    if same is None:
        same = normalise_answer(a) == normalise_answer(b)
    return same


def polarity(text: str) -> bool | None:
    """Return True if the text begins with "yes", False if it begins with "no", otherwise None."""
    for word in words(_head(text))[:12]:
        if word in _WORDS.yes_words or word in _WORDS.no_words:
            return word in _WORDS.yes_words
    return None


def _items(text: str) -> list[str]:
    text = re.sub(r"^[^\n:]{0,120}:(?=\s)", "", text[:_LONGEST], count=1)
    text = re.sub(r"(?<=\d),(?=\d{3}(?!\d))", "", text)
    parts = _PATTERNS.answers_item.split(_MARKUP.sub(" ", _BULLET.sub("\n", text)))[:_MOST_ITEMS]
    items = dict.fromkeys(normalise_answer(part) for part in parts)
    return [item for item in items if item and item != "and"]


def _same_items(one: list[str], other: list[str]) -> bool:
    in_other = [any(item == each or same_value(item, each) for each in other) for item in one]
    return len(one) == len(other) and all(in_other)


def within(short: str, long: str) -> bool:
    """Return whether the words of ``short`` occur consecutively in ``long``."""
    return bool(words(short)) and f" {' '.join(words(short))} " in f" {' '.join(words(long))} "


def _contains_other(a: str, b: str) -> bool:
    short, long = sorted((a, b), key=len)
    added = Counter(words(long)) - Counter(words(short))
    return within(short, long) and _WORDS.otherwise.isdisjoint(added)


def _same_measure(a: str, b: str) -> bool:
    first, second = date_of(_head(a)), date_of(_head(b))
    if first is not None and second is not None:
        return first == second
    number, another = parse_quantity(_head(a)), parse_quantity(_head(b))
    if number is None or another is None or number.noun or another.noun:
        return False
    return same_quantity(number, another)


def _head(text: str) -> str:
    text = text[:_LONGEST].strip()
    if bold := _OPENING_BOLD.match(text):
        return bold[1].strip(" .:")
    text = plain_notation(_MARKUP.sub("", text)).strip().split("\n", 1)[0]
    end = _SENTENCE.search(text)
    return text[: end.start()] if end else text


# --- The part of a reply that can be shown as an answer

_JSON_CALL = re.compile(
    rf"""(?:\b[\w-]{{1,24}}:[ \t]{{0,9}})?(?P<call>\{{)\s{{0,9}}["']?(?:{"|".join(NAME_KEYS)})["']?\s{{0,9}}:\s{{0,9}}"""
    rf"""(?:["'][\w.-]{{1,64}}["']\s{{0,9}},\s{{0,9}}["']?(?:{"|".join(ARGUMENT_KEYS)})["']?\s{{0,9}}:"""
    r"""|\{\s{0,9}["']name["'])"""
)
_EMPTY_FENCE = re.compile(
    r"(?m)^[ \t]*(?:\w{1,20}:[ \t]*)?```[\w-]{0,20}[ \t]*(?:\n[\s\[\],]*(?:```[ \t]*$|\Z)|(?<=\w)\Z)"
)
_LINE_OF_JSON = re.compile(r"(?m)^[ \t]*(?=\{|\[\s*\{)")
_LEADING_CITATION = re.compile(r"((?:\[\d{1,3}\])+)\s+(?=\w)(?![\s\S]*[\n?!.] ?\[\d{1,3}\] +\w)")
_LABEL = re.compile(r"[\w ]{1,24}:")
_LONE_HEADING = re.compile(r"#{1,6} [^\n]*")
_CUT_CITATION = re.compile(r"\[[\d, ]*\Z")
_RUN = re.compile(r"([^\s\w|=-])\1{29,}")
"""Matches a character that is repeated without end; those of tables and rules are left alone."""
_CLAUSE = re.compile(r"[^\n.!?:]+[.!?:\n]?")
_BLANK_LINE = "\n\n"
_LEAST_PROMPT_WORDS = 5
_LEAST_QUESTION_WORDS = 4
_LONGEST_ANNOUNCEMENT = 200
_LEAST_LETTERS = 12
"""Number of letters below which an answer may be a name or a word in another script."""


def fit_text(text: str, asked: str, own: Iterable[str] = ()) -> str:
    """Return the part of the text that can be shown as an answer, or "" if there is none.

    ``asked`` is the user's text: markup and JSON are kept if it mentions them. Sentences from
    ``own``, the text of the program's prompts, are removed, as are repetitions at the end. A
    placeholder, a label, JSON, text in a script other than the question's, or a mere announcement
    is not an answer.
    """
    is_question = request_kind(asked) == "question"
    text = text.strip()
    if _PATTERNS.of_markup.search(asked) is None:
        text = _without_markup(text, asked)
        if is_question:
            text = _PATTERNS.gap.sub("", _without_json(text))
    if is_question:
        text = _without_prompt(text, (*own, *policies()), asked)
    text = _CUT_CITATION.sub("", _RUN.sub("", ANSWER_TAG.sub("", text))).strip()
    text = without_loop(text).strip()
    if is_question:
        text = _opened_well(text, asked)
        text = _without_asides(text, asked)
    plain = plain_text(text).strip(" .:;,<>[](){}\"'")
    if not plain or _PATTERNS.placeholder.fullmatch(plain) or _LABEL.fullmatch(text):
        return ""
    if len(plain) <= _LONGEST_ANNOUNCEMENT and _PATTERNS.announcement.fullmatch(plain):
        return ""
    if is_question and (_LONE_HEADING.fullmatch(text) or _is_in_another_script(plain, asked)):
        return ""
    return text


def _without_asides(text: str, asked: str) -> str:
    """Remove closing paragraphs that announce a next step or are in another script."""
    while (end := text.rfind(_BLANK_LINE)) > 0:
        last = text[end:].strip()
        announced = len(last) <= _LONGEST_ANNOUNCEMENT and _PATTERNS.announcement.fullmatch(last)
        if not announced and not _is_in_another_script(plain_text(last), asked):
            break
        text = text[:end].rstrip()
    return text


def _is_in_another_script(plain: str, asked: str) -> bool:
    """Return whether a Latin-script question is answered in a script that it did not ask for."""
    if _PATTERNS.of_language.search(asked):
        return False
    long = sum(map(str.isalpha, plain)) >= _LEAST_LETTERS
    return long and script_of(asked) == "LATIN" != script_of(plain)


def _opened_well(text: str, asked: str) -> str:
    """Strip a repeated question or lead-in, and move a leading citation after its sentence."""
    first = _CLAUSE.match(text)
    said = words(CITATION.sub("", first[0])) if first else []
    is_question = first and first[0].endswith("?") and len(said) >= _LEAST_QUESTION_WORDS
    if first and is_question and " ".join(said) in " ".join(words(asked)):
        text = text[first.end() :].lstrip()
    text = _PATTERNS.answer_label.sub("", text)
    text = _PATTERNS.lead_in.sub(lambda found: found[1].upper(), text, count=1)
    leading = _LEADING_CITATION.match(text)
    stated = sentences(text[leading.end() :])[:1] if leading else ()
    if not leading or not stated:
        return text
    end = leading.end() + stated[0].end
    stop = text[end - 1] if text[end - 1] in ".!?" else ""
    citation = "" if stated[0].citations else f" {leading[1]}"
    return f"{text[leading.end() : end - len(stop)]}{citation}{stop}{text[end:]}"


def _without_markup(text: str, asked: str) -> str:
    """Remove what `ReplyCleaner` leaves: calls and thoughts of other models, and empty blocks."""
    for block in _PATTERNS.all("foreign_blocks"):
        text = block.sub("", text)
    if (turn := _PATTERNS.next_turn.search(text)) and text[: turn.start()].strip():
        text = text[: turn.start()]
    while (found := _JSON_CALL.search(text)) is not None:
        end = json_end(text, found.start("call"))
        text = text[: found.start()] + ("" if end is None else text[end:])
    parts = CODE.split(text)
    for mark in _PATTERNS.all("foreign_marks"):
        parts[::2] = [mark.sub("", part) for part in parts[::2]]
    return _without_turns(_EMPTY_FENCE.sub("", "".join(parts)), asked).strip()


def _without_turns(text: str, asked: str) -> str:
    """Reduce a labelled transcript to the model's own part."""
    labels = list(_PATTERNS.turn_label.finditer(text))
    ends = [label.start() for label in labels[1:]] + [len(text)] * bool(labels)
    turns = [(each, text[each.end() : end].strip()) for each, end in zip(labels, ends, strict=True)]
    question = " ".join(words(asked))
    echoed = any(label["heading"] or " ".join(words(said)) in question for label, said in turns)
    if not echoed and (len(turns) < 2 or not any(each["clear"] or each["user"] for each in labels)):
        return text
    kept = text[: labels[0].start()]
    for label, said in turns:
        if label["user"] and kept.strip():
            break  # the model goes on with a conversation that it invents
        kept += f"{said if label['own'] else said.partition(_BLANK_LINE)[2]}\n"
    return kept


def _without_json(text: str) -> str:
    """Remove JSON objects and arrays that begin a line, even in code blocks."""
    for found in reversed(list(_LINE_OF_JSON.finditer(text))):
        end = json_end(text, found.end())
        if is_json(text[found.end() : end]):
            text = text[: found.start()] + ("" if end is None else text[end:])
    return _EMPTY_FENCE.sub("", text).strip()


def _without_prompt(text: str, own: Iterable[str], asked: str) -> str:
    known = {tuple(words(each)) for part in own for each in _CLAUSE.findall(part)}
    known -= {tuple(words(each)) for each in _CLAUSE.findall(asked)}

    def kept(match: re.Match[str]) -> str:
        said = tuple(words(match[0]))
        is_own = len(said) >= _LEAST_PROMPT_WORDS and said in known
        return "\n" if is_own and match[0].endswith("\n") else "" if is_own else match[0]

    return _CLAUSE.sub(kept, text)
