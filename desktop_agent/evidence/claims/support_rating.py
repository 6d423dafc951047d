"""Rate how well a source supports a claim, and say why support is incomplete."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal, get_args

from desktop_agent.core.research import Mark
from desktop_agent.evidence.claims.binding import (
    another_subject,
    bound_elsewhere,
    contrasted,
    crossed,
    name_elsewhere,
    swapped,
    told_of_another,
)
from desktop_agent.evidence.claims.contradiction import contradiction, opposite, value_said, weaker
from desktop_agent.evidence.claims.matching import Clause, Place, Term, View
from desktop_agent.evidence.claims.numbers_and_dates import Value, agreement
from desktop_agent.evidence.claims.source_index import subject_of
from desktop_agent.evidence.claims.statement import Name
from desktop_agent.evidence.text.word_forms import folded_words
from desktop_agent.evidence.text.wordings import word_set

# --- Whether a claim's words occur together in the source


def scattered(view: View) -> bool:
    """Return whether the words of a claim's clause belong to different events in the source.

    They belong together if one source clause contains more of them than any other, and the
    remaining words are in source clauses that match no other clause of the claim or, for words
    before the verb, in an earlier clause.
    """
    homes: dict[int, Clause] = {}
    parts = _by_clause(view)
    for part, items in parts.items():
        places = [{view.clause_of(at) for at in found} for _, found in items if found]
        if not places:
            continue
        counts = Counter(clause for found in places for clause in found)
        most = max(counts.values())
        best = [clause for clause, count in counts.items() if count == most]
        fitting = [home for home in best if _gathered(view, home, items)]
        if not fitting and len(places) > 1:
            return True
        homes[part] = (fitting or best)[0]
    return any(
        not inherited
        and found
        and {view.clause_of(at) for at in found}
        <= {home for at, home in homes.items() if at != part}
        and homes[part] not in {view.clause_of(at) for at in found}
        for part, items in parts.items()
        for inherited, found in items
    )


_Items = list[tuple[bool, list[Place]]]
"""For each word or name in a clause: whether it may be in an earlier clause, and its places."""


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


def _gathered(view: View, home: Clause, items: _Items) -> bool:
    return all(
        not places
        or any(
            view.clause_of(place) == home
            or (inherited and view.clause_of(place) < home)
            or not view.has_other_relation(view.clause_of(place))
            for place in places
        )
        for inherited, places in items
    )


ENOUGH = 0.78
"""Minimum share of a claim's content words, weighted by rarity, that a source must contain."""

HALF = 0.5

Severity = Literal["opposed", "missing", "looser"]
_SEVERITIES = get_args(Severity)


@dataclass(frozen=True, slots=True)
class Mismatch:
    """A reason why a claim is not rated higher."""

    severity: Severity
    reason: str


@dataclass(frozen=True, slots=True)
class Finding:
    """The result of comparing a view with a claim.

    ``coverage`` is in [0, 1], and ``facts`` is the number of matched names and values.
    """

    mark: Mark
    coverage: float
    facts: int
    numbers: tuple[int, ...]
    reason: str = ""

    @property
    def rank(self) -> tuple[float, float, int, int]:
        """Sort key: the mark, then coverage and matched facts, then the shorter quote."""
        stitched = self.mark == "supported" and len(self.numbers) > 1
        rank = _RANKS[self.mark] - (1.5 if stitched else 0)
        return rank, self.coverage, self.facts, -len(self.numbers)


_RANKS: dict[Mark, int] = {"supported": 3, "contradicted": 2, "partly": 1, "unconfirmed": 0}
"""Rank of each mark. Within a page, a contradiction outranks partial support elsewhere."""


