"""What scripts were written from comes out of them again whole, however they are packed."""

from __future__ import annotations

import zipfile
from dataclasses import replace
from pathlib import Path

import pytest

from segtier.cli.support.plan_request import plan_request_in
from segtier.documents import encode
from segtier.model.plan import PlanRequest, PlanSegment
from tests.unit.plan.requests import a_request

SIZES = (1, 10_000)
"""Segments left out: the request's file then has a few kilobytes, or megabytes, which unpack in many pieces."""


def a_plan(segments: int) -> PlanRequest:
    left = tuple(PlanSegment("SHOP", f"T{i}", None, None, "TABLE", "D", i, f"reason {i}") for i in range(segments))
    return replace(a_request(), left_out=left)


@pytest.mark.parametrize("segments", SIZES)
@pytest.mark.parametrize("inside", ["", "plan/"])
def test_from_a_zip(tmp_path: Path, segments: int, inside: str) -> None:
    request = a_plan(segments)
    with zipfile.ZipFile(tmp_path / "plan.zip", "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(f"{inside}README.md", "read me")
        archive.writestr(f"{inside}request.json", encode(request))
    assert plan_request_in([tmp_path / "plan.zip"]) == request


@pytest.mark.parametrize("segments", SIZES)
def test_from_its_folder_and_its_file(tmp_path: Path, segments: int) -> None:
    request = a_plan(segments)
    (tmp_path / "request.json").write_bytes(encode(request))
    assert plan_request_in([tmp_path]) == plan_request_in([tmp_path / "request.json"]) == request
    assert plan_request_in([tmp_path, tmp_path]) is None
