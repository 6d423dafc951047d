"""Words that say the same: a small thesaurus with the inflections that stemming does not bring together.

A line is a concept; ``#`` marks those that tell no event: things and properties. Words of a line may stand for each other in a claim and its source, so a line
holds only what keeps a sentence true. ``word*`` is a regular verb whose forms are made.
"""

from functools import cache

_CONCEPTS = """
acquire* acquisition acquisitions buy buys bought buying purchase* takeover
founded founds founding founder founders establish* foundation set-up
create* creator creation
discover* discovery discoveries
find finds found finding
write writes wrote written writing author* penned pen
compose* composer composition
paint* painter
direct* director
design* designer architect
invent* inventor invention
develop* developer developers
die* died dying death deaths dead
bear born birth birthplace
win wins won winning winner winners awarded award awards receive* received
publish* publication appeared
release* launched launch launches launching
begin begins began begun beginning start* commence*
end* finish* conclude* conclusion
build builds built building construct* construction erect* erected
make makes made making produce*
marry marries married marrying marriage wed wife husband
lead leads led leading head* leader
become becomes became becoming
hold held
locate* situated lies lie
grow grows grew grown growing growth
increase* rise rises rose risen rising climb*
decrease* fall falls fell fallen falling decline* drop* dropped
# large largest larger big bigger biggest greatest
# small smallest smaller little tiniest
# tall tallest taller high highest higher height
# long longest longer length
# deep deepest deeper depth
# old oldest older age aged
# fast fastest faster quick quickest quickly speed
# wide widest wider width
# heavy heaviest heavier weight weigh weighs weighed weighing mass
# hot hottest hotter
# cold coldest colder
contain* comprise* consist* include* hold holds holding
# inhabitant inhabitants resident residents people population residents
kill* killed
defeat* beat beats beaten beating
elect* election elected
appoint* appointment named
speak speaks spoke spoken speaking
teach teaches taught teaching teacher
know knows known knowing
sell sells sold selling sale sales
choose chooses chose chosen choosing select* selection
give gives gave given giving
take takes took taken taking
draw draws drew drawn drawing
sing sings sang sung singing singer vocalist
fly flies flew flown flying flight
send sends sent sending
go goes went gone going
rewrite rewritten rewrote
last* duration
freeze freezes froze frozen freezing
use* usage employ
need* require* requirement
show* demonstrate* shown
# car cars automobile automobiles
# film films movie movies
# novel novels book books
# author authors writer writers
# song songs track
# album albums record records
# physician doctor doctors physicians
# company companies firm corporation
# country countries nation nations
# city cities town
# area surface
# headquarters headquartered based base
cover* covers spans span
complete* completion completed
open* opening inaugurate* inauguration
close* closing closure closed
cause* causes
prevent* prevention
treat* treatment
help* assist*
protect* protection
move* relocate*
join* joined
leave leaves left leaving depart*
visit* visits
study studies studied studying
graduate* graduation
star stars starred starring
score* scored
host* hosted hosts
succeed* successor succeeded
precede* predecessor
originate* origin stems
measure* measures
# cost costs price priced
employ* employees employee staff workers
rank* ranked ranking ranks
orbit* orbits
flow* flows flowing empties
boil* boiling boils
melt* melting melts
travel* travelled travels journey
sign* signed
replace* replaced
rename* renamed
abolish* abolition abolished
# independence independent independently
# official officially
# original originally initially
# mountain mountains mount peak
# river rivers
# ocean oceans
# main chief principal
# capital
# licence license licences licensed licenses
# programme program programmes programs
# centre center centres centers
# colour color colours colors
# metre meter metres meters
# tonne tonnes
# annual annually yearly
# global globally worldwide world
# usa us america american
# uk britain british
""".strip()

_LIGHT = [
    "locate",
    "located",
    "situated",
    "lies",
    "lie",
    "call",
    "called",
    "known",
    "named",
    "name",
    "famous",
    "well",
    "renowned",
    "noted",
    "notable",
    "currently",
    "today",
    "now",
    "also",
    "approximately",
    "about",
    "around",
    "roughly",
    "nearly",
    "almost",
    "total",
    "overall",
    "located",
    "become",
    "became",
    "held",
    "take",
    "took",
    "place",
    "thing",
    "fact",
    "including",
    "include",
    "includes",
    "included",
    "considered",
    "people",
    "person",
    "year",
    "years",
    "time",
    "day",
    "days",
    "one",
    "its",
    "several",
    "various",
    "different",
    "first-ever",
    "per",
    "percent",
    "cent",
    "according",
    "reported",
    "officially",
    "say",
    "says",
    "said",
    "states",
    "stated",
    "state-of",
    "began",
    "ago",
    "use",
    "used",
    "using",
    "made",
    "make",
    "every",
    "respectively",
    "altogether",
    "just",
    "still",
    "even",
    "like",
    "gilt",
    "heisst",
    "genannt",
    "bekannt",
    "befindet",
    "liegt",
    "jahr",
    "jahre",
    "etwa",
    "rund",
    "insgesamt",
    "wurde",
    "gehort",
    "situe",
    "situee",
    "appele",
    "appelee",
    "connu",
    "connue",
    "an",
    "ans",
    "environ",
    "llamado",
    "conocido",
    "situado",
    "ano",
    "anos",
]

