import { TextInput, Textarea } from "@mantine/core";
import { useState } from "react";

interface Props {
  label: string;
  /** Only for those who do not see it; a heading beside the field says it to the others. */
  hiddenLabel?: boolean;
  description?: string;
  value: string;
  placeholder?: string;
  type?: "text" | "number";
  least?: number;
  /** One value on each line: Enter begins the next, leaving the field commits. */
  lines?: boolean;
  /** Why the value that is there is not taken; what is typed anew is held against `refusal`. */
  error?: string | undefined;
  /** Why a value cannot be taken; the field then keeps what was typed and says so. */
  refusal?: (value: string) => string | null;
  onCommit: (value: string) => void;
}

/** A field that tells its value when the user is done (Enter or leaving it), not at every key. */
export function DraftInput({
  label,
  hiddenLabel,
  description,
  value,
  placeholder,
  type = "text",
  least = 1,
  lines = false,
  error,
  refusal,
  onCommit,
}: Props) {
  const [draft, setDraft] = useState(value);
  const [shown, setShown] = useState(value);
  const [refused, setRefused] = useState<string | null>(null);
  if (value !== shown) {
    setShown(value);
    setDraft(value);
    setRefused(null);
  }
  const commit = () => {
    const typed = draft.trim();
    const why = typed === value ? null : (refusal?.(typed) ?? null);
    setRefused(why);
    if (typed !== value && why === null) onCommit(typed);
  };
  const given = {
    ...(hiddenLabel ? { "aria-label": label } : { label }),
    size: hiddenLabel ? "xs" : undefined,
    description,
    placeholder,
    value: draft,
    error: refused ?? (draft === value ? error : undefined),
    onBlur: commit,
  };
  if (lines)
    return <Textarea {...given} rows={2} onChange={(event) => setDraft(event.target.value)} />;
  return (
    <TextInput
      {...given}
      type={type}
      min={type === "number" ? least : undefined}
      step="any"
      onChange={(event) => setDraft(event.target.value)}
      onKeyDown={(event) => event.key === "Enter" && commit()}
    />
  );
}
