"""The advice for a database and the flash at hand. It follows from the stored documents and the question alone.

It is worked out in processes of their own, and kept as they wrote it: here requests are answered, and a million small objects
would make each of them wait for the garbage collector.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from typing import BinaryIO, TypeVar

from segtier import __version__
from segtier.answers.read import Answer
from segtier.documents import decode
from segtier.errors import NotFound, NotUsable, SegtierError
from segtier.model.device import DeviceModel
from segtier.model.heat_map import HeatMap
from segtier.model.plan import Destination, Plan
from segtier.model.timeline import StatedHours
from segtier.model.volume import MachineModel, VolumeModel
from segtier.oracle.devices import device_models
from segtier.oracle.machines import machine_models
from segtier.oracle.volumes import find_volume, volume_models
from segtier.question import Question, Renting, about_case, compose_request, compose_wanted
from segtier.reading.orders import AdviceOrder, Advise, Compare, FindDrift, MapHours, OfferVolumes, WritePlan
from segtier.services.applied_plans import applied_plans
from segtier.services.compare_windows import in_windows
from segtier.services.context import Context
from segtier.services.read_documents import Inputs, fetching, list_inputs, stored_documents
from segtier.services.remember import remembered

T = TypeVar("T")


def list_devices() -> tuple[DeviceModel, ...]:
    return device_models()


def compare_periods(
    ctx: Context, database_id: str, question: Question, option: str | None, after: StatedHours | None = None
) -> bytes:
    """JSON of before and after, beside the forecast of `option`; raises NotUsable without an after-report.

    With `after` those hours are held against the stated hours of the question, else against all that lies ahead of them.
    """
    inputs = list_inputs(ctx, database_id)
    if after is None:
        return comparison_from(ctx, inputs, question, option)
    windows = in_windows(inputs, compose_request(question).hours, after)
    return compare_inputs(ctx, windows, question, option)


def comparison_from(ctx: Context, inputs: Inputs, question: Question, option: str | None) -> bytes:
    """The same from inputs that are listed already."""
    if not inputs.has("after"):
        raise NotUsable(
            "there is no report from after the change",
            code="no-after-report",
            advice="Upload a report of a comparable hour after the change and mark it as after, or count the second "
            "period of a compare-period report as after in the list of reports.",
        )
    return compare_inputs(ctx, inputs, question, option)


def compare_inputs(ctx: Context, inputs: Inputs, question: Question, chosen: str | None) -> bytes:
    """The same where reports from after the change are among the inputs. Without `chosen` it is the option that the forecast
    recommends.
    """
    _need_before(inputs)
    request = compose_request(question)

    def compare() -> bytes:
        return _worked(ctx, Compare(stored_documents(ctx, inputs), request, chosen))

    return remembered(("compare", inputs.digests, question, chosen), compare)


def list_volumes() -> tuple[VolumeModel, ...]:
    return volume_models()


def list_machines() -> tuple[MachineModel, ...]:
    return machine_models()


def offer_volumes(
    ctx: Context, database_id: str, question: Question, volumes: Sequence[str], renting: Renting
) -> bytes:
    """JSON of rented volumes for the best segments; `volumes`: only these of the catalogue, none means all."""
    inputs = list_inputs(ctx, database_id)
    _need_before(inputs)
    models = tuple(find_volume(one, volume_models()) for one in volumes) or volume_models()
    request, wanted, today = compose_request(question), compose_wanted(renting), datetime.now(UTC).date()

    def offer() -> bytes:
        return _worked(ctx, OfferVolumes(stored_documents(ctx, inputs), request, models, wanted, today))

    return remembered(("volumes", inputs.digests, question, tuple(volumes), wanted, today), offer)


def find_drift(ctx: Context, database_id: str, question: Question) -> bytes:
    """JSON of whether the segments of the question's one set, else those of the applied plans, else those on SSD as stated, still
    earn their place.
    """
    inputs = list_inputs(ctx, database_id)
    if not (inputs.has("before") or inputs.has("after")):
        _need_before(inputs)
    request, plans = compose_request(question), applied_plans(ctx, database_id)

    def find() -> bytes:
        return _worked(ctx, FindDrift(stored_documents(ctx, inputs), request, plans))

    return remembered(("drift", inputs.digests, question, plans), find)


def map_hours(ctx: Context, inputs: Inputs, question: Question) -> HeatMap:
    """What segments read over time, without their places: the same for any amount of SSD."""
    request = about_case(compose_request(question))

    def find() -> HeatMap:
        return decode(_worked(ctx, MapHours(stored_documents(ctx, inputs), request)), HeatMap)

    return remembered(("heat", inputs.digests, request), find)


def plan_option(
    ctx: Context, database_id: str, question: Question, option: str, targets: Destination, override: bool
) -> Plan:
    """The scripts of one option; raises Refused (`not-advised`) unless the advice is to move or it is overridden."""
    return plan_from(ctx, list_inputs(ctx, database_id), question, option, targets, override)


def plan_from(
    ctx: Context, inputs: Inputs, question: Question, option: str, targets: Destination, override: bool
) -> Plan:
    """The same from inputs that are listed already."""
    order = WritePlan(stored_documents(ctx, inputs), option, targets, override)
    with advice_from(ctx, inputs, question, Answer.open) as advice:
        return decode(_worked(ctx, order, advice), Plan)


def _need_before(inputs: Inputs) -> None:
    if not inputs.has("before"):
        raise NotUsable(
            f"no report of {inputs.database.name} counts as before",
            code="no-report",
            advice="Upload an AWR report of a busy hour, or mark one as before.",
        )


def advice_from(
    ctx: Context, inputs: Inputs, question: Question, look: Callable[[Answer], T], *, in_background: bool = False
) -> T:
    """What `look` finds in the advice from all documents before; raises NotUsable where there is no report to start from.

    `in_background`: where it has to be worked out, whoever is waited for goes first.
    """
    _need_before(inputs)
    key = advice_key(inputs, question)
    if (refusal := ctx.refused.get(key)) is not None:
        raise refusal.with_traceback(None)
    request = compose_request(question)

    def advise(target: BinaryIO) -> None:
        _worked(ctx, Advise(stored_documents(ctx, inputs), request), target, in_background=in_background)
        _note_last(ctx, inputs, question)

    try:
        return ctx.answers.read(key, advise, look)
    except SegtierError as error:
        if not isinstance(error, NotFound):
            ctx.refused.put(key, error)
            _note_last(ctx, inputs, question)
        raise


def is_kept(ctx: Context, key: str) -> bool:
    """Whether the advice of that name, or its refusal, is there."""
    return ctx.answers.has(key) or ctx.refused.get(key) is not None


def advice_key(inputs: Inputs, question: Question) -> str:
    """What the advice follows from: the same advice for the same, in any piece of it."""
    return repr((__version__, sorted(inputs.digests), question))


def last_newest(ctx: Context, inputs: Inputs, question: Question) -> str | None:
    """The newest document of the last answer to that question about that database; None where none is known."""
    return ctx.answers.last.newest(_asked(inputs, question))


def _note_last(ctx: Context, inputs: Inputs, question: Question) -> None:
    ctx.answers.last.note(_asked(inputs, question), max(one.id for one in inputs.used))


def _asked(inputs: Inputs, question: Question) -> str:
    """Other than an answer's name it stays when documents come; answers of another version are nobody's last."""
    return repr((__version__, inputs.database.id, question))


def _worked(ctx: Context, order: AdviceOrder, *files: BinaryIO, in_background: bool = False) -> bytes:
    """The JSON of what an order asks for, where no file is written; raises what the advisor refuses it with, and ReaderLost."""
    with ctx.advisers.ask(order, *files, fetch=fetching(ctx), in_background=in_background) as answers:
        (given,) = answers
    return given.data
