"""Dumps that are not read, or not whole: what is said, and of what."""

from __future__ import annotations

import io
import struct
from collections.abc import Callable
from typing import Literal

import pytest

from segtier.errors import UnreadableInput
from segtier.reports.dump.dump import Dump
from tests.dumps import BLOCK, NUMBER, TableData, dump_files, one_file
from tests.sentences import worded

COLUMNS = (("SNAP_ID", NUMBER), ("DBID", NUMBER), ("INSTANCE_NUMBER", NUMBER), ("VALUE", NUMBER))
TABLES = [TableData(f"WRH$_T{n}", COLUMNS, [(7, 99, 1, value) for value in range(900)]) for n in range(6)]
WHOLE = one_file(TABLES)
EXP = b"\x03\x00\x01EXPORT:V10.02.01\n" + bytes(4096)


def patched(at: int, data: bytes) -> bytes:
    return WHOLE[:at] + data + WHOLE[at + len(data) :]


@pytest.mark.parametrize(
    ("files", "code"),
    [
        ([EXP], "unsupported-document"),
        ([b"no dump at all"], "not-a-dump"),
        ([b""], "not-a-dump"),
        ([WHOLE[:700]], "damaged-dump"),
        ([WHOLE[:3000]], "damaged-dump"),
        ([patched(0x1F, struct.pack(">I", 0))], "damaged-dump"),
        ([patched(0x1F, struct.pack(">I", 0x80000001))], "damaged-dump"),
        ([patched(0x23, struct.pack(">I", 4097))], "damaged-dump"),
        ([WHOLE, one_file(TABLES, job=b"another export..")], "mixed-dumps"),
    ],
)
def test_files_that_are_no_dump_are_refused(files: list[bytes], code: str) -> None:
    with pytest.raises(UnreadableInput) as refused:
        Dump([io.BytesIO(one) for one in files])
    assert refused.value.code == code
    assert refused.value.advice


@pytest.mark.parametrize("ends", [b"\r\n", b"\r\r\n"])
@pytest.mark.parametrize("number", [1, 2])
def test_a_dump_that_was_sent_as_text_is_called_that(number: int, ends: bytes) -> None:
    """Not a part that waits for the others: its header says what was never written."""
    whole = dump_files(TABLES, files=2)[number - 1]
    with pytest.raises(UnreadableInput) as refused:
        Dump([io.BytesIO(whole.replace(b"\n", ends))])
    assert refused.value.message == worded("reports/dump-damaged-transfer")
    Dump([io.BytesIO(whole)])


def rows_in(*files: bytes) -> dict[str, tuple[int, str | None]]:
    """Of each table the rows read, and what is said of it."""
    dump = Dump([io.BytesIO(one) for one in files])
    found = {}
    for owner, name in sorted(dump.names):
        table = dump.table(owner, name)
        assert table is not None
        count = sum(1 for _ in table.read(["VALUE"]))
        found[name] = (count, table.said())
    return found


@pytest.mark.parametrize("count", [1, 2, 3, 5])
def test_a_set_is_read_whatever_the_order_of_its_files(count: int) -> None:
    files = dump_files(TABLES, files=count)
    assert len(files) == count
    assert rows_in(*reversed(files)) == {one.name: (900, None) for one in TABLES}


@pytest.mark.parametrize("gone", [0, 1, 2, 3])
def test_of_a_set_with_a_missing_file_no_table_looks_whole_that_is_not(gone: int) -> None:
    files = dump_files(TABLES, files=4)
    found = rows_in(*(one for place, one in enumerate(files) if place != gone))
    last = gone == 3
    assert found.keys() <= {one.name for one in TABLES}
    assert all(count == 900 or said for count, said in found.values())
    assert any(said for _, said in found.values()) or last


def test_a_missing_file_is_named() -> None:
    files = dump_files(TABLES, files=4)
    dump = Dump([io.BytesIO(files[0]), io.BytesIO(files[3])])
    assert dump.set.missing.numbers == (2, 3)
    assert any("2, 3" in note for note in dump.notes)
    assert any("master table" in note for note in Dump([io.BytesIO(files[0])]).notes)


LONG = TableData("WRH$_LONG", COLUMNS, [(7, 99, 1, value) for value in range(9_000)])


@pytest.mark.parametrize("tables", [TABLES, [*TABLES, LONG], [LONG, *TABLES]])
@pytest.mark.parametrize("lost", [1, 700, BLOCK, 3 * BLOCK])
@pytest.mark.parametrize("cut", [0, 1, 2, 3])
def test_the_cut_file_of_a_set_is_named(tables: list[TableData], lost: int, cut: int) -> None:
    """Also where it ends with a block, and where a table goes on through several files; what lies behind it is read."""
    files = dump_files(tables, files=4)
    files[cut] = files[cut][:-lost]
    dump = Dump([io.BytesIO(one) for one in files])
    assert dump.set.cut == (cut + 1,)
    assert dump.listed is not None or cut == 3
    found = rows_in(*files)
    assert all(count == len(one.rows) or said for one in tables for count, said in [found.get(one.name, (0, "gone"))])


