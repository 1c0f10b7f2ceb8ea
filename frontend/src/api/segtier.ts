/**
 * The client for programs: this file and `schema.gen.ts`, copied into yours, and the package openapi-fetch.
 * Every path of the API with its types; asks again where that is safe, walks lists, waits for files to be read.
 */
import createClient, { type Client } from "openapi-fetch";
import type { components, paths } from "./schema.gen";

export type Schemas = components["schemas"];
export type Segtier = Client<paths>;

const KEY = "Idempotency-Key";
const COME_AGAIN = new Set([429, 503]);
const READ = new Set<Schemas["Upload"]["state"]>(["succeeded", "failed", "quarantined"]);
const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 5000;

/** A refusal, as the server says it (RFC 9457). `code` is stable and for programs; `etag` is the thing's own after a 412. */
export class Refusal extends Error {
  readonly status: number;
  readonly code: string;
  readonly advice: string | null;
  readonly etag: string | null;

  constructor(response: Response, body: unknown) {
    const said = (typeof body === "object" && body !== null ? body : {}) as Partial<
      Schemas["Problem"]
    >;
    super(said.detail ?? `the server answered ${response.status}`);
    this.name = "Refusal";
    this.status = response.status;
    this.code = said.code ?? `http-${response.status}`;
    this.advice = said.advice ?? null;
    this.etag = response.headers.get("etag");
  }
}

export interface Patience {
  /** How often a request is sent at most. */
  tries?: number;
  pause?: (ms: number) => Promise<void>;
}

const sleep = (ms: number) => new Promise<void>((done) => setTimeout(done, ms));

/** One server and who asks it. `address` has no path; `token` is one of Settings → My tokens. */
export function segtier(address: string, token: string, patience: Patience = {}): Segtier {
  const { tries = 5, pause = sleep } = patience;
  const client = createClient<paths>({
    baseUrl: address,
    headers: { Authorization: `Bearer ${token}` },
    fetch: (request) => patient(request, tries, pause),
  });
  client.use({
    onRequest: ({ request }) => {
      if (request.method === "POST" && !request.headers.has(KEY)) {
        request.headers.set(KEY, crypto.randomUUID());
      }
      return request;
    },
  });
  return client;
}

/** Asks again where nobody answers or the server says so. A POST has a key, so nothing is created twice. */
async function patient(
  request: Request,
  tries: number,
  pause: (ms: number) => Promise<void>,
): Promise<Response> {
  for (let tried = 1; ; tried += 1) {
    const response = await fetch(request.clone()).catch((error: unknown) => {
      if (tried >= tries) throw error;
      return null;
    });
    if (response && (tried >= tries || !(await comesAgain(response)))) return response;
    await pause(
      response ? 1000 * (Number(response.headers.get("retry-after")) || 1) : FIRST_PAUSE_MS * tried,
    );
  }
}

async function comesAgain(response: Response): Promise<boolean> {
  if (COME_AGAIN.has(response.status)) return true;
  if (response.status !== 409) return false;
  const body = (await response.clone().json()) as Partial<Schemas["Problem"]>;
  return body.code === "idempotency-key-in-use";
}

/** The body of a good answer; anything else is thrown as a Refusal. */
export async function taken<T>(
  call: Promise<{ data?: T; error?: unknown; response: Response }>,
): Promise<T> {
  const { data, error, response } = await call;
  if (!response.ok) throw new Refusal(response, error);
  return data as T;
}

/** All items of a list, page by page: `page` asks for the one that a cursor names. */
export async function* items<T>(
  page: (cursor: string | undefined) => Promise<{ items: T[]; next_cursor: string | null }>,
): AsyncGenerator<T> {
  let cursor: string | undefined;
  do {
    const found = await page(cursor);
    yield* found.items;
    cursor = found.next_cursor ?? undefined;
  } while (cursor !== undefined);
}

/** Send one file; it is stored then, and read by and by: see `read`. */
export function upload(
  client: Segtier,
  file: Blob,
  name: string,
  form: Record<string, string> = {},
): Promise<Schemas["Upload"]> {
  const sent = new FormData();
  for (const [field, value] of Object.entries(form)) sent.append(field, value);
  sent.append("file", file, name);
  const body = sent as unknown as Schemas["Body_createUpload"];
  return taken(client.POST("/api/v1/uploads", { body, bodySerializer: () => sent }));
}

/** The upload once it is read, or cannot be: look at `state`. */
export async function read(
  client: Segtier,
  uploadId: string,
  pause: (ms: number) => Promise<void> = sleep,
): Promise<Schemas["Upload"]> {
  for (let ms = FIRST_PAUSE_MS; ; ms = Math.min(2 * ms, LONGEST_PAUSE_MS)) {
    const path = { upload_id: uploadId };
    const found = await taken(client.GET("/api/v1/uploads/{upload_id}", { params: { path } }));
    if (READ.has(found.state)) return found;
    await pause(ms);
  }
}
