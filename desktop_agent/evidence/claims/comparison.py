"""Decide whether a sentence of a source supports a claim, contradicts it, or does neither.

Each sentence is compared as a `View`, that is, together with its context. A claim is supported if
the view has nearly the same words, with the same names and values. It is contradicted if a single
sentence gives another value of the same kind, gives the same role to someone else, or says the
opposite, so that quoting the sentence proves the contradiction. Everything else is "partly" or
"unconfirmed": missing or doubtful information is not a contradiction.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache

from desktop_agent.core.research import Mark
from desktop_agent.evidence.claims.matching import (
    ClaimWords,
    Term,
    View,
    starts_with_pronoun,
    subject_of,
)
from desktop_agent.evidence.claims.numbers_and_dates import Agreement, Value, agreement
from desktop_agent.evidence.claims.statement import Name, Statement
from desktop_agent.evidence.text.fold import concepts, folded_words, stop_words
from desktop_agent.evidence.text.wordings import Words, table

_WORDS = Words("claims/comparison")

ENOUGH = 0.85
"""Minimum share of a claim's content words, weighted by rarity, that a source must contain."""

HALF = 0.5

ORDERED = 0.75
"""Minimum share of a claim's names and words that a source must have in the same order."""

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


def judge(view: View) -> Finding:
    """Compare a view with its claim, and return the mark with the reason for it."""
    claim = view.claim
    absent = unnamed(view)
    unmet = [(value, found) for value in claim.said.values if (found := _value_fault(view, value))]
    coverage = _coverage(view)
    facts = len(claim.all_names) - len(absent)
    facts += sum(_met(view, value) for value in claim.said.values)

    def finding(mark: Mark, reason: str = "") -> Finding:
        return Finding(mark, coverage, facts, view.unit, reason)

    if said := contradiction(view, absent):
        return finding("contradicted", said)
    if claim.foreign:
        return finding(*_judge_foreign(view, coverage, facts, absent, unmet))
    opposed = opposite(view)
    said = opposed or next((f"the name {name.text} is not there" for name in absent), "")
    said = said or next((reason for _, reason in unmet), "")
    said = said or weaker(view) or (_missing_words(view) if coverage < ENOUGH else "")
    said = said or misplaced(view)
    said = said or ("the source says it the other way round" if reordered(view) else "")
    if not said:
        return finding("supported")
    partly = not opposed and coverage >= HALF and facts > 0
    return finding("partly" if partly else "unconfirmed", said)


def _judge_foreign(
    view: View, coverage: float, facts: int, absent: list[Name], unmet: list[tuple[Value, str]]
) -> tuple[Mark, str]:
    """Rate a claim by its values and names alone if the source is in another language."""
    claim = view.claim
    enough = _answered(view) and coverage >= HALF if claim.asked is not None else facts > 1
    if unmet or absent or not enough or claim.said.negations:
        reason = "the page is in another language, and only values and names are compared"
        return "unconfirmed", reason
    said = weaker(view) if claim.short else ""
    return ("partly", said) if said else ("supported", "")


def _answered(view: View) -> bool:
    """Return whether the claim gives an answer to its question.

    The answer is a value, or a name that is in the view but not in the question.
    """
    claim = view.claim
    assert claim.asked is not None
    return bool(claim.free_values) or any(
        _named(view, name) for name in claim.names if claim.asked.name_words.isdisjoint(name.words)
    )


# --- Support: words, names and values


def _coverage(view: View) -> float:
    """Return the weighted share of the claim's content words found in the view or its context."""
    total = covered = 0.0
    for term in view.claim.terms:
        weight = view.weights.get(term.key, 1.0) * (0.15 if term.light else 1.0)
        total += weight
        if _there(view, term):
            covered += weight
    if not view.places and any(not term.light for term in view.claim.own):
        return 0.0  # the sentence itself has nothing in common with the claim
    return covered / total if total else 1.0


def _there(view: View, term: Term) -> bool:
    return term.key in view.places or term.key in view.context


def unnamed(view: View) -> list[Name]:
    """Return the names in the claim that are in neither the view nor its context."""
    return [name for name in view.claim.all_names if not _named(view, name)]


def _missing_words(view: View) -> str:
    words = [term.word for term in view.claim.terms if not term.light and not _there(view, term)]
    return f"not there: {', '.join(words[:4])}" if words else "the page does not say it so"


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
    """Return whether the view begins with a pronoun and the page does not say what it refers to."""
    untitled = not view.index.title and not view.index.units[view.unit].block.headings
    return untitled and starts_with_pronoun(view.said) and not view.index.topic(view.unit)


