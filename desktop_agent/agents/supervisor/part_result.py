"""What came out of a part of the plan, and how results are put side by side."""

from collections.abc import Sequence
from dataclasses import dataclass

from desktop_agent.core.plan import Subtask
from desktop_agent.core.research import QuestionType
from desktop_agent.core.short_line import clipped, short_line

_LONGEST_VALUE = 120


@dataclass(frozen=True, slots=True)
class PartResult:
    """The result of a part: its text, the bare value in it, and what speaks for it (or nothing)."""

    part: Subtask
    text: str
    value: str = ""
    note: str = ""

    @property
    def summary(self) -> str:
        """The result in a line."""
        if self.value:
            return clipped(self.value, _LONGEST_VALUE)
        return short_line(self.text, _LONGEST_VALUE)


def filled(question: str, results: Sequence[PartResult]) -> str:
    """Gives the question with the values of other parts in the place of their names in braces."""
    for result in results:
        question = question.replace(f"{{{result.part.id}}}", result.summary.rstrip(" ."))
    return question


def results_text(results: Sequence[PartResult], room: int) -> str:
    """Tells results in about ``room`` characters, each cut to an equal share of it."""
    share = room // max(1, len(results))
    return "\n\n".join(_told(result, share) for result in results)


def stitched(results: Sequence[PartResult], question_type: QuestionType) -> str:
    """Gives the results as an answer, without a model: one below the other, as they were planned.

    For a question that asks for one value that of the last part, which builds on others, goes first.
    """
    if len(results) == 1:
        return _lead(results[0], question_type, results[0].text)
    sections = [f"### {result.part.question}\n\n{result.text}" for result in results]
    text = "\n\n".join(sections)
    return _lead(results[-1], question_type, text) if results else ""


def _lead(result: PartResult, question_type: QuestionType, text: str) -> str:
    several = question_type in (QuestionType.LIST, QuestionType.EXPLANATORY)
    begins = text.lstrip("*_ ").casefold().startswith(result.value.casefold())
    return text if several or begins else f"**{result.value}**\n\n{text}"


def _told(result: PartResult, room: int) -> str:
    text = result.text if len(result.text) <= room else f"{result.text[:room]} [cut]"
    value = f"\nValue: {result.value}" if result.value and result.value != result.text else ""
    note = f" ({result.note})" if result.note else ""
    return f"Part {result.part.id}: {result.part.question}{note}{value}\n{text}"
