"""Cells as Oracle stores them: NUMBER, DATE, TIMESTAMP, INTERVAL DAY TO SECOND and text.

Source: Oracle Call Interface Programmer's Guide, "Internal Data Types"; the rest was observed.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

from segtier.reports.dump.refusals import TableFault

Decode = Callable[[bytes], Any]

_MOST_DIGITS, _MOST_POWER = 21, 63
_ZERO, _POSITIVE_FROM, _NEGATIVE_FROM = b"\x80", 193, 62
_NEGATIVE_END = 102
_NS_PER_S = 1_000_000_000
_EXCESS = 0x80000000
"""Taken off the first and last four bytes of an interval."""
_CODECS = {
    "US7ASCII": "ascii", "AL32UTF8": "utf-8", "UTF8": "utf-8", "AL16UTF16": "utf-16-be", "AL16UTF16LE": "utf-16-le",
    "WE8ISO8859P1": "latin-1", "WE8ISO8859P9": "iso8859-9", "WE8ISO8859P15": "iso8859-15", "WE8MSWIN1252": "cp1252",
    "EE8MSWIN1250": "cp1250", "EE8ISO8859P2": "iso8859-2", "CL8MSWIN1251": "cp1251", "CL8ISO8859P5": "iso8859-5",
    "CL8KOI8R": "koi8-r", "EL8MSWIN1253": "cp1253", "EL8ISO8859P7": "iso8859-7", "TR8MSWIN1254": "cp1254",
    "IW8MSWIN1255": "cp1255", "IW8ISO8859P8": "iso8859-8", "AR8MSWIN1256": "cp1256", "AR8ISO8859P6": "iso8859-6",
    "BLT8MSWIN1257": "cp1257", "VN8MSWIN1258": "cp1258", "WE8PC850": "cp850", "US8PC437": "cp437", "EE8PC852": "cp852",
    "RU8PC866": "cp866", "TH8TISASCII": "tis-620", "JA16SJIS": "cp932", "JA16SJISTILDE": "cp932", "JA16EUC": "euc_jp",
    "JA16EUCTILDE": "euc_jp", "KO16MSWIN949": "cp949", "KO16KSC5601": "euc_kr", "ZHS16GBK": "gbk",
    "ZHS32GB18030": "gb18030", "ZHS16CGB231280": "gb2312", "ZHT16MSWIN950": "cp950", "ZHT16BIG5": "big5",
    "ZHT16HKSCS": "big5hkscs",
}  # fmt: skip
"""Oracle's character sets. Of any other the letters of ASCII are right, and the rest is marked as unknown (U+FFFD)."""


def _decimals(first: int, step: int) -> bytes:
    """Digits of base 100 as two decimals each, so that their hexadecimal form is the number's decimal one; others as letters."""
    table = bytearray(b"\xff" * 256)
    for digit in range(100):
        table[first + step * digit] = digit // 10 << 4 | digit % 10
    return bytes(table)


_POSITIVE, _NEGATIVE = _decimals(1, 1), _decimals(101, -1)


def number(cell: bytes) -> int | float:
    """NUMBER, in powers of 100: whole where it is whole. Raises TableFault."""
    lead = cell[0]
    if lead & 0x80:
        if cell == _ZERO:
            return 0
        digits, table, power, sign = cell[1:], _POSITIVE, lead - _POSITIVE_FROM, 1
    else:
        digits = cell[1:-1] if cell[-1] == _NEGATIVE_END else cell[1:]
        table, power, sign = _NEGATIVE, _NEGATIVE_FROM - lead, -1
    if len(digits) > _MOST_DIGITS or power > _MOST_POWER:
        raise _impossible("number")
    try:
        value = int(digits.translate(table).hex())
    except ValueError:
        raise _impossible("number") from None
    power -= len(digits) - 1
    if power >= 0:
        return int(sign * value * 100**power)
    whole, rest = divmod(value, 100**-power)
    return sign * whole if not rest else float(f"{'-' if sign < 0 else ''}{value}e{2 * power}")


def date(cell: bytes) -> datetime:
    """DATE. Raises TableFault."""
    if len(cell) != 7:
        raise _impossible("date")
    try:
        year = (cell[0] - 100) * 100 + cell[1] - 100
        return datetime(year, cell[2], cell[3], cell[4] - 1, cell[5] - 1, cell[6] - 1)  # noqa: DTZ001 - the database's clock
    except ValueError:
        raise _impossible("date") from None


def timestamp(cell: bytes) -> datetime:
    """TIMESTAMP, with a time zone too: its moment without the zone. Raises TableFault."""
    if len(cell) not in (7, 11, 13):
        raise _impossible("timestamp")
    nanoseconds = int.from_bytes(cell[7:11], "big")
    if nanoseconds >= _NS_PER_S:
        raise _impossible("timestamp")
    return date(cell[:7]).replace(microsecond=nanoseconds // 1000)


def interval(cell: bytes) -> timedelta:
    """INTERVAL DAY TO SECOND. Raises TableFault."""
    if len(cell) != 11:
        raise _impossible("interval")
    days, nanoseconds = (int.from_bytes(part, "big") - _EXCESS for part in (cell[:4], cell[7:]))
    try:
        hours, minutes, seconds = (one - 60 for one in cell[4:7])
        return timedelta(days, seconds, nanoseconds // 1000, minutes=minutes, hours=hours)
    except OverflowError:
        raise _impossible("interval") from None


def text(charset: str) -> Decode:
    """How the text of a character set is read."""
    codec = _CODECS.get(charset, "ascii")
    return lambda cell: str(cell, codec, "replace")


def _impossible(what: str) -> TableFault:
    return TableFault(f"a {what} that Oracle would not write")
