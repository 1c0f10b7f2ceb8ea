import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { describe, expect, it } from "vitest";
import type { Advice } from "@/api/types";
import { CaseContext, useCase } from "@/case/case";
import { anAdvice } from "@/test/builders";
import { answer } from "@/test/server";
import { showInCase } from "@/test/show";
import { CapacityControl } from "./capacity";

const FRONTIER = "GET /api/v1/databases/db_1/advice/frontier";
const stated = { params: { ssd: "150GB" }, state: { ssd: "150GB" } };
const no = { ...anAdvice().verdict, state: "tune-first" as const };

describe("what the slider says", () => {
  it("is that segments are not weighed where no size is known", async () => {
    answer(FRONTIER, { body: { frontier: null } });
    showInCase(<CapacityControl />, stated);
    expect(await screen.findByText("no sizes: segments not weighed")).toBeVisible();
  });

  it("is no gain where the answer is no", async () => {
    answer(FRONTIER, { body: { frontier: null } });
    showInCase(<CapacityControl />, { ...stated, advice: anAdvice({ verdict: no }) });
    expect(await screen.findByText("no SSD is asked for now")).toBeVisible();
  });
});

/** The header, with a way to another amount of SSD. */
function Changing() {
  const given = useCase();
  const [ssd, setSsd] = useState("700GB");
  return (
    <CaseContext value={{ ...given, params: { ssd }, state: { ssd } }}>
      <CapacityControl />
      <button onClick={() => setSsd("10GB")}>less</button>
    </CaseContext>
  );
}

it("finds the way back up: the scale is never shorter than it was", async () => {
  showInCase(<Changing />);
  await userEvent.click(screen.getByRole("button", { name: "less" }));
  const slider = screen.getByRole("slider");
  expect(slider).toHaveValue("10");
  expect(Number(slider.getAttribute("max"))).toBeGreaterThanOrEqual(700);
});

it("of several tiers says what each holds, and has no slider", () => {
  const tier = { name: "NVME", room_bytes: 28 * 2 ** 30 } as NonNullable<
    Advice["tiers"]
  >["tiers"][number];
  const tiers = { tiers: [tier, { ...tier, name: "OLD", room_bytes: null }] } as NonNullable<
    Advice["tiers"]
  >;
  showInCase(<CapacityControl />, { advice: anAdvice({ tiers }) });
  expect(screen.getByRole("group", { name: "Available tiers" })).toHaveTextContent(
    "NVME 28 GiB, OLD as today",
  );
  expect(screen.queryByRole("slider")).not.toBeInTheDocument();
});
