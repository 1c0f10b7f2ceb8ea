"""`make wheel`: all of Segtier in one file, dist/segtier-VERSION-py3-none-any.whl, with pages and migrations.

Needs Node where the pages are not built yet. Whoever installs the wheel needs Python only. Standard library only.
"""

from __future__ import annotations

import time
from pathlib import Path

import set_up

DIST = set_up.ROOT / "dist"


def main() -> None:
    begin_s = time.monotonic()
    set_up.check_programs()
    set_up.say("Installing what builds a wheel")
    set_up.install_tools()
    set_up.build_pages()
    set_up.say("Building the wheel")
    wheel = build(DIST)
    size = wheel.stat().st_size / 1024**2
    set_up.done(f"{wheel.relative_to(set_up.ROOT)}: {size:.1f} MiB, built in {time.monotonic() - begin_s:.0f} s.")
    print(f"Install it anywhere: pip install {wheel.name}; then: segtier serve")


def build(folder: Path) -> Path:
    """The wheel of this checkout in that folder, in place of those of before."""
    for old in folder.glob("segtier-*.whl"):
        old.unlink()
    uv, python = set_up.VENV / "bin" / "uv", set_up.VENV / "bin" / "python"
    # without a source archive in between: migrations and pages lie outside its folder
    options = ["--quiet", "--wheel", "--no-build-isolation", "--python", str(python), "--out-dir", str(folder)]
    set_up.run([uv, "build", *options, set_up.BACKEND])
    return next(folder.glob("segtier-*.whl"))


if __name__ == "__main__":
    main()
