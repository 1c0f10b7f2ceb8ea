"""Archives: every good file comes out, every bad one is refused by name, and a bomb costs neither time nor memory."""

from __future__ import annotations

import gzip
import io
import stat
import struct
import tarfile
import time
import tracemalloc
import zipfile
import zlib
from collections.abc import Callable

import pytest

from segtier.reports.archives import Limits, Member, archive_kind, read_archive
from tests.client_formats import xlsx

MIB = 1 << 20


def zipped(*files: tuple[str | zipfile.ZipInfo, bytes], method: int = zipfile.ZIP_DEFLATED) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", method) as parts:
        for name, data in files:
            parts.writestr(name, data)
    return out.getvalue()


def tarred(*files: tuple[str | tarfile.TarInfo, bytes], mode: str = "w") -> bytes:
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode=mode) as parts:  # type: ignore[call-overload]
        for name, data in files:
            info = name if isinstance(name, tarfile.TarInfo) else tarfile.TarInfo(name)
            info.size = len(data)
            parts.addfile(info, io.BytesIO(data))
    return out.getvalue()


def tar_gz(*files: tuple[str | tarfile.TarInfo, bytes]) -> bytes:
    return tarred(*files, mode="w:gz")


def read(data: bytes, limits: Limits | None = None, name: str = "a.zip") -> list[Member]:
    return list(read_archive(io.BytesIO(data), name, limits))


def told(members: list[Member]) -> dict[str, bytes | str]:
    """Data, or the problem's code, by path."""
    return {
        one.path: one.data if one.data is not None else one.problem.code
        for one in members
        if one.problem or one.data is not None
    }  # type: ignore[union-attr]


PACKERS: dict[str, Callable[..., bytes]] = {"zip": zipped, "tar": tarred, "tar.gz": tar_gz}


@pytest.mark.parametrize("pack", PACKERS.values(), ids=PACKERS)
def test_files_come_in_order_with_their_bytes(pack: Callable[..., bytes]) -> None:
    members = read(pack(("b.html", b"B"), ("day 1/a.html", b"A" * 100_000), ("empty", b"")))

    assert [one.path for one in members] == ["a.zip/b.html", "a.zip/day 1/a.html", "a.zip/empty"]
    assert [one.data for one in members] == [b"B", b"A" * 100_000, b""]


@pytest.mark.parametrize("pack", PACKERS.values(), ids=PACKERS)
def test_archives_within_archives(pack: Callable[..., bytes]) -> None:
    inner = pack(("x.html", b"X"))
    members = read(pack(("one.bin", inner), ("two.html.gz", gzip.compress(b"T")), ("z.html", b"Z")))

    assert told(members) == {"a.zip/one.bin/x.html": b"X", "a.zip/two.html.gz/two.html": b"T", "a.zip/z.html": b"Z"}


def test_a_single_file_in_gzip() -> None:
    assert told(read(gzip.compress(b"report"), name="awr.html.GZ")) == {"awr.html.GZ/awr.html": b"report"}


def test_a_workbook_is_a_file_and_not_an_archive() -> None:
    book = xlsx(("A", "B"), [(1, 2)])

    assert archive_kind(io.BytesIO(book)) is None
    assert told(read(zipped(("book.xlsx", book)))) == {"a.zip/book.xlsx": book}


@pytest.mark.parametrize("pack", PACKERS.values(), ids=PACKERS)
@pytest.mark.parametrize(
    "name", ["/etc/passwd", "../up.html", "a/../../b.html", "..\\up.html", "C:\\x.html", "\\\\host\\x", "../.hidden"]
)
def test_names_that_lead_out_are_refused_and_neighbours_go_on(pack: Callable[..., bytes], name: str) -> None:
    members = read(pack((name, b"x"), ("good.html", b"G")))

    assert [one.problem.code if one.problem else None for one in members] == ["unsafe-name", None]
    assert members[0].path.endswith(name)


def test_hidden_files_and_folders_are_left_out() -> None:
    files = [("__MACOSX/._a.html", b"x"), (".DS_Store", b"x"), ("d/.x/a.html", b"x"), ("./a.html", b"A"), ("d/", b"")]

    assert told(read(zipped(*files))) == {"a.zip/./a.html": b"A"}


