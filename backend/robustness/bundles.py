"""A bundle's files as one text, so that what is changed is what the files say and not a checksum of the zip around them."""

from __future__ import annotations

import re
from collections.abc import Mapping

from tests.integration.packed import a_zip

_BEGINNING = re.compile(rb"^~~(\S{1,200})\n", re.MULTILINE)
_MOST_FILES = 100


def as_text(files: Mapping[str, bytes]) -> bytes:
    """Every file behind a line with its name."""
    return b"".join(b"~~" + name.encode() + b"\n" + data for name, data in files.items())


def packed(text: bytes) -> bytes:
    """The zip of the files such a text holds; of two with one name the last."""
    _, *pieces = _BEGINNING.split(text)
    names = (name.decode("latin-1") for name in pieces[: 2 * _MOST_FILES : 2])
    return a_zip(dict(zip(names, pieces[1::2], strict=False)))
