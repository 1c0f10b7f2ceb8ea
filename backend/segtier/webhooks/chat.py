"""An event as a message in a chat: one sentence, in the form in which Slack, Microsoft Teams or anything else takes it.

Slack: incoming webhooks, `{"text"}`, which Mattermost and Rocket.Chat take too. Teams: the Workflows app, an adaptive card.
Plain: the sentence as text. An event holds no names, so a chat learns none.
"""

from __future__ import annotations

import json

from segtier.model.event import SAID, Event
from segtier.model.webhook import WebhookFormat


def chat_body(event: Event, format_: WebhookFormat) -> str:
    text = sentence(event)
    match format_:
        case "slack":
            return json.dumps({"text": text}, separators=(",", ":"))
        case "teams":
            card = {
                "$schema": "http://adaptivecards.io/schemas/adaptive-card.json",
                "type": "AdaptiveCard",
                "version": "1.4",
                "body": [{"type": "TextBlock", "text": text, "wrap": True}],
            }
            attachment = {"contentType": "application/vnd.microsoft.card.adaptive", "content": card}
            return json.dumps({"type": "message", "attachments": [attachment]}, separators=(",", ":"))
        case _:
            return text


def sentence(event: Event) -> str:
    """`Segtier: <what happened>. Database db_…; take_off 2, bring 3.`"""
    told = SAID[event.kind].partition(";")[0]
    facts = ", ".join(f"{name.replace('_', ' ')} {value}" for name, value in event.data.items())
    about = "; ".join(part for part in (event.database_id and f"Database {event.database_id}", facts) if part)
    return f"Segtier: {told}.{f' {about}.' if about else ''}"
