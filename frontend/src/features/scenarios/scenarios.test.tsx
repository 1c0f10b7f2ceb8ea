import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it, vi } from "vitest";
import { type Me, meQuery } from "@/api/accounts";
import type { Scenario } from "@/api/scenarios";
import { aDatabaseItem } from "@/test/builders";
import { answer, requests } from "@/test/server";
import { showInCase } from "@/test/show";
import { Scenarios } from "./scenarios";

const PATH = `/api/v1/databases/${aDatabaseItem().id}/scenarios`;

const aScenario = (part: Partial<Scenario>): Scenario => ({
  id: "scn_1",
  name: "card",
  question: { ssd: "700GB" } as Scenario["question"],
  question_digest: "0".repeat(64),
  created_at: "2026-03-01T00:00:00Z",
  forked_from: null,
  used_at: null,
  engine_version: null,
  inputs_digest: null,
  changed: [],
  ...part,
});
const CARD = aScenario({});
const SAN = aScenario({
  id: "scn_2",
  name: "san",
  question: { ssd: "2TB", pin: ["SHOP.BASKETS"] } as Scenario["question"],
  used_at: "2026-03-02T00:00:00Z",
  changed: ["inputs"],
});

const kept = (...items: Scenario[]) =>
  answer(`GET ${PATH}`, { body: { items, next_cursor: null } });
const bodyOf = (request: Request | undefined) => request?.clone().json() as Promise<unknown>;
const sentBy = (method: string) => requests().find((one) => one.method === method);

it("keeps what is set on the page under a name", async () => {
  kept();
  answer(`POST ${PATH}`, { status: 201, body: CARD });
  showInCase(<Scenarios />, { params: { ssd: "700GB", most_moves: 3 } });
  expect(await screen.findByText(/There is none yet/)).toBeVisible();
  expect(screen.getByText("Set now: SSD 700GB, as stated; Most segments moved: 3.")).toBeVisible();
  await userEvent.type(screen.getByLabelText(/^Name/), "card{Enter}");
  expect(await screen.findByText("Kept as card.")).toBeVisible();
  expect(await bodyOf(sentBy("POST"))).toEqual({ name: "card", ssd: "700GB", most_moves: 3 });
});

it("lists them with what they ask, and opens one as it was asked", async () => {
  kept(CARD, SAN);
  showInCase(<Scenarios />);
  const [card, san] = await screen.findAllByRole("listitem");
  expect(card).toHaveTextContent("SSD 700GB, as stated");
  expect(card).toHaveTextContent("not answered yet");
  expect(san).toHaveTextContent("SSD 2TB, as stated; Goes to SSD: SHOP.BASKETS");
  expect(san).toHaveTextContent("other reports count now");
  const link = within(san as HTMLElement).getByRole("link", { name: /^Open ?san$/ });
  expect(link.getAttribute("href")).toContain("SHOP.BASKETS");
});

it("names what this page cannot state", async () => {
  kept(aScenario({ question: { ssd: "1TB", of_the_moon: 1 } as unknown as Scenario["question"] }));
  showInCase(<Scenarios />);
  expect(await screen.findByText(/cannot show of_the_moon/)).toBeVisible();
});

it("renames and deletes one, the latter on a second click", async () => {
  kept(SAN);
  answer(`PATCH ${PATH}/scn_2`, { body: { ...SAN, name: "array" } });
  answer(`DELETE ${PATH}/scn_2`, { status: 204 });
  showInCase(<Scenarios />);
  await userEvent.click(await screen.findByRole("button", { name: /^Rename ?san$/ }));
  const field = screen.getByLabelText("New name of san");
  await userEvent.clear(field);
  await userEvent.type(field, "array{Enter}");
  await waitFor(() => expect(sentBy("PATCH")).toBeDefined());
  expect(await bodyOf(sentBy("PATCH"))).toEqual({ name: "array" });
  await userEvent.click(await screen.findByRole("button", { name: /^Delete ?san$/ }));
  expect(sentBy("DELETE")).toBeUndefined();
  await userEvent.click(screen.getByRole("button", { name: /^Delete for good ?san$/ }));
  await waitFor(() => expect(sentBy("DELETE")).toBeDefined());
});

it("holds those that are ticked against the first, and says what has no answer", async () => {
  kept(CARD, SAN);
  answer(`GET ${PATH}/side-by-side`, {
    body: {
      scenarios: [
        {
          id: "scn_2",
          name: "san",
          price: null,
          differs: [],
          answer: null,
          refusal: { code: "x", message: "No such segment.", advice: null },
          changed: [],
        },
        {
          id: "scn_1",
          name: "card",
          price: 9000,
          differs: [{ name: "pin", value: [], first: ["SHOP.BASKETS"] }],
          answer: {
            flash: "generic-pcie",
            flash_bytes: 700e9,
            state: "move",
            tag: "Do it",
            headline: "Move 12 segments.",
            option: "segments",
            option_title: "Best segments on SSD",
            gain: { low: 0.2, expected: 0.25, high: 0.3 },
            used_bytes: null,
            moves: 12,
          },
          refusal: null,
          changed: [],
        },
      ],
    },
  });
  const change = vi.fn<(part: object) => void>();
  showInCase(<Scenarios />, { state: { side: ["scn_2", "scn_1", "scn_gone"] }, change });
  const table = within(await screen.findByRole("table"));
  expect(table.getAllByRole("columnheader").map((one) => one.textContent)).toEqual([
    "Figure",
    "san",
    "card",
  ]);
  expect(table.getByText(/No such segment/)).toBeVisible();
  const saved = within(table.getByRole("row", { name: /DB time saved/ }));
  expect(saved.getAllByRole("cell").map((one) => one.textContent)).toEqual(["—", "20–30 %"]);
  expect(table.getByTitle("a size is missing")).toBeVisible();
  const url = new URL(requests().find(({ url: at }) => at.includes("side-by-side"))?.url ?? "");
  expect(url.searchParams.get("ids")).toBe("scn_2,scn_1");
  await userEvent.click(screen.getByLabelText("Side by side: san"));
  expect(change).toHaveBeenCalledWith({ side: ["scn_1"] });
});

it("is off for whoever may not keep any", async () => {
  kept(CARD);
  const { client } = showInCase(<Scenarios />);
  await screen.findAllByRole("listitem");
  client.setQueryData(meQuery.queryKey, {
    scopes: ["reports:read"],
    lacks: [{ scope: "scenarios:write", role: "analyst" }],
  } as unknown as Me);
  expect(await screen.findByText(/cannot keep, rename or delete scenarios/)).toBeVisible();
  for (const name of [/^Rename ?card$/, /^Delete ?card$/, "Keep as a scenario"])
    expect(screen.getByRole("button", { name })).toBeDisabled();
  expect(screen.getByLabelText("Side by side: card")).toBeEnabled();
});
