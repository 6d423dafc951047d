"""Whether a source says the opposite of a claim, or says it with less certainty."""

from desktop_agent.evidence.claims.matching import Place, View
from desktop_agent.evidence.claims.negation import antonyms, is_universal
from desktop_agent.evidence.claims.statement import Statement

_WITHOUT = frozenset(("without", "ohne", "sans", "sin"))
_WRITER = frozenset(("i", "me", "my", "mine", "i'm", "i've"))
_ONE_OF = ("one", "among", "einer", "eine", "eines", "un", "une", "una", "uno")


def opposite(view: View) -> str:
    """Gives in words how a view contradicts a claim in sense rather than in value; "" where not."""
    mine = _denials(view.claim.said)
    theirs = set().union(*map(_denials, view.statements))
    flipped = _flipped(view)
    claim_denies, denies = bool(mine), _denies(view)
    if shared := mine & theirs & _WITHOUT:  # "without flash" on both sides denies nothing
        claim_denies, denies = bool(mine - shared), bool(theirs - shared) and denies
    if flipped and claim_denies == denies:
        return f"the source says {flipped}"
    if not flipped and claim_denies != denies:
        return "the source says the opposite"
    return _graded_otherwise(view)


def _denials(said: Statement) -> set[str]:
    return {said.words[index].folded for index in said.negations}


def weaker(view: View) -> str:
    """Return in words what makes a view say less than the claim; "" where nothing does."""
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
    """Return what a claim says of all there is, or of its writer, and the view does not."""
    claim = view.claim.said
    there = {word for number in range(len(view.statements)) for word in view.words_at(number)}
    named = {i for name in claim.names for i in range(name.first, name.last + 1)}
    own = {word.folded for i, word in enumerate(claim.words) if i not in named}
    if own & _WRITER - there:
        return "the source does not speak of the writer"
    for word in own:
        if is_universal(word) and not any(map(is_universal, there)):
            return f"the source does not say {word}"
    return ""


def _content_places(view: View) -> dict[int, set[int]]:
    """Gives, for each sentence of a view, the indices of the claim's content words there."""
    found: dict[int, set[int]] = {}
    for term in view.claim.terms:
        if not term.light:
            for number, index in view.places.get(term.key, ()):
                found.setdefault(number, set()).add(index)
    if not found:
        for places in view.places.values():
            for number, index in places:
                found.setdefault(number, set()).add(index)
    return found


def _denies(view: View) -> bool:
    """True where a negation governs one of the claim's words, and that word stands nowhere else."""
    checked = {term.key for term in view.claim.terms if not term.light}
    checked |= {view.claim.key_of(word) for word in view.claim.name_words}
    for key in checked:
        places = view.places.get(key, ())
        if places and all(_denied(view.statements[n], at, reach=8) for n, at in places):
            return True
    # a light word ("held", "known") is denied only by what stands right before it
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
    places: list[Place] = [place for found in view.places.values() for place in found]
    return any(
        where == number and index < at <= index + reach and said.clauses[at] == said.clauses[index]
        for where, at in places
    )


def _flipped(view: View) -> str:
    """Gives the word by which the source says the opposite of one of the claim's; "" for none."""
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
    """True where a clause holds more of the claim than the clauses of ``word`` do."""
    said = view.statements[number]
    own = {at for at, other in zip(said.clauses, said.words, strict=True) if other.folded == word}
    held: dict[int, int] = {}
    for key, places in view.places.items():
        if key != view.claim.key_of(word):
            for there in {said.clauses[index] for where, index in places if where == number}:
                held[there] = held.get(there, 0) + 1
    return held.get(clause, 0) > max((held.get(at, 0) for at in own), default=0)


def _graded_otherwise(view: View) -> str:
    """Gives how the source ranks otherwise: the third largest, one of the largest."""
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
