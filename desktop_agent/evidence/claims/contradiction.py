"""Detect contradictions between a claim and a source.

A source may state a different value, name a different holder, or say the opposite. A contradiction
is reported only if a single sentence of the source is about the same subject and disagrees, so that
quoting it proves the contradiction. Missing or doubtful information is not a contradiction.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from desktop_agent.evidence.claims.binding import another_subject, told_of_another
from desktop_agent.evidence.claims.matching import ClaimWords, Clause, Term, View
from desktop_agent.evidence.claims.numbers_and_dates import Value, agreement
from desktop_agent.evidence.claims.source_index import SourceIndex, subject_of
from desktop_agent.evidence.claims.statement import Name, Statement, antonyms
from desktop_agent.evidence.text.word_forms import folded_words, stop_words
from desktop_agent.evidence.text.wordings import Words

_WORDS = Words("claims/contradiction")
_STATEMENT = Words("claims/statement")

# --- Opposites and weaker statements

_ONE_OF = ("one", "among", "einer", "eine", "eines", "un", "une", "una", "uno")


def opposite(view: View) -> str:
    """Describe a contradiction other than a different value, or return "" if there is none."""
    mine = _denials(view.claim.said)
    theirs = set().union(*map(_denials, view.statements))
    flipped = _flipped(view)
    claim_denies, denies = bool(mine), _denies(view)
    if shared := mine & theirs & _WORDS.without:  # both say "without flash": not a contradiction
        claim_denies, denies = bool(mine - shared), bool(theirs - shared) and denies
    if flipped and claim_denies == denies:
        return f"the source says {flipped}"
    if not flipped and claim_denies != denies:
        return "the source says the opposite"
    return _graded_otherwise(view)


def _denials(said: Statement) -> set[str]:
    return {said.words[index].folded for index in said.negations}


def weaker(view: View) -> str:
    """Describe how a view says less than its claim, or return "" if it does not."""
    claim = view.claim.said
    own = {word.folded for word in claim.words}
    if view.claim.short and view.claim.asked is not None:
        own |= {word.folded for word in view.claim.asked.said.words}
    for number, said in enumerate(view.statements):
        if said.text.rstrip().endswith("?"):
            return "the source only asks"
        if not claim.unsure and (doubt := _doubted(view, number)):
            return f"the source is less sure: {doubt}"
        for index in said.restricting:
            word = said.words[index].folded
            if word not in own and _bears_on(view, number, index, reach=2):
                return f"the source says {word}"
    return _unsaid(view)


def _doubted(view: View, number: int) -> str:
    said = view.statements[number]
    found = (i for i in said.unsure if _bears_on(view, number, i, reach=12))
    return next((said.words[index].folded for index in found), "")


def _unsaid(view: View) -> str:
    """Describe an "every" or a first-person word that the view lacks, or return ""."""
    claim = view.claim.said
    there = {word for number in range(len(view.statements)) for word in view.words_at(number)}
    named = {i for name in claim.names for i in range(name.first, name.last + 1)}
    own = {word.folded for i, word in enumerate(claim.words) if i not in named}
    if own & _WORDS.writer - there:
        return "the source does not speak of the writer"
    every = () if there & _STATEMENT.universal else (w for w in own if w in _STATEMENT.universal)
    return next((f"the source does not say {word}" for word in every), "")


def _content_places(view: View) -> dict[int, set[int]]:
    """Map sentence numbers to the positions of the claim's content words."""
    terms = (term.key for term in view.claim.terms if not term.light)
    content = [place for key in terms for place in view.places.get(key, ())]
    found: dict[int, set[int]] = {}
    for number, index in content or view.all_places:
        found.setdefault(number, set()).add(index)
    return found


def _denies(view: View) -> bool:
    """Return whether some word of the claim is negated wherever it occurs in the view."""
    checked = {term.key for term in view.claim.terms if not term.light}
    checked |= {view.claim.key_of(word) for word in view.claim.name_words}
    for key in checked:
        places = view.places.get(key, ())
        if places and all(_denied(view.statements[n], at, reach=8) for n, at in places):
            return True
    # a light word ("held", "known") is negated only by what immediately precedes it
    light = {term.key for term in view.claim.terms if term.light}
    found = [place for key in light for place in view.places.get(key, ())]
    return bool(found) and all(_denied(view.statements[n], at, reach=2) for n, at in found)


