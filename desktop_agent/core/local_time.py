"""Moments and the clock on the wall: one into the other, over the changes of summer time."""

from datetime import UTC, datetime, tzinfo


def to_utc(wall: datetime, zone: tzinfo | None = None) -> datetime:
    """Gives the moment at which a clock in ``zone`` shows ``wall`` (without a zone of its own).

    RFC 5545, 3.3.5: a time that is doubled means the first one; a time that is left out is read
    with the offset from before the change, so that 2:30 becomes 3:30. Without a zone it is that of
    this computer.
    """
    first = wall.replace(fold=0, tzinfo=zone)
    return first.astimezone(UTC)


def to_wall(moment: datetime, zone: tzinfo | None = None) -> datetime:
    """Gives what a clock in ``zone`` shows at ``moment``, without a zone of its own."""
    return moment.astimezone(zone).replace(tzinfo=None)


def iso(moment: datetime) -> str:
    """Gives a moment as ISO 8601 in UTC, to the second."""
    return moment.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def from_iso(text: str) -> datetime | None:
    """Reads what `iso` gives; None where it is empty or no moment."""
    try:
        moment = datetime.fromisoformat(text)
    except ValueError:
        return None
    return moment if moment.tzinfo is not None else moment.replace(tzinfo=UTC)
