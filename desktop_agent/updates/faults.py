"""What can be wrong with what a repository serves, as a person is told."""

from collections.abc import Iterator
from contextlib import contextmanager

from tuf.api import exceptions
from tuf.api.serialization import DeserializationError

from desktop_agent.core.errors import StorageError, UpdateError

_NOTHING_TAKEN = "Nothing was taken. Try again later; if it stays so, tell those who publish it."
_SAID: tuple[tuple[type[Exception], str, str], ...] = (
    (
        exceptions.ExpiredMetadataError,
        "What is offered was signed too long ago: somebody may be holding newer versions back.",
        "Check that the clock of this computer is right, and try again later.",
    ),
    (
        exceptions.BadVersionNumberError,
        "What is offered is older than what was offered before, or its parts do not belong together.",
        _NOTHING_TAKEN,
    ),
    (
        exceptions.UnsignedMetadataError,
        "What is offered is not signed by those whom this program trusts.",
        _NOTHING_TAKEN,
    ),
    (
        exceptions.LengthOrHashMismatchError,
        "What arrived is not what its signers have signed.",
        _NOTHING_TAKEN,
    ),
    (
        DeserializationError,
        "What is offered is damaged, or no list of updates.",
        "Check the address of updates in the settings.",
    ),
    (exceptions.RepositoryError, "What is offered does not fit together.", _NOTHING_TAKEN),
    (exceptions.DownloadError, "What is offered cannot be brought.", "Try again later."),
)


def older() -> UpdateError:
    """Gives the error for what is older than what was verified before."""
    return _fault(exceptions.BadVersionNumberError())


@contextmanager
def in_our_words() -> Iterator[None]:
    """Turns what the library and the disk say into an `UpdateError`; errors of ours pass."""
    try:
        yield
    except StorageError as error:
        raise UpdateError(error.message, error.remedy) from error
    except (exceptions.RepositoryError, exceptions.DownloadError) as error:
        said = error.__cause__  # where our own HTTP has said it already
        raise said if isinstance(said, UpdateError) else _fault(error) from error
    except OSError as error:
        why = error.strerror or error
        raise UpdateError(
            f"{error.filename} cannot be written: {why}."
            if error.filename
            else f"The update cannot be written: {why}.",
            "Check that the disk is not full and who may write to that folder.",
        ) from error


def _fault(error: Exception) -> UpdateError:
    for kind, message, remedy in _SAID:
        if isinstance(error, kind):
            return UpdateError(message, remedy)
    raise TypeError(type(error))
