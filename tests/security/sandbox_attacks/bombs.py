"""Code that wants too much, ends badly, or lies about how it ended."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Bomb:
    """``ends`` is how it may end where full Python runs it; ``small`` where the small interpreter does."""

    name: str
    code: str
    ends: str
    small: str


_BY_END = {
    ("memory", "memory"): {
        "a list": "[0] * 10**10",
        "a string": "'x' * 10**11",
        "a list that grows": "x = []\nwhile True:\n    x.append('x' * 100_000 + str(len(x)))\n",
        "a shift": "1 << 10**12",
    },
    ("memory", "memory error"): {"bytes": "bytearray(10**11)"},
    ("memory error", "memory"): {
        "nested lists": "x = []\nfor _ in range(10**9):\n    x = [x, [0] * 10_000]\n"
    },
    ("timeout memory", "memory timeout"): {
        "caught and again": "x = []\nwhile True:\n    try:\n        x.append([0] * 10**6)\n    except MemoryError:\n        pass\n"
    },
    ("memory error", ""): {
        "maps": "import mmap\nx = [mmap.mmap(-1, 1 << 26) for _ in range(1000)]\n"
    },
    ("error memory", ""): {"numpy": "import numpy\nx = numpy.ones(10**9)\n"},
    ("timeout memory", "memory"): {"a power of powers": "9**9**9"},
    ("timeout memory", "timeout memory"): {"a factorial": "import math\nmath.factorial(10**8)"},
    ("memory timeout", "memory"): {
        "a product of sets": "import itertools\nlist(itertools.product(range(100), repeat=9))"
    },
    ("timeout", "timeout"): {
        "a loop": "while True: pass",
        "a loop that catches": "while True:\n    try:\n        while True: pass\n    except BaseException: pass\n",
        "a sum in C": "sum(range(10**12))",
        "a representation without end": "class A:\n    def __repr__(self):\n        while True: pass\nA()",
    },
    ("timeout", "ok error"): {
        "a regular expression": "import re\nre.match(r'(a+)+$', 'a' * 60 + 'b')"
    },
    ("timeout ok", "timeout error ok"): {
        "another": "import re\nre.match(r'(a|aa)+\\1$', 'a' * 80 + 'b')"
    },
    ("timeout ok", "error timeout"): {"endless digits": "x = str(7 ** 10**6)"},
    ("timeout", "ok"): {"waiting": "import time\ntime.sleep(1000)"},
    ("timeout error ok", ""): {
        "waiting on a lock": "import threading\nl = threading.Lock()\nl.acquire()\nl.acquire()"
    },
    ("error", ""): {
        "waiting on its input": "import sys\nsys.stdin.read()\ninput()",
        "many processes": "import os\nwhile True: os.fork()",
        "leaving at once": "import os\nos._exit(0)",
        "aborting": "import os\nos.abort()",
        "killing itself": "import signal\nsignal.raise_signal(signal.SIGKILL)",
        "a wild pointer": "import ctypes\nctypes.string_at(1)",
        "an error that raises": "class E(Exception):\n    def __str__(self): raise SystemExit\nraise E",
        "a forged end": 'import os\nos.write(2, b\'\\n{"status": "timeout", "layer": "none", "ms": -1}\')\nos._exit(0)',
        "frames of the protocol": "import os\nfor n in range(256):\n    try: os.write(n, b'\\0' * 7 + b'\\2{}' * 9)\n    except OSError: pass\nos._exit(0)",
    },
    ("timeout", ""): {
        "ignoring signals": "import signal\nfor n in (1, 2, 3, 13, 14, 15, 24, 25, 27):\n    try:\n        signal.signal(n, signal.SIG_IGN)\n    except (OSError, ValueError): pass\nwhile True: pass\n",
        "closing its output": "import os\nos.close(1)\nos.close(2)\nwhile True: pass",
    },
    ("timeout error", ""): {
        "stopping itself": "import signal\nsignal.raise_signal(signal.SIGSTOP)\nwhile True: pass"
    },
    ("ok error", ""): {
        "a thread that stays": "import threading\ndef f():\n    while True: pass\nthreading.Thread(target=f).start()\n1",
        "functions replaced": "import json, os, sys\njson.dumps = os.write = sys.stdout = None\n1",
    },
    # CPython's start() waits for ever for a thread that found no memory to begin
    ("error memory timeout", ""): {
        "many threads": "import threading, time\nwhile True: threading.Thread(target=time.sleep, args=(99,)).start()"
    },
    ("error memory ok timeout", "error memory ok timeout"): {
        "a compiler": "exec('(' * 200 + '1' + ')' * 200)\neval('+'.join(['1'] * 200_000))"
    },
    ("output", "output"): {
        "lines": "while True: print('x' * 100)",
        "the error stream": "import sys\nwhile True: print('x' * 100, file=sys.stderr)",
    },
    ("output memory", "output memory"): {"one long line": "print('x' * 10**8)"},
    ("output timeout", ""): {
        "past Python": "import os\nwhile True: os.write(1, b'x' * 1000)",
    },
    ("ok", "ok"): {
        "a long value": "list(range(10**6))",
        "a value within itself": "x = []\nx.append(x)\nx",
        "half a character, printed": "print('\\ud800')",
        "no code at all": "",
    },
    ("ok memory", "ok memory"): {"a long text": "'x' * 10**8"},
    ("error", "error ok"): {
        "a deep value": "x = []\nfor _ in range(10**5): x = [x]\nx",
        "a representation that is none": "class A:\n    def __repr__(self): return 5\nA()",
    },
    ("error", "error"): {
        "a long error": "raise ValueError('x' * 10**7)",
        "errors upon errors": "e = None\nfor _ in range(500):\n    try:\n        try:\n            raise ValueError('x' * 999) from e\n        except ValueError as f:\n            e = f\n            raise KeyError('y' * 999)\n    except KeyError as g: e = g\nraise e",
        "leaving": "raise SystemExit(3)",
        "deep recursion": "def f(): return f()\nf()",
        "zero bytes": "x = 1\0",
        "brackets": "(" * 5000 + ")" * 5000,
    },
    ("timeout error memory", ""): {
        "deeper recursion": "import sys\nsys.setrecursionlimit(10**9)\ndef f(n): return [f(n + 1)]\nf(0)"
    },
    ("error memory ok", ""): {
        "deep in C": "import sys\nsys.setrecursionlimit(10**9)\nx = []\nfor _ in range(10**5): x = [x]\nrepr(x)"
    },
    ("ok error", "ok error"): {
        "a representation that raises": "class A:\n    def __repr__(self): raise SystemExit(0)\nA()"
    },
    ("error ok", ""): {
        "an error without a name": "class M(type):\n    def __getattribute__(c, n): raise SystemExit\nclass E(Exception, metaclass=M): pass\nraise E"
    },
    ("ok memory error", ""): {
        "a text that lies": "class S(str):\n    def __len__(self): return 0\n    def __getitem__(self, i): return 'x' * 10**8\nclass A:\n    def __repr__(self): return S('x' * 10**6)\nA()"
    },
    ("ok error output", ""): {
        "a forged record": 'import os\nos.write(2, b\'\\n{"status": "ok", "value": "\' + b\'x\' * 10**5 + b\'"}\\n\')\nos._exit(0)'
    },
    ("error memory", "error"): {"signs": "-" * 200_000 + "1"},
    ("error ok memory", "error ok"): {"a long line": "x = " + "1 + " * 60_000 + "1"},
}
BOMBS = [
    Bomb(name, code, ends, small)
    for (ends, small), bombs in _BY_END.items()
    for name, code in bombs.items()
]
