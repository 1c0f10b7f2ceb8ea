"""SSDs, per single device: what data sheets and tests say of them, and what the way to them adds."""

from __future__ import annotations

from typing import Literal, NamedTuple

from segtier.model.device import Attachment, DeviceModel


class Share(NamedTuple):
    """Microseconds that come on top of a latency."""

    low: float
    expected: float
    high: float


HOST_SHARE_US = Share(60, 180, 320)
HOST_SHARE_SOURCE = (
    "kernel, ASM and CPU queue on top of the device: 280 µs were measured per flash cache read of a device of about 100 µs"
    " (SanDisk 12c paper, approach 1); 200-400 µs in all is the default for a read as Oracle sees it"
)
HOST_WRITE_SHARE_US = Share(30, 80, 200)
"""Assumed less than for reads: one writer that handles no buffers; tuned (docs/internals/forecast.md)."""
ORACLE_SHARE_US = Share(10, 50, 120)
ORACLE_WRITE_SHARE_US = Share(5, 25, 80)
"""What a measurement from outside of Oracle lacks (fio goes through the kernel): added to it instead of the host's whole share.

Assumed: Oracle's and ASM's own code takes microseconds; the rest of the 180 µs between data sheet and database is waiting for
a CPU and the kernel's way, of which a run outside of Oracle has the second and little of the first.
"""


def _device(
    id_: str,
    model: str,
    attachment: Attachment,
    *,
    raw_gb: float,
    read_us: float,
    write_us: float,
    read_iops: float,
    write_iops: float,
    read_mb_s: float,
    write_mb_s: float,
    endurance_tb: float | None = None,
    source: str,
    confidence: Literal["A", "B", "K"],
) -> DeviceModel:
    """In the units of data sheets; latencies at low load."""
    return DeviceModel(
        id=id_,
        model=model,
        attachment=attachment,
        raw_bytes=round(raw_gb * 1e9),
        read_us=float(read_us),
        write_us=float(write_us),
        read_iops=float(read_iops),
        write_iops=float(write_iops),
        read_bytes_per_s=read_mb_s * 1e6,
        write_bytes_per_s=write_mb_s * 1e6,
        endurance_bytes=None if endurance_tb is None else endurance_tb * 1e12,
        source=source,
        confidence=confidence,
    )


DEVICES: tuple[DeviceModel, ...] = (
    _device(
        "pcie-slc-350",
        "Dell Express Flash 350 GB (Micron P320h class, SLC PCIe)",
        "server-pcie",
        raw_gb=350,
        read_us=47,
        write_us=30,
        read_iops=785000,
        write_iops=175000,
        read_mb_s=3200,
        write_mb_s=1900,
        endurance_tb=25000,
        source="P320h 350 GB data sheet copies (omo-ic.com, AnandTech); write latency assumed",
        confidence="B",
    ),
    _device(
        "pcie-mlc-1400",
        "Micron P420m 1.4 TB (MLC PCIe)",
        "server-pcie",
        raw_gb=1400,
        read_us=100,
        write_us=13,
        read_iops=750000,
        write_iops=95000,
        read_mb_s=3300,
        write_mb_s=630,
        endurance_tb=9200,
        source="P420m data sheet (docplayer copy)",
        confidence="B",
    ),
    _device(
        "sas-emlc-800",
        "SanDisk Optimus 800 GB (SAS eMLC)",
        "sas",
        raw_gb=800,
        read_us=100,
        write_us=100,
        read_iops=100000,
        write_iops=50000,
        read_mb_s=500,
        write_mb_s=500,
        endurance_tb=14600,
        source="assumed from the Optimus Eco test (StorageReview)",
        confidence="K",
    ),
    _device(
        "nvme-9200-1600",
        "Micron 9200 1.6 TB (NVMe PCIe 3)",
        "server-pcie",
        raw_gb=1600,
        read_us=120,
        write_us=21,
        read_iops=620000,
        write_iops=270000,
        read_mb_s=3500,
        write_mb_s=1900,
        endurance_tb=8800,
        source="9200 data sheet (vdocument.in copy), MAX endurance assumed",
        confidence="B",
    ),
    _device(
        "nvme-9400-6400",
        "Micron 9400 MAX 6.4 TB (NVMe PCIe 4)",
        "server-pcie",
        raw_gb=6400,
        read_us=69,
        write_us=10,
        read_iops=1600000,
        write_iops=300000,
        read_mb_s=7000,
        write_mb_s=7000,
        endurance_tb=35000,
        source="computerbase.de 2023-01; latency assumed",
        confidence="B",
    ),
    _device(
        "nvme-9550-3200",
        "Micron 9550 MAX 3.2 TB (NVMe PCIe 5)",
        "server-pcie",
        raw_gb=3200,
        read_us=60,
        write_us=15,
        read_iops=3000000,
        write_iops=540000,
        read_mb_s=14000,
        write_mb_s=10000,
        endurance_tb=17520,
        source="StorageReview",
        confidence="B",
    ),
    _device(
        "generic-pcie",
        "PCIe SSD, data sheet not given",
        "server-pcie",
        raw_gb=700,
        read_us=100,
        write_us=40,
        read_iops=300000,
        write_iops=80000,
        read_mb_s=2500,
        write_mb_s=1000,
        source="assumed: a middling PCIe card of the last ten years; choose a model for better figures",
        confidence="K",
    ),
    _device(
        "generic-san",
        "SSD LUN on a shared array, data sheet not given",
        "san",
        raw_gb=1000,
        read_us=350,
        write_us=350,
        read_iops=100000,
        write_iops=60000,
        read_mb_s=1500,
        write_mb_s=1000,
        source="assumed: all-flash array over Fibre Channel",
        confidence="K",
    ),
)
"""confidence: A = data sheet or vendor documentation, B = reputable test or third-party copy of a data sheet, K = assumed."""
