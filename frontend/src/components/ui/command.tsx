import { useRef } from "react";
import { CopyButton } from "./copy-button";
import "./command.css";

interface Props {
  text: string;
  /** What it does, for the copy button. */
  name: string;
  /** Many lines: they scroll in a box, which the keyboard reaches. */
  long?: boolean;
}

/** Something to type at a prompt, with a button that copies it. */
export function Command({ text, name, long = false }: Props) {
  const shown = useRef<HTMLPreElement>(null);
  const select = () => {
    if (shown.current) getSelection()?.selectAllChildren(shown.current);
  };
  return (
    <div className="command">
      <pre
        ref={shown}
        className={`command-text ${long ? "command-long" : ""}`}
        {...(long && { tabIndex: 0, role: "group", "aria-label": name })}
      >
        {text}
      </pre>
      <CopyButton text={text} name={name} onRefused={select} />
    </div>
  );
}
