import { Tooltip } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { type Word, glossary } from "@/lib/glossary";
import "./term.css";

interface Props {
  word: Word;
  /** As the sentence has it, where that is not the word itself. */
  children?: ReactNode;
}

/** A word of the field. Its meaning shows when the mouse, a finger or the keyboard comes to it. */
export function Term({ word, children = word }: Props) {
  const [meaning, setMeaning] = useState("");
  const ask = () => void glossary().then((words) => setMeaning(words.get(word) ?? ""));
  return (
    <Tooltip
      label={meaning}
      disabled={!meaning}
      multiline
      w={300}
      withArrow
      classNames={{ tooltip: "term-meaning" }}
      events={{ hover: true, focus: true, touch: true }}
    >
      <button type="button" className="term" onMouseEnter={ask} onFocus={ask} onTouchStart={ask}>
        <dfn>{children}</dfn>
      </button>
    </Tooltip>
  );
}
