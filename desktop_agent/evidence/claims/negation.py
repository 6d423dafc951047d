"""What turns a sentence into its opposite: negations, antonyms, and words that make it less sure."""

from collections.abc import Sequence
from functools import cache

from desktop_agent.evidence.claims.words import Word, word_set

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
    """Gives the folded words that say the opposite of a folded word; often none."""
    return _antonyms().get(word, frozenset())


def negations(words: Sequence[Word]) -> tuple[int, ...]:
    """Gives the indices of the words that negate what follows them."""
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
    """True for "has yet to", "came close to", "almost recovered": what they lead to did not happen."""
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
    """Gives the indices of the words that make a statement less than a fact; ``May`` is a month."""
    return tuple(
        index for index, word in enumerate(words) if word.folded in _UNSURE and not word.capital
    )


def restricting(words: Sequence[Word]) -> tuple[int, ...]:
    """Gives the indices of words that narrow what follows them: ``former``, ``deputy``, ``almost``."""
    return tuple(index for index, word in enumerate(words) if word.folded in _RESTRICTING)


def is_universal(word: str) -> bool:
    """True for a folded word that claims all there is: ``every``, ``only``."""
    return word in _UNIVERSAL
