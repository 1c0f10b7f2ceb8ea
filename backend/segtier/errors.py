"""Everything Segtier raises on purpose.

SegtierError
├── UnreadableInput      a file, form or document that cannot be read; says where and what to do
│   └── UnsupportedDocument   readable, but not a kind Segtier takes (an ASH report, a web page)
├── Refused              the request is understood and refused, with the reason (exit 5, HTTP 409)
│   ├── Infeasible       nothing satisfies the constraints as given
│   └── ChangedSince     somebody changed it since it was read (HTTP 412)
├── NotUsable            inputs were read, but hold too little to answer (exit 4, HTTP 409)
├── NotFound             no such report, database, device, section
└── NotAllowed           whoever asks may not (HTTP 403)

Anything else that escapes is a bug and is left to crash.
"""

from __future__ import annotations

import re
from collections.abc import Callable

_FIELD = re.compile("\u27e8([^\u27e9]{1,80})\u27e9")


def named(said: str) -> str:
    """A field of the request in a message, by its name over REST and with a value where that matters: `ssd`, `option=all`.

    Nobody but a door knows how it is typed there, so it spells what is marked here: `spelled`.
    """
    return f"\u27e8{said}\u27e9"


def spelled(text: str, spell: Callable[[str], str] = str) -> str:
    """The text with its fields as a door spells them; without `spell` as they are called over REST."""
    return _FIELD.sub(lambda found: spell(found[1]), text)


class SegtierError(Exception):
    """Base of every expected error. `code` is stable and machine-readable, `advice` says what to do."""

    code = "error"
    field: str | None = None
    """Of the question, by its name over REST, where one text of it cannot be read."""

    def __init__(self, message: str, *, code: str | None = None, advice: str | None = None) -> None:
        super().__init__(message)
        self.message = message
        self.advice = advice
        if code is not None:
            self.code = code


class UnreadableInput(SegtierError):
    """Input that cannot be read, with the position as far as it is known (line and column count from 1)."""

    code = "unreadable"

    def __init__(
        self,
        message: str,
        *,
        code: str | None = None,
        advice: str | None = None,
        section: str | None = None,
        line: int | None = None,
        column: int | None = None,
        excerpt: str | None = None,
    ) -> None:
        super().__init__(message, code=code, advice=advice)
        self.section = section
        self.line = line
        self.column = column
        self.excerpt = excerpt


class UnsupportedDocument(UnreadableInput):
    """A document Segtier recognises and does not take; `message` names the kind and what to upload instead."""

    code = "unsupported-document"


class Refused(SegtierError):
    """The request is clear and the answer is no; the message is the reason."""

    code = "refused"


class Infeasible(Refused):
    """No placement or option satisfies the constraints; the message names the constraint."""

    code = "infeasible"


class ChangedSince(Refused):
    """It is no longer what was read; `version` is the one it has now."""

    code = "changed-since"

    def __init__(self, message: str, version: int) -> None:
        super().__init__(message, advice="Read it again, then decide anew.")
        self.version = version


class NotUsable(SegtierError):
    """The inputs were read but do not hold what the question needs."""

    code = "not-usable"


class NotFound(SegtierError):
    """No such thing; the message names it."""

    code = "not-found"


class NotAllowed(SegtierError):
    """Whoever asks may not do this; the message says what they would need."""

    code = "not-allowed"
