"""SQL, PL/SQL and shell of the bundle, kept as files of their own language under `templates/`."""

from __future__ import annotations

import re
from functools import cache
from importlib.resources import files

_SLOT = re.compile(r"%%([A-Z_]+)%%")


@cache
def text_of(name: str) -> str:
    """The file as it stands: `sql/guard.sql`."""
    return (files("segtier.plan") / "templates" / name).read_text("utf-8")


def template(name: str, **slots: str) -> str:
    """The file with every %%NAME%% replaced once; what is put in is not read again. Raises KeyError for a slot without text."""
    return _SLOT.sub(lambda slot: slots[slot.group(1)], text_of(name))
