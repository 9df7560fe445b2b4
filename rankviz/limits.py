"""How much of anything is taken, by page, link, file, command line and runs alike.

Every limit stands here once. Whoever meets one says what was found, what the limit is, and what was left out.
"""

# One list
MAX_GRADE = 1e15  # of either sign; beyond it neighbouring whole grades are no longer told apart in 64-bit floats
MAX_ENTRIES = 500  # shown and missed together; the page draws them all
MAX_NAME = 200  # characters of an id, or of a list's name
MAX_CUTOFF = 1_000_000_000

# One state of the page, and what carries it
MAX_LISTS = 50
MAX_LINK = 8_000  # characters of an address; longer ones are cut by browsers and servers on the way
MAX_PASTE = 100_000  # characters
MAX_FILE = 2_000_000  # bytes of a saved page, also of one that a link holds in packed form

# What a person types
MAX_FORMULA = 200  # characters
MAX_FORMULA_DEPTH = 30  # nested parentheses, powers and signs
MAX_TABLE = 1_000  # characters of a table of gains or discounts
