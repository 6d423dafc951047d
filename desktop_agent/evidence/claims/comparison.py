"""Decide whether a sentence of a source supports a claim, contradicts it, or does neither.

Each sentence is compared as a `View`, that is, together with its context. A claim is supported if
the view has nearly the same words, names and values in a similar order, with the same polarity and
without a hedge. It is contradicted if a single sentence says the same but for one value, one name
in the same role, or an explicit opposite, so that quoting the sentence proves the contradiction.
Everything else is "partly" or "unconfirmed": missing or doubtful information is not a
contradiction.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from itertools import product

from desktop_agent.core.research import Mark
from desktop_agent.evidence.claims.matching import (
    ClaimWords,
    Term,
    View,
    starts_with_pronoun,
    subject_of,
)
from desktop_agent.evidence.claims.statement import Agreement, Name, Statement, Value, agreement
from desktop_agent.evidence.text.fold import folded_words, stop_words
from desktop_agent.evidence.text.wordings import Words, table

_WORDS = Words("claims/comparison")

ENOUGH = 0.9
"""Minimum share of a claim's content words, weighted by rarity, that a source must contain."""

HALF = 0.5

ORDERED = 0.75
"""Minimum share of a claim's names and words that a source must have in the same order."""

_SAME = 0.8
"""Minimum share of a claim's content words in a sentence on the same subject."""

_NEAR = 0.4
"""Lower minimum that applies if the claimed value is nowhere on the page."""

_APART = 0.15
"""Minimum relative difference between two figures if one of them is approximate."""

_BY, _IS = "by", "is"


@dataclass(frozen=True, slots=True)
class Finding:
    """The result of comparing a view of a source with a claim.

    ``coverage`` is in [0, 1], and ``facts`` is the number of matched names and values.
    """

    mark: Mark
    coverage: float
    facts: int
    unit: int
    reason: str = ""

    @property
    def rank(self) -> tuple[int, float, int]:
        """The sort key: the mark, then the coverage and the number of matched facts."""
        return _RANKS[self.mark], self.coverage, self.facts


_RANKS: dict[Mark, int] = {"supported": 3, "contradicted": 2, "partly": 1, "unconfirmed": 0}
"""Rank of each mark. Within a page, a contradiction outranks partial support elsewhere."""


def judge(view: View, mine: Iterable["Role"]) -> Finding:
    """Compare a view with its claim, and return the mark with the reason for it.

    ``mine`` are the `claimed_roles` of the claim.
    """
    claim = view.claim
    absent = [name for name in claim.all_names if not _named(view, name)]
    coverage = _coverage(view)
    facts = len(claim.all_names) - len(absent)
    facts += sum(_met(view, value) for value in claim.said.values)

    def finding(mark: Mark, reason: str = "") -> Finding:
        return Finding(mark, coverage, facts, view.unit, reason)

    if said := contradiction(view, absent) or another_holder(view, mine):
        return finding("contradicted", said)
    said = next((f"the name {name.text} is not there" for name in absent), "")
    said = said or next(filter(None, (_value_fault(view, v) for v in claim.said.values)), "")
    if claim.foreign:
        said = said or _foreign_fault(view) or weaker(view)
        return finding("unconfirmed", said) if said else finding("supported")
    opposed = opposite(view)
    said = opposed or said or weaker(view)
    said = said or (_missing_words(view) if coverage < ENOUGH else "")
    said = said or misplaced(view)
    said = said or ("the source says it the other way round" if reordered(view) else "")
    if not said:
        return finding("supported")
    partly = not opposed and coverage >= HALF and facts > 0
    return finding("partly" if partly else "unconfirmed", said)


# --- Support: words, names and values


def _coverage(view: View) -> float:
    """Return the weighted share of the claim's content words found in the view or its context."""
    total = covered = 0.0
    for term in view.claim.terms:
        weight = view.weights.get(term.key, 1.0) * (0.1 if term.light else 1.0)
        total += weight
        if _there(view, term):
            covered += weight
    if not view.places and any(not term.light for term in view.claim.own):
        return 0.0  # the sentence itself has nothing in common with the claim
    return covered / total if total else 1.0


