/** Stands in for the server: each test states the answers; a request nobody answered fails like a server that is down. */

interface Answer {
  status?: number;
  body?: unknown;
  headers?: Record<string, string>;
}

type Answering = Answer | ((request: Request) => Answer);

const routes = new Map<string, Answering>();
const asked: Request[] = [];

/** What "GET /api/v1/…" answers from now on. */
export function answer(route: string, answering: Answering): void {
  routes.set(route, answering);
}

/** A refusal as the API words it (RFC 9457). */
export const refusal = (status: number, body: Record<string, unknown>): Answer => ({
  status,
  body,
  headers: { "content-type": "application/problem+json" },
});

/** Every request so far, oldest first. */
export const requests = (): readonly Request[] => asked;

export function forgetAnswers(): void {
  routes.clear();
  asked.length = 0;
}

export const testFetch: typeof fetch = (input, init) => {
  const request =
    input instanceof Request ? input : new Request(new URL(String(input), location.origin), init);
  asked.push(request);
  const answering = routes.get(`${request.method} ${new URL(request.url).pathname}`);
  if (!answering) return Promise.reject(new TypeError("fetch failed"));
  const {
    status = 200,
    body,
    headers,
  } = typeof answering === "function" ? answering(request) : answering;
  const text = typeof body === "string" ? body : JSON.stringify(body ?? null);
  const type = { "content-type": "application/json" };
  return Promise.resolve(new Response(text, { status, headers: { ...type, ...headers } }));
};
