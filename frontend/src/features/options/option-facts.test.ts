import { describe, expect, it } from "vitest";
import { aCurve, anOption } from "@/test/builders";
import { optionFacts } from "./option-facts";

const USERS = { users: 400, think_time_s: 2 };
const reaching = (users_at_limit: number | null, response = 0.8) =>
  anOption({
    load_curve: aCurve({
      users_at_limit,
      points: [{ users: 4, throughput_ratio: 0.6, response_ratio: response }],
    }),
  });
const texts = (...given: Parameters<typeof optionFacts>) =>
  optionFacts(...given).map(({ term, text }) => `${term}: ${text}`);

describe("users at the response limit", () => {
  const slower = reaching(600, 0.9);
  it.each([
    ["nobody asked", reaching(600), [], {}, []],
    ["users", reaching(612), [], USERS, ["Users at 1 s response: 612"]],
    [
      "a limit without users",
      reaching(38),
      [],
      { response_limit_s: 0.5 },
      ["Average active sessions at 0.5 s response: 38"],
    ],
    ["no curve", anOption(), [slower], USERS, ["Users at 1 s response: —"]],
    ["no transactions in the report", reaching(null), [], USERS, ["Users at 1 s response: —"]],
    [
      "sooner than one that reaches the limit",
      reaching(null, 0.4),
      [slower],
      USERS,
      ["Users at 1 s response: limit not reached at any load tried"],
    ],
    [
      "later than all that reach the limit",
      reaching(null, 2.4),
      [slower],
      USERS,
      ["Users at 1 s response: —"],
    ],
  ])("%s", (_case, option, others, asked, lines) =>
    expect(texts(option, [option, ...others], asked)).toEqual(lines),
  );
});

describe("money", () => {
  it.each([
    ["no price", {}, []],
    [
      "price and gain",
      { cost: 8000, cost_per_txn_per_s: 46.91 },
      ["Cost: 8,000", "Cost of each transaction/s gained: 46.9"],
    ],
    [
      "price without a gain",
      { cost: 8000, throughput_ratio: { low: 1, expected: 1.004, high: 1.01 } },
      ["Cost: 8,000", "Cost of each transaction/s gained: gains hardly any with these users"],
    ],
    [
      "price without transactions",
      { cost: 8000 },
      ["Cost: 8,000", "Cost of each transaction/s gained: —"],
    ],
  ])("%s", (_case, part, lines) => expect(texts(anOption(part), [], {})).toEqual(lines));
});
