"""What the clients asked for and what they were told, in one order; the only memory the judge has of the load."""

from __future__ import annotations

import itertools
import threading
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Literal

Kind = Literal["upload", "archive", "delete upload", "delete archive", "delete database"]
Answer = Literal["acknowledged", "gone", "refused"]
"""`gone`: the server said that there is nothing to delete (404); `refused`: any answer that asks to come again."""
ENDLESS = 1 << 62


@dataclass
class Act:
    """One request, or for a delete all tries of it until it was answered."""

    kind: Kind
    contents: tuple[str, ...]
    """Digests of the files it brings or takes away."""
    target: str | None
    """What is deleted: the identifier of an upload, the name of a database."""
    begin: int
    end: int = ENDLESS
    """Place in the order of all beginnings and ends; endless without an answer."""
    answer: Answer | None = None
    upload_id: str | None = None
    """The identifier an upload was acknowledged with."""
    words: str = ""
    tries: int = 1

    @property
    def deletes(self) -> bool:
        return self.kind.startswith("delete")


@dataclass
class Journal:
    """Written by all clients at once."""

    acts: list[Act] = field(default_factory=list)
    _order: Iterator[int] = field(default_factory=lambda: itertools.count(1))
    _guard: threading.Lock = field(default_factory=threading.Lock)

    def begin(self, kind: Kind, contents: tuple[str, ...], target: str | None = None) -> Act:
        with self._guard:
            act = Act(kind, contents, target, next(self._order))
            self.acts.append(act)
        return act

    def end(self, act: Act, answer: Answer, upload_id: str | None = None, words: str = "") -> None:
        with self._guard:
            act.end, act.answer, act.upload_id, act.words = next(self._order), answer, upload_id, words

    def acknowledged(self, *, deletes: bool = False) -> list[Act]:
        with self._guard:
            return [act for act in self.acts if act.answer == "acknowledged" and act.deletes == deletes]
