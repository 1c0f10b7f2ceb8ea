"""What a user may be called."""

from __future__ import annotations

import re

from segtier.errors import Refused

_FIT = re.compile(r"[^\W_][\w.@+-]{0,79}")


def plain_user_name(name: str) -> str:
    """Without spaces around; raises Refused for one that is none."""
    plain = name.strip()
    if _FIT.fullmatch(plain) is None:
        raise Refused(
            "a user name has 1 to 80 letters, digits, '.', '@', '+', '-' or '_', and begins with a letter or digit",
            code="bad-user-name",
        )
    return plain


def user_key(name: str) -> str:
    """Two names with the same key are the same name."""
    return name.strip().casefold()
