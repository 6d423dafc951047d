"""What comes out of a template: of each of its nodes, and in the end."""

from collections.abc import Mapping
from dataclasses import dataclass

from desktop_agent.core.short_line import short_line

_LONGEST_LINE = 120


@dataclass(frozen=True, slots=True)
class NodeOutput:
    """What a node gave: its ``text``, and the bare ``value`` in it or "".

    ``computed`` is true where code that ran, or a solver, stands by the value. ``fault`` is why a
    verification failed, "" where it did not; ``note`` says what a reader should know.
    """

    text: str
    value: str = ""
    computed: bool = False
    fault: str = ""
    note: str = ""

    @property
    def summary(self) -> str:
        """The output in a line, for people."""
        return short_line(self.fault or self.note or self.value or self.text, _LONGEST_LINE)


@dataclass(frozen=True, slots=True)
class TemplateAnswer:
    """What a template gave for a problem.

    ``value`` is the bare value where one was computed, or ""; ``outputs`` the text of each node that
    has one, by its id (text from outside among them, which a prompt has to mark); ``solved_by`` the
    archetype whose solver gave the value, or "".
    """

    text: str
    value: str
    outputs: Mapping[str, str]
    solved_by: str = ""
