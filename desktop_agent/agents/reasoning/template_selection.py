"""Chooses the template that fits a problem, or none: a wrong one makes a run worse than none.

The score is +3 for each domain tag that the problem holds as a phrase, +2 for each word of the tags
that it holds, and +2 for each cue. Documents that were found for the problem and that hold a tag
add +1 each, at most +2. A template with a score of 2 may run.

Words alone would catch too much ("cause", "date"), so the score is not enough: the problem must hold
a whole tag or a cue. All words of a tag apart from each other do where two documents hold the tag as
it is. What is asked of a writer or a programmer gets no template.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache

from desktop_agent.core.template import Template
from desktop_agent.evidence.question.focus import focus_of
from desktop_agent.evidence.text.language import folded_words, function_words, word_set

# --- Phrases as templates write them, and whether a text holds one: by whole words, not by letters.
#
# In a phrase ``#`` stands for a number, and ``…`` (or ``...``) for at most eight words: ``how many
# days … until`` fits "How many days are there until Easter?". Singular and plural are the same word.

_GAP = "…"
_NUMBER = "#"
_MOST_GAP = 8
_MOST_SENTENCES = 60
_NUMBER_WORDS = word_set(
    """two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen
    seventeen eighteen nineteen twenty thirty forty fifty sixty seventy eighty ninety hundred
    thousand million billion dozen"""
)
_SENTENCE_END = re.compile(r"(?<=[.!?;])\s+|\n+")
_WITHIN_NUMBER = re.compile(r"(?<=\d)[.,](?=\d)")
_PART = re.compile(r"…|\.\.\.|#|[^…#.]+|\.")


@dataclass(frozen=True, slots=True)
class Phrase:
    """A phrase as it is compared: words, gaps and numbers in a row."""

    parts: tuple[str, ...]

    @property
    def words(self) -> tuple[str, ...]:
        """The words of it, without gaps and numbers."""
        return tuple(part for part in self.parts if part not in (_GAP, _NUMBER))

    def within(self, text: "Wording") -> bool:
        """Says whether a sentence of the text holds the phrase."""
        return text.words.issuperset(self.words) and any(map(self._stands_in, text.sentences))

    def _stands_in(self, sentence: Sequence[str]) -> bool:
        # all places at once, so that a phrase of many gaps costs no more than its length
        places = set(range(len(sentence))) if self.parts else set()
        for part in self.parts:
            if part == _GAP:
                places = {
                    further
                    for place in places
                    for further in range(place, min(place + _MOST_GAP, len(sentence)) + 1)
                }
            else:
                places = {
                    place + 1
                    for place in places
                    if place < len(sentence) and _fits(part, sentence[place])
                }
            if not places:
                return False
        return bool(places)


@dataclass(frozen=True, slots=True)
class Wording:
    """A text as it is compared: the words of each of its sentences, and all of them together."""

    sentences: tuple[tuple[str, ...], ...]
    words: frozenset[str]


def wording(text: str) -> Wording:
    """Takes a text apart; of a long one the first sixty sentences."""
    whole = _WITHIN_NUMBER.sub("", text)
    sentences = _SENTENCE_END.split(whole, maxsplit=_MOST_SENTENCES)[:_MOST_SENTENCES]
    told = tuple(tuple(map(_singular, folded_words(each))) for each in sentences)
    return Wording(told, frozenset(word for sentence in told for word in sentence))


@lru_cache(maxsize=5_000)
def phrase(text: str) -> Phrase:
    """Takes a phrase of a template apart."""
    parts: list[str] = []
    for found in _PART.findall(text):
        if found in (_GAP, "..."):
            parts.append(_GAP)
        elif found == _NUMBER:
            parts.append(_NUMBER)
        else:
            parts += map(_singular, folded_words(found))
    while parts and parts[0] == _GAP:
        parts.pop(0)
    while parts and parts[-1] == _GAP:
        parts.pop()
    return Phrase(tuple(parts))


def _fits(part: str, word: str) -> bool:
    if part == _NUMBER:
        return word[0].isdigit() or word in _NUMBER_WORDS
    return part == word


def _singular(word: str) -> str:
    """Gives a word without its English plural ending (the S stemmer of Harman, 1991).

    Nothing more is taken off: by its stem "probably" would be the same word as "probability".
    """
    if len(word) < 4 or not word.isascii():
        return word
    if word.endswith("ies") and not word.endswith(("eies", "aies")):
        return f"{word[:-3]}y"
    if word.endswith("es") and not word.endswith(("aes", "ees", "oes")):
        return word[:-1]
    return word[:-1] if word.endswith("s") and not word.endswith(("us", "ss")) else word


# --- What is asked of a writer or a programmer: no template fits it, whatever words stand in it.

_MAKE = ("write", "draft", "compose", "create", "generate", "make", "give me", "implement", "code")
_TEXTS = (
    "email", "e mail", "mail", "letter", "poem", "haiku", "sonnet", "limerick", "song", "lyrics",
    "rap", "joke", "story", "speech", "toast", "tweet", "post", "blog", "caption", "slogan",
    "essay", "abstract", "headline", "dialogue", "invitation", "bio", "quiz", "article",
)  # fmt: skip
_CODE = (
    "function", "script", "program", "class", "regex", "sql", "unit test", "component", "macro",
    "formula", "query", "html", "css", "json", "yaml", "dockerfile", "api",
)  # fmt: skip
_OTHER = (
    "translate", "proofread", "rewrite", "rephrase", "paraphrase", "reword", "shorten this", "summarize this", "summarise this", "summarize the following",
    "summarise the following",
    "fix the grammar", "correct my", "refactor", "debug", "stack trace", "traceback", "compile error",
    "in python", "in javascript", "in java", "in rust", "in excel", "regular expression",
    "sql query", "powerpoint", "bash script", "shell script", "python script", "git commit",
    "roleplay", "role play", "pretend to be", "tell me a joke", "play a game",
)  # fmt: skip
_PHRASES = tuple(
    map(phrase, (*(f"{make} … {thing}" for make in _MAKE for thing in (*_TEXTS, *_CODE)), *_OTHER))
)
_CODE_BLOCK = re.compile(
    r"^\s*(?:```|~~~|def \w+\(|import \w+$|from \w+ import |#include|public (?:static|class)\b"
    r"|function \w+\(|SELECT .{1,200} FROM |Traceback )",
    re.MULTILINE,
)


def is_other_work(problem: str, worded: Wording) -> bool:
    """Says whether a text of a certain kind, a translation or code is asked for."""
    return bool(_CODE_BLOCK.search(problem)) or any(each.within(worded) for each in _PHRASES)


LEAST_SCORE = 2
_TAG, _WORD, _CUE, _DOCUMENT = 3, 2, 2, 1
_MOST_DOCUMENTS = 2
_READ_DOCUMENTS = 12
_READ_CHARACTERS = 4_000
_LONG = 1_500
"""Characters from which a problem holds a text that is worked on, whose words are no sign."""


@dataclass(frozen=True, slots=True)
class TemplateChoice:
    """The template that fits best; ``why`` says in words what in the problem spoke for it."""

    template: Template
    score: int
    why: str


@dataclass(frozen=True, slots=True)
class _Match:
    template: Template
    tags: tuple[str, ...]
    cues: tuple[str, ...]
    words: tuple[str, ...]
    scattered: bool
    documents: int

    @property
    def score(self) -> int:
        told = _TAG * len(self.tags) + _WORD * len(self.words) + _CUE * len(self.cues)
        return told + _DOCUMENT * self.documents

    @property
    def sure(self) -> bool:
        """Whether more than single words speak for it."""
        return bool(self.tags or self.cues) or (
            self.scattered and self.documents >= _MOST_DOCUMENTS
        )

    @property
    def specificity(self) -> tuple[int, int, int]:
        """How much is said by the longest phrase, by how many, and by how few tags it has at all."""
        phrases = (*self.tags, *self.cues)
        longest = max((len(phrase(each).parts) for each in phrases), default=0)
        return longest, len(phrases), -len(self.template.domains)

    @property
    def why(self) -> str:
        reasons = [f"the problem says “{each}”" for each in (*self.tags, *self.cues)[:3]]
        if not reasons:
            reasons = [f"the problem speaks of {', '.join(self.words)}"]
        if self.documents:
            count = "one document" if self.documents == 1 else f"{self.documents} documents"
            reasons.append(f"{count} found for it speak{'s' * (self.documents == 1)} of that too")
        return "; ".join(reasons)


def select(
    problem: str, templates: Iterable[Template], documents: Sequence[str] = ()
) -> TemplateChoice | None:
    """Gives the template that fits best, or None; ``documents`` are texts found for the problem.

    Of several with the same score the most specific one is chosen, then the first by id. It takes
    some milliseconds, and up to thirty with documents, which the window's thread must not lose.
    """
    worded = wording(problem)
    if is_other_work(problem, worded):
        return None
    if len(problem) > _LONG:
        worded = wording(focus_of(problem).text)
    found = [wording(text[:_READ_CHARACTERS]) for text in documents[:_READ_DOCUMENTS]]
    matches = [_match(each, worded, found) for each in sorted(templates, key=lambda each: each.id)]
    fitting = [each for each in matches if each.score >= LEAST_SCORE and each.sure]
    best = max(fitting, key=lambda each: (each.score, each.specificity), default=None)
    return None if best is None else TemplateChoice(best.template, best.score, best.why)


def _match(template: Template, problem: Wording, documents: Sequence[Wording]) -> _Match:
    tags = {tag: phrase(tag) for tag in template.domains}
    telling = {word: None for tag in tags.values() for word in _content(tag)}
    held = problem.words
    speaking = sum(any(tag.within(each) for tag in tags.values()) for each in documents)
    return _Match(
        template,
        tags=tuple(tag for tag, parts in tags.items() if _says(parts, problem)),
        cues=tuple(cue for cue in template.cues if _says(phrase(cue), problem)),
        words=tuple(word for word in telling if word in held),
        scattered=any(
            len(words := _content(tag)) > 1 and held.issuperset(words) for tag in tags.values()
        ),
        documents=min(speaking, _MOST_DOCUMENTS),
    )


def _says(sought: Phrase, problem: Wording) -> bool:
    """Says whether the problem holds a phrase; a function word alone is none."""
    return (len(sought.words) > 1 or bool(_content(sought))) and sought.within(problem)


def _content(tag: Phrase) -> tuple[str, ...]:
    stop = function_words("en")
    return tuple(word for word in tag.words if word not in stop and len(word) > 2)
