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

KNOWN: tuple[tuple[str, str], ...] = (
    # lights and lockers
    (LOCKERS.format(n=100, m=100), "10"),
    (BULBS.format(n=100, m=10), "49"),
    (BULBS.format(n=20, m=20).replace("how many bulbs", "which bulbs"), "1, 4, 9, 16"),
    (LOCKERS.format(n=64, m=64).replace("How many lockers are open?", "How many lockers are closed?"), "56"),
    # spectra
    ("What is the smallest eigenvalue of the cycle graph C_6?", "-2"),
    ("Find the second largest eigenvalue of the cycle on 5 vertices.", "(-1 + sqrt(5))/2"),
    ("What is the multiplicity of the eigenvalue 1 of the 3-dimensional hypercube graph?", "3"),
    ("What is the energy of the complete graph on 7 vertices?", "12"),
    ("What is the spectrum of the Cayley graph of Z_6 with connection set {1, -1, 3}?",
     "3 (multiplicity 1), 0 (multiplicity 4), -3 (multiplicity 1)"),
    ("Find the smallest eigenvalue of the Cayley graph of Z_3 x Z_3 with generating set {(1,0), (0,1)}.", "-2"),
    ("How many distinct eigenvalues does the circulant graph on 8 vertices with connection set {1, 4} have?", "5"),
    # matrices over finite fields
    ("How many rank-one 2 x 3 matrices are there over the field with 3 elements?", "104"),
    ("How many 2 by 2 matrices over the finite field of order 4 have rank at most 1?", "76"),
    ("How many 2 x 2 matrices over GF(6) have rank 1?", "there is no field with 6 elements"),
    # measures
    ("Convert 5 miles to kilometers.", "8.04672 km"),
    ("What is 15% of 80?", "12"),
    # dates
    ("How many days are there between January 1, 2024 and March 1, 2024?", "60"),
    ("What date is 100 days after May 1, 2023?", "2023-08-09"),
    ("What is 17 * 23 - 4?", "387"),
    ("What is 1,234 + 5,678?", "6912"),
    ("Evaluate $\\frac{1}{2} + \\frac{1}{3}$.", "5/6"),
    ("What is the sum of the numbers from 1 to 100?", "5050"),
)  # fmt: skip

NEAR_MISSES: tuple[str, ...] = (
    # toggling with a twist, or with something missing
    LOCKERS.format(n=100, m=100).replace("How many", "Lockers 1 to 10 are broken. How many"),
    BULBS.format(n=100, m=100).replace("every k-th bulb", "every prime-numbered bulb"),
    "How many 2 x 2 matrices of rank 1 have trace 0 over GF(3)?",
    "What is 3 + 4!",
    "What is 1/0?",
    LOCKERS.format(n=100, m=100).replace("until all 100 students", "except that student 7 is ill, until all 100 students"),
    LOCKERS.format(n=100, m=100).replace("How many lockers are open?", "Who opened the last locker?"),
    BULBS.format(n=100, m=100).replace("every k-th bulb", "every (k+1)-th bulb"),
    BULBS.format(n=100, m=100).replace("toggle every", "turn off every"),
    BULBS.format(n=100, m=100).replace("In round k", "In round j"),
    BULBS.format(n=100, m=100).replace("every k-th bulb", "every k-th bulb if it is off"),
    BULBS.format(n=100, m=100).replace("toggle every k-th bulb", "toggle every k-th bulb starting from the last"),
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
    "What is 12/25/2024?",
    "What is 42?",
    "What is 2 + 2 in binary?",
    "What is 10^10^10?",
    "",
)  # fmt: skip

