"""The interface language, and the translation of messages from the core."""

import re
from collections.abc import Sequence
from functools import cache, lru_cache

from PySide6.QtCore import QCoreApplication, QLibraryInfo, QLocale, QTranslator

from desktop_agent.core.errors import AgentError
from desktop_agent.system.resources import resource_path

ENGLISH = "en"
CHINESE = "zh"


def install(app: QCoreApplication, wanted: str) -> str:
    """Set the language for widgets created from now on, and return it (``en`` or ``zh``).

    ``wanted`` is the value of ``appearance.language``: a language or ``system``. Qt's own dialogs
    and menus stay in English if Qt's translations are not installed.

    Raises:
        StorageError: the program's resource files are missing.
    """
    language = language_of(wanted, QLocale.system().uiLanguages())
    if app.property(_LANGUAGE) == language:
        return language
    uninstall(app)
    app.setProperty(_LANGUAGE, language)
    QLocale.setDefault(_locale(language, QLocale.system()))
    if language == CHINESE:
        _add(app, "qtbase_zh_CN", QLibraryInfo.path(QLibraryInfo.LibraryPath.TranslationsPath))
        _add(app, "desktop_agent_zh", str(resource_path("translations")))
    return language


def language() -> str:
    """Return the current interface language, ``en`` or ``zh``."""
    app = QCoreApplication.instance()
    return str(app.property(_LANGUAGE) or ENGLISH) if app is not None else ENGLISH


def uninstall(app: QCoreApplication) -> None:
    """Restore the English interface and the system's number and date formats."""
    for translator in app.findChildren(QTranslator, _NAME):
        app.removeTranslator(translator)
        translator.deleteLater()
    app.setProperty(_LANGUAGE, None)
    QLocale.setDefault(QLocale.system())


def language_of(wanted: str, system: Sequence[str]) -> str:
    """Return the language to use; ``system`` lists the user's languages in order of preference.

    Traditional Chinese is skipped because there is no translation for it.
    """
    if wanted != "system":
        return CHINESE if wanted == CHINESE else ENGLISH
    for name in system:
        locale = QLocale(name)
        if locale.language() == QLocale.Language.English:
            return ENGLISH
        if _is_simplified(locale):
            return CHINESE
    return ENGLISH


def _locale(language: str, system: QLocale) -> QLocale:
    """Return the locale for numbers and dates: the system's if its language matches."""
    if language == CHINESE:
        return system if _is_simplified(system) else QLocale("zh_CN")
    if system.language() in (QLocale.Language.English, QLocale.Language.C):
        return system
    return QLocale(QLocale.Language.English, system.territory())


def _is_simplified(locale: QLocale) -> bool:
    return (
        locale.language() == QLocale.Language.Chinese
        and locale.script() == QLocale.Script.SimplifiedHanScript
    )


def _add(app: QCoreApplication, name: str, folder: str) -> None:
    translator = QTranslator(app)
    translator.setObjectName(_NAME)
    if translator.load(name, folder):
        app.installTranslator(translator)
    else:
        translator.deleteLater()


_NAME = "language of the window"
_LANGUAGE = "language"


# --- Messages of the core, translated for the window
#
# Errors, reasons and summaries are English sentences with names and numbers filled in. A sentence
# that matches a template in `messages.txt` (one per line) is replaced by its translation.

_CONTEXT = "Messages"
_DEPTH = 2
"""Maximum nesting of translated messages, such as a reason within a reason."""

Template = tuple[str, re.Pattern[str]]
"""The English text with its placeholders, and a pattern with a group for each of them."""


def localized(text: str) -> str:
    """Translate a message from the core, or return it unchanged if it has no translation."""
    any_message = "The task was stopped."  # its translation differs in each language
    language = QCoreApplication.translate("Messages", "The task was stopped.")
    return text if language == any_message or not text else _in_language(text, language)


def localized_error(error: BaseException | None) -> str:
    """Return the translated message and remedy of an error, or "" for None."""
    if isinstance(error, AgentError):
        return " ".join(filter(None, (localized(error.message), localized(error.remedy))))
    return localized(str(error)) if error is not None else ""


@lru_cache(maxsize=1_000)
def _in_language(text: str, _language: str) -> str:
    return _said(text, _DEPTH)


def _said(text: str, depth: int) -> str:
    for template, pattern in _templates():
        filled = pattern.fullmatch(text)
        if filled is None:
            continue
        translated = QCoreApplication.translate(_CONTEXT, template)
        if translated == template:
            return text
        inside = [_said(each, depth - 1) if depth else each for each in filled.groups()]
        return translated.format(*inside)
    return text


@cache
def _templates() -> tuple[Template, ...]:
    """Load the message templates, most specific first."""
    lines = resource_path("translations", "messages.txt").read_text("utf-8").splitlines()
    # a line without its first placeholder is the rest of a message of several lines
    whole = (line for line in lines if line and ("{0}" in line or "{" not in line))
    split = [(line, re.split(r"\{\d\}", line)) for line in whole]
    split.sort(key=lambda each: -sum(map(len, each[1])))
    return tuple(
        (line, re.compile("(.*?)".join(map(re.escape, pieces)), re.DOTALL))
        for line, pieces in split
    )
