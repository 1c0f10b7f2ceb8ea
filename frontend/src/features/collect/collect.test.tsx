import { fireEvent, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Collector } from "@/api/types";
import { answer } from "@/test/server";
import { show } from "@/test/show";
import { Collect } from "./collect";
import { isRead } from "./files-read";
import { grantsFor } from "./grants";

const file = (part: Partial<Collector["files"][number]>): Collector["files"][number] => ({
  file: "segments.csv",
  title: "Segments and their sizes",
  views: ["dba_segments"],
  licence: "none",
  heavy: false,
  one_row_for: "segments",
  ...part,
});
const grant = (
  statement: string,
  licence: Collector["grants"][number]["licence"],
  way: Collector["grants"][number]["way"],
) => ({ statement, licence, way });

const COLLECTOR: Collector = {
  version: "1",
  scripts: ["segtier_collect.sql", "segtier_collect.sh"],
  files: [
    file({}),
    file({ file: "hist_segments.csv", licence: "diagnostics-pack" }),
    file({ file: "statspack_segments.csv", licence: "statspack" }),
    file({ file: "buffer_contents.csv", heavy: true }),
  ],
  grants: [
    grant("SESSION", "none", "always"),
    grant("ROLE", "none", "role"),
    grant("SEGMENTS", "none", "single"),
    grant("HIST", "diagnostics-pack", "single"),
    grant("STATSPACK", "statspack", "always"),
    grant("REPORT", "diagnostics-pack", "always"),
  ],
};

it.each([
  [false, "role", "SESSION\nROLE\nSTATSPACK"],
  [true, "role", "SESSION\nROLE\nREPORT"],
  [false, "single", "SESSION\nSEGMENTS\nSTATSPACK"],
  [true, "single", "SESSION\nSEGMENTS\nHIST\nREPORT"],
] as const)("grants with the pack %s, by %s", (pack, way, statements) => {
  expect(grantsFor(COLLECTOR, pack, way)).toBe(statements);
});

it.each([
  [false, ["segments.csv", "statspack_segments.csv"]],
  [true, ["segments.csv", "hist_segments.csv"]],
])("files read with the pack %s", (pack, files) => {
  expect(COLLECTOR.files.filter((one) => isRead(one, pack)).map((one) => one.file)).toEqual(files);
});

function page(pack: boolean) {
  const onPack = vi.fn();
  show(<Collect pack={pack} onPack={onPack} />);
  return onPack;
}

describe("the page", () => {
  beforeEach(() => {
    answer("GET /api/v1/collector", { body: COLLECTOR });
    answer("GET /api/v1/collection-queries", { body: { items: [] } });
  });
  afterEach(() => vi.restoreAllMocks());

  it("offers both files", async () => {
    page(false);
    const link = await screen.findByRole("link", { name: "segtier_collect.sql" });
    expect(link).toHaveAttribute("href", "/api/v1/collector/segtier_collect.sql");
    expect(link).toHaveAttribute("download", "segtier_collect.sql");
    expect(screen.getByRole("link", { name: "segtier_collect.sh" })).toBeVisible();
  });

  it.each([
    [false, "Run it twice for a busy hour"],
    [true, "One run is enough"],
  ])("with the pack %s says: %s", async (pack, title) => {
    page(pack);
    expect(await screen.findByRole("heading", { name: title })).toBeVisible();
  });

  it("asks for the other commands when the licence is another", async () => {
    const onPack = page(false);
    await userEvent.click(screen.getByRole("radio", { name: "Yes" }));
    expect(onPack).toHaveBeenCalledExactlyOnceWith(true);
  });

  it("copies a command as it stands", async () => {
    const user = userEvent.setup();
    page(true);
    const button = await screen.findByRole("button", { name: /Copy: collect with SQL\*Plus/ });
    await user.click(button);
    expect(await navigator.clipboard.readText()).toBe(
      "sh segtier_collect.sh /tmp/segtier diagnostics-pack",
    );
    expect(within(button).getByText("Copied")).toBeVisible();
  });

  it("selects the command where the browser refuses to copy", async () => {
    page(false);
    const button = await screen.findByRole("button", { name: /Copy: collect with SQL\*Plus/ });
    vi.stubGlobal("navigator", { ...navigator, clipboard: undefined });
    fireEvent.click(button);
    expect(await within(button).findByText("Press Ctrl-C")).toBeVisible();
    expect(String(getSelection())).toBe("sh segtier_collect.sh /tmp/segtier");
    vi.unstubAllGlobals();
  });
});