def _there(view: View, term: Term) -> bool:
    return term.key in view.places or term.key in view.context


def _missing_words(view: View) -> str:
    words = [term.word for term in view.claim.terms if not term.light and not _there(view, term)]
    return f"not there: {', '.join(words[:4])}" if words else "the page does not say it so"


def _foreign_fault(view: View) -> str:
    """Return why a claim in another language cannot be judged, or "" if it can.

    Only its names and values can be compared. They suffice if they answer the claim's question and
    the claim adds hardly any other word to the question.
    """
    claim, asked = view.claim, view.claim.asked
    if asked is not None and not claim.said.negations:
        answers = bool(claim.free_values) or any(
            asked.name_words.isdisjoint(name.words) and view.name_places(name)
            for name in claim.names
        )
        if (
            answers
            and claim.added <= (_FEW if claim.spoken else 3 * _FEW)
            and _coverage(view) >= HALF
        ):
            return ""
    return "the page is in another language, and only values and names are compared"


_FEW = 3
"""Number of words that a claim in another language may add to its question."""


def _named(view: View, name: Name) -> bool:
    """Return whether the view contains a name or, judging by its context, is about that name."""
    if view.name_places(name):
        return True
    said, topic = view.said, view.index.topic(view.unit)
    subject = view.claim.about or subject_of(view.claim.said)
    if name is subject and (_bare_surname(view, name) or _unnamed_subject(view)):
        return True
    if not set(name.words) <= view.context_words:
        return False
    if said.row or view.index.units[view.unit].block.kind == "item":
        return True
    subject = subject_of(said)
    stranger = subject is not None and view.is_foreign(subject.words)
    return not stranger and not (topic and view.is_foreign(topic))


def _bare_surname(view: View, name: Name) -> bool:
    """Return whether the view has a person's last name, and nobody else on the page has it."""
    last = name.words[-1]
    if len(name.words) not in (2, 3) or len(name.text.split()) != len(name.words) or len(last) < 3:
        return False
    index = view.index
    units = index.postings.get(last, ())
    bearers = [other for unit in units[:40] for other in index.statement(unit).names]
    bearers = [other for other in bearers if last in other.words]
    return any(other.words == (last,) for other in view.said.names) and all(
        set(other.words) <= set(name.words) for other in bearers
    )


def _unnamed_subject(view: View) -> bool:
    """Return whether neither the view nor the page says what the view is about ("the show", "it")."""
    if view.index.title or view.index.units[view.unit].block.headings or not view.words:
        return False
    described = (
        view.words[0] in ("the", "this") and not view.said.words[1 % len(view.words)].capital
    )
    return described or starts_with_pronoun(view.said) or subject_of(view.said) is None


def _value_fault(view: View, claimed: Value) -> str:
    """Return the reason why the view does not confirm a value, or "" if it does."""
    found: dict[Agreement, Value] = {}
    for value in view.said.values:
        verdict = agreement(claimed, value, bare=view.said.row)
        if verdict == "agrees" and view.of_other_event(value):
            return f"the source says {claimed.text} of something else"
        found.setdefault(verdict, value)
    if "agrees" in found or _titled(view, claimed):
        return ""
    if "looser" in found:
        return f"the source says only {value_said(found['looser'])}"
    if "differs" in found:
        return f"the source says {value_said(found['differs'])}, not {claimed.text}"
    return f"the number {claimed.text} is not there"


def _titled(view: View, claimed: Value) -> bool:
    return any(agreement(claimed, value) == "agrees" for value in view.index.title_values)


