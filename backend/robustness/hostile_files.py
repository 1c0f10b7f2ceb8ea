"""Files made to hurt a reader, each from a seed: bombs, giant and deep ones, numbers no column takes, digits without end."""

from __future__ import annotations

import gzip
import io
import json
import math
import random
import re
import zipfile
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache

from robustness import seeds
from robustness.mutation import mutate
from tests import hostile_workbooks
from tests.client_formats import xlsx
from tests.integration.packed import a_tar, a_zip
from tests.unit.reports import hostile
from tests.unit.reports.test_archives import BOMBS

LONG = ("OWNER", "OBJECT_NAME", "STATISTIC_NAME", "VALUE")
_MIB = 1 << 20
_NUMBER = re.compile(rb"(?<![\w.#&-])\d[\d.,]*(?![\w;])")
_WORD = re.compile(rb"[A-Za-z][A-Za-z0-9_$#]{2,}")
Chance = random.Random
Make = Callable[[Chance], bytes]


@dataclass(frozen=True)
class Hostile:
    kind: str
    name: str
    data: bytes


def hostile_file(number: int, seed: int) -> Hostile:
    """The n-th file of a seed; every kind comes about as often as any other."""
    chance = random.Random(f"{seed} file {number}")
    kind = chance.choice(list(KINDS))
    return Hostile(kind, f"{number}-{kind.replace(' ', '-')}", KINDS[kind](chance))


def _size(chance: Chance, most: int) -> int:
    """From a kilobyte up, small ones as likely as large ones."""
    return round(1024 * math.pow(most / 1024, chance.random()))


def _shape(chance: Chance) -> bytes:
    name = chance.choice(list(hostile.SHAPES))
    return hostile.SHAPES[name](_size(chance, 4 * _MIB))


def _some_document(chance: Chance) -> bytes:
    makers = (seeds.awr_html, seeds.awr_text, seeds.statspack, seeds.rac_html, seeds.compared, seeds.grouped_text,
              seeds.miner, seeds.exports("csv"), seeds.exports("spool"), seeds.exports("json"), seeds.exports("xml"))  # fmt: skip
    return chance.choice(chance.choice(makers)())


def _filled(chance: Chance, what: re.Pattern[bytes], values: tuple[Callable[[int], bytes], ...], times: int) -> bytes:
    """A good document with a few of its numbers or words replaced by something else."""
    data = _some_document(chance)
    for _ in range(times):
        places = list(what.finditer(data))
        if not places:
            break
        start, end = chance.choice(places).span()
        data = data[:start] + chance.choice(values)(_size(chance, 200_000)) + data[end:]
    return data


