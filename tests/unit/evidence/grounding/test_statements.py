import time

import pytest

from desktop_agent.evidence.text.markdown_to_text import escaped, inline_text, plain_text
from desktop_agent.evidence.text.sentences import statements


@pytest.mark.parametrize(
    ("text", "sentences"),
    [
        ("Dr. Dre met J. Cole. Then", ["Dr. Dre met J. Cole.", "Then"]),
        ("Am 8. September kam es. Gut.", ["Am 8. September kam es.", "Gut."]),
        ("# Head\n\nText [1].\n\n> quote\n\n---\n", ["Text."]),
        ("Answer:\n\n**GUTS**", ["Answer: **GUTS**"]),
        ("| A | B |\n|---|---|\n| x | y |", ["x , y"]),
        ("A [link](https://a.org/b_(c)) ![i](x.png) https://b.org.", ["A link"]),
        ("```\nGUTS\n```", ["GUTS"]),
        ("一。二！", ["一。", "二！"]),
        ("", []),
    ],
)
def test_a_text_is_read_as_its_own_statements(text: str, sentences: list[str]) -> None:
    assert [" ".join(part.split()) for part in statements(text)] == sentences


@pytest.mark.parametrize(
    "sign",
    ["a", "(", "[", "[a](", "![", "<", "~~", " ", "\n", "|", "1.", "http://", "*", "`", "a. "],
)
def test_reading_markup_takes_linear_time_on_hostile_text(sign: str) -> None:
    text = sign * (400_000 // len(sign))
    began = time.process_time()
    inline_text(text)
    plain_text(text)
    escaped(text)
    assert time.process_time() - began < 1.5
