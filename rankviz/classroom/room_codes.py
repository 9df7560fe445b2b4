"""The code of a room, which all may see; the teacher's key, which nobody else has; and the name of a phone."""

from __future__ import annotations

import hashlib
import hmac
import re
import secrets
import unicodedata
from collections.abc import Callable, Collection

from rankviz.basics.limits import CLASS_FEW_ROOMS

DIGITS = 6  # of a code; one more where many rooms are open
KEY_BYTES, PHONE_BYTES = 16, 12
LONGEST_CODE, LONGEST_KEY = 40, 64  # characters that are looked at
PHONE_NAME = r"^[A-Za-z0-9_-]{16}\Z"
PARTING = re.compile(r"[\s\-–·.]+")


def new_code(open_codes: Collection[str], draw: Callable[[int], int] = secrets.randbelow) -> str:
    """Draw a code that no open room has; it never begins with 0, which many leave out.

    Parameters
    ----------
    open_codes : collection of str
        Codes of the rooms that are open.
    draw : function of int to int
        A whole number from 0 to below the given one.

    Examples
    --------
    >>> drawn = iter([0, 382_915])
    >>> new_code(["100000"], lambda below: next(drawn))
    '482915'
    """
    first = 10 ** (DIGITS - 1) if len(open_codes) <= CLASS_FEW_ROOMS else 10**DIGITS
    while True:
        code = str(first + draw(9 * first))
        if code not in open_codes:
            return code


def read_code(text: str) -> str | None:
    """Read a code as a person types it; None if it is none, whatever was typed.

    Examples
    --------
    >>> read_code(" 482 915 "), read_code("４８２９１５"), read_code("48291"), read_code("082915")
    ('482915', '482915', None, None)
    """
    if len(text) > LONGEST_CODE:
        return None
    plain = PARTING.sub("", unicodedata.normalize("NFKC", text))
    return plain if re.fullmatch(f"[1-9][0-9]{{{DIGITS - 1},{DIGITS}}}", plain, re.ASCII) else None


def new_key() -> str:
    """Draw a teacher's key: 128 bits as 22 characters that need no escaping in an address."""
    return secrets.token_urlsafe(KEY_BYTES)


def hash_of(key: str) -> str:
    """Return the SHA-256 of a key, which is stored in its place.

    Examples
    --------
    >>> hash_of("abc")[:16]  # FIPS 180-4, appendix B.1
    'ba7816bf8f01cfea'
    """
    return hashlib.sha256(key.encode(errors="replace")).hexdigest()


def opens(key: str, key_hash: str) -> bool:
    """Whether a key matches a hash; takes the same time for a wrong key.

    Examples
    --------
    >>> opens("abc", hash_of("abc")), opens("abd", hash_of("abc")), opens("", "")
    (True, False, False)
    """
    is_short = len(key) <= LONGEST_KEY
    return hmac.compare_digest(hash_of(key[:LONGEST_KEY]).encode(), key_hash.encode(errors="replace")) and is_short


def read_phone(text: str) -> str | None:
    """Read the name that a phone has made for its visit: 96 bits as 16 characters; None if it is none.

    Examples
    --------
    >>> read_phone("Zm9vYmFyYmF6cXV4"), read_phone("Anna")
    ('Zm9vYmFyYmF6cXV4', None)
    """
    return text if re.match(PHONE_NAME, text) else None


def phone_hash(code: str, phone: str) -> str:
    """Return the hash that is stored for a phone; with the room code, so that it differs from room to room.

    Examples
    --------
    >>> phone_hash("482915", "Zm9vYmFyYmF6cXV4") == phone_hash("482916", "Zm9vYmFyYmF6cXV4")
    False
    """
    return hash_of(f"{code}:{phone}")
