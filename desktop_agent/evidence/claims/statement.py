"""Parsing of a sentence into words, names, values, clauses and negations for comparison."""

import re
from collections.abc import Container, Sequence
from dataclasses import dataclass
from functools import cache

from desktop_agent.evidence.claims.values import Value, values
from desktop_agent.evidence.text.language import Word, function_words, word_set, words
from desktop_agent.evidence.text.lexicon import DEMONYMS, HONORIFICS

# --- Negations, antonyms and hedges

_NEGATIONS = word_set(
    """not never neither nor cannot can't don't doesn't didn't isn't aren't wasn't weren't won't
    wouldn't couldn't shouldn't hasn't haven't hadn't hardly scarcely barely nobody nothing none
    nowhere without fail fails failed denies deny denied lacks lacked refuse refused refuses
    unable false falsely incorrect incorrectly untrue myth disproved debunked rejects nicht nie
    niemals kein keine keinen keinem keiner keines weder noch-nie pas jamais aucun aucune ni
    nunca jamas tampoco ningun ninguna non niet geen nao"""
)
_NO = frozenset(("no",))
_NOT_A_NEGATION = (
    ("not", "only"), ("not", "just"), ("not", "until"), ("not", "merely"), ("no", "fewer"),
    ("no", "less"), ("no", "doubt"), ("not", "least"), ("nicht", "nur"), ("nothing", "but"),
    ("didn't", "until"), ("no", "more"), ("not", "to"), ("without", "doubt"), ("no", "later"),
)  # fmt: skip
_UNSURE = word_set(
    """may might could possibly perhaps probably likely allegedly reportedly rumoured rumored
    planned plans expected proposed supposedly alleged claims suggests suspected unconfirmed
    hypothetical would hypothesised hypothesized presumably believed thought legend disputed
    debated considering aims hopes intends wants hoped intended attempted tried if vielleicht
    moglicherweise angeblich vermutlich wahrscheinlich soll sollen konnte peut-etre pourrait
    probablement supposement quiza podria"""
)
_RESTRICTING = word_set(
    """former formerly ex acting deputy vice assistant co almost nearly partly partially half some
    previous outgoing interim few most rarely sometimes honorary unofficial fictional would-be lieutenant shadow failed
    so-called ehemalige ehemaliger ehemaligen teilweise manche ancien ancienne presque parfois"""
)
_UNIVERSAL = word_set(
    """all every always only entirely completely exclusively alle immer jeder tous toujours"""
)

_PAIRS = """
increase/decrease increased/decreased increases/decreases increasing/decreasing rise/fall rises/falls
rose/fell rising/falling grow/shrink grew/shrank grows/shrinks growth/decline gain/loss gained/lost
gains/loses before/after more/less more/fewer most/least larger/smaller largest/smallest bigger/smaller
biggest/smallest greater/smaller higher/lower highest/lowest taller/shorter tallest/shortest
longer/shorter longest/shortest older/younger oldest/youngest oldest/newest faster/slower
fastest/slowest first/last early/late earlier/later earliest/latest win/lose wins/loses won/lost
approve/reject approved/rejected approves/rejects allow/forbid allowed/forbidden allows/forbids
permitted/prohibited legal/illegal open/close open/closed opened/closed opens/closes
accept/refuse accepted/refused accepts/refuses accepted/rejected north/south east/west
northern/southern eastern/western above/below over/under up/down upper/lower left/right
hot/cold hotter/colder hottest/coldest warm/cool warmer/cooler heavier/lighter heaviest/lightest
deepest/shallowest deeper/shallower success/failure succeeded/failed succeeds/fails
begin/end began/ended begins/ends start/stop started/stopped starts/stops started/ended
join/leave joined/left enter/leave entered/left import/export imports/exports
buy/sell bought/sold acquired/sold love/hate strengthened/weakened strengthen/weaken
positive/negative male/female married/divorced alive/dead born/died
rich/poor strong/weak stronger/weaker maximum/minimum public/private inside/outside
support/oppose supported/opposed supports/opposes agree/disagree agreed/disagreed
confirm/deny confirmed/denied include/exclude includes/excludes included/excluded
cause/prevent causes/prevents caused/prevented reduce/increase reduced/increased reduces/increases
reducing/increasing raise/lower raised/lowered raises/lowers raising/lowering safe/dangerous
safe/unsafe soluble/insoluble stable/unstable visible/invisible solid/liquid edible/poisonous
attracts/repels attract/repel expand/contract expands/contracts expanded/contracted
expanded/shrank ascending/descending clockwise/counterclockwise clockwise/anticlockwise
majority/minority common/rare frequent/rare even/odd wet/dry guilty/innocent
nearest/farthest closest/farthest closer/farther best/worst better/worse domestic/wild
temporary/permanent natural/artificial acidic/alkaline compiled/interpreted static/dynamic
built/demolished created/destroyed abolished/introduced introduced/removed added/removed
upheld/overturned unanimous/split indoor/outdoor
grosste/kleinste grosser/kleiner hochste/niedrigste langste/kurzeste gestiegen/gesunken steigt/sinkt
stieg/sank gewann/verlor mehr/weniger vor/nach nordlich/sudlich ostlich/westlich norden/suden
osten/westen erste/letzte mit/ohne uber/unter eroffnet/geschlossen angenommen/abgelehnt
plus/moins augmente/diminue augmente/baisse avant/apres premier/dernier nord/sud est/ouest
avec/sans gagne/perdu ouvert/ferme grand/petit grande/petite
mas/menos antes/despues aumento/disminuyo primero/ultimo primera/ultima norte/sur este/oeste
mayor/menor con/sin gano/perdio
"""


