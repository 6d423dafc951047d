"""Words by which a sentence affirms, denies or takes back, as `folding` leaves them.

Each constant is a regular expression without groups that capture, over the lines of `masking`: folded
words and marks with one space between them. Every repetition has a bound.
"""

STARTERS = frozenset(
    """yes no sure certainly okay ok well here hello hi good great thanks thank happy glad please note
    based according let lets unfortunately currently today now actually however also both although
    though since given looking searching checking after before so therefore thus hence overall
    summary answer final short short-answer result results source sources quick question details
    explanation finally first firstly second secondly next then additionally moreover furthermore
    meanwhile instead still yet correction update edit indeed apparently reportedly officially
    formerly previously earlier originally initially once until while whereas unlike contrary
    despite rather neither nor not never some many most several other others older people all
    alternatively anyway perhaps maybe probably possibly hmm wait sorry apologies many per via
    ja nein nun hier laut nach gemäss aktuell derzeit heute allerdings jedoch antwort kurz quelle
    quellen tatsachlich leider gerne naturlich seit zuvor fruher
    oui non voici selon actuellement cependant reponse bonjour bien en depuis auparavant toutefois
    si no aqui segun actualmente respuesta claro hola desde sin antes hoy
    ecco secondo attualmente risposta certo sim nao aqui segundo atualmente resposta nee hier
    volgens momenteel antwoord the this that these those it its""".split()
)
"""Words that often begin a sentence with a capital and are then no name."""

WORD = r"[^\s,;:()—/?]+ "
TURN = r"(?:but|sondern|mais|sino|rather|instead|maar) "
NEAR = rf"(?:(?!{TURN}){WORD}){{0,6}}"
"""Up to six words of the same clause that do not turn it round."""

PARENTHESIS = r"(?:\( [^()]{0,160}\) |, [^,;?]{0,160}, )?"

NEGATION = r"""(?:not|isnt|wasnt|arent|werent|aint|never|cannot|cant|couldnt|wouldnt|shouldnt|wont|dont|
doesnt|didnt|hasnt|havent|neither|nor|no longer|nobody|none|hardly|unlike|contrary to|rather than|
instead of|opposed to|except|apart from|aside from|besides|doubts?|doubted|doubtful|unclear|
unlikely|false|falsely|untrue|wrong|wrongly|incorrect|incorrectly|mistaken|mistakenly|mistake|
erroneous|erroneously|myth|misconception|confused with|confuse|deny|denies|denied|refutes?|
no (?:evidence|proof|indication|source|sign|reason|confirmation)|nicht|keine?|keine[rnms]|
keineswegs|statt|anstatt|anstelle|entgegen|n est pas|n est plus|n etait pas|ne sont pas|pas|jamais|
au lieu de|plutot que|contrairement a|no (?:es|fue|era|son)|ya no|nunca|en lugar de|en vez de|
non (?:e|era|fu)|invece di|piuttosto che|nao|ao inves de|em vez de|niet|geen|nooit|in plaats van|
不 是|并 非|並 非)""".replace("\n", "")

HARMLESS_NEGATION = r"""(?:none other than|no one other than|no doubt|not only|not just|not merely|
not least|no wonder|nicht nur|nichts anderes als|non seulement|no solo|non solo|nao so|niet alleen|
without (?:a )?doubt|ohne zweifel|sans doute|sin duda)""".replace("\n", "")

LOOKS_BACK = r"(?:since|after|newer than|later than|beyond|until|before|recent than|seit|nach|depuis|desde|then)"
"""Stands between a negation and the value where only something newer is denied."""

