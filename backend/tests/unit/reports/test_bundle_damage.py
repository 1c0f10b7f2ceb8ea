"""Bundles that were cut, changed, mixed or made by somebody hostile: what is still used, and what is said of the rest."""

from __future__ import annotations

import io
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from segtier.cli.support.bundle_folder import is_bundle_folder
from segtier.documents import encode
from segtier.errors import NotFound, UnreadableInput
from segtier.model.evidence import Evidence
from segtier.model.workload import Source
from segtier.reports.archives import Limits
from segtier.reports.bundle import PackedFiles, is_bundle, is_packed_bundle, read_bundle
from segtier.reports.locate import locate
from tests.bundles import make_bundle
from tests.integration.packed import a_gzip, a_tar, a_zip
from tests.packed_bundles import documents_at, documents_of, files_of, packed, sorted_out
from tests.sentences import worded

Change = Callable[[Path], None]


def rewrite(file: str, old: str, new: str) -> Change:
    def change(folder: Path) -> None:
        text = (folder / file).read_text()
        assert old in text
        (folder / file).write_text(text.replace(old, new, 1))

    return change


def without_checksums(folder: Path) -> None:
    lines = (folder / "manifest.csv").read_text().splitlines()
    kept = [",".join(part for part in line.split(",")[:3]) + ',"",' + ",".join(line.split(",")[4:]) for line in lines]
    (folder / "manifest.csv").write_text("\n".join(kept))


def cut(folder: Path) -> None:
    data = (folder / "segments.csv").read_bytes()
    (folder / "segments.csv").write_bytes(data[: data.rindex(b'"#end')])


def remove(folder: Path) -> None:
    (folder / "segments.csv").unlink()


def all_of(*changes: Change) -> Change:
    def change(folder: Path) -> None:
        for one in changes:
            one(folder)

    return change


DAMAGES: tuple[tuple[str, Change, str], ...] = (
    ("cut", cut, worded("reports/file-breaks-off", "3 rows")),
    ("missing", remove, worded("reports/manifest-lists-file")),
    ("changed", rewrite("segments.csv", "ORDERS", "0RDERS"),
     worded("reports/file-changed-after")),
    ("a row less", all_of(without_checksums, rewrite("manifest.csv", '"segments.csv","3"', '"segments.csv","4"')),
     "the file holds 3 rows, the manifest says 4"),
    ("a row less, by the end mark", all_of(without_checksums, rewrite("segments.csv", '"#end"', '"#end","5"')),
     "the file holds 3 rows, its last line says 5"),
    ("failed", all_of(without_checksums, rewrite("segments.csv", '"#end"', '"#failed","ORA-00942: no such table"')),
     "ORA-00942: no such table"),
    ("a column less", all_of(without_checksums, rewrite("segments.csv", '"segment_name"', '"name"')),
     worded("reports/file-lacks-column", "segment_name")),
    ("empty", all_of(without_checksums, lambda folder: (folder / "segments.csv").write_bytes(b"") and None),
     worded("reports/file-breaks-off", "0 rows")),
)  # fmt: skip


@pytest.mark.parametrize(("change", "reason"), [one[1:] for one in DAMAGES], ids=[one[0] for one in DAMAGES])
def test_a_damaged_file_is_missing_and_says_why(tmp_path: Path, change: Change, reason: str) -> None:
    change(make_bundle(tmp_path))
    documents = documents_at(tmp_path)
    assert documents.section("segments") == ("missing", reason)
    assert (documents.inventory.segments, documents.inventory.complete) == ((), None)
    assert documents.section("segment_statistics") == ("found", None)
    assert len(documents.workload.segments) == 3


def test_a_file_that_was_skipped_or_failed_says_the_collectors_reason(tmp_path: Path) -> None:
    documents = documents_of(tmp_path, {"quotas": None, "lobs": "ORA-01031: insufficient privileges"})
    assert documents.section("quotas") == ("missing", worded("collect/release-no-such"))
    assert documents.section("lobs") == ("missing", "ORA-01031: insufficient privileges")


