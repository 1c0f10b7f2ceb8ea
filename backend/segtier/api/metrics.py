"""Figures for Prometheus: what this process did, and what the database says when it is asked. No label is a name of anybody's."""

from __future__ import annotations

import platform
import shutil
from collections.abc import Callable, Iterable
from contextlib import suppress
from typing import TYPE_CHECKING

from fastapi.routing import APIRoute
from prometheus_client import CollectorRegistry, Histogram, Info, ProcessCollector
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.registry import Collector
from sqlalchemy.exc import SQLAlchemyError
from starlette.types import Scope

from segtier import __version__
from segtier.services.context import Context
from segtier.store import figures
from segtier.store.figures import Figures

if TYPE_CHECKING:
    from segtier.api.event_streams import EventStreams

_METHODS = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS")
_BUCKETS_S = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0)


class Metrics:
    """Those of one process. `registry` is what is asked; `answered` is told of each answer as it begins."""

    def __init__(
        self,
        context: Context,
        streams: EventStreams,
        worker_lives: Callable[[], bool],
    ) -> None:
        self.registry = CollectorRegistry()
        ProcessCollector(registry=self.registry)
        Info("segtier_build", "The running version.", registry=self.registry).info(
            {"version": __version__, "python": platform.python_version()}
        )
        self._answers = Histogram(
            "segtier_http_request_duration_seconds",
            "Time from a request to its response headers.",
            ("method", "route", "status"),
            buckets=_BUCKETS_S,
            registry=self.registry,
        )
        self.registry.register(_Looked(context, streams, worker_lives))

    def answered(self, scope: Scope, status: int, took_s: float) -> None:
        """The route is as declared, `/api/v1/databases/{database_id}`; `none` for pages and for what is not there."""
        method = scope["method"] if scope["method"] in _METHODS else "other"
        route = scope.get("route")
        path = route.path if isinstance(route, APIRoute) else "none"
        self._answers.labels(method, path, str(status)).observe(took_s)


class _Looked(Collector):
    def __init__(self, context: Context, streams: EventStreams, worker_lives: Callable[[], bool]) -> None:
        self._context, self._streams, self._worker_lives = context, streams, worker_lives

    def describe(self) -> Iterable[Metric]:
        """Nothing is looked up before somebody asks."""
        return ()

    def collect(self) -> Iterable[Metric]:
        answers = CounterMetricFamily(
            "segtier_answers", "Advice requests: from the cache, or calculated.", labels=["how"]
        )
        for how, count in self._context.answers.counts().items():
            answers.add_metric([how], count)
        yield answers
        yield GaugeMetricFamily("segtier_event_streams_open", "Open event streams.", self._streams.open_now)
        yield GaugeMetricFamily("segtier_worker_up", "Whether a worker is alive.", self._worker_lives())
        with suppress(OSError):
            free_bytes = shutil.disk_usage(self._context.answers.folder).free
            yield GaugeMetricFamily("segtier_disk_free_bytes", "Free space in the data folder.", free_bytes)
        try:
            with self._context.store.read() as tx:
                seen = figures.look(tx)
        except SQLAlchemyError:
            yield GaugeMetricFamily("segtier_database_up", "Whether the database responds.", 0)
            return
        yield GaugeMetricFamily("segtier_database_up", "Whether the database responds.", 1)
        yield from _stored(seen)


def _stored(seen: Figures) -> Iterable[Metric]:
    yield GaugeMetricFamily("segtier_databases", "Databases with reports.", seen.databases)
    yield GaugeMetricFamily("segtier_reports", "Documents read.", seen.reports)
    yield GaugeMetricFamily("segtier_uploads", "Uploaded files, including archive members.", seen.uploads)
    yield GaugeMetricFamily("segtier_upload_bytes", "Bytes of the uploaded files.", seen.upload_bytes)
    jobs = GaugeMetricFamily("segtier_jobs", "Files to read, by state.", labels=["kind", "state"])
    for (kind, state), count in seen.jobs.items():
        jobs.add_metric([kind, state], count)
    yield jobs
    failures = GaugeMetricFamily("segtier_jobs_failed", "Files that could not be read, by reason.", labels=["code"])
    for code, count in seen.failures.items():
        failures.add_metric([code], count)
    yield failures
    yield GaugeMetricFamily("segtier_queue_oldest_seconds", "Age of the oldest waiting file.", seen.oldest_queued_s)
    deliveries = GaugeMetricFamily(
        "segtier_webhook_deliveries", "Webhook deliveries; dead: Segtier gave up.", labels=["state"]
    )
    for state, count in seen.deliveries.items():
        deliveries.add_metric([state], count)
    yield deliveries
    ahead = "How far the clock jumped; while this is not 0, nothing is deleted by age."
    yield GaugeMetricFamily("segtier_clock_ahead_seconds", ahead, seen.clock_ahead_s)
