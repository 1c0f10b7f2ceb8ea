"""What shall fail in a worker, and what has been counted: the harness's side of `shim/sitecustomize.py`."""

from __future__ import annotations

import json
import os
from dataclasses import asdict, dataclass
from pathlib import Path

SHIM = Path(__file__).with_name("shim")
ERRORS = {
    "write": ("ENOSPC", "EIO"),
    "read": ("EIO",),
    "database": ("full", "away"),
    "broker": ("away",),
}
"""The errors each kind of call may meet."""
NEVER = 1 << 40


@dataclass(frozen=True)
class Plan:
    """The n-th call of a kind fails; for good: so does every one after it, until it is healed."""

    kind: str
    error: str
    n: int
    for_good: bool = True

    def __str__(self) -> str:
        return f"{self.kind} {self.error} at call {self.n} {'for good' if self.for_good else 'once'}"


class Calls:
    """The folder through which plans reach the worker."""

    def __init__(self, folder: Path, data: Path) -> None:
        self._folder, self._data = folder, data
        folder.mkdir(exist_ok=True)

    @property
    def env(self) -> dict[str, str]:
        """What the worker's environment needs."""
        path = os.pathsep.join([str(SHIM), *filter(None, [os.environ.get("PYTHONPATH")])])
        return {"FAILING_CALLS": str(self._folder), "FAILING_CALLS_DATA": str(self._data), "PYTHONPATH": path}

    def begin(self, plan: Plan) -> None:
        """From now on calls are counted, and fail as planned."""
        self.heal()
        for name in ("failed", *(f"calls-{kind}" for kind in ERRORS)):
            (self._folder / name).write_bytes(b"")
        unseen = self._folder / "plan.part"
        unseen.write_text(json.dumps(asdict(plan)))
        unseen.rename(self._folder / "plan.json")

    def heal(self) -> None:
        (self._folder / "plan.json").unlink(missing_ok=True)

    def counted(self, kind: str) -> int:
        return self._size(f"calls-{kind}")

    @property
    def failed(self) -> int:
        return self._size("failed")

    def _size(self, name: str) -> int:
        path = self._folder / name
        return path.stat().st_size if path.exists() else 0
