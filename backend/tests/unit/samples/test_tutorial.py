"""The commands of docs/use/tutorial.md work as written, in their order, in an empty folder."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

TUTORIAL = Path(__file__).resolve().parents[4] / "docs" / "use" / "tutorial.md"
MOST_LINES = 2226
"""Of SQL and shell in the bundle for the sample: what a person can read; the goal is 1,500 (decision 129)."""


def commands(text: str) -> list[str]:
    """Indented `segtier ...` lines, in lists too, continuation lines joined."""
    joined = text.replace("\\\n", " ")
    return [" ".join(line.split()) for line in re.findall(r"^ {4,6}(segtier .+)$", joined, re.MULTILINE)]


def test_tutorial_commands_run(tmp_path: Path) -> None:
    text = TUTORIAL.read_text(encoding="utf-8")
    storage = re.search(r"```yaml\n(.*?)```", text, re.DOTALL)
    assert storage is not None
    (tmp_path / "storage.yaml").write_text(storage[1], encoding="utf-8")
    found = commands(text)
    assert {line.split()[1] for line in found} == {
        *("collect", "sample", "parse", "segments", "advise", "script", "mask", "compare")
    }
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    for line in found:
        done = subprocess.run(
            line,
            shell=True,
            cwd=tmp_path,
            env={**os.environ, "PATH": path},
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, f"{line}\n{done.stderr}"
    assert len((tmp_path / "documents.ndjson").read_text(encoding="utf-8").splitlines()) == 27
    assert (tmp_path / "bundle" / "steps" / "40_move_segments.sql").is_file()
    read = [path.read_text() for kind in ("sql", "sh") for path in (tmp_path / "bundle").rglob(f"*.{kind}")]
    assert sum(text.count("\n") for text in read) <= MOST_LINES
    assert sorted(part.name for part in (tmp_path / "parts").iterdir() if part.name[0].isdigit()) == [
        "1_redo",
        "2_segments",
    ]
    assert "GRANT CREATE SESSION" in (tmp_path / "grants.sql").read_text(encoding="utf-8")
    assert not any("CUSTOMERS" in file.read_text(encoding="utf-8") for file in (tmp_path / "masked").iterdir())
    assert any("CUSTOMERS" in file.read_text(encoding="utf-8") for file in (tmp_path / "bundle3").rglob("appendix.md"))
