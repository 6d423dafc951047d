"""Who did what to whom, and which value belongs to which thing: what a bag of words cannot tell."""

from collections.abc import Iterable
from dataclasses import dataclass

from desktop_agent.evidence.claims.index import starts_with_pronoun, subject_of
from desktop_agent.evidence.claims.lexicon import concepts, light_words
from desktop_agent.evidence.claims.matching import Place, Term, View
from desktop_agent.evidence.claims.statement import Name, Statement
from desktop_agent.evidence.claims.values import Value, agreement
from desktop_agent.evidence.claims.words import function_words, stop_words

_BE = frozenset(
    [
        "is",
        "are",
        "was",
        "were",
        "be",
        "been",
        "being",
        "got",
        "wurde",
        "wurden",
        "wird",
        "werden",
        "ist",
        "war",
        "fut",
        "est",
        "a",
        "fue",
    ]
)
_BY = frozenset(["by", "von", "durch", "par", "por", "da", "door"])
_SYMMETRIC = frozenset(
    [
        "=marry",
        "met",
        "meet",
        "meets",
        "merged",
        "merge",
        "border",
        "borders",
        "bordered",
        "married",
        "collaborated",
       
        "linked",
        "connected",
        "connects",
        "divided",
        "divides",
        "between",
        "played",
        "tied",
        "equal",
        "equals",
    ]
)
Clause = tuple[int, int]
"""A clause of a view: the number of the sentence within it, and the clause's number there."""


class Clauses:
    """The keys and values of a view, by clause; the first cell of a row belongs to each of its cells."""

    def __init__(self, view: View) -> None:
        self.view = view
        self.keys: dict[Clause, set[str]] = {}
        strangers = {
            (number, index)
            for number in range(len(view.statements))
            for name in view.foreign(number)
            for index in range(name.first, name.last + 1)
        }
        for key, places in view.places.items():
            for number, index in places:
                if (number, index) in strangers:
                    continue
                clause = view.statements[number].clauses[index]
                self.keys.setdefault((number, clause), set()).add(key)

    def of(self, place: Place) -> Clause:
        """Gives the clause of a word."""
        return place[0], self.view.statements[place[0]].clauses[place[1]]

    def overlap(self, clause: Clause) -> set[str]:
        """Gives the claim's keys in a clause."""
        keys = self.keys.get(clause, set())
        if self.view.statements[clause[0]].row:
            keys = keys | self.keys.get((clause[0], 0), set())
        return keys

    def named(self, clause: Clause) -> set[str]:
        """Gives the words of the claim's names in a clause."""
        return self.overlap(clause) & _name_keys(self.view)

    def foreign_in(self, clause: Clause) -> bool:
        """True where a clause holds a name that the claim does not have."""
        said = self.view.statements[clause[0]]
        return any(said.clauses[name.first] == clause[1] for name in self.view.foreign(clause[0]))

    def relation_of_its_own(self, clause: Clause) -> bool:
        """True where a clause tells something, as far as a word's form shows, that the claim does not."""
        said = self.view.statements[clause[0]]
        known = concepts(self.view.index.language)
        return any(
            number == clause[1]
            and not word.capital
            and not self.view.claim.key_of(word.folded)
            and (word.folded.endswith("ed") or known.get(word.folded, "~")[0] == "=")
            and word.folded not in light_words()
            for number, word in zip(said.clauses, said.words, strict=True)
        )

    def told_by(self, clause: Clause) -> bool:
        """True where a clause holds the claim's relation."""
        keys = self.overlap(clause)
        return any(term.relation and term.key in keys for term in self.view.claim.terms)

    def weight(self, clause: Clause, other: Clause) -> int:
        """Counts what of the claim a clause has that ``other`` lacks, the claim's values included."""
        mine = self.view.claim.said.values
        said = {
            at
            for at, claimed in enumerate(mine)
            for place, value in self.values()
            if place == clause and agreement(claimed, value) == "agrees"
        }
        apart = self.overlap(clause) - (self.overlap(other) if clause != other else set())
        return len(apart) + len(said)

    def values(self) -> Iterable[tuple[Clause, Value]]:
        """Gives the values of the view with their clauses."""
        for number, said in enumerate(self.view.statements):
            for value in said.values:
                yield (number, said.clause_of(value)), value

    def strange(self, clause: Clause) -> bool:
        """True where a clause has content of its own: words that the claim does not have."""
        said = self.view.statements[clause[0]]
        stop, light = stop_words(self.view.index.language), light_words()
        return any(
            said.clauses[index] == clause[1]
            and index not in said.value_at
            and word.folded not in stop
            and word.folded not in light
            and not self.view.claim.key_of(word.folded)
            for index, word in enumerate(said.words)
        )


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
        if clauses.named(clause) - clauses.named(place) and clauses.foreign_in(place):
            return value
    return None


