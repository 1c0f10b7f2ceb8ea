import type { PageState } from "@/lib/page-state";
import type { Asked, Field } from "@/lib/question";
import { DeviceField } from "./device-field";
import { PartsField } from "./parts-field";
import { QuestionField } from "./question-field";

interface Props {
  field: Field;
  state: PageState;
  /** Why the server does not take what is stated. */
  error?: string | undefined;
  onChange: (part: Partial<PageState>) => void;
}

/** A field of the question by its kind. */
export function OneField({ field, state, error, onChange }: Props) {
  const name = field.name as keyof Asked;
  if (name === "device")
    return <DeviceField field={field} value={state.device} error={error} onChange={onChange} />;
  const Kind = field.kind === "parts" ? PartsField : QuestionField;
  return (
    <Kind
      field={field}
      value={state[name]}
      error={error}
      onChange={(value) => onChange({ [name]: value })}
    />
  );
}
