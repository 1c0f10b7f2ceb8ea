import { TextInput } from "@mantine/core";
import { useRef } from "react";
import { CopyButton } from "./copy-button";

interface Props {
  /** "Token". */
  label: string;
  text: string;
}

/** A secret that nobody can show again, to be copied now. */
export function ShownOnce({ label, text }: Props) {
  const field = useRef<HTMLInputElement>(null);
  const name = `the ${label.toLowerCase()}`;
  return (
    <div className="notice notice-warn stack-tight" role="status">
      <p>Copy {name} now: it is shown this once.</p>
      <div className="row row-end">
        <TextInput ref={field} label={label} readOnly value={text} size="sm" w="100%" maw={440} />
        <CopyButton text={text} name={name} onRefused={() => field.current?.select()} />
      </div>
    </div>
  );
}
