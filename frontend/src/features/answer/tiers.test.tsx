import { render, screen, within } from "@testing-library/react";
import { expect, it } from "vitest";
import type { Advice } from "@/api/types";
import { aTier } from "@/test/builders";
import { Tiers } from "./tiers";

type Answer = NonNullable<Advice["tiers"]>;

const aUse = (part: Partial<Answer["tiers"][number]> = {}): Answer["tiers"][number] => ({
  name: "NVME",
  segments: 2,
  bytes: 30 * 2 ** 30,
  usable_bytes: 32 * 2 ** 30,
  room_bytes: 32 * 2 ** 30,
  arrives: 2,
  leaves: 0,
  saved_s_per_hour: 5500,
  limits: [
    { limit: "bytes", part: 0.97 },
    { limit: "busy", part: 0.2 },
    { limit: "read-bytes", part: 0.1 },
  ],
  unchecked: [],
  device: aTier,
  bytes_today: 0,
  tablespaces: [],
  place: "+NVME",
  price: null,
  frontier: [
    { usable_bytes: 16 * 2 ** 30, saved_s_per_hour: 4000 },
    { usable_bytes: 64 * 2 ** 30, saved_s_per_hour: 6100 },
  ],
  ...part,
});

const answer: Answer = {
  tiers: [aUse(), aUse({ name: "SATA", limits: [], usable_bytes: null, tablespaces: ["OLD"] })],
  moves: [
    {
      name: "SHOP.LINES",
      type: "TABLE",
      size_bytes: 2 ** 30,
      lies: null,
      tier: "NVME",
      saved_s_per_hour: 5500,
    },
    {
      name: "SHOP.PK",
      type: "INDEX",
      size_bytes: 2 ** 30,
      lies: "NVME",
      tier: "SATA",
      saved_s_per_hour: -90,
    },
  ],
  moves_total: 3,
  moved_bytes: 3 * 2 ** 30,
  demotions: 1,
  gap: 0,
  rival_s_per_hour: null,
  text: "3 segments to 2 tiers.",
  notes: ["1 segment goes to a slower tier."],
};

it("says of each tier what fills it, and which limit binds", () => {
  render(<Tiers answer={answer} />);
  const [, nvme, sata] = within(screen.getByRole("region", { name: "Tiers" })).getAllByRole("row");
  expect(nvme).toHaveTextContent("room 97 % (binds), requests 20 %");
  expect(nvme).not.toHaveTextContent("bytes read");
  expect(sata).toHaveTextContent("of today");
  expect(sata).not.toHaveTextContent("binds");
});

it("says what another size of a tier would save", () => {
  render(<Tiers answer={answer} />);
  for (const size of ["4,000 with 16 GiB", "6,100 with 64 GiB"])
    expect(screen.getAllByText(size)).toHaveLength(2);
});

it.each([
  [0, null, "no placement gains more"],
  [0.02, null, "another placement gains up to 2 % more\\."],
  [0.02, 900, "by the full forecast it saves 900 s an hour, no more than this one"],
])("says how good the placement is proved to be: gap %d, another saves %j", (gap, rival, words) => {
  render(<Tiers answer={{ ...answer, gap, rival_s_per_hour: rival }} />);
  expect(screen.getByText(new RegExp(words))).toBeVisible();
});

it("shows where each segment goes, and what one that goes down costs", () => {
  render(<Tiers answer={answer} />);
  expect(screen.getByText("1 segment goes to a slower tier.")).toBeVisible();
  const down = screen.getByText("SHOP.PK").closest("tr");
  expect(down).toHaveTextContent("NVMESATA");
  expect(down).toHaveTextContent("90");
  expect(screen.getByText(/And 1 more/)).toBeInTheDocument();
});
