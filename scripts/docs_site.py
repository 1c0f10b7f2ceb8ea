"""`make docs`: build docs/ as a site in build/site, and fail on anything a reader would stumble over.

Fails on a broken link, anchor or picture, on a page without a place in the navigation of zensical.toml, and on anything a browser
would fetch from another host. Standard library only; backend/.venv brings Zensical (`backend/requirements/dev.txt`).
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import time
from pathlib import Path

import set_up

ROOT = set_up.ROOT
DOCS, SITE = ROOT / "docs", ROOT / "build" / "site"
CONFIG, EXPANDED = ROOT / "zensical.toml", ROOT / ".zensical-expanded.toml"
_COLOUR = re.compile(r"\x1b\[[0-9;]*m")
_PATTERN = re.compile(r'"([\w/-]+\*)",?')
_FETCHED = re.compile(r"<(?:script|img|link|source|iframe)\b[^>]*?\b(?:src|href)=\"?([^\" >]+)")
_ELSEWHERE = re.compile(r"^(?:https?:)?//")


def main() -> int:
    begin_s = time.monotonic()
    config = expanded(CONFIG.read_text("utf-8"))
    wrong = without_place(config) or built(config) or stumbles()
    for one in wrong:
        print(one)
    if not wrong:
        pages = sum(1 for _ in SITE.rglob("*.html"))
        print(f"{pages} pages in {time.monotonic() - begin_s:.0f} s. Read them: python3 -m http.server -d build/site")
    return int(bool(wrong))


def expanded(config: str) -> str:
    """The configuration with all pages that a pattern of its navigation stands for."""

    def pages(found: re.Match[str]) -> str:
        return " ".join(f'"{path.relative_to(DOCS).as_posix()}",' for path in sorted(DOCS.glob(f"{found[1]}.md")))

    return _PATTERN.sub(pages, config)


def without_place(config: str) -> list[str]:
    """Pages that no reader would find."""
    pages = sorted(path.relative_to(DOCS).as_posix() for path in DOCS.rglob("*.md"))
    return [f"docs/{page} has no place in nav of zensical.toml" for page in pages if f'"{page}"' not in config]


def built(config: str) -> list[str]:
    """What Zensical finds wrong. It wants its configuration beside docs/."""
    EXPANDED.write_text(config, "utf-8")
    command = [str(set_up.VENV / "bin" / "zensical"), "build", "--strict", "--clean", "--config-file", str(EXPANDED)]
    env = {**os.environ, "NO_COLOR": "1"}
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=False, env=env)
    finally:
        EXPANDED.unlink()
    if done.returncode == 0:
        return []
    said = _COLOUR.sub("", done.stdout + done.stderr).partition("Traceback")[0]
    return said.strip().splitlines() or [f"zensical ended with {done.returncode}"]


def stumbles() -> list[str]:
    """Pictures that are missing, and what a browser would fetch from another host; Zensical lets both pass."""
    wrong = []
    for page in sorted(SITE.rglob("*.html")):
        for target in _FETCHED.findall(page.read_text("utf-8")):
            name = f"{page.relative_to(SITE)}: {target}"
            if _ELSEWHERE.match(target):
                wrong.append(f"{name} is on another host")
            elif not target.startswith(("#", "data:")) and page.name != "404.html" and not reached(page, target):
                wrong.append(f"{name} is missing")
    return wrong


def reached(page: Path, target: str) -> bool:
    return (page.parent / target.partition("#")[0].partition("?")[0]).exists()


if __name__ == "__main__":
    sys.exit(main())
