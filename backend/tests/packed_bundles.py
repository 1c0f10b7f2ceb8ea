"""Bundles made by `make_bundle` read or packed, for tests that look at what comes out."""

from __future__ import annotations

import hashlib
import io
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from segtier.cli.support.bundle_folder import read_bundle_at
from segtier.model.inventory import Inventory
from segtier.model.workload import Source, Workload
from segtier.reports.bundle import PackedFiles, read_bundle
from tests.bundles import Rows, make_bundle
from tests.integration.packed import a_zip


@dataclass(frozen=True, slots=True)
class Documents:
    workload: Workload
    intervals: tuple[Workload, ...]
    inventory: Inventory

    def section(self, name: str) -> Any:
        """State and message of a file, in either document."""
        found = [one for one in (*self.workload.sections, *self.inventory.sections) if one.name == f"{name}.csv"]
        return (found[0].state, found[0].message)

    @property
    def warnings(self) -> set[str]:
        return {warn.code for one in (self.workload, self.inventory) for warn in one.warnings}


def sorted_out(documents: tuple[Workload | Inventory, ...]) -> Documents:
    workload, *intervals, inventory = documents
    assert isinstance(workload, Workload)
    assert isinstance(inventory, Inventory)
    return Documents(workload, tuple(one for one in intervals if isinstance(one, Workload)), inventory)


def documents_at(path: Path) -> Documents:
    return sorted_out(tuple(read_bundle_at(path)))


def documents_of(folder: Path, rows: Rows | None = None, **options: Any) -> Documents:
    """Make a bundle of these rows and read it."""
    return documents_at(make_bundle(folder, rows, **options))


def files_of(folder: Path, inside: str = "") -> dict[str, bytes]:
    paths = (one for one in sorted(folder.rglob("*")) if one.is_file())
    return {inside + one.relative_to(folder).as_posix(): one.read_bytes() for one in paths}


def packed(files: Mapping[str, bytes]) -> Documents:
    data = a_zip(files)
    return sorted_out(
        read_bundle(PackedFiles(io.BytesIO(data)), Source("bundle", "b.zip", hashlib.sha256(data).hexdigest()))
    )
