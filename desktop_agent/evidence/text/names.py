"""Detection and clean-up of names of people, groups and works in flattened text."""

import re
from functools import lru_cache

from desktop_agent.core.language import STOP_WORDS
from desktop_agent.evidence.text.dates import MONTHS
from desktop_agent.evidence.text.name_folding import ARTICLES, flat, folded_words, word_set

# --- Mentions of an entity: spans in flattened text, and masking

MASK = "\ue000"
"""Character that replaces each character of a mention.

Patterns can refer to the entity by this character, and spans in the text remain valid.
"""

_PIECE = re.compile(r"[^\W_]+")
_COMMON = word_set("""access air america angel asia beck berlin black blur boston bread bush cake camel cars chicago
    chrome common cream cure cult dido dream edge europe eve excel family faith foreigner free
    fuel future garbage genesis ghost go heart hole house idles interpol james japan journey
    justice kansas keane kiss live low madness magic mercury mother muse neon oasis office opera
    outlook paper pages paint park pearl pink placebo poison prince project pulp queen rage rain
    rainbow ratt rush rust sade safari satellite seal sketch slack smile soul spirit spoon squeeze
    state stereo steam stream suede supreme survivor swans swift teams texas time tool toto train
    travis trick twist underworld usher utopia war warrant weather ween west wings wire word yes
    zoom them cher drake eagles doors monkees police band who guess hello halo happy creep bad
    thriller imagine yesterday help hurt crazy fire gold""")
"""Names that are also words or parts of other names. They count only if they are capitalised."""

_BEFORE = word_set("""new best every all top is are was by from of for and singer singers artist artists musician
    rapper band group duo popstar star icon legend latest upcoming meet with about on in at to
    when did does has how why who what where download install update using use get announcing
    introducing version release released song album feat featuring ft american british rock pop
    the listen""")
_AFTER = word_set("""album albums discography song songs lyrics music release releases released announces announce
    announced drops drop new latest tour official biography wiki review reviews live on is was and
    or to in the band singer rapper musician from version versions download news has ep single
    singles vinyl cd lp video guitarist drummer bassist programming language update""")
_DETERMINER = word_set("a an the my his her their our your this that every each no")
NEAR = 6
"""Number of other words allowed between the words of an entity with three or more words."""

NEXT = 1
"""Number of other words allowed between the words of a two-word entity, for a middle name."""


@lru_cache(maxsize=64)
def name_pattern(entity: str, *, middle: bool = False) -> re.Pattern[str]:
    """Return a pattern for an entity in flattened text. An empty entity matches nothing.

    ``middle`` allows up to two capitalised words inside a name (``Marie Skłodowska Curie``).
    """
    words = [re.escape(word) for word in _words(entity)]
    if not words:
        return re.compile(r"(?!)")
    gap = r"(?:[\W_]{1,3}(?-i:[^\W\d_a-z])[\w.]{0,20}){0,2}?[\W_]{1,3}" if middle else r"[\W_]{0,3}"
    tail = r"[+#]{1,2}" if entity.rstrip().endswith(("+", "#")) else r"(?!\w)"
    spaced = r"(?<!\w)" if words[0][0].isascii() else ""
    if not words[-1][-1].isascii():
        tail = ""
    return re.compile(spaced + gap.join(words) + tail, re.IGNORECASE)


@lru_cache(maxsize=64)
def _words(entity: str) -> tuple[str, ...]:
    words = _PIECE.findall(flat(entity))
    if len(words) > 1 and words[0].casefold() in ARTICLES:
        words = words[1:]
    return tuple(words)


def spans(flat_text: str, entity: str, *, middle: bool = False) -> list[tuple[int, int]]:
    """Return the spans of a flattened text that name the entity."""
    words = _words(entity)
    if not words or words[0].lower() not in flat_text.lower():  # most texts, and much quicker
        return []
    found = [m.span() for m in name_pattern(entity, middle=middle).finditer(flat_text)]
    if found and words[0].casefold() in _COMMON and len(words) == 1:
        found = [span for span in found if _as_name(flat_text, *span)]
    return found


def masked(text: str, entity: str, mask: str = MASK, *, middle: bool = False) -> str:
    """Return flattened text of the same length in which each mention of the entity is masked."""
    plain = flat(text)
    for start, end in spans(plain, entity, middle=middle):
        plain = f"{plain[:start]}{mask * (end - start)}{plain[end:]}"
    return plain