# Plain questions, and questions that look like them but ask for something else. Rules were written from the first
# two lists. The second two were written before the rules had seen them. The price that is reduced by 15% is still left to a model.
PLAIN = """\
A hotel has 200 windows, all shut. 200 maids walk past them. The k-th maid flips every k-th window, opening it if it is shut and shutting it if it is open. How many windows are open after the last maid? => 14
80 cabinets stand in a row, all closed. 80 clerks go along the row one after another; clerk number k toggles the cabinets whose numbers are multiples of k. How many cabinets end up open? => 8
There are 500 lights in a row and all are off. 500 people pass along the row. Person 1 presses every switch, person 2 presses every second switch, person 3 presses every third switch, and so on. How many lights are on at the end? => 22
A row of 64 cells is locked. A jailer makes 64 rounds. In round i he turns the key in every ith cell, which locks an unlocked cell and unlocks a locked one. How many cells are unlocked at the end? => 8
100 cards lie face down in a row. 100 children pass along them, the kth child turns over every kth card. How many cards are face up at the end? => 10
Each of 90 students walks past 90 lockers, which are closed at first. Each student toggles the lockers whose numbers are multiples of his own number. How many lockers are open after all students have gone by? => 9
How many of 1000 lockers are open after 1000 students have passed, if student n toggles every nth locker and all lockers start out closed? => 31
Consider a line of 196 umbrellas, all closed, and 196 tourists. The first tourist opens all the umbrellas. The second one closes umbrellas 2, 4, 6 and so on. The third one changes umbrellas 3, 6, 9 and so on. They go on like this until the 196th tourist has changed the last umbrella. How many umbrellas are open? => 14
Our school has 289 pigeonholes, which all begin shut. Each of the 289 pupils walks past them once. The pupil with number m toggles all pigeonholes whose numbers are multiples of m. How many pigeonholes will end up open? => 17
What is the number of 3x3 matrices over F_2 with rank 2? => 294
Find the number of 3 by 3 matrices over the field with 2 elements of rank 2. => 294
How many rank-2 3 × 3 matrices are there over $\\mathbb{F}_2$? => 294
Determine the number of 3 x 3 matrices of rank two over the finite field of order 2. => 294
Find the least eigenvalue of the adjacency matrix of the cycle on 6 vertices. => -2
Determine the minimum adjacency eigenvalue of the circulant graph C_6(1). => -2
What is the smallest eigenvalue of the Cayley graph of Z_6 with connection set {1, -1}? => -2
What is the smallest eigenvalue of Cay(Z_6, {±1})? => -2
A school has one hundred lockers and one hundred students. All lockers are closed at the start. The first student opens all the lockers, the second student closes every other locker, the third student changes every third locker, and so on. After all 100 students are done, how many lockers are open? => 10
What is the sum of the first 10 natural numbers? => 55
How many primes are less than or equal to 7? => 4
How many prime numbers are there between 10 and 20? => 4
How many primes are between 7 and 20 inclusive? => 5
How many primes are there below 100? => 25
List the primes below 20 => 2, 3, 5, 7, 11, 13, 17, 19
Is 91 a prime number? => No
GCD of 12 and 18 => 6
lcm(4, 6, 10) => 60
What is the prime factorization of 360? => 2^3 × 3^2 × 5
What is the highest common factor of 36 and 84? => 12
What is 3/4 of 20? => 15
What is two thirds of 90? => 60
What is 2 to the 10th power? => 1024
and 17 times 24? => 408
What is 15 % of 240? => 36
increase 80 by 25% => 100
What's 20% off $50? => $40
30 is what percent of 120? => 25%
How many seconds are in 3 hours? => 10800 s
Convert 10 km to miles => 6.213711922 mi
What day of the week was 9 November 1989? => Thursday
What is the cube root of 27? => 3
What is the remainder when 100 is divided by 7? => 2
Was ist 17 mal 23? => 391
Wie viel sind 15 Prozent von 240? => 36
Quel est 20 % de 150 ? => 30
¿Cuánto es el 15 % de 200? => 30
¿Cuánto es 7 por 8? => 56
Was ist 3,5 + 2,25? => 5.75
What is the average of 3, 4 and 8? => 5
Subtract 7 from 20 => 13
A hotel has 100 rooms with all doors closed and 100 guests. Guest 1 opens every door, guest 2 toggles every second door, guest 3 toggles every third door, and so on. How many doors are open at the end? => 10
There are 1000 lights in a hotel corridor, all off. 1000 guests walk by. The kth guest toggles every kth light. How many lights are on at the end? => 31
In a hotel with 100 rooms, each guest n toggles the light of every room whose number is a multiple of n. All lights are off at first and there are 100 guests. How many lights are on after all guests have passed? => 10
A corridor has 50 doors, initially closed. 50 visitors pass. Visitor i changes the state of every i-th door. How many doors remain open? => 7
100 lamps are off. 100 employees walk through one after another; employee k presses the switch of every k-th lamp. How many lamps are lit? => 10
All 64 lockers are shut. 64 children walk by; child k toggles each locker whose number is divisible by k. Which lockers are open at the end? => 1, 4, 9, 16, 25, 36, 49, 64
Imagine 100 light bulbs that are all switched off, numbered 1 to 100. 100 guests come one by one. The first guest toggles every bulb, the second guest toggles every second bulb, the third guest every third bulb, and so on up to the 100th guest. How many bulbs are on? => 10
A prison has 100 cells, all locked at first. A jailer walks by 100 times: on round k he turns the key of every k-th cell, locking it if it was unlocked and unlocking it if it was locked. How many cells are unlocked at the end? => 10
A jailer has 100 cells, numbered 1 to 100, all locked. He turns the key in every cell, then in every 2nd cell, then in every 3rd cell, and so on to the 100th. How many cells are open? => 10
A prison has 100 cells with closed doors. In round 1 a guard opens all doors, in round 2 he closes every second door, in round 3 he changes the state of every third door, and so on for 100 rounds. How many cell doors are open at the end? => 10
In a prison, 100 cells are locked. The warden goes round 100 times. The first time he turns the key of every cell, the second time that of every second cell, the third time that of every third cell, and so on. How many prisoners are free in the end? => 10
100 lamps in a round, all off. In round k, every k-th lamp is toggled. After 100 rounds, how many lamps are on? => 10
100 lamps stand in a circle. All are off. In the first round every lamp is switched, in the second round every second lamp is switched, in the third every third, and so on, until the hundredth round. How many lamps are on? => 10
In round n of 100 rounds, every n-th of 100 lamps is toggled. All lamps are off at first. How many are on at the end? => 10
"""
LOOK_ALIKES = """\
There are 50 monkeys and 50 doors. All doors are closed. Only the prime-numbered monkeys toggle: monkey k toggles every kth door if k is prime. How many doors are open at the end?
100 lockers, half of them open and half closed. 100 students pass; student k toggles every kth locker. How many lockers are open at the end?
100 lamps are off. 100 people pass, and person k toggles every lamp whose number divides k. How many lamps are on?
100 doors are closed. 100 maids pass; the kth maid toggles every kth door after her own. How many doors are open?
100 doors are closed. 100 maids pass; the kth maid toggles every kth door. Then the whole thing is repeated. How many doors are open?
100 doors are closed. 100 maids pass; the kth maid toggles every kth door. How many doors were touched exactly twice?
100 doors are closed. 100 maids pass; the kth maid toggles every kth door except door 1. How many doors are open?
100 dimmers are off. 100 maids pass; the kth maid turns every kth dimmer to its next of three settings. How many dimmers are off?
100 doors in a circle are closed. 100 maids pass; the kth maid toggles every kth door and goes on around the circle. How many doors are open?
100 doors are closed. 100 maids pass; the kth maid toggles every kth door that is closed. How many doors are open?
100 doors. 100 maids pass; the kth maid toggles every kth door. How many maids toggle door 12?
100 doors are closed. 100 maids pass; the kth maid toggles every kth window. How many doors are open?
100 doors are closed. 100 maids pass; the kth maid toggles every kth red door. How many doors are open?
100 doors are closed. 100 maids pass; the kth maid toggles every kth door. How many more doors are open than closed?
100 doors are closed. 100 maids pass; the kth maid toggles every kth door, and doors on the left side stay closed. How many doors are open?
100 doors are closed. 100 maids pass; the kth maid toggles every kth door. Finally the principal closes all the open doors. How many doors are open?
100 doors are closed. 100 maids pass; the kth maid toggles every kth door and the next one. How many doors are open?
100 doors are closed. 100 maids pass; the kth maid toggles every kth door, and door 1 stays closed. How many doors are open?
100 rooms have a door and a lamp each. All doors are closed, and 100 guests pass; guest k toggles every kth lamp. How many doors are open?
100 lamps are off. Neighbouring lamps are wired together. 100 boys pass; the kth boy toggles every kth lamp. How many lamps are on?
100 lamps are off. 100 boys pass; the kth boy toggles every kth lamp. How many lamps were on at any time?
100 lamps are off. 100 boys pass; the kth boy toggles every kth lamp and its neighbours. How many lamps are on?
100 cells are locked. 100 guards pass; guard k toggles every kth cell and then every 2nd cell. How many cells are open?
100 lamps are off. 100 boys pass; the kth boy toggles every kth lamp and the lamp before it. How many lamps are on?
100 lamps are off. 100 boys pass; the kth boy toggles every kth lamp, but a lamp that is on can never be switched off. How many lamps are on?
What is 6.02 × 10^23?
What is 1.6 x 10^-19?
How many primes are between 7 and 20?
What is 100 - 10%?
How many prime ministers are younger than 50?
What is 3M?
What is 50 Cent's real name?
What is 9/11?
What happened on 24/7?
What is 1984 about?
What is 1984?
What is 7-Eleven?
What is 20/20?
What is 24/7?
What is 4 square?
What is the first prime?
Who is the first prime minister of India?
What is 100 percent?
What is 110% club?
What is 5G?
What is 8 Mile?
How many days are in a year?
How many days until Christmas?
What is the sum of all fears?
What is a 10 percent tax on gold?
What is 2 Fast 2 Furious?
How many primes are there?
How many optimus primes are there in 7 films?
What is the square root of all evil?
What is the product of 3M?
What is the difference between 4K and 8K?
What is the difference between Python 2 and 3?
What is the sum of 2 and 3 in base 4?
What is the average of 3 people?
Is Amazon Prime 12 euros?
Is 7 a lucky number?
What is 15% of the population of France?
What is 50 shades plus 2?
How many ounces in a cup of flour?
What is 5 feet 3?
What is 13 in the tarot?
What day of the week is Easter 2025?
What day is 4 July?
How many miles is a light year?
What is 90 days fiancé?
What is 3 times a lady?
Convert 5 dollars to euros
What is 10% of $50 plus €3?
What is 12 angry men about?
What is the 2nd amendment?
What is 1+1 the movie?
Was ist 96 Hours?
Was ist 1000 mal gerührt?
Combien font les restaurants 3 étoiles ?
¿Cuánto es 5 euros en dólares?
A hotel has 100 rooms. Guests toggle lights. How many lights are on?
There are 100 lockers and some students. Student k toggles every k-th locker. How many are open?
There are 100 lockers and 100 students. Student k toggles every k-th locker. How many lockers are open?
A hotel has 100 rooms, all lights off, and 100 guests. Guest k toggles every k-th light, but guest 13 sleeps. How many lights are on?
"""
PLAIN_UNSEEN = """\
There are 100 doors in a corridor, all initially closed. A person makes 100 passes: on the first pass he opens every door, on the second pass he closes every second door, on the third pass he toggles every third door, and so on. How many doors are open after 100 passes? => 10
30 coins lie tails up on a table. In step k, every k-th coin is turned over. How many coins show heads after 30 steps? => 5
200 switches are initially off. For each i from 1 to 200 you flip every switch whose number is divisible by i. How many switches are on at the end? => 14
Twenty lamps are on. In round k every kth lamp is switched. After 20 rounds, how many lamps are on? => 16
A king has 100 prison cells, all locked. He sends 100 guards: guard 1 unlocks every cell, guard 2 locks every second cell, guard 3 turns the key in every third cell, and so on. How many prisoners can leave? => 10
The 36 windows of a house are closed. 36 children run through the house; the k-th child opens every k-th window if it is closed and closes it if it is open. How many windows are open afterwards? => 6
Could you tell me what 19 times 21 is? => 399
What do you get when you multiply 14 by 15? => 210
What percentage of 80 is 20? => 25%
How many centimeters are there in 2 meters? => 200 cm
What is 68 degrees Fahrenheit in Celsius? => 20 °C
How many days passed between 4 July 2020 and 4 July 2021? => 365
On what day of the week did 1 January 2000 fall? => Saturday
What date is 45 days after 10 February 2023? => 2023-03-27
What is 3 cubed plus 4 squared? => 43
Wie viel sind 19 % von 250 €? => €47.5
¿Cuál es la raíz cuadrada de 81? => 9
1000 lockers in a school are closed. 1000 students walk by and student n toggles every nth locker. How many end up open? => 31
"""
LOOK_ALIKES_UNSEEN = """\
100 doors are closed. 100 people walk past. Person k toggles every kth door. Then all doors are closed. How many doors are open at the end?
100 doors are closed. 100 people walk past. Person k toggles every kth door in each row. How many doors are open at the end?
100 doors are closed. 100 people walk past. Person k toggles every kth door. How many doors are open in a row?
100 doors are closed. 100 people walk past. Person k toggles every kth door. How many doors are open at the start?
100 lamps are off. In round k every k-th lamp is toggled. After 100 rounds another 100 rounds go by. How many lamps are on?
100 lamps are off. In round k every k-th lamp is toggled 100 times. How many lamps are on?
100 lamps are off. In round k every k-th lamp is toggled. After 100 rounds, how many lamps were once on?
100 lamps are off. 100 people pass; person k toggles every kth lamp past the end. How many lamps are on?
100 lockers are closed. Student k toggles every kth locker for k from 2 to 100. How many lockers are open?
100 lockers are closed. 100 students pass; every student toggles every locker. How many lockers are open?
100 lockers are closed. 100 students pass; student k opens every kth locker. How many lockers are open?
100 lockers are closed. 100 students pass; student k toggles every kth locker. Then student 7 closes all lockers. How many lockers are open?
100 lockers are closed. The first student opens every locker, the second student opens every second locker, the third changes every third locker and so on until the 100th. How many lockers are open?
100 lockers are open. The first student opens every locker, the second student closes every second locker, the third changes every third locker and so on until the 100th. How many lockers are open?
100 lockers are closed. 100 boys and 100 girls pass; child k toggles every kth locker. How many lockers are open?
100 lamps are off. In round k every kth lamp is toggled. How many lamps are on after round 10 and how many are on after round 20?
What is the WD-40?
How many people are in the G20?
What is 21 Savage's age?
What is 76 trombones?
How much is a 1 kg gold bar?
What is the 5 second rule?
Who won Super Bowl 50?
How many days of Christmas are there?
What is 360 degrees feedback?
What is the 80/20 rule?
How far is 26.2 miles to Boston?
What is 2001: A Space Odyssey?
What is the average height of men in 3 countries?
How many prime lenses are under 500 dollars?
What is the difference between 5G and 4G?
What is the difference between 401 and 403?
What percent of Americans own 2 cars?
How many feet does a centipede have?
What is room 101?
What is 4chan?
What is 3 Idiots rated?
What day was 9 November?
What is Psalm 23?
What is 1 Corinthians 13:4-7?
What is 50/50?
How many minutes are in a football match?
How many weeks are in pregnancy?
How many seconds did it take Bolt to run 100 m?
What is 10 times better?
What is the factor of safety for 2 beams?
What is the 100th anniversary called?
What is the root of the word 3?
Is 13 an unlucky number?
Is 1984 a good book?
How many calories are in 2 eggs?
What is 112?
Convert 5 km to steps
How many teaspoons make 1 stick of butter?
What is 20 questions?
What is the sum insured for 2 cars?
What is 5 Seconds of Summer?
What is Formula 1?
What is 4-4-2?
What is the product of 2 parents with blue eyes?
Wie viel ist 1 Bitcoin in Euro?
Was ist 08/15?
Combien coûte 1 kg de pommes ?
¿Cuántos días tiene 1 embarazo?
How many lights are on in 100 houses?
What is 10% more than last year?
A price of $80 is reduced by 15%. What is it now?
"""