NEGATIVE_PREDICATE = r"""(?:(?:is|was|are|were|isnt|wasnt|arent|werent) (?:[^\s,;:()—/?]+ ){0,2}?
(?:not|no longer|never|wrong|incorrect|outdated|out of date|obsolete|false|untrue|mistaken|
inaccurate|superseded|succeeded|replaced|outdone|overtaken|dethroned|old news|in error|misleading|
an? (?:mistake|error|myth|misconception|former|previous|common mistake|common misconception|decoy)|
(?:the|her|his|its|their) (?:wrong|previous|former|earlier|older|old|prior|predecessor|debut|
second to last|last but one|penultimate|one before|incorrect|outgoing))|
(?:isnt|wasnt|arent|werent|aint) |(?:may|might|would|could|has|have) (?:now |since |also )?
(?:not be|be (?:wrong|incorrect|outdated|a mistake)|been (?:replaced|superseded|succeeded|
overtaken|dethroned|followed by|ousted|removed))|(?:does not|doesnt|did not|didnt|no longer)
 (?:hold|holds|perform|sing|record|write|win|lead|leads|run|runs|serve|serves|head|heads|apply)|
(?:stepped|stood) down|resigned|retired|left office|left the (?:post|role|job|position|company)|
vacated|handed over|lost (?:the|her|his|its) (?:title|election|office|crown|belt|seat)|
came (?:before|earlier|out before|out earlier)|preceded|predates|
seems (?:wrong|outdated)|turned out to be wrong|no longer|ist nicht|war nicht|ist (?:veraltet|falsch|
uberholt|nicht mehr)|war (?:bis|fruher|zuvor|der vorganger|das vorherige)|n est pas|n est plus|
n etait pas|est (?:faux|obsolete|perime|depasse|incorrect)|ya no es|no (?:es|fue|era)|
es (?:incorrecto|obsoleto)|non e|non era|nao e|nao era|is niet|was niet|で は な い|不 是)""".replace("\n", "")

HARMLESS_PREDICATE = r"""(?:only |just |merely |yet |been |to be confused |(?:her|his|its|their|the)
 (?:first|only|last time)|on |in |available )""".replace("\n", "")

EARLIER = r"""(?:succeeded|succeeding|succeeds|replaced|replacing|replaces|followed|following|
follows|superseded|superseding|supersedes|preceded by|after|since|before|until|till|prior to|up from|
upgrade from|newer than|later than|recent than|successor (?:to|of)|successor|follow up to|sequel to|
predecessor|took over from|takes over from|inherited from|defeated|beat|beating|cover by|covered by|
covers by|than|vor|nach|bis|seit|nachfolger von|avant|apres|jusqu a|depuis|antes de|despues de|
hasta|desde|prima di|dopo|fino a|depois de|ate)"""

FORMERLY = r"""(?:formerly|previously|former|previous|used to be|ex|outdated|ehemals|ehemalige[rn]?|
fruhere[rsn]?|vorherige[rsn]?|ancien|ancienne|auparavant|antiguo|anterior|precedente|vorige|
voormalig|decoy|impostor)""".replace("\n", "")
EARLIER = EARLIER.replace("\n", "")

FILLER = r"""(?:the|a|an|her|his|its|their|album|albums|record|song|single|version|release|ceo|chief
|executive|president|champion|minister|prime|governor|called|titled|named|das|der|die|dem|den|le|la|
el|il|o|studio|mr|mrs|ms|sir) """.replace("\n", "")

CONDITION = r"(?:if|whether|unless|assuming|suppose|supposing|ob|falls|si|se)"
CONCESSION = r"""(?:while|although|though|whereas|even though|even if|despite|obwohl|wahrend|bien que|
aunque|mientras|sebbene|embora|hoewel)""".replace("\n", "")

BELIEVERS = r"""(?:people|sources|sites|websites|pages|fans|some|many|others|articles|reports|lists|
databases|blogs|outlets|commentators|versions of this page|manche|einige|certains|algunos)"""
BELIEVERS = BELIEVERS.replace("\n", "")
SOME = r"""(?:some|others|a few|older|outdated|old|certain|several|unreliable|manche|einige|
certains|algunos|earlier|stale)""".replace("\n", "")
BELIEVE = r"""(?:say|says|said|claim|claims|claimed|think|thinks|thought|believe|believes|believed|
list|lists|listed|name|names|named|cite|cites|report|reports|assume|assumed|call|calls|mention|
give|gives|state|suggest|point to|show|sagen|nennen|behaupten|disent|dicen)""".replace("\n", "")
BUT = r"""(?:but|however|yet|though|although|actually|in fact|in reality|wrongly|incorrectly|aber|
jedoch|sondern|mais|cependant|pero|sin embargo|ma|tuttavia|mas|porem|maar|echter)""".replace("\n", "")

