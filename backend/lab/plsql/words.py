"""The words of PL/SQL: from text to tokens."""

from __future__ import annotations

import re
from typing import NamedTuple

_TOKEN = re.compile(
    r"""\s+|--[^\n]*|(?P<text>'(?:[^']|'')*')|(?P<number>\d+(?:\.\d+)?(?!\.))|(?P<bind>:[a-z_]\w*)"""
    r"""|(?P<word>[a-z_][\w$\#]*)|(?P<sign><>|<=|>=|:=|\|\||=>|\.\.|[-+*/=<>(),;.%])""",
    re.IGNORECASE,
)


class NotKnown(Exception):
    """Something of PL/SQL that this interpreter does not know; says what, and where."""


class Token(NamedTuple):
    kind: str
    value: str
    at: int


def tokens(text: str) -> list[Token]:
    found, at = [], 0
    while at < len(text):
        match = _TOKEN.match(text, at)
        if match is None:
            raise NotKnown(f"a character of {text[at : at + 40]!r}")
        at = match.end()
        if match.lastgroup:
            word = match.group()
            found.append(Token(match.lastgroup, word.upper() if match.lastgroup == "word" else word, match.start()))
    return found
