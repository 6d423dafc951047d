"""Check that a source relates a claim's values and names in the same way as the claim does.

These checks catch claims whose words all occur in the source, but in different relations.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import combinations

from desktop_agent.evidence.claims.matching import Clause, Place, Term, View
from desktop_agent.evidence.claims.numbers_and_dates import Value, agreement
from desktop_agent.evidence.claims.source_index import subject_of
from desktop_agent.evidence.claims.statement import Name, Statement
from desktop_agent.evidence.text.wordings import Words

_WORDS = Words("claims/binding")


def bound_elsewhere(view: View, claimed: Value, place: Clause, found: Value) -> Value | None:
    """Return the source's own value for the claim if ``found`` belongs to something else, or None.

    In "War and Peace came out in 1869, Anna Karenina in 1878", 1869 is not the year of the second
    novel.
    """
    for clause, value in view.values():
        if clause == place or value is found or agreement(claimed, value) != "differs":
            continue
        if any(agreement(other, value) == "agrees" for other in view.claim.said.values):
            continue
        told = view.has_relation(clause) and not view.overlap(place)
        here = view.weight(place, clause) - 1  # ``found`` is one of its values
        if view.weight(clause, place) > here and (view.has_other_words(place) or told):
            return value
        if clause[0] != place[0]:
            continue
        if not view.foreign_in(place):
            continue
        inherited = clause < place and not view.foreign_in(clause) and not view.named(place)
        if inherited or view.named(clause) - view.named(place):
            return value
    return None


def crossed(view: View, matched: list[tuple[Value, Clause]]) -> bool:
    """Return whether two values of a claim come from different pairs in the source.

    "825 dollars in 1908 and 260 dollars in 1925", for example, does not support 260 dollars in
    1908.
    """
    for (one, first), (other, second) in combinations(matched, 2):
        if agreement(one, other) != "other" or agreement(other, one) != "other":
            continue
        if first[0] == second[0] and _paired(view, one, other, first[0]) is False:
            return True
        whole = first[0] != second[0]
        rivals = ((one, second), (other, first))
        if first != second and all(_rival(view, *pair, whole=whole) for pair in rivals):
            return True
    return False


def _paired(view: View, one: Value, other: Value, number: int) -> bool | None:
    """Return whether two values have the same index in parallel lists, or None without lists."""
    said = view.statements[number]
    if said.row:
        return None
    orders = [[agreement(claimed, value) for value in said.values] for claimed in (one, other)]
    lists = [[verdict for verdict in order if verdict != "other"] for order in orders]
    if len(lists[0]) != len(lists[1]) or len(lists[0]) < 2 or any("agrees" not in o for o in lists):
        return None
    return lists[0].index("agrees") == lists[1].index("agrees")


def name_elsewhere(view: View, places: Iterable[Place]) -> bool:
    """Return whether the source states a different relation for a name than the claim does.

    For example, "was born in Warsaw and moved to Paris" does not support a birth in Paris.
    """
    relations = {term.key for term in view.claim.terms if term.relation}
    told = {view.clause_of(at) for key in relations for at in view.places.get(key, ())}
    if not told:
        return False
    return all(
        view.clause_of(place) not in told
        and place[0] in {number for number, _ in told}
        and view.has_other_relation(view.clause_of(place))
        for place in places
    )


def _rival(view: View, claimed: Value, where: Clause, *, whole: bool) -> bool:
    """Return whether a clause (or its sentence if ``whole``) contradicts the claimed value."""
    return any(
        place[0] == where[0]
        and (whole or place == where)
        and agreement(claimed, value) == "differs"
        for place, value in view.values()
    )


def another_subject(view: View, place: Place) -> Name | None:
    """Return the other subject of a word's clause if the claim matches an earlier one, or None.

    In "Marie was born in Warsaw and Pierre in Paris", Paris belongs to Pierre.
    """
    clause = view.clause_of(place)
    said = view.statements[place[0]]
    if said.row or clause[1] == 0:
        return None
    opening = [i for i, number in enumerate(said.clauses) if number == clause[1]][:3]
    for name in view.foreign(place[0]):
        if name.first in opening and name.first < place[1] and _leads(said, name):
            before = {
                key
                for (number, other), keys in view.keys_by_clause.items()
                if number == clause[0] and other < clause[1]
                for key in keys
            }
            relations = {term.key for term in view.claim.terms if not term.light}
            if before & relations and before & view.name_keys:
                return name
    return None


def _leads(said: Statement, name: Name) -> bool:
    before = said.words[name.first - 1].folded if name.first else ""
    return before not in ("in", "at", "on", "of", "from", "by", "with", "to", "for", "the", "near")


def told_of_another(view: View) -> Name | None:
    """Return the sentence's subject if the claim's subject occurs only after the match, or None.

    For example, "Croatia came third, after a victory over Morocco" does not give Morocco's rank.
    """
    mine = view.claim.about or subject_of(view.claim.said)
    subject = subject_of(view.statements[0])
    if len(view.numbers) > 1 or view.statements[0].row or mine is None or subject is None:
        return None
    places = view.name_places(mine)
    if not places or not view.is_foreign(subject.words):
        return None
    told = {
        view.clause_of(at)[1] for term in view.claim.terms for at in view.places.get(term.key, ())
    }
    told |= {
        place[1]
        for place, value in view.values()
        if any(agreement(claimed, value) == "agrees" for claimed in view.claim.free_values)
    }
    behind = all(view.clause_of(at)[1] > max(told) for at in places) if told else False
    return subject if behind and subject.last < min(places)[1] else None


def contrasted(view: View, name: Name) -> bool:
    """Return whether the source mentions a name only as a contrast ("unlike PostgreSQL")."""
    places = view.name_places(name)
    return bool(places) and all(_set_against(view.statements[n], at) for n, at in places)


def _set_against(said: Statement, at: int) -> bool:
    for index in range(at, max(-1, at - 8), -1):
        if said.words[index].folded in _WORDS.against:
            between = said.text[said.words[index].end : said.words[at].start]
            return not any(mark in between for mark in ",;:(")
    return False


# --- Direction: whether a source states a claim in reverse

_MOST = 30
"""Maximum number of words per claim, and of places per word, that are examined."""


def swapped(view: View) -> bool:
    """Return whether the source reverses the claim, as in "B acquired A" for "A acquired B".

    For each directional word of the claim, the words on either side are compared with those in the
    source. A single occurrence in the same direction rules out a reversal of that word.
    """
    for term in view.claim.own[:_MOST]:
        if term.light or term.key in _WORDS.symmetric or term.word in _WORDS.symmetric:
            continue
        directed = _has_direction(view, term)
        mine = _sides(view, view.claim.said, term.index)
        verdicts = [
            _turned(mine, _sides(view, view.statements[number], index, number), directed=directed)
            if mine.doer or term.key not in _WORDS.by_itself
            else "unclear"
            for number, index in view.places.get(term.key, ())[:_MOST]
            if view.statements[number].row
            or (
                not view.statements[number].words[index].capital
                and index not in view.statements[number].value_at
            )
        ]
        if "turned" in verdicts and "same" not in verdicts:
            return True
    return _led_otherwise(view)


def _has_direction(view: View, term: Term) -> bool:
    following = [word.folded for word in view.claim.said.words[term.index + 1 : term.index + 3]]
    compared = {"than", "as"} & set(following) or (
        following[:1] == ["of"] and term.word in _WORDS.compass
    )
    return term.relation or bool(compared)


@dataclass(frozen=True, slots=True)
class _Sides:
    """The keys before (``doer``) and after (``other``) a word, nearest first.

    The two are swapped in the passive voice. ``names`` are the keys that belong to names. ``near``
    is true if the doer is in the same clause as the word.
    """

    doer: tuple[str, ...]
    other: tuple[str, ...]
    names: frozenset[str]
    near: bool = True

    def without(self, keys: set[str]) -> "_Sides":
        return _Sides(
            tuple(key for key in self.doer if key not in keys),
            tuple(key for key in self.other if key not in keys),
            self.names,
            self.near,
        )


def _sides(view: View, said: Statement, at: int, number: int = -1) -> _Sides:
    light = {term.key for term in view.claim.terms if term.light}
    named = {index for name in said.names for index in range(name.first, name.last + 1)}
    owners = _owners(view, said)
    names = view.name_keys - owners

    def keys(indices: Iterable[int], reach: int) -> tuple[str, ...]:
        found = {
            key: None
            for index in indices
            if abs(said.clauses[index] - said.clauses[at]) < reach
            and (index not in said.value_at or index in named)
            if (key := view.claim.key_of(said.words[index].folded)) and key not in light
        }
        return tuple(found)

    back, on = range(at - 1, -1, -1), range(at + 1, len(said.words))
    close = keys(back, 1)
    before, after = close or keys(back, 3), keys(on, 1) or keys(on, 3)
    opens = at > 0 and said.clauses[at - 1] != said.clauses[at]
    near = bool(close) or not before or (opens and said.words[at].folded.endswith("ing"))
    unnamed = number >= 0 and subject_of(said) is None
    if said.row and number >= 0:  # a row is about its first cell
        first = [index for index, clause in enumerate(said.clauses) if clause == 0 and index < at]
        before, near = keys(first, 99), True
    if set(_words(said)[at + 1 : at + 3]) & _WORDS.objects and number >= 0:
        after += tuple(key for key in names if key in view.context and key not in before + after)
    if unnamed:  # a pronoun or "the city" refers to a name from the context
        before += tuple(key for key in names if key in view.context and key not in before + after)
    led = {word.folded for word in said.words[max(0, at - 3) : at]}
    later = [word.folded for word in said.words[at + 1 : at + 9]]
    word = said.words[at].folded
    passive = bool(led & _WORDS.be) and (word.endswith("ed") or word in _WORDS.participles)
    if later[:1] and later[0] in _WORDS.by:
        passive = True
    if not passive:
        return _Sides(before, after, names, near)
    return _Sides(after if set(later) & _WORDS.by else (), before, names)


def _words(said: Statement) -> list[str]:
    return [word.folded for word in said.words]


def _owners(view: View, said: Statement) -> frozenset[str]:
    """Return the keys of names that follow "of", which may be on either side of a verb.

    "The capital of France is Paris" and "Paris is the capital of France" mean the same.
    """
    return frozenset(
        view.claim.key_of(word)
        for name in said.names
        if {word.folded for word in said.words[max(0, name.first - 2) : name.first]} & _WORDS.of
        and not {word.folded for word in said.words[max(0, name.first - 3) : name.first]}
        & _WORDS.stead
        for word in name.words
    )


def _turned(mine: _Sides, theirs: _Sides, *, directed: bool) -> str:
    """Return how the source's sides relate to the claim's: ``same``, ``turned`` or ``unclear``."""
    if not directed:  # "the capital of France" may be on either side of "is": only names count
        mine, theirs = (
            _Sides(
                tuple(key for key in sides.doer if key in sides.names),
                tuple(key for key in sides.other if key in sides.names),
                sides.names,
            )
            for sides in (mine, theirs)
        )
    if not theirs.near:
        return "unclear"
    both = (set(mine.doer) & set(mine.other)) | (set(theirs.doer) & set(theirs.other))
    mine, theirs = mine.without(both), theirs.without(both)
    across = set(mine.doer) & set(theirs.other), set(mine.other) & set(theirs.doer)
    if (
        directed
        and mine.other[:1]
        and theirs.doer[:1] == mine.other[:1]
        and mine.doer[:1] != theirs.doer[:1]
    ):
        return "turned"
    doer = theirs.doer[:1]
    if directed and doer and doer[0] in theirs.names & mine.names and doer[0] in mine.other:
        return "turned"
    nearest = mine.doer[:1] + mine.other[:1]
    if all(across) and any(key in across[0] | across[1] for key in nearest):
        return "turned"
    if not directed and all(across):
        return "turned"
    straight = set(mine.doer) & set(theirs.doer) or set(mine.other) & set(theirs.other)
    return "same" if straight else "unclear"


def _led_otherwise(view: View) -> bool:
    """Return whether the source swaps "from" and "to" before a name or value of the claim."""
    mine = _led(view, view.claim.said)
    for said in view.statements:
        theirs = _led(view, said)
        if any(theirs.get(what, ways).isdisjoint(ways) for what, ways in mine.items()):
            return True
    return False


def _led(view: View, said: Statement) -> dict[str, set[str]]:
    """Map each name and value to the prepositions (``from``, ``to``) that precede it."""
    found: dict[str, set[str]] = {}
    for name in said.names:
        before = [word.folded for word in said.words[max(0, name.first - 2) : name.first]]
        if before[-1:] == ["the"]:
            before.pop()
        if before[-1:] and before[-1] in _WAYS and not view.is_foreign(name.words):
            found.setdefault(" ".join(name.words), set()).add(_WAYS[before[-1]])
    for value in said.values:
        if value.lead:
            amount = value.number.amount if value.number else value.when
            found.setdefault(f"#{amount}", set()).add(value.lead)
    return found


_WAYS = {"from": "from", "von": "from", "to": "to", "into": "to", "nach": "to"}
