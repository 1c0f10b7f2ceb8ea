"""What every diagnosis looks at: the case, its options, the ceiling; and where DB time weighs most."""

from __future__ import annotations

from segtier.advisor.case import Case
from segtier.analysis.words import LEAST_NAMED, pct
from segtier.dataclass import dataclass
from segtier.model.advice import OptionAdvice
from segtier.model.component import COMPONENTS, STORAGE, Bottleneck, ComponentName, demands_of
from segtier.model.forecast import Ceiling
from segtier.model.option import SPECS, OptionName
from segtier.model.verdict import Need

MOSTLY_CPU = 0.5
ONE_FIGURE = 0.02
"""Of DB time: a ceiling whose ends are closer is told as one."""
_HANGS_ON: dict[ComponentName, str] = {
    "locks": "the lock waits",
    "unexplained": "the unexplained time",
    "unnamed-io": "the unnamed waits",
}
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
        """What the best storage would take off, as a range where that hangs on what nobody knows."""
        least, most = self.ceiling.least_db_time_pct / 100, max(self.ceiling.db_time_pct / 100, LEAST_NAMED)
        if most - least < ONE_FIGURE:
            return f"infinitely fast storage would take at most {pct(most)} off DB time"
        said = f"infinitely fast storage would take {pct(least)} to {pct(most)} off DB time"
        unknown = [words for name, words in _HANGS_ON.items() if self.weight(name) >= ONE_FIGURE]
        return (
            f"{said}, because nobody knows how much of {' and of '.join(unknown)} would go with it" if unknown else said
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

    def may_take_off(self, option: OptionAdvice) -> float:
        """Part of DB time it takes off at the very most; where nobody knows what it would move, all that it may shorten."""
        if option.response_ratio is not None and not any(stop.needs == "segments" for stop in option.blocked_by):
            return 1 - option.response_ratio.low
        return min(self.case.profile.share(*SPECS[option.option].helps) + self.share("unnamed-io"), 1.0)

    @property
    def useful(self) -> list[OptionAdvice]:
        """The options worth their work that nothing stands in the way of, but what the user can tell."""
        return [
            one
            for one in self.options
            if one.worth_it and (one.feasible or (SPECS[one.option].chooses and _only_to_be_told(one)))
        ]


def _by_bottleneck() -> dict[Bottleneck, list[ComponentName]]:
    parts: dict[Bottleneck, list[ComponentName]] = {}
    for component in COMPONENTS:
        parts.setdefault(component.bottleneck, []).append(component.name)
    return parts


TO_BE_TOLD: frozenset[Need | None] = frozenset({"sizes", "segments"})
"""Needs without which nobody knows what the placement of segments would gain."""


def _only_to_be_told(option: OptionAdvice) -> bool:
    return {stop.needs for stop in option.blocked_by} <= TO_BE_TOLD