def test_rows_and_figures_that_cannot_be_read_are_counted(tmp_path: Path) -> None:
    make_bundle(tmp_path)
    without_checksums(tmp_path)
    rewrite("segments.csv", '"1073741824"', '"a lot"')(tmp_path)
    rewrite("segment_statistics.csv", '"ORDERS_PK",', '"",')(tmp_path)
    documents = documents_at(tmp_path)
    warnings = {(w.code, w.section, w.line) for one in (documents.workload, documents.inventory) for w in one.warnings}
    assert warnings == {("not-a-number", "segments.csv", 2), ("bad-rows", "segment_statistics.csv", 3)}
    assert len(documents.workload.segments) == 2
    assert [one.size_bytes for one in documents.inventory.segments] == [None, 1 << 30, 1 << 30]


def test_rows_of_another_length_are_counted_and_blank_lines_are_none(tmp_path: Path) -> None:
    make_bundle(tmp_path)
    without_checksums(tmp_path)
    rewrite("segments.csv", '"1073741824"', '"1073741824","one too many"')(tmp_path)
    rewrite("segment_statistics.csv", "\n", "\n\n")(tmp_path)
    documents = documents_at(tmp_path)
    warnings = {(w.code, w.section, w.line) for one in (documents.workload, documents.inventory) for w in one.warnings}
    assert warnings == {("bad-rows", "segments.csv", 2)}


@pytest.mark.parametrize("how", ["encrypted", "link"])
def test_a_packed_file_that_is_refused_is_missing(tmp_path: Path, how: str) -> None:
    files = files_of(make_bundle(tmp_path))
    data = a_zip(files, **{how: "segments.csv"})
    documents = sorted_out(read_bundle(PackedFiles(io.BytesIO(data)), Source("bundle", "b.zip", "0" * 64)))
    assert (documents.section("segments")[0], documents.inventory.segments) == ("missing", ())
    assert len(documents.workload.segments) == 3


REFUSED: tuple[tuple[str, Change, str], ...] = (
    ("another version", rewrite("manifest.csv", "segtier.bundle/1", "segtier.bundle/7"), "bundle-version"),
    ("two databases", all_of(without_checksums, rewrite("database.csv", '"4711"', '"4712"')), "several-databases"),
    ("nothing to use", lambda folder: [one.unlink() for one in folder.glob("*.csv") if one.name != "manifest.csv"] and None,
     "empty-bundle"),
    ("no manifest", lambda folder: (folder / "manifest.csv").unlink(), "no-bundle"),
)  # fmt: skip


@pytest.mark.parametrize(("change", "code"), [one[1:] for one in REFUSED], ids=[one[0] for one in REFUSED])
def test_refused_as_a_whole(tmp_path: Path, change: Change, code: str) -> None:
    change(make_bundle(tmp_path))
    with pytest.raises(UnreadableInput) as refused:
        documents_at(tmp_path)
    assert (refused.value.code, bool(refused.value.advice)) == (code, True)
    assert is_bundle_folder(tmp_path) is (code != "no-bundle")


def test_a_file_that_is_not_there_says_whether_it_was_collected(tmp_path: Path) -> None:
    make_bundle(tmp_path)
    (tmp_path / "segments.csv").unlink()
    assert documents_at(tmp_path).section("segments") == (
        "missing",
        worded("reports/manifest-lists-file"),
    )
    manifest = tmp_path / "manifest.csv"
    lines = manifest.read_text().splitlines(keepends=True)
    manifest.write_text("".join(line for line in lines if '"segments.csv"' not in line))
    assert documents_at(tmp_path).section("segments") == ("missing", worded("reports/bundle-no-such"))


def test_a_bundle_without_files_says_the_reason_most_of_them_have(tmp_path: Path) -> None:
    REFUSED[2][1](make_bundle(tmp_path))
    with pytest.raises(UnreadableInput) as refused:
        documents_at(tmp_path)
    reason = worded("reports/manifest-lists-file")
    assert refused.value.message == worded("reports/no-file-bundle", reason)


def test_two_bundles_in_one_archive_are_refused(tmp_path: Path) -> None:
    files = files_of(make_bundle(tmp_path))
    both = {f"{run}/{name}": data for run in ("one", "two") for name, data in files.items()}
    assert is_packed_bundle(a_zip(both))
    with pytest.raises(UnreadableInput) as refused:
        packed(both)
    assert refused.value.code == "several-bundles"


