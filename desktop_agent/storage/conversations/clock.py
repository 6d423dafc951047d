"""The time of day, as the database writes it."""

from datetime import UTC, datetime, timedelta


def now() -> str:
    """Gives this moment in ISO 8601, UTC."""
    return _iso(datetime.now(UTC))


def ago(seconds: float) -> str:
    """Gives the moment ``seconds`` ago."""
    try:
        return _iso(datetime.now(UTC) - timedelta(seconds=seconds))
    except OverflowError:
        return ""  # before all that was ever written


def _iso(moment: datetime) -> str:
    return moment.isoformat(timespec="milliseconds")
