"""The advice for a database and the flash at hand. It follows from the stored documents and the question alone.

It is worked out in processes of their own, and kept as they wrote it: here requests are answered, and a million small objects
would make each of them wait for the garbage collector.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from segtier import catalog
from segtier.documents import decode
from segtier.errors import NotUsable, Refused
from segtier.model.advice import Advice
from segtier.model.device import DeviceModel, StorageGroup, StorageToday
from segtier.model.plan import Plan, Targets
from segtier.model.request import AdviceRequest, Users
from segtier.model.timeline import DEFAULT_WINDOW
from segtier.reading.orders import AdviceOrder, Advise, Compare, WritePlan
from segtier.services.context import Context
from segtier.services.read_documents import Inputs, list_inputs, open_documents
from segtier.services.remember import remembered
from segtier.units import parse_capacity_bytes

_DEFAULT_SSD = "700GB"


@dataclass(frozen=True, slots=True)
class AdviceQuestion:
    """What the user asks, as typed. Without `ssd` and `device` the tier is 700 GB of usable PCIe flash."""

    ssd: str | None = None
    device: str | None = None
    count: int = 1
    mirrored: bool = False
    shared: bool | None = None
    attachment: str | None = None
    flash_cache_os: bool | None = None
    media: str | None = None
    spindles: int | None = None
    raid: str | None = None
    window: str = DEFAULT_WINDOW
    users: float | None = None
    think_time_s: float | None = None
    """Together with `users`; a load generator without pauses has 0."""
    response_limit_s: float = 1.0
    price: float | None = None


def list_devices() -> tuple[DeviceModel, ...]:
    return catalog.device_models()


def give_advice(ctx: Context, database_id: str, question: AdviceQuestion) -> bytes:
    """JSON of the advice from all documents of the period before; raises NotUsable where there is no report to start from."""
    return _advice(ctx, list_inputs(ctx, database_id), question)


def compare_periods(ctx: Context, database_id: str, question: AdviceQuestion, option: str | None) -> bytes:
    """JSON of before and after, beside the forecast of `option`; raises NotUsable without an after-report."""
    inputs = list_inputs(ctx, database_id)
    if not inputs.has("after"):
        raise NotUsable(
            "there is no report from after the change",
            code="no-after-report",
            advice="Upload a report of a comparable hour after the change and mark it as after, or count the second "
            "period of a compare-period report as after in the list of reports.",
        )
    chosen = option or decode(_advice(ctx, inputs, question), Advice).verdict.option
    request = replace(_request(question), window="average")

    def compare() -> bytes:
        return _worked(ctx, Compare(open_documents(ctx, inputs), request, chosen))

    return remembered(("compare", inputs.digests, question, chosen), compare)


def plan_option(
    ctx: Context, database_id: str, question: AdviceQuestion, option: str, targets: Targets, override: bool
) -> Plan:
    """The scripts of one option; raises Refused (`not-advised`) unless the advice is to move or it is overridden."""
    inputs = list_inputs(ctx, database_id)
    advice = _advice(ctx, inputs, question)
    order = WritePlan(open_documents(ctx, inputs), option, targets, override)
    return decode(_worked(ctx, order, advice), Plan)


def _advice(ctx: Context, inputs: Inputs, question: AdviceQuestion) -> bytes:
    if not inputs.has("before"):
        raise NotUsable(
            f"no report of {inputs.database.name} counts as before",
            code="no-report",
            advice="Upload an AWR report of a busy hour, or mark one as before.",
        )
    request = _request(question)

    def advise() -> bytes:
        return _worked(ctx, Advise(open_documents(ctx, inputs), request))

    return remembered(("advise", inputs.digests, question), advise)


def _worked(ctx: Context, order: AdviceOrder, data: bytes = b"") -> bytes:
    """The JSON of what an order asks for; raises what the advisor refuses it with, and ReaderLost."""
    with ctx.advisers.ask(order, data=data) as answers:
        (given,) = answers
    return given.data


def _request(question: AdviceQuestion) -> AdviceRequest:
    capacity = question.ssd or (None if question.device else _DEFAULT_SSD)
    tier = catalog.tier(
        usable_bytes=parse_capacity_bytes(capacity) if capacity else None,
        device=question.device,
        count=question.count,
        mirrored=question.mirrored,
        shared=question.shared,
        attachment=question.attachment,
    )
    return AdviceRequest(
        tier=tier,
        storage_today=_storage(question),
        flash_cache_os=question.flash_cache_os,
        window=question.window,
        users=_users(question),
        response_limit_s=question.response_limit_s,
        price=question.price,
    )


def _users(question: AdviceQuestion) -> Users | None:
    if question.users is None and question.think_time_s is None:
        return None
    if question.users is None or question.think_time_s is None:
        raise Refused("users and their think time go together", code="users-incomplete", advice="Give both or none.")
    return Users(question.users, question.think_time_s)


def _storage(question: AdviceQuestion) -> StorageToday | None:
    if question.media is None and question.spindles is None and question.raid is None:
        return None
    group = StorageGroup(
        name="data",
        holds=("data", "temp"),
        media=question.media or "unknown",
        spindles=question.spindles,
        raid=question.raid,
        inferred=False,
    )
    return StorageToday(groups=(group,))
