import type { Advice } from "@/api/types";
import { bytes } from "@/lib/format";
import { type PageState, isMoot, usersIncomplete } from "@/lib/page-state";
import { type Asked, FIELDS, type Field, GROUPS } from "@/lib/question";
import { DeviceField } from "./device-field";
import { PartsField } from "./parts-field";
import { QuestionField } from "./question-field";
import "./setup.css";

interface Props {
  state: PageState;
  advice: Advice | undefined;
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

function OneField({ field, state, onChange }: { field: Field } & Omit<Props, "advice">) {
  const name = field.name as keyof Asked;
  if (name === "device")
    return <DeviceField field={field} value={state.device} onChange={onChange} />;
  const Kind = field.kind === "parts" ? PartsField : QuestionField;
  return (
    <Kind field={field} value={state[name]} onChange={(value) => onChange({ [name]: value })} />
  );
}

/** All that may be asked, as the table of the question has it; what something else that is stated excludes is left out. */
export function Setup({ state, advice, onChange }: Props) {
  return (
    <div className="stack-tight">
      {advice && <p className="quiet small">{tierText(advice)}</p>}
      <div className="setup">
        {GROUPS.map((group) => (
          <fieldset key={group.name} className="setup-group">
            <legend>{group.label}</legend>
            {FIELDS.filter((field) => field.group === group.name && !isMoot(field.name, state)).map(
              (field) => (
                <OneField key={field.name} field={field} state={state} onChange={onChange} />
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
