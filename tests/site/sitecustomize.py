"""Loaded by every Python process that a test starts (PYTHONPATH): see tests/loopback_only.py."""

import os
import socket
import sys
from pathlib import Path

sys.path.append(str(Path(__file__).parents[1]))
import loopback_only

loopback_only.enforce()
if os.environ.get("TESTS_KNOW_NO_HOSTS"):
    socket.getaddrinfo = loopback_only.as_if_unknown