_OTHER: dict[str, str] = {
    "de": """
geboren geburt
gestorben starb sterben tod verstarb
gegrundet grundung grundete grunden grunder
gebaut erbaut errichtet bau baute
schrieb geschrieben verfasst verfasste schreibt autor autorin
gewann gewonnen erhielt erhalten bekam ausgezeichnet
veroffentlicht erschien erschienen veroffentlichung herausgegeben
einwohner bewohner bevolkerung menschen
hoch hohe hochste hochster
lang lange langste langster
gross grosste grosster grossten grosse grosses
begann begonnen beginn anfang
entdeckte entdeckt entdeckung
erfand erfunden erfinder erfindung
komponierte komponiert komponist
malte gemalt
eroffnet eroffnung eroffnete
fliesst mundet
hauptstadt
besteht umfasst
""",
    "fr": """
nee naissance naquit
mort morte mourut deces decede decedee meurt
fonde fondee fondation fondateur fonda creee cree
construit construite construction bati batie
ecrit ecrite ecrivit auteur autrice redige
recu recoit obtint obtenu remporte remporta gagne
publie publiee parut paru parait sorti
habitants population
haut haute hauteur
long longue longueur
grand grande plus-grand
commence commenca debut debuta
decouvert decouverte decouvrit
inaugure inauguree inauguration ouvert ouverte
compose composa compositeur
peint peinte peignit peintre
""",
    "es": """
nacio nacido nacida nacimiento
murio muerte fallecio fallecido
fundo fundada fundado fundacion
construido construida construccion
escribio escrito escrita autor
gano recibio obtuvo
publico publicada publicado publicacion
habitantes poblacion
pinto pintado pintada
""",
}


def _forms(word: str) -> list[str]:
    """Gives the forms of a regular English verb."""
    if word.endswith("e"):
        return [word, f"{word}s", f"{word}d", f"{word[:-1]}ing"]
    if word.endswith(("sh", "ch", "ss", "x")):
        return [word, f"{word}es", f"{word}ed", f"{word}ing"]
    return [word, f"{word}s", f"{word}ed", f"{word}ing"]


@cache
def concepts(language: str) -> dict[str, str]:
    """Gives the concept of each folded word that has one: ``won`` and ``award`` have the same."""
    lines = _OTHER[language].split("\n") if language in _OTHER else []
    if language == "en":
        lines = _CONCEPTS.split("\n")
    table: dict[str, str] = {}
    for line in filter(None, map(str.strip, lines)):
        found = line.removeprefix("# ").split()
        name = f"{'~' if line[0] == '#' else '='}{found[0].rstrip('*')}"
        graded = any(word.endswith("est") for word in found)
        for word in found:
            for form in _forms(word[:-1]) if word[-1] == "*" else [word]:
                table.setdefault(form, name + _degree(form) if graded else name)
    return table


def _degree(word: str) -> str:
    """Keeps ``larger`` and ``largest`` apart from ``large``."""
    return "+est" if word.endswith("est") else "+er" if word.endswith("er") else ""


@cache
def members(language: str) -> dict[str, tuple[str, ...]]:
    """Gives the words of each concept: the other side of `concepts`."""
    gathered: dict[str, list[str]] = {}
    for word, concept in concepts(language).items():
        gathered.setdefault(concept, []).append(word)
    return {concept: tuple(found) for concept, found in gathered.items()}


@cache
def light_words() -> frozenset[str]:
    """Gives words that a claim may use without its source: they carry next to nothing."""
    return frozenset(_LIGHT)


HONORIFICS = frozenset(
    [
        "mr",
        "mrs",
        "ms",
        "dr",
        "sir",
        "dame",
        "lord",
        "lady",
        "president",
        "king",
        "queen",
        "prince",
        "princess",
        "emperor",
        "pope",
        "saint",
        "st",
        "professor",
        "prof",
        "general",
        "chancellor",
        "minister",
        "senator",
        "herr",
        "frau",
        "monsieur",
        "madame",
        "konig",
        "kaiser",
    ]
)
"""Titles that may stand before a name, folded."""

ALIASES: dict[str, str] = {
    "u.s": "united states", "us": "united states", "usa": "united states", "uk": "united kingdom",
    "britain": "united kingdom", "un": "united nations", "eu": "european union",
    "ussr": "soviet union", "nyc": "new york", "uae": "united arab emirates",
}  # fmt: skip
"""Short names of what has a long one."""

DEMONYMS = frozenset(
    [
        "french",
        "german",
        "british",
        "english",
        "american",
        "italian",
        "spanish",
        "russian",
        "chinese",
        "japanese",
        "polish",
        "dutch",
        "indian",
        "swedish",
        "greek",
        "roman",
        "european",
        "african",
        "asian",
        "danish",
        "norwegian",
        "finnish",
        "austrian",
        "swiss",
        "portuguese",
        "canadian",
        "australian",
        "brazilian",
        "mexican",
        "irish",
        "scottish",
        "welsh",
        "turkish",
        "egyptian",
        "korean",
        "hungarian",
        "czech",
        "latin",
        "arab",
        "belgian",
        "serbian",
        "croatian",
        "romanian",
        "ukrainian",
        "iranian",
        "israeli",
        "chilean",
        "argentine",
        "argentinian",
        "south",
        "north",
        "west",
        "east",
        "southern",
        "northern",
        "western",
        "eastern",
    ]
)
"""Adjectives with a capital that are no name of a subject of their own."""