def _denied(said: Statement, at: int, *, reach: int) -> bool:
    return any(
        said.clauses[index] == said.clauses[at] and index < at <= index + reach
        for index in said.negations
    )


def _bears_on(view: View, number: int, index: int, *, reach: int) -> bool:
    said = view.statements[number]
    return any(
        where == number and index < at <= index + reach and said.clauses[at] == said.clauses[index]
        for where, at in view.all_places
    )


def _flipped(view: View) -> str:
    """Return the antonym that the source uses for a word of the claim, or "" if it uses none."""
    own = {word.folded for word in view.claim.said.words}
    found = _content_places(view)
    for number, said in enumerate(view.statements):
        there = set(view.words_at(number))
        near = {said.clauses[at] for at in found.get(number, ())}
        for word in own:
            for other in antonyms(word) & there - own:
                at = said.clauses[view.words_at(number).index(other)]
                if word in there and not _more_in(view, number, at, word):
                    continue
                if at in near or not near:
                    return other
    return ""


def _more_in(view: View, number: int, clause: int, word: str) -> bool:
    """Return whether a clause has more of the claim's words than any clause with ``word``."""
    said = view.statements[number]
    own = {at for at, other in zip(said.clauses, said.words, strict=True) if other.folded == word}
    held: dict[int, int] = {}
    for key, places in view.places.items():
        if key != view.claim.key_of(word):
            for there in {said.clauses[index] for where, index in places if where == number}:
                held[there] = held.get(there, 0) + 1
    return held.get(clause, 0) > max((held.get(at, 0) for at in own), default=0)


def _graded_otherwise(view: View) -> str:
    """Describe a lesser rank ("third largest", "one of the largest"), or return "" if none."""
    claim = view.claim.said
    ranked = any(value.kind == "ordinal" for value in claim.values)
    own = {word.folded for word in claim.words}
    for term in view.claim.terms:
        if not term.word.endswith("est") and term.word not in ("most", "first", "last"):
            continue
        verdicts = [
            _grade(view.statements[number], index, own, ranked=ranked)
            for number, index in view.places.get(term.key, ())
        ]
        if verdicts and all(verdicts):
            return verdicts[0]
    return ""


def _grade(said: Statement, index: int, own: set[str], *, ranked: bool) -> str:
    before = said.value_at.get(index - 1)
    if not ranked and before is not None and said.values[before].kind == "ordinal":
        return f"the source says {said.values[before].text} {said.words[index].folded}"
    led = [word.folded for word in said.words[max(0, index - 3) : index]]
    if "of" in led and led[0] in _ONE_OF and not own.intersection(_ONE_OF):
        return f"the source says one of the {said.words[index].folded}"
    return ""


_SAME = 0.8
"""Minimum share of a claim's content words in a sentence on the same subject."""

_NEAR = 0.4
"""Lower minimum that applies if the claimed value is nowhere on the page."""

_APART = 0.15
"""Minimum relative difference between two figures if one of them is approximate."""


def contradiction(view: View, unmet: int) -> str:
    """Describe how a view contradicts its claim, or return "" if it does not.

    ``unmet`` is the number of the claim's names that do not match.
    """
    if len(view.numbers) > 1 or view.statements[0].text.rstrip().endswith("?"):
        return ""
    if view.claim.said.unsure or view.statements[0].unsure:
        return ""
    if (not unmet or _titled(view)) and (said := other_value(view, named=not unmet)):
        return said
    if view.claim.foreign or (unmet and not _titled(view)):
        return ""
    return _opposite(view)


def _titled(view: View) -> bool:
    title = set(folded_words(view.index.title))
    return all(view.name_places(name) or set(name.words) <= title for name in view.claim.all_names)


def value_said(value: Value) -> str:
    """Return a value with its qualifier ("about", "up to") for use in an explanation."""
    qualifier = {"about": "about ", "nearly": "nearly ", "over": "over ", "under": "up to "}
    return qualifier.get(value.approximation, "") + value.text.strip(" .")


def _opposite(view: View) -> str:
    said, mine = view.statements[0], view.claim.said
    if len(mine.negations) > 1 or (mine.negations and (said.negations or not _denies_most(view))):
        return ""
    if said.negations and len(set(said.clauses)) > 1 and not mine.negations:
        held = {said.clauses[at] for _, at in view.all_places}
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
        and antonyms(term.word).isdisjoint(there)
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


