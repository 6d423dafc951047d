"""Extraction of names from questions, without the surrounding grammar and qualifiers."""

import re
from functools import cache

from desktop_agent.core.language import STOP_WORDS
from desktop_agent.evidence.pack import Intent, Reading
from desktop_agent.evidence.question.focus import focus_of
from desktop_agent.evidence.question.software import is_known
from desktop_agent.web.search.query import keywords

_MOST_CHARACTERS = 120
_QUOTES = "\"'"
_ENDS = " \t,;:!?-."
_PRONOUN_WORDS = """he she it they him her them his hers its their theirs this that these those one you your me my
    we us our i there here who whom what which er sie es ihn ihr sein seine il elle lui ils elles ce
    cela ça él ella ellos ellas lo eso esto something someone somebody anyone everyone everything
    last first next second same other"""
_PRONOUNS = frozenset(_PRONOUN_WORDS.split())
_POSSESSIVES = frozenset({"his", "her", "its", "their", "my", "our", "your", "this", "these"})


@cache
def _article() -> re.Pattern[str]:
    # a capitalised article belongs to the name: The Cure, La Bamba
    return re.compile(
        r"(?:(?:the|a|an|der|die|das|den|dem|le|la|les|el|los|las|il|lo|gli|o|os|het|de)\s+|l')(?=\S)"
    )


@cache
def _time_at_end() -> re.Pattern[str]:
    return re.compile(
        r"""[\s,(]{1,3}(?:(?:right\ )?now|currently|presently|today|these\ days|nowadays|again|exactly
        |originally|first|at\ (?:the\ moment|present|this\ time)|as\ of\ (?:now|today|\d{4})
        |(?:in|for|as\ of)\ (?:19|20)\d\d|this\ (?:year|season|month)|aktuell|derzeit|momentan|heute
        |actuellement|aujourd'hui|en\ ce\ moment|actualmente|hoy|ahora|attualmente|oggi|adesso|atualmente
        |hoje|agora|nu|momenteel|vandaag|zurzeit|gerade|jetzt)\)?$""",
        re.IGNORECASE | re.VERBOSE,
    )


@cache
def _other_question() -> re.Pattern[str]:
    """Match the beginnings of questions other than the one that a pattern matched."""
    return re.compile(
        r"""(?:who|what|which|when|where|why|how|whose|is|are|was|were|does|do|did|can|could|should|
        will|would|has|have|buy|listen|reviews?|songs|tracks?|tracklist|about|because|if|that|lyrics|
        producer|covers?|in|on|at|for|with|from|name|list)(?:'s)?\b""",
        re.IGNORECASE | re.VERBOSE,
    )


@cache
def _second_question() -> re.Pattern[str]:
    return re.compile(
        r"""(?:\b(?:and|or|but|und|et|y)|,)\ (?:who|what|when|where|why|how|by\ whom|is|was|did|does|wer
        |wann|wo|warum|wie|qui|quand|où|pourquoi|combien|quién|cuándo|dónde|cuánto)\b|[;{}<>]|://""",
        re.IGNORECASE | re.VERBOSE,
    )


def first_question(text: str) -> str:
    """Return a text up to an ``and how …`` that starts a second question."""
    found = _second_question().search(text)
    return text[: found.start()].rstrip(" ,") if found and found.start() else text


def _unquoted(text: str) -> str | None:
    """Return the quoted text at the start without its quotes, or None."""
    if text[:1] not in ("'", '"'):
        return None
    end = text.find(text[0], 1)
    while end != -1 and text[0] == "'" and text[end + 1 : end + 2].isalpha():
        end = text.find("'", end + 1)  # the apostrophe of a word
    return text[1:end].strip(" ,") if end > 1 else None


def without_article(text: str) -> str:
    """Strip a leading lower-case article."""
    found = _article().match(text)
    return text[found.end() :] if found else text


def without_time(text: str) -> str:
    """Strip a time such as ``now``, ``currently`` or ``in 2024`` from the end."""
    for _ in range(2):
        found = _time_at_end().search(text, max(len(text) - 30, 0))
        if found is None or not found.start():
            break
        text = text[: found.start()]
    return text


