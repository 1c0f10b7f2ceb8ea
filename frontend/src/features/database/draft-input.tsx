import { TextInput } from "@mantine/core";
import { useState } from "react";

interface Props {
  label: string;
  value: string;
  type?: "text" | "number";
  onCommit: (value: string) => void;
}

/** A field that tells its value when the user is done (Enter or leaving it), not at every key. */
export function DraftInput({ label, value, type = "text", onCommit }: Props) {
  const [draft, setDraft] = useState(value);
  const [shown, setShown] = useState(value);
  if (value !== shown) {
    setShown(value);
    setDraft(value);
  }
  const commit = () => {
    if (draft !== value) onCommit(draft.trim());
  };
  return (
    <TextInput
      label={label}
      type={type}
      min={1}
      value={draft}
      onChange={(event) => setDraft(event.target.value)}
      onBlur={commit}
      onKeyDown={(event) => event.key === "Enter" && commit()}
    />
  );
}
