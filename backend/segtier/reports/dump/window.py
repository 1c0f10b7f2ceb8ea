"""The bytes of an extent, a stretch at a time: what is read of a table needs no more memory than that."""

from __future__ import annotations

from segtier.reports.dump.refusals import TableFault
from segtier.reports.dump.sets import Extent

_STRETCH = 1 << 20
CUT = "its rows break off"


class Window:
    """`buf` from `at` on is what lies ahead; it begins at `base` of the extent."""

    __slots__ = ("_end", "_extent", "at", "base", "buf")

    def __init__(self, extent: Extent, begin: int, end: int) -> None:
        self._extent, self._end = extent, min(end, extent.length)
        self.base, self.at, self.buf = begin, 0, b""

    @property
    def offset(self) -> int:
        return self.base + self.at

    @property
    def is_more(self) -> bool:
        """Whether the extent has bytes behind those that lie ahead."""
        return self.base + len(self.buf) < self._end

    def ahead(self, least: int) -> bool:
        """Make so many bytes lie ahead, as far as the extent has them; False where nothing does."""
        have = len(self.buf) - self.at
        begin = self.base + len(self.buf)
        if have < least and begin < self._end:
            more = self._extent.read(begin, min(max(_STRETCH, least), self._end - begin))
            self.base += self.at
            self.buf = self.buf[self.at :] + more
            self.at = 0
            have += len(more)
        return have > 0

    def take(self, count: int) -> bytes:
        """The next bytes. Raises TableFault where the extent ends before."""
        end = self.at + count
        if end > len(self.buf):
            self.ahead(count)
            end = self.at + count
            if end > len(self.buf):
                raise TableFault(CUT)
        found = self.buf[self.at : end]
        self.at = end
        return found

    def one(self) -> int:
        at = self.at
        if at >= len(self.buf):
            return self.take(1)[0]
        self.at = at + 1
        return self.buf[at]