def _value_fault(view: View, claimed: Value) -> str:
    """Return the reason why the view does not confirm a value, or "" if it does."""
    found: dict[Agreement, Value] = {}
    for place, value in view.values:
        verdict = agreement(claimed, value, bare=view.said.row)
        elsewhere = view.of_other_event(value) or _of_another(view, place, value)
        if verdict == "agrees" and elsewhere:
            return f"the source says {claimed.text} of something else"
        if verdict == "agrees":
            rival = _nearer(view, claimed, place)
            return f"the source says {value_said(rival)} of it" if rival is not None else ""
        found.setdefault(verdict, value)
    if any(agreement(claimed, value) == "agrees" for value in view.index.title_values):
        return ""
    if "looser" in found:
        return f"the source says only {value_said(found['looser'])}"
    if "differs" in found:
        return f"the source says {value_said(found['differs'])}, not {claimed.text}"
    return f"the number {claimed.text} is not there"


def _nearer(view: View, claimed: Value, place: int) -> Value | None:
    """Return another value of the same kind that the view gives for the claim's words, or None.

    In "War and Peace came out in 1869, Anna Karenina in 1878", the year of the second novel is not
    1869, because the clause with 1878 has a word from the claim that the clause with 1869 lacks.
    """
    own = view.overlap(place)
    for clause, value in view.values:
        if clause == place or agreement(claimed, value) != "differs":
            continue
        if any(agreement(other, value) == "agrees" for other in view.claim.said.values):
            continue
        more = view.overlap(clause) - own - view.light_keys
        clauses = (view.said.clauses[name.first] for name in view.foreign)
        stranger = place in clauses and more & view.name_keys
        if more and (clause > place or stranger):
            return value
    return None


def weaker(view: View) -> str:
    """Describe how a view says less than its claim, or return "" if it does not."""
    claim = view.claim
    own = {word.folded for word in claim.said.words}
    if claim.short and claim.asked is not None:
        own |= {word.folded for word in claim.asked.said.words}
    if view.asks:
        return "the source only asks"
    hedges = () if claim.said.unsure else ((at, 12) for at in view.said.unsure)
    for at, reach in (*hedges, *((at, 2) for at in view.said.restricting)):
        if view.words[at] not in own and _bears_on(view, at, reach):
            return f"the source says {view.words[at]}"
    return ""


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

    "She was born in Warsaw and moved to Paris" does not support a birth in Paris, because Paris is
    in a clause that has its own verb and none of the claim's words.
    """
    claim, mine = view.claim, view.claim.about or subject_of(view.claim.said)
    for name in claim.all_names:
        places = view.name_places(name)
        if places and all(_elsewhere(view, at, subject=name is mine) for at in places):
            return f"the source says something else of {name.text}"
    for value in claim.free_values:
        found = [
            view.said.index_at(other.start)
            for _, other in view.values
            if agreement(value, other) == "agrees"
        ]
        if found and all(_elsewhere(view, place) for place in found):
            return f"the source says {value.text} of something else"
    return ""


def _elsewhere(view: View, place: int, *, subject: bool = False) -> bool:
    """Return whether the clause at word index ``place`` says something other than the claim."""
    clause = view.said.clauses[place]
    told = [at for term in view.claim.own for at in view.places.get(term.key, ())]
    clauses = {view.said.clauses[at] for at in told} or {
        here
        for here, v in view.values
        if any(agreement(c, v) == "agrees" for c in view.claim.free_values)
    }
    if not clauses or view.said.row:
        return False
    if subject:
        other = subject_of(view.said)
        if clause <= min(clauses):
            return False
        if other in view.foreign and clause > max(clauses):
            return True
    return (clause > 0 and _acted_by_another(view, clause, place)) or (
        clause not in clauses and _tells_more(view, clause)
    )


def _acted_by_another(view: View, clause: int, before: int) -> bool:
    """Return whether the subject of a clause is a name that the claim lacks.

    The name must come before the word at index ``before``.
    """
    return any(
        view.said.clauses[name.first] == clause and name.last < before and _does(view.said, name)
        for name in view.foreign
        if not _may_mean(view, name)
    )


def _may_mean(view: View, name: Name) -> bool:
    """Return whether a name is the sentence's subject and the claim's "she" may refer to it."""
    claim = view.claim
    unknown = claim.about is None and starts_with_pronoun(claim.said)
    return unknown and name == subject_of(view.said)


def _led(said: Statement, name: Name) -> bool:
    """Return whether a preposition precedes a name, so that the name is not a subject."""
    before = said.words[name.first - 1].folded if name.first else ""
    return before in _WORDS.led and before not in _WORDS.joining


def _tells_more(view: View, clause: int) -> bool:
    """Return whether a clause has a verb of its own, or a subject or verb that the claim lacks."""
    said, known = view.said, concepts(view.index.language)
    words = [w for w, at in zip(said.words, said.clauses, strict=True) if at == clause]
    if clause and any(word.folded in _WORDS.be | _WORDS.have for word in words[2:]):
        return True
    return _acted_by_another(view, clause, len(said.words)) or any(
        not word.capital
        and (word.folded.endswith("ed") or known.get(word.folded, "~")[0] == "=")
        and not view.claim.key_of(word.folded)
        for word in words
    )


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
    least = ORDERED * sum(key in theirs for key in mine if key not in (_BY, _IS))
    plain = [[key for key in keys if key not in (_BY, _IS)] for keys in (mine, theirs)]
    orders = [(plain[0], order) for order in (plain[1], *_turns(theirs, plain[0][:1]))]
    orders += [(order, plain[1]) for order in _turns(mine, plain[1][:1])]
    return not any(_common(one, other) >= least for one, other in orders)


def _turns(keys: list[str], first: list[str]) -> Iterator[list[str]]:
    """Yield other orders of the keys, with those after "by" or "is" moved to the front.

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
    return _graded_otherwise(view)


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
            if held.get(clauses[other], 0) > mine:
                return other
    return ""


