"""The answer for a database of many segments: first, again, in pieces, and `/healthz` while it is worked out.

    .venv/bin/python benchmarks/answer.py [SEGMENTS]      (default: 100000)

A report and an export of v$segment_statistics with that many segments go through the whole product on SQLite. Exits with 1
where a promise is missed.
"""

from __future__ import annotations

import sys
import tempfile
import zipfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from benchmarks.bundle_upload import ask_everything, ingest_s, served
from benchmarks.segment_export import STATISTICS, make_file
from segtier.samples import oltp_sample

SEGMENTS = 100_000


def make_archive(path: Path, segments: int) -> None:
    """A report of the sample, and beside it an export whose segments are others."""
    report = next(file for file in oltp_sample() if file.name.endswith(".html"))
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("report.html", report.data)
        archive.writestr("v$segment_statistics.csv", make_file(segments * len(STATISTICS), "sqlplus csv"))


def main(segments: int, folder: Path) -> bool:
    path, data = folder / "inputs.zip", folder / "data"
    data.mkdir()
    make_archive(path, segments)
    with served(data) as (client, _, _):
        print(f"`python benchmarks/answer.py {segments}`:")
        print(f"    upload to last document: {ingest_s(client, path):.1f} s")
        return ask_everything(client).kept


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as name:
        sys.exit(0 if main(int((sys.argv[1:] or [str(SEGMENTS)])[0]), Path(name)) else 1)
