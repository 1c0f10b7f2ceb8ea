"""How much one file may cost. Beyond the processor time or the memory it is the file that is refused."""

from __future__ import annotations

import math

from segtier.dataclass import dataclass
from segtier.errors import NotUsable, UnreadableInput
from segtier.store.lying import PACKED_SIGNS

_MB = 1024**2
_TAR_SIGN = slice(257, 262)
_SHARED = 2
_FEWER = "Mark the reports that matter less as ignored, or give answers more "
_UNPACKED_RATIO = 20
"""What is packed counts as this much longer: workbooks, reports and stored documents shrink 10- to 25-fold."""


def is_packed(head: bytes) -> bool:
    """Does a file that begins so hold others: an archive, a bundle, a workbook?"""
    return head.startswith(PACKED_SIGNS) or head[_TAR_SIGN] == b"ustar"


def grows(head: bytes) -> bool:
    """Is a file that begins so longer unpacked?"""
    return head.startswith(PACKED_SIGNS)


@dataclass(frozen=True, slots=True)
class ReadLimits:
    """Of one order to a reader process; the defaults are for files.

    A report takes 10 to 60 ms of processor time per MB, an export up to 700 ms.
    """

    cpu_s: float = 5.0
    cpu_s_per_mb: float = 2.0
    cpu_most_s: int = 900
    memory_bytes: int = 1024 * _MB
    """Of data, beside the program itself."""
    silence_s: float = 120.0
    """Without any answer, in wall time: a process that neither works nor ends."""

    def cpu_limit_s(self, given_bytes: int, *, packed: bool) -> int:
        """Processor time for so many bytes."""
        length = given_bytes * (_UNPACKED_RATIO if packed else 1)
        return min(self.cpu_most_s, math.ceil(self.cpu_s + self.cpu_s_per_mb * length / _MB))

    def silence_limit_s(self, cpu_limit_s: int) -> float:
        """A process that has to share its processor with others gets through its time so much later."""
        return self.silence_s + _SHARED * cpu_limit_s


def advice_took_too_long(cpu_limit_s: int) -> NotUsable:
    return NotUsable(
        f"working it out took more than {cpu_limit_s} s of processor time and was stopped",
        code="took-too-long",
        advice=_FEWER + "processor time: SEGTIER_ADVICE_CPU_S.",
    )


def advice_needs_memory(memory_bytes: int) -> NotUsable:
    return NotUsable(
        f"working it out takes more than the {memory_bytes // _MB:,} MiB of memory that an answer may use",
        code="needs-memory",
        advice=_FEWER + "memory: SEGTIER_ADVICE_MEMORY_BYTES.",
    )


def file_took_too_long(cpu_limit_s: int) -> UnreadableInput:
    return UnreadableInput(
        f"reading it took more than {cpu_limit_s} s of processor time and was stopped",
        code="took-too-long",
        advice="No report of this length takes so long. Export it again, and check that it is the file you mean.",
    )


def file_needs_memory(memory_bytes: int) -> UnreadableInput:
    return UnreadableInput(
        f"reading it takes more than the {memory_bytes // _MB:,} MiB of memory that a reader may use",
        code="needs-memory",
        advice="Split the export (by owner, or by hour), or give readers more: SEGTIER_READ_MEMORY_BYTES.",
    )
