"""What is new in an answer: statements, not lines, places or numbers of sources."""

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desktop_agent.core.answers import compare_answers

BEFORE = """# Heat pumps

Heat pumps stay efficient in the cold [1]. At **−10 °C** they deliver 2.5 kWh per kWh [2, 3]. \
They are loud, says Mr. Smith.

| Country | Sold in 2024 |
|---|--:|
| Finland | 120,000 |
| Norway | 90,000 |

- A boiler delivers 0.92 kWh [4].
- Grants end in June 2026.

```python
cop = 2.5
```
"""
AFTER = """# Heat pumps

- Grants end in June 2027 [2].
- A boiler delivers *0.92 kWh*[9] .

At −10 °C they deliver 2.5 kWh per kWh[1]. Heat pumps stay  efficient in the cold. \
A new model from example.org reaches −25 °C.

| Country | Sold in 2024 |
|---|--:|
| Norway | 90,000 |
| Finland | 131,000 |

```python
cop = 2.6
```
"""


def texts(statements):
    return [each.text for each in statements]


def test_sentences_items_rows_and_code_are_told_apart_as_new_changed_gone_and_same():
    found = compare_answers(BEFORE, AFTER)
    assert texts(found.added) == ["A new model from example.org reaches −25 °C."]
    assert [(each.before.text, each.after.text) for each in found.changed] == [
        ("Grants end in June 2026.", "Grants end in June 2027."),
        ("Finland | 120,000", "Finland | 131,000"),
        ("cop = 2.5", "cop = 2.6"),
    ]
    assert texts(found.gone) == ["They are loud, says Mr. Smith."]
    assert "At −10 °C they deliver 2.5 kWh per kWh." in texts(found.same)
    assert found.line() == "1 new statement, 3 changed, 1 gone"


@pytest.mark.parametrize(
    ("before", "after", "matters"),
    [
        ("It is 5 °C.", "It is −5 °C.", True),
        ("- It is safe.", "- It is not safe.", True),
        ("| a | b |\n|---|---|\n| 1 | 2 |", "| a | c |\n|---|---|\n| 1 | 2 |", True),
        ("气温是五度。", "气温是六度。", True),
        ("It rains [1]. It snows [2].", "It snows[14, 2].  It  rains.", False),
        ("See [the page](https://example.org/a).", "See [the page](https://example.org/b).", False),
        ("| a | b |\n|---|---|\n| 1 | 2 |", "| a | b |\n| :-- | --: |\n|1|  2|", False),
    ],
)
def test_numbers_names_and_signs_matter_and_places_spacing_emphasis_and_sources_do_not(
    before, after, matters
):
    found = compare_answers(before, after)
    assert len(found.changed) + len(found.added) == matters
    assert (found.line() == "Nothing new") == found.nothing_new == (not matters)


WORDS = st.sampled_from(
    ("rain", "snow", "3.5", "−2", "Anna", "Berlin", "costs", "not", "the", "€", "[1]", "[2,3]")
)
SENTENCES = st.lists(WORDS, min_size=1, max_size=9).map(lambda words: " ".join(words) + ".")
ANSWERS = st.lists(
    st.one_of(SENTENCES, SENTENCES.map("- {}".format), SENTENCES.map("## {}".format)), max_size=8
)


@given(ANSWERS, st.randoms(use_true_random=False))
def test_the_same_in_another_order_is_nothing_new(parts, chance):
    moved = chance.sample(parts, len(parts))
    assert compare_answers("\n\n".join(parts), "\n\n".join(moved)).nothing_new


@given(ANSWERS, ANSWERS)
def test_each_statement_is_counted_once_on_each_side_and_the_way_back_mirrors_it(old, new):
    before, after = "\n\n".join(old), "\n\n".join(new)
    found, back = compare_answers(before, after), compare_answers(after, before)
    whole = compare_answers("", after)
    assert len(found.added) + len(found.changed) + len(found.same) == len(whole.added)
    assert len(found.same) == len(back.same)
    assert len(found.gone) + len(found.changed) + len(found.same) == len(
        compare_answers(before, "").gone
    )
    assert found == compare_answers(before, after)


def test_a_hostile_answer_takes_no_more_than_its_length_asks_for():
    same_words = " ".join(f"The price of it is the same {each % 7}." for each in range(3000))
    began = time.process_time()
    compare_answers(same_words, same_words.replace("same", "like"))
    assert time.process_time() - began < 2
