"""Hostile names in bundles of scripts: each is refused with a reason, or carried exactly and inert; none is changed in silence.

Names stand as owner, table, index, partition, tablespace, PDB, LOB column and in what an inventory lists beside them. The
scripts are read again by the tests' own reader of SQL*Plus (`tests/sqlplus_reader.py`): they must do what those of plain names
in the same places do, and run exactly the statements of the plan. Run:
`python robustness/hostile_names.py [--names 100000] [--seed 1]`; ends with 1 where there was a fault.
"""

from __future__ import annotations

import argparse
import json
import random
import re
import sys
import unicodedata
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from itertools import zip_longest
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from lxml import html  # type: ignore[import-untyped]

from segtier.documents import decode, encode
from segtier.model.inventory import Quota
from segtier.model.operation import Operation
from segtier.model.plan import Plan, PlanRequest, PlanSegment
from segtier.plan.document import plan_document
from segtier.plan.write_plan import write_plan
from tests.sqlplus_reader import as_read, is_shared, literals, skeleton, units
from tests.unit.plan.inventories import KINDS, KNOWN, known_request, of
from tests.unit.plan.requests import a_request, a_segment

TRICKS = (
    "'", "''", "'||'", '"', "\n", "\r", "\n/\n", "\n@evil.sql\n", "@file", "@@file", "&var", "&&var", "!cmd", "host ",
    "$(id)", "`id`", "/", "*/", "/*", "--", "-", "REM ", ";", "\x00", "\t", "%%SLOT%%", "%%SELF%%", "\\", "\\0041",
    "UNISTR('A')", "\u202e", "\u2066", "\u200b", "\ufeff", "\u2028", "\x85", "\x1b[2J", "<script>", "</td>", "|",
    "](x)", "#", "=1+1", "${x}", "{0}", "PROMPT x", "EXIT", "\xc4", "\u20ac", "\u4e2d", "\U0001f600", "\U00020000",
    " ", "  ", ".", "..", "'; DROP USER SYS CASCADE; --", "END;\n/\n", "q'[",
)  # fmt: skip
_WORDS = ("ORDERS", "T1", "a", "X_PK")
PLACES = 300
"""Names of a bundle, about."""
_ASSIGNED = re.compile(r":s_sql(_offline)? := (.*?);(?=\n  :s_)", re.DOTALL)
_TEXT = r"(?:UNISTR\('\?'\)|'\?')"
_JOINED = re.compile(rf"{_TEXT}(?:\s*\|\|\s*{_TEXT})*")
_LONGEST = {"19.0.0.0.0": 128, "11.2.0.4.0": 30}
Chance = random.Random


def _unseen(char: str) -> bool:
    return char == '"' or unicodedata.category(char)[0] == "C" or unicodedata.category(char) in ("Zl", "Zp")


_POSSIBLE = tuple(trick for trick in TRICKS if not any(map(_unseen, trick)))


@dataclass
class Outcome:
    names: int = 0
    carried: int = 0
    refused: int = 0
    bundles: int = 0
    files: int = 0
    reasons: Counter[str] = field(default_factory=Counter)
    faults: list[str] = field(default_factory=list)


def run(names: int, seed: int, tell: Callable[[Outcome], None] = lambda _: None) -> Outcome:
    outcome = Outcome()
    while outcome.names < names:
        chance = Chance(f"{seed} bundle {outcome.bundles}")
        request, given = a_bundle(chance, min(PLACES, names - outcome.names))
        outcome.names += given
        outcome.bundles += 1
        try:
            look(request, outcome)
        except Exception as fault:
            outcome.faults.append(
                f"bundle {outcome.bundles - 1} of seed {seed}: {type(fault).__name__}: {fault!s:.300}"
            )
        tell(outcome)
    return outcome


