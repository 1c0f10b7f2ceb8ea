"""A plan as an archive: same plan, same bytes; programs are marked as such."""

from __future__ import annotations

import io
import zipfile

from segtier.model.plan import BundleFile
from segtier.plan.bundle.reviewed import unreviewed_files
from segtier.plan.write_plan import write_plan
from segtier.services.export_bundle import export_bundle, with_files, zipped
from tests.unit.plan.requests import a_request

FILES = (BundleFile("README.md", "é\n"), BundleFile("os/1.sh", "#!/bin/sh\n", executable=True))


def test_the_same_files_give_the_same_bytes() -> None:
    assert zipped(FILES) == zipped(FILES)
    assert with_files(zipped(FILES[:1]), FILES[1:]) == zipped(FILES)


def test_files_keep_order_text_and_mode() -> None:
    more = BundleFile("review/review.sh", "#!/bin/sh\n", executable=True)
    with zipfile.ZipFile(io.BytesIO(with_files(zipped(FILES), [more]))) as bundle:
        assert bundle.namelist() == ["README.md", "os/1.sh", "review/review.sh"]
        assert bundle.read("README.md").decode() == "é\n"
        modes = [oct(entry.external_attr >> 16) for entry in bundle.infolist()]
        assert modes == ["0o100644", "0o100755", "0o100755"]


def test_a_plan_that_nobody_reviewed_says_so() -> None:
    plan = write_plan(a_request())
    with zipfile.ZipFile(io.BytesIO(export_bundle(plan))) as bundle:
        assert bundle.namelist() == [file.path for file in (*plan.files, *unreviewed_files(plan))]
        assert bundle.read("REVIEW.txt").startswith(b"UNREVIEWED")
