import { expect, it } from "vitest";
import { asProblem, problemFrom } from "./problem";

it.each([
  [
    409,
    { code: "not-advised", detail: "Tune first.", advice: "Say so.", request_id: "r1" },
    { code: "not-advised", message: "Tune first.", advice: "Say so.", requestId: "r1" },
  ],
  [404, { title: "Not found" }, { code: "http-404", message: "Not found", advice: null }],
  [502, "<html>", { code: "http-502", message: "The server answered 502." }],
  [500, null, { code: "http-500", message: "The server answered 500." }],
  [0, null, { code: "unreachable", message: "Segtier does not answer." }],
])("status %d with %o", (status, body, problem) => {
  expect(problemFrom(status, body)).toMatchObject({ status, ...problem });
});

it.each([
  [new TypeError("Failed to fetch"), "unreachable"],
  [new Error("odd"), "http-0"],
  [problemFrom(409, { code: "refused" }), "refused"],
])("%s is a problem with code %s", (error, code) => {
  expect(asProblem(error).code).toBe(code);
});
