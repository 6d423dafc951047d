"""Units converted and added, and speed, distance and time."""

import re
from fractions import Fraction

from desktop_agent.agents.reasoning.solvers.base import Rule, Solved, by_rules, exact, rounded, rule
from desktop_agent.evidence.text.quantities import Scale, based, converted, scale_named

_FIGURE = r"(-?\d+(?:\.\d+)?(?:/\d+)?|an?)"
_UNIT = r"([a-zµ°²³/$][a-zµ°²³/]*(?: (?:per|feet|foot|inch|inches|metres?|meters?|miles?|yards?|kilomet(?:re|er)s?|hour|second|celsius|fahrenheit|mile|centimet(?:re|er)s?)){0,2})"
_IN = r"(?:in|to|into)"
_TEMPERATURE_WORDS = (
    ("degrees celsius", "°C"),
    ("degrees fahrenheit", "°F"),
    ("celsius", "°C"),
    ("fahrenheit", "°F"),
    ("°c", "°C"),
    ("°f", "°F"),
)
_MONEY = frozenset(
    (
        "usd",
        "eur",
        "gbp",
        "jpy",
        "inr",
        "chf",
        "aud",
        "cad",
        "cny",
        "cent",
        "pound",
        "percent",
        "degree",
    )
)
_UNCLEAR = frozenset(("month", "year", "ton", "gal", "pint", "cal"))
_MOVER = r"(?:(?:if )?(?:a|an|the) (?:car|train|bus|cyclist|runner|plane|truck|boat|ship|person|bicycle|bike|driver|motorcycle|hiker|walker) )"
_MOVES = r"(?:travels|drives|covers|goes|moves|runs|rides|flies|walks|cycles|sails|is travell?ing|is moving|is driving)"
_ASKS_SPEED = r"(?:what is|find|calculate) (?:its|the|his|her|their) (?:average )?speed(?: of the \w+)?(?: in (?P<wanted>[a-z/ ]+))?"
_STEADILY = r"(?: (?:at a )?(?:constant|steady|average) speed of| at(?: (?:a|an))?(?: (?:constant|steady|average|uniform))?(?: speed of)?)"


def solve_measures(text: str) -> Solved | None:
    """Solves conversions, sums of measures, and speed from distance and time or the reverse."""
    return by_rules(text, _RULES)


def _scale(name: str) -> Scale | None:
    for word, sign in _TEMPERATURE_WORDS:
        name = name.replace(word, sign)
    name = name.strip().removeprefix("degrees ") if name.endswith(("°C", "°F")) else name.strip()
    scale = scale_named(name) or scale_named(name.removesuffix("s"))
    if scale is None or scale.dimension in _MONEY or scale.sign in _UNCLEAR:
        return None
    return scale


def _number(text: str) -> Fraction | None:
    if text in ("a", "an"):
        return Fraction(1)
    return Fraction(text) if not re.search(r"/0+$", text) else None


def _shown(value: Fraction) -> str:
    short = exact(value)
    return short if "/" not in short else rounded(value)


def _convert(match: re.Match[str]) -> Solved | None:
    parts = match.groupdict()
    return _converted(parts["figure"], parts["unit"], parts["target"])


def _converted(figure: str, unit: str, target: str) -> Solved | None:
    value, scale, wanted = _number(figure), _scale(unit), _scale(target)
    if value is None or scale is None or wanted is None or scale.dimension != wanted.dimension:
        return None
    if scale == wanted:
        return None
    result = converted(value, scale, wanted)
    if result is None:
        return None
    shown = f"{_shown(result)} {wanted.sign}"
    text = f"{exact(value)} {scale.sign} = {shown}"
    if not (scale.offset or wanted.offset):
        text = f"1 {scale.sign} = {rounded(scale.factor / wanted.factor)} {wanted.sign}, so {text}"
    return Solved(shown, "measures", text)


def _added(match: re.Match[str]) -> Solved | None:
    parts = match.groupdict()
    first, second = _number(parts["a"]), _number(parts["b"])
    one, other = _scale(parts["one"]), _scale(parts["other"])
    wanted = _scale(parts["wanted"]) if parts.get("wanted") else one
    if first is None or second is None or one is None or other is None or wanted is None:
        return None
    if not one.dimension == other.dimension == wanted.dimension or one.offset or other.offset:
        return None
    sign = -1 if parts.get("sign") in ("-", "minus") else 1
    result = (based(first, one) + sign * based(second, other)) / wanted.factor
    shown = f"{_shown(result)} {wanted.sign}"
    verb = "+" if sign > 0 else "-"
    return Solved(
        shown,
        "measures",
        f"{exact(first)} {one.sign} {verb} {exact(second)} {other.sign} = {shown}",
    )


def _triple(
    distance: str, length: str, time: str, duration: str
) -> tuple[Fraction, Scale, Fraction, Scale] | None:
    far, took = _number(distance), _number(time)
    one, other = _scale(length), _scale(duration)
    if far is None or took is None or one is None or other is None or took <= 0:
        return None
    if (one.dimension, other.dimension) != ("length", "duration"):
        return None
    return far, one, took, other


def _speed(match: re.Match[str]) -> Solved | None:
    parts = match.groupdict()
    read = _triple(parts["d"], parts["length"], parts["t"], parts["duration"])
    if read is None:
        return None
    far, one, took, other = read
    name = parts.get("wanted") or f"{one.sign}/{other.sign}"
    wanted = _scale(name.strip()) or (scale_named("mph") if name == "mi/h" else None)
    metres, seconds = based(far, one), based(took, other)
    if wanted is not None and wanted.dimension == "speed":
        shown = f"{_shown(metres / seconds / wanted.factor)} {wanted.sign}"
    elif parts.get("wanted"):
        return None
    else:
        shown = f"{_shown(far / took)} {one.sign}/{other.sign}"
    return Solved(
        shown,
        "measures",
        f"speed = distance / time = {exact(far)} {one.sign} / {exact(took)} {other.sign} = {shown}",
    )