def _is_pronoun(name: str) -> bool:
    return name.casefold() in _PRONOUNS and not (name.isupper() and len(name) > 1)  # US, IT


def entity_of(raw: str, *, title: bool = False) -> str:
    """Return the bare name in a pattern's match, or "" if the match is not a name.

    A quoted title is returned verbatim. Other names lose a lower-case article, a possessive ending,
    punctuation, and a time at the end. With ``title``, the name may begin like a question and end
    in ``now``.
    """
    raw = raw.strip(" ,:")
    between = _unquoted(raw)
    if between is not None:
        return between if len(between) <= _MOST_CHARACTERS else ""
    name = raw if raw.endswith(".") else raw.strip(_ENDS)
    name = without_article(name if title else without_time(name))
    name = name.strip(_QUOTES).strip(" ,;:?-")
    name = name[:-1] if name.endswith(".") and name.count(".") == 1 else name
    if not name or len(name) > _MOST_CHARACTERS or _is_pronoun(name):
        return ""
    if _second_question().search(name):
        return ""
    if title:
        return name
    own = name.split()[0].casefold() in _POSSESSIVES
    return "" if own or _other_question().match(name) else name


# --- The most prominent name: quoted text, or the longest run of capitalised words

_MOST_WORDS_OF_TITLE = 10
"""Maximum number of words of a title. Longer quoted text is speech."""
_NO_NAME_WORDS = """i i'm i'd i've name list give tell compare explain describe define calculate compute convert find
    show specify summarise summarize mr mrs ms dr may according est-ce qu'est-ce is are was were does did do has have can
    could will would should which what who when where why how whose whom please hi hello today
    pros cons difference differences weather latest current newest price population history top top-rated
    overview square distance release date"""
_NO_NAMES = frozenset(_NO_NAME_WORDS.split())
_NOUNS_ARE_CAPITAL = "de"


@cache
def _quoted() -> re.Pattern[str]:
    return re.compile(
        r"\"([^\"]{2,120})\"|(?<!\w)'([^']{2,100}(?:'[a-z][^']{1,60})?)'(?!\w)|\*([^*]{2,100})\*"
    )


@cache
def _run() -> re.Pattern[str]:
    first = r"(?:[A-ZÀ-ÖØ-ÞĀ-Ž][\w.&'\-]{0,40}|\d{1,4}[A-Z]\w{0,20}|[a-z]{1,3}[A-Z]\w{0,20})"
    joint = r"(?:of|of the|de|de la|del|di|da|du|des|van|van der|von|von der|le|la|and|&)"
    prize = r"(?<=Prize )(?:in|for) |(?<=Award )(?:in|for) |(?<=Medal )(?:in|for) "
    return re.compile(
        rf"(?<![\w'])({first}(?: (?:{joint} |{prize})?{first}| \d[\w.]{{0,10}}(?= [A-Z])){{0,9}})"
    )


@cache
def _contrast() -> re.Pattern[str]:
    return re.compile(
        r"\b(?:compare|between|differences?|versus|vs|both|better|than)\b", re.IGNORECASE
    )


@cache
def _foreign_run() -> re.Pattern[str]:
    first = r"[^\W\d_a-zß-ÿ][\w.&'\-]{0,40}"
    return re.compile(rf"(?<![\w'])({first}(?: {first}){{1,6}})")


def _without_edges(run: str, *, at_start: bool, stop: frozenset[str]) -> str:
    """Strip question words and the possessive ending from a run of capitalised words."""
    words = run.split()
    while words and _is_no_name(words[0], stop, at_start=at_start):
        words.pop(0)
        while words and words[0].islower():
            words.pop(0)
    bare = re.sub(r"'s?$", "", " ".join(words)).strip(" .,-'")
    return bare if len(bare) > 1 else ""


