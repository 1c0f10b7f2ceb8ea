import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterAll, beforeEach, describe, expect, it, vi } from "vitest";
import * as download from "@/lib/download";
import { aFault, anUpload, someMembers } from "@/test/builders";
import { answer, requests } from "@/test/server";
import { show } from "@/test/show";
import { ArchiveMembers, membersText } from "./archive-members";

const saveFile = vi.spyOn(download, "saveFile");
beforeEach(() => {
  saveFile.mockReset().mockImplementation(() => undefined);
});
afterAll(() => void saveFile.mockRestore());

const running = anUpload({ state: "running", kind: "archive" });
const archive = anUpload({
  id: "zip",
  file: "awr.zip",
  kind: "archive",
  warnings: [
    { code: "link", message: "awr.zip/short: a link. Pack the file.", section: null, line: null },
  ],
});

it.each([
  [
    running,
    { files: null, added: 1800, finished: 1204 },
    "1,204 of 1,800 files done, looking for more",
  ],
  [
    running,
    { files: 2304, added: 2304, finished: 1204, failed: 2 },
    "1,204 of 2,304 files done, 2 could not be read",
  ],
  [archive, { files: 3, added: 3, finished: 3 }, "3 files in it, 3 read"],
  [archive, { files: 1, added: 0, finished: 0, known: 1 }, "1 file in it, 0 read, 1 here before"],
  [
    archive,
    { files: 9, added: 9, finished: 9, failed: 2, refused: 4 },
    "9 files in it, 7 read, 2 could not be read, 4 refused",
  ],
])("how far an archive is, case %#", (upload, counts, text) => {
  expect(membersText(upload, someMembers(counts))).toBe(text);
});

const failedFile = (number: number) =>
  anUpload({
    id: `m${number}`,
    file: `awr.zip/2024/bad_${number}.html`,
    state: "failed",
    archive_id: "zip",
    error: aFault(),
  });

/** 30 failed files in pages as long as asked for, the way the server hands them out. */
function thirtyFailed() {
  answer("GET /api/v1/uploads", ({ url }) => {
    const query = new URL(url).searchParams;
    const from = Number(query.get("cursor") ?? 0);
    const to = Math.min(30, from + Number(query.get("limit")));
    const items = Array.from({ length: to - from }, (_, index) => failedFile(from + index));
    return { body: { items, next_cursor: to < 30 ? String(to) : null } };
  });
  const members = someMembers({ files: 40, added: 40, finished: 40, failed: 30 });
  show(<ArchiveMembers upload={archive} members={members} />);
}
const list = () => screen.getByRole("list", { name: "Files of awr.zip that could not be read" });
const open = () => userEvent.click(screen.getByText("30 files in it could not be read"));
const WHY =
  "“12,3,4” is not a number. Section “Load Profile”, line 812, column 4. Export the report again.";

describe("the files of an archive that could not be read", () => {
  it("are asked for only when they are looked at, failed and quarantined ones", async () => {
    thirtyFailed();
    expect(requests()).toHaveLength(0);
    await open();
    expect(await within(list()).findAllByRole("listitem")).toHaveLength(25);
    const query = new URL(requests()[0]?.url ?? "").searchParams;
    expect([query.get("archive"), query.getAll("state")]).toEqual([
      "zip",
      ["failed", "quarantined"],
    ]);
  });

  it("are named with what is wrong, where, and what to do", async () => {
    thirtyFailed();
    await open();
    const [first] = await within(list()).findAllByRole("listitem");
    expect(first).toHaveTextContent("2024/bad_0.html");
    expect(first).toHaveTextContent(
      "“12,3,4” is not a number (Section “Load Profile”, line 812, column 4)",
    );
    expect(first).toHaveTextContent("Export the report again.");
  });

  it("come a page at a time", async () => {
    thirtyFailed();
    await open();
    await userEvent.click(await screen.findByRole("button", { name: "Show more (5 left)" }));
    expect(await within(list()).findByText("2024/bad_29.html")).toBeVisible();
    expect(screen.queryByRole("button", { name: /Show more/ })).toBeNull();
  });

  it("can be taken away as text, all of them", async () => {
    thirtyFailed();
    await open();
    await userEvent.click(screen.getByRole("button", { name: "Download the list" }));
    await expect.poll(() => saveFile.mock.calls.length).toBe(1);
    const [blob, name] = saveFile.mock.lastCall ?? [];
    const lines = (await blob?.text())?.split("\n") ?? [];
    expect(name).toBe("awr.zip-not-read.txt");
    expect(lines.slice(0, 3)).toEqual([
      "Not read of awr.zip:",
      "awr.zip/short: a link. Pack the file.",
      `awr.zip/2024/bad_0.html: ${WHY}`,
    ]);
    expect(lines).toHaveLength(2 + 30 + 1);
  });

  it("can be copied", async () => {
    const user = userEvent.setup();
    thirtyFailed();
    await user.click(screen.getByText("30 files in it could not be read"));
    await user.click(screen.getByRole("button", { name: "Copy the list" }));
    expect(await screen.findByRole("button", { name: "Copied" })).toBeVisible();
    expect(await navigator.clipboard.readText()).toContain(`awr.zip/2024/bad_29.html: ${WHY}`);
  });

  it("say so where the server does not answer", async () => {
    show(<ArchiveMembers upload={archive} members={someMembers({ failed: 1 })} />);
    await userEvent.click(screen.getByText("1 file in it could not be read"));
    expect(await screen.findByText("Segtier does not answer.")).toBeVisible();
  });
});
