"""Changes a fuzzer makes to a file as a whole: its tags, cells and lines are moved, doubled, dropped or filled anew."""

from __future__ import annotations

import random
import re
from collections.abc import Callable

_PIECES = re.compile(rb"<[^<>]{0,200}>|[^\n<>]*\n|[^\n<>]+|[<>]")
_WORDS = (
    b"#####", b"", b"-", b"1,234.5", b"1.234,5", b"99999999999999999999999", b"4.8E+308", b"-1", b".00ns", b"12.3K",
    b"<table>", b"</table>", b"<tr>", b"<th>", b"<td>", b"<h3>", b"</h3>", b"&#160;", b"&lt;", b"\x00", b"\xff", b"\r\n",
    b"\x0c", b"\t", b'"', b'""', b"~~~~", b"----", b"|", b";", b"[", b"{", b"<!DOCTYPE x [", b"01-Feb-20 10:00:00",
    b"End of Report", b"NaN", b"Infinity", b"1e999", b"\xe2\x80\x80", b"\xf0\x9f\x92\xbe",
)  # fmt: skip
Mutate = Callable[[bytes, int], bytes]


def mutate(data: bytes, most_bytes: int, seed: int, bytewise: Mutate) -> bytes:
    """One change: of single bytes every third time, else of whole pieces."""
    chance = random.Random(seed)
    if not data or chance.random() < 0.34:
        return bytewise(data, most_bytes)
    pieces = _PIECES.findall(data)
    for _ in range(chance.choice((1, 1, 2, 4))):
        chance.choice(_CHANGES)(pieces, chance)
    return b"".join(pieces)[:most_bytes]


def _span(pieces: list[bytes], chance: random.Random) -> slice:
    start = chance.randrange(len(pieces) or 1)
    return slice(start, start + chance.choice((1, 1, 2, 5, 20)))


def _drop(pieces: list[bytes], chance: random.Random) -> None:
    del pieces[_span(pieces, chance)]


def _double(pieces: list[bytes], chance: random.Random) -> None:
    at = chance.randrange(len(pieces) + 1)
    pieces[at:at] = pieces[_span(pieces, chance)]


def _move(pieces: list[bytes], chance: random.Random) -> None:
    span = _span(pieces, chance)
    taken = pieces[span]
    del pieces[span]
    at = chance.randrange(len(pieces) + 1)
    pieces[at:at] = taken


def _fill(pieces: list[bytes], chance: random.Random) -> None:
    if pieces:
        pieces[chance.randrange(len(pieces))] = chance.choice(_WORDS)


def _insert(pieces: list[bytes], chance: random.Random) -> None:
    pieces.insert(chance.randrange(len(pieces) + 1), chance.choice(_WORDS))


_CHANGES = (_drop, _double, _move, _fill, _insert)
