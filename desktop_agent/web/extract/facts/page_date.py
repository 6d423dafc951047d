"""The date that a page gives itself."""

import re
from collections.abc import Iterable, Sequence
from datetime import date, timedelta
from email.utils import parsedate

from desktop_agent.web.extract.facts.byline_date import byline_dates
from desktop_agent.web.extract.facts.json_ld import JsonObject
from desktop_agent.web.extract.facts.linked_data import is_page, value_text
from desktop_agent.web.extract.facts.meta_tags import MetaTags
from desktop_agent.web.extract.tree.html_tree import Element

# ISO 8601, with other separators too; what follows a whole date is a time
_DATE = re.compile(
    r"([0-9]{4})(?:([-/.])([0-9]{1,2})\2([0-9]{1,2})(?![0-9])|([0-9]{2})([0-9]{2})(?![0-9]))"
)
_YEAR_OR_MONTH = re.compile(r"([0-9]{4})(?:-([0-9]{2}))?(?![-/.:]?[0-9])")
_PDF_DATE = re.compile(r"D:([0-9]{4})([0-9]{2})?([0-9]{2})?")  # ISO 32000-1, section 7.9.4

_MONTH = "(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]{0,6}"
_ENGLISH_DATE = re.compile(
    rf"(?:[a-z]{{6,9}}, )?(?:{_MONTH}\.? ([0-9]{{1,2}})|([0-9]{{1,2}}) {_MONTH}\.?),? ([0-9]{{4}})\b",
    re.IGNORECASE,
)
_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")

_EARLIEST = "1990"  # there was no web before; 1970 is what a clock says that was never set
_OWN_DATES = ("dateModified", "datePublished")
_META_DATES = (
    ("article:modified_time", "article:published_time", "og:updated_time"),
    (
        "last-modified", "revised", "dcterms.modified", "dc.date.modified", "dcterms.date",
        "dc.date", "dcterms.issued", "dc.date.issued", "dcterms.created", "dc.date.created",
        "date", "pubdate", "publish-date", "publish_date", "publication_date", "parsely-pub-date",
        "sailthru.date", "citation_publication_date", "citation_online_date", "citation_date",
        "og:article:modified_time", "og:article:published_time", "og:published_time",
        "article:first_published_time", "article.updated", "article.published", "article.created",
        "cxenseparse:publishtime", "cxenseparse:recs:publishtime", "datepublished", "datemodified",
        "published", "published-date", "w-published-date", "date-pub", "updated",
    ),
)  # fmt: skip
_LONGEST_PATH = 500
_TOP = 1500  # characters of text before a <time> that is still at the top


# /2024/05/12/tides, /2024-05-12-tides, /20240512/; a month alone where blogs have no more
_IN_PATH = re.compile(r"[/-](20\d\d)([-/]?)(\d\d)\2(\d\d)(?=[-/._+]|$)|/(20\d\d)/(\d\d)/")


def page_date(
    root: Element,
    objects: Sequence[JsonObject],
    tags: MetaTags,
    today: date,
    url: str = "",
    language: str = "",
) -> str:
    """Gives the day of the last change or, where none is named, of publication, in ISO 8601.

    It is the day as the page writes it, ``YYYY-MM-DD``, or less where it says less; empty where it
    says none, or only days after ``today`` (by more than the one that time zones explain). What is
    declared for machines counts before what stands beside the headline, and that before ``url``.
    """
    own = (
        value_text(value)
        for item in objects
        if is_page(item)
        for name in _OWN_DATES
        for value in (item[name] if isinstance(item.get(name), list) else [item.get(name)])
    )
    found = last_date(own, today)
    for names in _META_DATES:
        found = found or last_date((text for name in names for text in tags.get(name, ())), today)
    found = found or last_date(_first_time(root), today)
    found = found or last_date(byline_dates(root, language), today)
    return found or last_date(_in_path(url), today)


def last_date(texts: Iterable[str], today: date) -> str:
    """Gives the latest of some dates in ISO 8601, but for those that cannot be; else ""."""
    latest = (today + timedelta(days=1)).isoformat()
    dates = (iso_date(text) for text in texts)
    return max((day for day in dates if _EARLIEST <= day <= latest), default="")


def iso_date(text: str) -> str:
    """Gives the day, month or year of a date in ISO 8601: of one in it, in RFC 5322, PDF or English.

    It is empty for what is no such date.
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
    if match := _ENGLISH_DATE.match(text):
        month = (match[1] or match[4]).lower()
        return match[5], _MONTHS.index(month) + 1, match[2] or match[3]
    return (parsedate(text) or ())[:3]


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
    body = root.find("body")
    if body is None:
        body = root
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
