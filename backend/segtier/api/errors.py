"""Every error as RFC 9457 problem+json. The only place that knows which error is which status code."""

from __future__ import annotations

import logging
from collections.abc import Collection, Mapping
from difflib import get_close_matches
from http import HTTPStatus
from typing import Any

from anyio import BrokenResourceError
from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from sqlalchemy.exc import SQLAlchemyError
from starlette.exceptions import HTTPException
from starlette.routing import Match

from segtier.api.schemas.before_upload import BeforeUpload
from segtier.api.schemas.problem import Problem, ProblemItem
from segtier.api.versions import etag
from segtier.api.wrong_field import worded
from segtier.errors import (
    ChangedSince,
    NotAllowed,
    NotFound,
    NotUsable,
    Refused,
    SegtierError,
    UnreadableInput,
    spelled,
)
from segtier.passing import Passing, PassingCode
from segtier.question import RENTING_ROWS, ROWS
from segtier.question.at_fault import at_fault
from segtier.reading.reader import ReaderLost
from segtier.store.damage import RESTORE
from segtier.store.faults import passing_fault

MEDIA_TYPE = "application/problem+json"
_log = logging.getLogger(__name__)


class Stale(SegtierError):
    """It is not what whoever changes it saw (HTTP 412)."""

    code = "changed-since"

    def __init__(self, etag: str) -> None:
        super().__init__(f"it was changed since you read it; its ETag is now {etag}", advice="Read it again first.")
        self.etag = etag


_STATUS: tuple[tuple[type[SegtierError], int], ...] = (
    (NotFound, 404),
    (Stale, 412),
    (NotAllowed, 403),
    (UnreadableInput, 422),
    (Refused, 409),
    (NotUsable, 409),
)
_STATUS_OF_CODE = {
    "too-large": 413,
    "empty-file": 422,
    "wrong-password": 401,
    "too-many-attempts": 429,
    "changed-since": 412,
    "too-many-streams": 503,
    "idempotency-key-reused": 422,
}
_HEADERS_OF_CODE = {
    "wrong-password": {"WWW-Authenticate": 'Bearer realm="segtier"'},
    "too-many-attempts": {"Retry-After": "900"},
    "too-many-streams": {"Retry-After": "60"},
    "idempotency-key-in-use": {"Retry-After": "5"},
}
_LISTED = "/openapi.json lists every operation and its parameters."
_ADVICE = {
    "unknown-parameter": _LISTED,
    "not-found": "Check the ids and numbers in the address; the lists of this API show what a token may see.",
    "repeated-parameter": "Give it once.",
    "bad-cursor": "Send next_cursor of the previous page unchanged, or start without a cursor.",
    "invalid-request": "Correct the fields named and send it again.",
}
"""Where whoever refuses knows no better."""
_CODE_OF_STATUS = {428: "if-match-needed", 413: "too-large"}
_COME_AGAIN = {"Retry-After": "5"}
_PASSING: dict[PassingCode, tuple[int, str, dict[str, str]]] = {
    "disk-full": (507, "Free some space, then try again.", {}),
    "files-away": (503, "Try again in a few seconds.", _COME_AGAIN),
    "database-away": (503, "Try again in a few seconds.", _COME_AGAIN),
    "database-malformed": (503, f"Tell the operator of Segtier. {RESTORE}", {}),
}
_NAMED = 5
_HELP = {row.rest: row.help for row in (*ROWS, *RENTING_ROWS)}
"""What a field of a question is, by its name: what the command line says as well."""
_MORE_LETTERS, _ALIKE = 2, 0.66
_METHODS = ("GET", "PUT", "POST", "PATCH", "DELETE")


class BadParameter(SegtierError):
    """A query parameter the route does not have or cannot take (HTTP 400)."""

    def __init__(self, parameter: str, code: str, message: str) -> None:
        super().__init__(message, code=code)
        self.parameter = parameter


def problem(
    request_id: str,
    path: str,
    status: int,
    code: str,
    detail: str,
    *,
    advice: str | None = None,
    errors: list[ProblemItem] | None = None,
    headers: Mapping[str, str] | None = None,
    before_upload: BeforeUpload | None = None,
) -> Response:
    """One problem as a response; `code` names the kind for programs, `detail` for people."""
    body = Problem(
        type=f"urn:segtier:problem:{code}",
        title=HTTPStatus(status).phrase,
        status=status,
        code=code,
        detail=detail,
        advice=advice or _ADVICE.get(code),
        instance=path,
        request_id=request_id,
        errors=errors or [],
        before_upload=before_upload,
    )
    return Response(body.model_dump_json(), status, headers=dict(headers or {}), media_type=MEDIA_TYPE)


