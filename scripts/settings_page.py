"""Write docs/operate/settings.md and .env.example from the settings themselves.

    backend/.venv/bin/python scripts/settings_page.py [--check]

With --check nothing is written; the exit code is 1 where one of them is stale.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

from pydantic.fields import FieldInfo

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "backend"))

import env_example

from segtier.settings import SECRETS, Settings

ROOT = Path(__file__).resolve().parents[1]
PAGE, EXAMPLE = ROOT / "docs" / "operate" / "settings.md", ROOT / ".env.example"
_NAME, _MIB = re.compile(r"`([a-z_]+)`"), 1024**2
HEAD = """# Settings

Set these environment variables for `segtier serve`, `segtier worker` and all commands; all processes of an installation need the
same. One person on one machine needs none. For a team, copy `.env.example`, which holds all of them, to `.env` or
`/etc/segtier.env` ([set it up](team.md)).

* `_S` means seconds, `_BYTES` bytes. Folders in this table are relative to the checkout.
* A Segtier that pip installed keeps its data in `~/.local/share/segtier` on Linux (or `$XDG_DATA_HOME/segtier`), in
  `~/Library/Application Support/segtier` on macOS. `segtier serve` prints the folder.
* Lists and tables are JSON, in a shell within quotes: `SEGTIER_ALLOWED_HOSTS='["segtier.example.com"]'`.
* An invalid value stops the program. An unknown setting gives a warning. An empty one counts as not set.
* A secret can come from a file, as Docker, Kubernetes and systemd provide it: `SEGTIER_SECRET_FILE=/run/secrets/secret`.
  Set one of the two, never both.

| variable | default | what it does |
|---|---|---|
"""


def main() -> int:
    page = HEAD + "".join(row(name, field) for name, field in Settings.model_fields.items())
    any_stale = False
    for path, wanted in ((PAGE, page), (EXAMPLE, env_example.text(words))):
        stale = not path.is_file() or path.read_text("utf-8") != wanted
        if stale and "--check" not in sys.argv:
            path.write_text(wanted, "utf-8")
        print(f"{'stale' if stale else 'current'}: {path.relative_to(ROOT)}")
        any_stale |= stale
    return int(any_stale and "--check" in sys.argv)


def row(name: str, field: FieldInfo) -> str:
    file = f" Or `SEGTIER_{name.upper()}_FILE`." if name in SECRETS else ""
    return f"| `SEGTIER_{name.upper()}` | {default(field)} | {words(field)}{file} |\n"


def words(field: FieldInfo) -> str:
    """What a setting does, with the variables of others it names."""
    said = " ".join((field.description or "").split()).replace("None = ", "not set: ")
    return _NAME.sub(
        lambda found: f"`SEGTIER_{found[1].upper()}`" if found[1] in Settings.model_fields else found[0],
        said,
    )


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
