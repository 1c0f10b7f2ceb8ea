import { expect, it } from "vitest";
import { aReport } from "@/test/builders";
import { ALL, NO_GRADE, filterReports, instancesOf } from "./filter";

const reports = [
  aReport({ id: "a", instance: "shop1", grade: "A" }),
  aReport({ id: "b", instance: "shop2", grade: "C", period: "after" }),
  aReport({
    id: "night",
    instance: "shop1",
    grade: "B",
    begin_time: "2026-03-02T23:30:00",
    end_time: "2026-03-03T00:30:00",
  }),
  aReport({
    id: "sizes",
    instance: null,
    grade: null,
    begin_time: null,
    end_time: null,
    period: "ignored",
  }),
];

it.each([
  [{}, ["a", "b", "night", "sizes"]],
  [{ instance: "shop1" }, ["a", "night"]],
  [{ period: "after" }, ["b"]],
  [{ period: "ignored" }, ["sizes"]],
  [{ grade: "C" }, ["b"]],
  [{ grade: NO_GRADE }, ["sizes"]],
  [{ from: "2026-03-03" }, ["night"]],
  [{ to: "2026-03-02" }, ["a", "b", "night"]],
  [{ to: "2026-03-01" }, []],
  [{ instance: "shop1", grade: "A", from: "2026-03-02" }, ["a"]],
])("case %#: %o", (filter, ids) => {
  expect(filterReports(reports, { ...ALL, ...filter }).map(({ id }) => id)).toEqual(ids);
});

it("names every instance once", () => {
  expect(instancesOf(reports)).toEqual(["shop1", "shop2"]);
});