def content_words(entity: str) -> tuple[str, ...]:
    """Return the folded content words of the entity."""
    words = folded_words(entity)
    content = [word for word in words if word not in STOP_WORDS["en"] and word not in ARTICLES]
    return tuple(dict.fromkeys(content or words))


def near_each_other(text: str, wanted: tuple[str, ...], gap: int) -> bool:
    """Return whether all words occur, in any order, at most ``gap`` other words apart."""
    if not wanted:
        return False
    last: dict[str, int] = {}
    span = len(wanted) + gap + 1
    for index, word in enumerate(folded_words(text)):
        if word in wanted:
            last[word] = index
            if len(last) == len(wanted) and index - min(last.values()) < span:
                return True
    return False


def _as_name(text: str, start: int, end: int) -> bool:
    """Return whether a word that is also a common word is used as a name here."""
    if not text[start].isupper():
        return False
    before = re.search(r"([\w']{1,20})[ ]$", text[max(0, start - 24) : start])
    after = re.match(r"[ ]([\w']{1,20})", text[end : end + 24])
    if before and not _may_precede(before.group(1)):
        return False
    if after is None:
        return True
    word = after.group(1)
    if word == "of":
        return False
    return not word[0].isupper() or word.isupper() or word.casefold() in _AFTER


def _may_precede(word: str) -> bool:
    if word.casefold() in _DETERMINER:
        return False
    return not word[0].isupper() or word.casefold() in _BEFORE


CAPITAL = r"[^\W\d_a-z]"
"""Pattern for a capital letter or a letter of a caseless script in flattened text."""

_PARTICLE = (
    r"(?:de|da|do|dos|das|del|della|di|van|von|der|den|ter|la|le|el|al|bin|ibn|bint|y|zu|du|af)"
)
_WORD = rf"(?:(?:{CAPITAL}\.){{1,3}}|{CAPITAL}[\w'-]{{1,25}}\b(?:'(?!s\b))?)"
PERSON = rf"(?:{_WORD}(?: (?:{_PARTICLE} ){{0,3}}{_WORD}){{0,4}})"
"""Pattern for a person's name: one to five capitalised words or initials, with particles
between.
"""

_TOKEN = rf"(?:(?:{CAPITAL}|\d)[\w'.!$/+&-]{{0,25}})"
_JOIN = r"(?:(?:and the|of the|at the|and|of|the|&|\+|y|et|und|e|de|la|n') )"
ARTIST = rf"(?:(?:the |The )?{_TOKEN}(?:,? {_JOIN}?{_TOKEN}){{0,6}})"
"""Pattern for the name of a singer or group.

It matches capitalised words and numbers, with ``and the`` and similar words between them.
"""

_CONNECT = r"(?:(?:of|the|a|an|and|&|my|your|to|or|de|la|le|el|les|du|des|der|die|und|et|y) )"
_PLAIN_TITLE = rf"(?:{CAPITAL}|\d|[÷\u00d7=+])[\w'!?.:/+&%-]{{0,30}}(?: {_CONNECT}{{0,2}}(?:{CAPITAL}|\d)[\w'!?.:/+&%-]{{0,30}}){{0,8}}"
WORK = rf"(?:\"(?P<quoted>[^\"{MASK}]{{1,90}}|{MASK}{{1,60}})\"|(?<!\w)'(?P<single>(?:[^'\"]|'(?=\w)){{1,80}})'(?!\w)|(?P<bare>{_PLAIN_TITLE}|{MASK}{{2,60}}(?!')))"
"""Pattern for the title of a work, which is quoted or consists of capitalised words.

Its groups are ``quoted``, ``single`` and ``bare``.
"""

