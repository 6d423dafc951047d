"""What has to come before what: the order of a plan's parts, and the faults that it can have."""

from collections.abc import Collection, Mapping
from graphlib import CycleError, TopologicalSorter


def order(needs: Mapping[str, Collection[str]]) -> tuple[str, ...]:
    """Gives the names so that each stands behind those that it needs, else as they were given.

    ``needs`` maps each name to the names that have to come before it.

    Raises:
        ValueError: a name is needed that is not there, or several need each other in a circle; the
            text names them.
    """
    for name, before in needs.items():
        if missing := [each for each in before if each not in needs]:
            raise ValueError(f"{name} needs {missing[0]}, which is not there")
    sorter = TopologicalSorter(needs)
    try:
        sorter.prepare()
    except CycleError as error:
        circle = " -> ".join(reversed(error.args[1]))
        raise ValueError(f"these need each other in a circle: {circle}") from None
    given = {name: place for place, name in enumerate(needs)}
    ordered: list[str] = []
    while sorter.is_active():
        ready = sorted(sorter.get_ready(), key=given.__getitem__)
        ordered += ready
        sorter.done(*ready)
    return tuple(ordered)


def ready(
    needs: Mapping[str, Collection[str]], begun: Collection[str], done: Collection[str]
) -> tuple[str, ...]:
    """Gives the names that may begin now: not begun yet, and all that they need is done."""
    return tuple(
        name
        for name, before in needs.items()
        if name not in begun and all(each in done for each in before)
    )
