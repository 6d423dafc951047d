"""Select the template that fits a problem, if any; a wrong template is worse than none.

A template scores +3 for each domain tag that the problem contains as a phrase, +2 for each word of
its tags, and +2 for each cue. Each document found for the problem that contains a tag adds +1, up
to +2 in total. A score of at least 2 is required.

Because single words such as "cause" or "date" match too often, the problem must also contain a
whole tag, a cue, or all words of a tag that two documents contain verbatim. Writing and programming
tasks never get a template.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache

from desktop_agent.core.template import Template
from desktop_agent.evidence.question.entity import focus_of
from desktop_agent.evidence.text.fold import folded_words, function_words
from desktop_agent.evidence.text.wordings import word_set
from desktop_agent.system.resources import toml_resource

# --- Phrases of templates, matched by whole words
#
# In a phrase, ``#`` stands for a number, and ``…`` (or ``...``) for at most eight words: ``how many
# days … until`` fits "How many days are there until Easter?". Singular and plural are treated
# alike.

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
    """A phrase normalized for matching: a sequence of words, gaps and numbers."""

    parts: tuple[str, ...]

    @property
    def words(self) -> tuple[str, ...]:
        return tuple(part for part in self.parts if part not in (_GAP, _NUMBER))

    def within(self, text: "Wording") -> bool:
        return text.words.issuperset(self.words) and any(map(self._stands_in, text.sentences))

    def _stands_in(self, sentence: Sequence[str]) -> bool:
        # track all positions at once, so that a phrase with many gaps costs no more than its length
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
    """A text normalized for matching: the words of each sentence, and the set of all words."""

    sentences: tuple[tuple[str, ...], ...]
    words: frozenset[str]


def wording(text: str) -> Wording:
    """Normalize the first sixty sentences of a text for matching."""
    whole = _WITHIN_NUMBER.sub("", text)
    sentences = _SENTENCE_END.split(whole, maxsplit=_MOST_SENTENCES)[:_MOST_SENTENCES]
    told = tuple(tuple(map(_singular, folded_words(each))) for each in sentences)
    return Wording(told, frozenset(word for sentence in told for word in sentence))


@lru_cache(maxsize=5_000)
def phrase(text: str) -> Phrase:
    """Parse a template phrase, dropping gaps at either end."""
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
    """Remove the English plural ending from a word (the S stemmer of Harman, 1991).

    Other endings stay, because a full stemmer would equate "probably" and "probability".
    """
    if len(word) < 4 or not word.isascii():
        return word
    if word.endswith("ies") and not word.endswith(("eies", "aies")):
        return f"{word[:-3]}y"
    if word.endswith("es") and not word.endswith(("aes", "ees", "oes")):
        return word[:-1]
    return word[:-1] if word.endswith("s") and not word.endswith(("us", "ss")) else word


# --- Writing and programming tasks, which no template fits

_CODE_BLOCK = re.compile(
    r"^\s*(?:```|~~~|def \w+\(|import \w+$|from \w+ import |#include|public (?:static|class)\b"
    r"|function \w+\(|SELECT .{1,200} FROM |Traceback )",
    re.MULTILINE,
)


@cache
def _other_work() -> tuple[Phrase, ...]:
    """Return phrases that identify requests for creative writing, translations or code."""
    told = toml_resource("reasoning", "other_work.toml")
    pairs = (f"{verb} … {thing}" for verb in told["verbs"] for thing in told["things"])
    return tuple(map(phrase, (*pairs, *told["phrases"])))


LEAST_SCORE = 2
_TAG, _WORD, _CUE, _DOCUMENT = 3, 2, 2, 1
_MOST_DOCUMENTS = 2
_READ_DOCUMENTS = 12
_READ_CHARACTERS = 4_000
_LONG = 1_500
"""Number of characters above which a problem is assumed to include a text to work on."""


@dataclass(frozen=True, slots=True)
class TemplateMatch:
    """The parts of a template that occur in a problem.

    ``documents`` counts the texts found for the problem that contain the template's tags.
    """

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
        return bool(self.tags or self.cues) or (
            self.scattered and self.documents >= _MOST_DOCUMENTS
        )

    @property
    def specificity(self) -> tuple[int, int, int]:
        """The sort key: it favours longer phrases, then more phrases, then fewer tags."""
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
) -> TemplateMatch | None:
    """Return the best match, or None if no template fits.

    ``documents`` are texts found for the problem. Ties go to the more specific template, then to
    the first by id. Selection takes up to 30 ms.
    """
    worded = wording(problem)
    if _CODE_BLOCK.search(problem) or any(each.within(worded) for each in _other_work()):
        return None
    if len(problem) > _LONG:
        worded = wording(focus_of(problem))
    found = [wording(text[:_READ_CHARACTERS]) for text in documents[:_READ_DOCUMENTS]]
    matches = [_match(each, worded, found) for each in sorted(templates, key=lambda each: each.id)]
    fitting = [each for each in matches if each.score >= LEAST_SCORE and each.sure]
    return max(fitting, key=lambda each: (each.score, each.specificity), default=None)


def _match(template: Template, problem: Wording, documents: Sequence[Wording]) -> TemplateMatch:
    tags = {tag: phrase(tag) for tag in template.domains}
    telling = {word: None for tag in tags.values() for word in _content(tag)}
    held = problem.words
    speaking = sum(any(tag.within(each) for tag in tags.values()) for each in documents)
    return TemplateMatch(
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
    return (len(sought.words) > 1 or bool(_content(sought))) and sought.within(problem)


def _content(tag: Phrase) -> tuple[str, ...]:
    stop = function_words("en")
    return tuple(word for word in tag.words if word not in stop and len(word) > 2)
