"""Mails (RFC 5322, .eml) with the messages that are attached to them."""

from email.message import Message
from typing import Any, Final

from desktop_agent.knowledge.loaders.composing import Composer
from desktop_agent.knowledge.loaders.file_name import base_name
from desktop_agent.knowledge.loaders.loaded import Loaded
from desktop_agent.knowledge.loaders.markup import to_text
from desktop_agent.web.extract.charset import decode
from desktop_agent.web.extract.facts.page_date import iso_date
from desktop_agent.web.extract.readable import one_line, readable

_HEADERS: Final = ("Subject", "From", "To", "Cc", "Date")
_MOST_HEADER: Final = 1000
_MOST_DEPTH: Final = 5  # messages within messages
_MOST_PARTS: Final = 1000


def load_mail(body: bytes, name: str) -> Loaded:
    """Gives a part for the mail and one for each attached message, labelled with its subject.

    The text of a mail is its plain one, or else its HTML. Attached files are named, not read.
    """
    from email import message_from_bytes, policy

    mail = message_from_bytes(body, policy=policy.default)
    composer = Composer()
    _add(composer, mail, label="", depth=0)
    subject = _header(mail, "Subject")
    return composer.loaded(
        subject or base_name(name), "message/rfc822", date=iso_date(_header(mail, "Date"))
    )


def _add(composer: Composer, mail: Message, label: str, depth: int) -> None:
    headers = [f"{key}: {said}" for key in _HEADERS if (said := _header(mail, key))]
    plain: list[str] = []
    pages: list[str] = []
    files: list[str] = []
    within: list[Message] = []
    _sort(mail, plain, pages, files, within)
    text = "\n\n".join(plain) or "\n\n".join(map(to_text, pages))
    if files:
        text += f"\n\nAttachments: {', '.join(files)}"
    composer.add("\n".join(headers) + f"\n\n{text}", label=label)
    for inner in within if depth < _MOST_DEPTH else ():
        subject = _header(inner, "Subject") or "attached message"
        _add(composer, inner, subject, depth + 1)


def _sort(
    mail: Message, plain: list[str], pages: list[str], files: list[str], within: list[Message]
) -> None:
    """Puts each part of a mail where it belongs, without those of messages attached to it."""
    waiting: list[Any] = [mail]
    for _ in range(_MOST_PARTS):
        if not waiting:
            return
        part = waiting.pop()
        kind = part.get_content_type()
        if kind == "message/rfc822" and part.is_multipart():
            within.append(part.get_payload(0))
        elif part.is_multipart():
            waiting.extend(reversed(part.get_payload()))
        elif kind in {"text/plain", "text/html"} and not _is_file(part):
            text = _text(part)
            (plain if kind == "text/plain" else pages).append(text)
        elif named := _file_name(part):
            files.append(named)


def _is_file(part: Message) -> bool:
    return str(part.get("Content-Disposition", "")).lower().startswith("attachment")


def _file_name(part: Message) -> str:
    try:
        return one_line(str(part.get_filename() or ""), 200)
    except Exception:  # noqa: BLE001 - the standard library fails in many ways on malformed headers
        return ""


def _text(part: Message) -> str:
    payload = part.get_payload(decode=True)
    if not isinstance(payload, bytes):
        return ""
    label = part.get_content_charset()
    markup = part.get_content_type() == "text/html"
    return readable(decode(payload, label, "html" if markup else "none"))


def _header(mail: Message, key: str) -> str:
    try:
        return one_line(str(mail.get(key) or ""), _MOST_HEADER)
    except Exception:  # noqa: BLE001 - the standard library fails in many ways on malformed headers
        return ""
