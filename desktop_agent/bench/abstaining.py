"""Whether an answer is one: what says that it does not know has not been wrong."""

import re

_LONGEST = 400
_ABSTAINS = re.compile(
    r"^\W*(?:(?:i(?:'m| am) (?:sorry|afraid)|sorry|unfortunately)\b[\s,;:.]*(?:but )?)?(?:"
    r"insufficient (?:evidence|information|data)\b"
    r"|(?:unknown|unsure|uncertain|not sure|n/?a|noanswer|no answer|none found|not (?:known|found|available|specified))\W*$"
    r"|(?:i|we) (?:do not|don't|did not|didn't) (?:actually |really |currently )?(?:know|have|find|possess)\b"
    r"|(?:i|we) (?:can ?not|can't|could not|couldn't|am not able to|am unable to|was unable to|was not able to|"
    r"won't|will not|would rather not) "
    r"|i(?:'m| am) (?:not (?:sure|certain|able|aware)|unable|unsure)\b"
    r"|unable to (?:determine|find|answer|verify|say)\b"
    r"|(?:it is |it's )?(?:not possible|impossible) to (?:determine|say|tell|know|answer)\b"
    r"|there is (?:not enough|no|insufficient) (?:reliable )?(?:information|evidence|data)\b"
    r"|as an ai\b"
    r"|the model gave no answer\b"
    r")",
    re.IGNORECASE,
)


def abstains(answer: str) -> bool:
    """True for an empty answer, and for a short one that says that it has none to give."""
    told = " ".join(answer.replace("\u2019", "'").split())
    return not told or (len(told) <= _LONGEST and _ABSTAINS.match(told) is not None)
