"""What is kept of a crash. It stays on this machine."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class CrashReport:
    """A failure that nobody caught, or that ended the program.

    ``when`` is ISO 8601 (UTC), ``version`` the program's. ``what`` is one line (the kind of the
    failure and where it happened), ``text`` all that is kept: where in the code it was, and nothing
    of questions, answers, pages or the names of folders.
    """

    when: str
    version: str
    what: str
    text: str
