"""Questions under a name, side by side with their answers."""

from __future__ import annotations

from typing import Literal

from segtier.dataclass import dataclass
from segtier.model.forecast import Range
from segtier.model.option import OptionName
from segtier.model.verdict import State

Typed = str | bool | int | float | tuple[str | int, ...] | None
"""What somebody types for a field of a question; None: nothing."""
Changed = Literal["inputs", "engine"]
"""What is another than when the first answer was given: the documents it followed from, or the version that worked it out."""


@dataclass(frozen=True, slots=True)
class Difference:
    """A field of which a question says something else than the first one."""

    name: str
    value: Typed
    first: Typed


@dataclass(frozen=True, slots=True)
class ScenarioAnswer:
    """What the advice says in one line."""

    flash: str
    """Its model."""
    flash_bytes: int
    """Usable, after mirroring."""
    state: State
    tag: str
    headline: str
    option: OptionName
    """The option to open first."""
    option_title: str
    gain: Range | None
    """Part of DB time it takes off at the same work, 0 to 1; None where no option is advised."""
    used_bytes: int | None
    """None: not known because a size is missing."""
    moves: int | None
    """Segments it moves; None where it moves none by name."""


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why there is no answer."""

    code: str
    message: str
    advice: str | None = None


@dataclass(frozen=True, slots=True)
class ScenarioLine:
    name: str
    price: float | None
    """As stated, of all of the flash."""
    differs: tuple[Difference, ...]
    """From the question of the first row."""
    answer: ScenarioAnswer | None
    refusal: Refusal | None = None
    """One of the two is there."""
    id: str | None = None
    """None: it is in a file, not kept."""
    changed: tuple[Changed, ...] = ()
    """Since its first answer."""


@dataclass(frozen=True, slots=True)
class SideBySide:
    scenarios: tuple[ScenarioLine, ...]
    schema: str = "segtier.scenarios/1"
