import { describe, expect, it } from "vitest";
import type { FleetRow } from "@/api/types";
import { FLEET_SORTS } from "@/lib/home-state";
import { aDatabaseItem } from "@/test/builders";
import { type HomeRow, filtered, homeRows, sorted } from "./fleet-rows";

const answer = (id: string, part: Partial<FleetRow>): FleetRow => ({
  id,
  name: id,
  dbid: null,
  sample: false,
  last_time: null,
  problem: null,
  pending: false,
  stale: false,
  state: "move",
  tag: "Do it",
  headline: "Best segments on SSD.",
  gain: { low: 0.3, expected: 0.4, high: 0.5 },
  ceiling_db_time_pct: 60,
  grade: "B",
  db_time_s_per_hour: 1000,
  knee_bytes: 1e11,
  used_bytes: 2e11,
  share: null,
  ...part,
});

const databases = ["b", "A", "c"].map((id) =>
  aDatabaseItem({
    id,
    name: id,
    rac: id === "c",
    last_time: id === "c" ? null : `2026-01-0${id === "b" ? 1 : 2}T00:00:00`,
  }),
);
const rows = homeRows(databases, [
  answer("b", { grade: "A", ceiling_db_time_pct: 20 }),
  answer("A", { gain: null, knee_bytes: null, tag: "Tune first" }),
]);

it("has no answer of a database that is still worked out", () => {
  const [row] = homeRows(databases, [answer("b", { pending: true, state: null })]);
  expect(row?.answer).toBeUndefined();
});

const names = (found: readonly HomeRow[]) => found.map(({ database }) => database.name).join("");

describe("the list of databases", () => {
  it.each([
    ["name", "asc", "Abc"],
    ["name", "desc", "cbA"],
    ["gain", "desc", "bAc"],
    ["gain", "asc", "bAc"],
    ["ceiling", "asc", "bAc"],
    ["ceiling", "desc", "Abc"],
    ["grade", "asc", "bAc"],
    ["last", "desc", "Abc"],
    ["next", "desc", "bAc"],
  ] as const)("by %s %s", (sort, direction, order) =>
    expect(names(sorted(rows, sort, direction))).toBe(order),
  );

  it.each(FLEET_SORTS)("loses nothing by %s", (sort) =>
    expect(sorted(rows, sort, "desc")).toHaveLength(rows.length),
  );

  it.each([
    ["", "bAc"],
    ["tune", "A"],
    ["do it", "b"],
    ["RAC", "c"],
    ["nobody", ""],
  ])("that holds %s", (words, left) => expect(names(filtered(rows, words))).toBe(left));
});
