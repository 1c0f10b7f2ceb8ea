import { DraftInput } from "@/components/ui/draft-input";
import type { FleetTotal } from "@/api/types";
import { bytes, capacity, plural, seconds } from "@/lib/format";
import { readCapacity } from "@/lib/capacity";

interface Props {
  value: string | undefined;
  total: FleetTotal | null | undefined;
  /** Of so many databases as many answers are still worked out: until then nothing is shared out. */
  databases: number;
  pending: number;
  onChange: (value: string | undefined) => void;
}

/** SSD for all databases together: what it is shared out as, each next GiB where it saves most. */
export function Budget({ value, total, databases, pending, onChange }: Props) {
  return (
    <div className="row row-end">
      <DraftInput
        label="SSD to share out"
        value={value ?? ""}
        placeholder="2TB"
        refusal={(typed) =>
          typed === "" || readCapacity(typed) ? null : "A size such as 2TB or 700 GiB"
        }
        onCommit={(typed) => onChange(typed || undefined)}
      />
      {value !== undefined && pending > 0 && (
        <p className="small" role="status">
          Shared out once every database has its answer: {databases - pending} of {databases} have.
        </p>
      )}
      {total && (
        <p className="small" role="status">
          {bytes(total.share_bytes)} of {capacity(total.budget_bytes)} are of use, in{" "}
          {plural(total.databases, "database")}: {seconds(total.saved_s_per_hour)} s of DB time
          saved in an hour.
        </p>
      )}
    </div>
  );
}