def install(app: FastAPI) -> None:
    """Let every error of the application, the router and the validation end as a problem."""
    app.add_exception_handler(SegtierError, _segtier_error)
    app.add_exception_handler(RequestValidationError, _invalid)
    app.add_exception_handler(HTTPException, _http_error)
    app.add_exception_handler(SQLAlchemyError, _may_pass)
    app.add_exception_handler(OSError, _may_pass)
    app.add_exception_handler(Passing, _may_pass)
    app.add_exception_handler(ReaderLost, _reader_lost)
    app.add_exception_handler(Exception, _crash)


def _answer(request: Request, status: int, code: str, detail: str, **rest: Any) -> Response:
    return problem(request.state.request_id, request.url.path, status, code, detail, **rest)


def _segtier_error(request: Request, error: Exception) -> Response:
    assert isinstance(error, SegtierError)
    return refusal_problem(request, error)


def refusal_problem(request: Request, error: SegtierError, **more: Any) -> Response:
    """`more`: fields of `problem`."""
    if isinstance(error, BadParameter):
        item = ProblemItem(code=error.code, detail=error.message, parameter=error.parameter)
        return _answer(request, 400, error.code, error.message, errors=[item])
    items = _of_question(request, error) or ([_place(error)] if isinstance(error, UnreadableInput) else [])
    headers = _HEADERS_OF_CODE.get(error.code)
    if isinstance(error, Stale):
        headers = {"ETag": error.etag}
    elif isinstance(error, ChangedSince):
        headers = {"ETag": etag(error.version)}
    status = _status(error)
    advice = None if error.advice is None else spelled(error.advice)
    said = spelled(error.message)
    return _answer(request, status, error.code, said, advice=advice, errors=items, headers=headers, **more)


def _of_question(request: Request, error: SegtierError) -> list[ProblemItem]:
    """The fields of the question in the address that are at fault; empty where it could be meant, and was refused for more."""
    question = getattr(request.state, "question", None)
    found = {} if question is None else at_fault(question)
    if not any(fault.message == error.message for fault in found.values()):
        return []
    return [
        ProblemItem(code=fault.code, detail=spelled(fault.message), parameter=name) for name, fault in found.items()
    ]


def _status(error: SegtierError) -> int:
    known = (status for kind, status in _STATUS if isinstance(error, kind))
    return _STATUS_OF_CODE.get(error.code) or next(known, 500)


def _place(error: UnreadableInput) -> ProblemItem:
    return ProblemItem(
        code=error.code,
        detail=spelled(error.message),
        parameter=error.field,
        section=error.section,
        line=error.line,
        column=error.column,
        excerpt=error.excerpt,
    )


def _invalid(request: Request, error: Exception) -> Response:
    assert isinstance(error, RequestValidationError)
    known = _known_fields(request)
    items = [_item(fault, known) for fault in error.errors()]
    said = "; ".join(map(_said, items[:_NAMED]))
    advice = " ".join(dict.fromkeys(help_ for item in items[:_NAMED] if (help_ := _HELP.get(_place_of(item)))))
    return _answer(
        request, 422, "invalid-request", f"the request is not valid: {said}", advice=advice or None, errors=items
    )


def _place_of(item: ProblemItem) -> str:
    return (item.parameter or item.pointer or "body").strip("/")


def _said(item: ProblemItem) -> str:
    """What is wrong, and with what: the words of a question's field begin with its name."""
    place = _place_of(item)
    return item.detail if place in item.detail else f"{place}: {item.detail}"


def _known_fields(request: Request) -> list[str]:
    """What a body of this route may have; none where it takes no JSON object."""
    body = getattr(request.scope.get("route"), "body_field", None)
    fields = getattr(body.field_info.annotation, "model_fields", {}) if body is not None else {}
    return [field.alias or name for name, field in fields.items()]


