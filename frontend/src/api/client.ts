import createClient from "openapi-fetch";
import { shownJson } from "@/lib/shown-text";
import { CSRF_HEADER, ownCsrfToken } from "./csrf";
import { problemFrom, unreachable } from "./problem";
import type { paths } from "./schema.gen";

export const client = createClient<paths>({ baseUrl: globalThis.location?.origin ?? "" });
client.use({
  onRequest: ({ request }) => {
    const token = ownCsrfToken();
    if (token) request.headers.set(CSRF_HEADER, token);
    return request;
  },
  onResponse: async ({ response }) => {
    const isJson = /[/+]json\b/.test(response.headers.get("content-type") ?? "");
    if (!isJson) return undefined;
    const { status, statusText, headers } = response;
    // An answer that may have no body, as to what was deleted, must not be given an empty one.
    return new Response(shownJson(await response.text()) || null, { status, statusText, headers });
  },
});

interface Answer<T> {
  data?: T;
  error?: unknown;
  response: Response;
}

/** The body of a good answer; anything else is thrown as a Problem. */
export async function take<T>(call: Promise<Answer<T>>): Promise<T> {
  const answer = await call.catch((): never => {
    throw unreachable();
  });
  if (!answer.response.ok) throw problemFrom(answer.response.status, answer.error);
  return answer.data as T;
}