def judge(view: View) -> Finding:
    """Rate how well a view supports its claim."""
    coverage, own, missing = _coverage(view)
    troubles: list[Mismatch] = []
    facts = _judge_names(view, troubles)
    unmet = len(troubles)
    facts += _judge_values(view, troubles)
    if said := contradiction(view, unmet):
        return Finding("contradicted", coverage, facts, view.numbers, said)
    if view.claim.foreign:
        return _judge_foreign(view, coverage, facts, troubles)
    if coverage >= HALF:
        troubles.extend(_arranged_otherwise(view))
    if not view.statements[0].row and scattered(view):
        troubles.append(Mismatch("looser", "its words belong to different things there"))
    if own < (HALF if not view.claim.short else 0.01):
        troubles.append(Mismatch("looser", "only the words around it are there"))
    if missing and (coverage < ENOUGH or any(term.relation for term in missing)):
        words = ", ".join(dict.fromkeys(term.word for term in missing))
        troubles.append(Mismatch("looser", f"not there: {words[:80]}"))
    return _finding(view, coverage, facts, troubles)


def against(view: View) -> str:
    """Describe how a view contradicts its claim, or return "" if it does not."""
    troubles: list[Mismatch] = []
    _judge_names(view, troubles)
    return contradiction(view, len(troubles))


def _arranged_otherwise(view: View) -> Iterator[Mismatch]:
    """Yield mismatches if the view has another subject, says the reverse or is less certain."""
    if other := told_of_another(view):
        yield Mismatch("opposed", f"the source says it of {other.text}")
    if swapped(view):
        yield Mismatch("opposed", "the source says it the other way round")
    if said := opposite(view):
        yield Mismatch("opposed", said)
    if less := weaker(view):
        yield Mismatch("looser", less)


def _answered(view: View) -> bool:
    """Return whether the claim has a value, or the view has a claimed name not in the question."""
    claim = view.claim
    assert claim.asked is not None
    return bool(claim.free_values) or any(
        view.name_places(name)
        for name in claim.names
        if claim.asked.name_words.isdisjoint(name.words)
    )


def _judge_foreign(view: View, coverage: float, facts: int, troubles: list[Mismatch]) -> Finding:
    """Rate a claim in a different language from the source by its values and names alone."""
    reason = next((t.reason for t in troubles if t.severity != "looser"), "")
    if not reason and view.claim.said.negations:
        reason = "a denial in another language than the page's"
    if view.claim.short and (less := weaker(view)):
        troubles = [*troubles, Mismatch("looser", less)]
    enough = _answered(view) and coverage >= HALF if view.claim.asked is not None else facts > 1
    if reason or not enough:
        reason = reason or "the page is in another language, and only values and names are compared"
        return Finding("unconfirmed", coverage, facts, view.numbers, reason)
    mark: Mark = "partly" if troubles else "supported"
    return Finding(mark, coverage, facts, view.numbers, troubles[0].reason if troubles else "")


def _finding(view: View, coverage: float, facts: int, troubles: list[Mismatch]) -> Finding:
    worst = min(troubles, key=lambda trouble: _SEVERITIES.index(trouble.severity), default=None)
    mark: Mark = "partly" if worst else "supported"
    reason = worst.reason if worst else ""
    if coverage < HALF or (worst and worst.severity == "opposed"):
        mark = "unconfirmed"
        reason = reason or "the page does not say it in these words"
    elif worst and worst.severity == "missing":
        anything = facts > 1 or (facts and len(view.claim.terms) > 1)
        mark = "partly" if anything else "unconfirmed"
    return Finding(mark, coverage, facts, view.numbers, reason)


def _coverage(view: View) -> tuple[float, float, list[Term]]:
    """Return the weighted shares of terms found with and without context, and the missing terms."""
    total = covered = own = 0.0
    missing: list[Term] = []
    for term in view.claim.terms:
        weight = view.weights.get(term.key, 1.0) * (0.15 if term.light else 1.0)
        total += weight
        if term.key in view.places:
            covered += weight
            own += weight
        elif term.key in view.context or (term.key in view.just_before and not term.relation):
            covered += weight
        elif not term.light:
            missing.append(term)
    if not total:
        return 1.0, 1.0, missing
    return covered / total, own / total, missing