def weaker(view: View) -> str:
    """Describe how a view says less than its claim, or return "" if it does not."""
    claim = view.claim
    own = {word.folded for word in claim.said.words}
    if claim.short and claim.asked is not None:
        own |= {word.folded for word in claim.asked.said.words}
    if view.asks:
        return "the source only asks"
    said = own - set(view.words)
    if personal := said & _WORDS.first_person:
        return f"no page can say {min(personal)}"
    if claim.about is None and own & _WORDS.persons and not _of_person(view):
        return "the source may not speak of a person"
    if claim.about is None and claim.asked is None and (unclear := said & _WORDS.unclear):
        return f"it is unclear what {min(unclear)} means"
    hedges = () if claim.said.unsure else ((at, 12) for at in view.said.unsure)
    for at, reach in (*hedges, *((at, 2) for at in view.said.restricting)):
        if view.words[at] not in own and _bears_on(view, at, reach):
            return f"the source says {view.words[at]}"
    return ""


def _of_person(view: View) -> bool:
    """Return whether the subject of a view can be the "she" of a claim."""
    return not _WORDS.persons.isdisjoint(view.words) or subject_of(view.said) is not None


def _bears_on(view: View, index: int, reach: int) -> bool:
    clauses = view.said.clauses
    return any(
        index < at <= index + reach and clauses[at] == clauses[index]
        for places in view.places.values()
        for at in places
    )


# --- Relations: whether the words are connected as they are in the claim


def misplaced(view: View) -> str:
    """Describe a name or value that the source applies to something else, or return "".

    "She was born in Warsaw and moved to Paris" does not support a birth in Paris, because another
    name and another word stand between Paris and the nearest of the claim's words.
    """
    said, claim = view.said, view.claim
    if said.row or not any(term.key in view.places for term in claim.own if not term.light):
        return ""
    subject = subject_of(said)
    rivals = {at for name in view.foreign for at in range(name.first, name.last + 1)}
    for name in claim.all_names:
        places = view.name_places(name)
        if subject is not None and any(at <= subject.last for at in places):
            continue
        if places and all(_cut_off(view, at, rivals) or _of_another(view, at) for at in places):
            return f"the source says something else of {name.text}"
    for claimed in claim.free_values:
        same = [v for v in said.values if agreement(claimed, v, bare=True) == "agrees"]
        others = [
            value
            for value in said.values
            if agreement(claimed, value) == "differs"
            and not any(agreement(other, value) == "agrees" for other in claim.said.values)
        ]
        rivals = {said.index_at(value.start) for value in others}
        places = [said.index_at(value.start) for value in same]
        if same and all(_cut_off(view, at, rivals) or _of_another(view, at) for at in places):
            return f"the source says {claimed.text} of something else"
        nearer = (other for other in others if all(_fits_better(view, other, v) for v in same))
        if same and (other := next(nearer, None)):
            return f"the source says {value_said(other)} of it"
    return ""


def _cut_off(view: View, place: int, rivals: set[int]) -> bool:
    """Return whether a rival stands between a place and the nearest of the claim's words.

    Members of a list are not rivals, so a lower-case word that the claim lacks must stand there
    too.
    """
    told = [at for term in view.claim.own if not term.light for at in view.places.get(term.key, ())]
    near = min((at for at in told if at != place), key=lambda at: abs(at - place), default=place)
    between = range(min(near, place) + 1, max(near, place))
    stop = stop_words(view.index.language)
    return any(at in rivals for at in between) and any(
        not word.capital and word.folded not in stop and not view.claim.key_of(word.folded)
        for at in between
        if at not in view.said.value_at
        for word in [view.said.words[at]]
    )


def _fits_better(view: View, other: Value, value: Value) -> bool:
    """Return whether the clause of another value has words of the claim that a value's own lacks.

    In "War and Peace came out in 1869, Anna Karenina in 1878", the year of the second novel is not
    1869.
    """
    said = view.said
    here, there = said.clause_of(value), said.clause_of(other)
    more = view.overlap(there) - view.overlap(here) - view.light_keys
    strange = any(said.clauses[name.first] == here for name in view.foreign)
    apart = not view.overlap(here) & view.content_keys
    return bool(more) and (there > here or apart or (strange and bool(more & view.name_keys)))


