"""Select the template that fits a problem, if any; a wrong template is worse than none.

A template scores +3 for each domain tag that the problem contains as a phrase, +2 for each word of
its tags, and +2 for each cue. Each document found for the problem that contains a tag adds +1, up
to +2 in total.

Because single words such as "cause" or "date" match too often, a template fits only if the problem
contains a whole tag, a cue, or all words of a tag that two documents contain verbatim, which makes
a score of at least 2. Writing and programming tasks never get a template.

Phrases are matched by whole words within a sentence; singular and plural are treated alike. In a
phrase, ``#`` stands for a number, and ``…`` (or ``...``) for at most eight words: ``how many days …
until`` fits "How many days are there until Easter?".
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Any

from desktop_agent.core.template import Template
from desktop_agent.evidence.question.entity import focus_of
from desktop_agent.evidence.text.fold import folded_words, function_words
from desktop_agent.system.resources import toml_resource

_GAP, _NUMBER = "…", "#"
_MOST_GAPS = 3
"""A phrase with more gaps fits nothing, because the time to search for it grows with each gap."""
_READ_CHARACTERS = 6_000
_LONG = 1_500
"""Number of characters above which a problem is assumed to include a text to work on."""
_MOST_DOCUMENTS, _READ_DOCUMENTS = 2, 12
_SENTENCE_END = re.compile(r"(?<=[.!?;])\s+|\n+")
_WITHIN_NUMBER = re.compile(r"(?<=\d)[.,](?=\d)")


@dataclass(frozen=True, slots=True)
class Wording:
    """A text normalized for matching: a line of words for each sentence, and the set of words."""

    lines: str
    words: frozenset[str]

    def says(self, phrase: str) -> bool:
        """Return whether the text contains a phrase; a single function word is not a phrase."""
        words = _words(phrase)
        if not self.words.issuperset(words) or not (len(words) > 1 or _content(phrase)):
            return False
        return _pattern(phrase).search(self.lines) is not None


def wording(text: str) -> Wording:
    """Normalize the beginning of a text for matching."""
    sentences = _SENTENCE_END.split(_WITHIN_NUMBER.sub("", text[:_READ_CHARACTERS]))
    lines = [" ".join(map(_singular, folded_words(each))) for each in sentences]
    return Wording("".join(f"{line} \n" for line in lines), frozenset(" ".join(lines).split()))


@lru_cache(maxsize=5_000)
def _parts(phrase: str) -> tuple[str, ...]:
    """Split a phrase into words, numbers and gaps."""
    parts: list[str] = []
    for piece in re.split(f"([{_GAP}{_NUMBER}])", phrase.replace("...", _GAP)):
        parts += [piece] if piece in (_GAP, _NUMBER) else map(_singular, folded_words(piece))
    return tuple(parts)


@lru_cache(maxsize=5_000)
def _words(phrase: str) -> tuple[str, ...]:
    return tuple(part for part in _parts(phrase) if part not in (_GAP, _NUMBER))


@lru_cache(maxsize=5_000)
def _content(phrase: str) -> tuple[str, ...]:
    stop = function_words("en")
    return tuple(word for word in _words(phrase) if word not in stop and len(word) > 2)


@lru_cache(maxsize=5_000)
def _pattern(phrase: str) -> re.Pattern[str]:
    parts = _parts(phrase)
    if parts.count(_GAP) > _MOST_GAPS:
        return re.compile(r"(?!)")
    numbers = "|".join(_table()["numbers"].split())
    forms = {_GAP: r"(?:\S+ ){0,8}", _NUMBER: rf"(?:\d\S*|{numbers}) "}
    return re.compile(r"(?<!\S)" + "".join(forms.get(part, f"{part} ") for part in parts))


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


def _table() -> dict[str, Any]:
    return toml_resource("reasoning", "template_selection.toml")


@cache
def _other_work() -> tuple[str, ...]:
    """Return phrases that identify requests for creative writing, translations or code."""
    told = _table()
    return (
        *(f"{verb} … {thing}" for verb in told["verbs"] for thing in told["things"]),
        *told["phrases"],
    )


@dataclass(frozen=True, slots=True)
class TemplateMatch:
    """A template that fits a problem; ``why`` describes what they have in common.

    ``longest`` is the number of words in the longest phrase that the problem contains.
    """

    template: Template
    score: int
    longest: int
    why: str


def select(
    problem: str, templates: Iterable[Template], documents: Sequence[str] = ()
) -> TemplateMatch | None:
    """Return the best match, or None if no template fits.

    ``documents`` are texts found for the problem. Ties go to the template with the longer phrase,
    then to the first by id. Selection takes up to 30 ms.
    """
    worded = wording(problem)
    if re.search(_table()["code"], problem) or any(map(worded.says, _other_work())):
        return None
    if len(problem) > _LONG:
        worded = wording(focus_of(problem))
    found = list(map(wording, documents[:_READ_DOCUMENTS]))
    ordered = sorted(templates, key=lambda each: each.id)
    matches = filter(None, (_match(each, worded, found) for each in ordered))
    return max(matches, key=lambda each: (each.score, each.longest), default=None)


def _match(
    template: Template, problem: Wording, documents: Sequence[Wording]
) -> TemplateMatch | None:
    tags = list(filter(problem.says, template.domains))
    phrases = [*tags, *filter(problem.says, template.cues)]
    content = [_content(tag) for tag in template.domains]
    words = dict.fromkeys(word for each in content for word in each if word in problem.words)
    speaking = sum(any(map(each.says, template.domains)) for each in documents)
    speaking = min(speaking, _MOST_DOCUMENTS)
    scattered = any(len(each) > 1 and problem.words.issuperset(each) for each in content)
    if not phrases and not (scattered and speaking == _MOST_DOCUMENTS):
        return None
    reasons = [f"the problem says “{each}”" for each in phrases[:3]]
    reasons = reasons or [f"the problem speaks of {', '.join(words)}"]
    if speaking:
        count = "one document" if speaking == 1 else f"{speaking} documents"
        reasons.append(f"{count} found for it speak{'s' * (speaking == 1)} of that too")
    return TemplateMatch(
        template,
        score=3 * len(tags) + 2 * (len(phrases) - len(tags) + len(words)) + speaking,
        longest=max((len(_parts(each)) for each in phrases), default=0),
        why="; ".join(reasons),
    )
