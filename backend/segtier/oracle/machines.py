"""Types of machines from `machines.yaml`: what one lets through to all of its volumes together."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from fnmatch import fnmatchcase
from functools import lru_cache
from importlib.resources import files
from typing import Annotated

import msgspec

from segtier.errors import NotFound, named
from segtier.model.volume import Machine, MachineModel
from segtier.typed import learned

Positive = Annotated[float, msgspec.Meta(gt=0)]
RDS = "db."
"""Before the type of EC2 that a class of RDS runs on."""


class _Row(msgspec.Struct, forbid_unknown_fields=True):
    id: str
    provider: str
    by: Annotated[list[str], msgspec.Meta(min_length=1)]
    iops: Positive | None = None
    mb_s: Positive | None = None
    note: str = ""


class _Catalogue(msgspec.Struct, forbid_unknown_fields=True):
    as_of: date
    machines: list[_Row]
    sources: dict[str, str]
    stale_after_days: int = 365


@lru_cache(maxsize=1)
def machine_models() -> tuple[MachineModel, ...]:
    """Every type of machine of the catalogue."""
    data = files("segtier.oracle").joinpath("machines.yaml").read_bytes()
    catalogue = msgspec.yaml.decode(data, type=learned(_Catalogue))
    return tuple(
        MachineModel(
            id=row.id,
            provider=row.provider,
            requests_per_s=row.iops,
            bytes_per_s=None if row.mb_s is None else row.mb_s * 1e6,
            sources=tuple(catalogue.sources[one] for one in row.by),
            as_of=catalogue.as_of,
            stale_after_days=catalogue.stale_after_days,
            note=row.note,
        )
        for row in catalogue.machines
    )


def find_machine(stated: str, models: Sequence[MachineModel]) -> MachineModel:
    """The type that this names, whatever its case. Raises NotFound listing the ids there are."""
    name = stated.strip().lower().removeprefix(RDS)
    for model in models:
        if fnmatchcase(name, model.id.lower()):
            return model
    known = ", ".join(model.id for model in models)
    raise NotFound(
        f"no machine type {stated[:60]!r} in the catalogue; known: {known}",
        code="unknown-machine",
        advice=f"State what your provider's page says instead: {named('machine_requests_per_s')} and {named('machine_rate')}.",
    )


def machine(stated: str | None, requests_per_s: float | None, bytes_per_s: float | None) -> Machine:
    """What was stated of the machine; where a figure was not, that of its type. Raises NotFound."""
    if not stated:
        return Machine(requests_per_s, bytes_per_s)
    model = find_machine(stated, machine_models())
    return Machine(
        requests_per_s=model.requests_per_s if requests_per_s is None else requests_per_s,
        bytes_per_s=model.bytes_per_s if bytes_per_s is None else bytes_per_s,
        type=stated.strip(),
        said=_said(model),
    )


def _said(model: MachineModel) -> str:
    requests = "requests not known" if model.requests_per_s is None else f"{model.requests_per_s:,.0f} requests"
    rate = "MB/s not known" if model.bytes_per_s is None else f"{model.bytes_per_s / 1e6:,.0f} MB"
    alone = "one source" if len(model.sources) == 1 else f"{len(model.sources)} sources"
    note = f" {model.note}" if model.note else ""
    return (
        f"{model.id} lets {requests} and {rate} a second through to its volumes, as of {model.as_of} ({alone}).{note}"
    )