def reordered(view: View) -> bool:
    """Return whether a view has the claim's names and words in a very different order.

    "B acquired A" does not support "A acquired B", but "A was acquired by B" supports "B acquired
    A". Orders are compared by their longest common subsequence.
    """
    claim = view.claim
    there = {name for name in claim.names if view.name_places(name)}
    keys = {term.key for term in claim.own if not term.light}
    keys |= claim.keys_of(word for name in there for word in name.words)
    mine, theirs = (_sequence(claim, said, keys) for said in (claim.said, view.said))
    least = ORDERED * len([key for key in mine if key in theirs and key not in (_BY, _IS)])
    plain, other = ([key for key in keys if key not in (_BY, _IS)] for keys in (mine, theirs))
    turned, others = _turns(mine, other[:1]), _turns(theirs, plain[:1])
    orders = [(plain, other), *((plain, keys) for keys in others)]
    orders += [(keys, other) for keys in turned]
    return not any(_common(*order) >= least for order in orders)


def _turns(keys: list[str], first: list[str]) -> Iterator[list[str]]:
    """Yield the keys with those after "by" or "is" in front of the others.

    The keys after "is" are moved only if they begin with ``first``.
    """
    for turn in {_BY, _IS}.intersection(keys):
        at = keys.index(turn)
        turned = [key for key in (*keys[at + 1 :], *keys[:at]) if key not in (_BY, _IS)]
        if turn == _BY or turned[:1] == first:
            yield turned


def _sequence(claim: ClaimWords, said: Statement, keys: set[str]) -> list[str]:
    found: list[str] = []
    for word in said.words:
        key = claim.key_of(word.folded)
        key = key if key in keys else ""
        if word.folded in _WORDS.by or word.folded in _WORDS.be:
            key = _BY if word.folded in _WORDS.by else _IS
        if key and key not in found[-1:]:
            found.append(key)
    return found


def _common(one: list[str], other: list[str]) -> int:
    """Return the length of the longest common subsequence."""
    row = [0] * (len(other) + 1)
    for key in one:
        before = row
        row = [0]
        for at, there in enumerate(other):
            row.append(before[at] + 1 if key == there else max(before[at + 1], row[at]))
    return row[-1]


# --- Opposites


def opposite(view: View) -> str:
    """Describe how a view says the opposite of its claim, or return "" if it does not."""
    flipped = _flipped(view)
    claim_denies, denies = bool(view.claim.said.negations), _denies(view)
    if flipped and claim_denies == denies:
        return f"the source says {flipped}"
    if not flipped and claim_denies != denies:
        return "the source says the opposite"
    return ""


def _denies(view: View) -> bool:
    """Return whether a word from the claim is negated in every place where the view has it."""
    for keys, reach in ((view.content_keys, 8), (view.light_keys, 2)):
        for key in keys:
            places = view.places.get(key, ())
            if places and all(_denied(view.said, at, reach) for at in places):
                return True
    return False


def _denied(said: Statement, at: int, reach: int) -> bool:
    return any(
        said.clauses[index] == said.clauses[at] and index < at <= index + reach
        for index in said.negations
    )


@cache
def _antonyms() -> dict[str, set[str]]:
    found: dict[str, set[str]] = {}
    for pair in table("claims/comparison")["antonyms"].split():
        one, _, other = pair.partition("/")
        found.setdefault(one, set()).add(other)
        found.setdefault(other, set()).add(one)
    return found


