"""The program's exception hierarchy. No other exceptions may cross a package boundary.

    AgentError                what happened, to what, and what to do next
    ├── SettingsError         a settings key, file or environment variable is wrong
    │   ├── SettingsFileError the user's settings file is invalid
    │   └── ServerTaken       an MCP server with that name already exists
    ├── KeyStoreError         the keyring is missing or locked, or it denied access
    │   └── KeyWithheld       a key was withheld from a server that had never received it before
    ├── StorageError          one of the program's files cannot be read or written
    ├── RecordingError        a recorded run cannot be read
    │   └── NewerRecording    the run was recorded by a newer version
    ├── Offline               the network is switched off for this conversation
    ├── UpdateError           an update is unavailable or cannot be trusted
    ├── BudgetExceeded        a run has used up its time
    ├── FetchError            a page could not be read
    │   ├── AddressRefused    the network guard does not allow the connection
    │   └── Unreadable        the content is unsupported or damaged
    └── ModelError            a model call failed
        ├── ModelUnreachable  no server responds at that address
        ├── NoText            the model wrote nothing readable, even when asked a second time
        ├── ModelTimeout      the server accepted the request but then sent nothing
        ├── ModelNotFound     the server does not have that model
        ├── AuthenticationFailed  the key is missing, wrong or lacks permission
        ├── RateLimited       too many requests; ``retry_after_s`` is the requested wait
        ├── ServerFailed      the server responded with an internal error (5xx)
        ├── ContextOverflow   the prompt does not fit the model's context
        ├── StreamInterrupted the reply was cut off; the part that arrived is kept
        ├── BadResponse       the reply does not follow the protocol
        └── CapabilityMissing the model lacks tools, thinking or vision

Third-party exceptions are translated into these where they occur.
"""

import errno
from typing import ClassVar


class AgentError(Exception):
    """An error to show to the user.

    ``message`` is a sentence that says what happened, and to what. ``remedy`` says what the user
    can do about it, if anything.
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
    """The user's settings file is invalid, but the program could start without it."""


class ServerTaken(SettingsError):
    """An MCP server with the same name already exists and would have been replaced."""


class KeyStoreError(AgentError):
    """The keyring is missing or locked, or it denied access."""


class KeyWithheld(KeyStoreError):
    """A key was withheld because it has never been sent to that server before."""


class StorageError(AgentError):
    """One of the program's files cannot be read or written."""


class RecordingError(AgentError):
    """A recorded run cannot be read."""


class NewerRecording(RecordingError):
    """The run was recorded by a newer version of the program."""


class Offline(AgentError):
    """The network is switched off for this conversation."""


class UpdateError(AgentError):
    """An update is unavailable or cannot be trusted."""


class BudgetExceeded(AgentError):
    """A run has used up its time."""


class FetchError(AgentError):
    """A page could not be read."""


class AddressRefused(FetchError):
    """The network guard does not allow connections to this address."""


class Unreadable(FetchError):
    """The content is unsupported, damaged or otherwise unreadable."""


class ModelError(AgentError):
    """A model call failed.

    ``partial`` is the part of the answer, if any, received before the failure. ``lost`` is True if
    the model is unusable for now.
    """

    lost: ClassVar[bool] = False
    partial: str = ""


class ModelUnreachable(ModelError):
    """No server responds at the configured address."""

    lost = True


class NoText(ModelError):
    """The model wrote nothing readable, even when asked a second time."""


class ModelTimeout(ModelError):
    """The server accepted the request but then sent nothing for too long."""

    lost = True


class ModelNotFound(ModelError):
    """The server does not have the model.

    ``pullable`` is the name of a model that Ollama could pull, or "" if there is none.
    """

    lost = True

    def __init__(self, message: str, remedy: str = "", pullable: str = "") -> None:
        super().__init__(message, remedy)
        self.pullable = pullable


class AuthenticationFailed(ModelError):
    """The key is missing, wrong or lacks permission."""

    lost = True


class RateLimited(ModelError):
    """The server has received too many requests.

    ``retry_after_s`` is the requested wait, or None if there was none.
    """

    def __init__(self, message: str, remedy: str = "", retry_after_s: float | None = None) -> None:
        super().__init__(message, remedy)
        self.retry_after_s = retry_after_s


class ServerFailed(ModelError):
    """The server responded with an internal error (5xx)."""

    lost = True


class ContextOverflow(ModelError):
    """The prompt does not fit into the model's context."""


class StreamInterrupted(ModelError):
    """The connection was lost in the middle of the reply."""

    lost = True


class BadResponse(ModelError):
    """The reply does not follow the protocol."""


class CapabilityMissing(ModelError):
    """The model lacks a required capability.

    ``capability`` is ``tools``, ``thinking``, ``vision``, ``chat``, ``embedding`` or ``manage``.
    """

    def __init__(self, message: str, remedy: str = "", capability: str = "tools") -> None:
        super().__init__(message, remedy)
        self.capability = capability


# --- Out of memory, and unexpected errors

OUT_OF_MEMORY = "There is not enough memory for this."
REMEDY = "Close other apps or choose a smaller model, then try again. Saved work is kept."

_NOT_MAPPED = ("failed to map segment", "cannot allocate memory", "Cannot allocate memory")
_WITHOUT_A_WORD = ("without setting an exception", "error return without exception set")


def is_out_of_memory(error: BaseException) -> bool:
    """Return whether an error was caused by a lack of memory.

    Apart from `MemoryError`, a lack of memory shows up as threads that cannot start, libraries that
    cannot be mapped, and compiled code that fails without an error message.
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
    """Return a message and a remedy for an unexpected error."""
    if is_out_of_memory(error):
        return OUT_OF_MEMORY, REMEDY
    said = f"Something went wrong: {type(error).__name__}."
    return said, "See the log file for details, and please report this."
