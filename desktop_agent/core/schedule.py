"""Questions that are asked at a time, once or again and again."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Schedule:
    """A question and when it is asked.

    ``rule`` is a recurrence rule of RFC 5545 (``FREQ=WEEKLY;BYDAY=MO;BYHOUR=8;BYMINUTE=0``) in the
    person's local time, empty for once. ``next_at`` is ISO 8601 in UTC, empty where it is never
    asked again. ``conversation_id`` is where its answers stand, one turn each; ``last_run_id`` the
    run that answered last.
    """

    id: str
    question: str
    rule: str
    next_at: str
    created: str
    strategy: str = "auto"
    model: str = ""
    budget_s: float | None = None
    enabled: bool = True
    conversation_id: str = ""
    last_run_id: str = ""
