"""Damaged Data Pump dumps: does anything crash, hang, or lose rows without a word?

Each copy is cut, has a byte flipped, a stretch of random bytes, of FF or of zeros, or a hostile number where lengths and offsets
stand. Sets of eight files are damaged the same way, or lack a file. What is read is compared with the whole dump: a table that
has not all its rows must say so, or the dump must say that it cannot know. Of dumps of AWR every interval is made too.

Run: `python robustness/dumps.py [--copies 5000] [--sets 500] [--seed 1]`. Exits with 1 where a copy had a fault. Real dumps that
lie beside the repository are damaged too.
"""

from __future__ import annotations

import argparse
import io
import random
import re
import resource
import signal
import struct
import sys
import time
from collections import Counter, deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from segtier.errors import UnreadableInput
from segtier.model.workload import Source
from segtier.reports.awr_dump.read import read_dump
from segtier.reports.dump.dump import Dump
from tests.awr_dumps import busy_dump
from tests.corpus import FOLDER
from tests.dumps import CLOB, NUMBER, TEXT, TableData, dump_files, one_file

_FILES_OF_A_SET = 8
_LONGEST_S = 5
"""Of processor time: a copy that takes so long hangs."""
_MOST_MEMORY_MB = 150
_OBJECT = b"\xff\xff\x24\x24"
_HOSTILE = (0, 1, 0x7F, 0xFF, 0xFFFF, 2**31, 2**32 - 1, 2**40, 2**63, 2**64 - 1)
_TYPE = re.compile(rb"<TYPE_NUM>(\d{1,3})</TYPE_NUM>")
_TYPES = (1, 2, 12, 23, 96, 100, 101, 112, 180, 183, 231)
Files = Sequence[bytes]
Counts = dict[tuple[str, str], tuple[int, str | None]]


def cut(data: bytes, of: random.Random) -> bytes:
    return data[: of.randrange(len(data))]


def flip(data: bytes, of: random.Random) -> bytes:
    at = of.randrange(len(data))
    return data[:at] + bytes([data[at] ^ 1 << of.randrange(8)]) + data[at + 1 :]


def _stretch(data: bytes, of: random.Random, filled: Callable[[int], bytes]) -> bytes:
    at, length = of.randrange(len(data)), of.choice((16, 300, 4096, 20_000))
    return data[:at] + filled(min(length, len(data) - at)) + data[at + length :]


def scatter(data: bytes, of: random.Random) -> bytes:
    return _stretch(data, of, of.randbytes)


def fill(data: bytes, of: random.Random) -> bytes:
    return _stretch(data, of, lambda length: b"\xff" * length)


def blank(data: bytes, of: random.Random) -> bytes:
    return _stretch(data, of, bytes)


def hostile(data: bytes, of: random.Random) -> bytes:
    """A number in the header, in a block before a table's data, or anywhere."""
    objects = [at for at in range(4096, len(data), 4096) if data.startswith(_OBJECT, at)]
    at = of.choice(
        (of.choice((0x1F, 0x23, 0x36, 0x3A)), of.choice(objects or [0]) + 4 + of.randrange(50), of.randrange(len(data)))
    )
    form = of.choice((">B", ">H", ">I", ">Q"))
    number = struct.pack(form, of.choice(_HOSTILE) & (1 << 8 * struct.calcsize(form)) - 1)
    return data[:at] + number + data[at + len(number) :]


def described(data: bytes, of: random.Random) -> bytes:
    """A column described as one of another type."""
    found = [one.span(1) for one in _TYPE.finditer(data)]
    if not found:
        return flip(data, of)
    begin, end = of.choice(found)
    return data[:begin] + str(of.choice(_TYPES)).zfill(end - begin)[-(end - begin) :].encode() + data[end:]


DAMAGES = (cut, flip, scatter, fill, blank, hostile, described)