@cache
def _antonyms() -> dict[str, frozenset[str]]:
    table: dict[str, set[str]] = {}
    for pair in _PAIRS.split():
        one, _, other = pair.partition("/")
        table.setdefault(one, set()).add(other)
        table.setdefault(other, set()).add(one)
    return {word: frozenset(others) for word, others in table.items()}


def antonyms(word: str) -> frozenset[str]:
    """Return the folded antonyms of a folded word. Most words have none."""
    return _antonyms().get(word, frozenset())


def negations(words: Sequence[Word]) -> tuple[int, ...]:
    """Return the indices of words that negate what follows them."""
    return tuple(index for index in range(len(words)) if _negates(words, index))


def _negates(words: Sequence[Word], index: int) -> bool:
    word = words[index].folded
    if word in _NO:
        # "no" is a negation in Spanish and English, but not in "no. 5"
        following = words[index + 1].folded if index + 1 < len(words) else ""
        return not following.isdigit() and ("no", following) not in _NOT_A_NEGATION
    later = [other.folded for other in words[index + 1 : index + 6]]
    if word in _SHORT_OF:
        return _falls_short(word, words[index - 1].folded if index else "", later)
    if word not in _NEGATIONS:
        return False
    if any(word == first and later[:1] == [second] for first, second in _NOT_A_NEGATION):
        return False
    return "until" not in later


def _falls_short(word: str, before: str, later: Sequence[str]) -> bool:
    """Return whether an event did not happen: "has yet to", "came close to", "almost recovered"."""
    if word == "yet":
        return before in _HAVE and later[:1] == ["to"]
    if word == "close":
        return before in _COME and later[:1] == ["to"]
    return bool(later) and (later[0].endswith("ed") or later[0] in _DONE)


_SHORT_OF = word_set("yet close almost nearly")
_HAVE = word_set("has have had is are was were")
_COME = word_set("come comes came coming")
_DONE = word_set("won lost died fell drowned went became made broke sank beat")


def unsure(words: Sequence[Word]) -> tuple[int, ...]:
    """Return the indices of hedging words.

    Capitalised words are skipped because ``May`` is a month.
    """
    return tuple(
        index for index, word in enumerate(words) if word.folded in _UNSURE and not word.capital
    )


def restricting(words: Sequence[Word]) -> tuple[int, ...]:
    """Return the indices of words that narrow what follows, such as ``former`` or ``almost``."""
    return tuple(index for index, word in enumerate(words) if word.folded in _RESTRICTING)


def is_universal(word: str) -> bool:
    """Return whether a folded word generalises, such as ``every`` or ``only``."""
    return word in _UNIVERSAL


_BREAK = re.compile(
    r"[;:|()\u2014]|\s[-\u2013]\s|,(?!\d)|\b(?:and|but|while|whereas|although|though|because|which|who|or"
    r"|und|aber|w\u00e4hrend|oder|et|mais|tandis|y|pero|mientras|e|ed|ma)\b|[\u3001\uff0c\uff1b]"
)
_CELL = re.compile(r"\|")
CONNECTORS = word_set("of the de da di van von der den del della du la le al for")
"""Lower-case words that can occur within a name."""

_MOST_VALUES = 60
_GAP = re.compile(r"[ \u00a0]{1,3}|-|\.[ ]?|\s")


@dataclass(frozen=True, slots=True)
class Name:
    """A capitalised span. ``first`` and ``last`` are word indices, both inclusive."""

    words: tuple[str, ...]
    text: str
    first: int
    last: int


@dataclass(frozen=True, slots=True)
class Statement:
    """A sentence or table row, parsed for comparison.

    ``clauses`` has one clause number per word, counted from 0. ``value_at`` maps the index of each
    word within a value to the index of that value in ``values``. In a ``row``, each clause is a
    cell with its column title, and the first cell belongs to all clauses.
    """

    text: str
    words: tuple[Word, ...]
    names: tuple[Name, ...]
    values: tuple[Value, ...]
    clauses: tuple[int, ...]
    value_at: dict[int, int]
    negations: tuple[int, ...]
    unsure: tuple[int, ...]
    restricting: tuple[int, ...]
    row: bool = False

    def index_at(self, position: int) -> int:
        """Return the index of the first word that ends after a character position."""
        for index, word in enumerate(self.words):
            if word.end > position:
                return index
        return max(0, len(self.words) - 1)

    def clause_of(self, value: Value) -> int:
        """Return the clause of a value."""
        return self.clauses[self.index_at(value.start)] if self.words else 0


