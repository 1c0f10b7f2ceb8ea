"""Runs a part of the cases, prints what that was and how to repeat it, and remembers what was proved.

`--part=test`: what `make test` runs each time and the pieces of this time. `--part=prove`: everything. Without it, what was asked
for, and nothing is remembered. `--near FILE` names the test files near a change. `--chosen FILE` is where the pieces of this time
are written. `--pieces FILE` is such a file: these are run, and no other case.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime
from importlib import import_module
from pathlib import Path

import pytest

from tests.proving.choice import not_proved_for_longest, reached
from tests.proving.costs import PROCESSOR_S, called_s, slowdown
from tests.proving.ledger import LEDGER, Proof, read_ledger, write_ledger
from tests.proving.pieces import TABLE, TEAM, read_where

SETUPS = ("sqlite", TEAM)
SLOW_S = 2.0
"""Processor time of one call beyond which a unit or property case belongs to `make prove`."""
SURELY = 2.0
"""Times that limit it is refused from: a second process on the core, caches that others fill and a neighbour that comes and goes
make a case up to twice as dear, which no yardstick of a moment shows (`slowdown`). What lies between is among the SLOWEST.
"""
SLOWEST = 20
_DEAR_IMPORTS = ("scipy.optimize", "scipy.sparse")
PIECE, CASES = "piece", "cases of the piece"
_LIMITED = ("unit", "property")


@dataclass
class _Chosen:
    """What is proved this time beside what is tested each time."""

    oldest: list[str] = field(default_factory=list)
    near: list[str] = field(default_factory=list)
    left_out: list[str] = field(default_factory=list)
    of: int = 0

    def said(self) -> str:
        """One piece a line, below why it is there."""
        return "\n".join(
            [
                f"# not proved for longest: {len(self.oldest)} of {self.of} pieces",
                *self.oldest,
                f"# near the change: {len(self.near)}, and {len(self.left_out)} more for which there is no time",
                *self.near,
                *(f"# left out: {piece}" for piece in self.left_out),
                "",
            ]
        )


@dataclass
class _Seen:
    """What came of the cases of a piece."""

    cases: int
    passed: int = 0
    processor_s: float = 0.0


_is_slow_allowed = pytest.StashKey[bool]()


class Proving:
    """The part of this run. In the process that hands out cases it also gathers what became of them."""

    def __init__(self, config: pytest.Config) -> None:
        self._config = config
        self._part: str | None = config.getoption("--part")
        self._where = read_where(Path(config.getoption("--where")))
        self._ledger = Path(config.getoption("--ledger"))
        self._seen: dict[str, _Seen] = {}
        self._slowest: list[tuple[float, str]] = []

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(self, config: pytest.Config, items: list[pytest.Item]) -> None:
        pieces: dict[str, list[pytest.Item]] = defaultdict(list)
        tested = []
        names = list(map(_named, items))
        cases, met = Counter(names), Counter[tuple[str, str, str | None]]()
        for item, name in zip(items, names, strict=True):
            case, (file, test, setup) = met[name], name
            met[name] += 1
            if self._where.is_tested(file, test, setup, case, cases[name]):
                tested.append(item)
            else:
                item.stash[_is_slow_allowed] = True
                pieces[self._where.piece(file, test, setup)].append(item)
        for piece, of_it in pieces.items():
            for item in of_it:
                item.user_properties += [(PIECE, piece), (CASES, str(len(of_it)))]
        if self._part != "test":
            return
        chosen = self._choose(list(pieces))
        if (file := config.getoption("--chosen")) and getattr(config, "workerinput", {}).get(
            "workerid", "gw0"
        ) == "gw0":
            Path(file).write_text(chosen.said(), "utf-8")
        wanted = {id(item) for piece in (*chosen.oldest, *chosen.near) for item in pieces[piece]}
        wanted |= set() if config.getoption("--pieces") else set(map(id, tested))
        config.hook.pytest_deselected(items=[item for item in items if id(item) not in wanted])
        items[:] = [item for item in items if id(item) in wanted]

    def _choose(self, pieces: list[str]) -> _Chosen:
        ledger = read_ledger(self._ledger)
        if asked := self._config.getoption("--pieces"):
            named = Path(asked).read_text("utf-8").split("\n")
            return _Chosen([piece for piece in pieces if piece in named], of=len(pieces))
        near = self._config.getoption("--near")
        fit, left_out = reached(pieces, set(Path(near).read_text("utf-8").split("\n")) if near else (), ledger)
        return _Chosen(
            not_proved_for_longest([piece for piece in pieces if piece not in fit], ledger), fit, left_out, len(pieces)
        )

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_call(self, item: pytest.Item) -> Iterator[None]:
        result = yield
        took_s = called_s(item)
        may_be_slow = _is_slow_allowed in item.stash or not _named(item)[0].startswith(_LIMITED)
        if (
            self._config.getoption("--refuse-slow")
            and not may_be_slow
            and took_s > SURELY * SLOW_S
            and took_s > SURELY * SLOW_S * slowdown()
        ):
            pytest.fail(
                f"took {took_s:.1f} s on a processor, where a case of `make test` has {SLOW_S:g} s: make it cheaper, "
                "or leave it to `make prove` in tests/proving/where.toml, with the reason.",
                pytrace=False,
            )
        return result

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.when != "teardown" and report.passed:
            return
        known = dict(report.user_properties)
        if report.when == "teardown":
            self._slowest.append((float(str(known.get(PROCESSOR_S, 0))), report.nodeid))
        if PIECE in known and report.when == "teardown":
            seen = self._seen.setdefault(str(known[PIECE]), _Seen(int(str(known[CASES]))))
            seen.passed += report.passed
            seen.processor_s += float(str(known[PROCESSOR_S]))
        elif PIECE in known:  # failed, or skipped: what did not run was not proved
            self._seen.setdefault(str(known[PIECE]), _Seen(int(str(known[CASES])))).passed -= 1

    def pytest_sessionfinish(self) -> None:
        if self._part is None or hasattr(self._config, "workerinput"):
            return
        now = datetime.now(UTC).strftime("%Y-%m-%dT%H:%MZ")
        proved = {
            piece: Proof(seen.processor_s, now) for piece, seen in self._seen.items() if seen.passed == seen.cases
        }
        write_ledger(read_ledger(self._ledger) | proved, self._ledger)

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        if self._part is None:
            return
        terminalreporter.section(f"the {SLOWEST} cases that took most processor time, with what they set up")
        for took_s, name in sorted(self._slowest, reverse=True)[:SLOWEST]:
            terminalreporter.write_line(f"{took_s:6.1f} s  {name}")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--part", choices=("test", "prove"), help="What make test or make prove runs.")
    parser.addoption("--refuse-slow", action="store_true", help="Fail unit and property cases that take too long.")
    parser.addoption("--near", help="A file of test files near a change, below tests/.")
    parser.addoption("--chosen", help="Where to write the pieces of this time.")
    parser.addoption("--where", default=str(TABLE), help="The table of what is left to make prove.")
    parser.addoption("--ledger", default=str(LEDGER), help="When each piece was proved last.")
    parser.addoption("--pieces", help="A file of pieces: with --part=test, these and no other cases.")


def pytest_sessionstart(session: pytest.Session) -> None:
    """What the product imports by need and takes long is there before the first case: none pays for the others."""
    if session.config.getoption("--refuse-slow"):
        for name in _DEAR_IMPORTS:
            import_module(name)


def pytest_configure(config: pytest.Config) -> None:
    config.pluginmanager.register(Proving(config), "proving")


def _named(item: pytest.Item) -> tuple[str, str, str | None]:
    """Its file below tests/, the test, and the set-up it runs on where it says."""
    params = getattr(item, "callspec", None)
    setup = (
        next((one for one in params.params.values() if isinstance(one, str) and one in SETUPS), None)
        if params
        else None
    )
    below = item.path.relative_to(item.config.rootpath / "tests")
    return below.as_posix(), getattr(item, "originalname", item.name), setup
