"""How many matrices over a finite field have a given rank.

The number of m x n matrices of rank r over GF(q) is the product over i < r of
(q^m - q^i)(q^n - q^i) / (q^r - q^i) (Lidl and Niederreiter, Finite Fields, exercise 6.33; Landsberg 1893).
"""

import re

from desktop_agent.agents.reasoning.solvers.base import Solved

_MOST_SIDE = 40
_MOST_FIELD = 10**6
_SIZE = r"(?P<m>\d+) ?(?:x|\*|by|-by-) ?(?P<n>\d+)"
_FIELD = (
    r"(?:(?:over|with (?:entries|coefficients|elements) (?:in|from)|whose entries (?:are|lie) in|in) (?:the )?)"
    r"(?:(?:finite |galois )?field )?(?:gf ?\(? ?(?P<q1>\d+(?:\^\(?\d+\)?)?) ?\)?|f_?\(?(?P<q2>\d+(?:\^\(?\d+\)?)?)\)?|z_?(?P<q5>\d+)|z/(?P<q6>\d+)z?"
    r"|(?:of|with) (?:order |size )?(?P<q3>\d+)(?: elements)?|of (?P<q4>\d+) elements)"
)
_RANK = r"(?:of |with |having |have |that have )?(?:a )?(?:rank )(?P<bound>exactly |at most |at least |equal to |less than )?(?P<r>\d+)"
_HOW_MANY = r"(?:how many|(?:(?:what is|find|compute|determine|calculate|count|give) )?(?:the )?(?:total )?number of|count (?:all )?(?:the )?)"
_THERE = r"(?: (?:are there|exist|there are))?"
_PATTERNS = (
    re.compile(rf"{_HOW_MANY} ?{_SIZE} matrices{_THERE} {_FIELD}{_THERE} {_RANK}{_THERE}"),
    re.compile(rf"{_HOW_MANY} ?{_SIZE} matrices{_THERE} {_RANK}{_THERE} (?:and )?{_FIELD}{_THERE}"),
    re.compile(rf"{_HOW_MANY} ?(?:(?P<bound>exactly )?rank[- ](?P<r>\d+)) {_SIZE} matrices{_THERE} {_FIELD}{_THERE}"),
    re.compile(rf"{_HOW_MANY} ?{_SIZE} (?:(?P<bound>exactly )?rank[- ](?P<r>\d+)) matrices{_THERE} {_FIELD}{_THERE}"),
    re.compile(rf"{_HOW_MANY} ?(?P<kind>invertible|nonsingular|non-singular|singular) {_SIZE} matrices{_THERE} {_FIELD}{_THERE}"),
    re.compile(rf"{_HOW_MANY} ?{_SIZE} (?P<kind>invertible|nonsingular|non-singular|singular) matrices{_THERE} {_FIELD}{_THERE}"),
)  # fmt: skip


def matrices_of_rank(rows: int, columns: int, rank: int, field: int) -> int:
    """Gives how many matrices of that shape over the field with so many elements have exactly that rank."""
    if not 0 <= rank <= min(rows, columns):
        return 0
    upper = lower = 1
    for step in range(rank):
        upper *= (field**rows - field**step) * (field**columns - field**step)
        lower *= field**rank - field**step
    return upper // lower


def is_prime_power(number: int) -> bool:
    """True for 2, 3, 4, 5, 7, 8, 9, …: the sizes that a finite field can have."""
    if number < 2:
        return False
    prime = next((step for step in range(2, int(number**0.5) + 1) if number % step == 0), number)
    while number % prime == 0:
        number //= prime
    return number == 1


def _is_prime(number: int) -> bool:
    return number > 1 and all(number % step for step in range(2, int(number**0.5) + 1))


def solve_matrix_rank(text: str) -> Solved | None:
    """Solves how many m x n matrices over GF(q) have a rank, at most or at least a rank, or an inverse."""
    text = text.replace("rank-one", "rank 1")
    for pattern in _PATTERNS:
        if match := pattern.fullmatch(text):
            return _solved({name: part for name, part in match.groupdict().items() if part})
    return None


def _solved(parts: dict[str, str]) -> Solved | None:
    rows, columns = int(parts["m"]), int(parts["n"])
    name = next(parts[key] for key in ("q1", "q2", "q3", "q4", "q5", "q6") if key in parts)
    field = _field_size(name)
    if field is None or not (1 <= rows <= _MOST_SIDE and 1 <= columns <= _MOST_SIDE):
        return None
    if ("q5" in parts or "q6" in parts) and not _is_prime(field):
        return None  # Z_4 and Z_6 are rings, where rank means something else
    if not is_prime_power(field):
        text = f"A finite field has a prime power of elements, and {field} is none: there is no such field."
        return Solved(f"there is no field with {field} elements", "matrix_rank", text)
    ranks = _ranks(parts, rows, columns)
    if ranks is None:
        return None
    counts = [matrices_of_rank(rows, columns, rank, field) for rank in ranks]
    lines = [f"rank {rank}: {count}" for rank, count in zip(ranks, counts, strict=True)]
    told = (
        f"{rows} x {columns} matrices over GF({field}): the product over i < r of (q^m - q^i)(q^n - q^i)/(q^r - q^i) "
        f"with q = {field}, m = {rows}, n = {columns}.\n" + "\n".join(lines[:12])
    )
    return Solved(str(sum(counts)), "matrix_rank", f"{told}\nTotal: {sum(counts)}")


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
    rank, bound = int(parts["r"]), parts.get("bound", "").strip()
    if bound == "at most":
        return range(min(rank, full) + 1)
    if bound == "less than":
        return range(min(rank, full + 1))
    return range(rank, full + 1) if bound == "at least" else range(rank, rank + 1)
