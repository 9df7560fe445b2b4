"""How much of anything is taken, by page, link, file, command line and runs alike.

Every limit stands here once. Whoever meets one says what was found, what the limit is, and what was left out.
"""

# One list
MAX_GRADE = 1e15  # of either sign; beyond it neighbouring whole grades are no longer told apart in 64-bit floats
MAX_ENTRIES = 500  # shown and missed together; the page draws them all
MAX_NAME = 200  # characters of an id, or of a list's name
LARGEST_ID = 10**200  # a whole number that is taken as an id
MAX_CUTOFF = 1_000_000_000

# One state of the page, and what carries it
MAX_LISTS = 50
MAX_LINK = 8_000  # characters of an address; longer ones are cut by browsers and servers on the way
MAX_STATE = 550_000  # characters of a state that travels between the page and the server; with the longest list beside it
MAX_REQUEST = 3_000_000  # bytes of a request: a state, and edits, such as the longest text that is pasted
MAX_PAGE_PARAMS = 10_000  # characters of a page's parameters, as in its address
MAX_WORK = 100_000  # characters of the work on a set of questions or a lesson
MAX_OPENED_TEXT = 200_000  # characters of a lesson or a set of questions that is opened from a file
MAX_EDITS = 50  # in one request
MAX_PASTE = 500_000  # characters; the longest list fits, with its names in quotation marks
MAX_TOKENS = 9 * MAX_LISTS * MAX_ENTRIES  # names, numbers and marks of pasted data; an entry has four, retrieved and judged
MAX_FILE_TOKENS = 20 * MAX_LISTS * MAX_ENTRIES  # of a saved page; an entry has eleven, and six more in the second order
MAX_SHEET = 20  # entries of lists whose answers are put into a file; it is then about 1 MB
MAX_SHEET_LISTS = 2_000  # lists of the same documents with other grades in such a file; it is then about 5 MB
MAX_FILE = 24_000_000  # bytes of a saved page: as many lists as there may be, full, with the longest names
MAX_LINK_UNPACKED = 6_200_000  # bytes; zlib makes at most 1,032 of one, and 4 characters of a link hold 3
MAX_PROBLEMS = 10  # reported for one link or file; of the others only their number

# What a person types
MAX_FORMULA = 200  # characters
MAX_FORMULA_DEPTH = 30  # nested parentheses, powers and signs
MAX_TABLE = 1_000  # characters of a table of gains or discounts
MAX_NUMBER = 60  # of a number that a tool gave
MAX_TYPED = 2_000  # characters of either that stay in the field, with the error

# Files of runs, judgments and logs; those that a server's owner named may be of any size
MAX_RUN_FILE = 200  # megabytes of one that is uploaded; a run of six million lines; the server's own limit is the same
MAX_UNPACKED = 512  # megabytes of text in one that is uploaded; a run of fifteen million lines
MAX_HELD = (1 << 31) - 1  # bytes of decompressed text that must be in memory at once: the rows of a query, a table
MAX_JSON = 1 << 26  # bytes of a run or judgments as one JSON dictionary, which is read as a whole; some two million rows
MAX_LINE = 1 << 23  # bytes; a line of JSON may hold a whole document
MAX_LISTED = 10_000  # queries in a table, a menu and a chart of the page
MAX_WRITTEN = 5_000  # cells of such a table that are written by this program; more take too long at each touch of the page
MAX_EMPTY = 1 << 20  # bytes of a compressed file beyond twice the text that comes from them

# A class: a room, its phones, and what they send
CLASS_IDLE, CLASS_LONGEST = 4 * 3600, 12 * 3600  # seconds that a room lives: after the teacher's last act, and at all
CLASS_PHONES, CLASS_ROOM_PHONES = 300, 600  # from one network, which a whole class may share; of a room
CLASS_QUESTIONS = 100  # of a room
CLASS_ANSWERS = 1_200  # to a question; one network gives half of them at most
CLASS_ROOMS, CLASS_FEW_ROOMS = 200, 100  # open on a server; codes have one digit more beyond the few
CLASS_NEW_ROOMS, CLASS_NEW_ROOMS_OF_ADDRESS = 5, 20  # an hour: of a visit, and of a network, which a whole school may share
CLASS_NEW_ROOMS_OF_SITE = 60  # in twelve hours, which is as long as a room may last
CLASS_MESSAGES, CLASS_MESSAGES_KEPT = 5, 20  # of a phone a second, and how many it may have saved up
CLASS_FRAME, CLASS_TYPED = 512, 40  # bytes of a message of a phone, characters of an answer
CLASS_UNFINISHED = 4_096  # bytes of a message that has not come to its end
CLASS_WRONG_CODES, CLASS_WRONG_CODES_OF_ALL = 60, 600  # a minute: of a network, which a whole school may share; of a process
CLASS_WRONG_CODES_LEFT = 3  # a minute that a network has even then
CLASS_ENTRIES = 30  # shown and missed, of a list that can be asked about
CLASS_BARS = 7
