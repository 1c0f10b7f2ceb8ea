import { beforeEach, expect, it } from "vitest";
import { pathOf } from "./dropped-files";
import { createUnsent } from "./unsent";

const kept = new Map<string, string>();
const storage = {
  getItem: (key: string) => kept.get(key) ?? null,
  setItem: (key: string, value: string) => void kept.set(key, value),
};
const HOW = { period: "before", mask: "keep" } as const;
const file = (path: string, text = "x") =>
  Object.defineProperty(new File([text], path.split("/").pop() ?? ""), "webkitRelativePath", {
    value: path.includes("/") ? path : "",
  });
const week = ["week/a.html", "week/b.html", "week/c.html"].map((path) => file(path));
const [a, b, c] = week as [File, File, File];

/** A page that sent the first two of three files and was reloaded. */
function brokenOff() {
  const before = createUnsent(storage, "tab");
  before.begin("bat_1", week, HOW);
  before.settle("bat_1", a);
  before.settle("bat_1", b);
  before.flush();
}

beforeEach(() => kept.clear());

it("says what an earlier page did not send, and how it was to be sent", () => {
  brokenOff();
  expect(createUnsent(storage, "tab").lost()).toEqual([{ batch: "bat_1", count: 1, ...HOW }]);
});

it("says nothing of files that are on their way, sent or forgotten", () => {
  const unsent = createUnsent(storage, "tab");
  unsent.begin("bat_1", week, HOW);
  expect(unsent.lost()).toEqual([]);
  week.forEach((one) => unsent.settle("bat_1", one));
  unsent.flush();
  expect(createUnsent(storage, "tab").lost()).toEqual([]);
  brokenOff();
  createUnsent(storage, "tab").forget("bat_1");
  expect(createUnsent(storage, "tab").lost()).toEqual([]);
});

it.each([
  ["the same folder", [...week, file("week/new.html")], ["week/c.html"], 2, ["week/new.html"]],
  ["the file alone", [file("c.html")], ["c.html"], 0, []],
  ["another file of that name", [file("week/c.html", "xx")], [], 0, ["week/c.html"]],
])("sends only what is missing of %s", (_, chosen, missing, here, rest) => {
  brokenOff();
  const found = createUnsent(storage, "tab").match(chosen);
  expect((found.missing.get("bat_1") ?? []).map(pathOf)).toEqual(missing);
  expect(found.here).toBe(here);
  expect(found.rest.map(pathOf)).toEqual(rest);
});

const lostAfter = (ms: number) =>
  createUnsent(storage, "other", () => Date.now() + ms).lost().length;

it("leaves to another page what that one still sends", () => {
  brokenOff();
  expect([0, 70_000, 15 * 24 * 3_600_000].map(lostAfter)).toEqual([0, 1, 0]);
});

const full = () => {
  throw new DOMException("full", "QuotaExceededError");
};

it("survives a storage that holds nonsense or has no room", () => {
  const unsent = createUnsent({ getItem: () => "{", setItem: full }, "tab");
  unsent.begin("bat_1", [c], HOW);
  expect(unsent.flush).not.toThrow();
});
