"""What every diagnosis looks at: the case, its options, the ceiling; and where DB time weighs most."""

from __future__ import annotations

from segtier.advisor.case import Case
from segtier.analysis.words import LEAST_NAMED, pct
from segtier.dataclass import dataclass
from segtier.model.advice import OptionAdvice
from segtier.model.component import COMPONENTS, STORAGE, Bottleneck, ComponentName, demands_of
from segtier.model.forecast import Ceiling
from segtier.model.option import SPECS, OptionName

MOSTLY_CPU = 0.5
WELL_EXPLAINED = 0.85
"""Of DB time: below it a ceiling says how much it is the ceiling of."""
MANY = 0.25
"""Of DB time: what takes less is one of several bottlenecks."""
MUCH_UNEXPLAINED = 0.4
"""Of DB time."""
SICK_DISK_US = 100_000.0
"""Whatever the load, a disk that answers later than that is a finding."""


@dataclass(frozen=True, slots=True)
class Symptoms:
    """Shares are parts of DB time, 0 to 1."""

    case: Case
    options: tuple[OptionAdvice, ...]
    ceiling: Ceiling

    def share(self, *components: ComponentName) -> float:
        """Of what sessions wait for."""
        return self.case.profile.share(*demands_of(*components))

    def weight(self, *components: ComponentName) -> float:
        """The same, where CPU and the time nobody explains may be among them."""
        profile = self.case.profile
        alone = {"cpu": profile.cpu_share, "unexplained": self.unexplained}
        return sum(share for name, share in alone.items() if name in components) + self.share(*components)

    @property
    def unexplained(self) -> float:
        return self.case.profile.unexplained_share

    @property
    def explained(self) -> float:
        """In CPU and in waits that are known by name."""
        return 1 - self.unexplained - self.share("unnamed-io")

    @property
    def at_most(self) -> str:
        most = max(self.ceiling.db_time_pct / 100, LEAST_NAMED)
        said = f"infinitely fast storage would take at most {pct(most)} off DB time"
        return (
            said
            if self.explained >= WELL_EXPLAINED
            else f"{said} as far as the report explains it ({pct(self.explained)})"
        )

    @property
    def computing(self) -> float:
        """CPU where it is the greater half, else 0: then the answer is about CPU, not about reads."""
        share = self.case.profile.cpu_share
        return share if share >= MOSTLY_CPU else 0.0

    @property
    def parsing(self) -> float:
        """All of it, of which most is CPU and the rest waits of many kinds."""
        return (self.case.profile.parse_pct or 0.0) / 100

    @property
    def parsing_or_cpu(self) -> float:
        """What parsing weighs: it says what the CPU does, so no less than that."""
        return max(self.parsing, self.weight("cpu"))

    @property
    def bottleneck(self) -> Bottleneck:
        """What takes most of DB time."""
        weights = {name: self.weight(*parts) for name, parts in _by_bottleneck().items() if name != "mixed"}
        name = max(weights, key=lambda key: weights[key])
        return name if weights[name] >= MANY else "mixed"

    @property
    def storage_bottleneck(self) -> Bottleneck:
        """What takes most of the waits for storage."""
        moved = [name for name in STORAGE if name != "cells"]
        weights = {
            name: self.share(*(part for part in parts if part in moved))
            for name, parts in _by_bottleneck().items()
            if any(part in moved for part in parts)
        }
        return max(weights, key=lambda key: weights[key])

    def option(self, name: OptionName) -> OptionAdvice:
        return next(option for option in self.options if option.option == name)

    @property
    def useful(self) -> list[OptionAdvice]:
        """The options worth their work that nothing stands in the way of, but sizes that are not known."""
        return [
            one
            for one in self.options
            if one.worth_it and (one.feasible or (SPECS[one.option].chooses and _only_sizes_missing(one)))
        ]


def _by_bottleneck() -> dict[Bottleneck, list[ComponentName]]:
    parts: dict[Bottleneck, list[ComponentName]] = {}
    for component in COMPONENTS:
        parts.setdefault(component.bottleneck, []).append(component.name)
    return parts


def _only_sizes_missing(option: OptionAdvice) -> bool:
    return [stop.needs for stop in option.blocked_by] == ["sizes"]
