"""How well one colour is read on another, by the rule of WCAG 2."""


def _light(colour: str) -> float:
    channels = (int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5))
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(first: str, second: str) -> float:
    """Gives the ratio of two ``#rrggbb``, 1 to 21."""
    darker, lighter = sorted((_light(first), _light(second)))
    return (lighter + 0.05) / (darker + 0.05)
