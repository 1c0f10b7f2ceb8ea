"""Files that are no text are named by their first bytes, and never shown as letters."""

from __future__ import annotations

import pytest

from segtier.errors import UnreadableInput
from segtier.reports import read_document
from segtier.reports.signatures import SIGNATURES, TAKEN
from segtier.reports.source import decode_text
from tests.sentences import worded

BLOCK_0 = b"\0\xa2\0\0\0\0\xc0\xff" + bytes(12) + b"\0\x20\0\0\x40\x06\0\0" + b"}|{z" + bytes(480)
BEGINNINGS = [
    (BLOCK_0 + bytes(40) + b"SHOP\0TAG20240102T030405\0" + bytes(900), worded("reports/piece-rman-backup")),
    (BLOCK_0.replace(b"}|{z", b"z{|}") + b"TAG20240102T030405", worded("reports/piece-rman-backup")),
    (BLOCK_0 + bytes(8000), worded("reports/file-oracle-database")),
    (b"PK\x03\x04rest", worded("reports/zip-archive-office")),
    (b"\x1f\x8b\x08rest", "a gzip archive"),
    (b"\xfd7zXZ\0rest", "an XZ archive"),
    (b"BZh91AY&SYrest", "a bzip2 archive"),
    (b"\x28\xb5\x2f\xfdrest", "a Zstandard archive"),
    (b"\x04\x22\x4d\x18rest", "an LZ4 archive"),
    (b"\x1f\x9d\x90rest", worded("reports/archive-compress-z")),
    (b"Rar!\x1a\x07\x01\0", "a RAR archive"),
    (b"7z\xbc\xaf\x27\x1crest", "a 7-Zip archive"),
    (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(500), worded("reports/old-office-file")),
    (b"%PDF-1.7\n%text", "a PDF"),
    (b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR", "a picture"),
    (b"\xff\xd8\xff\xe0\0\x10JFIF", "a picture"),
    (b"GIF89a\1\0\1\0", "a picture"),
    (b"BM\x36\0\x0c\0\0\0\0\0\x36\0", "a picture"),
    (b"RIFF\x24\0\0\0WEBPVP8 ", "a picture"),
    (b"\0\0\0\x18ftypheic\0\0", worded("reports/picture-film")),
    (b"\x7fELF\x02\x01\x01" + bytes(9), "a program"),
    (b"MZ\x90\0\x03\0\0\0\x04\0", "a program"),
    (b"MDMP\x93\xa7\0\0", worded("reports/windows-crash-dump")),
    (b"PGDMP\x01\x0e\0", "a PostgreSQL dump"),
    (b"SQLite format 3\0\x10\0", "a SQLite database"),
    (b"\0\1\0\0Standard ACE DB\0", "an Access database"),
    (b"PAR1\x15\x04", "a Parquet file"),
    (b"Obj\x01\x04\x14avro.codec", "an Avro file"),
    (b"\xd4\xc3\xb2\xa1\2\0", worded("reports/capture-network-packets")),
    (b"ElfFile\0\0\0", worded("reports/windows-event-log")),
]


def test_each_signature_has_a_case() -> None:
    assert [one.what for one in SIGNATURES if one.what not in {what for _, what in BEGINNINGS}] == []


@pytest.mark.parametrize(("data", "what"), BEGINNINGS)
def test_names_what_is_no_text(data: bytes, what: str) -> None:
    with pytest.raises(UnreadableInput) as refusal:
        read_document(data, "x")
    assert (refusal.value.code, refusal.value.message) == ("binary-file", worded("reports/file-not-report", what))
    assert refusal.value.advice == next(one.advice for one in SIGNATURES if one.what == what)
    assert refusal.value.excerpt is None


@pytest.mark.parametrize(
    ("data", "first"),
    [
        (bytes(range(1, 256)) * 8, "01 02 03 04 05 06 07 08"),
        (b"\x07\0" * 4000, "07 00 07 00 07 00 07 00"),
        (b"A\0\0\0B\0\0\0" * 900, "41 00 00 00 42 00 00 00"),
        (b"\xff\xfe" + b"\x01\0\x02\xd8" * 900, "FF FE 01 00 02 D8 01 00"),
        (b"LOG:\0 a few letters, and then very many of them " * 3, "4C 4F 47 3A 00 20 61 20"),
    ],
    ids=["all bytes", "every second is zero", "three of four are zero", "a mark of UTF-16", "one zero among letters"],
)
def test_shows_bytes_of_what_has_no_name(data: bytes, first: str) -> None:
    with pytest.raises(UnreadableInput) as refusal:
        read_document(data, "x")
    assert (refusal.value.code, refusal.value.message) == ("binary-file", worded("reports/file-binary-file", first))
    assert refusal.value.advice == TAKEN
    assert refusal.value.excerpt is None


@pytest.mark.parametrize(
    "text", ["EXPORT:V is what exp writes", "BMW, 12", "MZ, a list", "BZh9 and more", "PAR1,PAR2", "Rar! it says"]
)
def test_a_text_that_begins_like_a_signature_is_a_text(text: str) -> None:
    assert decode_text(f"{text}\n".encode() * 20)[0].startswith(text)