def other_value(view: View, *, named: bool) -> str:
    """Describe a different value ("the source says 47 metres, not 12"), or return "" if none.

    The value must be in a single sentence about the same subject. If the claimed value is nowhere
    on the page, the sentence may match less of the claim. Only in that case may the page's title
    supply names that are missing from the sentence (``named`` is False).
    """
    said, claim = view.statements[0], view.claim
    titled = view.index.title_values
    missing = {
        v.text: v
        for v in claim.free_values
        if not _met(v, said) and not any(agreement(v, value) == "agrees" for value in titled)
    }
    if len(missing) != 1 or claim.said.negations:
        return ""
    (claimed,) = missing.values()
    nowhere = not _stands_in(claimed, view.index)
    if not (named or nowhere) or (said.negations and not nowhere):
        return ""
    starts = [value for value in said.values if value.lead == "from" and value.number]
    if claimed.number and any(agreement(claimed, v, bare=said.row) != "other" for v in starts):
        return ""  # a range, or a change
    if claimed.kind in ("ordinal", "fraction") or claimed.bound:
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
    rivals = [
        (place, value)
        for place, value in view.values()
        if agreement(claimed, value, bare=said.row) == "differs"
        and _same_kind(view, claimed, value, heads)
        and _firmly_apart(claimed, value)
        and not _of_another(view, place, value)
        and not any(at < said.index_at(value.start) for at in said.negations)
    ]
    rivals = _nearest(view, rivals)
    told = {value_said(value) for _, value in rivals}
    if not told or (len(told) > 1 and not nowhere):
        return ""
    value = rivals[0][1]
    if claimed.number is not None and _dated_otherwise(view):
        return ""
    return f"the source says {value_said(value)}, not {claimed.text.strip()}"


def _stands_in(claimed: Value, index: SourceIndex) -> bool:
    if claimed.number is None:
        return claimed.when is not None and index.has_amount(float(claimed.when.year or 0), 0.0)
    return index.has_amount(claimed.number.amount, 0.02)


def _met(claimed: Value, said: Statement) -> bool:
    return any(
        agreement(claimed, value, bare=True) in ("agrees", "looser") for value in said.values
    )


def _heads(claim: ClaimWords, claimed: Value) -> frozenset[str]:
    """Return the keys of the nouns that a bare number may count, such as "steps" in "212 steps".

    If no noun follows the number, these are the nouns that the question counts or, failing that,
    all content words of the claim, such as "population" in "its population is 457,572".
    """
    if claimed.number is None or claimed.number.unit is not None or claimed.kind != "number":
        return frozenset()
    asked = claim.asked.counted if claim.asked is not None and claim.short else frozenset()
    if claim.foreign and asked:
        return asked
    found = frozenset(claim.key_of(word) for word in _counted(claim.said, claimed)) - {""}
    return found or asked or frozenset(term.key for term in claim.terms if not term.light)


def _counted(said: Statement, value: Value) -> Iterator[str]:
    index = said.index_at(value.end - 1) + 1
    stop = stop_words("en")
    for at in range(index, min(index + 3, len(said.words))):
        if at in said.value_at or said.clauses[at] != said.clauses[index - 1]:
            return
        if said.words[at].folded not in stop:
            yield said.words[at].folded


def _same_kind(view: View, claimed: Value, value: Value, heads: frozenset[str]) -> bool:
    if (claimed.when is None) != (value.when is None) or value.kind != claimed.kind:
        return False
    said = view.statements[0]
    if said.text[max(0, value.start - 1) : value.start] == "-":
        return False  # COVID-19
    if claimed.when is not None and value.when is not None:
        life = {"=bear", "=die"} & view.claim.wanted
        if not life and _in_brackets(said.text, value):
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
    """Return the word that labels a bare number, such as "population" in "a population of 457"."""
    at = said.index_at(value.begin if value.begin >= 0 else value.start) - 1
    while at >= 0 and (said.words[at].folded in _WORDS.be or said.words[at].folded in _WORDS.of):
        at -= 1
    return "" if at < 0 or at in said.value_at else said.words[at].folded


def _in_brackets(text: str, value: Value) -> bool:
    """Return whether a value is in brackets, like the years of birth and death after a name."""
    return text.rfind("(", 0, value.start) > text.rfind(")", 0, value.start)


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
    if claimed.approximation == "over":
        return given < said
    if claimed.approximation == "under":
        return given > said
    if value.approximation == "over":
        return said < given
    if value.approximation == "under":
        return said > given
    rough = claimed.approximation or value.approximation or "about" in value.text
    return apart > _APART if rough else apart > 0.0