def test_links_and_devices_are_refused() -> None:
    linked = zipfile.ZipInfo("link.html")
    linked.create_system = 3
    linked.external_attr = (stat.S_IFLNK | 0o777) << 16
    assert told(read(zipped((linked, b"/etc/passwd"), ("g", b"G")))) == {"a.zip/link.html": "link", "a.zip/g": b"G"}

    kinds = {"sym": tarfile.SYMTYPE, "hard": tarfile.LNKTYPE, "fifo": tarfile.FIFOTYPE, "dev": tarfile.CHRTYPE}
    entries = []
    for name, kind in kinds.items():
        info = tarfile.TarInfo(name)
        info.type, info.linkname = kind, "/etc/passwd"
        entries.append((info, b""))
    assert told(read(tarred(*entries, ("g", b"G")))) == {
        "a.zip/sym": "link", "a.zip/hard": "link", "a.zip/fifo": "special-file", "a.zip/dev": "special-file",
        "a.zip/g": b"G",
    }  # fmt: skip


def test_encrypted_files_and_other_methods_are_refused() -> None:
    data = bytearray(zipped(("secret.html", b"s"), ("good.html", b"G"), method=zipfile.ZIP_STORED))
    at = data.index(b"PK\x01\x02")
    data[at + 8] |= 1
    assert told(read(bytes(data)))["a.zip/secret.html"] == "encrypted"
    assert told(read(bytes(data)))["a.zip/good.html"] == b"G"
    packed = zipped(("x", b"x"), method=zipfile.ZIP_LZMA)
    assert told(read(packed)) == {"a.zip/x": "unsupported-compression"}


@pytest.mark.filterwarnings("ignore:Duplicate name")
@pytest.mark.parametrize("pack", PACKERS.values(), ids=PACKERS)
def test_a_name_that_comes_twice_is_numbered(pack: Callable[..., bytes]) -> None:
    members = read(pack(("a.html", b"1"), ("a.html", b"2")))

    assert told(members) == {"a.zip/a.html": b"1", "a.zip/a.html (2)": b"2"}


def test_a_damaged_member_does_not_stop_its_neighbours() -> None:
    data = bytearray(zipped(("bad.html", b"bad" * 999), ("good.html", b"G")))
    data[40] ^= 0xFF
    assert told(read(bytes(data))) == {"a.zip/bad.html": "bad-archive", "a.zip/good.html": b"G"}


@pytest.mark.parametrize("keep", [3, 600, 1500, 2048, 2100, 3000])
def test_a_cut_tar_says_so(keep: int) -> None:
    whole = tarred(("a.html", b"A" * 600), ("b.html", b"B" * 600))
    members = read(whole[:keep])

    assert members[-1].problem is not None
    assert members[-1].problem.code == "bad-archive"
    assert all(one.data in (b"A" * 600, b"B" * 600) for one in members[:-1])


@pytest.mark.parametrize("keep", [0.1, 0.5, 0.9, 0.99])
@pytest.mark.parametrize("pack", [zipped, tar_gz], ids=["zip", "tar.gz"])
def test_a_cut_archive_never_gives_a_cut_file(pack: Callable[..., bytes], keep: float) -> None:
    files = [(f"{n}.html", zlib.compress(bytes(range(256)) * 40) * (n + 1)) for n in range(20)]
    whole = pack(*files)
    members = read(whole[: int(len(whole) * keep)])

    assert any(one.problem for one in members)
    assert {one.data for one in members if one.data is not None} <= {data for _, data in files}


@pytest.mark.parametrize(
    ("data", "code"),
    [(zipped(), "empty-archive"), (zipped(("d/", b"")), "empty-archive"), (b"PK\x03\x04x", "bad-archive")],
)
def test_nothing_inside(data: bytes, code: str) -> None:
    (only,) = read(data)
    assert only.problem is not None
    assert (only.path, only.problem.code) == ("a.zip", code)


def test_nesting_has_an_end() -> None:
    data = b"deep"
    for _ in range(4):
        data = zipped(("in.zip", data), ("beside.html", b"B"))
    members = told(read(data))

    assert members["a.zip/in.zip/in.zip/in.zip"] == "too-deep"
    assert [members[f"a.zip/{'in.zip/' * n}beside.html"] for n in range(3)] == [b"B"] * 3


