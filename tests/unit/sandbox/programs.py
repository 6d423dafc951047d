"""Programs of the kind that models write to answer a question, with what they give."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Program:
    """``value`` and ``output`` are what it gives; ``small`` is true where no full Python is needed."""

    name: str
    code: str
    value: str = ""
    output: str = ""
    small: bool = True


PROGRAMS = (
    Program(
        "a day of the week",
        "from datetime import date\ndate(1969, 7, 20).strftime('%A')",
        "'Sunday'",
    ),
    Program(
        "remembered calls",
        "from functools import lru_cache\n@lru_cache(maxsize=None)\ndef fib(n):\n    return n if n < 2 else fib(n - 1) + fib(n - 2)\nfib(90)",
        str(2880067194370816120),
    ),
    Program(
        "a simulation",
        "import random\nrandom.seed(7)\nhits = 0\nfor _ in range(20_000):\n    if random.random() ** 2 + random.random() ** 2 < 1:\n        hits += 1\nprint(3.0 < 4 * hits / 20_000 < 3.3)",
        output="True\n",
    ),
    Program(
        "a record",
        "from dataclasses import dataclass\n@dataclass\nclass Point:\n    x: int\n    y: int = 2\nPoint(1)",
        "Point(x=1, y=2)",
    ),
    Program("letters beyond ASCII", "print('Zürich', '东京')\n'é'", "'é'", "Zürich 东京\n"),
    Program("a last line with a comment", "x = 3\nx  # the answer", "3"),
    Program("nothing to say", "x = 3"),
    Program("waited for", "async def f():\n    return 5\nawait f()", "5"),
    # --- full Python
    Program(
        "fractions",
        "from fractions import Fraction\nsum(Fraction(1, n) for n in range(1, 11))",
        "Fraction(7381, 2520)",
        small=False,
    ),
    Program("rounding", "round(2.675, 2)", "2.67", small=False),
    Program(
        "an endless series",
        "from itertools import count\nnext(n for n in count(1) if n % 7 == 3 and n % 11 == 5)",
        "38",
        small=False,
    ),
    Program(
        "a series gone through twice",
        "squares = (n * n for n in range(4))\nsum(squares), sum(squares)",
        "(14, 0)",
        small=False,
    ),
    Program(
        "an endless map",
        "from itertools import count\nfor x in map(abs, count(-2)):\n    if x == 0:\n        break\nx",
        "0",
        small=False,
    ),
    Program(
        "a generator",
        "def squares():\n    n = 0\n    while True:\n        yield n * n\n        n += 1\ng = squares()\n[next(g) for _ in range(4)]",
        "[0, 1, 4, 9]",
        small=False,
    ),
    Program(
        "inheritance",
        "class A:\n    def name(self): return 'a'\nclass B(A):\n    pass\nB().name()",
        "'a'",
        small=False,
    ),
    Program("names", "from math import *\nround(sin(pi / 2) * 10)", "10", small=False),
    Program("attributes of numbers", "(255).to_bytes(2, 'big').hex()", "'00ff'", small=False),
    Program(
        "a process of its own", "import sys\nprint('a')\nsys.exit(0)", output="a\n", small=False
    ),
    Program(
        "numpy",
        "import numpy as np\nint(np.linalg.det(np.array([[2, 1], [1, 3]])).round())",
        "5",
        small=False,
    ),
    Program(
        "a loop of its own",
        "import asyncio\nasync def f():\n    await asyncio.sleep(0.01)\n    return 5\nasyncio.run(f())",
        "5",
    ),
    Program(
        "threads",
        "from concurrent.futures import ThreadPoolExecutor\nwith ThreadPoolExecutor(2) as pool:\n    print(list(pool.map(abs, [-1, -2])))",
        output="[1, 2]\n",
        small=False,
    ),
)
