import type { Advice } from "@/api/types";

type Storage = Advice["storage_today"];
type Group = Storage["groups"][number];

/** Names of places that files begin with: a disk group, a path, a drive. */
const isBeginning = (name: string) => /^(\+|\/|[A-Z]:)/i.test(name);

/** As the question has it: what nobody said is not there. */
interface StatedGroup {
  name: string;
  holds: readonly string[];
  files?: readonly string[];
  [field: string]: unknown;
}

const asStated = (group: Group): StatedGroup =>
  Object.fromEntries(
    Object.entries(group).filter(
      ([name, said]) =>
        name !== "inferred" &&
        said !== null &&
        said !== "unknown" &&
        !(Array.isArray(said) && said.length === 0),
    ),
  ) as unknown as StatedGroup;

/** It holds all that no other group names. */
const isWhole = ({ files, tablespaces }: Group) => files.length === 0 && tablespaces.length === 0;

/**
 * What to begin with: groups that are stated as they are, then the places that were found. What those are made of was guessed
 * from their times: it is left to whoever knows, for segments on stated SSD stay there, whatever is said of its read time. Redo
 * is nobody's until somebody says so.
 */
export function groupsOf(storage: Storage): { groups: StatedGroup[] } {
  const stated = storage.groups.filter(({ inferred }) => !inferred);
  const whole = stated.filter(isWhole);
  const tempElsewhere = (place: number, share: number | null) =>
    whole.some(({ holds }) => holds.includes("temp")) ||
    !(share === null ? place === 0 : share > 0);
  const taken = new Set(stated.flatMap(({ name, files }) => [name, ...files]));
  const found = storage.stations
    .map(({ name, temp_share }, place) => ({
      name,
      holds: tempElsewhere(place, temp_share) ? ["data"] : ["data", "temp"],
      ...(isBeginning(name) ? { files: [name] } : {}),
    }))
    .filter(({ name, files }) => !taken.has(name) && (files !== undefined || whole.length === 0));
  return { groups: [...stated.map(asStated), ...found] };
}
