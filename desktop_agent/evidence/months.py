"""The months by their names, in seven languages."""

_NAMES = """
january januar janvier enero gennaio janeiro januari
february februar fevrier febrero febbraio fevereiro februari
march marz mars marzo marco maart maerz
april avril abril aprile
may mai mayo maggio maio mei
june juni juin junio giugno junho
july juli juillet julio luglio julho
august aout agosto augustus
september septembre septiembre setiembre settembre setembro
october oktober octobre octubre ottobre outubro
november novembre noviembre novembro
december dezember decembre diciembre dicembre dezembro
"""
_SHORT = """
jan
feb
mar
apr
may
jun
jul
aug
sep sept
oct okt
nov
dec dez
"""
_SHORT_WORDS = """
ene gen janv janner
fev fevr febr
mrz mrt
abr avr
mag
giu
lug juil
ago
set
ott out
nov
dic
"""


def _numbered(table: str) -> dict[str, int]:
    lines = table.strip().split("\n")
    return {name: number for number, line in enumerate(lines, 1) for name in line.split()}


MONTH_NAMES = _numbered(_NAMES) | _numbered(_SHORT)
"""The number of a month by its folded name, or by a short form that is no other word."""
MONTHS = MONTH_NAMES | _numbered(_SHORT_WORDS)
"""The same with short forms that are also words (``set``, ``ago``): for places where a date must be."""
SHOWN_MONTHS = tuple(line.split()[0].capitalize() for line in _NAMES.strip().split("\n"))
"""The names as an English text shows them, January first."""
