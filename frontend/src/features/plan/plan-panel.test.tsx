import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { PlanDocument } from "@/api/types";
import { anAdvice, anOperation, anOption, aPlan } from "@/test/builders";
import { show } from "@/test/show";
import { PlanPanel } from "./plan-panel";

const refusing = anAdvice({
  verdict: { ...anAdvice().verdict, move_allowed: false, headline: "Row locks, not storage." },
});
const panel = (advice = anAdvice()) => (
  <PlanPanel databaseId="d1" advice={advice} option="segments" params={{ ssd: "700GB" }} />
);
const button = () => screen.getByRole("button", { name: "Download the scripts" });

/** The server's answer to what asks for the scripts; the plan itself is asked for too. */
function answer(status: number, body: BodyInit, plan: PlanDocument | null = aPlan()) {
  const fetched = vi.fn((url: string) =>
    Promise.resolve(
      url.includes("/plan?") && plan
        ? new Response(JSON.stringify(plan))
        : new Response(body, { status }),
    ),
  );
  vi.stubGlobal("fetch", fetched);
  vi.stubGlobal(
    "URL",
    Object.assign(URL, { createObjectURL: () => "blob:x", revokeObjectURL: () => undefined }),
  );
  return (what = "bundle") => {
    const asked = fetched.mock.calls.map(([url]) => new URL(url, "http://x"));
    return asked.findLast(({ pathname }) => pathname.endsWith(`/${what}`))?.searchParams;
  };
}

// jsdom cannot follow the link that starts the download.
beforeEach(() => vi.spyOn(HTMLAnchorElement.prototype, "click").mockReturnValue());
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

it.each([
  ["none" as const, /Doing nothing needs no scripts/],
  ["buffer-cache" as const, /is memory, not SSD, and needs no scripts/],
])("option %s offers no scripts", (option, words) => {
  const advice = anAdvice({ options: [anOption({ option })] });
  show(<PlanPanel databaseId="d1" advice={advice} option={option} params={{}} />);
  expect(screen.getByText(words)).toBeVisible();
  expect(screen.queryByRole("button")).toBeNull();
});

it("leads to the sizes where only these are missing", () => {
  const blocked_by = [
    { code: "size-unknown", text: "Its size is not known.", needs: "sizes" as const },
  ];
  const missing = anOption({ option: "segments", feasible: false, state: "needs", blocked_by });
  show(panel(anAdvice({ options: [missing] })));
  expect(screen.getByText("No scripts for this option yet:")).toBeVisible();
  expect(screen.getByRole("link", { name: "Add the sizes" })).toHaveAttribute(
    "href",
    "/databases/d1/segments#sizes",
  );
});

describe("the scripts of an option", () => {
  it("are one click away where the advice is to move", async () => {
    const asked = answer(200, "zip");
    show(panel());
    await userEvent.click(button());
    expect(await screen.findByText(/segtier-segments.zip is downloaded/)).toBeVisible();
    expect(Object.fromEntries(asked() ?? [])).toEqual({
      option: "segments",
      override: "false",
      ssd: "700GB",
    });
  });

  it("use the names the user gives", async () => {
    const asked = answer(200, "zip");
    show(panel());
    const field = screen.getByLabelText("Tablespace for tables");
    await userEvent.clear(field);
    await userEvent.type(field, "FAST_DATA");
    await userEvent.click(button());
    await expect.poll(() => asked("plan")?.get("data_tablespace")).toBe("FAST_DATA");
    expect(asked()?.get("data_tablespace")).toBe("FAST_DATA");
  });

  it("need an explicit override where the advice is not to move", async () => {
    const asked = answer(200, "zip");
    show(panel(refusing));
    expect(screen.getByText(/Row locks, not storage/)).toBeVisible();
    expect(button()).toBeDisabled();
    await userEvent.click(screen.getByRole("checkbox"));
    await userEvent.click(button());
    expect(asked()?.get("override")).toBe("true");
  });

  it("ask for the override when the server refuses", async () => {
    answer(409, JSON.stringify({ code: "not-advised", detail: "The redo is the bottleneck." }));
    show(panel());
    await userEvent.click(button());
    expect(await screen.findByText(/The redo is the bottleneck/)).toBeVisible();
    expect(button()).toBeDisabled();
    expect(screen.getByRole("checkbox")).not.toBeChecked();
  });

  it("are for Amazon RDS with what is told of the instance", async () => {
    const asked = answer(200, "zip");
    show(panel());
    await userEvent.click(screen.getByRole("radio", { name: "Amazon RDS" }));
    expect(screen.queryByLabelText("Disk group for data")).toBeNull();
    await userEvent.type(screen.getByLabelText("Instance"), "shop-1{Enter}");
    await userEvent.type(screen.getByLabelText("IOPS"), "12000{Enter}");
    await userEvent.click(button());
    await expect.poll(() => asked()?.get("rds_iops")).toBe("12000");
    expect([asked()?.get("target"), asked()?.get("rds_instance")]).toEqual(["rds", "shop-1"]);
  });

  it("are for all that the question says, lists too", async () => {
    const asked = answer(200, "zip");
    show(
      <PlanPanel
        databaseId="d1"
        advice={anAdvice()}
        option="segments"
        params={{ ssd: "700GB", assume: ["flash_read_us=100", "steal=0"] }}
      />,
    );
    await userEvent.click(button());
    await expect.poll(() => asked()?.getAll("assume")).toEqual(["flash_read_us=100", "steal=0"]);
  });

  it("are not offered for an option that is blocked", () => {
    const blocked = anOption({
      feasible: false,
      blocked_by: [
        { code: "not-shared", text: "RAC with a card in one server.", needs: "shared-flash" },
      ],
    });
    show(panel(anAdvice({ options: [blocked] })));
    expect(screen.getByText("RAC with a card in one server.")).toBeVisible();
    expect(screen.queryByRole("button", { name: "Download the scripts" })).toBeNull();
  });
});