def _time(match: re.Match[str]) -> Solved | None:
    parts = match.groupdict()
    far, quick = _number(parts["d"]), _number(parts["v"])
    one, rate = _scale(parts["length"]), _scale(parts["rate"])
    wanted = _scale(parts.get("wanted") or "hours")
    if far is None or not quick or quick <= 0 or one is None or rate is None or wanted is None:
        return None
    if (one.dimension, rate.dimension, wanted.dimension) != ("length", "speed", "duration"):
        return None
    if not parts.get("wanted") and rate.sign in ("m/s", "km/s"):
        wanted = Scale("s", "duration")
    shown = f"{_shown(based(far, one) / based(quick, rate) / wanted.factor)} {wanted.sign}"
    line = f"time = distance / speed = {exact(far)} {one.sign} / ({exact(quick)} {rate.sign}) = {shown}"
    return Solved(shown, "measures", line)


def _distance(match: re.Match[str]) -> Solved | None:
    parts = match.groupdict()
    quick, took = _number(parts["v"]), _number(parts["t"])
    rate, other = _scale(parts["rate"]), _scale(parts["duration"])
    if quick is None or took is None or rate is None or other is None:
        return None
    if (rate.dimension, other.dimension) != ("speed", "duration"):
        return None
    length = {"km/h": "km", "mph": "mi", "m/s": "m", "km/s": "km"}.get(rate.sign)
    wanted = scale_named(length) if length else None
    if wanted is None:
        return None
    shown = f"{_shown(based(quick, rate) * based(took, other) / wanted.factor)} {wanted.sign}"
    line = f"distance = speed x time = {exact(quick)} {rate.sign} x {exact(took)} {other.sign} = {shown}"
    return Solved(shown, "measures", line)


def _named(pattern: str, name: str) -> str:
    return f"(?P<{name}>{pattern[1:]}"


_A, _B = _named(_FIGURE, "a"), _named(_FIGURE, "b")
_D, _T, _V = _named(_FIGURE, "d"), _named(_FIGURE, "t"), _named(_FIGURE, "v")
_LENGTH, _DURATION, _RATE = (
    _named(_UNIT, "length"),
    _named(_UNIT, "duration"),
    _named(_UNIT, "rate"),
)
_PAIR = rf"{_A} ?{_named(_UNIT, 'one')}"
_OTHER = rf"{_B} ?{_named(_UNIT, 'other')}"
_WANTED = rf"(?:,? (?:in|expressed in|as) {_named(_UNIT, 'wanted')})?"
_FROM, _TARGET = rf"{_named(_FIGURE, 'figure')} ?{_named(_UNIT, 'unit')}", _named(_UNIT, "target")
_RULES: tuple[Rule, ...] = (
    rule(rf"(?:convert|change|express) {_FROM} {_IN} {_TARGET}", _convert),
    rule(rf"(?:what is|how much is|what's) {_FROM} {_IN} {_TARGET}", _convert),
    rule(rf"how many {_TARGET} (?:are |is |are there |is there )?(?:in|equal|make(?: up)?|equals?) {_FROM}", _convert),
    rule(rf"how many {_TARGET} (?:does|do|is|are) {_FROM}(?: equal| have)?", _convert),
    rule(rf"{_FROM} {_IN} {_TARGET}", _convert),
    rule(rf"(?:what is|calculate|compute|add) {_PAIR} (?P<sign>\+|plus|and|-|minus) {_OTHER}{_WANTED}", _added),
    rule(rf"(?:what is )?the (?:sum|total) of {_PAIR} and {_OTHER}{_WANTED}", _added),
    rule(rf"{_MOVER}{_MOVES} {_D} ?{_LENGTH} in {_T} ?{_DURATION}[.,] {_ASKS_SPEED}", _speed),
    rule(
        rf"what is the (?:average )?speed of (?:a|an|the) [a-z]+ that {_MOVES} {_D} ?{_LENGTH} in {_T} ?{_DURATION}(?:,? in (?P<wanted>[a-z/ ]+))?",
        _speed,
    ),
    rule(
        rf"how long (?:does|will|would) it take (?:(?:a|an|the) [a-z]+ )?to (?:travel|drive|cover|go|run|walk|fly|cycle) {_D} ?{_LENGTH}{_STEADILY} {_V} ?{_RATE}",
        _time,
    ),
    rule(
        rf"{_MOVER}{_MOVES}{_STEADILY} {_V} ?{_RATE}[.,] how (?:long|many (?P<wanted>hours|minutes|seconds)) (?:does|will|would) it take (?:it )?to (?:travel|drive|cover|go|run|walk|fly) {_D} ?{_LENGTH}",
        _time,
    ),
    rule(
        rf"how far (?:does|will|would|can) (?:a|an|the) [a-z]+ (?:travel|drive|go|run|walk|fly|move) in {_T} ?{_DURATION}{_STEADILY} {_V} ?{_RATE}",
        _distance,
    ),
    rule(
        rf"{_MOVER}{_MOVES}{_STEADILY} {_V} ?{_RATE}(?: for {_T} ?{_DURATION})[.,] how far (?:does|did|will|has) it (?:travel|go|drive|travell?ed|gone|move)",
        _distance,
    ),
)  # fmt: skip
