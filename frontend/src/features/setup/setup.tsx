import type { Advice } from "@/api/types";
import { bytes } from "@/lib/format";
import { type PageState, isMoot, usersIncomplete } from "@/lib/page-state";
import { FIELDS, GROUPS } from "@/lib/question";
import { OneField } from "./one-field";
import "./setup.css";

interface Props {
  state: PageState;
  advice: Advice | undefined;
  /** What the server says of fields that it does not take. */
  refused?: Readonly<Record<string, string>> | undefined;
  onChange: (part: Partial<PageState>) => void;
}

function tierText(advice: Advice): string {
  return advice.devices
    .map((tier) => `${bytes(tier.usable_bytes)} usable on ${tier.model}`)
    .join(", ");
}

function storageText(advice: Advice): string {
  const groups = advice.storage_today.groups;
  const inferred = groups.some((group) => group.inferred);
  return inferred
    ? "Storage today: worked out from the measured latencies; state it if you know."
    : "Storage today: as stated.";
}

/** All that may be asked, as the table of the question has it; what something else that is stated excludes is left out. */
export function Setup({ state, advice, refused = {}, onChange }: Props) {
  return (
    <div className="stack-tight">
      {advice && <p className="quiet small">{tierText(advice)}</p>}
      <div className="setup">
        {GROUPS.map((group) => (
          <fieldset key={group.name} className="setup-group">
            <legend>{group.label}</legend>
            {FIELDS.filter((field) => field.group === group.name && !isMoot(field.name, state)).map(
              (field) => (
                <OneField
                  key={field.name}
                  field={field}
                  state={state}
                  error={refused[field.name]}
                  onChange={onChange}
                />
              ),
            )}
            {group.name === "users" && usersIncomplete(state) && (
              <p className="small users-incomplete" role="status">
                Users and their think time go together; until both are here, average active sessions
                are used.
              </p>
            )}
          </fieldset>
        ))}
      </div>
      {advice && <p className="quiet small">{storageText(advice)}</p>}
    </div>
  );
}
