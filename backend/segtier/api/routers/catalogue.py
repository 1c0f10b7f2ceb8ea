"""What Segtier knows without a database: devices, options, and the queries that collect its input."""

from __future__ import annotations

from typing import Literal

from fastapi.responses import PlainTextResponse

from segtier.api.routing import router_of
from segtier.api.schemas.advice import (
    CollectionQuery,
    CollectionQueryList,
    DeviceList,
    MachineList,
    OptionList,
    OptionSpec,
    PublishedList,
    PublishedOption,
    VolumeList,
)
from segtier.api.schemas.collector import Collector
from segtier.collect import collection_queries, collector_file
from segtier.model.option import SPECS
from segtier.oracle.published import published
from segtier.services.give_advice import list_devices, list_machines, list_volumes

router = router_of("catalogue")


@router.get("/devices", operation_id="listDevices", summary="The device catalogue with sources")
def get_devices() -> DeviceList:
    return DeviceList(items=list(list_devices()))


@router.get("/volumes", operation_id="listVolumes", summary="The catalogue of rented volumes with sources and dates")
def get_volumes() -> VolumeList:
    return VolumeList(items=list(list_volumes()))


@router.get(
    "/machines", operation_id="listMachines", summary="Machine types: the IOPS and bandwidth each allows to its volumes"
)
def get_machines() -> MachineList:
    return MachineList(items=list(list_machines()))


@router.get("/options", operation_id="listOptions", summary="The options: what each is called, and what it needs")
def get_options() -> OptionList:
    return OptionList(items=[OptionSpec.model_validate(spec) for spec in SPECS.values()])


@router.get(
    "/published",
    operation_id="listPublished",
    summary="What published papers measured for each option, and where they disagree",
)
def get_published() -> PublishedList:
    return PublishedList(items=[PublishedOption.model_validate(one) for one in published()])


@router.get("/collection-queries", operation_id="listCollectionQueries", summary="Scripts that collect the input")
def get_collection_queries() -> CollectionQueryList:
    return CollectionQueryList(items=[CollectionQuery.model_validate(query) for query in collection_queries()])


@router.get("/collector", operation_id="getCollector", summary="What the collector reads, and the grants it needs")
def describe_collector() -> Collector:
    return Collector.offered()


@router.get(
    "/collector/{file}",
    operation_id="downloadCollector",
    summary="The SQL*Plus collector, and the shell script that runs it and packs the files",
    response_class=PlainTextResponse,
)
def get_collector(file: Literal["segtier_collect.sql", "segtier_collect.sh"]) -> PlainTextResponse:
    headers = {"Content-Disposition": f'attachment; filename="{file}"'}
    return PlainTextResponse(collector_file(file), headers=headers)
