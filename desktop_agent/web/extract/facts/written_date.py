"""Dates as people write them, in the languages of the pages that are read most."""

import re
from functools import cache
from typing import Final

# nominative and, where it differs, genitive; a stem of three letters is not enough for all
_MONTHS: Final = """
january jan januar jänner janvier janv enero ene gennaio gen janeiro januari stycznia styczeń январ يناير
february feb februar feber février févr febrero febbraio fevereiro fev februari lutego luty феврал فبراير
march mar märz mrz mars marzo março maart mrt marca marzec март مارس
april apr avril avr abril abr aprile kwietnia kwiecień апрел أبريل ابريل
may mai mayo maggio mag maio mei maja maj мая май مايو
june jun juni juin junio giugno giu junho czerwca czerwiec июн يونيو
july jul juli juillet juil julio luglio lug julho lipca lipiec июл يوليو
august aug août aout agosto ago augustus sierpnia sierpień август أغسطس اغسطس
september sep sept septembre septiembre settembre set setembro września wrzesień сентябр سبتمبر
october oct oktober okt octobre octubre ottobre ott outubro out października październik октябр أكتوبر اكتوبر
november nov novembre noviembre novembro listopada listopad ноябр نوفمبر
december dec dezember dez décembre déc diciembre dic dicembre dezembro dez grudnia grudzień декабр ديسمبر
"""
_YEAR = r"((?:19|20)\d\d)(?!\d)"
_WORD = r"([^\W\d_]{3,12})\.?"
_FORMS = (
    # 2024-05-12, 2024/5/12; 2024年5月12日, 2024년 5월 12일
    (r"(?<!\d)((?:19|20)\d\d)([-/.])(\d\d?)\2(\d\d?)(?!\.?\d)", (1, 3, 4)),
    (r"(?<!\d)((?:19|20)\d\d)\s?[年년]\s?()(\d\d?)\s?[月월]\s?(\d\d?)\s?[日일]", (1, 3, 4)),
    # 12 May 2024, 12. Mai 2024, 12 de mayo de 2024, 1er mai 2024, 12-May-2024
    (
        rf"(?<![\d.,])(\d\d?)(?:st|nd|rd|th|er|\.|º)?[\s-]{{1,2}}(?:of |de |del )?{_WORD},?[\s-]{{1,2}}(?:of |de |del )?{_YEAR}",
        (3, 2, 1),
    ),
    # May 12, 2024
    (rf"{_WORD}\s(\d\d?)(?:st|nd|rd|th)?,?\s{{1,2}}{_YEAR}", (3, 1, 2)),
    # 12.05.2024 is a day before a month wherever it is written
    (rf"(?<![\d.])(\d\d?)\.\s?(\d\d?)\.\s?{_YEAR}", (3, 2, 1)),
)
_SLASHED = re.compile(rf"(?<![\d/])(\d\d?)/(\d\d?)/{_YEAR}(?![/\d])")


def written_date(text: str, language: str = "") -> tuple[str, int, int]:
    """Gives the first whole day in a text in ISO 8601, and where it begins and ends; else "".

    ``language`` is a BCP 47 tag: 05/12/2024 is read as in the United States for ``en-US``, with the
    day first for any other but plain English, for which only a day beyond the 12th tells.
    """
    found = [
        (iso, match.start(), match.end())
        for form, order in _forms()
        for match in form.finditer(text)
        if (iso := _day(match[order[0]], match[order[1]], match[order[2]]))
    ]
    for match in _SLASHED.finditer(text):
        iso = _slashed(match, language)
        if iso:
            found.append((iso, match.start(), match.end()))
    return min(found, key=lambda each: each[1], default=("", 0, 0))


def _slashed(match: re.Match[str], language: str) -> str:
    first, second, year = match.groups()
    if int(first) > 12 or (language and not language.startswith("en")):
        return _day(year, second, first)
    if int(second) > 12 or language == "en-US":
        return _day(year, first, second)
    return _day(year, second, first) if language.startswith("en-") else ""


def _day(year: str, month: str, day: str) -> str:
    from datetime import date

    number = int(month) if month.isdecimal() else _month(month.casefold())
    try:
        return date(int(year), number, int(day)).isoformat()
    except ValueError:
        return ""


def _month(word: str) -> int:
    months = _months()
    return months.get(word) or months.get(word[:-1]) or months.get(word[:-2]) or 0


@cache
def _months() -> dict[str, int]:
    lines = _MONTHS.strip().split("\n")
    return {name: number for number, line in enumerate(lines, 1) for name in line.split()}


@cache
def _forms() -> tuple[tuple[re.Pattern[str], tuple[int, int, int]], ...]:
    return tuple((re.compile(form), order) for form, order in _FORMS)
