"""A rule in English words; `core.recurrence_reading` reads them as the same rule."""

from typing import Final

from desktop_agent.core.recurrence_pattern import (
    EVERY_DAY,
    LAST_DAY,
    WEEKEND,
    WORKDAYS,
    Pattern,
    pattern_of,
)

DAY_NAMES: Final = (
    "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday",
)  # fmt: skip


def rule_words(rule: str) -> str:
    """Says a rule in words that `read_when` reads as the same rule; empty gives "once"."""
    if not rule:
        return "once"
    pattern = pattern_of(rule)
    at = f"{pattern.hour}:{pattern.minute:02}"
    match pattern.frequency:
        case "minutes" | "hours":
            unit = pattern.frequency
            return f"every {pattern.every} {unit}" if pattern.every > 1 else f"every {unit[:-1]}"
        case "gap":
            return f"every {pattern.every} days at {at}"
        case "month":
            day = "last day" if pattern.day == LAST_DAY else f"{pattern.day}{_ending(pattern.day)}"
            return f"monthly on the {day} at {at}"
        case "days":
            return _days_words(pattern, at)
        case _:
            return rule


def _days_words(pattern: Pattern, at: str) -> str:
    days = tuple(sorted(set(pattern.weekdays)))
    named = [DAY_NAMES[day] for day in days]
    listed = " and ".join(filter(None, (", ".join(named[:-1]), named[-1])))
    if pattern.every > 1:
        return f"every {pattern.every} weeks on {listed} at {at}"
    groups = {EVERY_DAY: "daily", WORKDAYS: "weekdays", WEEKEND: "weekends"}
    return f"{groups.get(days, f'every {listed}')} at {at}"


def _ending(day: int) -> str:
    return "th" if 10 < day < 20 else {1: "st", 2: "nd", 3: "rd"}.get(day % 10, "th")
