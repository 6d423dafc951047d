"""Which value belongs to which thing, and which name to which event: what a bag of words cannot tell."""

from collections.abc import Iterable
from itertools import combinations

from desktop_agent.evidence.claims.clauses import Clause, Clauses, name_keys
from desktop_agent.evidence.claims.index import subject_of
from desktop_agent.evidence.claims.matching import Place, View
from desktop_agent.evidence.claims.statement import Name, Statement
from desktop_agent.evidence.claims.values import Value, agreement
from desktop_agent.evidence.claims.words import word_set


def bound_elsewhere(clauses: Clauses, claimed: Value, place: Clause, found: Value) -> Value | None:
    """Gives the value that the claim's words have in the source, where ``found`` is another thing's.

    "War and Peace came out in 1869, Anna Karenina in 1878": 1869 is not the year of the second.
    """
    view = clauses.view
    for clause, value in clauses.values():
        if clause == place or value is found or agreement(claimed, value) != "differs":
            continue
        if any(agreement(other, value) == "agrees" for other in view.claim.said.values):
            continue
        told = clauses.told_by(clause) and not clauses.overlap(place)
        here = clauses.weight(place, clause) - 1  # found itself is one of its values
        if clauses.weight(clause, place) > here and (clauses.strange(place) or told):
            return value
        if clause[0] != place[0]:
            continue
        if not clauses.foreign_in(place):
            continue
        inherited = clause < place and not clauses.foreign_in(clause) and not clauses.named(place)
        if inherited or clauses.named(clause) - clauses.named(place):
            return value
    return None


def crossed(clauses: Clauses, matched: list[tuple[Value, Clause]]) -> bool:
    """True where two values of a claim come from two places that each have their own pair.

    "825 dollars in 1908 and 260 dollars in 1925" does not say 260 dollars in 1908.
    """
    for (one, first), (other, second) in combinations(matched, 2):
        if agreement(one, other) != "other" or agreement(other, one) != "other":
            continue
        if first[0] == second[0] and _paired(clauses, one, other, first[0]) is False:
            return True
        whole = first[0] != second[0]
        if (
            first != second
            and _rival(clauses, one, second, whole=whole)
            and _rival(clauses, other, first, whole=whole)
        ):
            return True
    return False


def _paired(clauses: Clauses, one: Value, other: Value, number: int) -> bool | None:
    """Tells whether two values have the same place in two rows of equal length; None without such."""
    said = clauses.view.statements[number]
    if said.row:
        return None
    orders = [[agreement(claimed, value) for value in said.values] for claimed in (one, other)]
    lists = [[verdict for verdict in order if verdict != "other"] for order in orders]
    if len(lists[0]) != len(lists[1]) or len(lists[0]) < 2 or any("agrees" not in o for o in lists):
        return None
    return lists[0].index("agrees") == lists[1].index("agrees")


def name_elsewhere(clauses: Clauses, places: Iterable[Place]) -> bool:
    """True where the source ties a name to another relation than the claim's.

    "was born in Warsaw and moved to Paris" does not say born in Paris.
    """
    view = clauses.view
    relations = {term.key for term in view.claim.terms if term.relation}
    told = {clauses.of(at) for key in relations for at in view.places.get(key, ())}
    if not told:
        return False
    return all(
        clauses.of(place) not in told
        and place[0] in {number for number, _ in told}
        and clauses.relation_of_its_own(clauses.of(place))
        for place in places
    )


def _rival(clauses: Clauses, claimed: Value, where: Clause, *, whole: bool) -> bool:
    """True where a clause, or its whole sentence, has a value in the claimed one's stead."""
    return any(
        place[0] == where[0]
        and (whole or place == where)
        and agreement(claimed, value) == "differs"
        for place, value in clauses.values()
    )


def another_subject(clauses: Clauses, place: Place) -> Name | None:
    """Gives the name that has the place's clause to itself while the claim's words stand before it.

    "Marie was born in Warsaw and Pierre in Paris": Paris is Pierre's.
    """
    view, clause = clauses.view, clauses.of(place)
    said = view.statements[place[0]]
    if said.row or clause[1] == 0:
        return None
    opening = [i for i, number in enumerate(said.clauses) if number == clause[1]][:3]
    for name in view.foreign(place[0]):
        if name.first in opening and name.first < place[1] and _leads(said, name):
            before = {
                key
                for (number, other), keys in clauses.keys.items()
                if number == clause[0] and other < clause[1]
                for key in keys
            }
            relations = {term.key for term in view.claim.terms if not term.light}
            if before & relations and before & name_keys(view):
                return name
    return None


def _leads(said: Statement, name: Name) -> bool:
    before = said.words[name.first - 1].folded if name.first else ""
    return before not in ("in", "at", "on", "of", "from", "by", "with", "to", "for", "the", "near")


def told_of_another(clauses: Clauses) -> Name | None:
    """Gives the name that a sentence is about, where the claim's own comes after all that is told.

    "Croatia came third, after a victory over Morocco" says nothing of Morocco's place.
    """
    view = clauses.view
    mine = view.claim.about or subject_of(view.claim.said)
    subject = subject_of(view.statements[0])
    if len(view.numbers) > 1 or view.statements[0].row or mine is None or subject is None:
        return None
    places = view.name_places(mine)
    if not places or not view.is_foreign(subject.words):
        return None
    told = {clauses.of(at)[1] for term in view.claim.terms for at in view.places.get(term.key, ())}
    told |= {
        place[1]
        for place, value in clauses.values()
        if any(agreement(claimed, value) == "agrees" for claimed in view.claim.free_values)
    }
    behind = all(clauses.of(at)[1] > max(told) for at in places) if told else False
    return subject if behind and subject.last < min(places)[1] else None


def contrasted(view: View, name: Name) -> bool:
    """True where the source sets a name against what it tells: "unlike PostgreSQL"."""
    places = view.name_places(name)
    return bool(places) and all(_set_against(view.statements[n], at) for n, at in places)


_AGAINST = word_set(
    "unlike except instead rather than contrary anders statt ausser contrairement sauf excepto"
)


def _set_against(said: Statement, at: int) -> bool:
    for index in range(at, max(-1, at - 8), -1):
        if said.words[index].folded in _AGAINST:
            between = said.text[said.words[index].end : said.words[at].start]
            return not any(mark in between for mark in ",;:(")
    return False
