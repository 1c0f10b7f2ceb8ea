"""`make run` builds pages only where it has to, says why, and asks for Node only then."""

from __future__ import annotations

import json
import runpy
from pathlib import Path
from typing import Any

import pytest

SET_UP = Path(__file__).resolve().parents[3] / "scripts" / "set_up.py"
SOURCES = {"frontend/a.ts": "1", "frontend/b.ts": "2"}


@pytest.mark.parametrize(
    ("built", "named"),
    [
        (None, "none"),
        (json.dumps(SOURCES), None),
        (json.dumps({**SOURCES, "frontend/b.ts": "9"}), "frontend/b.ts changed"),
        (json.dumps({"frontend/a.ts": "1"}), "frontend/b.ts changed"),
        (json.dumps({**SOURCES, "frontend/c.ts": "3"}), "frontend/c.ts changed"),
        (json.dumps({}), "frontend/a.ts and 1 more"),
        ("what an earlier version wrote", "frontend/a.ts and 1 more"),
    ],
)
def test_it_says_why_it_builds(tmp_path: Path, built: str | None, named: str | None) -> None:
    stamp = tmp_path / ".built"
    if built is not None:
        stamp.write_text(built)
    why = runpy.run_path(str(SET_UP))["why_build"](stamp, SOURCES)
    assert (why is None) == (named is None)
    assert (named or "") in (why or "")


@pytest.mark.parametrize(
    ("version", "fits"), [("v18.20.0", False), ("v20.18.3", False), ("v20.19.0", True), ("v22.1.0", True), ("", False)]
)
def test_node_is_checked_to_the_minor_version(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, version: str, fits: bool
) -> None:
    for name in ("node", "npm"):
        (tmp_path / name).write_text(f"#!/bin/sh\necho {version}\n")
        (tmp_path / name).chmod(0o755 if version else 0o644)
    monkeypatch.setenv("PATH", str(tmp_path))
    assert (runpy.run_path(str(SET_UP))["check_node"]() is None) == fits


@pytest.mark.parametrize("built", [True, False])
def test_without_node_pages_of_before_are_served(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str], built: bool
) -> None:
    set_up: dict[str, Any] = runpy.run_path(str(SET_UP))
    build = set_up["build_pages"]
    (tmp_path / "frontend" / "dist").mkdir(parents=True)
    (tmp_path / "frontend" / "package.json").write_text("{}")
    if built:
        (tmp_path / "frontend" / "dist" / "index.html").write_text("")
    build.__globals__.update(ROOT=tmp_path, FRONTEND=tmp_path / "frontend")
    monkeypatch.setenv("PATH", str(tmp_path))
    if built:
        assert build() is False
    else:
        with pytest.raises(SystemExit):
            build()
    assert "Node" in "".join(capsys.readouterr())


@pytest.mark.parametrize("linked", [True, False])
def test_what_a_link_leads_to_is_left_alone(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, linked: bool) -> None:
    """npm empties the folder before it installs: through a link that is the folder of another checkout."""
    install = runpy.run_path(str(SET_UP))["install_node"]
    install.__globals__.update(ROOT=tmp_path)
    folder, other, programs = tmp_path / "frontend", tmp_path / "other", tmp_path / "bin"
    for one in (folder, other, programs):
        one.mkdir()
    for name in ("package.json", "package-lock.json"):
        (folder / name).write_text("{}")
    (other / "kept").touch()
    (programs / "npm").write_text(
        "#!/bin/sh\n/bin/rm -rf node_modules/* && touch ../ran && /bin/mkdir -p node_modules\n"
    )
    (programs / "npm").chmod(0o755)
    monkeypatch.setenv("PATH", f"{programs}:/usr/bin:/bin")
    if linked:
        (folder / "node_modules").symlink_to(other)
        with pytest.raises(SystemExit):
            install(folder)
    else:
        assert install(folder)
    assert (other / "kept").exists()
    assert (tmp_path / "ran").exists() != linked