def _is_no_name(word: str, stop: frozenset[str], *, at_start: bool) -> bool:
    plain = re.sub(r"'(?:s|d|re|ve|ll|m)?$", "", word.casefold())
    if word.isupper() and len(word) > 1:
        return word in {"OR", "AND", "NOT"}
    return plain in _NO_NAMES or (plain in stop and (at_start or plain in {"the", "a", "an"}))


def name_in(text: str, language: str) -> str:
    """Return the most prominent name without its article; "" if there is none.

    Quoted titles take precedence over runs of capitalised words. Among the latter, the longest run
    is chosen, and the first of several equally long ones. German capitalises every noun, so a run
    of German words is a name only if it has at least two.
    """
    quoted = _quoted().search(text)
    title = next(group for group in quoted.groups() if group) if quoted else ""
    if title and title.count(" ") < _MOST_WORDS_OF_TITLE:
        return title.strip(" ,.?!")
    stop = STOP_WORDS["en"] | STOP_WORDS.get(language, frozenset())
    pattern = _foreign_run() if language == _NOUNS_ARE_CAPITAL else _run()
    best = ""
    for found in pattern.finditer(text):
        run = found[1].partition(" and ")[0] if _contrast().search(text) else found[1]
        name = _without_edges(run, at_start=not found.start(), stop=stop)
        if language == _NOUNS_ARE_CAPITAL and " " not in name:
            continue
        if len(name.split()) > len(best.split()):
            best = name
    return best[:_MOST_CHARACTERS]


# --- Strip qualifiers from a name: its kind, an aside after a comma, its location
#
# Pages do not include them in names. They stay in the question, and `hints` passes them to the
# queries.

_ACT = (
    r"(?:rapper|singer|singer-songwriter|songwriter|band|group|duo|trio|quartet|musician|artist|composer|dj|"
    r"producer|pianist|guitarist|act|collective|ensemble|orchestra)"
)
_SONG = r"(?:song|one|hit|track|tune|ballad|version|single|theme|anthem|number|cover|original)"
_SOFTWARE = (
    r"(?:(?:web |video |media |code |text |photo |image |game |note |search )?"
    r"(?:browser|engine|editor|player|app|application|program|software|framework|library|package|"
    r"database|tool|client|server|suite|platform|plugin)|(?:programming )?language|operating system|"
    r"distribution|distro|python package|npm package)"
)
_SYSTEM = rf"(?:{_SOFTWARE}|system)"
_PLACE_NOUN = (
    r"(?:museum|universit\w+|college|school|theat(?:re|er)|opera house|church|cathedral|library|galler\w+|"
    r"hospital|station|stadium|arena|brewery|zoo|hotel|tower|bridge|palace|castle|workshop|academy|club|"
    r"institut\w*|hall|park|observatory|cinema|market|airport|restaurant)"
)
_NATION = r"[A-Z][a-z]{2,15}(?:an|ish|ese|nch|lsh|ch|ic)(?:-[A-Za-z]{2,15})?"
_BUILT = frozenset({"happened", "founded"})
_MOST_HINTS = 5
_SAID_ANYWAY = frozenset({"song", "one", "album", "version", "latest", "covered", "originally"})


@cache
def _aside(kinds: str) -> re.Pattern[str]:
    """Match asides up to the end: ``, the French duo``, ``, which …``."""
    return re.compile(
        rf",\s+(?:(?:the|a|an|that) (?:[\w'-]{{1,20}} ){{0,4}}?{kinds}s?\b|(?:which|who|whose|not)\b).*\Z"
    )


@cache
def _earlier() -> re.Pattern[str]:
    """Match when a song was sung: ``Tainted Love first, years before the hit version``."""
    return re.compile(
        r"(?: (?:first|originally))?,\s+(?:(?:\w+ )?years?|decades|long|well|way|even)? ?"
        r"(?:before|after|ahead of|prior to) .*\Z| (?:first|originally),\s.*\Z|"
        r" (?:long |years |decades )?before (?:it|the (?:cover|hit|famous|other|well-known)) .*\Z"
    )


@cache
def _act_before() -> re.Pattern[str]:
    return re.compile(
        rf"(?:the )?(?:(?:[a-z0-9-]{{2,15}}|{_NATION}) ){{0,3}}?{_ACT} (?:called |named )?(?=[^\Wa-z_])"
    )