def a_name(chance: Chance, *, possible: bool) -> str:
    """Plain words, tricks and any characters at all, now and then far too long; `possible`: one that Oracle could have."""
    tricks = _POSSIBLE if possible else TRICKS
    pieces = [
        chance.choice(
            (chance.choice(tricks), chance.choice(tricks), chance.choice(_WORDS), _anything(chance, possible))
        )
        for _ in range(chance.choice((1, 1, 2, 3, 5)))
    ]
    text = "".join(pieces)
    text *= chance.choice((1, 1, 1, 1, 2, 20, 300)) if chance.random() < 0.2 else 1
    return text.encode()[:128].decode(errors="ignore") if possible else text


def _anything(chance: Chance, possible: bool) -> str:
    chars = (chr(chance.choice((chance.randrange(32, 127), chance.randrange(0x110000)))) for _ in range(3))
    return "".join(one for one in chars if not "\ud800" <= one <= "\udfff" and not (possible and _unseen(one)))


def a_bundle(chance: Chance, names: int) -> tuple[PlanRequest, int]:
    """A request with so many names in it, and how many there are."""
    given = 0
    pool: list[str] = []

    def name() -> str:
        """Of one segment most are possible, else hardly one would be carried; some come a second time."""
        nonlocal given
        given += 1
        if pool and chance.random() < 0.1:
            return chance.choice(pool)
        pool.append(a_name(chance, possible=chance.random() < 0.93))
        return pool[-1]

    def longest() -> str:
        """As long as can be, each character an escape."""
        nonlocal given
        given += 1
        return chance.choice("'@&!;\\") * 128

    moving: list[PlanSegment] = [a_segment()]
    while given < names:
        namer = longest if chance.random() < 0.05 else name
        moving.append(chance.choice(_SEGMENTS)(namer, chance))
    request = known_request if chance.random() < 0.5 else a_request
    changed: dict[str, Any] = {
        "release": chance.choice(("19.0.0.0.0", "19.0.0.0.0", "19.0.0.0.0", "11.2.0.4.0")),
        "move": tuple(moving),
        "left_out": (a_segment(name(), owner="LEFT"),),
    }
    if request is known_request:
        changed["known"] = _inventory(moving, name, chance)
    return request(**changed), given


Namer = Callable[[], str]


def _pdb(name: Namer, chance: Chance) -> str | None:
    return chance.choice((None, None, "PDB1", "PDB2")) if chance.random() < 0.9 else name()


def _table(name: Namer, chance: Chance) -> PlanSegment:
    return replace(KINDS["heap table"], owner=name(), name=name(), tablespace=name(), pdb=_pdb(name, chance))


def _partition(name: Namer, chance: Chance) -> PlanSegment:
    row = KINDS["table partition"]
    return replace(row, owner=name(), name=name(), subobject=name(), tablespace=name(), pdb=_pdb(name, chance))


def _index(name: Namer, chance: Chance) -> PlanSegment:
    owner = name()
    row = replace(KINDS["index"], owner=owner, name=name(), tablespace=name(), parent_owner=owner, parent_name=name())
    return replace(row, pdb=_pdb(name, chance))


def _index_partition(name: Namer, chance: Chance) -> PlanSegment:
    owner = name()
    row = replace(
        KINDS["index partition"], owner=owner, name=name(), subobject=name(), parent_owner=owner, parent_name=name()
    )
    return replace(row, tablespace=name(), pdb=_pdb(name, chance))


def _lob(name: Namer, chance: Chance) -> PlanSegment:
    owner = name()
    row = replace(KINDS["LOB"], owner=owner, name=name(), parent_owner=owner, parent_name=name(), column=name())
    return replace(row, tablespace=name(), pdb=_pdb(name, chance))


def _untyped(name: Namer, _: Chance) -> PlanSegment:
    return a_segment(name(), None, owner=name(), tablespace=name())


_SEGMENTS = (_table, _partition, _index, _index_partition, _lob, _untyped)