def crossed(clauses: Clauses, matched: list[tuple[Value, Clause]]) -> bool:
    """True where two values of a claim come from two places that each have their own pair.

    "8.2 million in 2010 and 8.8 million in 2020" does not say 8.8 million in 2010.
    """
    for one, first in matched:
        for other, second in matched:
            if one is other or first == second:
                continue
            whole = first[0] != second[0]
            if _rival(clauses, one, second, whole=whole) and _rival(
                clauses, other, first, whole=whole
            ):
                return True
    return False


def relation_elsewhere(clauses: Clauses, claimed: Value, place: Clause) -> Term | None:
    """Gives a relation of the claim that the source ties to another value of the kind.

    "approved in 1971, after voters had rejected it in 1959" does not say rejected in 1971.
    """
    view = clauses.view
    for term in view.claim.terms:
        places = view.places.get(term.key, ())
        if not places or not term.relation:
            continue
        there = {clauses.of(at) for at in places}
        if place in there or not all(_rival(clauses, claimed, at, whole=False) for at in there):
            continue
        if place < min(there) or clauses.relation_of_its_own(place):
            return term
    return None


def object_elsewhere(clauses: Clauses) -> bool:
    """True where all that the claim's relation is about belongs to another relation in the source.

    "forbids military activity and allows research" does not say allows military activity.
    """
    view = clauses.view
    terms = [term for term in view.claim.terms if not term.light]
    told = {clauses.of(at) for t in terms if t.relation for at in view.places.get(t.key, ())}
    things = [
        {clauses.of(at) for at in view.places[t.key]}
        for t in terms
        if not t.relation and t.key in view.places
    ]
    if not told or not things or any(place & told for place in things):
        return False
    return all(any(map(clauses.relation_of_its_own, place)) for place in things)


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


def counts_other(view: View, claimed: Value, number: int, found: Value) -> bool:
    """True where the source counts something else with the same number: 40 offices, not employees."""
    if claimed.plain is None or claimed.when is not None:
        return False
    counted = _counted(view.claim.said, claimed)
    said = view.statements[number]
    there = _counted(said, found)
    if counted is None or there is None or said.row:
        return False
    key = view.claim.key_of(view.claim.said.words[counted].folded)
    if not key or view.claim.key_of(said.words[there].folded) == key:
        return False
    for value in said.values:
        if value is not found and value.plain is not None:
            head = _counted(said, value)
            if head is not None and view.claim.key_of(said.words[head].folded) == key:
                return True
    return False


def _counted(said: Statement, value: Value) -> int | None:
    """Gives the index of the content word that follows a number in its clause."""
    index = said.index_at(value.end - 1) + 1
    stop = stop_words("en")
    for at in range(index, min(index + 3, len(said.words))):
        if at in said.value_at or said.clauses[at] != said.clauses[index - 1]:
            return None
        if said.words[at].folded not in stop:
            return at
    return None


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
            if before & relations and before & _name_keys(view):
                return name
    return None


def _leads(said: Statement, name: Name) -> bool:
    before = said.words[name.first - 1].folded if name.first else ""
    return before not in ("in", "at", "on", "of", "from", "by", "with", "to", "for", "the", "near")


def _name_keys(view: View) -> set[str]:
    small = function_words(view.claim.language)
    words = {word for word in view.claim.name_words if word not in small}
    return {view.claim.key_of(word) for word in words} - {""}


def told_of_another(clauses: Clauses) -> Name | None:
    """Gives the name that a sentence is about, where the claim's own stands apart from what is told.

    "Croatia came third, after a victory over Morocco" says nothing of Morocco's place.
    """
    view = clauses.view
    if len(view.numbers) > 1 or view.statements[0].row:
        return None
    subject = subject_of(view.statements[0])
    names = _name_keys(view)
    if subject is None or not view.is_foreign(subject.words) or not names:
        return None
    own = {clauses.of(at) for key in names for at in view.places.get(key, ())}
    told = {
        clauses.of(at)
        for term in view.claim.terms
        if not term.light
        for at in view.places.get(term.key, ())
    }
    told |= {
        place
        for place, value in clauses.values()
        if any(agreement(claimed, value) == "agrees" for claimed in view.claim.said.values)
    }
    opening = 0, view.statements[0].clauses[subject.first]
    return subject if own and told and opening in told and own.isdisjoint(told) else None


def swapped(clauses: Clauses) -> bool:
    """True where the source says it the other way round: "B acquired A" for "A acquired B".

    Looks at each word of the claim that has a direction, and at what stands on its two sides. One
    place in the source that fits is enough.
    """
    view = clauses.view
    for term in view.claim.terms:
        if term.light or term.key in _SYMMETRIC or term.word in _SYMMETRIC:
            continue
        directed = _has_direction(view, term)
        mine = _sides(view, view.claim.said, term.index)
        verdicts = [
            _turned(mine, _sides(view, view.statements[number], index, number), directed=directed)
            if mine.doer or term.key not in _BY_ITSELF
            else "unclear"
            for number, index in view.places.get(term.key, ())
            if not view.statements[number].words[index].capital
            and index not in view.statements[number].value_at
        ]
        if "turned" in verdicts and "same" not in verdicts:
            return True
    return _led_otherwise(view)


