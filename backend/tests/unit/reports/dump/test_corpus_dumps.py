"""Real Data Pump dumps, of other schemas than AWR's: every table has the rows that the dump itself says."""

from __future__ import annotations

import re
from contextlib import ExitStack
from pathlib import Path

import pytest

from segtier.errors import UnreadableInput
from segtier.reports.dump.dump import Dump
from segtier.reports.dump.rows import Rows
from tests.corpus import FOLDER
from tests.dumps import row_bytes

DUMPS = sorted(FOLDER.glob("dumps/*.dmp")) if FOLDER.is_dir() else []
SETS: dict[str, list[Path]] = {}
for _path in DUMPS:
    SETS.setdefault(re.sub(r"-set-\d+", "-set", _path.stem), []).append(_path)


@pytest.mark.parametrize("name", SETS)
def test_every_table_has_the_rows_its_master_table_says_or_is_refused_by_name(name: str) -> None:
    with ExitStack() as stay:
        dump = Dump([stay.enter_context(path.open("rb")) for path in SETS[name]])
        assert not dump.set.missing.any
        if "compressed" in name:
            assert dump.unnamed
            assert all("compressed" in (one.fault or "") for one in dump.unnamed)
            return
        assert dump.names
        assert not dump.notes
        for owner, table_name in dump.names:
            table = dump.table(owner, table_name)
            assert table is not None
            assert sum(1 for _ in table.read(sorted(table.columns))) == (table.expected or table.counted)
            assert table.said() is None


@pytest.mark.parametrize("name", [name for name in SETS if "compressed" not in name])
def test_rows_are_written_again_byte_by_byte(name: str) -> None:
    """The writer of the tests is as good as Oracle's."""
    with ExitStack() as stay:
        dump = Dump([stay.enter_context(path.open("rb")) for path in SETS[name]])
        for one in (one for objects in dump.objects.values() for one in objects):
            described = one.described()
            columns = [(column.name, column.type) for column in described.columns]
            if any(column.is_long for column in described.columns):
                continue
            rows = Rows(one.rows, described).read([column for column, _ in columns])
            assert b"".join(map(row_bytes(columns), rows)) == one.rows.read(0, one.rows.length)


@pytest.mark.parametrize("path", [one for one in DUMPS if "-set-2" in one.name], ids=lambda one: one.name)
def test_a_file_of_a_set_alone_names_what_is_missing(path: Path) -> None:
    with path.open("rb") as file:
        assert Dump([file]).set.missing.numbers == (1,)


def test_other_binary_files_are_no_dumps() -> None:
    for path in FOLDER.glob("*.gz") if FOLDER.is_dir() else []:
        with path.open("rb") as file, pytest.raises(UnreadableInput):
            Dump([file])
