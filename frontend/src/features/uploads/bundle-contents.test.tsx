import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, describe, expect, it } from "vitest";
import type { UploadContents } from "@/api/types";
import { anUpload } from "@/test/builders";
import { answer } from "@/test/server";
import { show } from "@/test/show";
import { BundleContents } from "./bundle-contents";
import { bundleText, missingFiles } from "./bundle-text";

type Section = UploadContents["sections"][number];

const found = (name: string, rows: number): Section => ({
  name,
  state: "found",
  rows,
  message: null,
});
const missing = (name: string, message: string | null, state: Section["state"] = "missing") => ({
  name,
  state,
  rows: null,
  message,
});
const contents = (sections: Section[], intervals = 0): UploadContents => ({ sections, intervals });

const NOT_ASKED = "needs the Diagnostics Pack, which was not asked for";
const FORBIDDEN = "ORA-00942: table or view does not exist";
const SIZES = found("segments.csv", 1200);
const COUNTERS = found("segment_statistics.csv", 900);

it.each([
  [contents([SIZES, COUNTERS]), "2 files read: sizes of 1,200 segments, counters of 900 segments"],
  [
    contents([found("segments.csv", 1), COUNTERS], 2),
    "2 files read: sizes of 1 segment, counters of 900 segments, 2 snapshot intervals",
  ],
  [
    contents([missing("segments.csv", FORBIDDEN), COUNTERS]),
    "1 file read: no sizes, counters of 900 segments",
  ],
  [contents([SIZES]), "1 file read: sizes of 1,200 segments, no segment counters"],
])("what was in it, case %#", (held, text) => {
  expect(bundleText(held)).toBe(text);
});

it("what is missing stands by its reason, what was refused first", () => {
  const held = contents([
    SIZES,
    missing("hist_segments.csv", NOT_ASKED),
    missing("quotas.csv", FORBIDDEN),
    missing("hist_snapshots.csv", NOT_ASKED),
    missing("lobs.csv", "the file was cut", "unreadable"),
    missing("sessions.csv", null),
  ]);
  expect(missingFiles(held)).toEqual([
    { reason: FORBIDDEN, files: ["quotas.csv"], refused: true },
    { reason: "the file was cut", files: ["lobs.csv"], refused: true },
    { reason: NOT_ASKED, files: ["hist_segments.csv", "hist_snapshots.csv"], refused: false },
    { reason: "not in the bundle", files: ["sessions.csv"], refused: false },
  ]);
});

function row(held: UploadContents) {
  answer("GET /api/v1/uploads/u1/contents", { body: held });
  show(<BundleContents upload={anUpload({ kind: "bundle", file: "shop.zip" })} />);
}

describe("the row of a bundle", () => {
  beforeEach(() =>
    answer("GET /api/v1/databases", { body: { items: [{ id: "d1", name: "SHOP" }] } }),
  );

  it("leads to its database", async () => {
    row(contents([SIZES, COUNTERS]));
    expect(await screen.findByRole("link", { name: "SHOP" })).toHaveAttribute(
      "href",
      "/databases/d1",
    );
    expect(screen.queryByText(/not in it/)).toBeNull();
  });

  it("says at once what was refused, and the rest on demand", async () => {
    row(contents([SIZES, missing("quotas.csv", FORBIDDEN), missing("hist.csv", NOT_ASKED)]));
    expect(await screen.findByText(/grant it and run the collector again/)).toBeVisible();
    expect(screen.getAllByText(/ORA-00942/)[0]).toBeVisible();
    expect(screen.getByText(/which was not asked for/)).not.toBeVisible();
    await userEvent.click(screen.getByText("2 files not in it"));
    expect(screen.getByText(/which was not asked for/)).toBeVisible();
  });

  it("says so where it cannot be looked into", async () => {
    show(<BundleContents upload={anUpload({ kind: "bundle" })} />);
    expect(await screen.findByRole("alert")).toBeVisible();
  });
});