@cache
def _song_before() -> re.Pattern[str]:
    """Match descriptions before a title: ``the Bond theme``, ``the Eurovision winner``."""
    return re.compile(
        rf"the (?:[\w'-]{{1,20}} ){{0,4}}?(?:{_SONG}|theme (?:song|tune)|winner|entry) (?=[\"']?[^\Wa-z_])"
    )


@cache
def _software_after() -> re.Pattern[str]:
    return re.compile(rf" {_SOFTWARE}\Z")


@cache
def _place_after() -> re.Pattern[str]:
    return re.compile(
        r",? (?:(?:in|near) (?:the )?|at )(?-i:[^\Wa-z_])[\w'.-]{1,30}(?: [\w'.-]{1,30}){0,3}\Z"
    )


@cache
def _place_noun() -> re.Pattern[str]:
    return re.compile(rf"\b{_PLACE_NOUN}\b", re.IGNORECASE)


@cache
def _too_plain() -> re.Pattern[str]:
    return re.compile(rf"{_PLACE_NOUN}|treaty|battle|siege|conference|congress|war", re.IGNORECASE)


def without_place(name: str, detail: str) -> str:
    """Strip the location from something opened or founded, as in ``Elbphilharmonie in Hamburg``.

    A common noun keeps its location (``puppet workshop in Schwerin``) because it would not be a
    name without it. Titles and bands also keep it because it may be part of the name (``Alice in
    Chains``).
    """
    found = _place_after().search(name) if detail in _BUILT else None
    if found is None or not found.start() or name.islower():
        return name
    head = name[: found.start()]
    if " " not in head and _too_plain().fullmatch(head):
        return name
    if head[0].islower() or (detail == "founded" and not _place_noun().search(head)):
        return name
    return head


def without_aside(name: str, intent: Intent) -> str:
    """Strip a trailing phrase after a comma that states what kind of thing is meant."""
    kinds = {
        Intent.LATEST_ALBUM: _ACT,
        Intent.PERFORMER: _SONG,
        Intent.LATEST_VERSION: _SYSTEM,
    }.get(intent)
    return (_aside(kinds).sub("", name) or name) if kinds else name


def bare_song(raw: str) -> str:
    """Strip descriptions such as ``the Bond theme`` before a title, and asides after it."""
    raw = without_aside(raw, Intent.PERFORMER)
    raw = _earlier().sub("", raw) or raw
    found = _song_before().match(raw)
    return raw[found.end() :] if found else raw


def bare_artist(name: str) -> str:
    """Strip ``the rapper`` before an artist's name or ``, the band`` after it."""
    name = without_aside(name, Intent.LATEST_ALBUM)
    found = _act_before().match(name)
    return name[found.end() :] if found else name


def bare_software(name: str) -> str:
    """Strip the kind of software from a name, unless it is part of it (``Unreal Engine``)."""
    name = without_aside(name, Intent.LATEST_VERSION)
    if is_known(name):
        return name
    return _software_after().sub("", name) or name


@cache
def _narrows() -> re.Pattern[str]:
    return re.compile(r"[\"']?(?:,| (?:in|at|near|from|before)\b)(?P<rest>.*)")


def hints(reading: Reading) -> str:
    """Return the few words after the name in a question that narrow it down, or ""."""
    text = focus_of(reading.text).text
    at = text.casefold().find(reading.entity.casefold()) if reading.entity else -1
    if at < 0:
        return ""
    before = re.search(
        rf"\b(?:{_ACT}|bond theme)(?=[ \"']{{1,2}}\Z)", text[:at][-40:], re.IGNORECASE
    )
    after = _narrows().match(text[at + len(reading.entity) :])
    words = keywords(after["rest"][:120]).split() if after else []
    held = {*re.findall(r"\w+", reading.entity.casefold()), *_SAID_ANYWAY}
    words = ([before[0]] if before else []) + words
    return " ".join([word for word in words if word.casefold() not in held][:_MOST_HINTS])
