"""From a chosen option to its plan: what moves, what stays, and the words a reviewer needs beside it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from segtier.advisor.option_called import option_called
from segtier.advisor.options import OPTIONS
from segtier.advisor.options.segments import FEW
from segtier.advisor.segments.held import full_name
from segtier.advisor.segments.tier_plan import over_tiers, plan_segment
from segtier.advisor.today.files import on_asm
from segtier.advisor.today.known import with_known
from segtier.advisor.today.managed import is_of_rds
from segtier.analysis.inputs import Given, as_reports
from segtier.analysis.words import less
from segtier.errors import Infeasible, Refused, named
from segtier.model.advice import Advice, OptionAdvice
from segtier.model.hour import Setup
from segtier.model.inventory import Inventory
from segtier.model.option import COMBINATION, SPECS, TIERS, is_set, specs
from segtier.model.plan import Destination, MemoryManagement, Plan, PlanRequest, PlanSegment
from segtier.plan.targets import target_of
from segtier.plan.write_plan import write_plan

_SOME_FILES = "Move the data files of {names} to SSD"
_SIZES = "Add a CSV file to the inputs: OWNER,SEGMENT_NAME,BYTES in the first line, then SHOP,CUSTOMERS,31G."
_NOT_FORECAST = "Not forecast: the advice forecasts all data files together, and these are some of them."


def plan_option(
    advice: Advice,
    reports: Sequence[Given],
    option: str | None,
    targets: Destination,
    override: bool,
    inventories: Sequence[Inventory] = (),
    tablespaces: Sequence[str] = (),
) -> Plan:
    """The plan of one option (None: the one the verdict recommends); of data files those of some tablespaces only.

    Raises Refused (`not-advised`) where the advice is not to do this and `override` is False, Infeasible where
    the option cannot be carried out at all, NotFound for an unknown option.
    """
    setups = [report.setup for report in as_reports(reports)]
    chosen = option_called(option or advice.verdict.option, advice.options)
    if tablespaces and SPECS[chosen.option].moves != "data-files":
        raise Refused(
            f"whole tablespaces move with the option all only, not with {chosen.option}",
            code="no-tablespaces",
            advice=f"Ask for {named('option=all')}, or leave the tablespaces out.",
        )
    no_scripts = OPTIONS[chosen.option].no_scripts(advice)
    if no_scripts is not None:
        raise no_scripts
    advised = advice.verdict.move_allowed and chosen.worth_it
    if not advised and not override:
        raise Refused(
            _why_not(advice, chosen),
            code="not-advised",
            advice=f"To get the scripts anyway, ask for the option with {named('override=true')}.",
        )
    # What lists do not name may be worth more: a reason to ask for it, and none against what was asked for.
    stops = [stop for stop in chosen.blocked_by if stop.code != FEW]
    if stops or chosen.response_ratio is None:
        why = " ".join(stop.text for stop in stops) or chosen.worth_text
        advice_ = _SIZES if any(stop.code == "size-unknown" for stop in stops) else None
        raise Infeasible(f"{chosen.title}: {why}", code="infeasible", advice=advice_)
    place = advice.devices[0].place
    if place and targets.data_diskgroup == Destination().data_diskgroup:
        targets = replace(targets, data_diskgroup=place)
    request = _request(advice, setups, chosen, targets, advised)
    if chosen.option == TIERS and advice.tiers is not None:
        request = over_tiers(request, advice, advice.tiers)
    peaks = [one.temp_peak_bytes for one in inventories if one.temp_peak_bytes]
    request = replace(
        request,
        tablespaces=tuple(tablespaces),
        temp_peak_bytes=max(peaks, default=None),
        on_asm=on_asm(OPTIONS[chosen.option].files_today, setups, inventories),
    )
    if tablespaces:
        request = replace(
            request,
            title=_SOME_FILES.format(names=", ".join(tablespaces)),
            verdict_text=_of_all_files(advice.verdict.text),
            forecast_text=_NOT_FORECAST,
            override_reason=_of_all_files(request.override_reason),
        )
    told = target_of(targets.target).told(request, is_of_rds(setups, inventories))
    return write_plan(with_known(told, inventories))


def _of_all_files(text: str) -> str:
    """A figure of the advice is no promise of a plan that it did not weigh."""
    return f"(of all data files; this plan moves some of them) {text}" if text else ""


def _why_not(advice: Advice, chosen: OptionAdvice) -> str:
    if advice.verdict.move_allowed:
        return f"{chosen.title} is not advised. {chosen.worth_text}"
    return f"{chosen.title} is not advised. {advice.verdict.text}"


def _request(
    advice: Advice, setups: Sequence[Setup], chosen: OptionAdvice, targets: Destination, advised: bool
) -> PlanRequest:
    rows = advice.placed(chosen.option)
    weighed = any(spec.chooses for spec in specs(chosen.parts))
    cache, use = chosen.flash_cache, chosen.flash_cache.use if chosen.flash_cache else None
    return PlanRequest(
        option=chosen.option,
        parts=chosen.parts if chosen.option == COMBINATION or is_set(chosen.option) else (),
        title=chosen.title if is_set(chosen.option) else "",
        database=advice.database,
        tier=advice.devices[0],
        move=tuple(plan_segment(row, row.reason) for row in rows if row.included),
        left_out=tuple(plan_segment(row, row.reason) for row in rows if weighed and not row.included),
        flash_cache_bytes=cache.size_bytes if cache else None,
        flash_cache_metadata_bytes=cache.metadata_bytes if cache else None,
        flash_keep=_named(use.keep, advice) if use else (),
        flash_none=_named(use.none, advice) if use else (),
        buffer_cache_bytes=cache.buffer_cache_bytes if cache else None,
        compatible=next(
            (one.parameters["compatible"] for one in reversed(setups) if "compatible" in one.parameters), None
        ),
        memory_management=_memory_management(setups),
        redo_bytes_per_s=max(
            (one.redo_bytes_per_s for one in setups if one.redo_bytes_per_s is not None), default=None
        ),
        targets=targets,
        verdict_text=_verdict_text(advice, chosen),
        forecast_text=" ".join((_forecast_text(chosen), *(chosen.notes if is_set(chosen.option) else ()))),
        assumptions=chosen.assumptions,
        inputs=tuple((row.file or "typed", row.sha256 or "") for row in advice.inputs),
        warnings=tuple(warn.message for warn in advice.warnings),
        overridden=not advised,
        override_reason="" if advised else _why_not(advice, chosen),
        engine_version=advice.engine_version,
    )


def _named(names: Sequence[str], advice: Advice) -> tuple[PlanSegment, ...]:
    """The segments that the advice calls so."""
    rows = {full_name((row.pdb, row.owner, row.name, row.subobject, row.type)): row for row in advice.segments}
    return tuple(plan_segment(row, row.reason) for name in names if (row := rows.get(name)) is not None)


_MANAGED_BY: dict[str, MemoryManagement] = {"memory_target": "amm", "sga_target": "asmm", "db_cache_size": "manual"}
"""The first that is above zero."""


def _memory_management(setups: Sequence[Setup]) -> MemoryManagement | None:
    """By the parameters the reports print; None where they print none of them."""
    for setup in reversed(setups):
        for name, kind in _MANAGED_BY.items():
            if _positive(setup.parameters.get(name)):
                return kind
    return None


def _positive(text: str | None) -> bool:
    return bool(text) and str(text).strip() not in ("0", "")


def _verdict_text(advice: Advice, chosen: OptionAdvice) -> str:
    """Of a set, and of an option that the verdict does not name, that the verdict is not of this plan."""
    text = advice.verdict.text
    if is_set(chosen.option):
        return f"(of the database; this plan is of a set that somebody named) {text}"
    other = advice.verdict.option not in (None, chosen.option)
    return f"(of the database; this plan is of another option than the one it names) {text}" if other else text


def _forecast_text(chosen: OptionAdvice) -> str:
    response, throughput = chosen.response_ratio, chosen.throughput_ratio
    if response is None or throughput is None:
        return "No forecast could be made."
    return (
        f"DB time {less(response)} at the same work (ratio {response.low:.2f} / {response.expected:.2f} / "
        f"{response.high:.2f}, P10 / P50 / P90); throughput with the same sessions driving "
        f"{throughput.low:.2f} / {throughput.expected:.2f} / {throughput.high:.2f}. "
        f"Limited next by {chosen.limited_by_text}."
    )
