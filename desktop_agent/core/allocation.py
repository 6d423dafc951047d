"""How much of a run's time each part of a deep run may take (seconds).

The figures are those of the specification. What is kept back for the end is taken off before the
parts of the plan begin, so that parts that use up all of their time leave enough for an answer.
"""

FIRST_ANSWER_KEEPS = 0.1
"""Share of the time that the first plain answer leaves to the rest."""

_FINISH_SHARE = 0.3


def for_first_answer(remaining_s: float) -> float:
    """Time of the first plain answer, which is written beside all else."""
    return remaining_s * (1 - FIRST_ANSWER_KEEPS)


def for_evidence(remaining_s: float) -> float:
    """Time to gather evidence."""
    return min(remaining_s * 0.4, 60.0)


def for_plan(remaining_s: float) -> float:
    """Time to part the question."""
    return min(remaining_s / 3, 150.0)


def kept_for_the_end(remaining_s: float) -> float:
    """Time that critique, synthesis and verification are sure of."""
    return min(remaining_s * _FINISH_SHARE, 90.0)


def for_parts(remaining_s: float) -> float:
    """Time of all parts of the plan together."""
    return remaining_s - kept_for_the_end(remaining_s)


def for_subtask(parts_remaining_s: float, waiting: int) -> float:
    """Time of one part, of what the parts together have left.

    ``waiting`` parts, itself among them, are still to do one after the other.
    """
    return min(parts_remaining_s / max(1, waiting), 120.0)


def for_template(remaining_s: float) -> float:
    """Time of a whole template."""
    return min(remaining_s - kept_for_the_end(remaining_s), 240.0)


def for_node(remaining_s: float) -> float:
    """Time of one node of a template, of what the template has left."""
    return min(remaining_s, 90.0)


def for_critique(remaining_s: float) -> float:
    """Time to judge the results."""
    return min(remaining_s / 4, 30.0)


def for_synthesis(remaining_s: float) -> float:
    """Time to write the answer."""
    return min(remaining_s / 2, 60.0)


def for_verification(remaining_s: float) -> float:
    """Time to compute a number anew; it may be spent twice."""
    return min(remaining_s / 2, 30.0)
