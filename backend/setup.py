"""What a wheel carries besides the package: migrations and built pages, so that one file is all of Segtier.

Everything else is in `pyproject.toml`. A wheel without one of them would install well and fail when it starts: it is not built.
"""

from __future__ import annotations

import shutil
import tempfile
from pathlib import Path
from typing import Any, NoReturn

from setuptools import setup
from setuptools.command.build_py import build_py

CHECKOUT = Path(__file__).resolve().parents[1]
SHIPPED = {"migrations": (CHECKOUT / "migrations", "env.py"), "pages": (CHECKOUT / "frontend" / "dist", "index.html")}
"""Each folder below `segtier/shipped` of a wheel (`segtier/places.py`), and a file it cannot do without."""


class WithPagesAndMigrations(build_py):
    """An editable install takes both from the checkout it belongs to."""

    def run(self) -> None:
        super().run()
        if getattr(self, "editable_mode", False):
            return
        for name, (folder, needed) in SHIPPED.items():
            if not (folder / needed).is_file():
                refuse(f"{folder} has no {needed}: run make wheel, which builds the pages first.")
            target = Path(self.build_lib) / "segtier" / "shipped" / name
            shutil.copytree(folder, target, ignore=shutil.ignore_patterns("__pycache__", ".built"))

    def get_outputs(self, include_bytecode: Any = True) -> list[str]:
        """With what was copied."""
        copied = (Path(self.build_lib) / "segtier" / "shipped").rglob("*")
        return [*super().get_outputs(include_bytecode), *(str(path) for path in copied if path.is_file())]


def refuse(why: str) -> NoReturn:
    raise SystemExit(f"No wheel was built. {why}")


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as fresh:  # else what was deleted since the last build would be packed again
        setup(cmdclass={"build_py": WithPagesAndMigrations}, options={"build": {"build_base": fresh}})
