"""Decide whether a sentence of a source supports a claim, contradicts it, or does neither.

Each sentence is compared as a `View`, that is, together with its context. A claim is supported if
the view has nearly the same words, names and values in a similar order, with the same polarity and
without a hedge. It is contradicted if a single sentence says the same except for one value, one
name in the same role, or an explicit opposite, so that quoting the sentence proves the
contradiction. Everything else is "partly" or "unconfirmed": missing or doubtful information is not
a contradiction.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
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
from desktop_agent.evidence.claims.statement import (
    Agreement,
    Name,
    Statement,
    Value,
    agreement,
    places_of,
)
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

_ROUND = 0.02
"""Relative difference up to which a page has a figure."""

_IS, _WAS = "is", "was"

_MOST_TURNS = 4


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
        """The sort key: the mark, the coverage and the number of matched facts."""
        return _RANKS[self.mark], self.coverage, self.facts


_RANKS: dict[Mark, int] = {"supported": 3, "contradicted": 2, "partly": 1, "unconfirmed": 0}
"""Rank of each mark. Within a page, a contradiction outranks partial support elsewhere."""


def judge(view: View, mine: Sequence["Role"]) -> Finding:
    """Compare a view with its claim, and return a mark with the reason for it.

    ``mine`` contains the claim's `claimed_roles`.
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

    Only its names and values can be compared. They are enough if they answer the question and the
    claim contains hardly any words that are not in the question.
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
    subject = subject_of(said)
    stranger = subject is not None and view.is_foreign(subject.words)
    return not stranger and not (topic and view.is_foreign(topic))


def _bare_surname(view: View, name: Name) -> bool:
    """Return whether the view has a person's last name that nobody else on the page shares."""
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
    """Return whether neither the view nor its page names the view's subject ("the show", "it").

    A claim with only one content word and no value ("she is a designer") says too little for its
    subject to be assumed.
    """
    if view.index.title or view.index.units[view.unit].block.headings or not view.words:
        return False
    if sum(not term.light for term in view.claim.terms) + len(view.claim.free_values) < 2:
        return False
    described = (
        view.words[0] in ("the", "this") and not view.said.words[1 % len(view.words)].capital
    )
    return described or starts_with_pronoun(view.said) or subject_of(view.said) is None


def _value_fault(view: View, claimed: Value) -> str:
    """Return why the view does not confirm a value, or "" if it does."""
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
    """Describe how a view says less than its claim, or return ""."""
    claim = view.claim
    own = {word.folded for word in claim.said.words}
    if claim.short and claim.asked is not None:
        own |= {word.folded for word in claim.asked.said.words}
    if view.asks:
        return "the source only asks"
    said = own - set(view.words)
    impersonal = subject_of(view.said) is None and _WORDS.persons.isdisjoint(view.words)
    if claim.about is None and own & _WORDS.persons and impersonal:
        return "the source may not speak of a person"
    if personal := said & _WORDS.first_person:
        return f"no page can say {min(personal)}"
    if claim.about is None and claim.asked is None and (unclear := said & _WORDS.unclear):
        return f"it is unclear what {min(unclear)} means"
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
    """Describe a name or value that the source applies to something else, or return ""."""
    said, claim = view.said, view.claim
    if said.row or not any(term.key in view.places for term in claim.own if not term.light):
        return ""
    for name in claim.all_names:
        places = view.name_places(name)
        if places and all(_set_apart(view, at) for at in places):
            return f"the source says something else of {name.text}"
    for claimed in claim.free_values:
        same = [v for v in said.values if agreement(claimed, v, bare=True) == "agrees"]
        others = [
            value
            for value in said.values
            if agreement(claimed, value) == "differs"
            and not any(agreement(other, value) == "agrees" for other in claim.said.values)
        ]
        if same and all(_other_subject(view, said.index_at(value.start)) for value in same):
            return f"the source says {claimed.text} of something else"
        nearer = (other for other in others if all(_fits_better(view, other, v) for v in same))
        if same and (other := next(nearer, None)):
            return f"the source says {value_said(other)} of it"
    return ""


def _set_apart(view: View, place: int) -> bool:
    """Return whether a name's clause has another subject, or a new verb but no word of the claim.

    "She was born in Warsaw and moved to Paris" does not support a birth in Paris.
    """
    said, claim = view.said, view.claim
    clause = said.clauses[place]
    if _other_subject(view, place):
        return True
    apart = not view.overlap(clause) & view.content_keys - view.name_keys
    rival = any(
        said.clauses[name.first] != clause
        and view.overlap(said.clauses[name.first]) & view.content_keys - view.name_keys
        for name in view.foreign
    )
    stop = stop_words(view.index.language)
    return (
        apart
        and rival
        and any(
            said.clauses[at] == clause
            and not word.capital
            and word.folded not in stop
            and not claim.key_of(word.folded)
            for at, word in enumerate(said.words[:place])
        )
    )


