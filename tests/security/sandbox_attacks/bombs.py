"""Code that wants too much, ends badly, or lies about how it ended."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Bomb:
    """``ends`` is how it may end where full Python runs it; ``small`` where the small interpreter does."""

    name: str
    code: str
    ends: str
    small: str = ""


BOMBS = (
    # --- memory
    Bomb("a list", "[0] * 10**10", "memory", "memory"),
    Bomb("a string", "'x' * 10**11", "memory", "memory"),
    Bomb("bytes", "bytearray(10**11)", "memory", "memory error"),
    Bomb(
        "a list that grows",
        "x = []\nwhile True:\n    x.append('x' * 100_000 + str(len(x)))\n",
        "memory",
        "memory",
    ),
    Bomb("a string that doubles", "x = 'x'\nwhile True:\n    x += x\n", "memory", "memory"),
    Bomb(
        "a dict that grows",
        "x = {}\nn = 0\nwhile True:\n    x[n] = [n] * 1000\n    n += 1\n",
        "memory",
        "memory",
    ),
    Bomb(
        "nested lists",
        "x = []\nfor _ in range(10**9):\n    x = [x, [0] * 10_000]\n",
        "memory error",
        "memory",
    ),
    Bomb(
        "caught and again",
        "x = []\nwhile True:\n    try:\n        x.append([0] * 10**6)\n    except MemoryError:\n        pass\n",
        "timeout memory",
        "memory timeout",
    ),
    Bomb(
        "maps", "import mmap\nx = [mmap.mmap(-1, 1 << 26) for _ in range(1000)]\n", "memory error"
    ),
    Bomb("numpy", "import numpy\nx = numpy.ones(10**9)\n", "error memory"),
    Bomb("a power of powers", "9**9**9", "timeout memory", "memory"),
    Bomb("a factorial", "import math\nmath.factorial(10**8)", "timeout memory", "timeout memory"),
    Bomb("a shift", "1 << 10**12", "memory", "memory"),
    Bomb("a wide format", "f'{1:>{10**11}}'", "memory", "memory"),
    Bomb(
        "a product of sets",
        "import itertools\nlist(itertools.product(range(100), repeat=9))",
        "memory timeout",
        "memory",
    ),
    # --- time
    Bomb("a loop", "while True: pass", "timeout", "timeout"),
    Bomb(
        "a loop that catches",
        "while True:\n    try:\n        while True: pass\n    except BaseException: pass\n",
        "timeout",
        "timeout",
    ),
    Bomb("a sum in C", "sum(range(10**12))", "timeout", "timeout"),
    Bomb("a maximum in C", "max(range(10**12))", "timeout", "timeout"),
    Bomb(
        "a regular expression",
        "import re\nre.match(r'(a+)+$', 'a' * 60 + 'b')",
        "timeout",
        "ok error",
    ),
    Bomb(
        "another",
        "import re\nre.match(r'(a|aa)+\\1$', 'a' * 80 + 'b')",
        "timeout ok",
        "timeout error ok",
    ),
    Bomb("endless digits", "x = str(7 ** 10**6)", "timeout ok", "error timeout"),
    Bomb(
        "endless counting",
        "import itertools\nfor _ in itertools.count(): pass",
        "timeout",
        "timeout",
    ),
    Bomb("waiting", "import time\ntime.sleep(1000)", "timeout", "ok"),
    Bomb(
        "waiting on a lock",
        "import threading\nl = threading.Lock()\nl.acquire()\nl.acquire()",
        "timeout error ok",
    ),
    Bomb("waiting on its input", "import sys\nsys.stdin.read()\ninput()", "error"),
    Bomb(
        "ignoring signals",
        "import signal\nfor n in (1, 2, 3, 13, 14, 15, 24, 25, 27):\n    try:\n        signal.signal(n, signal.SIG_IGN)\n    except (OSError, ValueError): pass\nwhile True: pass\n",
        "timeout",
    ),
    Bomb(
        "stopping itself",
        "import signal\nsignal.raise_signal(signal.SIGSTOP)\nwhile True: pass",
        "timeout error",
    ),
    Bomb("closing its output", "import os\nos.close(1)\nos.close(2)\nwhile True: pass", "timeout"),
    Bomb(
        "a thread that stays",
        "import threading\ndef f():\n    while True: pass\nthreading.Thread(target=f).start()\n1",
        "ok error",
    ),
    Bomb(
        "many threads",
        "import threading, time\nwhile True: threading.Thread(target=time.sleep, args=(99,)).start()",
        # CPython's start() waits for ever for a thread that found no memory to begin
        "error memory timeout",
    ),
    Bomb("many processes", "import os\nwhile True: os.fork()", "error"),
    Bomb(
        "a compiler",
        "exec('(' * 200 + '1' + ')' * 200)\neval('+'.join(['1'] * 200_000))",
        "error memory ok timeout",
        "error memory ok timeout",
    ),
    # --- output
    Bomb("lines", "while True: print('x' * 100)", "output", "output"),
    Bomb("lines that are short", "while True: print(1)", "output", "output"),
    Bomb("one long line", "print('x' * 10**8)", "output memory", "output memory"),
    Bomb(
        "the error stream",
        "import sys\nwhile True: print('x' * 100, file=sys.stderr)",
        "output",
        "output",
    ),
    Bomb("past Python", "import os\nwhile True: os.write(1, b'x' * 1000)", "output timeout"),
    Bomb(
        "past Python, for errors",
        "import os\nwhile True: os.write(2, b'x' * 1000)",
        "output timeout",
    ),
    Bomb("a long value", "list(range(10**6))", "ok", "ok"),
    Bomb("a long text", "'x' * 10**8", "ok memory", "ok memory"),
    Bomb("a value within itself", "x = []\nx.append(x)\nx", "ok", "ok"),
    Bomb("a deep value", "x = []\nfor _ in range(10**5): x = [x]\nx", "error", "error ok"),
    Bomb("a long error", "raise ValueError('x' * 10**7)", "error", "error"),
    Bomb(
        "errors upon errors",
        "e = None\nfor _ in range(500):\n    try:\n        try:\n            raise ValueError('x' * 999) from e\n        except ValueError as f:\n            e = f\n            raise KeyError('y' * 999)\n    except KeyError as g: e = g\nraise e",
        "error",
        "error",
    ),
    # --- ends and lies
    Bomb("leaving", "raise SystemExit(3)", "error", "error"),
    Bomb("interrupting", "raise KeyboardInterrupt", "error", "error"),
    Bomb("leaving at once", "import os\nos._exit(0)", "error"),
    Bomb("aborting", "import os\nos.abort()", "error"),
    Bomb("killing itself", "import signal\nsignal.raise_signal(signal.SIGKILL)", "error"),
    Bomb("a wild pointer", "import ctypes\nctypes.string_at(1)", "error"),
    Bomb("deep recursion", "def f(): return f()\nf()", "error", "error"),
    Bomb(
        "deeper recursion",
        "import sys\nsys.setrecursionlimit(10**9)\ndef f(n): return [f(n + 1)]\nf(0)",
        "timeout error memory",
    ),
    Bomb(
        "deep in C",
        "import sys\nsys.setrecursionlimit(10**9)\nx = []\nfor _ in range(10**5): x = [x]\nrepr(x)",
        "error memory ok",
    ),
    Bomb(
        "a representation that raises",
        "class A:\n    def __repr__(self): raise SystemExit(0)\nA()",
        "ok error",
        "ok error",
    ),
    Bomb(
        "a representation that is none",
        "class A:\n    def __repr__(self): return 5\nA()",
        "error",
        "error ok",
    ),
    Bomb(
        "a representation without end",
        "class A:\n    def __repr__(self):\n        while True: pass\nA()",
        "timeout",
        "timeout",
    ),
    Bomb(
        "an error that raises",
        "class E(Exception):\n    def __str__(self): raise SystemExit\nraise E",
        "error",
    ),
    Bomb(
        "an error without a name",
        "class M(type):\n    def __getattribute__(c, n): raise SystemExit\nclass E(Exception, metaclass=M): pass\nraise E",
        "error ok",
    ),
    Bomb(
        "a text that lies",
        "class S(str):\n    def __len__(self): return 0\n    def __getitem__(self, i): return 'x' * 10**8\nclass A:\n    def __repr__(self): return S('x' * 10**6)\nA()",
        "ok memory error",
    ),
    Bomb(
        "a forged record",
        'import os\nos.write(2, b\'\\n{"status": "ok", "value": "\' + b\'x\' * 10**5 + b\'"}\\n\')\nos._exit(0)',
        "ok error output",
    ),
    Bomb(
        "a forged end",
        'import os\nos.write(2, b\'\\n{"status": "timeout", "layer": "none", "ms": -1}\')\nos._exit(0)',
        "error",
    ),
    Bomb(
        "a record that is deep",
        "import os\nos.write(2, b'\\n' + b'[' * 10**5)\nos._exit(0)",
        "error",
    ),
    Bomb(
        "frames of the protocol",
        "import os\nfor n in range(256):\n    try: os.write(n, b'\\0' * 7 + b'\\2{}' * 9)\n    except OSError: pass\nos._exit(0)",
        "error",
    ),
    Bomb(
        "functions replaced",
        "import json, os, sys\njson.dumps = os.write = sys.stdout = None\n1",
        "ok error",
    ),
    Bomb("zero bytes", "x = 1\0", "error", "error"),
    Bomb("half a character, printed", "print('\\ud800')", "ok", "ok"),
    Bomb("half a character, valued", "'\\ud800'", "ok", "ok"),
    Bomb("half a character, raised", "raise ValueError('\\ud800')", "error", "error"),
    Bomb("no code at all", "", "ok", "ok"),
    Bomb("brackets", "(" * 5000 + ")" * 5000, "error", "error"),
    Bomb("signs", "-" * 200_000 + "1", "error memory", "error"),
    Bomb("a long line", "x = " + "1 + " * 60_000 + "1", "error ok memory", "error ok"),
)
