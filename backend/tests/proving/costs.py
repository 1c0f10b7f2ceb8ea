"""What a test costs: processor time of its process, of those it waited for and of those that still run below it."""

from __future__ import annotations

import os
import resource
import time
from collections.abc import Iterator
from contextlib import suppress

import pytest

PROCESSOR_S = "processor_s"
"""Set up, called and taken down, as a property of the test in the results."""
_STEPS, _STEPS_S = 200_000, 0.016
"""Additions, and the processor time they take on two quiet cores of an ordinary server."""
_TICKS = os.sysconf("SC_CLK_TCK")
_TIMES = slice(11, 15)
"""User and system time, of a process and of its children that were waited for, in what follows the name in `stat`."""
_begin = pytest.StashKey[float]()
_called = pytest.StashKey[float]()


def processor_s() -> float:
    """Processor time so far, in seconds, of this process and of all below it, also of those that are gone."""
    gone = resource.getrusage(resource.RUSAGE_CHILDREN)
    return time.process_time() + gone.ru_utime + gone.ru_stime + sum(map(_of_tree, _children(os.getpid())))


def called_s(item: pytest.Item) -> float:
    """Of the call alone, without fixtures: what these cost is not the test's own, for others share them."""
    return processor_s() - item.stash[_called]


def slowdown() -> float:
    """How many times as slow as usual a processor is now: others share its caches, or it is an old one. At least 1."""
    begin, number = time.process_time(), 0
    for step in range(_STEPS):
        number = (number * 31 + step) % 1_000_003
    return max(1.0, (time.process_time() - begin) / _STEPS_S)


def _of_tree(pid: int) -> float:
    try:
        with open(f"/proc/{pid}/stat", "rb") as file:
            times = file.read().rpartition(b")")[2].split()[_TIMES]
    except OSError:
        return 0.0
    return sum(map(int, times)) / _TICKS + sum(map(_of_tree, _children(pid)))


def _children(pid: int) -> list[int]:
    """Of any of its threads; none where the system does not tell. Asked four times a test: a path object for each took a tenth of
    the time of all unit tests.
    """
    found: list[int] = []
    with suppress(OSError):
        for thread in os.listdir(f"/proc/{pid}/task"):
            with suppress(FileNotFoundError), open(f"/proc/{pid}/task/{thread}/children", "rb") as file:
                found += map(int, file.read().split())
    return found


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> Iterator[None]:
    item.stash[_begin] = processor_s()
    return (yield)


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_call(item: pytest.Item) -> None:
    item.stash[_called] = processor_s()


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_teardown(item: pytest.Item) -> Iterator[None]:
    try:
        return (yield)
    finally:
        item.user_properties.append((PROCESSOR_S, f"{processor_s() - item.stash[_begin]:.3f}"))
