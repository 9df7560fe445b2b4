"""The one error that a person's input can raise, and the search for similar names."""

from collections.abc import Iterable
from difflib import get_close_matches
from reprlib import Repr

MOST_SHOWN = 40  # characters of a value in a message
SHORTEST_BEGINNING, MOST_NEAR = 3, 3  # of a name that was not typed to its end: its characters, and the names offered
_SHORT = Repr()
_SHORT.maxstring = _SHORT.maxother = _SHORT.maxlong = MOST_SHOWN
_SHORT.maxlevel = 2


class InputError(ValueError):
    """Something that a person typed, pasted, opened or linked to cannot be used.

    Parameters
    ----------
    key : str
        Names the kind of error; the page translates by `error.<key>`.
    message : str
        What was found, where, what was expected and what to do, in English.
    **where
        The values that a translated message needs (the same ones that `message` contains).
    """

    def __init__(self, key: str, message: str, **where: object) -> None:
        super().__init__(one_line(message))
        self.key = key
        self.message = one_line(message)
        self.where = {name: one_line(value) if isinstance(value, str) else value for name, value in where.items()}


def one_line(text: str) -> str:
    r"""Replace every character that is not visible, or breaks the line, by a space.

    Examples
    --------
    >>> one_line("a\r\nb\x00\u202ec")
    'a  b  c'
    """
    return text if text.isprintable() else "".join(each if each.isprintable() else " " for each in text)


def short_repr(value: object) -> str:
    """Write a value for a message as Python prints it, but short, however long or deep it is.

    Examples
    --------
    >>> short_repr(0.5), short_repr("x" * 1000), short_repr([[[[1]]]])
    ('0.5', "'xxxxxxxxxxxxxxxxx...xxxxxxxxxxxxxxxxxx'", '[[[...]]]')
    """
    try:
        return _SHORT.repr(value)
    except ValueError:  # a whole number of more digits than Python prints
        return type(value).__name__


def shorten(text: str) -> str:
    """Shorten a text for a message that puts it in quotation marks.

    Examples
    --------
    >>> shorten("abc"), len(shorten("x" * 1000))
    ('abc', 41)
    """
    return text if len(text) <= MOST_SHOWN else text[:MOST_SHOWN] + "…"


def unknown_name(kind: str, name: object, known: Iterable[str], prefix: str = "") -> InputError:
    """Build the error for an unknown name, with similar names and the list of all.

    Parameters
    ----------
    kind : str
        What the name should be, such as 'metric'; the key of the error is `unknown_<kind>`.
    name : object
        What was given.
    known : iterable of str
        All names.
    prefix : str
        Stands before every name in the message, and is left out of the comparison.

    Examples
    --------
    >>> print(unknown_name("metric", "nDGC", ["AP", "nDCG"]))
    Unknown metric "nDGC". Did you mean nDCG? Known: AP, nDCG.
    >>> print(unknown_name("option", "exp", ["exponential", "linear"], prefix="gain="))
    Unknown option "gain=exp". Did you mean gain=exponential? Known: gain=exponential, gain=linear.
    """
    name = shorten(name) if isinstance(name, str) else short_repr(name)
    names = sorted(known, key=str.lower)
    by_lower = {each.lower(): each for each in names}
    completions = [each for each in by_lower if len(name) >= SHORTEST_BEGINNING and each.startswith(name.lower())]
    similar = completions[:MOST_NEAR] or get_close_matches(name.lower(), by_lower, n=2, cutoff=0.6)
    near = [prefix + by_lower[each] for each in similar]
    name, names = prefix + name, [prefix + each for each in names]
    hint = f" Did you mean {' or '.join(near)}?" if near else ""
    message = f'Unknown {kind} "{name}".{hint} Known: {", ".join(names)}.'
    return InputError("unknown_" + kind, message, name=name, near=" / ".join(near), known=", ".join(names))
