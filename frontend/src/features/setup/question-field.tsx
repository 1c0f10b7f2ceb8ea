import { Checkbox, NativeSelect } from "@mantine/core";
import { type Field, type Value, readField, refusalOfAll } from "@/lib/question";
import { DraftInput } from "@/components/ui/draft-input";

interface Props {
  field: Field;
  value: Value | undefined;
  /** Why the server does not take it. */
  error?: string | undefined;
  onChange: (value: Value | undefined) => void;
}

const YES_NO = [
  { value: "true", label: "Yes" },
  { value: "false", label: "No" },
];

/** One value on each line. */
const linesOf = (typed: string) =>
  typed
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");

/** What is not stated is not known, or is as the table has it. */
function Choice({ field, value, error, onChange }: Props) {
  const choices = field.kind === "yes-no" ? YES_NO : field.choices;
  const preset = field.default === null ? "" : String(field.default);
  return (
    <NativeSelect
      label={field.label}
      description={field.help}
      error={error}
      value={value === undefined ? preset : String(value)}
      onChange={({ target }) =>
        onChange(target.value === preset ? undefined : readField(field, target.value))
      }
      data={preset === "" ? [{ value: "", label: "Not known" }, ...choices] : [...choices]}
    />
  );
}

function Several({ field, value, error, onChange }: Props) {
  const preset = field.default as string[];
  return (
    <Checkbox.Group
      label={field.label}
      description={field.help}
      error={error}
      value={(value as string[] | undefined) ?? preset}
      onChange={(chosen) => onChange(chosen.length > 0 ? chosen : undefined)}
    >
      <div className="row">
        {field.choices.map((choice) => (
          <Checkbox key={choice.value} {...choice} />
        ))}
      </div>
    </Checkbox.Group>
  );
}

function Typed({ field, value, error, onChange }: Props) {
  const isNumber = field.kind === "whole" || field.kind === "number";
  const preset = field.many || field.default === null ? "" : String(field.default);
  const read = (typed: string) => (field.many ? linesOf(typed) : typed === "" ? [] : [typed]);
  return (
    <DraftInput
      label={field.label}
      description={field.help}
      type={isNumber ? "number" : "text"}
      least={field.least ?? field.above ?? undefined}
      lines={field.many}
      placeholder={field.form?.example || preset || undefined}
      value={value === undefined ? "" : [value].flat().join("\n")}
      error={error}
      refusal={(typed) => refusalOfAll(field, read(typed))}
      onCommit={(typed) => onChange(readField(field, read(typed)))}
    />
  );
}

/** A field of the question as its row says: by its kind, within its limits, in its words. */
export function QuestionField(props: Props) {
  const { field, value, error, onChange } = props;
  if (field.kind === "choice") return field.many ? <Several {...props} /> : <Choice {...props} />;
  if (field.kind !== "yes-no") return <Typed {...props} />;
  if (field.default === null) return <Choice {...props} />;
  return (
    <Checkbox
      label={field.label}
      description={field.help}
      error={error}
      checked={(value ?? field.default) === true}
      onChange={({ target }) =>
        onChange(target.checked === field.default ? undefined : target.checked)
      }
    />
  );
}