def _fits_better(view: View, other: Value, value: Value) -> bool:
    """Return whether another value's clause has words of the claim that the value's clause lacks.

    In "War and Peace came out in 1869, Anna Karenina in 1878", the second novel's year is not 1869.
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
    A": the words after "by" or a form of "be" may also come first.
    """
    claim = view.claim
    there = {name for name in claim.names if view.name_places(name)}
    keys = {term.key for term in claim.own if not term.light}
    keys |= claim.keys_of(word for name in there for word in name.words)
    mine, theirs = (list(_orders(claim, said, keys)) for said in (claim.said, view.said))
    least = ORDERED * len([key for key in mine[0] if key in theirs[0]])
    turned = [(mine[0], other) for other in theirs[1:]] + [(one, theirs[0]) for one in mine[1:]]
    alike = [(one, other) for one, other in turned if one[:1] == other[:1]]
    return not any(_common(*orders) >= least for orders in [(mine[0], theirs[0]), *alike])


def _orders(claim: ClaimWords, said: Statement, keys: set[str]) -> Iterator[list[str]]:
    """Yield the keys in their original order, then rotated at each "by" or form of "be"."""
    found: list[str] = []
    turns: list[int] = []
    for word in said.words:
        key = claim.key_of(word.folded)
        if key in keys and key not in found[-1:]:
            found.append(key)
        if word.folded in _WORDS.by | _WORDS.be:
            turns.append(len(found))
    for at in dict.fromkeys((0, *turns[:_MOST_TURNS])):
        yield found[at:] + found[:at]


def _common(one: list[str], other: list[str]) -> int:
    """Return the number of keys that two sequences have in the same order."""
    blocks = SequenceMatcher(None, one, other, autojunk=False).get_matching_blocks()
    return sum(block.size for block in blocks)


# --- Opposites


def opposite(view: View) -> str:
    """Describe how a view says the opposite of its claim, or return ""."""
    flipped = _flipped(view)
    claim_denies, denies = bool(view.claim.said.negations), _denies(view)
    if flipped and claim_denies == denies:
        return f"the source says {flipped}"
    if not flipped and claim_denies != denies:
        return "the source says the opposite"
    return ""


