import { execFileSync } from "node:child_process";
import { copyFileSync, existsSync, readFileSync } from "node:fs";
import { basename, resolve } from "node:path";
import { test } from "@playwright/test";
import { strToU8, zipSync } from "fflate";
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

const HOUR_MS = 3_600_000;
const LEAVES_OUT = new Set([300, 301, 302, 700]);
/** What tells an hour's load; the rest of a report would only be read. */
const OF_LOAD = ["source", "database", "instances", "interval", "time_model", "wait_events"];
const OF_LOAD_TOO = ["wait_classes", "instance_statistics", "schema"];

/** So many hours of one database, as documents in one archive: a report of the sample under other times and loads, with two gaps. */
export function makeHours(count: number): Sent {
  const text = lines(PYTHON, ["-m", "segtier.cli.main", "parse", makeReport()]).join("");
  const all = JSON.parse(text) as Record<string, unknown>;
  const kept = [...OF_LOAD, ...OF_LOAD_TOO].map((name) => [name, all[name]]);
  const places = Array.from({ length: count + LEAVES_OUT.size }, (_, place) => place);
  const files = places
    .filter((place) => !LEAVES_OUT.has(place))
    .map((place) => [`hour_${place}.json`, strToU8(JSON.stringify(anHour(kept, place)))]);
  const buffer = Buffer.from(zipSync(Object.fromEntries(files), { level: 1 }));
  return { name: "hours.zip", mimeType: "application/zip", buffer };
}

interface Timed {
  time_s: number | null;
  waits: number | null;
}

/** Every seventh day as the one before it, and each hour of a day another. */
function anHour(kept: unknown[][], place: number): object {
  const hour = structuredClone(Object.fromEntries(kept)) as {
    source: { sha256: string; file: string };
    interval: Record<string, number | string>;
    time_model: Timed[];
    wait_events: Timed[];
    wait_classes: Timed[];
  };
  const load = 0.5 + ((place * 7) % 24) / 24 + place / 10_000;
  const clock = (at: number) => new Date(Date.UTC(2024, 0, 8) + at * HOUR_MS).toISOString();
  const { interval, source } = hour;
  for (const name of ["db_time_s", "db_cpu_s"]) interval[name] = Number(interval[name]) * load;
  for (const row of [...hour.time_model, ...hour.wait_events, ...hour.wait_classes]) {
    if (row.time_s) row.time_s *= load;
    if (row.waits) row.waits = Math.round(row.waits * load);
  }
  Object.assign(interval, {
    begin_snap: place + 1,
    end_snap: place + 2,
    begin_time: clock(place).slice(0, SECOND),
    end_time: clock(place + 1).slice(0, SECOND),
    elapsed_s: HOUR_MS / 1000,
  });
  Object.assign(source, { file: `hour_${place}.json`, sha256: String(place).padStart(64, "0") });
  return hour;
}

/** As far as a clock without fractions goes. */
const SECOND = 19;

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