describe("the plan", () => {
  it("says what it takes, where things go and what is run", async () => {
    answer(200, "zip");
    show(panel());
    const takes = within(await screen.findByRole("region", { name: "What it takes" }));
    expect(takes.getByText("18 to 139 minutes")).toBeVisible();
    expect(takes.getByText("Archived redo").nextElementSibling).toHaveTextContent("30 GiB");
    const room = within(takes.getByRole("region", { name: "Room each tablespace must have" }));
    expect(room.getByRole("row", { name: /SSD_DATA 30 GiB what arrives/ })).toBeVisible();
    const placement = within(screen.getByRole("region", { name: "Placement" }));
    expect(placement.getByRole("row", { name: /SHOP_DATA 35 GiB 5 GiB/ })).toBeVisible();
    expect(placement.getByRole("row", { name: /SSD_DATA SSD 0 B 30 GiB/ })).toBeVisible();
    expect(
      placement.getByRole("img", { name: "After: SHOP_DATA: 5 GiB, SSD_DATA: 30 GiB" }),
    ).toBeVisible();
    expect(screen.getByText("a LOB stays")).toBeVisible();
    expect(screen.getByText("assumed: a middling card")).toBeInTheDocument();
  });

  it("shows the statements of a step, its words marked", async () => {
    answer(200, "zip");
    show(panel());
    await userEvent.click(await screen.findByText("2 statements"));
    const list = screen.getByRole("list", { name: "Statements of steps/40_move_segments.sql" });
    expect(within(list).getAllByRole("listitem")).toHaveLength(2);
    expect(within(list).getByText("SHOP.ORDERS")).toBeVisible();
    const [words] = await within(list).findAllByText("ALTER TABLE");
    expect(words).toHaveClass("hljs-keyword");
    expect(within(list).getAllByText("TABLESPACE")[0]).toHaveClass("hljs-keyword");
    expect(list).toHaveTextContent('ALTER TABLE "SHOP"."ORDERS" MOVE ONLINE TABLESPACE "SSD_DATA"');
  });

  it("of ten thousand statements holds but those in view", async () => {
    const operations = Array.from({ length: 10_000 }, (_, at) => anOperation({ id: `O${at}` }));
    answer(200, "zip", aPlan({ operations }));
    show(panel());
    await userEvent.click(await screen.findByText("10,000 statements"));
    expect(screen.getByRole("group", { name: /^Statements of/ })).toHaveAttribute("tabindex", "0");
    expect(document.querySelectorAll(".plan-operation").length).toBeLessThan(50);
  });

  it("is not asked for against the advice until that is read", async () => {
    const asked = answer(200, "zip");
    show(panel(refusing));
    expect(asked("plan")).toBeUndefined();
    await userEvent.click(screen.getByRole("checkbox"));
    await expect.poll(() => asked("plan")?.get("override")).toBe("true");
    expect(await screen.findByRole("region", { name: "What it takes" })).toBeVisible();
  });

  it("that cannot be made says why and what to do", async () => {
    answer(
      409,
      JSON.stringify({ code: "no-room", detail: "Too small.", advice: "Take more." }),
      null,
    );
    show(panel());
    const title = await screen.findByText("There is no plan for this");
    const alert = title.closest("[role=alert]");
    expect(alert).toHaveTextContent("Too small.");
    expect(alert).toHaveTextContent("Take more.");
  });

  it("that moves nothing by name says so", async () => {
    answer(200, "zip", aPlan({ operations: [], ledger: null, stays: [] }));
    show(panel());
    expect(await screen.findByText(/its scripts look up what they move/)).toBeVisible();
    expect(screen.queryByRole("region", { name: "Placement" })).toBeNull();
  });
});
