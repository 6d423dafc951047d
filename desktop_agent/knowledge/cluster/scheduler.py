"""Where the workers are: a Dask cluster, or processes on this machine."""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from typing import Any

from desktop_agent.core.errors import SettingsError, StorageError
from desktop_agent.core.knowledge_build import BuildOrder

_INSTALL = "Install it with: pip install 'desktop-agent[cluster]'"
_ELSEWHERE = (
    "It is not in the installed program; in a Python environment: "
    "pip install 'desktop-agent[cluster]'"
)
_CONNECT_S = 15


@contextmanager
def workers(order: BuildOrder) -> Iterator[Any]:
    """Gives a client of the scheduler; ends what it has started.

    Raises:
        StorageError: Dask is not installed, or no scheduler answers at the address.
        SettingsError: what is given is no address.
    """
    try:
        dask, distributed = import_module("dask"), import_module("distributed")
    except ImportError as error:
        remedy = _ELSEWHERE if getattr(sys, "frozen", False) else _INSTALL
        raise StorageError("The build needs Dask, which is not installed.", remedy) from error
    if order.scheduler == "local":
        # a task that has ended its worker three times is a failed one; no page, and no telemetry
        with (
            dask.config.set({"distributed.scheduler.allowed-failures": 3}),
            distributed.LocalCluster(
                n_workers=order.workers or os.cpu_count() or 1,
                threads_per_worker=1,
                host="127.0.0.1",
                dashboard_address=None,
                memory_limit=0,
                silence_logs=40,
            ) as cluster,
            distributed.Client(cluster) as client,
            _lost("this machine"),
        ):
            yield client
        return
    try:
        client = distributed.Client(order.scheduler, timeout=_CONNECT_S)
    except OSError as error:
        raise StorageError(
            f"No scheduler answers at {order.scheduler}.",
            "Start one with: dask scheduler, and workers with: dask worker ADDRESS",
        ) from error
    except ValueError as error:
        raise SettingsError(
            f"{order.scheduler!r} is no address of a scheduler.", "One is tcp://host:8786."
        ) from error
    with client, _lost(order.scheduler):
        yield client


@contextmanager
def _lost(address: str) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise StorageError(
            f"The scheduler at {address} was lost.", "Build again: it goes on where it was."
        ) from error