def own_tables() -> list[TableData]:
    """Plain rows, rows with NULL at the end, long texts, long values, partitions."""
    key = (("SNAP_ID", NUMBER), ("DBID", NUMBER), ("INSTANCE_NUMBER", NUMBER))
    plain = [(7 + n // 300, 99, 1 + n % 2, n, n % 50, n or None) for n in range(900)]
    names = [(99, n, "name " * (n % 60)) for n in range(300)]
    long = [(n, "text" * n, None if n % 3 else "x" * 70_000) for n in range(12)]
    figures = (*key, ("A", NUMBER), ("B", NUMBER), ("C", NUMBER))
    return [
        TableData("WRH$_PLAIN", figures, plain, "P1"),
        TableData("WRH$_PLAIN", figures, [], "P2"),
        TableData("WRH$_PLAIN", figures, plain[:100], "P3"),
        TableData("WRH$_NAMES", (("DBID", NUMBER), ("ID", NUMBER), ("NAME", TEXT)), names),
        TableData("WRH$_LONG", (("ID", NUMBER), ("T", CLOB), ("U", CLOB)), long),
        TableData("WRM$_LAST", figures, plain[-3:]),
    ]


def seeds() -> Iterator[bytes]:
    yield one_file(own_tables(), version=0x0301, release="11.2.0.4.0")
    yield one_file(own_tables())
    yield busy_dump().written()[0]
    yield busy_dump(release="11.2", instances=2).written()[0]
    for path in sorted(FOLDER.glob("dumps/*.dmp")):
        yield path.read_bytes()


def read(files: Files) -> tuple[Counts, bool]:
    """(rows of each table with what is said of it, whether the dump says that it may lack some). Raises UnreadableInput."""
    dump = Dump([io.BytesIO(one) for one in files])
    found: Counts = {}
    for owner, name in dump.names:
        table = dump.table(owner, name)
        assert table is not None
        rows = sum(1 for _ in table.read(sorted(table.columns)))
        found[owner, name] = (rows, table.said())
    with suppress(UnreadableInput):  # no dump of AWR, or none whose snapshots can be read
        deque(read_dump([io.BytesIO(one) for one in files], Source()), maxlen=0)
    return found, bool(dump.notes or dump.unnamed or dump.set.cut)


def listed(files: Files) -> Counts:
    """Of a whole dump, without tables that it does not list itself: Data Pump adds one of statistics of its own."""
    known = Dump([io.BytesIO(one) for one in files]).listed or {}
    return {name: one for name, one in read(files)[0].items() if name in known}


def fault(files: Files, whole: Counts) -> str:
    """`read`, `refused`, or what is wrong."""
    signal.setitimer(signal.ITIMER_VIRTUAL, _LONGEST_S)
    try:
        found, doubted = read(files)
    except UnreadableInput as refused:
        return "refused" if refused.message and refused.code else "refused without words"
    except _Hangs:
        return f"takes longer than {_LONGEST_S} s"
    except Exception as crash:
        return f"crashes with {type(crash).__name__}: {crash}"
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
    lost = [name for name, (rows, _) in whole.items() if found.get(name, (0, None))[0] != rows]
    silent = [name for name in lost if not doubted and not found.get(name, (0, None))[1]]
    if silent:
        return f"loses rows of {silent[0][1]} without a word"
    return "read" if not lost else "read in part, and says so"


class _Hangs(BaseException):
    pass


def _hang(*_: object) -> None:
    raise _Hangs


def damaged_copies(count: int, seed: int, originals: Sequence[bytes]) -> Iterator[tuple[str, str]]:
    """(kind of damage, what came of it)."""
    of = random.Random(seed)
    counts = [listed([one]) for one in originals]
    for number in range(count):
        damage, place = DAMAGES[number % len(DAMAGES)], of.randrange(len(originals))
        yield damage.__name__, fault([damage(originals[place], of)], counts[place])


def damaged_sets(count: int, seed: int) -> Iterator[tuple[str, str]]:
    """The same; every seventh lacks files."""
    of = random.Random(seed)
    files = dump_files(own_tables(), files=_FILES_OF_A_SET)
    counts = listed(files)
    for number in range(count):
        damage = (*DAMAGES, None)[number % (len(DAMAGES) + 1)]
        changed = list(files)
        if damage is None:
            changed = of.sample(files, of.randrange(1, len(files)))
        else:
            place = of.randrange(len(files))
            changed[place] = damage(files[place], of)
        yield "set, files missing" if damage is None else f"set, {damage.__name__}", fault(changed, counts)


def tell(results: Iterator[tuple[str, str]]) -> int:
    """Print what came of them; how many had a fault."""
    count: Counter[tuple[str, str]] = Counter(results)
    for (kind, outcome), copies in sorted(count.items()):
        print(f"{kind:20} {outcome:30} {copies:6}")
    return sum(copies for (_, outcome), copies in count.items() if not outcome.startswith(("read", "refused")))


def main() -> int:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--copies", type=int, default=5_000)
    options.add_argument("--sets", type=int, default=500)
    options.add_argument("--seed", type=int, default=1)
    given = options.parse_args()
    signal.signal(signal.SIGVTALRM, _hang)
    began_s = time.process_time()
    faults = tell(damaged_copies(given.copies, given.seed, list(seeds())))
    faults += tell(damaged_sets(given.sets, given.seed))
    peak_mb = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    took_s = time.process_time() - began_s
    print(
        f"{given.copies:,} damaged dumps and {given.sets:,} damaged sets: {faults} faults, {took_s:.0f} s of processor time"
    )
    print(f"peak memory {peak_mb:.0f} MB, the damaged copy included (at most {_MOST_MEMORY_MB})")
    return int(faults > 0 or peak_mb > _MOST_MEMORY_MB)


if __name__ == "__main__":
    sys.exit(main())
