"""Fail when frontend/src/api/openapi.json is not what the API says of itself; `make openapi` writes it anew."""

from __future__ import annotations

import subprocess
import sys

import set_up

STORED = set_up.FRONTEND / "src" / "api" / "openapi.json"


def main() -> int:
    segtier = set_up.VENV / "bin" / "segtier"
    current = subprocess.run([segtier, "openapi"], capture_output=True, text=True, check=True).stdout
    if STORED.is_file() and STORED.read_text(encoding="utf-8") == current:
        return 0
    print(
        f"{STORED.relative_to(set_up.ROOT)} is stale: run make openapi and commit the result.",
        file=sys.stderr,
    )
    return 1


if __name__ == "__main__":
    raise SystemExit(main())