def _flipped(view: View) -> str:
    """Return the antonym that the view uses instead of a word in the claim, or "" if none.

    If the view contains both words, the one in the clause with more of the claim's words counts.
    """
    own = {word.folded for word in view.claim.said.words}
    clauses = dict(zip(view.words, view.said.clauses, strict=True))
    held = {clause: len(keys) for clause, keys in view.keys_by_clause.items()}
    for word in sorted(own):
        for other in _antonyms().get(word, set()) & clauses.keys() - own:
            mine = held.get(clauses[word], 0) - 1 if word in clauses else 0
            if not view.claim.key_of(other) and held.get(clauses[other], 0) > mine:
                return other
    return ""


# --- Contradictions


def contradiction(view: View, absent: list[Name]) -> str:
    """Describe how a view contradicts its claim, or return "" if it does not."""
    if view.asks or view.claim.said.unsure or view.said.unsure:
        return ""
    if found := other_unit(view):
        return found
    title = set(folded_words(view.index.title))
    if any(not set(name.words) <= title for name in absent):
        return ""
    if found := other_value(view, named=not absent):
        return found
    return "" if view.claim.foreign else _opposite(view)


def _opposite(view: View) -> str:
    said, mine = view.said, view.claim.said
    if len(mine.negations) > 1 or (mine.negations and (said.negations or not _denies_most(view))):
        return ""
    if said.negations and len(set(said.clauses)) > 1 and not mine.negations:
        held = set(view.keys_by_clause)
        if held.isdisjoint(said.clauses[at] for at in said.negations):
            return ""
    for claimed in view.claim.free_values:
        if not any(agreement(claimed, value, bare=said.row) == "agrees" for value in said.values):
            return ""
    there = set(view.words)
    missing = [
        term
        for term in view.claim.terms
        if not term.light
        and not _there(view, term)
        and _antonyms().get(term.word, set()).isdisjoint(there)
    ]
    if any(term.relation for term in missing) or _share(view, missing) > 1 - _SAME:
        return ""
    return opposite(view)


def _denies_most(view: View) -> bool:
    """Return whether at least half of the claim's content words are in negated clauses."""
    said = view.claim.said
    denied = {said.clauses[at] for at in said.negations}
    terms = [term for term in view.claim.own if not term.light]
    return 2 * sum(said.clauses[term.index] in denied for term in terms) >= len(terms)


def _share(view: View, some: Iterable[Term]) -> float:
    total = sum(view.weights.get(term.key, 1.0) for term in view.claim.terms if not term.light)
    return sum(view.weights.get(term.key, 1.0) for term in some) / total if total else 0.0


def value_said(value: Value) -> str:
    """Return a value with its qualifier ("about", "up to") for use in an explanation."""
    qualifier = {"about": "about ", "nearly": "nearly ", "over": "over ", "under": "up to "}
    return qualifier.get(value.approximation, "") + value.text.strip(" .")


def other_unit(view: View) -> str:
    """Describe a figure of the claim that the view gives in another unit ("20 mg", "20 µg").

    Return "" if there is none, or if the page has the claimed value too.
    """
    for claimed, value in product(view.claim.free_values, view.said.values):
        one, other = claimed.number, value.number
        if one is None or other is None or one.unit is None or other.unit is None:
            continue
        same = (one.amount, one.unit.dimension) == (other.amount, other.unit.dimension)
        amount = one.amount * one.unit.factor
        absent = not view.index.has_amount(amount, 0.02, one.unit.dimension)
        if same and one.unit.factor != other.unit.factor and absent:
            return f"the source says {value_said(value)}, not {claimed.text.strip()}"
    return ""