def _graded_otherwise(view: View) -> str:
    """Describe a lower rank ("third largest", "one of the largest"), or return "" if none."""
    ranked = any(value.kind == "ordinal" for value in view.claim.said.values)
    own = {word.folded for word in view.claim.said.words}
    for term in view.claim.terms:
        if not term.word.endswith("est") and term.word not in ("most", "first", "last"):
            continue
        places = view.places.get(term.key, ())
        verdicts = [_grade(view.said, at, own, ranked=ranked) for at in places]
        if verdicts and all(verdicts):
            return verdicts[0]
    return ""


def _grade(said: Statement, index: int, own: set[str], *, ranked: bool) -> str:
    before = said.value_at.get(index - 1)
    if not ranked and before is not None and said.values[before].kind == "ordinal":
        return f"the source says {said.values[before].text} {said.words[index].folded}"
    led = [word.folded for word in said.words[max(0, index - 3) : index]]
    if "of" in led and led[0] in _WORDS.one_of and own.isdisjoint(_WORDS.one_of):
        return f"the source says one of the {said.words[index].folded}"
    return ""


# --- Contradictions

_SAME = 0.8
"""Minimum share of a claim's content words in a sentence on the same subject."""

_NEAR = 0.4
"""Lower minimum that applies if the claimed value is nowhere on the page."""

_APART = 0.15
"""Minimum relative difference between two figures if one of them is approximate."""


def contradiction(view: View, absent: list[Name]) -> str:
    """Describe how a view contradicts its claim, or return "" if it does not."""
    said, mine = view.said, view.claim.said
    if view.asks or mine.unsure or said.unsure:
        return ""
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
    there = {word.folded for word in said.words}
    missing = [
        term
        for term in view.claim.terms
        if not term.light
        and term.key not in view.places
        and term.key not in view.context
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
        if not _met(view, value)
        and not any(agreement(value, each) == "agrees" for each in view.index.title_values)
    }
    if len(missing) != 1:
        return None
    (claimed,) = missing.values()
    titled = claimed.when is not None and _named_year(view.claim.said, claimed)
    if claimed.kind in ("ordinal", "fraction") or claimed.bound or titled:
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


def _named_year(said: Statement, value: Value) -> bool:
    """Return whether a year is part of a name, as in "Blade Runner 2049"."""
    at = said.index_at(value.start)
    return at > 0 and said.words[at - 1].capital and at - 1 not in said.value_at


