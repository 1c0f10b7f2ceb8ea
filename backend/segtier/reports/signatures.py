"""Files that are no text, known by their first bytes: what each is, and what to upload instead.

Of two that fit the upper one counts. Each pattern is so long that no text begins with it.
Sources: the formats' own documents (PNG, JPEG, GIF, PDF, ZIP, GZIP, SQLite, ELF, PE, OLE [MS-CFB], minidump, archives);
D. Litchfield, "Dissecting the Redo Logs", for the header of Oracle's own files. Dumps of Oracle are told by `dump/header.py`.
"""

from __future__ import annotations

import re

from segtier.dataclass import dataclass
from segtier.errors import UnreadableInput

_REPORT = "Upload the AWR report of the busiest hour (awrrpt.sql, HTML)."
_NOT_A_PICTURE = "Upload the HTML report itself, not a picture."
_UNPACK = "Unpack it and upload the files inside."
_REPACK = "Unpack it and upload the files inside, or pack them with gzip or zip."
TAKEN = "Upload an AWR report in HTML, a segment export in CSV or a workload document in JSON."
_LOOK_AT = 4_096
_SHOWN = 8


@dataclass(frozen=True, slots=True)
class Signature:
    """`pattern` fits at the file's first byte."""

    what: str
    pattern: bytes
    advice: str


SIGNATURES: tuple[Signature, ...] = (
    Signature("a piece of an RMAN backup", rb".{28}(?:\}\|\{z|z\{\|\}).*TAG\d{8}T\d{6}", _REPORT),
    Signature(
        "a file of an Oracle database (data, redo, control or backup)",
        rb".{28}(?:\}\|\{z|z\{\|\})(?=.{0,64}\x00)",
        _REPORT,
    ),
    Signature(
        "a ZIP archive or an Office file",
        rb"PK\x03\x04",
        "Unpack it and upload the files inside; save a sheet as CSV or XLSX.",
    ),
    Signature("a gzip archive", rb"\x1f\x8b", "Unpack it (gunzip, tar) and upload the files inside."),
    Signature("an XZ archive", rb"\xfd7zXZ\x00", _REPACK),
    Signature("a bzip2 archive", rb"BZh[1-9](?:1AY&SY|\x17rE8P\x90)", _REPACK),
    Signature("a Zstandard archive", rb"\x28\xb5\x2f\xfd", _REPACK),
    Signature("an LZ4 archive", rb"\x04\x22\x4d\x18", _REPACK),
    Signature("an archive of compress (.Z)", rb"\x1f\x9d", _REPACK),
    Signature("a RAR archive", rb"Rar!\x1a\x07", _UNPACK),
    Signature("a 7-Zip archive", rb"7z\xbc\xaf\x27\x1c", _UNPACK),
    Signature(
        "an old Office file (XLS, DOC, MSG)",
        rb"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1",
        "Save the sheet as CSV or XLSX and upload that.",
    ),
    Signature("a PDF", rb"%PDF-", "Upload the HTML report itself, not a printout."),
    Signature(
        "a picture",
        rb"\x89PNG\r\n\x1a\n|\xff\xd8\xff|GIF8[79]a|BM.{4}\x00{4}|II\x2a\x00|MM\x00\x2a|RIFF.{4}WEBP|\x00\x00\x01\x00[^\x00]\x00",
        _NOT_A_PICTURE,
    ),
    Signature("a picture or a film", rb"\x00\x00\x00.ftyp|\x1a\x45\xdf\xa3|RIFF.{4}AVI ", _NOT_A_PICTURE),
    Signature(
        "a program",
        rb"\x7fELF|MZ.{0,60}\x00|\xca\xfe\xba\xbe|(?:\xcf|\xce)\xfa\xed\xfe|\xfe\xed\xfa(?:\xce|\xcf)",
        TAKEN,
    ),
    Signature("a Windows crash dump", rb"MDMP\x93\xa7|PAGEDU(?:MP|64)", TAKEN),
    Signature("a PostgreSQL dump", rb"PGDMP[\x00-\x08]", "Segtier reads of Oracle databases only."),
    Signature("a SQLite database", rb"SQLite format 3\x00", "Export its rows with their column names as CSV."),
    Signature(
        "an Access database",
        rb"\x00\x01\x00\x00Standard (?:Jet|ACE) DB",
        "Export its rows with their column names as CSV.",
    ),
    Signature("a Parquet file", rb"PAR1[\x00-\x1f]", "Write its rows as CSV, with their column names."),
    Signature("an Avro file", rb"Obj\x01", "Write its rows as CSV, with their column names."),
    Signature(
        "a capture of network packets",
        rb"\xd4\xc3\xb2\xa1|\xa1\xb2\xc3\xd4|\x0a\x0d\x0d\x0a.{4}\x4d\x3c\x2b\x1a",
        TAKEN,
    ),
    Signature("a Windows event log", rb"ElfFile\x00", TAKEN),
)
_ANY_OF = re.compile(b"|".join(b"(%s)" % one.pattern for one in SIGNATURES), re.DOTALL)


def refuse_signed(data: bytes) -> None:
    """Raises UnreadableInput where the first bytes are those of a file that is known."""
    found = _ANY_OF.match(data[:_LOOK_AT])
    if found is not None:
        signed = SIGNATURES[(found.lastindex or 1) - 1]
        raise UnreadableInput(f"the file is {signed.what}, not a report", code="binary-file", advice=signed.advice)


def unnamed_binary(data: bytes) -> UnreadableInput:
    """What to raise for bytes that are no text and begin like nothing known: they are shown as bytes, never as letters."""
    first = data[:_SHOWN].hex(" ").upper()
    return UnreadableInput(
        f"the file is a binary file: it begins with the bytes {first}", code="binary-file", advice=TAKEN
    )
