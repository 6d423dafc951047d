"""Which of several answers agree: numbers by value, other answers by what they say."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from desktop_agent.core.research import QuestionType
from desktop_agent.evidence.grounding.folding import folded
from desktop_agent.evidence.grounding.markup import one_line
from desktop_agent.evidence.quantities.answers import same_answer

_VERSION = re.compile(r"v?\d{1,6}(?:\.\d{1,6}){1,5}")


@dataclass(frozen=True, slots=True)
class Vote:
    """What one member answered after ``seconds``: its ``text``, and the ``value`` that it comes to.

    ``error`` says why there is no answer; then text and value are empty.
    """

    member: str
    text: str = ""
    value: str = ""
    seconds: float = 0.0
    error: str = ""

    @property
    def details(self) -> dict[str, Any]:
        """The vote as a part of the details of a verdict."""
        told = {"model": self.member, "value": self.value, "seconds": round(self.seconds, 3)}
        return {**told, "error": self.error} if self.error else told


@dataclass(frozen=True, slots=True)
class Consensus:
    """What a swarm came to.

    ``text`` is the fullest reply among those that agree, ``value`` the answer in it. ``agreed`` is
    false where there was no quorum; then it is the answer of most, or on a tie that of the run's own
    model. ``margin`` is by what share of the ``answered`` the ``votes`` lead, in [0, 1]; ``rounds``
    is 2 where they were shown each other's answers. ``note`` tells how it went in a sentence or two.
    """

    text: str
    value: str
    agreed: bool
    votes: int
    asked: int
    answered: int
    margin: float
    rounds: int
    note: str

    def details(self, votes: Sequence[Vote]) -> dict[str, Any]:
        """The outcome, and what each member answered, as the details of a verdict."""
        return {
            "answers": [vote.details for vote in votes],
            "value": self.value,
            "votes": self.votes,
            "asked": self.asked,
            "answered": self.answered,
            "margin": self.margin,
            "round": self.rounds,
            "note": self.note,
        }


@dataclass(frozen=True, slots=True)
class Tally:
    """The votes that hold an answer, those that agree together, the largest group first."""

    groups: tuple[tuple[Vote, ...], ...] = ()

    @property
    def answered(self) -> int:
        """How many votes hold an answer."""
        return sum(map(len, self.groups))

    @property
    def votes(self) -> int:
        """How many agree in the largest group."""
        return len(self.groups[0]) if self.groups else 0

    @property
    def margin(self) -> float:
        """By what share of the votes the largest group leads, in [0, 1]; 0 is a tie."""
        if not self.groups:
            return 0.0
        second = len(self.groups[1]) if len(self.groups) > 1 else 0
        return (self.votes - second) / self.answered

    @property
    def values(self) -> str:
        """The answers with how many gave each, for people."""
        told = (f"{one_line(group[0].value)[:60]} ({len(group)})" for group in self.groups)
        return "; ".join(told)

    def agrees(self, quorum: int) -> bool:
        """True where enough agree and no other answer has as many votes."""
        return self.votes >= quorum and self.margin > 0


def tally(votes: Sequence[Vote], kind: QuestionType) -> Tally:
    """Puts together the votes that agree; of groups of one size the one that came first leads."""
    groups: list[list[Vote]] = []
    for vote in votes:
        if vote.error or not vote.value:
            continue
        group = next((each for each in groups if same(each[0].value, vote.value, kind)), None)
        if group is None:
            groups.append([vote])
        else:
            group.append(vote)
    groups.sort(key=len, reverse=True)
    return Tally(tuple(map(tuple, groups)))


def same(one: str, other: str, kind: QuestionType) -> bool:
    """True where two answers to a question of this kind say the same.

    Numbers are compared by value, but where a fact is asked 3.1 and 3.10 may be two versions.
    """
    if kind is QuestionType.FACTUAL and _is_version(one) and _is_version(other):
        return folded(one) == folded(other)
    return same_answer(one, other, kind)


def _is_version(value: str) -> bool:
    return _VERSION.fullmatch(value.strip()) is not None
