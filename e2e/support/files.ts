import { execFileSync } from "node:child_process";
import { copyFileSync, existsSync, readFileSync } from "node:fs";
import { basename, resolve } from "node:path";
import { test } from "@playwright/test";
import type { Sent } from "./api";
import { BACKEND, CORPUS, MAKE_DBM11203, MAKE_LARGE, PYTHON } from "./paths";

/** Skips the test where the real reports are not beside the repository. */
export function needsCorpus(): void {
  test.skip(!existsSync(CORPUS), "The corpus of real reports is not beside the repository.");
}

export const corpusFile = (name: string): string => resolve(CORPUS, name);

/** The real report of a clear case, with counters and sizes made for its segments: three paths. */
export const makeDbm11203 = once("exports", (folder) =>
  lines(PYTHON, [MAKE_DBM11203, folder, "--corpus", CORPUS]),
);

/** The sample's database as the collector brings it, and one of its reports: the bundle's path, then the report's. */
export const makeCollected = once("collected", (folder) =>
  lines(PYTHON, ["-m", "tests.sample_bundle", folder]),
);

/** An AWR dump of five hours in two files. */
export function makeDump(): Sent[] {
  return lines(PYTHON, ["-m", "tests.awr_dumps", test.info().outputPath("dump")]).map(asSent);
}

/** An archive for each answer there is. */
export function makeVerdictCases(): string[] {
  return lines(PYTHON, ["-m", "tests.verdict_cases", test.info().outputPath("cases")]);
}

/** A report with an export of so many segments, in one archive. */
export function makeLarge(segments: number): string {
  const [path] = lines(PYTHON, [MAKE_LARGE, test.info().outputPath("large"), String(segments)]);
  if (!path) throw new Error("No archive was made.");
  return path;
}

/** What a command of Segtier says of itself. */
export const helpOf = (command: string): string =>
  lines(PYTHON, ["-m", "segtier.cli.main", command, "--help"]).join("\n");

/** The README of downloaded scripts with the names put back, as the page says to. */
export function unmasked(scripts: string, map: string): string {
  const folder = test.info().outputPath("plan");
  const zip = test.info().outputPath("segtier-segments.zip");
  copyFileSync(scripts, zip);
  lines(PYTHON, ["-m", "segtier.cli.main", "script", zip, "--map", map, "--out", folder]);
  return ["plan.md", "appendix.md"]
    .map((page) => readFileSync(resolve(folder, page), "utf-8"))
    .join("\n");
}

/** The sample as files; the paths. */
export const makeSample = once("sample", (folder) =>
  lines(PYTHON, ["-m", "segtier.cli.main", "sample", "--out", folder]),
);

/** One report of the sample, from before the change. */
export function makeReport(): string {
  const found = makeSample().find((path) => /before\/awrrpt.*\.html$/.test(path));
  if (!found) throw new Error("The sample holds no report.");
  return found;
}

/** One report of the sample from before the change and the one from after it, as the two periods of one document. */
export function makePair(): Sent {
  const files = makeSample().filter((path) => path.endsWith(".html"));
  const halves = [
    files.find((path) => path.includes("/before/")),
    files.find((path) => path.includes("/after/")),
  ];
  const [first, second] = halves.map((path) =>
    lines(PYTHON, ["-m", "segtier.cli.main", "parse", path ?? ""]).join(""),
  );
  const text = `{"schema": "segtier.pair/1", "first": ${first}, "second": ${second}}`;
  return { name: "pair.json", mimeType: "application/json", buffer: Buffer.from(text) };
}

const MIME: Record<string, string> = { html: "text/html", csv: "text/csv" };

export function asSent(path: string): Sent {
  const name = basename(path);
  return {
    name,
    mimeType: MIME[name.split(".").at(-1) ?? ""] ?? "application/octet-stream",
    buffer: readFileSync(path),
  };
}

/** Files that several tests of a process want are made for the first of them. */
function once(name: string, make: (folder: string) => string[]): () => string[] {
  let made: string[] | undefined;
  return () => (made ??= make(test.info().outputPath(name)));
}

function lines(program: string, given: string[]): string[] {
  const output = execFileSync(program, given, { cwd: BACKEND, encoding: "utf-8" });
  return output.trim().split("\n");
}
