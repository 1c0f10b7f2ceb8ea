/// <reference types="node" />
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { UNEXPLAINED, waitClassColor, waitClassLabel } from "./wait-classes";

// Vitest leaves style sheets empty when they are imported.
const theme = readFileSync("src/app/theme.css", "utf8");
const CLASSES = [
  ["DB CPU", "cpu"],
  ["CPU", "cpu"],
  ["User I/O", "user-io"],
  ["System I/O", "system-io"],
  ["Commit", "commit"],
  ["Configuration", "configuration"],
  ["Concurrency", "concurrency"],
  ["Application", "application"],
  ["Network", "network"],
  ["Administrative", "administrative"],
  ["Cluster", "cluster"],
  ["Other", "other"],
  ["Scheduler", "scheduler"],
  ["Queueing", "queueing"],
  [UNEXPLAINED, "unexplained"],
] as const;

describe("a wait class has its colour", () => {
  it.each(CLASSES)("%s", (name, slug) => expect(waitClassColor(name)).toBe(`var(--wait-${slug})`));

  it.each(CLASSES)("%s: set for light and for dark", (_, slug) =>
    expect(theme.match(new RegExp(`--wait-${slug}: #`, "g"))).toHaveLength(2),
  );

  it.each(["Class of tomorrow", "", null, undefined])("%j is other", (name) =>
    expect(waitClassColor(name)).toBe("var(--wait-other)"),
  );
});

it.each([
  ["User I/O", "User I/O"],
  [UNEXPLAINED, "Not explained by the report"],
])("%s is called %s", (name, label) => expect(waitClassLabel(name)).toBe(label));
