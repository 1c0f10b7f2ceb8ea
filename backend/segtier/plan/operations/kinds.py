"""The rows of kinds.yaml: what each kind of segment takes on a release, an edition and a COMPATIBLE."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Any

import yaml

from segtier.dataclass import dataclass
from segtier.model.operation import Online
from segtier.oracle.gates import is_enterprise
from segtier.oracle.releases import release_of
from segtier.plan.contract import TargetedRequest
from segtier.plan.sqlplus import ddl
from segtier.plan.sqlplus.ddl import Ddl


@dataclass(frozen=True, slots=True)
class Form:
    """A statement of `ddl`; `since` is the first release, which COMPATIBLE must reach too."""

    ddl: Ddl
    since: tuple[int, int] | None
    enterprise: bool
    forbids: tuple[str, ...]
    why: str
    takes_indexes: bool
    """Moving indexes of the table go along in the same statement (`ddl.UPDATE_INDEXES`)."""


@dataclass(frozen=True, slots=True)
class Kind:
    name: str
    step: str
    shape: str
    """The checks the script makes: HEAP, LOB, IOT, NESTED, LOG, INDEX, DEFAULTS."""
    online: Form | None
    offline: Form
    indexes: Mapping[str, str]
    """By online and offline: what happens to the indexes of the table (rebuilt, rewritten); absent: nothing."""
    source: str


@dataclass(frozen=True, slots=True)
class Choice:
    """Whether the online form can be had: YES, NO or ASK (the script looks), and why."""

    word: Online
    reason: str


@cache
def kinds() -> dict[str, Kind]:
    rows = yaml.safe_load((files("segtier.plan.operations") / "kinds.yaml").read_text("utf-8"))
    return {name: _kind(name, row) for name, row in rows.items()}


def choose(kind: Kind, facts: Mapping[str, object], request: TargetedRequest) -> Choice:
    """Online or not, by the facts of the segment, the release, the edition and COMPATIBLE."""
    form = kind.online
    if form is None:
        return Choice("NO", kind.offline.why)
    standing = next((fact for fact in form.forbids if facts.get(fact) is True), None)
    if standing is not None:
        return Choice("NO", f"a {standing.replace('_', ' ')} does not go with ONLINE")
    since = form.since or (0, 0)
    name = f"{'.'.join(map(str, since))} and Enterprise Edition"
    release, enterprise = release_of(request.database), is_enterprise(request.database)
    compatible = version(request.compatible)
    if release is not None and release[:2] < since:
        return Choice("NO", f"ONLINE needs {name}. This is {request.database.release}")
    if compatible is not None and compatible < since:
        return Choice("NO", f"ONLINE needs COMPATIBLE {'.'.join(map(str, since))}. It is {request.compatible}")
    if enterprise is False:
        return Choice("NO", f"ONLINE needs {name}. This is {request.database.edition}")
    if release is None or enterprise is None or compatible is None:
        unknown = [
            word
            for word, value in (("release", release), ("edition", enterprise), ("COMPATIBLE", compatible))
            if value is None
        ]
        return Choice("ASK", f"ONLINE needs {name}, and COMPATIBLE as high, {' and '.join(unknown)} looked up")
    return Choice("YES", f"ONLINE by {request.database.release}, Enterprise Edition, COMPATIBLE {request.compatible}")


def version(text: str | None) -> tuple[int, int] | None:
    """(12, 2) of 12.2.0.1; None where it is no release."""
    parts = (text or "").split(".")
    if not parts[0].isdigit():
        return None
    return int(parts[0]), int(parts[1]) if len(parts) > 1 and parts[1].isdigit() else 0


def _kind(name: str, row: Mapping[str, Any]) -> Kind:
    online = row.get("online")
    return Kind(
        name=name,
        step=row["step"],
        shape=row["shape"],
        online=_form(online) if online else None,
        offline=_form(row["offline"]),
        indexes=row.get("indexes", {}),
        source=row["source"],
    )


def _form(row: Mapping[str, Any]) -> Form:
    since = version(row.get("since"))
    enterprise = row.get("edition") == "enterprise"
    takes = row.get("takes_indexes", False)
    return Form(getattr(ddl, row["form"]), since, enterprise, tuple(row.get("forbids", ())), row.get("why", ""), takes)
