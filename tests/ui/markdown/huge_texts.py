"""Texts that are made to hurt, by what they are made of; the slow ones in any size."""

from collections.abc import Callable, Mapping

from desktop_agent.frontends.ui.markdown.markdown_view import MarkdownView
from tests.ui.markdown.conftest import settle
from tests.ui.markdown.random_answers import mixed_answer

BLOCKED_S = 0.25

HUGE: Mapping[str, Callable[[], str]] = {
    "a line of 200,000 characters": lambda: "x" * 200_000,
    "a line of 200,000 characters in words": lambda: "word " * 40_000,
    "a line of 200,000 Chinese characters": lambda: "热泵的季节性能系数。" * 20_000,
    "a table of 1,000 columns": lambda: "|a" * 1_000 + "|\n" + "|-" * 1_000 + "|\n" + "|b" * 1_000,
    "10,000 nested quotes": lambda: ">" * 10_000 + " deep",
    "10,000 nested lists": lambda: "- " * 10_000 + "deep",
    "lists nested by indentation": lambda: "".join(f"{' ' * 2 * n}- x{n}\n" for n in range(300)),
    "200 quotes nested over lines": lambda: "".join("> " * n + "x\n" for n in range(200)),
    "50,000 stars": lambda: "*" * 50_000,
    "stars that never close": lambda: "*a **b " * 5_000,
    "50,000 closing brackets": lambda: "a](" * 20_000,
    "links in links": lambda: "[a](" * 5_000,
    "a line of code of 200,000 characters": lambda: "```python\n" + "x = 1; " * 30_000 + "\n```\n",
    "20,000 lines of code": lambda: "```python\n" + "def f(): return 'x'\n" * 20_000 + "```\n",
    "code in a list that does not end": lambda: "- a\n  ```\n" + "  code\n" * 5_000,
    "5,000 footnotes": lambda: "a[^1] " * 5_000 + "\n\n[^1]: note\n",
    "5,000 formulas": lambda: r"$\alpha_{i}^2$ " * 5_000,
    "a formula of 100,000 braces": lambda: "$" + "{" * 100_000 + "}" * 100_000 + "$",
    "5,000 blank lines": lambda: "\n" * 5_000 + "x",
    "100,000 backslashes": lambda: "\\" * 100_000,
    "50,000 ampersands": lambda: "&" * 50_000 + "&#x41;" * 1_000,
}

SLOW: Mapping[str, tuple[Callable[[int], str], int, int]] = {
    "characters of a message": (lambda n: mixed_answer(9, n), 60_000, 1_000_000),
    "rows of a table": (lambda n: "| a | b |\n|---|---|\n" + "| x | **y** |\n" * n, 1_000, 5_000),
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
