"""The last answer to a question that is asked again and again, and what is new in it."""

from collections.abc import Sequence
from dataclasses import dataclass

from desktop_agent.core.answer_changes import AnswerChanges, compare_answers
from desktop_agent.core.conversations import StoredTurn


@dataclass(frozen=True, slots=True)
class RepeatedAnswer:
    """An answer and when it was ``asked`` for, ISO 8601 in UTC.

    ``changes`` is what is new in it since the answer before, which was asked for at ``since``; None
    where it is the first one.
    """

    turn_id: int
    text: str
    asked: str
    since: str = ""
    changes: AnswerChanges | None = None


def last_answer(turns: Sequence[StoredTurn]) -> RepeatedAnswer | None:
    """Gives the newest answer among turns, oldest first; None where there is none yet.

    It is compared with the answer before it to the same question; runs that failed or were stopped
    are passed over.
    """
    answered = [each for each in turns if each.status == "answered" and each.answer.strip()]
    if not answered:
        return None
    last = answered[-1]
    for before in reversed(answered[:-1]):
        if same_question(before.question, last.question):
            changes = compare_answers(before.answer, last.answer)
            return RepeatedAnswer(last.id, last.answer, last.asked, before.asked, changes)
    return RepeatedAnswer(last.id, last.answer, last.asked)


def same_question(one: str, other: str) -> bool:
    """Tells whether two questions are the same but for spacing and the case of letters."""
    return " ".join(one.split()).casefold() == " ".join(other.split()).casefold()