def test_what_lies_beside_a_bundle_is_left_alone(tmp_path: Path) -> None:
    files = files_of(make_bundle(tmp_path), "run/")
    junk = {
        "readme.txt": b"hello",
        "segments.csv": b"of another time",
        "run/.DS_Store": b"\1",
        "run/old/segments.csv": b'"owner"\n',
        "run/picture.bin": bytes(99),
        "other/manifest.csv": b"a list of goods\n",
        "__MACOSX/run/._segments.csv": b"\0",
    }
    clean, with_junk = packed(files), packed(files | junk)
    assert with_junk.inventory.segments == clean.inventory.segments
    assert with_junk.workload.sections == clean.workload.sections
    assert with_junk.warnings == clean.warnings == set()


@pytest.mark.parametrize("folder", ["", "run/", "a/b/"])
@pytest.mark.parametrize("pack", [a_zip, a_tar, lambda files: a_gzip(a_tar(files))], ids=["zip", "tar", "tar.gz"])
def test_every_form_gives_the_same_documents(tmp_path: Path, folder: str, pack: Callable[..., bytes]) -> None:
    files = files_of(make_bundle(tmp_path), folder)
    read = read_bundle(PackedFiles(io.BytesIO(pack(files))), Source("bundle", tmp_path.name))
    plain = documents_at(tmp_path)
    assert [(one.segments, one.sections) for one in read] == [
        (one.segments, one.sections) for one in (plain.workload, *plain.intervals, plain.inventory)
    ]


def test_the_collectors_end_marks_say_the_same(tmp_path: Path) -> None:
    first, second = (documents_of(tmp_path / name, collector=name) for name in ("sqlplus", "oracledb"))
    assert (first.inventory.segments, first.workload.segments) == (second.inventory.segments, second.workload.segments)


HOSTILE = {"../segments.csv": b"x", "/etc/segments.csv": b"x", "C:\\segments.csv": b"x", "run/../../t.csv": b"x",
           "other/segments.csv": b'"owner"\n"#end"\n', "run/awr/segments.csv": b'"owner"\n"#end"\n'}  # fmt: skip


def test_hostile_names_change_nothing(tmp_path: Path) -> None:
    files = files_of(make_bundle(tmp_path), "run/")
    assert packed(files | HOSTILE).inventory.segments == packed(files).inventory.segments


def test_names_that_look_like_sql_are_only_names(tmp_path: Path) -> None:
    name = "\"; DROP TABLE segments; -- ' \u00e9\u4e2d"
    row = {"owner": name, "segment_name": name, "segment_type": "TABLE", "bytes": 1}
    documents = documents_of(tmp_path, {"segments": [row], "containers": [{"con_id": 3, "name": name}]})
    assert [(one.owner, one.name) for one in documents.inventory.segments] == [(name, name)]


@pytest.mark.parametrize(
    "figure", ["9223372036854775807", "99999999999999999999999", "1e300", "1e308", "-5", "nan", "inf"]
)
def test_figures_no_database_has_stop_nothing(tmp_path: Path, figure: str) -> None:
    make_bundle(tmp_path)
    without_checksums(tmp_path)
    for path in tmp_path.glob("*.csv"):
        if path.name not in ("manifest.csv", "database.csv"):
            path.write_text(re.sub(r'"\d{2,}"', f'"{figure}"', path.read_text()))
    documents = documents_at(tmp_path)
    assert len(documents.inventory.segments) == 3
    assert encode(documents.workload)
    assert encode(documents.inventory)


def test_lines_a_client_filled_up_with_blanks(tmp_path: Path) -> None:
    plain = documents_at(make_bundle(tmp_path / "plain"))
    folder = make_bundle(tmp_path / "padded")
    for path in folder.glob("*.csv"):
        lines = path.read_text().splitlines()
        path.write_bytes("".join(f"{line:<2000}\r\n" for line in lines).encode())
    without_checksums(folder)
    padded = documents_at(folder)
    assert padded.inventory.segments == plain.inventory.segments
    assert padded.workload.segments == plain.workload.segments


@pytest.mark.parametrize("digits", [20, 5_000])
def test_a_count_of_thousands_of_digits_stops_nothing(tmp_path: Path, digits: int) -> None:
    make_bundle(tmp_path)
    without_checksums(tmp_path)
    rewrite("manifest.csv", '"3"', f'"{"7" * digits}"')(tmp_path)
    assert len(documents_at(tmp_path).inventory.segments) == 3


