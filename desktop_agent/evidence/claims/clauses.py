"""The clauses of a view: which of the claim's words, and which values, stand together."""

from collections.abc import Iterable

from desktop_agent.evidence.claims.lexicon import concepts, light_words
from desktop_agent.evidence.claims.matching import Place, View
from desktop_agent.evidence.claims.values import Value, agreement
from desktop_agent.evidence.claims.words import function_words, stop_words

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
        return self.overlap(clause) & name_keys(self.view)

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


def name_keys(view: View) -> set[str]:
    """Gives the keys of the words of the claim's names, function words left out."""
    small = function_words(view.claim.language)
    words = {word for word in view.claim.name_words if word not in small}
    return {view.claim.key_of(word) for word in words} - {""}
