"""Questions for the performer of a song in German, Dutch, French, Spanish, Italian and Portuguese."""

from desktop_agent.evidence.question.wording import ENTITY

_DE = r"(?:(?:das lied|den song|den titel|den hit|den schlager|die ballade) )?"
_NL = r"(?:(?:het (?:nummer|lied|liedje)|de (?:song|hit)) )?"
_FR = r"(?:(?:la chanson|le titre|le tube|le morceau) )?"
_IT = r"(?:(?:la canzone|il brano|il pezzo|il singolo) )?"
_PT = r"(?:(?:a (?:música|canção|cantiga)|o (?:tema|hit|fado)) )?"
_ES = r"(?:(?:la canci[oó]n|el tema|el [eé]xito) )?"
FOREIGN = (
    rf"(?:wer|welche (?:band|gruppe)|welcher sänger|welche sängerin) (?:singt|sang) {_DE}{ENTITY}",
    rf"(?:wer|welche (?:band|gruppe)) hat {_DE}{ENTITY} (?:original |zuerst )?gesungen",
    (
        r"von wem (?:ist|stammt|wird|wurde) (?:das (?:lied|original von)|der (?:song|titel|hit|schlager)) "
        rf"{ENTITY}(?: gesungen)?"
    ),
    rf"wie (?:zingt|zong) {_NL}{ENTITY}",
    rf"wie heeft {_NL}{ENTITY} gezongen",
    rf"van wie is (?:het (?:nummer|lied|liedje)|de (?:song|hit)) {ENTITY}",
    rf"qui (?:chante|chantait|a chanté|interprète|a interprété) {_FR}{ENTITY}",
    rf"(?:qui est )?(?:l'|le |la )?(?:interprète|chanteur|chanteuse) de la chanson {ENTITY}",
    rf"de qui est (?:la chanson|le titre|le tube) {ENTITY}",
    rf"qui[eé]n (?:canta|cant[oó]|cantaba|ha cantado|interpreta|interpret[oó]) {_ES}{ENTITY}",
    rf"de qui[eé]n es (?:la canci[oó]n|el tema) {ENTITY}",
    rf"chi (?:canta|cantava|cantò|ha cantato|interpreta|ha interpretato) {_IT}{ENTITY}",
    rf"di chi è (?:la canzone|il brano|il pezzo) {ENTITY}",
    rf"quem (?:canta|cantava|cantou|interpreta|interpretou|gravou) {_PT}{ENTITY}",
    rf"de quem é (?:a (?:música|canção)|o (?:tema|fado)) {ENTITY}",
)
"""Patterns for a whole question; the entity is the title."""
