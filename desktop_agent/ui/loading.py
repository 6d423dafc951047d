"""Importing what takes long while the window stays alive."""

import gc
import importlib
import threading

from PySide6.QtCore import QEventLoop, QObject, QTimer, Signal, SignalInstance

_UNSEEN_MS = 300
"""After this the import begins also where the window is not painted, because it lies in the dock."""


class Loading(QObject):
    """Imports a module in a thread."""

    _done = Signal()

    def __init__(self, module: str) -> None:
        super().__init__()
        self._module = module
        self._fault: BaseException | None = None
        self._thread = threading.Thread(target=self._load, name="loading the program", daemon=True)

    def wait(self, painted: SignalInstance) -> None:
        """Serves the window until the module is there; begins when it has been ``painted``.

        Raises:
            BaseException: what importing it raised.
        """
        loop = QEventLoop()
        self._done.connect(loop.quit)
        painted.connect(self._begin)
        unseen = QTimer(self)
        unseen.setSingleShot(True)
        unseen.timeout.connect(self._begin)
        unseen.start(_UNSEEN_MS)
        loop.exec()
        unseen.stop()
        self._thread.join()  # it holds this object, which is to be let go in the window's thread
        if self._fault is not None:
            raise self._fault

    def _begin(self) -> None:
        if self._thread.ident is None:
            gc.freeze()  # it runs in the thread that imports, where no Qt object may die
            self._thread.start()

    def _load(self) -> None:
        try:
            importlib.import_module(self._module)
        except BaseException as fault:  # noqa: BLE001 - raised again by who waits
            self._fault = fault
        self._done.emit()
