import { describe, expect, it } from "vitest";
import type { LoadPoint } from "@/api/types";
import { aCurve, anOption } from "@/test/builders";
import { curveLines, curveRows, loadUnit, usersToday } from "./load-curves";

const point = (users: number, throughput: number, response: number): LoadPoint => ({
  users,
  throughput_ratio: throughput,
  response_ratio: response,
});
const today = anOption({ option: "none", title: "Do nothing", load_curve: aCurve() });
const best = anOption({
  load_curve: [point(4, 1.2, 0.4), point(8, 2.4, 0.4)],
});

describe("an option has a line", () => {
  it.each([
    ["where it can be done", {}, ["segments"]],
    ["not where it is blocked", { feasible: false }, []],
    ["not without a curve", { load_curve: [] }, []],
    ["not from one point", { load_curve: [point(8, 1, 1)] }, []],
  ])("%s", (_case, part, options) => {
    const lines = curveLines([anOption({ load_curve: aCurve(), ...part })]);
    expect(lines.map(({ option }) => option)).toEqual(options);
  });
});

describe("today's load", () => {
  it.each([
    ["is where doing nothing does today's work", [today, best], 8],
    ["is not known without the curve of doing nothing", [best], null],
    ["is not known where no option can be done", [], null],
  ])("%s", (_case, options, users) => expect(usersToday(curveLines(options))).toBe(users));
});

describe("rows", () => {
  const lines = curveLines([best, today]);

  it.each([
    ["throughput" as const, { segments: 2.4, none: 1 }],
    ["response" as const, { segments: 0.4, none: 1 }],
  ])("of %s stand at one load each, today's marked", (measure, values) => {
    const rows = curveRows(lines, measure);
    expect(rows.map(({ users }) => users)).toEqual([4, 8, 16]);
    expect(rows.filter((row) => row.today)).toEqual([{ users: 8, today: true, values }]);
  });

  it("keep a load that one curve lacks unknown", () =>
    expect(curveRows(lines, "throughput").at(-1)?.values).toEqual({ segments: null, none: 1.6 }));
});

it.each([
  [{}, "average active sessions"],
  [{ response_limit_s: 2 }, "average active sessions"],
  [{ users: 400, think_time_s: 0 }, "users"],
])("%o counts %s", (asked, unit) => expect(loadUnit(asked)).toBe(unit));
