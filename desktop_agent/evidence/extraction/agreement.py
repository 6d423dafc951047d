"""When two values of one kind of answer are the same, and which of two spellings is better."""

import re
from collections.abc import Callable, Sequence

from desktop_agent.evidence.extraction.dates import agree as dates_agree
from desktop_agent.evidence.extraction.folding import flat, folded
from desktop_agent.evidence.extraction.names import EDITION
from desktop_agent.evidence.extraction.version_numbers import bare, parsed
from desktop_agent.evidence.pack import Intent, Sighting

_JOINED = re.compile(
    r"\s*(?:,|&|\+|\band\b|\bund\b|\bet\b|\by\b|\bfeat(?:uring)?\b\.?|\bft\b\.?|\bwith\b|\bx\b)\s*"
)


def same_person(one: str, other: str) -> bool:
    """True for one name in two forms: with a middle name or initial, or the surname alone."""
    first, second = folded(one).split(), folded(other).split()
    if first == second:
        return True
    shorter, longer = sorted((first, second), key=len)
    if not shorter:
        return False
    if len(shorter) == 1:
        return shorter[0] in (longer[-1], "".join(longer)) and len(shorter[0]) > 2
    if "".join(first) == "".join(second):
        return True
    if set(shorter) <= set(longer) and shorter[-1] == longer[-1]:
        return True
    if longer[: len(shorter)] == shorter:
        return True
    return shorter[-1] == longer[-1] and _initial(shorter[0], longer[0])


def _initial(one: str, other: str) -> bool:
    return one[0] == other[0] and 1 in (len(one), len(other))


def same_artist(one: str, other: str) -> bool:
    """True for one performer, with or without those who join in."""
    first, second = _artists(one), _artists(other)
    return bool(first and second) and (
        first <= second or second <= first or folded(one) == folded(other)
    )


def _artists(name: str) -> set[str]:
    whole = {folded(part) for part in _JOINED.split(flat(name).casefold())}
    return whole - {""}


def same_work(one: str, other: str) -> bool:
    """True for one title, whatever the edition."""
    return _work(one) == _work(other)


def _work(title: str) -> str:
    return folded(EDITION.sub("", title)).replace(" ", "")


def same_version(one: str, other: str) -> bool:
    """True for equal versions; ``3.13`` and ``3.13.0`` are equal, ``3.13`` and ``3.13.1`` are not."""
    first, second = parsed(one), parsed(other)
    return first == second if first and second else bare(one) == bare(other)


_SAME: dict[Intent, Callable[[str, str], bool]] = {
    Intent.LATEST_ALBUM: same_work,
    Intent.PERFORMER: same_artist,
    Intent.TITLE_HOLDER: same_person,
    Intent.LATEST_VERSION: same_version,
}


def groups(intent: Intent, sightings: Sequence[Sighting]) -> list[list[Sighting]]:
    """Puts sightings of one value together, the strongest and fullest spelling first in each.

    Dates agree by their precision: ``1867`` joins ``1867-11-07`` where no other full date does.
    """
    if intent is Intent.EVENT_DATE:
        return _by_date(sightings)
    same = _SAME.get(intent, same_work)
    found: list[list[Sighting]] = []
    for sighting in sorted(sightings, key=lambda each: -len(folded(each.value).split())):
        home = next(
            (
                group
                for group in found
                if any(same(each.value, sighting.value) for each in group[:3])
            ),
            None,
        )
        if home is None:
            found.append([sighting])
        else:
            home.append(sighting)
    return found


def _by_date(sightings: Sequence[Sighting]) -> list[list[Sighting]]:
    found: list[list[Sighting]] = []
    for sighting in sorted(sightings, key=lambda each: -len(each.date)):
        homes = [group for group in found if dates_agree(group[0].date, sighting.date)]
        if homes:
            max(homes, key=len).append(sighting)
        else:
            found.append([sighting])
    return found


def best_spelling(intent: Intent, group: Sequence[Sighting]) -> str:
    """Gives the spelling to show: the fullest date in words, else what most and the surest say."""
    if intent is Intent.EVENT_DATE:
        longest = max(len(each.date) for each in group)
        group = [each for each in group if len(each.date) == longest]
        words = [each for each in group if not re.fullmatch(r"[\d-]+", each.value)]
        group = words or group
    weight: dict[str, float] = {}
    for each in group:
        # a name of one word is a surname, and capitals throughout are a design
        odd = (intent is Intent.TITLE_HOLDER and " " not in each.value) or (
            each.value.isupper() and len(each.value) > 4
        )
        weight[each.value] = weight.get(each.value, 0.0) + each.strength * (0.3 if odd else 1.0)
    return max(weight, key=lambda value: (round(weight[value], 6), len(value)))
