"""A plan as an archive: same plan, same bytes; programs are marked as such."""

from __future__ import annotations

import io
import zipfile

from segtier.model.plan import BundleFile, Plan
from segtier.services.export_bundle import export_bundle
from tests.unit.plan.requests import a_request

PLAN = Plan(a_request(), (), (BundleFile("README.md", "é\n"), BundleFile("os/1.sh", "#!/bin/sh\n", executable=True)))


def test_the_same_plan_gives_the_same_bytes() -> None:
    assert export_bundle(PLAN) == export_bundle(PLAN)


def test_files_keep_order_text_and_mode() -> None:
    with zipfile.ZipFile(io.BytesIO(export_bundle(PLAN))) as bundle:
        assert bundle.namelist() == ["README.md", "os/1.sh"]
        assert bundle.read("README.md").decode() == "é\n"
        assert [oct(entry.external_attr >> 16) for entry in bundle.infolist()] == ["0o100644", "0o100755"]
