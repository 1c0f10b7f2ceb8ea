import { expect, it } from "vitest";
import { targetFields } from "./targets";

it.each([
  [
    ["redo", "segments"],
    ["data_tablespace", "index_tablespace", "data_diskgroup"],
  ],
  [
    ["redo", "temp"],
    ["temp_tablespace", "data_diskgroup"],
  ],
  [["redo", "flash-cache"], ["data_diskgroup"]],
] as const)("a combination of %o asks for %o", (parts, names) => {
  expect(targetFields("combination", parts).map((field) => field.name)).toEqual(names);
});

it.each([
  [["NVME", "SAS"], []],
  [
    ["SSD", "SAS"],
    ["data_tablespace", "index_tablespace", "data_diskgroup"],
  ],
] as const)("over the tiers %o the names are theirs, but for those of the SSD", (tiers, names) => {
  expect(targetFields("segments", [], tiers).map((field) => field.name)).toEqual(names);
});

it.each([
  ["none", []],
  ["all", ["data_diskgroup"]],
  ["segments", ["data_tablespace", "index_tablespace", "data_diskgroup"]],
  ["indexes", ["index_tablespace", "data_diskgroup"]],
  ["redo", ["redo_diskgroup"]],
  ["temp", ["temp_tablespace", "temp_diskgroup"]],
  ["flash-cache", ["flash_diskgroup"]],
  ["buffer-cache", []],
] as const)("option %s asks for %o", (option, names) => {
  expect(targetFields(option).map((field) => field.name)).toEqual(names);
});