def statement(
    text: str, language: str, common: Container[str] = (), *, row: bool = False
) -> Statement:
    """Parse a sentence given as plain text without markup.

    ``common`` contains words that are known to occur in lower case elsewhere. A sentence that
    begins with one of them is not taken to begin with a name.
    """
    found = words(text)
    said = values(text, language)[:_MOST_VALUES]
    value_at = {
        index: place
        for place, value in enumerate(said)
        for index, word in enumerate(found)
        if min(value.start, value.begin if value.begin >= 0 else value.start)
        <= word.start
        < value.end
    }
    names = _numbered(text, found, said, value_at, _names(text, found, value_at, language, common))
    denying = [
        at
        for at in negations(found)
        if found[at].folded == "non" or text[found[at].end : found[at].end + 1] != "-"
    ]
    return Statement(
        text,
        found,
        names,
        said,
        _clauses(text, found, said, _CELL if row else _BREAK),
        value_at,
        tuple(at for at in denying if not any(n.first <= at <= n.last for n in names)),
        unsure(found),
        restricting(found),
        row,
    )


def _clauses(
    text: str, found: tuple[Word, ...], said: tuple[Value, ...], ending: re.Pattern[str]
) -> tuple[int, ...]:
    breaks = [
        match.start()
        for match in ending.finditer(text)
        if not any(value.start < match.start() < value.end for value in said)
    ]
    numbered: list[int] = []
    clause = 0
    for word in found:
        while clause < len(breaks) and breaks[clause] < word.start:
            clause += 1
        numbered.append(clause)
    return tuple(numbered)


def _names(
    text: str,
    found: tuple[Word, ...],
    value_at: dict[int, int],
    language: str,
    common: Container[str],
) -> tuple[Name, ...]:
    stop = function_words(language)
    names: list[Name] = []
    index = 0
    while index < len(found):
        last = _span(text, found, value_at, index)
        if last is None:
            index += 1
            continue
        first = index
        index = last + 1
        # a title, or the function word that opened the sentence, is not part of the name
        while first <= last and (
            (found[first].folded in stop and not found[first].acronym)
            or (found[first].folded in HONORIFICS and first < last)
        ):
            first += 1
        if first == 0 and last and not found[1].capital and found[0].folded in common:
            first = next(at for at in range(1, last + 1) if found[at].capital)
        if first > last or not _is_name(found, first, last, language, common):
            continue
        inside = tuple(w.folded for w in found[first : last + 1] if w.capital)
        names.append(Name(inside, text[found[first].start : found[last].end], first, last))
    return tuple(names)


def _numbered(
    text: str,
    found: tuple[Word, ...],
    said: tuple[Value, ...],
    value_at: dict[int, int],
    names: tuple[Name, ...],
) -> tuple[Name, ...]:
    """Extend names by the number that follows them, since Apollo 11 is not Apollo 12."""
    longer: list[Name] = []
    for name in names:
        at = name.last + 1
        value = said[value_at[at]] if at in value_at else None
        bare = value is not None and value.number is not None and value.number.unit is None
        if (
            value is None
            or not bare
            or value.kind not in ("number", "version")
            or value.approximation
        ):
            longer.append(name)
            continue
        last = at
        while value_at.get(last + 1) == value_at[at]:
            last += 1
        if (
            (last + 1 < len(found) and found[last + 1].folded in _COUNTED)
            or not text[found[at].start].isdigit()
            or text[found[name.last].end : found[at].start] != " "
        ):
            longer.append(name)
            continue
        figures = tuple(word.folded for word in found[at : last + 1])
        whole = text[found[name.first].start : found[last].end]
        longer.append(Name(name.words + figures, whole, name.first, last))
    return tuple(longer)


_COUNTED = word_set("times percent people years days metres meters kilometres kilometers")


def _span(text: str, found: tuple[Word, ...], value_at: dict[int, int], index: int) -> int | None:
    """Return the last word index of the capitalised span that starts at ``index``, or None."""
    if not found[index].capital or index in value_at:
        return None
    last = at = index
    while at + 1 < len(found):
        gap = text[found[at].end : found[at + 1].start]
        following = found[at + 1]
        if not _GAP.fullmatch(gap) or (gap[0] == "." and len(found[at].folded) > 2):
            break
        at += 1
        if following.capital and at not in value_at:
            last = at
        elif following.folded not in CONNECTORS or at - last > 2:
            break
    return last


def _is_name(
    found: tuple[Word, ...], first: int, last: int, language: str, common: Container[str]
) -> bool:
    """Return whether a span is a name, rather than capitalised for another reason."""
    word = found[first]
    if first < last or (word.acronym and word.folded not in HONORIFICS):
        return True
    if word.folded in DEMONYMS or word.folded in HONORIFICS or len(word.folded) < 2:
        return False
    if language == "de":  # every noun has a capital
        return False
    return first > 0 or word.folded not in common
