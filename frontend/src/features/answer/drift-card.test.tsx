import { screen, waitFor, within } from "@testing-library/react";
import { expect, it } from "vitest";
import type { Drift } from "@/api/types";
import { aDatabaseItem, anAdvice } from "@/test/builders";
import { answer, requests } from "@/test/server";
import { showInCase } from "@/test/show";
import { DriftCard } from "./drift-card";

const aSegment = (name: string, reads: number): Drift["take_off"][number] => ({
  name,
  size_bytes: 10 * 2 ** 30,
  reads_per_hour: { low: reads / 2, expected: reads, high: reads * 2 },
});

const aDrift = (part: Partial<Drift> = {}): Drift => ({
  state: "swap",
  text: "Swap 1 for 1.",
  weeks: 6,
  weeks_needed: 3,
  like_hours: 1,
  on_flash: 3,
  unsized: 0,
  base: { kind: "set", text: "the segments you named", plans: [], since: null },
  take_off: [aSegment("SHOP.OLD", 10_000)],
  bring: [aSegment("SHOP.NEW", 500_000)],
  seen_in: 6,
  saves_s_per_hour: { low: 900, expected: 1_200, high: 1_500 },
  frees_bytes: 0,
  moved_bytes: 20 * 2 ** 30,
  minutes: [1, 8],
  costs_s: 700,
  pays_after_hours: 1,
  calendar: [],
  growth: { trends: [], limits: [], keep_free: null },
  ...part,
});

const aLimit = (of: "bytes" | "requests", text: string) => ({
  of,
  state: "unknown" as const,
  text,
  earliest: null,
  latest: null,
  followed_to: null,
});

const aTrend = (of: "db-time" | "redo", text: string) => ({
  of,
  state: "no-trend" as const,
  text,
  unit: "s/h",
  weeks: 6,
  like_hours: 2,
  now: 1,
  per_week: { low: -1, expected: 0, high: 1 },
  last: "2026-05-04",
});

const { storage_today: storage } = anAdvice();
const ROUTE = `GET /api/v1/databases/${aDatabaseItem().id}/drift`;
const SET = { set: ["yesterday=SHOP.OLD"] };

const showCard = (drift: Drift, asked = SET) => {
  answer(ROUTE, { body: drift });
  showInCase(<DriftCard storage={storage} />, { asked });
};

it("names what to take off and what to bring", async () => {
  showCard(aDrift());
  const card = await screen.findByRole("region", {
    name: "1 of 3 segments no longer earns its place",
  });
  expect(card).toHaveTextContent("Swap 1 for 1.");
  const [, off, on] = within(card).getAllByRole("row");
  expect(off).toHaveTextContent(/Take off.*SHOP\.OLD.*10 k.*5 k to 20 k/);
  expect(on).toHaveTextContent(/Bring.*SHOP\.NEW.*500 k/);
});

it("says how many of several", async () => {
  const off = [aSegment("SHOP.A", 1), aSegment("SHOP.B", 1), aSegment("SHOP.C", 1)];
  showCard(aDrift({ take_off: off, on_flash: 11 }));
  expect(
    await screen.findByRole("heading", { name: "3 of 11 segments no longer earn their place" }),
  ).toBeVisible();
});

it.each([
  ["stays", "The plan on SSD still holds"],
  ["too-short", "Too few weeks to tell drift"],
  ["no-gain", "No swap gains anything"],
] as const)("where it is %s has no table", async (state, title) => {
  showCard(aDrift({ state, take_off: [], bring: [], text: "Why." }));
  expect(await screen.findByRole("heading", { name: title })).toBeVisible();
  expect(screen.getByText("Why.")).toBeVisible();
  expect(screen.queryByRole("table")).toBeNull();
});

it("offers what to do with what is hot at given times", async () => {
  const group: Drift["calendar"][number] = {
    when: "the last two days of a month",
    text: "1 segment hot at month end.",
    segments: ["SHOP.LEDGER"],
    size_bytes: 10 * 2 ** 30,
    on_flash: 0,
    occurrences: 2,
    hours: 48,
    saves_s: { low: 1, expected: 2, high: 3 },
    moved_bytes: 20 * 2 ** 30,
    minutes: [1, 8],
    moves_cost_s: 4,
    offers: ["Always.", "Moved.", "Never."],
  };
  showCard(aDrift({ state: "stays", take_off: [], bring: [], calendar: [group] }));
  const part = await screen.findByRole("region", { name: "Hot on the last two days of a month" });
  expect(part).toHaveTextContent("1 segment hot at month end. SHOP.LEDGER");
  expect(
    within(part)
      .getAllByRole("listitem")
      .map(({ textContent }) => textContent),
  ).toEqual(group.offers);
});

it("says until when the SSD lasts, and the trends behind it", async () => {
  const growth = {
    trends: [aTrend("db-time", "DB time: no trend."), aTrend("redo", "Redo: no trend.")],
    limits: [aLimit("bytes", "Full between two days."), aLimit("requests", "Unknown.")],
    keep_free: { weeks: 36, pct: { low: 10, expected: 12, high: 15 }, text: "Keep 10 to 15 %." },
  };
  showCard(aDrift({ state: "stays", take_off: [], bring: [], growth }));
  const part = await screen.findByRole("region", { name: "Growth" });
  expect(
    within(part)
      .getAllByText(/./, { selector: "li" })
      .map(({ textContent }) => textContent),
  ).toEqual([
    "Full between two days.",
    "Unknown.",
    "Keep 10 to 15 %.",
    "DB time: no trend.",
    "Redo: no trend.",
  ]);
});

it("asks for no drift where no plan is applied", async () => {
  answer(ROUTE, { body: aDrift() });
  answer("GET /api/v1/plans", { body: { items: [{ recorded_state: "approved" }] } });
  showInCase(<DriftCard storage={storage} />);
  await waitFor(() => expect(requests()).toHaveLength(1));
  expect(screen.queryByRole("region")).toBeNull();
});

it("asks where a plan is marked applied", async () => {
  answer(ROUTE, { body: aDrift({ take_off: [] }) });
  answer("GET /api/v1/plans", { body: { items: [{ recorded_state: "applied" }] } });
  showInCase(<DriftCard storage={storage} />);
  expect(
    await screen.findByRole("heading", { name: "1 more segment would earn a place on SSD" }),
  ).toBeVisible();
});

it("asks where segments are said to lie on SSD", async () => {
  answer(ROUTE, { body: aDrift() });
  const group = { name: "fast", media: "flash", tablespaces: ["HOT"] };
  const flash = { ...storage, groups: [group] } as unknown as typeof storage;
  showInCase(<DriftCard storage={flash} />);
  expect(await screen.findByRole("region", { name: /no longer/ })).toBeVisible();
});
