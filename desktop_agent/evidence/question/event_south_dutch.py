"""Wordings for the date of an event in Italian, Portuguese and Dutch."""

from functools import cache

from desktop_agent.evidence.question.wording import ENTITY, Wordings, compiled

_THE_IT = (
    r"(?:(?-i:il |lo |la |i |gli |le |l')?(?:film|album|libro|romanzo|disco|canzone|brano) )?"
    r"(?-i:il |lo |la |i |gli |le |l')?"
)
_THE_PT = r"(?:(?-i:os? |as? )?(?:filme|álbum|livro|romance|disco|música|canção) )?(?-i:os? |as? )?"
_THE_NL = r"(?:(?-i:de |het )?(?:film|album|boek|roman|plaat|nummer) )?(?-i:de |het )?"
_BEEN = r"(?:è stat[oa]|fu|venne|sono stat[ie]|furono)"

LEADS = {
    "it": r"(?:quando|(?:in |a )?(?:che|quale|qual è l'|qual è la) ?(?:anno|data|giorno))",
    "pt": r"(?:quando|(?:em )?(?:que|qual) (?:ano|data|dia))(?: é que)?",
    "nl": r"(?:wanneer|(?:in |op )?welke? (?:jaar|datum|dag))",
}
"""What asks for a time, up to the verb."""


@cache
def italian() -> Wordings:
    """Gives the wordings that follow ``quando``."""
    e = f"{_THE_IT}{ENTITY}"
    return (
        (
            "born",
            compiled(rf"(?:è|e'|era) nat[oa] {e}", rf"(?:nacque|nasceva) {e}", rf"{e} è nat[oa]"),
        ),
        (
            "died",
            compiled(
                rf"(?:è|e'|era) (?:mort[oa]|decedut[oa]|scompars[oa]) {e}",
                rf"(?:morì|moriva) {e}",
                rf"{e} è (?:mort[oa]|decedut[oa]|scompars[oa])",
            ),
        ),
        (
            "released",
            compiled(
                rf"(?:(?:è|e') uscit[oa]|uscì|esce) {e}",
                rf"{_BEEN} (?:pubblicat|rilasciat|lanciat)[oaie] {e}",
                rf"{e} è uscit[oa]",
            ),
        ),
        (
            "founded",
            compiled(
                rf"{_BEEN} (?:fondat|creat|istituit)[oaie] {e}",
                rf"{e} {_BEEN} (?:fondat|creat|istituit)[oaie]",
                rf"(?:(?:è|e') nata|nacque) la (?:band|società|ditta) {ENTITY}",
            ),
        ),
        (
            "happened",
            compiled(
                rf"{_BEEN} (?:apert|inaugurat|costruit|inventat|scopert|firmat|completat)[oaie] {e}",
                rf"{e} {_BEEN} (?:apert|inaugurat|costruit|inventat|scopert|firmat|completat)[oaie]",
                rf"(?:ha aperto|aprì|affondò|scoppiò|cadde|iniziò|cominciò|finì|crollò) {e}",
                rf"(?:è|e') (?:affondat|scoppiat|cadut|iniziat|cominciat|finit|crollat)[oa] {e}",
            ),
        ),
    )


@cache
def portuguese() -> Wordings:
    """Gives the wordings that follow ``quando``."""
    e = f"{_THE_PT}{ENTITY}"
    made = r"(?:inaugurad|construíd|inventad|descobert|assinad|abert|concluíd)[oa]s?"
    return (
        ("born", compiled(rf"nasceu {e}", rf"{e} nasceu")),
        ("died", compiled(rf"(?:morreu|faleceu) {e}", rf"{e} (?:morreu|faleceu)")),
        (
            "released",
            compiled(
                rf"foi (?:lançad|publicad)[oa] {e}",
                rf"{e} foi (?:lançad|publicad)[oa]",
                rf"(?:saiu|estreou|se estreou) {e}",
            ),
        ),
        (
            "founded",
            compiled(
                rf"(?:foi|foram) (?:fundad|criad)[oa]s? {e}",
                rf"{e} (?:foi|foram) (?:fundad|criad)[oa]s?",
                rf"se fundou {e}",
            ),
        ),
        (
            "happened",
            compiled(
                rf"foi {made} {e}",
                rf"{e} foi {made}",
                rf"(?:abriu|afundou|começou|terminou|acabou|aconteceu|ocorreu|caiu) {e}",
                rf"{e} (?:abriu|afundou|começou|terminou|acabou|aconteceu|ocorreu|caiu)",
            ),
        ),
    )


@cache
def dutch() -> Wordings:
    """Gives the wordings that follow ``wanneer``."""
    e = f"{_THE_NL}{ENTITY}"
    return (
        ("born", compiled(rf"(?:is|werd) {e} geboren", rf"{e} geboren (?:is|werd)")),
        (
            "died",
            compiled(
                rf"(?:is|werd) {e} (?:overleden|gestorven|vermoord|doodgegaan)",
                rf"(?:overleed|stierf) {e}",
                rf"ging {e} dood",
            ),
        ),
        (
            "released",
            compiled(
                rf"(?:is|werd) {e} (?:uitgekomen|uitgebracht|verschenen|gepubliceerd)",
                rf"kwam {e} uit",
                rf"verscheen {e}",
            ),
        ),
        ("founded", compiled(rf"(?:is|werd) {e} (?:opgericht|gesticht|gestart)")),
        (
            "happened",
            compiled(
                rf"(?:is|werd) {e} (?:geopend|gebouwd|uitgevonden|ontdekt|ondertekend|voltooid|gezonken)",
                rf"ging {e} open",
                rf"(?:begon|eindigde|zonk|viel|brak) {e}(?: uit)?",
            ),
        ),
    )