def _rivals(view: View, claimed: Value, heads: frozenset[str]) -> list[Value]:
    """Return the values that contradict the claimed one, from the clauses most like the claim."""
    said = view.said
    rivals = [
        (place, value)
        for place, value in view.values
        if agreement(claimed, value, bare=said.row) == "differs"
        and _same_kind(view, claimed, value, heads)
        and _firmly_apart(claimed, value)
        and not view.of_other_event(value)
        and not _of_another(view, place, value)
        and not any(at < said.index_at(value.start) for at in said.negations)
    ]
    overlaps = [view.overlap(place) for place, _ in rivals]
    held = [(len(keys & view.content_keys), len(keys)) for keys in overlaps]
    return [value for (_, value), n in zip(rivals, held, strict=True) if n == max(held)]


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
    if claimed.kind == "version":
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
    if limits:
        return apart > _APART
    if "over" in (claimed.approximation, value.approximation):
        return given < said if claimed.approximation == "over" else said < given
    if "under" in (claimed.approximation, value.approximation):
        return given > said if claimed.approximation == "under" else said > given
    rough = claimed.approximation or value.approximation or "about" in value.text
    return apart > _APART if rough else apart > 0.0


def _of_another(view: View, place: int, value: Value) -> bool:
    """Return whether the clause of a value is about a name that does not occur in the claim."""
    said = view.said
    subject, named = subject_of(said), view.overlap(place) & view.name_keys
    if subject is not None and _stranger(view, subject) and not named:
        return not _may_mean(view, subject)
    return _acted_by_another(view, place, said.index_at(value.start))


def _does(said: Statement, name: Name) -> bool:
    """Return whether a verb follows a name, which makes the name the subject of the clause."""
    if _led(said, name):
        return False
    for word in said.words[name.last + 1 : name.last + 7]:
        if word.folded in _WORDS.be | _WORDS.have or word.folded.endswith("ed"):
            return True
        if not word.capital and word.folded not in _WORDS.led and word.folded != "the":
            return not word.folded.isdigit() and word.folded.endswith("s")
    return False


def _stranger(view: View, name: Name) -> bool:
    return view.is_foreign(name.words) and not set(name.words) & view.context_words


# --- Another holder: "the keeper is B", "designed by B"


@dataclass(frozen=True, slots=True)
class Role:
    """A role that a sentence gives to a name, as in "the capital of Australia is Canberra".

    ``keys`` are the keys of the claim's words that describe the role. ``act`` is the verb if the
    role is an action, as in "designed by". ``exact`` is false if a modifier changes the role, as in
    "the former capital".
    """

    name: Name
    keys: frozenset[str]
    act: str = ""
    present: bool = False
    exact: bool = True


def claimed_roles(claim: ClaimWords) -> tuple[Role, ...]:
    """Return the roles that a claim gives to names.

    In a short answer to a "who" question, the name has the role that the question asks about,
    provided that only one name can be the answer.
    """
    asked = claim.asked
    if not (claim.short and asked is not None and asked.asks_who):
        return () if claim.foreign else tuple(roles(claim, claim.said))
    named = [name for name in claim.said.names if asked.name_words.isdisjoint(name.words)]
    slots = _WORDS.be | _WORDS.by | _WORDS.slots
    named = [n for n in named if n.first and claim.said.words[n.first - 1].folded in slots] or named
    if len(named) != 1:
        return ()
    keys = frozenset(term.key for term in asked.own)
    act = next(iter(keys & _WORDS.acts), "")
    keys |= {claim.key_of(word) for word in asked.name_words} - {""}
    return (Role(named[0], keys, act, asked.present),)


def roles(claim: ClaimWords, said: Statement, topic: tuple[str, ...] = ()) -> Iterator[Role]:
    """Yield the roles that a sentence gives to names: "the R is N", "N is the R", "R by N".

    ``topic`` holds the words of the name to which a pronoun at the start refers.
    """
    if len(topic) > 1 and len(said.words) > 1 and said.words[0].folded in _WORDS.pronouns:
        yield from _does_or_is(claim, said, Name(topic, " ".join(topic).title(), 0, 0), 1)
    for name in said.names:
        at = _introduced(said, name)
        if at >= 0:
            side = _side(said, at, -1)
            act = "" if said.words[at].folded in _WORDS.be else _done(claim, said, side)
            if act or said.words[at].folded in _WORDS.be:
                yield _role(claim, said, name, at, side, act)
        at = _verb_after(said, name)
        if at >= 0:
            yield from _does_or_is(claim, said, name, at)
    subject = subject_of(said)
    if subject is None:
        return
    for at in range(1, len(said.words)):
        if said.words[at - 1].folded in _WORDS.relative and at > subject.last:
            yield from _does_or_is(claim, said, subject, at)


def _does_or_is(claim: ClaimWords, said: Statement, name: Name, at: int) -> Iterator[Role]:
    word, side = said.words[at], _side(said, at, 1)
    if word.folded in _WORDS.be:
        if {said.words[i].folded for i in side[:2]} & _WORDS.definite:
            yield _role(claim, said, name, at, side)
        return
    key = claim.key_of(word.folded)
    past = word.folded.endswith("ed") or word.folded in _WORDS.past
    if past and not word.capital and key in _WORDS.acts:
        yield _role(claim, said, name, at, [at, *side], key)


