"""Divisors, primes, common divisors and multiples, remainders of powers, sums of digits."""

import math
import re

from desktop_agent.agents.reasoning.solvers.base import Rule, Solved, by_rules, listed_numbers, rule
from desktop_agent.evidence.text.expressions import evaluate

_MOST_FACTORED = 10**13
_MOST_SIEVED = 3_000_000
_MOST_DIGITS = 4000
_ASK = r"(?:(?:what is|what's|what are|find|calculate|compute|determine|give) )?(?:the )?"
_COUNT = r"(?:how many|(?:(?:what is|find|calculate|compute|determine) )?the number of)"
_LIST = r"(?P<list>\d+(?:(?:,? and |, ?)\d+){1,9})"
_N = r"(?P<n>\d+)"
_POWER = r"(?P<base>\d+) ?\^ ?\(?(?P<power>\d+)\)?"
_RAISED = r"(?P<base>\d+) (?:raised )?to the (?:power (?:of )?)?(?P<power>\d+)(?:th)?(?: power)?"


def solve_divisibility(text: str) -> Solved | None:
    """Solves questions of elementary number theory about numbers that are written out."""
    return by_rules(text, _RULES)


def factors(number: int) -> dict[int, int]:
    """Gives the prime factors with their powers, by trial division."""
    found: dict[int, int] = {}
    step = 2
    while step * step <= number:
        while number % step == 0:
            found[step] = found.get(step, 0) + 1
            number //= step
        step += 1 if step == 2 else 2
    if number > 1:
        found[number] = found.get(number, 0) + 1
    return found


def _factored(text: str) -> tuple[int, dict[int, int], str] | None:
    number = int(text) if len(text) < 16 else 0
    if not 1 <= number <= _MOST_FACTORED:
        return None
    found = factors(number)
    shown = " x ".join(
        f"{prime}^{power}" if power > 1 else str(prime) for prime, power in found.items()
    )
    return number, found, shown or "1"


def _solved(value: object, line: str) -> Solved:
    return Solved(str(value), "divisibility", line)


def _gcd(match: re.Match[str]) -> Solved | None:
    numbers = listed_numbers(match.group("list"))
    if 0 in numbers or any(len(str(number)) > 40 for number in numbers):
        return None
    value = math.gcd(*numbers)
    return _solved(value, f"gcd({', '.join(map(str, numbers))}) = {value}, by Euclid's algorithm.")


def _lcm(match: re.Match[str]) -> Solved | None:
    numbers = listed_numbers(match.group("list"))
    if 0 in numbers or any(len(str(number)) > 40 for number in numbers):
        return None
    value = math.lcm(*numbers)
    return _solved(value, f"lcm({', '.join(map(str, numbers))}) = {value}.")


def _divisor_count(match: re.Match[str]) -> Solved | None:
    read = _factored(match.group("n"))
    if read is None:
        return None
    number, found, shown = read
    count = math.prod(power + 1 for power in found.values())
    return _solved(
        count, f"{number} = {shown}; each power gives one choice more than it is: {count} divisors."
    )


