import type { Advice } from "@/api/types";

type Storage = Advice["storage_today"];

const MEDIA = { disks: "hdd", flash: "flash" } as const;

/** Names of places that files begin with: a disk group, a path, a drive. */
const isBeginning = (name: string) => /^(\+|\/|[A-Z]:)/i.test(name);

/** The places that were found as groups to state. Redo is nobody's until somebody says so. */
export const groupsOf = (storage: Storage) => ({
  groups: storage.stations.map(({ name, classes, temp_share }, place) => {
    const guess = classes[0]?.guess;
    const temp = temp_share === null ? place === 0 : temp_share > 0;
    return {
      name,
      holds: temp ? ["data", "temp"] : ["data"],
      ...(guess === "disks" || guess === "flash" ? { media: MEDIA[guess] } : {}),
      ...(isBeginning(name) ? { files: [name] } : {}),
    };
  }),
});