@pytest.mark.parametrize("file", ["database.csv", "manifest.csv"])
@pytest.mark.parametrize("digits", [20, 5_000])
def test_a_dbid_beyond_64_bits_is_refused_by_name(tmp_path: Path, file: str, digits: int) -> None:
    make_bundle(tmp_path)
    without_checksums(tmp_path)
    rewrite(file, '"4711"', f'"{"7" * digits}"')(tmp_path)
    with pytest.raises(UnreadableInput) as refused:
        documents_at(tmp_path)
    assert (refused.value.code, refused.value.section) == ("impossible-identifier", file)


def test_a_bomb_stops_the_reading(tmp_path: Path) -> None:
    files = files_of(make_bundle(tmp_path)) | {"tables.csv": b"0" * 40_000_000}
    with pytest.raises(UnreadableInput) as refused:
        read_bundle(PackedFiles(io.BytesIO(a_zip(files)), Limits(ratio=50)), Source())
    assert refused.value.code == "zip-bomb"


CHARACTER_SETS = (
    ("UTF-8", "utf-8", "\u00c4RGER\u4e2d", None),
    ("AL32UTF8", "utf-8", "\u00c4RGER", None),
    ("AMERICAN_AMERICA.WE8MSWIN1252", "cp1252", "\u00c4RGER\u20ac", None),
    ("WE8ISO8859P15", "iso8859_15", "\u00c4RGER\u20ac", None),
    ("CL8MSWIN1251", "cp1251", "\u0416\u0423\u041a", None),
    ("JA16SJIS", "cp932", "\u5728\u5eab", None),
    ("ZHS16GBK", "gbk", "\u4e2d\u6587", None),
    ("MARS8", "utf-8", "PLAIN", "unknown-character-set"),
    ("UTF-8", "cp1252", "\u00c4RGER", "characters-replaced"),
)


@pytest.mark.parametrize(
    ("stated", "codec", "name", "warning"), CHARACTER_SETS, ids=[f"{one[0]} as {one[1]}" for one in CHARACTER_SETS]
)
def test_character_sets(tmp_path: Path, stated: str, codec: str, name: str, warning: str | None) -> None:
    make_bundle(tmp_path)
    without_checksums(tmp_path)
    rewrite("manifest.csv", '"character_set","UTF-8"', f'"character_set","{stated}"')(tmp_path)
    text = (tmp_path / "segments.csv").read_text().replace('"ORDERS"', f'"{name}"')
    (tmp_path / "segments.csv").write_bytes(text.encode(codec))
    documents = documents_at(tmp_path)
    assert documents.warnings == ({warning} if warning else set())
    if warning != "characters-replaced":
        assert documents.inventory.segments[0].name == name


def test_a_character_set_nobody_knows_is_told_in_forty_characters(tmp_path: Path) -> None:
    make_bundle(tmp_path)
    rewrite("manifest.csv", '"character_set","UTF-8"', f'"character_set","{"x" * 50}"')(tmp_path)
    (told,) = (one for one in documents_at(tmp_path).workload.warnings if one.code == "unknown-character-set")
    assert told.message == worded("reports/character-set-not", f"'{'x' * 40}'")


@pytest.mark.parametrize(
    ("section", "message"),
    [
        ("x" * 90, worded("reports/bundle-no-file", f"'{'x' * 80}'")),
        ("segments.csv", worded("reports/bundle-does-not-hold", "'segments.csv'")),
        ("tables.csv", "tables.csv has no row 99"),
    ],
    ids=["no such file", "removed", "no such row"],
)
def test_evidence_of_what_a_bundle_does_not_hold(tmp_path: Path, section: str, message: str) -> None:
    remove(make_bundle(tmp_path))
    with pytest.raises(NotFound) as refused:
        locate(a_zip(files_of(tmp_path)), Evidence(section, 0, 99))
    assert refused.value.message == message


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        (a_zip({"report.html": b"<html>"}), False),
        (a_zip({"manifest.csv": b"item,value\nsomething,else\n"}), False),
        (a_zip({"manifest.csv": b'"item","value"\n"format","segtier.bundle/9"\n'}), True),
        (a_gzip(b"no archive"), False),
        (b"PK\x03\x04 and nothing more", False),
        (a_tar({"x/manifest.csv": b"\xef\xbb\xbfitem,value\nformat,segtier.bundle/1\n"}), True),
    ],
    ids=["reports", "another manifest", "another version", "no tar", "a broken zip", "a tar with a BOM"],
)
def test_what_is_a_bundle(data: bytes, expected: bool) -> None:
    assert is_bundle(PackedFiles(io.BytesIO(data))) is expected
