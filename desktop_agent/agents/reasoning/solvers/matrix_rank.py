"""Count the matrices of a given rank over a finite field.

The number of m x n matrices of rank r over GF(q) is the product over i < r of (q^m - q^i)(q^n -
q^i) / (q^r - q^i) (Lidl and Niederreiter, Finite Fields, exercise 6.33; Landsberg 1893).
"""

import re

from desktop_agent.agents.reasoning.solvers.base import Solved

_MOST_SIDE = 40
_MOST_FIELD = 10**6
_SIZE = r"(?P<m>\d+) ?(?:x|\*|by|-by-) ?(?P<n>\d+)"
_FIELD = (
    r"(?:(?:over|with (?:entries|coefficients|elements) (?:in|from)|whose entries (?:are|lie) in|in) (?:the )?)"
    r"(?:(?:finite |galois )?field )?(?:(?:gf ?\(? ?|f_?\(?)(?P<q>\d+(?:\^\(?\d+\)?)?) ?\)?|z(?:_?|/)(?P<ring>\d+)z?"
    r"|(?:of|with) (?:order |size )?(?P<order>\d+)(?: elements)?)"
)
_RANK = r"(?:of |with |having |have |that have )?(?:a )?rank (?P<bound>exactly |at most |at least |equal to |less than )?(?P<r>\d+)"
_OF_RANK = r"(?P<bound>exactly )?rank[- ](?P<r>\d+)"
_KIND = r"(?P<kind>invertible|nonsingular|non-singular|singular)"
_HOW_MANY = r"(?:how many|(?:(?:what is|find|compute|determine|calculate|count|give) )?(?:the )?(?:total )?number of|count (?:all )?(?:the )?)"
_THERE = r"(?: (?:are there|exist|there are))?"
_ASKED = (
    rf"{_SIZE} matrices{_THERE} {_FIELD}{_THERE} {_RANK}",
    rf"{_SIZE} matrices{_THERE} {_RANK}{_THERE} (?:and )?{_FIELD}",
    rf"{_OF_RANK} {_SIZE} matrices{_THERE} {_FIELD}",
    rf"{_SIZE} {_OF_RANK} matrices{_THERE} {_FIELD}",
    rf"{_KIND} {_SIZE} matrices{_THERE} {_FIELD}",
    rf"{_SIZE} {_KIND} matrices{_THERE} {_FIELD}",
)


def solve_matrix_rank(text: str) -> Solved | None:
    """Count matrices over GF(q) by rank or singularity; return None for any other text."""
    text = text.replace("rank-one", "rank 1")
    matches = (re.fullmatch(rf"{_HOW_MANY} ?{asked}{_THERE}", text) for asked in _ASKED)
    match = next(filter(None, matches), None)
    if match is None:
        return None
    parts = {name: part for name, part in match.groupdict().items() if part}
    rows, columns = int(parts["m"]), int(parts["n"])
    field = _field_size(parts.get("q") or parts.get("ring") or parts["order"])
    if field is None or not (1 <= rows <= _MOST_SIDE and 1 <= columns <= _MOST_SIDE):
        return None
    prime = _prime_of(field)
    if not prime and "ring" not in parts:
        text = f"A finite field has a prime power of elements, and {field} is none."
        return Solved(f"there is no field with {field} elements", "matrix_rank", text)
    ranks = _ranks(parts, rows, columns)
    if ranks is None or ("ring" in parts and prime != field):
        return None  # Z_4 and Z_6 are rings, where rank means something else
    counts = {rank: matrices_of_rank(rows, columns, rank, field) for rank in ranks}
    total = str(sum(counts.values()))
    told = (
        f"{rows} x {columns} matrices over GF({field}): the product over i < r of (q^m - q^i)(q^n - q^i)/(q^r - q^i) "
        f"with q = {field}, m = {rows}, n = {columns}."
    )
    lines = [f"rank {rank}: {count}" for rank, count in list(counts.items())[:12]]
    return Solved(total, "matrix_rank", "\n".join((told, *lines, f"Total: {total}")))


def matrices_of_rank(rows: int, columns: int, rank: int, field: int) -> int:
    """Return the number of matrices of the given shape and rank over GF(``field``)."""
    if not 0 <= rank <= min(rows, columns):
        return 0
    upper = lower = 1
    for step in range(rank):
        upper *= (field**rows - field**step) * (field**columns - field**step)
        lower *= field**rank - field**step
    return upper // lower


def _prime_of(size: int) -> int:
    """Return the prime p if ``size`` is a power of p, or 0 if it is not a prime power."""
    if size < 2:
        return 0
    prime = next((step for step in range(2, int(size**0.5) + 1) if size % step == 0), size)
    while size % prime == 0:
        size //= prime
    return prime if size == 1 else 0


def _field_size(name: str) -> int | None:
    base, _, power = name.replace("(", "").replace(")", "").partition("^")
    exponent = int(power or 1)
    if len(base) > 7 or exponent > 20:
        return None
    size = int(base) ** exponent
    return size if size <= _MOST_FIELD else None


def _ranks(parts: dict[str, str], rows: int, columns: int) -> range | None:
    full = min(rows, columns)
    if kind := parts.get("kind"):
        if rows != columns:
            return None
        return range(rows) if kind == "singular" else range(rows, rows + 1)
    rank = int(parts["r"])
    match parts.get("bound", "").strip():
        case "at most":
            return range(min(rank, full) + 1)
        case "less than":
            return range(min(rank, full + 1))
        case "at least":
            return range(rank, full + 1)
    return range(rank, rank + 1)
