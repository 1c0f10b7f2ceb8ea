"""SQL, PL/SQL and shell of the bundle, kept as files of their own language under `templates/`."""

from __future__ import annotations

import re
from functools import cache
from importlib.resources import files

_SLOT = re.compile(r"^%%([A-Z_]+)%%\n|%%([A-Z_]+)%%", re.MULTILINE)


@cache
def text_of(name: str) -> str:
    """The file as it stands: `sql/guard.sql`."""
    return (files("segtier.plan") / "templates" / name).read_text("utf-8")


def template(name: str, **slots: str) -> str:
    """The file with every %%NAME%% replaced once; what is put in is not read again. Raises KeyError for a slot without text.

    A slot that is a line of its own takes whole lines: no empty one is left where its text is empty.
    """
    return _SLOT.sub(lambda slot: _lines(slots[slot[1]]) if slot[1] else slots[slot[2]], text_of(name))


def _lines(text: str) -> str:
    return f"{text}\n" if text and not text.endswith("\n") else text
