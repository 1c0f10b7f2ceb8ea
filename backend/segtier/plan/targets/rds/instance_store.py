"""How the instance store (local NVMe) is divided between the flash cache and temp: decided here and nowhere else.

Each has 0, 2, 4, 6, 8 or 10 tenths, both together at most ten. Enterprise Edition sets both; on Standard Edition 2 temp has all
ten and there is no flash cache. Source: Amazon RDS User Guide, Configuring an RDS for Oracle instance store.
"""

from __future__ import annotations

from segtier.dataclass import dataclass
from segtier.errors import Infeasible, Refused, named
from segtier.model.option import OptionName
from segtier.oracle.gates import is_enterprise
from segtier.plan.contract import TargetedRequest

WHOLE = 10
_STEP = 2
_CACHE, _TEMP = "db_flash_cache_size", "rds.instance_store_temp_size"
PARTS: dict[str, OptionName] = {_CACHE: "flash-cache", _TEMP: "temp"}
"""The option each parameter belongs to; all others lie on volumes."""


@dataclass(frozen=True, slots=True)
class Shares:
    """In tenths."""

    cache: int
    temp: int

    @property
    def parameters(self) -> dict[str, str]:
        return {_CACHE: _value(self.cache), _TEMP: _value(self.temp)}


def parts_of(request: TargetedRequest) -> tuple[OptionName, ...]:
    """The options that are carried out: of a combination its parts."""
    return request.parts or (request.option,)


def uses_store(request: TargetedRequest) -> bool:
    return any(part in PARTS.values() for part in parts_of(request))


def shares(request: TargetedRequest) -> Shares | None:
    """None where nothing can be set (Standard Edition 2). Raises Infeasible and Refused."""
    cache, temp = request.targets.rds.cache_tenths, request.targets.rds.temp_tenths
    for tenths in (cache, temp):
        if tenths is not None and tenths not in range(0, WHOLE + 1, _STEP):
            raise Refused(
                f"shares of the instance store are 0, 2, 4, 6, 8 or 10 tenths, not {tenths}", code="bad-tenths"
            )
    wants_cache, wants_temp = ("flash-cache" in parts_of(request)), ("temp" in parts_of(request))
    if is_enterprise(request.database) is False:
        _check_standard_edition(temp, wants_cache=wants_cache or bool(cache))
        return None
    if wants_cache and wants_temp and cache is None and temp is None:
        temp = _by_need(request)
    if wants_cache and cache is None:
        cache = WHOLE - (temp or 0)
    if wants_temp and temp is None:
        temp = WHOLE - (cache or 0)
    return _checked(cache or 0, temp or 0, wants_cache=wants_cache, wants_temp=wants_temp)


def _check_standard_edition(temp: int | None, *, wants_cache: bool) -> None:
    if wants_cache:
        raise Infeasible(
            "Smart Flash Cache needs Enterprise Edition; on Standard Edition 2 RDS gives the whole instance store to temp",
            code="flash-cache-not-available",
            advice=f"Put temp on the instance store ({named('option=temp')}), and segments on a faster volume"
            f" ({named('option=segments')}).",
        )
    if temp not in (None, WHOLE):
        raise Refused("on Standard Edition 2 temp has all ten tenths; that cannot be changed", code="bad-tenths")


def _by_need(request: TargetedRequest) -> int:
    """Temp in the proportion of its peak to the cache that is asked for, rounded up; 4 of 10 where one is not known."""
    peak, cache = request.temp_peak_bytes, request.flash_cache_bytes
    if not peak or not cache:
        return 2 * _STEP
    steps = -(-peak * WHOLE // ((peak + cache) * _STEP))
    return min(WHOLE - _STEP, max(_STEP, steps * _STEP))


def _checked(cache: int, temp: int, *, wants_cache: bool, wants_temp: bool) -> Shares:
    if cache + temp > WHOLE:
        raise Refused(
            f"flash cache {cache}/10 and temp {temp}/10 of the instance store are more than there is",
            code="store-full",
            advice="Together at most 10/10.",
        )
    if (wants_cache and not cache) or (wants_temp and not temp):
        raise Refused(
            f"the {'flash cache' if wants_cache and not cache else 'temp'} has no share of the instance store",
            code="no-share",
            advice="Give it 2, 4, 6, 8 or 10 tenths, and the other at most the rest.",
        )
    return Shares(cache, temp)


def _value(tenths: int) -> str:
    return f"{{DBInstanceStore*{tenths}/{WHOLE}}}"
