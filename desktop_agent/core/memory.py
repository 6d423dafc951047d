"""What Python raises where the machine has no memory left, and how a person is told of it."""

import errno

OUT_OF_MEMORY = "There is not enough memory for this."
REMEDY = "Close other programs, or choose a smaller model, and try again; what was saved is kept."


def is_out_of_memory(error: BaseException) -> bool:
    """Tells whether an error comes of too little memory.

    Python has three ways to say so: a thread needs memory for its stack.
    """
    return (
        isinstance(error, MemoryError)
        or (isinstance(error, OSError) and error.errno == errno.ENOMEM)
        or (isinstance(error, RuntimeError) and str(error) == "can't start new thread")
    )


def told_unexpected(error: Exception) -> tuple[str, str]:
    """Gives what a person is told of an error that nobody has foreseen, and what to do."""
    if is_out_of_memory(error):
        return OUT_OF_MEMORY, REMEDY
    said = f"Something went wrong inside: {type(error).__name__}."
    return said, "The log file says more; please report it."
