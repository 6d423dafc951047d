"""Wordings that tell the form of an answer, each a pattern; all are read without regard to case."""

_CLAUSE = r"(?:^|[,;:.\u2013\u2014-] ?|\b(?:and|but|or|then|also|know|tell me|me|und|et|y|e|en) )"
"""Where a question word asks, and is not a part of a name: How to Kill a Mockingbird."""
_MEASURE = (
    r"(?:many|much|old|long|far|tall|high|big|large|deep|fast|quick|heavy|often|hot|cold|wide|thick|"
    r"thin|small|close|near|late|early|loud|strong|bright|expensive|rich|steep|soon|short|warm|slow|"
    r"young|broad|dense|frequently|powerful|distant|cheap)"
)
EXPLANATORY = (
    rf"{_CLAUSE}why\b",
    rf"{_CLAUSE}how (?!{_MEASURE}\b|about\b)\w",
    r"^how(?:'s|'d|'re)\b",
    r"^(?:please )?(?:explain|compare|contrast|describe|discuss|outline|summari[sz]e|elaborate|analy[sz]e|"
    r"evaluate|justify|interpret|illustrate|tell (?:me|us) (?:more )?about)\b",
    r"(?:\band |, |\bcan you |\bplease )(?:explain|compare|contrast|describe|discuss)\b",
    r"\bdifferences? between\b|^(?:the )?differences?\b|\bhow (?:is|are|does|do) .{1,80} differ",
    r"\b(?:pros and cons|advantages|disadvantages|benefits and|drawbacks of)\b",
    r"^what(?:'s| is| was| are| were)? (?:the )?(?:main |real |true |key )?(?:reasons?|causes?|point|"
    r"purpose|significance|importance|meaning behind|idea behind|relationship|connection|history|"
    r"implications?|consequences?|effects?|impact|role) (?:of|for|behind|between|why|to|on)\b",
    r"^what (?:causes|caused|causing|makes|made|led to|leads to|happens|would happen|drives|triggers)\b",
    r"^what happened to\b",
    r"^(?:an? )?(?:overview|explanation|introduction|summary|history) (?:of|to)\b",
    r"^in what (?:way|sense|respect)s?\b|\bstep by step\b",
    rf"{_CLAUSE}(?:warum|wieso|weshalb)\b|^(?:erkläre?|vergleiche|beschreibe)\b",
    rf"{_CLAUSE}wie (?!viele?\b|alt\b|lange?\b|weit\b|hoch\b|groß\b|schwer\b|tief\b|oft\b|schnell\b|"
    r"teuer\b|heißt\b|heisst\b|lautet\b|heiß\b|breit\b)\w",
    r"\bunterschied(?:e)? zwischen\b",
    rf"{_CLAUSE}pourquoi\b|^(?:explique[rz]?|compare[rz]?|décri[stvrez]+)\b|\bdifférences? entre\b",
    r"^comment (?!s'appelle|se nomme|s'intitule|va\b)",
    r"^(?:¿ ?)?por ?qu[eéê]\b|^(?:explica|expliqu[eé]|compara|describe)\b|\bdiferen(?:cia|ça)s? entre\b",
    r"^c[oó]mo (?!se llama|se titula)|^como (?!se chama)",
    r"^perch[eéè]\b|^come (?!si chiama)|^(?:spiega|confronta|descrivi)\b|\bdifferenz[ae] (?:tra|fra)\b",
    r"^(?:explique|porqu[eê])\b|^waarom\b|^(?:leg uit|vergelijk|beschrijf)\b|\bverschil tussen\b",
    r"^hoe (?!veel\b|oud\b|lang\b|ver\b|hoog\b|groot\b|zwaar\b|diep\b|vaak\b|snel\b|duur\b|heet\b)\w",
)
_QUANTITY = (
    r"(?:population|height|length|area|distance|speed|temperature|weight|mass|age|price|cost|size|depth|"
    r"width|diameter|radius|circumference|density|boiling point|melting point|freezing point|gdp|"
    r"atomic (?:number|mass|weight)|square root|cube root|sum|product of \d|quotient|average|median|"
    r"probability|volume|rate|ratio|percentage|percent|proportion|fraction|number|amount|total|"
    r"elevation|altitude|capacity|voltage|frequency|wavelength|half-life|life expectancy|net worth|"
    r"salary|budget|revenue|exchange rate|inflation rate|unemployment rate|duration|factorial|"
    r"derivative|remainder|strike rate|maximum speed|top speed|market cap(?:itali[sz]ation)?|wingspan|"
    r"power output|calori(?:es|c)|interest rate|value of (?:pi|e)\b|world record time|tax rate|score)"
)
NUMERIC = (
    rf"\bhow (?:(?:very|too|so) )?{_MEASURE}\b",
    r"^(?:calculate|compute|solve|convert|multiply|divide|add|subtract|count|estimate)\b",
    r"\d\s?(?:[-+*/\u00d7\u00f7^%]|plus|minus|times|divided by|to the power of|mod)(?: of)?\s?\(?\d",
    r"\d\s?(?:%|percent) of\b",
    r"^(?:what|which) (?:percentage|percent|fraction|proportion|share|number)\b|\bnumber of\b(?! the beast)",
    r"^(?:what|how)(?:'s| is| was| are| were| will be)? (?:the |an? |its )?(?:(?!name|title|word|term)[\w'-]{1,20} )"
    rf"{{0,4}}?{_QUANTITY}\b(?! (?:name|holder|sign|plate|unit)\b)",
    rf"^(?:the )?(?:[\w'-]{{1,20}} )?{_QUANTITY} of (?!the\Z)\w",
    r"^\S{1,25} (?:price|population|gdp|net worth|height|age|weight|market cap)$",
    r"^\d{1,9}(?:\.\d{1,6})? ?[a-z°]{1,12} (?:in|to|into) [a-z°]{1,12}$",
    r"\bwie ?(?:viele?n?|alt|lange?|weit|hoch|groß|schwer|tief|oft|schnell|teuer|heiß|breit)\b|^berechne\b",
    r"\bcombien\b|^calcule[rz]?\b|^quel(?:le)? (?:est|était) (?:la |le |l')(?:taille|hauteur|population|"
    r"distance|superficie|âge|prix|longueur|température|vitesse)\b|^quel âge\b",
    r"\bcu[aá]nt[oa]s?\b|^calcula\b|^cu[aá]l es (?:la|el) (?:población|altura|distancia|superficie|precio|"
    r"longitud|temperatura|velocidad|edad)\b",
    r"\bquant[ioae]\b(?! ai\b)|\bquant[oa]s\b|^calcola\b|^hoe ?(?:veel|oud|lang|ver|hoog|groot|zwaar|diep|"
    r"vaak|snel|duur|heet)\b|^bereken\b|^wie alt\b",
)
_AMOUNT = (
    r"(?:two|three|four|five|six|seven|eight|nine|ten|twelve|twenty|[2-9]|[1-9]\d|several|some|all|a few|"
    r"at least \w+|every)"
)
LIST = (
    r"^(?:list|enumerate)\b",
    rf"^(?:name|give|mention|state|identify|suggest|recommend|show|cite|specify)(?: me)? (?:the )?{_AMOUNT}\b",
    rf"^(?:which|what|who)(?: are| were)?(?: the)? {_AMOUNT} (?!percent)\w",
    r"\b(?:a|the|full|complete) list of\b|^top \d|^what(?:'s| is| are) (?:some|the top \d)\b",
    rf"^(?:in|between|during|from) (?:which|what) (?:{_AMOUNT} )?(?:years|countries|cities|states|fields)\b",
    r"\bwhat else\b|^which ones\b|^what all\b",
    r"^(?:welche) (?!version\b|band\b|gruppe\b|rolle\b|farbe\b|sprache\b|stadt\b)[\wäöüß-]{2,25}(?:en|er|n|s)\b"
    r"(?! ist\b| hat\b| wurde\b| war\b)|^(?:nenne|liste|zähle)\b(?! die hauptstadt| den| das)",
    r"^quel(?:le)?s (?!est\b)\w|^(?:liste[rz]?|cite[rz]?|énumère[rz]?|nomme[rz]? (?:deux|trois|quatre|cinq))\b",
    r"^(?:qu[eé] (?!es\b)\w{3,20}s|cu[aá]les) (?!es\b)\w|^(?:lista|enumera|nombra (?:dos|tres|cuatro|cinco))\b",
    r"^(?:quali|elenca|quais|liste|enumere|welke \w{3,20}(?:en|s)|noem (?:drie|vier|vijf)|som op)\b",
)
BOOLEAN = (
    r"^(?:is|are|was|were|am|do|does|did|has|have|had|can|could|will|would|shall|should|may|might|must|"
    r"isn't|aren't|wasn't|weren't|don't|doesn't|didn't|hasn't|haven't|can't|couldn't|won't|wouldn't|"
    r"shouldn't|ain't|cannot)\b(?!:)",
    r"^(?:true or false|whether|if)\b|\b(?:true|yes) or (?:false|no)\b",
    r", (?:right|correct|yes|no|true|isn't (?:it|he|she|that)|aren't they|doesn't (?:it|he|she)|"
    r"didn't (?:it|he|she|they)|wasn't (?:it|he|she)|is (?:it|he|she)|don't they|nicht wahr|n'est-ce pas|"
    r"verdad|vero)$",
    r"^(?:ist|sind|war|waren|hat|haben|hatte|kann|können|darf|dürfen|gibt es|wird|werden|wurde|stimmt|"
    r"muss|soll|lebt|macht)\b",
    r"^(?:est-ce (?:que|qu')|est-il|est-elle|y a-t-il|peut-on|a-t-on|faut-il|existe-t-il)|"
    r"^\S+ \S+(?: \S+)? (?:est|sont|a|ont|peut)-(?:t-)?(?:il|elle|ils|elles)\b",
    r"^(?:es|son|est[aá]n?|fue|fueron|hay|puede[ns]?|tiene[ns]?|existe[n]?|es verdad que|es cierto que)\b",
    r"^(?:è|sono|era|ha|hanno|può|possono|esiste|c'è|é|são|foi|há|pode|podem|tem|existe|zijn|heeft|hebben|"
    r"kan|kunnen|mag|bestaat)\b",
)
