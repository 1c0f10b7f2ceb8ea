import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { anAdvice, anOption } from "@/test/builders";
import { show } from "@/test/show";
import { BundlePanel } from "./bundle-panel";

const refusing = anAdvice({
  verdict: { ...anAdvice().verdict, move_allowed: false, headline: "Row locks, not storage." },
});
const panel = (advice = anAdvice()) => (
  <BundlePanel databaseId="d1" advice={advice} option="segments" params={{ ssd: "700GB" }} />
);
const button = () => screen.getByRole("button", { name: "Download the scripts" });

/** The server's answer to the one request the panel makes. */
function answer(status: number, body: BodyInit) {
  const fetched = vi.fn((_url: string) => Promise.resolve(new Response(body, { status })));
  vi.stubGlobal("fetch", fetched);
  vi.stubGlobal(
    "URL",
    Object.assign(URL, { createObjectURL: () => "blob:x", revokeObjectURL: () => undefined }),
  );
  return () => new URL(fetched.mock.calls[0]?.[0] ?? "", "http://x").searchParams;
}

// jsdom cannot follow the link that starts the download.
beforeEach(() => vi.spyOn(HTMLAnchorElement.prototype, "click").mockReturnValue());
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

it.each([
  ["none" as const, /Doing nothing needs no scripts/],
  ["buffer-cache" as const, /is memory, not flash, and needs no scripts/],
])("option %s offers no scripts", (option, words) => {
  const advice = anAdvice({ options: [anOption({ option })] });
  show(<BundlePanel databaseId="d1" advice={advice} option={option} params={{}} />);
  expect(screen.getByText(words)).toBeVisible();
  expect(screen.queryByRole("button")).toBeNull();
});

describe("the scripts of an option", () => {
  it("are one click away where the advice is to move", async () => {
    const asked = answer(200, "zip");
    show(panel());
    await userEvent.click(button());
    expect(await screen.findByText(/segtier-segments.zip is downloaded/)).toBeVisible();
    expect(Object.fromEntries(asked())).toEqual({
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
    expect(asked().get("data_tablespace")).toBe("FAST_DATA");
  });

  it("need an explicit override where the advice is not to move", async () => {
    const asked = answer(200, "zip");
    show(panel(refusing));
    expect(screen.getByText(/Row locks, not storage/)).toBeVisible();
    expect(button()).toBeDisabled();
    await userEvent.click(screen.getByRole("checkbox"));
    await userEvent.click(button());
    expect(asked().get("override")).toBe("true");
  });

  it("ask for the override when the server refuses", async () => {
    answer(409, JSON.stringify({ code: "not-advised", detail: "The redo is the bottleneck." }));
    show(panel());
    await userEvent.click(button());
    expect(await screen.findByText(/The redo is the bottleneck/)).toBeVisible();
    expect(button()).toBeDisabled();
    expect(screen.getByRole("checkbox")).not.toBeChecked();
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
