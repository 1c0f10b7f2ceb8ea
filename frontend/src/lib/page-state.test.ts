import { describe, expect, it } from "vitest";
import {
  adviceParams,
  compact,
  optionName,
  parseSearch,
  readPageState,
  writeSearch,
} from "./page-state";

describe("the address of the database page", () => {
  it.each([
    ["", {}],
    ["ssd=700GB", { ssd: "700GB" }],
    ["device=p420m&count=2&mirrored=true", { device: "p420m", count: 2, mirrored: true }],
    ["shared=false&flash_cache_os=true", { shared: false, flash_cache_os: true }],
    ["raid=raid5&window=busiest", { raid: "raid5", window: "busiest" }],
    [
      "users=400&think_time_s=0&response_limit_s=0.5",
      { users: 400, think_time_s: 0, response_limit_s: 0.5 },
    ],
    ["price=8000&option=buffer-cache", { price: 8000, option: "buffer-cache" }],
    ["budget=500&volumes_on=Amazon+RDS", { budget: 500, volumes_on: "Amazon RDS" }],
    ["media=hdd&spindles=8&raid=raid10", { media: "hdd", spindles: 8, raid: "raid10" }],
    [
      "hours_from=2024-03-12T11%3A00&hours_to=2024-03-12T13%3A00",
      { hours_from: "2024-03-12T11:00", hours_to: "2024-03-12T13:00" },
    ],
    ["ssd=lots&hours_from=yesterday", { ssd: "lots", hours_from: "yesterday" }],
    ["hours_from=2024-03-12&headroom_pct=0", { hours_from: "2024-03-12", headroom_pct: 0 }],
    ["pin=A.B&pin=A.C&exclude=D.E", { pin: ["A.B", "A.C"], exclude: ["D.E"] }],
    [
      "option=flash-cache&sort=io&dir=desc&q=orders",
      { option: "flash-cache", sort: "io", dir: "desc", q: "orders" },
    ],
  ])("%s is read and written back the same", (search, state) => {
    expect(readPageState(parseSearch(search))).toEqual(state);
    expect(writeSearch(state)).toBe(search ? `?${search}` : "");
  });

  it.each([
    "count=0",
    "count=-1",
    "count=1.5",
    "count=many",
    "count=1001",
    "count=1&count=2",
    "headroom_pct=100",
    "users=0",
    "users=crowd",
    "users=2000000",
    "think_time_s=-1",
    "think_time_s=90000",
    "response_limit_s=0",
    "response_limit_s=3601",
    "price=-5",
    "price=Infinity",
    "mirrored=perhaps",
    "media=tape",
    "raid=raid99",
    "window=night",
    "option=everything",
    "sort=__proto__",
    "dir=up",
    "ssd=",
    "unknown=1",
    "pin=",
  ])("%s is dropped", (search) => {
    expect(readPageState(parseSearch(search))).toEqual({});
  });

  it("keeps a hostile text short and as text", () => {
    const state = readPageState({ q: "<script>".repeat(1000) });
    expect(state.q).toHaveLength(200);
  });
});

describe("what the advice is asked for", () => {
  it.each([
    [{ ssd: "700GB", option: "redo" as const, q: "x" }, { ssd: "700GB" }],
    [
      { ssd: "700GB", device: "d", count: 2, mirrored: true },
      { device: "d", count: 2, mirrored: true },
    ],
    [{ count: 2, mirrored: true }, {}],
    [{ window: "p95" as const, sort: "io" as const }, { window: "p95" }],
    [
      { users: 400, think_time_s: 0, price: 8000 },
      { users: 400, think_time_s: 0, price: 8000 },
    ],
    [{ users: 400, response_limit_s: 2 }, { response_limit_s: 2 }],
    [{ think_time_s: 2 }, {}],
    [
      { window: "p95" as const, hours_from: "2024-03-12T11:00" },
      { hours_from: "2024-03-12T11:00" },
    ],
    [{ storage: "{}", media: "hdd" as const, spindles: 8 }, { storage: "{}" }],
    [{ pin: ["A.B"], applied: "redo" as const }, { pin: ["A.B"] }],
    [
      { shared: false, spindles: 8 },
      { shared: false, spindles: 8 },
    ],
  ])("%o asks %o", (state, params) => {
    expect(adviceParams(state)).toEqual(params);
  });
});

it.each([
  ["segments", "segments"],
  ["combination", "combination"],
  ["everything", "none"],
  [undefined, "none"],
])("option %s is shown as %s", (value, name) => {
  expect(optionName(value)).toBe(name);
});

it("drops what is not set and keeps false and 0", () => {
  expect(compact({ a: undefined, b: "", c: false, d: 0 })).toEqual({ c: false, d: 0 });
});
