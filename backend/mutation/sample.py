"""The parts of the package whose figures a user sees, and how a sample is spread over them."""

from __future__ import annotations

import hashlib
import random
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from mutation.faults import Fault, faults, with_fault

AREAS = ("reports", "analysis", "forecast", "placement", "advisor", "plan")


@dataclass(frozen=True)
class Sampled:
    """A fault of a file, whose path begins in backend/, and the text with it."""

    area: str
    file: str
    fault: Fault
    was: str
    text: str

    @property
    def key(self) -> str:
        """The same only where neither the fault nor a letter of its file has changed."""
        return hashlib.sha256(f"{self.file}\n{self.text}".encode()).hexdigest()[:16]


def sample(backend: Path, areas: Sequence[str], count: int, seed: int) -> list[Sampled]:
    """As many faults, the same for the same seed and sources, in each area in proportion to its lines."""
    texts = {area: _texts(backend, area) for area in areas}
    lines = {area: sum(text.count("\n") for text in found.values()) for area, found in texts.items()}
    found: list[Sampled] = []
    for area, share in shares(lines, count).items():
        found += _drawn(area, texts[area], share, random.Random(f"{seed} {area}"))
    return found


def shares(lines: dict[str, int], count: int) -> dict[str, int]:
    """`count` parted in proportion to the lines; what rounding leaves goes to the largest remainders."""
    exact = {area: count * own / sum(lines.values()) for area, own in lines.items()}
    parts = {area: int(share) for area, share in exact.items()}
    for area in sorted(exact, key=lambda area: parts[area] - exact[area])[: count - sum(parts.values())]:
        parts[area] += 1
    return parts


def _texts(backend: Path, area: str) -> dict[str, str]:
    paths = sorted((backend / "segtier" / area).rglob("*.py"))
    return {str(path.relative_to(backend)): path.read_text(encoding="utf-8") for path in paths}


def _drawn(area: str, texts: dict[str, str], count: int, chance: random.Random) -> list[Sampled]:
    """First a place, then one of its faults, so that a sum with many faults is not drawn more often than a comparison."""
    places = [(file, some) for file, text in texts.items() for some in faults(text).values()]
    chance.shuffle(places)
    found: list[Sampled] = []
    for file, some in places:
        if len(found) == count:
            break
        fault = chance.choice(some)
        changed = with_fault(texts[file], fault)
        if changed is not None:
            found.append(Sampled(area, file, fault, texts[file], changed))
    return sorted(found, key=lambda one: (one.file, one.fault))
