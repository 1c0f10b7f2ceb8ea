"""A dump of more files, or bytes, than one reader is given is refused, with what to do."""

from __future__ import annotations

import pytest

from segtier.errors import UnreadableInput
from segtier.model.dump_part import DumpPart
from segtier.reading.channel import MOST_FILES
from segtier.reports.archives import Limits
from segtier.services.dump_files import refuse_too_much
from segtier.store.dump_parts import KeptDump, KeptPart

LIMITS = Limits(total_bytes=MOST_FILES * 4096)


def a_dump(files: int, size: int = 4096) -> KeptDump:
    parts = (DumpPart("e" * 32, number, number == files) for number in range(1, files + 1))
    return KeptDump(tuple(KeptPart(f"upl_{one.number}", "a.dmp", "f" * 64, size, one) for one in parts), ())


def test_as_much_as_a_reader_takes_is_read() -> None:
    refuse_too_much(a_dump(MOST_FILES), LIMITS)


@pytest.mark.parametrize(
    ("dump", "code", "words"),
    [
        (a_dump(MOST_FILES + 1, size=1), "too-many-files", ("251 files", "at most 250", "in one ZIP")),
        (a_dump(2, size=MOST_FILES * 4096), "too-large", ("1,024,000 bytes", "fewer snapshots")),
    ],
)
def test_more_is_refused_with_what_to_do(dump: KeptDump, code: str, words: tuple[str, ...]) -> None:
    with pytest.raises(UnreadableInput) as refused:
        refuse_too_much(dump, LIMITS)
    assert refused.value.code == code
    assert all(word in f"{refused.value.message} {refused.value.advice}" for word in words)
