"""What solvers compute, held against counting it out."""

import calendar
import itertools
import math
import random
from datetime import date, timedelta
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from desktop_agent.agents.reasoning.solvers.base import exact, rounded
from desktop_agent.agents.reasoning.solvers.combinatorics import derangements, shared, sums
from desktop_agent.agents.reasoning.solvers.graph_spectrum import (
    Cayley,
    cayley,
    eigenvalues,
    shown_eigenvalue,
    spanning_trees,
)
from desktop_agent.agents.reasoning.solvers.matrix_rank import is_prime_power, matrices_of_rank
from desktop_agent.agents.reasoning.solvers.number_theory import factors
from desktop_agent.agents.reasoning.solvers.registry import solve
from tests.unit.reasoning.solvers.known_problems import BULBS

few = settings(max_examples=60)


def value_of(problem: str) -> str:
    solved = solve(problem)
    assert solved is not None, problem
    return solved.value


# --- toggling


@few
@given(n=st.integers(1, 300), m=st.integers(1, 300))
def test_bulbs_are_as_going_through_the_rounds_leaves_them(n: int, m: int) -> None:
    on = [False] * (n + 1)
    for step in range(1, m + 1):
        for at in range(step, n + 1, step):
            on[at] = not on[at]
    assert value_of(BULBS.format(n=n, m=m)) == str(sum(on))


# --- spectra


@st.composite
def graphs(draw: st.DrawFn) -> Cayley:
    orders = tuple(draw(st.lists(st.integers(2, 6), min_size=1, max_size=3)))
    elements = [e for e in itertools.product(*map(range, orders)) if any(e)]
    chosen = draw(st.lists(st.sampled_from(elements), min_size=1, max_size=5))
    graph = cayley(orders, chosen, "a graph", close=True)
    assert graph is not None
    return graph


def adjacency(graph: Cayley) -> np.ndarray:
    vertices = list(itertools.product(*map(range, graph.orders)))
    place = {vertex: at for at, vertex in enumerate(vertices)}
    matrix = np.zeros((len(vertices), len(vertices)))
    for vertex, step in itertools.product(vertices, graph.connections):
        other = tuple((a + b) % n for a, b, n in zip(vertex, step, graph.orders, strict=True))
        matrix[place[vertex], place[other]] = 1
    return matrix


@few
@given(graphs())
def test_eigenvalues_are_those_of_the_adjacency_matrix(graph: Cayley) -> None:
    computed = sorted(value for value, count in eigenvalues(graph) for _ in range(count))
    assert np.allclose(computed, np.linalg.eigvalsh(adjacency(graph)), atol=1e-7)


@few
@given(graphs())
def test_eigenvalues_of_a_graph_without_loops_sum_to_nothing_and_their_squares_to_the_arcs(
    graph: Cayley,
) -> None:
    spectrum = eigenvalues(graph)
    assert sum(value * count for value, count in spectrum) == pytest.approx(0, abs=1e-6)
    assert sum(value**2 * count for value, count in spectrum) == pytest.approx(
        graph.vertices * graph.degree
    )


@few
@given(graphs())
def test_spanning_trees_are_the_product_of_the_laplacian_eigenvalues(graph: Cayley) -> None:
    trees = spanning_trees(graph)
    if trees is None:
        assert graph.vertices > 90
        return
    values = sorted(
        graph.degree - value for value, count in eigenvalues(graph) for _ in range(count)
    )[1:]
    logs = sum(math.log(value) for value in values if value > 1e-9)
    if any(value < 1e-9 for value in values):
        assert trees == 0
    else:
        assert math.log(trees) == pytest.approx(logs - math.log(graph.vertices), abs=1e-6)


@few
@given(graphs())
def test_a_shown_eigenvalue_is_the_value(graph: Cayley) -> None:
    for value, _ in eigenvalues(graph):
        shown = eval(shown_eigenvalue(value), {"sqrt": math.sqrt})
        assert shown == pytest.approx(value, abs=1e-6)


@pytest.mark.parametrize("n", range(3, 12))
def test_cycles_and_complete_graphs_have_the_trees_of_their_formulas(n: int) -> None:
    assert value_of(f"How many spanning trees does the cycle C_{n} have?") == str(n)
    assert value_of(f"How many spanning trees does the complete graph K_{n} have?") == str(
        n ** (n - 2)
    )