def _inventory(moving: list[PlanSegment], name: Namer, chance: Chance) -> dict[str, Any]:
    """Indexes of the tables that move, and quotas of their owners."""
    tables = [one for one in moving if one.type == "TABLE"]
    indexes = tuple(
        replace(
            KINDS["index"],
            pdb=one.pdb,
            owner=one.owner,
            name=name(),
            tablespace=name(),
            **of(one.name) | {"parent_owner": one.owner},
        )
        for one in chance.sample(tables, len(tables) // 3)
    )
    quotas = tuple(Quota(one.owner, one.tablespace or "X", pdb=one.pdb, max_bytes=2**30) for one in tables)
    return {"dependents": indexes, "quotas": (*(KNOWN.quotas or ()), *quotas)}


def look(request: PlanRequest, outcome: Outcome) -> None:
    """Raises AssertionError where a name was changed, lost, taken that cannot be, or does something."""
    plan = write_plan(request)
    refused = {_names(one): one.reason for one in plan.refused}
    carried = {row for one in plan.operations for row in _moved(one)}
    for one in request.move:
        key, why = _names(one), unusable(one, request)
        assert (key in refused) != (key[:5] in carried), f"{key}: refused and carried, or neither"
        if why is not None:
            assert key in refused, f"{key} {why} and is carried"
        if key in refused:
            assert refused[key] != one.reason, f"{key} is refused without its reason"
            outcome.refused += 1
            outcome.reasons[re.sub(r"\d+", "N", refused[key])] += 1
        else:
            outcome.carried += 1
    twin = write_plan(_plain(request, set(refused)))
    outcome.files += len(plan.files)
    same_deeds(plan, twin)
    exact_statements(plan)
    data_is_plain(plan, request)
    pages_are_alike(plan, twin)


def _names(one: PlanSegment) -> tuple[str | None, ...]:
    return one.pdb, one.owner, one.name, one.subobject, one.tablespace, one.parent_name, one.column


def _moved(one: Operation) -> Iterator[tuple[str | None, ...]]:
    """Of an index that a table's move builds elsewhere too."""
    for row in one.rewrites:
        if row.role != "rewritten":
            yield one.pdb, row.owner, row.name, row.subobject, row.home


def unusable(one: PlanSegment, request: PlanRequest) -> str | None:
    """Why no script may carry the names; written apart from `plan/sqlplus/quoting.py`."""
    longest = _LONGEST[request.database.release or ""]
    places = [(text, longest) for text in (one.owner, one.name, one.subobject, one.parent_name, one.column)]
    for text, most in (*places, (one.tablespace, 30)):
        if text is None:
            continue
        if not text or '"' in text or "\0" in text:
            return "is no identifier"
        if len(text.encode()) > most:
            return "is too long"
        if any(map(_unseen, text)):
            return "holds what nobody sees"
    if one.pdb is not None and not re.fullmatch(r"[A-Z][A-Z0-9_$#]{0,29}", one.pdb):
        return "is in no container that can be named"
    return None


_NAMED = ("owner", "name", "subobject", "tablespace", "parent_owner", "parent_name", "column", "user")


def _plain(request: PlanRequest, refused: set[tuple[str | None, ...]]) -> PlanRequest:
    """The same with a plain name in the place of each that is carried: one for one, and in the same order."""
    inventory = request.known
    beside = (*((inventory.dependents or ()) if inventory else ()), *((inventory.quotas or ()) if inventory else ()))
    texts = {getattr(one, name, None) for one in (*request.move, *beside) for name in _NAMED} - {None}
    plain = {text: f"N{number:05}" for number, text in enumerate(sorted(map(str, texts)))}

    def renamed(one: Any) -> Any:
        there = {name: getattr(one, name, None) for name in _NAMED}
        return replace(one, **{name: plain[text] for name, text in there.items() if text is not None})

    moving = tuple(one if _names(one) in refused else renamed(one) for one in request.move)
    if inventory is None:
        return replace(request, move=moving)
    dependents = tuple(one if unusable(one, request) else renamed(one) for one in inventory.dependents or ())
    known = replace(inventory, dependents=dependents, quotas=tuple(map(renamed, inventory.quotas or ())))
    return replace(request, move=moving, known=known)


def same_deeds(plan: Plan, twin: Plan) -> None:
    deeds, plain = _deeds(plan), _deeds(twin)
    assert deeds.keys() == plain.keys(), "other files"
    for path, done in deeds.items():
        pairs = zip_longest(sorted(done), sorted(plain[path]))
        other = next(((mine, its) for mine, its in pairs if mine != its), None)
        assert other is None, f"{path} does something else with these names: {_difference(*other)}"


def _difference(mine: str | None, its: str | None) -> str:
    lines = zip_longest((mine or "").splitlines(), (its or "").splitlines())
    return str(next(pair for pair in lines if pair[0] != pair[1]))


def _deeds(plan: Plan) -> dict[str, list[str]]:
    """Of each script what SQL*Plus or the shell would do, without the names."""
    deeds = {}
    texts = {file.path: file.text for file in plan.files}
    for file in plan.files:
        if is_shared(file.path):
            continue
        if file.path.endswith(".sql"):
            read = units(as_read(file.path, texts))
            deeds[file.path] = [f"{unit.kind} {_without_names(unit.text)}" for unit in read]
        elif file.path.endswith(".sh"):
            deeds[file.path] = [line for line in file.text.splitlines() if not line.startswith("#")]
    return deeds


def _without_names(text: str) -> str:
    """Long names take lines of their own."""
    return _JOINED.sub("?", skeleton(text)).replace("\n    ||", " ||").replace(";\n  :s_", "; :s_")


def exact_statements(plan: Plan) -> None:
    wanted = sorted(str((one.statement, one.otherwise)) for one in plan.operations)
    back = sorted(str((one.inverse, one.inverse_otherwise)) for one in plan.operations)
    found: dict[bool, list[str]] = {False: [], True: []}
    for file in plan.files:
        if ":s_sql :=" in file.text and file.path.endswith(".sql"):
            for unit in units(file.text):
                if unit.kind == "block" and ":s_homes :=" not in unit.text:
                    said = {match[1]: "".join(literals(match[2])) or None for match in _ASSIGNED.finditer(unit.text)}
                    found[file.path.endswith("_back.sql")].append(str((said.get(None), said.get("_offline"))))
    assert sorted(found[False]) == wanted, "the scripts run other statements than the plan has"
    assert sorted(found[True]) == back, "the way back is another than the plan's"


def data_is_plain(plan: Plan, request: PlanRequest) -> None:
    """JSON and everything else but the pages is printable ASCII; names come out of it as they went in."""
    for file in plan.files:
        if not file.path.endswith((".md", ".html")):
            assert re.fullmatch(r"[ -~\n]*", file.text), f"{file.path} is not plain ASCII"
    texts = {file.path: file.text for file in plan.files}
    assert decode(texts["request.json"], PlanRequest).move == request.move, "request.json changes a name"
    document = json.loads(encode(plan_document(plan)))
    listed = [one["id"] for one in json.loads(texts["manifest.json"])["operations"]]
    assert [one["id"] for one in document["operations"]] == listed, "the manifest lists other operations"
    assert {one["statement"] for one in document["operations"]} == {one.statement for one in plan.operations}


def pages_are_alike(plan: Plan, twin: Plan) -> None:
    for file in plan.files:
        if file.path.endswith((".md", ".html")):
            unseen = {char for char in file.text if unicodedata.category(char) in ("Cc", "Cf", "Zl", "Zp")} - {"\n"}
            assert not unseen, f"{file.path} holds {unseen}"
    assert _tags(plan) == _tags(twin), "plan.html has other elements"


def _tags(plan: Plan) -> Counter[str]:
    page = next(file.text for file in plan.files if file.path == "plan.html")
    return Counter(f"{one.tag} {sorted(one.attrib.items())}" for one in html.document_fromstring(page).iter())


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--names", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args()

    def tell(outcome: Outcome) -> None:
        if outcome.bundles % 25 == 0:
            print(f"{outcome.names} names, {len(outcome.faults)} faults", file=sys.stderr, flush=True)

    outcome = run(chosen.names, chosen.seed, tell)
    print(f"{outcome.names} names in {outcome.bundles} bundles of {outcome.files} files")
    print(f"{outcome.carried} segments carried, {outcome.refused} refused, {len(outcome.faults)} faults")
    for fault in outcome.faults[:20]:
        print(fault)
    return 1 if outcome.faults else 0


if __name__ == "__main__":
    raise SystemExit(main())
