import { figure } from "@/lib/format";
import { type FigureName, LIMITS, type PageState, readFigure } from "@/lib/page-state";
import { DraftInput } from "@/components/ui/draft-input";

interface Props {
  label: string;
  name: FigureName;
  state: PageState;
  onChange: (part: Partial<PageState>) => void;
}

/** A figure of the address: empty where it is not given, refused outside its limits. */
export function FigureInput({ label, name, state, onChange }: Props) {
  const [least, most] = LIMITS[name];
  const value = state[name];
  return (
    <DraftInput
      label={label}
      type="number"
      least={least}
      value={value === undefined ? "" : String(value)}
      refusal={(typed) =>
        typed === "" || readFigure(name, typed) !== undefined
          ? null
          : `From ${figure(least)} to ${figure(most)}`
      }
      onCommit={(typed) => onChange({ [name]: readFigure(name, typed) })}
    />
  );
}
