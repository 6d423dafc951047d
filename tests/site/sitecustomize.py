"""Loaded by every Python process that a test starts (PYTHONPATH): see tests/loopback_only.py."""

import sys
from pathlib import Path

sys.path.append(str(Path(__file__).parents[1]))
import loopback_only

loopback_only.enforce()
