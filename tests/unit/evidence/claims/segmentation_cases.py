"""Small documents with the passages that a citation may rest on: (path, text) in their order."""

Passages = list[tuple[str, str]]

CASES: dict[str, tuple[str, Passages]] = {
    "a paragraph alone": ("It rains.", [("", "It rains.")]),
    "paragraphs under headings": (
        "# Rome\n\nIt is old.\n\n## People\n\nMany live here.",
        [("Rome", "It is old."), ("Rome > People", "Many live here.")],
    ),
    "a heading that closes with marks": (
        "## Rome ##\n\nIt is old.\n\n#\n\nMore.",
        [("Rome", "It is old."), ("", "More.")],
    ),
    "headings that are underlined": (
        "Rome\n====\n\nIt is old.\n\nPeople\n---\nMany live here.",
        [("Rome", "It is old."), ("Rome > People", "Many live here.")],
    ),
    "a ruler is no heading": (
        "Rome is old.\nIt is large.\n---\nMore.\n\n---\n\nLast.",
        [("", "Rome is old.\nIt is large."), ("", "More."), ("", "Last.")],
    ),
    "skipped levels": (
        "# A\n\n### B\n\nOne.\n\n## C\n\nTwo.\n\n#### D\n\nThree.\n\n# E\n\nFour.",
        [("A > B", "One."), ("A > C", "Two."), ("A > C > D", "Three."), ("E", "Four.")],
    ),
    "a heading with marks in it": (
        "# The *old* [town](https://example.org/town)\n\nIt rains.",
        [("The old town", "It rains.")],
    ),
    "a hash is no heading": (
        "\\# not a heading\n\n#rain is trending",
        [("", "\\# not a heading"), ("", "#rain is trending")],
    ),
    "at most four sentences": (
        "It is one. It is two. It is three. It is four. It is five.",
        [("", "It is one. It is two. It is three. It is four."), ("", "It is five.")],
    ),
    "lines of one paragraph": (
        "It is\nold. It\nis large.",
        [("", "It is\nold. It\nis large.")],
    ),
    "a list": ("- One\n- Two\n* Three", [("", "One"), ("", "Two"), ("", "Three")]),
    "a numbered list": (
        "# Steps\n\n1. Open it.\n2) Close it.",
        [("Steps", "Open it."), ("Steps", "Close it.")],
    ),
    "an item that goes on below": (
        "- One\n  and more\nand lazily\n- Two",
        [("", "One\n  and more\nand lazily"), ("", "Two")],
    ),
    "a list within a list": (
        "- Linux:\n  - Debian\n    - Stable\n  - Fedora\n- Windows",
        [
            ("", "Linux:"),
            ("Linux", "Debian"),
            ("Linux > Debian", "Stable"),
            ("Linux", "Fedora"),
            ("", "Windows"),
        ],
    ),
    "a numbered list within a list": (
        "# Install\n\n1. **Linux**\n   1. Get it.\n   2. Run it.\n2. Windows\n\nThat is all.",
        [
            ("Install", "**Linux**"),
            ("Install > Linux", "Get it."),
            ("Install > Linux", "Run it."),
            ("Install", "Windows"),
            ("Install", "That is all."),
        ],
    ),
    "a paragraph of an item": (
        "- Linux\n\n  Get it first.\n\n  ```\n  get it\n  ```\n\nThe end.",
        [("", "Linux"), ("Linux", "Get it first."), ("Linux", "get it"), ("", "The end.")],
    ),
    "a table within an item": (
        "- Sizes\n\n  | a | b |\n  | --- | --- |\n  | 1 | 2 |",
        [("", "Sizes"), ("Sizes > a | b", "| 1 | 2 |")],
    ),
    "tasks": ("- [x] Done\n- [ ] To do", [("", "Done"), ("", "To do")]),
    "a table": (
        "# Rome\n\n| Year | People |\n| --- | ---: |\n| 1951 | 1,651,754 |\n| 2021 | 2,749,031 |\n\nEnd.",
        [
            ("Rome > Year | People", "| 1951 | 1,651,754 |"),
            ("Rome > Year | People", "| 2021 | 2,749,031 |"),
            ("Rome", "End."),
        ],
    ),
    "a table with a caption": (
        "**Table 1. People**\n\n| Year | People |\n| --- | --- |\n| 1951 | 5 |\n\nIt grew.",
        [
            ("", "**Table 1. People**"),
            ("Table 1. People > Year | People", "| 1951 | 5 |"),
            ("", "It grew."),
        ],
    ),
    "bars in cells": (
        "| a \\| b | c |\n|---|---|\n| x \\| y | z |",
        [("a | b | c", "| x \\| y | z |")],
    ),
    "a line of bars that is no table": (
        "| so it goes |\n\nMore.",
        [("", "| so it goes |"), ("", "More.")],
    ),
    "two tables": (
        "| a | b |\n|---|---|\n| 1 | 2 |\n\n| c | d |\n|---|---|\n| 3 | 4 |",
        [("a | b", "| 1 | 2 |"), ("c | d", "| 3 | 4 |")],
    ),
    "definitions": (
        "# Terms\n\n**Heat pump**\n\nIt moves heat.\n\n**Boiler**\n\nIt burns gas.\n\nBoth heat.",
        [
            ("Terms", "**Heat pump**"),
            ("Terms > Heat pump", "It moves heat."),
            ("Terms", "**Boiler**"),
            ("Terms > Boiler", "It burns gas."),
            ("Terms", "Both heat."),
        ],
    ),
    "a definition on the next line": (
        "**Heat pump**\nIt moves heat.",
        [("", "**Heat pump**\nIt moves heat.")],
    ),
    "a definition that is a list": (
        "**Fuels**\n\n- Gas\n- Oil\n\nNo more.",
        [("", "**Fuels**"), ("Fuels", "Gas"), ("Fuels", "Oil"), ("", "No more.")],
    ),
    "a quote": (
        "He said:\n\n> It is old.\n> It is large.\n\nSo he did.",
        [("", "He said:"), ("", "It is old.\n> It is large."), ("", "So he did.")],
    ),
    "paragraphs of a quote": (
        "> One.\n>\n> Two.\n>> Three.",
        [("", "One."), ("", "Two.\n>> Three.")],
    ),
    "a quote below a line": ("So:\n> It is.", [("", "So:"), ("", "It is.")]),
    "code": (
        '# Set up\n\n```toml\n[server]\nport = 8080\n\nhost = "::1"\n```\n\nDone.',
        [("Set up", '[server]\nport = 8080\n\nhost = "::1"'), ("Set up", "Done.")],
    ),
    "code with fences in it": (
        "````\n```\n# no heading\n```\n````\n\nDone.",
        [("", "```\n# no heading\n```"), ("", "Done.")],
    ),
    "code with waves": ("~~~ py\n``` x\n~~~\nDone.", [("", "``` x"), ("", "Done.")]),
    "code that does not end": ("```\nport = 1\n\n# x", [("", "port = 1\n\n# x")]),
    "a span of code is no fence": ("```port``` is set.", [("", "```port``` is set.")]),
    "long code": (
        "```\n" + "\n".join(f"key{n} = {n}" for n in range(14)) + "\n```",
        [
            ("", "\n".join(f"key{n} = {n}" for n in range(12))),
            ("", "key12 = 12\nkey13 = 13"),
        ],
    ),
    "pages of a PDF": (
        "## Page 1\n\nFirst.\n\n## Page 2\n\nSecond.",
        [("Page 1", "First."), ("Page 2", "Second.")],
    ),
    "items of a feed": (
        "# News\n\n## [One](https://example.org/1)\n\n2026-11-01\n\nIt opened.\n\n## Two\n\nIt closed.",
        [("News > One", "2026-11-01"), ("News > One", "It opened."), ("News > Two", "It closed.")],
    ),
    "footnotes": (
        "It opened.[^1] It closed.[^2]\n\n[^1]: In 1964.\n[^2]: In\n1970.",
        [("", "It opened.[^1] It closed."), ("", "In 1964."), ("", "In\n1970.")],
    ),
    "Chinese": (
        "# 东京\n\n一是。二是！三是？四是。五是。",
        [("东京", "一是。二是！三是？四是。"), ("东京", "五是。")],
    ),
    "Japanese quotes": (
        "「雨です。」「雪です。」それは本当だ。そうだ。もう一つ。",
        [("", "「雨です。」「雪です。」それは本当だ。そうだ。"), ("", "もう一つ。")],
    ),
    "Arabic": (
        "هل هي قديمة؟ نعم. هي كبيرة. هي جميلة. هي هنا.",
        [("", "هل هي قديمة؟ نعم. هي كبيرة. هي جميلة."), ("", "هي هنا.")],
    ),
    "Urdu and Hindi": (
        "یہ ہے۔ وہ ہے۔\n\nयह है। वह है। एक। दो है। तीन है।",
        [("", "یہ ہے۔ وہ ہے۔"), ("", "यह है। वह है। एक। दो है।"), ("", "तीन है।")],
    ),
    "Hebrew with marks of direction": (
        "זה ישן.\u200f זה גדול.\u200f זה יפה.\u200f זה כאן.\u200f זה הכול.",
        [("", "זה ישן.\u200f זה גדול.\u200f זה יפה.\u200f זה כאן."), ("", "זה הכול.")],
    ),
    "abbreviations": (
        "Dr. Ito left, e.g. by car. It was 3.5 km. See Fig. 2 there. She lives in the U.S. today. No.",
        [
            (
                "",
                "Dr. Ito left, e.g. by car. It was 3.5 km. See Fig. 2 there. She lives in the U.S. today.",
            ),
            ("", "No."),
        ],
    ),
    "decimal numbers and versions": (
        "It is 1.5. It was 2.25 in v3.13.1. It cost $1.99. It is 4. It is 5.",
        [("", "It is 1.5. It was 2.25 in v3.13.1. It cost $1.99. It is 4."), ("", "It is 5.")],
    ),
    "dots of an ellipsis": (
        "It was … there. It is... here. And… It ends. Yes. No.",
        [("", "It was … there. It is... here. And… It ends."), ("", "Yes. No.")],
    ),
    "escaped marks": (
        "1\\. Not an item. 5 \\* 3 is 15. Snake\\_case is a name. So it is. Yes.",
        [("", "1\\. Not an item. 5 \\* 3 is 15. Snake\\_case is a name. So it is."), ("", "Yes.")],
    ),
    "math as text": (
        "The sum is $\\sum_{i=1}^n i$. It is $n(n+1)/2$.",
        [("", "The sum is $\\sum_{i=1}^n i$. It is $n(n+1)/2$.")],
    ),
    "lines without an end": (
        "\n".join(f"row {n:04}," + "x" * 90 for n in range(12)),
        [
            ("", "\n".join(f"row {n:04}," + "x" * 90 for n in range(10))),
            ("", "\n".join(f"row {n:04}," + "x" * 90 for n in range(10, 12))),
        ],
    ),
    "other ends of lines": ("# A\r\n\r\nOne.\r\n\r\n- Two\r\n", [("A", "One."), ("A", "Two")]),
    "nothing": ("\n\n---\n\n# Only a title\n\n| |\n", [("Only a title", "| |")]),
}