def _has_direction(view: View, term: Term) -> bool:
    following = [word.folded for word in view.claim.said.words[term.index + 1 : term.index + 3]]
    compared = "than" in following or (following[:1] == ["of"] and term.word in _COMPASS)
    return term.relation or compared


_BY_ITSELF = frozenset(
    "=publish =release =open =close =begin =end =increase =decrease =grow =move".split()
)
"""What a thing may do and what may be done to it, in the same words: a book appears, a park opens."""

_COMPASS = frozenset(["north", "south", "east", "west", "northeast", "northwest", "southeast", "southwest"])
_PARTICIPLES = frozenset(
    ["written", "won", "built", "made", "bought", "sold", "beaten", "sung", "led", "held", "known", "found", "drawn", "taken", "given", "chosen", "sent", "flown", "taught", "spoken", "put", "set", "born", "eaten", "hit", "driven"]
)


@dataclass(frozen=True, slots=True)
class _Sides:
    """The keys of the doer's side and of the other one, nearest first; ``names`` are those of names."""

    doer: tuple[str, ...]
    other: tuple[str, ...]
    names: frozenset[str]

    def without(self, keys: set[str]) -> "_Sides":
        """Gives the sides without keys that stand on both."""
        return _Sides(
            tuple(key for key in self.doer if key not in keys),
            tuple(key for key in self.other if key not in keys),
            self.names,
        )


def _sides(view: View, said: Statement, at: int, number: int = -1) -> _Sides:
    """Gives what stands on the two sides of a word, a passive turned round."""
    light = {term.key for term in view.claim.terms if term.light}
    owners = _owners(view, said)
    names = frozenset(_name_keys(view)) - owners

    def keys(indices: Iterable[int], reach: int) -> tuple[str, ...]:
        found = {
            key: None
            for index in indices
            if abs(said.clauses[index] - said.clauses[at]) < reach and index not in said.value_at
            if (key := view.claim.key_of(said.words[index].folded)) and key not in light
        }
        return tuple(found)

    back, on = range(at - 1, -1, -1), range(at + 1, len(said.words))
    before, after = keys(back, 1) or keys(back, 3), keys(on, 1) or keys(on, 3)
    unnamed = number >= 0 and subject_of(said) is None
    if unnamed:  # a pronoun, or "the city", stands for what the context names
        before += tuple(key for key in names if key in view.context and key not in before + after)
    led = {word.folded for word in said.words[max(0, at - 3) : at]}
    later = [word.folded for word in said.words[at + 1 : at + 9]]
    word = said.words[at].folded
    passive = bool(led & _BE) and (word.endswith("ed") or word in _PARTICIPLES)
    if later[:1] and later[0] in _BY:
        passive = True
    if not passive:
        return _Sides(before, after, names)
    return _Sides(after if set(later) & _BY else (), before, names)


def _owners(view: View, said: Statement) -> frozenset[str]:
    """Gives the keys of names behind "of": the capital of France may stand on either side of Paris."""
    return frozenset(
        view.claim.key_of(word)
        for name in said.names
        if {word.folded for word in said.words[max(0, name.first - 2) : name.first]} & _OF
        and not {word.folded for word in said.words[max(0, name.first - 3) : name.first]} & _STEAD
        for word in name.words
    )


_STEAD = frozenset("place instead ahead out front because north south east west".split())
_OF = frozenset("of von de du des del della".split())


def _turned(mine: _Sides, theirs: _Sides, *, directed: bool) -> str:
    """Compares two pairs of sides: ``same``, ``turned`` or ``unclear``."""
    if not directed:  # a capital of a country may stand on either side of it: names alone count
        mine, theirs = (
            _Sides(
                tuple(key for key in sides.doer if key in sides.names),
                tuple(key for key in sides.other if key in sides.names),
                sides.names,
            )
            for sides in (mine, theirs)
        )
    both = (set(mine.doer) & set(mine.other)) | (set(theirs.doer) & set(theirs.other))
    mine, theirs = mine.without(both), theirs.without(both)
    across = set(mine.doer) & set(theirs.other), set(mine.other) & set(theirs.doer)
    if directed and mine.other[:1] and theirs.doer[:1] == mine.other[:1] and mine.doer[:1] != theirs.doer[:1]:
        return "turned"
    nearest = mine.doer[:1] + mine.other[:1]
    if all(across) and any(key in across[0] | across[1] for key in nearest):
        return "turned"
    if not directed and all(across):
        return "turned"
    straight = set(mine.doer) & set(theirs.doer) or set(mine.other) & set(theirs.other)
    return "same" if straight else "unclear"


def _led_otherwise(view: View) -> bool:
    """True where ``from`` and ``to`` have changed places, before names or values."""
    mine = _led(view, view.claim.said)
    for said in view.statements:
        theirs = _led(view, said)
        if any(theirs.get(what, ways) .isdisjoint(ways) for what, ways in mine.items()):
            return True
    return False


def _led(view: View, said: Statement) -> dict[str, set[str]]:
    """Gives the ways (``from``, ``to``) in which each name and value is led in."""
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
