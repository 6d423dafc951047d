import json
import re
import time
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from desktop_agent.agents.answers.quantities import (
    Quantity,
    final_number,
    parse_quantity,
    same_value,
)


@pytest.mark.parametrize(
    ("text", "value", "unit"),
    [
        ("\u22124", -4, ""),
        ("1.234", "1.234", ""),
        ("1.234.567,89", "1234567.89", ""),
        ("1\u202f234\u202f567", 1234567, ""),
        ("1 3/4", "7/4", ""),
        ("٤٢", 42, ""),
        ("12\u2019345.5", "12345.5", ""),
        ("12,34,567", 1234567, ""),
        ("1.2e-3", "0.0012", ""),
        ("$1.2\\times 10^{-3}$", "0.0012", ""),
        ("2½", "5/2", ""),
        ("\\boxed{12\\text{ km}}", 12, "km"),
        ("7 miles per hour", 7, "mph"),
        ("20 square metres", 20, "m²"),
        ("3.5 million", 3500000, ""),
        ("$3.5M", 3500000, "$"),
        ("3 lakh", 300000, ""),
        ("2 dozen", 24, ""),
        ("2 h 30 min", "5/2", "h"),
        ("6 ft 3 in", "25/4", "ft"),
        ("5!", 120, ""),
        ("x = 5", 5, ""),
        ("about 3.2 kg", "3.2", "kg"),
        ("two hundred and five", 205, ""),
        ("three quarters", "3/4", ""),
    ],
)
def test_a_number_is_read_exactly(text: str, value: str | int, unit: str):
    quantity = parse_quantity(text)
    assert quantity is not None
    assert (quantity.value, quantity.unit, quantity.exact) == (Fraction(value), unit, True)


@pytest.mark.parametrize(
    "text",
    [
        "nan", "3-5", "1.2.3", "12 March 2024", "12:30", "", "$", "3 – 5", "3 to 5 km", "between 3 and 5",
        "5 or more", "1, 2, 3", "1,2,3", "2024-05-01", "12.03.2024", "12 pm", "2 thirds", "1/0", "10^10^10",
        "9" * 5000, "1e5000", "1000000!", "3rd", "42 is what I think", "(5", "sqrt(-1)",
    ],
)  # fmt: skip
def test_what_is_no_single_number_is_none(text: str):
    assert parse_quantity(text) is None


def test_what_is_counted_stands_beside_the_number():
    assert parse_quantity("12 red apples") == Quantity(Fraction(12), noun="red apples", place=0)


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("She sells 9 eggs for $2 each.\n#### 18", "18"),
        ("**42 km**\n\nBecause 6 times 7 is 42, with 1 stop.", "42 km"),
        ("The answer is 3 + 4 = 7 apples.", "7"),
        ("Die Antwort lautet 12,5 km.", "12,5 km"),
        ("It is 42!", "42"),
        ("The file has 5MB.", "5MB"),
        ("In 2024 it weighed 12 kg in 2024.", "12 kg"),
        ("It took 40 days, until 5 March 2024.", "40 days"),
        ("1. Take 3.\n2. Add 4 to get 7.\n3. Done", "7"),
        ("There are twelve.", "twelve"),
        ("That makes $1500 * 12 = $18,000/year", "$18,000"),
        ("Therefore, $x = 12$ or so.", "12"),
        ("\\[ x = \\frac{7}{2} \\]", "7/2"),
        ("It costs 5 to 7 dollars.", ""),
        ("I do not know.", ""),
        ("", ""),
    ],
)  # fmt: skip
def test_the_number_of_an_answer_is_found(text: str, number: str):
    found = final_number(text)
    if parse_quantity(number) is not None:
        assert parse_quantity(found) == parse_quantity(number), found
    else:
        assert found == number


@settings(max_examples=300)
@given(st.text(alphabet="0123456789.,-+*/^()!eπ√ %$€kmM\\{}frac=#\n½²⁻'", max_size=80))
def test_no_text_breaks_the_reading(text: str):
    quantity = parse_quantity(text)
    assert quantity is None or isinstance(quantity.value, Fraction)
    number = final_number(text)
    assert number == "" or parse_quantity(number) is not None


@pytest.mark.parametrize(
    "text",
    [
        "9" * 1_000_000,
        "10^10^10",
        "(" * 3000 + "1" + ")" * 3000,
        "1" + "!" * 500,
        "\\frac{" * 5000 + "1" + "}{2}" * 5000,
        "1+" * 100_000,
        "\u00bd" * 100_000,
        "the answer is " * 50_000,
        " " * 500_000 + "1",
    ],
    ids=lambda text: text[:12],
)
def test_a_hostile_text_is_read_at_once(text: str):
    start = time.process_time()
    parse_quantity(text)
    parse_quantity(text[:1200])
    final_number(text)
    assert time.process_time() - start < 2


def test_the_final_numbers_of_published_solutions_are_found(shared_fixtures: Path):
    lines = (shared_fixtures / "qa" / "gsm8k_test_first300.jsonl").read_text("utf-8").splitlines()
    marked = unmarked = 0
    for line in lines:
        solution = json.loads(line)["answer"]
        working, _, gold = solution.partition("####")
        marked += same_value(final_number(solution), gold.strip()) is True
        bare = re.sub(r"<<.*?>>", "", working).strip()
        unmarked += same_value(final_number(bare), gold.strip()) is True
    assert marked == len(lines) == 300
    assert unmarked >= 297


SAME = [
    ("0 °C", "273.15 K"),
    ("5", "5 km"),
    ("2.9999999999999996", "3"),
    ("0.5", "50 %"),
    ("1 mile", "1.609 km"),
    ("100 °C", "212 °F"),
    ("1 hour 30 minutes", "90 min"),
    ("£5", "5 pounds"),
    ("50 cents", "$0.50"),
    ("12 red apples", "12 apples"),
    ("√2", "1.4142"),
    ("3.5 million", "3,512,345"),
    ("1 m²", "10000 cm²"),
]
OTHER = [
    ("3.14", "3.15"),
    ("1000000000001", "1000000000000"),
    ("3", "3.14"),
    ("$5", "€5"),
    ("5 km", "5 apples"),
    ("1.234", "1234"),
    ("50 %", "0.05"),
    ("0.5 %", "0.5"),
    ("√2", "1.4143"),
    ("10 miles", "16 km"),
]
NO_NUMBER = [("", ""), ("5", "five or six"), ("nan", "nan"), ("Paris", "5"), ("2024-05-01", "5")]


@pytest.mark.parametrize(("one", "other"), SAME + OTHER + NO_NUMBER)
def test_values_are_the_same_in_any_spelling_and_what_is_no_number_is_not_compared(
    one: str, other: str
):
    expected = None if (one, other) in NO_NUMBER else (one, other) in SAME
    assert same_value(one, other) is expected
    assert same_value(other, one) is expected
