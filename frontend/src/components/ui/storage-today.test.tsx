import { render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import type { Advice } from "@/api/types";
import { StorageToday } from "./storage-today";

type Storage = Advice["storage_today"];
type LatencyClass = Storage["stations"][number]["classes"][number];

const aClass = (part: Partial<LatencyClass> = {}): LatencyClass => ({
  tablespaces: [
    { name: "SHOP_DATA", pdb: null, part: 1, read_us: null, time_share: null, factor: null },
  ],
  tablespaces_total: 1,
  reads_per_s: 160,
  writes_per_s: 3.25,
  read_us: 22_000,
  read_us_low: 20_000,
  read_us_high: 24_000,
  time_share: 0.98,
  factor: 1.9,
  guess: "disks",
  why: "slower than 1 ms",
  ...part,
});

const A_GROUP: Storage["groups"][number] = {
  name: "+DATA",
  holds: ["data"],
  media: "unknown",
  spindles: null,
  raid: null,
  tablespaces: [],
  inferred: false,
  files: [],
  read_us: null,
};

const aStorage = (classes: LatencyClass[]): Storage => ({
  groups: [],
  stations: [
    {
      name: "+DATA",
      stated: false,
      files: 3,
      classes,
      temp_share: null,
      classes_total: classes.length,
    },
  ],
  read_times: {
    trusted: true,
    text: "Read times are trusted.",
    apart: true,
    column: "mixed",
    reconciles: 1,
    unexplained_share: 0,
    error: 0.05,
  },
});

test("a row for each class: its place, names, time with range, and what is not measured", () => {
  const untimed = aClass({
    read_us: null,
    read_us_low: null,
    read_us_high: null,
    tablespaces_total: 5,
  });
  render(<StorageToday storage={aStorage([aClass(), untimed])} />);
  const [, first, second] = screen.getAllByRole("row", { hidden: true });
  expect(first).toHaveTextContent("+DATA 3 files");
  expect(first).toHaveTextContent("22 ms (20 ms–24 ms)");
  expect(first).toHaveTextContent("3.3");
  expect(second).not.toHaveTextContent("+DATA");
  expect(second).toHaveTextContent("and 4 more");
  expect(second).toHaveTextContent("nobody timed these reads");
});

test("a place of several classes heads all of their rows, and no heading is empty", () => {
  render(<StorageToday storage={aStorage([aClass(), aClass()])} />);
  const heads = screen.getAllByRole("rowheader", { hidden: true });
  expect(heads.map((head) => [head.textContent, head.getAttribute("rowspan")])).toEqual([
    ["+DATA 3 files", "2"],
  ]);
});

test("a read time that somebody stated is marked, and no other", () => {
  const { stations, ...rest } = aStorage([aClass()]);
  const group = { ...A_GROUP, name: "+DATA" };
  const other = { name: "+LEDGER", stated: true, files: 1, temp_share: null, classes_total: 1 };
  const storage: Storage = {
    ...rest,
    groups: [
      { ...group, read_us: 22_000 },
      { ...group, name: "+LEDGER", read_us: null },
    ],
    stations: [...stations, { ...other, classes: [aClass()] }],
  };
  render(<StorageToday storage={storage} />);
  const [, first, second] = screen.getAllByRole("row", { hidden: true });
  expect(first).toHaveTextContent("stated");
  expect(second).not.toHaveTextContent("stated");
});

test("nothing where no input shows files or tablespaces", () => {
  const { container } = render(
    <StorageToday storage={{ groups: [], stations: [], read_times: null }} />,
  );
  expect(container).toBeEmptyDOMElement();
});