def not_here(what: str, name: str, known: Collection[str]) -> str:
    """That something is not known, with the nearest name or with all of them."""
    near = _near(name, known)
    instead = f"; did you mean {near!r}?" if near else f"; known are {', '.join(known)}" if known else ""
    return f"there is no {what} {name[:60]!r} here{instead}"


def _near(name: str, known: Collection[str]) -> str | None:
    """One that begins alike and is about as long, else one that begins like it: a wrong hint leads further astray than none."""
    as_long = [one for one in known if abs(len(one) - len(name)) <= _MORE_LETTERS and one[:1] == name[:1]]
    begun = (one for one in known if len(name) > _MORE_LETTERS and (one.startswith(name) or name.startswith(one)))
    return next(iter(get_close_matches(name, as_long, 1, _ALIKE)), None) or next(begun, None)


def _item(fault: Mapping[str, Any], known: Collection[str]) -> ProblemItem:
    place, *path = (str(part) for part in fault["loc"])
    in_body = place == "body"
    if fault["type"] == "json_invalid":
        path = []  # what stands there is a character of the text, and no field
    unknown = fault["type"] == "extra_forbidden" and len(path) == 1
    return ProblemItem(
        code=str(fault["type"]),
        detail=not_here("field", path[0], known) if unknown else worded(fault),
        pointer="/" + "/".join(path) if in_body else None,
        parameter=None if in_body else ".".join(path),
    )


def _http_error(request: Request, error: Exception) -> Response:
    """The router's and the form reader's errors; the latter wraps a full disk as if the form were wrong."""
    assert isinstance(error, HTTPException)
    if passing_fault(error) is not None:
        return _may_pass(request, error)
    phrase = HTTPStatus(error.status_code).phrase
    code = _CODE_OF_STATUS.get(error.status_code) or phrase.lower().replace(" ", "-")
    detail = str(error.detail) if error.detail != phrase else f"{request.method} {request.url.path}: {phrase}"
    headers = dict(error.headers or {})
    if error.status_code == 405:
        headers["Allow"] = _allowed(request) or headers.get("Allow", "")
    advice = _LISTED if error.status_code in (404, 405) else None
    return _answer(request, error.status_code, code, detail, advice=advice, headers=headers)


def _allowed(request: Request) -> str:
    """All methods of this path: the router names those of its first route only. Empty for what is no route."""
    routes = request.app.router.routes
    ways = (one for one in _METHODS if any(_takes(route, {**request.scope, "method": one}) for route in routes))
    return ", ".join(ways)


def _takes(route: Any, scope: dict[str, Any]) -> bool:
    return bool(route.matches(scope)[0] is Match.FULL)


def _may_pass(request: Request, error: Exception) -> Response:
    """A disk or database that fails: what passes by itself is said to; anything else is ours."""
    return fault_problem(request.state.request_id, request.url.path, error)


def fault_problem(request_id: str, path: str, error: Exception) -> Response:
    """The same before the application is asked."""
    fault = passing_fault(error)
    if fault is None:
        return _crash_problem(request_id, path, error)
    status, advice, headers = _PASSING[fault.code]
    _log.warning("request %s: %s", request_id, fault.code, exc_info=error)
    return problem(request_id, path, status, fault.code, fault.detail, advice=advice, headers=headers)


def _reader_lost(request: Request, error: Exception) -> Response:
    _log.warning("request %s: reader-lost", request.state.request_id, exc_info=error)
    return _answer(
        request,
        503,
        "reader-lost",
        "the process working on this ended before it finished",
        advice="Try again in a few seconds. The machine may be low on memory.",
        headers=_COME_AGAIN,
    )


def _crash(request: Request, error: Exception) -> Response:
    return _crash_problem(request.state.request_id, request.url.path, error)


def _hung_up(error: BaseException) -> bool:
    """Whoever read a stream left before its end, which FastAPI (0.165) makes a crash of."""
    if isinstance(error, BaseExceptionGroup):
        return all(_hung_up(one) for one in error.exceptions)
    return isinstance(error, BrokenResourceError)


def _crash_problem(request_id: str, path: str, error: Exception) -> Response:
    if _hung_up(error):
        _log.info("request %s: its reader left", request_id)
    else:
        _log.error("request %s failed", request_id, exc_info=error)
    return problem(
        request_id,
        path,
        500,
        "internal",
        "Segtier failed on this request",
        advice="This is a bug in Segtier. Please report it with the request id and the server's log.",
    )
