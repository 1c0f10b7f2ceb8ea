import { describe, expect, it } from "vitest";
import { anOption } from "@/test/builders";
import { optionFacts } from "./option-facts";

const USERS = { users: 400, think_time_s: 2 };
const NO_DISKS = "Where load makes today's disks slow is not known: state how many there are.";
const reaching = (users: number | null, users_text = "") =>
  anOption({ load_limit: { limit_s: 1, users, users_text } });
const facts = (...given: Parameters<typeof optionFacts>) =>
  optionFacts(...given).map(({ term, text, why }) => [`${term}: ${text}`, why]);
const texts = (...given: Parameters<typeof optionFacts>) => facts(...given).map(([line]) => line);

describe("users at the response limit", () => {
  it.each([
    ["nobody asked", reaching(600), {}, []],
    ["users", reaching(612), USERS, [["Users at 1 s response: at most 612", "not forecast"]]],
    [
      "a limit without users",
      reaching(38),
      { response_limit_s: 0.5 },
      [["Average active sessions at 0.5 s response: at most 38", "not forecast"]],
    ],
    ["no curve", anOption(), USERS, [["Users at 1 s response: —", "not forecast"]]],
    ["not known", reaching(null, NO_DISKS), USERS, [["Users at 1 s response: —", NO_DISKS]]],
  ])("%s", (_case, option, asked, expected) => expect(facts(option, asked)).toEqual(expected));
});

describe("money", () => {
  it.each([
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
    ["no SSD to pay for", { cost: null }, ["Cost: —", "Cost of each transaction/s gained: —"]],
  ])("%s", (_case, part, lines) => expect(texts(anOption(part), { price: 8000 })).toEqual(lines));

  it("is left out where no price is stated", () => {
    expect(texts(anOption({ cost: 8000 }), {})).toEqual([]);
  });
});
