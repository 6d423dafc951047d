"""The loader for email messages (RFC 5322, .eml) and messages attached to them."""

import re
from email.header import Header, decode_header, make_header
from email.message import Message
from itertools import islice
from typing import Any, Final

from desktop_agent.core.errors import Unreadable
from desktop_agent.core.text import one_line, readable
from desktop_agent.knowledge.loaders.document import Composer, Loaded
from desktop_agent.knowledge.loaders.html import to_text
from desktop_agent.web.extract.encoding import decode
from desktop_agent.web.extract.facts.page_date import iso_date

_HEADERS: Final = ("Subject", "From", "To", "Cc", "Date")
_MOST_HEADER: Final = 1000
_MOST_DEPTH: Final = 5  # messages within messages
_MOST_PARTS: Final = 1000
_MOST_BOUNDARIES: Final = 100
_MOST_DIVIDERS: Final = 5000
_MOST_NAME: Final = 200
_BOUNDARY: Final = re.compile(rb"boundary[ \t]{0,9}=[ \t]{0,9}\"?([^\s\";]{1,100})", re.IGNORECASE)


def load_mail(body: bytes, name: str) -> Loaded:
    """Load an email message as one part, plus one part per attached message.

    Plain text is preferred to HTML. Other attachments are listed by name but not read.
    """
    from email import message_from_bytes, policy

    _refuse_many_parts(body, name)
    # the newer policies parse each header on every access, and fail on malformed ones
    mail = message_from_bytes(body, policy=policy.compat32)
    composer = Composer()
    _add(composer, mail, label="", depth=0)
    subject = _header(mail, "Subject")
    return composer.loaded(subject or name, "message/rfc822", date=iso_date(_header(mail, "Date")))


def _refuse_many_parts(body: bytes, name: str) -> None:
    """Reject messages that the standard library would take minutes to parse."""
    boundaries = {match[1] for match in islice(_BOUNDARY.finditer(body), _MOST_BOUNDARIES + 1)}
    many = len(boundaries) > _MOST_BOUNDARIES
    if many or sum(body.count(b"\n--" + each) for each in boundaries) > _MOST_DIVIDERS:
        raise Unreadable(f"{name} has more parts than an email can have.")


def _add(composer: Composer, mail: Message, label: str, depth: int) -> None:
    headers = [f"{key}: {said}" for key in _HEADERS if (said := _header(mail, key))]
    plain, pages, files, within = _sorted_parts(mail)
    text = "\n\n".join(plain) or "\n\n".join(map(to_text, pages))
    if files:
        text += f"\n\nAttachments: {', '.join(files)}"
    composer.add("\n".join(headers) + f"\n\n{text}", label=label)
    for inner in within if depth < _MOST_DEPTH else ():
        subject = _header(inner, "Subject") or "attached message"
        _add(composer, inner, subject, depth + 1)


def _sorted_parts(mail: Message) -> tuple[list[str], list[str], list[str], list[Message]]:
    """Return a message's plain and HTML text parts, attachment names and attached messages."""
    plain, pages, files, within = list[str](), list[str](), list[str](), list[Message]()
    waiting: list[Any] = [mail]
    for _ in range(_MOST_PARTS):
        if not waiting:
            break
        part = waiting.pop()
        kind = part.get_content_type()
        attached = str(part.get("Content-Disposition", "")).lower().startswith("attachment")
        if kind == "message/rfc822" and part.is_multipart():
            within.append(part.get_payload(0))
        elif part.is_multipart():
            waiting.extend(reversed(part.get_payload()))
        elif kind in {"text/plain", "text/html"} and not attached:
            text = _text(part)
            (plain if kind == "text/plain" else pages).append(text)
        elif named := _file_name(part):
            files.append(named)
    return plain, pages, files, within


def _file_name(part: Message) -> str:
    try:
        return _words(part.get_filename() or "")[:_MOST_NAME]
    except (ValueError, LookupError, TypeError):  # of a malformed header
        return ""


def _text(part: Message) -> str:
    payload = part.get_payload(decode=True)
    if not isinstance(payload, bytes):
        return ""
    label = part.get_content_charset()
    markup = part.get_content_type() == "text/html"
    return readable(decode(payload, label, "html" if markup else "none"))


def _header(mail: Message, key: str) -> str:
    return _words(mail.get(key) or "")


def _words(header: str | Header) -> str:
    """Return a header on one line, with its encoded words (RFC 2047) decoded."""
    from email.errors import HeaderParseError

    try:
        said = str(make_header(decode_header(header)))
    except (HeaderParseError, ValueError, LookupError):
        said = str(header)
    return one_line(said, _MOST_HEADER)
