"""One file of a Data Pump dump, and which others it takes to read the dump."""

from __future__ import annotations

from collections.abc import Iterable

from segtier.dataclass import dataclass

DAMAGED = "dump-damaged"
"""Code of what is said of a dump that is cut or damaged. Its section names the file where that is known."""


def file_name(number: int) -> str:
    return f"file {number}"


@dataclass(frozen=True, slots=True)
class DumpPart:
    """What the header of a file says. A dump in one file is its file 1, with the master table."""

    export: str
    """GUID of the export in hexadecimal digits: equal in all files of a dump, and in no other."""
    number: int
    """From 1."""
    has_master: bool
    """It holds the master table, without which nothing says what the dump must hold."""


@dataclass(frozen=True, slots=True)
class Missing:
    """What is not here of a dump. No header says how many files there are: the master table ends the search."""

    numbers: tuple[int, ...]
    """Files before the last one that is here."""
    behind: int | None
    """That last one where no file has the master table: more must come behind it. Else None."""

    @property
    def any(self) -> bool:
        return bool(self.numbers) or self.behind is not None

    def words(self) -> str:
        """As `files 1, 3 and those after file 4`; nothing where none is missing."""
        listed = ", ".join(map(str, self.numbers))
        named = f"file{'s' if len(self.numbers) > 1 else ''} {listed}" if listed else ""
        after = "" if self.behind is None else f"{'those' if named else 'the files'} after file {self.behind}"
        return " and ".join(filter(None, (named, after)))


def missing_of(parts: Iterable[DumpPart]) -> Missing:
    """`parts`: of one export, at least one."""
    here = list(parts)
    numbers = {one.number for one in here}
    last = max(numbers)
    open_end = not any(one.has_master for one in here)
    return Missing(tuple(sorted(set(range(1, last + 1)) - numbers)), last if open_end else None)
