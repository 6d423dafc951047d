"""Polynomials as they are written in an equation, with exact coefficients."""

import re
from fractions import Fraction

Monomial = tuple[tuple[str, int], ...]
Polynomial = dict[Monomial, Fraction]

_TOKEN = re.compile(r"\s*(\d+(?:\.\d+)?|[a-z]|[-+*/^()])")
_MOST_TOKENS = 120
_DEEPEST = 12
_HIGHEST = 6


class NoPolynomial(Exception):
    """The text is no polynomial of the kind that is read here."""


def polynomial(text: str) -> Polynomial:
    """Reads ``3(x + 2)^2 - y/4``; raises NoPolynomial for anything else."""
    tokens: list[str] = []
    at = 0
    while at < len(text.rstrip()):
        match = _TOKEN.match(text, at)
        if match is None or len(tokens) > _MOST_TOKENS:
            raise NoPolynomial
        tokens.append(match.group(1))
        at = match.end()
    reading = _Reading(tokens)
    result = reading.total()
    if reading.at != len(tokens):
        raise NoPolynomial
    return result


class _Reading:
    def __init__(self, tokens: list[str]) -> None:
        self._tokens = tokens
        self.at = 0
        self._depth = 0

    def total(self) -> Polynomial:
        result = self._product()
        while self._next() in ("+", "-"):
            sign = -1 if self._take() == "-" else 1
            result = plus(result, self._product(), sign)
        return result

    def _product(self) -> Polynomial:
        sign = 1
        while self._next() in ("+", "-"):
            sign = -sign if self._take() == "-" else sign
        result = {key: sign * value for key, value in self._power().items()}
        while (following := self._next()) not in ("", "+", "-", ")"):
            if following == "/":
                self._take()
                result = _divided(result, self._power())
                continue
            if following == "*":
                self._take()
            result = _multiplied(result, self._power())
        return result

    def _power(self) -> Polynomial:
        base = self._atom()
        if self._next() != "^":
            return base
        self._take()
        exponent = self._take()
        if not exponent.isdigit() or not 0 <= int(exponent) <= _HIGHEST:
            raise NoPolynomial
        result: Polynomial = {(): Fraction(1)}
        for _ in range(int(exponent)):
            result = _multiplied(result, base)
        return result

    def _atom(self) -> Polynomial:
        token = self._take()
        if token.startswith("("):
            self._depth += 1
            if self._depth > _DEEPEST:
                raise NoPolynomial
            inner = self.total()
            if self._take() != ")":
                raise NoPolynomial
            self._depth -= 1
            return inner
        if token.isalpha():
            return {((token, 1),): Fraction(1)}
        if token[:1].isdigit():
            return {(): Fraction(token)}
        raise NoPolynomial

    def _next(self) -> str:
        return self._tokens[self.at] if self.at < len(self._tokens) else ""

    def _take(self) -> str:
        token = self._next()
        self.at += 1
        return token


def plus(one: Polynomial, other: Polynomial, sign: int = 1) -> Polynomial:
    """Gives the sum, or with ``sign`` -1 the difference."""
    result = dict(one)
    for key, value in other.items():
        result[key] = result.get(key, Fraction(0)) + sign * value
    return {key: value for key, value in result.items() if value}


def _multiplied(one: Polynomial, other: Polynomial) -> Polynomial:
    result: Polynomial = {}
    for first, a in one.items():
        for second, b in other.items():
            powers = dict(first)
            for name, power in second:
                powers[name] = powers.get(name, 0) + power
            if sum(powers.values()) > _HIGHEST:
                raise NoPolynomial
            key = tuple(sorted(powers.items()))
            result[key] = result.get(key, Fraction(0)) + a * b
    return {key: value for key, value in result.items() if value}


def _divided(one: Polynomial, other: Polynomial) -> Polynomial:
    if set(other) != {()}:
        raise NoPolynomial
    return {key: value / other[()] for key, value in one.items()}
