"""LanceDB itself: from the environment, or as a component that was added to the program."""

import importlib.util
import os
import sys
from importlib import import_module
from typing import Any

from desktop_agent.core.errors import StorageError
from desktop_agent.storage.component_use import activate
from desktop_agent.storage.paths import find_paths

_NAME = "lancedb"
_INSTALL = "Install it with: pip install 'desktop-agent[lancedb]'"
_ADD = "Add it under Add-ons in the window, or with: desktop-agent components add lancedb"


def load_lancedb() -> Any:
    """Gives the module; what stands in `sys.modules` afterwards may be imported in the usual way.

    Every process that uses LanceDB comes by here first, those of a cluster as well.

    Raises:
        StorageError: it is not there, does not fit this program, or cannot be loaded.
    """
    unfit = activate(find_paths(os.environ).components, _NAME)
    remedy = _ADD if getattr(sys, "frozen", False) else _INSTALL
    try:
        return import_module(_NAME)
    except ImportError as error:
        if importlib.util.find_spec(_NAME) is not None:
            raise StorageError(f"LanceDB cannot be loaded: {error}.", remedy) from error
        if unfit:
            raise StorageError(f"The index needs LanceDB: {unfit}.", remedy) from error
        raise StorageError("The index needs LanceDB, which is not installed.", remedy) from error