@pytest.mark.parametrize("tables", [TABLES, [LONG, *TABLES]])
@pytest.mark.parametrize("cut", [0, 1, 2])
def test_the_cut_file_is_named_wherever_it_ends_with_a_block(tables: list[TableData], cut: int) -> None:
    """Also right behind a table, where nothing goes on into the next file."""
    files = dump_files(tables, files=4)
    for end in range(2 * BLOCK, len(files[cut]), BLOCK):
        some = [data[:end] if place == cut else data for place, data in enumerate(files)]
        assert Dump([io.BytesIO(one) for one in some]).set.cut == (cut + 1,), end


def test_files_of_a_whole_set_are_not_called_cut() -> None:
    """However unlike their lengths are."""
    for count in range(2, 9):
        dump = Dump([io.BytesIO(one) for one in dump_files([LONG, *TABLES], files=count)])
        assert (dump.notes, dump.set.cut) == ([], ())


@pytest.mark.parametrize("share", [0.3, 0.5, 0.8, 0.97])
def test_of_a_dump_that_is_cut_every_table_that_is_short_says_so(share: float) -> None:
    found = rows_in(WHOLE[: int(len(WHOLE) * share)])
    only_master_cut = share == 0.97
    assert only_master_cut or any(said for _, said in found.values()) or len(found) < len(TABLES)
    assert all(count == 900 or said for count, said in found.values())
    whole_master = Dump([io.BytesIO(WHOLE[: int(len(WHOLE) * share)])])
    assert any("master table" in note for note in whole_master.notes)


OBJECT = WHOLE.index(b"\xff\xff\x24\x24")


def packed(data: bytes) -> bytes:
    return data[: OBJECT + 5] + b"\x04" + data[OBJECT + 6 :]


def packed_rows(data: bytes) -> bytes:
    start = OBJECT + BLOCK
    return data[:start] + b"KGC\x80\x01HDR>T" + data[start + 10 :]


def zeros(data: bytes) -> bytes:
    start = OBJECT + BLOCK
    return data[:start] + bytes(64) + data[start + 64 :]


@pytest.mark.parametrize(("change", "said"), [(packed, "compressed"), (packed_rows, "compressed"), (zeros, "damaged")])
def test_a_table_that_is_packed_or_strange_is_told_and_the_others_are_read(
    change: Callable[[bytes], bytes], said: str
) -> None:
    dump = Dump([io.BytesIO(change(WHOLE))])
    (strange,) = dump.unnamed
    assert said in (strange.fault or "")
    table = dump.table("SYS", "WRH$_T0")
    assert table is not None
    assert list(table.read(["VALUE"])) == []
    assert "0 rows read of 900 expected" in (table.said() or "")
    assert rows_in(change(WHOLE))["WRH$_T1"] == (900, None)


def test_a_dump_none_of_whose_descriptions_can_be_read_may_be_encrypted() -> None:
    at, data = OBJECT, WHOLE
    while at >= 0:
        data = data[: at + BLOCK] + bytes(64) + data[at + BLOCK + 64 :]
        at = data.find(b"\xff\xff\x24\x24", at + BLOCK)
    dump = Dump([io.BytesIO(data)])
    assert not dump.objects
    assert all("encrypted" in (one.fault or "") for one in dump.unnamed)


@pytest.mark.parametrize("number", [0, 1, 2**31, 2**63, 2**64 - 1])
@pytest.mark.parametrize("place", range(6))
def test_hostile_lengths_of_an_object_are_never_believed(number: int, place: int) -> None:
    start = OBJECT + 6 + 8 * place
    found = rows_in(WHOLE[:start] + struct.pack(">Q", number) + WHOLE[start + 8 :])
    assert all(count == 900 or said for count, said in found.values())


def test_descriptions_without_end_are_cut_at_once() -> None:
    evil = b"<COL_LIST_ITEM>" * 100_000
    at = WHOLE.index(b"<COL_LIST>") + 10
    data = bytearray(WHOLE[:at] + evil)
    struct.pack_into(">Q", data, OBJECT + 6, BLOCK * 300)
    struct.pack_into(">Q", data, OBJECT + 6 + 24, BLOCK * 301)
    struct.pack_into(">Q", data, OBJECT + 6 + 40, BLOCK * 400)
    assert all(said for _, said in rows_in(bytes(data)).values())


def test_a_master_table_without_rows_is_not_believed() -> None:
    data = bytearray(WHOLE)
    struct.pack_into(">Q", data, WHOLE.rindex(b"\xff\xff\x24\x24") + 22, 0)
    assert any("no known form" in note for note in Dump([io.BytesIO(data)]).notes)


def test_a_master_table_that_lists_nothing_is_said() -> None:
    data = WHOLE.replace(b"TABLE_DATA", b"TABLE_DATB")
    assert any("lists no table" in note for note in Dump([io.BytesIO(data)]).notes)


@pytest.mark.parametrize(("kind", "rows"), [("text", 0), ("number", 900)])
def test_a_column_that_is_described_as_another_type_than_it_must_have_is_not_read(
    kind: Literal["text", "number"], rows: int
) -> None:
    table = Dump([io.BytesIO(WHOLE)]).table("SYS", "WRH$_T0", kinds={"VALUE": kind, "NOT_THERE": "text"})
    assert table is not None
    assert sum(1 for _ in table.read(["VALUE"])) == rows
    assert (table.said() is None) == (rows == 900)
