"""Whether the words of a claim stand together in the source as they do in the claim."""

from collections import Counter

from desktop_agent.evidence.claims.clauses import Clause, Clauses
from desktop_agent.evidence.claims.matching import Place, View


def scattered(clauses: Clauses) -> bool:
    """True where the words of one clause of a claim belong to different events in the source.

    Each clause of the claim has a clause of the source that holds most of it. What stands elsewhere
    must stand where nothing else is told; the claim's first name may stand before.
    """
    homes: dict[int, Clause] = {}
    parts = _by_clause(clauses.view)
    for part, items in parts.items():
        places = [{clauses.of(at) for at in found} for _, found in items if found]
        if not places:
            continue
        counts = Counter(clause for found in places for clause in found)
        most = max(counts.values())
        best = [clause for clause, count in counts.items() if count == most]
        fitting = [home for home in best if _gathered(clauses, home, items)]
        if not fitting and len(places) > 1:
            return True
        homes[part] = (fitting or best)[0]
    return any(
        not inherited
        and found
        and {clauses.of(at) for at in found} <= {home for at, home in homes.items() if at != part}
        and homes[part] not in {clauses.of(at) for at in found}
        for part, items in parts.items()
        for inherited, found in items
    )


_Items = list[tuple[bool, list[Place]]]
"""What one clause of a claim holds: whether it may be inherited, and its places in the source."""


def _by_clause(view: View) -> dict[int, _Items]:
    said = view.claim.said
    told: dict[int, int] = {}
    for term in view.claim.own:
        if term.relation:
            told.setdefault(said.clauses[term.index], term.index)
    found: dict[int, _Items] = {}
    for term in view.claim.own:
        if not term.light:
            clause = said.clauses[term.index]
            inherited = term.index < told.get(clause, -1)
            found.setdefault(clause, []).append((inherited, view.places.get(term.key, [])))
    for name in said.names:
        clause = said.clauses[name.first]
        inherited = name.first < told.get(clause, -1) or name.first < 2
        found.setdefault(clause, []).append((inherited, view.name_places(name)))
    return found


def _gathered(clauses: Clauses, home: Clause, items: _Items) -> bool:
    return all(
        not places
        or any(
            clauses.of(place) == home
            or (inherited and clauses.of(place) < home)
            or not clauses.relation_of_its_own(clauses.of(place))
            for place in places
        )
        for inherited, places in items
    )
