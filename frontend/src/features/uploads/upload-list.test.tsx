import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { Problem } from "@/api/problem";
import { aFault, anUpload } from "@/test/builders";
import { answer } from "@/test/server";
import { show } from "@/test/show";
import { UploadList } from "./upload-list";
import type { UploadsState } from "./use-uploads";

const uploads = (part: Partial<UploadsState>): UploadsState => ({
  sending: [],
  arrived: [],
  map: { text: null, saved: true, leftOut: [] },
  goOnWithMap: vi.fn(),
  markMapSaved: vi.fn(),
  add: vi.fn(),
  retrySending: vi.fn(),
  dismiss: vi.fn(),
  retryReading: vi.fn(),
  remove: vi.fn(),
  ...part,
});
const aWarning = (code: string) => ({
  code,
  message: "The report ends before its last section.",
  section: null,
  line: null,
});
const bad = anUpload({
  id: "u2",
  file: "bad.html",
  state: "failed",
  error: aFault(),
  database_id: null,
});
const rows = () =>
  within(screen.getByRole("list", { name: "Uploaded files" })).getAllByRole("listitem");
const rowOf = (file: string) => {
  const found = rows().find((row) => row.textContent.includes(file));
  if (!found) throw new Error(`no row of ${file}`);
  return within(found);
};

beforeEach(() => answer("GET /api/v1/databases", { body: { items: [] } }));

describe("a bad file among good ones", () => {
  it("stands first, and says what is wrong, where, and what to do", () => {
    show(<UploadList uploads={uploads({ arrived: [anUpload(), bad] })} />);
    expect(rows()[0]).toHaveTextContent("bad.html");
    const row = rowOf("bad.html");
    expect(row.getByText("“12,3,4” is not a number")).toBeVisible();
    expect(row.getByText("Section “Load Profile”, line 812, column 4")).toBeVisible();
    expect(row.getByText("DB Time(s): 12,3,4")).toBeVisible();
    expect(row.getByText("Export the report again.")).toBeVisible();
  });

  it("leaves the good one read", () => {
    show(<UploadList uploads={uploads({ arrived: [bad, anUpload()] })} />);
    expect(rowOf("awrrpt_1_100_101.html").getByText("read")).toBeVisible();
    expect(screen.getAllByText("1 file read, 1 needs attention").length).toBeGreaterThan(0);
  });

  it("can be read again or removed, by itself", async () => {
    const state = uploads({ arrived: [bad, anUpload()] });
    show(<UploadList uploads={state} />);
    await userEvent.click(screen.getByRole("button", { name: "Read bad.html again" }));
    await userEvent.click(screen.getByRole("button", { name: "Remove bad.html" }));
    expect(state.retryReading).toHaveBeenCalledExactlyOnceWith("u2");
    expect(state.remove).toHaveBeenCalledExactlyOnceWith("u2");
  });

  it.each([
    [aFault({ line: null, column: null }), "Section “Load Profile”"],
    [aFault({ section: null, column: null }), "Line 812"],
  ])("names the place as far as it is known: case %#", (error, place) => {
    show(<UploadList uploads={uploads({ arrived: [{ ...bad, error }] })} />);
    expect(rowOf("bad.html").getByText(place)).toBeVisible();
  });
});

describe("the state of a file in words", () => {
  it.each([
    [anUpload(), "read"],
    [anUpload({ state: "queued", stage: "received" }), "received"],
    [anUpload({ state: "running", stage: "linking" }), "linking"],
    [
      anUpload({ state: "queued", stage: "received", waits_for: "disk-full" }),
      "no room on the disk: goes on by itself when there is",
    ],
    [anUpload({ duplicate_of: "u0" }), "already here"],
    [anUpload({ warnings: [aWarning("truncated")] }), "breaks off, read so far"],
    [anUpload({ warnings: [aWarning("missing-section")] }), "read"],
    [anUpload({ state: "quarantined", error: aFault() }), "cannot be read"],
  ])("case %#: %s", (upload, word) => {
    show(<UploadList uploads={uploads({ arrived: [upload] })} />);
    expect(rowOf(upload.file).getByText(word)).toBeVisible();
  });

  it("a file the server did not take can be sent again or dismissed", async () => {
    const state = uploads({
      sending: [
        {
          id: 7,
          file: new File(["x"], "big.html"),
          state: "failed",
          sentBytes: 0,
          error: new Problem(413, { detail: "big.html is too large.", advice: "Send it as ZIP." }),
        },
      ],
    });
    show(<UploadList uploads={state} />);
    expect(rowOf("big.html").getByText("Send it as ZIP.")).toBeVisible();
    await userEvent.click(screen.getByRole("button", { name: "Send big.html again" }));
    await userEvent.click(screen.getByRole("button", { name: "Dismiss big.html" }));
    expect(state.retrySending).toHaveBeenCalledExactlyOnceWith(7);
    expect(state.dismiss).toHaveBeenCalledExactlyOnceWith(7);
  });
});

it.each([
  ["awr-diff-html", true],
  ["awr-html", false],
])("%s: says that its second period waits: %s", (kind, waits) => {
  show(<UploadList uploads={uploads({ arrived: [anUpload({ kind })] })} />);
  expect(screen.queryByText(/its second counts for nothing until you say so/) !== null).toBe(waits);
});

it("shows nothing where nothing was sent", () => {
  show(<UploadList uploads={uploads({})} />);
  expect(screen.queryByRole("list")).toBeNull();
});
