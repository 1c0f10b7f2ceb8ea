"""What Segtier knows without a database: devices, and the queries that collect its input."""

from __future__ import annotations

from fastapi import APIRouter

from segtier.api.schemas.advice import CollectionQuery, CollectionQueryList, DeviceList
from segtier.collect import collection_queries
from segtier.services.give_advice import list_devices

router = APIRouter(tags=["catalogue"])


@router.get("/devices", operation_id="listDevices", summary="The device catalogue with sources")
def get_devices() -> DeviceList:
    return DeviceList(items=list(list_devices()))


@router.get("/collection-queries", operation_id="listCollectionQueries", summary="Scripts that collect the input")
def get_collection_queries() -> CollectionQueryList:
    return CollectionQueryList(items=[CollectionQuery.model_validate(query) for query in collection_queries()])
