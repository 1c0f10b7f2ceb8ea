"""Copies of the checkout, so that no fault is ever put into the checkout itself."""

from __future__ import annotations

import os
import resource
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
BACKEND = ROOT / "backend"
MOST_BYTES = 8 << 30
"""Of address space: a loop without end must not take the machine's memory."""


class Copy:
    """A copy of the files under version control or about to be; what lies beside the checkout lies beside the copy."""

    def __init__(self, folder: Path) -> None:
        self.root = folder / "checkout"
        listed = ["git", "-C", str(ROOT), "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
        for name in subprocess.run(listed, capture_output=True, check=True).stdout.decode().split("\0"):
            if name and (ROOT / name).is_file():
                (self.root / name).parent.mkdir(parents=True, exist_ok=True)
                shutil.copy2(ROOT / name, self.root / name)
        if (ROOT.parent / "shared").is_dir():
            (folder / "shared").symlink_to(ROOT.parent / "shared")
        self.backend = self.root / "backend"
        self._compile()

    def pytest(self, arguments: Sequence[str], limit_s: float | None = None) -> subprocess.CompletedProcess[str]:
        """Run in the copy with the checkout's libraries. Raises subprocess.TimeoutExpired."""
        command = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "--no-header", *arguments]
        environment = {**os.environ, "PYTHONPATH": str(self.backend), "PYTHONHASHSEED": "0"}
        return subprocess.run(
            command,
            cwd=self.backend,
            env=environment,
            capture_output=True,
            text=True,
            check=False,
            timeout=limit_s,
            preexec_fn=_limit_memory,
        )

    def _compile(self) -> None:
        """Compiled files that hold for their source's bytes: by time and size one character changed can go unseen."""
        command = [sys.executable, "-m", "compileall", "-q", "--invalidation-mode", "checked-hash", "segtier"]
        subprocess.run(command, cwd=self.backend, check=True)


def _limit_memory() -> None:
    resource.setrlimit(resource.RLIMIT_AS, (MOST_BYTES, MOST_BYTES))
