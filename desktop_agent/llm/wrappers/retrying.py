"""Whether a failed call is worth another try, and after how long."""

import random

from desktop_agent.core.errors import (
    ModelError,
    ModelUnreachable,
    RateLimited,
    ServerFailed,
    StreamInterrupted,
)

_LONGEST_WAIT_S = 60.0


def retry_after(error: ModelError, attempt: int, *, backoff_s: float, remote: bool) -> float | None:
    """Gives the seconds to wait before try ``attempt`` + 1, None where none is worth it.

    The wait is what the server asked for, else drawn evenly from 0 to ``backoff_s`` times 2 to the
    ``attempt`` - 1 ("full jitter", Brooker, AWS Architecture Blog, 2015). A server that cannot be
    reached is tried again only when it is ``remote``: on this machine a refused connection stays
    refused. There a connection that broke is tried again soon, which shows whether the server died
    or only the model did.
    """
    match error:
        case RateLimited(retry_after_s=float() | int() as asked):
            return asked if asked <= _LONGEST_WAIT_S else None
        case ModelUnreachable() if not remote:
            return None
        case StreamInterrupted() if not remote:
            return random.uniform(0, backoff_s / 4)  # noqa: S311 # as below
        case RateLimited() | ModelUnreachable() | ServerFailed() | StreamInterrupted():
            most = backoff_s * 2 ** (attempt - 1)
            return random.uniform(0, most)  # noqa: S311 # spreads clients in time, guards no secret
    return None