def _of_another(view: View, place: Clause, value: Value) -> bool:
    """Return whether a value's clause is about a name that does not occur in the claim."""
    said = view.statements[0]
    if another_subject(view, (0, said.index_at(value.start))) is not None:
        return True
    if told_of_another(view) is not None:
        return True
    subject = subject_of(said)
    if subject is not None and view.is_foreign(subject.words) and not view.named(place):
        return not _about_topic(view, subject)
    at = said.index_at(value.start)
    return any(
        said.clauses[name.first] == place[1]
        and name.last < at
        and name is not subject
        and view.is_foreign(name.words)
        and not _about_topic(view, name)
        and _does(said, name)
        for name in said.names
    )


def _does(said: Statement, name: Name) -> bool:
    """Return whether a verb follows a name, which makes the name the subject of the clause."""
    if name.first and said.words[name.first - 1].folded in _WORDS.led:
        return False
    for word in said.words[name.last + 1 : name.last + 7]:
        if word.folded in _WORDS.be or word.folded.endswith("ed") or word.folded in _WORDS.have:
            return True
        if not word.capital and word.folded not in _WORDS.led and word.folded != "the":
            return not word.folded.isdigit() and word.folded.endswith("s")
    return False


def _about_topic(view: View, subject: Name) -> bool:
    return bool(set(subject.words) & view.context_words)


def _nearest(view: View, rivals: list[tuple[Clause, Value]]) -> list[tuple[Clause, Value]]:
    """Return the values whose clauses share the most words with the claim."""
    told = {term.key for term in view.claim.terms if not term.light}
    overlaps = [view.overlap(place) for place, _ in rivals]
    held = [(len(keys & told), len(keys)) for keys in overlaps]
    return [rival for rival, n in zip(rivals, held, strict=True) if n == max(held)]


def _dated_otherwise(view: View) -> bool:
    """Return whether the view has several dates, none of which the claim or question mentions."""
    claim = view.claim
    mine = [*claim.free_values, *(claim.asked.free_values if claim.asked else ())]
    dated = [value for _, value in view.values() if value.when is not None]
    return len(dated) > 1 and not any(
        agreement(one, value) in ("agrees", "looser") for one in mine for value in dated
    )


@dataclass(frozen=True, slots=True)
class Role:
    """A role that a sentence assigns to a name, as in "the capital of Australia is Canberra".

    ``keys`` are the keys of the claim's words in the role. ``done`` is the verb if the role is an
    action, as in "the one who designed it" or "designed by". ``exact`` is false if a modifier makes
    it a different role, as in "the former capital".
    """

    holder: tuple[str, ...]
    text: str
    keys: frozenset[str]
    done: str
    present: bool
    exact: bool = True


def claimed_roles(claim: ClaimWords) -> tuple[Role, ...]:
    """Return the roles that a claim assigns to names.

    The name in a short answer to a "who" question has the role that the question asks about,
    provided that exactly one name can be the answer.
    """
    if claim.short and claim.asked is not None and claim.asked.asks_who:
        named = [name for name in claim.said.names if claim.asked.name_words.isdisjoint(name.words)]
        named = [n for n in named if _in_slot(claim.said, n)] or named
        if len(named) != 1:
            return ()
        keys = frozenset(term.key for term in claim.asked.own)
        acts = keys & _WORDS.acts
        act = next(iter(acts)) if acts else ""
        keys |= {claim.key_of(word) for name in claim.asked.names for word in name.words} - {""}
        return (Role(named[0].words, named[0].text, keys, act, claim.asked.present),)
    if claim.foreign:
        return ()
    return roles(claim, claim.said)


def _in_slot(said: Statement, name: Name) -> bool:
    before = said.words[name.first - 1].folded if name.first else ""
    return before in _WORDS.be or before in _WORDS.by or before in _WORDS.slots


def roles(claim: ClaimWords, said: Statement, topic: tuple[str, ...] = ()) -> tuple[Role, ...]:
    """Return the roles that a sentence assigns to names, based on its grammatical form."""
    found: list[Role] = []
    for at, word in enumerate(said.words):
        if word.folded in _WORDS.be:
            found.extend(_is(claim, said, at, topic))
        elif word.folded in _WORDS.by:
            found.extend(_by(claim, said, at))
        elif _told(word.folded) and not word.capital and claim.key_of(word.folded) in _WORDS.acts:
            found.extend(_acts(claim, said, at, topic))
    return tuple(found)


