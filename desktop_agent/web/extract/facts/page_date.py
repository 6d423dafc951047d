"""Find a page's date in its metadata, the text near its headline, or its URL."""

import re
from collections.abc import Iterable, Iterator, Sequence
from datetime import date, timedelta
from functools import cache
from itertools import accumulate, chain, islice

from desktop_agent.system.resources import resource_pattern, toml_resource
from desktop_agent.web.extract.facts.linked_data import JsonObject, as_list, is_page, value_text
from desktop_agent.web.extract.facts.meta_tags import MetaTags
from desktop_agent.web.extract.html_tree import Element, body_or_root, tag

# --- Dates as written in the most common languages

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
    # 12.05.2024, in which the day always comes first
    (rf"(?<![\d.])(\d\d?)\.\s?(\d\d?)\.\s?{_YEAR}", (3, 2, 1)),
)
_SLASHED = re.compile(rf"(?<![\d/])(\d\d?)/(\d\d?)/{_YEAR}(?![/\d])")


def written_date(text: str, language: str = "") -> tuple[str, int, int]:
    """Return the first full date in a text as ISO 8601 with its start and end, or ("", 0, 0).

    ``language`` is a BCP 47 tag in lower case. 05/12/2024 is read as month first for ``en-us``, and as
    day first for other languages. If the language is unknown, or English without a region, such a date is
    accepted only if one of its numbers is above 12.
    """
    found = [
        (iso, match.start(), match.end())
        for form, order in _FORMS
        for match in re.finditer(form, text)
        if (iso := _day(match[order[0]], match[order[1]], match[order[2]]))
    ]
    found += [
        (iso, match.start(), match.end())
        for match in _SLASHED.finditer(text)
        if (iso := _slashed(match, language))
    ]
    return min(found, key=lambda each: each[1], default=("", 0, 0))


def _slashed(match: re.Match[str], language: str) -> str:
    first, second, year = match.groups()
    if int(first) > 12 or (language and not language.startswith("en")):
        return _day(year, second, first)
    if int(second) > 12 or language == "en-us":
        return _day(year, first, second)
    return _day(year, second, first) if language.startswith("en-") else ""


def _day(year: str, month: str, day: str) -> str:
    months, name = _months(), month.casefold()
    named = months.get(name) or months.get(name[:-1]) or months.get(name[:-2]) or 0
    number = int(month) if month.isdecimal() else named
    try:
        return date(int(year), number, int(day)).isoformat()
    except ValueError:
        return ""


@cache
def _months() -> dict[str, int]:
    lines = toml_resource("reader", "dates.toml")["months"]
    return {name: number for number, line in enumerate(lines, 1) for name in line.split()}


# --- The date near the headline
#
# A date near a headline is not always the page's: an album's page begins with its release date. So
# it counts only if its line says that it was published or changed then, or if the line is little
# more than the date and its element is marked as one.

_BEFORE = 200  # characters of text above the headline
_AFTER = 700  # and below it
_LONGEST_LINE = 160
_LITTLE_BESIDE = 40  # characters in addition to the date: an author, a time
_LABEL = 30  # characters of the preceding text that may label the date
_ABOVE = 12  # ancestors to check
_MOST = 2  # publication and last change; further dates belong to other pages
_LOOKED_AT = 20_000  # nodes; a menu may be long
_SKIPPED = frozenset(
    ("script", "style", "template", "td", "th", "dd", "li", "nav", "footer", "select", "option")
)
_APART = frozenset(("table", "dl", "nav", "footer", "aside", "form"))
_MARKED = re.compile(
    r"date|time|publish|posted|byline|meta\b|meta[-_]|[-_]meta|author", re.IGNORECASE
)
_A_YEAR = re.compile(r"(?:19|20)\d\d")


def byline_dates(root: Element, language: str) -> list[str]:
    """Return up to two ISO 8601 dates found near the first ``<h1>``."""
    found: list[str] = []
    before = ""
    says_so = resource_pattern(("reader", "dates.toml"), "says_so", re.IGNORECASE)
    for owner, text in _lines(root):
        if len(text) <= _LONGEST_LINE and _A_YEAR.search(text):
            day, start, end = written_date(text, language)
            said = says_so.search(f"{before} {text[:start]}")
            its_own = said or _is_marked(owner, len(text) - (end - start))
            if day and its_own and not any(tag(e) in _APART for e in _with_ancestors(owner)):
                found.append(day)
        if len(found) == _MOST:
            break
        before = text[-_LABEL:]
    return found


def _is_marked(element: Element, beside: int) -> bool:
    if beside > _LITTLE_BESIDE:
        return False
    around = islice(_with_ancestors(element), 3)
    return tag(element) == "time" or any(
        _MARKED.search((each.get("class") or "")[:200]) for each in around
    )


def _lines(root: Element) -> Iterator[tuple[Element, str]]:
    """Yield the text nodes near the first ``<h1>`` with their elements."""
    above: list[tuple[Element, str]] = []
    texts = _texts(root)
    for headline in texts:
        if any(each.tag == "h1" for each in _with_ancestors(headline[0])):
            break
        above.append(headline)
    else:
        return
    sizes = accumulate(len(text) for _, text in reversed(above))
    near = sum(size <= _BEFORE for size in sizes)
    yield from above[len(above) - near :]
    below = 0
    for owner, text in chain((headline,), texts):
        below += len(text)
        if below > _AFTER:
            return
        yield owner, text


