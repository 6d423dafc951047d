"""What the program below the window says, in the language of the window."""

from collections.abc import Iterator

import pytest
from PySide6.QtWidgets import QApplication

from desktop_agent.core.errors import ModelNotFound
from desktop_agent.frontends.ui.widgets import translation
from desktop_agent.frontends.ui.widgets.translation import localized, localized_error
from desktop_agent.llm.providers.endpoint import Endpoint
from desktop_agent.web.fetch.request import for_status


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
