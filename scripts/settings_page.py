"""Write docs/operate/settings.md from the settings themselves.

    backend/.venv/bin/python scripts/settings_page.py [--check]

With --check nothing is written; the exit code is 1 where the page is stale.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

from pydantic.fields import FieldInfo

from segtier.settings import Settings

ROOT = Path(__file__).resolve().parents[1]
PAGE = ROOT / "docs" / "operate" / "settings.md"
_NAME, _MIB = re.compile(r"`([a-z_]+)`"), 1024**2
HEAD = """# Settings

Set these environment variables for `segtier serve`, `segtier worker` and all commands; all processes of an installation need the
same. One person on one machine needs none. A team sets `SEGTIER_DATA_DIR`, `SEGTIER_ALLOWED_HOSTS` and usually
`SEGTIER_DATABASE_URL`. Several machines also set `SEGTIER_BROKER_URL` and `SEGTIER_FILES`
([several machines](several-machines.md)).

* `_S` means seconds, `_BYTES` bytes. Folders in this table are relative to the checkout.
* A Segtier that pip installed keeps its data in your user data folder: `~/.local/share/segtier` on Linux (or
  `$XDG_DATA_HOME/segtier`), `~/Library/Application Support/segtier` on macOS.
* Lists and tables are JSON, in quotes: `SEGTIER_ALLOWED_HOSTS='["segtier.example.com"]'`.
* Segtier refuses an invalid value and ignores an unknown variable with a warning.

`make settings` writes this page.

| variable | default | what it does |
|---|---|---|
"""


def main() -> int:
    wanted = HEAD + "".join(row(name, field) for name, field in Settings.model_fields.items())
    stale = not PAGE.is_file() or PAGE.read_text("utf-8") != wanted
    if stale and "--check" not in sys.argv:
        PAGE.write_text(wanted, "utf-8")
    print(f"{'stale' if stale else 'current'}: {PAGE.relative_to(ROOT)}")
    return int(stale and "--check" in sys.argv)


def row(name: str, field: FieldInfo) -> str:
    words = " ".join((field.description or "").split()).replace("None = ", "not set: ")
    words = _NAME.sub(
        lambda found: f"`SEGTIER_{found[1].upper()}`" if found[1] in Settings.model_fields else found[0], words
    )
    return f"| `SEGTIER_{name.upper()}` | {default(field)} | {words} |\n"


def default(field: FieldInfo) -> str:
    value = field.default
    if value is None or value == "":
        return ""
    if isinstance(value, bool):
        return f"`{str(value).lower()}`"
    if isinstance(value, int) and value % _MIB == 0 and value:
        return f"`{value}` ({value // _MIB:,} MiB)"
    if isinstance(value, Path):
        return f"`{value.relative_to(ROOT)}`"
    if isinstance(value, tuple):
        return f"`{list(value)}`".replace("'", '"')
    return f"`{value:g}`" if isinstance(value, float) else f"`{value}`"


if __name__ == "__main__":
    raise SystemExit(main())
