"""The errors of the program: one tree; only these may cross a package boundary.

    AgentError                what happened, to what, and what to do next
    ├── SettingsError         a settings key, file or environment variable is wrong
    │   ├── SettingsFileError the user's settings file is invalid
    │   └── ServerTaken       there is another MCP server of that name
    ├── KeyStoreError         the keyring is missing, locked or refused
    │   └── KeyWithheld       a key was not sent to a server that it never went to before
    ├── StorageError          a file of ours cannot be read or written
    ├── RecordingError        a recorded run cannot be read
    │   └── NewerRecording    it was recorded by a newer version
    ├── Offline               the network is switched off for this conversation
    ├── UpdateError           an update is unavailable or cannot be trusted
    ├── BudgetExceeded        the time or the model calls of a run are spent
    ├── FetchError            a page could not be read
    │   ├── AddressRefused    the guard does not allow connecting there
    │   └── Unreadable        the body is of a kind or in a state we cannot read
    └── ModelError            a model call failed
        ├── ModelUnreachable  no server answers at that address
        ├── ModelTimeout      the server accepted, then was silent for too long
        ├── ModelNotFound     the server does not have that model
        ├── AuthenticationFailed
        ├── RateLimited       has ``retry_after_s`` if the server sent it
        ├── ServerFailed      the server answered 5xx
        ├── ContextOverflow   the prompt does not fit the model's context
        ├── StreamInterrupted the reply broke off; what arrived is kept by the reader
        ├── BadResponse       the reply does not follow the protocol
        └── CapabilityMissing the model has no tools, thinking or images

Third-party exceptions are translated into these where they occur.
"""

import errno
from typing import ClassVar


class AgentError(Exception):
    """An error to show to the user: what happened, and what to do next.

    ``message`` is one sentence that names the thing. ``remedy`` is what to do about it, or empty.
    """

    def __init__(self, message: str, remedy: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.remedy = remedy

    def __str__(self) -> str:
        return f"{self.message} {self.remedy}".strip()


class SettingsError(AgentError):
    """A settings key, file or environment variable is wrong."""


class SettingsFileError(SettingsError):
    """The user's settings file is invalid; the program could start without it."""


class ServerTaken(SettingsError):
    """Another MCP server of that name would be replaced."""


class KeyStoreError(AgentError):
    """The keyring is missing, locked or refused."""


class KeyWithheld(KeyStoreError):
    """A key was not sent because it never went to that server before."""


class StorageError(AgentError):
    """A file of the program cannot be read or written."""


class RecordingError(AgentError):
    """A recorded run cannot be read."""


class NewerRecording(RecordingError):
    """The run was recorded by a newer version of the program."""


class Offline(AgentError):
    """The network is switched off for this conversation."""


class UpdateError(AgentError):
    """An update is unavailable or cannot be trusted."""


class BudgetExceeded(AgentError):
    """The time or the model calls of a run are spent."""


class FetchError(AgentError):
    """A page could not be read."""


class AddressRefused(FetchError):
    """The guard does not allow connecting there."""


class Unreadable(FetchError):
    """The body is of a kind, or in a state, that cannot be read."""


class ModelError(AgentError):
    """A model call failed.

    ``partial`` is the answer up to then, or empty. ``lost`` is True for kinds after which the model
    cannot be called now, whatever the question.
    """

    lost: ClassVar[bool] = False
    partial: str = ""


class ModelUnreachable(ModelError):
    """No server answers at that address."""

    lost = True


class ModelTimeout(ModelError):
    """The server accepted the request, then was silent for too long."""

    lost = True


class ModelNotFound(ModelError):
    """The server does not have that model. ``pullable`` is one that Ollama could pull, or empty."""

    lost = True

    def __init__(self, message: str, remedy: str = "", pullable: str = "") -> None:
        super().__init__(message, remedy)
        self.pullable = pullable


class AuthenticationFailed(ModelError):
    """The key is missing, wrong or lacks permission."""

    lost = True


class RateLimited(ModelError):
    """Too many requests. ``retry_after_s`` is the server's wait in seconds, or None."""

    def __init__(self, message: str, remedy: str = "", retry_after_s: float | None = None) -> None:
        super().__init__(message, remedy)
        self.retry_after_s = retry_after_s


class ServerFailed(ModelError):
    """The server answered with an internal error (5xx)."""

    lost = True


class ContextOverflow(ModelError):
    """The prompt does not fit the model's context."""


class StreamInterrupted(ModelError):
    """The reply broke off in the middle."""

    lost = True


class BadResponse(ModelError):
    """The reply does not follow the protocol."""


class CapabilityMissing(ModelError):
    """The model cannot do this.

    ``capability`` is ``tools``, ``thinking``, ``vision``, ``chat``, ``embedding`` or ``manage``.
    """

    def __init__(self, message: str, remedy: str = "", capability: str = "tools") -> None:
        super().__init__(message, remedy)
        self.capability = capability


# --- Out of memory, and unexpected errors

OUT_OF_MEMORY = "There is not enough memory for this."
REMEDY = "Close other programs, or choose a smaller model, and try again; what was saved is kept."

_NOT_MAPPED = ("failed to map segment", "cannot allocate memory", "Cannot allocate memory")
_WITHOUT_A_WORD = ("without setting an exception", "error return without exception set")


def is_out_of_memory(error: BaseException) -> bool:
    """Return whether an error is caused by a lack of memory.

    Python reports it in several ways: a thread needs memory for its stack, a library is mapped into
    it, and compiled code that got none may fail without a message.
    """
    said = str(error)
    return (
        isinstance(error, MemoryError)
        or (isinstance(error, OSError) and error.errno == errno.ENOMEM)
        or (isinstance(error, RuntimeError) and said == "can't start new thread")
        or (isinstance(error, ImportError) and any(each in said for each in _NOT_MAPPED))
        or (isinstance(error, SystemError) and any(each in said for each in _WITHOUT_A_WORD))
    )


def describe_unexpected(error: Exception) -> tuple[str, str]:
    """Return message and remedy for an unexpected error."""
    if is_out_of_memory(error):
        return OUT_OF_MEMORY, REMEDY
    said = f"Something went wrong inside: {type(error).__name__}."
    return said, "The log file says more; please report it."
