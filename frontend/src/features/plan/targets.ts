import type { OptionName, TargetName } from "@/api/types";
import { optionSpec } from "@/lib/options";

interface TargetField {
  name: TargetName;
  label: string;
  preset: string;
}

const FIELDS: Record<TargetName, Omit<TargetField, "name">> = {
  data_tablespace: { label: "Tablespace for tables", preset: "SSD_DATA" },
  index_tablespace: { label: "Tablespace for indexes", preset: "SSD_INDX" },
  temp_tablespace: { label: "Temporary tablespace", preset: "TEMP_SSD" },
  data_diskgroup: { label: "Disk group for data", preset: "SSDDATA" },
  redo_diskgroup: { label: "Disk group for redo", preset: "SSDREDO" },
  temp_diskgroup: { label: "Disk group for temp", preset: "SSDTEMP" },
  flash_diskgroup: { label: "Disk group for the flash cache", preset: "SSDFLASH" },
};

export const isPlace = (name: TargetName) => name.endsWith("_diskgroup");

/** All parts of a combination go to one disk group, because a disk belongs to one. */
function used(option: OptionName, parts: readonly OptionName[]): readonly TargetName[] {
  if (option !== "combination" && parts.length < 2) return optionSpec(parts[0] ?? option).targets;
  const own = optionSpec("combination").targets;
  const names = parts.flatMap((part) => optionSpec(part).targets);
  return [...names.filter((name) => !isPlace(name)), ...own];
}

/** The one of several tiers that is stated as the SSD: its names are those of one SSD. */
const FLASH = "SSD";

/**
 * The names an option's scripts use, with what they are called unless the user says otherwise. `tiers`: those its segments
 * go to, where there are several: each has its place, and tablespaces are called after it.
 */
export function targetFields(
  option: OptionName,
  parts: readonly OptionName[] = [],
  tiers: readonly string[] = [],
): TargetField[] {
  if (tiers.length > 0 && !tiers.includes(FLASH)) return [];
  return used(option, parts).map((name) => ({ name, ...FIELDS[name] }));
}