_HONORIFIC = re.compile(
    r"^(?:the )?(?:(?:(?:most|very|right|rt\.?) (?:rev(?:erend|d)?|hon(?:ou?rable)?)\.?(?: and)?|reverend|revd?|honou?rable|mag|ing|dott|archbishop|bishop|dr|mr|mrs|ms|mx|prof|professor|sir|dame|lord|lady(?= \w+ \w)|rt\.? hon|the rt\.? hon|hon|gov|"
    r"governor|sen|senator|rep|gen|general|col|capt|president|mayor|chancellor|minister|premier|"
    r"prime minister|king|queen(?= \w+ \w)|pope(?= \w+ \w)|don|herr|frau|monsieur|madame|m|mme|senor|senora|gm)\.? )+(?=\S)",
    re.IGNORECASE,
)
_NOT_A_PERSON = word_set("""most right honourable honorable hon reverend revd very he she it they we you i who what when where why how this that these those there here the a an
    his her their its our my company board group official press former new current first
    president ceo chief executive officer mayor governor minister chancellor chairman chairwoman
    founder director king queen prince champion champions winner team university council city
    state government party january february march april june july august september october november december
    monday tuesday wednesday thursday friday saturday sunday wikipedia home about contact news
    leadership management list table overview biography profile inc corporation unknown vacant tbd none
    meet until since from after before during and but as in on at by with yes no also today
    according despite although while vice deputy acting interim incumbent office title name
    see more read position role born age services group music studios records foundation research
    bank holdings ventures labs media pictures health airlines entertainment technologies""")
_VERBS = word_set("""says said talks unveils announces sees wants speaks wins won warns tells told visits meets steps
    joins leaves explains discusses predicts buys sells calls on at in to is was will has gets becomes
    named names takes resigns dies interview biography net worth salary wiki age education reveals
    shares praises makes gives keynote delivers thinks believes urges signs posts claims defends
    faces hails slams vows backs rejects outlines receives loses retains keeps holds plans launches""")
_TAIL = re.compile(r"(?:'s|')$")


_POST_NOMINALS = re.compile(
    r"(?<=\w)(?:,? (?:MP|MEP|MSP|MdB|MdL|TD|KC|QC|OBE|MBE|CBE|KBE|DBE|GBE|KCB|DCB|GCB|KCMG|GCMG|GCVO|KG|KT|OM|CH|FRS|FBA|FRAS|PC|PhD|MD))+$"
)


def cleaned_person(name: str) -> str:
    """Return a person's name without honorifics, or "" if the words are not a name."""
    words = " ".join(name.strip(" \t.,;:-\"'").split())
    words = _TAIL.sub("", words)
    match = _HONORIFIC.match(flat(words))
    words = words[match.end() :] if match else words
    words = _POST_NOMINALS.sub("", words)
    kept: list[str] = []
    for word in words.split():
        if kept and flat(word).casefold().strip(".,") in _VERBS:
            break
        kept.append(word)
    if kept and kept[0] in ("The", "the"):
        kept = kept[1:]
    return " ".join(kept) if _is_name(kept) else ""


def _is_name(words: list[str]) -> bool:
    if not words or len(" ".join(words)) < 3:
        return False
    folded = [flat(word).casefold().strip(".,") for word in words]
    return folded[0] not in _NOT_A_PERSON and folded[-1] not in _NOT_A_PERSON


_SINGER = (
    r"(?:singers?(?:[- ]?(?:and )?songwriters?)?|songwriters?|rappers?|bands?|groups?|duo|trio|quartet|artists?|musicians?|DJs?|"
    r"(?:record )?producers?|composers?|vocalists?|stars?|superstar|icon|legend|pianists?|guitarists?|"
    r"actress(?:es)?|actors?|entertainers?|performers?|girl group|boy band|ensemble|outfit|project|collective|"
    r"sanger(?:in)?|musiker(?:in)?|gruppe|chanteu(?:r|se)|rappeu(?:r|se)|groupe|cantante|cantor(?:a)?|"
    r"banda|grupo|gruppo|cantautore|cantautrice|zanger(?:es)?|interprete)"
)
_AFTER_NOUN = (
    r"(?: (?!(?:who|that|which|whose|from|by|in|on|with|for|at|of|to|is|was|the)\b)[a-z-]+){0,2}?"
)
DESCRIPTOR = re.compile(
    rf"^.{{0,90}}?\b(?i:{_SINGER})(?: (?:and|&|,) [a-z-]+(?: [a-z-]+)?)?{_AFTER_NOUN}"
    r"(?: (?:named|called))? (?=(?:the )?[^a-z])"
)
"""Pattern for a description before a performer's name, such as ``English singer-songwriter ``."""

_FEATURING = re.compile(
    r"[\s,(\[]+(?:feat(?:uring)?\b|ft\b|with (?=[^a-z])|from |for |off |on |in |as |released|written|which|that|prod\b).*$",
    re.IGNORECASE,
)


