"""A schedule with what the program notes about it, and what was missed of it."""

from dataclasses import dataclass

from desktop_agent.core.schedule import Schedule


@dataclass(frozen=True, slots=True)
class KeptSchedule:
    """A schedule as it is kept.

    ``starts`` is from when its intervals are reckoned, ISO 8601 in UTC: when its rule was given.
    ``missed`` counts the times that it was due while the program was closed and nobody has decided
    of yet, ``missed_last`` is the latest of them.
    """

    schedule: Schedule
    starts: str
    missed: int = 0
    missed_last: str = ""


@dataclass(frozen=True, slots=True)
class Missed:
    """A question that was due while the program was closed; 1,000 ``times`` may be more.

    ``last`` is the latest of the times, ISO 8601 in UTC.
    """

    schedule: Schedule
    times: int
    last: str
