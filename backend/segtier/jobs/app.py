"""The Celery application: how bells travel. A bell is a JSON message that carries nothing."""

from __future__ import annotations

from typing import Any

from celery import Celery

from segtier.settings import Settings

BELL = "segtier.bell"
"""Name of the one task."""


def make_app(settings: Settings) -> Celery:
    """An application on files in the data folder, or on Redis where a broker is configured."""
    app = Celery("segtier", broker=settings.effective_broker_url, include=["segtier.jobs.tasks"])
    app.conf.update(
        accept_content=["json"],
        task_serializer="json",
        task_ignore_result=True,
        worker_hijack_root_logger=False,
        worker_send_task_events=False,
        task_send_sent_event=False,
        broker_connection_retry_on_startup=True,
        broker_connection_max_retries=None,
        broker_transport="segtier.jobs.file_broker:Transport" if settings.broker_url is None else None,
        broker_transport_options=_transport(settings),
        task_default_queue="segtier",
    )
    return app


def _transport(settings: Settings) -> dict[str, Any]:
    if settings.broker_url is not None:
        return {"socket_connect_timeout": 2, "socket_timeout": 10, "max_retries": 0}
    folder = settings.data_dir.resolve() / "broker"
    for part in ("messages", "processed", "control"):
        (folder / part).mkdir(parents=True, exist_ok=True)
    return {
        "data_folder_in": str(folder / "messages"),
        "data_folder_out": str(folder / "messages"),
        "processed_folder": str(folder / "processed"),
        "control_folder": str(folder / "control"),
        "store_processed": False,
        "polling_interval": 0.1,
    }


app = make_app(Settings())
