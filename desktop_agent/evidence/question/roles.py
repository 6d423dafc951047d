"""Offices, titles and records by name: pieces of patterns.

``ROLE`` stands alone or before ``of``; ``PLAIN_ROLE`` are those that may follow the name of what they
are of (``Nvidia CEO``) without making a person's name of it (``Stephen King``).
"""

_CHIEF = (
    r"chief executive(?: officer)?|chief (?:financial|operating|technology|technical|product|marketing|"
    r"information|scientific|medical|legal|people|data|security) officer|ceo|cfo|cto|coo|cmo|cio"
)
_STATE = (
    r"(?:deputy |vice[- ])?(?:prime minister|president|chancellor|premier)|"
    r"(?:deputy |lieutenant |lt\.? )?governor(?:[- ]general)?|(?:deputy |lord )?mayor|first minister|"
    r"chief minister|chief justice|chief of staff|first lady|head of (?:state|government)|"
    r"(?:minister|secretary) of (?:state|defen[cs]e|the treasury|health|education|finance|justice|"
    r"labou?r|agriculture|energy|transportation|commerce|the interior|foreign affairs|the army)|"
    r"(?:foreign|home|finance|defen[cs]e|interior|health|education|justice|environment|transport|"
    r"culture|treasury) (?:minister|secretary)|chancellor of the exchequer|press secretary|"
    r"secretary[- ]general|attorney[- ]general|surgeon general|solicitor general|"
    r"(?:director|auditor|inspector)[- ]general|leader of the opposition|"
    r"(?:majority|minority|opposition|party|supreme) leader|national security advis[eo]r"
)
_BODY = (
    r"chair(?:man|woman|person)?|head coach|managing director|executive director|artistic director|"
    r"music director|editor[- ]in[- ]chief|chief editor|chief conductor|principal conductor|"
    r"high commissioner|commissioner|poet laureate|archbishop|ombudsman|monarch|"
    r"(?<=house )speaker|(?<=commons )speaker|(?<=lord )speaker|(?<=senate )president"
)
_FOREIGN = (
    r"bundeskanzler(?:in)?|bundespräsident(?:in)?|präsident(?:in)?|kanzler(?:in)?|ministerpräsident(?:in)?|"
    r"premierminister(?:in)?|(?:ober)?bürgermeister(?:in)?|vorstandsvorsitzende[r]?|vorstandschef(?:in)?|"
    r"geschäftsführer(?:in)?|außenminister(?:in)?|finanzminister(?:in)?|könig(?:in)?|papst|"
    r"bundestrainer(?:in)?|trainer(?:in)?|generalsekretär(?:in)?|"
    r"présidente?|premi(?:er|ère) ministre|maire|pdg|directeur général|directrice générale|direct(?:eur|rice)(?= (?:du|de l|de la|des)\b)|roi|reine|"
    r"pape|secrétaire général|ministre (?:de|des|du) \w+|chancelier|entraîneur|"
    r"president[ea]|primer(?:a)? ministr[oa]|alcald(?:e|esa)|director(?:a)? ejecutiv[oa]|rey|reina|papa|"
    r"secretari[oa] general|canciller|gobernador(?:a)?|ministr[oa] de \w+|entrenador(?:a)?|"
    r"(?:vorstands|konzern)?chef(?:in)?|\w+minister(?:in)?|sélectionneu(?:r|se)|entraîneure|premier|"
    r"allena(?:tore|trice)|ministr[oa] (?:dell'|dell[ae] |del |dei |di |d[ao]s? )\w+|commissario tecnico|"
    r"direttore(?= (?:generale|del|della|dell|dei|di)\b)|direttrice(?= (?:generale|del|della|dei|di)\b)|"
    r"treinador(?:a)?|governador(?:a)?|bondscoach|"
    r"primo ministro|sindac[oa]|amministratore delegato|re|regina|primeiro-ministro|prefeito|rei|rainha|"
    r"minister-president|burgemeester|koning(?:in)?"
)
_SHORT = (
    r"king|queen|emperor|empress|sultan|emir|pope|dalai lama|prince|bishop|speaker|captain|coach|manager|"
    r"principal|dean|rector|provost|director|editor|host|owner|head|conductor|leader|ambassador|"
    r"senator|pm|potus"
)
ROLE = rf"(?:{_CHIEF}|{_STATE}|{_BODY}|{_FOREIGN}|{_SHORT})"
PLAIN_ROLE = rf"(?:{_CHIEF}|{_STATE}|{_BODY})"
RECORD = r"(?:(?:world|olympic|national|european|guinness world) )?record(?: holder)?"
CHAMPION = (
    r"champions?|(?:world )?(?:number one|no\.? ?1|#1)|welt(?:meister(?:in)?)|\w*weltmeister(?:in)?|"
    r"weltrekordhalter(?:in)?|champion(?:ne)? du monde|campe[oó]n(?:a)?(?: del mundo| mundial)?"
)
SUPERLATIVE = (
    r"(?:(?:richest|wealthiest|oldest|tallest|shortest|fastest|strongest|heaviest|smallest|"
    r"highest[- ]paid|most \w+)(?: living)?) (?:person|man|woman|human(?: being)?|people|billionaire|"
    r"player|athlete|footballer|youtuber|streamer|twin|head of state|monarch)"
)
