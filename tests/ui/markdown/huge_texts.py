"""Texts that are made to hurt, by what they are made of; the slow ones in any size."""

from collections.abc import Callable, Mapping

from desktop_agent.frontends.ui.markdown.markdown_view import MarkdownView
from tests.ui.markdown.conftest import settle
from tests.ui.markdown.random_answers import mixed_answer

BLOCKED_S = 0.25

HUGE: Mapping[str, Callable[[], str]] = {
    "a line of 100,000 characters": lambda: "x" * 100_000,
    "a line of 100,000 Chinese characters": lambda: "热泵的季节性能系数。" * 10_000,
    "a table of 300 columns": lambda: "|a" * 300 + "|\n" + "|-" * 300 + "|\n" + "|b" * 300,
    "10,000 nested quotes": lambda: ">" * 10_000 + " deep",
    "10,000 nested lists": lambda: "- " * 10_000 + "deep",
    "lists nested by indentation": lambda: "".join(f"{' ' * 2 * n}- x{n}\n" for n in range(120)),
    "200 quotes nested over lines": lambda: "".join("> " * n + "x\n" for n in range(200)),
    "stars that never close": lambda: "*a **b " * 5_000,
    "links in links": lambda: "[a](" * 5_000,
    "a line of code of 100,000 characters": lambda: "```python\n" + "x = 1; " * 15_000 + "\n```\n",
    "2,000 lines of code": lambda: "```python\n" + "def f(): return 'x'\n" * 2_000 + "```\n",
    "code in a list that does not end": lambda: "- a\n  ```\n" + "  code\n" * 2_000,
    "2,000 formulas": lambda: r"$\alpha_{i}^2$ " * 2_000,
    "a formula of 100,000 braces": lambda: "$" + "{" * 100_000 + "}" * 100_000 + "$",
    "20,000 ampersands": lambda: "&" * 20_000 + "&#x41;" * 1_000,
}

SLOW: Mapping[str, tuple[Callable[[int], str], int, int]] = {
    "characters of a message": (lambda n: mixed_answer(9, n), 20_000, 1_000_000),
    "rows of a table": (lambda n: "| a | b |\n|---|---|\n" + "| x | **y** |\n" * n, 400, 5_000),
    "brackets": (lambda n: "[" * n, 12_000, 50_000),
    "lines of one list item": (lambda n: "- " + "words and more\n  " * n, 500, 6_000),
    "lines of one quote": (lambda n: "> words and more\n" * n, 400, 6_000),
    "definitions": (lambda n: "".join(f"[a{k}]: /x\n" for k in range(n)) + "[a1]", 250, 5_000),
    "lines of a formula that does not end": (lambda n: "$$\n" + "x + y\n" * n, 1_500, 20_000),
}
"""A text of so many of something: how many for every day, and how many for a benchmark."""


def longest_turn(view: MarkdownView, text: str) -> float:
    """Shows a text as a stream that came at once; gives the CPU seconds of the longest turn.

    All of it is there in the end.
    """
    text = f"{text}\n\nThe end"
    view.managed = True
    view.show()
    view.append(text)
    view.finish()
    longest = settle(view, 110)
    assert view.markdown == text
    assert view.toPlainText().endswith("The end")
    return longest


def shown_either_way(whole: MarkdownView, streamed: MarkdownView, text: str) -> None:
    whole.show_markdown(text)
    for character in text:
        streamed.append(character)
        streamed._go_on()
    streamed.finish()
    settle(whole)
    settle(streamed)
    assert streamed.toPlainText() == whole.toPlainText()
    whole.grab()