@pytest.mark.parametrize("d", range(1, 6))
def test_hypercubes_have_the_trees_of_their_formula(d: int) -> None:
    expected = 2 ** (2**d - d - 1) * math.prod(k ** math.comb(d, k) for k in range(1, d + 1))
    assert value_of(f"How many spanning trees does the hypercube Q_{d} have?") == str(expected)


# --- matrices over finite fields


def rank_modulo(rows: list[list[int]], p: int) -> int:
    rows, rank = [list(row) for row in rows], 0
    for column in range(len(rows[0])):
        pivot = next((at for at in range(rank, len(rows)) if rows[at][column] % p), None)
        if pivot is None:
            continue
        rows[rank], rows[pivot] = rows[pivot], rows[rank]
        inverse = pow(rows[rank][column], -1, p)
        rows[rank] = [value * inverse % p for value in rows[rank]]
        for at in range(len(rows)):
            if at != rank and rows[at][column]:
                factor = rows[at][column]
                rows[at] = [(a - factor * b) % p for a, b in zip(rows[at], rows[rank], strict=True)]
        rank += 1
    return rank


@pytest.mark.parametrize(
    ("m", "n", "p"),
    [(1, 1, 2), (2, 2, 2), (2, 3, 2), (3, 3, 2), (3, 2, 3), (2, 2, 5), (1, 4, 3), (2, 4, 2)],
)
def test_matrices_of_each_rank_are_as_many_as_there_are(m: int, n: int, p: int) -> None:
    counted = dict.fromkeys(range(min(m, n) + 1), 0)
    for entries in itertools.product(range(p), repeat=m * n):
        counted[rank_modulo([list(entries[at * n : at * n + n]) for at in range(m)], p)] += 1
    for rank, count in counted.items():
        assert matrices_of_rank(m, n, rank, p) == count
        assert value_of(f"How many {m} x {n} matrices over GF({p}) have rank {rank}?") == str(count)


@few
@given(
    m=st.integers(1, 8), n=st.integers(1, 8), q=st.sampled_from([2, 3, 4, 5, 7, 8, 9, 16, 25, 27])
)
def test_matrices_of_all_ranks_are_all_matrices(m: int, n: int, q: int) -> None:
    assert sum(matrices_of_rank(m, n, r, q) for r in range(min(m, n) + 1)) == q ** (m * n)
    assert matrices_of_rank(m, n, 1, q) == (q**m - 1) * (q**n - 1) // (q - 1)


def test_prime_powers_are_those_of_one_prime() -> None:
    found = [number for number in range(2, 50) if is_prime_power(number)]
    assert found == [number for number in range(2, 50) if len(factors(number)) == 1]


# --- chances


@pytest.mark.parametrize(("count", "sides"), [(1, 6), (2, 6), (3, 6), (2, 8), (4, 4)])
def test_sums_of_dice_are_those_of_all_throws(count: int, sides: int) -> None:
    throws = [sum(throw) for throw in itertools.product(range(1, sides + 1), repeat=count)]
    assert sums(count, sides) == {total: throws.count(total) for total in set(throws)}


@pytest.mark.parametrize("n", range(1, 8))
@pytest.mark.parametrize(
    ("bound", "test"),
    [
        ("exactly", int.__eq__),
        ("at least", int.__ge__),
        ("at most", int.__le__),
        ("more than", int.__gt__),
        ("fewer than", int.__lt__),
    ],
)
def test_tosses_are_counted_as_all_sequences_are(n: int, bound: str, test: object) -> None:
    k = n // 2
    flips = list(itertools.product((0, 1), repeat=n))
    expected = Fraction(sum(bool(test(sum(flip), k)) for flip in flips), len(flips))
    said = value_of(
        f"A fair coin is flipped {n} times. What is the probability of getting {bound} {k} heads?"
    )
    assert Fraction(said) == expected


