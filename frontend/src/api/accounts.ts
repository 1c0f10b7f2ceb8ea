import { queryOptions } from "@tanstack/react-query";
import { client, take } from "./client";
import type { components } from "./schema.gen";

type Schemas = components["schemas"];
export type Me = Schemas["Me"];
export type Role = Schemas["UserItem"]["role"];
export type Scope = Me["scopes"][number];
export type User = Schemas["UserItem"];
export type Token = Schemas["TokenItem"];
export type NewUser = Schemas["NewUser"];
export type NewToken = Schemas["NewToken"];

export const meQuery = queryOptions({
  queryKey: ["me"],
  queryFn: () => take(client.GET("/api/v1/me")),
});

export const usersQuery = queryOptions({
  queryKey: ["users"],
  queryFn: () => take(client.GET("/api/v1/users")),
});

export const tokensQuery = queryOptions({
  queryKey: ["tokens"],
  queryFn: () => take(client.GET("/api/v1/tokens")),
});

export const signOut = () => take(client.DELETE("/api/v1/session"));

export const addUser = (body: NewUser) => take(client.POST("/api/v1/users", { body }));

export const changeRole = (id: string, role: Role) =>
  take(
    client.PATCH("/api/v1/users/{user_id}", { params: { path: { user_id: id } }, body: { role } }),
  );

export const removeUser = (id: string) =>
  take(client.DELETE("/api/v1/users/{user_id}", { params: { path: { user_id: id } } }));

export const changePassword = (old_password: string, new_password: string) =>
  take(client.PUT("/api/v1/me/password", { body: { old_password, new_password } }));

export const makeToken = (body: NewToken) => take(client.POST("/api/v1/tokens", { body }));

export const revokeToken = (id: string) =>
  take(client.DELETE("/api/v1/tokens/{token_id}", { params: { path: { token_id: id } } }));

/** null: one is made, and comes this once. */
export const resetPassword = (id: string, password: string | null) =>
  take(
    client.POST("/api/v1/users/{user_id}/password", {
      params: { path: { user_id: id } },
      body: { password },
    }),
  );
