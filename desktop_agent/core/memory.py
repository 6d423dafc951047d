"""What Python raises where the machine has no memory left, and how a person is told of it."""

import errno

OUT_OF_MEMORY = "There is not enough memory for this."
REMEDY = "Close other programs, or choose a smaller model, and try again; what was saved is kept."

_NOT_MAPPED = ("failed to map segment", "cannot allocate memory", "Cannot allocate memory")
_WITHOUT_A_WORD = ("without setting an exception", "error return without exception set")


def is_out_of_memory(error: BaseException) -> bool:
    """Tells whether an error comes of too little memory.

    Python has several ways to say so: a thread needs memory for its stack, a library is mapped into
    it, and compiled code that got none may fail without a word.
    """
    said = str(error)
    return (
        isinstance(error, MemoryError)
        or (isinstance(error, OSError) and error.errno == errno.ENOMEM)
        or (isinstance(error, RuntimeError) and said == "can't start new thread")
        or (isinstance(error, ImportError) and any(each in said for each in _NOT_MAPPED))
        or (isinstance(error, SystemError) and any(each in said for each in _WITHOUT_A_WORD))
    )


def told_unexpected(error: Exception) -> tuple[str, str]:
    """Gives what a person is told of an error that nobody has foreseen, and what to do."""
    if is_out_of_memory(error):
        return OUT_OF_MEMORY, REMEDY
    said = f"Something went wrong inside: {type(error).__name__}."
    return said, "The log file says more; please report it."