@pytest.mark.parametrize(("event", "kept"), [
    ("both are red", lambda a, b: a == b == "r"),
    ("they are of the same color", lambda a, b: a == b),
    ("at least 1 is blue", lambda a, b: "b" in (a, b)),
    ("exactly 1 is red", lambda a, b: (a == "r") != (b == "r")),
])  # fmt: skip
@pytest.mark.parametrize("how", ["with", "without"])
def test_balls_from_an_urn_are_counted_as_all_draws_are(event: str, kept: object, how: str) -> None:
    balls = "rrrbbgggg"
    draws = list(
        itertools.product(balls, repeat=2) if how == "with" else itertools.permutations(balls, 2)
    )
    expected = Fraction(sum(bool(kept(*draw)) for draw in draws), len(draws))
    problem = (
        f"A bag contains 3 red, 2 blue and 4 green balls. 2 balls are drawn at random {how} replacement. "
        f"What is the probability that {event}?"
    )
    assert Fraction(value_of(problem)) == expected


@pytest.mark.parametrize("how", ["with", "without"])
def test_cards_are_counted_as_all_hands_are(how: str) -> None:
    pack = [(rank, suit) for rank in range(13) for suit in range(4)]
    hands = itertools.product(pack, repeat=2) if how == "with" else itertools.permutations(pack, 2)
    kinds = {
        "aces": lambda card: card[0] == 0,
        "hearts": lambda card: card[1] == 0,
        "red": lambda card: card[1] < 2,
    }
    hands = list(hands)
    for name, fits in kinds.items():
        expected = Fraction(sum(all(map(fits, hand)) for hand in hands), len(hands))
        problem = f"2 cards are drawn from a standard deck {how} replacement. What is the probability that both are {name}?"
        assert Fraction(value_of(problem)) == expected


def test_shared_birthdays_agree_with_small_years() -> None:
    for people, days in ((2, 5), (3, 4), (4, 6), (5, 3)):
        years = list(itertools.product(range(days), repeat=people))
        assert shared(people, days) == Fraction(
            sum(len(set(year)) < people for year in years), len(years)
        )


# --- dates

days = st.dates(min_value=date(1, 1, 1), max_value=date(9000, 12, 31))


@few
@given(start=days, count=st.integers(0, 100_000))
def test_a_date_some_days_later_is_as_many_days_away_and_back(start: date, count: int) -> None:
    later = value_of(f"What date is {count} days after {start}?")
    assert value_of(f"What date is {count} days before {later}?") == str(start)
    assert value_of(f"How many days are there between {start} and {later}?") == str(count)


@few
@given(day=days)
def test_weekdays_go_round_in_seven(day: date) -> None:
    name = value_of(f"What day of the week is {day}?")
    assert value_of(f"What day of the week is {day + timedelta(days=7)}?") == name
    assert name == calendar.day_name[day.weekday()]


@few
@given(born=days, grown=st.integers(0, 40_000))
def test_an_age_is_the_birthdays_that_were_had(born: date, grown: int) -> None:
    then = born + timedelta(days=grown)
    age = int(value_of(f"How old was someone born on {born} on {then}?"))
    birthdays = [
        year
        for year in range(born.year + 1, then.year + 1)
        if (born.month, born.day) <= (then.month, then.day) or year < then.year
    ]
    assert age == len(birthdays)


# --- numbers and counting


@few
@given(st.integers(1, 5000))
def test_divisors_are_those_that_divide(n: int) -> None:
    found = [step for step in range(1, n + 1) if n % step == 0]
    assert value_of(f"How many divisors does {n} have?") == str(len(found))
    assert value_of(f"What is the sum of the divisors of {n}?") == str(sum(found))
    assert value_of(f"Is {n} prime?") == ("yes" if len(found) == 2 else "no")
    assert value_of(f"What is the totient of {n}?") == str(
        sum(math.gcd(k, n) == 1 for k in range(1, n + 1))
    )


@pytest.mark.parametrize("limit", [2, 3, 10, 97, 98, 1000])
def test_primes_are_those_without_divisors(limit: int) -> None:
    primes = [n for n in range(2, limit + 1) if all(n % step for step in range(2, n))]
    assert value_of(f"How many primes are there up to {limit}?") == str(len(primes))
    assert value_of(f"How many primes are there less than {limit}?") == str(
        sum(p < limit for p in primes)
    )


@pytest.mark.parametrize("n", range(1, 8))
def test_derangements_are_the_orders_without_fixed_points(n: int) -> None:
    orders = itertools.permutations(range(n))
    assert derangements(n) == sum(all(a != b for a, b in enumerate(order)) for order in orders)