def _told(word: str) -> bool:
    """Return whether a word looks like a past-tense verb ("painted", not "painter")."""
    return word.endswith("ed") or word in _WORDS.past


def _is(claim: ClaimWords, said: Statement, at: int, topic: tuple[str, ...]) -> Iterator[Role]:
    """Yield the roles in "the R is N", "N is the R" and "who is the R" (R: role, N: name)."""
    present = said.words[at].folded in _WORDS.present
    left, right = _reach(said, at, -1), _reach(said, at, 1)
    if not right:
        return
    name = _named_behind(said, at, right[-1])
    if name is not None and left and _opens(said, range(at + 1, name.first)):
        yield _role(claim, said, (name.words, name.text), left, present=present)
    holder = _holder_before(said, at, topic)
    if holder is not None and _definite(said, at, right):
        yield _role(claim, said, holder, right, present=present)


def _by(claim: ClaimWords, said: Statement, at: int) -> Iterator[Role]:
    """Yield the role in phrases such as "designed by N"."""
    before = (said.words[i] for i in _back(said, at))
    acts = (claim.key_of(word.folded) for word in before if not word.capital)
    act = next(filter(None, acts), "")
    if not act and at and said.words[at - 1].folded in _WORKS:
        act = f"={_WORKS[said.words[at - 1].folded]}"
    name = _named_behind(said, at, at + 6)
    if not act or name is None or not _opens(said, range(at + 1, name.first)):
        return
    if said.clauses[name.first] != said.clauses[at]:
        return
    yield _role(claim, said, (name.words, name.text), range(at), act)


def _back(said: Statement, at: int) -> list[int]:
    """Return the indices of the two words before ``at``, skipping a date ("found in 1930 by")."""
    back = (i for i in range(at - 1, max(-1, at - 7), -1) if i not in said.value_at)
    return [i for i in back if said.words[i].folded not in _WORDS.led][:2]


def _acts(claim: ClaimWords, said: Statement, at: int, topic: tuple[str, ...]) -> Iterator[Role]:
    """Yield the role in phrases such as "N designed"."""
    before = [word.folded for word in said.words[max(0, at - 3) : at]]
    after = [word.folded for word in said.words[at + 1 : at + 3]]
    if set(before[-2:]) & _WORDS.be or set(after) & _WORDS.by:
        return
    holder = _holder_before(said, at, topic)
    if holder is not None:
        act = claim.key_of(said.words[at].folded)
        yield _role(claim, said, holder, range(at, len(said.words)), act)


def _role(
    claim: ClaimWords,
    said: Statement,
    holder: tuple[tuple[str, ...], str],
    indices: Sequence[int],
    act: str = "",
    *,
    present: bool = False,
) -> Role:
    keys = claim.keys_of(said.words[i].folded for i in indices)
    own = {word.folded for word in claim.said.words}
    if claim.asked is not None:
        own |= {word.folded for word in claim.asked.said.words}
    if act:
        keys |= {act}
    if "ceo" in claim.wanted and "executive" in {said.words[i].folded for i in indices}:
        keys |= {"ceo"}
    narrowed = {
        said.words[i].folded
        for i in indices
        if (i in said.restricting or said.words[i].folded in _WORDS.ranks)
        and any(claim.key_of(word.folded) for word in said.words[i + 1 : i + 3])
    }
    return Role(*holder, keys, act, present, narrowed <= own)


def _reach(said: Statement, at: int, step: int) -> list[int]:
    """Return the indices of up to 14 words on one side of ``at`` within its clause."""
    found: list[int] = []
    index = at + step
    while 0 <= index < len(said.words) and len(found) < 14:
        first, second = sorted((index, index - step))
        if _STOPS.search(said.text, said.words[first].end, said.words[second].start):
            break
        found.append(index)
        index += step
    return found if step > 0 else found[::-1]


