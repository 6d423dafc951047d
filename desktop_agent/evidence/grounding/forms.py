"""The form of an answer by the type of its question: what to ask for, and whether it was given."""

import json
import re

from desktop_agent.core.research import QuestionType
from desktop_agent.evidence.grounding.folding import words
from desktop_agent.evidence.grounding.markup import inline_text, plain_text
from desktop_agent.evidence.grounding.statements import statements
from desktop_agent.web.search.language import STOP_WORDS

INSUFFICIENT = "Insufficient evidence"
"""What an honest answer begins with where there is none; it is valid in every form."""

_POLICIES = {
    QuestionType.NUMERIC: (
        "Begin with the number, in bold, with its unit; then one or two sentences on where it comes "
        "from or how it was worked out."
    ),
    QuestionType.BOOLEAN: (
        "Begin with yes or no in the language of the question, in bold; then one or two sentences "
        "that give the reason."
    ),
    QuestionType.LIST: (
        "Answer with a list in Markdown, one item a line, each with its citation; no prose around "
        "it but one line where the list needs it."
    ),
    QuestionType.EXPLANATORY: (
        "Write structured prose in Markdown with short headings. Never answer in JSON or as a bare "
        "list of keywords."
    ),
    QuestionType.FACTUAL: (
        "Be concise: the bare value first, in bold, then one line of support with its citations."
    ),
}
_BARE_POLICIES = {
    QuestionType.NUMERIC: "Answer with the number alone.",
    QuestionType.BOOLEAN: "Answer with yes or no alone.",
    QuestionType.LIST: "Answer with the items alone, on one line, separated by commas.",
    QuestionType.EXPLANATORY: "Answer in one sentence.",
    QuestionType.FACTUAL: "Answer with the value alone.",
}
_BARE_REST = "No explanation, no citation, no Markdown."
_BARE_LONGEST = 300
_REFUSAL_LONGEST = 300

_YES_NO = """yes no ja nein oui non si sim nao nee da да нет はい いいえ 是 否 ano tak nie yep nope evet
hayir"""
_NUMBER_WORDS = """zero none one two three four five six seven eight nine ten eleven twelve thirteen fourteen
fifteen sixteen seventeen eighteen nineteen twenty thirty forty fifty sixty seventy eighty ninety
hundred thousand million billion dozen half once twice null eins zwei drei vier funf sechs sieben acht
neun zehn elf zwolf hundert tausend deux trois quatre cinq sept huit neuf dix cent mille uno dos tres
cuatro cinco seis siete ocho nueve diez cien mil due tre quattro cinque sei sette otto nove dieci cento
dois quatro sete oito dez een twee drie vijf zes zeven negen tien honderd duizend"""
_NUMBER = re.compile(r"(?<![\w.])[-\u2212]?[$€£]?\d[\d.,\u00a0\u202f]{0,30}(?:\s?%)?")
_BOLD = re.compile(r"\*\*([^*\n]{1,200})\*\*|__([^_\n]{1,200})__")
_LABEL = re.compile(
    r"^(?:the )?(?:short |final |bare )?(?:answer|value|result|antwort|réponse|respuesta)"
    r"(?: is)?\s?[:=]?\s+",
    re.IGNORECASE,
)
_ITEM = re.compile(r"^\s{0,8}(?:[-*+•]|\d{1,3}[.)])\s+(.{1,500})$", re.MULTILINE)
_ITEM_END = re.compile(r"\s[-\u2013\u2014]\s|:\s|\s\(")
_FENCE = re.compile(r"^\s{0,3}(?:```|~~~)", re.MULTILINE)
_FENCED = re.compile(r"^\s{0,3}(?:```|~~~)[^\n]{0,40}\n(.*?)\n\s{0,3}(?:```|~~~)\s*$", re.DOTALL)
_HEADING = re.compile(r"^\s{0,3}#{1,6}(?:\s|$)")
_AFTER_LEAD = re.compile(
    r"[,;:\u2014\u2013-]\s|\b(?:is|ist|est|es|é|è|c'est)(?: a)?\s", re.IGNORECASE
)
_FIRST_WORDS = re.compile(r"\W{0,4}([^\W\d_]{1,8})(?: (\w{1,30}))?")
_FUNCTION_WORDS = frozenset().union(*STOP_WORDS.values())
_REFUSAL = re.compile(
    r"\b(?:i(?:'m| am)? (?:sorry|afraid)|i (?:can ?not|can't|cannot|could not|couldn't|won't|will not|"
    r"am unable to|'m unable to|am not able to|do not|don't) (?:\w+ ){0,2}?(?:help|assist|answer|"
    r"provide|comply|fulfil|fulfill|do that|have (?:access|enough|the ability))|as an ai\b|"
    r"unable to (?:help|assist|answer)|ich kann (?:\w+ ){0,4}nicht (?:helfen|beantworten)|"
    r"je ne peux pas|no puedo (?:ayudar|responder)|i don't know|i do not know)",
    re.IGNORECASE,
)


