import type { Targets } from "@/api/bundle";
import type { OptionName } from "@/lib/page-state";

interface TargetField {
  name: keyof Targets;
  label: string;
  preset: string;
}

const FIELDS: Record<keyof Targets, Omit<TargetField, "name">> = {
  data_tablespace: { label: "Tablespace for tables", preset: "SSD_DATA" },
  index_tablespace: { label: "Tablespace for indexes", preset: "SSD_INDX" },
  temp_tablespace: { label: "Temporary tablespace", preset: "TEMP_SSD" },
  data_diskgroup: { label: "Disk group for data", preset: "SSDDATA" },
  redo_diskgroup: { label: "Disk group for redo", preset: "SSDREDO" },
  temp_diskgroup: { label: "Disk group for temp", preset: "SSDTEMP" },
  flash_diskgroup: { label: "Disk group for the flash cache", preset: "SSDFLASH" },
};

const SEGMENTS: readonly (keyof Targets)[] = [
  "data_tablespace",
  "index_tablespace",
  "data_diskgroup",
];
const USED: Record<OptionName, readonly (keyof Targets)[]> = {
  none: [],
  all: SEGMENTS,
  indexes: ["index_tablespace", "data_diskgroup"],
  segments: SEGMENTS,
  redo: ["redo_diskgroup"],
  temp: ["temp_tablespace", "temp_diskgroup"],
  "flash-cache": ["flash_diskgroup"],
  "buffer-cache": [],
  combination: [],
};
/** All parts of a combination go to one disk group, because a disk belongs to one. */
const OF_PARTS: Record<string, readonly (keyof Targets)[]> = {
  segments: ["data_tablespace", "index_tablespace"],
  temp: ["temp_tablespace"],
};

function used(option: OptionName, parts: readonly string[]): readonly (keyof Targets)[] {
  if (option !== "combination") return USED[option];
  return [...parts.flatMap((part) => OF_PARTS[part] ?? []), "data_diskgroup"];
}

/** The names an option's scripts use, with what they are called unless the user says otherwise. */
export function targetFields(option: OptionName, parts: readonly string[] = []): TargetField[] {
  return used(option, parts).map((name) => ({ name, ...FIELDS[name] }));
}
