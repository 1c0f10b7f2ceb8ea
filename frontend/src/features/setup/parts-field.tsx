import { Button } from "@mantine/core";
import { type Field, type Value, refusal } from "@/lib/question";
import { QuestionField } from "./question-field";

type Item = Record<string, unknown>;

/** With another value of one of its fields, or without it. */
function withField(item: Item, name: string, value: unknown): Item {
  const { [name]: _, ...others } = item;
  return value === undefined ? others : { ...others, [name]: value };
}

/** What a new one holds already: the fields that it cannot do without. */
const newItem = (field: Field, number: number): Item =>
  Object.fromEntries(
    field.parts
      .filter(({ required, kind }) => required && kind === "text")
      .map(({ name, form }) => [
        name,
        form?.example ? `${form.example}${number}` : `${field.label} ${number}`,
      ]),
  );

function Fields({
  parts,
  item,
  onChange,
}: {
  parts: readonly Field[];
  item: Item;
  onChange: (item: Item) => void;
}) {
  return parts.map((part) => {
    const change = (value: unknown) => onChange(withField(item, part.name, value));
    return part.kind === "parts" ? (
      <Parts key={part.name} field={part} value={item[part.name]} onChange={change} />
    ) : (
      <QuestionField
        key={part.name}
        field={part}
        value={item[part.name] as Value | undefined}
        onChange={(value) => (value === undefined && part.required ? undefined : change(value))}
      />
    );
  });
}

function Parts({
  field,
  value,
  onChange,
}: {
  field: Field;
  value: unknown;
  onChange: (value: unknown) => void;
}) {
  if (!field.many)
    return (
      <Fields parts={field.parts} item={(value as Item | undefined) ?? {}} onChange={onChange} />
    );
  const items = (value as Item[] | undefined) ?? [];
  const change = (next: Item[]) => onChange(next.length > 0 ? next : undefined);
  const named = field.label.toLowerCase();
  return (
    <div className="setup-parts">
      {items.map((item, place) => (
        <fieldset key={place} className="setup-group">
          <legend>
            {field.label} {place + 1}
          </legend>
          <Fields
            parts={field.parts}
            item={item}
            onChange={(next) => change(items.map((one, at) => (at === place ? next : one)))}
          />
          <Button
            size="compact-sm"
            variant="default"
            onClick={() => change(items.filter((_, at) => at !== place))}
          >
            Remove {named} {place + 1}
          </Button>
        </fieldset>
      ))}
      <Button
        size="compact-sm"
        variant="default"
        onClick={() => change([...items, newItem(field, items.length + 1)])}
      >
        Add {named}
      </Button>
    </div>
  );
}

/** What an address holds as JSON; nothing where it is none. */
function parsed(text: string | undefined): unknown {
  try {
    return text === undefined ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}

const written = (value: unknown): string | undefined =>
  value === undefined || Object.keys(value as object).length === 0
    ? undefined
    : JSON.stringify(value);

/** A field that has fields of its own, in the address as JSON. */
export function PartsField({
  field,
  value,
  error,
  onChange,
}: {
  field: Field;
  value: Value | undefined;
  /** Why the server does not take it. */
  error?: string | undefined;
  onChange: (value: Value | undefined) => void;
}) {
  const given = field.many
    ? [value ?? []].flat().map((text) => parsed(String(text)))
    : parsed(value as string | undefined);
  const change = (next: unknown) => {
    const texts = field.many ? ((next as unknown[] | undefined) ?? []).map(written) : written(next);
    const said = [texts ?? []].flat().some((text) => text && refusal(field, text) !== null);
    if (!said) onChange(Array.isArray(texts) ? (texts as string[]) : texts);
  };
  return (
    <div className="setup-wide">
      <p className="small quiet">{field.help}</p>
      {error && <p className="small setup-error">{error}</p>}
      <Parts field={field} value={given} onChange={change} />
    </div>
  );
}