def policy(question_type: QuestionType, *, bare: bool) -> str:
    """Gives the sentences of a system prompt that say what form the answer must have."""
    if bare:
        return f"{_BARE_POLICIES[question_type]} {_BARE_REST}"
    return _POLICIES[question_type]


def form_fault(text: str, question_type: QuestionType, question: str, *, bare: bool) -> str:
    """Gives what is wrong with the form of an answer in a sentence for people, or "".

    An answer that begins with `INSUFFICIENT` needs neither a number nor a yes.
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
    """Takes the value out of a written answer, without citations and Markdown, on one line.

    That is the yes or no, the first number, the items of a list, or the first words in bold;
    where there is none of them, the first statement.
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
            return _number(bold) or _number(told) or _number(plain_text(text)) or bold or told
        case QuestionType.LIST:
            items = (
                _ITEM_END.split(plain_text(item), maxsplit=1)[0] for item in _ITEM.findall(text)
            )
            return ", ".join(item.rstrip(" .;,") for item in items) or bold or told
        case QuestionType.EXPLANATORY:
            return told
    return bold if bold and not _is_label(bold) else _LABEL.sub("", told).rstrip(" .")


def is_json(text: str) -> bool:
    """True for an answer that is one JSON object or array, in a code block or not, whole or cut."""
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
    """True where the whole text says no more than that its writer will not or cannot answer."""
    plain = plain_text(text).replace("\u2019", "'")
    return len(plain) <= _REFUSAL_LONGEST and _REFUSAL.match(plain) is not None


def _fault_of_type(text: str, question_type: QuestionType) -> str:
    told = plain_text(_first_told(text))
    if told.casefold().startswith(INSUFFICIENT.casefold()):
        return ""
    if question_type is QuestionType.NUMERIC and not _has_number(told):
        return "The first sentence holds no number."
    if question_type is QuestionType.BOOLEAN and not _yes_or_no(told):
        return "The first sentence says neither yes nor no."
    return ""


def _first_told(text: str) -> str:
    """Gives the first statement; a text of quotes and headings alone has none and stands whole."""
    return next(iter(statements(text)), text)


def _has_number(sentence: str) -> bool:
    return any(sign.isdigit() for sign in sentence) or not set(words(sentence)).isdisjoint(
        _NUMBER_WORDS.split()
    )


def _number(text: str) -> str:
    match = _NUMBER.search(text)
    if match:
        return match[0].rstrip(" .,\u00a0\u202f")
    return next((word for word in words(text) if word in _NUMBER_WORDS.split()), "")


def _yes_or_no(sentence: str) -> str:
    """Gives the yes or no that a sentence begins with, or that its lead-in leads to."""
    for part in (sentence, *_AFTER_LEAD.split(sentence)[1:]):
        match = _FIRST_WORDS.match(part)
        if match and next(iter(words(match[1])), "") in _YES_NO.split():
            following = (match[2] or "").casefold()
            if not following or (part is sentence and following in _FUNCTION_WORDS):
                return match[1]
    return ""


def _is_label(bold: str) -> bool:
    return _LABEL.fullmatch(f"{bold}: ") is not None
