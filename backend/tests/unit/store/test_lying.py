"""What is stored compressed comes back byte for byte or is called damaged, within the size that its name says."""

from __future__ import annotations

import gzip
import hashlib
import io
import random
import zipfile
from collections.abc import Callable

import openpyxl
import pytest

from segtier.errors import Refused
from segtier.store import lying

TEXT = b"".join(b"<td>%d</td>" % number for number in range(300_000))
NOISE = random.Random(1).randbytes(100_000)


def a_zip() -> bytes:
    with zipfile.ZipFile(target := io.BytesIO(), "w", zipfile.ZIP_DEFLATED) as packed:
        packed.writestr("report.html", TEXT)
    return target.getvalue()


def a_workbook() -> bytes:
    book = openpyxl.Workbook()
    for number in range(2_000):
        book.active.append([f"SEGMENT_{number}", random.Random(number).random()])
    book.save(target := io.BytesIO())
    return target.getvalue()


CAME: dict[str, tuple[Callable[[], bytes], bool]] = {
    "nothing": (lambda: b"", False),
    "a small file": (lambda: TEXT[:4_096], False),
    "one that is no longer small": (lambda: TEXT[:4_097], True),
    "a report": (lambda: TEXT, True),
    "exactly some pieces": (lambda: bytes(2 * lying.PIECE_BYTES), True),
    "text, then noise": (lambda: TEXT[: lying.PIECE_BYTES] + NOISE, True),
    "noise": (lambda: NOISE, False),
    "a zip": (a_zip, False),
    "gzip": (lambda: gzip.compress(TEXT), False),
    "a workbook": (a_workbook, False),
}


def lies(data: bytes) -> tuple[bytes, lying.Taken]:
    taken = lying.take(io.BytesIO(data), target := io.BytesIO(), len(data))
    return target.getvalue(), taken


@pytest.mark.parametrize("name", CAME)
def test_what_came_comes_back(name: str) -> None:
    make, compressed = CAME[name]
    data = make()
    there, taken = lies(data)
    assert (taken.sha256, taken.bytes) == (hashlib.sha256(data).hexdigest(), len(data))
    assert (lying.original_bytes(taken.ending) == len(data), there != data) == (compressed, compressed)
    lying.unpack([there], back := io.BytesIO(), taken.sha256, taken.ending)
    lying.copy_checked([there], copy := io.BytesIO(), taken.sha256, taken.ending)
    assert (back.getvalue(), copy.getvalue()) == (data, there)
    if compressed:
        assert gzip.decompress(there) == data


def test_the_limit_is_of_what_comes() -> None:
    with pytest.raises(Refused, match=f"larger than {len(TEXT) - 1:,} bytes"):
        lying.take(io.BytesIO(TEXT), io.BytesIO(), len(TEXT) - 1)


BOMB, SMALL = gzip.compress(bytes(50 * lying.PIECE_BYTES)), gzip.compress(b"0" * 5_000)
DAMAGE: dict[str, tuple[bytes, str]] = {
    "cut off": (BOMB[:-1], f".{50 * lying.PIECE_BYTES}.gz"),
    "nothing left": (b"", ".0.gz"),
    "more behind it": (BOMB + b"\0", f".{50 * lying.PIECE_BYTES}.gz"),
    "a second file behind it": (SMALL + SMALL, ".10000.gz"),
    "larger than its name says": (BOMB, ".5000.gz"),
    "smaller than its name says": (SMALL, ".5001.gz"),
    "not compressed": (b"0" * 5_000, ".5000.gz"),
    "a changed byte": (SMALL[:-12] + bytes([SMALL[-12] ^ 1]) + SMALL[-11:], ".5000.gz"),
    "another file": (SMALL, ".5000.gz"),
    "another file as it came": (b"other", ""),
}


@pytest.mark.parametrize("name", DAMAGE)
def test_what_is_damaged_is_told_before_much_of_it_is_unpacked(name: str) -> None:
    there, ending = DAMAGE[name]
    most = (lying.original_bytes(ending) or 0) + lying.PIECE_BYTES
    with pytest.raises(lying.Damaged):
        lying.unpack([there], target := io.BytesIO(), "0" * 64, ending)
    assert target.tell() <= most
    with pytest.raises(lying.Damaged):
        lying.copy_checked([there], io.BytesIO(), "0" * 64, ending)


def test_a_bomb_is_left_at_the_size_of_its_name() -> None:
    with pytest.raises(lying.Damaged):
        lying.unpack([BOMB], target := io.BytesIO(), "0" * 64, ".5000.gz")
    assert target.tell() <= lying.PIECE_BYTES


@pytest.mark.parametrize(
    ("name", "digest", "size"),
    [("ab", "ab", None), ("ab.12.gz", "ab", 12), ("ab.gz", "ab", None), ("ab.12.gz.gz", "ab", None)],
)
def test_a_name_says_how_a_file_lies(name: str, digest: str, size: int | None) -> None:
    assert (lying.digest_in(name), lying.original_bytes(lying.ending_of(name))) == (digest, size)
    assert lying.digest_in(name) + lying.ending_of(name) == name
