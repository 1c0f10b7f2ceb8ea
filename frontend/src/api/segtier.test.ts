import { afterEach, expect, test, vi } from "vitest";
import { Refusal, items, read, segtier, taken, upload } from "./segtier";

type Said = [status: number, body: unknown, headers?: Record<string, string>] | "gone";
const BUSY: Said = [503, { code: "database-away" }, { "retry-after": "5" }];
const IN_USE: Said = [409, { code: "idempotency-key-in-use" }, { "retry-after": "5" }];
const TAKEN: Said = [409, { code: "scenario-name-taken", detail: "taken", advice: "Another." }];
const GOOD: Said = [201, { id: "scn_1" }];

/** A network that gives these answers one after the other, and what came of it. */
function network(...answers: Said[]) {
  const came: { key: string | null; body: string }[] = [];
  const waited: number[] = [];
  vi.stubGlobal("fetch", async (request: Request) => {
    const body = await request.text();
    came.push({ key: request.headers.get("idempotency-key"), body });
    const answer = answers.shift();
    if (!answer || answer === "gone") throw new TypeError("gone");
    const [status, said, headers] = answer;
    return Response.json(said, { status, headers });
  });
  const pause = (ms: number) => {
    waited.push(ms);
    return Promise.resolve();
  };
  return { came, waited, pause, client: segtier("http://segtier", "t", { tries: 3, pause }) };
}

afterEach(() => {
  vi.unstubAllGlobals();
});

const keep = (client: ReturnType<typeof segtier>) =>
  taken(
    client.POST("/api/v1/databases/{database_id}/scenarios", {
      params: { path: { database_id: "db_1" } },
      body: { name: "one" },
    }),
  );

test.each<[string, Said[], string, number[]]>([
  ["good at once", [GOOD], "scn_1", []],
  ["busy, then good", [BUSY, GOOD], "scn_1", [5000]],
  ["the first one still runs", [IN_USE, IN_USE, GOOD], "scn_1", [5000, 5000]],
  ["nobody there for a moment", ["gone", "gone", GOOD], "scn_1", [250, 500]],
  ["busy all the time", [BUSY, BUSY, BUSY], "database-away", [5000, 5000]],
  ["refused", [TAKEN], "scenario-name-taken", []],
  ["nobody there at all", ["gone", "gone", "gone"], "gone", [250, 500]],
])("%s", async (_, answers, wanted, waits) => {
  const sent = answers.length;
  const { client, came, waited } = network(...answers);
  const outcome = await keep(client).then(
    ({ id }) => id,
    (error: unknown) => (error instanceof Refusal ? error.code : (error as Error).message),
  );
  expect(outcome).toBe(wanted);
  expect(waited).toEqual(waits);
  expect(came).toHaveLength(sent);
  expect(new Set(came.map(({ key, body }) => `${key} ${body}`)).size).toBe(1);
  expect(came[0]?.key).toMatch(/^[0-9a-f-]{36}$/);
});

test("a list is walked to its end", async () => {
  const pages = [
    { items: [1, 2], next_cursor: "c" },
    { items: [3], next_cursor: null },
  ];
  const asked: (string | undefined)[] = [];
  const found: number[] = [];
  for await (const one of items((cursor) => {
    asked.push(cursor);
    return Promise.resolve(pages[asked.length - 1]!);
  })) {
    found.push(one);
  }
  expect([found, asked]).toEqual([
    [1, 2, 3],
    [undefined, "c"],
  ]);
});

test("a file is sent with its fields, and waited for", async () => {
  const { client, came, waited, pause } = network(
    [202, { id: "upl_1" }],
    [200, { state: "queued" }],
    [200, { state: "succeeded" }],
  );
  const { id } = await upload(client, new Blob(["the report"]), "a.html", { period: "after" });
  expect((await read(client, id, pause)).state).toBe("succeeded");
  expect(came[0]?.body).toMatch(/after[^]*a\.html[^]*the report/);
  expect(waited).toEqual([250]);
});
