import { type APIRequestContext, type APIResponse, expect } from "@playwright/test";

const BASE = "/api/v1";
const READ_MS = 600_000;
const POLL_MS = [100, 250];

interface Upload {
  id: string;
  file: string;
  state: "queued" | "running" | "succeeded" | "failed" | "quarantined";
  database_id: string | null;
  sample: boolean;
}

interface Database {
  id: string;
  name: string;
  sample: boolean;
}

export interface Sent {
  name: string;
  mimeType: string;
  buffer: Buffer;
}

/** What a test needs before or beside the browser; the subject of a test is always done in the browser. */
export class Api {
  constructor(private readonly request: APIRequestContext) {}

  /** No database and no upload left. */
  async empty(): Promise<void> {
    for (const { id, name } of await this.databases()) {
      await this.remove(`databases/${id}?name=${encodeURIComponent(name)}`); // asked for where approved plans go with it
    }
    for (const { id } of await this.uploads()) await this.remove(`uploads/${id}`);
    expect(await this.databases()).toEqual([]);
  }

  /** The sample's database, read through; it is loaded where it is not there. */
  async sample(): Promise<string> {
    const there = (await this.uploads()).filter(({ sample }) => sample);
    return this.databaseOf((there.length > 0 ? there : await this.load()).map(({ id }) => id));
  }

  /** The sample's database, read through, and nothing beside it. */
  async sampleAlone(): Promise<string> {
    const all = [...(await this.databases()), ...(await this.uploads())];
    if (!all.every(({ sample }) => sample)) await this.empty();
    return this.sample();
  }

  /** The database the uploads were linked to, once all of them are read. */
  async databaseOf(ids: readonly string[]): Promise<string> {
    const found = (await this.read(ids)).find(({ database_id }) => database_id)?.database_id;
    if (!found) throw new Error("The uploads were read but belong to no database.");
    return found;
  }

  /** The uploads, once all of them are read. */
  async read(ids: readonly string[]): Promise<Upload[]> {
    let mine: Upload[] = [];
    await expect
      .poll(
        async () => {
          mine = (await this.uploads()).filter(({ id }) => ids.includes(id));
          return mine.map(({ state }) => state);
        },
        { timeout: READ_MS, intervals: POLL_MS },
      )
      .toEqual(ids.map(() => "succeeded"));
    return mine;
  }

  async send(file: Sent): Promise<Upload> {
    return this.json(this.request.post(`${BASE}/uploads`, { multipart: { file } }));
  }

  /** The first page of the answer to what the page asks unless told otherwise. */
  async advice<T>(database: string): Promise<T> {
    return this.json(this.request.get(`${BASE}/databases/${database}/advice`));
  }

  async databases(): Promise<Database[]> {
    return (await this.json<{ items: Database[] }>(this.request.get(`${BASE}/databases`))).items;
  }

  private async uploads(): Promise<Upload[]> {
    const answer = this.request.get(`${BASE}/uploads?limit=200`);
    return (await this.json<{ items: Upload[] }>(answer)).items;
  }

  private async load(): Promise<Upload[]> {
    const answer = this.request.post(`${BASE}/samples/oltp`);
    return (await this.json<{ uploads: Upload[] }>(answer)).uploads;
  }

  private async remove(path: string): Promise<void> {
    const answer = await this.request.delete(`${BASE}/${path}`);
    expect([204, 200, 404], `DELETE ${path}`).toContain(answer.status());
  }

  private async json<T>(pending: Promise<APIResponse>): Promise<T> {
    const answer = await pending;
    expect(answer.ok(), `${answer.url()} gives ${answer.status()}`).toBe(true);
    return (await answer.json()) as T;
  }
}
