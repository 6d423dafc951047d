"""A recording of what the program does, to be compared before and after a change of its inside.

    python -m tests.baseline record FOLDER [PART…]    # some ten minutes; all parts without PART
    python -m tests.baseline compare BEFORE AFTER     # prints each difference; exit status 1 if any

The parts, each a folder or a file of text that is the same each time:

- ``events``: the recorded events of questions that are asked through `Session`, and beside them in
  ``requests`` what the model was asked
- ``worlds``: the same of every evidence world, without a model
- ``cli``: the help of every command, and what commands print in a small prepared home
- ``forms``: ``settings.json``, ``mcp_tools.json``, ``databases.txt`` (the SQL of every database) and
  ``home.txt`` (the files of a used home)
- ``pictures``: the gallery of the window, pixel for pixel

The program runs on 22 November 2026 at noon (`clock`), which takes a C compiler; without one,
recordings of different days differ where the program says or weighs a date. Record both sides on
one machine: pictures depend on its fonts. Nothing reaches beyond loopback.
"""