def cleaned_artist(name: str) -> str:
    """Return a performer's name without guests or punctuation, or "" if it is not a name."""
    words = _FEATURING.sub("", name.strip(" \t,;:-\"'()[]"))
    words = _TAIL.sub("", words.rstrip(" .,&+")).strip(" \t,;:-\"'")
    if not words or len(words) > 60 or flat(words).casefold() in _NOT_ARTISTS:
        return ""
    return words


_NOT_ARTISTS = word_set(
    """he she it they we i you who what when where this that these those there here the a his her
    their its my our various unknown lyrics official topic vevo karaoke song single video album
    english american british music artist singer band"""
) | {"various artists", "unknown artist", "the band", "the singer", "the artist", "the group"}

EDITION = re.compile(
    r"\s*[\(\[][^()\[\]]{0,40}\b(?:deluxe|expanded|edition|remaster(?:ed)?|bonus|anniversary|reissue|explicit|clean|"
    r"version(?<!'s version)|vinyl|stereo|mono|standard|special|digital|extended|complete|super|album|target|exclusive|"
    r"studio album|lp|cd)\b[^()\[\]]{0,40}[\)\]]|\s*[-:,] (?:deluxe|expanded|special|anniversary|remastered|"
    r"super deluxe|\d{1,3}(?:st|nd|rd|th) anniversary)(?: [\w ]{0,30})?$|\s+(?:super )?deluxe(?: edition| version)?$",
    re.IGNORECASE,
)
"""Pattern for an edition after a title.

It excludes ``(Taylor's Version)`` and the like, which are separate titles.
"""

_SITE = re.compile(
    r"\s*(?:[|·•»]| [-\u2013\u2014] (?=(?:wikipedia|discogs|spotify|apple music|youtube|allmusic|musicbrainz|genius|"
    r"amazon|pitchfork|metacritic|last\.fm|deezer|tidal|bandcamp|imdb|rate your music|nme|rolling stone|billboard)\b)).*$",
    re.IGNORECASE,
)
_TRAILER = re.compile(
    r"\s*(?: - (?:single|ep|album|lp)|\((?:album|song|single|ep|lp)\)|\(\d{4}\))$", re.IGNORECASE
)


def without_site(title: str) -> str:
    """Return a page title without the site's name."""
    return _SITE.sub("", title).strip()


def cleaned_work(title: str) -> str:
    """Return a work's title without quotes, edition, site and trailing punctuation, or ""."""
    whole = title.strip()
    words = _TRAILER.sub("", EDITION.sub("", without_site(whole)))
    words = words.strip(_AROUND) or whole.strip(_QUOTES)
    if len(words) > 2 and words[0] in "'\u2018" and words[-1] in "'\u2019":
        words = words[1:-1]
    return words[:-1] if words.endswith(".") and words.count(".") == 1 and len(words) > 3 else words


_QUOTES = ' \t"\u201c\u201d\u201e\u00ab\u00bb\u200e*'
_AROUND = f"{_QUOTES},;:-\u2013\u2014"


_RUNS_ON = re.compile(
    r" (?:for|in|on|at|from|with|by|into|about)(?: the| a| my)? ([^\W_a-z][\w']*)"
)
_WEEKDAYS = word_set("monday tuesday wednesday thursday friday saturday sunday spotify apple")


def runs_on(text: str, end: int) -> bool:
    """Return whether a bare title may continue after ``end``, as in ``Songs for the Deaf``."""
    match = _RUNS_ON.match(text, end)
    if match is None:
        return False
    word = match.group(1).casefold()
    return not (word.isdigit() or word in MONTHS or word in _WEEKDAYS)


def work_span(match: re.Match[str], text: str) -> tuple[int, int] | None:
    """Return the span of the `WORK` in a match, or None if a bare title has no clear end."""
    for group in ("quoted", "single"):
        if match[group] is not None:
            return match.span(group)
    start, end = match.span("bare")
    if runs_on(text, end):
        return None
    return start, start + len(
        text[start:end].rstrip(".,:;!-" if text[start:end].count(".") < 2 else ",:;-")
    )


def title_case(text: str) -> bool:
    """Return whether nearly all words are capitalised, so that capitals mean nothing."""
    words = [word for word in _LETTERS.findall(flat(text)) if word.lower() not in _SMALL]
    small = sum(word[0].islower() for word in words)
    return len(words) > 2 and small <= 0.15 * len(words)


_LETTERS = re.compile(r"[^\W\d_]{2,}")
_SMALL = word_set("of the in on at to for an and by as from with or vs de la le del di da von der")
