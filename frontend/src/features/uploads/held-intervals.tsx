import type { Upload } from "@/api/types";
import { plural } from "@/lib/format";
import { hourText } from "./upload-title";

type Held = Upload["holds"][number];

/** "SHOP: 6 intervals of shop1, shop2, snapshots 1 to 4, 12 Mar 2024, 00:00 – 03:00; 2 of them are ignored". */
export function heldText(held: Held): string {
  const name =
    held.database_name ?? (held.dbid == null ? "A database without a name" : `DBID ${held.dbid}`);
  const of = held.instances.length > 0 ? ` of ${held.instances.join(", ")}` : "";
  const snaps = held.end_snap == null ? "" : `, snapshots ${held.begin_snap} to ${held.end_snap}`;
  const hours = hourText(held);
  const ignored = held.intervals - held.counted;
  const rest = ignored > 0 ? `; ${ignored} of them ignored, see Reports` : "";
  return `${name}: ${plural(held.intervals, "interval")}${of}${snaps}${hours ? `, ${hours}` : ""}${rest}`;
}

/** What is read of a dump or a bundle: a line for each database in it. */
export function HeldIntervals({ upload }: { upload: Upload }) {
  if (upload.holds.length === 0) return null;
  return (
    <ul className="small" aria-label={`Read of ${upload.file}`}>
      {upload.holds.map((held) => (
        <li key={`${held.dbid} ${held.database_name} ${held.database_id}`}>{heldText(held)}</li>
      ))}
    </ul>
  );
}
