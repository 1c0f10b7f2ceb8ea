"""Which version of a plan somebody has read: its number as an ETag, which must be sent back to change it (RFC 9110).

Of all else the ETag is a digest of what is shown: `etags.py`.
"""

from __future__ import annotations

import re
from typing import Annotated, Any

from fastapi import Depends, Header
from starlette.exceptions import HTTPException

_TAG = re.compile(r'"([^"]*)"')
_DESCRIPTION = "The ETag of what you read: your change cannot overwrite somebody else's."


def etag(version: int) -> str:
    return f'"{version}"'


async def _seen(
    if_match: Annotated[str | None, Header(alias="If-Match", max_length=1_000, description=_DESCRIPTION)] = None,
) -> frozenset[str]:
    """The strong ETags of the header; `*` names none."""
    if if_match is None or if_match.strip() in ("", "*"):
        raise HTTPException(428, "this needs the header If-Match with the ETag of what you read")
    tags = [one.strip() for one in if_match.split(",")]
    return frozenset(found[1] for one in tags if (found := _TAG.fullmatch(one)))


Seen = Annotated[frozenset[str], Depends(_seen)]

ETAG: dict[str, Any] = {
    "ETag": {"description": "Its version, for If-Match.", "schema": {"type": "string"}, "required": True}
}
