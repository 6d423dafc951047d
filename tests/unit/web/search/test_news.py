"""Which questions ask for news, and of when."""

import pytest

from desktop_agent.web.search.query import is_news, news_window


@pytest.mark.parametrize(
    ("query", "news", "window"),
    [
        ("latest news about Iran", True, None),
        ("Latest News Ukraine this week", True, "week"),
        ("headlines today", True, "day"),
        ("what happened in Paris yesterday?", True, "week"),
        ("What is happening in Kyiv right now", True, "day"),
        ("climate news this month", True, "month"),
        ("Nachrichten heute", True, "day"),
        ("日本のニュース", True, None),
        ("what happened in 1969", False, None),
        ("what happened to Amelia Earhart", False, None),
        ("Who owns Fox News?", False, None),
        ("hacker news", False, None),
        ("breaking bad cast", False, None),
        ("weather today", False, None),
        ("newspaper circulation this year", False, None),
        ("", False, None),
    ],
)
def test_news_questions_are_told_from_others(query: str, news: bool, window: str | None) -> None:
    assert is_news(query) is news
    assert news_window(query) == window