def _with_ancestors(element: Element) -> Iterator[Element]:
    return chain((element,), islice(element.iterancestors(), _ABOVE))


def _texts(root: Element) -> Iterator[tuple[Element, str]]:
    for element in islice(body_or_root(root).iter(), _LOOKED_AT):
        if tag(element) not in _SKIPPED:
            text = " ".join((element.text or "").split())
            if text:
                yield element, text
        text = " ".join((element.tail or "").split())
        parent = element.getparent()
        if text and parent is not None and tag(parent) not in _SKIPPED:
            yield parent, text


# ISO 8601, with other separators too; anything after a full date is a time
_DATE = re.compile(
    r"([0-9]{4})(?:([-/.])([0-9]{1,2})\2([0-9]{1,2})(?![0-9])|([0-9]{2})([0-9]{2})(?![0-9]))"
)
_YEAR_OR_MONTH = re.compile(r"([0-9]{4})(?:-([0-9]{2}))?(?![-/.:]?[0-9])")
_PDF_DATE = re.compile(r"D:([0-9]{4})([0-9]{2})?([0-9]{2})?")  # ISO 32000-1, section 7.9.4

# htmldate 1.11 was measured and rejected: on 84 of the pages used to train the reader it takes
# 50 times as long (4.4 s instead of 0.09 s). It finds a date for 83 of them; this code for 32.

_EARLIEST = "1990"  # before the web; 1970 comes from clocks that were never set
_OWN_DATES = ("dateModified", "datePublished")
_LONGEST_PATH = 500
_TOP = 1500  # characters of text before a <time> that is still at the top
# /2024/05/12/tides, /2024-05-12-tides, /20240512/; only a month, as in some blogs
_IN_PATH = re.compile(r"[/-](20\d\d)([-/]?)(\d\d)\2(\d\d)(?=[-/._+]|$)|/(20\d\d)/(\d\d)/")


def page_date(
    root: Element,
    objects: Sequence[JsonObject],
    tags: MetaTags,
    today: date,
    url: str = "",
    language: str = "",
) -> str:
    """Return the date of the last change, or else of publication, in ISO 8601.

    The date may lack the month or day. It is "" if no date is found, or if all dates are later than
    ``today`` (plus one day for time zones). Metadata takes precedence over text near the headline,
    which takes precedence over ``url``.
    """
    own = (
        value_text(value)
        for item in objects
        if is_page(item)
        for name in _OWN_DATES
        for value in as_list(item.get(name))
    )
    found = last_date(own, today)
    for names in toml_resource("reader", "dates.toml")["meta_tags"]:
        found = found or last_date((text for name in names for text in tags.get(name, ())), today)
    found = found or last_date(_first_time(root), today)
    found = found or last_date(byline_dates(root, language), today)
    return found or last_date(_in_path(url), today)


def last_date(texts: Iterable[str], today: date) -> str:
    """Return the latest plausible date in ISO 8601, or ""."""
    latest = (today + timedelta(days=1)).isoformat()
    dates = (iso_date(text) for text in texts)
    return max((day for day in dates if _EARLIEST <= day <= latest), default="")


def iso_date(text: str) -> str:
    """Convert a date to ISO 8601, or return "" if the text contains no date.

    The text must begin with an ISO 8601 or PDF date, which may lack the month or day, or contain a
    full date that `written_date` recognizes.
    """
    parts = [int(part) for part in _date_parts(text.strip()[:60]) if part]
    if not parts:
        return ""
    try:
        date(*parts, *[1] * (3 - len(parts)))
    except (ValueError, OverflowError):
        return ""
    return "-".join([f"{parts[0]:04}", *(f"{part:02}" for part in parts[1:])])


def _date_parts(text: str) -> Sequence[str | int | None]:
    if match := _DATE.match(text):
        return match[1], match[3] or match[5], match[4] or match[6]
    if match := _YEAR_OR_MONTH.match(text) or _PDF_DATE.match(text):
        return match.groups()
    return written_date(text)[0].split("-") if _A_YEAR.search(text) else ()


def _in_path(url: str) -> list[str]:
    path = url.partition("//")[2].partition("/")[2][:_LONGEST_PATH].partition("?")[0]
    match = _IN_PATH.search(f"/{path}")
    if match is None:
        return []
    year, _, month, day, blog_year, blog_month = match.groups()
    return [iso_date(f"{year}-{month}-{day}" if year else f"{blog_year}-{blog_month}")]


def _first_time(root: Element) -> list[str]:
    if next(root.iter("time"), None) is None:
        return []
    body = body_or_root(root)
    start = body.find(".//article")
    if start is None:
        start = body.find(".//main")
    seen = 0
    for element in (body if start is None else start).iter():
        if element.tag == "time" and element.get("datetime"):
            return [element.get("datetime")]
        if element.tag not in {"script", "style", "template"}:
            seen += len((element.text or "").strip())
        seen += len((element.tail or "").strip())
        if seen > _TOP:
            break
    return []
