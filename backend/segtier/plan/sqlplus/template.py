"""SQL, PL/SQL and shell of the bundle, kept as files of their own language under `templates/`."""

from __future__ import annotations

import re
from collections.abc import Set as AbstractSet
from functools import cache
from importlib.resources import files

from segtier.plan.contract import TargetedRequest

_PIECE = re.compile(r"^(?:--|#) piece: (\w+)\n", re.MULTILINE)
_SLOT = re.compile(r"^%%([A-Z_]+)%%\n|%%([A-Z_]+)%%", re.MULTILINE)


@cache
def text_of(name: str) -> str:
    """The file as it stands: `sql/guard.sql`; or one of its pieces: `sql/pieces.sql#walk`, which begins with `-- piece: walk`."""
    file, _, piece_of = name.partition("#")
    text = (files("segtier.plan") / "templates" / file).read_text("utf-8")
    _, *pieces = _PIECE.split(text)
    return dict(zip(pieces[::2], pieces[1::2], strict=True))[piece_of] if piece_of else text


def template(name: str, **slots: str) -> str:
    """The file with every %%NAME%% replaced once; what is put in is not read again. Raises KeyError for a slot without text.

    A slot that is a line of its own takes whole lines: no empty one is left where its text is empty.
    """
    return _SLOT.sub(lambda slot: _lines(slots[slot[1]]) if slot[1] else slots[slot[2]], text_of(name))


def only(text: str, words: AbstractSet[str]) -> str:
    """`text` without its sections for other words: from a line `--only LOB IOT` to its line `--all`."""
    kept: list[str] = []
    within: list[bool] = []
    for line in text.splitlines(keepends=True):
        mark = line.split()
        if mark[:1] == ["--only"]:
            within.append(not words.isdisjoint(mark[1:]))
        elif mark == ["--all"]:
            within.pop()
        elif all(within):
            kept.append(line)
    return "".join(kept)


def _lines(text: str) -> str:
    return f"{text}\n" if text and not text.endswith("\n") else text


def fill(text: str, **values: str) -> str:
    """`text` with every %%NAME%% replaced."""
    for name, value in values.items():
        text = text.replace(f"%%{name}%%", value)
    return text


def piece(name: str, request: TargetedRequest, **slots: str) -> str:
    """SQL that each target has under the same name."""
    return template(f"{request.target.name}/target.sql#{name}", **slots)
