import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { type Download, expect } from "@playwright/test";
import { strFromU8, unzipSync } from "fflate";

export type Bundle = Map<string, string>;

const BESIDE = /^(SHA256SUMS|plan\.html|REVIEW\.txt|review\/.*)$/;

/** The downloaded ZIP as text by name; every file but the sums, the page to print and what says where the review stands
 * is in SHA256SUMS. */
export async function readBundle(download: Download): Promise<Bundle> {
  const entries = Object.entries(unzipSync(new Uint8Array(await readFile(await download.path()))));
  const bundle = new Map(entries.map(([name, data]) => [name, strFromU8(data)]));
  const digests = entries
    .filter(([name]) => !BESIDE.test(name))
    .map(([name, data]) => `${createHash("sha256").update(data).digest("hex")}  ${name}`);
  const sums = (bundle.get("SHA256SUMS") ?? "").trim().split("\n");
  expect(sums.toSorted(), "SHA256SUMS").toEqual(digests.toSorted());
  return bundle;
}

/** The text of a file of the bundle. */
export function fileOf(bundle: Bundle, name: string): string {
  const text = bundle.get(name);
  expect(text, `${name} in ${[...bundle.keys()].join(", ")}`).toBeDefined();
  return text ?? "";
}
