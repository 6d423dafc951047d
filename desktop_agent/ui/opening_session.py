"""The session of the window, or why there is none, said where there is no window yet."""

from PySide6.QtCore import QCoreApplication, QEventLoop
from PySide6.QtWidgets import QApplication, QMessageBox

from desktop_agent.app import Session, open_session, set_settings_aside
from desktop_agent.core.errors import AgentError, SettingsFileError
from desktop_agent.core.settings import AppearanceSettings
from desktop_agent.ui.localized import localized
from desktop_agent.ui.notice import show_error
from desktop_agent.ui.theme import Theme


def open_or_tell(app: QApplication) -> Session | None:
    """Opens the session; None when it cannot be, which the person has been told then.

    Where the file of settings is what is wrong, the person may begin with the usual ones.
    """
    while True:
        try:
            return open_session()
        except SettingsFileError as error:
            if not _wants_usual_settings(app, error):
                return None
            try:
                set_settings_aside()
            except AgentError as refused:
                _tell(app, show_error(None, refused.message, refused.remedy))
                return None
        except AgentError as error:
            _tell(app, show_error(None, error.message, error.remedy))
            return None


def _wants_usual_settings(app: QApplication, error: SettingsFileError) -> bool:
    translate = QCoreApplication.translate
    offer = translate(
        "Start",
        "Or begin with the usual settings: the file is kept beside, with “damaged” in its name.",
    )
    box = show_error(None, error.message, f"{localized(error.remedy)} {offer}")
    usual = box.addButton(
        translate("Start", "Begin with the usual settings"), QMessageBox.ButtonRole.AcceptRole
    )
    okay = box.button(QMessageBox.StandardButton.Ok)
    okay.setText(translate("Start", "Close"))
    chosen: list[bool] = []
    box.buttonClicked.connect(lambda button: chosen.append(button is usual))
    _tell(app, box)
    return chosen == [True]


def _tell(app: QApplication, box: QMessageBox) -> None:
    loop = QEventLoop()
    Theme(app, AppearanceSettings())
    box.finished.connect(loop.quit)
    loop.exec()