def _done(claim: ClaimWords, said: Statement, side: list[int]) -> str:
    """Return the key of the verb before "by", or of the verb implied by a noun ("a novel by")."""
    back = [i for i in side[::-1][:6] if i not in said.value_at]
    near = [said.words[i] for i in back if said.words[i].folded not in _WORDS.led][:2]
    act = next((key for w in near if not w.capital and (key := claim.key_of(w.folded))), "")
    works: dict[str, str] = table("claims/comparison")["works"]
    return act or (f"={works[near[0].folded]}" if near and near[0].folded in works else "")


def _introduced(said: Statement, name: Name) -> int:
    """Return the index of the "is" or "by" that introduces a name, or -1 if there is none."""
    for at in range(name.first - 1, max(-1, name.first - 8), -1):
        word = said.words[at].folded
        if _STOPS.search(said.text, said.words[at].end, said.words[at + 1].start):
            return -1
        if word in _WORDS.be or word in _WORDS.by:
            between = range(at + 1, name.first)
            named = any(other.first in between for other in said.names)
            return -1 if named else at
        if word in _WORDS.led:
            return -1
    return -1


def _verb_after(said: Statement, name: Name) -> int:
    """Return the index of the word after a name that may be its verb, or -1 if there is none."""
    if _led(said, name):
        return -1
    at = name.last + 1
    while at < len(said.words) and said.words[at].folded in _WORDS.adverbs:
        at += 1
    if at >= len(said.words) or _STOPS.search(
        said.text, said.words[name.last].end, said.words[at].start
    ):
        return -1
    passive = any(word.folded in _WORDS.by for word in said.words[at + 1 : at + 3])
    return -1 if passive else at


_STOPS = re.compile(r"[,;:()]")


def _side(said: Statement, at: int, step: int) -> list[int]:
    """Return the indices of up to 14 words before or after ``at`` (``step`` is -1 or 1).

    Words beyond a punctuation mark in `_STOPS` are not included.
    """
    found: list[int] = []
    index = at + step
    while 0 <= index < len(said.words) and len(found) < 14:
        first, second = sorted((index, index - step))
        if _STOPS.search(said.text, said.words[first].end, said.words[second].start):
            break
        found.append(index)
        index += step
    return found if step > 0 else found[::-1]


def _role(
    claim: ClaimWords, said: Statement, name: Name, at: int, side: list[int], act: str = ""
) -> Role:
    own = {word.folded for word in claim.said.words}
    if claim.asked is not None:
        own |= {word.folded for word in claim.asked.said.words}
    words = [said.words[i].folded for i in side]
    narrowed = {
        word
        for i, word in zip(side, words, strict=True)
        if i in said.restricting or word in _WORDS.ranks
    }
    keys = claim.keys_of(words) | ({act} if act else set())
    if "ceo" in claim.wanted and "executive" in words:
        keys |= {"ceo"}
    return Role(name, keys, act, said.words[at].folded in _WORDS.present, narrowed <= own)


def another_holder(view: View, mine: Iterable[Role]) -> str:
    """Return another name to which the sentence gives a claimed role, or "" if none."""
    said, claim = view.said, view.claim
    doubtful = said.unsure or said.negations or claim.said.negations or claim.said.unsure
    if view.asks or said.row or doubtful:
        return ""
    own = {word.folded for word in claim.said.words}
    for other in roles(claim, said, view.index.topic(view.unit)):
        if not other.exact or not own.isdisjoint(set(other.name.words) - _WORDS.titles):
            continue
        for role in mine:
            same = role.act == other.act and (other.present or not role.present)
            if same and _covers(view, other, role):
                return other.name.text
    return ""


def holds_role(view: View, mine: Iterable[Role]) -> bool:
    """Return whether a sentence gives a claimed role to the same name as the claim."""
    return any(
        _covers(view, other, role)
        for role in mine
        for other in roles(view.claim, view.said, view.index.topic(view.unit))
        if set(other.name.words) <= set(role.name.words)
        or set(role.name.words) <= set(other.name.words)
    )


def _covers(view: View, other: Role, mine: Role) -> bool:
    needed = mine.keys - view.claim.keys_of(mine.name.words)
    return bool(needed & other.keys) and needed <= other.keys | view.context
