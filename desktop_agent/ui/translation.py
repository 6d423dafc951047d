"""The language of the window: which one it is, and the files that say its texts in it.

The frame of the window needs this before anything else is there, so nothing but Qt is imported.
"""

from collections.abc import Sequence

from PySide6.QtCore import QCoreApplication, QLibraryInfo, QLocale, QTranslator

from desktop_agent.resources import resource_path

ENGLISH = "en"
CHINESE = "zh"
_QT = {CHINESE: "qtbase_zh_CN"}
_OURS = "desktop_agent_{0}"


def install(app: QCoreApplication, wanted: str) -> str:
    """Has the texts of all widgets made from now on in a language; gives ``en`` or ``zh``.

    ``wanted`` is the setting ``appearance.language``: a language, or ``system``. Called again, it
    changes the language where it is another. English needs no file. Where Qt's own texts
    (buttons and menus of its dialogs) are not installed they stay English.

    Raises:
        StorageError: the program is installed without its files.
    """
    language = language_of(wanted, QLocale.system().uiLanguages())
    if app.property(_LANGUAGE) == language:
        return language
    uninstall(app)
    app.setProperty(_LANGUAGE, language)
    QLocale.setDefault(_locale(language, QLocale.system()))
    if language in _QT:
        qt = QLibraryInfo.path(QLibraryInfo.LibraryPath.TranslationsPath)
        _add(app, _QT[language], qt)
        _add(app, _OURS.format(language), str(resource_path("translations")))
    return language


def language() -> str:
    """Gives the language of the window now: ``en`` or ``zh``."""
    app = QCoreApplication.instance()
    return str(app.property(_LANGUAGE) or ENGLISH) if app is not None else ENGLISH


def uninstall(app: QCoreApplication) -> None:
    """Takes the language back: texts are English again, numbers and dates as the system has them."""
    for translator in app.findChildren(QTranslator, _NAME):
        app.removeTranslator(translator)
        translator.deleteLater()
    app.setProperty(_LANGUAGE, None)
    QLocale.setDefault(QLocale.system())


def language_of(wanted: str, system: Sequence[str]) -> str:
    """Chooses the language; ``system`` is what the person reads, the best first, as ``zh-Hans-CN``.

    Chinese that is written in traditional characters is not what we have; it is passed over.
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
    """Gives the locale of numbers and dates: the system's, unless it speaks another language."""
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