def zeros(count: int) -> bytes:
    """`count` zeros in gzip, without ever holding them."""
    packer = zlib.compressobj(9, zlib.DEFLATED, 31)
    piece = bytes(MIB)
    return b"".join(packer.compress(piece) for _ in range(count // MIB)) + packer.flush()


def zip_of_zeros(count: int, declared: int | None = None) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as parts, parts.open("zeros.html", "w") as stream:
        for _ in range(count // MIB):
            stream.write(bytes(MIB))
    data = bytearray(out.getvalue())
    if declared is not None:
        at = data.index(b"PK\x01\x02")
        data[at + 24 : at + 28] = struct.pack("<I", declared)
    return bytes(data)


def overlapping(copies: int) -> bytes:
    return repeated(zip_of_zeros(10 * MIB), copies)


def repeated(data: bytes, copies: int) -> bytes:
    """Many names for the same packed bytes."""
    at = data.index(b"PK\x01\x02")
    end = data.rindex(b"PK\x05\x06")
    entry = data[at:end]
    tail = bytearray(data[end:])
    tail[8:12] = struct.pack("<HH", copies, copies)
    tail[12:16] = struct.pack("<I", len(entry) * copies)
    return data[:at] + entry * copies + bytes(tail)


def test_two_names_for_the_same_bytes_are_refused() -> None:
    data = zipped(("a.html", bytes(range(256))))
    assert [one.problem.code for one in read(repeated(data, 2)) if one.problem] == ["zip-bomb"]


def many_entries(count: int) -> bytes:
    return zipped(*((f"{n}", b"") for n in range(count)), method=zipfile.ZIP_STORED)


def endless_header() -> bytes:
    info = tarfile.TarInfo("x")
    info.type, info.size = tarfile.XHDTYPE, 4 << 30
    packer = zlib.compressobj(9, zlib.DEFLATED, 31)
    return packer.compress(info.tobuf()) + b"".join(packer.compress(bytes(MIB)) for _ in range(64)) + packer.flush()


def nested(data: bytes, levels: int) -> bytes:
    for _ in range(levels):
        data = zipped(*((f"{n}.zip", data) for n in range(16)))
    return data


BOMBS: dict[str, tuple[Callable[[], bytes], set[str]]] = {
    "zip of zeros": (lambda: zip_of_zeros(200 * MIB), {"zip-bomb"}),
    "zip that lies about its size": (lambda: zip_of_zeros(200 * MIB, 100), {"bad-archive"}),
    "gzip of zeros": (lambda: zeros(200 * MIB), {"zip-bomb"}),
    "tar in gzip of zeros": (lambda: gzip.compress(tarred(("z", bytes(64 * MIB)))), {"zip-bomb"}),
    "gzip in zip": (lambda: zipped(("z.gz", zeros(200 * MIB))), {"zip-bomb"}),
    "files over each other": (lambda: overlapping(1000), {"zip-bomb"}),
    "too many entries": (lambda: many_entries(30_000), {"too-many-entries"}),
    "a header without end": (endless_header, {"bad-archive", "zip-bomb"}),
    "zips within zips": (lambda: nested(zip_of_zeros(40 * MIB), 2), {"zip-bomb", "too-deep"}),
}


@pytest.mark.parametrize("bomb", BOMBS)
def test_a_bomb_is_refused_at_once(bomb: str) -> None:
    make, codes = BOMBS[bomb]
    data = make()
    tracemalloc.start()
    start = time.process_time()
    try:
        seen = {one.problem.code if one.problem else "data" for one in read_archive(io.BytesIO(data), "bomb")}
        spent_s, (_, peak) = time.process_time() - start, tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    print(f"{bomb}: {len(data):,} bytes, {spent_s:.2f} s, {peak / MIB:.0f} MiB, {sorted(seen)}")

    assert seen & codes
    assert "data" not in seen or bomb == "zips within zips"
    assert spent_s < 1
    assert peak < 64 * MIB


@pytest.mark.parametrize(("size", "code"), [(4 * MIB, None), (5 * MIB, "zip-bomb")])
def test_a_small_file_may_shrink_a_thousandfold(size: int, code: str | None) -> None:
    (only,) = read(zip_of_zeros(size))
    assert (None if only.problem is None else only.problem.code, len(only.data or b"")) == (code, 0 if code else size)


@pytest.mark.parametrize("pack", PACKERS.values(), ids=PACKERS)
@pytest.mark.parametrize(("files", "codes"), [(3, []), (4, ["too-many-entries"])])
def test_the_last_file_that_may_be_in_an_archive(pack: Callable[..., bytes], files: int, codes: list[str]) -> None:
    members = read(pack(*((f"{n}.html", b"x") for n in range(files))), Limits(entries=3))
    assert [one.problem.code for one in members if one.problem] == codes


def test_limits_count_what_comes_out() -> None:
    files = [(f"{n}.html", bytes(range(256)) * 40) for n in range(10)]
    members = read(zipped(*files), Limits(total_bytes=50_000))
    assert [one.problem.code for one in members if one.problem] == ["too-large"]
    assert len(members) == 5
    members = read(tarred(*files), Limits(member_bytes=5_000))
    assert {one.problem.code for one in members if one.problem} == {"too-large"}
    assert len(members) == 10
