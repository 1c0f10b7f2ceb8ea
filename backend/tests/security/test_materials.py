"""The bill of materials holds every package that a lock names, and nothing is installed without a digest."""

from __future__ import annotations

import importlib.util
import json
import re
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[3]
LOCKS = sorted((ROOT / "backend" / "requirements").glob("*.txt"))
PAGES = ROOT / "frontend" / "package-lock.json"


def sbom() -> Any:
    spec = importlib.util.spec_from_file_location("sbom", ROOT / "scripts" / "sbom.py")
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def pinned(lock: Path) -> dict[str, list[str]]:
    """Digests by `name==version`, read another way than the command does."""
    found: dict[str, list[str]] = {}
    for line in lock.read_text("utf-8").splitlines():
        if line and not line.startswith((" ", "#")):
            found[line.split()[0]] = []
        elif "--hash=" in line:
            found[list(found)[-1]].append(line.partition("--hash=sha256:")[2][:64])
    return found


def test_every_pinned_package_is_listed() -> None:
    lock = pinned(ROOT / "backend" / "requirements" / "runtime.txt")
    of_python = sbom().of_python((ROOT / "backend" / "requirements" / "runtime.txt").read_text("utf-8"))
    listed = {
        f"{one['name']}=={one['version']}": [digest["content"] for digest in one["externalReferences"][0]["hashes"]]
        for one in of_python["components"]
    }
    assert listed == {
        re.sub(r"[-_.]+", "-", name.partition("==")[0]).lower() + "==" + name.partition("==")[2]: digests
        for name, digests in lock.items()
    }
    of_pages = sbom().of_pages()
    packages = json.loads(PAGES.read_text("utf-8"))["packages"]
    wanted = {f"{path.rpartition('node_modules/')[2]}@{one['version']}" for path, one in packages.items() if path}
    purls = {one["purl"].removeprefix("pkg:npm/").replace("%40", "@") for one in of_pages["components"]}
    assert purls == wanted
    assert len(wanted) > 100


@pytest.mark.parametrize("lock", LOCKS, ids=lambda path: path.name)
def test_every_package_is_pinned_with_a_digest(lock: Path) -> None:
    """To a version, with digests, and without an address to fetch it from."""
    found = pinned(lock)
    assert found
    assert [name for name, digests in found.items() if not digests or "==" not in name] == []
    assert "://" not in lock.read_text("utf-8")
    for pages in (PAGES, ROOT / "e2e" / "package-lock.json"):
        packages = json.loads(pages.read_text("utf-8"))["packages"]
        assert [path for path, one in packages.items() if path and not one.get("integrity")] == []
        assert "resolved" not in pages.read_text("utf-8")
