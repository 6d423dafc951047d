from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from desktop_agent.evidence.text.quantities import same_value

few = settings(max_examples=80)


SAME = [
    ("0 °C", "273.15 K"),
    ("1/3", "0.33"),
    ("5", "5 km"),
    ("2.9999999999999996", "3"),
    ("0.5", "50 %"),
    ("0.5", "½"),
    ("1 mile", "1.609 km"),
    ("100 °C", "212 °F"),
    ("1 hour 30 minutes", "90 min"),
    ("£5", "5 pounds"),
    ("50 cents", "$0.50"),
    ("$18", "18"),
    ("12 red apples", "12 apples"),
    ("5%", "5"),
    ("12", "12.0"),
    ("√2", "1.4142"),
    ("3.5 million", "3,512,345"),
    ("0.30000000000000004", "0.3"),
    ("1 m²", "10000 cm²"),
]
OTHER = [
    ("3.14", "3.15"),
    ("1000000000001", "1000000000000"),
    ("3", "3.14"),
    ("$5", "€5"),
    ("5 km", "5 kg"),
    ("5 km", "5 apples"),
    ("0.3", "1/3"),
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
) -> None:
    expected = None if (one, other) in NO_NUMBER else (one, other) in SAME
    assert same_value(one, other) is expected
    assert same_value(other, one) is expected


@few
@given(
    value=st.integers(0, 10**6),
    other=st.integers(0, 10**6),
    units=st.sampled_from(
        [("km", "m", 1000), ("kg", "g", 1000), ("h", "min", 60), ("min", "s", 60), ("ft", "in", 12)]
    ),
)
def test_a_change_of_unit_does_not_change_the_comparison(
    value: int, other: int, units: tuple[str, str, int]
) -> None:
    large, small, factor = units
    assert same_value(f"{value} {large}", f"{value * factor} {small}") is True
    assert same_value(f"{value} {large}", f"{other * factor} {small}") is (value == other)


@few
@given(st.fractions(0, 1000, max_denominator=999))
def test_a_rounded_number_agrees_with_what_it_was_rounded_from(value: Fraction) -> None:
    text = f"{value.numerator}/{value.denominator}"
    rounded = f"{float(value):.4f}"
    if len(rounded.replace(".", "").strip("0")) >= 2 and Fraction(rounded) != 0:
        assert same_value(rounded, text) is (abs(Fraction(rounded) - value) <= Fraction(1, 20000))