def _named_behind(said: Statement, at: int, last: int) -> Name | None:
    """Return the holder's name that starts after ``at`` and no later than ``last``, or None.

    In "the Dutch Golden Age painter Johannes Vermeer", this is the painter, not the age.
    """
    found: Name | None = None
    for name in said.names:
        if found is None:
            found = name if at < name.first <= last else None
        elif name.first - found.last in (2, 3) and all(
            not word.capital and word.folded not in _WORDS.led
            for word in said.words[found.last + 1 : name.first]
        ):
            between = said.text[said.words[found.last].end : said.words[name.first].start]
            found = found if _STOPS.search(between) else name
    return found


def _opens(said: Statement, between: Iterable[int]) -> bool:
    words = [said.words[i].folded for i in between]
    return len(words) <= 6 and not _WORDS.led.intersection(words)


def _definite(said: Statement, at: int, right: list[int]) -> bool:
    first = [said.words[i].folded for i in right[:2]]
    return bool(set(first) & _WORDS.definite) or said.words[at].folded in _WORDS.unmarked


def _holder_before(
    said: Statement, at: int, topic: tuple[str, ...]
) -> tuple[tuple[str, ...], str] | None:
    """Return the subject of a verb: the name before it, or the antecedent of a pronoun."""
    index = at - 1
    while index >= 0 and said.words[index].folded in _WORDS.adverbs:
        index -= 1
    if index < 0:
        return None
    word = said.words[index].folded
    name = next((n for n in said.names if n.first <= index <= n.last), None)
    if name is not None and index < at - 1 and said.words[at - 1].folded == "and":
        name = subject_of(said)
    if name is not None and not (name.first and said.words[name.first - 1].folded in _WORDS.led):
        return name.words, name.text
    subject = subject_of(said)
    if word in _WORDS.relative and subject is not None and subject.last < index:
        return subject.words, subject.text
    # a single capitalised word at the start of a sentence may not be a name
    if word in _WORDS.pronouns and len(topic) > 1:
        return topic, " ".join(topic).title()
    return None


def another_holder(view: View, mine: tuple[Role, ...]) -> str:
    """Return another name to which the sentence assigns the role, or "" if there is none."""
    said = view.statements[0]
    if len(view.numbers) > 1 or said.row or said.unsure or said.negations:
        return ""
    if view.claim.said.negations or view.claim.said.unsure or said.text.rstrip().endswith("?"):
        return ""
    topic = view.index.topic(view.numbers[0])
    own = {word.folded for word in view.claim.said.words}
    for other in roles(view.claim, said, topic):
        if not other.exact or not own.isdisjoint(set(other.holder) - _WORDS.titles):
            continue
        for role in mine:
            if _same_role(view, role, other) and not _beside(said, other, role):
                return other.text
    return ""


def _same_role(view: View, mine: Role, other: Role) -> bool:
    if mine.done != other.done or (mine.present and not other.present):
        return False
    needed = mine.keys - view.claim.keys_of(mine.holder)
    return bool(needed & other.keys) and needed <= other.keys | view.context


def _beside(said: Statement, other: Role, mine: Role) -> bool:
    """Return whether the two holders are in the same list or name."""
    words = [word.folded for word in said.words]
    ends = [i for i, word in enumerate(words) if word == other.holder[-1]]
    for at in (i for i, word in enumerate(words) if word in mine.holder):
        for end in ends:
            first, last = sorted((at, end))
            between = said.words[first + 1 : last]
            if all(word.capital or word.folded in _WORDS.joining for word in between):
                return True
    return False


def holds_role(view: View, mine: tuple[Role, ...]) -> bool:
    """Return whether a sentence assigns the role to the holder named in the claim."""
    topic = view.index.topic(view.numbers[0])
    return any(
        _one_of(other.holder, role.holder)
        and role.keys - view.claim.keys_of(role.holder) <= other.keys | view.context
        for role in mine
        for said in view.statements
        for other in roles(view.claim, said, topic)
    )


def _one_of(one: tuple[str, ...], other: tuple[str, ...]) -> bool:
    return set(one) <= set(other) or set(other) <= set(one)


_STOPS = re.compile(r"[,;:()]")
_WORKS = {
    **dict.fromkeys(("novel", "book", "poem", "play", "story", "essay", "memoir"), "write"),
    **dict.fromkeys(("film", "movie", "documentary"), "direct"),
    **dict.fromkeys(("opera", "symphony", "concerto", "ballet"), "compose"),
    **dict.fromkeys(("painting", "fresco", "portrait"), "paint"),
    **dict.fromkeys(("song", "single", "album"), "sing"),
}
"""Nouns that can be "by" somebody without a verb, mapped to the verb that they imply."""
