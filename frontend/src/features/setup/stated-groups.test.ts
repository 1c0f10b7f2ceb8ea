import { expect, test } from "vitest";
import type { Advice } from "@/api/types";
import { groupsOf } from "./stated-groups";

type Station = Advice["storage_today"]["stations"][number];

const aStation = (name: string, guess: string, temp_share: number | null = null) =>
  ({ name, classes: [{ guess }], temp_share }) as unknown as Station;

test.each([
  ["+DATA", "disks", { files: ["+DATA"] }],
  ["/u02", "flash", { files: ["/u02"] }],
  ["E:\\oradata", "fast-here", { files: ["E:\\oradata"] }],
  ["storage", "unmeasured", {}],
])("%s, guessed as %s, is stated as %o: a guess is no statement", (name, guess, said) => {
  const storage = { groups: [], stations: [aStation(name, guess)], read_times: null };
  expect(groupsOf(storage).groups).toEqual([{ name, holds: ["data", "temp"], ...said }]);
});

test.each([
  [
    [null, null],
    [true, false],
  ],
  [
    [0, 1],
    [false, true],
  ],
  [
    [0.5, 0.5],
    [true, true],
  ],
])("with %o of temp's I/O temp is held by %o", (shares, held) => {
  const stations = shares.map((share, at) => aStation(`/u0${at}`, "disks", share));
  const { groups } = groupsOf({ groups: [], stations, read_times: null });
  expect(groups.map(({ holds }) => holds.includes("temp"))).toEqual(held);
});

const aGroup = (part: object) => ({
  name: "data",
  holds: ["data", "temp"],
  media: "unknown",
  spindles: null,
  raid: null,
  tablespaces: [],
  files: [],
  read_us: null,
  inferred: false,
  ...part,
});

test.each([
  [
    "disks and RAID of all storage",
    [aGroup({ media: "hdd", spindles: 24, raid: "raid10" })],
    [
      { name: "data", holds: ["data", "temp"], media: "hdd", spindles: 24, raid: "raid10" },
      { name: "+DATA", holds: ["data"], files: ["+DATA"] },
      { name: "/u02", holds: ["data"], files: ["/u02"] },
    ],
  ],
  [
    "disks of one place",
    [aGroup({ name: "+DATA", spindles: 8, files: ["+DATA"] })],
    [
      { name: "+DATA", holds: ["data", "temp"], spindles: 8, files: ["+DATA"] },
      { name: "/u02", holds: ["data"], files: ["/u02"] },
    ],
  ],
  [
    "what was worked out",
    [aGroup({ media: "hdd", inferred: true })],
    [
      { name: "+DATA", holds: ["data", "temp"], files: ["+DATA"] },
      { name: "/u02", holds: ["data"], files: ["/u02"] },
    ],
  ],
])("edited storage begins with %s", (_, groups, said) => {
  const stations = [aStation("+DATA", "disks"), aStation("/u02", "disks")];
  const storage = { groups, stations, read_times: null } as unknown as Advice["storage_today"];
  expect(groupsOf(storage).groups).toEqual(said);
});