@pytest.mark.parametrize(
    ("a", "b", "c", "d"), [(3, 3, 1, 1), (4, 2, 0, 1), (2, 5, 2, 4), (3, 4, 3, 0)]
)
def test_paths_around_a_point_are_as_walking_them_out_counts(
    a: int, b: int, c: int, d: int
) -> None:
    ways = {(0, 0): 1}
    for x, y in itertools.product(range(a + 1), range(b + 1)):
        if (x, y) != (0, 0):
            ways[x, y] = (
                0 if (x, y) == (c, d) else ways.get((x - 1, y), 0) + ways.get((x, y - 1), 0)
            )
    problem = f"How many paths are there from (0, 0) to ({a}, {b}) moving only right or up and avoiding ({c}, {d})?"
    assert value_of(problem) == str(ways[a, b])


@pytest.mark.parametrize(("n", "k"), [(3, 2), (5, 3), (7, 4)])
def test_solutions_in_whole_numbers_are_as_many_as_there_are(n: int, k: int) -> None:
    names = " + ".join("abcdfgh"[:k])
    whole = [parts for parts in itertools.product(range(n + 1), repeat=k) if sum(parts) == n]
    assert value_of(f"How many nonnegative integer solutions are there to {names} = {n}?") == str(
        len(whole)
    )
    positive = [parts for parts in whole if all(parts)]
    assert value_of(f"How many positive integer solutions are there to {names} = {n}?") == str(
        len(positive)
    )


@pytest.mark.parametrize("word", ["AABB", "LEVEL", "BANANA", "NOON"])
def test_letters_have_as_many_orders_as_there_are(word: str) -> None:
    orders = set(itertools.permutations(word))
    assert value_of(
        f'How many distinct arrangements are there of the letters of the word "{word}"?'
    ) == str(len(orders))


# --- equations, sums, figures


@few
@given(
    a=st.integers(-9, 9).filter(bool),
    b=st.integers(-9, 9),
    x=st.fractions(-9, 9, max_denominator=8),
)
def test_a_linear_equation_gives_back_what_it_was_made_from(a: int, b: int, x: Fraction) -> None:
    value = a * x + b
    assert (
        Fraction(
            value_of(
                f"Solve {a}x + {b} = {value.numerator}/{value.denominator}".replace("+ -", "- ")
            )
        )
        == x
    )


@few
@given(r=st.integers(-20, 20), s=st.integers(-20, 20))
def test_a_quadratic_equation_gives_back_its_roots(r: int, s: int) -> None:
    problem = f"Solve x^2 + {-(r + s)}x + {r * s} = 0".replace("+ -", "- ")
    roots = sorted({r, s})
    expected = str(r) if len(roots) == 1 else " or ".join(f"x = {root}" for root in roots)
    assert value_of(problem) == expected


@few
@given(x=st.integers(-50, 50), y=st.integers(-50, 50), seed=st.integers(0, 10**6))
def test_a_system_gives_back_what_it_was_made_from(x: int, y: int, seed: int) -> None:
    pick = random.Random(seed)
    a, b, c, d = (pick.randint(1, 9) for _ in range(4))
    problem = f"Solve the system {a}x + {b}y = {a * x + b * y} and {c}x - {d}y = {c * x - d * y}"
    assert value_of(problem) == f"x = {x}, y = {y}"  # the determinant -ad - bc is never 0


@few
@given(first=st.integers(0, 500), count=st.integers(1, 500))
def test_numbers_in_a_row_sum_as_adding_them_does(first: int, count: int) -> None:
    last = first + count
    row = range(first, last + 1)
    assert value_of(f"What is the sum of the integers from {first} to {last}?") == str(sum(row))
    odd = sum(number for number in row if number % 2)
    assert value_of(f"What is the sum of all odd numbers from {first} to {last}?") == str(odd)


@few
@given(st.fractions(max_denominator=10**6))
def test_a_number_is_shown_exactly(value: Fraction) -> None:
    assert Fraction(exact(value)) == value


@few
@given(st.fractions(max_denominator=10**6))
def test_a_rounded_number_is_near(value: Fraction) -> None:
    assert abs(Fraction(rounded(value)) - value) <= abs(value) / 10**9
