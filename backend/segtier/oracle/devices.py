"""Flash devices from `devices.yaml`, and the tier several of them make."""

from __future__ import annotations

from functools import lru_cache
from importlib.resources import files
from typing import Any, NamedTuple, get_args

import yaml

from segtier.errors import NotFound, Refused
from segtier.model.device import Attachment, DeviceModel, Tier
from segtier.model.measured import NOTHING_MEASURED, FigureName, Measured
from segtier.oracle.measured import with_measured

DEFAULT_USABLE_BYTES = 700 * 10**9
DEFAULT_DEVICE = "generic-pcie"
ATTACHMENTS: tuple[Attachment, ...] = get_args(Attachment)


@lru_cache(maxsize=1)
def _catalogue() -> dict[str, Any]:
    text = files("segtier.oracle").joinpath("devices.yaml").read_text(encoding="utf-8")
    loaded: dict[str, Any] = yaml.safe_load(text)
    return loaded


@lru_cache(maxsize=1)
def device_models() -> tuple[DeviceModel, ...]:
    """Every device of the catalogue."""
    return tuple(
        DeviceModel(
            id=row["id"],
            model=row["model"],
            attachment=row["attachment"],
            raw_bytes=round(row["raw_gb"] * 1e9),
            read_us=float(row["read_us"]),
            write_us=float(row["write_us"]),
            read_iops=float(row["read_iops"]),
            write_iops=float(row["write_iops"]),
            read_bytes_per_s=row["read_mb_s"] * 1e6,
            write_bytes_per_s=row["write_mb_s"] * 1e6,
            endurance_bytes=row["endurance_tb"] * 1e12 if "endurance_tb" in row else None,
            source=row["source"],
            confidence=row["confidence"],
        )
        for row in _catalogue()["devices"]
    )


class Share(NamedTuple):
    """Microseconds that come on top of a latency."""

    low: float
    expected: float
    high: float


def oracle_share(name: FigureName) -> Share:
    """What Oracle adds to a latency measured outside of it, through the same kernel."""
    return Share(**_catalogue()["oracle_share_us" if name == "read_us" else "oracle_write_share_us"])


def find_device(device: str) -> DeviceModel:
    """The device with this id. Raises NotFound listing the ids there are."""
    for model in device_models():
        if model.id == device:
            return model
    known = ", ".join(model.id for model in device_models())
    raise NotFound(f"no device {device[:60]!r} in the catalogue; known: {known}", code="unknown-device")


def tier(
    usable_bytes: int | None = None,
    device: str | None = None,
    count: int = 1,
    mirrored: bool = False,
    shared: bool | None = None,
    attachment: Attachment | None = None,
    measured: Measured = NOTHING_MEASURED,
) -> Tier:
    """The flash at hand as one pool.

    Give `usable_bytes` (after mirroring; wins where both are given), or a `device` and a `count`; with neither
    it is 700 GB of unspecified PCIe flash. `shared` defaults to what the attachment implies: a card inside one
    server is not shared, a SAN is. Latencies are the device's plus what the host adds (a range). A mirrored
    write waits for the slower of two devices and costs both. What was `measured` is of all of it as it stands, and
    takes the place of what the catalogue says.
    Raises NotFound (unknown device) and Refused (impossible counts or attachments).
    """
    model = find_device(device or (DEFAULT_DEVICE if attachment != "san" else "generic-san"))
    if not 1 <= count <= 1000:
        raise Refused(f"{count} devices: give a number from 1 to 1000", code="bad-device-count")
    if attachment is not None and attachment not in ATTACHMENTS:
        raise Refused(f"attachment {attachment[:40]!r} is none of {', '.join(ATTACHMENTS)}", code="bad-attachment")
    if mirrored and device is not None and count % 2:
        raise Refused(f"{count} devices cannot be mirrored in pairs; give an even number", code="bad-device-count")
    copies = 2 if mirrored else 1
    raw_bytes = model.raw_bytes * count if device is not None else (usable_bytes or DEFAULT_USABLE_BYTES) * copies
    usable = usable_bytes or raw_bytes // copies
    overhead, on_write = _catalogue()["host_overhead_us"], _catalogue()["host_write_overhead_us"]
    attached = attachment or model.attachment
    write_factor = 1.15 if mirrored else 1.0
    by_data_sheet = Tier(
        id=device or "ssd",
        model=model.model,
        attachment=attached,
        shared=shared if shared is not None else attached == "san",
        usable_bytes=usable,
        raw_bytes=raw_bytes,
        count=count,
        mirrored=mirrored,
        read_us=model.read_us + overhead["expected"],
        read_us_low=model.read_us + overhead["low"],
        read_us_high=model.read_us + overhead["high"],
        write_us=model.write_us * write_factor + on_write["expected"],
        write_us_low=model.write_us * write_factor + on_write["low"],
        write_us_high=model.write_us * write_factor + on_write["high"],
        read_iops=model.read_iops * count,
        write_iops=model.write_iops * count / copies,
        read_bytes_per_s=model.read_bytes_per_s * count,
        write_bytes_per_s=model.write_bytes_per_s * count / copies,
        endurance_bytes=None if model.endurance_bytes is None else model.endurance_bytes * count / copies,
        source=f"{model.source}; host share: {_catalogue()['host_overhead_source']}",
    )
    return with_measured(by_data_sheet, measured, model.source)
