"""Why a dump, or a table of it, is not read: what, where, what to do."""

from __future__ import annotations

from collections.abc import Sequence

from segtier.errors import UnreadableInput, UnsupportedDocument
from segtier.model.dump_part import Missing
from segtier.plurals import plural

_AGAIN = "Extract it again with awrextr.sql and copy it in binary mode, whole."
_PLAIN = "Extract it again with awrextr.sql, which neither compresses nor encrypts."


class TableFault(UnreadableInput):
    """A table is not read, or not to its end; the others are."""

    code = "dump-table"


def not_a_dump() -> UnreadableInput:
    return UnreadableInput("this is no Oracle Data Pump dump", code="not-a-dump", advice=_AGAIN)


def old_export() -> UnsupportedDocument:
    return UnsupportedDocument(
        "this is a dump of the old export utility (exp), not of Data Pump",
        advice="Extract AWR with awrextr.sql, which writes a Data Pump dump.",
    )


def not_as_text() -> UnsupportedDocument:
    return UnsupportedDocument(
        "this is an Oracle Data Pump dump, not text",
        advice="Upload it by itself, or in one ZIP or tar; an AWR dump is read then.",
    )


def damaged(what: str) -> UnreadableInput:
    return UnreadableInput(f"the dump is damaged: {what}", code="damaged-dump", advice=_AGAIN)


def sent_as_text() -> UnreadableInput:
    return UnreadableInput(
        "the dump was damaged by a transfer in text mode, which put a carriage return before each line feed",
        code="damaged-dump",
        advice="Send it again as binary (in FTP type binary first).",
    )


def not_awr(tables: int, broken: str | None) -> UnsupportedDocument | UnreadableInput:
    """`broken`: what is wrong with the dump, of which nobody knows then what it held."""
    if broken is not None:
        return damaged(f"{broken}; WRM$_SNAPSHOT is not in what is left")
    return UnsupportedDocument(
        f"this is a Data Pump dump with {plural(tables, 'table')}, but not of AWR: it has no WRM$_SNAPSHOT",
        advice="Extract AWR with awrextr.sql and upload the dump that it writes.",
    )


def no_tables(why: str | None) -> UnsupportedDocument:
    """Of a dump none of whose tables can be told; `why`: what the first of them says."""
    return UnsupportedDocument(
        f"Segtier cannot read the tables of this Data Pump dump: {why}"
        if why
        else "this is a Data Pump dump without tables",
        advice=_PLAIN,
    )


def part_of_set(numbers: Sequence[int], missing: Missing) -> UnreadableInput:
    """`numbers`: of the files that are here."""
    here = f"this is file {numbers[0]}" if len(numbers) == 1 else f"these are files {', '.join(map(str, numbers))}"
    return UnreadableInput(
        f"{here} of a Data Pump dump in several files; Segtier cannot read its snapshots without the others"
        f" (missing: {missing.words()})",
        code="dump-part",
        advice="Pack all of them into one ZIP, or name all of them on the command line.",
    )


def mixed_set(what: str) -> UnreadableInput:
    return UnreadableInput(what, code="mixed-dumps", advice="Give the files of one export together.")


def cut_words(files: Sequence[int]) -> str:
    """`files`: numbers of those that are cut of a set; none of a dump in one file."""
    return f"file {', '.join(map(str, files))} is truncated" if files else "it is truncated"


def no_snapshots(broken: str | None) -> UnreadableInput:
    """`broken`: as for `not_awr`."""
    if broken is not None:
        return damaged(f"{broken}; no two snapshots of one instance, between which it ran, are in what is left")
    return UnreadableInput(
        "the dump holds no two snapshots of one instance between which it ran",
        code="no-snapshots",
        advice="Extract a range with at least two snapshots: awrextr.sql asks for the first and the last.",
    )


PACKED = f"its data is compressed (COMPRESSION=ALL or DATA_ONLY). {_PLAIN}"
STRANGE = f"its data is encrypted or of an unknown form. {_PLAIN}"
DAMAGED_THERE = f"its description cannot be read, though other tables can: the file is damaged there. {_AGAIN}"
CUT_BEFORE = f"the file ends before its columns are described. {_AGAIN}"