THEN = r"""(?:originally|initially|at first|at the time|at that time|back then|until recently|
for a while|for years|for a long time|for a time|once|previously|formerly|in the past|last year|
earlier|fruher|zuvor|bis vor kurzem|avant|auparavant|antes|anteriormente)""".replace("\n", "")
WAS = r"(?:was|were|had been|has been|used to be|been|war|etait|era|fue)"
UNTIL = r"(?:until|till|bis|jusqu|hasta|fino|ate|tot)"

RIVAL = r"(?:OTHER|NAME)"
IS = r"(?:is|are|s|remains|should be|would be|must be|ist|est|es|heisst|lautet|becomes|is now|now)"
LINK = r"""(?:the|now|currently|still|actually|called|titled|named|by|really|instead|in fact|of course|
das|der|die|le|la|el|von|version|album|since|been|again|likely|probably|rather) """.replace("\n", "")
LATEST = r"""(?:latest|newest|most recent|current|currently|reigning|incumbent|sitting|last|todays|
present|neueste[srn]?|aktuelle[srn]?|letzte[srn]?|jungste[srn]?|derzeitige[rsn]?|amtierende[rn]?|
dernier|derniere|actuel|actuelle|ultimo|ultima|actual|attuale|atual|nieuwste|laatste|huidige|
plus recent|mas reciente|piu recente|mais recente)""".replace("\n", "")
RIGHT = r"""(?:(?:correct|right|real|actual|true|proper|richtige|bonne|correcta) 
?(?:answer|one|value|date|album|version|name|song|artist|performer|holder|antwort|reponse|respuesta)?|
answer|antwort|reponse|respuesta|risposta|resposta|antwoord)""".replace("\n", "").replace(") ?", ") ?")

SOFT_TURN = r"""(?:but|however|though|yet|instead|now|today|nowadays|since then|meanwhile|currently|
although|actually|in fact|in reality|in truth|really|truth is|indeed|or rather|aber|jedoch|
allerdings|inzwischen|mittlerweile|tatsachlich|in wirklichkeit|mais|cependant|toutefois|en fait|
en realite|desormais|pero|sin embargo|en realidad|ahora|ma|tuttavia|in realta|mas|porem|na verdade|
maar|echter|eigenlijk|inmiddels|fairness)""".replace("\n", "")
HARD_TURN = r"""(?:correction|scratch that|strike that|i was wrong|i misspoke|i am wrong|my mistake|
i made (?:a|an) (?:mistake|error)|apologies|disregard|ignore (?:that|this|the above|my)|on second 
thoughts?|wait|edit|korrektur|richtigstellung|correccion|correzione|rectification|erratum|
i take that back|i stand corrected|never mind)""".replace("\n", "")
RETRACTION = r"""(?:this|that|it|the above|above|answer|information|claim|value|which|former|first
 one|das|dies|es|c|cela|esto|eso) (?:is|was|has|ist|war|est|es|s) (?:[^\s,;:()—/?]+ ){0,2}?
(?:not (?:correct|right|true|accurate|so|valid|up to date|the (?:latest|newest|current|most recent|
correct|right|answer)|(?:her|his|their|its) (?:latest|newest|most recent))|wrong|incorrect|outdated|
out of date|false|no longer|a mistake|superseded|been superseded|been replaced|been succeeded|
obsolete|inaccurate|untrue|mistaken|made up|a guess|falsch|veraltet|nicht (?:richtig|korrekt|mehr)|
faux|incorrecto|falso)""".replace("\n", "")
