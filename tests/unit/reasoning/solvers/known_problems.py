"""Problems with their known answers, and problems that look alike but are none of the archetypes."""

LOCKERS = (
    "There are {n} closed lockers in a hallway and {m} students. The first student opens every locker. The second "
    "student closes every second locker. The third student changes the state of every third locker, and so on, until "
    "all {m} students have passed. How many lockers are open?"
)
BULBS = (
    "{n} light bulbs are in a row, all initially off. In round k you toggle every k-th bulb. After {m} rounds, how many "
    "bulbs are on?"
)

KNOWN: tuple[tuple[str, str, str], ...] = (
    # lights and lockers
    ("toggling", LOCKERS.format(n=100, m=100), "10"),
    ("toggling", BULBS.format(n=100, m=10), "49"),
    ("toggling", BULBS.format(n=20, m=20).replace("how many bulbs", "which bulbs"), "1, 4, 9, 16"),
    ("toggling", LOCKERS.format(n=64, m=64).replace("How many lockers are open?", "How many lockers are closed?"), "56"),
    # spectra
    ("spectrum", "What is the smallest eigenvalue of the cycle graph C_6?", "-2"),
    ("spectrum", "Find the second largest eigenvalue of the cycle on 5 vertices.", "(-1 + sqrt(5))/2"),
    ("spectrum", "How many distinct eigenvalues does the hypercube Q_5 have?", "6"),
    ("spectrum", "What is the multiplicity of the eigenvalue 1 of the 3-dimensional hypercube graph?", "3"),
    ("spectrum", "What is the energy of the complete graph on 7 vertices?", "12"),
    ("spectrum", "What is the spectrum of the Cayley graph of Z_6 with connection set {1, -1, 3}?",
     "3 (multiplicity 1), 0 (multiplicity 4), -3 (multiplicity 1)"),
    ("spectrum", "Find the smallest eigenvalue of the Cayley graph of Z_3 x Z_3 with generating set {(1,0), (0,1)}.", "-2"),
    ("spectrum", "How many distinct eigenvalues does the circulant graph on 8 vertices with connection set {1, 4} have?", "5"),
    # matrices over finite fields
    ("matrix_rank", "How many rank-one 2 x 3 matrices are there over the field with 3 elements?", "104"),
    ("matrix_rank", "How many invertible 2 × 2 matrices are there with entries in GF(5)?", "480"),
    ("matrix_rank", "How many 2 by 2 matrices over the finite field of order 4 have rank at most 1?", "76"),
    ("matrix_rank", "How many 2 x 2 matrices over GF(6) have rank 1?", "there is no field with 6 elements"),
    # measures
    ("measures", "Convert 5 miles to kilometers.", "8.04672 km"),
    ("measures", "How many seconds are in 2.5 hours?", "9000 s"),
    ("measures", "Convert 98.6 °F to °C", "37 °C"),
    ("percent", "What is 15% of 80?", "12"),
    ("percent", "18 is what percent of 24?", "75%"),
    ("percent", "What is the percent change from 80 to 60?", "-25%"),
    ("percent", "Increase 200 by 15%", "230"),
    # dates
    ("dates", "How many days are there between January 1, 2024 and March 1, 2024?", "60"),
    ("dates", "How many days are there from 2023-12-25 to 2024-01-05 inclusive?", "12"),
    ("dates", "What date is 100 days after May 1, 2023?", "2023-08-09"),
    ("dates", "What day of the week was July 20, 1969?", "Sunday"),
    ("arithmetic", "What is 17 * 23 - 4?", "387"),
    ("arithmetic", "Compute 2^64", "18446744073709551616"),
    ("arithmetic", "What is 1,234 + 5,678?", "6912"),
    ("arithmetic", "What is the square root of 144?", "12"),
    ("arithmetic", "Evaluate $\\frac{1}{2} + \\frac{1}{3}$.", "5/6"),
    ("arithmetic", "What is 5!?", "120"),
)  # fmt: skip

NEAR_MISSES: tuple[str, ...] = (
    # toggling with a twist, or with something missing
    LOCKERS.format(n=100, m=100).replace("How many", "Lockers 1 to 10 are broken. How many"),
    BULBS.format(n=100, m=100).replace("every k-th bulb", "every prime-numbered bulb"),
    "How many 2 x 2 matrices of rank 1 have trace 0 over GF(3)?",
    "What is 3 + 4!",
    "What is 1/0?",
    LOCKERS.format(n=100, m=100).replace(
        "until all 100 students", "except that student 7 is ill, until all 100 students"
    ),
    LOCKERS.format(n=100, m=100).replace(
        "How many lockers are open?", "Who opened the last locker?"
    ),
    BULBS.format(n=100, m=100).replace("every k-th bulb", "every (k+1)-th bulb"),
    BULBS.format(n=100, m=100).replace("toggle every", "turn off every"),
    BULBS.format(n=100, m=100).replace("In round k", "In round j"),
    BULBS.format(n=100, m=100).replace("every k-th bulb", "every k-th bulb if it is off"),
    BULBS.format(n=100, m=100).replace(
        "toggle every k-th bulb", "toggle every k-th bulb starting from the last"
    ),
    "100 light switches are off. On pass k you turn on every k-th switch. After 100 passes, how many switches are on?",
    BULBS.format(n=100, m=100).replace("every k-th bulb", "every k-th bulb two times"),
    LOCKERS.format(n=100, m=100).replace("every third locker", "every third open locker"),
    LOCKERS.format(n=100, m=100).replace("opens every locker", "opens every even locker"),
    # graphs that are not the ones that can be computed
    "What are the eigenvalues of the Cayley graph of Z_6 with connection set {1, 2}?",
    "What are the eigenvalues of the Cayley graph of S_3 with connection set {(12), (13)}?",
    "How many spanning trees does the complete bipartite graph K_{3,3} have?",
    "How many symmetric 3 x 3 matrices of rank 1 are there over GF(2)?",
    "How many invertible 2 x 3 matrices are there over GF(2)?",
    "How many 2 x 2 matrices of rank 1 are there over Z_4?",
    # measures
    "Convert 5 gallons to litres.",
    "How many litres are in a barrel of oil?",
    # percentages
    "What is the percentage increase from 50 to 40?",
    # dates
    "What date is 1 month after January 31, 2023?",
    "What date is 10 business days after May 1, 2023?",
    "How many days are there between February 30, 2023 and March 5, 2023?",
    "What day is 100 days after May 1, 2023?",
    # expressions that are names
    "What is 9/11?",
    "What is 12/25/2024?",
    "What is 42?",
    "What is 2 + 2 in binary?",
    "What is 10^10^10?",
    "",
)
