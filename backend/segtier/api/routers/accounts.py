"""Signing in and out, users, tokens, and the audit trail."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import Depends, Query, Request, Response

from segtier.accounts import first_role_of
from segtier.api.by_account import asks, begin_session, end_session, session_secret, signed_in
from segtier.api.cursors import Limit, LimitOrAll, cursor_of, one_more, page
from segtier.api.dependencies import Ctx
from segtier.api.errors import MEDIA_TYPE
from segtier.api.etags import IfMatch, IfNoneMatch, seen, tag
from segtier.api.idempotency import tell_once
from segtier.api.routing import router_of
from segtier.api.schemas.accounts import (
    AuditItem,
    AuditPage,
    AuditVerdictItem,
    Lacking,
    MadeToken,
    Me,
    NewToken,
    NewUser,
    PasswordChange,
    PasswordReset,
    ResetPassword,
    SignIn,
    TokenItem,
    TokenList,
    UserChange,
    UserItem,
    UserList,
)
from segtier.api.schemas.base import NO_NUL, Moment
from segtier.api.who import Who
from segtier.model.account import SCOPES, Actor, User
from segtier.model.audit import Sought
from segtier.services import accounts, keep_tokens, sign_in
from segtier.services.audit_trail import list_audit, verify_audit
from segtier.store import audit, users

router = router_of("accounts")
_TOO_MANY: dict[int | str, dict[str, Any]] = {
    429: {
        "description": "Too many failed attempts; wait",
        "content": {MEDIA_TYPE: {"schema": {"$ref": "#/components/schemas/Problem"}}},
    }
}


@router.post(
    "/session",
    operation_id="signIn",
    summary="Sign in; a cookie holds the session",
    status_code=201,
    responses=_TOO_MANY,
)
async def post_session(ctx: Ctx, request: Request, response: Response, said: SignIn) -> Me:
    who = await signed_in(ctx.store, said.name, said.password, asks(request.scope, request.headers))
    begin_session(response, request.scope, request.headers, who)
    return _me(who.actor)


@router.delete("/session", operation_id="signOut", summary="Sign out", status_code=204)
def delete_session(ctx: Ctx, who: Who, request: Request, response: Response) -> None:
    sign_in.sign_out(ctx.store, who, session_secret(request.headers))
    end_session(response, request.headers)


@router.get("/me", operation_id="getMe", summary="Who you are and what you may do")
def get_me(who: Who) -> Me:
    return _me(who)


@router.put(
    "/me/password",
    operation_id="changePassword",
    summary="Change your own password; ends all your sessions",
    status_code=204,
    responses=_TOO_MANY,
)
def put_password(ctx: Ctx, who: Who, request: Request, response: Response, change: PasswordChange) -> None:
    accounts.change_own_password(ctx.store, who, change.old_password, change.new_password)
    end_session(response, request.headers)


@router.get("/tokens", operation_id="listTokens", summary="Your tokens, oldest first")
def get_tokens(ctx: Ctx, who: Who) -> TokenList:
    return TokenList(items=[TokenItem.model_validate(one) for one in keep_tokens.list_tokens(ctx.store, who)])


@router.post(
    "/tokens", operation_id="makeToken", summary="Create a token for a program; its text is shown once", status_code=201
)
def post_token(ctx: Ctx, who: Who, request: Request, new: NewToken) -> MadeToken:
    tell_once(request)
    token, text = keep_tokens.make_token(ctx.store, who, new.name, new.scopes, new.databases, new.days)
    return MadeToken(token=TokenItem.model_validate(token), text=text)


@router.delete(
    "/tokens/{token_id}", operation_id="revokeToken", summary="Revoke one of your tokens at once", status_code=204
)
def delete_token(ctx: Ctx, who: Who, token_id: str) -> None:
    keep_tokens.revoke_token(ctx.store, who, token_id)


@router.get("/users", operation_id="listUsers", summary="Everyone who can sign in")
def get_users(
    ctx: Ctx,
    request: Request,
    response: Response,
    after: Annotated[users.Place | None, Depends(cursor_of("users", users.Place))],
    limit: LimitOrAll = None,
) -> UserList:
    found = accounts.list_users(ctx.store, after, one_more(limit))
    items, following = page(request, response, "users", found, limit, users.Place.of)
    return UserList(items=[_user(one) for one in items], next_cursor=following)


@router.post("/users", operation_id="addUser", summary="Add a user; the first is an admin", status_code=201)
def post_user(ctx: Ctx, who: Who, new: NewUser) -> UserItem:
    return _user(accounts.add_user(ctx.store, who, new.name, new.role, new.password))


@router.get("/users/{user_id}", operation_id="getUser", summary="One user")
def get_user(ctx: Ctx, response: Response, user_id: str, if_none_match: IfNoneMatch = None) -> UserItem:
    return tag(response, if_none_match, _user(accounts.get_user(ctx.store, user_id)))


@router.patch("/users/{user_id}", operation_id="changeUser", summary="Give a user another role")
def patch_user(
    ctx: Ctx, who: Who, response: Response, user_id: str, change: UserChange, if_match: IfMatch = None
) -> UserItem:
    changed = accounts.change_role(ctx.store, who, user_id, change.role, seen(if_match, _user))
    return tag(response, None, _user(changed))


@router.delete(
    "/users/{user_id}", operation_id="removeUser", summary="Remove a user with all sessions and tokens", status_code=204
)
def delete_user(ctx: Ctx, who: Who, user_id: str, if_match: IfMatch = None) -> None:
    accounts.remove_user(ctx.store, who, user_id, seen(if_match, _user))


@router.post(
    "/users/{user_id}/password",
    operation_id="resetPassword",
    summary="Give a user a new password, without the old one; ends all their sessions and tokens",
    status_code=201,
)
def post_password(ctx: Ctx, who: Who, request: Request, user_id: str, reset: PasswordReset) -> ResetPassword:
    tell_once(request)
    user, made = accounts.reset_password(ctx.store, who, user_id, reset.password)
    return ResetPassword(user=_user(user), password=made)


@router.get("/audit", operation_id="listAudit", summary="The audit trail, newest entry first")
def get_audit(
    ctx: Ctx,
    request: Request,
    response: Response,
    after: Annotated[audit.Place | None, Depends(cursor_of("audit", audit.Place))],
    limit: Limit = 50,
    before: Annotated[
        int | None, Query(ge=1, le=2**62, description="Only entries before this sequence number.")
    ] = None,
    who: Annotated[
        str | None,
        Query(max_length=200, pattern=NO_NUL, description="Only what this user did: a name or an identifier."),
    ] = None,
    what: Annotated[
        str | None,
        Query(max_length=40, pattern=r"^[a-z]+(\.[a-z-]+)?$", description="Only `plan.approved`, or all of `plan`."),
    ] = None,
    database: Annotated[
        str | None,
        Query(
            max_length=40, pattern=NO_NUL, description="Only entries that name this database, and those of its files."
        ),
    ] = None,
    since: Annotated[Moment | None, Query(description="Only entries from this time on.")] = None,
    until: Annotated[Moment | None, Query(description="Only entries before this time.")] = None,
) -> AuditPage:
    begun = min((one for one in (before, after and after.sequence) if one is not None), default=None)
    found = list_audit(ctx.store, begun, limit + 1, Sought(who, what, database, since, until))
    shown, following = page(request, response, "audit", found, limit, lambda one: audit.Place(one.sequence))
    items = [AuditItem.model_validate(one) for one in shown]
    return AuditPage(items=items, next_before=items[-1].sequence if following else None, next_cursor=following)


@router.get(
    "/audit/verdict",
    operation_id="verifyAudit",
    summary="Check that every entry follows from the one before and that stored data matches",
)
def get_verdict(
    ctx: Ctx,
    head: Annotated[
        str | None,
        Query(pattern="^[0-9a-f]{64}$", description="The `head` of an earlier verdict, which must still be there."),
    ] = None,
) -> AuditVerdictItem:
    return AuditVerdictItem.model_validate(verify_audit(ctx.store, head))


def _user(user: User) -> UserItem:
    return UserItem.model_validate(user)


def _me(actor: Actor) -> Me:
    return Me(
        id=actor.id,
        name=actor.name,
        scopes=sorted(actor.scopes),
        lacks=[Lacking(scope=scope, role=first_role_of(scope)) for scope in SCOPES if scope not in actor.scopes],
        databases=None if actor.databases is None else sorted(actor.databases),
        token=actor.token,
        accounts=not actor.alone,
    )
