"""Checks whether a question is self-contained, and resolves a pronoun by a leading topic."""

import re
from functools import cache

from desktop_agent.core.language import STOP_WORDS
from desktop_agent.evidence.question.entity import name_in
from desktop_agent.evidence.question.focus import focus_of

# --- ``Iron Maiden: what is their latest album?``: a topic in front of the question

_NO_TOPIC_WORDS = """question answer note hint quiz trivia please thanks hello urgent serious fact help topic
    today tldr re fyi psa"""
_NO_TOPIC = frozenset(_NO_TOPIC_WORDS.split())


@cache
def _with_topic() -> re.Pattern[str]:
    return re.compile(
        r"(?P<topic>[^:?\u2013\u2014]{2,80}?)(?::| [-\u2013\u2014]) (?P<ask>(?:who|what|which|when|where|how)\b.*)\Z",
        re.IGNORECASE,
    )


@cache
def _possessive() -> re.Pattern[str]:
    return re.compile(
        r"\b(?:their|its|his|her|the band's|the group's|the artist's)\b", re.IGNORECASE
    )


@cache
def _newest() -> re.Pattern[str]:
    return re.compile(
        r"\bthe (?:latest|newest|most recent|current) (?:[\w-]{1,12} )?(?:version|release|album)\Z",
        re.IGNORECASE,
    )


@cache
def _object() -> re.Pattern[str]:
    return re.compile(r"\b(?:they|it|he|she|them|him|that)\b", re.IGNORECASE)


def resolved(text: str) -> str:
    """Replace the pronoun of a question by the topic in front of it.

    A text without such a topic is returned unchanged.
    """
    found = _with_topic().match(text)
    if found is None:
        return text
    topic, ask = found["topic"].strip(" \"'"), found["ask"]
    if not topic or topic.casefold() in _NO_TOPIC or len(topic.split()) > 8:
        return text
    for pattern, put in ((_possessive(), f"{topic}'s"), (_object(), topic)):
        asked, number = pattern.subn(lambda _, put=put: put, ask, count=1)
        if number:
            return asked
    return f"{ask} of {topic}" if _newest().search(ask) else text


_LOOKED_AT = 400
_WORDS_OF_A_QUESTION = 5
_THINGS_BEFORE = 2
_HE_OR_SHE = frozenset({"he", "she", "him", "her", "his", "hers", "himself", "herself"})


@cache
def _joiner() -> re.Pattern[str]:
    return re.compile(
        r"(?:and|but|also|or|plus|so|then|und|aber|et|mais|y|pero|e|ma|maar)[ ,]+", re.IGNORECASE
    )


@cache
def _asking() -> re.Pattern[str]:
    return re.compile(
        r"(?:who|what|which|when|where|why|how|is|are|was|were|do|does|did|can|has|have|wer|wann|wo|wie|"
        r"warum|qui|quand|où|quel(?:le)?|combien|qui[eé]n|cu[aá]ndo|cu[aá]l|d[oó]nde)(?:'s)?\b",
        re.IGNORECASE,
    )


@cache
def _goes_on() -> re.Pattern[str]:
    """Match openings that continue the conversation."""
    return re.compile(
        r"""(?:(?:what|how)\ about|anything\ else|why\ not|how\ so|since\ when|says\ who|tell\ me\ more|say\ more
        |more\ about\ (?:this|that|it|them)|go\ on|elaborate|rephrase|shorter|longer|simpler|in\ more\ detail
        |(?:give\ (?:me\ |us\ )?)?(?:another|more)\ (?:examples?|details?|sources?|information)
        |are\ you\ sure|is\ that\ (?:so|true|right)|was\ ist\ mit|wie\ steht\ es\ mit|et\ pour|y\ qué)\b
        |in\ (?:english|german|french|spanish|italian|other\ words)\W*\Z""",
        re.IGNORECASE | re.VERBOSE,
    )


@cache
def _lone_word() -> re.Pattern[str]:
    """Match texts that mean nothing by themselves as a whole."""
    return re.compile(
        r"(?:why|how|where|when|who|which|what|really|seriously|more|continue|another(?: one)?|yes|yeah|no|"
        r"nope|ok|okay|sure|thanks|thank you|please|what else|who else|warum|wieso|wann|wo|wer|pourquoi|"
        r"comment|quand|où|por qué|cuándo|dónde|perché|waarom)\W*\Z",
        re.IGNORECASE,
    )