def _divisor_sum(match: re.Match[str]) -> Solved | None:
    read = _factored(match.group("n"))
    if read is None:
        return None
    number, found, shown = read
    total = math.prod((prime ** (power + 1) - 1) // (prime - 1) for prime, power in found.items())
    proper = "proper" in match.group()
    value = total - number if proper else total
    return _solved(
        value, f"{number} = {shown}; sum of its {'proper ' if proper else ''}divisors: {value}."
    )


def _factorisation(match: re.Match[str]) -> Solved | None:
    read = _factored(match.group("n"))
    return (
        None
        if read is None or read[0] < 2
        else _solved(read[2].replace(" x ", " * "), f"{read[0]} = {read[2]}, by trial division.")
    )


def _is_prime(match: re.Match[str]) -> Solved | None:
    read = _factored(match.group("n"))
    if read is None:
        return None
    number, found, shown = read
    prime = found == {number: 1}
    return _solved(
        "yes" if prime else "no",
        f"{number} {'has no divisor up to its root' if prime else f'= {shown}'}.",
    )


def _largest_prime(match: re.Match[str]) -> Solved | None:
    read = _factored(match.group("n"))
    if read is None or read[0] < 2:
        return None
    pick = max if match.group("which") in ("largest", "greatest", "biggest") else min
    return _solved(pick(read[1]), f"{read[0]} = {read[2]}.")


def _totient(match: re.Match[str]) -> Solved | None:
    read = _factored(match.group("n"))
    if read is None:
        return None
    value = math.prod(prime ** (power - 1) * (prime - 1) for prime, power in read[1].items())
    return _solved(value, f"{read[0]} = {read[2]}; the product of p^(k-1)(p-1) is {value}.")


def _sieve(limit: int) -> bytearray:
    marks = bytearray([1]) * (limit + 1)
    marks[:2] = bytes(min(2, limit + 1))
    for step in range(2, math.isqrt(limit) + 1):
        if marks[step]:
            marks[step * step :: step] = bytes(len(range(step * step, limit + 1, step)))
    return marks


def _prime_count(match: re.Match[str]) -> Solved | None:
    parts = match.groupdict()
    if parts.get("low"):
        low, high = int(parts["low"]), int(parts["high"])
        ends = [low, high]
    else:
        low, high = 0, int(parts["n"])
        ends = [high]
    if not 2 <= high <= _MOST_SIEVED or low > high:
        return None
    marks = _sieve(high)
    if parts.get("low") and not parts.get("inclusive") and any(marks[end] for end in ends):
        return None  # it is not said whether an end that is prime counts
    below = parts.get("bound") in ("less than", "below", "under", "smaller than")
    count = sum(marks[low:high]) + (0 if below else marks[high])
    return _solved(count, f"Sieve of Eratosthenes: {count} primes {match.group('told')}.")


def _nth_prime(match: re.Match[str]) -> Solved | None:
    place = int(match.group("n"))
    if not 1 <= place <= 100_000:
        return None
    limit = 20 if place < 6 else int(place * (math.log(place) + math.log(math.log(place)))) + 10
    found = [number for number, mark in enumerate(_sieve(limit)) if mark]
    return _solved(
        found[place - 1], f"Sieve of Eratosthenes: prime number {place} is {found[place - 1]}."
    )


def _remainder(match: re.Match[str]) -> Solved | None:
    parts = match.groupdict()
    modulus = int(parts["m"])
    if modulus < 1 or len(parts["m"]) > 30:
        return None
    if parts.get("power"):
        base, power = int(parts["base"]), int(parts["power"])
        value = pow(base, power, modulus)
        return _solved(value, f"{base}^{power} mod {modulus} = {value}, by repeated squaring.")
    value = int(parts["n"]) % modulus
    return _solved(value, f"{parts['n']} = {int(parts['n']) // modulus} x {modulus} + {value}")


def _last_digits(match: re.Match[str]) -> Solved | None:
    parts = match.groupdict()
    count = int(parts.get("count") or 1)
    if not 1 <= count <= 12 or len(parts["power"]) > 30:
        return None
    value = pow(int(parts["base"]), int(parts["power"]), 10**count)
    shown = str(value).zfill(count)
    return _solved(shown, f"{parts['base']}^{parts['power']} mod 10^{count} = {shown}")


def _digit_sum(match: re.Match[str]) -> Solved | None:
    expression = match.group("expression").strip()
    if re.fullmatch(r"\d{1,1000}", expression):
        digits = expression
    else:
        amount = evaluate(expression)
        if amount is None or amount.value.denominator != 1 or not amount.exact or amount.value < 0:
            return None
        digits = str(amount.value.numerator)
    value = sum(int(digit) for digit in digits)
    return _solved(value, f"{expression} has {len(digits)} digits; their sum is {value}.")


def _digit_count(match: re.Match[str]) -> Solved | None:
    amount = evaluate(match.group("expression").strip())
    if amount is None or amount.value.denominator != 1 or not amount.exact or amount.value <= 0:
        return None
    value = len(str(amount.value.numerator))
    return _solved(value, f"{match.group('expression').strip()} is written with {value} digits.")


def _trailing_zeros(match: re.Match[str]) -> Solved | None:
    number = int(match.group("n"))
    if number > 10**18:
        return None
    total, step = 0, 5
    while step <= number:
        total += number // step
        step *= 5
    return _solved(total, f"Factors of 5 in {number}!: {number}//5 + {number}//25 + … = {total}")


def _inverse(match: re.Match[str]) -> Solved | None:
    number, modulus = int(match.group("n")), int(match.group("m"))
    if modulus < 2 or math.gcd(number, modulus) != 1:
        return None
    value = pow(number, -1, modulus)
    return _solved(
        value, f"{number} x {value} = {number * value} = 1 mod {modulus}, by Euclid's algorithm."
    )


_BOUND = r"(?P<told>(?P<bound>less than|below|under|smaller than|up to(?: and including)?|less than or equal to|not exceeding|at most) (?P<n>\d+))"
_BETWEEN = r"(?P<told>between (?P<low>\d+) and (?P<high>\d+)(?P<inclusive>,? \(?inclusive\)?)?)"
_PRIMES = r"(?:prime numbers|primes)(?: are| are there| exist| lie)?"
_EXPRESSION = r"(?P<expression>\d[\d^! ()]*)"
_RULES: tuple[Rule, ...] = (
    rule(rf"{_ASK}(?:gcd|hcf|gcf|greatest common (?:divisor|factor)|highest common factor)(?: \((?:gcd|hcf|gcf)\))? (?:of|for) {_LIST}", _gcd),
    rule(rf"{_ASK}(?:gcd|hcf|gcf) ?\({_LIST}\)", _gcd),
    rule(rf"{_ASK}(?:lcm|least common multiple|lowest common multiple|smallest common multiple)(?: \(lcm\))? (?:of|for) {_LIST}", _lcm),
    rule(rf"{_ASK}lcm ?\({_LIST}\)", _lcm),
    rule(rf"{_COUNT} (?:distinct )?(?:positive )?(?:integer )?(?:divisors|factors) (?:does|of|has) {_N}(?: have)?", _divisor_count),
    rule(rf"{_ASK}sum of (?:all )?(?:the )?(?:positive |proper )?(?:divisors|factors) of {_N}", _divisor_sum),
    rule(rf"{_ASK}prime (?:factori[sz]ation|factors with multiplicity|decomposition) of {_N}", _factorisation),
    rule(rf"(?:factori[sz]e|factor) {_N}(?: into primes| into prime factors)?", _factorisation),
    rule(rf"{_ASK}(?P<which>largest|greatest|biggest|smallest|least) prime (?:factor|divisor) of {_N}", _largest_prime),
    rule(rf"is (?:the number )?{_N} (?:a )?prime(?: number)?", _is_prime),
    rule(rf"{_ASK}(?:euler's )?(?:totient|phi)(?: function)?(?: of| value of)? {_N}", _totient),
    rule(rf"{_ASK}euler's (?:totient |phi )?function (?:of|for|at) {_N}", _totient),
    rule(rf"{_COUNT} {_PRIMES} {_BOUND}", _prime_count),
    rule(rf"{_COUNT} {_PRIMES} {_BETWEEN}", _prime_count),
    rule(rf"{_ASK}(?P<n>\d+)(?:st|nd|rd|th) prime(?: number)?", _nth_prime),
    rule(rf"{_ASK}remainder (?:when|of|if) {_POWER} (?:is )?(?:divided|upon division) by (?P<m>\d+)", _remainder),
    rule(rf"{_ASK}remainder (?:when|of|if) {_RAISED} (?:is )?divided by (?P<m>\d+)", _remainder),
    rule(rf"{_ASK}remainder (?:when|of|if) {_N} (?:is )?divided by (?P<m>\d+)", _remainder),
    rule(rf"{_ASK}{_POWER} ?(?:mod|modulo|\(mod) ?(?P<m>\d+)\)?", _remainder),
    rule(rf"{_ASK}{_N} ?(?:mod|modulo) ?(?P<m>\d+)", _remainder),
    rule(rf"{_ASK}(?:last|final|units?|1s|ones) digit (?:of|in) {_POWER}", _last_digits),
    rule(rf"{_ASK}last (?P<count>\d+) digits (?:of|in) {_POWER}", _last_digits),
    rule(rf"{_ASK}(?:sum of (?:all )?(?:the )?digits (?:of|in)|digit sum of) (?:the number )?{_EXPRESSION}", _digit_sum),
    rule(rf"{_COUNT} digits (?:are (?:there )?in|does|has|in|of) (?:the (?:decimal (?:expansion|representation) of )?(?:number )?)?{_EXPRESSION}(?: have)?", _digit_count),
    rule(rf"{_COUNT} (?:trailing|ending) (?:zeros|zeroes) (?:are (?:there )?(?:in|at the end of)|does|in|of|at the end of) {_N} ?!(?: have)?", _trailing_zeros),
    rule(rf"{_ASK}(?:modular |multiplicative )?inverse of {_N} (?:mod|modulo) (?P<m>\d+)", _inverse),
)  # fmt: skip
