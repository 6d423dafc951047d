"""Writes a corrected number in the form of the one that it replaces."""

import re

from desktop_agent.evidence.quantities.quantity import Quantity, parse_quantity

_NUMBER = re.compile(
    r"[-\u2212]?(?:\d[\d,.'\u00a0\u202f\u2009]{0,40}\d|\d)(?:[eE][-+]?\d{1,3}|\s?/\s?\d{1,9})?"
)


def in_form_of(old: str, new: str) -> str:
    """Gives ``new`` with the unit, or what is counted, of ``old``, where it has none of its own.

    A share stays as it is: 0.15 beside 12 % may be 15 %. So does what would then mean another
    number: 2500 beside 3 million.
    """
    before, after = parse_quantity(old), parse_quantity(new)
    if before is None or after is None or not _alike(before, after):
        return new
    written, figure = _NUMBER.search(old), _NUMBER.search(new)
    if written is None or figure is None:
        return new
    formed = f"{old[: written.start()]}{figure[0]}{old[written.end() :]}"
    meant = parse_quantity(formed)
    return formed if meant is not None and meant.value == after.value else new


def _alike(before: Quantity, after: Quantity) -> bool:
    if after.unit or after.noun:
        return after.unit == before.unit
    return not _is_share(before)


def _is_share(quantity: Quantity) -> bool:
    return quantity.scale is not None and quantity.scale.dimension == "percent"
