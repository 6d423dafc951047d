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
    Program("arithmetic", "(17 * 23 + 4) / 5", "79.0"),
    Program("big numbers", "2 ** 200", str(2**200)),
    Program("integer division", "divmod(-7, 3)", "(-3, 2)"),
    Program(
        "compound interest",
        "p = 1000\nfor year in range(10):\n    p *= 1.05\nprint(f'{p:.2f}')",
        output="1628.89\n",
    ),
    Program(
        "primes",
        "def is_prime(n):\n    if n < 2:\n        return False\n    i = 2\n    while i * i <= n:\n        if n % i == 0:\n            return False\n        i += 1\n    return True\n\nsum(n for n in range(1000) if is_prime(n))",
        "76127",
    ),
    Program(
        "a sieve",
        "n = 10_000\ns = [True] * (n + 1)\ns[0] = s[1] = False\nfor i in range(2, int(n ** 0.5) + 1):\n    if s[i]:\n        for j in range(i * i, n + 1, i):\n            s[j] = False\nsum(s)",
        "1229",
    ),
    Program(
        "a day of the week",
        "from datetime import date\ndate(1969, 7, 20).strftime('%A')",
        "'Sunday'",
    ),
    Program(
        "days between",
        "from datetime import date\n(date(2024, 3, 1) - date(2023, 3, 1)).days",
        "366",
    ),
    Program(
        "a leap of months",
        "from datetime import datetime, timedelta\n(datetime(2023, 12, 31, 23) + timedelta(hours=2)).isoformat()",
        "'2024-01-01T01:00:00'",
    ),
    Program("combinations", "import math\nmath.comb(52, 5)", "2598960"),
    Program("a common divisor", "import math\nmath.gcd(1071, 462), math.lcm(4, 6)", "(21, 12)"),
    Program(
        "a count of words",
        "from collections import Counter\nCounter('the cat the dog'.split()).most_common(1)",
        "[('the', 2)]",
    ),
    Program(
        "permutations", "from itertools import permutations\nlen(set(permutations('banana')))", "60"
    ),
    Program(
        "a hundred lights",
        "lights = [False] * 101\nfor step in range(1, 101):\n    for n in range(step, 101, step):\n        lights[n] = not lights[n]\n[n for n in range(101) if lights[n]]",
        "[1, 4, 9, 16, 25, 36, 49, 64, 81, 100]",
    ),
    Program(
        "remembered calls",
        "from functools import lru_cache\n@lru_cache(maxsize=None)\ndef fib(n):\n    return n if n < 2 else fib(n - 1) + fib(n - 2)\nfib(90)",
        str(2880067194370816120),
    ),
    Program(
        "exact decimals",
        "from decimal import Decimal\nDecimal('0.1') + Decimal('0.2')",
        "Decimal('0.3')",
    ),
    Program(
        "a search in text", "import re\nre.findall(r'\\d+', 'a1b22c333')", "['1', '22', '333']"
    ),
    Program("text as data", "import json\njson.loads('{\"a\": [1, 2]}')['a'][1]", "2"),
    Program(
        "a simulation",
        "import random\nrandom.seed(7)\nhits = 0\nfor _ in range(20_000):\n    if random.random() ** 2 + random.random() ** 2 < 1:\n        hits += 1\nprint(3.0 < 4 * hits / 20_000 < 3.3)",
        output="True\n",
    ),
    Program(
        "numbers of a seed", "import random\nrandom.seed(1)\nround(random.random() * 1000)", "134"
    ),
    Program(
        "a record",
        "from dataclasses import dataclass\n@dataclass\nclass Point:\n    x: int\n    y: int = 2\nPoint(1)",
        "Point(x=1, y=2)",
    ),
    Program(
        "a small class",
        "class Stack:\n    def __init__(self):\n        self.items = []\n    def push(self, item):\n        self.items.append(item)\ns = Stack()\ns.push(3)\ns.items",
        "[3]",
    ),
    Program(
        "dynamic programming",
        "coins = [1, 5, 10, 25, 50]\nways = [1] + [0] * 100\nfor c in coins:\n    for a in range(c, 101):\n        ways[a] += ways[a - c]\nways[100]",
        "292",
    ),
    Program(
        "collatz",
        "best = max(range(1, 3000), key=lambda n: 0)\ndef steps(n):\n    c = 0\n    while n != 1:\n        n = n // 2 if n % 2 == 0 else 3 * n + 1\n        c += 1\n    return c\nm = 0\nfor n in range(1, 3000):\n    if steps(n) > steps(m or 1):\n        m = n\nm, steps(m)",
        "(2919, 216)",
    ),
    Program(
        "several printed lines",
        "for i in range(3):\n    print(i, i ** 2)",
        output="0 0\n1 1\n2 4\n",
    ),
    Program(
        "a main function",
        "def main():\n    print('done')\n\nif __name__ == '__main__':\n    main()",
        output="done\n",
    ),
    Program("letters beyond ASCII", "print('Zürich', '东京')\n'é'", "'é'", "Zürich 东京\n"),
    Program("a last line with a comment", "x = 3\nx  # the answer", "3"),
    Program("two on a line", "x = 3; x + 1", "4"),
    Program("nothing to say", "x = 3"),
    Program("nothing", "None"),
    Program("a value over lines", "(1 +\n 2)", "3"),
    Program("waited for", "async def f():\n    return 5\nawait f()", "5"),
    # --- full Python
    Program(
        "fractions",
        "from fractions import Fraction\nsum(Fraction(1, n) for n in range(1, 11))",
        "Fraction(7381, 2520)",
        small=False,
    ),
    Program(
        "statistics",
        "import statistics\nstatistics.median([3, 1, 2]), statistics.stdev([1, 2, 3, 4])",
        "(2, 1.2909944487358056)",
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
    Program(
        "a property", "class A:\n    @property\n    def x(self): return 3\nA().x", "3", small=False
    ),
    Program("names", "from math import *\nround(sin(pi / 2) * 10)", "10", small=False),
    Program("a heap", "import heapq\nheapq.nsmallest(2, [5, 1, 4])", "[1, 4]", small=False),
    Program(
        "the calendar", "import calendar\ncalendar.monthrange(2024, 2)", "(3, 29)", small=False
    ),
    Program("attributes of numbers", "(255).to_bytes(2, 'big').hex()", "'00ff'", small=False),
    Program("many digits", "import math\nlen(str(math.factorial(3000)))", "9131", small=False),
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
        "numpy's own numbers", "import numpy as np\nfloat(np.arange(5).mean())", "2.0", small=False
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

SYMPY = (
    Program(
        "an equation",
        "import sympy\nx = sympy.symbols('x')\nsympy.solve(x**2 - 5*x + 6, x)",
        "[2, 3]",
        small=False,
    ),
    Program(
        "an integral",
        "from sympy import *\nx = symbols('x')\nprint(integrate(x * exp(x), x))",
        output="(x - 1)*exp(x)\n",
        small=False,
    ),
    Program(
        "factors", "import sympy\nsympy.factorint(2**32 + 1)", "{641: 1, 6700417: 1}", small=False
    ),
)
