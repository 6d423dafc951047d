"""What solvers compute, held against counting it out."""

import itertools
import math
from datetime import date
from operator import mul

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from desktop_agent.agents.reasoning.solvers import (
    Cayley,
    cayley,
    eigenvalues,
    matrices_of_rank,
    shown_eigenvalue,
    solve,
)
from tests.unit.reasoning.solvers.known_problems import BULBS

few = settings(max_examples=25)


def value_of(problem: str) -> str:
    solved = solve(problem)
    assert solved is not None, problem
    return solved.value


# --- toggling


@few
@given(n=st.integers(1, 300), m=st.integers(1, 300))
def test_bulbs_are_as_going_through_the_rounds_leaves_them(n, m):
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
    graph = cayley(orders, chosen)
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
def test_eigenvalues_are_those_of_the_adjacency_matrix(graph):
    computed = sorted(value for value, count in eigenvalues(graph) for _ in range(count))
    assert np.allclose(computed, np.linalg.eigvalsh(adjacency(graph)), atol=1e-7)
    shown = [eval(shown_eigenvalue(value), {"sqrt": math.sqrt}) for value in computed]
    assert np.allclose(computed, shown, atol=1e-6)


# --- matrices over finite fields


@pytest.mark.parametrize(("m", "n", "p"), [(1, 1, 2), (2, 3, 2), (2, 2, 3), (2, 2, 5)])
def test_matrices_of_each_rank_are_as_many_as_there_are(m, n, p):
    counted = [0] * (min(m, n) + 1)
    for entries in itertools.product(range(p), repeat=m * n):
        rows = [entries[at * n : at * n + n] for at in range(m)]
        combined = itertools.product(range(p), repeat=m)
        columns = list(zip(*rows, strict=True))
        spanned = {tuple(sum(map(mul, by, each)) % p for each in columns) for by in combined}
        counted[round(math.log(len(spanned), p))] += 1
    for rank, count in enumerate(counted):
        assert matrices_of_rank(m, n, rank, p) == count
        assert value_of(f"How many {m} x {n} matrices over GF({p}) have rank {rank}?") == str(count)


# --- dates

days = st.dates(min_value=date(1, 1, 1), max_value=date(9000, 12, 31))


@few
@given(start=days, count=st.integers(0, 100_000))
def test_a_date_some_days_later_is_as_many_days_away_and_back(start, count):
    later = value_of(f"What date is {count} days after {start}?")
    assert value_of(f"What date is {count} days before {later}?") == str(start)
    assert value_of(f"How many days are there between {start} and {later}?") == str(count)
    assert value_of(f"What day of the week is {start}?") == f"{start:%A}"
