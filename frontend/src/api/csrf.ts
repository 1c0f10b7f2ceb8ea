/** The header that says a request comes from Segtier's own pages, once there are accounts. */
export const CSRF_HEADER = "X-CSRF-Token";

/** Its value: the cookie beside the session's, of this port. Empty where there are no accounts. */
export function csrfToken(cookies: string, port: string): string {
  const name = `segtier-${port || "default"}-csrf=`;
  const found = cookies.split("; ").find((cookie) => cookie.startsWith(name));
  return found?.slice(name.length) ?? "";
}

export const ownCsrfToken = (): string =>
  csrfToken(globalThis.document?.cookie ?? "", globalThis.location?.port ?? "");
