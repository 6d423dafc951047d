"""Which language the window speaks, and that it and the program below speak it."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QDate, QEvent, QLibraryInfo, QLocale
from PySide6.QtWidgets import QApplication, QDialogButtonBox, QWidget

from desktop_agent.core.errors import ModelNotFound
from desktop_agent.frontends.ui.widgets import translation
from desktop_agent.frontends.ui.widgets.translation import language_of, localized, localized_error
from desktop_agent.frontends.ui.window.shell import Shell
from desktop_agent.frontends.ui.wording.dates import moment
from desktop_agent.frontends.ui.wording.reasoning import strategy_name
from desktop_agent.llm.providers.endpoint import Endpoint
from desktop_agent.web.fetch.request import for_status


@pytest.fixture(autouse=True)
def _english_again(app: QApplication) -> Iterator[None]:
    yield
    translation.uninstall(app)


class PlanReview(QWidget):
    """Has the name of a class that has translations."""

    def said(self) -> str:
        return self.tr("Run this plan")


class Special(PlanReview):
    """Has none of its own."""


@pytest.mark.parametrize(
    ("wanted", "system", "language"),
    [
        ("zh", ["en-US"], "zh"),
        ("system", ["zh-CN", "zh-Hans-CN", "zh"], "zh"),
        ("system", ["zh-Hans-SG"], "zh"),
        ("system", ["zh-TW", "zh-Hant-TW"], "en"),
        ("system", ["de-DE", "zh-CN"], "zh"),
        ("system", ["en-GB", "zh-CN"], "en"),
        ("system", [], "en"),
    ],
)
def test_the_language_is_the_one_set_or_the_first_that_we_have(
    wanted: str, system: list[str], language: str
):
    assert language_of(wanted, system) == language


def test_everything_is_chinese_once_it_is_installed(app, tmp_path: Path):
    widget, day = Special(), QDate(2026, 3, 1)
    assert translation.install(app, "zh") == "zh"
    assert strategy_name("verified") == "谨慎"
    assert widget.said() == "执行此计划"
    assert QLocale().toString(day, "dddd") == "星期日"
    assert moment("2026-03-01T09:05:00").startswith("2026年3月1日 09:05")
    shell = Shell(tmp_path / "window.ini")  # is painted before anything else is loaded
    assert shell.centralWidget().edit.placeholderText() == "随便问点什么"
    box = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel)
    folder = Path(QLibraryInfo.path(QLibraryInfo.LibraryPath.TranslationsPath))
    if (folder / "qtbase_zh_CN.qm").exists():  # else Qt came without its own translations
        assert "取消" in box.button(QDialogButtonBox.StandardButton.Cancel).text()
    assert translation.install(app, "en") == "en"
    assert strategy_name("verified") == "Careful"
    assert QLocale().toString(day, "dddd") == "Sunday"
    for each in (widget, shell, box):
        each.deleteLater()
    app.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)


@pytest.mark.parametrize("file", [None, b"not one"])
def test_without_a_good_file_of_ours_all_stays_english(
    app, monkeypatch, tmp_path: Path, file: bytes | None
):
    (tmp_path / "translations").mkdir()
    if file is not None:
        (tmp_path / "translations" / "desktop_agent_zh.qm").write_bytes(file)
    monkeypatch.setattr(translation, "resource_path", tmp_path.joinpath)
    translation.install(app, "zh")
    assert strategy_name("quick") == "Fast"


@pytest.fixture
def _chinese(app: QApplication) -> Iterator[None]:
    translation.install(app, "zh")
    yield
    translation.uninstall(app)


@pytest.mark.usefixtures("_chinese")
@pytest.mark.parametrize(
    ("english", "chinese"),
    [
        ("", ""),
        ("The task was stopped.", "任务已停止。"),
        ("18,420 characters", "18,420 个字符"),
        ("/a/b.toml is not UTF-8 text.", "/a/b.toml 不是 UTF-8 文本。"),
        ("No connection to a.example.org, port 8080.", "无法连接 a.example.org，端口 8080。"),
        ("x: cannot be read: cannot be read.", "无法读取 x:：cannot be read。"),
        ("A sentence that nobody has listed.", "A sentence that nobody has listed."),
        ("{0} {braces} is empty.", "{0} {braces} 是空的。"),
        ("The network is switched off, so Ollama at http://h:1 cannot be asked.",
         "网络已关闭，因此无法询问 Ollama (http://h:1)。"),
    ],
)  # fmt: skip
def test_a_message_is_said_by_the_template_that_fits_it(english: str, chinese: str):
    assert localized(english) == chinese


@pytest.mark.usefixtures("_chinese")
def test_errors_as_the_program_makes_them_are_translated_with_what_is_in_them():
    gone = for_status(404, "https://a.example.org/x")
    assert localized(gone.message) == "https://a.example.org/x 不存在 (HTTP 404)。"
    assert localized(gone.remedy) == "请检查地址，或搜索该网页。"
    nobody = Endpoint("ollama", "http://127.0.0.1:1").unreachable(OSError("Connection refused"))
    assert localized_error(nobody).startswith("无法连接 Ollama (http://127.0.0.1:1)：")
    assert "可用此命令启动：ollama serve" in localized_error(nobody)

    error = ModelNotFound("This run has no model.", "Choose one in the settings.")
    assert localized_error(error) == "此次运行没有模型。 请在设置中选择一个。"
    assert localized_error(None) == ""
    assert localized_error(ValueError("The task was stopped.")) == "任务已停止。"