@cache
def _points_back() -> re.Pattern[str]:
    """Match words that refer to earlier turns, anywhere in the text."""
    thing = (
        r"(?:song|book|film|movie|man|woman|person|place|city|country|company|album|article|page|word|"
        r"number|answer|question|thing|way|case|battle|war|law|theory|term|sentence)s?\b"
    )
    time = r"year|month|week|season|morning|weekend|century|decade|summer|winter|day|time"
    return re.compile(
        rf"""\bthe\ (?:(?:first|second|third|fourth|last|next|other|previous|same)\ ones?|latter|former\Z
        |other\ two|same\ (?:thing|question)|above)\b
        |\b(?:this|that|which|another|each)\ one\b|\b(?:these|those)\ (?:two|three|ones)\b
        |\b(?:you|i)\ (?:just\ )?(?:sa(?:y|id)|mention(?:ed)?|wrote|asked|told)\b
        |\b(?:your|my)\ (?:last|previous|first)\ (?:answer|question|reply|message|point)\b
        |\byour\ (?:answer|reply|sources?)\b
        |\b(?:about|of|by|with|for|to|at|from|like|explain|wrote|than|say|mean|do)\ (?:this|that|those|these)\W*\Z
        |\A(?:who|what|where|when)(?:\ (?:is|was|are|were)|'s)\ (?:this|that|these|those|it)\b
        |\b(?:live|go|get|work|been|was|were|stay)\ there\W*\Z|\bback\ then\b
        |\b(?:this|that|these|those)\ (?!{time}){thing}(?!\ (?:that|which|who|goes|in\ which|called|where))""",
        re.IGNORECASE | re.VERBOSE,
    )


@cache
def _expletive() -> re.Pattern[str]:
    """Match dummy ``it`` and ``there``, as in "is it true" and "how long does it take to"."""
    verb = r"(?:is|was|isn't|wasn't|would|will|does|did|can|could|may|might|should|makes?|be)"
    adverb = r"(?:(?:be|is|not|really|ever|still|actually|also|legally|too|so)\ )?"
    return re.compile(
        rf"""\b{verb}\ it\ {adverb}(?:true|possible|legal|illegal|safe|ok|okay|necessary|worth|better|bad|good
        |right|wrong|normal|raining|snowing|cold|hot|warm|dark|late|time|healthy|dangerous|hard|easy|difficult
        |important|ethical|rude|correct|a\ (?:good|bad|crime|sin|myth)|from|to|rain|snow|called|that|likely|common
        |rare|cheaper|like\ (?:to|in|on|being)|in\ \w|(?:take|cost|mean|hurt|matter)\ (?:to|when|if|for|that|in))
        |\bwhat\ (?:time|day|date|year|month|season)\ (?:is|was)\ it\b
        |\bit\ (?:takes?|costs?|is|was|rains?|snows?|means)\ (?:to|true|that|possible|when|if)\b
        |\b(?:is|are|was|were)\ there\b""",
        re.IGNORECASE | re.VERBOSE,
    )


@cache
def _pronoun() -> re.Pattern[str]:
    # a capital within the question belongs to a title: It's My Life
    words = "he|she|him|her|his|hers|himself|herself|it|its|they|them|their|theirs"
    return re.compile(rf"\b(?:{words})\b(?!-)|\A(?i:{words})\b")


@cache
def _foreign_pronoun() -> re.Pattern[str]:
    return re.compile(
        r"\b(?:seine?[nrs]?|ihre?[nrs]?) [A-ZÄÖÜ]|\A(?:wer|was|wann|wo|wie|warum)\b.{0,30}\b(?:er|sie|es|ihn)\Z|"
        r"\A(?:quel(?:le)?s?|qui|quand|où|combien)\b.{0,25}\b(?:sa|son|ses|leurs?|il|elle|ils|elles)\b|"
        r"\A(?:cu[aá]l(?:es)?|cu[aá]ndo|qui[eé]n|d[oó]nde)\b.{0,25}\b(?:su|sus|él|ella|ellos)\b",
        re.IGNORECASE,
    )


@cache
def _someone() -> re.Pattern[str]:
    return re.compile(
        r"\b(?:person|man|woman|someone|somebody|anyone|people|child|boy|girl|king|queen|president|author|"
        r"artist|singer|player|scientist|minister|pope|emperor|painter|writer|poet|composer|actor|actress|"
        r"ceo|mother|father|everyone)\b",
        re.IGNORECASE,
    )


def is_self_contained(text: str) -> bool:
    """Return whether a question can be understood without the conversation before it.

    ``and its population?`` and ``why?``, for example, cannot.
    """
    question = " ".join(text[:_LOOKED_AT].split()).strip(" ?!.,\u00bf\u00a1\u2026")
    joined = _joiner().match(question)
    if joined:
        question = question[joined.end() :]
        whole = len(question.split()) >= _WORDS_OF_A_QUESTION
        if not (whole and _asking().match(question)):
            return False
    question = focus_of(question).text or question
    if not any(map(str.isalnum, question)) or _lone_word().match(question):
        return False
    if _goes_on().match(question):
        return False
    if _points_back().search(question) and not _named_in_place(question):
        return False
    if _foreign_pronoun().search(question) and not name_in(question, "de"):
        return False
    return _pronouns_are_explained(_expletive().sub(" ", question))


def _named_in_place(question: str) -> bool:
    """Return whether alternatives are named (``which one is bigger, Jupiter or Saturn``)."""
    return " or " in question and bool(name_in(question, "en"))


def _pronouns_are_explained(question: str) -> bool:
    """Return whether a name, a person or two things precede the first pronoun."""
    found = _pronoun().search(question)
    if found is None:
        return True
    before = question[: found.start()]
    if name_in(before, "en") or before.count('"') > 1:
        return True
    if found[0].casefold() in _HE_OR_SHE:
        return _someone().search(before) is not None
    words = re.findall(r"[^\W\d_]{3,}", before.casefold())
    return len([word for word in words if word not in STOP_WORDS["en"]]) >= _THINGS_BEFORE
