import { describe, expect, it } from "vitest";
import { aPoint } from "@/test/builders";
import { type StackBy, kept, layersOf, loadOf, partsOf, totalOf } from "./stacks";

const READS = "db file sequential read";
const points = [
  aPoint({
    classes: { "DB CPU": 1, "User I/O": 6, Network: 0.001, unexplained: 2 },
    events: { "User I/O": { [READS]: 4, "db file scattered read": 1 } },
  }),
  aPoint({
    classes: { "User I/O": 1, "DB CPU": 3, Commit: 1, unexplained: 3 },
    events: { Commit: { "log file sync": 1 } },
  }),
  aPoint({ average_active_sessions: null, classes: {}, events: {} }),
];
const keys = (by: StackBy) => layersOf(points, by).map(({ key }) => key);

it("stacks classes by their load, the unexplained last, small ones as one", () =>
  expect(keys("class")).toEqual(["User I/O", "DB CPU", "Commit", "unexplained", "rest"]));

it("stacks the events of a class together, what they leave after them", () =>
  expect(keys("event")).toEqual([
    `User I/O/${READS}`,
    "User I/O/db file scattered read",
    "User I/O/",
    "DB CPU",
    "Commit/log file sync",
    "unexplained",
    "rest",
  ]));

describe.each(["class", "event"] as const)("by %s", (by) => {
  const layers = layersOf(points, by);
  it.each(points.map((point, place) => [place, point] as const))(
    "interval %d has all its sessions, once",
    (_, point) => {
      const all = Object.values(point.classes).reduce((sum, value) => sum + value, 0);
      expect(totalOf(partsOf(point, layers), layers)).toBeCloseTo(all);
    },
  );

  it("gives each layer a colour of its own", () =>
    expect(new Set(layers.map(({ color }) => color)).size).toBe(layers.length));
});

it.each([
  ["User I/O", ["User I/O"]],
  [undefined, keys("class")],
  ["gone", keys("class")],
])("keeps %s", (only, names) =>
  expect(kept(layersOf(points, "class"), only).map(({ key }) => key)).toEqual(names),
);

it("counts no class whose load is zero", () =>
  expect(layersOf([aPoint({ classes: { "DB CPU": 1, unexplained: 0 } })], "class")).toHaveLength(
    1,
  ));

describe("of an interval", () => {
  const [first, second, third] = points.map(
    (point) =>
      (only?: string, by: StackBy = "class") =>
        loadOf(point, layersOf(points, by), only),
  );
  it.each([
    ["all of it", first?.(), 8],
    ["all of it where nothing is known", third?.(), null],
    ["a class", first?.("User I/O"), 6],
    ["a class that it does not print", first?.("Commit"), null],
    ["the small ones", first?.("rest"), 0.001],
    ["an event", first?.(`User I/O/${READS}`, "event"), 4],
    ["an event that it does not print", second?.(`User I/O/${READS}`, "event"), null],
    ["what the events of a class leave", first?.("User I/O/", "event"), 1],
    ["a class where no class is known", third?.("User I/O"), null],
    ["all of it where none is called so", first?.("gone"), 8],
  ])("the load of %s", (_case, load, told) => expect(load).toBe(told));
});
