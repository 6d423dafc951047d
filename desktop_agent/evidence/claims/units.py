"""Units of measure, currencies and percentages: what they measure, and how they convert."""

from dataclasses import dataclass
from functools import cache


@dataclass(frozen=True, slots=True)
class Unit:
    """A unit: ``factor`` of it make one of the dimension's base unit (metre, kilogram, second …)."""

    dimension: str
    factor: float = 1.0


@cache
def _units() -> dict[str, Unit]:
    table: dict[str, tuple[tuple[float, str], ...]] = {
        "length": (
            (1.0, "m metre metres meter meters Meter Metern mètre mètres metro metros metri 米 公尺 メートル"),
            (1000.0, "km kilometre kilometres kilometer kilometers Kilometer Kilometern kilomètre kilomètres kilómetro kilómetros chilometri quilómetros quilômetros 公里 千米"),
            (0.01, "cm centimetre centimetres centimeter centimeters Zentimeter centimètres centímetros 厘米"),
            (0.001, "mm millimetre millimetres millimeter millimeters Millimeter millimètres milímetros 毫米"),
            (1e-9, "nm nanometre nanometres nanometer nanometers"),
            (1609.344, "mi mile miles Meile Meilen milles millas 英里"),
            (1852.0, "nautical_mile nautical_miles"),
            (0.3048, "ft foot feet Fuß pieds pies 英尺"),
            (0.0254, "inch inches"),
            (0.9144, "yd yard yards"),
        ),
        "area": (
            (1.0, "m² square_metre square_metres square_meters Quadratmeter 平方米"),
            (1e6, "km² square_kilometre square_kilometres square_kilometers Quadratkilometer Quadratkilometern 平方公里 平方千米"),
            (1e4, "ha hectare hectares Hektar"),
            (2589988.0, "square_mile square_miles"),
            (4046.856, "acre acres"),
        ),
        "volume": (
            (0.001, "l litre litres liter liters"),
            (1.0, "m³ cubic_metre cubic_metres cubic_meters"),
            (1e9, "km³ cubic_kilometres cubic_kilometers"),
        ),
        "mass": (
            (1.0, "kg kilogram kilograms kilogrammes Kilogramm kilogramos 公斤 千克"),
            (0.001, "g gram grams Gramm grammes gramos 克"),
            (1e-6, "mg milligram milligrams"),
            (1000.0, "t tonne tonnes Tonne Tonnen toneladas 吨"),
            (907.185, "ton tons"),
            (0.45359237, "lb lbs pound_mass"),
        ),
        "speed": (
            (1 / 3.6, "km/h kph kilometres_per_hour kilometers_per_hour"),
            (1.0, "m/s metres_per_second meters_per_second"),
            (1000.0, "km/s kilometres_per_second kilometers_per_second"),
            (0.44704, "mph miles_per_hour"),
        ),
        "duration": (
            (1.0, "s second seconds Sekunde Sekunden seconde secondes segundos 秒"),
            (60.0, "min minute minutes Minute Minuten minutos 分钟"),
            (3600.0, "h hour hours Stunde Stunden heure heures hora horas 小时"),
            (86400.0, "day days Tage Tagen Tag jour jours día días 天"),
            (604800.0, "week weeks Woche Wochen semaine semaines semana semanas 周"),
            (2629800.0, "month months Monate Monaten Monat mois mes meses 个月"),
            (31557600.0, "year years Jahre Jahren Jahr ans an années année año años anni anos jaar"),
        ),
        "data": (
            (1.0, "byte bytes"), (1e3, "KB kB kilobytes"), (1e6, "MB megabytes"),
            (1e9, "GB gigabytes gigabyte"), (1e12, "TB terabytes terabyte"),
        ),
        "power": ((1.0, "W watt watts"), (1e3, "kW"), (1e6, "MW megawatts"), (1e9, "GW gigawatts")),
        "frequency": ((1.0, "Hz hertz"), (1e3, "kHz"), (1e6, "MHz"), (1e9, "GHz gigahertz")),
        "percent": ((1.0, "% percent per_cent percentage Prozent pour_cent por_ciento procent percento"),),
        "celsius": ((1.0, "°C °_C degrees_celsius degrees_Celsius degree_Celsius Celsius 摄氏度"),),
        "fahrenheit": ((1.0, "°F °_F degrees_fahrenheit degrees_Fahrenheit Fahrenheit"),),
        "kelvin": ((1.0, "K kelvin kelvins"),),
        "degree": ((1.0, "° degree degrees Grad degrés grados"),),
        "usd": ((1.0, "$ US$ USD dollar dollars Dollar US_dollar US_dollars dólares 美元"),),
        "eur": ((1.0, "€ EUR euro euros Euro Euros 欧元"),),
        "gbp": ((1.0, "£ GBP pounds Pfund 英镑"),),
        "jpy": ((1.0, "¥ JPY yen"),),
        "inr": ((1.0, "₹ INR rupees"),),
        "chf": ((1.0, "CHF Franken"),),
    }  # fmt: skip
    return {
        name.replace("_", " "): Unit(dimension, factor)
        for dimension, scales in table.items()
        for factor, names in scales
        for name in names.split()
    }


def unit_named(name: str) -> Unit | None:
    """Gives the unit of a name or a sign as it is written, or None."""
    known = _units()
    return known.get(name) or (known.get(name.casefold()) if len(name) > 2 else None)


@cache
def _signs() -> dict[Unit, str]:
    signs: dict[Unit, str] = {}
    for name, unit in _units().items():
        signs.setdefault(unit, name)
    return signs


def sign_of(unit: Unit) -> str:
    """Gives the one sign by which a unit of `unit_named` is shown: ``km`` of ``kilometres``."""
    return _signs()[unit]
