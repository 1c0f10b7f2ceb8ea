"""Write what Segtier is made of as CycloneDX: the Python packages and those of the pages, from the lock files alone.

    python3 scripts/sbom.py [FOLDER]

FOLDER is build/sbom where none is given. It needs npm, and no network. Standard library only. `make sbom` runs this.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
import uuid
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
LOCK = ROOT / "backend" / "requirements" / "runtime.txt"
PAGES = ROOT / "frontend"
_PINNED = re.compile(
    r"^(?P<name>[\w.-]+)(?:\[[\w,.-]+\])?==(?P<version>[^\s;\\]+)(?P<rest>(?:[^\n]*\\\n)*[^\n]*)", re.MULTILINE
)
_HASH = re.compile(r"--hash=sha256:([0-9a-f]{64})")


def main() -> int:
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT / "build" / "sbom"
    folder.mkdir(parents=True, exist_ok=True)
    for name, document in (("python", of_python(LOCK.read_text("utf-8"))), ("pages", of_pages())):
        file = folder / f"segtier-{name}.cdx.json"
        file.write_text(json.dumps(document, indent=1) + "\n", "utf-8")
        print(f"{file}: {len(document['components'])} components")
    return 0


def of_python(lock: str) -> dict[str, Any]:
    """What is installed to run Segtier."""
    return {
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "serialNumber": uuid.uuid4().urn,
        "version": 1,
        "metadata": {
            "timestamp": datetime.now(UTC).isoformat(timespec="seconds"),
            "component": {"type": "application", "bom-ref": "segtier", "name": "segtier", "version": version()},
        },
        "components": [_component(found) for found in _PINNED.finditer(lock)],
    }


def of_pages() -> dict[str, Any]:
    """What the pages are built from and with; the latter is marked as of development."""
    command = ["npm", "sbom", "--sbom-format=cyclonedx", "--sbom-type=application", "--package-lock-only", "--offline"]
    done = subprocess.run(command, cwd=PAGES, check=True, capture_output=True, text=True)
    document: dict[str, Any] = json.loads(done.stdout)
    return document


def version() -> str:
    (found,) = re.findall(r'__version__ = "([^"]+)"', (ROOT / "backend/segtier/__init__.py").read_text("utf-8"))
    return str(found)


def _component(found: re.Match[str]) -> dict[str, Any]:
    """With the digests of every file that the lock lets be installed."""
    name = re.sub(r"[-_.]+", "-", found["name"]).lower()
    purl = f"pkg:pypi/{name}@{found['version']}"
    digests = [{"alg": "SHA-256", "content": digest} for digest in _HASH.findall(found["rest"])]
    where = {"type": "distribution", "url": f"https://pypi.org/project/{name}/", "hashes": digests}
    return {
        "type": "library",
        "bom-ref": purl,
        "name": name,
        "version": found["version"],
        "purl": purl,
        "externalReferences": [where],
    }


if __name__ == "__main__":
    raise SystemExit(main())
