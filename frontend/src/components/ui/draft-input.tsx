import { TextInput } from "@mantine/core";
import { useState } from "react";

interface Props {
  label: string;
  /** Only for those who do not see it; a heading beside the field says it to the others. */
  hiddenLabel?: boolean;
  value: string;
  placeholder?: string;
  type?: "text" | "number";
  least?: number;
  /** Why a value cannot be taken; the field then keeps what was typed and says so. */
  refusal?: (value: string) => string | null;
  onCommit: (value: string) => void;
}

/** A field that tells its value when the user is done (Enter or leaving it), not at every key. */
export function DraftInput({
  label,
  hiddenLabel,
  value,
  placeholder,
  type = "text",
  least = 1,
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
  return (
    <TextInput
      {...(hiddenLabel ? { "aria-label": label } : { label })}
      size={hiddenLabel ? "xs" : undefined}
      type={type}
      placeholder={placeholder}
      min={type === "number" ? least : undefined}
      step="any"
      value={draft}
      error={refused}
      onChange={(event) => setDraft(event.target.value)}
      onBlur={commit}
      onKeyDown={(event) => event.key === "Enter" && commit()}
    />
  );
}
