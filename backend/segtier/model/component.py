"""What DB time is made of. A component owns the demands that one cure shortens; the components are a partition of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Literal, get_args

from segtier.dataclass import dataclass
from segtier.model.demand import DemandName, WaitClassName

Bottleneck = Literal[
    "storage-read", "storage-write", "commit", "cpu", "memory", "locks", "cluster", "sql", "mixed", "idle", "unknown"
]  # fmt: skip
ComponentName = Literal[
    "cpu", "unexplained",
    "reads", "scans", "temp-reads", "temp-writes", "direct-writes", "commits", "log-stalls", "write-stalls", "cells",
    "unnamed-io", "flash-cache", "other-io", "held-back", "parsing", "concurrency", "locks", "cluster", "network", "idle",
    "other",
]  # fmt: skip
Effect = Literal["shortens", "may-shorten", "follows", "none"]
"""What faster storage does to the waits. shortens: it can shorten them. may-shorten: some of them, and nobody knows which.
follows: whoever keeps the waiter may wait for storage. none: nothing."""


@dataclass(frozen=True, slots=True)
class Component:
    name: ComponentName
    effect: Effect = "none"
    demands: tuple[DemandName, ...] = ()
    """None of DB CPU and of the time that no wait counts."""
    classes: tuple[WaitClassName, ...] = ()
    """Whose waits may be of these demands: where a wait is known by its class alone, it may be one of them."""
    bottleneck: Bottleneck = "mixed"
    """What an answer calls it."""


COMPONENTS: tuple[Component, ...] = (
    Component("cpu", bottleneck="cpu"),
    Component("unexplained", "follows", bottleneck="unknown"),
    Component("reads", "shortens", ("single-block-read", "multi-block-read"), ("User I/O",), "storage-read"),
    Component("scans", "shortens", ("direct-read",), ("User I/O",), "storage-read"),
    Component("temp-reads", "shortens", ("temp-read",), ("User I/O",), "storage-read"),
    Component("temp-writes", "shortens", ("temp-write",), ("User I/O",), "storage-write"),
    Component("direct-writes", "shortens", ("direct-write",), ("User I/O",), "storage-write"),
    Component("commits", "shortens", ("commit",), ("Commit",), "commit"),
    Component("log-stalls", "shortens", ("log-stall",), ("Configuration",), "storage-write"),
    Component(
        "write-stalls", "shortens", ("write-stall",), ("Configuration", "User I/O", "Application"), "storage-write"
    ),
    Component("cells", "shortens", ("cell-read",), ("User I/O",), "storage-read"),
    Component("unnamed-io", "may-shorten", ("unnamed-io",), ("User I/O",), "storage-read"),
    Component("flash-cache", "none", ("flash-read",), ("User I/O",), "storage-read"),
    Component("other-io", "none", ("other-io",), ("User I/O", "System I/O", "Administrative", "Configuration")),
    Component("held-back", "none", ("cpu",), ("Scheduler",), "cpu"),
    Component("concurrency", "none", ("concurrency",), ("Concurrency",), "sql"),
    Component("parsing", "none", ("parsing",), ("Concurrency", "Other"), "sql"),
    Component("locks", "follows", ("locks",), ("Application", "Configuration", "Other"), "locks"),
    Component("cluster", "none", ("cluster",), ("Cluster", "Other"), "cluster"),
    Component("network", "none", ("network",), ("Network", "Application")),
    Component("idle", "none", ("idle",), ("Idle",)),
    Component("other", "none", ("other",), ("Other", "Administrative", "Configuration", "Queueing")),
)


def check_partition(components: Sequence[Component]) -> None:
    """Each demand in one component, each wait class in one at least. Raises TypeError that says what is missing where."""
    owned = Counter(demand for component in components for demand in component.demands)
    faults = [
        f"the demand {demand!r} is in {owned[demand] or 'no'} component{'s' if owned[demand] > 1 else ''}"
        for demand in get_args(DemandName)
        if owned[demand] != 1
    ]
    closed = {name for component in components for name in component.classes}
    faults += [f"the wait class {name!r} is in no component" for name in get_args(WaitClassName) if name not in closed]
    named = Counter(component.name for component in components)
    faults += [
        f"the component {name!r} is there {named[name]} times" for name in get_args(ComponentName) if named[name] != 1
    ]
    if faults:
        raise TypeError(f"{'; '.join(faults)}: see COMPONENTS in segtier/model/component.py")


check_partition(COMPONENTS)
_BY_NAME = {component.name: component for component in COMPONENTS}


def demands_of(*names: ComponentName) -> tuple[DemandName, ...]:
    return tuple(demand for name in names for demand in _BY_NAME[name].demands)


def components_with(*effects: Effect) -> tuple[ComponentName, ...]:
    return tuple(component.name for component in COMPONENTS if component.effect in effects)


STORAGE = components_with("shortens")
STORAGE_WAITS = components_with("shortens", "may-shorten")
STAYING = demands_of("other-io", "network")
"""Waits that take as long whatever storage does and however many transactions run. Not those that Segtier leaves alone without
being sure: a latch, a buffer or a block of another instance may be held by someone who reads (concurrency, cluster, parsing);
an event of class Other may be anything; waits for CPU time are as uncertain as DB CPU; hits of today's flash cache go with what
moves.
"""


def bottleneck_of(name: ComponentName) -> Bottleneck:
    return _BY_NAME[name].bottleneck