def other_value(view: View, *, named: bool) -> str:
    """Describe a different value ("the source says 47 metres, not 12"), or return "" if none.

    If the claimed value is nowhere on the page, fewer words need to match, and the page's title may
    supply names that the sentence lacks (``named`` is False in this case).
    """
    said, claim = view.said, view.claim
    claimed = _unmet_value(view)
    if claimed is None or claim.said.negations:
        return ""
    nowhere = not view.index.holds(claimed)
    if claim.foreign and not (nowhere and (claim.all_names or claim.asked is not None)):
        return ""
    if not (named or nowhere) or (said.negations and not nowhere):
        return ""
    heads = _heads(claim, claimed)
    absent = [
        term
        for term in claim.terms
        if not term.light
        and (term.key not in heads or len(heads) > 1)
        and term.key not in view.places
        and (term.relation or term.key not in view.context)
    ]
    far = _share(view, absent) > 1 - (_NEAR if nowhere else _SAME)
    if far or (not nowhere and any(term.relation for term in absent)):
        return ""
    rivals = _rivals(view, claimed, heads)
    told = {value_said(value) for value in rivals}
    if not told or (len(told) > 1 and not nowhere):
        return ""
    return f"the source says {value_said(rivals[0])}, not {claimed.text.strip()}"


def _unmet_value(view: View) -> Value | None:
    """Return the value that the claim gives and the view lacks, or None.

    Return None unless exactly one value is missing and it can be contradicted.
    """
    said = view.said
    missing = {
        value.text: value
        for value in view.claim.free_values
        if not _met(view, value) and not _titled(view, value)
    }
    if len(missing) != 1:
        return None
    (claimed,) = missing.values()
    at = view.claim.said.index_at(claimed.start)
    titled = at and claimed.when is not None and view.claim.said.words[at - 1].capital
    if claimed.kind == "ordinal" or claimed.bound or titled:  # as in "Blade Runner 2049"
        return None
    starts = [value for value in said.values if value.lead == "from" and value.number]
    if claimed.number and any(agreement(claimed, v, bare=said.row) != "other" for v in starts):
        return None  # a range or a change
    return claimed


def _met(view: View, claimed: Value) -> bool:
    return any(
        agreement(claimed, value, bare=True) in ("agrees", "looser")
        for value in view.said.values
        if not view.of_other_event(value)
    )


def _rivals(view: View, claimed: Value, heads: frozenset[str]) -> list[Value]:
    """Return the values that contradict the claimed one, from the clauses most like the claim."""
    said = view.said
    rivals = [
        value
        for value in said.values
        if agreement(claimed, value, bare=said.row) == "differs"
        and _same_kind(view, claimed, value, heads)
        and _firmly_apart(claimed, value)
        and not view.of_other_event(value)
        and not _of_another(view, said.index_at(value.start))
        and not any(at < said.index_at(value.start) for at in said.negations)
    ]
    overlaps = [view.overlap(said.clause_of(value)) for value in rivals]
    held = [(len(keys & view.content_keys), len(keys)) for keys in overlaps]
    return [value for value, n in zip(rivals, held, strict=True) if n == max(held)]


def _heads(claim: ClaimWords, claimed: Value) -> frozenset[str]:
    """Return the keys of the nouns that a number without a unit may count ("steps" in "212 steps").

    If no noun from the claim follows the number, return the keys of all the claim's content words,
    such as "population" in "its population is 457,572".
    """
    if claimed.number is None or claimed.number.unit is not None or claimed.kind != "number":
        return frozenset()
    found = frozenset(claim.key_of(word) for word in _counted(claim.said, claimed)) - {""}
    return found or frozenset(term.key for term in claim.terms if not term.light)


def _counted(said: Statement, value: Value) -> Iterator[str]:
    index = said.index_at(value.end - 1) + 1
    stop = stop_words("en")
    for at in range(index, min(index + 3, len(said.words))):
        if at in said.value_at or said.clauses[at] != said.clauses[index - 1]:
            return
        if said.words[at].folded not in stop:
            yield said.words[at].folded


def _same_kind(view: View, claimed: Value, value: Value, heads: frozenset[str]) -> bool:
    said = view.said
    if (claimed.when is None) != (value.when is None) or value.kind != claimed.kind:
        return False
    if said.text[max(0, value.start - 1) : value.start] == "-":
        return False  # COVID-19
    if claimed.when is not None and value.when is not None:
        bracket = said.text.rfind("(", 0, value.start) > said.text.rfind(")", 0, value.start)
        if bracket and not {"=bear", "=die"} & view.claim.wanted:
            return False
        return None not in (claimed.when.year, value.when.year) and not value.bound
    if claimed.kind in ("version", "fraction"):
        return True
    assert claimed.number is not None
    assert value.number is not None
    if claimed.number.unit is not None:
        return value.number.unit is not None
    if value.number.unit is not None or not heads:
        return False
    words = (*_counted(said, value), _label(said, value))
    return bool(heads & {view.claim.key_of(word) for word in words})


