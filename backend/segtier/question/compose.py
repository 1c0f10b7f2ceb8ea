"""One question from every edge: what was typed becomes the request that the advisor answers."""

from __future__ import annotations

from dataclasses import replace

from segtier.errors import Refused
from segtier.model.constraints import Constraints
from segtier.model.device import StorageGroup, StorageToday, Tier
from segtier.model.request import AdviceRequest, Users
from segtier.model.storage_tier import FurtherTier
from segtier.oracle.devices import tier
from segtier.oracle.machines import machine
from segtier.oracle.measured import as_stated
from segtier.question.assume import read_assumed
from segtier.question.figures import read_figures
from segtier.question.hours import read_hours
from segtier.question.sets import refuse_unclear_sets
from segtier.question.table import Question
from segtier.question.tiers import MIRRORS, PARITIES, compose_tiers
from segtier.units import parse_capacity_bytes, parse_rate_bytes_per_s

_LEAST_DISKS = {"raid1": 2, "raid10": 2, "raid5": 3, "raid6": 4}


def compose_request(question: Question) -> AdviceRequest:
    """Raises UnreadableInput, NotFound and Refused for what cannot be meant."""
    refuse_unclear_sets(question.sets)
    given, question = question, with_one_tier(question)
    first, further = _tiers(question)
    ssd = _ssd(question)
    if question is not given:
        ssd = replace(as_stated(ssd), place=(given.tiers[0].place or "").strip())
    return AdviceRequest(
        tier=first.tier if first is not None else ssd,
        first_tier=first if further else None,
        storage_today=_storage(question),
        flash_cache_os=question.flash_cache_os,
        window=question.window,
        hours=read_hours(question.hours_from, question.hours_to),
        instances=question.instances,
        users=_users(question),
        response_limit_s=question.response_limit_s,
        price=first.price if first is not None else question.price,
        headroom_pct=question.headroom_pct,
        constraints=Constraints(
            most_moves=question.most_moves,
            most_moved_bytes=parse_capacity_bytes(question.move_at_most) if question.move_at_most is not None else None,
            pinned=question.pinned,
            excluded=question.excluded,
            together=question.together,
            hold=question.hold,
        ),
        assumed=read_assumed(question.assume),
        sets=question.sets,
        further_tiers=further,
        demotion=question.demotion,
        machine=machine(
            question.machine_type,
            question.machine_requests_per_s,
            parse_rate_bytes_per_s(question.machine_rate) if question.machine_rate is not None else None,
        ),
    )


def _ssd(question: Question) -> Tier:
    return tier(
        usable_bytes=parse_capacity_bytes(question.ssd) if question.ssd is not None else None,
        device=question.device,
        count=question.count,
        mirrored=question.mirrored,
        shared=question.shared,
        attachment=question.attachment,
        measured=read_figures(question.figures),
    )


_OF_SSD = ("ssd", "device", "count", "mirrored", "shared", "attachment", "figures", "price")
"""What is said of the SSD that is no tier among the others."""
_NOTHING = Question()


def with_one_tier(question: Question) -> Question:
    """A tier that is the only target is the SSD of the question, and gives the answer that it gives."""
    if len(question.tiers) != 1 or any(getattr(question, name) != getattr(_NOTHING, name) for name in _OF_SSD):
        return question
    (one,) = question.tiers
    compose_tiers(question.tiers)
    if one.tablespaces or one.written_a_day or one.raid in PARITIES:
        raise Refused(
            f"{one.name} is the only tier: one SSD has no tablespaces, RAID 5 or 6, or limit of a day",
            code="one-tier",
            advice="Give a second tier, or leave these out.",
        )
    write_us = one.read_us if one.write_us is None and one.device is None else one.write_us
    figures = {
        "read_us": one.read_us,
        "write_us": write_us,
        "read_iops": one.reads_per_s,
        "write_iops": one.writes_per_s,
        "read_bytes_per_s": None if one.read_rate is None else parse_rate_bytes_per_s(one.read_rate),
        "write_bytes_per_s": None if one.write_rate is None else parse_rate_bytes_per_s(one.write_rate),
    }
    return replace(
        question,
        tiers=(),
        ssd=one.size,
        device=one.device,
        count=one.count,
        mirrored=one.raid in MIRRORS,
        shared=one.shared,
        figures=tuple(f"{name}={value:.6f}" for name, value in figures.items() if value is not None),
        price=one.price,
    )


def _tiers(question: Question) -> tuple[FurtherTier | None, tuple[FurtherTier, ...]]:
    """The flash at hand where it is one of the tiers, and the other tiers: with nothing said of an SSD the fastest new one."""
    tiers = compose_tiers(question.tiers)
    if not tiers or any(getattr(question, name) != getattr(_NOTHING, name) for name in _OF_SSD):
        return None, tiers
    first = min(tiers, key=lambda one: (bool(one.tablespaces), one.tier.read_us))
    return first, tuple(one for one in tiers if one is not first)


def _users(question: Question) -> Users | None:
    if question.users is None and question.think_time_s is None:
        return None
    if question.users is None or question.think_time_s is None:
        raise Refused(
            "the number of users and their think time go together",
            code="users-incomplete",
            advice="Give both or none; users of a load generator without pauses think 0 s.",
        )
    return Users(question.users, question.think_time_s)


def _storage(question: Question) -> StorageToday | None:
    stated = _stated(question)
    for group in stated.groups if stated is not None else ():
        least = _LEAST_DISKS.get(group.raid or "", 1)
        if group.spindles is not None and group.spindles < least:
            raise Refused(
                f"{group.raid} takes {least} disks at least; storage group {group.name[:60]!r} has {group.spindles}",
                code="too-few-disks",
                advice="Give all disks of the group, or leave the number out.",
            )
    return stated


def _stated(question: Question) -> StorageToday | None:
    alone = (question.media, question.spindles, question.raid)
    if all(one is None for one in alone):
        return question.storage
    if question.storage is not None:
        raise Refused(
            "today's storage is given twice: as groups, and as media, spindles or RAID of a single one",
            code="storage-twice",
            advice="Give one of them.",
        )
    group = StorageGroup(
        name="data",
        holds=("data", "temp"),
        media=question.media or "unknown",
        spindles=question.spindles,
        raid=question.raid,
        inferred=False,
    )
    return StorageToday(groups=(group,))