def _judge_names(view: View, troubles: list[Mismatch]) -> int:
    """Append a mismatch for each name that does not match, and return how many names do."""
    met = 0
    for name in view.claim.all_names:
        places = view.name_places(name)
        if places:
            stranger = [another_subject(view, place) for place in places]
            if all(stranger):
                assert stranger[0] is not None
                troubles.append(Mismatch("opposed", f"the source says it of {stranger[0].text}"))
            elif contrasted(view, name):
                troubles.append(Mismatch("opposed", f"the source sets {name.text} against it"))
            elif met and name_elsewhere(view, places):
                troubles.append(
                    Mismatch("missing", f"the source says something else of {name.text}")
                )
            met += 1
        elif _known_from_context(view, name):
            met += 1
        else:
            troubles.append(Mismatch("missing", f"the name {name.text} is not there"))
    return met


def _known_from_context(view: View, name: Name) -> bool:
    """Return whether a name that is not in the view is the topic, judging by its context."""
    words = view.context_words
    if not set(name.words) <= words and not (len(name.words) > 1 and _surname(view, name)):
        return False
    if view.statements[0].row or view.index.units[view.numbers[0]].block.kind == "item":
        return True
    said = view.statements[0]
    if set(name.words) <= set(folded_words(view.index.title)) and _IT.intersection(
        word.folded for word in said.words if not word.capital or word is said.words[0]
    ):
        return True
    subject, topic = subject_of(said), view.index.topic(view.numbers[0])
    if subject is not None and view.is_foreign(subject.words):
        return False
    if topic and view.is_foreign(topic):
        return False
    return not _of_foreign(view)


_IT = word_set("it its they their es sein seine ihr ihre")


def _surname(view: View, name: Name) -> bool:
    return name.words[-1] in view.context_words and all(
        word in view.index.postings or word in view.context_words for word in name.words
    )


def _of_foreign(view: View) -> bool:
    """Return whether a sentence opens with "of" and another entity ("The author of Emma")."""
    said = view.statements[0]
    first = min((index for number, index in view.all_places if number == 0), default=0)
    return any(
        name.first <= max(first, 6) and said.words[name.first - 1].folded in ("of", "von", "de")
        for name in view.foreign(0)
        if name.first
    )


def _judge_values(view: View, troubles: list[Mismatch]) -> int:
    met = 0
    matched = []
    for claimed in view.claim.said.values:
        trouble, place = _judge_value(view, claimed)
        if trouble is None or trouble.severity == "looser":
            met += 1
        if trouble is not None:
            troubles.append(trouble)
        elif place is not None:
            matched.append((claimed, place))
    if crossed(view, matched):
        troubles.append(Mismatch("opposed", "the source pairs these values otherwise"))
    return met


def _judge_value(view: View, claimed: Value) -> tuple[Mismatch | None, tuple[int, int] | None]:
    """Return a value's mismatch, if any, and the source's clause that states it, if any."""
    differing: Value | None = None
    looser: Value | None = None
    elsewhere: Value | None = None
    for place, value in view.values():
        row = view.statements[place[0]].row
        verdict = agreement(claimed, value, bare=row)
        if verdict == "agrees":
            rival = bound_elsewhere(view, claimed, place, value)
            at = view.statements[place[0]].index_at(value.start)
            stranger = another_subject(view, (place[0], at))
            if rival is None and stranger is None:
                return None, place
            elsewhere = rival or value
        elif verdict == "looser":
            looser = looser or value
        elif verdict == "differs":
            differing = differing or value
    if elsewhere is not None:
        return Mismatch("opposed", f"the source says {claimed.text} of something else"), None
    if any(agreement(claimed, value) == "agrees" for value in view.index.title_values):
        return None, None
    if looser is not None:
        return Mismatch("looser", f"the source says only {value_said(looser)}"), None
    if differing is not None:
        reason = f"the source says {value_said(differing)}, not {claimed.text}"
        return Mismatch("opposed", reason), None
    return Mismatch("missing", f"the number {claimed.text} is not there"), None
