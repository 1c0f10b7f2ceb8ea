"""What a user may be called: by what is seen, and so that one name cannot be taken for another."""

from __future__ import annotations

import unicodedata

from segtier.errors import Refused
from segtier.unseen import unseen

_LONGEST = 80
_MARKS = frozenset(".@+-_")
_LIKE = frozenset(("LATIN", "GREEK", "CYRILLIC", "ARMENIAN", "CHEROKEE", "COPTIC", "LISU", "DESERET"))
"""Scripts whose letters look like each other's: a name has letters of one of them at most."""


def plain_user_name(name: str) -> str:
    """In Unicode's form NFKC, without spaces around; raises Refused for one that is none."""
    plain = unicodedata.normalize("NFKC", name).strip()
    if not is_user_name(plain):
        raise Refused(
            f"a user name has 1 to {_LONGEST} letters, digits, '.', '@', '+', '-' or '_', begins with a letter or digit, "
            "and does not mix alphabets that look alike",
            code="bad-user-name",
        )
    return plain


def is_user_name(name: str) -> bool:
    """Could a new user be called so?"""
    if not 0 < len(name) <= _LONGEST or unicodedata.normalize("NFKC", name) != name or unseen(name) is not None:
        return False
    kinds = [unicodedata.category(one) for one in name]
    known = all(
        kind[0] == "L" or kind in ("Mn", "Mc", "Nd") or one in _MARKS for one, kind in zip(name, kinds, strict=True)
    )
    return known and (kinds[0][0] == "L" or kinds[0] == "Nd") and len(_LIKE & set(map(_script, name))) <= 1


def user_key(name: str) -> str:
    """Two names with the same key are the same name."""
    return name.strip().casefold()


def _script(letter: str) -> str:
    """The first word of its name in Unicode: the alphabet, of a letter."""
    return unicodedata.name(letter, "").partition(" ")[0]
