import { expect, test } from "vitest";
import type { VolumeAnswers, VolumeOffer } from "@/api/types";
import { kindsOf, offerRows, placesOf, remarks, rivalRows } from "./offers";

const anOffer = (part: Partial<VolumeOffer> = {}): VolumeOffer => ({
  count: 1,
  bytes: 200 * 2 ** 30,
  freed_bytes: 180 * 2 ** 30,
  moves: 9,
  requests_per_s: 3000,
  bytes_per_s: 125e6,
  month: 16.5,
  freed_month: null,
  net_month: null,
  response_ratio: { low: 0.5, expected: 0.6, high: 0.7 },
  binding: "volume-requests",
  times: 2.5,
  hours: null,
  ...part,
});

const answers = (
  part: Partial<VolumeAnswers> = {},
  of: Partial<VolumeAnswers["volumes"][0]> = {},
) =>
  ({
    machine: { said: "" },
    volumes: [
      {
        model: { id: "gp3", name: "gp3", currency: "USD" },
        stale: false,
        knee: anOffer(),
        most: anOffer({ moves: 40 }),
        for_budget: null,
        for_target: null,
        text: "",
        unpriced: "",
        ...of,
      },
    ],
    budget: null,
    less_db_time: null,
    moves: 40,
    rivals: [],
    prices: {},
    prices_as_of: "Prices of November.",
    throttled: "",
    ...part,
  }) as unknown as VolumeAnswers;

test("without a wish: the knee, and all that saves", () =>
  expect(offerRows(answers()).map(({ what, moves }) => [what, moves])).toEqual([
    ["the knee", "9"],
    ["all that saves", "40"],
  ]));

test("with a budget: what it buys, and nothing where nothing is within it", () => {
  expect(
    offerRows(answers({ budget: 100 }, { for_budget: anOffer() })).map(({ what }) => what),
  ).toEqual(["the budget"]);
  expect(offerRows(answers({ budget: 100 }))).toEqual([]);
});

test.each([
  [{ month: 16.5 }, "16.50 USD", "—", "—"],
  [{ month: null }, "—", "—", "—"],
  [{ freed_month: 20, net_month: -3.5 }, "16.50 USD", "20.00 USD", "-3.50 USD"],
  [{ month: 0 }, "0.00 USD", "—", "—"],
])("a price of %o: a price nobody said is none, not 0", (part, month, freed, net) => {
  const [row] = offerRows(answers({}, { knee: anOffer(part) }));
  expect([row?.month, row?.freed, row?.net]).toEqual([month, freed, net]);
});

test("rivals: amounts in their unit, and what nothing tells", () => {
  const rival = { response_ratio: null, month: null, text: "no advisory" };
  const rows = rivalRows(
    answers({
      rivals: [
        { ...rival, name: "memory", title: "More memory", amount: 14 },
        { ...rival, name: "disks", title: "As many disks again", amount: null },
      ],
    }),
  );
  expect(rows.map(({ amount, month, time }) => [amount, month, time])).toEqual([
    ["14 GiB more", "—", "—"],
    ["—", "—", "—"],
  ]);
});

test("what prices stand on is said, and whose are old", () =>
  expect(remarks(answers({}, { stale: true, unpriced: "no price of a GiB" }))).toEqual([
    "gp3: no price of a GiB",
    "Prices of November.",
    "gp3: more than a year old.",
  ]));

const KINDS = [
  { id: "aws-gp3", runs_on: "Amazon EC2" },
  { id: "rds-gp3", runs_on: "Amazon RDS" },
  { id: "ours", runs_on: "" },
  { id: "rds-io2", runs_on: "Amazon RDS" },
];

test("places once each, in the order of the catalogue, and none that nobody said", () =>
  expect(placesOf(KINDS)).toEqual(["Amazon EC2", "Amazon RDS"]));

test.each([
  ["Amazon RDS", ["rds-gp3", "rds-io2"]],
  [undefined, []],
  ["", []],
  ["the moon", []],
])("kinds of a database on %s", (place, ids) => expect(kindsOf(KINDS, place)).toEqual(ids));
