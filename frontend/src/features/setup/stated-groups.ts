import type { Advice } from "@/api/types";

type Storage = Advice["storage_today"];

/** Names of places that files begin with: a disk group, a path, a drive. */
const isBeginning = (name: string) => /^(\+|\/|[A-Z]:)/i.test(name);

/**
 * The places that were found as groups to state. What they are made of was guessed from their times: it is left to whoever
 * knows, for segments on stated SSD stay there, whatever is said of its read time. Redo is nobody's until somebody says so.
 */
export const groupsOf = (storage: Storage) => ({
  groups: storage.stations.map(({ name, temp_share }, place) => ({
    name,
    holds: (temp_share === null ? place === 0 : temp_share > 0) ? ["data", "temp"] : ["data"],
    ...(isBeginning(name) ? { files: [name] } : {}),
  })),
});
