import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { Problem } from "@/api/problem";
import type { Batch, Upload } from "@/api/types";
import { aBatch, aDatabase, aFault, anUpload } from "@/test/builders";
import { answer, requests } from "@/test/server";
import { show } from "@/test/show";
import { UploadList } from "./upload-list";
import type { UploadsState } from "./use-uploads";

const state = (part: Partial<UploadsState> = {}): UploadsState => ({
  pending: false,
  items: [],
  batches: [],
  lost: [],
  taken: null,
  map: { text: null, saved: true, leftOut: [] },
  forget: vi.fn(),
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
const rowsOf = (list: string) =>
  screen
    .queryAllByRole("list", { name: list })
    .flatMap((one) => within(one).getAllByRole("listitem"));
const rowOf = async (file: string) => within((await screen.findByText(file)).closest("li")!);

it("asks of which database a file of an archive is, and says why (W5)", async () => {
  const why = { ...aWarning("which-database"), message: "It could be of OAK or ELM." };
  const counters = anUpload({
    id: "u3",
    file: "both.zip/counters.csv",
    archive_id: "u1",
    database_id: null,
    report_id: "r3",
    warnings: [why],
  });
  answer("GET /api/v1/databases", { body: { items: [aDatabase({ id: "db_1", name: "OAK" })] } });
  showBatch([counters], { unlinked: [counters] });
  expect(await screen.findByText("It could be of OAK or ELM.")).toBeVisible();
  expect(screen.getByLabelText("Database both.zip/counters.csv belongs to")).toBeVisible();
});

describe("many files that need attention", () => {
  const many = ["a", "b", "c"].map((name) => ({ ...bad, id: `u-${name}`, file: `${name}.html` }));

  it("are read again, and removed after a second press, in one step", async () => {
    const own = state();
    showBatch(many, { failures: many }, own);
    const group = within(await screen.findByRole("group", { name: "All of them" }));
    await userEvent.click(group.getByRole("button", { name: "Read all 3 again" }));
    expect(vi.mocked(own.retryReading).mock.calls.flat()).toEqual(["u-a", "u-b", "u-c"]);
    await userEvent.click(group.getByRole("button", { name: "Remove all 3 …" }));
    expect(own.remove).not.toHaveBeenCalled();
    await userEvent.click(group.getByRole("button", { name: "Yes, remove 3 files" }));
    expect(vi.mocked(own.remove).mock.calls.flat()).toEqual(["u-a", "u-b", "u-c"]);
  });

  it("go to one database in one step", async () => {
    const apart = many.map((one, at) => ({
      ...one,
      error: null,
      state: "succeeded" as const,
      report_id: `r${at}`,
    }));
    answer("GET /api/v1/databases", { body: { items: [aDatabase({ id: "db_1", name: "OAK" })] } });
    for (const { report_id: id } of apart) answer(`PATCH /api/v1/reports/${id}`, { body: {} });
    showBatch(apart, { unlinked: apart });
    const choice = await screen.findByLabelText("Database all 3 without one belong to");
    await within(choice).findByRole("option", { name: "OAK" });
    await userEvent.selectOptions(choice, "OAK");
    await vi.waitFor(() =>
      expect(requests().filter(({ method }) => method === "PATCH")).toHaveLength(3),
    );
  });

  it("say what went wrong where one of them is refused", async () => {
    const apart = many.map((one, at) => ({
      ...one,
      error: null,
      state: "succeeded" as const,
      report_id: `r${at}`,
    }));
    answer("GET /api/v1/databases", { body: { items: [aDatabase({ id: "db_1", name: "OAK" })] } });
    answer("PATCH /api/v1/reports/r0", { status: 409, body: { detail: "It has one of its own." } });
    showBatch(apart, { unlinked: apart });
    const choice = await screen.findByLabelText("Database all 3 without one belong to");
    await within(choice).findByRole("option", { name: "OAK" });
    await userEvent.selectOptions(choice, "OAK");
    expect(await screen.findByText("It has one of its own.")).toBeVisible();
  });

  it("of which each has its own trouble stay apart", async () => {
    showBatch([bad], { failures: [bad] });
    expect(await screen.findByText("bad.html")).toBeVisible();
    expect(screen.queryByRole("group", { name: "All of them" })).toBeNull();
  });
});

/** The list of one batch, of which the server has these. */
function showBatch(its: readonly Upload[], part: Partial<Batch> = {}, own = state()) {
  const failures = its.filter(({ error }) => error);
  const states = {
    ...aBatch().states,
    succeeded: its.length - failures.length,
    failed: failures.length,
  };
  const batch = aBatch({ files: its.length, states, failures, ...part });
  answer("GET /api/v1/uploads", { body: { items: its, next_cursor: null } });
  const onFiles = vi.fn();
  show(<UploadList uploads={{ ...own, batches: [batch] }} onFiles={onFiles} />);
  return onFiles;
}

beforeEach(() => answer("GET /api/v1/databases", { body: { items: [] } }));

describe("a dump of many intervals", () => {
  const held = {
    database_id: "db_1",
    database_name: "SHOP",
    dbid: 4711,
    instances: ["shop1", "shop2"],
    intervals: 6,
    counted: 4,
    begin_snap: 1,
    end_snap: 4,
    begin_time: "2024-03-12T00:00:00",
    end_time: "2024-03-12T03:00:00",
  };
  const other = {
    ...held,
    database_id: "db_2",
    database_name: null,
    dbid: 99,
    instances: [],
    counted: 6,
  };

  it("tells of each database in it, from its first to its last snapshot", async () => {
    showBatch([anUpload({ file: "two.dmp", kind: "awr-dump", holds: [held, other] })]);
    const lines = within(await screen.findByRole("list", { name: "Read of two.dmp" }));
    expect(lines.getAllByRole("listitem").map((one) => one.textContent)).toEqual([
      "SHOP: 6 intervals of shop1, shop2, snapshots 1 to 4, 12 Mar 2024, 00:00 – 03:00; 2 of them ignored, see Reports",
      "DBID 99: 6 intervals, snapshots 1 to 4, 12 Mar 2024, 00:00 – 03:00",
    ]);
  });
});

describe("a paste that names no database", () => {
  const own = anUpload({
    file: "top5.txt",
    database_id: "db_own",
    warnings: [{ ...aWarning("own-database"), message: "It has one of its own." }],
  });

  it("can be given to another database, where there is one", async () => {
    const databases = [
      aDatabase({ id: "db_own", name: "top5.txt" }),
      aDatabase({ id: "db_1", name: "SHOP" }),
    ];
    answer("GET /api/v1/databases", { body: { items: databases } });
    showBatch([own]);
    const choice = await screen.findByLabelText("Database top5.txt belongs to");
    expect(
      within(choice)
        .getAllByRole("option")
        .map((one) => one.textContent),
    ).toEqual(["None of these: it has one of its own", "SHOP"]);
  });
});

describe("a file of a dump in several files", () => {
  const file = {
    number: 2,
    missing: { numbers: [1], behind: null },
    read_with: null,
    copy_of: null,
    cut: [] as number[],
  };
  const waits = anUpload({
    file: "awrdat_02.dmp",
    database_id: null,
    report_id: null,
    kind: null,
    dump_file: file,
    warnings: [{ ...aWarning("dump-file-waits"), message: "It waits for file 1." }],
  });

  it("says what it waits for, and can be removed", async () => {
    const own = state();
    showBatch([waits], { waiting: [waits] }, own);
    const row = await rowOf("awrdat_02.dmp");
    expect(rowsOf("Files that need attention")).toHaveLength(1);
    expect(row.getByText("It waits for file 1.")).toBeVisible();
    expect(row.getByText("file 2 of a dump")).toBeVisible();
    expect(row.getByText("waits for other files")).toBeVisible();
    expect(row.queryByText(/remark/)).toBeNull();
    await userEvent.click(row.getByRole("button", { name: "Remove awrdat_02.dmp" }));
    expect(own.remove).toHaveBeenCalledWith("u1");
  });

  it("is read with the others once they are here", async () => {
    const read = { ...waits, warnings: [], dump_file: { ...file, read_with: "u9" } };
    showBatch([read]);
    expect((await rowOf("awrdat_02.dmp")).getByText("read")).toBeVisible();
    expect(rowsOf("Files that need attention")).toHaveLength(0);
  });
});

const part = (number: number, cut: number[], codes: string[]) =>
  anUpload({
    id: `u${number}`,
    file: `awrdat_0${number}.dmp`,
    kind: "awr-dump",
    dump_file: {
      number,
      missing: { numbers: [], behind: null },
      read_with: "u1",
      copy_of: null,
      cut,
    },
    warnings: codes.map((code) => aWarning(code)),
  });

describe("a dump of which one file is cut", () => {
  it.each([
    [1, "breaks off, read so far", "read"],
    [2, "read", "breaks off, read so far"],
  ])("marks file %i, and no other", async (cut, first, second) => {
    const said = ["dump-damaged", "dump-table"];
    showBatch([part(1, [cut], said), part(2, [cut], cut === 2 ? ["dump-damaged"] : [])]);
    expect((await rowOf("awrdat_01.dmp")).getByText(first)).toBeVisible();
    expect((await rowOf("awrdat_02.dmp")).getByText(second)).toBeVisible();
  });

  it("marks the first file where nobody knows which is cut", async () => {
    showBatch([part(1, [], ["dump-damaged"]), part(2, [], [])]);
    expect((await rowOf("awrdat_01.dmp")).getByText("breaks off, read so far")).toBeVisible();
    expect((await rowOf("awrdat_02.dmp")).getByText("read")).toBeVisible();
  });
});

describe("a bad file among good ones", () => {
  it("stands first, and says what is wrong, where, and what to do", async () => {
    showBatch([anUpload(), bad]);
    const row = await rowOf("bad.html");
    expect(rowsOf("Files that need attention")).toHaveLength(1);
    expect(row.getByText("“12,3,4” is not a number")).toBeVisible();
    expect(row.getByText("Section “Load Profile”, line 812, column 4")).toBeVisible();
    expect(row.getByText("DB Time(s): 12,3,4")).toBeVisible();
    expect(row.getByText("Export the report again.")).toBeVisible();
  });

  it("leaves the good one read, and is not listed twice", async () => {
    showBatch([bad, anUpload()]);
    expect((await rowOf("awrrpt_1_100_101.html")).getByText("read")).toBeVisible();
    expect(rowsOf("Uploaded files")).toHaveLength(1);
    expect(screen.getAllByText("1 file read, 1 needs attention").length).toBeGreaterThan(0);
  });

  it("can be read again or removed, by itself", async () => {
    const own = state();
    showBatch([bad, anUpload()], {}, own);
    await userEvent.click(screen.getByRole("button", { name: "Read bad.html again" }));
    await userEvent.click(screen.getByRole("button", { name: "Remove bad.html" }));
    expect(own.retryReading).toHaveBeenCalledExactlyOnceWith("u2");
    expect(own.remove).toHaveBeenCalledExactlyOnceWith("u2");
  });

  it.each([
    [aFault({ line: null, column: null }), "Section “Load Profile”"],
    [aFault({ section: null, column: null }), "Line 812"],
  ])("names the place as far as it is known: case %#", async (error, place) => {
    showBatch([{ ...bad, error }]);
    expect((await rowOf("bad.html")).getByText(place)).toBeVisible();
  });

  it("in an archive is named with its reason", async () => {
    const inside = { ...bad, file: "week.zip/bad.html", archive_id: "u9" };
    showBatch([anUpload({ file: "week.zip" })], {
      failures: [inside],
      states: { ...aBatch().states, failed: 1 },
    });
    await userEvent.click(screen.getByText("1 file of archives could not be read"));
    expect((await rowOf("week.zip/bad.html")).getByText(/“12,3,4” is not a number/)).toBeVisible();
  });

  it("of no known database waits for one", async () => {
    const other = anUpload({ id: "u3", file: "sizes.csv", database_id: null });
    showBatch([other], { unlinked: [other] });
    expect(await screen.findByLabelText("Database sizes.csv belongs to")).toBeVisible();
    expect(rowsOf("Files that need attention")).toHaveLength(1);
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
  ])("case %#", async (upload, word) => {
    showBatch([upload]);
    expect((await rowOf(upload.file)).getByText(word)).toBeVisible();
  });

  it("a file the server did not take can be sent again or dismissed", async () => {
    const item = {
      id: 7,
      batch: "bat_1",
      file: new File(["x"], "big.html"),
      state: "failed" as const,
      sentBytes: 0,
      error: new Problem(413, { detail: "big.html is too large.", advice: "Send it as ZIP." }),
    };
    const own = state({ items: [item] });
    show(<UploadList uploads={own} onFiles={vi.fn()} />);
    expect((await rowOf("big.html")).getByText("Send it as ZIP.")).toBeVisible();
    await userEvent.click(screen.getByRole("button", { name: "Send big.html again" }));
    await userEvent.click(screen.getByRole("button", { name: "Dismiss big.html" }));
    expect(own.retrySending).toHaveBeenCalledExactlyOnceWith(7);
    expect(own.dismiss).toHaveBeenCalledExactlyOnceWith(item);
  });
});

describe("a batch", () => {
  it("of many files is folded, and opens", async () => {
    showBatch([anUpload()], { sent: 120, files: 120 });
    expect(rowsOf("Uploaded files")).toHaveLength(0);
    await userEvent.click(screen.getByText("120 files"));
    expect(await screen.findByText("awrrpt_1_100_101.html")).toBeVisible();
    expect(requests().some(({ url }) => url.includes("batch=bat_1"))).toBe(true);
  });

  it("of one archive with many files is open: it is one row", async () => {
    showBatch([anUpload({ file: "week.zip" })], { sent: 1, files: 120 });
    expect(await screen.findByText("week.zip")).toBeVisible();
  });

  it("asks again for a row that is older than the totals", async () => {
    const states = ["running", "succeeded"] as const;
    let asked = 0;
    answer("GET /api/v1/uploads", () => ({
      body: {
        items: [anUpload({ state: states[Math.min(asked++, 1)], stage: "reading" })],
        next_cursor: null,
      },
    }));
    show(<UploadList uploads={{ ...state(), batches: [aBatch()] }} onFiles={vi.fn()} />);
    expect((await rowOf("awrrpt_1_100_101.html")).getByText("reading")).toBeVisible();
    expect(await screen.findByText("read", undefined, { timeout: 5_000 })).toBeVisible();
  });

  it("names a file by its database, release and hour", async () => {
    const about = {
      database_name: "SHOP",
      dbid: 7,
      release: "19.0.0.0.0",
      instance: "shop1",
      begin_time: "2024-03-12T00:00:13",
      end_time: "2024-03-12T01:00:09",
    };
    const twins = [
      aDatabase({ id: "d1", name: "SHOP", dbid: 7 }),
      aDatabase({ id: "d2", name: "SHOP", dbid: 8 }),
    ];
    answer("GET /api/v1/databases", { body: { items: twins } });
    showBatch([anUpload({ about })]);
    expect(
      await screen.findByText("SHOP (DBID 7) · 19.0.0.0.0 · 12 Mar 2024, 00:00 – 01:00"),
    ).toBeVisible();
    expect(screen.getByRole("link", { name: "Open SHOP (DBID 7)" })).toBeVisible();
  });

  it("that broke off asks for its folder again, or is left as it is", async () => {
    const own = state({ lost: [{ batch: "bat_1", count: 12, period: "before", mask: "keep" }] });
    const onFiles = showBatch([anUpload()], {}, own);
    expect(screen.getByText(/^12 files were not sent: choose the folder again/)).toBeVisible();
    const file = new File(["x"], "a.html");
    await userEvent.upload(screen.getByLabelText("Choose the folder again (files)"), file);
    expect(onFiles).toHaveBeenCalledExactlyOnceWith([file]);
    await userEvent.click(screen.getByRole("button", { name: "Do without" }));
    expect(own.forget).toHaveBeenCalledExactlyOnceWith("bat_1");
  });
});

it.each([
  ["awr-diff-html", true],
  ["awr-html", false],
] as const)("%s: says that its second period waits: %s", async (kind, waits) => {
  showBatch([anUpload({ kind })]);
  await rowOf("awrrpt_1_100_101.html");
  expect(screen.queryByText(/Segtier ignores the second until you assign it/) !== null).toBe(waits);
});

it("shows nothing where nothing was sent", () => {
  show(<UploadList uploads={state()} onFiles={vi.fn()} />);
  expect(screen.queryByRole("list")).toBeNull();
});
