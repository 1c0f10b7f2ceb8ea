import { Button } from "@mantine/core";
import type { PageState } from "@/lib/page-state";
import { type Asked, FIELDS } from "@/lib/question";
import { OneField } from "./one-field";

interface Props {
  /** What is said of each field that is at fault. */
  refused: Readonly<Record<string, string>>;
  state: PageState;
  onChange: (part: Partial<PageState>) => void;
}

/** The fields of the address that were refused, to be put right where it is said. */
export function RefusedFields({ refused, state, onChange }: Props) {
  const fields = FIELDS.filter(
    ({ name }) => name in refused && state[name as keyof Asked] !== undefined,
  );
  if (fields.length === 0) return null;
  return (
    <div className="stack-tight no-print">
      {fields.map((field) => (
        <div key={field.name} className="row row-end">
          <OneField field={field} state={state} error={refused[field.name]} onChange={onChange} />
          <Button size="sm" variant="default" onClick={() => onChange({ [field.name]: undefined })}>
            Leave it out
          </Button>
        </div>
      ))}
    </div>
  );
}