def _denies(view: View) -> bool:
    """Return whether a word from the claim is negated wherever it occurs in the view."""
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
    """Return the antonym that the view uses instead of a word in the claim, or "".

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
    """Describe how a view contradicts its claim, or return ""."""
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
    about = value.approximation if value.when is None else ""
    return qualifier.get(about, "") + value.text.strip(" .")


def other_unit(view: View) -> str:
    """Describe a claimed figure that the view gives in another unit ("20 mg", "20 µg").

    Return "" if there is no such figure, or if the page has the claimed value too.
    """
    for claimed, value in product(view.claim.free_values, view.said.values):
        one, other = claimed.number, value.number
        if one is None or other is None or one.unit is None or other.unit is None:
            continue
        same = (one.amount, one.unit.dimension) == (other.amount, other.unit.dimension)
        absent = not view.index.has_amount(one.amount * one.unit.factor, _ROUND)
        if same and one.unit.factor != other.unit.factor and absent:
            return f"the source says {value_said(value)}, not {claimed.text.strip()}"
    return ""


def other_value(view: View, *, named: bool) -> str:
    """Describe a different value ("the source says 47 metres, not 12"), or return "".

    If the claimed value is nowhere on the page, fewer words need to match, and the page's title may
    supply names missing from the sentence (``named`` is then False).
    """
    said, claim = view.said, view.claim
    claimed = _unmet_value(view)
    if claimed is None or claim.said.negations:
        return ""
    nowhere = not view.index.holds(claimed, _ROUND)
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
    """Return the only claimed value missing from the view, if it can be contradicted, or None."""
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
    # as in "Blade Runner 2049"
    titled = at and claimed.when is not None and view.claim.said.words[at - 1].capital
    if claimed.kind == "ordinal" or titled or (claimed.when and claimed.approximation):
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
    """Return the values that contradict the claimed value, from the clauses most like the claim."""
    said = view.said
    rivals = [
        value
        for value in said.values
        if agreement(claimed, value, bare=said.row) == "differs"
        and _same_kind(view, claimed, value, heads)
        and not (value.ranged or claimed.ranged)
        and not (value.number and not value.approximation and (value.lead or claimed.lead))
        and not view.of_other_event(value)
        and not _other_subject(view, said.index_at(value.start))
        and not any(at < said.index_at(value.start) for at in said.negations)
    ]
    overlaps = [view.overlap(said.clause_of(value)) for value in rivals]
    held = [(len(keys & view.content_keys), len(keys)) for keys in overlaps]
    return [value for value, n in zip(rivals, held, strict=True) if n == max(held)]


def _heads(claim: ClaimWords, claimed: Value) -> frozenset[str]:
    """Return the keys of the nouns that a unitless number may count ("steps" in "212 steps").

    If no noun from the claim follows the number, return the keys of all the claim's content words,
    such as "population" in "its population is 457,572".
    """
    if claimed.number is None or claimed.number.unit is not None or claimed.kind != "number":
        return frozenset()
    found = claim.keys_of(_counted(claim.said, claimed))
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
        return None not in (claimed.when.year, value.when.year) and not value.approximation
    if claimed.kind in ("version", "fraction"):
        return True
    assert claimed.number is not None
    assert value.number is not None
    if claimed.number.unit is not None:
        return value.number.unit is not None
    if value.number.unit is not None or not heads:
        return False
    before = said.words[max(0, said.index_at(value.start) - 1)].folded
    return bool(heads & view.claim.keys_of((*_counted(said, value), before)))


def _other_subject(view: View, place: int) -> bool:
    """Return whether a name that is not in the claim is the subject of the word at ``place``."""
    said = view.said
    she = view.claim.about is None and starts_with_pronoun(view.claim.said)
    return any(
        said.clauses[name.first] == said.clauses[place]
        and name.last < place
        and _verb_after(said, name)
        and not (she and name == subject_of(said))
        for name in view.foreign
    )


def _verb_after(said: Statement, name: Name) -> int:
    """Return the index of the verb whose subject is the name, or 0."""
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


Role = tuple[Name, str]
"""A name and its role: the key of what it did, or the tense of the verb if it holds a title."""


def another_holder(view: View, mine: Sequence[Role]) -> str:
    """Describe another name to which the sentence gives a claimed role, or return ""."""
    said, claim = view.said, view.claim
    if not mine or view.asks or said.row or said.unsure or said.negations:
        return ""
    own = {word.folded for each in (claim, claim.asked) if each for word in each.said.words}
    for other, act in _roles(claim, said):
        clause = said.clauses[other.first]
        held = view.overlap(clause) | view.context | view.light_keys
        narrowed = (said.words[at] for at in said.restricting if said.clauses[at] == clause)
        if any(word.folded not in own for word in narrowed):
            continue
        if not own.isdisjoint(set(other.words) - _WORDS.titles):
            continue
        for name, role in mine:
            keys = claim.wanted - claim.keys_of(name.words)
            there = any(other.first <= at <= other.last for at in view.name_places(name))
            if role == act and keys <= held and keys & view.places.keys() and not there:
                return f"the source names {other.text}"
    return ""


def claimed_roles(claim: ClaimWords) -> list[Role]:
    """Return the roles that a claim gives to names.

    In a short answer to a question, the only new name has the role that the question asks about.
    """
    asked = claim.asked
    if claim.short and asked is not None:
        first = {word.folded for word in asked.said.words[:3]}
        new = [name for name in claim.said.names if asked.name_words.isdisjoint(name.words)]
        acts = (term.key for term in asked.own if term.relation)
        role = next(acts, _IS if first & _WORDS.present else _WAS)
        slots = _WORDS.be | _WORDS.by | _WORDS.slots
        led = [name for name in new if claim.said.words[name.first - 1].folded in slots] or new
        return [(led[0], role)] if len(led) == 1 and first & _WORDS.who else []
    if claim.foreign or claim.said.negations or claim.said.unsure:
        return []
    return list(_roles(claim, claim.said))


def _roles(claim: ClaimWords, said: Statement) -> Iterator[Role]:
    """Yield the names that act ("N built it", "built by N") or hold a title ("the keeper is N")."""
    works: dict[str, str] = table("claims/comparison")["works"]
    relations = {term.key for term in claim.terms if term.relation}
    for name in said.names:
        at = _introduced(said, name)
        before = [word.folded for word in said.words[max(0, at - 3) : at + 1][::-1]] if at else ()
        if before and before[0] in _WORDS.be:
            yield name, _IS if before[0] in _WORDS.present else _WAS
        elif acts := [f"={works[w]}" if w in works else claim.key_of(w) for w in before]:
            yield from ((name, key) for key in acts if key in relations)
        if at := _verb_after(said, name):
            verb, key = said.words[at].folded, claim.key_of(said.words[at].folded)
            after = {word.folded for word in said.words[at + 1 : at + 3]}
            if verb in _WORDS.be and after & _WORDS.definite:
                yield name, _IS if verb in _WORDS.present else _WAS
            elif key in relations and not after & _WORDS.by:
                yield name, key


def _introduced(said: Statement, name: Name) -> int:
    """Return the index of the "is" or "by" before a name in its clause, or 0."""
    others = places_of(said.names)
    for at in range(name.first - 1, max(0, name.first - 8), -1):
        word = said.words[at].folded
        if said.clauses[at] != said.clauses[name.first] or at in others:
            return 0
        if word in _WORDS.be | _WORDS.by:
            return at
        if word in _WORDS.led:
            return 0
    return 0
