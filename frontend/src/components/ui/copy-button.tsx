import { Button } from "@mantine/core";
import { useEffect, useState } from "react";
import { Announcer } from "./announcer";

const SHOWN_MS = 2000;

interface Props {
  /** What is copied. */
  text: string;
  /** What it is, for those who do not see where the button stands. */
  name: string;
  /** Selects the text, so that it can be copied by hand. */
  onRefused: () => void;
}

type Word = "Copy" | "Copied" | "Press Ctrl-C";

/** Copies a text and says so. Browsers allow that only over https or on this machine; elsewhere the text is selected. */
export function CopyButton({ text, name, onRefused }: Props) {
  const [word, setWord] = useState<Word>("Copy");
  useEffect(() => {
    if (word === "Copy") return;
    const timer = setTimeout(() => setWord("Copy"), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [word]);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setWord("Copied");
    } catch {
      onRefused();
      setWord("Press Ctrl-C");
    }
  };
  return (
    <>
      <Button
        size="compact-sm"
        variant="default"
        className="no-print copy-button"
        onClick={() => void copy()}
      >
        <span aria-hidden="true">{word}</span>
        <span className="visually-hidden">Copy: {name}</span>
      </Button>
      <Announcer>{word === "Copy" ? "" : word}</Announcer>
    </>
  );
}
