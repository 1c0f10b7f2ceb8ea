"""The command line that both loops of failing calls share."""

from __future__ import annotations

import argparse
from collections.abc import Sequence

from tests.stack import SETUPS


def options(description: str | None, kinds: Sequence[str]) -> argparse.ArgumentParser:
    """Which set-ups, kinds of calls and points, how long a fault lasts, and whether the counts are written down."""
    asked = argparse.ArgumentParser(description=description, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("--setup", choices=[*SETUPS, "both"], default="both")
    asked.add_argument("--kind", action="append", choices=kinds, default=[])
    asked.add_argument("--points", type=int, default=6)
    asked.add_argument("--once", action="store_true")
    asked.add_argument("--for-good", action="store_true")
    asked.add_argument("--write", action="store_true", help="put the counts into docs/internals/robustness.md")
    return asked


def setups(given: argparse.Namespace) -> Sequence[str]:
    return list(SETUPS) if given.setup == "both" else [given.setup]


def lasting(given: argparse.Namespace) -> Sequence[bool]:
    """Whether a fault is there until it is healed; both where nothing is asked."""
    return [True] if given.for_good else [False] if given.once else [False, True]
