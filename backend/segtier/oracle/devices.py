"""Flash devices from `device_table.py`, and the tier several of them make."""

from __future__ import annotations

from typing import get_args

from segtier.alike import did_you_mean
from segtier.errors import NotFound, Refused
from segtier.model.device import Attachment, DeviceModel, Tier
from segtier.model.measured import NOTHING_MEASURED, FigureName, Measured
from segtier.oracle.device_table import (
    DEVICES,
    HOST_SHARE_SOURCE,
    HOST_SHARE_US,
    HOST_WRITE_SHARE_US,
    ORACLE_SHARE_US,
    ORACLE_WRITE_SHARE_US,
    Share,
)
from segtier.oracle.measured import with_measured

DEFAULT_USABLE_BYTES = 700 * 10**9
DEFAULT_DEVICE = "generic-pcie"
ATTACHMENTS: tuple[Attachment, ...] = get_args(Attachment)


def device_models() -> tuple[DeviceModel, ...]:
    """Every device of the catalogue."""
    return DEVICES


def oracle_share(name: FigureName) -> Share:
    """What Oracle adds to a latency measured outside of it, through the same kernel."""
    return ORACLE_SHARE_US if name == "read_us" else ORACLE_WRITE_SHARE_US


def find_device(device: str) -> DeviceModel:
    """The device with this id. Raises NotFound listing the ids there are."""
    for model in device_models():
        if model.id == device:
            return model
    known = [model.id for model in device_models()]
    advice = did_you_mean(device, known)
    raise NotFound(f"no device {device[:60]!r} in the catalogue", code="unknown-device", advice=advice)


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
        read_us=model.read_us + HOST_SHARE_US.expected,
        read_us_low=model.read_us + HOST_SHARE_US.low,
        read_us_high=model.read_us + HOST_SHARE_US.high,
        write_us=model.write_us * write_factor + HOST_WRITE_SHARE_US.expected,
        write_us_low=model.write_us * write_factor + HOST_WRITE_SHARE_US.low,
        write_us_high=model.write_us * write_factor + HOST_WRITE_SHARE_US.high,
        read_iops=model.read_iops * count,
        write_iops=model.write_iops * count / copies,
        read_bytes_per_s=model.read_bytes_per_s * count,
        write_bytes_per_s=model.write_bytes_per_s * count / copies,
        endurance_bytes=None if model.endurance_bytes is None else model.endurance_bytes * count / copies,
        source=f"{model.source}; host share: {HOST_SHARE_SOURCE}",
    )
    return with_measured(by_data_sheet, measured, model.source)