def _label(said: Statement, value: Value) -> str:
    """Return the word that labels a number ("population" in "a population of 457"), or ""."""
    at = said.index_at(value.begin if value.begin >= 0 else value.start) - 1
    while at >= 0 and said.words[at].folded in _WORDS.be | _WORDS.of:
        at -= 1
    return "" if at < 0 or at in said.value_at else said.words[at].folded


def _firmly_apart(claimed: Value, value: Value) -> bool:
    one, other = claimed.number, value.number
    if one is None or other is None or claimed.kind == "version":
        return not value.ranged
    limits = claimed.approximation == value.approximation == "under"
    if value.ranged or claimed.ranged or ((value.lead or claimed.lead) and not limits):
        return False
    factors = (one.unit.factor if one.unit else 1.0, other.unit.factor if other.unit else 1.0)
    said, given = one.amount * factors[0], other.amount * factors[1]
    apart = abs(said - given) / max(abs(said), abs(given), 1e-12)
    if "over" in (claimed.approximation, value.approximation):
        return given < said if claimed.approximation == "over" else said < given
    if "under" in (claimed.approximation, value.approximation) and not limits:
        return given > said if claimed.approximation == "under" else said > given
    rough = claimed.approximation or value.approximation or "about" in value.text
    return apart > _APART if rough else apart > 0.0


def _of_another(view: View, place: int) -> bool:
    """Return whether the clause around a place is about a name that does not occur in the claim."""
    said = view.said
    clause, subject = said.clauses[place], subject_of(said)
    if view.claim.about is None and starts_with_pronoun(view.claim.said):
        others = [name for name in view.foreign if name != subject]  # "she" may be the subject
    else:
        others = list(view.foreign)
    if (
        subject in others
        and not subject.first <= place <= subject.last
        and not set(subject.words) & view.context_words
        and not view.overlap(clause) & view.name_keys
    ):
        return True
    return any(
        said.clauses[name.first] == clause and name.last < place and _verb_after(said, name)
        for name in others
    )


def _verb_after(said: Statement, name: Name) -> int:
    """Return the index of the verb of which a name is the subject, or 0 if there is none."""
    if name.first and said.words[name.first - 1].folded in _WORDS.led - _WORDS.joining:
        return 0
    for at in range(name.last + 1, min(name.last + 7, len(said.words))):
        word = said.words[at]
        if _STOPS.search(said.text, said.words[at - 1].end, word.start):
            return 0
        if word.folded in _WORDS.be | _WORDS.past or word.folded.endswith(("ed", "s")):
            return at
        if not word.capital and word.folded not in _WORDS.adverbs | _WORDS.led:
            return 0
    return 0


_STOPS = re.compile(r"[,;:()]")


# --- Another name in the same role: "the keeper is B", "designed by B"


@dataclass(frozen=True, slots=True)
class Role:
    """A role that a sentence gives to a name, as in "the capital of Australia is Canberra".

    ``act`` is the key of the verb if the role is an action, as in "designed by", otherwise "".
    ``keys`` are the keys of the claim's words that describe the role.
    """

    name: Name
    act: str
    present: bool
    keys: frozenset[str] = frozenset()


