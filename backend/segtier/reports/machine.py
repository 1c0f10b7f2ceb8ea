"""CPUs and memory of the host from the OS statistics, where the front page does not print them (up to 10.2)."""

from __future__ import annotations

from dataclasses import replace

from segtier.model.workload import Instance, Workload


def with_machine(workload: Workload) -> Workload:
    """The workload with what its one instance lacks; unchanged where no instance is known."""
    if not workload.instances:
        return workload
    values = {row.name: row.value for row in workload.os_statistics}
    machine = {
        "cpus": _whole(values.get("NUM_CPUS")),
        "cores": _whole(values.get("NUM_CPU_CORES")),
        "sockets": _whole(values.get("NUM_CPU_SOCKETS")),
        "memory_bytes": _whole(values.get("PHYSICAL_MEMORY_BYTES")),
    }
    first = workload.instances[0]
    missing = {name: value for name, value in machine.items() if getattr(first, name) is None}
    return replace(workload, instances=(_changed(first, missing), *workload.instances[1:]))


def _changed(instance: Instance, missing: dict[str, int | None]) -> Instance:
    return replace(instance, **missing)  # type: ignore[arg-type]  # keys are the field names above


def _whole(value: float | None) -> int | None:
    return None if value is None else round(value)
