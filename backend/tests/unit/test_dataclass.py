"""A class whose methods are written late is, from outside, the one the standard library makes at once."""

from __future__ import annotations

import ast
import copy
import dataclasses
import pickle
import subprocess
import sys
from collections.abc import Callable
from dataclasses import field
from typing import Any

import msgspec
import pytest

from segtier.dataclass import dataclass
from tests.source import trees

FLAGS: dict[str, dict[str, bool]] = {
    "frozen": {"frozen": True, "slots": True},
    "frozen, no slots": {"frozen": True},
    "not frozen": {"slots": True},
    "no flags": {},
    "by identity": {"frozen": True, "slots": True, "eq": False},
    "by name": {"frozen": True, "slots": True, "kw_only": True},
    "in order": {"frozen": True, "slots": True, "order": True},
}


class Body:
    """What all of them have."""

    first: int
    second: str = "two"
    third: tuple[int, ...] = field(default_factory=tuple)
    hidden: int = field(default=4, repr=False, compare=False)
    twice: int = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "twice", 2 * self.first)

    @property
    def doubled(self) -> int:
        return 2 * self.first


def _pair(flags: dict[str, bool]) -> tuple[Any, Any]:
    """The class by this project's decorator and by the standard library's; only pickle needs to find them by name."""
    return tuple(
        decorate(**flags)(type("Body", (), {name: vars(Body)[name] for name in vars(Body) if name not in _OF_BODY}))
        for decorate in (dataclass, dataclasses.dataclass)
    )  # type: ignore[return-value]


_OF_BODY = ("__dict__", "__weakref__")
ASKED: dict[str, Callable[[Any], object]] = {
    "repr": lambda c: repr(c(first=1)),
    "defaults": lambda c: dataclasses.asdict(c(first=1)),
    "replaced": lambda c: repr(dataclasses.replace(c(first=1), second="three")),
    "equal": lambda c: (c(first=1) == c(first=1), c(first=1) == c(first=2), c(first=1) == 1),
    "compared without what is not": lambda c: c(first=1, hidden=7) == c(first=1),
    "hash": lambda c: len({c(first=1), c(first=1)}),
    "order": lambda c: c(first=1) < c(first=2),
    "by place": lambda c: repr(c(1, "b")),
    "too few": lambda c: c(),
    "too many": lambda c: c(first=1, fifth=5),
    "set": lambda c: setattr(c(first=1), "first", 2),
    "deleted": lambda c: delattr(c(first=1), "first"),
    "copied": lambda c: repr(copy.deepcopy(c(first=1, third=(1, 2)))),
    "fields": lambda c: [(one.name, one.type, one.default, one.kw_only) for one in dataclasses.fields(c)],
    "params": lambda c: repr(c.__dataclass_params__),
    "matched": lambda c: c.__match_args__,
    "slots": lambda c: getattr(c, "__slots__", None),
    "words": lambda c: c.__doc__,
    "property": lambda c: c(first=1).doubled,
    "out of JSON": lambda c: repr(msgspec.json.decode(b'{"first": 3, "twice": 6}', type=c)),
    "into JSON": lambda c: msgspec.json.encode(c(first=1)),
    "its method's name": lambda c: [c(first=1), c.__init__.__qualname__][1],
}


def _said(ask: Callable[[Any], object], cls: Any) -> object:
    """The answer, or the fault."""
    try:
        return ask(cls)
    except (TypeError, AttributeError) as fault:
        return type(fault), str(fault)


@pytest.mark.parametrize("flags", FLAGS.values(), ids=FLAGS)
@pytest.mark.parametrize("ask", ASKED.values(), ids=ASKED)
def test_it_is_as_the_standard_library_makes_it(ask: Callable[[Any], object], flags: dict[str, bool]) -> None:
    ours, theirs = _pair(flags)
    assert _said(ask, ours) == _said(ask, theirs)
    assert _said(ask, ours) == _said(ask, theirs), "the second time"


@dataclass(frozen=True, slots=True)
class Base:
    first: int


@dataclass(frozen=True, slots=True)
class Longer(Base):
    second: int = 2


@pytest.mark.parametrize("value", [Base(1), Longer(1)])
def test_it_goes_from_process_to_process(value: Base) -> None:
    assert pickle.loads(pickle.dumps(value)) == value


def test_a_method_nobody_calls_is_not_written() -> None:
    @dataclass(frozen=True, slots=True)
    class Seldom:
        first: int

    later = vars(Seldom)["__repr__"]
    Seldom(1)
    assert vars(Seldom)["__repr__"] is later
    repr(Seldom(1))
    assert vars(Seldom)["__repr__"] is not later


_THREADS = """
import sys, threading
from segtier.dataclass import dataclass

sys.setswitchinterval(1e-6)
for number in range(100):
    @dataclass(frozen=True, slots=True)
    class Met:
        first: int
    ready, met = threading.Barrier(4), []

    def meet():
        ready.wait()
        met.append(hash(Met(1)))

    threads = [threading.Thread(target=meet) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(met) == 4 and len(set(met)) == 1
print("fine")
"""


def test_threads_may_meet_it_at_once() -> None:
    done = subprocess.run([sys.executable, "-c", _THREADS], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (0, "fine\n"), done.stderr


def test_no_class_outside_the_api_is_made_slowly() -> None:
    slow = {
        name.split("/")[0]
        for name, tree in trees("dataclasses")
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and node.module == "dataclasses"
        if any(name.name == "dataclass" for name in node.names)
    }
    assert slow == {"api", "dataclass.py"}