_ENDLESS: tuple[Callable[[int], bytes], ...] = (
    lambda size: b"1" * size,
    lambda size: b"1." * (size // 2),
    lambda size: b"1," * (size // 2),
    lambda size: b" " * size,
    lambda size: b"(" * size,
    lambda size: b"Total a " * (size // 8),
    lambda size: b"9E+" * (size // 3),
    lambda size: b"a " * (size // 2) + b":",
    lambda size: b"Captured Segments account for " * (size // 30),
)
_ODD_NUMBERS: tuple[Callable[[int], bytes], ...] = (
    lambda _: b"9" * 20, lambda _: b"9" * 30, lambda _: b"9" * 400, lambda _: b"-1", lambda _: b"-" + b"9" * 19,
    lambda _: b"1e999", lambda _: b"NaN", lambda _: b"Infinity", lambda _: b"0x10", lambda _: b"1.7976931348623157E+308",
    lambda _: b"18446744073709551616", lambda _: b"9223372036854775808", lambda _: b"", lambda _: "\u0663\u0664".encode(),
    lambda _: b"4.8K" * 9, lambda _: b"1,2,3,4", lambda _: b"#####",
)  # fmt: skip
_ODD_WORDS: tuple[Callable[[int], bytes], ...] = (
    lambda _: b"\x00", lambda _: b"\x1b[31mred", lambda _: b"\xff\xfe", lambda _: "\u202eabc".encode(), lambda _: b"<td>" * 50,
    lambda size: b"A" * size, lambda _: b"'; DROP TABLE x; --", lambda _: b"\r\r\r",
    lambda _: "\ud83d\udcbe".encode("utf-16", "surrogatepass"),
    lambda _: b"../../../etc/passwd", lambda _: b"&" * 500, lambda _: b'"' * 501,
)  # fmt: skip


def _mutated(chance: Chance) -> bytes:
    """Pieces of a document moved, doubled, dropped or filled anew, many times."""
    data = _some_document(chance)
    for _ in range(chance.choice((1, 5, 30))):
        data = mutate(data, 4 * _MIB, chance.randrange(1 << 30), lambda one, _: _flipped(one, chance))
    return data


def _flipped(data: bytes, chance: Chance) -> bytes:
    changed = bytearray(data)
    for _ in range(min(len(changed), chance.choice((1, 30)))):
        changed[chance.randrange(len(changed))] = chance.randrange(256)
    return bytes(changed)


def _lines(chance: Chance) -> bytes:
    """A little on each of very many lines: what is kept per line counts."""
    head = chance.choice((b"", b"WORKLOAD REPOSITORY report for\n", b"~~BEGIN-OS-INFORMATION~~\n", b"OWNER,SEGMENT_NAME,BYTES\n",
                          b"STATSPACK report for\n", b"<html><h1>WORKLOAD REPOSITORY report for</h1>"))  # fmt: skip
    line = chance.choice((b"\n", b"a\n", b"<p>\n", b"A,B,1\n", b"a b\n", b"------ ------\n", b"~~\n", b"\r\n"))
    return head + line * (_size(chance, 16 * _MIB) // len(line))


def _changed_workbook(part: str, change: Callable[[bytes], bytes]) -> bytes:
    """A small workbook with one part changed."""
    with zipfile.ZipFile(io.BytesIO(xlsx(LONG, [("A", "T", "physical reads", 5)]))) as parts:
        files = {one: parts.read(one) for one in parts.namelist()}
    files[part] = change(files[part])
    return a_zip(files)


_SHEET, _STYLES, _BOOK = "xl/worksheets/sheet1.xml", "xl/styles.xml", "xl/workbook.xml"
_SHEETS = b'<sheet name="a" sheetId="9" r:id="rId1"/>'


def _before_end(end: bytes, piece: bytes) -> Callable[[bytes], bytes]:
    return lambda part: part.replace(end, piece + end)


def _last_row(number: int) -> bytes:
    return b'<row r="%d"><c r="A%d" t="n"><v>1</v></c></row>' % (number, number)


def _workbook(chance: Chance) -> bytes:
    size = _size(chance, 16 * _MIB)
    if chance.random() < 0.4:
        return chance.choice(list(hostile_workbooks.SHAPES.values()))(size)
    wide = b'<row r="3">' + b'<c r="XFD3"><v>1</v></c>' * (size // 25) + b"</row>"
    part, change = chance.choice(
        (
            (_SHEET, _before_end(b"</sheetData>", _last_row(2_000_000_000))),
            (_SHEET, _before_end(b"</sheetData>", _last_row(1_048_576))),
            (_SHEET, _before_end(b"</sheetData>", wide)),
            (_SHEET, _before_end(b"</sheetData>", b"<row/>" * (size // 6))),
            (_SHEET, lambda part: part.replace(b'r="A1"', b'r="%s1"' % (b"Z" * min(size, 5000)))),
            (_SHEET, lambda part: b"<!DOCTYPE x [<!ENTITY a 'b'>]>" + part),
            (_SHEET, lambda part: part[: len(part) // 2]),
            (_SHEET, lambda part: part[:100] + b"<a>" * (size // 3)),
            (_STYLES, _before_end(b"</cellXfs>", b"<xf/>" * (size // 5))),
            (_STYLES, lambda part: part + bytes(size)),
            (_BOOK, _before_end(b"</sheets>", _SHEETS * 2000)),
        )
    )
    return _changed_workbook(part, change)


def _deep(chance: Chance) -> bytes:
    count = _size(chance, _MIB)
    return chance.choice(
        (
            b"[" * count,
            b'{"a":' * (count // 5),
            b'[{"OWNER": ' + b"[" * count + b"]" * count + b"}]",
            b"<RESULTS>" + b"<ROW>" * (count // 5),
            b"<div>" * (count // 5),
            json.dumps([{"OWNER": "A" * count, "OBJECT_NAME": "T", "STATISTIC_NAME": "physical reads", "VALUE": 1}]).encode(),
        )
    )  # fmt: skip


_ENDINGS = ("", ".html", ".csv", ".xlsx", "/../x", "\x1b[2J")


def _archive(chance: Chance) -> bytes:
    """Hostile files and good ones, packed; now and then packed again."""
    files = {
        f"{number}{chance.choice(_ENDINGS)}": KINDS[kind](chance)
        for number, kind in enumerate(
            chance.choices([one for one in KINDS if one != "archive"], k=chance.randint(1, 6))
        )
    }
    packed = chance.choice((a_zip, a_tar, lambda one: gzip.compress(a_tar(one), mtime=0)))(files)
    if chance.random() < 0.3:
        packed = a_zip({"inner.zip": packed})
    return packed if chance.random() < 0.7 else _flipped(packed, chance)


def _bomb(chance: Chance) -> bytes:
    return _packed_bomb(chance.choice(list(BOMBS)))


@cache
def _packed_bomb(name: str) -> bytes:
    make, _ = BOMBS[name]
    return make()


def many_tiny_files(count: int) -> bytes:
    """A small zip that gives everybody work for minutes: each file in it becomes an upload."""
    return a_zip({f"{number}.csv": b"%d" % number for number in range(count)})


KINDS: dict[str, Make] = {
    "shape": _shape,
    "endless token": lambda chance: _filled(chance, _NUMBER, _ENDLESS, 1),
    "odd numbers": lambda chance: _filled(chance, _NUMBER, _ODD_NUMBERS, chance.choice((1, 3, 10))),
    "odd words": lambda chance: _filled(chance, _WORD, _ODD_WORDS, chance.choice((1, 3))),
    "mutated": _mutated,
    "lines": _lines,
    "workbook": _workbook,
    "deep": _deep,
    "archive": _archive,
    "bomb": _bomb,
}
