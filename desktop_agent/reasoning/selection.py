"""Chooses the template that fits a problem, or none: a wrong one makes a run worse than none.

The score is +3 for each domain tag that the problem holds as a phrase, +2 for each word of the tags
that it holds, and +2 for each cue. Documents that were found for the problem and that hold a tag
add +1 each, at most +2. A template with a score of 2 may run.

Words alone would catch too much ("cause", "date"), so the score is not enough: the problem must hold
a whole tag or a cue. All words of a tag apart from each other do where two documents hold the tag as
it is. What is asked of a writer or a programmer gets no template.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from desktop_agent.core.template import Template
from desktop_agent.evidence.claims.words import function_words
from desktop_agent.evidence.question.focus import focus_of
from desktop_agent.reasoning.other_work import is_other_work
from desktop_agent.reasoning.phrases import Phrase, Wording, phrase, wording

LEAST_SCORE = 2
_TAG, _WORD, _CUE, _DOCUMENT = 3, 2, 2, 1
_MOST_DOCUMENTS = 2
_READ_DOCUMENTS = 12
_READ_CHARACTERS = 4_000
_LONG = 1_500
"""Characters from which a problem holds a text that is worked on, whose words are no sign."""


@dataclass(frozen=True, slots=True)
class Chosen:
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
) -> Chosen | None:
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
    return None if best is None else Chosen(best.template, best.score, best.why)


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