def claimed_roles(claim: ClaimWords) -> tuple[Role, ...]:
    """Return the roles that a claim gives to names.

    In a short answer to a "who" question, the name has the role that the question asks about,
    provided that only one name can be the answer.
    """
    asked = claim.asked
    if claim.short and asked is not None and asked.asks_who:
        named = [name for name in claim.said.names if asked.name_words.isdisjoint(name.words)]
        slots = _WORDS.be | _WORDS.by | _WORDS.slots
        led = [n for n in named if n.first and claim.said.words[n.first - 1].folded in slots]
        if len(led or named) != 1:
            return ()
        keys = frozenset(term.key for term in asked.own)
        act = next((term.key for term in asked.own if term.relation), "")
        keys |= asked.keys_of(asked.name_words)
        return (Role((led or named)[0], act, asked.present, keys),)
    if claim.foreign or claim.said.negations or claim.said.unsure:
        return ()
    light = {term.key for term in claim.terms if term.light}
    return tuple(
        Role(role.name, role.act, role.present, claim.wanted - light - set(own))
        for role in _roles(claim, claim.said)
        for own in [claim.keys_of(role.name.words)]
    )


def _roles(claim: ClaimWords, said: Statement) -> Iterator[Role]:
    """Yield the roles that a sentence gives to names: "the R is N", "N is the R", "R by N"."""
    works: dict[str, str] = table("claims/comparison")["works"]
    relations = {term.key for term in claim.terms if term.relation}
    for name in said.names:
        at = _introduced(said, name)
        if at > 0 and said.words[at].folded in _WORDS.be:
            yield Role(name, "", said.words[at].folded in _WORDS.present)
        elif at > 0:
            words = [word.folded for word in said.words[max(0, at - 3) : at][::-1]]
            acts = (f"={works[w]}" if w in works else claim.key_of(w) for w in words)
            if act := next((key for key in acts if key in relations), ""):
                yield Role(name, act, present=False)
        if at := _verb_after(said, name):
            key = claim.key_of(said.words[at].folded)
            after = {word.folded for word in said.words[at + 1 : at + 3]}
            if said.words[at].folded in _WORDS.be and after & _WORDS.definite:
                yield Role(name, "", said.words[at].folded in _WORDS.present)
            elif key in relations and not after & _WORDS.by:
                yield Role(name, key, present=False)


def _introduced(said: Statement, name: Name) -> int:
    """Return the index of the "is" or "by" that introduces a name, or -1 if there is none.

    A name that another word follows, as in "is a U.S. state", only describes something else.
    """
    after = said.words[name.last + 1 : name.last + 2]
    if (
        after
        and after[0].folded not in stop_words("en") | _WORDS.led
        and not _STOPS.search(said.text, said.words[name.last].end, after[0].start)
    ):
        return -1
    for at in range(name.first - 1, max(-1, name.first - 8), -1):
        word = said.words[at]
        if _STOPS.search(said.text, word.end, said.words[at + 1].start):
            return -1
        if word.folded in _WORDS.be or word.folded in _WORDS.by:
            between = range(at + 1, name.first)
            return -1 if any(other.first in between for other in said.names) else at
        if word.folded in _WORDS.led:
            return -1
    return -1


def another_holder(view: View, mine: Iterable[Role]) -> str:
    """Describe another name to which the sentence gives a claimed role, or return ""."""
    said, claim = view.said, view.claim
    if view.asks or said.row or said.unsure or said.negations:
        return ""
    own = {word.folded for word in claim.said.words}
    if claim.asked is not None:
        own |= {word.folded for word in claim.asked.said.words}
    for other in _roles(claim, said):
        clause = said.clauses[other.name.first]
        held = view.overlap(clause) | view.context
        narrowed = any(
            said.words[at].folded not in own and said.clauses[at] == clause
            for at in said.restricting
        )
        if narrowed or not own.isdisjoint(set(other.name.words) - _WORDS.titles):
            continue
        for role in mine:
            if any(other.name.first <= at <= other.name.last for at in view.name_places(role.name)):
                continue
            same = role.act == other.act and (other.present or not role.present)
            if same and role.keys <= held and role.keys & view.places.keys():
                return f"the source names {other.name.text}"
    return ""
