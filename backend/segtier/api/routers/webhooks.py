"""Webhooks: where events are sent, and what became of each."""

from __future__ import annotations

from typing import Annotated

from fastapi import Depends, Query, Request, Response

from segtier.api.cursors import Limit, cursor_of, page
from segtier.api.dependencies import Ctx
from segtier.api.idempotency import tell_once
from segtier.api.routing import API, router_of
from segtier.api.schemas.webhooks import (
    DeliveryItem,
    DeliveryPage,
    NewWebhook,
    WebhookChange,
    WebhookItem,
    WebhookList,
    WebhookWithSecret,
)
from segtier.api.who import Who
from segtier.model.webhook import DeliveryState
from segtier.services import keep_webhooks
from segtier.store.ids import Id

router = router_of("webhooks", f"{API}/webhooks")


@router.get("", operation_id="listWebhooks", summary="All webhooks, oldest first")
def get_webhooks(ctx: Ctx) -> WebhookList:
    return WebhookList(items=[WebhookItem.model_validate(one) for one in keep_webhooks.list_webhooks(ctx.store)])


@router.post("", operation_id="addWebhook", summary="Add a webhook; its secret is shown once", status_code=201)
def post_webhook(ctx: Ctx, who: Who, request: Request, new: NewWebhook) -> WebhookWithSecret:
    tell_once(request)
    webhook, secret = keep_webhooks.add_webhook(
        ctx.store, who, new.address, tuple(new.kinds), new.databases, new.active, new.format
    )
    return WebhookWithSecret(webhook=WebhookItem.model_validate(webhook), secret=secret)


@router.get("/{webhook_id}", operation_id="getWebhook", summary="One webhook")
def get_webhook(ctx: Ctx, webhook_id: str) -> WebhookItem:
    return WebhookItem.model_validate(keep_webhooks.get_webhook(ctx.store, webhook_id))


@router.patch("/{webhook_id}", operation_id="changeWebhook", summary="Change a webhook, or switch it on or off")
def patch_webhook(ctx: Ctx, who: Who, webhook_id: str, change: WebhookChange) -> WebhookItem:
    said = change.model_dump(exclude_unset=True)
    stated = {name: value for name, value in said.items() if value is not None or name == "databases"}
    if "kinds" in stated:
        stated["kinds"] = tuple(stated["kinds"])
    return WebhookItem.model_validate(keep_webhooks.change_webhook(ctx.store, who, webhook_id, **stated))


@router.delete(
    "/{webhook_id}", operation_id="removeWebhook", summary="Remove a webhook with its deliveries", status_code=204
)
def delete_webhook(ctx: Ctx, who: Who, webhook_id: str) -> None:
    keep_webhooks.remove_webhook(ctx.store, who, webhook_id)


@router.post(
    "/{webhook_id}/secret",
    operation_id="rotateWebhookSecret",
    summary="Create a new secret, shown once; the old one also signs for 24 hours",
    status_code=201,
)
def post_secret(ctx: Ctx, who: Who, request: Request, webhook_id: str) -> WebhookWithSecret:
    tell_once(request)
    webhook, secret = keep_webhooks.rotate_secret(ctx.store, who, webhook_id)
    return WebhookWithSecret(webhook=WebhookItem.model_validate(webhook), secret=secret)


@router.post(
    "/{webhook_id}/test",
    operation_id="testWebhook",
    summary="Send one test event to this webhook only; its delivery shows what the receiver answered",
    status_code=202,
)
def post_test(ctx: Ctx, who: Who, webhook_id: str) -> DeliveryItem:
    return DeliveryItem.model_validate(keep_webhooks.send_test(ctx.store, who, webhook_id))


@router.get(
    "/{webhook_id}/deliveries/{delivery_id}",
    operation_id="getDelivery",
    summary="The state of one delivery",
)
def get_delivery(ctx: Ctx, webhook_id: str, delivery_id: str) -> DeliveryItem:
    return DeliveryItem.model_validate(keep_webhooks.get_delivery(ctx.store, webhook_id, delivery_id))


@router.get(
    "/{webhook_id}/deliveries", operation_id="listDeliveries", summary="Deliveries sent or waiting, newest first"
)
def get_deliveries(
    ctx: Ctx,
    request: Request,
    response: Response,
    webhook_id: str,
    after: Annotated[str | None, Depends(cursor_of("deliveries", Id))],
    limit: Limit = 50,
    state: Annotated[list[DeliveryState] | None, Query(description="Only those in one of these states.")] = None,
) -> DeliveryPage:
    found = keep_webhooks.list_deliveries(ctx.store, webhook_id, limit + 1, after, state or ())
    shown, following = page(request, response, "deliveries", found, limit, lambda one: one.id)
    return DeliveryPage(items=[DeliveryItem.model_validate(one) for one in shown], next_cursor=following)


@router.post(
    "/{webhook_id}/deliveries/{delivery_id}/replay",
    operation_id="replayDelivery",
    summary="Send a finished delivery once more, under the same webhook-id",
    status_code=202,
)
def post_replay(ctx: Ctx, who: Who, webhook_id: str, delivery_id: str) -> DeliveryItem:
    return DeliveryItem.model_validate(keep_webhooks.replay_delivery(ctx.store, who, webhook_id, delivery_id))
